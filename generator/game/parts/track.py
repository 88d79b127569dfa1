"""A row of boxes to tick or to move along."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Facts, Id, Index, Points
from generator.reading.nodes import Path


class Track(Facts):
    """Boxes numbered from `first` on; `worth` is what each ticked one scores."""

    part: Literal["track"]
    id: Id
    """What stands before the number of a box in its name: `x` makes `x1`."""
    boxes: Annotated[int, Field(ge=1, le=100)]
    """How many boxes it has."""
    first: Index = 1
    """The number of the first box."""
    worth: Points = 0
    """The points that each ticked box scores."""

    def coloured(self) -> tuple[tuple[Path, str], ...]:
        """Return the swatches that the part is printed in, each with the field that names it."""
        return ()

    def numbers(self) -> range:
        """Return the numbers of the boxes, first to last."""
        return range(self.first, self.first + self.boxes)

    def cell_ids(self) -> tuple[str, ...]:
        """Return the ids of the boxes, first to last: `miss.1`, `miss.2`..."""
        return tuple(f"{self.id}.{number}" for number in self.numbers())

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name; `cost` is what a box takes away.

        `first` and `last` are the numbers of its end boxes.
        """
        last = self.first + self.boxes - 1
        ends = {"first": self.first, "last": last}
        return {"boxes": self.boxes, "worth": self.worth, "cost": abs(self.worth), **ends}
