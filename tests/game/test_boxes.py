"""Boxes that dice fill: their points for every throw, and the sheets they are printed on."""

import json
from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement, product
from typing import Any

import pytest
from pydantic import ValidationError

from generator.game import load
from generator.game.parts import Box, Boxes
from generator.make import make
from generator.paper.page import PaperName
from generator.printables.context import Options
from generator.words import LANGUAGES, Language

FACES = range(1, 7)
THROWS = [*combinations_with_replacement(FACES, 5)]
Worth = Callable[[tuple[int, ...]], int]


def most(throw: tuple[int, ...]) -> int:
    """Return how often the face shows that shows most often."""
    return max(throw.count(face) for face in FACES)


def longest(throw: tuple[int, ...]) -> int:
    """Return the length of the longest run of faces."""
    shown = "".join("x" if face in throw else " " for face in FACES)
    return max(map(len, shown.split()))


# The rules of the game again, box by box, by hand.
WORTH: dict[str, Worth] = {
    **{
        name: partial(lambda throw, face: face * throw.count(face), face=face)
        for face, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1)
    },
    "three": lambda throw: sum(throw) if most(throw) >= 3 else 0,
    "four": lambda throw: sum(throw) if most(throw) >= 4 else 0,
    "full": lambda throw: 25 if most(throw) == 3 and len(set(throw)) == 2 else 0,
    "short": lambda throw: 30 if longest(throw) >= 4 else 0,
    "long": lambda throw: 40 if longest(throw) == 5 else 0,
    "yams": lambda throw: 50 if most(throw) == 5 else 0,
    "chance": sum,
}
# How many of the 252 throws, and of the 7,776 rolls, are worth something in a box.
FILLED = {
    **dict.fromkeys(("ones", "twos", "threes", "fours", "fives", "sixes"), (126, 4651)),
    "three": (126, 1656),
    "four": (36, 156),
    "full": (30, 300),
    "short": (16, 1200),
    "long": (2, 240),
    "yams": (6, 6),
    "chance": (252, 7776),
}


@pytest.fixture
def sheet() -> Boxes:
    """Return the sheet of Yams."""
    return load("yams").part("sheet", Boxes)


def test_points_of_every_throw(sheet: Boxes) -> None:
    """Each of the 252 throws is worth in each box what the rules say, in whatever order it lies."""
    assert sheet.cell_ids() == tuple(WORTH)
    for name, box in sheet.boxes().items():
        wanted = [WORTH[name](throw) for throw in THROWS]
        assert [box.points(throw) for throw in THROWS] == wanted
        assert [box.points(throw[::-1]) for throw in THROWS] == wanted


def test_counts_of_every_box(sheet: Boxes) -> None:
    """So many throws and rolls fill a box: the numbers that combinatorics gives."""
    for name, box in sheet.boxes().items():
        rolls = sum(box.points(roll) > 0 for roll in product(FACES, repeat=5))
        assert (sum(map(box.fits, THROWS)), rolls) == FILLED[name]


def test_values_of_a_box(sheet: Boxes) -> None:
    """A box can hold what some throw gives: zero too, where not all of them fit."""
    boxes = sheet.boxes()
    assert boxes["twos"].values(5, 6) == {0, 2, 4, 6, 8, 10}
    assert boxes["three"].values(5, 6) == {0, *range(5, 31)}
    assert boxes["chance"].values(5, 6) == {*range(5, 31)}
    assert boxes["full"].values(5, 6) == {0, 25}


def test_drawn_dice_fill_their_box(sheet: Boxes) -> None:
    """The dice drawn beside a box are worth something in it."""
    for box in sheet.boxes().values():
        assert box.points(box.shown() or (1,)) > 0


@pytest.mark.parametrize(
    ("most", "more"),
    [
        ({"face": 6}, {"face": 7}),
        ({"face": 1}, {"face": 0}),
        ({"equal": 10}, {"equal": 11}),
        ({"equal": 2}, {"equal": 1}),
        ({"run": 6}, {"run": 7}),
        ({"run": 2}, {"run": 1}),
        ({"groups": (2, 2, 2, 2)}, {"groups": (2, 2, 2, 2, 2)}),
    ],
)
def test_limits_of_a_box(most: dict[str, Any], more: dict[str, Any]) -> None:
    """What a box may want is limited: six faces with pips, ten equal dice, four groups."""
    assert Box(id="box", **most).shown()
    with pytest.raises(ValidationError):
        Box(id="box", **more)


def test_drawn_dice(sheet: Boxes) -> None:
    """Equal dice are drawn as sixes, the next group as fives, a run from one on."""
    shown = {name: box.shown() for name, box in sheet.boxes().items()}
    assert shown["full"] == (6, 6, 6, 5, 5)
    assert shown["yams"] == (6, 6, 6, 6, 6)
    assert shown["short"] == (1, 2, 3, 4)
    assert shown["fives"] == (5,)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("per_page", [1, 2, 3])
def test_hands_have_room(sheet: Boxes, per_page: int, paper: PaperName, language: Language) -> None:
    """Every sheet has every box, 18 mm across and 8 mm high or more, and the boxes to add up in."""
    options = Options(language, per_page=per_page, paper=paper)
    files = make(load("yams"), "score-sheets", options).files
    cells = json.loads(next(data for name, data in files.items() if name.endswith(".json")))[
        "cells"
    ]
    sums = ("upper", "bonus", "lower", "total")
    wanted = [*sheet.cell_ids(), *(f"score.{name}" for name in sums)]
    for copy in range(1, per_page + 1):
        mine = [cell["id"] for cell in cells if cell["copy"] == copy]
        assert [name for name in mine if name in wanted] == wanted
    boxes = [cell for cell in cells if cell["id"] in sheet.cell_ids()]
    assert min(cell["width"] for cell in boxes) >= 18 - 0.001
    assert min(cell["height"] for cell in boxes) >= 8 - 0.03
