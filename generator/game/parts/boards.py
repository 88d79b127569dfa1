"""Boards whose cells lie anyhow: rows of any length in a lattice, in rings, or over a picture.

Lengths are in pitches, from the middle of a cell to that of one that it touches; everything that a
board is drawn, judged and read out by follows from where its cells lie.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import dist, pi, sin, sqrt
from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.game.facts import ColourId, Count, Facts, Id, Part, check_groups
from generator.reading.validate import Fault
from generator.words import message

Line = tuple[str, ...]
Lattice = Literal["squares", "triangle", "hexagons", "ring", "free"]
# To the next cell along each direction, in columns and rows.
_ROW = {"row": (1.0, 0)}
_SLANTED = {**_ROW, "rising": (0.5, -1), "falling": (0.5, 1)}
STEPS: Mapping[str, Mapping[str, tuple[float, int]]] = {
    "squares": {**_ROW, "column": (0.0, 1), "rising": (1.0, -1), "falling": (1.0, 1)},
    "triangle": _SLANTED,
    "hexagons": _SLANTED,
}
# What every board has lines along.
ALWAYS = frozenset({"row", "region", "sheet"})
# From this many cells on the last of a circle touches the first.
CLOSED = 3
# White beside a picture, which reaches as far as no cell does.
MARGIN = 0.15
# How many pitches wide a picture under a single cell is.
ALONE = 10.0
Share = Annotated[float, Field(ge=0, le=200)]


class BoardRow(Facts):
    """One row of a board, or one circle of a ring."""

    id: Id
    """The letter before the number of a cell in its name: `A` makes `A1`."""
    colour: ColourId | None = None
    """Its colour, one of the game's."""
    cells: Annotated[int, Field(ge=1, le=30)] | None = None
    """How many cells it has, where `at` does not say where each of them lies."""
    shift: Annotated[float, Field(ge=0, le=30)] | None = None
    """How many columns it begins further to the right, in halves for triangles and hexagons; left
    out, rows of these lie about one middle, others begin at the left."""
    at: Annotated[tuple[tuple[Share, Share], ...], Field(max_length=30)] = ()
    """Where the cells of a `free` board lie: how far right and down of its picture's top left, in
    per cent of the picture's width."""
    bonus: tuple[Count, ...] = ()
    """The numbers of its bonus cells, counted from 1."""

    @property
    def length(self) -> int:
        """Return how many cells it has."""
        return self.cells or len(self.at)


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A place to write in; `place` counts the row's cells from 1, `middle` is in pitches."""

    id: str
    row: int
    row_id: str
    place: int
    middle: tuple[float, float]
    colour: str | None
    is_bonus: bool


