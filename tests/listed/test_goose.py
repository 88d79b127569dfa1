"""Boards of the game of the goose, as they are printed."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise
from math import dist
from pathlib import Path

import pytest

from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.listgames.goose.chain import (
    GooseBoard,
    SquareDoes,
    expected_throws,
    finish_chances,
)
from generator.listgames.goose.track import PAWN, TrackShape, fit_track
from generator.make import make
from generator.paper.page import Page, point_on_page
from generator.paper.palette import Ink
from generator.paper.shapes import CellBox, Placed, Polygon, Shape, Text
from generator.printables.context import Options, palette
from generator.printables.planning import plan
from generator.words import BUILT_IN, Language, format_number, say
from tests.listed.folders import made_of
from tests.printables.copier import copied, lost_letters, lost_lines, pictures
from tests.render.drawings import all_shapes
from tests.render.measured import texts

TABLE = "question;réponse\n" + "\n".join(f"Combien font {n} et 1 ?;{n + 1}" for n in range(12))
OLD = "squares: 40"
FORMS: tuple[TrackShape, ...] = ("spiral", "ring")
# As the folder of a new board has them.
SPECIALS = (
    SquareDoes(square=6, does="forward", count=3),
    SquareDoes(square=11, does="back", count=4),
    SquareDoes(square=15, does="again"),
    SquareDoes(square=19, does="repeat"),
    SquareDoes(square=22, does="to", count=27),
    SquareDoes(square=26, does="miss", count=1),
    SquareDoes(square=33, does="to", count=25),
    SquareDoes(square=38, does="back", count=5),
)
FRENCH = {
    6: "avance de 3",
    11: "recule de 4",
    15: "relance",
    19: "encore autant",
    22: "va à 27",
    26: "passe un tour",
    33: "va à 25",
    38: "recule de 5",
}


def board_of(folder: Path, *changes: tuple[str, str], table: str = TABLE) -> Game:
    """Return the game of a new goose board, lines of its `game.yaml` put in place of others."""
    return made_of(folder, "goose", table, changes=changes)


def cells_of(pages: tuple[Page, ...]) -> dict[int, CellBox]:
    """Return the boxes of the squares by number."""
    found = [cell for page in pages for _, cell in page.cells()]
    assert len({cell.id for cell in found}) == len(found)
    return {int(cell.label): cell for cell in found}


def apart(one: CellBox, other: CellBox) -> float:
    """Return how far two boxes are from one another."""
    across = max(one.x, other.x) - min(one.x + one.width, other.x + other.width)
    down = max(one.y, other.y) - min(one.y + one.height, other.y + other.height)
    return max(across, down, 0.0)


def shapes(
    placed: Placed, path: tuple[Placed, ...] = ()
) -> Iterator[tuple[Shape, tuple[Placed, ...]]]:
    """Yield the shapes of a placed drawing, each with the drawings that it lies in."""
    for shape in placed.drawing.shapes:
        if isinstance(shape, Placed):
            yield from shapes(shape, (*path, placed))
        else:
            yield shape, (*path, placed)


def words(pages: tuple[Page, ...]) -> list[tuple[str, float, float]]:
    """Return the words on a board's page and where they lie."""
    found = []
    for copy in pages[0].copies:
        for shape, path in shapes(copy.placed):
            if isinstance(shape, Text):
                x, y = shape.x, shape.y
                for placed in reversed(path):
                    x, y = point_on_page(placed, x, y)
                found.append((shape.words, x, y))
    return found


