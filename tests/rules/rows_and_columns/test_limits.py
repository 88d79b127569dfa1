"""The limits of rows and columns, on both sides of each edge."""

from pathlib import Path

import pytest

from generator.game import Mark
from generator.rules.rows_and_columns import RowsAndColumns
from tests.rules.altered import refused_in_data, refused_in_record


@pytest.mark.parametrize(("rows", "is_good"), [(0, False), (1, True), (30, True), (31, False)])
def test_full_rows_to_end(tmp_path: Path, rows: int, is_good: bool) -> None:  # noqa: FBT001 - a table
    """A game ends with 1 to 30 full rows."""
    new = f"full_rows_to_end: {rows}"
    found = refused_in_data(tmp_path, "qwinto", "full_rows_to_end: 2", new)
    assert found == ([] if is_good else ["mechanics.full_rows_to_end"])


@pytest.mark.parametrize(("misses", "is_good"), [(-1, False), (0, True), (1, True)])
def test_misses(misses: int, is_good: bool) -> None:  # noqa: FBT001 - a table
    """Nobody has fewer than no misses."""
    sheets = f"sheets: {{Ana: {{misses: {misses}}}, Ben: {{}}}}\n"
    found = refused_in_record(f"game: qwinto\nplayers: [Ana, Ben]\n{sheets}")
    assert found == ([] if is_good else ["sheets.Ana.misses"])


@pytest.mark.parametrize(("cells", "is_good"), [(8, False), (9, True), (10, False)])
def test_cells_of_a_row(cells: int, is_good: bool) -> None:  # noqa: FBT001 - a table
    """A row is written down with all its cells and no more."""
    row = ", ".join("~" * cells)
    sheets = f"sheets: {{Ana: {{orange: [{row}]}}, Ben: {{}}}}\n"
    found = refused_in_record(f"game: qwinto\nplayers: [Ana, Ben]\n{sheets}")
    assert found == ([] if is_good else ["sheets.Ana.orange"])


def test_totals_fit_their_box(qwinto: RowsAndColumns) -> None:
    """A total of four signs at most is shown, a longer one as an ellipsis."""
    shown = qwinto.totals_shown({"a": 999, "b": 1000, "c": -999, "d": -1000})
    assert list(shown.values()) == [Mark("999"), Mark("…"), Mark("−999"), Mark("…")]
