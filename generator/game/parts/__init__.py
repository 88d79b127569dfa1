"""The parts of a game: one module each, with the geometry and topology all else reads there."""

from typing import TypeAlias

from generator.game.parts.arches import Arches, Tooth
from generator.game.parts.circuit import Circuit, CircuitSquare
from generator.game.parts.deck import Card, Deck
from generator.game.parts.dice import Dice
from generator.game.parts.grid import Cell, Grid
from generator.game.parts.markers import Marker, Markers
from generator.game.parts.pool import Pool
from generator.game.parts.scale import Scale
from generator.game.parts.squares import Square, SquareLine, Squares
from generator.game.parts.supply import Supply
from generator.game.parts.tiles import Tile, Tiles
from generator.game.parts.track import Track

Part: TypeAlias = (
    Arches
    | Circuit
    | Deck
    | Dice
    | Grid
    | Markers
    | Pool
    | Scale
    | Squares
    | Supply
    | Tiles
    | Track
)

__all__ = [
    "Arches",
    "Card",
    "Cell",
    "Circuit",
    "CircuitSquare",
    "Deck",
    "Dice",
    "Grid",
    "Marker",
    "Markers",
    "Part",
    "Pool",
    "Scale",
    "Square",
    "SquareLine",
    "Squares",
    "Supply",
    "Tile",
    "Tiles",
    "Tooth",
    "Track",
]
