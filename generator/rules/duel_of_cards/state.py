"""How a game of cards stands, and what a turn in a record says."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

from generator.rules.duel_of_cards.layout import Layout
from generator.rules.family import Outcome, Seating

LIFE = "life"
Cards: TypeAlias = tuple[str, ...]
Worn: TypeAlias = Literal["none", "given", "own"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's life points, number of hand cards, turns begun, and cards on the table.

    `hand` is below 0 where more was played than can have been held.
    """

    life: int
    hand: int
    turns: int = 0
    microbes: Cards = ()
    behaviours: Cards = ()
    condom: Worn = "none"
    skips: bool = False

    @property
    def is_out(self) -> bool:
        """Return whether no life point is left."""
        return self.life <= 0


@dataclass(frozen=True, slots=True)
class State:
    """All seats, the pile and the discard pile, who is next, when the game ended (0: on papers).

    `discard` has the cards of the discard pile that were seen, `unseen` how many were not. `used`
    and `has_attacked` tell what the turn that is being played has used up.
    """

    seating: Seating
    seats: Mapping[str, Seat]
    life: int
    pile: int
    next: str
    discard: Cards = ()
    unseen: int = 0
    played: int = 0
    ended: int | None = None
    used: Cards = ()
    has_attacked: bool = False

    def alive(self) -> tuple[str, ...]:
        """Return the players who have life points, in playing order."""
        return tuple(player for player, seat in self.seats.items() if not seat.is_out)

    def after(self, player: str) -> str:
        """Return who plays next: whoever is out is passed over."""
        following = self.seating.after(player)
        while self.seats[following].is_out:
            following = self.seating.after(following)
        return following


@dataclass(frozen=True, slots=True)
class Behaviour:
    """A behaviour card is laid; `place` is the index of the play in its turn, in all plays."""

    place: int
    card: str


@dataclass(frozen=True, slots=True)
class Infection:
    """A microbe is let down with a behaviour."""

    place: int
    card: str
    by: str


@dataclass(frozen=True, slots=True)
class Attack:
    """A microbe attacks a microbe of a player, or straight at him where `target` is None."""

    place: int
    card: str
    on: str
    target: str | None
    dice: tuple[int, ...]
    defence: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Condom:
    """A condom is given to a player; to oneself it protects."""

    place: int
    to: str


@dataclass(frozen=True, slots=True)
class Breaker:
    """A card breaks the condom that its player was given."""

    place: int
    card: str


@dataclass(frozen=True, slots=True)
class Drug:
    """A drug kills a microbe of a player."""

    place: int
    card: str
    kills: str
    of: str


@dataclass(frozen=True, slots=True)
class Abstinence:
    """A player is made to skip the next turn."""

    place: int
    to: str


@dataclass(frozen=True, slots=True)
class Swab:
    """A player's hand is looked at, and a card of it discarded."""

    place: int
    of: str
    discards: str | None


@dataclass(frozen=True, slots=True)
class Urine:
    """The next cards of the pile are put in order."""

    place: int


@dataclass(frozen=True, slots=True)
class Trade:
    """Hand cards change places with those of another player."""

    place: int
    to: str
    gives: Cards
    takes: Cards


Play: TypeAlias = (
    Behaviour | Infection | Attack | Condom | Breaker | Drug | Abstinence | Swab | Urine | Trade
)


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as recorded; `number` counts from 1, `skips` says that it was lost to abstinence."""

    number: int
    player: str | None
    plays: tuple[Play, ...] = ()
    skips: bool = False

    @property
    def is_skipped(self) -> bool:
        """Return whether nothing at all was done."""
        return self.skips and not self.plays


def start(layout: Layout, seating: Seating, life: int | None = None) -> State:
    """Return dealt hands and full life points: those of a whole game, or so many."""
    points = layout.life.boxes if life is None else life
    seats = dict.fromkeys(seating.players, Seat(points, layout.hand))
    pile = layout.deck.count - layout.hand * len(seats)
    return State(seating, seats, points, pile, seating.players[0])


def laid(seating: Seating, life: int, final: Mapping[str, int]) -> State:
    """Return the state that life points written down show; over when every player has some."""
    seats = {player: Seat(max(0, points), 0) for player, points in final.items()}
    is_over = set(seats) == set(seating.players)
    return State(seating, seats, life, 0, seating.players[0], ended=0 if is_over else None)


def outcome(state: State) -> Outcome:
    """Return everybody's life points, and who alone has some once the game is over."""
    scores = {player: {LIFE: seat.life} for player, seat in state.seats.items()}
    alive = state.alive()
    winners = alive if state.ended is not None and len(alive) == 1 else ()
    return Outcome(state.ended is not None, scores, winners)


def active_player(state: State, turn: Turn) -> str:
    """Return whose turn it is: the one named, else the next in order."""
    return turn.player or state.next


def card_of(layout: Layout, play: Play) -> str | None:
    """Return the hand card that a play takes; None for attacks and trades."""
    match play:
        case Behaviour() | Infection() | Breaker() | Drug():
            return play.card
        case Condom():
            return layout.condom
        case Abstinence():
            return layout.abstinence
        case Swab():
            return layout.swab
        case Urine():
            return layout.urine
        case Attack() | Trade():
            return None
        case _:
            assert_never(play)


def seen(layout: Layout, state: State, card: str) -> int:
    """Return how many copies of a card lie on the tables and, seen, in the discard pile."""
    lying = sum(
        seat.microbes.count(card)
        + seat.behaviours.count(card)
        + (card == layout.condom and seat.condom != "none")
        for seat in state.seats.values()
    )
    return lying + state.discard.count(card)
