"""The face of a card: zones of a template, laid out top to bottom on the card."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.game.parts import Card, Deck
from generator.game.parts.deck import Throw
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.palette import recoloured
from generator.printables import pictures
from generator.printables.context import CARD_SIZES, PrintContext
from generator.printables.sketch import Sketch, die_face
from generator.words import message

# Shares of a circle's radius: the hole with the emblem, the middle of a sector's letter.
HOLE = 0.47
LETTER = 0.74


# Lengths in mm on a card that is not enlarged.
PADDING: art.Mm = 4.0
CORNER: art.Mm = 3.0
# Colour reaches so far beyond the cut, of which the bleed that is asked for shows.
BEYOND: art.Mm = 10.0
Band: TypeAlias = Literal["title", "type", "corner"]
# Zones between the band and the words.
Middle: TypeAlias = Literal["circle", "picture", "list"]
ZoneName: TypeAlias = Literal[Band, Middle, "left", "right", "text", "note", "footer"]
Manner: TypeAlias = Literal["words", "picture", "pictures", "disc", "sectors", "dice"]
# Lengths in mm and sizes in points, on a card that is not enlarged.
BAND: art.Mm = 13.5
# The least that is left for the circle or the picture, and a list's share beside a picture.
MIDDLE: art.Mm = 27.0
LIST = 0.58
# A card without any of these has no band.
IN_BAND = frozenset(get_args(Band))


@dataclass(frozen=True, slots=True)
class Subject:
    """The card that is being drawn: its deck, its id, and how the printable is set."""

    deck: Deck
    name: str
    setting: PrintContext

    @property
    def card(self) -> Card:
        """Return the card's facts."""
        return self.deck.cards[self.name]

    @property
    def band(self) -> str:
        """Return the swatch of the card's type."""
        return self.deck.types[self.card.type].band

    @property
    def size(self) -> art.Size:
        """Return the width and height of a card, larger for low vision."""
        width, height = CARD_SIZES[self.setting.options.card_size]
        return self.length(width), self.length(height)

    @property
    def inner(self) -> art.Mm:
        """Return the width between the paddings."""
        return self.size[0] - 2 * self.length(PADDING)

    def length(self, length: art.Mm) -> art.Mm:
        """Return a length, enlarged where everything is."""
        return self.setting.style.length(length)

    def lettering(
        self,
        size: art.Pt,
        weight: lettered.Weight = "regular",
        colour: str = "ink",
        align: art.Align = "left",
    ) -> lettered.Lettering:
        """Return how words of a zone are set, stepped down to 7 pt at least; larger both ways."""
        style = self.setting.style
        how = style.lettering(size, weight, colour, align)
        return replace(how, least=min(how.size, lettered.LEAST_SIZE * style.scale))

    def edge(self) -> tuple[art.Shape, ...]:
        """Return the outline to cut along, none where colour bleeds over the cut."""
        if self.setting.options.bleed:
            return ()
        return (art.Rect(0.0, 0.0, *self.size, None, art.FINE, self.length(CORNER)),)

    def picture(self, name: str, width: art.Mm, colour: str, ground: str = "white") -> art.Drawing:
        """Return the picture of a card in one colour on a ground."""
        card = self.deck.cards.get(name)
        drawing = pictures.picture(self.setting.game, (card and card.picture) or name, width)
        return recoloured(drawing, {"ink": colour, "white": ground, "rule.tint": ground})


def words_in(
    subject: Subject, zone: str, words: str, box: art.Size, how: lettered.Lettering
) -> art.Drawing:
    """Set words in a width and height (0 = as high as they are), stepped down where they may be."""
    try:
        return how.fitted(words, f"{subject.name}.{zone}", *box)
    except lettered.DoesNotFitError:
        # Words are parted only where they have to be.
        language = subject.setting.style.language
        return how.fitted(words, f"{subject.name}.{zone}", *box, language)


def dice(throw: Throw, setting: PrintContext) -> art.Drawing:
    """Draw the dice that are rolled, and what is added to them."""
    style = setting.style
    side, how, words = style.length(5.8), style.lettering(12.0, "bold"), f"+ {throw.plus}"
    drawn = art.beside(*[die_face(5, side)] * throw.dice, gap=style.length(1.2))
    if not throw.plus:
        return drawn
    bonus = art.Drawing(how.width(words), side, lettered.set_middle(words, 0.0, side / 2, how))
    return art.beside(drawn, bonus, gap=style.length(1.6))


