"""Several PDFs in one: bookmarks, links, language, and what is read out."""

from dataclasses import replace
from io import BytesIO

import pikepdf
import pytest

from generator.paper.shapes import Drawing, Rect
from generator.paper.text import Lettering, set_line
from generator.render.document import DocumentFacts
from generator.render.html_to_pdf import lay_out_html
from generator.render.merge import merge_pdfs
from generator.render.pdf import draw
from generator.render.preview import page_count
from tests.render.conforming import faults
from tests.render.measured import (
    BOLD,
    FACTS,
    PALETTE,
    fonts,
    on_page,
    picture_of,
    syntax_problems,
    texts,
    unlike,
)
from tests.render.read_out import heard

FLOWED = (
    '<!doctype html><html lang="fr"><head><title>x</title>'
    '<link rel="stylesheet" href="print.css"></head><body>'
    '<h1>Le guide</h1><p><a href="#fin">vers la fin</a></p><h2>Une étape</h2><p>Texte</p>'
    '<h2 class="new-page" id="fin">La fin</h2><p>Adieu</p></body></html>'
)
KIT = DocumentFacts("Le kit", "A. Auteur", "Pour la classe", ("jeu", "école"), "fr")


def sheets(*names: str) -> bytes:
    """Draw a page for each name, with the name on it and as its bookmark."""
    how = Lettering(BOLD, 12)
    pages = [
        on_page(
            Drawing(60, 40, (Rect(5, 20, 50, 15, "orange"), *set_line(name, 5, 10, how))),
            bookmark=name,
        )
        for name in names
    ]
    return draw(pages, PALETTE, FACTS)


@pytest.fixture
def guide() -> bytes:
    """Return a tagged document of two pages with a link between them."""
    try:
        flowed = lay_out_html(FLOWED, FACTS)
    except OSError as missing:
        pytest.skip(str(missing))
    if flowed.suffix != "pdf":
        pytest.skip("no Pango on this system")
    return flowed.data


def outline(pdf: bytes) -> list[tuple[int, str, int]]:
    """Return depth, title and page of each bookmark, in order."""
    found = []
    with pikepdf.open(BytesIO(pdf)) as file, file.open_outline() as tree:
        numbers = {page.obj.objgen: number for number, page in enumerate(file.pages)}

        def walk(items: list[pikepdf.OutlineItem], depth: int) -> None:
            for item in items:
                assert isinstance(item.destination, pikepdf.Array)
                found.append((depth, item.title, numbers[item.destination[0].objgen]))
                walk(item.children, depth + 1)

        walk(tree.root, 0)
    return found


def test_pages_in_order(guide: bytes) -> None:
    """All pages of all parts follow one another, looking as before."""
    parts = (sheets("Un", "Deux"), guide, sheets("Trois"))
    pdf = merge_pdfs([(str(n), part) for n, part in enumerate(parts)], KIT)
    assert page_count(pdf) == 5
    assert texts(pdf) == [page for part in parts for page in texts(part)]
    assert unlike(picture_of(pdf, 60, page=2), picture_of(guide, 60)) == 0


def test_nested_bookmarks(guide: bytes) -> None:
    """Each part is a bookmark that holds the part's own, each leading to its page."""
    pdf = merge_pdfs([("Feuilles", sheets("Un", "Deux")), ("Guide", guide)], KIT)
    assert outline(pdf) == [
        (0, "Feuilles", 0),
        (1, "Un", 0),
        (1, "Deux", 1),
        (0, "Guide", 2),
        (1, "Le guide", 2),
        (2, "Une étape", 2),
        (2, "La fin", 3),
    ]


def test_links_go_on_working(guide: bytes) -> None:
    """A link within a part leads to the same page of that part, even where a part comes twice."""
    pdf = merge_pdfs([("Guide", guide), ("Feuille", sheets("Un")), ("Encore", guide)], KIT)
    with pikepdf.open(BytesIO(pdf)) as file:
        numbers = {page.obj.objgen: number for number, page in enumerate(file.pages)}
        for start in (0, 3):
            (link,) = [one for one in file.pages[start].Annots if one.Subtype == "/Link"]
            target = link.get("/Dest")
            if target is None:
                target = link.A.D
            if not isinstance(target, pikepdf.Array):
                target = pikepdf.NameTree(file.Root.Names.Dests)[str(target)]
            if isinstance(target, pikepdf.Dictionary):
                target = target.D
            assert isinstance(target, pikepdf.Array)
            assert numbers[target[0].objgen] == start + 1


def test_tags_stay(guide: bytes) -> None:
    """What is read out of parts, drawn and flowed ones, is read of the whole, links too."""
    pdf = merge_pdfs([("Feuille", sheets("Un", "Deux")), ("Guide", guide)], KIT)
    assert faults(pdf) == ()
    drawn, flowed = heard(sheets("Un", "Deux")), heard(guide)
    assert len(flowed) > 4
    assert heard(pdf) == [*drawn, *(replace(one, page=one.page + 2) for one in flowed)]


def test_the_file_says_what_it_is() -> None:
    """Title, author, language and page labels are those of the whole."""
    pdf = merge_pdfs([("Feuilles", sheets("Un", "Deux")), ("Été", sheets("Trois"))], KIT)
    with pikepdf.open(BytesIO(pdf)) as file:
        said = {key: str(value) for key, value in file.docinfo.items()}
        assert said["/Title"] == "Le kit"
        assert said["/Author"] == "A. Auteur"
        assert said["/Keywords"] == "jeu, école"
        assert str(file.Root.Lang) == "fr"
        assert file.Root.ViewerPreferences.DisplayDocTitle
        assert file.Root.ViewerPreferences.PrintScaling == "/None"
        assert [str(page.label) for page in file.pages] == ["Feuilles 1", "Feuilles 2", "Été 1"]


def test_fonts_stay_embedded(guide: bytes) -> None:
    """All fonts of the parts are embedded in the whole."""
    found = fonts(merge_pdfs([("Feuille", sheets("Un")), ("Guide", guide)], KIT))
    assert len(found) >= 3
    assert all(found.values())


def test_same_bytes_and_syntax(guide: bytes) -> None:
    """The same parts give the same bytes, and the checker of qpdf finds nothing."""
    parts = [("Feuilles", sheets("Un", "Deux")), ("Guide", guide)]
    pdf = merge_pdfs(parts, KIT)
    assert merge_pdfs(parts, KIT) == pdf
    assert syntax_problems(pdf) == ()


def test_a_broken_file_is_noticed() -> None:
    """A page whose content is nonsense is told of."""
    with pikepdf.Pdf.new() as broken:
        broken.add_blank_page()
        broken.pages[0].Contents = broken.make_stream(b"(never closed")
        file = BytesIO()
        broken.save(file)
    assert syntax_problems(file.getvalue())
