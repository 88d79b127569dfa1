"""The family as one object: its parameters, and the calls that every family answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from generator.game import Paper
from generator.game.agreement import Need
from generator.rules.dice_grid import body as bodies
from generator.rules.dice_grid import chance as chances
from generator.rules.dice_grid import judging
from generator.rules.dice_grid import state as states
from generator.rules.dice_grid.body import BoardsBody
from generator.rules.dice_grid.state import Layout, State, Turn, read_layout
from generator.rules.family import MECHANICS, Refusal, Rules, Scores, Seating, by_layout
from generator.rules.findings import added_up_wrong, unfinished
from generator.words import message


@dataclass(frozen=True, eq=False)
class DiceGrid(Rules[BoardsBody, State, Turn]):
    """The rules of one grid of dice."""

    layout: Layout

    # What these promise stands in Rules.
    contents = ("turns", "boards")
    judged = (*judging.ON_TURNS, *judging.ON_BOARDS)
    plantable = judging.ON_TURNS
    plantable_on_paper = ("board-differs", "score-wrong")
    read_layout = staticmethod(read_layout)
    body_model = staticmethod(bodies.body_model)
    own_words = staticmethod(bodies.own_words)
    start = staticmethod(states.start)
    steps = staticmethod(bodies.turns)
    refuse = by_layout(judging.refuse)
    settle = by_layout(states.settle)
    outcome = by_layout(states.outcome)
    shown = by_layout(judging.shown)
    random_turn = by_layout(chances.random_turn)
    candidate = by_layout(chances.candidate)
    written = by_layout(bodies.written)
    miswritten = by_layout(bodies.miswritten)

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
            *unfinished(state, len(body.turns or ()), reason),
            *judging.differing(self.layout, state, bodies.boards(body)),
            *added_up_wrong("boards", self.added_up(body), self.outcome(state).scores),
        )

    def laid(self, seating: Seating, body: BoardsBody) -> State | None:
        """Return the state that the final boards show."""
        return None if body.boards is None else states.laid(seating, bodies.boards(body))

    def judge_laid(self, laid: State, body: BoardsBody) -> tuple[Refusal, ...]:
        """Judge boards alone: tokens and totals."""
        return (
            *judging.judged_alone(self.layout, bodies.boards(body)),
            *added_up_wrong("boards", self.added_up(body), self.outcome(laid).scores),
        )

    def added_up(self, body: BoardsBody) -> Scores:
        """Return the scores on the final boards."""
        written = bodies.boards(body)
        return {player: board.score for player, board in written.items() if board.score}

    def recorded(self, state: State, body: BoardsBody) -> tuple[Paper, ...]:
        """Return every board as it was written, with the totals that were added up."""
        return judging.recorded(self.layout, state, bodies.boards(body))

    def odds(self) -> Mapping[str, Mapping[int, Fraction]]:
        """Return, for each face, the chance of so many dice that count as it."""
        layout = self.layout
        return {
            f"face.{pips}": {
                dice: states.chance(layout, pips, dice) for dice in range(1, layout.dice + 1)
            }
            for pips in range(1, layout.sides + 1)
        }


load = DiceGrid.load
