"""The family as one object: its parameters, and the calls that every family answers."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

from generator.rules.family import Refusal, Rules, Scores, Seating, by_layout
from generator.rules.lines_of_dice import body as bodies
from generator.rules.lines_of_dice import chance as chances
from generator.rules.lines_of_dice import judging
from generator.rules.lines_of_dice import state as states
from generator.rules.lines_of_dice.body import RoundsBody
from generator.rules.lines_of_dice.state import Layout, State, Step, read_layout

# Turns of a record that shows how to write them.
FIRST_TURNS = 4


@dataclass(frozen=True, eq=False)
class LinesOfDice(Rules[RoundsBody, State, Step]):
    """The rules of one game of lines of dice."""

    layout: Layout

    # What these promise stands in Rules.
    contents = ("rounds",)
    judged = (*judging.ON_STEPS, *judging.ON_RESULTS, "unfinished")
    plantable = judging.ON_STEPS
    plantable_on_paper = judging.ON_RESULTS
    read_layout = staticmethod(read_layout)
    body_model = staticmethod(bodies.body_model)
    own_words = staticmethod(bodies.own_words)
    refuse = by_layout(judging.refuse)
    settle = by_layout(states.settle)
    outcome = by_layout(states.outcome)
    shown = by_layout(judging.shown)
    random_turn = by_layout(chances.random_step)
    candidate = by_layout(chances.candidate)
    written = by_layout(bodies.written)
    miswritten = staticmethod(bodies.miswritten)

    def start(self, seating: Seating) -> State:
        """Return a match before its first round."""
        return State(seating)

    def steps(self, body: RoundsBody) -> tuple[Step, ...]:
        """Return the rounds: how each begins, its turns, its result."""
        return tuple(bodies.steps(body, self.layout))

    def closing(self, state: State, body: RoundsBody) -> tuple[Refusal, ...]:
        """Say where the match stops early, and compare the totals."""
        scores = self.outcome(state).scores
        wanted = {player: points["total"] for player, points in scores.items()}
        return (
            *judging.unfinished(self.layout, state, len(body.rounds or ())),
            *judging.total_wrong(body.total or {}, wanted),
        )

    def added_up(self, body: RoundsBody) -> Scores:
        """Return the points that were written down."""
        return bodies.added_up(body, self.layout)

    def first_steps(self, state: State, chance: Random) -> tuple[Step, ...]:
        """Return the beginning of a round and its first turns."""
        steps: tuple[Step, ...] = ()
        for _ in range(1 + FIRST_TURNS):
            step = self.random_turn(state, chance)
            steps, state = (*steps, step), self.play(state, step)
        return steps

    def odds(self) -> Mapping[str, Mapping[int, Fraction]]:
        """Return the chance of each sum of a line, were its faces left to chance."""
        faces, count = self.layout.faces, len(self.layout.windows[0])
        ways = Counter(map(sum, product(faces, repeat=count)))
        every = len(faces) ** count
        return {f"sum.{count}": {total: Fraction(ways[total], every) for total in sorted(ways)}}


load = LinesOfDice.load
