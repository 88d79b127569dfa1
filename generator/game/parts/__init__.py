"""The parts of a game, with the geometry and topology that all else reads there."""

from typing import TYPE_CHECKING, TypeAlias

from generator.game.facts import Part, choice
from generator.game.parts.boards import Cell, Grid, Row, Square, SquareLine, Squares
from generator.game.parts.boxes import Bonus, Box, Boxes, BoxGroup
from generator.game.parts.deck import Card, Deck
from generator.game.parts.listing import Listing, Loto, Ring
from generator.game.parts.numbers import NumberCell, NumberRow, Numbers
from generator.game.parts.paths import Arches, Circuit, CircuitSquare, Tooth
from generator.game.parts.pieces import (
    Dice,
    Marker,
    Markers,
    Pool,
    Scale,
    Supply,
    Tile,
    Tiles,
    Track,
)

# Any part, as the field `part` tells; a kind is known once its module has been imported here.
if TYPE_CHECKING:
    AnyPart: TypeAlias = Part
else:
    AnyPart = choice(Part, "part")

__all__ = [
    "AnyPart", "Arches", "Bonus", "Box", "BoxGroup", "Boxes", "Card", "Cell", "Circuit",
    "CircuitSquare", "Deck", "Dice", "Grid", "Listing", "Loto", "Marker", "Markers", "NumberCell",
    "NumberRow", "Numbers", "Part", "Pool", "Ring", "Row", "Scale", "Square", "SquareLine",
    "Squares", "Supply", "Tile", "Tiles", "Tooth", "Track",
]  # fmt: skip
