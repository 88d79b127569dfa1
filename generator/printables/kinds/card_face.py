"""The face of a card: zones of a template, laid out top to bottom on the card."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.game.parts import Card, Deck
from generator.game.parts.listing import DiceFormula
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.measures import BEYOND_CUT, HAIRLINE
from generator.paper.palette import recolour
from generator.paper.shapes import EDGE, CellBox, Circle, Drawing, Mm, Placed, Pt, Rect, Shape, Size
from generator.paper.text import LEAST_SIZE, READ, STEP, TEXT, DoesNotFitError, Lettering, set_line
from generator.printables import pictures
from generator.printables.context import Context
from generator.printables.marks import HEAVY_RING
from generator.printables.sketch import Sketch
from generator.words import message

# The hole with the emblem, as a share of a circle's radius.
HOLE = 0.47
# Lengths in mm on a card of 63 x 88 mm: other cards have them in their own scale.
USUAL = (63.0, 88.0)
PADDING: Mm = 4.0
CORNER: Mm = 3.0
# How near the cut the title and the last line stand.
NEAR_CUT: Mm = 3.2
BAND: Mm = 13.0
# The column that shows in a hand: its middle, how large its emblems are, and where it ends.
COLUMN: Mm = 6.3
EMBLEM: Mm = 7.0
COLUMN_END: Mm = 11.0
# The frame about the picture, and what the foot takes.
FRAME = (49.0, 43.0)
FOOTER_ROOM: Mm = 6.8
ZONE_GAP: Mm = 1.2
# Of the frame's height: a circle; a list below a picture.
FILLED = 0.93
LIST = 0.58
Band = Literal["title", "type", "corner"]
# Zones between the band and the words.
Middle = Literal["circle", "picture", "list"]
ZoneName = Literal[Band, Middle, "left", "right", "text", "note", "footer"]
Manner = Literal["words", "picture", "pictures", "disc", "sectors", "dice"]


@dataclass(frozen=True, slots=True)
class CardSubject:
    """The card that is being drawn: its deck, the templates of all faces, and its id."""

    deck: Deck
    faces: Mapping[str, tuple["Zone", ...]]
    name: str
    setting: Context

    @property
    def card(self) -> Card:
        """Return the card's facts."""
        return self.deck.cards[self.name]

    @property
    def zones(self) -> Mapping[str, "Zone"]:
        """Return the zones of its face by where they lie."""
        return {zone.zone: zone for zone in self.faces[self.card.type]}

    @property
    def band(self) -> str:
        """Return the swatch of the card's type."""
        return self.deck.types[self.card.type].band

    @property
    def has_column(self) -> bool:
        """Tell whether the cards of the deck have something to show in a hand."""
        deck = self.deck
        return bool(deck.coloured()) or any(deck.look(name).sign for name in deck.cards)

    @property
    def size(self) -> Size:
        """Return the width and height of a card, larger for low vision."""
        width, height = self.setting.options.card_like(USUAL)
        return self.setting.style.length(width), self.setting.style.length(height)

    @property
    def scale(self) -> float:
        """Return how much larger than a usual card this one is."""
        return min(own / usual for own, usual in zip(self.size, USUAL, strict=True))

    @property
    def inner(self) -> Mm:
        """Return the width between the paddings."""
        return self.size[0] - 2 * self.padding

    @property
    def padding(self) -> Mm:
        """Return the white at both sides of words."""
        return max(self.safe, self.length(PADDING))

    @property
    def safe(self) -> Mm:
        """Return how far words keep from the cut of cards that others cut, however small."""
        return NEAR_CUT if self.setting.options.bleed else 0.0

    @property
    def moved_in(self) -> Mm:
        """Return how much further in than its scale says words stand at the top and the foot."""
        return max(0.0, self.safe - self.length(NEAR_CUT))

    def length(self, length: Mm) -> Mm:
        """Return a length in the scale of the card."""
        return length * self.scale

    def lettering(self, size: Pt, *how: Any, **more: Any) -> Lettering:
        """Return how words of a zone are set in the card's scale, stepped down to 7 pt at least."""
        least = LEAST_SIZE * self.setting.style.scale
        found = self.setting.style.lettering(size, *how, **more)
        return replace(found, size=max(least, size * self.scale), least=least)

    def edge(self) -> tuple[Shape, ...]:
        """Return the outline to cut along, none where colour bleeds over the cut."""
        if self.setting.options.bleed:
            return ()
        # Half of it stays on each card: no wider than a copier needs.
        return (Rect(0.0, 0.0, *self.size, None, art.THIN),)

    def picture(self, name: str, width: Mm, colour: str, ground: str = "white") -> Drawing:
        """Return the picture of a card in one colour and its tint on a ground."""
        card = self.deck.cards.get(name)
        drawing = pictures.picture(self.setting.game, (card and card.picture) or name, width)
        tone = pictures.second_tone(self.setting.game), f"{colour.partition('.')[0]}.tint"
        return recolour(drawing, ("ink", colour), ("white", ground), ("rule.tint", ground), tone)


