"""What the zones of a card show: dice, sectors, discs, lists, pictures, words; each in its box."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.game.parts import Deck
from generator.game.parts.deck import Throw
from generator.paper.compose import beside
from generator.paper.recolour import recoloured
from generator.paper.rings import on_circle, ring_sector
from generator.paper.shapes import (
    CELL_LINE,
    HAIRLINE,
    Align,
    Circle,
    Drawing,
    Placed,
    Shape,
    Stroke,
)
from generator.paper.style import Weight
from generator.paper.text import (
    LEAST_SIZE,
    DoesNotFitError,
    TextBox,
    cap_height,
    fitted,
    set_line,
    width_of,
)
from generator.paper.units import Mm, Pt, to_points
from generator.printables import pictures
from generator.printables.blocks.pips import die_face
from generator.printables.setting import Setting

# A picture's type sizes in points and lengths in mm, on a card that is not enlarged.
LABEL: Pt = 7.5
BONUS: Pt = 12.0
DIE: Mm = 5.8
PIPS = 5
# Shares of a circle's radius: the hole with the emblem, the middle of a sector's letter.
HOLE = 0.47
LETTER = 0.74


@dataclass(frozen=True, slots=True)
class Subject:
    """The card that is being drawn: its deck, its id, and how the printable is set."""

    deck: Deck
    name: str
    setting: Setting

    @property
    def band(self) -> str:
        """Return the swatch of the card's type."""
        return self.deck.types[self.deck.cards[self.name].type].band

    def picture(self, name: str, width: Mm, colour: str, ground: str = "white") -> Drawing:
        """Return the picture of a card in one colour on a ground."""
        card = self.deck.cards.get(name)
        drawing = pictures.picture(self.setting.game, (card and card.picture) or name, width)
        return recoloured(drawing, {"ink": colour, "white": ground, "rule.tint": ground})


@dataclass(frozen=True, slots=True)
class Look:
    """How words of a zone look; the size in points is that of a card that is not enlarged."""

    size: Pt
    weight: Weight = "regular"
    colour: str = "ink"
    align: Align = "left"


def words_in(subject: Subject, zone: str, words: str, box: tuple[Mm, Mm], look: Look) -> Drawing:
    """Set words in a width and height (0 = as high as they are), stepped down to 7 pt at least."""
    style = subject.setting.style
    least = LEAST_SIZE * style.scale
    how = style.lettering(look.size, look.weight, look.colour, look.align)
    how = replace(how, least=min(how.size, least))
    try:
        return fitted(words, TextBox(f"{subject.name}.{zone}", *box), how)
    except DoesNotFitError:
        # Words are parted only where they have to be.
        language = subject.setting.options.language
        return fitted(words, TextBox(f"{subject.name}.{zone}", *box, language=language), how)


def dice(throw: Throw, setting: Setting) -> Drawing:
    """Draw the dice that are rolled, and what is added to them."""
    style = setting.style
    side = style.length(DIE)
    drawn = beside(*(die_face(PIPS, side) for _ in range(throw.dice)), gap=style.length(1.2))
    if not throw.plus:
        return drawn
    how = style.lettering(BONUS, "bold")
    words = f"+ {throw.plus}"
    base = side / 2 + cap_height(how.font, how.size) / 2
    width = width_of(words, how.font, how.size)
    bonus = Drawing(width, side, set_line(words, 0.0, base, how))
    return beside(drawn, bonus, gap=style.length(1.6))


def sectors(subject: Subject, among: Sequence[str], full: Sequence[str], radius: Mm) -> Drawing:
    """Draw a ring of equal sectors, those that count in their colour with their letter.

    Those that do not are dotted outlines without a letter, so that a photocopy tells them apart.
    """
    shapes: list[Shape] = []
    turn = 360 / len(among)
    for is_full in (False, True):
        for number, name in enumerate(among):
            if (name in full) == is_full:
                angles = (number * turn, (number + 1) * turn)
                shapes += _sector(subject, name, radius, angles, is_full=is_full)
    side = 2 * HOLE * radius * 0.8
    emblem = subject.picture(subject.name, side, subject.band)
    shapes.append(Placed(emblem, radius - side / 2, radius - emblem.height / 2))
    return Drawing(2 * radius, 2 * radius, tuple(shapes))


def _sector(
    subject: Subject, name: str, radius: Mm, angles: tuple[float, float], *, is_full: bool
) -> Iterator[Shape]:
    radii = (HOLE * radius, radius)
    if not is_full:
        thin = Stroke("secondary", HAIRLINE * 1.5, "dotted")
        yield ring_sector(radius, radius, radii, angles, None, thin)
        return
    colour = subject.deck.cards[name].colour or "ink"
    yield ring_sector(radius, radius, radii, angles, colour, Stroke(subject.band, CELL_LINE))
    style = subject.setting.style
    how = style.lettering(to_points(0.27 * radius) / style.scale, "bold", f"{colour}.on", "middle")
    x, y = on_circle(radius, radius, LETTER * radius, sum(angles) / 2)
    label = subject.setting.said.label(name)
    yield from set_line(label, x, y + cap_height(how.font, how.size) / 2, how)


def disc(subject: Subject, radius: Mm) -> Drawing:
    """Draw a disc in the card's own colour: its letter, and its picture below."""
    style = subject.setting.style
    card = subject.deck.cards[subject.name]
    colour = card.colour or "ink"
    size = to_points(1.02 * radius) / style.scale
    how = style.lettering(size, "bold", f"{colour}.on", "middle")
    base = radius * 0.97
    side = 0.68 * radius
    icon = subject.picture(subject.name, side, f"{colour}.on", colour)
    shapes: tuple[Shape, ...] = (
        Circle(radius, radius, radius, colour, Stroke("ink", CELL_LINE)),
        *set_line(subject.setting.said.label(subject.name), radius, base, how),
        Placed(icon, radius - side / 2, radius * 1.17),
    )
    return Drawing(2 * radius, 2 * radius, shapes)


def emblems(subject: Subject, names: Sequence[str], room: tuple[Mm, Mm]) -> Drawing:
    """Draw cards by their emblems and titles, side by side, under the word for what is done."""
    setting, (width, height) = subject.setting, room
    style = setting.style
    heading = words_in(
        subject, "list", setting.text("kills"), (width, 0.0), Look(8.5, "bold", "ink", "middle")
    )
    each = width / max(2, len(names))
    side = min(each * 0.5, height - heading.height - style.length(8.0))
    top = heading.height + style.length(1.8)
    shapes: list[Shape] = [Placed(heading, 0.0, 0.0)]
    start = (width - each * len(names)) / 2
    colour = subject.deck.types[subject.deck.cards[names[0]].type].band
    for number, name in enumerate(names):
        x = start + number * each
        emblem = subject.picture(name, side, colour)
        title = words_in(
            subject,
            "list",
            setting.text(f"card.{name}"),
            (each - 1.0, 0.0),
            Look(8.0, align="middle"),
        )
        shapes += (
            Placed(emblem, x + (each - side) / 2, top),
            Placed(title, x + 0.5, top + side + style.length(1.4)),
        )
    return Drawing(width, top + side + style.length(5.0), tuple(shapes))
