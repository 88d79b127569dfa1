"""The room a block is given."""

from dataclasses import dataclass

from generator.paper.units import Mm


@dataclass(frozen=True, slots=True)
class Room:
    """A width to fill, the pitch of writing cells, and how airy (0 to 1) the page can be."""

    width: Mm
    pitch: Mm
    air: float = 0.0

    def between(self, tight: float, airy: float) -> float:
        """Return a length or ratio between its tight and its airy value."""
        return tight + (airy - tight) * self.air
