"""A loto: boards for a class, the caller's cards, the order of the calls and the chances."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from generator.errors import LudokitError
from generator.game import Game
from generator.game.facts import ColourId, Id, Names
from generator.game.parts import Loto
from generator.game.parts.listing import LAYOUTS
from generator.listgames.contents import Item, draw_contents
from generator.listgames.loto.calls import DRAWS, LotoCalls, WinChance, call_loto, winning_call
from generator.listgames.loto.deal import LotoBoard, LotoDeal, deal_loto, loto_columns
from generator.listgames.planner import Contents, ListEntry, TeacherNotes, teacher_pages
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.imposition import LEAST_MARK, MARK_GAP, Piece
from generator.paper.measures import OUTER_MARGIN, PRINTABLE_EDGE
from generator.paper.page import SIZES, Copy, Page, PaperSize
from generator.printables.context import PrintContext
from generator.printables.marks import tone_outline
from generator.printables.page_furniture import (
    add_footers,
    count_grid_cuts,
    cut_pages,
    footer_height,
    sheet_id,
)
from generator.printables.printable import Finishing
from generator.printables.sketch import Sketch
from generator.reading.nodes import Path
from generator.words import Message, message

# The boards of a page: on the sheet lying on its side or not, how many across and down.
WAYS: Mapping[int, tuple[bool, int, int]] = {
    1: (True, 1, 1),
    2: (False, 1, 2),
    3: (False, 1, 3),
    4: (True, 2, 2),
}
# What is lost to cut marks on each side of a page.
RIM: art.Mm = MARK_GAP + LEAST_MARK
# From the trimmed edge of a board to its line, how wide its band of colour is, and to its cells.
FRAME: art.Mm = 2.0
COLOURED: art.Mm = 1.6
CELLS: art.Mm = 5.5
BOARD_HEAD: art.Mm = 8.5
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


class LotoEntry(ListEntry):
    """A loto: boards that are all different, cards for the caller, and the teacher's key."""

    kind: Literal["loto"]
    part: Annotated[Id, Names("part", (Loto,))]
    """The loto: of which list, which columns, what a board is like and what wins stands there."""
    colour: ColourId | None = None
    """The colour of the band about each board, one of the game's; left out, none."""

    supported_options = frozenset({"seed", "pupils", "per_page"})
    papers = tuple(SIZES)
    usual_per = "class"
    usual_weight = 160

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield sides of its own, too: what is printed would not be what is judged."""
        yield from super().faults(game)
        if self.sides:
            yield ("sides",), message("list.sides-of-part", part=self.part)

    def list_name(self, game: Game) -> str:
        return self._loto(game).list

    def columns(self, game: Game) -> Sequence[str]:
        return loto_columns(game, self._loto(game))

    def _loto(self, game: Game) -> Loto:
        return game.part(self.part, Loto)

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        found = self.called_items(setting)
        boards = self._board_pages(setting, found)
        called = [found[row] for row in sorted(self.calls(setting).order)]
        cards = cut_pages(_caller_cards(setting, called), setting)
        after = teacher_pages(self, setting, self._notes(setting, found))
        return add_footers(setting, [*boards, *cards, *after])

    def called_items(self, setting: PrintContext) -> Sequence[Item]:
        """Return the rows of the list, each with what is on the boards and what is called."""
        found = self.items(setting, len(self.columns(setting.game)))
        return [Item(one.number, (one.sides[0], one.sides[-1])) for one in found]

    def deal(self, setting: PrintContext) -> LotoDeal:
        """Deal the boards; raise LudokitError where the list is too short for them."""
        rows, layout = self.table(setting.game).rows, self._loto(setting.game).layout
        return deal_loto(len(rows), setting.options.pupils, layout, setting.options.seed)

    def calls(self, setting: PrintContext) -> LotoCalls:
        """Return how these boards are called."""
        rows, part = self.table(setting.game).rows, self._loto(setting.game)
        options = setting.options
        return call_loto(len(rows), options.pupils, part.layout, part.wins, options.seed)

    def copy_of(self, setting: PrintContext, part: str) -> art.Drawing | None:
        """Return the board that a name such as `loto/1.30.17` means: seed, pupils, its number."""
        name, _, numbers = part.partition("/")
        if name != self.part or not numbers:
            return None
        seed, pupils, number = map(int, numbers.split("."))
        options = replace(setting.options, seed=seed, pupils=pupils)
        of = replace(setting, options=options)
        boards = {number: self.deal(of).boards[number - 1]}
        return self._draw_boards(of, self.called_items(of), boards)[0]

    def contents(self, setting: PrintContext) -> Contents:
        """Return each board with its number and its items row by row, and the order of the calls.

        An item is called as on the boards, and in the order as it is called; a cell without one is
        null.
        """
        found, part = self.called_items(setting), self._loto(setting.game)
        words = {row: item.sides[0].words for row, item in enumerate(found)}
        boards = [
            {
                "board": number,
                "rows": [[None if c is None else words[c] for c in row] for row in one.rows],
            }
            for number, one in enumerate(self.deal(setting).boards, start=1)
        ]
        order = [found[row].sides[1].words for row in self.calls(setting).order]
        facts = {"layout": part.layout, "wins": part.wins, "calls": order}
        return Contents("boards", boards, facts)

    def finishing(self, setting: PrintContext, pages: Sequence[Page]) -> Finishing:
        # A board that has a page for itself is not cut.
        cut = (one for one in pages if len(one.copies) > 1 or (one.copies and one.furniture.shapes))
        return Finishing(setting.options.copies, cuts=count_grid_cuts(cut))

    def per_page(self, setting: PrintContext) -> int:
        """Return how many boards stand on a page; LudokitError for a number that is not offered."""
        options, layout = setting.options, LAYOUTS[self._loto(setting.game).layout]
        is_small = options.paper == "a5"
        usual = 3 if layout.columns > 2 * layout.rows else 2
        wanted = options.per_page or (1 if options.large or is_small else usual)
        offered = [1] if is_small else [*WAYS]
        if wanted not in offered:
            fitting = tuple(map(str, offered))
            raise LudokitError(message("print.per-page", asked=str(wanted), fitting=fitting))
        return wanted

    def _board_pages(self, setting: PrintContext, found: Sequence[Item]) -> Sequence[Page]:
        """Plan the boards, as many on a page as wanted; one on a page has all of it, uncut."""
        count = self.per_page(setting)
        sheet, size = _board_room(setting, count)
        boards = dict(enumerate(self.deal(setting).boards, start=1))
        drawn = self._draw_boards(setting, found, boards) * setting.options.copies
        if count == 1:
            at = (sheet.width - size[0]) / 2, PRINTABLE_EDGE + RIM
            return [
                Page(sheet, copies=(Copy(number, art.Placed(one, *at)),))
                for number, one in enumerate(drawn, start=1)
            ]
        return cut_pages([Piece(one.title, one) for one in drawn], setting)

    def _draw_boards(
        self, setting: PrintContext, found: Sequence[Item], boards: Mapping[int, LotoBoard]
    ) -> list[art.Drawing]:
        """Draw boards by their numbers; raise DataError with each cell whose words do not fit."""
        _, size = _board_room(setting, self.per_page(setting))
        first, head = next(iter(boards.values())), setting.style.length(BOARD_HEAD)
        grid = BoardGrid(size, first.columns, len(first.rows), head)
        wide, high = grid.cell_size
        room = wide - 2 * INSET, high - 2 * INSET
        held = (cell for board in boards.values() for cell in board.cells if cell is not None)
        contents = (found[cell].sides[0] for cell in held)
        faces = draw_contents(dict.fromkeys(contents, room), setting)
        star = tone_outline(
            "star", (wide / 2, high / 2), STAR * min(wide, high), "white", art.HEAVY
        )
        is_free = grid.columns == grid.rows
        blank = art.Drawing(wide, high, (star,) if is_free else tuple(_hatching(wide, high)))
        drawn = []
        for number, board in boards.items():
            shown = [None if c is None else faces[found[c].sides[0]] for c in board.cells]
            sketch = _begin_board(setting, grid, number, self.colour)
            _fill_cells(sketch, grid, shown, blank)
            title = setting.say(message("list.loto-board", number=number))
            drawn.append(sketch.drawing(*size, title))
        return drawn

    def _notes(self, setting: PrintContext, found: Sequence[Item]) -> TeacherNotes:
        """Return rules, label, chances, and what to call, with boxes to tick."""
        wins = self._loto(setting.game).wins
        boards, called = self.deal(setting).boards, self.calls(setting)
        lines = [
            f"☐ {number}.\u00a0\u00a0{_caller_line(found[row])}"
            for number, row in enumerate(called.order, start=1)
        ]
        ends = [winning_call(board, called.order, wins) for board in boards]
        first = min(end for end in ends if end is not None)
        return TeacherNotes(
            "list.loto-rules-line" if wins == "line" else "list.loto-rules-full",
            {"n": len(boards), "cards": len(called.order)},
            message("list.loto-key", n=first, board=1 + ends.index(first)),
            lines,
            "list.loto-label",
            _draw_chances(setting, called.chances),
        )


def _board_room(setting: PrintContext, count: int) -> tuple[PaperSize, art.Size]:
    """Return the sheet that so many boards stand on, and how large each can be."""
    is_turned, across, down = WAYS[count]
    sheet = setting.options.size.rotated() if is_turned else setting.options.size
    width = sheet.width - 2 * (PRINTABLE_EDGE + RIM)
    height = sheet.height - PRINTABLE_EDGE - footer_height(setting, sheet) - 2 * RIM
    return sheet, (width / across - 0.01, height / down - 0.01)


def _caller_line(item: Item) -> str:
    """Return how the caller's list has an item: what is called, and what to look for."""
    board, call = (side.words for side in item.sides)
    return call if board == call or item.sides[0].cells[0].is_picture else f"{call} → {board}"


