"""Dice told apart by colour."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.game.facts import Facts, Id
from generator.reading.fit import Fault
from generator.reading.nodes import Path
from generator.words import message


class Dice(Facts):
    """Dice of one shape, each with a colour of the game."""

    part: Literal["dice"]
    dice: Annotated[tuple[Id, ...], Field(min_length=1, max_length=12)]
    """The colour of each die."""
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    """How many faces each has, numbered from 1."""

    @model_validator(mode="after")
    def _distinct(self) -> "Dice":
        if len(set(self.dice)) < len(self.dice):
            raise Fault(message("game.dice-distinct"), ("dice",))
        return self

    def coloured(self) -> tuple[tuple[Path, str], ...]:
        """Return the swatches that the part is printed in, each with the field that names it."""
        return tuple((("dice", number), colour) for number, colour in enumerate(self.dice))

    def cell_ids(self) -> tuple[str, ...]:
        """Return nothing: dice have no cells to write in."""
        return ()

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name."""
        count = len(self.dice)
        return {"count": count, "sides": self.sides, "least": 1, "most": count * self.sides}

    def sums(self, count: int) -> Mapping[int, Fraction]:
        """Return the exact chance of each sum of `count` dice."""
        return _sums(count, self.sides)


@cache
def _sums(count: int, sides: int) -> Mapping[int, Fraction]:
    ways = Counter({0: 1})
    for _ in range(count):
        ways = Counter(
            {
                total: sum(ways[total - face] for face in range(1, sides + 1))
                for total in range(min(ways) + 1, max(ways) + sides + 1)
            }
        )
    return {total: Fraction(number, sides**count) for total, number in sorted(ways.items())}
