"""What a loto shows: its boards, the caller's cards, and the chance that somebody has won."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.imposition import Piece
from generator.paper.page import OUTER_MARGIN
from generator.printables import listed
from generator.printables.context import PrintContext
from generator.printables.listed import Content, Item
from generator.printables.marks import outline
from generator.printables.pages import sheet_id
from generator.printables.sketch import Sketch
from generator.tables.loto import Board
from generator.tables.loto_calls import DRAWS, Chance
from generator.words import Message, message

# From the trimmed edge of a board to its line, how wide its band of colour is, and to its cells.
FRAME: art.Mm = 2.0
COLOURED: art.Mm = 1.6
CELLS: art.Mm = 5.5
HEAD: art.Mm = 8.5
# White between the line of a cell and what stands in it.
INSET: art.Mm = 1.6
# How far apart the lines lie that hatch a blank cell; how much of a free one its star takes.
HATCH: art.Mm = 2.6
STAR = 0.36
# A caller's card, its line, the white about what is read on it, its last line, and how
# large the words above that are at most.
CARD: art.Size = (46.0, 30.0)
CARD_FRAME: art.Mm = 1.5
CARD_INSET: art.Mm = 4.0
ANSWER: art.Mm = 6.0
CALLED: art.Pt = 44.0
# A row of the chances, its columns, and the share from which on nobody asks any more.
ROW: art.Mm = 5.2
COLUMNS: tuple[art.Mm, ...] = (30.0, 52.0)
SEEN, SURE = 0.0005, 0.995
SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
STEPS = (1, 5, 10)
MOST_ROWS = 26


@dataclass(frozen=True, slots=True)
class Field:
    """Where the cells of a board lie: its trimmed size, its columns and rows, and its head."""

    size: art.Size
    columns: int
    rows: int
    head: art.Mm

    @property
    def top(self) -> art.Mm:
        """Return how far down the cells begin."""
        return CELLS + self.head

    @property
    def cell(self) -> art.Size:
        """Return how large a cell is."""
        wide, high = self.size[0] - 2 * CELLS, self.size[1] - CELLS - self.top
        return wide / self.columns, high / self.rows

    def at(self, row: int, column: int) -> art.Point:
        """Return the top left of a cell."""
        return CELLS + column * self.cell[0], self.top + row * self.cell[1]


@dataclass(frozen=True, slots=True)
class Look:
    """How boards look: what each row of the list shows, their trimmed size, and their colour."""

    setting: PrintContext
    found: Sequence[Item]
    size: art.Size
    colour: str | None

    def boards(self, numbered: Mapping[int, Board]) -> list[art.Drawing]:
        """Draw boards of one layout by their numbers.

        Raise DataError with each cell of the table whose words do not fit.
        """
        first, head = next(iter(numbered.values())), self.setting.style.length(HEAD)
        field = Field(self.size, first.columns, len(first.rows), head)
        wide, high = field.cell
        room = wide - 2 * INSET, high - 2 * INSET
        held = (cell for board in numbered.values() for cell in board.cells if cell is not None)
        contents = (self.found[cell].sides[0] for cell in held)
        faces = listed.all_drawn(contents, lambda one: listed.drawn(one, self.setting, room))
        blank = _star(wide, high) if field.columns == field.rows else _hatched(wide, high)
        drawn = []
        for number, board in numbered.items():
            shown = [None if c is None else faces[self.found[c].sides[0]] for c in board.cells]
            sketch = _begun(self.setting, field, number, self.colour)
            _fill(sketch, field, shown, blank)
            title = self.setting.say(message("list.loto-board", number=number))
            drawn.append(sketch.drawing(*self.size, title))
        return drawn


def _begun(setting: PrintContext, field: Field, number: int, colour: str | None) -> Sketch:
    """Begin a board: its line with the band of colour inside, its title and its number."""
    sketch, (width, height) = Sketch(setting), field.size
    frame = art.Rect(FRAME, FRAME, width - 2 * FRAME, height - 2 * FRAME, "white", art.EDGE, 2.5)
    if colour is None:
        sketch.put(frame)
    else:
        inner = replace(art.inset(frame, COLOURED), fill="white", stroke=None)
        sketch.put(replace(frame, fill=colour), inner)
    _head(sketch, width, number, field.head)
    return sketch


def _fill(
    sketch: Sketch, field: Field, shown: Sequence[art.Drawing | None], blank: art.Drawing
) -> None:
    """Put into each cell of a board what it shows, in its middle, and draw the lines."""
    wide, high = field.cell
    for place, drawn in enumerate(shown):
        row, column = divmod(place, field.columns)
        x, y = field.at(row, column)
        inner = drawn or blank
        sketch.place(inner, x + (wide - inner.width) / 2, y + (high - inner.height) / 2)
        if drawn is not None:
            name = f"r{row + 1}c{column + 1}"
            sketch.cells.append(art.CellBox(name, drawn.title, x, y, wide, high))
    edge = art.Rect(CELLS, field.top, wide * field.columns, high * field.rows, None, art.EDGE)
    ys = [field.at(row, 0)[1] for row in range(1, field.rows)]
    sketch.rule(edge, ys, [field.at(0, column)[0] for column in range(1, field.columns)], art.EDGE)
    sketch.put(edge)


def _head(sketch: Sketch, width: art.Mm, number: int, head: art.Mm) -> None:
    """Set the head of a board: title, by which choices it can be made again, and its number."""
    setting, style = sketch.setting, sketch.style
    left, right, low = CELLS + 0.5, width - CELLS - 0.5, CELLS + head - 2.4
    bold = style.lettering(14.0, "bold")
    named = setting.say(message("list.loto-board", number=number))
    end = right - bold.width(named)
    sketch.write(named, end, low, bold)
    room = end - left - 6.0
    title = style.lettering(lettered.SECTION, "bold").narrowed(setting.said.title, room * 0.6)
    begin = sketch.write(setting.said.title, left, low, title) + 4.0
    words = sheet_id(setting)
    quiet = style.lettering(lettered.LEAST_SIZE, "regular", "secondary")
    sketch.write(words, begin, low, quiet.narrowed(words, end - 4.0 - begin))


def _star(wide: art.Mm, high: art.Mm) -> art.Drawing:
    """Draw the free cell of a board: a star."""
    star = outline("star", (wide / 2, high / 2), STAR * min(wide, high), "white", art.HEAVY)
    return art.Drawing(wide, high, (star,))


def _hatched(wide: art.Mm, high: art.Mm) -> art.Drawing:
    """Draw a cell that stays blank, hatched from corner to corner."""
    lines = list[art.Line]()
    for step in range(1, int((wide + high) / HATCH) + 1):
        along = step * HATCH
        x1, x2 = max(0.0, along - high), min(along, wide)
        if x1 < x2:
            lines.append(art.Line(x1, along - x1, x2, along - x2, art.THIN))
    return art.Drawing(wide, high, tuple(lines))


def cards(setting: PrintContext, called: Sequence[Item]) -> list[Piece]:
    """Draw the caller's cards: what is called, and under it what to look for on the boards."""
    width, height = (setting.style.length(side) for side in CARD)
    inset = setting.style.length(CARD_INSET)
    answer = setting.style.length(ANSWER)
    room = width - 2 * inset, height - 2 * inset
    told = {one.sides[1]: _answer(one) for one in called}

    def draw(content: Content) -> art.Drawing:
        low = answer if told[content] else 0.0
        return listed.drawn(content, setting, (room[0], room[1] - low), CALLED)

    faces = listed.all_drawn(told, draw)
    how = setting.style.lettering(9.0, "regular", "secondary", "middle", steps_down=True)
    pieces = []
    for content, words in told.items():
        sketch, drawn = Sketch(setting), faces[content]
        side = width - 2 * CARD_FRAME, height - 2 * CARD_FRAME
        sketch.put(art.Rect(CARD_FRAME, CARD_FRAME, *side, None, art.PIECE, 2.5))
        low = answer if words else 0.0
        free = room[1] - low - drawn.height
        sketch.place(drawn, (width - drawn.width) / 2, inset + free / 2)
        if words:
            line = how.fitted(words, "answer", room[0])
            sketch.place(line, inset, height - inset - line.height + 0.8)
        pieces.append(Piece(content.words, sketch.drawing(width, height, content.words)))
    return pieces


