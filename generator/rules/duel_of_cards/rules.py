"""The family as one object: its parameters, and the calls that every family answers."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.game.agreement import Need
from generator.rules.duel_of_cards import body as bodies
from generator.rules.duel_of_cards import chance as chances
from generator.rules.duel_of_cards import judging, settling
from generator.rules.duel_of_cards import state as states
from generator.rules.duel_of_cards.body import DuelBody
from generator.rules.duel_of_cards.state import Layout, State, Turn, read_layout
from generator.rules.family import MECHANICS, Refusal, Rules, Scores, Seating, Told, by_layout
from generator.rules.findings import unfinished


@dataclass(frozen=True, eq=False)
class DuelRules(Rules[DuelBody, State, Turn]):
    """The rules of one deck of cards."""

    layout: Layout

    # What these promise stands in Rules.
    contents = ("turns", "final")
    judged = (*judging.ON_TURNS, *judging.ON_FINALS)
    plantable = judging.ON_TURNS
    plantable_on_paper = judging.ON_FINALS[1:]
    read_layout = staticmethod(read_layout)
    body_model = staticmethod(bodies.body_model)
    own_words = staticmethod(bodies.own_words)
    start = by_layout(states.start)
    steps = staticmethod(bodies.turns)
    refuse = by_layout(judging.refuse)
    settle = by_layout(settling.settle)
    outcome = staticmethod(states.outcome)
    shown = by_layout(judging.shown)
    recorded = by_layout(judging.recorded)
    random_turn = by_layout(chances.random_turn)
    candidate = by_layout(chances.candidate)
    written = staticmethod(bodies.written)
    miswritten = staticmethod(bodies.miswritten)
    odds = by_layout(chances.odds)

    def needs(self) -> Iterator[Need]:
        """Yield the words for cards and behaviours, besides those of the score."""
        yield from super().needs()
        yield from (Need("words.cards", card, MECHANICS) for card in self.layout.deck.cards)

    def begun(self, seating: Seating, body: DuelBody) -> State:
        """Return dealt hands, and the life points that a record says everybody begins with."""
        return states.start(self.layout, seating, body.life)

    def told(self, state: State, step: Turn, refusals: tuple[Refusal, ...]) -> Told:
        """Return a turn in words, play by play, with the life points it left."""
        return judging.told(self.layout, state, step, refusals)

    def closing(self, state: State, body: DuelBody) -> tuple[Refusal, ...]:
        """Compare life points and winner with what the turns give."""
        reason = judging.said("unfinished", n=len(state.alive()))
        early = unfinished(state, len(body.turns or ()), reason)
        return (
            *(replace(found, after=judging.GAME) for found in early),
            *judging.differing(self.layout, state, body.final or {}),
            *judging.winner_wrong(state, body.winner),
        )

    def laid(self, seating: Seating, body: DuelBody) -> State | None:
        """Return the state that the life points written down show."""
        if body.final is None:
            return None
        return states.laid(seating, body.life or self.layout.life.boxes, body.final)

    def judge_laid(self, laid: State, body: DuelBody) -> tuple[Refusal, ...]:
        """Judge life points alone: whether they can be, and whether they fit the winner."""
        return (
            *judging.impossible(laid, body.final or {}),
            *judging.winner_impossible(laid, body.winner),
        )

    def added_up(self, body: DuelBody) -> Scores:
        """Return the life points written down."""
        return {player: {states.LIFE: points} for player, points in (body.final or {}).items()}


load = DuelRules.load
