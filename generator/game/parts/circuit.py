"""Squares along a closed path, told apart by kind."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.game.facts import Facts, Id
from generator.reading.fit import Fault
from generator.reading.nodes import Path
from generator.words import message


class CircuitSquare(Facts):
    """A square: its kind, the picture that shows it, and whether nobody may pass it by."""

    kind: Id
    """What the square does; its colour stands under `colours`."""
    picture: Id
    """The picture that shows it."""
    halt: bool = False
    """Whether nobody may pass it by."""


class Circuit(Facts):
    """Squares in the order they are walked, the first one numbered 0; each kind has its colour."""

    part: Literal["circuit"]
    id: Id
    """What stands before the number of a square in its name: `s` makes `s0`."""
    colours: Mapping[Id, Id]
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

    def moved(self, start: int, steps: int) -> int:
        """Return the number of the square reached: a halt ends the move, even if steps are left."""
        count = len(self.squares)
        for step in range(1, steps + 1):
            if self.squares[(start + step) % count].halt:
                return (start + step) % count
        return (start + max(0, steps)) % count

    def coloured(self) -> tuple[tuple[Path, str], ...]:
        """Return the swatches that the part is printed in, each with the field that names it."""
        return tuple((("colours", kind), colour) for kind, colour in self.colours.items())

    def cell_ids(self) -> tuple[str, ...]:
        """Return the ids of the squares in the order they are walked: `s0`, `s1`..."""
        return tuple(f"{self.id}{number}" for number in range(len(self.squares)))

    def figures(self) -> Mapping[str, int]:
        """Return the numbers that sentences may name: of all squares, and of each kind."""
        kinds = Counter(square.kind for square in self.squares)
        return {"squares": len(self.squares), **kinds}
