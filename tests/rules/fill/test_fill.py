"""Games in which named boxes are filled: chance plays them, and other sheets need no code."""

from pathlib import Path
from random import Random

import pytest

from generator import game, rules
from generator.games.fill.rules import FillRules
from generator.rules import Seating
from generator.rules.sheet.plan import SheetState, Turn
from tests.rules.altered import altered, judged, refused_in_data

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")
GAMES = 500
# Four dice of eight faces that are thrown once, other things to show, a bonus of another size.
OTHER = (
    ("dice: 5, sides: 6", "dice: 4, sides: 8"),
    ("least: 63, worth: 35", "least: 30, worth: 7"),
    ("groups: [3, 2]", "groups: [2, 2]"),
    ("id: long, run: 5, worth: 40", "id: long, run: 4, face: 3"),
    ("id: yams, equal: 5", "id: yams, equal: 4"),
    (", by: {rule: throws, most: 3}", ", checked: false"),
)


@pytest.fixture(scope="module")
def yams() -> FillRules:
    """Return the rules of Yams."""
    found = rules.load(game.load("yams"))
    assert isinstance(found, FillRules)
    return found


def played(found: FillRules, players: int, seed: int) -> tuple[list[Turn], SheetState]:
    """Play a game of chance to its end, every turn of which is legal."""
    chance, state, turns = Random(seed), found.start(Seating(NAMES[:players])), list[Turn]()  # noqa: S311 - a game
    while not found.outcome(state).is_finished:
        turn = found.random_turn(state, chance)
        assert not found.refuse(state, turn)
        turns.append(turn)
        state = found.play(state, turn)
    return turns, state


@pytest.mark.rest
@pytest.mark.slow
def test_games_of_chance(yams: FillRules) -> None:
    """Every game of chance is legal, ends after thirteen turns each, and fills every box."""
    for seed in range(GAMES):
        players = 1 + seed % len(NAMES)
        turns, state = played(yams, players, seed)
        assert len(turns) == 13 * players
        for player, sheet in state.sheets.items():
            points = yams.outcome(state).scores[player]
            upper = sum(map(sheet.numbers.__getitem__, yams.layout.gear.plan.rows["upper"]))
            assert len(sheet.numbers) == 13
            assert points["upper"] == upper
            assert points["bonus"] == (35 if upper >= 63 else 0)
            assert points["total"] == sum(sheet.numbers.values()) + points["bonus"]


def test_chance_knows_all_of_a_turn(yams: FillRules) -> None:
    """Games of chance stop after one, two and three throws, and keep equal faces."""
    turns = [turn for seed in range(30) for turn in played(yams, 2, seed)[0]]
    assert {len(turn.rolls()) for turn in turns} == {1, 2, 3}
    for first, second in (turn.rolls()[:2] for turn in turns if len(turn.rolls()) > 1):
        assert isinstance(first, tuple)
        kept = max(first, key=first.count)
        assert all(now == kept for before, now in zip(first, second, strict=True) if before == kept)


def test_another_sheet_needs_no_code(tmp_path: Path) -> None:
    """Four dice of eight faces, thrown once, other boxes and another bonus are judged."""
    folder = altered(tmp_path, "yams", *OTHER)
    for words in (folder / "fr.yaml", folder / "en.yaml"):
        said = words.read_text(encoding="utf-8")
        for number in ("sheet.long", "rules.throws-three.most.words"):
            said = said.replace(f"{{{number}}}", "3")
        words.write_text(said, encoding="utf-8")
    found = rules.load(game.load_folder(folder))
    assert isinstance(found, FillRules)
    turns, state = played(found, 3, seed=4)
    assert len(turns) == 39
    assert all(len(turn.rolls()) == 1 and len(turn.roll()) == 4 for turn in turns)
    long = found.layout.gear.plan.cells["long"].box
    assert long is not None
    assert [long.points(one) for one in ((3, 4, 5, 6), (2, 4, 3, 5), (5, 6, 7, 8))] == [3, 3, 0]
    for points in found.outcome(state).scores.values():
        assert points["bonus"] == (7 if points["upper"] >= 30 else 0)


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        ("  act: fill\n  sheet: sheet", "  act: fill\n  sheet: dice", ["mechanics.sheet"]),
        ("    dice: dice\n", "    dice: sheet\n", ["mechanics.sheet"]),
        ("dice: 5, sides: 6", "dice: 5, sides: 12", ["mechanics.sheet"]),
        ("dice: 5, sides: 6", "dice: 5, sides: 11", []),
        ("id: four, equal: 4", "id: four, equal: 6", ["mechanics.sheet"]),
        ("every_cell: true", "every_cell: false", ["rules[19].by"]),
        ("most: 3}", "most: 0}", ["rules[4].by.most"]),
        ("  act: fill\n", "  act: feel\n", ["mechanics.act"]),
    ],
)
def test_faults_of_the_data(tmp_path: Path, old: str, new: str, fields: list[str]) -> None:
    """What cannot be played is named: parts of another kind, too many dice, a game without end."""
    assert refused_in_data(tmp_path, "yams", old, new) == fields


def test_order_passes_those_who_are_done(yams: FillRules) -> None:
    """Once a player has had thirteen turns, the others play on alone."""
    state = yams.start(Seating(("Ana", "Ben")))
    for number, box in enumerate(yams.layout.gear.plan.cells, start=1):
        state = yams.play(state, Turn(number, "Ana", (1, 2, 3, 4, 6), box=box))
    assert state.next == "Ben"
    state = yams.play(state, Turn(14, None, (1, 2, 3, 4, 6), box="ones"))
    assert state.next == "Ben"
    assert not yams.outcome(state).is_finished


def test_a_turn_is_told_once(yams: FillRules) -> None:
    """Dice are written down throw by throw, or as they lay last: both at once are refused."""
    turn = "{throws: [[1, 1, 2, 3, 4]], dice: [1, 1, 2, 3, 4], box: ones}"
    report = judged(f"game: {yams.game.name}\nplayers: [Ana, Ben]\nturns: [{turn}]\n")
    assert [problem.field for problem in report.problems] == ["turns[1].dice"]
