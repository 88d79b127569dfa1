"""Parts of the data that cannot play their role on a sheet that is written on."""

from pathlib import Path

import pytest

from tests.rules.altered import refused_in_data


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        ("  sheet: sheet", "  sheet: dice", ["mechanics.sheet"]),
        ("  dice: dice\n", "  dice: sheet\n", ["mechanics.dice"]),
        ("  misses: misses", "  misses: dice", ["mechanics.misses"]),
        ("- {id: Y, colour: yellow", "- {id: Y, colour: orange", ["mechanics.sheet"]),
        ("dice: [orange, yellow, purple]", "dice: [orange, yellow]", ["mechanics.sheet"]),
        ("dice: [orange, yellow, purple]", "dice: [orange]", ["mechanics.sheet"] * 2),
        ("full_rows: 2, boxes: true", "full_rows: 4, boxes: true", ["rules[20].by.full_rows"]),
        ("full_rows: 2, boxes: true", "full_rows: 2, tokens: true", ["rules[20].by.tokens"]),
        ("  misses: misses\n", "", ["rules[20].by.boxes"]),
        ("by: {rule: rolled}", "by: {rule: shown}", ["rules[7].by.rule"]),
    ],
)
def test_faults_of_the_data(tmp_path: Path, old: str, new: str, fields: list[str]) -> None:
    """Each part that cannot play its role is named, and each row without a die of its own."""
    assert refused_in_data(tmp_path, "qwinto", old, new) == fields
