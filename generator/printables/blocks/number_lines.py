"""The block that prints rows of numbers: cells to cross off or to write in."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import ColourId, Count, Id, Names
from generator.game.parts import NumberCell, Numbers
from generator.paper import shapes as art
from generator.paper.measures import PART_GAP, WORDS_GAP
from generator.paper.text import LABEL, LEAST_SIZE, SECTION, TEXT, DoesNotFitError, Lettering
from generator.printables.blocks.boards import LEAD, draw_row_tab
from generator.printables.blocks.scores import LABEL_ROOM
from generator.printables.context import Context
from generator.printables.pictures import picture
from generator.printables.printable import Block, PictureId, Room, TextId, known_part
from generator.printables.sketch import CORNER, Sketch
from generator.reading.nodes import Path
from generator.words import Message, not_one_of

# Shares of the pitch: a cell, a box behind a round, the space before a box.
SIDE = 0.94
BOX = 1.5
BOX_GAP = 0.2
# The disc of a round's number, what stands behind the last cell.
DISC = 0.54
GOAL = 1.0
# Shares of a cell's side: the tip of a step, the height of a flap, the hinge above it, a band of
# colour; and how much larger than a cell a heart is drawn, which ends in a point.
TIP = 0.26
FLAP = 1.12
HINGE = 0.12
BAND = 0.1
HEART = 1.12
# Room to write a name, as high in every layout, and white between its line and the cells beneath.
NAME_LINE: art.Mm = 6.5
NAME_GAP: art.Mm = 3.0
# White between the words in a step and its ends.
WITHIN: art.Mm = 0.6


class NumbersBlock(Block):
    """Print rows of numbers, once or for several rounds, each round with boxes of its own.

    Of several rounds the cells are called `round2.f7`, the boxes `round2.points`.
    """

    block: Literal["numbers"]
    part: Annotated[Id, Names("part", (Numbers,))]
    """The rows of numbers."""
    look: Literal["cross", "write"] = "cross"
    """Whether numbers are crossed off, or leave room to write."""
    shape: Literal["box", "step", "flap", "heart"] = "box"
    """What a cell looks like: a box, a step that points to the next one, a flap on a hinge, a heart
    (of 0 a box)."""
    colour: ColourId | None = None
    """The colour of a band inside each cell that is no box."""
    goal: PictureId | None = None
    """The picture behind the last number, which is what players make for."""
    in_line: Annotated[int, Field(ge=2, le=40)] = 40
    """How many cells a line has at most; a longer row goes on below."""
    line: Count | None = None
    """The one of these lines that is printed; all where not said."""
    each: Annotated[int, Field(ge=2, le=100)] | None = None
    """How many numbers are a group; the first of each has a heavy line and a tint of the colour."""
    named: Mapping[Id, TextId] = Field(default_factory=dict)
    """Texts under some numbers, each after the number's name in sentences: `{life.most: start}`
    prints the text `start` under the highest number of the part `life`."""
    rounds: Annotated[int, Field(ge=1, le=20)] = 1
    """How often the rows are printed, each time numbered; its word is the text `<part>.round`."""
    who: bool = False
    """Whether a line to write on stands above each round, for who plays it."""
    start: bool = False
    """Whether a round place stands before the first number."""
    start_text: TextId | None = None
    """What is printed in that place; nothing without it."""
    low: bool = False
    """Whether it stands lowest, at the edge of a paper: its texts are above."""
    boxes: Annotated[tuple[Id, ...], Field(max_length=4)] = ()
    """What is written behind the rows, round by round; its word is the text `<part>.<box>`."""
    total: bool = False
    """Whether a box for the total stands under the last of these boxes."""

    def needs(self, game: Game) -> Iterator[Need]:
        yield from super().needs(game)
        if self.rounds > 1:
            yield Need("texts", f"{self.part}.round", ("rounds",))
        for number, box in enumerate(self.boxes):
            yield Need("texts", f"{self.part}.{box}", ("boxes", number))
        if self.total:
            yield Need("texts", "score.total", ("total",))

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        yield from super().faults(game)
        if (part := known_part(game, self.part, Numbers)) is None:
            return
        lines = tuple(str(number) for number, _ in enumerate(self.lines(part), start=1))
        if self.line is not None and str(self.line) not in lines:
            yield ("line",), not_one_of(str(self.line), lines)
        values = {str(cell.value) for cell in part.all_cells()}
        known = [name for name, figure in game.figures.items() if figure in values]
        wrong = (name for name in self.named if name not in known)
        yield from ((("named", name), not_one_of(name, known)) for name in wrong)

    def lines(self, part: Numbers) -> Iterator[tuple[NumberCell | None, ...]]:
        """Yield the cells of every line; None is the start, beneath which no cell stands."""
        for number in range(len(part.rows)):
            cells = [cell for cell in part.all_cells() if cell.row == number]
            has_start = self.start and not number
            most = self.in_line - has_start
            for first in range(0, len(cells), most):
                line = tuple(cells[first : first + most])
                yield (None, *line) if has_start and not first else line

    def fold_lines(self, game: Game) -> tuple[Block, ...]:
        """Return it with lines half as long; of a single line the second half stands lowest."""
        lines = tuple(self.lines(game.part(self.part, Numbers)))
        half = self.model_copy(update={"in_line": (max(map(len, lines)) + 1) // 2})
        if len(lines) > 1 or self.rounds > 1 or self.boxes:
            return (half,)
        return tuple(half.model_copy(update={"line": number}) for number in (1, 2))

    def lead(self, part: Numbers) -> float:
        """Return how many pitches stand before the first cells: a number, a row's tab."""
        is_tabbed = any(row.colour for row in part.rows)
        return 0.6 * (self.rounds > 1 and not self.who) + LEAD * is_tabbed

    def width_in_pitches(self, game: Game) -> float:
        part = game.part(self.part, Numbers)
        longest = max(len(row.values()) + (self.start and not n) for n, row in enumerate(part.rows))
        cells = min(longest, self.in_line)
        return self.lead(part) + cells + GOAL * bool(self.goal) + (BOX + BOX_GAP) * len(self.boxes)

    def draw(self, setting: Context, room: Room) -> art.Drawing:
        return _NumbersSketch(self, setting, room).draw()


