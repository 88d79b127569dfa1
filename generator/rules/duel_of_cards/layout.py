"""The parameters of a game of cards: which parts, types and cards of its deck play which role."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import DataError
from generator.game import Game
from generator.game.facts import Count, Facts, Id
from generator.game.parts import Deck, Dice, Track
from generator.game.parts.deck import Throw
from generator.game.sentences import field_aliases
from generator.reading.fit import fit
from generator.reading.nodes import MapNode
from generator.rules.roles import Roles
from generator.words import Message, message, not_one_of

TYPES = ("microbes", "behaviours", "breakers", "drugs")
CARDS = ("condom", "abstinence", "swab", "urine")


class Mechanics(Facts):
    """The section `mechanics`: which parts, types and cards of the deck play which role."""

    family: Literal["duel_of_cards"]
    deck: Id
    """The deck of cards."""
    dice: Id
    """The dice of attack and defence."""
    life: Id
    """The track of life points."""
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
    condom: Id
    """The card that protects."""
    abstinence: Id
    """The card that makes a player skip a turn."""
    swab: Id
    """The card that takes a card out of a hand."""
    urine: Id
    """The card that puts the deck in order."""
    urine_cards: Count
    """How many cards of the deck that one puts in order."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A game of this family as the rules see it; cards by id.

    `circles` has the behaviours that bring a microbe; `attacks` and `defences` its dice.
    """

    part: str
    life: Track
    short_life: int
    hand: int
    sides: int
    deck: Deck
    microbes: tuple[str, ...]
    behaviours: tuple[str, ...]
    breakers: tuple[str, ...]
    drugs: tuple[str, ...]
    condom: str
    abstinence: str
    swab: str
    urine: str
    circles: Mapping[str, tuple[str, ...]]
    attacks: Mapping[str, Throw]
    defences: Mapping[str, Throw]

    def lives(self) -> tuple[int, int]:
        """Return the life points of a whole game and of a short one."""
        return self.life.boxes, self.short_life

    def copies(self, card: str) -> int:
        """Return how often the deck holds a card."""
        return self.deck.cards[card].copies

    def killed_by(self, drug: str) -> tuple[str, ...]:
        """Return the microbes that a drug kills."""
        return self.deck.cards[drug].kills


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section."""
    mechanics = fit(section, Mechanics, field_aliases(), "mechanics")
    roles = Roles(game, section)
    deck = roles.part("deck", mechanics.deck, Deck)
    dice = roles.part("dice", mechanics.dice, Dice)
    life = roles.part("life", mechanics.life, Track)
    if deck is None or dice is None or life is None:
        raise DataError(roles.problems)
    for role, reason in _faults(game, mechanics, deck):
        roles.refuse(role, reason)
    if roles.problems:
        raise DataError(roles.problems)
    return _layout(game, mechanics, deck, dice, life)


def _faults(game: Game, mechanics: Mechanics, deck: Deck) -> Iterator[tuple[str, Message]]:
    """Yield each role with why its type, card or table cannot play it."""
    for roles, known in ((TYPES, deck.types), (CARDS, deck.cards)):
        named = ((role, getattr(mechanics, role)) for role in roles)
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
            yield "transmission", message("rules.duel_of_cards.no-circle", card=card)


def _layout(game: Game, mechanics: Mechanics, deck: Deck, dice: Dice, life: Track) -> Layout:
    microbes = deck.of_type(mechanics.microbes)
    thrown = {card: (deck.cards[card].attack, deck.cards[card].defence) for card in microbes}
    return Layout(
        part=mechanics.life,
        life=life,
        short_life=mechanics.short_life,
        hand=mechanics.hand,
        sides=dice.sides,
        deck=deck,
        microbes=microbes,
        behaviours=deck.of_type(mechanics.behaviours),
        breakers=deck.of_type(mechanics.breakers),
        drugs=deck.of_type(mechanics.drugs),
        condom=mechanics.condom,
        abstinence=mechanics.abstinence,
        swab=mechanics.swab,
        urine=mechanics.urine,
        circles=_circles(game, mechanics, deck),
        attacks={card: attack for card, (attack, _) in thrown.items() if attack},
        defences={card: defence for card, (_, defence) in thrown.items() if defence},
    )


def _circles(game: Game, mechanics: Mechanics, deck: Deck) -> Mapping[str, tuple[str, ...]]:
    """Return the behaviours of each microbe: those whose colour its circle has."""
    health = game.head.health
    return {
        microbe: tuple(
            card
            for card in deck.of_type(mechanics.behaviours)
            if health and deck.cards[card].colour in health.columns(mechanics.transmission, microbe)
        )
        for microbe in deck.of_type(mechanics.microbes)
    }
