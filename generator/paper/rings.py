"""Sectors of a ring: the parts of a transmission circle, of a spinner."""

from math import cos, radians, sin, tan

from generator.paper.shapes import Close, Curve, Move, Path, Point, Step, Stroke, To
from generator.paper.units import Mm

# A Bezier curve follows a circle well for a third of a turn at most.
LONGEST = 90.0


def on_circle(x: Mm, y: Mm, radius: Mm, angle: float) -> Point:
    """Return the point of a circle at an angle in degrees, clockwise from the top."""
    turn = radians(angle)
    return x + radius * sin(turn), y - radius * cos(turn)


def ring_sector(  # noqa: PLR0913, PLR0917 - what a sector is
    x: Mm,
    y: Mm,
    radii: tuple[Mm, Mm],
    angles: tuple[float, float],
    fill: str | None = None,
    stroke: Stroke | None = None,
) -> Path:
    """Return the part of a ring between two radii and two angles, clockwise from the top."""
    inner, outer = radii
    start, end = angles
    steps: list[Step] = [Move(*on_circle(x, y, outer, start))]
    steps += _arc(x, y, outer, start, end)
    steps.append(To(*on_circle(x, y, inner, end)))
    steps += _arc(x, y, inner, end, start)
    return Path((*steps, Close()), fill, stroke)


def _arc(x: Mm, y: Mm, radius: Mm, start: float, end: float) -> list[Step]:
    count = max(1, int(abs(end - start) / LONGEST + 0.999999))
    sweep = (end - start) / count
    reach = 4 / 3 * tan(radians(sweep) / 4) * radius
    steps: list[Step] = []
    for number in range(count):
        one, other = radians(start + number * sweep), radians(start + (number + 1) * sweep)
        x1, y1 = x + radius * sin(one) + reach * cos(one), y - radius * cos(one) + reach * sin(one)
        x2 = x + radius * sin(other) - reach * cos(other)
        y2 = y - radius * cos(other) - reach * sin(other)
        steps.append(Curve(x1, y1, x2, y2, x + radius * sin(other), y - radius * cos(other)))
    return steps
