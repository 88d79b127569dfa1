"""Signs of several sizes scattered over a card: circles that lie inside it and do not touch.

Only sums, products, quotients and square roots of floats are taken, which IEEE 754 rounds the same
way everywhere: no power, sine or built-in sum, whose last digits differ by machine or version.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import floor, sqrt
from random import Random
from typing import TypeAlias

# The radius of the largest circle over that of the smallest; sizes between in even steps.
SPREAD = 1.8
# How many layouts are tried, how many of them, those that cover most, are kept, and in how many
# steps each is relaxed; with their mirror images the kept ones make 64 cards before two have their
# signs at the same places.
TRIED, KEPT, STEPS = 32, 16, 250
# Coordinates are whole multiples of one part in so many of the half width.
GRAIN = 10_000

Circle: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class SignArea:
    """The rectangle that signs lie in, about its centre, in half widths.

    `height` is its height over its width, `gap` the least distance between two signs, at most 0.1.
    """

    height: float
    gap: float

    def edge_distance(self, x: float, y: float) -> float:
        """Return how far a point inside is from the edge."""
        return min(1 - abs(x), self.height - abs(y))

    def move_inside(self, x: float, y: float, radius: float) -> tuple[float, float]:
        """Return the nearest point about which a circle has room."""
        across, down = 1 - radius, self.height - radius
        return max(-across, min(across, x)), max(-down, min(down, y))


@dataclass(frozen=True, slots=True)
class SignPlace:
    """Where a sign goes, in half widths of the card from its centre; `turn` in whole degrees."""

    x: float
    y: float
    radius: float
    turn: int


def scatter_signs(
    signs: int, cards: int, seed: int, area: SignArea
) -> tuple[tuple[SignPlace, ...], ...]:
    """Return the places of the signs of each card, the largest first.

    All lie inside and no two are closer than the gap. From 3 to 8 signs with a gap of 0.04 cover at
    least 0.45 of a rectangle from 1:2 to 2:1; less than 0.49 was never found.
    """
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    tried = [_relax(signs, area, chance) for _ in range(TRIED)]
    tried.sort(key=_covered_area, reverse=True)
    ways = list(product(range(KEPT), (1, -1), (1, -1)))
    chance.shuffle(ways)
    dealt = list[tuple[SignPlace, ...]]()
    for card in range(cards):
        layout, across, down = ways[card % len(ways)]
        circles = [(x * across, y * down, radius) for x, y, radius in tried[layout]]
        dealt.append(tuple(_rounded_place(circle, chance.randrange(360)) for circle in circles))
    return tuple(dealt)


def _relax(signs: int, area: SignArea, chance: Random) -> list[Circle]:
    """Return circles as large as relaxing finds them, from random places.

    Circles a little too large push one another away; the largest scale at which the places reached
    have room is kept, and what is too large comes down to it step by step.
    """
    sizes = [1 + (SPREAD - 1) * rank / max(signs - 1, 1) for rank in reversed(range(signs))]
    circles = [(*_random_point(area, chance), size) for size in sizes]
    # The area over that of a disc as wide.
    whole = 4 * area.height / 3.14159265
    ideal = sqrt(0.85 * whole / _covered_area(circles))
    scale, best, found = ideal / 2, 0.0, circles
    for step in range(STEPS):
        circles = _push_apart(circles, scale, area)
        fits = _largest_scale(circles, area)
        if fits > best:
            best, found = fits, circles
        scale = max(fits, best * 0.97) + (ideal - best) * 0.1 * (1 - step / STEPS)
    return [(x, y, size * best) for x, y, size in found]


def _random_point(area: SignArea, chance: Random) -> tuple[float, float]:
    x, y = (chance.randrange(-GRAIN, GRAIN + 1) / GRAIN for _ in "xy")
    return area.move_inside(x, y * area.height, 0.1)


def _push_apart(circles: Sequence[Circle], scale: float, area: SignArea) -> list[Circle]:
    pushed = list[Circle]()
    for circle in circles:
        x, y, size = circle
        for other, (there, down, width) in enumerate(pushed):
            across, up = x - there, y - down
            wanted = scale * (size + width) + area.gap
            squared = across * across + up * up
            if 0 < squared < wanted * wanted:
                share = (wanted / sqrt(squared) - 1) / 2
                x += across * share
                y += up * share
                pushed[other] = (there - across * share, down - up * share, width)
        pushed.append((*area.move_inside(x, y, scale * size), size))
    return pushed


def _largest_scale(circles: Sequence[Circle], area: SignArea) -> float:
    """Return the largest scale at which all circles, where they are, lie inside and apart."""
    most = min(area.edge_distance(x, y) / size for x, y, size in circles)
    for rank, (x, y, size) in enumerate(circles):
        for there, down, width in circles[:rank]:
            across, up = x - there, y - down
            apart = sqrt(across * across + up * up) - area.gap
            most = min(most, apart / (size + width))
    return most


def _covered_area(circles: Sequence[Circle]) -> float:
    """Return what circles cover, in discs as wide as the card."""
    total = 0.0
    for *_, radius in circles:
        total += radius * radius
    return total


def _rounded_place(circle: Circle, turn: int) -> SignPlace:
    """Return a circle in whole grains; it gives up one of its radius, more than its centre moves.

    Two centres come nearer by less than 1.42 grains, and their radii by 2 at least.
    """
    x, y, radius = circle
    x, y = floor(x * GRAIN + 0.5) / GRAIN, floor(y * GRAIN + 0.5) / GRAIN
    return SignPlace(x, y, (floor(radius * GRAIN) - 1) / GRAIN, turn)
