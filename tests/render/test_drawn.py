"""What a drawn PDF holds, read back from the finished file."""

import os
import pathlib
import subprocess
import sys
from dataclasses import replace
from io import BytesIO

import pikepdf
import pytest

from generator.paper.page import PAPERS, PaperSize, point_on_page
from generator.paper.palette import Palette
from generator.paper.shapes import (
    Circle,
    Drawing,
    Line,
    Placed,
    Rect,
    Shape,
    Stroke,
    Text,
)
from generator.paper.text import GlyphMissingError, Lettering, font_metrics, set_line
from generator.render.pdf import draw
from tests.render.drawings import drawn, sample
from tests.render.measured import (
    BOLD,
    FACTS,
    OURS,
    PALETTE,
    REGULAR,
    colours,
    fonts,
    forms,
    ink_box,
    on_page,
    operators,
    picture_of,
    sizes_mm,
    syntax_problems,
    texts,
)

ROOT = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize(
    "size",
    [*PAPERS.values(), PAPERS["a4"].rotated(), PaperSize("a4", 63.0, 88.0)],
    ids=lambda size: f"{size.width}x{size.height}",
)
def test_page_size(size: PaperSize) -> None:
    """A page of the PDF is as large as its sheet of paper, to a tenth of a millimetre."""
    page = replace(on_page(Drawing(size.width, size.height)), size=size)
    (found,) = sizes_mm(draw([page], PALETTE, FACTS))
    assert found == pytest.approx((size.width, size.height), abs=0.05)


@pytest.mark.parametrize("dots", [822, 825, 900, 1125])
def test_a_picture_has_no_row_too_many(dots: int) -> None:
    """A page of whole dots at 300 dpi becomes a picture of so many, not of one more."""
    side = dots / 300 * 25.4
    assert picture_of(drawn(Drawing(side, side)), dpi=300).size == (dots, dots)


def test_fonts_are_ours_embedded_and_subset() -> None:
    """Every font of the file is one of ours, embedded, and only in part."""
    pdf = drawn(sample())
    found = fonts(pdf)
    assert {name.split("+")[1] for name in found} == {BOLD, "LudokitSymbols-Regular"}
    assert all(found.values())
    assert all(len(name.split("+")[0]) == len("/AAAAAA") for name in found)
    assert len(pdf) < 20_000


def test_text_is_text() -> None:
    """Words are read back in order, with accents, brackets and symbols."""
    lines = ("À l’œuvre, Zoë (ça \\ va)", "Été à Noël : « œuf » ≥ 3 ⚄ ✓", "fin")
    shapes = [
        shape
        for number, line in enumerate(lines)
        for shape in set_line(line, 10, 20 + 10 * number, Lettering(REGULAR, 10))
    ]
    (text,) = texts(drawn(Drawing(100, 60, tuple(shapes))))
    assert text.split("\n") == list(lines)


def test_text_of_more_characters_than_one_subset_holds() -> None:
    """A font of which over 256 characters are used still prints and reads back each one."""
    known = font_metrics("Lexend-Regular").widths
    letters = "".join(filter(str.isalpha, known))
    assert len(letters) > 256
    rows = tuple(letters[start : start + 30] for start in range(0, len(letters), 30))
    shapes = tuple(Text(5, 10 + 8 * n, row, "Lexend-Regular", 9) for n, row in enumerate(rows))
    (text,) = texts(drawn(Drawing(200, 200, shapes)))
    assert text.split("\n") == list(rows)


def test_same_bytes() -> None:
    """Equal pages give equal files, made of other objects or not."""
    assert drawn(sample(), sample()) == drawn(sample(), sample())


