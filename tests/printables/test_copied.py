"""Every page is still there after a school's photocopier, and after a copy of that copy."""

from collections.abc import Iterable
from io import BytesIO

import pytest
from pikepdf import Pdf, Stream, parse_content_stream

from generator.game import game_names
from generator.make import make
from generator.paper.page import PAPERS, Page
from generator.paper.palette import Ink
from generator.paper.shapes import DOTTED, Circle, Drawing, Line, Rect, Shape, Stroke, Text
from generator.printables.context import Options, palette
from generator.printables.planning import entries, plan
from generator.printables.printable import DrawnEntry, LessonEntry
from generator.render.document import DocumentFacts
from generator.render.pdf import draw
from generator.words import BUILT_IN, Language
from tests.printables.copier import copied, lost_letters, lost_lines, pictures, whole_letters
from tests.render.measured import PALETTE, REGULAR
from tests.shipped import load

# What is projected is not copied.
PRINTED = [
    (game, name)
    for game in game_names()
    for name, found in entries(load(game)).items()
    if not (isinstance(found, LessonEntry) and found.is_projected)
]
# The first two pages and the last one, or all.
A_FEW, EVERY = (0, 1, -1), range(1000)


def lost(game: str, name: str, options: Options, wanted: Iterable[int] = EVERY) -> list[str]:
    """Copy pages of a printable twice, all unless some are wanted; return what is lost."""
    of = load(game)
    made, inks = make(of, name, options), palette(of, options.ink)
    pages = plan(of, name, options) if isinstance(entries(of)[name], DrawnEntry) else ()
    found = []
    for number, before, glyphs in pictures(made.pdf or b"", wanted):
        after = copied(before)
        whole = whole_letters(pages[number], glyphs) if pages else glyphs
        here = [*lost_letters(whole, before, after)]
        # Backs are looked at, not read: an eye of their emblem may close.
        if pages and not pages[number].is_back:
            here += lost_lines(pages[number], inks, before, after)
        found += [f"{name} {number + 1}: {why}" for why in here]
    return found


@pytest.mark.few(2)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("qwinto", "score-sheets"),
        ("qwinto", "rules"),
        ("qwinto", "worksheets"),
        ("boite", "rules"),
        ("crowns", "boards"),
        ("crowns", "record-form"),
        ("crowns", "rules"),
        ("dental", "board"),
        ("sti", "cards"),
        ("sti", "worksheets"),
        ("doce", "pieces"),
    ],
)
def test_copies(game: str, name: str) -> None:
    """A copy of a copy keeps every line, letter and box of a coloured sheet of each kind."""
    assert lost(game, name, Options(), A_FEW) == []


@pytest.mark.long
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("ink", ["colour", "grey", "outline"])
@pytest.mark.parametrize(("game", "name"), PRINTED)
def test_copies_of_everything(game: str, name: str, ink: Ink, language: Language) -> None:
    """A copy of a copy keeps every line, letter and box of every page, of backs the letters."""
    assert lost(game, name, Options(ink=ink, language=language)) == []


@pytest.mark.long
@pytest.mark.parametrize("ink", ["grey", "outline"])
@pytest.mark.parametrize(("game", "name"), PRINTED)
def test_copies_of_what_is_large(game: str, name: str, ink: Ink) -> None:
    """What is printed large, on Letter, comes through a copy of a copy as the usual pages do."""
    assert lost(game, name, Options("en", "letter", ink=ink, large=True), A_FEW) == []


def test_the_copier_loses_what_is_pale() -> None:
    """What is paler than half, thin and light, or dark on dark is told: the copier can fail."""
    size = PAPERS["a4"]
    pale, thin = Stroke("rule", 1.1), Stroke("white", 0.2)
    shapes = (
        Circle(40, 40, 15, "orange", None),
        Circle(90, 40, 15, "violet", DOTTED),
        Line(20, 80, 190, 80, pale),
        Line(80, 40, 100, 40, thin),
        Text(90, 45, "noir", REGULAR, 12, "ink", "middle"),
        Text(40, 120, "pâle", REGULAR, 12, "rule"),
        Text(40, 140, "lisible", REGULAR, 12, "ink"),
    )
    pages = [Page(size, Drawing(size.width, size.height, shapes))]
    (_, before, glyphs), *_ = pictures(draw(pages, PALETTE, DocumentFacts("lost")), {0})
    after = copied(before)
    assert {line.split()[2] for line in lost_lines(pages[0], PALETTE, before, after)} <= {"orange"}
    letters = {letter[1] for letter in lost_letters(glyphs, before, after)}
    assert {"n", "r", "p"} <= letters
    assert not letters & set("bs")


def test_what_is_hidden_is_not_lost() -> None:
    """A line under white, a hair beside one that shows, was not there before the copy."""
    size, ink = PAPERS["a4"], Stroke("ink", 1.1)
    shapes = list[Shape]()
    for y in (40 + 15.031 * number for number in range(12)):
        shapes += (
            Line(20, y, 60, y, ink),
            Rect(20, y - 5, 40, 10, "white", None),
            Line(20, y + 0.32, 60, y + 0.32, ink),
        )
    pages = [Page(size, Drawing(size.width, size.height, tuple(shapes)))]
    (_, before, _), *_ = pictures(draw(pages, PALETTE, DocumentFacts("hidden")), {0})
    assert list(lost_lines(pages[0], PALETTE, before, copied(before))) == []


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["score-sheets", "rules"])
@pytest.mark.parametrize("ink", ["grey", "outline"])
def test_no_colour_in_grey(name: str, ink: Ink) -> None:
    """In grey and outline no page and no picture of a drawn or flowed file sets a colour."""
    made = make(load("qwinto"), name, Options(ink=ink))
    with Pdf.open(BytesIO(made.pdf or b"")) as document:
        streams = [one for one in document.objects if isinstance(one, Stream)]
        drawn = [one for one in streams if one.get("/Subtype") in {None, "/Form"}]
        read = [parse_content_stream(page) for page in document.pages]
        read += [parse_content_stream(one) for one in drawn if "/BBox" in one]
    used = {str(step.operator) for content in read for step in content}
    assert {"g", "G"} & used
    assert not {"rg", "RG", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN"} & used