@pytest.mark.few(4)
@pytest.mark.parametrize("form", ["spiral", "ring"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
@pytest.mark.parametrize("squares", [20, 31, 40])
def test_squares_lie_in_order_along_the_way(
    tmp_path: Path, form: str, paper: str, squares: int
) -> None:
    """Each square is there once and touches the next one."""
    game = board_of(tmp_path, (OLD, f"squares: {squares}"), ("spiral", form), *plain(squares))
    cells = cells_of(plan(game, "goose", Options(paper=paper)))  # type: ignore[arg-type]
    assert sorted(cells) == [*range(1, squares + 1)]
    assert all(apart(cells[one], cells[other]) < 0.1 for one, other in pairwise(sorted(cells)))


def long(value: object) -> object:
    """Return a case that waits for the long run."""
    return pytest.param(value, marks=pytest.mark.long)


def plain(squares: int) -> list[tuple[str, str]]:
    """Return the changes that leave out special squares beyond the end, or that send there."""
    lines = (Path(__file__).parents[2] / "templates/new/list-goose.yaml").read_text("utf-8")
    found = [line for line in lines.splitlines() if "{square:" in line]
    return [(line + "\n", "") for line in found if int(re.findall(r"\d+", line)[0]) >= squares - 5]


@pytest.mark.long
def test_every_board_has_room_for_pawns_or_tells_the_nearest_that_has() -> None:
    """Of 20 to 63 squares, in both forms and on all papers, a pawn of 16 mm fits, or fewer do."""
    refused = 0
    for size in ((198.0, 277.0), (203.0, 259.0), (285.0, 400.0)):
        for form in FORMS:
            for squares in (20, 33, 45, 50, 63):
                try:
                    laid = fit_track(form, squares, size)
                except LudokitError as error:
                    refused += 1
                    near = int(str(dict(error.message.values)["near"]))
                    assert near < squares
                    laid = fit_track(form, near, size)
                assert laid.pawn_room() >= PAWN
                spots = [laid.point_in(number).at for number in range(1, laid.squares + 1)]
                assert min(dist(one, other) for one, other in pairwise(spots)) >= PAWN
    assert 0 < refused < 10


@pytest.mark.rest
def test_crowded_rings_are_refused(tmp_path: Path) -> None:
    """A ring of 63 squares on A4 is refused with the number of squares that there is room for."""
    game = board_of(tmp_path, (OLD, "squares: 63"), ("spiral", "ring"))
    with pytest.raises(LudokitError) as found:
        plan(game, "goose", Options())
    assert re.search(r"16.mm.*49 cases", say(found.value.message, "fr"))
    assert plan(game, "goose", Options(paper="a3"))


def test_special_squares_say_what_the_data_say(tmp_path: Path) -> None:
    """Each special square has its words inside its box, each fourth plain one a question mark."""
    pages = plan(board_of(tmp_path), "goose", Options())
    cells, found = cells_of(pages), words(pages)
    inside: dict[int, list[str]] = {
        number: [
            said
            for said, x, y in found
            if cell.x < x < cell.x + cell.width and cell.y < y < cell.y + cell.height
        ]
        for number, cell in cells.items()
    }
    for number, told in FRENCH.items():
        assert told.replace("\u00a0", " ") in " ".join(inside[number]).replace("\u00a0", " ")
    asking = [number for number, told in inside.items() if "?" in told]
    assert [number for number in asking if number not in FRENCH] == [*range(4, 40, 4)]
    assert all(str(number) in inside[number] for number in cells)


def test_small_squares_are_told_in_the_middle(tmp_path: Path) -> None:
    """Where words do not fit a square, brief ones stand there and the sentence in the middle."""
    game = board_of(tmp_path, (OLD, "squares: 42"), ("spiral", "ring"))
    found = [said for said, _, _ in words(plan(game, "goose", Options("fr")))]
    assert "+3" in found
    assert "avance encore de 3 cases" in " ".join(found)


@pytest.mark.few(2)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize(("dice", "exactly"), [(1, True), (2, True), (1, False), (2, False)])
def test_the_teacher_is_told_the_very_length(
    tmp_path: Path, language: Language, *, dice: int, exactly: bool
) -> None:
    """Mean throws, throws and minutes of three games in four are those of the board's chances."""
    changes = (("dice: 1", f"dice: {dice}"), ("exactly: true", f"exactly: {str(exactly).lower()}"))
    game = made_of(tmp_path, "goose", TABLE, language, changes=changes)
    made = make(game, "goose", Options(language))
    *_, told = texts(made.pdf or b"")
    board = GooseBoard(40, SPECIALS, 2 if dice == 2 else 1, exactly)
    mean = format_number(float(expected_throws(board)), language, pattern="0.0")
    after = enumerate(islice(finish_chances(board), 60), start=1)
    late = dict.fromkeys((1, 2, 3, 4), 0)
    for throws, chance in after:
        for players in late:
            if not late[players] and 1 - (1 - float(chance)) ** players >= 0.75:
                late[players] = throws
    numbers = re.findall(r"\d+(?:[.,]\d+)?", told.split(mean)[1])
    assert int(numbers[0]) == late[1]
    rest = [int(one) for one in numbers[1:]]
    for at, players in enumerate((2, 3, 4)):
        minutes = max(1, round(players * late[players] / 2))
        assert (players, late[players], minutes) in zip(rest, rest[1:], rest[2:], strict=False), at


def test_rules_are_those_of_the_board(tmp_path: Path) -> None:
    """Bounce, questions and two dice are told where the board has them, and only there."""
    with_all = texts(make(board_of(tmp_path), "goose", Options()).pdf or b"")[-1]
    assert "en reculant" in re.sub(r"\s+", " ", with_all)
    assert "tire une carte" in with_all
    changes = (("exactly: true", "exactly: false"), ("questions: 4", "questions: 0"))
    game = board_of(tmp_path, *changes, ("dice: 1", "dice: 2"))
    without = texts(make(game, "goose", Options()).pdf or b"")
    told = re.sub(r"\s+", " ", " ".join(without))
    assert "les deux dés" in told
    assert "un nombre plus grand suffit" in told
    assert "en reculant" not in told
    assert "?" not in told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("square: 38, does: back, count: 5", "square: 38, does: to, count: 38", ("38",)),
        ("square: 33, does: to, count: 25", "square: 33, does: forward, count: 5", ("33", "38")),
    ],
)
def test_boards_without_an_end_are_refused(
    tmp_path: Path, old: str, new: str, told: tuple[str, ...]
) -> None:
    """Squares that send a pawn round for ever are named, by the print and at their place."""
    game = board_of(tmp_path, (old, new))
    with pytest.raises(LudokitError) as found:
        plan(game, "goose", Options())
    words_ = say(found.value.message, "fr")
    assert all(re.search(rf"\b{one}\b", words_) for one in told)


