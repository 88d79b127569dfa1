"""Tables that an annex shows: rows computed by a family's rules, and the bars that show them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from generator.guides.lesson import Tabled
from generator.render.picture import Picture

Rows: TypeAlias = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: what stands below it, how high it is, what stands above it."""

    name: str
    height: Fraction
    words: str


@dataclass(frozen=True, slots=True)
class Computed:
    """Rows of words, the first cell of each its head, and rows of bars, one under another."""

    rows: Rows
    panels: tuple[tuple[Bar, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """A table as an annex prints it."""

    told: Tabled
    rows: Rows
    chart: Picture | None