@dataclass(frozen=True, slots=True)
class DeckLayout:
    """What the cards of a deck have alike, so that nobody knows one by its setting.

    The most that one needs below its picture, whether dice stand beside their words, and the sizes
    that words may have; without any, the largest that fits.
    """

    low: Mm = 0.0
    is_beside: bool = True
    sizes: tuple[Pt, ...] = ()


def set_words(subject: CardSubject, zone: str, words: str, box: Size, how: Lettering) -> Drawing:
    """Set words in a width and height (0 = as high as they are), stepped down where they may be."""
    try:
        return how.fit(words, f"{subject.name}.{zone}", *box)
    except DoesNotFitError:
        # Words are parted only where they have to be.
        language = subject.setting.style.language
        return how.fit(words, f"{subject.name}.{zone}", *box, language)


def _draw_dice(throw: DiceFormula, subject: CardSubject) -> Drawing:
    length, how, words = subject.length, subject.lettering(12.0, "bold"), f"+ {throw.plus}"
    side = length(6.4)
    # A die in space is one to throw: the face of one would be read as a number.
    die = pictures.picture(subject.setting.game, "icon:die", side)
    drawn = art.row(*[die] * throw.dice, gap=length(0.8))
    if not throw.plus:
        return drawn
    bonus = Drawing(how.width(words), side, lettered.set_middle(words, 0.0, side / 2, how))
    return art.row(drawn, bonus, gap=length(1.6))


def draw_sectors(subject: CardSubject, full: Sequence[str], radius: Mm) -> Drawing:
    """Draw a ring of equal sectors; those that do not count are dotted, for photocopies, too."""
    among = subject.deck.coloured()
    turn = 360 / len(among)
    radii, style = (HOLE * radius, radius), subject.setting.style
    sketch, middle = Sketch(subject.setting), (radius, radius)
    # The full ones last: their outlines lie over those of their neighbours.
    for number, name in sorted(enumerate(among), key=lambda one: one[1] in full):
        angles = (number * turn, (number + 1) * turn)
        if name not in full:
            sketch.put(art.ring_sector(middle, radii, angles, "white", art.FOLD))
            continue
        colour = subject.deck.cards[name].colour or "ink"
        sketch.put(art.ring_sector(middle, radii, angles, colour, EDGE))
        size = art.to_points(0.27 * radius) / style.scale
        how = style.lettering(size, "bold", f"{colour}.on", "middle")
        at = art.on_circle(*middle, 0.74 * radius, sum(angles) / 2)
        label = subject.setting.sentences.label(name)
        sketch.centre(label, *at, how.narrow_to(label, 0.42 * radius))
    side = 2 * HOLE * radius * 0.86
    sketch.put(Circle(*middle, radii[0], "white"))
    emblem = subject.picture(subject.name, side, subject.band)
    sketch.place(emblem, radius - side / 2, 0.0, 2 * radius)
    return sketch.drawing(2 * radius, 2 * radius)


