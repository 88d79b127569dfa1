"""Nets as they stand in space: edges measured, and panels that lie in one another found."""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from math import dist, sqrt

from generator.paper.folding import Panel, Space

# Two layers of paper, and less than any panel is wide.
PAPER = 0.3


def inner(corners: Sequence[Sequence[float]], steps: int = 7) -> list[tuple[float, ...]]:
    """Return points spread over a panel of four corners, off its edges."""
    shares = [(number + 0.5) / steps for number in range(steps)]
    a, b, c, d = corners
    return [
        tuple(
            (1 - v) * ((1 - u) * p + u * q) + v * ((1 - u) * s + u * r)
            for p, q, r, s in zip(a, b, c, d, strict=True)
        )
        for u, v in product(shares, repeat=2)
    ]


def minus(one: Sequence[float], other: Sequence[float]) -> Space:
    """Return the way from one point to another."""
    x, y, z = (a - b for a, b in zip(one, other, strict=True))
    return x, y, z


def cross(one: Space, other: Space) -> Space:
    """Return what is upright on both."""
    (a, b, c), (d, e, f) = one, other
    return b * f - c * e, c * d - a * f, a * e - b * d


def dot(one: Space, other: Space) -> float:
    """Return the scalar product."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def pierces(point: Sequence[float], corners: Sequence[Space]) -> bool:
    """Tell whether a point lies in a panel, well inside its edges."""
    upright = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]))
    length = sqrt(dot(upright, upright))
    if abs(dot(upright, minus(point, corners[0]))) / length > PAPER:
        return False
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return all(
        dot(cross(minus(end, start), minus(point, start)), upright) / length / dist(start, end)
        > PAPER
        for start, end in sides
    )


def meeting(stands: Mapping[str, tuple[Space, ...]]) -> set[tuple[str, str]]:
    """Return the pairs of panels that lie in one another."""
    return {
        (one, other)
        for one, other in combinations(sorted(stands), 2)
        if any(pierces(point, stands[other]) for point in inner(stands[one]))
        or any(pierces(point, stands[one]) for point in inner(stands[other]))
    }


def lengths(panel: Panel) -> list[float]:
    """Return the lengths of the four edges of a panel."""
    corners = panel.corners
    return [dist(*edge) for edge in zip(corners, (*corners[1:], corners[0]), strict=True)]
