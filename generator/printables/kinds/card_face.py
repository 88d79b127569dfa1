"""The face of a card: the zones of its type's template laid out on the card, top to bottom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.game.parts import Deck
from generator.paper.shapes import (
    HAIRLINE,
    Close,
    Curve,
    Drawing,
    Line,
    Move,
    Path,
    Placed,
    Rect,
    Shape,
    Stroke,
    To,
)
from generator.paper.text import cap_height, set_line
from generator.paper.units import Mm
from generator.printables.kinds.card_blank import (
    BEYOND,
    CORNER,
    PADDING,
    Blank,
    Zone,
    linked,
    said,
)
from generator.printables.kinds.card_zones import (
    Look,
    Subject,
    dice,
    disc,
    emblems,
    sectors,
    words_in,
)

# Lengths in mm and sizes in points, on a card that is not enlarged.
BAND: Mm = 13.5
EMBLEM: Mm = 9.0
GAP: Mm = 2.4
# The least that is left for the circle or the picture, and a list's share beside a picture.
MIDDLE: Mm = 27.0
LIST = 0.58
ROUND = 0.5522847498


def face(zones: Sequence[Zone], deck: Deck, name: str, blank: Blank) -> Drawing:
    """Draw the front of a card by its template; raise DoesNotFitError naming card and zone."""
    setting = blank.setting
    subject = Subject(deck, name, setting)
    by_name: dict[str, Zone] = {zone.zone: zone for zone in zones}
    top = setting.style.length(BAND)
    gap = setting.style.length(GAP)
    shapes: list[Shape] = [*_band(by_name, subject, blank), *_footer(by_name, subject, blank)]
    bottom = blank.height - setting.style.length(6.6 if "footer" in by_name else PADDING)
    throws = tuple(_throws(by_name, subject, blank))
    high = max((one.drawing.height for one in throws), default=0.0)
    words = _words(by_name, subject, blank, bottom - top - high - setting.style.length(MIDDLE))
    y = bottom - words.height
    shapes.append(Placed(words, setting.style.length(PADDING), y))
    if throws:
        y -= high + gap
        shapes += (Placed(one.drawing, one.x, y) for one in throws)
    shapes += _middle(by_name, subject, blank, (top + gap, y - gap))
    return Drawing(blank.width, blank.height, (*shapes, *blank.edge()), title=name)


@dataclass(frozen=True, slots=True)
class _Thrown:
    """The dice of one side with their label, and where they lie across the card."""

    drawing: Drawing
    x: Mm


def _band(by_name: dict[str, Zone], subject: Subject, blank: Blank) -> Iterator[Shape]:
    """Yield the band of the card's type: its title, its type, its emblem."""
    style = subject.setting.style
    height, left = style.length(BAND), style.length(PADDING)
    yield _top(blank, height, subject.band)
    emblem = style.length(EMBLEM) if "corner" in by_name else 0.0
    width = blank.inner - (emblem + style.length(2.0) if emblem else 0.0)
    on = f"{subject.band}.on"
    title = words_in(
        subject,
        "title",
        said(by_name["title"], subject),
        (width, style.length(5.4)),
        Look(13.0, "bold", on),
    )
    yield Placed(title, left, style.length(3.4))
    if "type" in by_name:
        look = Look(7.5, "regular", on)
        kind = words_in(
            subject, "type", said(by_name["type"], subject), (width, style.length(3.6)), look
        )
        yield Placed(kind, left, style.length(9.2))
    if emblem:
        picture = subject.picture(subject.name, emblem, on, subject.band)
        yield Placed(picture, blank.width - left - emblem, (height - picture.height) / 2)


def _top(blank: Blank, height: Mm, colour: str) -> Shape:
    """Return the ground of the band: with round corners, or reaching beyond a cut that bleeds."""
    width = blank.width
    if blank.setting.options.bleed:
        return Rect(-BEYOND, -BEYOND, width + 2 * BEYOND, height + BEYOND, colour)
    return rounded_top(width, height, blank.setting.style.length(CORNER), colour)


