"""Blocks to reckon in: boxes to add up, a table of the lines of a board, the grades by points."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import ColourId, Facts, Id, Names
from generator.game.parts import Boxes, Grid, Markers, Scale, Square, Squares, Track
from generator.paper import shapes as art
from generator.paper.text import LABEL, LEAST_SIZE, SECTION, TEXT, Weight, set_line, set_middle
from generator.printables.blocks.tracks import CORNER, LABEL_ROOM, box_height
from generator.printables.context import PrintContext
from generator.printables.declaring import Block, Room, known_part
from generator.words import Message, message

# The space between the two columns of grades.
GRADES_GAP: art.Mm = 6.0


class Addend(Facts):
    """A part of the score; its box is `score.<id>`, its word the text of that name."""

    id: Id
    """What the part of the score is called in records."""
    colour: ColourId | None = None
    """The colour of its box, and of the shape beside its word."""
    minus: bool = False
    """Whether it is taken off."""


TOTAL = Addend(id="total")


def addends(game: Game, parts: Iterable[str]) -> tuple[Addend, ...]:
    """Return what is added up where some parts are played on, in the order of the parts.

    The rows of a grid by colour and its bonus, groups of boxes and theirs, the edge and the lines
    of a board, the markers of a chart; a track with points: `misses` where it takes them away,
    else by its own name.
    """
    found: dict[str, Addend] = {}
    for name in parts:
        for addend in _addends(game, name):
            found.setdefault(addend.id, addend)
    return tuple(found.values())


def _addends(game: Game, name: str) -> Iterator[Addend]:
    match game.head.parts.get(name):
        case Grid() as grid:
            yield from (Addend(id=row.colour, colour=row.colour) for row in grid.rows)
            if grid.bonus_columns():
                yield Addend(id="bonus")
        case Track(worth=worth) if worth < 0:
            yield Addend(id="misses", minus=True)
        case Track(worth=worth) if worth > 0:
            yield Addend(id=name)
        case Squares(worth=worth) as board if worth:
            yield from (Addend(id="edge") for _ in board.edges()[:1])
            yield Addend(id="lines")
        case Boxes() as boxes:
            for group in boxes.groups:
                yield Addend(id=group.id, colour=group.colour)
                if group.bonus:
                    yield Addend(id="bonus")
        case Markers() as markers:
            yield from (Addend(id=one.id, colour=one.colour) for one in markers.stages)
        case _:
            return


class TotalsBlock(Block):
    """Print a box for each part of the score and one for the total, with the signs between."""

    block: Literal["totals"]
    is_written_in = True
    sum: Annotated[tuple[Addend, ...], Field(max_length=10)] = ()
    """What is added up; what the other blocks of the sheet score, where it is not said."""

    def needs(self, game: Game) -> Iterator[Need]:  # noqa: ARG002
        """Yield the word of each box."""
        for number, addend in enumerate(self.sum):
            yield Need("texts", f"score.{addend.id}", ("sum", number, "id"))
        yield Need("texts", "score.total", ("block",))

    def draw(self, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw the boxes over the room's width."""
        height = box_height(setting, room)
        top = setting.style.length(LABEL_ROOM)
        sign = setting.style.length(4.0)
        how = setting.style.lettering(LEAST_SIZE + 4, "bold", "secondary", "middle")
        boxes = (*self.sum, TOTAL)
        width = (room.width - sign * (len(boxes) - 1)) / len(boxes)
        shapes: list[art.Shape] = []
        cells = []
        for number, addend in enumerate(boxes):
            x = number * (width + sign)
            label = setting.text(f"score.{addend.id}")
            weight: Weight = "bold" if addend is TOTAL else "regular"
            named = setting.style.lettering(LABEL, weight, "ink", "middle", steps_down=True)
            words = f"{label} {setting.sign(addend.colour)}".strip()
            word = named.fitted(words, f"score.{addend.id}", width + 3.0, top)
            shapes.append(art.Placed(word, x - 1.5, setting.style.length(0.4)))
            heavy = art.HEAVY_LINE if addend is TOTAL else art.CELL_LINE
            stroke = art.Stroke(addend.colour or "ink", heavy)
            shapes.append(art.Rect(x, top, width, height, "white", stroke, CORNER))
            if number:
                words = "=" if addend is TOTAL else "−" if addend.minus else "+"
                shapes += set_middle(words, x - sign / 2, top + height / 2, how)
            cells.append(art.CellBox(f"score.{addend.id}", label, x, top, width, height))
        return art.Drawing(room.width, top + height, tuple(shapes), tuple(cells))


