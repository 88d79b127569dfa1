"""A sheet on which one player at a time writes the sum of dice without colours, falling in rows."""

from pathlib import Path

import pytest

from generator import game, rules
from generator.check import check
from generator.games.write.rules import WriteRules
from generator.records.replay import replay
from generator.records.writing import read_yaml_record, sample_record
from tests.rules.altered import altered, judged

GAMES = Path(__file__).parents[2] / "games"
OTHER = (
    ("dice: {part: dice, dice: [die], sides: 6}", "dice: {part: pool, dice: 2, sides: 6}"),
    ("misses: fallow}", "misses: fallow, who: active}"),
    ("{rule: equals, along: region}", "{rule: falls, along: row}"),
    ("columns: [turn, player, dice.*, reroll.*, writes.*, miss]", "columns: [turn, dice, box]"),
    ("dice: {die: 4}, writes: {Ana: A1, Ben: C2}}", "dice: [4, 1], box: A1}"),
)


@pytest.fixture
def plots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WriteRules:
    """Return the rules of the changed game, which lies where an author has it."""
    monkeypatch.chdir(tmp_path)
    folder = altered(tmp_path / "rules_data", "parcelles", *OTHER, root=GAMES)
    assert check(folder).warnings == ()
    found = rules.load(game.load_folder(folder))
    assert isinstance(found, WriteRules)
    return found


@pytest.mark.rest
def test_games_of_chance(plots: WriteRules) -> None:
    """Games are legal and end; numbers fall, so large ones are written first."""
    for seed in range(30):
        found = sample_record(plots, seed=seed, language="fr")
        assert found.report.is_valid
        assert found.report.is_finished
    assert "  case: " in found.text


@pytest.mark.rest
def test_planted_errors(plots: WriteRules) -> None:
    """Each rule that can be broken is, in some game, and found where it was."""
    # Dice that are always thrown all together are the same ones when they are thrown again.
    every = {*plots.plantable, *plots.plantable_on_paper} - {"again"}
    found = [sample_record(plots, seed=seed, errors=4, language="en").report for seed in range(12)]
    assert {one.rule for report in found for one in report.errors} == every


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ("[4]", "dice written down: 1; there must be 2"),
        ("[4, 7]", "a die shows 7"),
        ("[]", "dice written down: 0; there must be 2"),
    ],
)
def test_dice_that_cannot_be(plots: WriteRules, dice: str, words: str) -> None:
    """As many dice are written down as are thrown, each with a face that it has."""
    text = f"game: {plots.game.name}\nplayers: [Ana, Ben]\nturns: [{{dice: {dice}, box: A1}}]\n"
    (found,) = (one for one in judged(text).errors if one.rule == "die")
    assert words in judged(text).message_in(found, "en")


def test_a_game_that_only_full_rows_end(tmp_path: Path) -> None:
    """Where misses end no game, a record that stops early says how many rows are to be full."""
    folder = altered(tmp_path, "qwinto", ("full_rows: 2, boxes: true", "full_rows: 2"))
    found = rules.load(game.load_folder(folder))
    report = replay(read_yaml_record(found, "game: qwinto\nplayers: [Ana, Ben]\nturns: []\n"))
    (early,) = report.findings
    assert "2 full rows" in report.message_in(early, "en")
