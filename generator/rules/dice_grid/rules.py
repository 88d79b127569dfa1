"""The family as one object: its parameters, and the calls that every family answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from generator.game import Game, Mark, Paper
from generator.game.needs import Need
from generator.reading.nodes import MapNode
from generator.rules.dice_grid import body as bodies
from generator.rules.dice_grid import chance as chances
from generator.rules.dice_grid import judging
from generator.rules.dice_grid import state as states
from generator.rules.dice_grid.body import BoardsBody
from generator.rules.dice_grid.state import Layout, State, Turn, read_layout
from generator.rules.family import MECHANICS, Fields, Outcome, Refusal, Rules, Scores, Seating

JUDGED = (*judging.ON_TURNS, *judging.ON_BOARDS)


def load(game: Game, section: MapNode) -> "DiceGrid":
    """Return the rules of a game on a grid of dice; raise DataError with every fault."""
    layout = read_layout(game, section)
    return DiceGrid(
        game,
        bodies.body_model(layout),
        {said.language: bodies.own_words(said, layout) for said in game.said.values()},
        JUDGED,
        judging.ON_TURNS,
        ("board-differs", "score-wrong"),
        ("turns", "boards"),
        layout,
    )


@dataclass(frozen=True, eq=False)
class DiceGrid(Rules[BoardsBody, State, Turn]):
    """The rules of one grid of dice."""

    layout: Layout

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

    def start(self, seating: Seating) -> State:
        """Return empty boards."""
        return states.start(seating)

    def steps(self, body: BoardsBody) -> tuple[Turn, ...]:
        """Return the turns."""
        return bodies.turns(body)

    def refuse(self, state: State, step: Turn) -> tuple[Refusal, ...]:
        """Return every rule that a turn breaks."""
        return judging.refuse(self.layout, state, step)

    def settle(self, state: State, step: Turn, refusals: tuple[Refusal, ...]) -> State:
        """Return the state after a turn, the tokens of a refused one left out."""
        return states.settle(self.layout, state, step, refusals)

    def closing(self, state: State, body: BoardsBody) -> tuple[Refusal, ...]:
        """Compare the boards and totals with what the turns give."""
        written = bodies.boards(body)
        return (
            *judging.unfinished(self.layout, state, len(body.turns or ())),
            *judging.differing(self.layout, state, written),
            *judging.added_up_wrong(written, self.outcome(state).scores),
        )

    def laid(self, seating: Seating, body: BoardsBody) -> State | None:
        """Return the state that the final boards show."""
        return None if body.boards is None else states.laid(seating, bodies.boards(body))

    def judge_laid(self, laid: State, body: BoardsBody) -> tuple[Refusal, ...]:
        """Judge boards alone: tokens and totals."""
        written = bodies.boards(body)
        return (
            *judging.judged_alone(self.layout, written),
            *judging.added_up_wrong(written, self.outcome(laid).scores),
        )

    def outcome(self, state: State) -> Outcome:
        """Return the points of every board, and the winners."""
        return states.outcome(self.layout, state)

    def added_up(self, body: BoardsBody) -> Scores:
        """Return the scores on the final boards."""
        written = bodies.boards(body)
        return {player: board.score for player, board in written.items() if board.score}

    def shown(self, state: State) -> tuple[Paper, ...]:
        """Return every board with its tokens."""
        return judging.shown(self.layout, state)

    def recorded(self, state: State, body: BoardsBody) -> tuple[Paper, ...]:
        """Return every board as it was written, with the totals that were added up."""
        return judging.recorded(self.layout, state, bodies.boards(body))

    def totals_shown(self, scores: Mapping[str, int]) -> Mapping[str, Mark]:
        """Return marks for the boxes of a score."""
        return judging.totals_shown(scores)

    def random_turn(self, state: State, chance: Random) -> Turn:
        """Return a legal turn."""
        return chances.random_turn(self.layout, state, chance)

    def candidate(self, state: State, rule: str, chance: Random) -> Turn | None:
        """Return a turn that is likely to break a rule."""
        return chances.candidate(self.layout, state, rule, chance)

    def written(self, steps: tuple[Turn, ...], state: State) -> Fields:
        """Return turns and boards as plain fields."""
        return bodies.written(self.layout, steps, state)

    def miswritten(self, body: Fields, rule: str, chance: Random) -> Fields:
        """Return a body with a board that breaks a rule."""
        return bodies.miswritten(self.layout, body, rule, chance)

    def odds(self) -> Mapping[str, Mapping[int, Fraction]]:
        """Return, for each face, the chance of so many dice that count as it."""
        layout = self.layout
        return {
            f"face.{pips}": {
                dice: states.chance(layout, pips, dice) for dice in range(1, layout.dice + 1)
            }
            for pips in range(1, layout.sides + 1)
        }
