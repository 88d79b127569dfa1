"""A spinner in place of a die: a wheel of equal sectors, turned with a pencil and a paper clip."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from typing import Annotated

from pydantic import AfterValidator, Field

from generator.game.facts import Facts, Id
from generator.game.parts import Pool
from generator.paper.shapes import (
    CELL_LINE,
    HEAVY_LINE,
    Circle,
    Close,
    Curve,
    Drawing,
    Line,
    Mm,
    Move,
    Path,
    Point,
    Shape,
    Step,
    Stroke,
    To,
    above,
    beside,
    to_mm,
    to_points,
)
from generator.paper.text import TEXT, Lettering, TextBox, cap_height, fitted, set_line, width_of
from generator.printables.context import PrintContext
from generator.printables.kinds.entry import rising
from generator.printables.references import Names, TextId

RIM = Stroke("ink", HEAVY_LINE)
SPOKE = Stroke("ink", CELL_LINE)
# Where the labels stand, and how much of a sector's width they take.
LABELS = 0.8
SHARE = 0.62
TALLEST = 0.15
# The centre is left free for the point of the pencil.
HUB: Mm = 3.0
# A paper clip as it lies: its length and its wire.
CLIP: Mm = 30.0
WIRE = 1.6


def wheel(labels: Sequence[str], diameter: Mm, font: str, colour: str = "rule") -> Drawing:
    """Draw a wheel whose first sector begins at the top; every other one has a pale ground."""
    radius = diameter / 2
    step = 2 * pi / len(labels)
    shapes: list[Shape] = [Circle(radius, radius, radius - to_mm(RIM.width), "white", RIM)]
    shapes += (
        _sector(radius, number * step, (number + 1) * step, f"{colour}.tint")
        for number in range(1, len(labels), 2)
    )
    for number, label in enumerate(labels):
        x, y = _at(radius, number * step, radius - to_mm(RIM.width))
        shapes.append(Line(radius, radius, x, y, SPOKE))
        shapes += _label(label, radius, (number + 0.5) * step, step, font)
    shapes.append(Circle(radius, radius, radius - to_mm(RIM.width), None, RIM))
    shapes.append(Circle(radius, radius, HUB, "white", SPOKE))
    shapes.append(Circle(radius, radius, 0.5, "ink"))
    return Drawing(diameter, diameter, tuple(shapes))


def _at(radius: Mm, angle: float, reach: Mm) -> Point:
    """Return a point at an angle clockwise from the top."""
    return radius + reach * sin(angle), radius - reach * cos(angle)


def _sector(radius: Mm, start: float, end: float, fill: str) -> Path:
    reach = radius - to_mm(RIM.width)
    steps: list[Step] = [Move(radius, radius), To(*_at(radius, start, reach))]
    # One Bezier curve is round enough up to a quarter of a turn.
    parts = max(1, round((end - start) / (pi / 4)))
    part = (end - start) / parts
    pull = reach * 4 / 3 * (1 - cos(part / 2)) / sin(part / 2)
    for number in range(parts):
        one, other = start + number * part, start + (number + 1) * part
        (x1, y1), (x2, y2) = _at(radius, one, reach), _at(radius, other, reach)
        near = x1 + pull * cos(one), y1 + pull * sin(one)
        far = x2 - pull * cos(other), y2 - pull * sin(other)
        steps.append(Curve(*near, *far, x2, y2))
    return Path((*steps, Close()), fill)


def _label(words: str, radius: Mm, angle: float, step: float, font: str) -> Iterator[Shape]:
    """Yield a label in the middle of its sector, upright."""
    across = min(2 * LABELS * radius * sin(min(step, pi) / 2) * SHARE, radius * TALLEST * 2)
    size = to_points(min(across, radius * TALLEST))
    if (width := width_of(words, font, size)) > across:
        size *= across / width
    x, y = _at(radius, angle, LABELS * radius)
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
    """Draw a wheel's centre with the clip about a standing pencil, seen from the side."""
    wire = Stroke("ink", WIRE)
    x, y, long, high = 3.0 * scale, 24.0 * scale, CLIP * scale, 6.0 * scale
    bends: tuple[Step, ...] = (
        Move(x + 0.7 * long, y - high / 2),
        To(x + high / 2, y - high / 2),
        Curve(x, y - high / 2, x, y + high / 2, x + high / 2, y + high / 2),
        To(x + long - high / 2, y + high / 2),
        Curve(x + long, y + high / 2, x + long, y - 0.2 * high, x + long - 2, y - 0.2 * high),
        To(x + 1.2 * high, y - 0.2 * high),
    )
    clip = Path(bends, None, wire)
    tip = x + high / 2 + 0.4 * scale, y
    body = tuple(_pencil(tip, scale))
    return Drawing(long + 2 * x, y + high, (clip, *body))


def _pencil(tip: Point, scale: float) -> Iterator[Shape]:
    """Yield a pencil that leans a little, its point at `tip`."""
    lean = 0.28

    def at(along: Mm, aside: Mm) -> Point:
        along, aside = along * scale, aside * scale
        return tip[0] + along * lean + aside, tip[1] - along + aside * lean

    corners = (at(0, 0), at(5, -1.8), at(21, -1.8), at(21, 1.8), at(5, 1.8))
    start, *rest = corners
    steps: tuple[Step, ...] = (Move(*start), *(To(*point) for point in rest), Close())
    yield Path(steps, "white", Stroke("ink", WIRE))
    yield Line(*at(5, -1.8), *at(5, 1.8), Stroke("ink", CELL_LINE))


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
