"""Two-sided numbered tiles to play with in place of dice, and the single pieces beside them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from generator.game.facts import Count, Facts, Id
from generator.reading.nodes import Path

Face: TypeAlias = Annotated[int, Field(ge=1, le=9)]


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


class Tiles(Facts):
    """For each colour, `copies` tiles of every pair of sides, and the extra pieces."""

    part: Literal["tiles"]
    colours: Annotated[tuple[Id, ...], Field(min_length=1, max_length=6)]
    """The colours of the players."""
    sides: Annotated[tuple[tuple[Face, Face], ...], Field(min_length=1, max_length=9)]
    """The pairs of faces that are on the two sides of a tile."""
    copies: Count
    """How many tiles of each pair a player has."""
    extras: tuple[Extra, ...] = ()
    """The pieces that a player has besides."""

    def tiles(self) -> tuple[Tile, ...]:
        """Return every piece of every colour: numbered tiles, then the extra pieces."""
        return tuple(tile for colour in self.colours for tile in self._of(colour))

    def _of(self, colour: str) -> Iterator[Tile]:
        for front, back in self.sides:
            yield from (Tile(colour, front, back) for _ in range(self.copies))
        for extra in self.extras:
            yield from (Tile(colour, extra.id, extra.id) for _ in range(extra.copies))

    def coloured(self) -> tuple[tuple[Path, str], ...]:
        """Return the swatches that the part is printed in, each with the field that names it."""
        return tuple((("colours", number), colour) for number, colour in enumerate(self.colours))

    def cell_ids(self) -> tuple[str, ...]:
        """Return nothing: tiles have no cells to write in."""
        return ()

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name; `each` is how many tiles a player has."""
        each = self.copies * len(self.sides)
        return {"copies": self.copies, "each": each, "all": each * len(self.colours)}
