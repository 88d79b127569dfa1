"""A circuit of squares to walk along, and the teeth of a mouth in two arches."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from generator.game.facts import ColourId, Facts, Id, Part
from generator.reading.validate import Fault
from generator.words import message

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


class Arches(Part):
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

    def all_cells(self) -> tuple[Tooth, ...]:
        """Return every tooth in the order of the numbers."""
        walk: list[tuple[ToothKind, Arch, int]] = [
            *((kind, "lower", place) for place, kind in enumerate(self.lower)),
            *((kind, "upper", len(self.upper) - 1 - step) for step, kind in enumerate(self.upper)),
        ]
        return tuple(
            Tooth(f"{self.id}{number}", number, *where)
            for number, where in enumerate(walk, start=1)
        )

    def arch(self, arch: Arch) -> tuple[Tooth, ...]:
        """Return the teeth of an arch from left to right."""
        found = (tooth for tooth in self.all_cells() if tooth.arch == arch)
        return tuple(sorted(found, key=lambda tooth: tooth.place))

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name."""
        return {"teeth": len(self.all_cells()), "lower": len(self.lower), "upper": len(self.upper)}


class CircuitSquare(Facts):
    """A square: its kind, the picture that shows it, and whether nobody may pass it by."""

    kind: Id
    """What the square does; its colour stands under `colours`."""
    picture: Id
    """The picture that shows it."""
    halt: bool = False
    """Whether nobody may pass it by."""


class Circuit(Part):
    """Squares in the order they are walked, the first one numbered 0; each kind has its colour."""

    part: Literal["circuit"]
    id: Id
    """What stands before the number of a square in its name: `s` makes `s0`."""
    colours: Mapping[Id, ColourId]
    """The colour of each kind of square."""
    squares: Annotated[tuple[CircuitSquare, ...], Field(min_length=4, max_length=100)]
    """The squares in the order they are walked; the first has the number 0."""

    @model_validator(mode="after")
    def _fits_together(self) -> "Circuit":
        shown: dict[str, str] = {}
        for number, square in enumerate(self.squares):
            if square.kind not in self.colours:
                reason = message("game.kind-uncoloured", kind=square.kind)
                raise Fault(reason, ("squares", number, "kind"))
            if shown.setdefault(square.picture, square.kind) != square.kind:
                reason = message("game.picture-of-two", picture=square.picture)
                raise Fault(reason, ("squares", number, "picture"))
        return self

    def cell_ids(self) -> tuple[str, ...]:
        """Return the ids of the squares in the order they are walked: `s0`, `s1`..."""
        return tuple(f"{self.id}{number}" for number in range(len(self.squares)))

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name: of all squares, and of each kind."""
        kinds = Counter(square.kind for square in self.squares)
        return {"squares": len(self.squares), **kinds}
