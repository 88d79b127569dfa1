"""The parts of a game, with the geometry and topology that all else reads there."""

from typing import TYPE_CHECKING

# The manual lists the parts in this order.
from generator.game.facts import Part, choice
from generator.game.parts.board_grids import Grid, GridCell, Row, Square, SquareLine, Squares
from generator.game.parts.boards import Board, BoardCell, BoardRow
from generator.game.parts.boxes import Bonus, Boxes, BoxGroup, ScoreBox
from generator.game.parts.listing import Card, Deck, Listing, Loto, Ring
from generator.game.parts.paths_and_arches import (
    Arches,
    Circuit,
    CircuitSquare,
    NumberCell,
    NumberRow,
    Numbers,
    Tooth,
)
from generator.game.parts.playing_pieces import (
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
    AnyPart = Part
else:
    AnyPart = choice(Part, "part")

__all__ = [
    "AnyPart", "Arches", "Board", "BoardCell", "BoardRow", "Bonus", "BoxGroup", "Boxes", "Card",
    "Circuit", "CircuitSquare", "Deck", "Dice", "Grid", "GridCell", "Listing", "Loto", "Marker",
    "Markers", "NumberCell", "NumberRow", "Numbers", "Part", "Pool", "Ring", "Row", "Scale",
    "ScoreBox", "Square", "SquareLine", "Squares", "Supply", "Tile", "Tiles", "Tooth", "Track",
]  # fmt: skip
