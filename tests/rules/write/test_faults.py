"""Parts of the data that cannot play their role on a sheet that is written on."""

from pathlib import Path

import pytest

from generator import game, rules
from generator.errors import LudokitError
from generator.records.writing import sample_record
from tests.rules.altered import altered, refused_in_data

GAMES = Path(__file__).parents[2] / "games"


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


def test_rules_by_which_nobody_comes_to_the_end(tmp_path: Path) -> None:
    """Where one rule demands what another forbids, that is said, and not of errors to plant."""
    stuck = [("{rule: miss-due}", "{rule: write-due}"), ("boxes: true", "full_rows: 4")]
    own = rules.load(game.load_folder(altered(tmp_path, "parcelles", *stuck, root=GAMES)))
    with pytest.raises(LudokitError, match="one demands what another forbids"):
        sample_record(own, seed=1, language="en")
