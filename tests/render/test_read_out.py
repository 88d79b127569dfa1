"""How drawn pages are read out: titles, figures, words and tables, and nothing of the furniture."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO

import pikepdf
import pytest

from generator.paper.page import Copy, Page
from generator.paper.shapes import Drawing, Line, Placed, Rect, Stroke, TablePosition, TableShape
from generator.paper.text import Lettering, set_line
from generator.render.merge import merge_pdfs, repeat_pages
from generator.render.pdf import draw
from tests.render.conforming import faults
from tests.render.measured import BOLD, FACTS, PALETTE, on_page, picture_of, unlike
from tests.render.read_out import Heard, heard
from tests.render.test_tags import walked

Break = Callable[[pikepdf.Pdf], None]


def words(said: str, width: float = 60.0, **facts: object) -> Drawing:
    """Return words as a drawing of their own."""
    made = Drawing(width, 6.0, tuple(set_line(said, 0.0, 5.0, Lettering(BOLD, 9))))
    return replace(made, **facts)  # type: ignore[arg-type]


TABLE = Drawing(
    60.0,
    30.0,
    (
        Rect(0, 0, 60, 30, None, Stroke()),
        Placed(words("Dés", 30.0, table=TablePosition(0, 0, columns=2)), 0.0, 0.0),
        Placed(words("un", 15.0, table=TablePosition(1, 0)), 0.0, 10.0),
        Placed(words("trois", 15.0, table=TablePosition(2, 1)), 15.0, 20.0),
    ),
    table=TableShape(3, 2, head_columns=1),
)
BOARD = Drawing(60.0, 30.0, (Rect(0, 0, 60, 30, "orange"), *words("case 1").shapes))
TITLE, FOOTER = words("Le titre", role="title"), words("pied de page", role="footer")


def page(*copies: Copy, title: Drawing | None = TITLE) -> Page:
    """Return a page with a title, a cut and a footer about copies."""
    titles = (Placed(title, 5.0, 2.0),) if title else ()
    around = (Line(0, 90, 100, 90, Stroke()), Placed(FOOTER, 5.0, 92.0), *titles)
    bare = on_page(Drawing(100, 100))
    return replace(bare, furniture=Drawing(100, 100, around), copies=copies)


def sheet(drawing: Drawing, y: float = 10.0, alt: str = "") -> Copy:
    """Return a copy on a page; what has no description is read piece by piece."""
    return Copy(1, Placed(drawing, 5.0, y), alt=alt, is_read=not alt)


PAGES = (
    page(
        sheet(BOARD, alt="Un plateau, « à l’œuvre » (fin)"),
        sheet(words("Une étape", role="heading"), 42.0),
        sheet(TABLE, 50.0),
    ),
    page(sheet(words("La fin"))),
)


@pytest.fixture(scope="module")
def pdf() -> bytes:
    """Return pages with all that pages have."""
    return draw(PAGES, PALETTE, FACTS)


def test_what_pages_are_made_of_conforms(pdf: bytes) -> None:
    """Figures, words, tables and furniture are tagged as PDF/UA-1 asks."""
    assert faults(pdf) == ()


def test_all_is_read_in_order(pdf: bytes) -> None:
    """The title comes first, though drawn last; footers and a title that comes again are silent."""
    assert heard(pdf) == [
        Heard("H1", 0, "Le titre"),
        Heard("Figure", 0, "case 1", "Un plateau, « à l’œuvre » (fin)"),
        Heard("H2", 0, "Une étape"),
        Heard("TH", 0, "Dés"),
        Heard("TH", 0, "un"),
        Heard("TD", 0, ""),
        Heard("TH", 0, ""),
        Heard("TD", 0, "trois"),
        Heard("P", 1, "La fin"),
    ]


def test_a_footer_names_what_has_no_title() -> None:
    """Where no title is drawn the first page's footer is the heading, and no other."""
    bare = [page(sheet(BOARD, alt="Un plateau"), title=None)] * 2
    found = heard(draw(bare, PALETTE, FACTS))
    assert [one for one in found if one.kind != "Figure"] == [Heard("H1", 0, "pied de page")]
    assert [one.page for one in found if one.kind == "Figure"] == [0, 1]


@pytest.mark.parametrize("copies", [1, 3])
def test_a_title_on_a_figure_is_a_heading(copies: int) -> None:
    """The title of the first sheet is found as such, be there one sheet or several stamps of it."""
    one = Drawing(60, 30, (*BOARD.shapes, Placed(TITLE, 2.0, 20.0)))
    sheets = [sheet(one, 5.0 + 28.0 * n, "Une feuille") for n in range(copies)]
    found = heard(drawn := draw([page(*sheets, title=None)], PALETTE, FACTS))
    assert faults(drawn) == ()
    assert found[0] == Heard("H1", 0, "Le titre")
    assert [one.alt for one in found[1:]] == ["Une feuille"] * copies


