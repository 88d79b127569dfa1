"""The family as one object: its parameters, and the calls that every family answers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from generator.game import Game, Mark, Paper, number_mark
from generator.game.needs import Need
from generator.reading.nodes import MapNode
from generator.rules.duel_of_cards import body as bodies
from generator.rules.duel_of_cards import chance as chances
from generator.rules.duel_of_cards import finals, judging, planting, settling
from generator.rules.duel_of_cards import state as states
from generator.rules.duel_of_cards.body import DuelBody
from generator.rules.duel_of_cards.state import Layout, State, Turn, read_layout
from generator.rules.family import MECHANICS, Fields, Outcome, Refusal, Rules, Scores, Seating, Told

JUDGED = (*judging.ON_TURNS, *finals.ON_FINALS)


def load(game: Game, section: MapNode) -> "DuelRules":
    """Return the rules of a game of cards; raise DataError with every fault."""
    layout = read_layout(game, section)
    return DuelRules(
        game,
        bodies.body_model(layout),
        {said.language: bodies.own_words(said, layout) for said in game.said.values()},
        JUDGED,
        judging.ON_TURNS,
        ("final-differs", "winner-wrong"),
        ("turns", "final"),
        layout,
    )


@dataclass(frozen=True, eq=False)
class DuelRules(Rules[DuelBody, State, Turn]):
    """The rules of one deck of cards."""

    layout: Layout

    def seats(self) -> Mapping[str, tuple[int, int]]:
        """Return least and most players: the game has no variants."""
        return {"": self.game.head.players}

    def needs(self) -> Iterator[Need]:
        """Yield the words for cards and behaviours, besides those of the score."""
        yield from super().needs()
        yield from (Need("words.cards", card, MECHANICS) for card in self.layout.deck.cards)

    def start(self, seating: Seating) -> State:
        """Return dealt hands, and the life points of a whole game."""
        return states.start(self.layout, seating)

    def begun(self, seating: Seating, body: DuelBody) -> State:
        """Return dealt hands, and the life points that a record says everybody begins with."""
        return states.start(self.layout, seating, body.life)

    def steps(self, body: DuelBody) -> tuple[Turn, ...]:
        """Return the turns."""
        return bodies.turns(body)

    def refuse(self, state: State, step: Turn) -> tuple[Refusal, ...]:
        """Return every rule that a turn breaks."""
        return judging.refuse(self.layout, state, step)

    def settle(self, state: State, step: Turn, refusals: tuple[Refusal, ...]) -> State:
        """Return the state after a turn, refused plays left out."""
        return settling.settle(self.layout, state, step, refusals)

    def told(self, state: State, step: Turn, refusals: tuple[Refusal, ...]) -> Told:
        """Return a turn in words, play by play, with the life points it left."""
        return finals.told(self.layout, state, step, refusals)

    def closing(self, state: State, body: DuelBody) -> tuple[Refusal, ...]:
        """Compare life points and winner with what the turns give."""
        return (
            *finals.unfinished(state, len(body.turns or ())),
            *finals.differing(self.layout, state, body.final or {}),
            *finals.winner_wrong(state, body.winner),
        )

    def laid(self, seating: Seating, body: DuelBody) -> State | None:
        """Return the state that the life points written down show."""
        if body.final is None:
            return None
        return states.laid(seating, body.life or self.layout.life.boxes, body.final)

    def judge_laid(self, laid: State, body: DuelBody) -> tuple[Refusal, ...]:
        """Judge life points alone: whether they can be, and whether they fit the winner."""
        return (
            *finals.impossible(laid, body.final or {}),
            *finals.winner_impossible(laid, body.winner),
        )

    def outcome(self, state: State) -> Outcome:
        """Return everybody's life points, and the winner."""
        return states.outcome(state)

    def added_up(self, body: DuelBody) -> Scores:
        """Return the life points written down."""
        return {player: {states.LIFE: points} for player, points in (body.final or {}).items()}

    def shown(self, state: State) -> tuple[Paper, ...]:
        """Return everybody's life track."""
        return finals.shown(self.layout, state)

    def recorded(self, state: State, body: DuelBody) -> tuple[Paper, ...]:
        """Return the life tracks as written down."""
        return finals.recorded(self.layout, state, body)

    def totals_shown(self, scores: Mapping[str, int]) -> Mapping[str, Mark]:
        """Return marks for the boxes of a score."""
        return {f"score.{name}": number_mark(points) for name, points in scores.items()}

    def random_turn(self, state: State, chance: Random) -> Turn:
        """Return a legal turn."""
        return chances.random_turn(self.layout, state, chance)

    def candidate(self, state: State, rule: str, chance: Random) -> Turn | None:
        """Return a turn that is likely to break a rule."""
        return planting.candidate(self.layout, state, rule, chance)

    def written(self, steps: tuple[Turn, ...], state: State) -> Fields:
        """Return turns, life points and winner as plain fields."""
        return bodies.written(steps, state)

    def miswritten(self, body: Fields, rule: str, chance: Random) -> Fields:
        """Return a body with life points, or a winner, that break a rule."""
        return bodies.miswritten(body, rule, chance)

    def odds(self) -> Mapping[str, Mapping[int, Fraction]]:
        """Return the chances of each attack's strength, and of each duel of microbes."""
        return chances.odds(self.layout)