@dataclass(frozen=True, slots=True)
class BoardGrid:
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
    def cell_size(self) -> art.Size:
        """Return how large a cell is."""
        wide, high = self.size[0] - 2 * CELLS, self.size[1] - CELLS - self.top
        return wide / self.columns, high / self.rows

    def cell_corner(self, row: int, column: int) -> art.Point:
        """Return the top left of a cell."""
        return CELLS + column * self.cell_size[0], self.top + row * self.cell_size[1]


def _begin_board(
    setting: PrintContext, field: BoardGrid, number: int, colour: str | None
) -> Sketch:
    """Begin a board: its line with the band of colour inside, and its head.

    The head is the title, by which choices the board can be made again, and its number.
    """
    sketch, style, (width, height) = Sketch(setting), setting.style, field.size
    frame = art.Rect(FRAME, FRAME, width - 2 * FRAME, height - 2 * FRAME, "white", art.EDGE, 2.5)
    if colour is None:
        sketch.put(frame)
    else:
        sketch.banded_field(frame, colour, COLOURED)
    left, right, low = CELLS + 0.5, width - CELLS - 0.5, CELLS + field.head - 2.4
    bold = style.lettering(14.0, "bold")
    named = setting.say(message("list.loto-board", number=number))
    end = right - bold.width(named)
    sketch.write(named, end, low, bold)
    room = end - left - 6.0
    title = style.lettering(lettered.SECTION, "bold").narrow_to(setting.sentences.title, room * 0.6)
    begin = sketch.write(setting.sentences.title, left, low, title) + 4.0
    words = sheet_id(setting)
    quiet = style.lettering(lettered.LEAST_SIZE, "regular", "secondary")
    sketch.write(words, begin, low, quiet.narrow_to(words, end - 4.0 - begin))
    return sketch


