"""Rows of cells that carry printed numbers: flaps of a box, a strip to count along."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from generator.game.facts import ColourId, Facts, Letters, Part
from generator.reading.validate import Fault
from generator.words import message

Number: TypeAlias = Annotated[int, Field(ge=0, le=100)]


class NumberRow(Facts):
    """A row of numbers: from one to another, rising or falling, or each as it is listed."""

    id: Letters
    """What stands before the number of a cell in its name: `f` makes `f1`, `f.` makes `f.1`."""
    first: Number | None = Field(default=None, alias="from")
    """The number of its first cell."""
    to: Number | None = None
    """The number of its last cell; the row falls where this is less."""
    numbers: Annotated[tuple[Number, ...], Field(max_length=100)] = ()
    """The numbers of its cells, where they do not follow one another."""
    colour: ColourId | None = None
    """Its colour, one of the game's."""

    @model_validator(mode="after")
    def _one_way(self) -> "NumberRow":
        ways = [self.first is not None, self.to is not None, not self.numbers]
        if len(set(ways)) > 1:
            raise Fault(message("game.row-numbers", row=self.id))
        return self

    def values(self) -> tuple[int, ...]:
        """Return the numbers of its cells, left to right."""
        if self.first is None or self.to is None:
            return self.numbers
        step = 1 if self.first <= self.to else -1
        return tuple(range(self.first, self.to + step, step))


@dataclass(frozen=True, slots=True)
class NumberCell:
    """A cell with its number; `place` counts the row's cells from 1, `row` its rows from 0."""

    id: str
    row: int
    row_id: str
    place: int
    value: int
    colour: str | None


class Numbers(Part):
    """Rows of cells that carry numbers; a cell is called by its row and its number: `f7`."""

    part: Literal["numbers"]
    rows: Annotated[tuple[NumberRow, ...], Field(min_length=1, max_length=30)]
    """The rows from top to bottom."""

    @cached_property
    def _all(self) -> tuple[NumberCell, ...]:
        return tuple(
            NumberCell(f"{row.id}{value}", number, row.id, place, value, row.colour)
            for number, row in enumerate(self.rows)
            for place, value in enumerate(row.values(), start=1)
        )

    def all_cells(self) -> tuple[NumberCell, ...]:
        """Return every cell, top row to bottom row, left to right."""
        return self._all

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name; `least` and `most` are those of cells."""
        values = [cell.value for cell in self._all]
        return {
            "rows": len(self.rows),
            "cells": len(values),
            "sum": sum(values),
            "least": min(values),
            "most": max(values),
        }
