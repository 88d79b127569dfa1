"""Blocks to count and to reckon in: tracks, boxes to add up, a table of lines, grades by points."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field

from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import ColourId, Facts, Id, Names
from generator.game.parts import Boxes, Grid, Markers, Scale, Square, Squares, Supply, Track
from generator.paper import shapes as art
from generator.paper.measures import COLUMN_GAP
from generator.paper.shapes import EDGE, HEAVY, QUIET, CellBox, Drawing, Mm, Rect
from generator.paper.text import LABEL, LEAST_SIZE, SECTION, TEXT, Weight
from generator.printables.context import Context
from generator.printables.page_furniture import footnote_sign
from generator.printables.printable import Block, Room, known_part
from generator.printables.sketch import Sketch
from generator.words import Message, message, numeral

# The height of the line of words above boxes.
LABEL_ROOM: Mm = 3.4
# A box's side as a share of the height it stands in, the space to the next as a share of the side.
BOX_SIDE = 0.92
BOX_GAP = 0.24
# Boxes in several lines as a share of the pitch, and from one to the next.
LINED, LINED_PITCH = 0.7, 0.75
# The height of the line of numbers above the names of a table of players.
NUMBERS: Mm = 4.8
# The share of such a table that its heads of rows have.
LABELS = 0.19


def _box_height(setting: Context, room: Room) -> Mm:
    return min(room.between(0.66, 0.9) * room.pitch, setting.style.length(13.0))


class TrackBlock(Block):
    """Print a track of the game: boxes in a row under its name, the text named as the part."""

    block: Literal["track"]
    part: Annotated[Id, Names("part", (Track, Supply), texts=("{}",))]
    """The track, or tokens: a box to cross off for each of a colour."""
    colour: ColourId | None = None
    """The colour whose shape stands before the name."""
    share: Annotated[float, Field(gt=0, le=1)] = 1.0
    """The share of the width that the boxes take at most."""
    ends: bool = True
    """Whether the last box ends something: its outline is heavier."""
    in_line: Annotated[int, Field(ge=2, le=12)] | None = None
    """How many boxes a line has where they stand in several, each as large as a cell needs."""
    then: Annotated[Id, Names("part", (Track,))] | None = None
    """A track whose boxes come last, with a cross in each: what is crossed off once."""

    @property
    def parts(self) -> tuple[str, ...]:
        return (self.part, self.then) if self.then else (self.part,)

    def width_in_pitches(self, game: Game) -> float:
        return self.in_line * LINED_PITCH - (LINED_PITCH - LINED) if self.in_line else 0.0

    def draw(self, setting: Context, room: Room) -> Drawing:
        """Draw the boxes as wide as they need, `_box_height` high, under the track's name."""
        style, sketch, part = setting.style, Sketch(setting), setting.game.head.parts[self.part]
        track = part.track() if isinstance(part, Supply) else setting.game.part(self.part, Track)
        bold, top = style.lettering(LABEL, "bold"), style.length(LABEL_ROOM)
        y = bold.height
        words = setting.with_sign(self.colour, setting.text(self.part))
        bold = bold.narrow_to(words, room.width, LEAST_SIZE)
        end = sketch.write(words, 0.0, y, bold)
        if track.worth:
            plain = style.lettering(LABEL, "regular", "secondary")
            worth = f"{numeral(track.worth, plus=True)} {setting.say('print.each')}"
            end = sketch.write(worth, end + style.length(1.5), y, plain)
        boxes = [(cell, str(n)) for n, cell in enumerate(track.cell_ids(), start=track.first)]
        crossed = setting.game.part(self.then, Track).cell_ids() if self.then else ()
        boxes += ((cell, "×") for cell in crossed)
        each = self.in_line or len(boxes)
        most = room.width * self.share / (each * (1 + BOX_GAP) - BOX_GAP)
        side = min(_box_height(setting, room) * BOX_SIDE, most)
        gap, height = side * BOX_GAP, side / BOX_SIDE
        if self.in_line:
            side, pitch = LINED * room.pitch, LINED_PITCH * room.pitch
            gap, height = pitch - side, side + pitch * ((len(boxes) - 1) // each)
        faint = style.lettering(LABEL, "regular", "secondary", "middle")
        for number, (cell, name) in enumerate(boxes):
            line, place = divmod(number, each)
            at = (place * (side + gap), top + height - side, side, side)
            if self.in_line:
                at = (place * (side + gap), top + line * (side + gap), side, side)
            is_last = self.ends and number == track.boxes - 1
            box = CellBox(cell, name, *at)
            sketch.box(box, HEAVY if is_last else EDGE)
            if cell in crossed:
                sketch.centre(name, box.x + side / 2, box.y + side / 2, faint)
        return sketch.drawing(max(each * (side + gap) - gap, end), top + height)


class PlacesBlock(Block):
    """Print the boxes of a track as round places for tokens, after the text named as the part."""

    block: Literal["places"]
    part: Annotated[Id, Names("part", (Track,), texts=("{}",))]
    """The track."""
    colour: ColourId
    """The colour of the tokens that are laid on it."""

    def draw(self, setting: Context, room: Room) -> Drawing:
        track, sketch = setting.game.part(self.part, Track), Sketch(setting)
        # A place holds a token of 12 mm, wider ones where the sheet is.
        side = max(14.0, min(room.pitch * 0.98, 18.0))
        name = room.width * 0.24
        how = setting.style.lettering(SECTION, "bold", "ink", steps_down=True)
        words = how.fit(setting.text(self.part), self.part, name - 4.0)
        sketch.place(words, 0.0, 0.0, side)
        pitch = (room.width - name - side) / max(1, track.boxes - 1)
        number = setting.style.lettering(14.0, "bold", self.colour, "middle")
        for place, (box, cell) in enumerate(zip(track.numbers(), track.cell_ids(), strict=True)):
            x = name + place * pitch
            place_at = art.Circle(x + side / 2, side / 2, side / 2 - 0.3, None, EDGE)
            sketch.banded_field(place_at, self.colour)
            sketch.centre(str(box), x + side / 2, side / 2, number)
            sketch.cells.append(CellBox(cell, str(box), x, 0.0, side, side))
        return sketch.drawing(room.width, side)


class Addend(Facts):
    """A part of the score; its box is `score.<id>`, its word the text of that name."""

    id: Annotated[Id, Names("text", texts=("score.{}",))]
    """What the part of the score is called in records."""
    colour: ColourId | None = None
    """The colour of its box, and of the shape beside its word."""
    minus: bool = False
    """Whether it is taken off."""


TOTAL = Addend(id="total")


def addends(game: Game, parts: Iterable[str]) -> tuple[Addend, ...]:
    """Return what is added up where some parts are played on, in the order of the parts."""
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
    colour: ColourId | None = None
    """Whose points they are: its shape stands before, its name at the end of the boxes' names."""
    share: Annotated[float, Field(gt=0, le=1)] = 1.0
    """The share of the width that they take."""
    tall: bool = False
    """Whether there is room for names in two lines."""

    def needs(self, game: Game) -> Iterator[Need]:
        yield from super().needs(game)
        yield Need("texts", "score.total", ("block",))

    def draw(self, setting: Context, room: Room) -> Drawing:
        if room.games:
            return Drawing(room.width, 0.0)
        style, sketch, height = setting.style, Sketch(setting), _box_height(setting, room)
        lines = 2 if self.tall else 1
        top, sign = lines * style.length(LABEL_ROOM), style.length(4.0)
        how = style.lettering(LEAST_SIZE + 4, "bold", "secondary", "middle")
        boxes, left = (*self.sum, TOTAL), style.length(6.0) if self.colour else 0.0
        sketch.centre(setting.sign(self.colour), left / 3, top + height / 2, how)
        width = (room.width * self.share - left - sign * (len(boxes) - 1)) / len(boxes)
        for number, addend in enumerate(boxes):
            name, is_total = f"score.{addend.id}", addend is TOTAL
            x = left + number * (width + sign)
            label = setting.text(name)
            weight: Weight = "bold" if is_total else "regular"
            named = style.lettering(LABEL, weight, "ink", "middle", steps_down=True)
            words = f"{label} {setting.sign(addend.colour)}".strip()
            # It may reach over the signs beside the box, not out of the sheet.
            over = 1.5 if x > 0 and not is_total else 0.0
            word = named.fit(words, name, width + 2 * over, top + style.length(0.5))
            lower = top / 2 if self.tall and word.height < top / 2 else 0.0
            sketch.place(word, x - over, lower)
            called = ".".join(filter(None, (name, self.colour)))
            box = CellBox(called, label, x, top, width, height)
            sketch.box(box, HEAVY if is_total else EDGE, band=addend.colour)
            if number:
                words = "=" if is_total else "−" if addend.minus else "+"
                sketch.centre(words, x - sign / 2, top + height / 2, how)
        return sketch.drawing(room.width * self.share, top + height)


class ScaleBlock(Block):
    """Print the grades of a scale by points, best first, in two columns under its name.

    They are left out where what is written in would be too small with them, or not large.
    """

    block: Literal["scale"]
    part: Annotated[Id, Names("part", (Scale,))]
    """The scale; the words of its grades are the texts `grade.1`, `grade.2`..."""

    @property
    def is_dispensable(self) -> bool:
        return True

    def needs(self, game: Game) -> Iterator[Need]:
        scale = known_part(game, self.part, Scale)
        grades = range(1, len(scale.spans()) + 1) if scale is not None else ()
        for key in (self.part, *(f"grade.{number}" for number in grades)):
            yield Need("texts", key, ("part",))

    def draw(self, setting: Context, room: Room) -> Drawing:
        style, start = setting.style, setting.style.length(21.0)
        how = style.lettering(SECTION - 1, "bold")
        heading = how.fit(setting.text(self.part), "scale", room.width)
        width = (room.width - COLUMN_GAP) / 2 - start
        bold = style.lettering(TEXT, "bold", steps_down=True)
        grades = []
        for grade, span in enumerate(setting.game.part(self.part, Scale).spans(), start=1):
            points = bold.fit(setting.say(_points_range(*span)), "scale", start - 1.0)
            said = style.lettering(TEXT).fit(setting.text(f"grade.{grade}"), "scale", width)
            grades.append(art.row(points, said, gap=1.0))
        gap = style.length(room.between(1.6, 2.6))
        columns = art.in_columns(grades, 2, gap=gap, between=COLUMN_GAP)
        return art.column(heading, columns, gap=style.length(2.6))


def _points_range(least: int | None, most: int | None) -> Message:
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
    takes_names = True
    part: Annotated[Id, Names("part", (Squares,))]
    """The board."""

    def needs(self, game: Game) -> Iterator[Need]:
        board = known_part(game, self.part, Squares)
        keys = dict.fromkeys(f"line.{line.kind}" for line in board.lines()) if board else {}
        edge = ["edge"] if board and board.edges() else []
        for key in ("tally.note", *keys, *(f"score.{one}" for one in (*edge, "lines", "total"))):
            yield Need("texts", key, ("part",))

    def draw(self, setting: Context, room: Room) -> Drawing:
        words = f"{setting.text('tally.note')} {footnote_sign(setting, self.part)}".strip()
        how = setting.style.lettering(TEXT)
        note = how.fit(words, "tally", room.width, language=setting.options.language)
        table = _TallySketch(setting.game.part(self.part, Squares), setting, room).draw()
        return art.column(note, table, gap=setting.style.length(2.5))


@dataclass(frozen=True, slots=True)
class _TallyRow:
    """A row of the table: its cells are `player1.<id>`; `shown` is printed in every cell."""

    id: str
    words: str
    squares: tuple[Square, ...] = ()
    shown: str = ""
    is_sum: bool = False


class _TallySketch(Sketch):
    def __init__(self, board: Squares, setting: Context, room: Room) -> None:
        super().__init__(setting)
        self.board, self.width = board, room.width
        self.player = setting.sentences.field_word("player")
        self.row = self.style.length(room.between(7.0, 9.0))
        # The numbers of players, and below them room for their names.
        self.head = self.style.length(NUMBERS)
        self.top = self.head + self.row * 1.2
        # In large type two glued sheets meet between columns.
        self.labels = max(self.style.length(41.0), LABELS * room.width)
        self.numbers = range(1, setting.game.head.players[1] + 1)
        self.each = (room.width - self.labels) / len(self.numbers)
        self.rows = tuple(self.table_rows())
        self.bottom = self.top + len(self.rows) * self.row

    def table_rows(self) -> Iterator[_TallyRow]:
        said = self.setting.text
        if self.board.edges():
            yield _TallyRow("score.edge", said("score.edge"), self.board.edges(), is_sum=True)
        for line in self.board.lines():
            # As said on the paper: `colonne 3x`.
            names = {"row": line.squares[0].row_id, "column": line.squares[0].column_id}
            words = f"{said(f'line.{line.kind}')} {names.get(line.kind, '')}".strip()
            yield _TallyRow(f"line.{line.id}", words, line.squares, str(line.worth))
        yield _TallyRow("score.lines", said("score.lines"), is_sum=True)
        yield _TallyRow("score.total", said("score.total"), is_sum=True)

    def draw(self) -> Drawing:
        quiet = self.style.lettering(LABEL, "regular", "secondary")
        small = self.style.lettering(LABEL, "regular", "secondary", "middle")
        self.write(self.player, 1.0, (self.head + self.top + quiet.height) / 2, quiet)
        for n in self.numbers:
            self.column(f"name.{n}", n, self.head, self.top - self.head)
            self.centre(str(n), self.x(n + 0.5), self.head / 2, small)
        for number, row in enumerate(self.rows):
            self.draw_row(row, self.top + number * self.row)
        self.draw_rules()
        return self.drawing(self.width, self.bottom)

    def x(self, player: float) -> Mm:
        return self.labels + (player - 1) * self.each

    def column(self, name: str, player: int, y: Mm, height: Mm) -> None:
        box = (self.x(player), y, self.each, height)
        self.cells.append(CellBox(name, f"{self.player} {player}", *box))

    def draw_row(self, row: _TallyRow, y: Mm) -> None:
        if row.is_sum:
            self.put(Rect(0.0, y, self.labels, self.row, "rule.tint"))
        icon = 0.84 * self.row
        if row.squares:
            self.place(self.icon(row.squares, icon), 1.0, y, self.row)
        weight: Weight = "bold" if row.is_sum else "regular"
        how = self.style.lettering(LABEL, weight, steps_down=True)
        start = icon + 3.0
        words = how.fit(row.words, row.id, self.labels - start - 0.5)
        self.place(words, start, y + 0.3, self.row)
        total = self.style.lettering(TEXT + 1, "regular", "secondary", "middle")
        for n in self.numbers:
            if row.shown:
                self.centre(row.shown, self.x(n + 0.5), y + self.row / 2, total)
            self.column(f"player{n}.{row.id}", n, y, self.row)

    def icon(self, squares: tuple[Square, ...], side: Mm) -> Drawing:
        step = side / max(len(self.board.columns), len(self.board.rows))
        places = ((one.column * step, one.row * step) for one in self.board.all_cells())
        grid = (Rect(x, y, step, step, "white", art.THIN) for x, y in places)
        # Strokes with round ends, not areas: areas are white in outline.
        heavy = art.Stroke("ink", art.to_points(step * 0.75))
        middles = (((square.column + 0.5) * step, (square.row + 0.5) * step) for square in squares)
        filled = (art.Line(x - 0.05 * step, y, x + 0.05 * step, y, heavy) for x, y in middles)
        return Drawing(side, side, (*grid, *filled))

    def draw_rules(self) -> None:
        whole = Rect(0.0, 0.0, self.width, self.bottom, None, EDGE, 0.9)
        for number, (before, row) in enumerate(pairwise((self.rows[0], *self.rows))):
            stroke = EDGE if row.is_sum or before.is_sum else QUIET
            self.grid_lines(whole, (self.top + number * self.row,), (), stroke)
        self.grid_lines(whole, (), map(self.x, self.numbers[1:]), QUIET)
        self.grid_lines(whole, (), (self.labels,), EDGE)
        self.grid_lines(
            replace(whole, x=self.labels, width=self.width - self.labels), (self.head,), (), QUIET
        )
        self.put(whole)
        y = self.bottom - self.row
        self.put(Rect(0.0, y, self.width, self.row, None, HEAVY, 0.9))
