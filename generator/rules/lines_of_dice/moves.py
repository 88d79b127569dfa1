"""What is done in a turn, as people write it: `C3=4`, `x A1 D5=6`, `pass`."""

import re
from dataclasses import dataclass

from generator.reading.fit import Fault
from generator.rules.lines_of_dice.layout import Layout
from generator.words import clipped, fold, message, not_one_of

PASS = "pass"  # noqa: S105 - a word of the game
# `x` and a square, or a square, `=` and a face; a comma between them is accepted.
_PIECE = re.compile(r"\s*,?\s*(?:[x×]\s*(?P<blocker>\w+)|(?P<square>\w+)\s*=\s*(?P<face>[\w.+-]+))")


@dataclass(frozen=True, slots=True)
class Die:
    """A numbered die on a square."""

    square: str
    face: int


@dataclass(frozen=True, slots=True)
class Move:
    """A die and blockers, or neither: then the turn is passed.

    `is_late` where a blocker is written behind the die.
    """

    die: Die | None = None
    blockers: tuple[str, ...] = ()
    is_late: bool = False

    @property
    def is_pass(self) -> bool:
        """Return whether nothing is placed."""
        return self.die is None and not self.blockers

    def __str__(self) -> str:
        """Return the turn as it is written in a record."""
        blockers = [f"x {square}" for square in self.blockers]
        die = [] if self.die is None else [f"{self.die.square}={self.die.face}"]
        return " ".join(die + blockers if self.is_late else blockers + die) or PASS


def read_move(layout: Layout, text: str) -> Move:
    """Read a turn; raise Fault where it is none."""
    if fold(text.strip()) == PASS:
        return Move()
    move, end = Move(), 0
    while text[end:].strip():
        found = _PIECE.match(text, end) or _PIECE.match(fold(text), end)
        if found is None:
            raise Fault(message("rules.lines_of_dice.turn-unclear", found=clipped(text)))
        move = _with(layout, move, found)
        end = found.end()
    if move.is_pass:
        raise Fault(message("rules.lines_of_dice.turn-unclear", found=clipped(text)))
    return move


def _with(layout: Layout, move: Move, found: re.Match[str]) -> Move:
    if found["blocker"]:
        square = _square(layout, found["blocker"])
        is_late = move.is_late or move.die is not None
        return Move(move.die, (*move.blockers, square), is_late)
    if move.die is not None:
        raise Fault(message("rules.lines_of_dice.two-dice"))
    die = Die(_square(layout, found["square"]), _face(layout, found["face"]))
    return Move(die, move.blockers, move.is_late)


def _square(layout: Layout, found: str) -> str:
    square = layout.square(found)
    if square is None:
        raise Fault(not_one_of(found.upper(), layout.squares))
    return square


def _face(layout: Layout, found: str) -> int:
    face = next((face for face in layout.faces if str(face) == found), None)
    if face is None:
        least, most = layout.faces[0], layout.faces[-1]
        raise Fault(
            message("rules.lines_of_dice.die-face", found=clipped(found), least=least, most=most)
        )
    return face
