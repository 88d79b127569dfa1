"""A deck of cards: designs with their copies, and what is printed on them as numbers."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from generator.game.facts import ColourId, Count, Facts, Id, Index, Part
from generator.reading.validate import Fault
from generator.words import message, not_one_of

Needed: TypeAlias = Literal["colour", "attack", "defence", "kills", "links"]
Role: TypeAlias = Literal["protects", "halts", "searches", "sorts"]


class DiceFormula(Facts):
    """So many dice, and what is added to them: `1+2` on a card."""

    dice: Annotated[int, Field(ge=1, le=6)]
    """How many dice are thrown."""
    plus: Index = 0
    """What is added to their sum."""

    def as_printed(self) -> str:
        """Return the throw as it is printed."""
        return f"{self.dice}+{self.plus}" if self.plus else str(self.dice)


class CardLook(Facts):
    """What tells cards of a kind without their colour: a sign, and the frame of their picture."""

    sign: Id | None = None
    """The picture at the left of the band, where a hand shows it."""
    frame: Id | None = None
    """The picture about the card's own, 49 wide and 43 high; its tinted areas take the band's."""


class CardType(CardLook):
    """A type of cards: how they look, and the fields that each of its cards needs."""

    band: ColourId
    """The colour of the band on its cards."""
    needs: tuple[Needed, ...] = ()
    """The fields that each of its cards must have."""


class Card(Facts):
    """One design; `copies` is how often the deck holds it, `notes` the health facts it prints.

    `name` is what else the card is called in a record, `family` a finer word than its type.
    """

    type: Id
    """Its type, one of `types`."""
    copies: Count
    """How often the deck holds it."""
    name: Id | None = None
    """What else it is called in a record."""
    family: Id | None = None
    """A finer word than its type, a text of the language file."""
    role: Role | None = None
    """What it does that no other card does, in games whose rules ask: it `protects` whom it lies
    before, `halts` a player for a turn, `searches` a hand for a card, or `sorts` the pile."""
    colour: ColourId | None = None
    """Its colour, one of the game's."""
    picture: Id | None = None
    """Its picture, a file of the folder `pictures` without `.svg`."""
    attack: DiceFormula | None = None
    """The dice that it attacks with."""
    defence: DiceFormula | None = None
    """The dice that it defends itself with."""
    kills: tuple[Id, ...] = ()
    """The cards that it removes."""
    links: tuple[Id, ...] = ()
    """What it goes with: the full sectors of its circle, as colours."""
    notes: tuple[Id, ...] = ()
    """The health facts or texts printed on it."""


class Deck(Part):
    """Cards that share a back; `count` is how many the whole deck has."""

    part: Literal["deck"]
    count: Annotated[int, Field(ge=1, le=10000)]
    """How many cards the whole deck has, copies included."""
    types: Annotated[Mapping[Id, CardType], Field(min_length=1)]
    """The types of cards by name."""
    families: Mapping[Id, CardLook] = {}
    """How cards of a family look, where that is not as the others of their type."""
    cards: Annotated[Mapping[Id, Card], Field(min_length=1)]
    """The designs by name; the title of each is the text `card.` and its name."""
    short: Mapping[Id, Count] = {}
    """How often a smaller deck of the same game holds each of its designs."""

    @model_validator(mode="after")
    def _fits_together(self) -> "Deck":
        for name, card in self.cards.items():
            at = ("cards", name)
            if card.type not in self.types:
                raise Fault(not_one_of(card.type, self.types), (*at, "type"))
            for field in self.types[card.type].needs:
                if not getattr(card, field):
                    reason = message("game.card-needs", card=name, type=card.type, field=field)
                    raise Fault(reason, at)
            for field in ("kills", "links"):
                for number, other in enumerate(getattr(card, field)):
                    if other not in self.cards:
                        raise Fault(not_one_of(other, self.cards), (*at, field, number))
        if (found := sum(card.copies for card in self.cards.values())) != self.count:
            reason = message("game.deck-count", found=str(found), count=str(self.count))
            raise Fault(reason, ("count",))
        return self

    @model_validator(mode="after")
    def _names_what_it_has(self) -> "Deck":
        known = {card.family for card in self.cards.values() if card.family}
        for family in set(self.families) - known:
            raise Fault(not_one_of(family, known), ("families", family))
        for name, copies in self.short.items():
            enough = [one for one, card in self.cards.items() if card.copies >= copies]
            if name not in enough:
                raise Fault(not_one_of(name, enough), ("short", name))
        return self

    def printed(self, *, short: bool = False) -> tuple[str, ...]:
        """Return the id of every card as often as the deck holds it, or the smaller deck."""
        copies = self.short if short else {name: card.copies for name, card in self.cards.items()}
        return tuple(name for name, count in copies.items() for _ in range(count))

    def look(self, name: str) -> CardLook:
        """Return how a card looks: as its family, else as its type."""
        card = self.cards[name]
        return self.families.get(card.family or "", self.types[card.type])

    def of_type(self, *types: str) -> tuple[str, ...]:
        """Return the ids of the designs of some types, in the data's order."""
        return tuple(name for name, card in self.cards.items() if card.type in types)

    def coloured(self) -> tuple[str, ...]:
        """Return the designs with a colour of their own: a ring has a sector for each of them."""
        return tuple(name for name, card in self.cards.items() if card.colour)

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name: all cards, those of a type, copies of one."""
        types = Counter(self.cards[name].type for name in self.printed())
        designs = {name: card.copies for name, card in self.cards.items()}
        return {**designs, **types, "cards": self.count, "short": sum(self.short.values())}
