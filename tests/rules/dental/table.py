"""Situations on the circuit in few words: teeth such as `3r 5o`, a seat, a table of two, a turn."""

from dataclasses import replace
from typing import Any

from generator.games.dental.state import Seat, State, Turn
from generator.rules import Seating

LETTERS = " yorb"
MARKERS = ("none", "yellow", "orange", "red", "black")
NAMES = ("Ana", "Ben", "Chloé", "Dan")


def teeth(marks: str = "") -> tuple[int, ...]:
    """Return the stages of sixteen teeth from words such as `3r 5o`: number and marker."""
    stages = dict.fromkeys(range(1, 17), 0) | stages_of(marks)
    return tuple(stages.values())


def stages_of(marks: str) -> dict[int, int]:
    """Return the stages by tooth of such words; `-` is none."""
    return {int(m[:-1]): LETTERS.index(m[-1].replace("-", " ")) for m in marks.split()}


def named(stages: dict[int, int]) -> dict[int, str]:
    """Return markers by tooth, by their names."""
    return {tooth: MARKERS[stage] for tooth, stage in stages.items()}


def seat(marks: str = "", square: int = 0, laps: int = 0, tokens: int = 0) -> Seat:
    """Return a player's seat."""
    return Seat(teeth(marks), square, laps, tokens)


def situation(
    mine: Seat,
    other: Seat | None = None,
    *,
    variants: str = "",
    **more: Any,  # noqa: ANN401 - any field of a state
) -> State:
    """Return a table of Ana, who is next, and Ben."""
    seats = {"Ana": mine, "Ben": other or seat()}
    seating = Seating(NAMES[:2], frozenset(variants.split()))
    return replace(State(seating, seats, "Ana"), **more)


def turn(*roll: int, marks: str | None = None, **fields: Any) -> Turn:  # noqa: ANN401 - of a turn
    """Return the first turn of a record, with marks as words."""
    laid = None if marks is None else named(stages_of(marks))
    player = fields.pop("player", None)
    return Turn(1, player, roll, marks=laid, **fields)
