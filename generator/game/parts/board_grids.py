"""Boards to write or to play on: a grid of rows that may be shifted, squares in columns and rows.

In a grid, columns count from 0 at the left; a row begins at its shift, and each of its cells and
blank spaces takes one column. A square is called by its column and its row together: column `3x`
and row `5` meet in `3x5`; what is not edge forms the field, whose lines run across, down and from
corner to corner.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.game.facts import ColourId, Count, Facts, Id, Index, Part, check_groups
from generator.reading.validate import Fault
from generator.words import Message, message


class Row(Facts):
    """One row: its letter, its colour, and how it lies."""

    id: Id
    """The letter before the number of a cell in its name: `O` makes `O1`."""
    colour: ColourId
    """Its colour, one of the game's, and of the die that belongs to it."""
    shift: Index = 0
    """How many columns it begins further to the right."""
    blank: Annotated[int, Field(ge=2, le=100)] | None = None
    """The number of the cell before which a space of one cell is left."""
    bonus: tuple[Count, ...] = ()
    """The numbers of its bonus cells, counted from 1."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """A place to write in; `place` counts the row's cells from 1, `row` its rows from 0."""

    id: str
    row: int
    row_id: str
    place: int
    column: int
    colour: str
    is_bonus: bool


class Grid(Part):
    """Rows of equally many cells, one above another."""

    part: Literal["grid"]
    cells: Annotated[int, Field(ge=1, le=30)]
    """How many cells each row has."""
    rows: Annotated[tuple[Row, ...], Field(min_length=1, max_length=30)]
    """The rows from top to bottom."""
    regions: tuple[tuple[Id, ...], ...] = ()
    """Cells that belong together, wherever they lie: a list of cells for each region."""

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
        check_groups(("regions",), self.regions, self.cell_ids(), distinct=True)
        return self

    def all_cells(self) -> tuple[GridCell, ...]:
        return tuple(cell for number in range(len(self.rows)) for cell in self.row(number))

    def row(self, number: int) -> tuple[GridCell, ...]:
        """Return the cells of a row, left to right; rows count from 0 at the top."""
        row = self.rows[number]
        return tuple(
            GridCell(
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

    def columns(self) -> tuple[tuple[GridCell, ...], ...]:
        """Return the cells of every column from 0 on, top to bottom; one may have none."""
        cells = self.all_cells()
        return tuple(
            tuple(cell for cell in cells if cell.column == number) for number in range(self.width())
        )

    def bonus_columns(self) -> tuple[tuple[GridCell, ...], ...]:
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

    def figures(self) -> Mapping[str, int]:
        return {
            "rows": len(self.rows),
            "cells": self.cells,
            "all": len(self.rows) * self.cells,
            "bonus": len(self.bonus_columns()),
        }


Name = Annotated[str, Field(pattern="^[A-Za-z0-9]{1,4}$")]
Names = Annotated[tuple[Name, ...], Field(min_length=1, max_length=30)]
LineKind = Literal["row", "column", "rising", "falling"]


@dataclass(frozen=True, slots=True)
class Square:
    """A square; `row` counts from 0 at the top, `column` from 0 at the left."""

    id: str
    row: int
    column: int
    row_id: str
    column_id: str
    worth: int
    is_edge: bool


@dataclass(frozen=True, slots=True)
class SquareLine:
    """Squares right across the field: `row.5`, `column.3x`, `rising` or `falling`."""

    id: str
    kind: LineKind
    squares: tuple[Square, ...]

    @property
    def worth(self) -> int:
        """Return the sum of what the squares are worth."""
        return sum(square.worth for square in self.squares)


class SquaresEdge(Facts):
    """The columns and rows that lie outside the field."""

    columns: tuple[Name, ...] = ()
    """The columns that lie outside the field."""
    rows: tuple[Name, ...] = ()
    """The rows that lie outside the field."""


class Squares(Part):
    """Squares in columns (left to right) and rows (top to bottom); `worth` is given row by row."""

    part: Literal["squares"]
    columns: Names
    """The names of the columns from left to right."""
    rows: Names
    """The names of the rows from top to bottom."""
    colour: ColourId
    """The colour of the squares, one of the game's."""
    worth: tuple[tuple[Index, ...], ...] = ()
    """What each square scores, a list for each row."""
    edge: SquaresEdge = SquaresEdge()
    """The columns and rows outside the field."""

    @model_validator(mode="after")
    def _fits_together(self) -> "Squares":
        for field in ("columns", "rows"):
            names: tuple[str, ...] = getattr(self, field)
            for number, name in enumerate(names):
                if name in names[:number]:
                    raise Fault(message("game.squares-distinct", name=name), (field, number))
            for number, name in enumerate(getattr(self.edge, field)):
                if name not in names:
                    raise Fault(message("game.edge-outside", name=name), ("edge", field, number))
        if not self.worth:
            return self
        if len(self.worth) != len(self.rows):
            raise Fault(self._uneven(len(self.worth), len(self.rows)), ("worth",))
        for number, row in enumerate(self.worth):
            if len(row) != len(self.columns):
                raise Fault(self._uneven(len(row), len(self.columns)), ("worth", number))
        return self

    @staticmethod
    def _uneven(found: int, wanted: int) -> Message:
        return message("game.worth-uneven", found=str(found), wanted=str(wanted))

    @cached_property
    def _all(self) -> tuple[Square, ...]:
        return tuple(
            Square(
                f"{column_id}{row_id}",
                row,
                column,
                row_id,
                column_id,
                self.worth[row][column] if self.worth else 0,
                row_id in self.edge.rows or column_id in self.edge.columns,
            )
            for (row, row_id), (column, column_id) in product(
                enumerate(self.rows), enumerate(self.columns)
            )
        )

    def all_cells(self) -> tuple[Square, ...]:
        return self._all

    def cell(self, square_id: str) -> Square:
        """Return a square by its id; KeyError names one that is not on the board."""
        return {square.id: square for square in self._all}[square_id]

    def at(self, row: int, column: int) -> Square | None:
        """Return the square at a place, None off the board."""
        if 0 <= row < len(self.rows) and 0 <= column < len(self.columns):
            return self._all[row * len(self.columns) + column]
        return None

    def field(self) -> tuple[Square, ...]:
        """Return the squares that are not edge."""
        return tuple(square for square in self._all if not square.is_edge)

    def edges(self) -> tuple[Square, ...]:
        """Return the squares of the edge."""
        return tuple(square for square in self._all if square.is_edge)

    def neighbours(self, square_id: str) -> tuple[Square, ...]:
        """Return the squares that touch a square, corners included, in reading order."""
        middle = self.cell(square_id)
        around = (
            self.at(middle.row + down, middle.column + right)
            for down, right in product((-1, 0, 1), repeat=2)
            if (down, right) != (0, 0)
        )
        return tuple(square for square in around if square is not None)

    def lines(self) -> tuple[SquareLine, ...]:
        """Return the field's rows, its columns, and both long diagonals where it is square."""
        field = self.field()
        rows, columns = _grouped(field, "row"), _grouped(field, "column")
        lines = [*rows, *columns]
        if len(rows) == len(columns):
            rising = tuple(row.squares[n] for n, row in enumerate(reversed(rows)))
            falling = tuple(row.squares[n] for n, row in enumerate(rows))
            lines.append(SquareLine("rising", "rising", rising))
            lines.append(SquareLine("falling", "falling", falling))
        return tuple(lines)

    def windows(self, count: int) -> tuple[tuple[Square, ...], ...]:
        """Return every `count` squares in a straight row: across, down, falling, rising."""
        return tuple(
            window
            for down, right in ((0, 1), (1, 0), (1, 1), (-1, 1))
            for first in self._all
            if len(window := tuple(self._steps(first, down, right, count))) == count
        )

    def _steps(self, first: Square, down: int, right: int, count: int) -> Iterator[Square]:
        for step in range(count):
            square = self.at(first.row + step * down, first.column + step * right)
            if square is not None:
                yield square

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name; `line` is how long a line of the field is."""
        return {
            "rows": len(self.rows),
            "columns": len(self.columns),
            "all": len(self._all),
            "field": len(self.field()),
            "edge": len(self.edges()),
            "lines": len(self.lines()),
            "line": len(self.lines()[0].squares) if self.field() else 0,
        }


def _grouped(squares: tuple[Square, ...], along: Literal["row", "column"]) -> list[SquareLine]:
    ids = dict.fromkeys(getattr(square, f"{along}_id") for square in squares)
    return [
        SquareLine(
            f"{along}.{name}",
            along,
            tuple(square for square in squares if getattr(square, f"{along}_id") == name),
        )
        for name in ids
    ]
