"""A loto: boards for a class, the caller's cards, the order of the calls and the chances."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Literal

from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.game.facts import ColourId, Id, Names
from generator.game.parts import Loto
from generator.game.parts.listing import LAYOUTS, USUAL_LAYOUTS
from generator.listgames.card_set import BLANK, draw_contents, word_margin
from generator.listgames.frames import (
    BAND,
    DeckLook,
    FamilySign,
    boxes_in,
    draw_frame,
    place_emblem,
    row_signs,
    sign_legend,
)
from generator.listgames.loto.deal import (
    DRAWS,
    LotoBoard,
    LotoCalls,
    call_loto,
    deal_loto,
    loto_columns,
    usual_layout,
    winning_call,
)
from generator.listgames.planner import DealtGame, Item, ListEntry, teacher_pages
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.imposition import LEAST_MARK, MARK_GAP, Piece
from generator.paper.measures import OUTER_MARGIN, PRINTABLE_EDGE
from generator.paper.page import SIZES, Box, Copy, Page, PaperSize
from generator.paper.shapes import EDGE, THIN, Drawing, Mm, Rect, Size
from generator.printables.context import Context
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
RIM: Mm = MARK_GAP + LEAST_MARK
# From the trimmed edge of a board to its line and to its cells, and of a caller's card.
FRAME: Mm = 2.0
CELLS: Mm = 5.5
CARD_FRAME: Mm = 1.5
# A caller's card, and how much larger it may be.
CARD, CARD_SCALES = (46.0, 30.0), (1.0, 1.5, 2.0)
# The chances of which a teacher is told: one in four, one in two, nineteen in twenty.
CHANCES = {"list.loto-chance-25": 0.25, "list.loto-chance-50": 0.5, "list.loto-chance-95": 0.95}


class LotoEntry(ListEntry):
    """A loto: boards that are all different, cards for the caller, and the teacher's key."""

    kind: Literal["loto"]
    part: Annotated[Id, Names("part", (Loto,))]
    """The loto: of which list, which columns, what a board is like and what wins stands there."""
    colour: ColourId | None = None
    """The colour of the band about each board, one of the game's; left out, that of its face, else
    none."""

    supported_options = frozenset({"seed", "pupils", "per_page"})
    label = "list.loto-label"
    papers = tuple(SIZES)
    usual_per = "class"
    usual_weight = 160

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield sides of its own, too: what is printed would not be what is judged."""
        yield from super().faults(game)
        if self.sides:
            yield ("sides",), message("list.sides-of-part", part=self.part)

    def list_name(self, game: Game) -> str:
        return self.loto(game).list

    def columns(self, game: Game) -> Sequence[str]:
        return loto_columns(game, self.loto(game))

    def loto(self, game: Game) -> Loto:
        """Return what its boards are like."""
        return game.part(self.part, Loto)

    def choices(self, setting: Context) -> tuple[Message, ...]:
        layout, rows = self.loto(setting.game).layout, len(self.table(setting.game).rows)
        if layout not in USUAL_LAYOUTS[1:] or layout != usual_layout(rows, setting.options.pupils):
            return ()
        return (message("list.loto-smaller", n=rows, layout=layout.replace("x", " × ")),)

    def plan(self, setting: Context) -> tuple[Page, ...]:
        found = self.called_items(setting)
        boards = self._board_pages(setting, found)
        called = [found[row] for row in sorted(self.calls(setting)[0])]
        cards = _caller_pages(setting, called, row_signs(self.table(setting.game), setting.game))
        after = teacher_pages(
            self, setting, self.deal(setting), n=len(self.boards(setting)), cards=len(called)
        )
        return add_footers(setting, [*boards, *cards, *after])

    def called_items(self, setting: Context) -> Sequence[Item]:
        """Return the rows of the list, each with what is on the boards and what is called."""
        found = self.items(setting, max(1, len(self.columns(setting.game))))
        return [Item(one.number, (one.sides[0], one.sides[-1])) for one in found]

    def boards(self, setting: Context) -> Sequence[LotoBoard]:
        """Deal the boards; raise LudokitError where the list is too short for them."""
        rows, layout = self.table(setting.game).rows, self.loto(setting.game).layout
        return deal_loto(len(rows), setting.options.pupils, layout, setting.options.seed).boards

    def calls(self, setting: Context) -> LotoCalls:
        """Return how these boards are called."""
        rows, part = self.table(setting.game).rows, self.loto(setting.game)
        options = setting.options
        return call_loto(len(rows), options.pupils, part.layout, part.wins, options.seed)

    def copy_of(self, setting: Context, part: str) -> Drawing | None:
        """Return the board that a name such as `loto/1.30.17` means: seed, pupils, its number."""
        name, _, numbers = part.partition("/")
        if name != self.part or not numbers:
            return None
        seed, pupils, number = map(int, numbers.split("."))
        options = replace(setting.options, seed=seed, pupils=pupils)
        of = replace(setting, options=options)
        boards = {number: self.boards(of)[number - 1]}
        return self._draw_boards(of, self.called_items(of), boards)[0]

    def deal(self, setting: Context) -> DealtGame:
        """Return each board row by row, null where no item is, and the order of the calls."""
        found, part = self.called_items(setting), self.loto(setting.game)
        dealt, (order, told) = self.boards(setting), self.calls(setting)
        words: dict[int | None, str | None] = {None: None}
        words |= {row: item.sides[0].words for row, item in enumerate(found)}
        listed = [
            {"board": number, "rows": [[words[cell] for cell in row] for row in one.rows]}
            for number, one in enumerate(dealt, start=1)
        ]
        calls = [found[row].sides[1].words for row in order]
        chances = [
            {"calls": one.calls, "share": round(one.share, 4), "margin": round(one.margin, 4)}
            for one in told
        ]
        facts = {"layout": part.layout, "wins": part.wins, "calls": calls, "chances": chances}
        lines = [
            f"☐ {number}.\u00a0\u00a0{_caller_line(found[row])}"
            for number, row in enumerate(order, start=1)
        ]
        lines += sign_legend(self.table(setting.game), setting.game)
        rules = "list.loto-rules-line" if part.wins == "line" else "list.loto-rules-full"
        ends = [winning_call(board, order, part.wins) for board in dealt]
        first = min(end for end in ends if end is not None)
        key = message("list.loto-key", n=first, board=1 + ends.index(first))
        return DealtGame("boards", listed, rules, key, lines, facts=facts)

    def finishing(self, setting: Context, pages: Sequence[Page]) -> Finishing:
        # A board that has a page for itself is not cut.
        cut = (one for one in pages if len(one.copies) > 1 or (one.copies and one.furniture.shapes))
        return Finishing(setting.options.copies, cuts=count_grid_cuts(cut))

    def per_page(self, setting: Context) -> int:
        """Return how many boards stand on a page; LudokitError for a number that is not offered."""
        options, layout = setting.options, LAYOUTS[self.loto(setting.game).layout]
        is_small = options.paper == "a5"
        usual = 3 if layout.columns > 2 * layout.rows else 2
        wanted = options.per_page or (1 if options.large or is_small else usual)
        offered = [1] if is_small else [*WAYS]
        if wanted not in offered:
            fitting = tuple(map(str, offered))
            raise LudokitError(message("print.per-page", asked=str(wanted), fitting=fitting))
        return wanted

    def _board_pages(self, setting: Context, found: Sequence[Item]) -> Sequence[Page]:
        count = self.per_page(setting)
        sheet, size = _board_room(setting, count)
        boards = dict(enumerate(self.boards(setting), start=1))
        drawn = self._draw_boards(setting, found, boards) * setting.options.copies
        blank = self._draw_blank_board(setting, size)
        if count == 1:
            at = (sheet.width - size[0]) / 2, PRINTABLE_EDGE + RIM
            return [
                Page(sheet, copies=(Copy(number, art.Placed(one, *at)),))
                for number, one in enumerate(drawn, start=1)
            ]
        spare = [] if blank is None else [Piece("blank", blank)]
        return cut_pages([Piece(one.title, one) for one in drawn], setting, spare=spare)

    def _draw_blank_board(self, setting: Context, size: Size) -> Drawing | None:
        """Draw a board to write on, none where blank cells are the game's own."""
        layout = LAYOUTS[self.loto(setting.game).layout]
        if layout.blanks != "none":
            return None
        board = LotoBoard((None,) * (layout.rows * layout.columns), layout.columns)
        return _BoardSketch(setting, size, None, board).draw(self.colour, {}, BLANK)

    def _draw_boards(
        self, setting: Context, found: Sequence[Item], boards: Mapping[int, LotoBoard]
    ) -> list[Drawing]:
        _, size = _board_room(setting, self.per_page(setting))
        sketches = [_BoardSketch(setting, size, *one) for one in boards.items()]
        wide, high = sketches[0].cell_size
        margin = word_margin(setting, (wide, high))
        room = wide - 2 * margin, high - 2 * margin
        held = (row for board in boards.values() for row in board.cells if row is not None)
        contents = {row: found[row].sides[0] for row in held}
        drawn = draw_contents(dict.fromkeys(contents.values(), room), setting)
        faces = {row: drawn[content] for row, content in contents.items()}
        blank = _draw_blank(wide, high, is_free=sketches[0].rows == sketches[0].columns)
        return [one.draw(self.colour, faces, blank) for one in sketches]

    def draw_aside(self, setting: Context) -> Drawing:
        """Draw at which call it is likely so far that somebody has won."""
        _, told = self.calls(setting)
        style, width = setting.style, setting.options.size.width - 2 * OUTER_MARGIN
        bold = style.lettering(lettered.SECTION, "bold")
        heading = bold.fit(setting.say("list.loto-chances"), "chances", width)
        note = setting.say(message("list.loto-chances-note", draws=DRAWS))
        reached = {
            chance: next(one.calls for one in told if one.share >= chance[1])
            for chance in CHANCES.items()
        }
        rows = [_draw_chance(setting, *one, width) for one in reached.items()]
        how = style.lettering(lettered.TEXT)
        return art.column(heading, *rows, how.fit(note, "chances", width), gap=style.length(2.6))


