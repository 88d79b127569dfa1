"""A card as small as a guide shows it: title, circle or picture, dice; no words under 7 pt."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.game.parts import Deck
from generator.paper.marks import HEAVY_RING
from generator.paper.shapes import (
    HAIRLINE,
    Drawing,
    Mm,
    Placed,
    Rect,
    Shape,
    Stroke,
    above,
)
from generator.printables.context import PrintContext
from generator.printables.kinds.card_face import (
    Look,
    Subject,
    Zone,
    dice,
    disc,
    linked,
    rounded_top,
    sectors,
    words_in,
)
from generator.printables.kinds.cards import CardsEntry
from generator.printables.planning import entries

# Lengths in mm where nothing is enlarged.
WIDTH: Mm = 22.4
HEIGHT: Mm = 37.2
CORNER: Mm = 2.0
PADDING: Mm = 1.4
BAND: Mm = 8.2
RADIUS: Mm = 9.4
GAP: Mm = 1.1
# The frame of a card that an example is about, so far outside the card.
OUT: Mm = 0.9
TITLE = Look(8.0, "bold")
SMALL = Look(7.0)
# Shares: of the dice of a printed card; of the disc, for a picture alone and above a list.
DICE = 0.66
ALONE, ABOVE = 1.5, 1.1


@dataclass(frozen=True, slots=True)
class _Small:
    """A card being drawn: what it shows by zone, and its size."""

    subject: Subject
    zones: Mapping[str, Zone]
    width: Mm
    height: Mm

    def length(self, length: Mm) -> Mm:
        """Return a length, enlarged where everything is."""
        return self.subject.setting.style.length(length)


def small_card(name: str, setting: PrintContext, *, is_heavy: bool) -> Drawing:
    """Draw what a card's own template shows, without its small print; some have a heavy frame."""
    entry = next(e for e in entries(setting.game).values() if isinstance(e, CardsEntry))
    deck = setting.game.part(entry.part, Deck)
    zones: Mapping[str, Zone] = {zone.zone: zone for zone in entry.faces[deck.cards[name].type]}
    length = setting.style.length
    card = _Small(Subject(deck, name, setting), zones, length(WIDTH), length(HEIGHT))
    edge, corner = Stroke("secondary", HAIRLINE), length(CORNER)
    shapes = [*_band(card), *_middle(card), *_dice(card), *_list(card)]
    shapes.append(Rect(0.0, 0.0, card.width, card.height, None, edge, corner))
    if is_heavy:
        width, height = card.width + 2 * OUT, card.height + 2 * OUT
        heavy = Stroke("ink", HEAVY_RING)
        shapes.append(Rect(-OUT, -OUT, width, height, None, heavy, corner + OUT))
    return Drawing(card.width, card.height, tuple(shapes), title=name)


def _band(card: _Small) -> Iterator[Shape]:
    """Yield the band of the card's type, and its title in the middle of the band's height."""
    subject, high, width = card.subject, card.length(BAND), card.width
    yield rounded_top(width, high, card.length(CORNER), subject.band)
    look = Look(TITLE.size, TITLE.weight, f"{subject.band}.on")
    left = card.length(PADDING)
    room = (width - 2 * left, high - card.length(1.2))
    words = words_in(subject, "title", subject.setting.text(f"card.{subject.name}"), room, look)
    yield Placed(words, left, (high - words.height) / 2 + card.length(0.3))


def _middle(card: _Small) -> Iterator[Shape]:
    """Yield the circle of a microbe, the disc of a behaviour or the picture of another card."""
    subject, radius = card.subject, card.length(RADIUS)
    zone = card.zones.get("circle") or card.zones.get("picture")
    if zone is None:
        return
    if zone.manner == "sectors":
        drawn = sectors(subject, linked(zone, subject), radius)
    elif zone.manner == "disc":
        drawn = disc(subject, radius)
    else:
        side = radius * (ABOVE if "list" in card.zones else ALONE)
        drawn = subject.picture(subject.name, side, subject.band)
    top, bottom = card.length(BAND), card.height
    y = top + card.length(GAP)
    if not {"left", "list"} & set(card.zones):
        y = (top + bottom - drawn.height) / 2
    yield Placed(drawn, (card.width - drawn.width) / 2, y)


def _dice(card: _Small) -> Iterator[Shape]:
    """Yield what is rolled, at the left and at the right, each under its word."""
    subject, left = card.subject, card.length(PADDING)
    half = card.width / 2 - left
    for side in ("left", "right"):
        if side not in card.zones:
            continue
        is_left = side == "left"
        shows = card.zones[side].shows
        look = Look(SMALL.size, align="left" if is_left else "right")
        label = words_in(
            subject, side, subject.setting.say(f"guide.{shows}-dice"), (half, 0.0), look
        )
        thrown = dice(getattr(subject.deck.cards[subject.name], shows), subject.setting)
        wide, high = thrown.width * DICE, thrown.height * DICE
        y = card.height - left - high
        yield Placed(label, left if is_left else card.width / 2, y - label.height - 0.3)
        yield Placed(thrown, left if is_left else card.width - left - wide, y, scale=DICE)


def _list(card: _Small) -> Iterator[Shape]:
    """Yield what a drug kills, by name."""
    if "list" not in card.zones:
        return
    subject, left = card.subject, card.length(PADDING)
    setting = subject.setting
    names = getattr(subject.deck.cards[subject.name], card.zones["list"].shows)
    titles = ",\n".join(setting.text(f"card.{name}") for name in names)
    width = card.width - 2 * left
    look = Look(SMALL.size, "bold", align="middle")
    heading = words_in(subject, "list", setting.text("kills"), (width, 0.0), look)
    look = Look(SMALL.size, align="middle")
    below = words_in(subject, "list", titles, (width, 0.0), look)
    both = above(heading, below, gap=card.length(0.8))
    yield Placed(both, left, card.height - left - both.height)