def sectors(subject: Subject, full: Sequence[str], radius: art.Mm) -> art.Drawing:
    """Draw a ring of equal sectors, those that count in their colour with their letter.

    Those that do not are dotted outlines without a letter, so that a photocopy tells them apart.
    """
    among = subject.deck.coloured()
    turn = 360 / len(among)
    radii, style = (HOLE * radius, radius), subject.setting.style
    sketch, middle = Sketch(subject.setting), (radius, radius)
    # The full ones last: their outlines lie over those of their neighbours.
    for number, name in sorted(enumerate(among), key=lambda one: one[1] in full):
        angles = (number * turn, (number + 1) * turn)
        if name not in full:
            sketch.put(art.ring_sector(middle, radii, angles, None, art.FOLD))
            continue
        colour = subject.deck.cards[name].colour or "ink"
        line = art.Stroke(subject.band, art.CELL_LINE)
        sketch.put(art.ring_sector(middle, radii, angles, colour, line))
        size = art.to_points(0.27 * radius) / style.scale
        how = style.lettering(size, "bold", f"{colour}.on", "middle")
        at = art.on_circle(*middle, LETTER * radius, sum(angles) / 2)
        label = subject.setting.said.label(name)
        sketch.centre(label, *at, _narrowed(label, how, 0.42 * radius))
    side = 2 * HOLE * radius * 0.8
    emblem = subject.picture(subject.name, side, subject.band)
    sketch.place(emblem, radius - side / 2, 0.0, 2 * radius)
    return sketch.drawing(2 * radius, 2 * radius)


def _narrowed(words: str, how: lettered.Lettering, width: art.Mm) -> lettered.Lettering:
    """Return the lettering, smaller where the words would be wider than there is room."""
    return replace(how, size=how.size * (width / max(width, how.width(words))))


def disc(subject: Subject, radius: art.Mm) -> art.Drawing:
    """Draw a disc in the card's own colour: its letter, and its picture below."""
    style, colour = subject.setting.style, subject.card.colour or "ink"
    label = subject.setting.said.label(subject.name)
    size, side = art.to_points(1.02 * radius) / style.scale, 0.68 * radius
    how = style.lettering(size, "bold", f"{colour}.on", "middle")
    icon = subject.picture(subject.name, side, f"{colour}.on", colour)
    shapes: tuple[art.Shape, ...] = (
        art.Circle(radius, radius, radius, colour, art.EDGE),
        *lettered.set_line(label, radius, radius * 0.97, _narrowed(label, how, 1.5 * radius)),
        art.Placed(icon, radius - side / 2, radius * 1.17),
    )
    return art.Drawing(2 * radius, 2 * radius, shapes)


def emblems(subject: Subject, shows: str, names: Sequence[str], room: art.Size) -> art.Drawing:
    """Draw cards by their emblems and titles, side by side, under the word for what is shown.

    Raise DoesNotFitError where they are too many to be seen.
    """
    text, length, (width, height) = subject.setting.text, subject.length, room
    sketch, how = Sketch(subject.setting), subject.lettering(8.5, "bold", "ink", "middle")
    heading = words_in(subject, "list", text(shows), (width, 0.0), how)
    each = width / max(2, len(names))
    side = min(each * 0.5, height - heading.height - length(8.0))
    if side < length(3.0):  # an emblem any smaller tells nothing
        box, found = f"{subject.name}.list", str(len(names))
        raise lettered.DoesNotFitError(message("print.too-many-cards", box=box, found=found))
    top = heading.height + length(1.8)
    sketch.place(heading, 0.0, 0.0)
    x, how = (width - each * len(names)) / 2, subject.lettering(8.0, align="middle")
    for name in names:
        other = replace(subject, name=name)
        title = words_in(subject, "list", text(f"card.{name}"), (each - 1.0, 0.0), how)
        sketch.place(other.picture(name, side, other.band), x + (each - side) / 2, top)
        sketch.place(title, x + 0.5, top + side + length(1.4))
        x += each
    return sketch.drawing(width, top + side + length(5.0))


