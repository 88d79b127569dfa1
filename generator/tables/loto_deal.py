"""A loto dealt from a list: which rows are played with, how many boards, and how it is called.

Boards to print and boards to judge are dealt here, so that a number and a seed name the same board.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from random import Random

from generator.errors import LudokitError
from generator.tables.loto import LAYOUTS, Board, Wins, boards
from generator.tables.loto_calls import Chance, calling_order, chances
from generator.words import message

# Of a long list so many rows are played with: who calls more tires the class.
MOST = 75
# The boards of a class of which nobody says how large it is.
USUAL = 30
# For more the search for boards that share little takes long.
MOST_PUPILS = 100


@dataclass(frozen=True, slots=True)
class Dealt:
    """The rows of a list that are played with, rising, and the boards; a board holds rows."""

    rows: tuple[int, ...]
    boards: tuple[Board, ...]


@lru_cache(maxsize=16)
def dealt(rows: int, pupils: int, layout: str, seed: int) -> Dealt:
    """Deal a board for each pupil from a list of so many rows; 0 pupils are as many as is usual.

    Of a long list as many rows are played with as the boards have cells, and 75 at most; chance
    chooses them. Raise LudokitError where the list is too short for so many different boards, or
    for more than 100.
    """
    if pupils > MOST_PUPILS:
        raise LudokitError(message("list.loto-most", found=pupils, most=MOST_PUPILS))
    shape = LAYOUTS[layout]
    count = pupils or usual(rows, layout)
    most = rows if shape.blanks == "tens" else min(rows, MOST, count * shape.filled)
    kept = tuple(sorted(Random(seed).sample(range(rows), most)))  # noqa: S311 - a game's chance
    made = boards(most, count, shape, seed)
    return Dealt(kept, tuple(Board(_rows_of(kept, board), board.columns) for board in made))


def usual(rows: int, layout: str) -> int:
    """Return for how many pupils boards are made where nobody says it: 30 if the list gives them.

    Of a list that is far too short two are asked for, and refused with the reason.
    """
    return max(2, min(USUAL, comb(rows, LAYOUTS[layout].filled)))


def _rows_of(kept: tuple[int, ...], board: Board) -> tuple[int | None, ...]:
    return tuple(None if cell is None else kept[cell] for cell in board.cells)


@dataclass(frozen=True, slots=True)
class Calls:
    """The rows in the order in which to call them, and the chances that somebody has won."""

    order: tuple[int, ...]
    chances: tuple[Chance, ...]


@lru_cache(maxsize=16)
def calls(rows: int, pupils: int, layout: str, wins: Wins, seed: int) -> Calls:
    """Return how the boards that are dealt so are called; raise LudokitError as `dealt` does."""
    game = dealt(rows, pupils, layout, seed)
    place = {row: number for number, row in enumerate(game.rows)}
    made = [
        Board(tuple(cell if cell is None else place[cell] for cell in one.cells), one.columns)
        for one in game.boards
    ]
    order = calling_order(made, len(place), wins, seed)
    told = chances(made, len(place), wins, seed)
    return Calls(tuple(game.rows[number] for number in order), told)
