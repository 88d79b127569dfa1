"""How a game of rows and columns stands, and what a turn and a sheet in a record say."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.rules.family import Outcome, Seating
from generator.rules.rows_and_columns.layout import Layout


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet; `erased` holds refused numbers where nothing stands now."""

    numbers: Mapping[str, int] = field(default_factory=dict)
    misses: int = 0
    erased: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class State:
    """All sheets, who is next, and after which turn the game ended (0: on papers alone)."""

    seating: Seating
    sheets: Mapping[str, Sheet]
    next: str
    played: int = 0
    ended: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as recorded; `number` counts from 1."""

    number: int
    player: str | None
    dice: Mapping[str, int]
    reroll: Mapping[str, int]
    writes: Mapping[str, str]
    miss: bool

    def last_roll(self) -> Mapping[str, int]:
        """Return the faces last written down."""
        return self.reroll or self.dice


@dataclass(frozen=True, slots=True)
class SheetAsWritten:
    """A final sheet in a record; None for a part that was left out."""

    rows: Mapping[str, tuple[int | None, ...] | None]
    misses: int | None
    score: Mapping[str, int]


def is_rollable(layout: Layout, roll: Mapping[str, int]) -> bool:
    """Return whether dice can show this: at least one die, each with a face it has."""
    return bool(roll) and all(1 <= face <= layout.dice.sides for face in roll.values())


def is_last(layout: Layout, sheet: Sheet) -> bool:
    """Return whether a sheet ends the game."""
    full = sum(all(cell in sheet.numbers for cell in row) for row in layout.rows.values())
    return full >= layout.full_rows_to_end or sheet.misses >= layout.misses.boxes


def score(layout: Layout, sheet: Sheet) -> Mapping[str, int]:
    """Return the points of a sheet, part by part."""
    points = {colour: _row_points(row, sheet.numbers) for colour, row in layout.rows.items()}
    points["bonus"] = sum(
        sheet.numbers[cell.id]
        for column in layout.bonus_columns
        if all(cell.id in sheet.numbers for cell in column)
        for cell in column
        if cell.is_bonus
    )
    points["misses"] = sheet.misses * layout.misses.worth
    points["total"] = sum(points.values())
    return points


def _row_points(row: tuple[str, ...], numbers: Mapping[str, int]) -> int:
    written = sum(cell in numbers for cell in row)
    return numbers[row[-1]] if written == len(row) else written


def outcome(layout: Layout, state: State) -> Outcome:
    """Return every sheet's points, and who has most once the game is over."""
    scores = {player: score(layout, sheet) for player, sheet in state.sheets.items()}
    if state.ended is None:
        return Outcome(is_finished=False, scores=scores, winners=())
    most = max(points["total"] for points in scores.values())
    winners = tuple(player for player, points in scores.items() if points["total"] == most)
    return Outcome(is_finished=True, scores=scores, winners=winners)
