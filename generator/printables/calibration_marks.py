"""Marks to measure a printer by: lines between crosses, stairs at the edges, a target."""

from collections.abc import Iterator

from generator.paper.shapes import HAIRLINE, WRITING_LINE, Circle, Line, Shape, Stroke
from generator.paper.sizes import PaperSize
from generator.paper.text import Lettering, cap_height, set_line, width_of
from generator.paper.units import Mm
from generator.words import numeral

FINE = Stroke("ink", HAIRLINE)
PLAIN = Stroke("ink", WRITING_LINE)
SMALL = 7.0
# Stairs: how many millimetres from the edge they go, and how long a step is.
DEEPEST = 14
STEP: Mm = 5.0
# A target's grid reaches so far from its middle, in mm.
REACH = 10


def measure(x: Mm, y: Mm, length: Mm, font: str, *, is_upright: bool = False) -> Iterator[Shape]:
    """Yield a line of a length between two cross strokes, with its length beside it."""
    dx, dy = (0.0, length) if is_upright else (length, 0.0)
    yield Line(x, y, x + dx, y + dy, FINE)
    for end in (0.0, 1.0):
        at_x, at_y = x + dx * end, y + dy * end
        across, down = (3.0, 0.0) if is_upright else (0.0, 3.0)
        yield Line(at_x - across, at_y - down, at_x + across, at_y + down, FINE)
    for number in range(10, round(length), 10):
        tick = 1.2
        if is_upright:
            yield Line(x - tick, y + number, x + tick, y + number, FINE)
        else:
            yield Line(x + number, y - tick, x + number, y + tick, FINE)
    words = f"{length:g} mm"
    if is_upright:
        how = Lettering(font, SMALL + 1.0, "ink", "right")
        yield from set_line(words, x - 3.0, y + length / 2 + 1.0, how)
    else:
        how = Lettering(font, SMALL + 1.0, "ink", "middle")
        yield from set_line(words, x + length / 2, y - 3.0, how)


def stairs(size: PaperSize, font: str) -> Iterator[Shape]:
    """Yield at each edge strokes along it, 2 to 14 mm away from it, each with its number."""
    start = (size.width - DEEPEST * STEP / 2) / 2
    low = (size.height - DEEPEST * STEP / 2) / 2
    middle = cap_height(font, SMALL) / 2
    how = Lettering(font, SMALL, "ink", "middle")
    for place, depth in enumerate(range(2, DEEPEST + 1, 2)):
        x, y = start + place * STEP, low + place * STEP
        for edge in (depth, size.height - depth):
            yield Line(x, edge, x + STEP - 1.0, edge, PLAIN)
        for edge in (depth, size.width - depth):
            yield Line(edge, y, edge, y + STEP - 1.0, PLAIN)
        words = str(depth)
        inside = DEEPEST + 2.5
        half = (STEP - 1.0) / 2
        yield from set_line(words, x + half, inside + middle, how)
        yield from set_line(words, x + half, size.height - inside + middle, how)
        yield from set_line(words, inside, y + half + middle, how)
        yield from set_line(words, size.width - inside, y + half + middle, how)


def cross(x: Mm, y: Mm, reach: Mm) -> Iterator[Shape]:
    """Yield two fine strokes that cross at a point."""
    yield Line(x - reach, y, x + reach, y, FINE)
    yield Line(x, y - reach, x, y + reach, FINE)


def target(x: Mm, y: Mm, font: str, bold: str | None) -> Iterator[Shape]:
    """Yield the cross that a needle goes through; in bold, a grid that says where it came out.

    The grid's numbers are the shift of the back: a hole at the left of the cross means that the
    back was printed too far right.
    """
    yield from cross(x, y, REACH + 4.0)
    if bold is None:
        yield Circle(x, y, 3.0, None, FINE)
        yield Circle(x, y, REACH - 2.0, None, FINE)
        return
    for number in range(-REACH, REACH + 1):
        stroke = Stroke("rule", HAIRLINE if number % 2 else WRITING_LINE)
        yield Line(x + number, y - REACH, x + number, y + REACH, stroke)
        yield Line(x - REACH, y + number, x + REACH, y + number, stroke)
    yield from cross(x, y, REACH + 4.0)
    how = Lettering(font, SMALL, "ink", "middle")
    for number in (-10, -5, 5, 10):
        words = numeral(-number, plus=True)
        yield from set_line(words, x + number, y - REACH - 5.5, how)
        beside = Lettering(font, SMALL, "ink", "right")
        base = y + number + cap_height(font, SMALL) / 2
        yield from set_line(words, x - REACH - 5.5, base, beside)
    name = Lettering(bold, SMALL + 1.0)
    yield from set_line("back_x", x + REACH + 5.0, y - REACH - 5.5, name)
    width = width_of("back_y", bold, SMALL + 1.0)
    yield from set_line("back_y", x - REACH - 5.5 - width, y + REACH + 5.5, name)