def test_what_looks_the_same_is_read_each_time() -> None:
    """Papers that are placed twice are read twice, word by word: they are no stamps."""
    ticket = Drawing(60, 30, (*BOARD.shapes[:1], Placed(words("Question 1"), 2.0, 20.0)))
    found = heard(draw([page(sheet(ticket), sheet(ticket, 50.0))], PALETTE, FACTS))
    assert found[1:] == [Heard("P", 0, "Question 1")] * 2


@pytest.mark.parametrize("turn", [0.0, 180.0])
def test_figures_lie_where_they_are_said_to_lie(turn: float) -> None:
    """The box of a figure is the one about its ink, in points from the lower left."""
    at = (20.0, 30.0) if turn == 0 else (80.0, 60.0)
    copy = Copy(
        1, Placed(Drawing(60, 30, (Rect(0, 0, 60, 30, "violet"),)), *at, turn), alt="Un carré"
    )
    made = draw([replace(on_page(Drawing(100, 100)), copies=(copy,))], PALETTE, FACTS)
    with pikepdf.open(BytesIO(made)) as file:
        box = [float(edge) / 72 * 25.4 for edge in file.Root.StructTreeRoot.K.K[0].A.BBox]
    assert box == pytest.approx([20.0, 40.0, 80.0, 70.0], abs=0.01)


def _cut(file: pikepdf.Pdf) -> None:
    file.Root.StructTreeRoot.K.K = pikepdf.Array()


def _without_alt(file: pikepdf.Pdf) -> None:
    del next(walked(file.Root.StructTreeRoot.K, "/Figure")).Alt


def _without_title(file: pikepdf.Pdf) -> None:
    with file.open_metadata(set_pikepdf_as_editor=False) as said:
        del said["dc:title"]


def _without(key: str) -> Break:
    def remove(file: pikepdf.Pdf) -> None:
        del file.Root[key]

    return remove


def _unmarked(file: pikepdf.Pdf) -> None:
    every = pikepdf.parse_content_stream(file.pages[1])
    kept = [one for one in every if str(one.operator) not in {"BDC", "BMC", "EMC"}]
    file.pages[1].Contents = file.make_stream(pikepdf.unparse_content_stream(kept))


def _letters_lost(file: pikepdf.Pdf) -> None:
    for one in file.objects:
        if isinstance(one, pikepdf.Dictionary) and "/ToUnicode" in one:
            del one.ToUnicode


@pytest.mark.parametrize(
    ("broken", "rule"),
    [
        pytest.param(_cut, "TREE", id="the tree cut"),
        pytest.param(_without_alt, "FIGURE", id="a figure without words"),
        pytest.param(_without_title, "METADATA-TITLE", id="no title"),
        pytest.param(_unmarked, "CONTENT-TAGGING", id="words in no element"),
        pytest.param(_letters_lost, "UNICODE", id="letters of no meaning"),
        pytest.param(_without("/StructTreeRoot"), "STRUCT-TREE", id="no tree"),
        pytest.param(_without("/MarkInfo"), "TAGGED-DOCUMENT", id="not called tagged"),
        pytest.param(_without("/Lang"), "TEXT-LANGUAGE", id="no language"),
        pytest.param(_without("/Metadata"), "ID-PART", id="not called accessible"),
        pytest.param(_without("/ViewerPreferences"), "VIEWER", id="shown by its file name"),
    ],
)
@pytest.mark.parametrize("is_merged", [False, True], ids=["alone", "merged"])
def test_what_is_broken_does_not_conform(
    pdf: bytes,
    broken: Break,
    rule: str,
    is_merged: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Pages with one thing wrong fail where every printable of a game passes."""
    with pikepdf.open(BytesIO(merge_pdfs([("Un", pdf)], FACTS) if is_merged else pdf)) as file:
        broken(file)
        file.save(spoilt := BytesIO())
    assert any(rule in one for one in faults(spoilt.getvalue()))


def test_a_whole_is_read_as_its_parts_are(pdf: bytes) -> None:
    """What is read of each part is read of the whole, in order, on the pages it has there."""
    whole = merge_pdfs([("Un", pdf), ("Deux", pdf)], FACTS)
    assert faults(whole) == ()
    after = [replace(one, page=one.page + 2) for one in heard(pdf)]
    assert heard(whole) == [*heard(pdf), *after]


def test_what_is_printed_often_is_read_once(pdf: bytes) -> None:
    """Copies for a class conform, look as the first one and are not read out; runs keep order."""
    whole = merge_pdfs([("Un", pdf)], FACTS)
    often = repeat_pages(
        whole, [("Fin", 1, 1, 3), ("Début", 0, 1, 1)], replace(FACTS, flip="Simplex")
    )
    assert faults(often) == ()
    assert [(one.page, one.words) for one in heard(often)][:2] == [(0, "La fin"), (3, "Le titre")]
    assert len(heard(often)) == len(heard(pdf))
    first, *others = (picture_of(often, 72, page=number) for number in range(3))
    assert [unlike(first, other) for other in others] == [0, 0]


def test_same_bytes(pdf: bytes) -> None:
    """The same pages give the same file."""
    assert draw(PAGES, PALETTE, FACTS) == pdf