class _NumbersSketch(Sketch):
    def __init__(self, entry: NumbersBlock, setting: Context, room: Room) -> None:
        super().__init__(setting)
        self.entry, self.width, self.pitch = entry, room.width, room.pitch
        self.part = setting.game.part(entry.part, Numbers)
        span = entry.width_in_pitches(setting.game)
        self.left = (room.width - span * self.pitch) / 2
        self.first = self.left + entry.lead(self.part) * self.pitch
        self.behind = self.left + (span - (BOX + BOX_GAP) * len(entry.boxes)) * self.pitch
        self.side = SIDE * self.pitch
        self.high = self.side * (FLAP if entry.shape == "flap" else 1.0)
        self.above = self.style.length(NAME_GAP)
        self.who = self.above + self.style.length(NAME_LINE) if entry.who else 0.0
        # A line for a name is white enough between rounds.
        white = 1.02 if entry.who else room.between(1.02, 1.3)
        self.line = self.high + (white - SIDE) * self.pitch
        under = {int(setting.game.figures[name]): key for name, key in entry.named.items()}
        self.under = {number: setting.text(key) for number, key in under.items()}
        # The lowest line of a paper stands at its edge, with its words above.
        self.is_low = entry.low if entry.line is None else entry.line > 1
        lines = tuple(entry.lines(self.part))
        self.last = self.part.all_cells()[-1]
        self.lines = lines if entry.line is None else lines[entry.line - 1 : entry.line]
        is_outside = any(not self.is_within(number) for number in self.under)
        self.words_room = self.style.length(4.2) if is_outside else 0.0
        self.line += self.words_room

    def draw(self) -> art.Drawing:
        head = self.style.lettering(TEXT, "bold", steps_down=True)
        if self.entry.rounds > 1 and not self.who:
            said = self.setting.text(f"{self.entry.part}.round")
            width = self.first + 3 * self.pitch - self.left
            self.place(head.fit(said, "round", width), self.left, 0.0)
        for box in self.line_boxes("", 0.0, 0.0):
            self.place(head.fit(box.label, box.id, box.width + BOX_GAP * self.pitch), box.x, 0.0)
        has_words = self.entry.boxes or self.entry.rounds > 1
        top = self.who or (self.style.length(LABEL_ROOM) if has_words else 0.0)
        top += HINGE * self.side * (self.entry.shape == "flap")
        top += 0.0 if has_words else self.white_above()
        top += (self.words_room + self.style.length(WORDS_GAP)) * self.is_low
        height = (len(self.lines) - 1) * self.line + self.high
        step = len(self.lines) * self.line + 0.35 * self.pitch * (len(self.lines) > 1)
        step += self.who
        for number in range(self.entry.rounds):
            called, y = f"round{number + 1}." if self.entry.rounds > 1 else "", top + number * step
            if self.who:
                self.draw_player_line(called, number + 1, y - self.above)
            elif called:
                face, disc = self.setting.game.head.face, DISC * self.pitch
                colour = face.colour if face else "ink"
                x, middle = self.left + disc / 2, y + height / 2
                self.put(art.Circle(x, middle, disc / 2, colour, art.EDGE))
                size = art.to_points(disc * 0.56)
                how = Lettering(self.style.family.bold, size, f"{colour}.on", "middle")
                words = str(number + 1)
                how = how.narrow_to(words, 0.7 * disc)
                self.centre(words, x, middle, how)
            for place, line in enumerate(self.lines):
                self.draw_line(line, called, y + place * self.line)
            for box in self.line_boxes(called, y, height):
                self.box(box)
        height += top + (self.entry.rounds - 1) * step
        height += self.words_room * (not self.is_low)
        if self.entry.total and self.entry.boxes:
            last, y = self.cells[-1], height + self.line - self.high
            label = self.setting.text("score.total")
            total = art.CellBox("score.total", label, last.x, y, last.width, self.side)
            self.box(total, art.HEAVY)
            how = self.style.lettering(SECTION, "bold", "ink", "right")
            self.centre(label, last.x - BOX_GAP * self.pitch, y + self.side / 2, how)
            height = y + self.side
        return self.drawing(self.width, height, self.setting.sentences.title)

    def white_above(self) -> art.Mm:
        """Return the white that keeps a path to a goal off the title above it."""
        is_path = self.entry.goal and self.entry.line in {None, 1}
        return self.style.length(PART_GAP) if is_path else 0.0

    def draw_player_line(self, called: str, number: int, y: art.Mm) -> None:
        how = self.style.lettering(LABEL, "regular", "secondary")
        label = f"{self.setting.text(f'{self.entry.part}.round')} {number}"
        start = self.write(label, self.first, y, how) + self.style.length(1.5)
        high = self.who - self.above
        cell = art.CellBox(f"{called}player", label, start, y - high, 5 * self.pitch, high)
        self.writing_line(cell)

    def draw_line(self, line: tuple[NumberCell | None, ...], called: str, y: art.Mm) -> None:
        half = self.side / 2
        if self.entry.shape == "flap":
            # The rod on which they turn.
            ends = self.first, self.first + len(line) * self.pitch
            self.put(art.Line(ends[0], y, ends[1], y, art.EDGE))
        is_below_start = self.entry.start and line[0] is not None and not line[0].row
        for place, cell in enumerate(line, start=int(is_below_start)):
            x = self.first + place * self.pitch + self.pitch / 2 - half
            if cell is None:
                self.put(art.Circle(x + half, y + half, half, "white", art.EDGE))
                self.draw_start_text(x + half, y)
                continue
            if cell.place == 1 and any(row.colour for row in self.part.rows):
                tab, row = self.first - LEAD * self.pitch, self.part.rows[cell.row]
                draw_row_tab(self, row, tab, y + half, self.pitch)
            label = self.setting.sentences.label(cell.id)
            self.draw_cell(
                cell, art.CellBox(called + cell.id, label, x, y, self.side, self.high), line
            )
        if self.entry.goal and line[-1] == self.last:
            shown = picture(self.setting.game, self.entry.goal, 0.9 * self.side)
            x = self.first + (len(line) + is_below_start) * self.pitch
            self.place(shown, x + 0.08 * self.side, y, self.high)

    def draw_start_text(self, middle: art.Mm, y: art.Mm) -> None:
        key, width = self.entry.start_text, 0.94 * self.side
        said = self.style.lettering(LABEL, "bold", align="middle", steps_down=True)
        if key and (words := _set_if_room(said, self.setting.text(key), key, width)):
            self.place(words, middle - width / 2, y, self.side)

    def draw_cell(
        self, cell: NumberCell, at: art.CellBox, line: tuple[NumberCell | None, ...]
    ) -> None:
        is_goal = bool(self.entry.goal) and cell == self.last
        stands_out = bool(self.entry.each) and cell.value % (self.entry.each or 1) == 0
        is_marked = is_goal or stands_out or cell.value in self.under
        tinted = cell.colour or (self.entry.colour if stands_out else None)
        fill = f"{tinted}.tint" if tinted else "white"
        band, middle = self.entry.colour or fill, at.y + at.height / 2
        match self.entry.shape:
            case "step":
                # A line begins without a notch; its last tip ends where the cell does.
                tips = float(cell != next(filter(None, line))), float(not is_goal)
                wide = self.pitch * (1 - TIP / 2 * (cell == line[-1] and not is_goal))
                whole = replace(at, x=at.x + (self.side - self.pitch) / 2, width=wide)
                stroke = art.HEAVY if is_marked else art.PIECE
                self.put(*_step(whole, tips, (fill, band), stroke))
            case "flap":
                middle += HINGE * self.side / 2
                self.put(*_flap(at, (fill, band)))
            case "heart" if cell.value:
                middle -= 0.05 * self.side
                for scale, edge, inside in ((HEART, "ink", band), (0.84 * HEART, fill, fill)):
                    self.draw_heart(at, scale * self.side, edge, inside)
            case _:
                stroke = art.HEAVY if is_marked else art.EDGE
                sides = at.width, at.height
                self.put(art.Rect(at.x, at.y, *sides, fill, stroke, CORNER))
        self.cells.append(at)
        self.draw_number(cell, at, middle)

    def draw_number(self, cell: NumberCell, at: art.CellBox, middle: art.Mm) -> None:
        share = {"write": 0.24, "cross": 0.36 if self.entry.shape == "heart" else 0.45}
        size = max(art.to_points(share[self.entry.look] * self.side), LEAST_SIZE)
        is_within, words = self.is_within(cell.value), self.under.get(cell.value, "")
        middle_x = at.x + at.width / 2
        wide = self.side - TIP * self.side * (self.entry.shape == "step")
        wide = wide - 2 * WITHIN if is_within else 2 * self.pitch
        told = self.style.lettering(LABEL, "bold", align="middle", steps_down=True)
        if said := _set_if_room(told, words, at.id, wide):
            y = at.y - 1.2 - said.height if self.is_low else at.y + at.height + 1.2
            if is_within:
                # Above the band, as far from it as from the number.
                taken = 0.28 * self.side
                size = min(size, art.to_points(taken))
                middle = at.y + 0.17 * self.side
                low = at.height * (1 - BAND / 2)
                y = at.y + (taken + low - said.height) / 2
            if is_within and self.entry.shape == "step":
                middle_x += self.slant(cell, (y + said.height / 2 - at.y) / at.height)
            self.place(said, middle_x - wide / 2, y)
        how = Lettering(self.style.family.bold, size, "ink")
        if self.entry.look == "write":
            inset = (0.09 + TIP * (self.entry.shape == "step")) * self.side
            if words and self.entry.shape == "step":
                # Above the middle of its words.
                inset = middle_x - at.x - how.width(str(cell.value)) / 2
            self.write(str(cell.value), at.x + inset, at.y + 0.09 * self.side + how.height, how)
            return
        self.centre(str(cell.value), at.x + self.side / 2, middle, replace(how, align="middle"))

    def slant(self, cell: NumberCell, down: float) -> art.Mm:
        """Return how far to the right the middle of a step lies, at a share of its height."""
        tip = TIP * self.pitch * (1 - abs(2 * down - 1))
        is_first = any(line[0] == cell for line in self.lines)
        return (tip / 2 - TIP * self.pitch / 4) if is_first else tip - TIP * self.pitch / 2

    def is_within(self, value: int) -> bool:
        """Return whether words stand in the cell of a number: nobody crosses off no heart."""
        return self.entry.look == "write" or (self.entry.shape == "heart" and not value)

    def draw_heart(self, at: art.CellBox, side: art.Mm, edge: str, inside: str) -> None:
        heart = picture(self.setting.game, "icon:heart", side)
        stroke = replace(art.PIECE, colour=edge)
        outer = (one for one in heart.shapes[:1] if isinstance(one, art.Path))
        shapes = tuple(replace(one, fill=inside, stroke=stroke) for one in outer)
        x = at.x + (at.width - side) / 2
        self.place(replace(heart, shapes=shapes), x, at.y, at.height)

    def line_boxes(self, called: str, y: art.Mm, high: art.Mm) -> Iterator[art.CellBox]:
        for number, box in enumerate(self.entry.boxes):
            x = self.behind + (number * (BOX + BOX_GAP) + BOX_GAP) * self.pitch
            label = self.setting.text(f"{self.entry.part}.{box}")
            yield art.CellBox(called + box, label, x, y, BOX * self.pitch, high)


