"""How a game of rows and columns stands: its parameters, and what turns and sheets say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import DataError
from generator.game import Game
from generator.game.facts import Facts, Id
from generator.game.parts import Cell, Dice, Grid, Track
from generator.game.sentences import field_aliases
from generator.reading.fit import fit
from generator.reading.nodes import MapNode
from generator.rules.family import Outcome, Seating
from generator.rules.findings import AnyTurn, most_points
from generator.rules.roles import Roles
from generator.words import message, not_one_of


class Mechanics(Facts):
    """The section `mechanics`: which parts play which role, and what ends the game."""

    family: Literal["rows_and_columns"]
    grid: Id
    """The grid that numbers are written in."""
    dice: Id
    """The dice that are thrown."""
    misses: Id
    """The track of missed turns; when it is full the game ends."""
    full_rows_to_end: Annotated[int, Field(ge=1, le=30)]
    """How many full rows of one player end the game."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A sheet as the rules see it; cells by id, rows by colour from top to bottom.

    `beside` holds for each cell those to its left and those to its right, nearest first; `column`
    the other cells of its column.
    """

    part: str
    cells: Mapping[str, Cell]
    rows: Mapping[str, tuple[str, ...]]
    beside: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]
    column: Mapping[str, tuple[str, ...]]
    bonus_columns: tuple[tuple[Cell, ...], ...]
    dice: Dice
    misses: Track
    full_rows_to_end: int

    def sums(self) -> tuple[int, int]:
        """Return the least and the largest number that dice can give."""
        return 1, len(self.dice.dice) * self.dice.sides


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section."""
    mechanics = fit(section, Mechanics, field_aliases(), "mechanics")
    roles = Roles(game, section)
    grid = roles.part("grid", mechanics.grid, Grid)
    dice = roles.part("dice", mechanics.dice, Dice)
    misses = roles.part("misses", mechanics.misses, Track)
    if grid is None or dice is None or misses is None:
        raise DataError(roles.problems)
    colours = [row.colour for row in grid.rows]
    for colour in dict.fromkeys(colours):
        if colours.count(colour) > 1:
            roles.refuse("grid", message("rules.row-colour-twice", colour=colour))
        if colour not in dice.dice:
            roles.refuse("grid", not_one_of(colour, dice.dice))
    if mechanics.full_rows_to_end > len(grid.rows):
        found, most = str(mechanics.full_rows_to_end), str(len(grid.rows))
        roles.refuse("full_rows_to_end", message("rules.rows-to-end", found=found, most=most))
    if roles.problems:
        raise DataError(roles.problems)
    return _layout(mechanics, grid, dice, misses)


def _layout(mechanics: Mechanics, grid: Grid, dice: Dice, misses: Track) -> Layout:
    rows = [grid.row(number) for number in range(len(grid.rows))]
    ids = [tuple(cell.id for cell in row) for row in rows]
    columns = {cell.id: column for column in grid.columns() for cell in column}
    return Layout(
        part=mechanics.grid,
        cells={cell.id: cell for cell in grid.all_cells()},
        rows={row[0].colour: names for row, names in zip(rows, ids, strict=True)},
        beside={
            cell: (row[:place][::-1], row[place + 1 :])
            for row in ids
            for place, cell in enumerate(row)
        },
        column={
            name: tuple(cell.id for cell in column if cell.id != name)
            for name, column in columns.items()
        },
        bonus_columns=grid.bonus_columns(),
        dice=dice,
        misses=misses,
        full_rows_to_end=mechanics.full_rows_to_end,
    )


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
class Turn(AnyTurn):
    """A turn as recorded."""

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
    numbers, points = sheet.numbers, dict[str, int]()
    for colour, row in layout.rows.items():
        written = sum(cell in numbers for cell in row)
        points[colour] = numbers[row[-1]] if written == len(row) else written
    if layout.bonus_columns:
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


def outcome(layout: Layout, state: State) -> Outcome:
    """Return every sheet's points, and who has most once the game is over."""
    scores = {player: score(layout, sheet) for player, sheet in state.sheets.items()}
    return most_points(scores, is_over=state.ended is not None)