def draw_disc(subject: CardSubject, radius: Mm) -> Drawing:
    """Draw a disc in the card's own colour: its letter, and its picture below."""
    style, colour = subject.setting.style, subject.card.colour or "ink"
    label = subject.setting.sentences.label(subject.name)
    size, side = art.to_points(1.02 * radius) / style.scale, 0.68 * radius
    how = style.lettering(size, "bold", f"{colour}.on", "middle")
    icon = subject.picture(subject.name, side, f"{colour}.on", colour)
    shapes: tuple[Shape, ...] = (
        Circle(radius, radius, radius, colour, EDGE),
        *set_line(label, radius, radius * 0.97, how.narrow_to(label, 1.5 * radius)),
        Placed(icon, radius - side / 2, radius * 1.17),
    )
    return Drawing(2 * radius, 2 * radius, shapes)


def draw_emblems(card: CardSubject, shows: str, names: Sequence[str], box: Size) -> Drawing:
    """Draw cards by their emblems, those killed in a sign; DoesNotFitError if they are too many."""
    width, height = box
    each = width / len(names)
    side = min(each * FILLED, height * FILLED)
    if side < card.length(3.0):  # an emblem any smaller tells nothing
        zone, found = f"{card.name}.list", str(len(names))
        raise DoesNotFitError(message("print.too-many-cards", box=zone, found=found))
    drawn, r, wide = [], side / 2, min(each, side + card.length(2.0))
    for other in (replace(card, name=name) for name in names):
        sketch, inner = Sketch(card.setting), side * 0.9
        if shows == "kills":
            inner, pen = side * 0.7, art.Stroke(card.band, art.to_points(side * 0.04))
            ends = (*art.on_circle(wide / 2, r, r, -45), *art.on_circle(wide / 2, r, r, 135))
            # The bar lies behind: an emblem under it could not be told from another.
            sketch.put(Circle(wide / 2, r, r, "white", pen), art.Line(*ends, pen))
        picture = other.picture(other.name, inner, other.band)
        sketch.place(picture, (wide - inner) / 2, 0.0, side)
        drawn.append(sketch.drawing(wide, side))
    return art.row(*drawn)


class Zone(Facts):
    """A place on a card: what it shows of the card's facts or words, and as what."""

    zone: ZoneName
    """Where it lies, on all cards of a deck at the same place. The band at the top has `title`,
    `type` and, at its right, a picture in the `corner`; the middle has `circle`, `picture` and
    `list`, as large as there is room; below them lie the dice `left` and `right`; then come `text`,
    the smaller `note` and the `footer`. A column at the left has what a hand shows: the sign of the
    type, the emblems of what the card removes, the letters of the cards with a colour."""
    shows: Id
    """What it shows. As words: `title`, `type`, `family`, `aside`, `text` or `notes` of the card,
    or a text of the game. As dice: `attack` or `defence`. As pictures: `kills` or `links`. As
    sectors: `links`, or a table of health facts."""
    manner: Manner = Field(default="words", alias="as")
    """As what it shows it. `left` and `right` show dice; `circle`, `picture` and `list` words in
    large, the card's `picture`, the `pictures` of other cards, a `disc` in the card's colour, or a
    ring of `sectors`, one for each card that has a colour; all others words."""
    says: Id | None = None
    """The text before the names of its pictures; left out, the one called as what it shows."""


def _linked_cards(zone: Zone, subject: CardSubject) -> tuple[str, ...]:
    if zone.shows == "links":
        return subject.card.links
    health = subject.setting.game.head.health
    return health.columns(zone.shows, subject.name) if health else ()


def _zone_words(zone: Zone, subject: CardSubject) -> str:
    texts, card = subject.setting.sentences.texts, subject.card
    if zone.manner == "pictures":
        titles = " · ".join(texts[f"card.{name}"] for name in getattr(card, zone.shows))
        return titles and f"{texts[zone.says or zone.shows]} {titles}"
    if zone.shows == "notes":
        facts = subject.setting.sentences.health if subject.setting.game.head.health else texts
        return " ".join(facts[note] for note in card.notes)
    if zone.shows == "text":
        found = (texts.get(key) for key in (f"card.{subject.name}.text", f"type.{card.type}.text"))
        return " ".join(words for words in found if words)
    return texts[text_key(zone, subject.name, card)]


def text_key(zone: Zone, name: str, card: Card) -> str:
    """Return the text that a zone of words shows, but for `notes` and `text`."""
    keys = {"title": f"card.{name}", "aside": f"card.{name}.aside"}
    keys |= {"type": f"type.{card.type}", "family": f"family.{card.family}"}
    return keys.get(zone.shows, zone.shows)


