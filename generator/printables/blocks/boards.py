"""Blocks to play on: a grid of rows of round cells, squares in columns and rows, named boxes."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import cos, pi, sin, sqrt
from typing import Annotated, Literal

from pydantic import Field

from generator.game import Game, parts
from generator.game.agreement import Need
from generator.game.facts import ColourId, Id, Names
from generator.paper import shapes as art
from generator.paper.measures import BLOCK_GAP, CELL_LINE, COLUMN_GAP, INSET
from generator.paper.shapes import EDGE, CellBox, Drawing, Mm, Polygon, Rect, Stroke, to_points
from generator.paper.text import CELL_LABEL, LABEL, LEAST_SIZE, SECTION, TEXT, Lettering
from generator.printables.blocks.games import draw_games
from generator.printables.context import Context
from generator.printables.marks import star_corners
from generator.printables.page_furniture import footnote_sign
from generator.printables.pictures import picture
from generator.printables.printable import Block, PictureId, Room, TextId, known_part
from generator.printables.sketch import CORNER, PLACES, Sketch, die_face
from generator.reading.nodes import Path
from generator.words import Message, not_one_of

# Shares of the pitch: a cell's radius, a pentagon's, the tab at a row's start, the bar of a column.
RADIUS = 0.455
PENTAGON = 0.52
LEAD = 1.16
BAR = 0.34
# A square's side; the column of row heads, the line of column heads, totals beside the field.
SIDE = 0.94
HEADS = {"names": 0.4, "pips": 0.56}
HEAD_LINE = 0.44
# The line of column heads of a board on which things are put, at most.
GUIDED_HEADS: Mm = 8.5
TOTAL = 0.6
# The band of colour inside a cell, and white within it.
CELL_BAND: Mm = 1.1
LEGEND_INDENT: Mm = 1.8
# Cells that lie nearer have room for their names alone.
SIGNED_CELL: Mm = 10.0
# The side of a die in an example.
DIE: Mm = 9.0
# Squares that lie nearer have no room for their ids.
LABELLED_SQUARE: Mm = 7.9


class RowsBlock(Block):
    """A block of rows whose cells numbers are written in; guides show positions on it."""


class GridBlock(RowsBlock):
    """Print a grid of the game: rows of round cells, bonus cells as pentagons."""

    block: Literal["grid"]
    part: Annotated[Id, Names("part", (parts.Grid,))]
    """The grid."""

    def width_in_pitches(self, game: Game) -> float:
        return LEAD + game.part(self.part, parts.Grid).width()

    def width_cause(self, game: Game) -> Path:
        """Return the row that reaches farthest: what shifts it, or that it is so long."""
        grid = game.part(self.part, parts.Grid)
        number = max(grid.all_cells(), key=lambda cell: cell.column).row
        row = ("parts", self.part, "rows", number)
        return (*row, "shift") if grid.rows[number].shift else row

    def draw(self, setting: Context, room: Room) -> Drawing:
        grid = setting.game.part(self.part, parts.Grid)
        return _GridSketch(grid, setting, room).draw(room.width)


class _GridSketch(Sketch):
    def __init__(self, grid: parts.Grid, setting: Context, room: Room) -> None:
        super().__init__(setting)
        self.grid, self.pitch = grid, room.pitch
        self.left = (room.width - (LEAD + grid.width()) * room.pitch) / 2
        self.row_pitch = room.between(1.02, 1.4) * room.pitch
        # Where rows lie close, pentagons hang lower, as far from what is above as from below.
        self.lower = room.between(PENTAGON * (1 - cos(pi / 5)) / 2, 0.0) * room.pitch

    def cell_middle(self, column: float, row: int) -> art.Point:
        x = self.left + (LEAD + column + 0.5) * self.pitch
        return x, PENTAGON * self.pitch + row * self.row_pitch

    def draw(self, width: Mm) -> Drawing:
        self.draw_bonus_bars()
        self.draw_regions()
        for number, row in enumerate(self.grid.rows):
            x, y = self.cell_middle(row.shift - 0.5, number)
            draw_row_tab(self, row, x - LEAD * self.pitch, y, self.pitch)
        for number, column in self.grid.blanks():
            # A dotted thread over each blank space: the row goes on behind it.
            (x, y), half = self.cell_middle(column, number), 0.3 * self.pitch
            stroke = Stroke(self.grid.rows[number].colour, CELL_LINE, "dotted")
            self.put(art.Line(x - half, y, x + half, y, stroke))
        for cell in self.grid.all_cells():
            self.draw_cell(cell)
        _, y = self.cell_middle(0, len(self.grid.rows) - 1)
        return self.drawing(width, y + PENTAGON * self.pitch, self.setting.sentences.title)

    def draw_bonus_bars(self) -> None:
        width = BAR * self.pitch
        for column in self.grid.bonus_columns():
            ends = (column[0], column[-1])
            (x, top), (_, bottom) = (self.cell_middle(cell.column, cell.row) for cell in ends)
            # Its edges stay where a copier loses the tint.
            self.put(Rect(x - width / 2, top, width, bottom - top, "rule.tint", art.QUIET))

    def draw_regions(self) -> None:
        """Draw a band between neighbours that belong to one region, so that it hangs together."""
        wide = BAR * self.pitch
        for region in self.grid.regions:
            cells = [cell for cell in self.grid.all_cells() if cell.id in region]
            for one, other in combinations(cells, 2):
                if abs(one.row - other.row) + abs(one.column - other.column) == 1:
                    x, y = self.cell_middle(one.column, one.row)
                    right, low = self.cell_middle(other.column, other.row)
                    sides = (right - x + wide, low - y + wide)
                    self.put(Rect(x - wide / 2, y - wide / 2, *sides, "secondary"))

    def draw_cell(self, cell: parts.GridCell) -> None:
        (x, y), radius = self.cell_middle(cell.column, cell.row), RADIUS * self.pitch
        if cell.is_bonus:
            points = tuple(star_corners(5, x, y + self.lower, PENTAGON * self.pitch))
            field = Polygon(points, None, art.HEAVY)
            self.banded_field(field, cell.colour, inside=f"{cell.colour}.tint")
        else:
            self.banded_field(art.Circle(x, y, radius, None, EDGE), cell.colour)
        label_cell(self, cell.id, (x, y), self.pitch)


def label_cell(sketch: Sketch, cell: str, at: art.Point, pitch: Mm, sign: str = "") -> None:
    """Write a cell's name below its middle, where there is room, and note where it lies."""
    (x, y), label, radius = at, sketch.setting.sentences.label(cell), RADIUS * pitch
    if pitch >= sketch.style.length(8.5):  # nearer, in small figures, there is no room
        how = sketch.style.lettering(CELL_LABEL, "regular", "secondary", "middle")
        # Its corners lie inside the band of colour.
        words = f"{label} {sign}".strip() if pitch >= sketch.style.length(SIGNED_CELL) else label
        inside = sqrt(max(0.0, (radius - CELL_BAND) ** 2 - (how.width(words) / 2) ** 2))
        sketch.write(words, x, y + min(0.34 * pitch, inside), how)
    sketch.cells.append(CellBox(cell, label, x - radius, y - radius, 2 * radius, 2 * radius))


