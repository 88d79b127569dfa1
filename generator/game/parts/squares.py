"""A board of squares in named columns and rows, some of them at the edge, each worth something.

A square is called by its column and its row together: column `3x` and row `5` meet in `3x5`. What
is not edge forms the field, whose lines run across, down and from corner to corner.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from generator.game.facts import Facts, Id, Index
from generator.reading.fit import Fault
from generator.reading.nodes import Path
from generator.words import Message, message

Name: TypeAlias = Annotated[str, Field(pattern="^[A-Za-z0-9]{1,4}$")]
Names: TypeAlias = Annotated[tuple[Name, ...], Field(min_length=1, max_length=30)]
LineKind: TypeAlias = Literal["row", "column", "rising", "falling"]


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
    """Squares in a straight line right across the field; `worth` is what they are worth together.

    Its id is `row.5`, `column.3x`, `rising` or `falling`.
    """

    id: str
    kind: LineKind
    squares: tuple[Square, ...]

    @property
    def worth(self) -> int:
        """Return the sum of what the squares are worth."""
        return sum(square.worth for square in self.squares)


class Edge(Facts):
    """The columns and rows that lie outside the field."""

    columns: tuple[Name, ...] = ()
    """The columns that lie outside the field."""
    rows: tuple[Name, ...] = ()
    """The rows that lie outside the field."""


class Squares(Facts):
    """Squares in columns (left to right) and rows (top to bottom); `worth` is given row by row."""

    part: Literal["squares"]
    columns: Names
    """The names of the columns from left to right."""
    rows: Names
    """The names of the rows from top to bottom."""
    colour: Id
    """The colour of the squares, one of the game's."""
    worth: tuple[tuple[Index, ...], ...] = ()
    """What each square scores, a list for each row."""
    edge: Edge = Edge()
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
        """Return every square, top row to bottom row, left to right."""
        return self._all

    def cell(self, square_id: str) -> Square:
        """Return a square by its id; KeyError names one that is not on the board."""
        for square in self._all:
            if square.id == square_id:
                return square
        raise KeyError(square_id)

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
        rows = _grouped(field, "row")
        columns = _grouped(field, "column")
        if len(rows) != len(columns):
            return (*rows, *columns)
        size = len(rows)
        falling = tuple(rows[n].squares[n] for n in range(size))
        rising = tuple(rows[size - 1 - n].squares[n] for n in range(size))
        return (
            *rows,
            *columns,
            SquareLine("rising", "rising", rising),
            SquareLine("falling", "falling", falling),
        )

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

    def coloured(self) -> tuple[tuple[Path, str], ...]:
        """Return the swatches that the part is printed in, each with the field that names it."""
        return ((("colour",), self.colour),)

    def cell_ids(self) -> tuple[str, ...]:
        """Return the ids of the squares, top row to bottom row, left to right."""
        return tuple(square.id for square in self._all)

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
    """Return the squares that share a row, or a column, in the board's order."""
    ids = dict.fromkeys(getattr(square, f"{along}_id") for square in squares)
    return [
        SquareLine(
            f"{along}.{name}",
            along,
            tuple(square for square in squares if getattr(square, f"{along}_id") == name),
        )
        for name in ids
    ]