class Board(Part):
    """A board to write on: rows of any length and shift, circles of a ring, or cells anywhere."""

    part: Literal["board"]
    lattice: Lattice
    """How its cells lie: `squares` below one another, circles in a `triangle`, `hexagons`, circles
    of a `ring` from the outside in, or `free`, each where `at` says."""
    rows: Annotated[tuple[BoardRow, ...], Field(min_length=1, max_length=30)]
    """The rows from top to bottom, or the circles from the outside in."""
    neighbours: tuple[tuple[Id, Id], ...] | None = None
    """The cells that touch, two by two, where it is not the lattice that says so."""
    lines: Mapping[Id, tuple[tuple[Id, ...], ...]] = Field(default_factory=dict)
    """Lines of its own by the name of their direction: the cells of each, from its beginning."""
    regions: tuple[tuple[Id, ...], ...] = ()
    """Cells that belong together, wherever they lie: a list of cells for each region."""

    @model_validator(mode="after")
    def _fits_together(self) -> "Board":
        for number, row in enumerate(self.rows):
            at = ("rows", number)
            if row.id in [other.id for other in self.rows[:number]]:
                raise Fault(message("game.rows-distinct", row=row.id), (*at, "id"))
            is_free = self.lattice == "free"
            if bool(row.at) != is_free or (row.cells is None) != is_free:
                raise Fault(message("game.board-at" if is_free else "game.board-cells"), at)
            for place in row.bonus:
                if place > row.length:
                    reason = message("game.bonus-outside", row=row.id, place=str(place))
                    raise Fault(reason, (*at, "bonus"))
            if self.lattice == "ring" and row.length == 1 and row is not self.rows[-1]:
                raise Fault(message("game.board-circle", row=row.id), (*at, "cells"))
        self._check_shifts()
        self._check_names()
        return self

    def _check_shifts(self) -> None:
        halves, is_slanted = [2 * shift for shift in self._shifts], self._is_slanted
        for number, half in enumerate(halves if self.lattice in STEPS else ()):
            apart = half - halves[max(0, number - 1)] + (is_slanted and number > 0)
            if half % 1 or apart % 2:
                key = "game.board-halves" if is_slanted else "game.board-columns"
                raise Fault(message(key, row=self.rows[number].id), ("rows", number))

    def _check_names(self) -> None:
        known = self.cell_ids()
        check_groups(("neighbours",), self.neighbours or (), known)
        check_groups(("regions",), self.regions, known, distinct=True)
        for name, lines in self.lines.items():
            if name in {*ALWAYS, *self._lattice_lines()}:
                raise Fault(message("game.board-line", name=name), ("lines", name))
            check_groups(("lines", name), lines, known)
        spots = [cell.middle for cell in self.all_cells()]
        if len(set(spots)) < len(spots):
            twice = next(one for one in self.all_cells() if spots.count(one.middle) > 1)
            raise Fault(message("game.board-twice", cell=twice.id), ("rows", twice.row))

    @property
    def _is_slanted(self) -> bool:
        return STEPS.get(self.lattice) is _SLANTED

    @cached_property
    def _shifts(self) -> tuple[float, ...]:
        """Return the column in which each row begins."""
        widest = max(row.length for row in self.rows)
        middles = ((widest - row.length) / 2 * self._is_slanted for row in self.rows)
        pairs = zip(self.rows, middles, strict=True)
        return tuple(middle if row.shift is None else row.shift for row, middle in pairs)

    @cached_property
    def scale(self) -> float:
        """Return how many pitches are a hundredth of a free board's picture: none lie nearer."""
        spots = [spot for row in self.rows for spot in row.at]
        nearest = min((dist(*two) for two in combinations(spots, 2)), default=0)
        return 1 / (nearest or 100 / ALONE)

    @cached_property
    def radii(self) -> tuple[float, ...]:
        """Return how far from the middle the cells of each circle lie; all are wide enough."""
        depths = [len(self.rows) - number for number in range(1, len(self.rows) + 1)]
        pairs = [pair for pair in zip(self.rows, depths, strict=True) if pair[0].length > 1]
        inner = max((0.5 / sin(pi / row.length) - depth for row, depth in pairs), default=0.0)
        # A cell alone lies in the middle of all circles.
        is_disc = self.rows[-1].length == 1
        inner = max(inner, 0.0 if is_disc else 1.0)
        return tuple(depth + inner if depth or not is_disc else 0.0 for depth in depths)

    def _middle(self, row: int, place: int) -> tuple[float, float]:
        """Return the middle of a cell; places count from 0."""
        if self.lattice == "free":
            x, y = self.rows[row].at[place]
            return x * self.scale, y * self.scale
        if self.lattice == "ring":
            turn, far = 2 * pi * (place + 0.5) / self.rows[row].length, self.radii[row]
            return far * sin(turn), far * sin(turn - pi / 2)
        return self._shifts[row] + place, row * self._high

    @property
    def _high(self) -> float:
        return sqrt(3) / 2 if self._is_slanted else 1.0

    @cached_property
    def _all(self) -> tuple[BoardCell, ...]:
        return tuple(
            BoardCell(
                f"{row.id}{place}",
                number,
                row.id,
                place,
                self._middle(number, place - 1),
                row.colour,
                place in row.bonus,
            )
            for number, row in enumerate(self.rows)
            for place in range(1, row.length + 1)
        )

    def all_cells(self) -> tuple[BoardCell, ...]:
        return self._all

    def row(self, number: int) -> tuple[BoardCell, ...]:
        """Return the cells of a row; rows count from 0 at the top."""
        return tuple(cell for cell in self._all if cell.row == number)

    @cached_property
    def _by_column(self) -> Mapping[tuple[float, int], str]:
        return {(self._shifts[one.row] + one.place, one.row): one.id for one in self._all}

    def _lattice_lines(self) -> Mapping[str, tuple[Line, ...]]:
        rows = tuple(tuple(cell.id for cell in self.row(n)) for n in range(len(self.rows)))
        found, cells = {"row": rows}, self._by_column
        if self.lattice == "ring" and len(set(map(len, rows))) == 1:
            found["column"] = tuple(zip(*rows, strict=True))
        for name, (right, down) in STEPS.get(self.lattice, {}).items():
            firsts = [at for at in cells if (at[0] - right, at[1] - down) not in cells]
            lines = tuple(tuple(self._walk(*at, right, down)) for at in firsts)
            # A corner alone is no diagonal.
            found[name] = tuple(one for one in lines if len(one) > 1 or not (right and down))
        return found

    def directions(self) -> Mapping[str, tuple[Line, ...]]:
        """Return the lines along each direction of its lattice, and those of its own."""
        return {**self._lattice_lines(), **self.lines}

    def _walk(self, column: float, row: int, right: float, down: int) -> Iterator[str]:
        while (cell := self._by_column.get((column, row))) is not None:
            yield cell
            column, row = column + right, row + down

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Return the cells that touch, two by two: as they are named, else by the lattice."""
        if self.neighbours is not None:
            return self.neighbours
        return tuple(self._ring_pairs() if self.lattice == "ring" else self._lattice_pairs())

    def _lattice_pairs(self) -> Iterator[tuple[str, str]]:
        cells, steps = self._by_column, STEPS.get(self.lattice, {}).values()
        for (column, row), cell in cells.items():
            beside = (cells.get((column + right, row + down)) for right, down in steps)
            yield from ((cell, other) for other in beside if other is not None)

    def _ring_pairs(self) -> Iterator[tuple[str, str]]:
        for number, row in enumerate(self.rows):
            cells = [cell.id for cell in self.row(number)]
            yield from pairwise((*cells, cells[0]) if row.length >= CLOSED else cells)
            within = self.row(number + 1)
            for place, cell in enumerate(cells):
                # Shares of a whole turn, as whole numbers.
                start, end = place * len(within), (place + 1) * len(within)
                for other in within:
                    if start < other.place * row.length and (other.place - 1) * row.length < end:
                        yield cell, other.id

    def touching(self) -> Mapping[str, Line]:
        """Return the cells that touch each cell, in the order in which cells are read."""
        found = {cell: set[str]() for cell in self.cell_ids()}
        for one, other in self.pairs():
            found[one].add(other)
            found[other].add(one)
        return {cell: tuple(filter(near.__contains__, found)) for cell, near in found.items()}

    def extent(self) -> tuple[float, float, float, float]:
        """Return its left, top, right and low end in pitches; a free one is as wide as it says."""
        if self.lattice == "ring":
            far = self.radii[0] + 0.5
            return -far, -far, far, far
        xs, ys = zip(*(cell.middle for cell in self._all), strict=True)
        left, top, right, low = min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5
        if self.lattice == "free":
            wide = 100 * self.scale + MARGIN
            return min(left, -MARGIN), min(top, 0.0), max(right, wide), low
        return left, top, right, low

    def figures(self) -> Mapping[str, int]:
        lengths = [row.length for row in self.rows]
        return {
            "rows": len(lengths),
            "all": sum(lengths),
            "shortest": min(lengths),
            "longest": max(lengths),
            "bonus": sum(cell.is_bonus for cell in self._all),
            "regions": len(self.regions),
        }
