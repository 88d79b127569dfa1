"""The limits of lines of dice, on both sides of each edge."""

from pathlib import Path

import pytest

from generator.game import Mark
from generator.games.doce.rules import DoceRules
from tests.rules.altered import refused_in_data


@pytest.mark.parametrize(
    ("field", "value", "least", "most"),
    [("window", 4, 2, 5), ("group", 3, 2, 10), ("rounds", 4, 1, 20)],
)
def test_counts(tmp_path: Path, field: str, value: int, least: int, most: int) -> None:
    """A line has 2 squares to as many as lie in a row, a group 2 to 10, a match 1 to 20 rounds."""
    found = {}
    for number in (least - 1, least, most, most + 1):
        folder, new = tmp_path / str(number), f"  {field}: {number}\n"
        found[number] = refused_in_data(folder, "doce", f"  {field}: {value}\n", new)
    wrong = [f"mechanics.{field}"]
    assert found == {least - 1: wrong, least: [], most: [], most + 1: wrong}


@pytest.mark.parametrize("names", ["dice-black", "dice-black, dice-pale, dice-pale"])
def test_dice_of_two(tmp_path: Path, names: str) -> None:
    """Two players have dice, no fewer and no more."""
    found = refused_in_data(tmp_path, "doce", "[dice-black, dice-pale]", f"[{names}]")
    assert found == ["mechanics.dice"]


def test_totals_fit_their_box(doce: DoceRules) -> None:
    """A total of four signs at most is shown, a longer one as an ellipsis."""
    shown = doce.total_marks({"a": 999, "b": 1000, "c": -999, "d": -1000})
    assert list(shown.values()) == [Mark("999"), Mark("…"), Mark("−999"), Mark("…")]


@pytest.mark.parametrize(("total", "is_good"), [(3, False), (4, True), (24, True), (25, False)])
def test_the_sum_that_wins(tmp_path: Path, total: int, is_good: bool) -> None:  # noqa: FBT001 - a table
    """A line wins by a sum that the faces of its dice can have."""
    found = refused_in_data(tmp_path, "doce", "  sum: 12\n", f"  sum: {total}\n")
    assert found == ([] if is_good else ["mechanics.sum"])