def _fill_cells(
    sketch: Sketch, field: BoardGrid, shown: Sequence[art.Drawing | None], blank: art.Drawing
) -> None:
    """Put into each cell of a board what it shows, in its middle, and draw the lines."""
    wide, high = field.cell_size
    for place, drawn in enumerate(shown):
        row, column = divmod(place, field.columns)
        x, y = field.cell_corner(row, column)
        inner = drawn or blank
        sketch.place(inner, x + (wide - inner.width) / 2, y + (high - inner.height) / 2)
        if drawn is not None:
            name = f"r{row + 1}c{column + 1}"
            sketch.cells.append(art.CellBox(name, drawn.title, x, y, wide, high))
    edge = art.Rect(CELLS, field.top, wide * field.columns, high * field.rows, None, art.EDGE)
    ys = [field.cell_corner(row, 0)[1] for row in range(1, field.rows)]
    sketch.grid_lines(
        edge, ys, [field.cell_corner(0, column)[0] for column in range(1, field.columns)], art.EDGE
    )
    sketch.put(edge)


def _hatching(wide: art.Mm, high: art.Mm) -> Iterator[art.Line]:
    """Yield the lines of a cell that stays blank, hatched from corner to corner."""
    for step in range(1, int((wide + high) / HATCH) + 1):
        along = step * HATCH
        x1, x2 = max(0.0, along - high), min(along, wide)
        if x1 < x2:
            yield art.Line(x1, along - x1, x2, along - x2, art.THIN)


