"""Rows of numbers, circuits of squares, and the teeth of a mouth."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.game.facts import ColourId, Facts, Id, Letters, Part, PictureName
from generator.reading.validate import Fault
from generator.words import message

Number = Annotated[int, Field(ge=0, le=100)]


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


ToothKind = Literal["incisor", "canine", "premolar", "molar"]
Arch = Literal["lower", "upper"]
Row = Annotated[tuple[ToothKind, ...], Field(min_length=2, max_length=16)]


@dataclass(frozen=True, slots=True)
class Tooth:
    """A tooth; `place` counts its arch from 0 at the left, as one looks into the mouth."""

    id: str
    number: int
    kind: ToothKind
    arch: Arch
    place: int


class Arches(Part):
    """The kinds of the teeth in the order of their numbers, which begin at 1.

    The walk goes along the lower arch from left to right, then along the upper one from right to
    left; a tooth's id is the part's and its number (`t7`).
    """

    part: Literal["arches"]
    id: Id
    """What stands before the number of a tooth in its name: `t` makes `t7`."""
    lower: Row
    """The kinds of the teeth of the lower arch, from left to right."""
    upper: Row
    """The kinds of the teeth of the upper arch, from right to left."""

    def all_cells(self) -> tuple[Tooth, ...]:
        walk: list[tuple[ToothKind, Arch, int]] = [
            *((kind, "lower", place) for place, kind in enumerate(self.lower)),
            *((kind, "upper", len(self.upper) - 1 - step) for step, kind in enumerate(self.upper)),
        ]
        return tuple(
            Tooth(f"{self.id}{number}", number, *where)
            for number, where in enumerate(walk, start=1)
        )

    def arch(self, arch: Arch) -> tuple[Tooth, ...]:
        """Return the teeth of an arch from left to right."""
        found = (tooth for tooth in self.all_cells() if tooth.arch == arch)
        return tuple(sorted(found, key=lambda tooth: tooth.place))

    def figures(self) -> Mapping[str, int]:
        return {"teeth": len(self.all_cells()), "lower": len(self.lower), "upper": len(self.upper)}


class CircuitSquare(Facts):
    """A square: its kind, the picture that shows it, and whether nobody may pass it by."""

    kind: Id
    """What the square does; its colour stands under `colours`."""
    picture: PictureName
    """The picture that shows it."""
    halt: bool = False
    """Whether nobody may pass it by."""


class Circuit(Part):
    """Squares in the order they are walked, the first one numbered 0; each kind has its colour."""

    part: Literal["circuit"]
    id: Id
    """What stands before the number of a square in its name: `s` makes `s0`."""
    colours: Mapping[Id, ColourId]
    """The colour of each kind of square."""
    squares: Annotated[tuple[CircuitSquare, ...], Field(min_length=4, max_length=100)]
    """The squares in the order they are walked; the first has the number 0."""

    @model_validator(mode="after")
    def _fits_together(self) -> "Circuit":
        shown: dict[str, str] = {}
        for number, square in enumerate(self.squares):
            if square.kind not in self.colours:
                reason = message("game.kind-uncoloured", kind=square.kind)
                raise Fault(reason, ("squares", number, "kind"))
            if shown.setdefault(square.picture, square.kind) != square.kind:
                reason = message("game.picture-of-two", picture=square.picture)
                raise Fault(reason, ("squares", number, "picture"))
        return self

    def cell_ids(self) -> tuple[str, ...]:
        return tuple(f"{self.id}{number}" for number in range(len(self.squares)))

    def figures(self) -> Mapping[str, int]:
        kinds = Counter(square.kind for square in self.squares)
        return {"squares": len(self.squares), **kinds}
