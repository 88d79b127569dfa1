"""What an example needs of the rules of rows and columns: its score, open cells, clashes.

The examples' own small arithmetic on the parts of a game, kept in one place so that the rules of
the game's family can take it over.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence

from generator.game import Game
from generator.game.parts import Cell, Grid, Track

BONUS, TOTAL = "bonus", "total"


def example_score(game: Game, marks: Mapping[str, str]) -> Mapping[str, int]:
    """Return the points of a filled-in sheet: a row by its colour, `bonus`, a track by its name."""
    score: dict[str, int] = {}
    for name, part in game.head.parts.items():
        if isinstance(part, Grid):
            numbers = numbers_on(part, marks)
            for row in range(len(part.rows)):
                score[part.rows[row].colour] = _row_points(part.row(row), numbers)
            score[BONUS] = sum(bonuses(part, numbers))
        elif isinstance(part, Track):
            score[name] = part.worth * sum(cell in marks for cell in part.cell_ids())
    return {**score, TOTAL: sum(score.values())}


def numbers_on(grid: Grid, marks: Mapping[str, str]) -> Mapping[str, int]:
    """Return the numbers written in the cells of a grid."""
    return {cell: int(marks[cell]) for cell in grid.cell_ids() if marks.get(cell, "").isdecimal()}


def bonuses(grid: Grid, numbers: Mapping[str, int]) -> tuple[int, ...]:
    """Return what each filled column with a bonus cell earns, left to right."""
    return tuple(
        numbers[cell.id]
        for column in grid.bonus_columns()
        if all(cell.id in numbers for cell in column)
        for cell in column
        if cell.is_bonus
    )


def open_cells(
    grid: Grid, numbers: Mapping[str, int], total: int, colours: Collection[str]
) -> tuple[str, ...]:
    """Return the cells that may take a sum rolled with dice of some colours."""
    free = (cell for cell in grid.all_cells() if cell.id not in numbers and cell.colour in colours)
    return tuple(cell.id for cell in free if not _clashes(grid, {**numbers, cell.id: total}, cell))


def clashing(grid: Grid, numbers: Mapping[str, int]) -> tuple[str, ...]:
    """Return the cells whose numbers cannot stand together, in the order of the grid."""
    return tuple(
        cell.id for cell in grid.all_cells() if cell.id in numbers and _clashes(grid, numbers, cell)
    )


def _clashes(grid: Grid, numbers: Mapping[str, int], cell: Cell) -> bool:
    """Tell whether a number is out of order in its row or stands twice in its column."""
    own = numbers[cell.id]
    others = _in(grid.row(cell.row), numbers)
    is_out_of_order = any(
        number >= own if place < cell.place else number <= own
        for place, number in others
        if place != cell.place
    )
    in_column = [numbers[other.id] for other in grid.column(cell.column) if other.id in numbers]
    return is_out_of_order or in_column.count(own) > 1


def _in(row: Sequence[Cell], numbers: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    return ((cell.place, numbers[cell.id]) for cell in row if cell.id in numbers)


def _row_points(row: Sequence[Cell], numbers: Mapping[str, int]) -> int:
    written = [numbers[cell.id] for cell in row if cell.id in numbers]
    return written[-1] if len(written) == len(row) else len(written)
