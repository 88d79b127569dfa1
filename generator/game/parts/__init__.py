"""The parts of a game: one module each, with the geometry and topology all else reads there."""

from typing import TypeAlias

from generator.game.parts.dice import Dice
from generator.game.parts.grid import Cell, Grid
from generator.game.parts.track import Track

Part: TypeAlias = Grid | Dice | Track

# A part is told apart by its key `part`.
KINDS: dict[str, type[Part]] = {"grid": Grid, "dice": Dice, "track": Track}

__all__ = ["KINDS", "Cell", "Dice", "Grid", "Part", "Track"]
