"""Cards drawn as small as 7 pt allows: what their face shows, without its small print."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from generator.game.parts import Deck
from generator.paper import shapes as art
from generator.paper.measures import HAIRLINE
from generator.printables.context import PrintContext
from generator.printables.kinds import card_face as face
from generator.printables.kinds.card_face import CardSubject, Zone, set_words
from generator.printables.kinds.cards import CardsEntry
from generator.printables.marks import HEAVY_RING

# Lengths in mm where nothing is enlarged.
WIDTH: art.Mm = 22.4
HEIGHT: art.Mm = 37.2
PADDING: art.Mm = 1.4
BAND: art.Mm = 8.2
RADIUS: art.Mm = 9.4
BELOW: art.Mm = 1.1
CARD_FOOT: art.Mm = 5.6
BEYOND: art.Mm = 2.4
# The frame of a card that an example is about, so far outside the card.
OUT: art.Mm = 0.9
TITLE: art.Pt = 8.0
SMALL: art.Pt = 7.0
# What a drug kills is read on its card, whose middle has room for it.
KILLED: art.Pt = 7.5
# Shares: of the dice of a printed card; of the disc, for a picture alone and above a list.
DICE = 0.66
ALONE, ABOVE = 1.5, 1.1


Zones: TypeAlias = Mapping[face.ZoneName, Zone]


def small_card(
    entry: CardsEntry, name: str, setting: PrintContext, at: str, *, is_heavy: bool
) -> art.Drawing:
    """Draw what a card's own template shows, without its small print; its picture is a cell."""
    card = CardSubject(setting.game.part(entry.part, Deck), name, setting)
    zones = {zone.zone: zone for zone in entry.faces[card.card.type]}
    width, height = map(card.length, (WIDTH, HEIGHT))
    middle = tuple(_middle(card, zones))
    shapes = [*_top(card), *middle, *_dice_at_foot(card, zones), *_killed_microbes(card, zones)]
    shapes.append(art.Rect(0.0, 0.0, width, height, None, art.Stroke("secondary", HAIRLINE)))
    if is_heavy:
        heavy, wide, high = art.Stroke("ink", HEAVY_RING), width + 2 * OUT, height + 2 * OUT
        shapes.append(art.Rect(-OUT, -OUT, wide, high, None, heavy))
    sizes = ((one.x, one.y, one.drawing.width, one.drawing.height) for one in middle)
    cells = (*(art.CellBox(at, name, *size) for size in sizes), *_feet(card, zones, at))
    return art.Drawing(width, height, tuple(shapes), cells, name)


def _feet(card: CardSubject, zones: Zones, at: str) -> Iterator[art.CellBox]:
    """Yield cells about the dice at the foot of a card, longer by what a disc would hide."""
    width, height, foot, beyond = map(card.length, (WIDTH, HEIGHT, CARD_FOOT, BEYOND))
    halves: Mapping[face.ZoneName, art.Mm] = {"left": 0.0, "right": width / 2}
    for side, x in halves.items():
        if side in zones:
            name, wide = zones[side].shows, width / 2 + beyond
            yield art.CellBox(f"{at}.{name}", name, x, height - foot, wide, foot)


def _top(card: CardSubject) -> Iterator[art.Shape]:
    width, high, left = map(card.length, (WIDTH, BAND, PADDING))
    yield art.Rect(0.0, 0.0, width, high, card.band)
    how = card.lettering(TITLE, "bold", f"{card.band}.on")
    room = (width - 2 * left, high - card.length(1.2))
    words = set_words(card, "title", card.setting.text(f"card.{card.name}"), room, how)
    yield art.Placed(words, left, (high - words.height) / 2 + card.length(0.3))


def _middle(card: CardSubject, zones: Zones) -> Iterator[art.Placed]:
    radius, width = card.length(RADIUS), card.length(WIDTH)
    zone = zones.get("circle") or zones.get("picture") or zones.get("list")
    if zone is None:
        return
    if zone.manner == "sectors":
        drawn = face.draw_sectors(card, face.linked_cards(zone, card), radius)
    elif zone.manner == "disc":
        drawn = face.draw_disc(card, radius)
    elif zone.zone == "list":
        names, room = getattr(card.card, zone.shows), (width, radius * ABOVE)
        drawn = face.draw_emblems(card, zone.shows, names, room)
    else:
        side = radius * (ABOVE if "list" in zones else ALONE)
        drawn = card.picture(card.name, side, card.band)
    top, bottom = map(card.length, (BAND, HEIGHT))
    y = top + card.length(BELOW)
    if not {"left", "list"} & set(zones):
        y = (top + bottom - drawn.height) / 2
    yield art.Placed(drawn, (width - drawn.width) / 2, y)


def _dice_at_foot(card: CardSubject, zones: Zones) -> Iterator[art.Shape]:
    width, height, left = map(card.length, (WIDTH, HEIGHT, PADDING))
    sides: tuple[face.ZoneName, ...] = ("left", "right")
    for side in filter(zones.__contains__, sides):
        is_left = side == "left"
        shows = zones[side].shows
        how = card.lettering(SMALL, align="left" if is_left else "right")
        words, room = card.setting.say(f"guide.{shows}-dice"), (width / 2 - left, 0.0)
        label = set_words(card, side, words, room, how)
        thrown = face.draw_dice(getattr(card.card, shows), card)
        wide, high = thrown.width * DICE, thrown.height * DICE
        y = height - left - high
        yield art.Placed(label, left if is_left else width / 2, y - label.height - 0.3)
        yield art.Placed(thrown, left if is_left else width - left - wide, y, scale=DICE)


def _killed_microbes(card: CardSubject, zones: Zones) -> Iterator[art.Shape]:
    if "list" not in zones:
        return
    setting, left = card.setting, card.length(PADDING)
    names = getattr(card.card, zones["list"].shows)
    titles = ",\n".join(setting.text(f"card.{name}") for name in names)
    heading, plain = (card.lettering(KILLED, one, align="middle") for one in ("bold", "regular"))
    told, room = ((setting.text("kills"), heading), (titles, plain)), card.length(WIDTH) - 2 * left
    lines = (set_words(card, "list", words, (room, 0.0), how) for words, how in told)
    both = art.stack_down(*lines, gap=card.length(0.8))
    yield art.Placed(both, left, card.length(HEIGHT) - left - both.height)