def draw_row_tab(sketch: Sketch, row: parts.Row | parts.NumberRow, x: Mm, y: Mm, pitch: Mm) -> None:
    """Draw the name tag of a row, its letter and shape beside its colour, from the left middle."""
    colour, setting = row.colour or "ink", sketch.setting
    height = 0.66 * pitch
    sketch.banded_field(Rect(x, y - height / 2, pitch, height, None, EDGE, 1.4), colour)
    words = f"{setting.sentences.label(row.id)} {setting.sign(row.colour)}".strip()
    size = min(to_points(0.3 * pitch), 14.0 * setting.style.scale)
    how = Lettering(setting.style.family.bold, size, "ink", "middle")
    sketch.centre(words, x + pitch / 2, y, how)


class SquaresBlock(Block):
    """Print a board of squares: heads, squares with their worth, arrows with the lines' totals.

    Column totals stand above the field, row totals right of it, where the edge leaves a space; each
    arrow points along its line. Edge squares are octagons, told apart in any ink.
    """

    block: Literal["squares"]
    part: Annotated[Id, Names("part", (parts.Squares,))]
    """The board."""
    worth: PictureId | None = None
    """The picture that is drawn once for each point that a square is worth."""
    rows_as: Literal["names", "pips"] = "names"
    """How the rows are headed: by their names, or as faces of a die."""
    totals: bool = False
    """Whether arrows tell what each line is worth."""
    legend: bool = False
    """Whether texts `<part>.worth`, `.edge` and `.line` tell the signs beneath."""
    guide: Annotated[float, Field(ge=5, le=60)] | None = None
    """The side in mm of what is put on a square, drawn as a thread."""
    guide_colour: ColourId | None = None
    """The colour of which a tint lies within that thread."""
    named: bool = True
    """Whether each square bears its name; the heads tell it as well."""

    def width_in_pitches(self, game: Game) -> float:
        columns = len(game.part(self.part, parts.Squares).columns)
        return HEADS[self.rows_as] + columns + TOTAL * self.totals

    def needs(self, game: Game) -> Iterator[Need]:
        board = known_part(game, self.part, parts.Squares)
        if board is None or not self.legend:
            return
        shown = (("worth", self.worth), ("edge", board.edges()), ("line", self.totals))
        for key in (key for key, is_shown in shown if is_shown):
            yield Need("texts", f"{self.part}.{key}", ("legend",))

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        yield from super().faults(game)
        board = known_part(game, self.part, parts.Squares)
        if board is not None and self.rows_as == "pips":
            faces = tuple(map(str, PLACES))
            for row in (row for row in board.rows if row not in faces):
                yield ("rows_as",), not_one_of(row, faces)

    def draw(self, setting: Context, room: Room) -> Drawing:
        sheet = _SquaresSketch(self, setting, room)
        if not self.legend:
            return sheet.draw()
        gap = setting.style.length(room.between(2.5, 5.0))
        return art.column(sheet.draw(), sheet.legend(), gap=gap)


