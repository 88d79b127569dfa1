"""Parts of the data that cannot play their role on a sheet of rows and columns."""

from pathlib import Path

import pytest

from tests.rules.altered import refused_in_data


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        ("  grid: sheet", "  grid: dice", ["mechanics.grid"]),
        ("  dice: dice", "  dice: sheet", ["mechanics.dice"]),
        ("  misses: misses", "  misses: dice", ["mechanics.misses"]),
        ("- {id: Y, colour: yellow", "- {id: Y, colour: orange", ["mechanics.grid"]),
        ("dice: [orange, yellow, purple]", "dice: [orange, yellow]", ["mechanics.grid"]),
        ("dice: [orange, yellow, purple]", "dice: [orange]", ["mechanics.grid"] * 2),
    ],
)
def test_faults_of_the_data(tmp_path: Path, old: str, new: str, fields: list[str]) -> None:
    """Each part that cannot play its role is named, and each row without a die of its own."""
    assert refused_in_data(tmp_path, "qwinto", old, new) == fields