def rounded_top(width: Mm, height: Mm, r: Mm, colour: str) -> Path:
    """Return an area whose upper corners are round, of radius r."""
    c = r * (1 - ROUND)
    steps = (
        *(Move(0.0, height), To(0.0, r), Curve(0.0, c, c, 0.0, r, 0.0)),
        *(To(width - r, 0.0), Curve(width - c, 0.0, width, c, width, r), To(width, height)),
        Close(),
    )
    return Path(steps, colour)


def _footer(by_name: dict[str, Zone], subject: Subject, blank: Blank) -> Iterator[Shape]:
    if "footer" not in by_name:
        return
    style = subject.setting.style
    left, base = style.length(PADDING), blank.height - style.length(2.6)
    how = style.lettering(7.0, "regular", "secondary", "middle")
    yield Line(
        left,
        base - cap_height(how.font, how.size) - style.length(1.3),
        blank.width - left,
        base - cap_height(how.font, how.size) - style.length(1.3),
        Stroke("rule", HAIRLINE),
    )
    yield from set_line(said(by_name["footer"], subject), blank.width / 2, base, how)


def _throws(by_name: dict[str, Zone], subject: Subject, blank: Blank) -> Iterator[_Thrown]:
    """Yield what is rolled, at the left and at the right, each under its label."""
    style = subject.setting.style
    left = style.length(PADDING)
    card = subject.deck.cards[subject.name]
    for side in ("left", "right"):
        if side not in by_name:
            continue
        shows = by_name[side].shows
        throw = getattr(card, shows)
        label = words_in(
            subject,
            side,
            subject.setting.text(shows),
            (blank.inner / 2, 0.0),
            Look(7.5, "regular", "ink", "left" if side == "left" else "right"),
        )
        drawn = dice(throw, subject.setting)
        x = left if side == "left" else blank.width - left - drawn.width
        start = left if side == "left" else blank.width - left - blank.inner / 2
        top = label.height + style.length(0.7)
        both = (Placed(label, start - x, 0.0), Placed(drawn, 0.0, top))
        yield _Thrown(Drawing(drawn.width, top + drawn.height, both), x)


def _words(by_name: dict[str, Zone], subject: Subject, blank: Blank, room: Mm) -> Drawing:
    """Draw text and note, one under the other, in the room there is at most."""
    style = subject.setting.style
    shapes: list[Shape] = []
    y = 0.0
    for name, look in (("text", Look(8.5)), ("note", Look(7.5, "italic", "ink"))):
        if name not in by_name or not (words := said(by_name[name], subject)):
            continue
        y += style.length(2.2) if y else 0.0
        drawn = words_in(subject, name, words, (blank.inner, room - y), look)
        shapes.append(Placed(drawn, 0.0, y))
        y += drawn.height
    return Drawing(blank.inner, y, tuple(shapes))


def _middle(
    by_name: dict[str, Zone], subject: Subject, blank: Blank, between: tuple[Mm, Mm]
) -> Iterator[Shape]:
    """Yield circle, picture and list in the room between band and words."""
    top, bottom = between
    names = [name for name in ("circle", "picture", "list") if name in by_name]
    y = top
    for name in names:
        share = 1.0 if len(names) == 1 else LIST if name == "list" else 1 - LIST
        height = (bottom - top) * share
        drawn = _shown(by_name[name], subject, blank, height)
        yield Placed(drawn, (blank.width - drawn.width) / 2, y + (height - drawn.height) / 2)
        y += height


def _shown(zone: Zone, subject: Subject, blank: Blank, height: Mm) -> Drawing:
    """Draw what a zone in the middle shows."""
    style = subject.setting.style
    radius = min(height, blank.inner * 0.86) / 2
    card = subject.deck.cards[subject.name]
    match zone.manner:
        case "sectors":
            among = tuple(name for name, other in subject.deck.cards.items() if other.colour)
            return sectors(subject, among, linked(zone, subject), radius)
        case "disc":
            return disc(subject, radius)
        case "pictures":
            return emblems(subject, getattr(card, zone.shows), (blank.inner, height))
        case "picture":
            side = min(style.length(28.0), 1.7 * radius)
            return subject.picture(subject.name, side, subject.band)
        case _:
            return words_in(
                subject, zone.zone, said(zone, subject), (blank.inner, height), Look(8.5)
            )
