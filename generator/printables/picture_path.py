"""The outlines of pictures: the `d` of an SVG path, read into straight and curved steps."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, sqrt, tan

from generator.paper.shapes import Close, Curve, Move, Point, Step, To

# Larger numbers have no place in a picture that is printed a few centimetres wide.
LARGEST = 10_000.0
MOST_STEPS = 4000
_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,3})?"
_TOKEN = re.compile(rf"[\s,]*([A-Za-z]|{_NUMBER})")
# How many numbers each command takes.
_COUNTS: Mapping[str, int] = dict(zip("MLHVCSQAZ", (2, 2, 1, 1, 6, 4, 4, 7, 0), strict=True))
_ORIGIN: Point = (0.0, 0.0)


class UnreadableError(ValueError):
    """A number or an outline cannot be read; its words are what was found."""


def number(words: str) -> float:
    """Read a number of a picture; raise UnreadableError where it is none or far too large."""
    if not re.fullmatch(_NUMBER, words) or abs(float(words)) > LARGEST:
        raise UnreadableError(words)
    return float(words)


def numbers(words: str) -> tuple[float, ...]:
    """Read numbers parted by spaces or commas."""
    return tuple(number(word) for word in words.replace(",", " ").split())


def steps(words: str) -> tuple[Step, ...]:
    """Read an outline of the commands M L H V C S Q A Z, capital (absolute) or small (relative).

    Raise UnreadableError with the command that is wrong, or what stands there in place of one.
    """
    pen = _Pen()
    for letter, values in _commands(words):
        pen.go(letter, values)
        if len(pen.steps) > MOST_STEPS:
            raise UnreadableError(words)
    if not pen.steps:
        raise UnreadableError(words)
    return tuple(pen.steps)


def _commands(words: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Yield each command with its numbers; more numbers repeat it, after M as L."""
    tokens = list(_tokens(words))
    letters = [place for place, token in enumerate(tokens) if token.isalpha()]
    if tokens and letters[:1] != [0]:
        raise UnreadableError(tokens[0])
    for start, end in pairwise((*letters, len(tokens))):
        letter, values = tokens[start], tuple(number(token) for token in tokens[start + 1 : end])
        count = _COUNTS.get(letter.upper())
        if count is None or (len(values) % count or not values if count else values):
            raise UnreadableError(" ".join(tokens[start:end]))
        yield letter, values[:count]
        again = {"M": "L", "m": "l"}.get(letter, letter)
        for place in range(count, len(values), count or 1):
            yield again, values[place : place + count]


def _tokens(words: str) -> Iterator[str]:
    words = words.rstrip()
    place = 0
    while place < len(words):
        found = _TOKEN.match(words, place)
        if found is None:
            raise UnreadableError(words[place : place + 12])
        yield found[1]
        place = found.end()


