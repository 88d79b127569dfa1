"""Tokens that are alike but for their colour: each player takes those of one."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Count, Facts, Id
from generator.reading.nodes import Path


class Supply(Facts):
    """So many tokens of each colour."""

    part: Literal["supply"]
    each: Count
    """How many tokens of each colour."""
    colours: Annotated[tuple[Id, ...], Field(min_length=1, max_length=20)]
    """The colours of the tokens."""

    def coloured(self) -> tuple[tuple[Path, str], ...]:
        """Return the swatches that the part is printed in, each with the field that names it."""
        return tuple((("colours", number), colour) for number, colour in enumerate(self.colours))

    def cell_ids(self) -> tuple[str, ...]:
        """Return nothing: tokens have no cells to write in."""
        return ()

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name."""
        colours = len(self.colours)
        return {"each": self.each, "colours": colours, "all": self.each * colours}
