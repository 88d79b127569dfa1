"""The parameters of a game of cards, and how it stands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import Field

from generator.errors import DataError
from generator.game import Game
from generator.game.facts import Count, Facts, Id
from generator.game.head import YES, TableFact
from generator.game.parts import Deck, Dice, Numbers
from generator.game.parts.listing import DiceFormula, Role
from generator.reading.nodes import MapNode
from generator.rules.interface import MECHANICS, Roles, Seating
from generator.words import Message, message, not_one_of

ROLES = get_args(Role)
TYPES = ("microbes", "behaviours", "breakers", "drugs")


class Mechanics(Facts):
    """The section `mechanics`: which parts, types and cards of the deck play which role."""

    family: Literal["sti"]
    deck: Id
    """The deck of cards."""
    dice: Id
    """The dice of attack and defence."""
    life: Id
    """The numbers of life points."""
    short_life: Count
    """The life points of a short game."""
    hand: Annotated[int, Field(ge=1, le=30)]
    """How many cards a hand holds at most."""
    transmission: Id
    """The table of health facts whose `+` lets a behaviour bring a microbe."""
    microbes: Id
    """The type of the cards that attack."""
    behaviours: Id
    """The type of the cards that bring them."""
    breakers: Id
    """The type of the cards that break a protection."""
    drugs: Id
    """The type of the cards that remove what attacks."""
    sorted_cards: Count
    """How many cards of the pile are put in order by the card that sorts it."""


@dataclass(frozen=True, slots=True)
class Singles:
    """The cards of which there is but one design: `cards` by their role in the data, and back."""

    cards: Mapping[str, str]
    roles: Mapping[str, str]

    @property
    def protects(self) -> str:
        """Return the card that protects whoever wears it."""
        return self.cards["protects"]

    def kind(self, role: str) -> str:
        """Return the card of a role, which names a kind of play; any other kind as it is."""
        return self.cards.get(role, role)

    def role(self, kind: str) -> str:
        """Return the role of the card that a kind of play is named after, else the kind itself."""
        return self.roles.get(kind, kind)


@dataclass(frozen=True, slots=True)
class Layout:
    """A game of this family as the rules see it; cards by id.

    `singles` have roles of their own; `ways` is what is known of how a microbe is passed on, and
    `circles` the behaviours that bring it.
    """

    mechanics: Mechanics
    life: Numbers
    dice: Dice
    deck: Deck
    microbes: tuple[str, ...]
    behaviours: tuple[str, ...]
    breakers: tuple[str, ...]
    drugs: tuple[str, ...]
    singles: Singles
    ways: Mapping[str, Mapping[str, TableFact]]
    circles: Mapping[str, tuple[str, ...]]
    attacks: Mapping[str, DiceFormula]
    defences: Mapping[str, DiceFormula]

    def lives(self) -> tuple[int, int]:
        """Return the life points of a whole game and of a short one."""
        return self.life.figures()["most"], self.mechanics.short_life

    def copies(self, card: str) -> int:
        """Return how often the deck holds a card."""
        return self.deck.cards[card].copies


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section."""
    roles, parts = Roles(game, section), game.head.parts.values()
    every = [one for part in parts if isinstance(part, Deck) for one in part.cards.items()]
    of_role = {role: [name for name, card in every if card.role == role] for role in ROLES}
    reasons = (message("rules.sti.one-card", role=one) for one in ROLES if len(of_role[one]) != 1)
    lacking = [game.fault((*MECHANICS, "deck"), reason) for reason in reasons]
    try:
        mechanics = roles.facts(Mechanics)
    except DataError as error:
        raise DataError((*error.problems, *lacking)) from None
    deck = roles.part("deck", mechanics.deck, Deck)
    dice = roles.part("dice", mechanics.dice, Dice)
    life = roles.part("life", mechanics.life, Numbers)
    if deck is None or dice is None or life is None:
        raise DataError(roles.problems)
    for role, reason in _faults(game, mechanics, deck):
        roles.refuse(role, reason)
    DataError.raise_for((*roles.problems, *lacking))
    microbes, behaviours = deck.of_type(mechanics.microbes), deck.of_type(mechanics.behaviours)
    ways = game.head.health.tables[mechanics.transmission] if game.head.health else {}
    cards = {role: of_role[role][0] for role in ROLES}
    thrown = {card: (deck.cards[card].attack, deck.cards[card].defence) for card in microbes}

    def brings(card: str, microbe: str) -> bool:
        fact = ways[microbe].get(deck.cards[card].colour or "")
        return fact is not None and fact.value == YES

    return Layout(
        mechanics=mechanics,
        life=life,
        dice=dice,
        deck=deck,
        microbes=microbes,
        behaviours=behaviours,
        breakers=deck.of_type(mechanics.breakers),
        drugs=deck.of_type(mechanics.drugs),
        singles=Singles(cards, {card: role for role, card in cards.items()}),
        ways=ways,
        circles={one: tuple(card for card in behaviours if brings(card, one)) for one in microbes},
        attacks={card: attack for card, (attack, _) in thrown.items() if attack},
        defences={card: defence for card, (_, defence) in thrown.items() if defence},
    )


