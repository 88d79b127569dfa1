"""The block that prints rows of numbers: cells to cross off or to write in, flaps to fold."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import Id, Names
from generator.game.parts import NumberCell, Numbers
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.printables.blocks.boards import LEAD, row_tab
from generator.printables.blocks.tracks import CORNER, LABEL_ROOM
from generator.printables.context import PrintContext
from generator.printables.declaring import Block, Room

# Shares of the pitch: a cell, the number before a round, a box behind it, the space before a box.
SIDE = 0.94
COUNT = 0.6
BOX = 1.5
BOX_GAP = 0.2
# From one line to the next, tight and airy, and further where a line belongs to another round.
TIGHT, AIRY = 1.02, 1.3
APART = 0.35
# The height of a flap and of the strip that it is folded behind.
FLAP = 1.6
FOOT = 0.5
# The size of a number, as a share of a cell, where it fills the cell and where it leaves room.
NUMBER, SMALL_NUMBER = 0.45, 0.24
CELL = art.Stroke("ink", art.CELL_LINE)


class NumbersBlock(Block):
    """Print rows of numbers, once or for several rounds, each round with boxes of its own.

    Of several rounds the cells are called `round2.f7`, the boxes `round2.points`.
    """

    block: Literal["numbers"]
    part: Annotated[Id, Names("part", (Numbers,))]
    """The rows of numbers."""
    look: Literal["cross", "write", "fold"] = "cross"
    """Whether numbers are crossed off, leave room to write, or stand on flaps to fold."""
    in_line: Annotated[int, Field(ge=2, le=40)] = 40
    """How many cells a line has at most; a longer row goes on below."""
    rounds: Annotated[int, Field(ge=1, le=20)] = 1
    """How often the rows are printed, each time numbered; its word is the text `<part>.round`."""
    start: bool = False
    """Whether an empty round place stands before the first number."""
    boxes: Annotated[tuple[Id, ...], Field(max_length=4)] = ()
    """What is written behind the rows, round by round; its word is the text `<part>.<box>`."""
    total: bool = False
    """Whether a box for the total stands under the last of these boxes."""

    def needs(self, game: Game) -> Iterator[Need]:  # noqa: ARG002
        """Yield the word above the numbers of rounds, and those above the boxes."""
        if self.rounds > 1:
            yield Need("texts", f"{self.part}.round", ("rounds",))
        for number, box in enumerate(self.boxes):
            yield Need("texts", f"{self.part}.{box}", ("boxes", number))
        if self.total:
            yield Need("texts", "score.total", ("total",))

    def lead(self, part: Numbers) -> float:
        """Return how many pitches stand before the first cells: a number, a row's tab."""
        is_tabbed = any(row.colour for row in part.rows)
        return COUNT * (self.rounds > 1) + LEAD * is_tabbed

    def width_in_pitches(self, game: Game) -> float:
        """Return how many cell pitches the longest line is wide, with what is before and behind."""
        part = game.part(self.part, Numbers)
        longest = max(len(row.values()) + (self.start and not n) for n, row in enumerate(part.rows))
        cells = min(longest, self.in_line)
        return self.lead(part) + cells + (BOX + BOX_GAP) * len(self.boxes)

    def draw(self, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw the rows at the room's pitch in the middle of its width."""
        return _Rows(self, setting, room).drawing()


class _Rows:
    """Rows of numbers being drawn: the lines they make, and where these lie."""

    def __init__(self, entry: NumbersBlock, setting: PrintContext, room: Room) -> None:
        self.entry, self.setting, self.room = entry, setting, room
        self.part = setting.game.part(entry.part, Numbers)
        self.pitch = room.pitch
        span = entry.width_in_pitches(setting.game)
        self.left = (room.width - span * self.pitch) / 2
        self.first = self.left + entry.lead(self.part) * self.pitch
        self.behind = self.left + (span - (BOX + BOX_GAP) * len(entry.boxes)) * self.pitch
        self.side = SIDE * self.pitch
        is_fold = entry.look == "fold"
        self.high = (FLAP + FOOT) * self.pitch if is_fold else self.side
        self.line = self.high + (room.between(TIGHT, AIRY) - SIDE) * self.pitch
        has_words = entry.rounds > 1 or entry.boxes
        self.top = setting.style.length(LABEL_ROOM) if has_words else 0.0
        self.lines = tuple(self.broken())

    def broken(self) -> Iterator[tuple[NumberCell | None, ...]]:
        """Yield the cells of every line; None is the start."""
        for number in range(len(self.part.rows)):
            cells: list[NumberCell | None] = [c for c in self.part.all_cells() if c.row == number]
            if self.entry.start and not number:
                cells.insert(0, None)
            for start in range(0, len(cells), self.entry.in_line):
                yield tuple(cells[start : start + self.entry.in_line])

    def drawing(self) -> art.Drawing:
        """Return the words above, then every round."""
        shapes: list[art.Shape] = [*self.words()]
        cells: list[art.CellBox] = []
        height = len(self.lines) * self.line - (self.line - self.high)
        step = height + self.line - self.high + APART * self.pitch * (len(self.lines) > 1)
        for number in range(self.entry.rounds):
            called = f"round{number + 1}." if self.entry.rounds > 1 else ""
            y = self.top + number * step
            if called:
                how = self.setting.style.lettering(lettered.SECTION, "bold", "secondary")
                shapes += lettered.set_middle(str(number + 1), self.left, y + height / 2, how)
            for place, line in enumerate(self.lines):
                shapes += self.set_line(line, y + place * self.line)
                cells += self.boxes(line, called, y + place * self.line)
            for box in self.behind_all(called, y, height):
                shapes.append(art.Rect(box.x, y, box.width, height, "white", CELL, CORNER))
                cells.append(box)
        height += self.top + (self.entry.rounds - 1) * step
        if self.entry.total and self.entry.boxes:
            last = cells[-1]
            y, label = height + self.line - self.side, self.setting.text("score.total")
            heavy = art.Stroke("ink", art.HEAVY_LINE)
            shapes.append(art.Rect(last.x, y, last.width, self.side, "white", heavy, CORNER))
            how = self.setting.style.lettering(lettered.SECTION, "bold", "ink", "right")
            x, middle = last.x - BOX_GAP * self.pitch, y + self.side / 2
            shapes += lettered.set_middle(label, x, middle, how)
            cells.append(art.CellBox("score.total", label, last.x, y, last.width, self.side))
            height = y + self.side
        return art.Drawing(
            self.room.width, height, tuple(shapes), tuple(cells), self.setting.said.title
        )

    def words(self) -> Iterator[art.Shape]:
        """Yield the words above the numbers of the rounds and above the boxes."""
        how = self.setting.style.lettering(lettered.LABEL, "regular", "secondary", steps_down=True)
        said = self.setting.text
        y = self.setting.style.length(0.4)
        if self.entry.rounds > 1:
            width = self.first + 3 * self.pitch - self.left
            words = how.fitted(said(f"{self.entry.part}.round"), "round", width)
            yield art.Placed(words, self.left, y)
        for name, box in zip(self.entry.boxes, self.behind_all("", 0.0, 0.0), strict=True):
            width = box.width + BOX_GAP * self.pitch
            yield art.Placed(how.fitted(box.label, name, width), box.x, y)

    def set_line(self, line: tuple[NumberCell | None, ...], y: art.Mm) -> Iterator[art.Shape]:
        """Yield the cells of a line, after the tab of its row where rows have colours."""
        if self.entry.look == "fold":
            yield from self.flaps(len(line), y)
        for place, cell in enumerate(line):
            x = self.first + place * self.pitch + (self.pitch - self.side) / 2
            if cell is None:
                half = self.side / 2
                yield art.Circle(x + half, y + half, half, "white", CELL)
                continue
            if cell.place == 1 and any(row.colour for row in self.part.rows):
                tab = self.first - LEAD * self.pitch
                row = self.part.rows[cell.row]
                yield from row_tab(self.setting, row, tab, y + self.side / 2, self.pitch)
            yield from self.cell(cell, x, y)

    def flaps(self, count: int, y: art.Mm) -> Iterator[art.Shape]:
        """Yield a strip of flaps, cut from one another as far as the foot they are folded along."""
        low, end = y + FLAP * self.pitch, self.first + count * self.pitch
        yield art.Rect(self.first, y, end - self.first, self.high, "white", CELL)
        for number in range(1, count):
            x = self.first + number * self.pitch
            yield art.Line(x, y, x, low, CELL)
        fold = art.Stroke("ink", art.CELL_LINE, "dotted")
        yield art.Line(self.first, low, end, low, fold)

    def cell(self, cell: NumberCell, x: art.Mm, y: art.Mm) -> Iterator[art.Shape]:
        """Yield a cell with its number, in the middle or in a corner; of a flap the number."""
        if self.entry.look != "fold":
            fill = f"{cell.colour}.tint" if cell.colour else "white"
            yield art.Rect(x, y, self.side, self.side, fill, CELL, CORNER)
        share = SMALL_NUMBER if self.entry.look == "write" else NUMBER
        size = max(art.to_points(share * self.side), lettered.LEAST_SIZE)
        how = lettered.Lettering(self.setting.style.family.bold, size, "ink")
        if self.entry.look == "write":
            inset = 0.09 * self.side
            yield from lettered.set_line(str(cell.value), x + inset, y + inset + how.height, how)
            return
        high = FLAP * self.pitch if self.entry.look == "fold" else self.side
        where, middle = (x + self.side / 2, y + high / 2), replace(how, align="middle")
        yield from lettered.set_middle(str(cell.value), *where, middle)

    def boxes(
        self, line: tuple[NumberCell | None, ...], called: str, y: art.Mm
    ) -> Iterator[art.CellBox]:
        """Yield where the cells of a line are crossed off or written in."""
        for place, cell in enumerate(line):
            x = self.first + place * self.pitch + (self.pitch - self.side) / 2
            if cell is not None:
                label = self.setting.said.label(cell.id)
                yield art.CellBox(f"{called}{cell.id}", label, x, y, self.side, self.side)

    def behind_all(self, called: str, y: art.Mm, high: art.Mm) -> Iterator[art.CellBox]:
        """Yield the boxes behind the lines of a round."""
        for number, box in enumerate(self.entry.boxes):
            x = self.behind + (number * (BOX + BOX_GAP) + BOX_GAP) * self.pitch
            label = self.setting.text(f"{self.entry.part}.{box}")
            yield art.CellBox(f"{called}{box}", label, x, y, BOX * self.pitch, high)
