"""How a ring lies: what was printed, which tiles follow one another, and which do not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from generator.game.facts import Facts, Id
from generator.game.parts import Ring
from generator.rules.family import Seating
from generator.tables import rings
from generator.tables.rings import IDS, Deal, Pair


class Mechanics(Facts):
    """The section `mechanics`: which ring is laid."""

    family: Literal["ring"]
    ring: Id
    """The part of tiles or cards."""


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A ring as the rules see it: what was printed of which pairs; `ids` are what tiles can be."""

    ring: Ring
    pairs: tuple[Pair, ...]
    ids: tuple[str, ...] = IDS

    def dealt(self, seed: int, pupils: int) -> Deal:
        """Deal what was printed; raise LudokitError for a class for which nothing can be."""
        return rings.dealt(self.pairs, self.ring, seed, pupils)


@dataclass(frozen=True, slots=True)
class Step:
    """A tile that was laid, or a card read out; `number` counts from 1."""

    number: int
    tile: str


@dataclass(frozen=True, slots=True)
class State:
    """What lies: all tiles, those of them that follow one another up to the last, and a misfit.

    A misfit is taken back where the next tile goes without it, and stays where it goes on from
    there. After what is no tile there is a `gap` where any may follow. `played` counts all that was
    laid, also what was refused.
    """

    seating: Seating
    seed: int
    pupils: int
    deal: Deal
    played: int = 0
    lying: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    misfit: str = ""
    gap: bool = False

    def free(self) -> Iterator[str]:
        """Yield the tiles that do not lie yet, of the ring that was begun."""
        of = self.deal.ring_of(self.lying[0]) if self.lying else tuple(self.deal.tiles)
        yield from (tile for tile in (*of, *self.deal.left_out) if tile not in self.lying)

    def fits(self, line: Sequence[str], tile: str) -> bool:
        """Tell whether a tile follows some others."""
        return self._judged((*line, tile)).misfit is None

    @property
    def missing(self) -> int:
        """Return how many tiles still belong in the ring."""
        whole = self.deal.ring_of(self.lying[0]) if self.lying else self.deal.rings[0]
        return max(0, len(whole) - len(self.lying))

    @property
    def is_closed(self) -> bool:
        """Tell whether all lie in one ring, of a full set as many as there can."""
        return not self.missing and self.line == self.lying and self._judged(self.line).closes

    def _judged(self, line: Sequence[str]) -> rings.Laid:
        names = {name: number for number, name in enumerate(self.deal.tiles)}
        tiles = {names[name]: self.deal.tiles[name] for name in line}
        return rings.laid(tiles, [names[name] for name in line], turning=self.deal.turning)

    def after(self, tile: str) -> "State | None":
        """Return what lies once a tile does; None where it does not fit."""
        if not self.line or self.fits(self.line, tile):
            lying, line = (*self.lying, tile), (*self.line, tile)
        elif self.misfit and self.fits((self.misfit,), tile):
            lying, line = (*self.lying, self.misfit, tile), (self.misfit, tile)
        elif self.gap:
            lying, line = (*self.lying, tile), (tile,)
        else:
            return None
        return replace(self, lying=lying, line=line, misfit="", gap=False)
