"""How a state of the game lies on paper: marks by cell id, the same for figures and corrections."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from generator.words import numeral

FOUR_SIGNS = 1000


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands in a cell: words written by hand, a tick, or a token of a colour and shape."""

    text: str = ""
    colour: str = ""
    shape: Literal["", "tick", "circle", "square", "triangle", "hexagon", "diamond"] = ""


def number_mark(number: int) -> Mark:
    """Return a number as written; whatever stands in a record must fit its box."""
    return Mark(numeral(number) if -FOUR_SIGNS < number < FOUR_SIGNS else "…")


@dataclass(frozen=True, slots=True)
class Paper:
    """A player's sheet, chart or board (or the table's): the part it is printed from, its marks."""

    name: str
    part: str
    marks: Mapping[str, Mark]
