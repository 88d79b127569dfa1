"""What is rolled, laid, ticked and counted: dice, tokens, tiles, markers, tracks and scales."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.game.facts import ColourId, Count, Facts, Id, Index, Part, Points
from generator.reading.validate import Fault
from generator.words import message


class Dice(Part):
    """Dice of one shape, each with a colour of the game."""

    part: Literal["dice"]
    dice: Annotated[tuple[ColourId, ...], Field(min_length=1, max_length=12)]
    """The colour of each die."""
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    """How many faces each has, numbered from 1."""

    @model_validator(mode="after")
    def _distinct(self) -> "Dice":
        if len(set(self.dice)) < len(self.dice):
            raise Fault(message("game.dice-distinct"), ("dice",))
        return self

    def figures(self) -> Mapping[str, int]:
        count = len(self.dice)
        return {"count": count, "sides": self.sides, "least": 1, "most": count * self.sides}

    def sums(self, count: int) -> Mapping[int, Fraction]:
        """Return the exact chance of each sum of `count` dice."""
        return _sum_chances(count, self.sides)


@cache
def _sum_chances(count: int, sides: int) -> Mapping[int, Fraction]:
    ways = Counter({0: 1})
    for _ in range(count):
        ways = Counter(
            {
                total: sum(ways[total - face] for face in range(1, sides + 1))
                for total in range(min(ways) + 1, max(ways) + sides + 1)
            }
        )
    return {total: Fraction(number, sides**count) for total, number in sorted(ways.items())}


class Pool(Part):
    """So many dice of one shape, without colours."""

    part: Literal["pool"]
    dice: Annotated[int, Field(ge=1, le=30)]
    """How many dice there are."""
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    """How many faces each has, numbered from 1."""

    def figures(self) -> Mapping[str, int]:
        return {"count": self.dice, "sides": self.sides}

    def sums(self, count: int) -> Mapping[int, Fraction]:
        """Return the exact chance of each sum of `count` dice."""
        return _sum_chances(count, self.sides)


class Supply(Part):
    """So many tokens of each colour."""

    part: Literal["supply"]
    each: Count
    """How many tokens of each colour."""
    colours: Annotated[tuple[ColourId, ...], Field(min_length=1, max_length=20)]
    """The colours of the tokens."""

    def figures(self) -> Mapping[str, int]:
        colours = len(self.colours)
        return {"each": self.each, "colours": colours, "all": self.each * colours}

    def track(self) -> "Track":
        """Return boxes to cross off with a pencil, one for each token of a colour."""
        return Track(part="track", id="token", boxes=self.each)


Face = Annotated[int, Field(ge=1, le=9)]


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile of a colour with what stands on its two sides: a figure, or a piece's name twice."""

    colour: str
    front: int | str
    back: int | str


class Extra(Facts):
    """A piece that a player has besides the tiles; its picture has the same name."""

    id: Id
    """What the piece is called, and its picture."""
    copies: Count = 1
    """How many of it each player has."""


class Tiles(Part):
    """For each colour, `copies` tiles of every pair of sides, and the extra pieces."""

    part: Literal["tiles"]
    colours: Annotated[tuple[ColourId, ...], Field(min_length=1, max_length=6)]
    """The colours of the players."""
    sides: Annotated[tuple[tuple[Face, Face], ...], Field(min_length=1, max_length=9)]
    """The pairs of faces that are on the two sides of a tile."""
    copies: Count
    """How many tiles of each pair a player has."""
    extras: tuple[Extra, ...] = ()
    """The pieces that a player has besides."""

    def tiles(self) -> tuple[Tile, ...]:
        """Return every piece of every colour: numbered tiles, then the extra pieces."""
        pieces: list[tuple[int | str, int | str, int]] = [
            *((front, back, self.copies) for front, back in self.sides),
            *((extra.id, extra.id, extra.copies) for extra in self.extras),
        ]
        side_pairs = [(front, back) for front, back, copies in pieces for _ in range(copies)]
        return tuple(Tile(colour, *sides) for colour in self.colours for sides in side_pairs)

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name; `each` is how many tiles a player has."""
        each = self.copies * len(self.sides)
        return {"copies": self.copies, "each": each, "all": each * len(self.colours)}


class Marker(Facts):
    """A marker: its colour, what it scores, and how many of it a player may need.

    Its letter is the label of its id, its name the text `marker.<id>`.
    """

    id: Id
    """What the marker is called; its letter stands in `labels`, its name is the text `marker.`
    and this."""
    colour: ColourId
    """Its colour, one of the game's."""
    worth: Points = 0
    """The points it scores."""
    copies: Count = 1
    """How many of it a player may need."""


class Markers(Part):
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
        return {marker.id: marker for marker in self.all()}[marker_id]

    def figures(self) -> Mapping[str, int]:
        return {marker.id: marker.worth for marker in self.all()}


class Track(Part):
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

    def numbers(self) -> range:
        """Return the numbers of the boxes, first to last."""
        return range(self.first, self.first + self.boxes)

    def cell_ids(self) -> tuple[str, ...]:
        return tuple(f"{self.id}.{number}" for number in self.numbers())

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name; `cost` is what a box takes away.

        `first` and `last` are the numbers of its end boxes.
        """
        last = self.first + self.boxes - 1
        ends = {"first": self.first, "last": last}
        return {"boxes": self.boxes, "worth": self.worth, "cost": abs(self.worth), **ends}


class Scale(Part):
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

    def figures(self) -> Mapping[str, int]:
        spans = {
            f"{name}-{grade}": number
            for grade, span in enumerate(self.spans(), start=1)
            for name, number in zip(("from", "to"), span, strict=True)
            if number is not None
        }
        return {"best": self.least[0], "grades": len(self.least) + 1, **spans}