def _caller_cards(setting: PrintContext, called: Sequence[Item]) -> list[Piece]:
    """Draw the caller's cards: what is called, and under it what to look for on the boards."""
    width, height = (setting.style.length(side) for side in CARD)
    inset = setting.style.length(CARD_INSET)
    answer = setting.style.length(ANSWER)
    inner, high = width - 2 * inset, height - 2 * inset
    told = {one.sides[1]: _answer(one) for one in called}
    rooms = {one: (inner, high - answer if words else high) for one, words in told.items()}
    faces = draw_contents(rooms, setting, CALLED)
    how = setting.style.lettering(9.0, "regular", "secondary", "middle", steps_down=True)
    pieces = []
    for content, words in told.items():
        sketch, drawn = Sketch(setting), faces[content]
        side = width - 2 * CARD_FRAME, height - 2 * CARD_FRAME
        sketch.put(art.Rect(CARD_FRAME, CARD_FRAME, *side, None, art.PIECE, 2.5))
        sketch.place(drawn, (width - drawn.width) / 2, inset, rooms[content][1])
        if words:
            line = how.fit(words, "answer", inner)
            sketch.place(line, inset, height - inset - line.height + 0.8)
        pieces.append(Piece(content.words, sketch.drawing(width, height, content.words)))
    return pieces


def _answer(item: Item) -> str:
    """Return what a caller's card says under what is called, nothing where that is all."""
    board, call = item.sides
    is_told = board != call and not any(cell.is_picture for cell in board.cells)
    return f"→ {board.words}" if is_told else ""


def _draw_chances(setting: PrintContext, told: Sequence[WinChance]) -> art.Drawing:
    """Draw the chance that somebody has won after so many calls, and when it reaches shares."""
    style, width = setting.style, setting.options.size.width - 2 * OUTER_MARGIN
    how, bold = style.lettering(lettered.TEXT), style.lettering(lettered.SECTION, "bold")
    heading = bold.fit(setting.say("list.loto-chances"), "chances", width)
    reached = [next(one for one in told if one.share >= share) for share in SHARES]
    words = ", ".join(
        setting.say(
            message("list.loto-share", share=round(100 * share), calls=_call_count(one.calls))
        )
        for share, one in zip(SHARES, reached, strict=True)
    )
    note = setting.say(message("list.loto-chances-note", draws=DRAWS, shares=words))
    rows = [heading, how.fit(note, "chances", width)]
    open_ones = [one for one in told if one.share >= SEEN and one.low < SURE]
    step = next(n for n in STEPS if len(open_ones) <= n * MOST_ROWS or n == STEPS[-1])
    shown = [one for one in open_ones if one.calls % step == 0]
    rows += [_draw_chance(setting, one, width) for one in shown]
    return art.stack_down(*rows, gap=style.length(1.6))


def _call_count(count: int) -> Message:
    return message("list.loto-calls", n=count)


def _draw_chance(setting: PrintContext, one: WinChance, width: art.Mm) -> art.Drawing:
    """Draw a chance as a row: after how many calls, how large, and as long as that."""
    sketch, style = Sketch(setting), setting.style
    how = style.lettering(lettered.TEXT)
    high, (first, second) = style.length(ROW) - 1.6, (style.length(x) for x in COLUMNS)
    base = (high + how.height) / 2
    sketch.write(setting.say(_call_count(one.calls)), 0.0, base, how)
    share, margin = round(100 * one.share, 1), round(100 * one.margin, 1)
    told = setting.say(message("list.loto-chance", share=share, margin=margin))
    sketch.write(told, first, base, how)
    left, whole = first + second, width - first - second
    sketch.put(art.Rect(left, 0.0, whole, high, "white", art.QUIET))
    sketch.put(art.Rect(left, 0.0, whole * one.share, high, "secondary", art.THIN))
    return sketch.drawing(width, high)
