"""The limits of sheets that are written on, on both sides of each edge."""

from pathlib import Path

import pytest

from generator.game import Mark
from generator.games.write.rules import WriteRules
from tests.rules.altered import refused_in_data


@pytest.mark.parametrize(("rows", "is_good"), [(0, False), (1, True), (3, True), (4, False)])
def test_full_rows_to_end(tmp_path: Path, rows: int, is_good: bool) -> None:  # noqa: FBT001 - a table
    """A game ends with one full row to as many as there are."""
    new = f"full_rows: {rows}"
    found = refused_in_data(tmp_path, "qwinto", "full_rows: 2", new)
    assert found == ([] if is_good else ["rules[20].by.full_rows"])


def test_totals_fit_their_box(qwinto: WriteRules) -> None:
    """A total of four signs at most is shown, a longer one as an ellipsis."""
    shown = qwinto.total_marks({"a": 999, "b": 1000, "c": -999, "d": -1000})
    assert list(shown.values()) == [Mark("999"), Mark("…"), Mark("−999"), Mark("…")]
