"""A rule that is left out of the data is not played: nothing else has to change."""

import re
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from generator import game, paths, rules
from generator.check import check
from generator.games.write.rules import WriteRules
from generator.rules import Seating
from generator.rules.sheet.plan import Sheet
from generator.rules.sheet.primitives import Attempt


def without(rule: str, folder: Path) -> WriteRules:
    """Return the rules of Qwinto without one of them, from a copy of its folder."""
    copytree(paths.rules_data() / "qwinto", folder)
    for file in folder.glob("*.yaml"):
        text = re.sub(
            rf"^(- \{{id: | +){rule}[,:].*\n", "", file.read_text("utf-8"), flags=re.MULTILINE
        )
        text = re.sub(rf"(, {rule}\b|\b{rule}, )", "", text)
        # Passages of the guide that teach it alone teach no rule then.
        text = re.sub(rf"\{{of: {rule}\}}", "~", text)
        # What the rule sheet and the quiz say of it alone.
        text = re.sub(rf"- \{{rules: \[{rule}\]\}}", "- ~", text)
        text = re.sub(rf", (rules: \[{rule}\]|[a-z]+: {rule}\b)", "", text)
        # Beside the rule of columns a table tent has a picture.
        text = text.replace(", differs,", ",") if rule == "column-distinct" else text
        assert rule not in text
        file.write_text(text, encoding="utf-8")
    found = rules.load(game.load_folder(folder))
    assert isinstance(found, WriteRules)
    return found


@pytest.mark.parametrize(
    ("rule", "numbers", "cell", "number"),
    [
        ("column-distinct", {"Y3": 9}, "O2", 9),
        ("row-rising", {"O2": 9}, "O3", 4),
        ("cell-free", {"O2": 9}, "O2", 9),
        ("row-colour", {}, "Y1", 4),
    ],
)
def test_what_a_rule_forbids_is_allowed_without_it(
    tmp_path: Path, rule: str, numbers: dict[str, int], cell: str, number: int
) -> None:
    """A number that one rule alone forbids may stand in its cell once the rule is left out."""
    for name, is_open in ((rule, True), ("miss-due", False)):
        layout = without(name, tmp_path / name / "qwinto").layout
        tried = Attempt(layout.gear, Sheet(numbers), cell, number, frozenset({"orange"}))
        assert (cell in layout.primitives.cells_allowed(tried, layout.gear.plan.cells)) == is_open


@pytest.mark.rest
def test_a_game_without_columns_is_in_order_and_played_to_its_end(tmp_path: Path) -> None:
    """The variant that Qwinto's guide proposes is one line less, and played by everybody."""
    found = without("column-distinct", tmp_path / "qwinto")
    # Only what was simulated by the rules as they were is missed.
    assert [one.field for one in check(tmp_path / "qwinto").warnings] == ["kept"]
    chance, state = Random(3), found.start(Seating(("Ana", "Ben")))  # noqa: S311 - a game, not a secret
    while not found.outcome(state).is_finished:
        turn = found.random_turn(state, chance)
        assert not found.refuse(state, turn)
        state = found.play(state, turn)
