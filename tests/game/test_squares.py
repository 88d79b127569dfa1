"""Boards of squares know their geometry: ids, edge, lines with totals, windows, neighbours."""

import shutil
from itertools import product
from pathlib import Path

import pytest
from pydantic import ValidationError

from generator import paths
from generator.check import check
from generator.errors import DataError
from generator.game import load
from generator.game.parts import Numbers, Pool, Scale, Squares, Supply, Tiles, Track

# Crowns as games/crowns.md has them, row 6 first; the top row and the last column are edge.
PUBLISHED = """
1 2 3 4 5 6
2 3 4 5 6 5
1 2 3 4 5 4
0 1 2 3 4 3
0 0 1 2 3 2
0 0 0 1 2 1
"""


@pytest.fixture
def crowns() -> Squares:
    """Return the board of Crowns."""
    return load("crowns").part("board", Squares)


@pytest.fixture
def doce() -> Squares:
    """Return the board of DOCE."""
    return load("doce").part("board", Squares)


def test_crowns_stand_where_they_should(crowns: Squares) -> None:
    """The 36 cells are called by dice and pips, each with its crowns, top row first."""
    rows = [[int(word) for word in line.split()] for line in PUBLISHED.split("\n")[1:-1]]
    wanted = {
        f"{dice}x{pip}": rows[6 - pip][dice - 1] for dice, pip in product(range(1, 7), repeat=2)
    }
    assert {square.id: square.worth for square in crowns.all_cells()} == wanted
    assert crowns.cell_ids()[0] == "1x6"
    assert crowns.cell_ids()[-1] == "6x1"


def test_crowns_have_eleven_edge_cells(crowns: Squares) -> None:
    """The top row and the column of six dice are edge, the other 5 x 5 cells the field."""
    edge = {f"{n}x6" for n in range(1, 7)} | {f"6x{n}" for n in range(1, 7)}
    assert {square.id for square in crowns.edges()} == edge
    assert len(edge) == 11
    assert len(crowns.field()) == 25


def test_line_totals_are_the_published_ones(crowns: Squares) -> None:
    """Adding up crowns gives the totals that the rules show for rows, columns and diagonals."""
    totals = {line.id: line.worth for line in crowns.lines()}
    rows = {"row.5": 20, "row.4": 15, "row.3": 10, "row.2": 6, "row.1": 3}
    columns = {"column.1x": 3, "column.2x": 6, "column.3x": 10, "column.4x": 15, "column.5x": 20}
    assert totals == {**rows, **columns, "rising": 12, "falling": 10}
    rising = next(line for line in crowns.lines() if line.id == "rising")
    assert [square.id for square in rising.squares] == ["1x1", "2x2", "3x3", "4x4", "5x5"]


def test_windows_equal_brute_force(doce: Squares) -> None:
    """Four squares in a straight row are 28, the same that trying every four places finds."""
    places = {(x, y): f"{'ABCDE'[x]}{y + 1}" for x, y in product(range(5), repeat=2)}
    straight = {
        tuple(places[x + n * dx, y + n * dy] for n in range(4))
        for (x, y), (dx, dy) in product(places, ((1, 0), (0, 1), (1, 1), (1, -1)))
        if (x + 3 * dx, y + 3 * dy) in places
    }
    found = {tuple(square.id for square in window) for window in doce.windows(4)}
    assert found == straight
    assert len(doce.windows(4)) == len(straight) == 28


@pytest.mark.parametrize(
    ("square", "around"),
    [
        pytest.param("A1", "B1 A2 B2", id="corner"),
        pytest.param("C1", "B1 D1 B2 C2 D2", id="side"),
        pytest.param("B2", "A1 B1 C1 A2 C2 A3 B3 C3", id="middle"),
    ],
)
def test_neighbours(doce: Squares, square: str, around: str) -> None:
    """The neighbours of a square touch it at a side or a corner, in reading order."""
    assert " ".join(one.id for one in doce.neighbours(square)) == around


def test_a_field_that_is_not_square_has_no_diagonals() -> None:
    """Rows and columns of different number leave no way from corner to corner."""
    board = Squares(part="squares", columns=("A", "B"), rows=("1", "2", "3"), colour="ink")
    assert {line.kind for line in board.lines()} == {"row", "column"}
    assert board.at(3, 0) is None
    with pytest.raises(KeyError):
        board.cell("C1")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param(
            "    - [0, 0, 0, 1, 2, 1]\n", "", "worth: 5 given, 6 are wanted", id="a row less"
        ),
        pytest.param(
            "[0, 0, 0, 1, 2, 1]", "[0, 0, 0, 1, 2]", "worth[6]: 5 given", id="a cell less"
        ),
        pytest.param("columns: [6x], rows", "columns: [7x], rows", "'7x' is not a c", id="edge"),
        pytest.param("[1x, 2x, 3x", "[1x, 1x, 3x", "'1x' stands twice", id="names"),
        pytest.param("[40, 36, 31", "[40, 40, 31", "40 is not less", id="grades"),
        pytest.param("colour: gold", "colour: gild", "'gold'?", id="colour"),
        pytest.param("colours: [red,", "colours: [rad,", "'red'?", id="token"),
    ],
)
def test_faults_are_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    """A board that does not fit together is refused with the field that is wrong."""
    folder = shutil.copytree(paths.rules_data() / "crowns", tmp_path / "crowns")
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        check(folder)
    assert told in caught.value.worded("en")


def test_grades_leave_no_gap() -> None:
    """Each grade begins where the one below ends; the best and the last are open."""
    spans = load("crowns").part("grades", Scale).spans()
    assert spans == ((40, None), (36, 39), (31, 35), (26, 30), (21, 25), (None, 20))


def test_numbers_of_pieces_are_the_games() -> None:
    """Crowns has six dice and 18 tokens of six colours, DOCE 33 tiles a player."""
    crowns, doce = load("crowns"), load("doce")
    assert crowns.part("dice", Pool).figures() == {"count": 6, "sides": 6}
    assert crowns.part("tokens", Supply).figures() == {"each": 18, "colours": 6, "all": 108}
    pieces = doce.part("pieces", Tiles)
    assert pieces.figures() == {"copies": 11, "each": 33, "all": 66}
    for colour in pieces.colours:
        mine = [t for t in pieces.tiles() if t.colour == colour and isinstance(t.front, int)]
        assert sorted((t.front, t.back) for t in mine) == sorted([(1, 6), (2, 5), (3, 4)] * 11)


def test_numbers_may_begin_at_nought() -> None:
    """The score track counts from 0 to 99, and its boxes are called so."""
    track = load("doce").part("score", Numbers)
    assert (track.cell_ids()[0], track.cell_ids()[-1]) == ("point.0", "point.99")
    with pytest.raises(ValidationError):
        Track(part="track", id="point", boxes=0)
