"""The body of a record of boards: its model, made for one board, its values, its writing."""

from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Annotated, Any

from pydantic import Field, create_model

from generator.game.facts import Facts
from generator.game.sentences import Sentences
from generator.reading.expected import Aliases
from generator.rules.dice_grid.state import SCORE, BoardAsWritten, Layout, State, Turn, score
from generator.rules.family import Fields
from generator.rules.findings import FACES, MAPPING, PLAYER, TUPLE, all_optional, one_of

DISCARDS: Any = Annotated[int, Field(ge=0)]


class BoardsBody(Facts):
    """What the family reads of a record, whatever the board."""

    turns: tuple[Any, ...] | None = None
    boards: Mapping[str, Any] | None = None


def body_model(layout: Layout) -> type[BoardsBody]:
    """Return the model of a record's body, with the board's own squares."""
    squares = TUPLE[one_of(layout.places, "place"), ...]
    turn = all_optional("Turn", player=PLAYER, dice=FACES, places=squares, discards=DISCARDS)
    score = all_optional("Score", **dict.fromkeys(SCORE, int))
    board = all_optional("Board", tokens=squares, score=score)
    return create_model(
        "DiceGridBody",
        __base__=BoardsBody,
        turns=(TUPLE[turn, ...] | None, None),
        boards=(MAPPING[PLAYER, board] | None, None),
    )


def own_words(said: Sentences, layout: Layout) -> Aliases:
    """Return the labels of the squares and the words for the variants in one language."""
    variants = said.words.get("variants", {})
    return Aliases(
        words={
            "place": {place: (said.label(place),) for place in layout.places},
            "variant": {name: (variants.get(name, name),) for name in layout.alone},
        }
    )


def turns(body: BoardsBody) -> tuple[Turn, ...]:
    """Return the turns of a body in order."""
    return tuple(
        Turn(number, entry.player, entry.dice or (), entry.places or (), entry.discards or 0)
        for number, entry in enumerate(body.turns or (), start=1)
    )


def boards(body: BoardsBody) -> Mapping[str, BoardAsWritten]:
    """Return the boards of a body by player."""
    return {
        player: BoardAsWritten(
            entry.tokens,
            {} if entry.score is None else entry.score.model_dump(exclude_none=True),
        )
        for player, entry in (body.boards or {}).items()
    }


def written(layout: Layout, turns: tuple[Turn, ...], state: State) -> Fields:
    """Return the turns, and every board with its score."""
    return {
        "turns": [turn.fields() for turn in turns],
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
