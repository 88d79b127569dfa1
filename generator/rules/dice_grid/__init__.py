"""Dice of one face cover squares of a board; whole lines of covered squares score."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field, create_model

from generator.game import Paper
from generator.game.agreement import Need
from generator.game.facts import Facts
from generator.game.sentences import Sentences
from generator.reading.expected import Aliases
from generator.rules import findings
from generator.rules.dice_grid import chance as chances
from generator.rules.dice_grid import judging
from generator.rules.dice_grid import state as states
from generator.rules.dice_grid.state import (
    SCORE,
    BoardAsWritten,
    Layout,
    State,
    Turn,
    read_layout,
    score,
)
from generator.rules.family import MECHANICS, Fields, Refusal, Rules, Scores, Seating, by_layout
from generator.words import message

DISCARDS: Any = Annotated[int, Field(ge=0)]


class BoardsBody(Facts):
    """What the family reads of a record, whatever the board."""

    turns: tuple[Any, ...] | None = None
    boards: Mapping[str, Any] | None = None


def _body_model(layout: Layout) -> type[BoardsBody]:
    """Return the model of a record's body, with the board's own squares."""
    squares = findings.TUPLE[findings.one_of(layout.places, "place"), ...]
    turn = findings.all_optional(
        "Turn", player=findings.PLAYER, dice=findings.FACES, places=squares, discards=DISCARDS
    )
    score = findings.all_optional("Score", **dict.fromkeys(SCORE, int))
    board = findings.all_optional("Board", tokens=squares, score=score)
    return create_model(
        "DiceGridBody",
        __base__=BoardsBody,
        turns=(findings.TUPLE[turn, ...] | None, None),
        boards=(findings.MAPPING[findings.PLAYER, board] | None, None),
    )


def _own_words(said: Sentences, layout: Layout) -> Aliases:
    """Return the labels of the squares and the words for the variants in one language."""
    variants = said.words.get("variants", {})
    return Aliases(
        words={
            "place": {place: (said.label(place),) for place in layout.places},
            "variant": {name: (variants.get(name, name),) for name in layout.alone},
        }
    )


def _turns(body: BoardsBody) -> tuple[Turn, ...]:
    """Return the turns of a body in order."""
    return tuple(
        Turn(number, entry.player, entry.dice or (), entry.places or (), entry.discards or 0)
        for number, entry in enumerate(body.turns or (), start=1)
    )


def _boards(body: BoardsBody) -> Mapping[str, BoardAsWritten]:
    """Return the boards of a body by player."""
    found = {}
    for player, entry in (body.boards or {}).items():
        score = {} if entry.score is None else entry.score.model_dump(exclude_none=True)
        found[player] = BoardAsWritten(entry.tokens, score)
    return found


def _written(layout: Layout, turns: tuple[Turn, ...], state: State) -> Fields:
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


class DiceGrid(Rules[BoardsBody, State, Turn, Layout]):
    """The rules of one grid of dice."""

    contents = ("turns", "boards")
    judged = (*judging.ON_TURNS, *judging.ON_BOARDS)
    plantable = judging.ON_TURNS
    plantable_on_paper = ("board-differs", "score-wrong")
    read_layout = staticmethod(read_layout)
    body_model = staticmethod(_body_model)
    own_words = staticmethod(_own_words)
    start = staticmethod(states.start)
    steps = staticmethod(_turns)
    refuse = by_layout(judging.refuse)
    settle = by_layout(states.settle)
    outcome = by_layout(states.outcome)
    shown = by_layout(judging.shown)
    random_turn = by_layout(chances.random_turn)
    written = by_layout(_written)

    def seats(self) -> Mapping[str, tuple[int, int]]:
        """Return least and most players together, and one for every game alone."""
        return {"": self.layout.together, **dict.fromkeys(self.layout.alone, (1, 1))}

    def planted(self, seating: Seating) -> tuple[str, ...]:
        """Return the rules that can be broken: nobody alone plays out of turn."""
        is_alone = states.alone_at_least(self.layout, seating) is not None
        barred = judging.TOGETHER if is_alone else judging.ALONE
        return tuple(rule for rule in self.plantable if rule not in barred)

    def needs(self) -> Iterator[Need]:
        """Yield the words for variants, besides those of the score."""
        yield from super().needs()
        yield from (Need("words.variants", name, MECHANICS) for name in self.layout.alone)

    def closing(self, state: State, body: BoardsBody) -> tuple[Refusal, ...]:
        """Compare the boards and totals with what the turns give."""
        reason = message("rules.dice_grid.unfinished", tokens=self.layout.tokens)
        return (
            *findings.unfinished(state, len(body.turns or ()), reason),
            *judging.differing(self.layout, state, _boards(body)),
            *findings.added_up_wrong("boards", self.added_up(body), self.outcome(state).scores),
        )

    def laid(self, seating: Seating, body: BoardsBody) -> State | None:
        """Return the state that the final boards show."""
        return None if body.boards is None else states.laid(seating, _boards(body))

    def judge_laid(self, laid: State, body: BoardsBody) -> tuple[Refusal, ...]:
        """Judge boards alone: tokens and totals."""
        return (
            *judging.judged_alone(self.layout, _boards(body)),
            *findings.added_up_wrong("boards", self.added_up(body), self.outcome(laid).scores),
        )

    def added_up(self, body: BoardsBody) -> Scores:
        """Return the scores on the final boards."""
        written = _boards(body)
        return {player: board.score for player, board in written.items() if board.score}

    def recorded(self, state: State, body: BoardsBody) -> tuple[Paper, ...]:
        """Return every board as it was written, with the totals that were added up."""
        return judging.recorded(self.layout, state, _boards(body))

    def odds(self) -> Mapping[str, Mapping[int, Fraction]]:
        """Return, for each face, the chance of so many dice that count as it."""
        layout, found = self.layout, {}
        for pips in range(1, layout.sides + 1):
            counts = range(1, layout.dice + 1)
            found[f"face.{pips}"] = {dice: states.chance(layout, pips, dice) for dice in counts}
        return found


load = DiceGrid.load
