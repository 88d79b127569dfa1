"""Whole random games: accepted, with what must stay the same counted at every turn."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from generator.games.dental.rules import DentalRules
from generator.games.dental.state import State, Turn
from generator.records.writing import sample_record
from generator.rules import Seating
from generator.rules.planting import wrong_turn
from tests.rules.dental.table import NAMES

GAMES = 300
VARIANTS = ("two-dice", "cooperative", "educational")
SETS = [frozenset(chosen) for size in range(4) for chosen in combinations(VARIANTS, size)]
# Read from the published rules and our circuit, not from the data.
CIRCUIT = "DSASBSASHSBSASSBSASA"
WORTH = {0: 0, 1: 1, 2: 2, 3: 3, 4: 5}
CLEANED = {0: 0, 1: 0, 2: 2, 3: 2, 4: 4}
# What must happen in the games together.
HAPPENS = {
    *SETS,
    *"DSABH",
    "stopped",
    "let go on",
    "last to finish",
    "all have finished",
    "stop of the last",
    "one die",
    "two dice",
    "two dice of sugar",
    "cube taken",
    "cube spares",
    "gift",
    "one token",
    "two tokens",
    "tokens left over",
    "black cured",
    "black by half",
    "orange treated",
    "choice among black",
    "choice among orange",
    "choice of sugar",
    "sixth lap",
    "marks left out",
    "marks though there is no choice",
    "square written down",
    "black tooth hit",
}


def _of_move(state: State, after: State, turn: Turn) -> set[object]:
    """Check pawn, laps, cube and order of a turn; return what happened in it."""
    player = state.next
    mine, now = state.seats[player], after.seats[player]
    target = mine.square + sum(turn.roll)
    kind = CIRCUIT[target if target < 20 else 0]
    assert now.square == (target if target < 20 else 0)
    assert now.laps == mine.laps + (kind == "D")
    cube = player if turn.takes else state.cube
    if kind == "S" and state.cube == player:
        cube = None
    assert after.cube == cube
    assert {name for name in after.seats if after.seats[name].teeth != state.seats[name].teeth} <= {
        player
    }
    signs = {
        "one die": len(turn.roll) == 1,
        "two dice": len(turn.roll) == 2,
        "two dice of sugar": len(turn.sugar) == 2,
        "cube taken": turn.takes,
        "cube spares": kind == "S" and state.cube == player,
        "gift": bool(turn.gives),
        "square written down": turn.square is not None,
        "sixth lap": now.laps == 6,
    }
    return {kind, *(sign for sign, happened in signs.items() if happened)}


def _of_tokens(state: State, after: State, turn: Turn) -> set[object]:
    """Check that green tokens are earned, spent and given, and never lost; return what happened."""
    player = state.next
    earned = 0
    if turn.appointment is not None:
        earned = 1 if turn.appointment % 2 else 2
    mine, now = state.seats[player].teeth, after.seats[player].teeth
    clean = [CLEANED[stage] for stage in mine]
    ways = Counter(zip(clean, now, strict=True))
    spent = 0
    if after.seats[player].laps > state.seats[player].laps:
        spent = 2 * ways[4, 0] + ways[4, 2] + ways[2, 0]
    before = sum(seat.tokens for seat in state.seats.values())
    assert sum(seat.tokens for seat in after.seats.values()) == before + earned - spent
    assert all(seat.tokens >= 0 for seat in after.seats.values())
    for name, tokens in turn.gives.items():
        assert after.seats[name].tokens == state.seats[name].tokens + tokens
    if not spent:
        return {("", "one token", "two tokens")[earned]}
    signs = {
        "black cured": ways[4, 0],
        "black by half": ways[4, 2],
        "orange treated": ways[2, 0],
        "choice among black": len({end for start, end in ways if start == 4}) - 1,
        "choice among orange": len({end for start, end in ways if start == 2}) - 1,
        "tokens left over": after.seats[player].tokens,
    }
    return {sign for sign, count in signs.items() if count > 0}


def _of_teeth(state: State, after: State, turn: Turn) -> set[object]:
    """Check what sugar, brush and hit did to sixteen teeth; return what happened."""
    player = state.next
    mine, now = state.seats[player].teeth, after.seats[player].teeth
    assert len(now) == 16
    assert set(now) <= set(WORTH)
    signs: set[object] = set()
    if turn.hit is not None:
        assert now[turn.hit - 1] == 4
        signs |= {"black tooth hit"} if mine[turn.hit - 1] == 4 else set()
    if turn.sugar:
        changes = Counter(old for old, new in zip(mine, now, strict=True) if old != new)
        left = sum(turn.sugar)
        for stage in (3, 2, 1, 0):
            assert changes[stage] == min(left, mine.count(stage))
            signs |= {"choice of sugar"} if 0 < changes[stage] < mine.count(stage) else set()
            left -= changes[stage]
    if turn.marks is None:
        signs.add("marks left out")
    elif not turn.marks:
        signs.add("marks though there is no choice")
    return signs


def _of_end(state: State, after: State, turn: Turn) -> set[object]:
    laps = after.seats[state.next].laps
    done = all(seat.laps >= 5 for seat in after.seats.values())
    is_choice = laps == 5 and state.seats[state.next].laps == 4
    stopped = turn.stops and is_choice and "educational" not in state.seating.variants
    assert (after.ended is not None) == (done or stopped)
    return {
        sign
        for sign, happened in {
            "stopped": stopped and not done,
            "let go on": is_choice and not stopped and not done,
            "last to finish": done and not stopped,
            "stop of the last": done and stopped,
            "all have finished": done and "educational" in state.seating.variants,
        }.items()
        if happened
    }


def _play(dental: DentalRules, seed: int) -> set[object]:
    """Play a random game to its end, checked at every turn; return what happened in it."""
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    variants = SETS[seed % len(SETS)]
    state = dental.start(Seating(NAMES[: 2 + seed % 3], variants))
    happened: set[object] = {variants}
    while not dental.outcome(state).is_finished:
        turn = dental.random_turn(state, chance)
        assert dental.refuse(state, turn) == ()
        after = dental.play(state, turn)
        for check in (_of_move, _of_tokens, _of_teeth, _of_end):
            happened |= check(state, after, turn)
        state = after
    scores = dental.outcome(state).scores
    for name, seat in state.seats.items():
        assert scores[name]["total"] == sum(WORTH[stage] for stage in seat.teeth)
    if "educational" in variants:
        assert {seat.laps for seat in state.seats.values()} == {5}
    return happened


@pytest.mark.rest
@pytest.mark.slow
def test_random_games(dental: DentalRules) -> None:
    """300 random games of every variant end, legal throughout, and everything happens in them."""
    happened = {sign for seed in range(GAMES) for sign in _play(dental, seed)}
    assert happened - {""} == HAPPENS


@pytest.mark.parametrize("seed", range(3))
def test_many_planted_errors(dental: DentalRules, seed: int) -> None:
    """Every rule can be broken once in the same game."""
    report = sample_record(dental, seed=seed, errors=19, language="fr").report
    assert sorted(f.rule for f in report.findings) == sorted(
        set(dental.judged_rules) - {"unfinished"}
    )


def test_nothing_to_plant(dental: DentalRules) -> None:
    """Where no roll leads to a square, or nothing is ill, no error of it is planted."""
    chance = Random(1)  # noqa: S311 - a game, not a secret
    start = dental.start(Seating(NAMES[:2]))
    assert wrong_turn(dental, start, (), ["care-order"], chance) is None
    assert wrong_turn(dental, start, (), ["hit"], chance) is None
    assert wrong_turn(dental, start, (), ["after-end"], chance) is None
    assert wrong_turn(dental, start, (), ["cube-spares"], chance) is None
