"""A card before anything is drawn on it, and the template that says what is drawn where."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.game.parts import Card
from generator.paper.shapes import HAIRLINE, Rect, Shape, Stroke
from generator.paper.units import Mm
from generator.printables.kinds.card_zones import Subject
from generator.printables.setting import Setting

ZoneName: TypeAlias = Literal[
    "title",
    "type",
    "corner",
    "circle",
    "picture",
    "list",
    "left",
    "right",
    "text",
    "note",
    "footer",
]
Manner: TypeAlias = Literal["words", "picture", "pictures", "disc", "sectors", "dice"]

# Lengths in mm on a card that is not enlarged.
PADDING: Mm = 4.0
CORNER: Mm = 3.0
# Colour reaches so far beyond the cut, of which the bleed that is asked for shows.
BEYOND: Mm = 10.0


class Zone(Facts):
    """A place on a card: what it shows of the card's facts or words, and as what."""

    zone: ZoneName
    shows: Id
    manner: Manner = Field(default="words", alias="as")


@dataclass(frozen=True, slots=True)
class Blank:
    """A card before anything is drawn on it."""

    setting: Setting
    width: Mm
    height: Mm

    @property
    def inner(self) -> Mm:
        """Return the width between the paddings."""
        return self.width - 2 * self.setting.style.length(PADDING)

    def edge(self) -> tuple[Shape, ...]:
        """Return the outline to cut along, none where colour bleeds over the cut."""
        if self.setting.options.bleed:
            return ()
        corner = self.setting.style.length(CORNER)
        line = Stroke("secondary", HAIRLINE)
        return (Rect(0.0, 0.0, self.width, self.height, None, line, corner),)


def linked(zone: Zone, subject: Subject) -> tuple[str, ...]:
    """Return the cards that a circle shows in full: those linked, or a table of health facts."""
    if zone.shows == "links":
        return subject.deck.cards[subject.name].links
    health = subject.setting.game.head.health
    return () if health is None else health.columns(zone.shows, subject.name)


def said(zone: Zone, subject: Subject) -> str:
    """Return the words that a zone shows; KeyError names a text that the game does not have."""
    texts, card = subject.setting.said.texts, subject.deck.cards[subject.name]
    if zone.shows == "notes":
        return "\n".join(subject.setting.said.health[note] for note in card.notes)
    if zone.shows == "text":
        found = (texts.get(key) for key in (f"card.{subject.name}.text", f"type.{card.type}.text"))
        return " ".join(words for words in found if words)
    (key,) = text_keys(zone, subject.name, card)
    return texts[key]


def text_keys(zone: Zone, name: str, card: Card) -> tuple[str, ...]:
    """Return the texts that a zone of words cannot do without."""
    keys = {
        "title": (f"card.{name}",),
        "type": (f"type.{card.type}",),
        "family": (f"family.{card.family}",),
        "aside": (f"card.{name}.aside",),
        "notes": (),
        "text": (),
    }
    return keys.get(zone.shows, (zone.shows,))
