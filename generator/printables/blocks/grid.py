"""The grid as printed: rows of round cells, pentagons for bonus cells, each with its id."""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Literal

from generator.game.facts import Facts, Id
from generator.game.parts import Cell, Grid
from generator.paper.shapes import (
    CELL_LINE,
    HEAVY_LINE,
    CellBox,
    Circle,
    Drawing,
    Line,
    Point,
    Polygon,
    Rect,
    Shape,
    Stroke,
)
from generator.paper.style import CELL_LABEL
from generator.paper.text import Lettering, cap_height, set_line
from generator.paper.units import Mm, to_points
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting

# Shares of the pitch: a cell's radius, a pentagon's, the tab at a row's start, the bar of a column.
RADIUS = 0.455
PENTAGON = 0.52
TAB = 1.0
TAB_HEIGHT = 0.66
LEAD = 1.16
BAR = 0.34
# Distance of two rows.
TIGHT, AIRY = 1.02, 1.4


class GridBlock(Facts):
    """Print a grid of the game."""

    block: Literal["grid"]
    part: Id
    beside: bool = False


def width_in_pitches(grid: Grid) -> float:
    """Return how many cell pitches a printed grid is wide, its tabs included."""
    return LEAD + grid.width()


def draw(entry: GridBlock, setting: Setting, room: Room) -> Drawing:
    """Draw the grid at the room's pitch, in the middle of its width."""
    grid = setting.game.part(entry.part, Grid)
    return _Sheet(grid, setting, room).drawing()


class _Sheet:
    """A grid being drawn: where its rows and columns lie."""

    def __init__(self, grid: Grid, setting: Setting, room: Room) -> None:
        self.grid, self.setting, self.room = grid, setting, room
        self.pitch = room.pitch
        self.left = (room.width - width_in_pitches(grid) * room.pitch) / 2
        self.row_pitch = room.between(TIGHT, AIRY) * room.pitch

    def x(self, column: float) -> Mm:
        """Return the middle of a column."""
        return self.left + (LEAD + column + 0.5) * self.pitch

    def y(self, row: int) -> Mm:
        """Return the middle of a row's cells."""
        return PENTAGON * self.pitch + row * self.row_pitch

    def drawing(self) -> Drawing:
        """Return bars, tabs, blanks and cells, undermost first."""
        cells = self.grid.all_cells()
        shapes: list[Shape] = list(self.bars())
        for number in range(len(self.grid.rows)):
            shapes += self.tab(number)
        shapes += self.blanks()
        for cell in cells:
            shapes += self.cell(cell)
        height = self.y(len(self.grid.rows) - 1) + PENTAGON * self.pitch
        boxes = tuple(self.box(cell) for cell in cells)
        return Drawing(self.room.width, height, tuple(shapes), boxes, self.setting.said.title)

    def bars(self) -> Iterator[Shape]:
        """Yield a bar behind each column that can earn its bonus."""
        width = BAR * self.pitch
        for column in self.grid.bonus_columns():
            top, bottom = self.y(column[0].row), self.y(column[-1].row)
            x = self.x(column[0].column) - width / 2
            yield Rect(x, top, width, bottom - top, "rule.tint")

    def tab(self, number: int) -> Iterator[Shape]:
        """Yield the name tag of a row: letter and shape on its colour."""
        row = self.grid.rows[number]
        height = TAB_HEIGHT * self.pitch
        x = self.x(row.shift - 0.5) - LEAD * self.pitch
        y = self.y(number) - height / 2
        yield Rect(x, y, TAB * self.pitch, height, row.colour, None, 0.9)
        words = f"{self.setting.said.label(row.id)} {self.setting.sign(row.colour)}".strip()
        size = min(to_points(0.3 * self.pitch), 14.0 * self.setting.style.scale)
        font = self.setting.style.family.bold
        how = Lettering(font, size, f"{row.colour}.on", "middle")
        middle = self.y(number) + cap_height(font, size) / 2
        yield from set_line(words, x + TAB * self.pitch / 2, middle, how)

    def blanks(self) -> Iterator[Shape]:
        """Yield a dotted thread over each blank space: the row goes on behind it."""
        for row, column in self.grid.blanks():
            half = 0.3 * self.pitch
            stroke = Stroke(self.grid.rows[row].colour, CELL_LINE, "dotted")
            yield Line(
                self.x(column) - half, self.y(row), self.x(column) + half, self.y(row), stroke
            )

    def cell(self, cell: Cell) -> Iterator[Shape]:
        """Yield one cell and its id."""
        x, y = self.x(cell.column), self.y(cell.row)
        if cell.is_bonus:
            points = pentagon(x, y, PENTAGON * self.pitch)
            yield Polygon(points, f"{cell.colour}.tint", Stroke(cell.colour, HEAVY_LINE))
        else:
            yield Circle(x, y, RADIUS * self.pitch, "white", Stroke(cell.colour, CELL_LINE))
        how = self.setting.style.lettering(CELL_LABEL, "regular", "secondary", "middle")
        yield from set_line(self.setting.said.label(cell.id), x, y + 0.37 * self.pitch, how)

    def box(self, cell: Cell) -> CellBox:
        """Return where a cell is written in."""
        radius = RADIUS * self.pitch
        label = self.setting.said.label(cell.id)
        x, y = self.x(cell.column) - radius, self.y(cell.row) - radius
        return CellBox(cell.id, label, x, y, 2 * radius, 2 * radius)


def pentagon(x: Mm, y: Mm, radius: Mm) -> tuple[Point, ...]:
    """Return the corners of a regular pentagon standing on a side, clockwise from the top."""
    angles = (2 * pi * corner / 5 for corner in range(5))
    return tuple((x + radius * sin(a), y - radius * cos(a)) for a in angles)
