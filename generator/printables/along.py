"""A closed path walked: where one is after so many millimetres, and which way it goes there."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist, hypot

from generator.paper.shapes import Close, Curve, Move, Point, Step, To
from generator.paper.units import Mm

# Pieces that a curve is walked in: none is longer than a few millimetres.
PIECES = 48


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of a path; `ahead` is the way it goes there, as a vector of length 1."""

    at: Point
    ahead: Point

    def aside(self, along: Mm, left: Mm) -> Point:
        """Return the point so far ahead, and so far to the left of the way."""
        (x, y), (dx, dy) = self.at, self.ahead
        return x + along * dx + left * dy, y + along * dy - left * dx


@dataclass(frozen=True, slots=True)
class Walk:
    """The points of a closed path, and how far along each of them lies."""

    points: tuple[Point, ...]
    far: tuple[Mm, ...]

    @property
    def length(self) -> Mm:
        """Return how long it is once round."""
        return self.far[-1]

    def spot(self, far: Mm) -> Spot:
        """Return where one is after so many millimetres, rounds beyond the first one too."""
        return Spot(self.at(far), _towards(self.at(far - 1.0), self.at(far + 1.0)))

    def at(self, far: Mm) -> Point:
        """Return the point so far along."""
        far %= self.length
        piece = min(bisect_right(self.far, far), len(self.far) - 1)
        (x1, y1), (x2, y2) = self.points[piece - 1], self.points[piece]
        share = (far - self.far[piece - 1]) / (self.far[piece] - self.far[piece - 1])
        return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def walk(steps: Sequence[Step]) -> Walk:
    """Return the walk along an outline of one piece, back to where it begins."""
    points = list(_points(steps))
    if points[-1] != points[0]:
        points.append(points[0])
    kept = [points[0], *(two for one, two in pairwise(points) if one != two)]
    far = [0.0]
    for one, other in pairwise(kept):
        far.append(far[-1] + dist(one, other))
    return Walk(tuple(kept), tuple(far))


def _points(steps: Sequence[Step]) -> Iterator[Point]:
    here = start = (0.0, 0.0)
    for step in steps:
        match step:
            case Move(x, y):
                here = start = (x, y)
                yield here
            case To(x, y):
                here = (x, y)
                yield here
            case Curve():
                yield from (_on(here, step, piece / PIECES) for piece in range(1, PIECES + 1))
                here = (step.x, step.y)
            case Close():
                here = start
                yield here


def _on(start: Point, curve: Curve, t: float) -> Point:
    """Return a point of a cubic Bezier curve."""
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return (
        a * start[0] + b * curve.x1 + c * curve.x2 + d * curve.x,
        a * start[1] + b * curve.y1 + c * curve.y2 + d * curve.y,
    )


def _towards(one: Point, other: Point) -> Point:
    x, y = other[0] - one[0], other[1] - one[1]
    length = hypot(x, y)
    return x / length, y / length