def _set_if_room(how: Lettering, words: str, box: str, width: art.Mm) -> art.Drawing | None:
    """Set words, if there are any; none where cells of a correction are too small for them."""
    with suppress(DoesNotFitError):
        return how.fit(words, box, width) if words else None
    return None


def _step(
    at: art.CellBox, tips: art.Size, fills: tuple[str, str], stroke: art.Stroke
) -> Iterator[art.Polygon]:
    """Yield a step that begins with a notch and ends with a tip, or without, about a cell's box."""
    behind, ahead = (tip * TIP * at.width for tip in tips)
    left, right, low = at.x - behind / 2, at.x + at.width - ahead / 2, at.y + at.height
    middle, up = at.y + at.height / 2, BAND * at.height
    back = ((left, low), (left + behind, middle), (left, at.y))
    points = (*back, (right, at.y), (right + ahead, middle), (right, low))
    yield art.Polygon(points, fills[0])
    near, far = left + 2 * BAND * behind, right + 2 * BAND * ahead
    edge = (near, low - up), (far, low - up)
    yield art.Polygon(((left, low), *edge, (right, low)), fills[1])
    yield art.Polygon(points, None, stroke)


def _flap(at: art.CellBox, fills: tuple[str, str]) -> Iterator[art.Rect]:
    """Yield a flap with a lip of colour below, and the knuckles by which it hangs on its rod."""
    wide, hinge, radius = at.width, HINGE * at.width, 2 * CORNER
    high, lip = at.height - hinge, at.height - hinge - BAND * wide
    yield art.Rect(at.x, at.y + hinge, wide, high, fills[1], None, radius)
    yield art.Rect(at.x, at.y + hinge, wide, lip, fills[0], None, radius)
    yield art.Rect(at.x, at.y + hinge, wide, high, None, art.PIECE, radius)
    for x in (at.x + 0.18 * wide, at.x + 0.7 * wide):
        yield art.Rect(x, at.y - hinge / 3, 0.12 * wide, 5 / 3 * hinge, "ink")