def _board_room(setting: Context, count: int) -> tuple[PaperSize, Size]:
    is_turned, across, down = WAYS[count]
    sheet = setting.options.size.rotated() if is_turned else setting.options.size
    width = sheet.width - 2 * (PRINTABLE_EDGE + RIM)
    height = sheet.height - PRINTABLE_EDGE - footer_height(setting, sheet) - 2 * RIM
    return sheet, (width / across - 0.01, height / down - 0.01)


def _caller_line(item: Item) -> str:
    return f"{item.sides[1].words} {_answer(item)}".strip()


class _BoardSketch(Sketch):
    def __init__(
        self,
        setting: Context,
        size: Size,
        number: int | None,
        board: LotoBoard,
    ) -> None:
        super().__init__(setting)
        self.size, self.number, self.board = size, number, board
        self.columns, self.rows = board.columns, len(board.rows)
        self.head = self.style.length(8.5)
        self.top = CELLS + self.head
        wide, high = size[0] - 2 * CELLS, size[1] - CELLS - self.top
        self.cell_size = wide / self.columns, high / self.rows

    def draw(
        self,
        colour: str | None,
        faces: Mapping[int, Drawing],
        blank: Drawing,
    ) -> Drawing:
        width, height = self.size
        line = width - 2 * FRAME, height - 2 * FRAME
        frame = Rect(FRAME, FRAME, *line, "white", EDGE, 2.5)
        if self.setting.game.head.face is not None:
            self.place(draw_frame(self.setting, self.size, FRAME + BAND, colour or ""), 0.0, 0.0)
        elif colour is None:
            self.put(frame)
        else:
            self.banded_field(frame, colour, 1.6)
        number = self.number
        name = self.setting.say(message("list.loto-board", number=number)) if number else ""
        self.draw_head(name)
        self.fill_cells(faces, blank)
        return self.drawing(width, height, name)

    def draw_head(self, name: str) -> None:
        left, right = CELLS + 0.5, self.size[0] - CELLS - 0.5
        low = CELLS + self.head - 2.4
        left = place_emblem(self, (CELLS, CELLS - 0.6), self.head - 0.8) or left
        bold = self.style.lettering(14.0, "bold")
        title = self.setting.sentences.title
        end = right - bold.width(name)
        self.write(name, end, low, bold)
        section = self.style.lettering(lettered.SECTION, "bold")
        fitting = section.narrow_to(title, (end - left - 6.0) * 0.6)
        begin = self.write(title, left, low, fitting) + 4.0
        words = sheet_id(self.setting)
        quiet = self.style.lettering(lettered.LEAST_SIZE, "regular", "secondary")
        self.write(words, begin, low, quiet.narrow_to(words, end - 4.0 - begin))

    def fill_cells(self, faces: Mapping[int, Drawing], blank: Drawing) -> None:
        wide, high = self.cell_size
        xs = [CELLS + column * wide for column in range(self.columns)]
        ys = [self.top + row * high for row in range(self.rows)]
        for place, item in enumerate(self.board.cells):
            row, column = divmod(place, self.columns)
            drawn = blank if item is None else faces[item]
            x, y = xs[column], ys[row]
            self.place(drawn, x + (wide - drawn.width) / 2, y, high)
            if item is not None:
                name = f"r{row + 1}c{column + 1}"
                self.cells.append(art.CellBox(name, drawn.title, x, y, wide, high))
        size = wide * self.columns, high * self.rows
        edge = Rect(CELLS, self.top, *size, None, EDGE)
        self.grid_lines(edge, ys[1:], xs[1:], EDGE)
        self.put(edge)


