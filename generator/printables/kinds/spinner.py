"""A spinner in place of a die: a wheel of equal sectors, turned with a pencil and a paper clip."""

from collections.abc import Iterator, Sequence
from math import radians, sin
from typing import Annotated

from pydantic import AfterValidator, Field

from generator.game.facts import Facts, Id, Names
from generator.game.parts import Pool
from generator.paper.shapes import (
    CELL_LINE,
    HEAVY_LINE,
    Circle,
    Drawing,
    Line,
    Mm,
    Path,
    Shape,
    Stroke,
    above,
    beside,
    on_circle,
    ring_sector,
    to_mm,
    to_points,
)
from generator.paper.text import TEXT, Lettering, TextBox, cap_height, fitted, set_line, width_of
from generator.printables.context import PrintContext
from generator.printables.kinds.entry import rising
from generator.printables.pictures import outline
from generator.printables.references import TextId

RIM = Stroke("ink", HEAVY_LINE)
SPOKE = Stroke("ink", CELL_LINE)
# Where the labels stand, and how much of a sector's width they take.
LABELS = 0.8
SHARE = 0.62
TALLEST = 0.15
# The centre is left free for the point of the pencil.
HUB: Mm = 3.0
# A paper clip of 30 mm as it lies, a pencil whose tip stands in it, and the line about that tip.
HANDS = (
    "M24 21H6C3 21 3 27 6 27H30C33 27 33 22.8 31 22.8H10.2",
    "M6.4 24L6 18.496L10.48 2.496L14.08 3.504L9.6 19.504Z",
    "M6 18.496L9.6 19.504",
)
WIRE = 1.6


def wheel(labels: Sequence[str], diameter: Mm, font: str, colour: str = "rule") -> Drawing:
    """Draw a wheel whose first sector begins at the top; every other one has a pale ground."""
    radius, step = diameter / 2, 360 / len(labels)
    reach = radius - to_mm(RIM.width)
    shapes: list[Shape] = [Circle(radius, radius, reach, "white", RIM)]
    for number in range(1, len(labels), 2):
        angles = (number * step, (number + 1) * step)
        shapes.append(ring_sector(radius, radius, (HUB, reach), angles, f"{colour}.tint"))
    for number, label in enumerate(labels):
        shapes.append(Line(radius, radius, *on_circle(radius, radius, reach, number * step), SPOKE))
        shapes += _label(label, radius, (number + 0.5) * step, step, font)
    shapes.append(Circle(radius, radius, reach, None, RIM))
    shapes.append(Circle(radius, radius, HUB, "white", SPOKE))
    shapes.append(Circle(radius, radius, 0.5, "ink"))
    return Drawing(diameter, diameter, tuple(shapes))


def _label(words: str, radius: Mm, angle: float, step: float, font: str) -> Iterator[Shape]:
    """Yield a label in the middle of its sector, upright; angles are in degrees."""
    chord = 2 * LABELS * radius * sin(radians(min(step, 180)) / 2)
    across = min(chord * SHARE, radius * TALLEST * 2)
    size = to_points(min(across, radius * TALLEST))
    if (width := width_of(words, font, size)) > across:
        size *= across / width
    x, y = on_circle(radius, radius, LABELS * radius, angle)
    how = Lettering(font, size, "ink", "middle")
    yield from set_line(words, x, y + cap_height(font, size) / 2, how)
    if set(words) <= {"6", "9"}:
        half = width_of(words, font, size) / 2
        low = y + cap_height(font, size) / 2 + size * 0.045
        yield Line(x - half, low, x + half, low, Stroke("ink", max(0.8, size * 0.06)))


def how_to(setting: PrintContext, width: Mm, size: float) -> Drawing:
    """Draw how a spinner is used: a pencil's point holds a paper clip at the centre."""
    words = setting.say("print.spinner-how")
    box = TextBox("spinner", width, language=setting.options.language)
    how = setting.style.lettering(size)
    return above(_hands(setting.style.length(1.0)), fitted(words, box, how), gap=3.0)


def _hands(scale: float) -> Drawing:
    """Draw a wheel's centre with the clip about a leaning pencil, seen from the side."""
    wire = Stroke("ink", WIRE)
    clip, pencil, point = (outline(words, scale=scale) for words in HANDS)
    shapes = (
        Path(clip, None, wire),
        Path(pencil, "white", wire),
        Path(point, None, Stroke("ink", CELL_LINE)),
    )
    return Drawing(36.0 * scale, 30.0 * scale, shapes)


WORDS_GAP: Mm = 8.0
# Words narrower than this go under the wheel.
NARROW: Mm = 38.0
Across = Annotated[float, Field(ge=50, le=280)]


class Spinner(Facts):
    """A wheel with the faces of a die of the game."""

    part: Annotated[Id, Names("part", (Pool,))]
    """The dice of which it shows one."""
    across: Annotated[tuple[Across, Across], AfterValidator(rising)]
    """Its least width and its largest, in mm."""
    text: TextId | None = None
    """The text of the game that names it."""


def spinner(entry: Spinner, across: Mm, setting: PrintContext, width: Mm) -> Drawing:
    """Draw a wheel so wide, its name and how it is turned beside it where there is room."""
    labels = [str(face) for face in range(1, setting.game.part(entry.part, Pool).sides + 1)]
    drawn = wheel(labels, setting.style.length(across), setting.style.family.bold)
    rest = width - drawn.width - WORDS_GAP
    aside = rest >= setting.style.length(NARROW)
    told = _spinner_words(entry, setting, rest if aside else width)
    if aside:
        return beside(drawn, told, gap=WORDS_GAP, middle=True)
    return above(drawn, told, gap=WORDS_GAP / 2, middle=True)


def _spinner_words(entry: Spinner, setting: PrintContext, width: Mm) -> Drawing:
    how = how_to(setting, width, TEXT)
    if entry.text is None:
        return how
    bold = setting.style.lettering(TEXT + 1, "bold")
    return above(fitted(setting.text(entry.text), TextBox("name", width), bold), how, gap=3.0)
