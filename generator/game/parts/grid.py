"""A grid of rows that may be shifted against one another, with blank spaces and bonus cells.

Columns count from 0 at the left of the grid. A row begins at its shift; each of its cells and blank
spaces takes one column.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.game.facts import Count, Facts, Id, Index
from generator.reading.fit import Fault
from generator.reading.nodes import Path
from generator.words import message


class Row(Facts):
    """One row: its letter, its colour, and how it lies."""

    id: Id
    """The letter before the number of a cell in its name: `O` makes `O1`."""
    colour: Id
    """Its colour, one of the game's, and of the die that belongs to it."""
    shift: Index = 0
    """How many columns it begins further to the right."""
    blank: Annotated[int, Field(ge=2, le=100)] | None = None
    """The number of the cell before which a space of one cell is left."""
    bonus: tuple[Count, ...] = ()
    """The numbers of its bonus cells, counted from 1."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A place to write in; `place` counts the row's cells from 1, `row` its rows from 0."""

    id: str
    row: int
    row_id: str
    place: int
    column: int
    colour: str
    is_bonus: bool


class Grid(Facts):
    """Rows of equally many cells, one above another."""

    part: Literal["grid"]
    cells: Annotated[int, Field(ge=1, le=30)]
    """How many cells each row has."""
    rows: Annotated[tuple[Row, ...], Field(min_length=1, max_length=30)]
    """The rows from top to bottom."""

    @model_validator(mode="after")
    def _fits_together(self) -> "Grid":
        ids = [row.id for row in self.rows]
        for number, row in enumerate(self.rows):
            at = ("rows", number)
            if row.id in ids[:number]:
                raise Fault(message("game.rows-distinct", row=row.id), (*at, "id"))
            if row.blank is not None and row.blank > self.cells:
                reason = message("game.blank-outside", row=row.id, most=str(self.cells))
                raise Fault(reason, (*at, "blank"))
            for place in row.bonus:
                if place > self.cells:
                    reason = message("game.bonus-outside", row=row.id, place=str(place))
                    raise Fault(reason, (*at, "bonus"))
        return self

    def all_cells(self) -> tuple[Cell, ...]:
        """Return every cell, top row to bottom row, left to right."""
        return tuple(cell for number in range(len(self.rows)) for cell in self.row(number))

    def row(self, number: int) -> tuple[Cell, ...]:
        """Return the cells of a row, left to right; rows count from 0 at the top."""
        row = self.rows[number]
        return tuple(
            Cell(
                f"{row.id}{place}",
                number,
                row.id,
                place,
                row.shift + place - 1 + (row.blank is not None and place >= row.blank),
                row.colour,
                place in row.bonus,
            )
            for place in range(1, self.cells + 1)
        )

    def column(self, number: int) -> tuple[Cell, ...]:
        """Return the cells of a column, top to bottom."""
        return tuple(cell for cell in self.all_cells() if cell.column == number)

    def columns(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the cells of every column from 0 on; a column without cells is empty."""
        return tuple(self.column(number) for number in range(self.width()))

    def bonus_columns(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the columns with a cell in every row, one of them a bonus cell."""
        return tuple(
            column
            for column in self.columns()
            if len(column) == len(self.rows) and any(cell.is_bonus for cell in column)
        )

    def width(self) -> int:
        """Return how many columns the grid spans."""
        return 1 + max(cell.column for cell in self.all_cells())

    def blanks(self) -> tuple[tuple[int, int], ...]:
        """Return (row, column) of every blank space."""
        return tuple(
            (number, row.shift + row.blank - 1)
            for number, row in enumerate(self.rows)
            if row.blank is not None
        )

    def coloured(self) -> tuple[tuple[Path, str], ...]:
        """Return the swatches that the part is printed in, each with the field that names it."""
        return tuple(
            (("rows", number, "colour"), row.colour) for number, row in enumerate(self.rows)
        )

    def cell_ids(self) -> tuple[str, ...]:
        """Return the ids of the cells, top row to bottom row, left to right."""
        return tuple(cell.id for cell in self.all_cells())

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name."""
        return {
            "rows": len(self.rows),
            "cells": self.cells,
            "all": len(self.rows) * self.cells,
            "bonus": len(self.bonus_columns()),
        }