def _answer(item: Item) -> str:
    """Return what a caller's card says under what is called, nothing where that is all."""
    board, call = item.sides
    is_told = board != call and not any(cell.is_picture for cell in board.cells)
    return f"→ {board.words}" if is_told else ""


def chances(setting: PrintContext, told: Sequence[Chance]) -> art.Drawing:
    """Draw the chance that somebody has won after so many calls, and when it reaches shares."""
    style, width = setting.style, setting.options.size.width - 2 * OUTER_MARGIN
    how, bold = style.lettering(lettered.TEXT), style.lettering(lettered.SECTION, "bold")
    heading = bold.fitted(setting.say("list.loto-chances"), "chances", width)
    reached = [next(one for one in told if one.share >= share) for share in SHARES]
    words = ", ".join(
        setting.say(message("list.loto-share", share=round(100 * share), calls=_calls(one.calls)))
        for share, one in zip(SHARES, reached, strict=True)
    )
    note = setting.say(message("list.loto-chances-note", draws=DRAWS, shares=words))
    rows = [heading, how.fitted(note, "chances", width)]
    open_ones = [one for one in told if one.share >= SEEN and one.low < SURE]
    step = next(n for n in STEPS if len(open_ones) <= n * MOST_ROWS or n == STEPS[-1])
    shown = [one for one in open_ones if one.calls % step == 0]
    rows += [_bar(setting, one, width) for one in shown]
    return art.above(*rows, gap=style.length(1.6))


def _calls(count: int) -> Message:
    return message("list.loto-calls", n=count)


def _bar(setting: PrintContext, one: Chance, width: art.Mm) -> art.Drawing:
    """Draw a chance as a row: after how many calls, how large, and as long as that."""
    sketch, style = Sketch(setting), setting.style
    how = style.lettering(lettered.TEXT)
    high, (first, second) = style.length(ROW) - 1.6, (style.length(x) for x in COLUMNS)
    base = (high + how.height) / 2
    sketch.write(setting.say(_calls(one.calls)), 0.0, base, how)
    share, margin = round(100 * one.share, 1), round(100 * one.margin, 1)
    told = setting.say(message("list.loto-chance", share=share, margin=margin))
    sketch.write(told, first, base, how)
    left, whole = first + second, width - first - second
    sketch.put(art.Rect(left, 0.0, whole, high, "white", art.QUIET))
    sketch.put(art.Rect(left, 0.0, whole * one.share, high, "secondary", art.THIN))
    return sketch.drawing(width, high)