class Zone(Facts):
    """A place on a card: what it shows of the card's facts or words, and as what."""

    zone: ZoneName
    """Where it lies. The band at the top has `title`, `type` and, at its right, a picture in the
    `corner`; the middle has `circle`, `picture` and `list`, as large as there is room; below them
    lie the dice `left` and `right`; then come `text`, the smaller `note` and the `footer`."""
    shows: Id
    """What it shows. As words: `title`, `type`, `family`, `aside`, `text` or `notes` of the card,
    or a text of the game. As dice: `attack` or `defence`. As pictures: `kills` or `links`. As
    sectors: `links`, or a table of health facts."""
    manner: Manner = Field(default="words", alias="as")
    """As what it shows it. `left` and `right` show dice; `circle`, `picture` and `list` words in
    large, the card's `picture`, the `pictures` of other cards, a `disc` in the card's colour, or a
    ring of `sectors`, one for each card that has a colour; all others words."""


def linked(zone: Zone, subject: Subject) -> tuple[str, ...]:
    """Return the cards that a circle shows in full: those linked, or a table of health facts."""
    if zone.shows == "links":
        return subject.card.links
    health = subject.setting.game.head.health
    return health.columns(zone.shows, subject.name) if health else ()


def said(zone: Zone, subject: Subject) -> str:
    """Return the words that a zone shows; a note is a fact about health or a text of the game."""
    texts, card = subject.setting.said.texts, subject.card
    if zone.shows == "notes":
        facts = subject.setting.said.health if subject.setting.game.head.health else texts
        return "\n".join(facts[note] for note in card.notes)
    if zone.shows == "text":
        found = (texts.get(key) for key in (f"card.{subject.name}.text", f"type.{card.type}.text"))
        return " ".join(words for words in found if words)
    return texts[text_key(zone, subject.name, card)]


def text_key(zone: Zone, name: str, card: Card) -> str:
    """Return the text that a zone of words shows, but for `notes` and `text`."""
    keys = {
        "title": f"card.{name}",
        "type": f"type.{card.type}",
        "family": f"family.{card.family}",
        "aside": f"card.{name}.aside",
    }
    return keys.get(zone.shows, zone.shows)


def face(zones: Sequence[Zone], subject: Subject) -> art.Drawing:
    """Draw the front of a card by its template; raise DoesNotFitError naming card and zone."""
    by_name: dict[str, Zone] = {zone.zone: zone for zone in zones}
    width, height = subject.size
    gap = subject.length(2.4)
    top = subject.length(BAND) if IN_BAND & by_name.keys() else gap
    shapes: list[art.Shape] = [*_band(by_name, subject), *_footer(by_name, subject)]
    bottom = height - subject.length(6.6 if "footer" in by_name else PADDING)
    throws = tuple(_throws(by_name, subject))
    high = max((one.drawing.height for one in throws), default=0.0)
    words = _words(by_name, subject, bottom - top - high - subject.length(MIDDLE))
    y = bottom - words.height
    shapes.append(art.Placed(words, subject.length(PADDING), y))
    if throws:
        y -= high + gap
        shapes += (replace(one, y=y) for one in throws)
    shapes += _middle(by_name, subject, (top + gap, y - gap))
    return art.Drawing(width, height, (*shapes, *subject.edge()), title=subject.name)


def _band(by_name: dict[str, Zone], subject: Subject) -> Iterator[art.Shape]:
    """Yield the band of the card's type: its title, its type, its emblem."""
    if not IN_BAND & by_name.keys():
        return
    length, across, on = subject.length, subject.size[0], f"{subject.band}.on"
    height, left = length(BAND), length(PADDING)
    if subject.setting.options.bleed:
        yield art.Rect(-BEYOND, -BEYOND, across + 2 * BEYOND, height + BEYOND, subject.band)
    else:
        yield rounded_top(across, height, length(CORNER), subject.band)
    emblem = length(9.0) if "corner" in by_name else 0.0
    width = subject.inner - (emblem + length(2.0) if emblem else 0.0)
    title, kind = subject.lettering(13.0, "bold", on), subject.lettering(7.5, "regular", on)
    for name, how, high, y in (("title", title, 5.4, 3.4), ("type", kind, 3.6, 9.2)):
        if name in by_name:
            shown = said(by_name[name], subject)
            words = words_in(subject, name, shown, (width, length(high)), how)
            yield art.Placed(words, left, length(y))
    if emblem:
        picture = subject.picture(subject.name, emblem, on, subject.band)
        yield art.Placed(picture, across - left - emblem, (height - picture.height) / 2)


