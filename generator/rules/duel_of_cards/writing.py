"""Turns and life points -> the body of a record, as plain fields in canonical words."""

from copy import deepcopy
from random import Random
from typing import Any, assert_never

from generator.rules.duel_of_cards.state import (
    Abstinence,
    Attack,
    Behaviour,
    Breaker,
    Condom,
    Drug,
    Infection,
    Play,
    State,
    Swab,
    Trade,
    Turn,
    Urine,
    outcome,
)
from generator.rules.family import Fields


def written(turns: tuple[Turn, ...], state: State) -> Fields:
    """Return the turns, and how many life points everybody has; the winner once there is one."""
    body: dict[str, Any] = {
        "life": state.life,
        "turns": [_turn(turn) for turn in turns],
        "final": {player: seat.life for player, seat in state.seats.items()},
    }
    winners = outcome(state).winners
    return {**body, "winner": winners[0]} if winners else body


def miswritten(body: Fields, rule: str, chance: Random) -> Fields:
    """Return the body with one count of life points, or the winner, written wrong."""
    wrong = deepcopy(body)
    players = tuple(wrong["final"])
    if rule == "final-differs":
        wrong["final"][chance.choice(players)] += chance.randint(1, 3)
    if rule == "winner-wrong":
        others = [player for player in players if player != wrong.get("winner")]
        wrong["winner"] = chance.choice(others)
    return wrong


def _turn(turn: Turn) -> Fields:
    fields: dict[str, Any] = {
        "player": turn.player,
        "plays": [_play(play) for play in turn.plays] or None,
        "skips": turn.skips or None,
    }
    return _without_gaps(fields)


def _play(play: Play) -> Fields:  # noqa: C901, PLR0911 - a case for each play
    match play:
        case Behaviour(_, card):
            return {"lays": card}
        case Infection(_, card, by):
            return {"infects": card, "with": by}
        case Attack(_, card, on, target, dice, defence):
            fields: dict[str, Any] = {"attack": card, "on": on, "target": target}
            return _without_gaps(
                {**fields, "dice": list(dice) or None, "defence": list(defence) or None}
            )
        case Condom(_, to):
            return {"condom": to}
        case Breaker(_, card):
            return {"breaks": card}
        case Drug(_, card, kills, of):
            return {"drug": card, "kills": kills, "of": of}
        case Abstinence(_, to):
            return {"abstinence": to}
        case Swab(_, of, discards):
            return _without_gaps({"swab": of, "discards": discards})
        case Urine():
            return {"urine": True}
        case Trade(_, to, gives, takes):
            lists = {"gives": list(gives) or None, "takes": list(takes) or None}
            return _without_gaps({"trade": to, **lists})
        case _:
            assert_never(play)


def _without_gaps(fields: dict[str, Any]) -> Fields:
    return {name: value for name, value in fields.items() if value is not None}
