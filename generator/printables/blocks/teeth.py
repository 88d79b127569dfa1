"""The shapes of teeth by kind, seen from the front: a crown to lay a token on, and its roots.

Lengths are shares of the mouth that they stand in, which is 186 wide; the middle of the neck is at
the origin, the crown downwards, the roots upwards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from generator.game.parts.arches import ToothKind
from generator.paper.shapes import Close, Curve, Move, Path, Point, Step, Stroke, To
from generator.paper.units import Mm, Pt
from generator.printables.pictures import outline

# Where the crown's edge is, and how far the longest root reaches.
CROWN: Mm = 19.0
ROOT: Mm = 15.5


@dataclass(frozen=True, slots=True)
class ToothShape:
    """How wide a tooth is, where a token's middle lies on it, and its outlines."""

    width: Mm
    middle: Mm
    crown: str
    roots: str


SHAPES: Mapping[ToothKind, ToothShape] = {
    "incisor": ToothShape(
        16.6,
        10.0,
        "M-6 .6C-4.6 -1.5 4.6 -1.5 6 .6C6.9 5 7.9 10 7.7 16.4C7.8 18.5 7.1 19.2 5.8 "
        "19.2L-5.8 19.2C-7.1 19.2 -7.8 18.5 -7.7 16.4C-7.9 10 -6.9 5 -6 .6Z",
        "M-5.6 1C-5.3 -5 -3.2 -11 -1.1 -13.4C-.5 -14 .5 -14 1.1 -13.4C3.2 -11 5.3 -5 5.6 1Z",
    ),
    "canine": ToothShape(
        17.6,
        8.9,
        "M-6.3 .6C-5 -1.6 5 -1.6 6.3 .6C7.3 4 8.9 7.5 8.8 11C8.7 14 4.6 17.2 1.5 20.3C.7 "
        "21.1 -.7 21.1 -1.5 20.3C-4.6 17.2 -8.7 14 -8.8 11C-8.9 7.5 -7.3 4 -6.3 .6Z",
        "M-5.9 1C-5.6 -6 -3.2 -12.6 -1.1 -15C-.5 -15.6 .5 -15.6 1.1 -15C3.2 -12.6 5.6 -6 5.9 1Z",
    ),
    "premolar": ToothShape(
        20.0,
        8.6,
        "M-7.6 .6C-6 -1.7 6 -1.7 7.6 .6C9.4 4 10.2 8.5 9.7 12.5C9.3 16.2 7.4 18.9 5 "
        "18.9C3.1 18.9 1.9 17.3 0 16.2C-1.9 17.3 -3.1 18.9 -5 18.9C-7.4 18.9 -9.3 16.2 -9.7 "
        "12.5C-10.2 8.5 -9.4 4 -7.6 .6Z",
        "M-7.1 1C-7 -4 -6.3 -10 -4.3 -12.6C-3.2 -13.8 -2.2 -13 -1.7 -11.4C-1.2 -9.8 -.8 "
        "-8.8 0 -8.8C.8 -8.8 1.2 -9.8 1.7 -11.4C2.2 -13 3.2 -13.8 4.3 -12.6C6.3 -10 7 -4 "
        "7.1 1Z",
    ),
    "molar": ToothShape(
        23.6,
        8.3,
        "M-9.4 .6C-7.5 -1.9 7.5 -1.9 9.4 .6C11.2 3.6 12 8 11.5 12.2C11.1 15.8 9.6 18.8 7.4 "
        "18.8C5.7 18.8 5 17 3.7 16.2C2.5 17.4 1.5 19.1 0 19.1C-1.5 19.1 -2.5 17.4 -3.7 "
        "16.2C-5 17 -5.7 18.8 -7.4 18.8C-9.6 18.8 -11.1 15.8 -11.5 12.2C-12 8 -11.2 3.6 "
        "-9.4 .6Z",
        "M-8.9 1C-9.7 -4.6 -9.8 -10.4 -7.9 -12.9C-6.9 -14.1 -5.6 -13.5 -5.1 -11.9C-4.2 -8.7 "
        "-2.7 -5.2 0 -5.2C2.7 -5.2 4.2 -8.7 5.1 -11.9C5.6 -13.5 6.9 -14.1 7.9 -12.9C9.8 "
        "-10.4 9.7 -4.6 8.9 1Z",
    ),
}


@cache
def crown(kind: ToothKind) -> tuple[Step, ...]:
    """Return the outline of a tooth's crown."""
    return outline(SHAPES[kind].crown)


@cache
def roots(kind: ToothKind) -> tuple[Step, ...]:
    """Return the outline of a tooth's roots, which the crown covers at the neck."""
    return outline(SHAPES[kind].roots)


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a tooth stands: the middle of its neck, where its crown points, and the scale."""

    neck: Point
    towards: Point
    scale: float

    def at(self, x: Mm, y: Mm) -> Point:
        """Return where a point of a tooth's outline comes to lie."""
        (dx, dy), s = self.towards, self.scale
        return self.neck[0] + s * (x * dy + y * dx), self.neck[1] + s * (y * dy - x * dx)

    def path(self, outline: tuple[Step, ...], fill: str | None, colour: str, width: Pt) -> Path:
        """Return an outline of a tooth where it stands."""
        return Path(tuple(self._step(step) for step in outline), fill, Stroke(colour, width))

    def _step(self, step: Step) -> Step:
        match step:
            case Move(x, y):
                return Move(*self.at(x, y))
            case To(x, y):
                return To(*self.at(x, y))
            case Curve(x1, y1, x2, y2, x, y):
                return Curve(*self.at(x1, y1), *self.at(x2, y2), *self.at(x, y))
            case Close():
                return step
