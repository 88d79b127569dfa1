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
from generator.printables.blocks.scores import LABEL_ROOM
from generator.printables.context import PrintContext
from generator.printables.declaring import Block, Room
from generator.printables.sketch import Sketch

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
        return _Rows(self, setting, room).whole()


class _Rows(Sketch):
    """Rows of numbers being drawn: the lines they make, and where these lie."""

    def __init__(self, entry: NumbersBlock, setting: PrintContext, room: Room) -> None:
        super().__init__(setting)
        self.entry, self.width, self.pitch = entry, room.width, room.pitch
        self.part = setting.game.part(entry.part, Numbers)
        span = entry.width_in_pitches(setting.game)
        self.left = (room.width - span * self.pitch) / 2
        self.first = self.left + entry.lead(self.part) * self.pitch
        self.behind = self.left + (span - (BOX + BOX_GAP) * len(entry.boxes)) * self.pitch
        self.side = SIDE * self.pitch
        is_fold = entry.look == "fold"
        self.high = (FLAP + FOOT) * self.pitch if is_fold else self.side
        self.line = self.high + (room.between(TIGHT, AIRY) - SIDE) * self.pitch
        self.lines = tuple(self.broken())

    def broken(self) -> Iterator[tuple[NumberCell | None, ...]]:
        """Yield the cells of every line; None is the start."""
        for number in range(len(self.part.rows)):
            cells: list[NumberCell | None] = [c for c in self.part.all_cells() if c.row == number]
            if self.entry.start and not number:
                cells.insert(0, None)
            for start in range(0, len(cells), self.entry.in_line):
                yield tuple(cells[start : start + self.entry.in_line])

    def whole(self) -> art.Drawing:
        """Return the words above, then every round."""
        self.words()
        top = self.style.length(LABEL_ROOM) if self.entry.rounds > 1 or self.entry.boxes else 0.0
        height = (len(self.lines) - 1) * self.line + self.high
        step = len(self.lines) * self.line + APART * self.pitch * (len(self.lines) > 1)
        for number in range(self.entry.rounds):
            called, y = f"round{number + 1}." if self.entry.rounds > 1 else "", top + number * step
            if called:
                how = self.style.lettering(lettered.SECTION, "bold", "secondary")
                self.centre(str(number + 1), self.left, y + height / 2, how)
            for place, line in enumerate(self.lines):
                self.cells_of(line, called, y + place * self.line)
            for box in self.boxes(called, y, height):
                self.box(box)
        height += top + (self.entry.rounds - 1) * step
        if self.entry.total and self.entry.boxes:
            last, y = self.cells[-1], height + self.line - self.side
            label = self.setting.text("score.total")
            total = art.CellBox("score.total", label, last.x, y, last.width, self.side)
            self.box(total, art.HEAVY)
            how = self.style.lettering(lettered.SECTION, "bold", "ink", "right")
            self.centre(label, last.x - BOX_GAP * self.pitch, y + self.side / 2, how)
            height = y + self.side
        return self.drawing(self.width, height, self.setting.said.title)

    def words(self) -> None:
        """Draw the words above the numbers of the rounds and above the boxes."""
        how = self.style.lettering(lettered.LABEL, "regular", "secondary", steps_down=True)
        y = 0.0
        if self.entry.rounds > 1:
            width = self.first + 3 * self.pitch - self.left
            said = self.setting.text(f"{self.entry.part}.round")
            self.place(how.fitted(said, "round", width), self.left, y)
        for box in self.boxes("", 0.0, 0.0):
            self.place(how.fitted(box.label, box.id, box.width + BOX_GAP * self.pitch), box.x, y)

    def cells_of(self, line: tuple[NumberCell | None, ...], called: str, y: art.Mm) -> None:
        """Draw the cells of a line, after the tab of its row where rows have colours."""
        if self.entry.look == "fold":
            self.flaps(len(line), y)
        half = self.side / 2
        for place, cell in enumerate(line):
            x = self.first + place * self.pitch + self.pitch / 2 - half
            if cell is None:
                self.put(art.Circle(x + half, y + half, half, "white", art.EDGE))
                continue
            if cell.place == 1 and any(row.colour for row in self.part.rows):
                tab, row = self.first - LEAD * self.pitch, self.part.rows[cell.row]
                row_tab(self, row, tab, y + half, self.pitch)
            label = self.setting.said.label(cell.id)
            self.cell(cell, art.CellBox(called + cell.id, label, x, y, self.side, self.side))

    def flaps(self, count: int, y: art.Mm) -> None:
        """Draw a strip of flaps, cut from one another as far as the foot they are folded along."""
        width, high = count * self.pitch, FLAP * self.pitch
        self.put(art.Rect(self.first, y, width, self.high, "white", art.EDGE))
        flaps = art.Rect(self.first, y, width, high)
        self.rule(flaps, (), (self.first + n * self.pitch for n in range(1, count)), art.EDGE)
        self.rule(flaps, (y + high,), (), art.DOTTED)

    def cell(self, cell: NumberCell, at: art.CellBox) -> None:
        """Draw a cell with its number, in the middle or in a corner; of a flap the number."""
        if self.entry.look == "fold":
            self.cells.append(at)
        else:
            self.box(at, fill=f"{cell.colour}.tint" if cell.colour else "white")
        share = SMALL_NUMBER if self.entry.look == "write" else NUMBER
        size = max(art.to_points(share * self.side), lettered.LEAST_SIZE)
        how = lettered.Lettering(self.style.family.bold, size, "ink")
        if self.entry.look == "write":
            inset = 0.09 * self.side
            self.write(str(cell.value), at.x + inset, at.y + inset + how.height, how)
            return
        high = FLAP * self.pitch if self.entry.look == "fold" else self.side
        middle = replace(how, align="middle")
        self.centre(str(cell.value), at.x + self.side / 2, at.y + high / 2, middle)

    def boxes(self, called: str, y: art.Mm, high: art.Mm) -> Iterator[art.CellBox]:
        """Yield the boxes behind the lines of a round."""
        for number, box in enumerate(self.entry.boxes):
            x = self.behind + (number * (BOX + BOX_GAP) + BOX_GAP) * self.pitch
            label = self.setting.text(f"{self.entry.part}.{box}")
            yield art.CellBox(called + box, label, x, y, BOX * self.pitch, high)