def rounded_top(width: art.Mm, height: art.Mm, r: art.Mm, colour: str) -> art.Path:
    """Return an area whose upper corners are round, of radius r."""
    c = r * (1 - art.ROUND)
    left = (art.To(0.0, r), art.Curve(0.0, c, c, 0.0, r, 0.0))
    right = (art.To(width - r, 0.0), art.Curve(width - c, 0.0, width, c, width, r))
    end = (art.To(width, height), art.Close())
    return art.Path((art.Move(0.0, height), *left, *right, *end), colour)


def _footer(by_name: dict[str, Zone], subject: Subject) -> Iterator[art.Shape]:
    if "footer" not in by_name:
        return
    (width, height), length = subject.size, subject.length
    left, base = length(PADDING), height - length(2.6)
    how = subject.setting.style.lettering(7.0, "regular", "secondary", "middle")
    y = base - how.height - length(1.3)
    yield art.Line(left, y, width - left, y, art.FAINT)
    words = said(by_name["footer"], subject)
    # Only to see that it fits in one line.
    how.fitted(words, f"{subject.name}.footer", subject.inner, length(3.0))
    yield from lettered.set_line(words, width / 2, base, how)


def _throws(by_name: dict[str, Zone], subject: Subject) -> Iterator[art.Placed]:
    """Yield what is rolled, at the left and at the right, each under its label."""
    left, half = subject.length(PADDING), subject.inner / 2
    sides: tuple[art.Align, art.Align] = ("left", "right")
    for side in sides:
        if side not in by_name:
            continue
        shows, how = by_name[side].shows, subject.lettering(7.5, align=side)
        label = words_in(subject, side, subject.setting.text(shows), (half, 0.0), how)
        drawn = dice(getattr(subject.card, shows), subject.setting)
        right = subject.size[0] - left
        x, start = (left, left) if side == "left" else (right - drawn.width, right - half)
        top = label.height + subject.length(0.7)
        both = (art.Placed(label, start - x, 0.0), art.Placed(drawn, 0.0, top))
        yield art.Placed(art.Drawing(drawn.width, top + drawn.height, both), x, 0.0)


def _words(by_name: dict[str, Zone], subject: Subject, room: art.Mm) -> art.Drawing:
    """Draw text and note, one under the other, in the room there is at most."""
    text, note = subject.lettering(8.5), subject.lettering(7.5, "italic")
    gap, drawn = subject.length(2.2), []
    for name, how in (("text", text), ("note", note)):
        if name in by_name and (words := said(by_name[name], subject)):
            drawn.append(words_in(subject, name, words, (subject.inner, room), how))
            room -= drawn[-1].height + gap
    return art.above(*drawn, gap=gap)


def _middle(by_name: dict[str, Zone], subject: Subject, between: art.Size) -> Iterator[art.Shape]:
    """Yield circle, picture and list in the room between band and words."""
    y, bottom = between
    room = bottom - y
    zones = [by_name[name] for name in get_args(Middle) if name in by_name]
    for zone in zones:
        height = room * (1.0 if len(zones) == 1 else LIST if zone.zone == "list" else 1 - LIST)
        radius = min(height, subject.inner * 0.86) / 2
        match zone.manner:
            case "sectors":
                drawn = sectors(subject, linked(zone, subject), radius)
            case "disc":
                drawn = disc(subject, radius)
            case "pictures" if names := getattr(subject.card, zone.shows):
                drawn = emblems(subject, zone.shows, names, (subject.inner, height))
            case "pictures":
                drawn = art.Drawing(0.0, 0.0)
            case "picture":
                side = min(subject.length(28.0), 1.7 * radius)
                drawn = subject.picture(subject.name, side, subject.band)
            case _:
                how, words = subject.lettering(40.0, "bold", align="middle"), said(zone, subject)
                drawn = words_in(subject, zone.zone, words, (subject.inner, height), how)
        x = (subject.size[0] - drawn.width) / 2
        yield art.Placed(drawn, x, y + (height - drawn.height) / 2)
        y += height