@pytest.mark.parametrize("new", ["does: forward}", "does: back, count: 0}", "does: miss}"])
def test_squares_say_how_many(tmp_path: Path, new: str) -> None:
    """Moves and missed turns without a number are refused at their line."""
    game = board_of(tmp_path, ("does: forward, count: 3}", new))
    with pytest.raises(DataError) as found:
        plan(game, "goose", Options())
    assert [one.line for one in found.value.problems] != [None]


def test_questions_stand_where_the_table_says(tmp_path: Path) -> None:
    """A column of squares puts the question marks; what is no plain square is told at its cell."""
    game = board_of(tmp_path, table="question;réponse;case\na;b;7\nc;d;\ne;f;12\ng;h;7")
    made = make(game, "goose", Options())
    (found,) = [json.loads(data) for name, data in made.files.items() if "contents" in name]
    assert [one["square"] for one in found["specials"] if one["does"] == "question"] == [7, 12]
    assert "une carte de cette case" in re.sub(r"\s+", " ", texts(made.pdf or b"")[-1])
    game = board_of(tmp_path, table="question;réponse;case\na;b;6\nc;d;40\ne;f;sept\ng;h;5")
    with pytest.raises(DataError) as error:
        plan(game, "goose", Options())
    assert [one.field for one in error.value.problems] == ["C2", "C3", "C4"]


@pytest.mark.few(1)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("paper", ["a4", *(long(one) for one in ("letter", "a3"))])
@pytest.mark.parametrize("is_large", [False, long(True)])
def test_boards_print_on_every_paper(
    tmp_path: Path, language: Language, paper: str, *, is_large: bool
) -> None:
    """A board is one page, or tiles where it is large; every square shows once."""
    options = Options(language, paper=paper, large=is_large)  # type: ignore[arg-type]
    game = made_of(tmp_path, "goose", TABLE, language)
    pages = plan(game, "goose", options)
    boards = [page for page in pages if page.copies]
    assert (len(boards) > 1) == is_large
    cells = cells_of(pages)
    assert len(cells) == 40
    usual = cells_of(plan(game, "goose", Options(language, paper=paper)))  # type: ignore[arg-type]
    scale = 1.3 if is_large else 1.0
    assert all(cells[one].width >= scale * usual[one].width - 0.1 for one in cells)


def test_a_copy_keeps_the_squares(tmp_path: Path) -> None:
    """Every square is bounded in ink, 0.6 pt at least, whatever its colour."""
    (copy,) = plan(board_of(tmp_path), "goose", Options(ink="grey"))[0].copies
    edges = [
        shape.stroke
        for shape, _ in shapes(copy.placed)
        if isinstance(shape, Polygon) and shape.stroke is not None
    ]
    assert len(edges) == 41 + 40  # the fields, and the arrows between them
    assert all(stroke.colour == "ink" and stroke.width >= 0.6 for stroke in edges)


def test_a_new_goose_has_board_cards_and_pawns(tmp_path: Path) -> None:
    """What is made of a table is a board, its question cards, a die and pawns for four."""
    game = board_of(tmp_path)
    assert game.printables() == ("goose", "quiz", "pawns")
    cards = texts(make(game, "quiz", Options()).pdf or b"")
    assert "Combien font 3 et 1 ?" in re.sub(r"\s+", " ", " ".join(cards)).replace("\u202f", " ")
    titles = [
        shape.drawing.title
        for page in plan(game, "pawns", Options())
        for row in page.copies
        for shape in all_shapes(row.placed.drawing)
        if isinstance(shape, Placed)
    ]
    pawns = Counter(title for title in titles if title.startswith("pawn "))
    assert [*pawns.values()] == [1, 1, 1, 1]


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.parametrize("ink", [*(long(one) for one in ("grey", "outline")), "colour"])
@pytest.mark.parametrize("form", FORMS)
def test_a_copied_board_can_be_played_on(tmp_path: Path, ink: Ink, form: TrackShape) -> None:
    """On a copy of a copy all squares, signs and words of the board and its rules are there."""
    game, options = board_of(tmp_path, ("spiral", form)), Options(ink=ink)
    pages, pdf = plan(game, "goose", options), make(game, "goose", options).pdf
    assert pdf is not None
    for number, before, glyphs in pictures(pdf, (0, -1)):
        after = copied(before)
        assert [*lost_lines(pages[number], palette(game, ink), before, after)] == []
        assert [*lost_letters(glyphs, before, after)] == []