class _SquaresSketch(Sketch):
    def __init__(self, entry: SquaresBlock, setting: Context, room: Room) -> None:
        super().__init__(setting)
        self.entry, self.width, self.pitch = entry, room.width, room.pitch
        self.board = setting.game.part(entry.part, parts.Squares)
        self.head = HEADS[entry.rows_as]
        self.head_line = HEAD_LINE
        if entry.guide:
            self.head_line = min(HEAD_LINE, self.style.length(GUIDED_HEADS) / self.pitch)
        self.left = (room.width - entry.width_in_pitches(setting.game) * room.pitch) / 2
        field = self.board.field()
        self.first_row = min((square.row for square in field), default=0)
        self.last_column = max((square.column for square in field), default=0)

    def x(self, column: float) -> Mm:
        """Return the middle of a column; those right of the field lie behind its totals."""
        space = TOTAL if self.entry.totals and column > self.last_column else 0.0
        return self.left + (self.head + column + 0.5 + space) * self.pitch

    def y(self, row: float) -> Mm:
        """Return the middle of a row; the field lies below its totals."""
        space = TOTAL if self.entry.totals and row >= self.first_row else 0.0
        return (self.head_line + row + 0.5 + space) * self.pitch

    def draw(self) -> Drawing:
        self.draw_heads()
        for square in self.board.all_cells():
            self.draw_square(square)
        for line in self.board.lines() if self.entry.totals else ():
            self.draw_total(line)
        height = self.y(len(self.board.rows) - 1) + SIDE / 2 * self.pitch
        return self.drawing(self.width, height, self.setting.sentences.title)

    def draw_heads(self) -> None:
        size = to_points(min(0.26 * self.pitch, self.style.length(6.0)))
        how = Lettering(self.style.family.bold, size, "ink", "middle")
        near, edge = BLOCK_GAP + how.height / 2, 0.5 - SIDE / 2
        y = (self.head_line + edge) * self.pitch - near
        y = y if self.entry.guide else max(0.18 * self.pitch, y)
        for number, name in enumerate(self.board.columns):
            head = self.setting.sentences.texts.get(f"{self.entry.part}.{name}", name)
            self.centre(head, self.x(number), y, how)
        x = (self.head / 2 - 0.04) * self.pitch
        if self.entry.rows_as == "names":
            x = max(x, (self.head + edge) * self.pitch - near)
        x += self.left
        for number, name in enumerate(self.board.rows):
            if self.entry.rows_as == "pips":
                face = die_face(int(name), 0.4 * self.pitch)
                self.place(face, x - 0.2 * self.pitch, self.y(number) - 0.2 * self.pitch)
            else:
                self.centre(name, x, self.y(number), how)

    def draw_square(self, square: parts.Square) -> None:
        x, y, side = self.x(square.column), self.y(square.row), SIDE * self.pitch
        self.put(_outline(x, y, self.pitch, self.board.colour, is_edge=square.is_edge))
        # A thread about what is put on a square, where there is room for it.
        inner = self.style.length(self.entry.guide or 0.0)
        if 0 < inner < 0.72 * self.pitch:
            at = (x - inner / 2, y - inner / 2)
            colour = self.entry.guide_colour
            fill = f"{colour}.tint" if colour else None
            self.put(Rect(*at, inner, inner, fill, art.QUIET, inner * 0.14))
        if self.entry.worth is not None:
            self.draw_worth(square.worth, x, y - 0.04 * self.pitch)
        # On a copy of a copy smaller ids break.
        size = min(max(7.0, to_points(0.075 * self.pitch)), 8.5)
        how = self.style.lettering(size, "regular", "secondary", "middle")
        label = self.setting.sentences.label(square.id)
        if self.entry.named and self.pitch >= self.style.length(LABELLED_SQUARE):
            self.write(label, x, y + 0.41 * self.pitch, how)
        self.cells.append(CellBox(square.id, label, x - side / 2, y - side / 2, side, side))

    def draw_worth(self, points: int, x: Mm, y: Mm) -> None:
        if not points:
            how = self.style.lettering(LABEL, "regular", "secondary", "middle")
            self.centre("0", x, y, how)
            return
        crown = picture(self.setting.game, self.entry.worth or "", 0.25 * self.pitch)
        gap, count = 0.03 * self.pitch, -(-points // 3)
        # As even as can be, the longer ones first.
        rows = [(points - number + count - 1) // count for number in range(count)]
        step_x, step_y = crown.width + gap, crown.height + gap
        top = y - (len(rows) * step_y - gap) / 2
        for number, count in enumerate(rows):
            start = x - (count * step_x - gap) / 2
            for place in range(count):
                self.place(crown, start + place * step_x, top + number * step_y)

    def draw_total(self, line: parts.SquareLine) -> None:
        first, last = line.squares[0], line.squares[-1]
        far = (0.5 + TOTAL / 2) * self.pitch
        aside, over = self.x(self.last_column) + far, self.y(self.first_row) - far
        before = self.x(min(first.column, last.column)) - far
        x, y, angle = {
            "row": (aside, self.y(first.row), pi),
            "column": (self.x(first.column), over, pi / 2),
            "rising": (aside, over, 3 * pi / 4),
            "falling": (before, over, pi / 4),
        }[line.kind]
        self.put(_arrow(x, y, angle, 0.225 * self.pitch))
        size, back = to_points(0.24 * self.pitch), 0.02 * self.pitch
        how = Lettering(self.style.family.bold, size, "ink", "middle")
        self.centre(str(line.worth), x - back * cos(angle), y - back * sin(angle), how)

    def legend(self) -> Drawing:
        side = self.style.length(5.0)
        part, text = self.entry.part, self.setting.text
        samples = []
        if self.entry.worth is not None:
            crown = picture(self.setting.game, self.entry.worth, side)
            worth = f"{text(f'{part}.worth')} {footnote_sign(self.setting, part)}"
            samples.append((crown, worth.strip()))
        if self.board.edges():
            shape = _outline(side / 2, side / 2, side, self.board.colour, is_edge=True)
            samples.append((Drawing(side, side, (shape,)), text(f"{part}.edge")))
        if self.entry.totals:
            arrow = _arrow(side / 2, side / 2, pi, side * 0.42)
            samples.append((Drawing(side, side, (arrow,)), text(f"{part}.line")))
        if not samples:
            return Drawing(self.width, 0.0)
        each = (self.width - BLOCK_GAP * (len(samples) - 1)) / len(samples)
        how = self.style.lettering(LABEL, steps_down=True)
        drawn = []
        for one, words in samples:
            told = how.fit(words, "legend", each - one.width - LEGEND_INDENT)
            drawn.append(art.row(one, told, gap=LEGEND_INDENT, middle=True))
        return art.row(*drawn, gap=BLOCK_GAP)


def _outline(x: Mm, y: Mm, pitch: Mm, colour: str, *, is_edge: bool) -> art.Shape:
    side = SIDE * pitch
    half, near = side / 2, 0.3 * side
    if not is_edge:
        return Rect(x - half, y - half, side, side, "white", EDGE, 0.07 * pitch)
    turns = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    points = tuple(
        (x + dx * right, y + dy * down)
        for right, down in turns
        for dx, dy in ((half, near), (near, half))[:: right * down]
    )
    return Polygon(points, f"{colour}.tint", art.HEAVY)


def _arrow(x: Mm, y: Mm, angle: float, reach: Mm) -> Polygon:
    outline = ((-0.86, -0.82), (0.4, -0.82), (1.25, 0.0), (0.4, 0.82), (-0.86, 0.82))
    c, s = cos(angle), sin(angle)
    points = ((x + reach * (dx * c - dy * s), y + reach * (dx * s + dy * c)) for dx, dy in outline)
    return Polygon(tuple(points), "rule.tint", Stroke("secondary", CELL_LINE * 0.8))


class DiceBlock(Block):
    """Print dice that are added up, after a text: an example of what a line comes to."""

    block: Literal["dice"]
    text: TextId
    """The text before them."""
    faces: Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Field(min_length=2)]
    """What they show."""

    def draw(self, setting: Context, room: Room) -> Drawing:
        style, sketch, side = setting.style, Sketch(setting), setting.style.length(DIE)
        bold = style.lettering(SECTION, "bold", align="middle")
        base = side / 2 + bold.height / 2
        x = sketch.write(setting.text(self.text), 0.0, base, style.lettering(TEXT))
        for number, face in enumerate(self.faces):
            sign = "+" if number else ""
            x += side * 0.6
            sketch.centre(sign, x - side * 0.3, side / 2, bold)
            sketch.place(die_face(face, side), x, 0.0)
            x += side
        end = f"= {sum(self.faces)}"
        sketch.centre(end, x + side * 0.2, side / 2, replace(bold, align="left"))
        return sketch.drawing(room.width, side)


# The least width of a group as a share of the pitch.
COLUMN = 7.0
# From one die to the next, as a share of the die.
DIE_PITCH = 1.14


class BoxesBlock(Block):
    """Print named boxes in their groups: a line for each, with the dice that fill it."""

    block: Literal["boxes"]
    part: Annotated[Id, Names("part", (parts.Boxes,))]
    """The boxes; `<part>.<id>` are the texts above a group and of what fills a box."""
    brief: bool = False
    """Whether names stand before the boxes alone, without words and dice, and the texts
    `score.<id>` above the groups."""
    worded: bool = True
    """Whether words under a name say what fills its box."""

    def needs(self, game: Game) -> Iterator[Need]:
        part = known_part(game, self.part, parts.Boxes)
        for group in part.groups if part else ():
            boxes = () if self.brief else (f"{self.part}.{box.id}" for box in group.boxes)
            keys = (self._group_key(group), *boxes)
            yield from (Need("texts", key, ("part",)) for key in keys)

    def width_in_pitches(self, game: Game) -> float:
        return COLUMN

    def draw(self, setting: Context, room: Room) -> Drawing:
        groups = setting.game.part(self.part, parts.Boxes).groups
        if room.games:
            return draw_games(self.part, setting, room)
        count = len(groups)
        # Groups stand side by side where each has this width.
        wide = setting.style.length(50.0 if self.brief else 85.0 if self.worded else 70.0)
        if is_wide := room.width >= (wide + COLUMN_GAP) * count - COLUMN_GAP:
            width = (room.width - COLUMN_GAP * (count - 1)) / count
            room = replace(room, width=width, pitch=min(room.pitch, width / COLUMN))
        row = room.between(0.66, 1.9) * room.pitch
        most = max(len(group.boxes) for group in groups)
        rows = [row * most / len(group.boxes) if is_wide else row for group in groups]
        pairs = zip(groups, rows, strict=True)
        drawn = [self._draw_group(one, setting, replace(room, pitch=row)) for one, row in pairs]
        if is_wide:
            return art.row(*drawn, gap=COLUMN_GAP)
        return art.column(*drawn, gap=setting.style.length(room.between(1.6, 4.0)))

    def _box(self) -> Mm:
        return 12.0 if self.brief else 18.0

    def _group_key(self, group: parts.BoxGroup) -> str:
        return f"score.{group.id}" if self.brief else f"{self.part}.{group.id}"

    def _draw_group(self, group: parts.BoxGroup, setting: Context, room: Room) -> Drawing:
        band, sketch = setting.style.length(room.between(4.6, 7.0)), Sketch(setting)
        size = room.between(LABEL, SECTION)
        how = setting.style.lettering(size, "bold", f"{group.colour}.on", steps_down=True)
        key, row = self._group_key(group), room.pitch
        words = f"{setting.sign(group.colour)} {setting.text(key)}"
        head = how.fit(words, key, room.width - 2 * INSET, band)
        bottom, x = band + row * len(group.boxes), room.width - setting.style.length(self._box())
        lines = Rect(0.0, band, room.width, bottom - band, "white")
        above = Rect(0.0, 0.0, room.width, band + 2 * CORNER, group.colour, None, CORNER)
        sketch.put(above, lines)
        sketch.place(head, INSET, (band - how.height) / 2)
        for number, box in enumerate(group.boxes):
            y = band + number * row
            sketch.place(self._draw_line(box, setting, room), 0.0, y)
            sketch.grid_lines(lines, (y,), (), art.THIN if number else EDGE)
        sketch.grid_lines(lines, (), (x,), EDGE)
        sketch.put(Rect(0.0, 0.0, room.width, bottom, None, EDGE, CORNER))
        return sketch.drawing(room.width, bottom)

    def _draw_line(self, box: parts.ScoreBox, setting: Context, room: Room) -> Drawing:
        style, row, key = setting.style, room.pitch, f"{self.part}.{box.id}"
        sketch, end = Sketch(setting), room.width - style.length(self._box())
        die = min(row * 0.54, style.length(8.0 if self.worded else 4.6))
        faces = () if self.brief else box.shown()
        left = end - INSET - len(faces) * die * DIE_PITCH
        largest = SECTION + 2 if self.worded else TEXT
        bold = style.lettering(room.between(LABEL, largest), "bold", steps_down=not self.worded)
        label, gap = setting.sentences.label(box.id), style.length(room.between(0.4, 1.4))
        words = bold.fit(label, key, left - 2 * INSET)
        if self.worded and not self.brief:
            size = room.between(LEAST_SIZE, TEXT + 1)
            plain = style.lettering(size, colour="secondary", steps_down=True)
            room_under = (left - 2 * INSET, row - words.height - gap)
            words = art.column(words, plain.fit(setting.text(key), key, *room_under), gap=gap)
        sketch.place(words, INSET, gap / 2, row)
        for number, face in enumerate(faces):
            sketch.place(die_face(face, die), left + number * die * DIE_PITCH, 0.0, row)
        sketch.cells.append(CellBox(box.id, label, end, 0.0, room.width - end, row))
        return sketch.drawing(room.width, row)
