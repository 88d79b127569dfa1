"""A table to add up lines in: a row for each line of a board, a column for each player.

Every cell shows the line's total, to be circled where the line is complete.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from generator.game.facts import Facts, Id
from generator.game.parts import Square, SquareLine, Squares
from generator.paper.compose import above
from generator.paper.shapes import (
    CELL_LINE,
    HAIRLINE,
    HEAVY_LINE,
    WRITING_LINE,
    CellBox,
    Drawing,
    Line,
    Placed,
    Rect,
    Shape,
    Stroke,
)
from generator.paper.style import LABEL, TEXT, Weight
from generator.paper.text import LEAST_SIZE, TextBox, cap_height, fitted, set_line
from generator.paper.units import Mm, to_points
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting
from generator.words import field_words

ROW = (7.0, 9.0)
# The line of names is higher, to write in.
NAMES = 1.45
ICON = 0.72
# A dot in a square of a small board, as a share of the square.
DOT = 0.75
LABELS: Mm = 41.0
GAP: Mm = 2.5


class TallyBlock(Facts):
    """Print the lines of a board with their totals, a column for each player."""

    block: Literal["tally"]
    part: Id
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of the table: its cells are `player1.<id>`; `shown` is printed in every cell."""

    id: str
    words: str
    squares: tuple[Square, ...] = ()
    shown: str = ""
    is_sum: bool = False


def draw(entry: TallyBlock, setting: Setting, room: Room) -> Drawing:
    """Draw a note how to fill it in, then the table over the room's width."""
    how = setting.style.lettering(TEXT)
    words = setting.text("tally.note")
    note = fitted(words, TextBox("tally", room.width, language=setting.options.language), how)
    table = _Table(setting.game.part(entry.part, Squares), setting, room).drawing()
    return above(note, table, gap=setting.style.length(GAP))


class _Table:
    """A table being drawn: its rows, and how wide its columns are."""

    def __init__(self, board: Squares, setting: Setting, room: Room) -> None:
        self.board, self.setting, self.width = board, setting, room.width
        self.row = setting.style.length(room.between(*ROW))
        self.top = self.row * NAMES
        self.labels = setting.style.length(LABELS)
        self.players = setting.game.head.players[1]
        self.each = (room.width - self.labels) / self.players
        self.entries = tuple(self.listed())

    def listed(self) -> Iterator[Entry]:
        """Yield the edge, every line, and the sums."""
        said = self.setting.text
        if self.board.edges():
            yield Entry("score.edge", said("score.edge"), self.board.edges(), is_sum=True)
        for line in self.board.lines():
            yield Entry(f"line.{line.id}", self.named(line), line.squares, str(line.worth))
        yield Entry("score.lines", said("score.lines"), is_sum=True)
        yield Entry("score.total", said("score.total"), is_sum=True)

    def named(self, line: SquareLine) -> str:
        """Return a line's name as said on the paper: `colonne 3x`."""
        words = self.setting.text(f"line.{line.kind}")
        name = {"row": line.squares[0].row_id, "column": line.squares[0].column_id}.get(line.kind)
        return f"{words} {name}" if name else words

    def drawing(self) -> Drawing:
        """Return names, rows and rules."""
        shapes: list[Shape] = [*self.shades(), *self.names()]
        cells: list[CellBox] = [self.box(f"name.{n}", n, 0.0, self.top) for n in self.numbers()]
        for number, entry in enumerate(self.entries):
            y = self.top + number * self.row
            shapes += self.entry(entry, y)
            cells += (self.box(f"player{n}.{entry.id}", n, y, self.row) for n in self.numbers())
        shapes += self.rules()
        height = self.top + len(self.entries) * self.row
        return Drawing(self.width, height, tuple(shapes), tuple(cells))

    def numbers(self) -> range:
        """Return the numbers of the players."""
        return range(1, self.players + 1)

    def box(self, name: str, player: int, y: Mm, height: Mm) -> CellBox:
        """Return a cell of a player's column."""
        label = f"{field_words('player', self.setting.options.language)} {player}"
        x = self.labels + (player - 1) * self.each
        return CellBox(name, label, x, y, self.each, height)

    def shades(self) -> Iterator[Shape]:
        """Yield the tint behind the rows that hold sums."""
        for number, entry in enumerate(self.entries):
            if entry.is_sum:
                y = self.top + number * self.row
                yield Rect(0.0, y, self.labels, self.row, "rule.tint")

    def names(self) -> Iterator[Shape]:
        """Yield the word for player, and a number above each name's space."""
        how = self.setting.style.lettering(LABEL, "regular", "secondary")
        word = field_words("player", self.setting.options.language)
        yield from set_line(word, 1.0, self.top - self.row * 0.3, how)
        small = self.setting.style.lettering(LEAST_SIZE, "regular", "secondary")
        for number in self.numbers():
            x = self.labels + (number - 1) * self.each + 1.2
            yield from set_line(str(number), x, 1.2 + cap_height(small.font, small.size), small)

    def entry(self, entry: Entry, y: Mm) -> Iterator[Shape]:
        """Yield a row: where the line lies, its name, its total in every column."""
        icon = ICON * self.row
        if entry.squares:
            place = Placed(self.icon(entry.squares, icon), 1.0, y + (self.row - icon) / 2)
            yield place
        weight: Weight = "bold" if entry.is_sum else "regular"
        how = self.setting.style.lettering(LABEL, weight, steps_down=True)
        start = icon + 3.0
        words = fitted(entry.words, TextBox(entry.id, self.labels - start - 0.5), how)
        yield Placed(words, start, y + (self.row - words.height) / 2 + 0.3)
        total = self.setting.style.lettering(TEXT + 1, "regular", "secondary", "middle")
        down = self.row / 2 + cap_height(total.font, total.size) / 2
        for number in self.numbers() if entry.shown else ():
            x = self.labels + (number - 0.5) * self.each
            yield from set_line(entry.shown, x, y + down, total)

    def icon(self, squares: tuple[Square, ...], side: Mm) -> Drawing:
        """Return the board in small with some squares filled."""
        step = side / max(len(self.board.columns), len(self.board.rows))
        stroke = Stroke("secondary", HAIRLINE)
        grid = tuple(
            Rect(square.column * step, square.row * step, step, step, "white", stroke)
            for square in self.board.all_cells()
        )
        # Strokes with round ends, not areas: areas are white in outline.
        heavy = Stroke("ink", to_points(step * DOT))
        filled = tuple(
            Line((square.column + 0.45) * step, y, (square.column + 0.55) * step, y, heavy)
            for square in squares
            for y in ((square.row + 0.5) * step,)
        )
        return Drawing(side, side, (*grid, *filled))

    def rules(self) -> Iterator[Shape]:
        """Yield the lines of the table, heavy about what is added up."""
        bottom = self.top + len(self.entries) * self.row
        thin, cell = Stroke("rule", WRITING_LINE), Stroke("ink", CELL_LINE)
        before = [self.entries[0], *self.entries]
        for number, entry in enumerate(self.entries):
            y = self.top + number * self.row
            is_strong = entry.is_sum or before[number].is_sum
            yield Line(0.0, y, self.width, y, cell if is_strong else thin)
        for number in range(1, self.players):
            x = self.labels + number * self.each
            yield Line(x, 0.0, x, bottom, thin)
        yield Line(self.labels, 0.0, self.labels, bottom, cell)
        yield Rect(0.0, 0.0, self.width, bottom, None, cell, 0.9)
        y = bottom - self.row
        yield Rect(0.0, y, self.width, self.row, None, Stroke("ink", HEAVY_LINE), 0.9)