class _Pen:
    """Follows the commands of an outline: where it is, where its piece began, its last control."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.at = self.start = _ORIGIN
        self.control: Point | None = None
        self._draw: Mapping[str, Callable[[tuple[Point, ...]], None]] = {
            "M": self._move,
            "L": self._line,
            "C": self._curve,
            "S": self._smooth,
            "Q": self._quadratic,
        }

    def go(self, letter: str, values: tuple[float, ...]) -> None:
        """Carry out one command."""
        if not self.steps and letter not in "Mm":
            raise UnreadableError(letter)
        base = self.at if letter.islower() else _ORIGIN
        match letter.upper():
            case "Z":
                self.steps.append(Close())
                self.at, self.control = self.start, None
            case "H":
                self._line(((base[0] + values[0], self.at[1]),))
            case "V":
                self._line(((self.at[0], base[1] + values[0]),))
            case "A":
                self._arc(values, (base[0] + values[5], base[1] + values[6]))
            case upper:
                pairs = zip(values[::2], values[1::2], strict=True)
                self._draw[upper](tuple((base[0] + x, base[1] + y) for x, y in pairs))

    def _move(self, points: tuple[Point, ...]) -> None:
        self.at = self.start = points[0]
        self.control = None
        self.steps.append(Move(*self.at))

    def _line(self, points: tuple[Point, ...]) -> None:
        self.at, self.control = points[0], None
        self.steps.append(To(*self.at))

    def _curve(self, points: tuple[Point, ...]) -> None:
        one, self.control, self.at = points
        self.steps.append(Curve(*one, *self.control, *self.at))

    def _smooth(self, points: tuple[Point, ...]) -> None:
        x, y = self.control or self.at
        mirrored = (2 * self.at[0] - x, 2 * self.at[1] - y)
        self._curve((mirrored, *points))

    def _quadratic(self, points: tuple[Point, ...]) -> None:
        (x, y), end = points
        one = _between(self.at, (x, y), 2 / 3)
        self._curve((one, _between(end, (x, y), 2 / 3), end))
        self.control = None

    def _arc(self, values: tuple[float, ...], end: Point) -> None:
        radius_x, radius_y, tilt, is_large, is_clockwise = values[:5]
        if {is_large, is_clockwise} - {0.0, 1.0}:
            raise UnreadableError(" ".join(f"{value:g}" for value in values))
        if self.at == end or not (radius_x and radius_y):
            self._line((end,))
            return
        arc = _arc_of(self.at, end, (abs(radius_x), abs(radius_y)), tilt, is_large != is_clockwise)
        for points in arc.curves(clockwise=bool(is_clockwise)):
            self._curve(points)
        self.at, self.control = end, None


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


@dataclass(frozen=True, slots=True)
class _Arc:
    """A piece of an ellipse: its centre, radii and tilt, and two angles on it, in radians."""

    centre: Point
    radii: Point
    tilt: float
    first: float
    last: float

    def point(self, x: float, y: float) -> Point:
        """Return where a point of the unit circle lies."""
        x, y = x * self.radii[0], y * self.radii[1]
        turned = x * cos(self.tilt) - y * sin(self.tilt), x * sin(self.tilt) + y * cos(self.tilt)
        return self.centre[0] + turned[0], self.centre[1] + turned[1]

    def curves(self, *, clockwise: bool) -> Iterator[tuple[Point, Point, Point]]:
        """Yield Bezier curves of a quarter turn at most; y downwards makes clockwise positive."""
        sweep = (self.last - self.first) % (2 * pi)
        if not clockwise:
            sweep -= 2 * pi
        count = max(1, ceil(abs(sweep) / (pi / 2) - 1e-9))
        step = sweep / count
        reach = 4 / 3 * tan(step / 4)
        for piece in range(count):
            a = self.first + piece * step
            b = a + step
            yield (
                self.point(cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
                self.point(cos(b) + reach * sin(b), sin(b) - reach * cos(b)),
                self.point(cos(b), sin(b)),
            )


def _arc_of(start: Point, end: Point, radii: Point, tilt: float, is_left: bool) -> _Arc:  # noqa: FBT001 - which of two centres
    """Return the arc between two points (SVG 1.1, F.6.5); radii too small grow until they reach."""
    tilt = tilt * pi / 180
    x, y = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = x * cos(tilt) + y * sin(tilt), y * cos(tilt) - x * sin(tilt)
    grown = max(1.0, hypot(x / radii[0], y / radii[1]))
    rx, ry = radii[0] * grown, radii[1] * grown
    spread = (x / rx) ** 2 + (y / ry) ** 2
    aside = sqrt(max(0.0, 1 / spread - 1)) * (1 if is_left else -1)
    cx, cy = aside * rx * y / ry, -aside * ry * x / rx
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    centre = (
        middle[0] + cx * cos(tilt) - cy * sin(tilt),
        middle[1] + cx * sin(tilt) + cy * cos(tilt),
    )
    first = atan2((y - cy) / ry, (x - cx) / rx)
    last = atan2((-y - cy) / ry, (-x - cx) / rx)
    return _Arc(centre, (rx, ry), tilt, first, last)