class ScaleBlock(Block):
    """Print the grades of a scale by points, best first, in two columns under its name."""

    block: Literal["scale"]
    part: Annotated[Id, Names("part", (Scale,))]
    """The scale; the words of its grades are the texts `grade.1`, `grade.2`..."""

    def needs(self, game: Game) -> Iterator[Need]:
        """Yield the scale's name and the word of each grade."""
        scale = known_part(game, self.part, Scale)
        grades = range(1, len(scale.spans()) + 1) if scale is not None else ()
        for key in (self.part, *(f"grade.{number}" for number in grades)):
            yield Need("texts", key, ("part",))

    def draw(self, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw the heading and the grades over the room's width."""
        style, start = setting.style, setting.style.length(21.0)
        how = style.lettering(SECTION - 1, "bold")
        heading = how.fitted(setting.text(self.part), "scale", room.width)
        width = (room.width - GRADES_GAP) / 2 - start
        bold = style.lettering(TEXT, "bold", steps_down=True)
        grades = []
        for grade, span in enumerate(setting.game.part(self.part, Scale).spans(), start=1):
            points = bold.fitted(setting.say(_span(*span)), "scale", start - 1.0)
            said = style.lettering(TEXT).fitted(setting.text(f"grade.{grade}"), "scale", width)
            grades.append(art.beside(points, said, gap=1.0))
        gap = style.length(room.between(1.6, 2.6))
        columns = art.in_columns(grades, 2, gap=gap, between=GRADES_GAP)
        return art.above(heading, columns, gap=style.length(2.6))


def _span(least: int | None, most: int | None) -> Message:
    if most is None:
        return message("print.and-more", least=str(least))
    if least is None:
        return message("print.up-to", most=str(most))
    return message("print.from-to", least=str(least), most=str(most))


class TallyBlock(Block):
    """Print the lines of a board with what they are worth, a column for each player.

    Every cell shows its line's total, to be circled where the line is complete; the text
    `tally.note` says so above.
    """

    block: Literal["tally"]
    part: Annotated[Id, Names("part", (Squares,))]
    """The board."""

    def needs(self, game: Game) -> Iterator[Need]:
        """Yield the note, the kinds of lines and the sums."""
        board = known_part(game, self.part, Squares)
        keys = dict.fromkeys(f"line.{line.kind}" for line in board.lines()) if board else {}
        edge = ["edge"] if board and board.edges() else []
        for key in ("tally.note", *keys, *(f"score.{one}" for one in (*edge, "lines", "total"))):
            yield Need("texts", key, ("part",))

    def draw(self, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw a note how to fill it in, then the table over the room's width."""
        words, how = setting.text("tally.note"), setting.style.lettering(TEXT)
        note = how.fitted(words, "tally", room.width, language=setting.options.language)
        table = _Table(setting.game.part(self.part, Squares), setting, room).drawing()
        return art.above(note, table, gap=setting.style.length(2.5))


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the table: its cells are `player1.<id>`; `shown` is printed in every cell."""

    id: str
    words: str
    squares: tuple[Square, ...] = ()
    shown: str = ""
    is_sum: bool = False


class _Table:
    """A table being drawn: its rows, and how wide its columns are."""

    def __init__(self, board: Squares, setting: PrintContext, room: Room) -> None:
        self.board, self.setting, self.width = board, setting, room.width
        self.row = setting.style.length(room.between(7.0, 9.0))
        self.top = self.row * 1.45
        self.labels = setting.style.length(41.0)
        self.numbers = range(1, setting.game.head.players[1] + 1)
        self.each = (room.width - self.labels) / len(self.numbers)
        self.rows = tuple(self.listed())

    def listed(self) -> Iterator[_Row]:
        """Yield the edge, every line, and the sums."""
        said = self.setting.text
        if self.board.edges():
            yield _Row("score.edge", said("score.edge"), self.board.edges(), is_sum=True)
        for line in self.board.lines():
            # As said on the paper: `colonne 3x`.
            names = {"row": line.squares[0].row_id, "column": line.squares[0].column_id}
            words = f"{said(f'line.{line.kind}')} {names.get(line.kind, '')}".strip()
            yield _Row(f"line.{line.id}", words, line.squares, str(line.worth))
        yield _Row("score.lines", said("score.lines"), is_sum=True)
        yield _Row("score.total", said("score.total"), is_sum=True)

    def drawing(self) -> art.Drawing:
        """Return names, rows and rules."""
        quiet = self.setting.style.lettering(LABEL, "regular", "secondary")
        small = self.setting.style.lettering(LEAST_SIZE, "regular", "secondary")
        word = self.setting.said.field_word("player")
        shapes: list[art.Shape] = [*set_line(word, 1.0, self.top - self.row * 0.3, quiet)]
        cells: list[art.CellBox] = [self.box(f"name.{n}", n, 0.0, self.top) for n in self.numbers]
        for number, cell in zip(self.numbers, cells, strict=True):
            shapes += set_line(str(number), cell.x + 1.2, 1.2 + small.height, small)
        for number, row in enumerate(self.rows):
            y = self.top + number * self.row
            shapes += self.entry(row, y)
            cells += (self.box(f"player{n}.{row.id}", n, y, self.row) for n in self.numbers)
        shapes += self.rules()
        height = self.top + len(self.rows) * self.row
        return art.Drawing(self.width, height, tuple(shapes), tuple(cells))

    def box(self, name: str, player: int, y: art.Mm, height: art.Mm) -> art.CellBox:
        """Return a cell of a player's column."""
        label = f"{self.setting.said.field_word('player')} {player}"
        x = self.labels + (player - 1) * self.each
        return art.CellBox(name, label, x, y, self.each, height)

    def entry(self, row: _Row, y: art.Mm) -> Iterator[art.Shape]:
        """Yield a row: where the line lies, its name, its total in every column."""
        if row.is_sum:
            yield art.Rect(0.0, y, self.labels, self.row, "rule.tint")
        icon = 0.72 * self.row
        if row.squares:
            yield art.Placed(self.icon(row.squares, icon), 1.0, y + (self.row - icon) / 2)
        weight: Weight = "bold" if row.is_sum else "regular"
        how = self.setting.style.lettering(LABEL, weight, steps_down=True)
        start = icon + 3.0
        words = how.fitted(row.words, row.id, self.labels - start - 0.5)
        yield art.Placed(words, start, y + (self.row - words.height) / 2 + 0.3)
        total = self.setting.style.lettering(TEXT + 1, "regular", "secondary", "middle")
        for number in self.numbers if row.shown else ():
            x = self.labels + (number - 0.5) * self.each
            yield from set_middle(row.shown, x, y + self.row / 2, total)

    def icon(self, squares: tuple[Square, ...], side: art.Mm) -> art.Drawing:
        """Return the board in small with some squares filled."""
        step = side / max(len(self.board.columns), len(self.board.rows))
        stroke = art.Stroke("secondary", art.HAIRLINE)
        places = ((one.column * step, one.row * step) for one in self.board.all_cells())
        grid = (art.Rect(x, y, step, step, "white", stroke) for x, y in places)
        # Strokes with round ends, not areas: areas are white in outline.
        heavy = art.Stroke("ink", art.to_points(step * 0.75))
        middles = (((square.column + 0.5) * step, (square.row + 0.5) * step) for square in squares)
        filled = (art.Line(x - 0.05 * step, y, x + 0.05 * step, y, heavy) for x, y in middles)
        return art.Drawing(side, side, (*grid, *filled))

    def rules(self) -> Iterator[art.Shape]:
        """Yield the lines of the table, heavy about what is added up."""
        bottom = self.top + len(self.rows) * self.row
        thin, cell = art.Stroke("rule", art.WRITING_LINE), art.EDGE
        before = [self.rows[0], *self.rows]
        for number, row in enumerate(self.rows):
            y = self.top + number * self.row
            is_strong = row.is_sum or before[number].is_sum
            yield art.Line(0.0, y, self.width, y, cell if is_strong else thin)
        for number in self.numbers[:-1]:
            x = self.labels + number * self.each
            yield art.Line(x, 0.0, x, bottom, thin)
        yield art.Line(self.labels, 0.0, self.labels, bottom, cell)
        yield art.Rect(0.0, 0.0, self.width, bottom, None, cell, 0.9)
        y = bottom - self.row
        yield art.Rect(0.0, y, self.width, self.row, None, art.HEAVY, 0.9)