def _draw_lower(subject: CardSubject, size: Pt) -> Drawing:
    by_name, family, drawn = subject.zones, subject.setting.style.family, []
    least, small = subject.lettering(LEAST_SIZE).size, size - STEP
    # Bold would make the small print the loudest words of the card.
    slanted = family.italic if family.italic != family.bold else family.regular
    shown = [(one, family.bold, size) for one in by_name.values() if one.manner == "pictures"]
    for name, font, own in (("text", family.regular, size), ("note", slanted, small)):
        shown += [(by_name[name], font, own)] if name in by_name else []
    for zone, font, own in shown:
        if words := _zone_words(zone, subject):
            how = Lettering(font, max(least, own))
            drawn.append(set_words(subject, zone.zone, words, (subject.inner, 0.0), how))
    return art.column(*drawn, gap=subject.length(1.6))


def deck_layout(cards: Sequence[CardSubject]) -> DeckLayout:
    """Return what all cards of a deck have alike; DoesNotFitError if one has too many words."""
    is_beside = all(map(_has_dice_beside, cards))
    found = DeckLayout(max(_lower_height(card, is_beside) for card in cards), is_beside)
    sizes = sorted((_place_lower(card, found)[1] for card in cards), reverse=True)
    # One size for nine cards of ten; the others have the least.
    return replace(found, sizes=(sizes[max(0, len(sizes) * 9 // 10 - 1)], sizes[-1]))


def _lower_height(subject: CardSubject, is_beside: bool) -> Mm:  # noqa: FBT001 - of its deck
    least, zones = subject.lettering(LEAST_SIZE).size, subject.zones
    needed = _draw_dice_row(subject, is_beside).height + _draw_lower(subject, least).height
    # A frame any lower than 27 mm has no room for a picture.
    if (
        needed
        > subject.size[1]
        - subject.length(BAND + 2 * ZONE_GAP + FOOTER_ROOM + 27.0)
        - 2 * subject.moved_in
    ):
        told = [_zone_words(zones[name], subject) for name in ("text", "note") if name in zones]
        values = {"box": f"{subject.name}.text", "words": " ".join(told), "least": f"{least:g}"}
        raise DoesNotFitError(message("paper.does-not-fit", **values))
    return needed


def draw_face(subject: CardSubject, layout: DeckLayout) -> Drawing:
    """Draw the front of a card in the layout of its deck."""
    width, height = subject.size
    has_band = not subject.zones.keys().isdisjoint(get_args(Band))
    lower, _, box = _place_lower(subject, layout)
    hand = tuple(_draw_hand_column(subject, box)) if subject.has_column else ()
    if not hand:
        box = replace(box, x=(width - box.width) / 2)
    shapes = (
        *(_draw_band(subject) if has_band else ()),
        *_draw_middle(subject, box),
        *hand,
        *lower,
        *_draw_footer(subject),
        *subject.edge(),
    )
    return Drawing(width, height, shapes, title=subject.name)


def _place_lower(subject: CardSubject, layout: DeckLayout) -> tuple[tuple[Placed, ...], Pt, Rect]:
    """Return dice and words in their places, the size of the words, and the field above them."""
    (width, height), length = subject.size, subject.length
    has_band = not subject.zones.keys().isdisjoint(get_args(Band))
    top = length(BAND) + subject.moved_in if has_band else length(ZONE_GAP)
    foot = height - length(FOOTER_ROOM) - subject.moved_in
    left = length(COLUMN_END if subject.has_column else CORNER)
    across = width - left - length(CORNER)
    rest = foot - top - max(layout.low, length(23.0)) - 2 * length(ZONE_GAP)
    high = min(rest, across * FRAME[1] / FRAME[0])
    box = Rect(left, top + length(ZONE_GAP), across, high)
    row, y = _draw_dice_row(subject, layout.is_beside), box.y + high + length(ZONE_GAP)
    room = foot - y - row.height
    sizes = layout.sizes or subject.lettering(TEXT * height / USUAL[1] / subject.scale).sizes()
    sets = ((_draw_lower(subject, size), size) for size in sizes)
    words, size = next(one for one in sets if one[0].height <= room + 1e-6)
    at = Placed(words, subject.padding, foot - (room + words.height) / 2)
    return (Placed(row, subject.padding, y), at), size, box


def sign_key(card: Card, deck: Deck) -> str:
    """Return the text that names the sign of a card: its family's, else its type's."""
    return f"family.{card.family}" if card.family in deck.families else f"type.{card.type}"


def sign_legend(subject: CardSubject, names: Iterable[str], width: Mm) -> Drawing:
    """Draw the signs of some cards, each with the name of its type or family."""
    deck, side, gap = subject.deck, subject.length(3.6), subject.length(1.2)
    found: dict[str, str] = {}
    for name in names:
        words = subject.setting.sentences.texts.get(sign_key(deck.cards[name], deck), "")
        found.setdefault(deck.look(name).sign or "", words)
    how = subject.lettering(READ)
    rows = []
    for sign, words in found.items():
        told = set_words(subject, "sign", words, (width - side - gap, 0.0), how)
        shown = subject.picture(sign, side, "ink")
        rows.append(art.row(shown, told, gap=gap, middle=True))
    return art.column(*rows, gap=subject.length(0.8))


def _draw_band(subject: CardSubject) -> Iterator[Shape]:
    by_name, on = subject.zones, f"{subject.band}.on"
    length, across, far = subject.length, subject.size[0], BEYOND_CUT
    height, sign = length(BAND) + subject.moved_in, subject.deck.look(subject.name).sign
    yield Rect(-far, -far, across + 2 * far, height + far, subject.band)
    left = length(COLUMN_END + 0.6) if sign else subject.padding
    emblem, width = length(9.0), across - left - subject.padding
    if sign:
        side = length(EMBLEM + 1.0)
        drawn = subject.picture(sign, side, on, subject.band)
        yield Placed(drawn, length(COLUMN) - side / 2, (height - side) / 2)
    if "corner" in by_name:
        drawn = subject.picture(subject.name, emblem, on, subject.band)
        yield Placed(drawn, across - length(CORNER) - emblem, (height - emblem) / 2)
        width -= emblem
    title, kind = subject.lettering(13.0, "bold", on), subject.lettering(READ, "regular", on)
    for name, how, high, y in (("title", title, 5.4, NEAR_CUT), ("type", kind, 3.6, 8.8)):
        if name in by_name:
            shown = _zone_words(by_name[name], subject)
            words = set_words(subject, name, shown, (width, length(high)), how)
            yield Placed(words, left, length(y) + subject.moved_in)


def _draw_footer(subject: CardSubject) -> Iterator[Shape]:
    if (zone := subject.zones.get("footer")) is not None:
        how = subject.setting.style.lettering(7.0, "regular", "secondary", "middle")
        room, words = (subject.inner, 2 * how.height), _zone_words(zone, subject)
        drawn = set_words(subject, "footer", words, room, how)  # one line, or it does not fit
        tails = lettered.descender_depth(how.font, how.size)
        low = max(subject.length(NEAR_CUT), subject.safe + tails)
        y = subject.size[1] - low - how.height
        yield Placed(drawn, subject.padding, y)


def _draw_dice_row(subject: CardSubject, is_beside: bool) -> Drawing:  # noqa: FBT001 - of its deck
    rows, gap = _draw_dice_pairs(subject, is_beside), subject.length(1.4)
    right = subject.inner - rows["right"].width if "right" in rows else 0.0
    placed = tuple(Placed(one, right * (side == "right"), 0.0) for side, one in rows.items())
    high = max((row.height + 1.4 * gap for row in rows.values()), default=0.0)
    return Drawing(subject.inner, high, placed)


def _has_dice_beside(subject: CardSubject) -> bool:
    rows = _draw_dice_pairs(subject, True).values()  # noqa: FBT003 - as it is asked
    return sum(row.width for row in rows) + subject.length(1.4) < subject.inner


def _draw_dice_pairs(subject: CardSubject, is_beside: bool) -> Mapping[str, Drawing]:  # noqa: FBT001
    gap, how, zones = subject.length(1.4), subject.lettering(READ), subject.zones
    join, pairs = art.row if is_beside else art.column, dict[str, Drawing]()
    for zone in (zones[side] for side in ("left", "right") if side in zones):
        words = subject.setting.text(zone.shows)
        line = set_line(words, 0.0, how.height, how)
        label = Drawing(how.width(words), how.height, line)
        drawn = _draw_dice(getattr(subject.card, zone.shows), subject)
        parts = (drawn, label) if is_beside and zone.zone == "left" else (label, drawn)
        pairs[zone.zone] = join(*parts, gap=gap, middle=True)
    return pairs


def _draw_middle(subject: CardSubject, box: Rect) -> Iterator[Shape]:
    middle, y, wide = box.x + box.width / 2, box.y, box.height * FRAME[0] / FRAME[1]
    if frame := subject.deck.look(subject.name).frame:
        drawn = subject.picture(frame, wide, subject.band, f"{subject.band}.tint")
        yield Placed(drawn, middle - wide / 2, box.y + (box.height - drawn.height) / 2)
    zones = [subject.zones[name] for name in get_args(Middle) if name in subject.zones]
    for zone in zones:
        share = 1.0 if len(zones) == 1 else LIST if zone.zone == "list" else 1 - LIST
        height = box.height * share
        side = min(height, box.width) * FILLED
        match zone.manner:
            case "sectors":
                drawn = draw_sectors(subject, _linked_cards(zone, subject), side / 2)
            case "disc":
                drawn = draw_disc(subject, side / 2)
            case "pictures" if names := getattr(subject.card, zone.shows):
                drawn = draw_emblems(subject, zone.shows, names, (wide, height))
            case "pictures":
                drawn = Drawing(0.0, 0.0)
            case "picture":
                drawn = subject.picture(subject.name, side * 0.91, subject.band)
            case _:
                how, room = subject.lettering(40.0, "bold", align="middle"), (box.width, height)
                if zone.shows in {"notes", "text"}:
                    # Sentences are read, not seen from afar.
                    how, room = subject.lettering(TEXT), (subject.inner, height)
                drawn = set_words(subject, zone.zone, _zone_words(zone, subject), room, how)
        yield Placed(drawn, middle - drawn.width / 2, y + (height - drawn.height) / 2)
        y += height


def _draw_hand_column(subject: CardSubject, box: Rect) -> Iterator[Shape]:
    """Yield what a hand shows below the sign: emblems, and the letters of ways at their places."""
    x, y, side, how = subject.length(COLUMN), box.y, subject.length(EMBLEM), subject.lettering
    circle = next((zone for zone in subject.zones.values() if zone.manner == "sectors"), None)
    ways = _linked_cards(circle, subject) if circle else (subject.name,)
    emblems = subject.card.kills or ((subject.name,) if circle else ())
    pitch = min(side + subject.length(ZONE_GAP), box.height / max(1, len(emblems)))
    for number, name in enumerate(emblems):
        other = replace(subject, name=name)
        yield Placed(other.picture(name, side, other.band), x - side / 2, y + number * pitch)
    y += side + subject.length(ZONE_GAP)
    among = subject.deck.coloured()
    pitch = (box.y + box.height - y) / max(7, len(among))
    for number, name in enumerate(among):
        if name in ways:
            colour, at = subject.deck.cards[name].colour or "ink", y + (number + 0.5) * pitch
            label = subject.setting.sentences.label(name)
            letter = how(8.0, "bold", f"{colour}.on", "middle")
            yield Circle(x, at, 0.47 * pitch, colour, art.PIECE)
            yield from lettered.set_middle(label, x, at, letter.narrow_to(label, 0.8 * pitch))


# The size of a card drawn as small as 7 pt allows, where nothing is enlarged, and how far outside
# it the frame lies of a card that an example is about.
SMALL_CARD = (22.4, 37.2)
OUT: Mm = 0.9
SMALL_BAND: Mm = 8.2
SMALL_PADDING: Mm = 1.4


def small_card(card: CardSubject, at: str, *, is_heavy: bool) -> Drawing:
    """Draw what a card's template shows, without its small print; its picture is a cell."""
    width, height = map(card.length, SMALL_CARD)
    middle = tuple(_small_middle(card))
    shapes = [*_small_top(card), *middle, *_small_dice(card), *_killed_microbes(card)]
    shapes.append(Rect(0.0, 0.0, width, height, None, art.Stroke("secondary", HAIRLINE)))
    if is_heavy:
        heavy, wide, high = art.Stroke("ink", HEAVY_RING), width + 2 * OUT, height + 2 * OUT
        shapes.append(Rect(-OUT, -OUT, wide, high, None, heavy))
    sizes = ((one.x, one.y, one.drawing.width, one.drawing.height) for one in middle)
    cells = [CellBox(at, card.name, *size) for size in sizes]
    # Cells about the dice at its foot are longer by what a disc would hide.
    foot, wide = card.length(5.6), width / 2 + card.length(2.4)
    for side, x in (("left", 0.0), ("right", width / 2)):
        if side in card.zones:
            name = card.zones[side].shows
            cells.append(CellBox(f"{at}.{name}", name, x, height - foot, wide, foot))
    return Drawing(width, height, tuple(shapes), tuple(cells), card.name)


def _small_top(card: CardSubject) -> Iterator[Shape]:
    width, high, left = map(card.length, (SMALL_CARD[0], SMALL_BAND, SMALL_PADDING))
    yield Rect(0.0, 0.0, width, high, card.band)
    how = card.lettering(8.0, "bold", f"{card.band}.on")
    room = (width - 2 * left, high - card.length(1.2))
    words = set_words(card, "title", card.setting.text(f"card.{card.name}"), room, how)
    yield Placed(words, left, (high - words.height) / 2 + card.length(0.3))


def _small_middle(card: CardSubject) -> Iterator[Placed]:
    zones, radius, width = card.zones, card.length(9.4), card.length(SMALL_CARD[0])
    zone = zones.get("circle") or zones.get("picture") or zones.get("list")
    if zone is None:
        return
    if zone.manner == "sectors":
        drawn = draw_sectors(card, _linked_cards(zone, card), radius)
    elif zone.manner == "disc":
        drawn = draw_disc(card, radius)
    elif zone.zone == "list":
        names = getattr(card.card, zone.shows)
        drawn = draw_emblems(card, zone.shows, names, (width, radius * 1.1))
    else:
        drawn = card.picture(card.name, radius * (1.1 if "list" in zones else 1.5), card.band)
    top, bottom = map(card.length, (SMALL_BAND, SMALL_CARD[1]))
    y = top + card.length(1.1)
    if not {"left", "list"} & set(zones):
        y = (top + bottom - drawn.height) / 2
    yield Placed(drawn, (width - drawn.width) / 2, y)


def _small_dice(card: CardSubject) -> Iterator[Shape]:
    width, height, left = map(card.length, (*SMALL_CARD, SMALL_PADDING))
    for zone in (card.zones[side] for side in ("left", "right") if side in card.zones):
        is_left = zone.zone == "left"
        how = card.lettering(7.0, align="left" if is_left else "right")
        words, room = card.setting.say(f"guide.{zone.shows}-dice"), (width / 2 - left, 0.0)
        label = set_words(card, zone.zone, words, room, how)
        thrown = _draw_dice(getattr(card.card, zone.shows), card)
        wide, high = thrown.width * 0.66, thrown.height * 0.66
        y = height - left - high
        yield Placed(label, left if is_left else width / 2, y - label.height - 0.3)
        yield Placed(thrown, left if is_left else width - left - wide, y, scale=0.66)


def _killed_microbes(card: CardSubject) -> Iterator[Shape]:
    if "list" not in card.zones:
        return
    setting, left, width = card.setting, *map(card.length, (SMALL_PADDING, SMALL_CARD[0]))
    names = getattr(card.card, card.zones["list"].shows)
    titles = ",\n".join(setting.text(f"card.{name}") for name in names)
    heading, plain = (card.lettering(7.5, one, align="middle") for one in ("bold", "regular"))
    told = ((setting.text("kills"), heading), (titles, plain))
    lines = (set_words(card, "list", words, (width - 2 * left, 0.0), how) for words, how in told)
    both = art.column(*lines, gap=card.length(0.8))
    yield Placed(both, left, card.length(SMALL_CARD[1]) - left - both.height)