@pytest.mark.slow
def test_same_bytes_in_another_process() -> None:
    """The order of Python's hashes has no part in the file."""
    code = (
        "from tests.render.drawings import drawn, sample; from hashlib import sha256; "
        "print(sha256(drawn(sample(), sample('Autre'), sample())).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_ruler_is_true() -> None:
    """A line of 50 mm is 50 mm long on the page, its round ends aside."""
    stroke = Stroke("ink", 0.4)
    pdf = drawn(Drawing(100, 50, (Line(20, 25, 70, 25, stroke),)))
    left, top, right, bottom = ink_box(picture_of(pdf, dpi=1016))
    assert (right - left) / 40 == pytest.approx(50 + 0.4 / 72 * 25.4, abs=0.06)
    assert left / 40 == pytest.approx(20 - 0.07, abs=0.06)
    assert (top + bottom) / 80 == pytest.approx(25, abs=0.06)


def test_stamps() -> None:
    """A drawing that is placed more than once stands in the file once, as a form."""
    piece = Drawing(10, 10, (Circle(5, 5, 4, "violet"),))
    equal = Drawing(10.0, 10, (Circle(5, 5, 4, "violet"),), title="says the same")
    other = Drawing(10, 10, (Circle(5, 5, 3, "violet"),))
    sheet = Drawing(60, 20, tuple(Placed(one, 12 * n, 2) for n, one in enumerate((piece, equal))))
    assert forms(drawn(Drawing(60, 20, (Placed(piece, 0, 0), Placed(other, 20, 0))))) == 0
    assert forms(drawn(sheet)) == 1
    assert operators(drawn(sheet))["f"] == 1
    assert operators(drawn(sheet))["Do"] == 2


def test_a_word_is_no_stamp() -> None:
    """A single word, line or box is written again where it is placed again: a stamp is longer."""
    line = Line(1, 1, 9, 1, Stroke("orange", 1))
    alones: tuple[Shape, ...] = (*set_line("heron", 1, 5, Lettering(BOLD, 9)), line)
    for alone in alones:
        word = Drawing(10, 10, (alone,))
        one, two = (drawn(Drawing(60, 20, (Placed(word, 12, 2),) * count)) for count in (1, 2))
        assert forms(two) == 0
        assert len(two) < len(one) + 100
    box = Drawing(10, 10, (Rect(0, 0, 10, 10, "orange"),))
    assert forms(drawn(box, box, box)) == 0


def test_what_is_only_in_a_stamp_is_no_stamp() -> None:
    """A drawing that comes once in a repeated drawing is written into it."""
    inner = Drawing(10, 10, (Circle(5, 5, 4, "orange"),))
    outer = Drawing(20, 20, (Rect(0, 0, 20, 20, None, Stroke()), Placed(inner, 5, 5)))
    pdf = drawn(outer, outer, outer)
    assert forms(pdf) == 1
    assert operators(pdf)["Do"] == 3


def test_stamps_in_stamps_look_as_drawn() -> None:
    """Stamps within stamps lie where the same shapes lie that are drawn one by one."""
    dot = Drawing(4, 4, (Circle(2, 2, 2, "violet"),))
    pair = Drawing(12, 4, (Placed(dot, 0, 0), Placed(dot, 8, 0)))
    stamped = drawn(Drawing(40, 20, (Placed(pair, 2, 2), Placed(pair, 20, 10, turn=30))))
    plain = [
        Circle(*point_on_page(placed, x, 2), 2, "violet")
        for placed in (Placed(pair, 2, 2), Placed(pair, 20, 10, turn=30))
        for x in (2.0, 10.0)
    ]
    flat = drawn(Drawing(40, 20, tuple(plain)))
    assert forms(stamped) == 2
    assert forms(flat) == 0
    assert ink_box(picture_of(stamped)) == ink_box(picture_of(flat))


@pytest.mark.parametrize("times", [1, 2], ids=["inline", "stamp"])
def test_what_is_drawn_smaller_is_darker(times: int) -> None:
    """Lines and words are as dark as those of the size that they are seen at, beside large ones."""
    large, small = (
        Drawing(
            20,
            10,
            (Line(1, 8, 19, 8, Stroke("orange", width)), Text(1, 5, "mot", BOLD, size, "orange")),
        )
        for width, size in ((4.0, 40.0), (1.0, 10.0))
    )
    scaled = tuple(Placed(large, 0, 12 * n, scale=0.25) for n in range(times))
    assert colours(drawn(large)) != colours(drawn(small))
    assert colours(drawn(Drawing(60, 40, scaled))) == colours(drawn(small))
    both = (*scaled, *(Placed(large, 20 * n, 24) for n in range(times)))
    assert colours(drawn(Drawing(60, 40, both))) == {*colours(drawn(large)), *colours(drawn(small))}


def test_bookmarks() -> None:
    """Pages with a bookmark stand in the outline, in order, and lead to their page."""
    names = ("Feuille 1", "", "Été")
    pages = [on_page(Drawing(50, 50), bookmark=name) for name in names]
    pdf = draw(pages, PALETTE, FACTS)
    with pikepdf.open(BytesIO(pdf)) as document, document.open_outline() as outline:
        numbers = {page.obj.objgen: number for number, page in enumerate(document.pages)}
        found = []
        for item in outline.root:
            assert isinstance(item.destination, pikepdf.Array)
            found.append((item.title, numbers[item.destination[0].objgen]))
    assert found == [("Feuille 1", 0), ("Été", 2)]


def test_the_file_says_what_it_is() -> None:
    """Title, author, subject, keywords and language stand in the file; readers show the title."""
    with pikepdf.open(BytesIO(drawn(sample()))) as document:
        said = {key: str(value) for key, value in document.docinfo.items()}
        assert said["/Title"] == "Été à l’œuvre"
        assert said["/Author"] == "A. Auteur"
        assert said["/Subject"] == "Sujet"
        assert said["/Keywords"] == "jeu, école"
        assert said["/Creator"] == "ludokit"
        assert str(document.Root.Lang) == "fr"
        assert document.Root.ViewerPreferences.DisplayDocTitle
        assert document.Root.ViewerPreferences.PrintScaling == "/None"


@pytest.mark.parametrize("seconds", ["0", "abc"])
def test_clock_of_the_environment_does_not_count(
    monkeypatch: pytest.MonkeyPatch, seconds: str
) -> None:
    """The same pages give the same bytes whatever SOURCE_DATE_EPOCH holds."""
    wanted = drawn(sample())
    monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
    assert drawn(sample()) == wanted
    assert os.environ["SOURCE_DATE_EPOCH"] == seconds


def test_syntax() -> None:
    """The checker of qpdf finds nothing to complain of."""
    pages = [on_page(sample(), sample(), bookmark="Un"), on_page(sample("Deux"))]
    assert syntax_problems(draw(pages, PALETTE, FACTS)) == ()


def test_missing_glyph_stops_the_drawing() -> None:
    """A character that the font of a text lacks is an error that names it, not an empty box."""
    with pytest.raises(GlyphMissingError, match="U\\+1F438"):
        drawn(Drawing(50, 50, (Text(5, 5, "grenouille 🐸", REGULAR, 9),)))


def test_unknown_colour_stops_the_drawing() -> None:
    """A colour that the game does not have is an error that names it."""
    with pytest.raises(KeyError, match="mauve"):
        draw([on_page(Drawing(50, 50, (Circle(5, 5, 2, "mauve"),)))], Palette(), FACTS)


def test_all_shipped_fonts_can_be_drawn() -> None:
    """Each shipped font prints a word that is read back."""
    names = sorted(OURS - {"LudokitSymbols-Regular"})
    shapes = tuple(Text(5, 10 + 8 * n, "Prêt", name, 9) for n, name in enumerate(names))
    pdf = drawn(Drawing(60, 80, shapes))
    assert texts(pdf)[0].split("\n") == ["Prêt"] * len(names)
    assert {name.split("+")[1] for name in fonts(pdf)} == set(names)
