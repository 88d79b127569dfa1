"""The family as one object: its parameters, and the calls that every family answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.game.agreement import Need
from generator.rules.circuit import body as bodies
from generator.rules.circuit import chance as chances
from generator.rules.circuit import judging, move
from generator.rules.circuit import state as states
from generator.rules.circuit.body import CircuitBody
from generator.rules.circuit.state import Layout, State, Turn, read_layout
from generator.rules.family import MECHANICS, Refusal, Rules, Scores, Seating, by_layout
from generator.rules.findings import unfinished
from generator.words import message


@dataclass(frozen=True, eq=False)
class CircuitRules(Rules[CircuitBody, State, Turn]):
    """The rules of one circuit and one chart."""

    layout: Layout

    # What these promise stands in Rules.
    contents = ("turns", "final")
    judged = (*judging.ON_TURNS, *judging.ON_FINALS)
    plantable = judging.ON_TURNS
    plantable_on_paper = judging.ON_FINALS[1:]
    read_layout = staticmethod(read_layout)
    body_model = staticmethod(bodies.body_model)
    start = by_layout(states.start)
    refuse = by_layout(judging.refuse)
    outcome = by_layout(states.outcome)
    shown = by_layout(judging.shown)
    random_turn = by_layout(chances.random_turn)
    candidate = by_layout(chances.candidate)
    written = by_layout(bodies.written)
    miswritten = by_layout(bodies.miswritten)
    odds = by_layout(chances.odds)

    def seats(self) -> Mapping[str, tuple[int, int]]:
        """Return least and most players, the same in every variant."""
        return dict.fromkeys(("", *self.layout.variants), self.game.head.players)

    def needs(self) -> Iterator[Need]:
        """Yield the words for markers, squares and variants, besides those of the score."""
        yield from super().needs()
        kinds = {square.kind for square in self.layout.circuit.squares}
        named = (("markers", self.layout.stages), ("squares", sorted(kinds)))
        for group, names in (*named, ("variants", self.layout.variants)):
            yield from (Need(f"words.{group}", name, MECHANICS) for name in names)

    def steps(self, body: CircuitBody) -> tuple[Turn, ...]:
        """Return the turns."""
        return bodies.turns(body, self.layout)

    def settle(self, state: State, step: Turn, refusals: tuple[Refusal, ...]) -> State:  # noqa: ARG002 - what holds after an error follows from the turn
        """Return the state after a turn, the markers as they were recorded."""
        return move.settle(self.layout, state, step)

    def closing(self, state: State, body: CircuitBody) -> tuple[Refusal, ...]:
        """Compare the final counts with what the turns give."""
        written = bodies.finals(body, self.layout)
        reason = message("rules.circuit.unfinished", laps=self.layout.laps.boxes)
        return (
            *unfinished(state, len(body.turns or ()), reason),
            *judging.differing(self.layout, state, written),
            *judging.added_up_wrong(written, self.outcome(state).scores),
        )

    def laid(self, seating: Seating, body: CircuitBody) -> State | None:
        """Return the state that the final counts show."""
        if body.final is None:
            return None
        return states.laid(self.layout, seating, bodies.finals(body, self.layout))

    def judge_laid(self, laid: State, body: CircuitBody) -> tuple[Refusal, ...]:
        """Judge final counts alone: only what was added up can be wrong."""
        written = bodies.finals(body, self.layout)
        counted = {player: final for player, final in written.items() if final.counts}
        return tuple(judging.added_up_wrong(counted, self.outcome(laid).scores))

    def added_up(self, body: CircuitBody) -> Scores:
        """Return the totals of the final counts."""
        written = bodies.finals(body, self.layout)
        return {
            player: {"total": final.score}
            for player, final in written.items()
            if final.score is not None
        }


load = CircuitRules.load
