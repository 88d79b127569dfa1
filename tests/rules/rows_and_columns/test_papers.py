"""Sheets of rows and columns that are judged alone, without the turns that led there."""

import pytest

from generator.rules import Seating
from generator.rules.rows_and_columns import RowsAndColumns
from tests.rules.altered import judged

NAMES = ("Ana", "Ben", "Chloé")
HEAD = "game: qwinto\nplayers: [Ana, Ben]\n"


@pytest.mark.parametrize(
    ("rows", "broken"),
    [
        ("yellow: [5, 6, ~, ~, ~, ~, ~, ~, ~]", []),
        ("yellow: [5, 5, ~, ~, ~, ~, ~, ~, ~]", ["row-rising"]),
        ("yellow: [6, ~, ~, ~, ~, ~, ~, ~, 5]", ["row-rising"]),
        ("yellow: [1, ~, ~, ~, ~, ~, ~, ~, 18]", []),
        ("yellow: [0, ~, ~, ~, ~, ~, ~, ~, 19]", ["number-range"] * 2),
        (
            "yellow: [5, ~, ~, ~, ~, ~, ~, ~, ~], purple: [~, 5, ~, ~, ~, ~, ~, ~, ~]",
            ["column-distinct"],
        ),
        ("yellow: [5, ~, ~, ~, ~, ~, ~, ~, ~], purple: [5, ~, ~, ~, ~, ~, ~, ~, ~]", []),
        ("misses: 4", []),
        ("misses: 5", ["miss-limit"]),
    ],
)
def test_sheets_alone(rows: str, broken: list[str]) -> None:
    """Numbers that cannot stand together are found without the turns."""
    report = judged(f"{HEAD}sheets: {{Ana: {{{rows}}}, Ben: {{}}}}\n")
    assert [found.rule for found in report.findings] == broken


@pytest.mark.parametrize(
    ("misses", "where"),
    [("0", "miss.1"), ("1", None), ("3", "miss.2"), ("~", None)],
)
def test_misses_beside_turns(misses: str, where: str | None) -> None:
    """A sheet with more or fewer misses than the turns give differs, at the first such box."""
    turns = "turns: [{player: Ana, dice: {yellow: 1}, miss: true}]\n"
    report = judged(f"{HEAD}{turns}sheets: {{Ana: {{misses: {misses}}}}}\n")
    found = [(one.rule, one.where) for one in report.findings if one.rule != "unfinished"]
    assert found == ([("sheet-differs", where)] if where else [])


def test_sheets_alone_have_no_last_turn(qwinto: RowsAndColumns) -> None:
    """Where only sheets are known, the game is over after no turn, or not at all."""
    body = qwinto.body(sheets={"Ana": {}, "Ben": {}})
    whole, part = (qwinto.laid(Seating(names), body) for names in (NAMES[:2], NAMES))
    assert whole is not None
    assert part is not None
    assert (whole.ended, part.ended, whole.played, whole.next) == (0, None, 0, "Ana")
