"""Dice that are all alike and rolled together."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Facts
from generator.reading.nodes import Path


class Pool(Facts):
    """So many dice of one shape, without colours."""

    part: Literal["pool"]
    dice: Annotated[int, Field(ge=1, le=30)]
    """How many dice there are."""
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    """How many faces each has, numbered from 1."""

    def coloured(self) -> tuple[tuple[Path, str], ...]:
        """Return nothing: these dice have no colours."""
        return ()

    def cell_ids(self) -> tuple[str, ...]:
        """Return nothing: dice have no cells to write in."""
        return ()

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name."""
        return {"count": self.dice, "sides": self.sides}
