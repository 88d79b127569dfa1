"""Games in which numbers are shut: random ones are legal, and what adds up is what is legal."""

import re
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from generator import game, paths, rules
from generator.games.shut.rules import DiceThrow, ShutRules, Turn, TurnReplay
from generator.records.replay import replay
from generator.records.writing import read_yaml_record
from generator.rules import Seating
from tests.rules.altered import refused_in_data, refused_in_record

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")


@pytest.fixture(scope="module")
def box() -> ShutRules:
    """Return the rules of the box."""
    found = rules.load(game.load("boite"))
    assert isinstance(found, ShutRules)
    return found


@pytest.mark.parametrize("variants", [frozenset(), frozenset({"two-dice"})])
def test_random_games_are_legal_and_end(box: ShutRules, variants: frozenset[str]) -> None:
    """In 250 games of each variant no turn is refused, and everybody has played in the end."""
    for seed in range(250):
        chance = Random(seed)  # noqa: S311 - a game, not a secret
        state = box.start(Seating(NAMES[: 1 + seed % 6], variants))
        while not box.outcome(state).is_finished:
            turn = box.random_turn(state, chance)
            assert box.refuse(state, turn) == ()
            state = box.play(state, turn)
        assert {len(turns) for turns in state.turns.values()} == {1}


def test_who_has_played_every_round_is_passed_over(box: ShutRules) -> None:
    """Once Ana has had both her turns, against the order, Ben has his; each scores in its row."""
    state, chance = replace(box.start(Seating(("Ana", "Ben"))), rounds=2), Random(1)  # noqa: S311 - a game, not a secret
    for who in ("Ana", "Ana", "Ben", None):
        state = box.play(state, replace(box.random_turn(state, chance), player=who))
        assert state.next == "Ben" or state.played == 4
    won = box.outcome(state)
    assert won.is_finished
    assert [*won.scores["Ana"]] == [*won.scores["Ben"]] == ["round1", "round2", "total"]


@pytest.mark.parametrize("seed", range(12))
def test_legal_is_what_adds_up(box: ShutRules, seed: int) -> None:
    """Of all sets of flaps a throw may shut exactly the open ones with its sum, or none if none."""
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    cells, spots = box.layout.cells, box.layout.gear.plan.cells
    still = tuple(cell for cell in cells if chance.randrange(2))
    faces = (chance.randint(1, 6), chance.randint(1, 6))
    every = list(chain.from_iterable(combinations(cells, size) for size in range(10)))
    fitting = [
        cells
        for cells in every
        if cells and set(cells) <= set(still)
        if sum(spots[cell].value for cell in cells) == sum(faces)
    ]
    wanted = fitting or [()]
    table = Seating(("Ana",))
    legal = [
        shuts
        for shuts in every
        if not TurnReplay(
            box.layout, Turn(1, None, (DiceThrow(faces, shuts),)), table, "Ana", still
        ).refusals
    ]
    assert legal == wanted


@pytest.mark.parametrize(
    ("old", "new", "fields"),
    [
        ("usual: 1, most: 10", "usual: 5, most: 4", ["mechanics.rounds"]),
        ("usual: 1, most: 10", "usual: 4, most: 4", []),
        ("once: [f7, f8, f9]", "once: [f7, f10]", ["rules[5].by.once[2]"]),
        ("sheet: box", "sheet: dice", ["mechanics.sheet"]),
        ("dice: dice\n", "dice: box\n", ["mechanics.dice"]),
    ],
)
def test_faults_of_the_data(tmp_path: Path, old: str, new: str, fields: list[str]) -> None:
    """Rounds that run backwards, cells and parts that there are not are refused in their places."""
    assert refused_in_data(tmp_path, "boite", old, new) == fields


@pytest.mark.parametrize(("rounds", "is_good"), [(0, False), (1, True), (10, True), (11, False)])
def test_rounds_of_a_record(rounds: int, is_good: bool) -> None:  # noqa: FBT001 - a table
    """A record says one round to as many as the data allow."""
    text = f"game: boite\nplayers: [Ana]\nrounds: {rounds}\nturns:\n- {{points: 45}}\n"
    assert refused_in_record(text) == ([] if is_good else ["rounds"])


@pytest.mark.parametrize(
    "rule",
    [
        *("turn-order", "must-shut", "throw-after-end", "turn-open", "open-differs"),
        *("points-wrong", "after-end", "unfinished", "score-wrong"),
    ],
)
def test_what_a_rule_forbids_is_allowed_without_it(tmp_path: Path, rule: str) -> None:
    """The example that breaks a rule breaks none once the rule is left out of the data."""
    folder = tmp_path / "boite"
    copytree(paths.rules_data() / "boite", folder)
    for file in folder.glob("*.yaml"):
        text = re.sub(rf"(?m)^(- \{{id: | +){rule}[,:].*\n", "", file.read_text("utf-8"))
        # What the rule sheet says of it alone, and what its walk points to it for.
        text = re.sub(rf"\b[a-z]+: {rule}, |, ([a-z]+: {rule}(?=\}})|rules: \[{rule}\])", "", text)
        file.write_text(
            re.sub(rf"(, {rule}\b(?!-)|(?<![\w-]){rule}, )", "", text), encoding="utf-8"
        )
    found = rules.load(game.load_folder(folder))
    assert rule not in found.judged_rules
    example = folder / "examples" / f"illegal-{rule}.yaml"
    report = replay(read_yaml_record(found, example.read_text("utf-8")))
    assert [one.rule for one in report.findings] == []