def _draw_blank(wide: Mm, high: Mm, *, is_free: bool) -> Drawing:
    if is_free:
        middle, radius = (wide / 2, high / 2), 0.36 * min(wide, high)
        star = tone_outline("star", middle, radius, "white", art.HEAVY)
        return Drawing(wide, high, (star,))
    lines = []
    for step in range(1, int((wide + high) / 2.6) + 1):
        along = step * 2.6
        x1, x2 = max(0.0, along - high), min(along, wide)
        if x1 < x2:
            lines.append(art.Line(x1, along - x1, x2, along - x2, THIN))
    return Drawing(wide, high, tuple(lines))


def _caller_pages(
    setting: Context, called: Sequence[Item], signs: Mapping[int, FamilySign]
) -> Sequence[Page]:
    """Plan the cards of who calls, larger ones where a word is too long for the usual."""
    *smaller, largest = [
        (setting.style.length(CARD[0] * one), setting.style.length(CARD[1] * one))
        for one in CARD_SCALES
    ]
    for size in smaller:
        with suppress(DataError):
            return _pages_of_cards(setting, called, signs, size)
    return _pages_of_cards(setting, called, signs, largest)


def _pages_of_cards(
    setting: Context,
    called: Sequence[Item],
    signs: Mapping[int, FamilySign],
    size: Size,
) -> Sequence[Page]:
    (width, height), frame = size, setting.style.length(CARD_FRAME)
    inset = frame + word_margin(setting, size)
    answer = setting.style.length(6.0)
    inner, high = width - 2 * inset, height - 2 * inset
    told = {one.sides[1]: _answer(one) for one in called}
    rooms = {one: (inner, high - answer if words else high) for one, words in told.items()}
    faces = draw_contents(rooms, setting, 44.0)
    how = setting.style.lettering(9.0, "regular", "secondary", "middle", steps_down=True)
    pieces, own = [], {one.sides[1]: signs.get(one.number) for one in called}
    field = Box(0.0, inset, width, inset + min(room[1] for room in rooms.values()))
    bare = DeckLook(setting, size, frame)
    look = bare.with_places(boxes_in(faces.values(), field), ((0, 0), (1, 0)))
    for content, words in told.items():
        sketch, drawn = Sketch(setting), faces[content]
        sketch.place(look.draw(own[content]), 0.0, 0.0)
        sketch.place(drawn, (width - drawn.width) / 2, inset, rooms[content][1])
        if words:
            line = how.fit(words, "answer", inner)
            sketch.place(line, inset, height - inset - line.height + 0.8)
        pieces.append(Piece(content.words, sketch.drawing(width, height, content.words)))
    return cut_pages(pieces, setting, spare=[Piece("blank", bare.draw())])


def _answer(item: Item) -> str:
    board, call = item.sides
    is_told = board != call and not any(cell.is_picture for cell in board.cells)
    return f"→ {board.words}" if is_told else ""


def _draw_chance(
    setting: Context,
    chance: tuple[str, float],
    calls: int,
    width: Mm,
) -> Drawing:
    """Draw a chance in words, at which call it is reached, and how much of all it is."""
    (said, share), style, sketch = chance, setting.style, Sketch(setting)
    how, bold = style.lettering(lettered.SECTION), style.lettering(lettered.SECTION, "bold")
    high, (first, second) = style.length(7.0), (style.length(x) for x in (56.0, 52.0))
    base = (high + how.height) / 2
    sketch.write(setting.say(said), 0.0, base, how)
    sketch.write(setting.say(message("list.loto-calls", n=calls)), first, base, bold)
    left, whole = first + second, width - first - second
    sketch.put(Rect(left, 0.0, whole, high, "white", art.QUIET))
    sketch.put(Rect(left, 0.0, whole * share, high, "secondary", THIN))
    return sketch.drawing(width, high)
