"""Turns and final counts -> the body of a record, as plain fields in canonical words."""

from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Any

from generator.rules.circuit.layout import Layout
from generator.rules.circuit.state import State, Turn, counts, outcome
from generator.rules.family import Fields


def written(layout: Layout, turns: tuple[Turn, ...], state: State) -> Fields:
    """Return the turns, and what everybody's markers come to."""
    scores = outcome(layout, state).scores
    return {
        "turns": [_turn(layout, turn) for turn in turns],
        "final": {
            player: {**_named(layout, markers), "score": scores[player]["total"]}
            for player, markers in counts(layout, state).items()
        },
    }


def miswritten(layout: Layout, body: Fields, rule: str, chance: Random) -> Fields:
    """Return the body with one count, or one total, written wrong."""
    wrong = deepcopy(body)
    final = wrong["final"][chance.choice(tuple(wrong["final"]))]
    if rule == "final-differs":
        final[chance.choice(layout.stages[1:])] += chance.randint(1, 2)
    if rule == "score-wrong":
        final["score"] += chance.choice((-2, -1, 1, 2))
    return wrong


def _turn(layout: Layout, turn: Turn) -> Fields:
    marks = None
    if turn.marks is not None:
        marks = {tooth: layout.stages[stage] for tooth, stage in turn.marks.items()}
    fields: dict[str, Any] = {
        "player": turn.player,
        "roll": list(turn.roll) or None,
        "square": turn.square,
        "sugar": list(turn.sugar) or None,
        "appointment": turn.appointment,
        "takes": "cube" if turn.takes else None,
        "hit": turn.hit,
        "marks": marks,
        "gives": dict(turn.gives) or None,
        "stops": turn.stops or None,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _named(layout: Layout, markers: Mapping[int, int]) -> dict[str, int]:
    return {layout.stages[stage]: count for stage, count in markers.items()}
