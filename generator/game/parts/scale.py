"""Grades by points, best first."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.game.facts import Facts, Points
from generator.reading.fit import Fault
from generator.reading.nodes import Path
from generator.words import message


class Scale(Facts):
    """The least points of every grade, falling; below the last one there is one more grade."""

    part: Literal["scale"]
    least: Annotated[tuple[Points, ...], Field(min_length=1, max_length=20)]
    """The least points of each grade, from the best down; below the last there is one more
    grade."""

    @model_validator(mode="after")
    def _falls(self) -> "Scale":
        for number in range(1, len(self.least)):
            if self.least[number] >= self.least[number - 1]:
                reason = message("game.scale-falls", found=str(self.least[number]))
                raise Fault(reason, ("least", number))
        return self

    def spans(self) -> tuple[tuple[int | None, int | None], ...]:
        """Return the least and most points of each grade, best first; None where there is none."""
        above = (None, *(least - 1 for least in self.least))
        return tuple(zip((*self.least, None), above, strict=True))

    def coloured(self) -> tuple[tuple[Path, str], ...]:
        """Return nothing: grades have no colours."""
        return ()

    def cell_ids(self) -> tuple[str, ...]:
        """Return nothing: grades have no cells to write in."""
        return ()

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name."""
        return {"best": self.least[0], "grades": len(self.least) + 1}
