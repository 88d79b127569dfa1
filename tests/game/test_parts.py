"""Parts know their geometry: the published Qwinto sheet, dice and tracks."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from generator.game import load
from generator.game.parts import Dice, Grid, Track

# Column by column, top to bottom, as the sheet is published; * marks the bonus cell.
PUBLISHED = """
P1
Y1 P2
O1 Y2 P3*
O2* Y3 P4
O3 Y4
Y5 P5
O4 P6
O5* Y6 P7
O6 Y7* P8
O7 Y8 P9*
O8 Y9
O9
"""


@pytest.fixture
def sheet() -> Grid:
    """Return the grid of the Qwinto sheet."""
    return load("qwinto").part("sheet", Grid)


def test_columns_are_the_published_ones(sheet: Grid) -> None:
    """Every cell and bonus cell of the sheet lies in the column it has been published in."""
    written = [
        " ".join(cell.id + "*" * cell.is_bonus for cell in column) for column in sheet.columns()
    ]
    assert written == PUBLISHED.split("\n")[1:-1]


def test_bonus_columns_have_three_cells(sheet: Grid) -> None:
    """Five columns can earn a bonus, and each has its one bonus cell."""
    columns = sheet.bonus_columns()
    assert [column[0].column for column in columns] == [2, 3, 7, 8, 9]
    assert all([cell.is_bonus for cell in column].count(True) == 1 for column in columns)


def test_blanks_lie_where_rows_jump(sheet: Grid) -> None:
    """The blank space of a row is the one column between its first and last cell without a cell."""
    for row, blank in sheet.blanks():
        columns = [cell.column for cell in sheet.row(row)]
        assert set(range(columns[0], columns[-1])) - set(columns) == {blank}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_sums_equal_brute_force(count: int) -> None:
    """The chance of each sum is what counting every roll gives."""
    rolls = Counter(sum(faces) for faces in product(range(1, 7), repeat=count))
    counted = {total: Fraction(ways, 6**count) for total, ways in sorted(rolls.items())}
    assert load("qwinto").part("dice", Dice).sums(count) == counted


def test_track_names_its_boxes() -> None:
    """A track's boxes are cells with ids, counted from one."""
    track = Track(part="track", id="miss", boxes=4, worth=-5)
    assert track.cell_ids() == ("miss.1", "miss.2", "miss.3", "miss.4")
    assert track.figures()["cost"] == 5