def _faults(game: Game, mechanics: Mechanics, deck: Deck) -> Iterator[tuple[str, Message]]:
    named = ((role, getattr(mechanics, role)) for role in TYPES)
    known = deck.types
    yield from ((role, not_one_of(name, known)) for role, name in named if name not in known)
    kind = mechanics.microbes
    for card in deck.of_type(kind):
        for field in ("attack", "defence"):
            if getattr(deck.cards[card], field) is None:
                yield "microbes", message("game.card-needs", card=card, type=kind, field=field)
    tables = {} if game.head.health is None else game.head.health.tables
    if mechanics.transmission not in tables:
        yield "transmission", not_one_of(mechanics.transmission, tables)
        return
    for card in deck.of_type(kind):
        if card not in tables[mechanics.transmission]:
            yield "transmission", message("rules.sti.no-circle", card=card)


LIFE = "life"
Cards = tuple[str, ...]
Worn = Literal["none", "given", "own"]


class Seat(NamedTuple):
    """A player's cards and points; `hand` is below 0 where more was played than can have been."""

    life: int
    hand: int
    turns: int = 0
    microbes: Cards = ()
    behaviours: Cards = ()
    protection: Worn = "none"
    skips: bool = False

    @property
    def is_out(self) -> bool:
        """Return whether no life point is left."""
        return self.life <= 0


class State(NamedTuple):
    """All seats and piles, and after which turn the game ended (0: on papers).

    Cards of the discard pile are in `discard`, or counted as `unseen`. `used` (behaviours) and
    `has_attacked` are of the turn in play.
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

    def alive(self) -> Cards:
        """Return the players who have life points, in playing order."""
        return tuple(player for player, seat in self.seats.items() if not seat.is_out)

    def player_after(self, player: str) -> str:
        """Return who plays next: whoever is out is passed over."""
        following = self.seating.player_after(player)
        while following != player and self.seats[following].is_out:
            following = self.seating.player_after(following)
        return following

    def with_seat(self, player: str, **changes: Any) -> "State":
        """Return the state with a player's seat as it is now."""
        seat = self.seats[player]._replace(**changes)
        return self._replace(seats={**self.seats, player: seat})

    def with_discarded(self, *cards: str) -> "State":
        """Return the state with cards laid on the discard pile, seen by all."""
        return self._replace(discard=(*self.discard, *cards))


def cards_on_table(layout: Layout, seat: Seat) -> Cards:
    """Return the cards on the table before a player."""
    worn = () if seat.protection == "none" else (layout.singles.protects,)
    return (*seat.behaviours, *seat.microbes, *worn)


def copies_seen(layout: Layout, state: State, card: str) -> int:
    """Return how many copies of a card lie on the tables and, seen, in the discard pile."""
    count, is_worn = state.discard.count(card), card == layout.singles.protects
    for seat in state.seats.values():
        count += seat.microbes.count(card) + seat.behaviours.count(card)
        count += is_worn and seat.protection != "none"
    return count
