"""Signs of several sizes strewn on a card: circles that lie inside it and do not touch.

Only sums, products, quotients and square roots of floats are taken, which IEEE 754 rounds the same
way everywhere: no power, sine or built-in sum, whose last digits differ by machine or version.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import floor, sqrt
from random import Random
from typing import TypeAlias

# The largest circle is placed so many times as wide as the smallest; sizes between in even steps.
SPREAD = 1.8
# Of so many layouts tried, each relaxed in so many steps, the ones that cover most are kept; with
# their mirror images they make 64 cards before two have their signs at the same places.
TRIED, KEPT, STEPS = 32, 16, 250
# Coordinates are whole multiples of one part in so many of the half width.
GRAIN = 10_000

Circle: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """What signs lie in, about its centre, in half widths: a disc, or a rectangle.

    `height` is the height over the width of a rectangle, None for a disc; `gap` is the least
    distance between two signs, at most 0.1.
    """

    height: float | None = None
    gap: float = 0.04

    def room(self, x: float, y: float) -> float:
        """Return how far a point inside is from the edge."""
        if self.height is None:
            return 1 - sqrt(x * x + y * y)
        return min(1 - abs(x), self.height - abs(y))

    def kept(self, x: float, y: float, radius: float) -> tuple[float, float]:
        """Return the point moved so far inside that a circle about it has room."""
        if self.height is None:
            over = sqrt(x * x + y * y) / (1 - radius)
            return (x / over, y / over) if over > 1 else (x, y)
        across, down = 1 - radius, self.height - radius
        return max(-across, min(across, x)), max(-down, min(down, y))

    @property
    def area(self) -> float:
        """Return the area over that of the disc."""
        return 1 if self.height is None else 4 * self.height / 3.14159265


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a sign goes, in half widths of the card from its centre; `turn` in whole degrees."""

    x: float
    y: float
    radius: float
    turn: int


def scattered(signs: int, cards: int, seed: int, frame: Frame) -> tuple[tuple[Spot, ...], ...]:
    """Return the places of the signs of each card, the largest first.

    All lie inside and no two are closer than the gap. Of 3 to 8 signs with the usual gap, 0.45 at
    least of a disc is covered, or of a rectangle from 1:2 to 2:1; less than 0.49 was never found.
    """
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    tried = [_strewn(signs, frame, chance) for _ in range(TRIED)]
    tried.sort(key=_covered, reverse=True)
    ways = list(product(range(KEPT), (1, -1), (1, -1)))
    chance.shuffle(ways)
    dealt = list[tuple[Spot, ...]]()
    for card in range(cards):
        layout, across, down = ways[card % len(ways)]
        circles = [(x * across, y * down, radius) for x, y, radius in tried[layout]]
        if frame.height is None:
            circles = _turned(circles, chance.randrange(-GRAIN, GRAIN + 1) / GRAIN)
        dealt.append(tuple(_spot(circle, chance.randrange(360)) for circle in circles))
    return tuple(dealt)


def _strewn(signs: int, frame: Frame, chance: Random) -> list[Circle]:
    """Return circles as large as relaxing finds them, from places by chance.

    Circles a little too large push one another away; the largest scale at which the places reached
    have room is kept, and what is too large comes down to it step by step.
    """
    sizes = [1 + (SPREAD - 1) * rank / max(signs - 1, 1) for rank in reversed(range(signs))]
    circles = [(*_anywhere(frame, chance), size) for size in sizes]
    ideal = sqrt(0.85 * frame.area / _covered(circles))
    scale, best, found = ideal / 2, 0.0, circles
    for step in range(STEPS):
        circles = _pushed(circles, scale, frame)
        fits = _scale(circles, frame)
        if fits > best:
            best, found = fits, circles
        scale = max(fits, best * 0.97) + (ideal - best) * 0.1 * (1 - step / STEPS)
    return [(x, y, size * best) for x, y, size in found]


def _anywhere(frame: Frame, chance: Random) -> tuple[float, float]:
    x, y = (chance.randrange(-GRAIN, GRAIN + 1) / GRAIN for _ in "xy")
    return frame.kept(x, y * (frame.height or 1), 0.1)


def _pushed(circles: Sequence[Circle], scale: float, frame: Frame) -> list[Circle]:
    """Return the circles after each has pushed those that it overlaps, and the edge has it."""
    pushed = list[Circle]()
    for circle in circles:
        x, y, size = circle
        for other, (there, down, width) in enumerate(pushed):
            across, up = x - there, y - down
            wanted = scale * (size + width) + frame.gap
            squared = across * across + up * up
            if 0 < squared < wanted * wanted:
                share = (wanted / sqrt(squared) - 1) / 2
                x += across * share
                y += up * share
                pushed[other] = (there - across * share, down - up * share, width)
        pushed.append((*frame.kept(x, y, scale * size), size))
    return pushed


def _scale(circles: Sequence[Circle], frame: Frame) -> float:
    """Return the largest scale at which all circles, where they are, lie inside and apart."""
    most = min(frame.room(x, y) / size for x, y, size in circles)
    for rank, (x, y, size) in enumerate(circles):
        for there, down, width in circles[:rank]:
            across, up = x - there, y - down
            apart = sqrt(across * across + up * up) - frame.gap
            most = min(most, apart / (size + width))
    return most


def _covered(circles: Sequence[Circle]) -> float:
    """Return what circles cover of the disc."""
    total = 0.0
    for *_, radius in circles:
        total += radius * radius
    return total


def _turned(circles: Sequence[Circle], slope: float) -> list[Circle]:
    """Return the circles turned about the centre by twice the angle of a slope."""
    whole = 1 + slope * slope
    cosine, sine = (1 - slope * slope) / whole, 2 * slope / whole
    return [(x * cosine - y * sine, x * sine + y * cosine, radius) for x, y, radius in circles]


def _spot(circle: Circle, turn: int) -> Spot:
    """Return a circle in whole grains; it gives up one of its radius, more than its centre moves.

    Two centres come nearer by less than 1.42 grains, and their radii by 2 at least.
    """
    x, y, radius = circle
    x, y = floor(x * GRAIN + 0.5) / GRAIN, floor(y * GRAIN + 0.5) / GRAIN
    return Spot(x, y, (floor(radius * GRAIN) - 1) / GRAIN, turn)
