"""Teeth in two arches, numbered in one walk round the mouth."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.reading.nodes import Path

ToothKind: TypeAlias = Literal["incisor", "canine", "premolar", "molar"]
Arch: TypeAlias = Literal["lower", "upper"]
Row: TypeAlias = Annotated[tuple[ToothKind, ...], Field(min_length=2, max_length=16)]


@dataclass(frozen=True, slots=True)
class Tooth:
    """A tooth; `place` counts its arch from 0 at the left, as one looks into the mouth."""

    id: str
    number: int
    kind: ToothKind
    arch: Arch
    place: int


class Arches(Facts):
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

    def teeth(self) -> tuple[Tooth, ...]:
        """Return every tooth in the order of the numbers."""
        below = len(self.lower)
        lower = (self._tooth(place, kind, "lower", place) for place, kind in enumerate(self.lower))
        upper = (
            self._tooth(below + step, kind, "upper", len(self.upper) - 1 - step)
            for step, kind in enumerate(self.upper)
        )
        return (*lower, *upper)

    def arch(self, arch: Arch) -> tuple[Tooth, ...]:
        """Return the teeth of an arch from left to right."""
        found = (tooth for tooth in self.teeth() if tooth.arch == arch)
        return tuple(sorted(found, key=lambda tooth: tooth.place))

    def _tooth(self, before: int, kind: ToothKind, arch: Arch, place: int) -> Tooth:
        return Tooth(f"{self.id}{before + 1}", before + 1, kind, arch, place)

    def coloured(self) -> tuple[tuple[Path, str], ...]:
        """Return nothing: teeth have no colour of the game."""
        return ()

    def cell_ids(self) -> tuple[str, ...]:
        """Return the ids of the teeth in the order of their numbers."""
        return tuple(tooth.id for tooth in self.teeth())

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name."""
        return {"teeth": len(self.teeth()), "lower": len(self.lower), "upper": len(self.upper)}
