"""Positions as the rules see them, against tables a teacher could read."""

import re
from collections.abc import Mapping

import pytest

from generator.documents.reading import guide, numbers
from generator.documents.teaching import rules_of
from generator.documents.write import Example
from generator.game import Game
from generator.rules.sheet.write import Write

FULL = {"orange": 4, "yellow": 16, "purple": 6, "bonus": 27, "misses": -10, "total": 43}


def seen(game: Game, marks: dict[str, str]) -> Example:
    """Return marks as the rules of a game see them."""
    return Example(rules_of(game, Write), marks)


def score(example: Example) -> Mapping[str, int]:
    """Return what a sheet is worth, part by part."""
    return example.rules.score(example.sheet)


def test_score_of_the_full_sheet(qwinto: Game) -> None:
    """The sheet of the rule sheet is worth what the rule text's example is worth."""
    found = seen(qwinto, dict(guide(qwinto, "en").positions["full"].marks))
    assert score(found) == FULL
    assert found.bonuses() == (5, 12, 10)


@pytest.mark.parametrize("position", ["full", "task-count"])
def test_listed_bonuses_add_up(qwinto: Game, position: str) -> None:
    """The bonus cells that a sentence lists make the bonus that it prints beside them."""
    known = numbers(qwinto, guide(qwinto, "en").positions, "en")
    listed = re.findall("[0-9]+", known[f"position.{position}.bonus.list"])
    assert sum(map(int, listed)) == int(known[f"score.{position}.bonus"])
    assert len(listed) == int(known[f"position.{position}.bonus.count"])


@pytest.mark.parametrize(
    ("marks", "part", "points"),
    [
        pytest.param({}, "total", 0, id="empty sheet"),
        pytest.param({"miss.1": "tick"}, "total", -5, id="one miss"),
        pytest.param({"O2": "6", "Y3": "5", "P4": "8"}, "bonus", 6, id="filled column"),
        pytest.param({"O2": "6", "Y3": "5"}, "bonus", 0, id="column with a gap"),
        pytest.param({"O9": "18"}, "orange", 1, id="one number"),
        pytest.param({f"P{n}": str(n + 3) for n in range(1, 10)}, "purple", 12, id="full row"),
    ],
)
def test_score(qwinto: Game, marks: dict[str, str], part: str, points: int) -> None:
    """A row, a column and a miss are each worth what the rules say."""
    assert score(seen(qwinto, marks))[part] == points


@pytest.mark.parametrize(
    ("marks", "cells"),
    [
        pytest.param({"O1": "3", "O2": "4"}, (), id="rising"),
        pytest.param({"O1": "4", "O9": "4"}, ("O1", "O9"), id="twice in a row"),
        pytest.param({"O1": "3", "O2": "9", "O3": "2"}, ("O1", "O2", "O3"), id="low behind two"),
        pytest.param({"P4": "7", "P5": "5"}, ("P4", "P5"), id="falling across the blank"),
        pytest.param({"O7": "14", "Y8": "14"}, ("O7", "Y8"), id="twice in a column"),
        pytest.param({"O7": "14", "Y7": "14"}, (), id="same number elsewhere"),
    ],
)
def test_clashing(qwinto: Game, marks: dict[str, str], cells: tuple[str, ...]) -> None:
    """Numbers that cannot stand together are found, and no others."""
    assert seen(qwinto, marks).clashing() == cells


@pytest.mark.parametrize(
    ("name", "cells"),
    [("where", ("O4", "O5", "P4", "P5", "P6")), ("full", ())],
)
def test_open_cells(qwinto: Game, name: str, cells: tuple[str, ...]) -> None:
    """A sum may stand where its row still rises and its column does not hold it."""
    position = guide(qwinto, "en").positions[name]
    marks = dict(position.marks)
    assert seen(qwinto, marks).open_cells(position.sum, position.colours) == cells
    for cell in cells:
        assert seen(qwinto, {**marks, cell: str(position.sum)}).clashing() == ()
