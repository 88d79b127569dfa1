"""Markers that are laid on a player's chart, in an order of how bad they are, and counted."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.game.facts import Count, Facts, Id, Points
from generator.reading.fit import Fault
from generator.reading.nodes import Path
from generator.words import message


class Marker(Facts):
    """A marker: its colour, what it scores, and how many of it a player may need.

    Its letter is the label of its id, its name the text `marker.<id>`.
    """

    id: Id
    """What the marker is called; its letter stands in `labels`, its name is the text `marker.`
    and this."""
    colour: Id
    """Its colour, one of the game's."""
    worth: Points = 0
    """The points it scores."""
    copies: Count = 1
    """How many of it a player may need."""


class Markers(Facts):
    """`stages` follow one another on a cell that has none at first; `others` lie elsewhere."""

    part: Literal["markers"]
    stages: Annotated[tuple[Marker, ...], Field(min_length=1, max_length=10)]
    """The markers that follow one another on a cell, from the first to the last."""
    others: tuple[Marker, ...] = ()
    """The markers that lie elsewhere."""

    @model_validator(mode="after")
    def _distinct(self) -> "Markers":
        ids = [marker.id for marker in self.all()]
        for number, marker in enumerate(ids):
            if marker in ids[:number]:
                raise Fault(message("game.marker-twice", marker=marker), ("stages",))
        return self

    def all(self) -> tuple[Marker, ...]:
        """Return every marker, the stages first."""
        return (*self.stages, *self.others)

    def marker(self, marker_id: str) -> Marker:
        """Return a marker by its id; KeyError names one that there is not."""
        for marker in self.all():
            if marker.id == marker_id:
                return marker
        raise KeyError(marker_id)

    def coloured(self) -> tuple[tuple[Path, str], ...]:
        """Return the swatches that the part is printed in, each with the field that names it."""
        return tuple(
            ((field, number, "colour"), marker.colour)
            for field, markers in (("stages", self.stages), ("others", self.others))
            for number, marker in enumerate(markers)
        )

    def cell_ids(self) -> tuple[str, ...]:
        """Return nothing: markers are laid in the cells of other parts."""
        return ()

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name: what each marker scores."""
        return {marker.id: marker.worth for marker in self.all()}
