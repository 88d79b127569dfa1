"""Positions of rows and columns as the rules of the game see them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from generator.rules.family import Seating
from generator.rules.rows_and_columns import RowsAndColumns
from generator.rules.rows_and_columns.judging import Write, broken_by, legal_cells
from generator.rules.rows_and_columns.state import Sheet, State

PLAYER = "a"


@dataclass(frozen=True, slots=True)
class Example:
    """A player's sheet, and the rules that judge and score it."""

    rules: RowsAndColumns
    sheet: Sheet

    def score(self) -> Mapping[str, int]:
        """Return the points, part by part."""
        return self._worth(self.sheet)

    def bonuses(self) -> int:
        """Return how many columns earn a bonus."""
        numbers = self.sheet.numbers
        columns = (
            Sheet({cell.id: numbers[cell.id] for cell in column if cell.id in numbers})
            for column in self.rules.layout.bonus_columns
        )
        return sum(self._worth(column)["bonus"] > 0 for column in columns)

    def open_cells(self, total: int, colours: Collection[str]) -> tuple[str, ...]:
        """Return the cells that may take a sum rolled with dice of some colours."""
        layout = self.rules.layout
        write = Write(next(iter(layout.cells)), total, frozenset(colours))
        return legal_cells(layout, self.sheet, write)

    def clashing(self) -> tuple[str, ...]:
        """Return the cells whose numbers cannot stand together, in the order of the grid."""
        return tuple(cell for cell in self.rules.layout.cells if self._clashes(cell))

    def _clashes(self, cell: str) -> bool:
        """Tell whether a number could not be written beside one of the others alone."""
        layout, numbers = self.rules.layout, self.sheet.numbers
        if cell not in numbers:
            return False
        write = Write(cell, numbers[cell], frozenset({layout.cells[cell].colour}))
        return any(
            any(broken_by(layout, Sheet({other: number}), write))
            for other, number in numbers.items()
            if other != cell
        )

    def _worth(self, sheet: Sheet) -> Mapping[str, int]:
        state = State(Seating((PLAYER,)), {PLAYER: sheet}, PLAYER)
        return self.rules.outcome(state).scores[PLAYER]


def example(rules: RowsAndColumns, marks: Mapping[str, str]) -> Example:
    """Return the sheet that the marks of a position make; marks a sheet does not take count not."""
    layout = rules.layout
    numbers = {cell: int(marks[cell]) for cell in layout.cells if marks.get(cell, "").isdecimal()}
    misses = sum(box in marks for box in layout.misses.cell_ids())
    return Example(rules, Sheet(numbers, misses))
