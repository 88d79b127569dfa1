"""Random games: legal to the end with 90 cards, everything occurs, planted errors are found."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from random import Random
from typing import Any

import pytest

from generator.games.sti.plays import Play, Turn
from generator.games.sti.rules import StiRules
from generator.games.sti.state import State
from generator.rules import Seating
from generator.rules.planting import wrong_papers, wrong_turn
from tests.judged import verify_stream
from tests.rules.sti.table import Table

GAMES = 300
# With errors in them every turn is judged twice; tests/records plants 300 in records.
SPOILT = 60
CARDS = 90
# The turns before a position of `table`.
PLAYED = tuple(Turn(number, None) for number in (1, 2, 3))
TABLES = ("Fox", "Otter", "Owl", "Lynx", "Heron", "Badger")


def _cards(state: State) -> int:
    """Return all cards there are: pile, discard pile, hands and tables."""
    return (
        state.pile
        + len(state.discard)
        + state.unseen
        + sum(
            seat.hand
            + len(seat.microbes)
            + len(seat.behaviours)
            + (1 if seat.protection != "none" else 0)
            for seat in state.seats.values()
        )
    )


def _begun(sti: StiRules, seed: int) -> tuple[State, Random]:
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    players = TABLES[: chance.randint(2, 6)]
    return sti.start(Seating(players), chance.choice(sti.layout.lives())), chance


def _game(sti: StiRules, seed: int) -> Iterator[tuple[State, Turn, State]]:
    """Yield each turn of a game with the states before and after it."""
    state, chance = _begun(sti, seed)
    while not sti.outcome(state).is_finished:
        turn = sti.random_turn(state, chance)
        after = sti.play(state, turn)
        yield state, turn, after
        state = after


@dataclass
class _Seen:
    """What happened in games."""

    cards: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)


def _note(seen: _Seen, before: State, turn: Turn, after: State) -> None:
    seen.events[f"{len(before.seats)} players"] += 1
    seen.events[f"{before.life} points"] += 1
    seen.events["skipped"] += turn.is_skipped
    seen.events["skipped placement"] += turn.is_skipped and before.seats[before.next].turns == 0
    seen.events["shuffled"] += after.pile > before.pile
    seen.events["out"] += len(after.alive()) < len(before.alive())
    seen.events["empty hand"] += any(seat.hand == 0 for seat in after.seats.values())
    for play in turn.plays:
        seen.cards[play.card if play.is_from_hand else play.kind] += 1
        match play:
            case Play(kind="attack", other=""):
                seen.events["direct"] += 1
            case Play(kind="attack"):
                seen.events["at a microbe"] += 1
            case Play(kind="condom", on=on):
                seen.events["own condom" if on == before.next else "given condom"] += 1
            case Play(kind="swab", other=""):
                seen.events["swab of nothing"] += 1
            case Play(kind="trade", gives=(), takes=(_, *_)):
                seen.events["gift"] += 1
            case Play(kind="breaks") if any(p.kind == "attack" for p in turn.plays):
                seen.events["broken, then attacks"] += 1
            case _:
                pass


EVENTS = {
    *(f"{number} players" for number in range(2, 7)),
    *("10 points", "20 points", "skipped", "skipped placement", "shuffled", "out", "empty hand"),
    *("direct", "at a microbe", "own condom", "given condom", "swab of nothing", "gift"),
    "broken, then attacks",
}


@pytest.mark.rest
@pytest.mark.slow
def test_random_games(sti: StiRules) -> None:
    """In 300 games no rule refuses a turn, 90 cards stay 90, and every card and event occurs."""
    seen = _Seen()
    for seed in range(GAMES):
        for before, turn, after in _game(sti, seed):
            assert sti.refuse(before, turn) == ()
            assert _cards(after) == CARDS
            assert all(seat.hand >= 0 for seat in after.seats.values())
            _note(seen, before, turn, after)
        outcome = sti.outcome(after)
        assert outcome.winners == after.alive()
        assert len(outcome.winners) == 1
    played = {*sti.layout.deck.cards, "attack", "trade"}
    assert set(seen.cards) == played
    assert {event for event, times in seen.events.items() if times} == EVENTS


def _with_error(sti: StiRules, rule: str, seed: int) -> tuple[tuple[Turn, ...], State] | None:
    """Return the turns of a random game up to one that breaks a rule, and the state before that."""
    state, chance = _begun(sti, seed)
    turns: tuple[Turn, ...] = ()
    wait = chance.randrange(12)
    while True:
        is_over = sti.outcome(state).is_finished
        if len(turns) >= wait and (turn := wrong_turn(sti, state, turns, [rule], chance)):
            return (*turns, turn), state
        if is_over:
            return None
        turns = (*turns, sti.random_turn(state, chance))
        state = sti.play(state, turns[-1])


@pytest.mark.rest
def test_every_rule_can_be_planted(sti: StiRules) -> None:
    """Of each rule of turns, an error is planted in three games, and it alone is found."""
    for rule in sti.plantable:
        planted = 0
        for seed in range(40):
            found = _with_error(sti, rule, seed)
            if found is not None:
                turns, state = found
                assert [refusal.rule for refusal in sti.refuse(state, turns[-1])] == [rule]
                planted += 1
            if planted == 3:
                break
        assert planted == 3, rule


def _played_on(sti: StiRules, turns: tuple[Turn, ...], state: State, seed: int) -> dict[str, Any]:
    """Return the record of a game that goes on by the rules after its last turn went wrong."""
    chance, players = Random(seed), list(state.seats)  # noqa: S311 - a game, not a secret
    state = sti.play(state, turns[-1])
    assert _cards(state) == CARDS
    while not sti.outcome(state).is_finished:
        turns = (*turns, sti.random_turn(state, chance))
        state = sti.play(state, turns[-1])
    return {"players": players, **sti.record_body(turns, state)}


@pytest.mark.rest
@pytest.mark.slow
def test_planted_errors_come_first(sti: StiRules) -> None:
    """Games with an error in them have it first in their report, however they go on."""
    chance = Random(1)  # noqa: S311 - a game, not a secret
    planted = 0
    for seed in range(SPOILT):
        rule = chance.choice([*sti.plantable])
        found = _with_error(sti, rule, seed)
        if found is not None:
            assert _rules_broken(_played_on(sti, *found, seed))[0] == rule
            planted += 1
    assert planted > SPOILT * 0.8


def test_a_rule_without_a_place(sti: StiRules, table: Table) -> None:
    """Where an error cannot be planted none is: without behaviours no microbe is let down."""
    layout = sti.layout
    gone = tuple(card for card in layout.behaviours for _ in range(layout.copies(card)))
    state = table({"hand": 0}, discard=gone)
    chance = Random(1)  # noqa: S311 - a game, not a secret
    for rule in ("after-end", "behaviour-once", "transmission", "one-attack"):
        assert wrong_turn(sti, state, PLAYED, [rule], chance) is None
    skipping = table({"skips": True})
    assert wrong_turn(sti, skipping, PLAYED, ["breaker"], chance) is None
    assert wrong_turn(sti, skipping, PLAYED, ["abstinence-skip"], chance) is not None


def test_turns_of_players_who_are_out(sti: StiRules, table: Table) -> None:
    """Out of turn plays whoever sits there, or whoever is out."""
    state, chance = table({}, {"life": 0}), Random(2)  # noqa: S311 - a game, not a secret
    turns = [wrong_turn(sti, state, PLAYED, ["turn-order"], chance) for _ in range(20)]
    assert {turn.player for turn in turns if turn} == {"Otter", "Owl"}


def test_written_and_read_again(sti: StiRules) -> None:
    """A game written down has the findings that its play gave; papers are miswritten on purpose."""
    for seed in range(12):
        turns = list(_game(sti, seed))
        body = sti.record_body(tuple(turn for _, turn, _ in turns), turns[-1][2])
        players = list(turns[0][0].seats)
        assert _rules_broken({"players": players, **body}) == []
        for rule in sti.plantable_on_paper:
            chance = Random(seed)  # noqa: S311 - a game, not a secret
            wrong = wrong_papers(sti, Seating(tuple(players)), body, rule, chance)
            assert wrong is not None
            assert _rules_broken({"players": players, **wrong}) == [rule]


def _rules_broken(body: dict[str, object]) -> list[str]:
    record = json.dumps({"game": "sti", **body}).encode()
    (report,) = verify_stream(BytesIO(record))
    assert report.problems == ()
    return [found.rule for found in report.findings]


def test_unfinished_game_has_no_winner(sti: StiRules) -> None:
    """What is written down of a game that goes on has life points and no winner."""
    state = sti.start(Seating(TABLES[:2]))
    after = sti.play(state, Turn(1, "Fox"))
    assert sti.record_body((Turn(1, "Fox"),), after) == {
        "life": 20,
        "turns": [{"player": "Fox"}],
        "final": {"Fox": 20, "Otter": 20},
    }


def test_odds(sti: StiRules) -> None:
    """Chances are exact: 1 against 1 kills 15 of 36 times, HIV throws 2 to 12, syphilis 3 to 8."""
    odds = sti.odds()
    assert odds["kills.chlamydia.chlamydia"][1] * 36 == 15
    assert list(odds["attack.hiv"]) == list(range(2, 13))
    assert odds["attack.hiv"][7] * 6 == 1
    assert list(odds["attack.syphilis"]) == list(range(3, 9))
    assert all(sum(chances.values()) == 1 for chances in odds.values())
    # Attacks, pairs of microbes, their eight kinds of duel, a die.
    assert len(odds) == 10 + 100 + 8 + 1
