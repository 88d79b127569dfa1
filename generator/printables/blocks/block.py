"""What every block of a sheet is: a model of its entry in `game.yaml` that draws itself.

A block is a subclass with a fixed word in `block`; being one is enough to be read, drawn and
checked.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any

from generator.game import Game
from generator.paper.shapes import Drawing, Mm
from generator.printables.context import PrintContext
from generator.printables.references import Declaring
from generator.reading.nodes import Path


@dataclass(frozen=True, slots=True)
class Room:
    """A width to fill, the pitch of writing cells, and how airy (0 to 1) the page can be.

    The pitch is the distance in mm from the middle of one cell to the middle of the next. It is the
    one length that is sought for a sheet: what has cells is so many pitches wide and high, and the
    largest pitch wins at which everything fits.
    """

    width: Mm
    pitch: Mm
    air: float = 0.0

    def between(self, tight: float, airy: float) -> float:
        """Return a length or ratio between its tight and its airy value."""
        return tight + (airy - tight) * self.air


class Block(Declaring):
    """A block of a sheet, told apart by `block`; paths are counted from the block on."""

    block: str
    beside: bool = False
    """Whether it stands next to the block before it, not below."""

    @abstractmethod
    def draw(self, setting: PrintContext, room: Room) -> Drawing:
        """Draw the block as wide as its room, as high as it takes."""

    def width_in_pitches(self, game: Game) -> float:  # noqa: ARG002 - what has cells overrides it
        """Return how many pitches of a writing cell it is wide, 0 where it has no such cells."""
        return 0.0

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the parts of the game that it shows."""
        part: Any = getattr(self, "part", None)
        return () if part is None else (part,)

    @property
    def is_spare(self) -> bool:
        """Return whether it is left out where there is no room for it."""
        return False

    @property
    def is_filled_in(self) -> bool:
        """Return whether players write in it or lay something on it."""
        return bool(self.parts)

    def cause(self, game: Game) -> Path:  # noqa: ARG002 - for blocks that know more
        """Return the place in `game.yaml` that makes it as wide as it is; none is its own entry."""
        return ("parts", self.parts[0]) if self.parts else ()
