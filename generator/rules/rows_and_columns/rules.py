"""The family as one object: its parameters, and the calls that every family answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from generator.game import Paper
from generator.game.agreement import Need
from generator.rules.family import MECHANICS, Refusal, Rules, Scores, Seating, by_layout
from generator.rules.findings import added_up_wrong, unfinished
from generator.rules.rows_and_columns import body as bodies
from generator.rules.rows_and_columns import chance as chances
from generator.rules.rows_and_columns import judging
from generator.rules.rows_and_columns.body import RowsBody
from generator.rules.rows_and_columns.state import Layout, State, Turn, read_layout
from generator.rules.rows_and_columns.state import outcome as outcome_of
from generator.words import message


@dataclass(frozen=True, eq=False)
class RowsAndColumns(Rules[RowsBody, State, Turn]):
    """The rules of one sheet of rows and columns."""

    layout: Layout

    # What these promise stands in Rules.
    contents = ("turns", "sheets")
    judged = (*judging.ON_TURNS[:-1], *judging.ON_SHEETS[:2], "after-end", *judging.ON_SHEETS[2:])
    plantable = judging.ON_TURNS
    plantable_on_paper = ("sheet-differs", "score-wrong")
    read_layout = staticmethod(read_layout)
    body_model = staticmethod(bodies.body_model)
    own_words = staticmethod(bodies.own_words)
    start = staticmethod(judging.start)
    steps = staticmethod(bodies.turns)
    refuse = by_layout(judging.refuse)
    settle = by_layout(judging.settle)
    outcome = by_layout(outcome_of)
    shown = by_layout(judging.shown)
    totals_shown = staticmethod(judging.totals_shown)
    random_turn = by_layout(chances.random_turn)
    candidate = by_layout(chances.candidate)
    written = by_layout(bodies.written)
    miswritten = by_layout(bodies.miswritten)

    def needs(self) -> Iterator[Need]:
        """Yield the words for the colours of dice, besides those of the score."""
        yield from super().needs()
        yield from (Need("words.colours", die, MECHANICS) for die in self.layout.dice.dice)

    def closing(self, state: State, body: RowsBody) -> tuple[Refusal, ...]:
        """Compare the sheets and totals with what the turns give."""
        layout = self.layout
        rows, misses = layout.full_rows_to_end, layout.misses.boxes
        reason = message("rules.unfinished", rows=rows, misses=misses)
        return (
            *unfinished(state, len(body.turns or ()), reason),
            *judging.differing(layout, state, bodies.sheets(body, layout)),
            *added_up_wrong("sheets", self.added_up(body), self.outcome(state).scores),
        )

    def laid(self, seating: Seating, body: RowsBody) -> State | None:
        """Return the state that the final sheets show."""
        if body.sheets is None:
            return None
        return judging.laid(self.layout, seating, bodies.sheets(body, self.layout))

    def judge_laid(self, laid: State, body: RowsBody) -> tuple[Refusal, ...]:
        """Judge sheets alone: numbers, misses, totals."""
        return (
            *judging.judged_alone(self.layout, laid),
            *added_up_wrong("sheets", self.added_up(body), self.outcome(laid).scores),
        )

    def added_up(self, body: RowsBody) -> Scores:
        """Return the scores on the final sheets."""
        written = bodies.sheets(body, self.layout)
        return {player: sheet.score for player, sheet in written.items() if sheet.score}

    def recorded(self, state: State, body: RowsBody) -> tuple[Paper, ...]:
        """Return every sheet as it was written, with the totals that were added up."""
        return judging.recorded(self.layout, state, bodies.sheets(body, self.layout))

    def odds(self) -> Mapping[str, Mapping[int, Fraction]]:
        """Return the chance of each sum, by how many dice are rolled."""
        dice = self.layout.dice
        return {f"sum.{count}": dice.sums(count) for count in range(1, len(dice.dice) + 1)}


load = RowsAndColumns.load
