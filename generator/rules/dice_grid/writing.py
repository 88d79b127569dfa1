"""Turns and boards -> the body of a record, as plain fields in canonical words."""

from copy import deepcopy
from random import Random
from typing import Any

from generator.rules.dice_grid.layout import Layout
from generator.rules.dice_grid.state import State, Turn, score
from generator.rules.family import Fields


def written(layout: Layout, turns: tuple[Turn, ...], state: State) -> Fields:
    """Return the turns, and every board with its score."""
    return {
        "turns": [_turn(turn) for turn in turns],
        "boards": {
            player: {
                "tokens": [place for place in layout.places if place in board.tokens],
                "score": dict(score(layout, board)),
            }
            for player, board in state.boards.items()
        },
    }


def miswritten(layout: Layout, body: Fields, rule: str, chance: Random) -> Fields:
    """Return the body with one square of a board, or one part of a score, written wrong."""
    wrong = deepcopy(body)
    board = wrong["boards"][chance.choice(tuple(wrong["boards"]))]
    if rule == "board-differs":
        tokens, place = board["tokens"], chance.choice(tuple(layout.places))
        kept = [name for name in tokens if name != place]
        board["tokens"] = kept if place in tokens else [*tokens, place]
    if rule == "score-wrong":
        board["score"][chance.choice(tuple(board["score"]))] += chance.choice((-2, -1, 1, 2))
    return wrong


def _turn(turn: Turn) -> Fields:
    fields: dict[str, Any] = {
        "player": turn.player,
        "dice": list(turn.dice),
        "places": list(turn.places),
        "discards": turn.discards,
    }
    return {name: value for name, value in fields.items() if value}
