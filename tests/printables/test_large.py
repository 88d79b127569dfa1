"""Large is larger: each cell and word of a drawn page beside those of the usual page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import pytest

from generator import game
from generator.documents import plan_paper
from generator.game import Game
from generator.make import make
from generator.paper.page import Page, PaperName
from generator.paper.shapes import Drawing, Placed, Text
from generator.printables.context import Context, Options
from generator.printables.kinds.form import FormEntry
from generator.printables.planning import entries, plan
from generator.printables.printable import DrawnEntry, LessonEntry
from generator.words import BUILT_IN, Language
from tests.render.measured import texts

LARGER = 1.3
# On A3, which enlarges by itself, what is large is compared with the usual page on A4.
BESIDE: dict[PaperName, PaperName] = {"a4": "a4", "letter": "letter", "a3": "a4"}
USUAL = ("fr", "a4")
# Slides have one size. Keys are a teacher's.
PRINTED = [
    (name, printable)
    for name in game.game_names()
    for printable, found in entries(game.load(name)).items()
    if isinstance(found, DrawnEntry) or (isinstance(found, LessonEntry) and not found.is_projected)
]
# What children read has so many points at least.
READ = 11.0
# Signs in cells are no longer, and grow with them.
SIGN = 4
SMALLER = {
    # Cards have the size that hands hold: 1.4 times the poker card is as wide as a hand.
    ("sti", "cards"): 9.8,
    ("sti", "short-cards"): 9.8,
    # Cards in small, as pictures, 1.3 times as large as on the usual page.
    ("sti", "exercises"): 10.6,
    # Its notes, in small print, which go with what is cut apart.
    ("sti", "aids"): 8.8,
    ("sti", "aids-together"): 8.8,
    # What fills a box, beside its name and its dice.
    ("yams", "score-sheets"): 10.3,
    # Footnotes for whoever compares the board with the published one.
    ("crowns", "boards"): 9.5,
    ("crowns", "pencil-boards"): 8.8,
}

# Names that end a line of turns on one page alone, and are in pictures on the other; the points of
# an example, which are the number of a line as well where more lines have numbers.
BY_CHANCE = {
    ("sti", "exercises"): {"Loutre", "Otter"},
    ("boite", "record-form"): {"30"},
}


def planned(played: Game, printable: str, options: Options) -> list[Page]:
    """Return the pages of a printable or of a paper of the lesson, but for its key."""
    is_drawn = isinstance(entries(played)[printable], DrawnEntry)
    pages = plan(played, printable, options) if is_drawn else plan_paper(played, printable, options)
    return [page for page in pages if not page.is_key]


def words_of(drawing: Drawing, scale: float) -> Iterator[tuple[str, float]]:
    """Yield each line of words with the size it is set at; a card in small is a picture."""
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            yield shape.words, shape.size * scale
        elif isinstance(shape, Placed) and shape.scale >= 1:
            yield from words_of(shape.drawing, shape.scale * scale)


def cells_of(pages: Sequence[Page]) -> dict[str, float]:
    """Return the shorter side of each cell, of the smallest where several have its name."""
    cells = sorted((cell for page in pages for _, cell in page.cells()), key=lambda one: -one.width)
    return {cell.id: min(cell.width, cell.height) for cell in cells}


def sizes_of(pages: Sequence[Page]) -> dict[str, float]:
    """Return the least size at which each line of words is set."""
    placed = (copy.placed for page in pages for copy in page.copies)
    found = sorted(one for each in placed for one in words_of(each.drawing, each.scale))
    return dict(reversed(found))


EVERYWHERE = [
    pytest.param(language, paper, marks=[pytest.mark.long] if (language, paper) != USUAL else [])
    for language, paper in product(BUILT_IN, BESIDE)
]


@pytest.mark.few(6)
@pytest.mark.parametrize(("language", "paper"), EVERYWHERE)
@pytest.mark.parametrize(("name", "printable"), PRINTED)
def test_everything_is_larger(
    name: str, printable: str, language: Language, paper: PaperName
) -> None:
    """Each cell and each line of words is 1.3 times as large as on the usual page, or more."""
    played = game.load(name)
    usual = planned(played, printable, Options(language, BESIDE[paper]))
    large = planned(played, printable, Options(language, paper, large=True))
    were, are = cells_of(usual), cells_of(large)
    # A form has as many lines as fill its pages, a question as fill the paper.
    if not isinstance(entries(played)[printable], FormEntry | LessonEntry):
        assert were.keys() <= are.keys()
    for cell in were.keys() & are.keys():
        assert are[cell] >= LARGER * were[cell] - 1e-6, cell
    smaller, larger = sizes_of(usual), sizes_of(large)
    shared = (smaller.keys() & larger.keys()) - BY_CHANCE.get((name, printable), set())
    assert shared or not smaller
    for words in shared:
        assert larger[words] >= LARGER * smaller[words] - 1e-6, words
    least = SMALLER.get((name, printable), READ)
    assert min((s for words, s in larger.items() if len(words) > SIGN), default=READ) > least - 0.05


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("name", "printable"), PRINTED)
def test_there_is_room_for_a_name(name: str, printable: str, paper: PaperName) -> None:
    """A line to write a name, a table or a date on is as long as on the usual page, or 70 mm."""
    options, lines = Options("fr", paper), {"name", "table", "date"}
    usual, large = (
        {
            cell.id: cell.width
            for page in planned(game.load(name), printable, one)
            for _, cell in page.cells()
            if cell.id in lines
        }
        for one in (options, replace(options, large=True))
    )
    for cell, width in large.items():
        assert width >= min(usual[cell], 70.0) - 3.0, cell


def test_a_sheet_too_large_for_a_page_goes_over_tiles_for_each_name() -> None:
    """A life sheet of twenty-one boxes a line is printed in two pages to glue, once a copy."""
    sti, options = game.load("sti"), Options("en", large=True, copies=2)
    found = entries(sti)["life-sheet"]
    assert isinstance(found, DrawnEntry)
    pages = plan(sti, "life-sheet", options)
    work = found.finishing(Context(sti, "life-sheet", options), pages)
    assert [page.copies[0].number for page in pages] == [1, 1, 2, 2]
    assert (work.copies_per_page, work.cuts, work.glued) == (2, 2, True)


def test_an_aid_on_a3_is_read_from_farther_off() -> None:
    """Two aids on A3 have words 1.3 times as large as two on A4."""
    smaller, larger = (planned(game.load("sti"), "aids", Options("fr", on)) for on in ("a4", "a3"))
    assert [len(pages[0].copies) for pages in (smaller, larger)] == [2, 2]
    were, are = sizes_of(smaller), sizes_of(larger)
    assert all(are[words] >= LARGER * were[words] - 1e-6 for words in were.keys() & are.keys())


def test_names_are_printed_on_tiles() -> None:
    """Each pupil's name stands on the chart that is glued together for that pupil."""
    options = Options("en", large=True, names=("Zoé", "Ali"))
    pdf = make(game.load("dental"), "dentition-charts", options).pdf
    assert pdf is not None
    pages = texts(pdf)
    assert [("Zoé" in page, "Ali" in page) for page in pages] == [(True, False)] * 3 + [
        (False, True)
    ] * 3


def test_a_number_that_is_asked_for_is_kept() -> None:
    """Two large sheets on a page, where somebody wants two, are two."""
    (page,) = plan(game.load("qwinto"), "score-sheets", Options("en", large=True, per_page=2))
    assert len(page.copies) == 2


def test_rows_of_ten_stand_below_one_another() -> None:
    """Of a large number strip 11 stands below 1, and below the start nothing does."""
    (page, *_) = plan(game.load("course-a-20"), "strip", Options(large=True))
    cells = {cell.id: cell for number, cell in page.cells() if number == 1}
    for low in range(11, 21):
        one, other = cells[f"n{low - 10}"], cells[f"n{low}"]
        assert other.x == pytest.approx(one.x)
        assert other.y > one.y + one.height
