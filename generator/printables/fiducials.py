"""Signs by which a camera finds a sheet: one in each corner, and a code that says which it is.

They go where the sheet is white: off all that is printed, written on or cut. A sign is one of the
markers of four by four bits that OpenCV calls `DICT_4X4_50`; the code is a Data Matrix (ISO/IEC
16022) of 24 digits. It names no player: what a sheet is, and which one of the pile.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from math import ceil, floor, hypot, inf

from generator.paper.measures import HAIR_GAP, PRINTABLE_EDGE, ROUNDING
from generator.paper.page import (
    Box,
    Copy,
    Extents,
    Page,
    PaperSize,
    Sign,
    all_cells,
    bounding_box,
    placed_cells,
    point_on_page,
)
from generator.paper.shapes import (
    CellBox,
    Drawing,
    Mm,
    Placed,
    Point,
    Rect,
    to_mm,
)
from generator.printables.context import Context, Options
from generator.words import message

# The markers 0 to 3 of the dictionary, clockwise from the top left; 1 is white in a black frame.
MARKERS = ("1011010100110010", "0000111110011010", "0011001100101101", "1001100101000110")
BITS = 4
# The sides that a sign and the code may have, and how far a smaller one may be nearer its place.
SIGN_SIDES: tuple[Mm, ...] = (4.4, 3.8, 3.2, 2.6)
CODE_SIDES: tuple[Mm, ...] = (8.0, 7.2, 6.4, 5.6)
WORTH, CODE_WORTH = 4.0, 15.0
# White between a sign and a cut.
CUT_GAP: Mm = 1.2
# How far signs lie from where tiles are glued, and what no board reaches.
SEAM: Mm = 3.0
EVERYWHERE = Box(-1e4, -1e4, 1e4, 1e4)
# A thumb that holds the paper at a corner hides that much of its side.
THUMB: Mm = 30.0
# Names may reach above their line by this share of its height.
NAME_RISE = 0.6
# Places are looked for in steps of this length.
STEP: Mm = 0.25
# So little more is not seen.
SEEN: Mm = 0.02
# Black in every ink: an area of a named colour is white in outline.
BLACK = "#000000"
# The digits of a code, the first of which is its form.
CODE = re.compile(r"1(\d{4})(\d{5})(\d{4})(\d{3})(\d{4})(\d{3})")


@dataclass(frozen=True, slots=True)
class SheetCode:
    """What a code says: digits for game and language, for the printable and for where cells lie.

    Page and copy are counted from 1; the `place` is that on the page, 0 for the whole of it.
    """

    game: str
    printable: str
    cells: str
    page: int
    copy: int
    place: int

    def digits(self) -> str:
        """Return it as it is printed."""
        which = f"{self.page % 1000:03}{self.copy % 10_000:04}{self.place % 1000:03}"
        return f"1{self.game}{self.printable}{self.cells}{which}"

    @classmethod
    def read(cls, digits: str) -> "SheetCode | None":
        """Return what the digits of a code say; None for the code of something else."""
        if not digits.isascii() or (found := CODE.fullmatch(digits)) is None:
            return None
        game, printable, cells, *which = found.groups()
        page, copy, place = map(int, which)
        return cls(game, printable, cells, page, copy, place)


def moving_options(options: Options) -> Options:
    """Return those choices that move the cells of a sheet, all others as usual."""
    usual, moving = Options(options.language), ("paper", "per_page", "large", "font")
    return replace(usual, **{name: getattr(options, name) for name in moving})


def game_digits(game: str, language: str) -> str:
    """Return the digits that stand for a game in a language."""
    return _digits(f"{game}/{language}", 4)


def printable_digits(printable: str, options: Options) -> str:
    """Return the digits that stand for a printable and for the options that move its cells."""
    return _digits(printable + moving_options(options).suffix(), 5)


def cells_digits(cells: Iterable[CellBox], corner: Point) -> str:
    """Return the digits that change where a cell moves against a corner, by 0.1 mm."""
    x, y = corner
    sides = ((one.id, one.x - x, one.y - y, one.width, one.height) for one in cells)
    # Most lengths are whole hundredths: none is so near a step that its last bits count.
    said = (f"{name} {[floor((side + 0.0137) * 10) for side in box]}" for name, *box in sides)
    return _digits("\n".join(sorted(said)), 4)


def _digits(text: str, count: int) -> str:
    return str(int.from_bytes(sha256(text.encode()).digest()[:8]) % 10**count).zfill(count)


@dataclass(frozen=True, slots=True)
class Signs:
    """Where the four signs and the code of a sheet lie, in the mm of its page or its board."""

    corners: tuple[Box, ...]
    code: Box
    cells: str

    def draw(self, setting: Context, page: int, copy: int, place: int) -> Iterator[Placed]:
        """Draw the signs of one copy where they lie, the code last."""
        for number, box in enumerate(self.corners):
            yield Placed(_marker(number, box.size[0]), box.left, box.top)
        options, name = setting.options, setting.game.name
        game = game_digits(name, options.language)
        printable = printable_digits(setting.printable, options)
        digits = SheetCode(game, printable, self.cells, page, copy, place).digits()
        said = setting.say(message("print.sheet-code", copy=str(copy)))
        code = replace(_data_matrix(digits, self.code.size[0]), alt=f"{setting.title} – {said}")
        yield Placed(code, self.code.left, self.code.top)

    def of(self, copy: int) -> Iterator[Sign]:
        """Yield the signs of a copy as values; the code is the last."""
        for number, box in enumerate((*self.corners, self.code)):
            yield Sign(copy, number, box.left, box.top, box.size[0])


def sign_pages(
    pages: Sequence[Page], bare: Sequence[Page], setting: Context, fields: Sequence[Rect] = ()
) -> tuple[Page, ...]:
    """Return pages with signs where the bare ones, of one copy and without names, are white.

    They are about each sheet that is cut apart, within its field, else about the whole page, or
    about the board that is glued of several.
    """
    size, copies = bare[0].size, [page.copies[0] for page in bare]
    if copies[0].own is not None:
        found = {0: _signs_of_board(bare)}
    else:
        furniture = [*_leaf_boxes(Placed(bare[0].furniture, 0.0, 0.0), Extents())]
        placed = [copy.placed for copy in bare[0].copies]
        whole = printable_area(size)
        found = {
            place: find_signs([placed[place - 1]], _inside_cuts(field, whole), furniture)
            for place, field in enumerate(fields, start=1)
        } or {0: find_signs(placed, whole, furniture)}
    signed = []
    for number, page in enumerate(pages):
        first, tile = divmod(number, len(bare))
        where = None if copies[0].own is None else bare[tile].copies[0]
        signed.append(_sign_page(page, setting, first * len(bare) + 1, found, where))
    return tuple(signed)


def _inside_cuts(field: Rect, whole: Box) -> Box:
    left, top = field.x + CUT_GAP, field.y + CUT_GAP
    right, low = field.x + field.width - CUT_GAP, field.y + field.height - CUT_GAP
    return Box(left, top, right, low).shared(whole) or whole


def printable_area(size: PaperSize) -> Box:
    """Return what printers reach of a page."""
    right, low = size.width - PRINTABLE_EDGE, size.height - PRINTABLE_EDGE
    return Box(PRINTABLE_EDGE, PRINTABLE_EDGE, right, low)


def _sign_page(
    page: Page, setting: Context, number: int, found: Mapping[int, Signs | None], tile: Copy | None
) -> Page:
    shapes, values = [*page.furniture.shapes], list[Sign]()
    for place, signs in found.items():
        if signs is None:
            continue
        copy = page.copies[max(0, place - 1)].number
        x, y = (0.0, 0.0) if tile is None else (tile.placed.x, tile.placed.y)
        drawn = signs.draw(setting, number, copy, place)
        for placed, sign in zip(drawn, signs.of(copy), strict=True):
            if tile is None or _is_on_tile(sign, tile):
                shapes.append(replace(placed, x=placed.x + x, y=placed.y + y))
                values.append(replace(sign, x=sign.x + x, y=sign.y + y))
    around = replace(page.furniture, shapes=tuple(shapes))
    return replace(page, furniture=around, signs=tuple(values))


def _is_on_tile(sign: Sign, tile: Copy) -> bool:
    """Tell whether of a board, whose signs may lie about it, a tile is the nearest to a sign."""
    board, own = tile.placed.drawing, tile.own or Rect(0.0, 0.0, 0.0, 0.0)
    x, y = sign.x + sign.side / 2, sign.y + sign.side / 2
    x, y = min(max(x, 0.0), board.width - ROUNDING), min(max(y, 0.0), board.height - ROUNDING)
    return own.x <= x < own.x + own.width and own.y <= y < own.y + own.height


def _signs_of_board(tiles: Sequence[Page]) -> Signs | None:
    """Find the signs of a board in tiles, in its own mm: off the seams, and about it too."""
    board, field, taken = tiles[0].copies[0].placed.drawing, EVERYWHERE, list[Box]()
    for page in tiles:
        (copy,), area, far = page.copies, printable_area(page.size), EVERYWHERE
        x, y, own = copy.placed.x, copy.placed.y, copy.own or Rect(0.0, 0.0, 0.0, 0.0)
        is_last = own.x + own.width > board.width - 1.0, own.y + own.height > board.height - 1.0
        # A page reaches beyond the board where no other tile is glued on.
        left = far.left if own.x else area.left - x
        top = far.top if own.y else area.top - y
        right = area.right - x if is_last[0] else far.right
        low = area.bottom - y if is_last[1] else far.bottom
        field = field.shared(Box(left, top, right, low)) or field
        taken += (Box(own.x - SEAM, far.top, own.x + SEAM, far.bottom),) if own.x else ()
        taken += (Box(far.left, own.y - SEAM, far.right, own.y + SEAM),) if own.y else ()
        taken += _leaf_boxes(Placed(page.furniture, -x, -y), Extents())
    return find_signs([Placed(board, 0.0, 0.0)], field, taken)


def find_signs(sheets: Sequence[Placed], field: Box, taken: Iterable[Box] = ()) -> Signs | None:
    """Find where the signs of some sheets go inside a field; None where there is no room.

    Each is as near its corner as can be, and as large as that allows.
    """
    extents, cells = Extents(), [cell for one in sheets for cell in _cells(one)]
    shown = [box for one in sheets if (box := extents.placed(one)) is not None]
    if not cells or not shown:
        return None
    content = bounding_box(corner for box in shown for corner in box.corners())
    leaves = (box for one in sheets for box in _leaf_boxes(one, extents))
    rows = _Rows(field, (*leaves, *map(_kept_free, cells), *taken))
    best, cost = list[Box](), inf
    for side in SIGN_SIDES:
        found = [rows.nearest(side, at) for at in _ideal_places(content, side)]
        spent = sum(far for _, far in found) + len(found) * WORTH * (SIGN_SIDES[0] - side)
        if spent < cost:
            best, cost = [box for box, _ in found], spent
    rows.take(best)
    codes = []
    for side in CODE_SIDES:
        # A module of white, which is what it needs, is less than what is about all signs.
        found = [rows.nearest(side, at) for at in _beside_thumbs(content, side)]
        codes += [(far + CODE_WORTH * (CODE_SIDES[0] - side), box) for box, far in found]
    spent, code = min(codes, key=lambda one: one[0])
    if not best or spent == inf:
        return None
    return Signs(tuple(best), code, cells_digits(cells, (best[0].left, best[0].top)))


def _cells(placed: Placed) -> Iterator[CellBox]:
    return placed_cells(placed, all_cells(placed.drawing))


def _kept_free(cell: CellBox) -> Box:
    rise = NAME_RISE * cell.height if cell.id.partition(".")[0] == "name" else 0.0
    return Box(cell.x, cell.y - rise, cell.x + cell.width, cell.y + cell.height)


def _ideal_places(content: Box, side: Mm) -> Iterator[Point]:
    """Yield the top left corners of squares beside the corners of the content, clockwise."""
    left, right = content.left - HAIR_GAP - side, content.right + HAIR_GAP
    top, low = content.top, content.bottom - side
    yield from ((left, top), (right, top), (right, low), (left, low))


def _beside_thumbs(content: Box, side: Mm) -> Iterator[Point]:
    """Yield such corners of squares at the sides of the content, where no thumb holds the paper."""
    for x, y in _ideal_places(content, side):
        yield x, y + (THUMB if y == content.top else -THUMB)


def _leaf_boxes(placed: Placed, extents: Extents) -> Iterator[Box]:
    """Yield the boxes about all single shapes of a placed drawing, their pens too."""
    for shape in placed.drawing.shapes:
        if isinstance(shape, Placed):
            inner = [*_leaf_boxes(shape, extents)]
        else:
            box, pen = extents.shape(shape), getattr(shape, "stroke", None)
            half = 0.0 if pen is None else to_mm(pen.width) / 2
            inner = [] if box is None else [_grown(box, half)]
        for box in inner:
            if placed.turn == 0.0 and placed.scale == 1.0:
                x, y = placed.x, placed.y
                yield Box(box.left + x, box.top + y, box.right + x, box.bottom + y)
            else:
                yield bounding_box(point_on_page(placed, *corner) for corner in box.corners())


def _grown(box: Box, by: Mm) -> Box:
    return Box(box.left - by, box.top - by, box.right + by, box.bottom + by)


class _Rows:
    """A field in steps: of each row the columns that are taken, as the bits of a number."""

    def __init__(self, field: Box, taken: Iterable[Box]) -> None:
        self._field = field
        self._width, self._height = (floor(length / STEP) for length in field.size)
        self._rows = [0] * self._height
        self.take(taken)

    def take(self, boxes: Iterable[Box]) -> None:
        """Take boxes, with white about them."""
        for box in boxes:
            left = max(0, floor((box.left - HAIR_GAP - self._field.left) / STEP))
            right = min(self._width, ceil((box.right + HAIR_GAP - self._field.left) / STEP))
            top = max(0, floor((box.top - HAIR_GAP - self._field.top) / STEP))
            low = min(self._height, ceil((box.bottom + HAIR_GAP - self._field.top) / STEP))
            if left < right:
                bits = ((1 << (right - left)) - 1) << left
                for row in range(top, low):
                    self._rows[row] |= bits

    def nearest(self, side: Mm, at: Point) -> tuple[Box, Mm]:
        """Return the free square nearest to one whose top left is given, and how far it is."""
        steps = ceil(side / STEP)
        x, y = (
            (one - start) / STEP
            for one, start in zip(at, (self._field.left, self._field.top), strict=True)
        )
        column, best, far = min(max(0, round(x)), self._width), (0, 0), inf
        for row, free in self._free(steps):
            # The nearest free column on either side.
            below, above = free & ((1 << (column + 1)) - 1), free >> column
            found = [below.bit_length() - 1] if below else []
            found += [column + (above & -above).bit_length() - 1] if above else []
            for one in found:
                if (length := hypot(one - x, row - y)) < far:
                    best, far = (one, row), length
        left, top = self._field.left + best[0] * STEP, self._field.top + best[1] * STEP
        return Box(left, top, left + side, top + side), far * STEP

    def _free(self, steps: int) -> Iterator[tuple[int, int]]:
        every = (1 << max(0, self._width - steps + 1)) - 1
        for row in range(self._height - steps + 1):
            taken = 0
            for one in self._rows[row : row + steps]:
                taken |= one
            spread = 1
            while spread < steps:
                by = min(spread, steps - spread)
                taken |= taken >> by
                spread += by
            if free := every & ~taken:
                yield row, free


@lru_cache(maxsize=64)
def _marker(number: int, side: Mm) -> Drawing:
    frame = "0" * (BITS + 2)
    bits = [MARKERS[number][at : at + BITS] for at in range(0, BITS * BITS, BITS)]
    rows = (frame, *(f"0{row}0" for row in bits), frame)
    return _modules([[bit == "0" for bit in row] for row in rows], side)


def _data_matrix(digits: str, side: Mm) -> Drawing:
    from ppf.datamatrix import DataMatrix

    return _modules(DataMatrix(digits, codecs=["ascii"]).matrix, side)


def _modules(rows: Sequence[Sequence[object]], side: Mm) -> Drawing:
    """Draw black squares, each run of a row as one."""
    step, shapes = side / len(rows), list[Rect]()
    for row, line in enumerate(rows):
        at = 0
        for is_black, run in groupby(line, bool):
            length = len([*run])
            if is_black:
                # A little of the next row too, so that no seam shows between them.
                box = (at * step, row * step, length * step, min(step + SEEN, side - row * step))
                shapes.append(Rect(*box, BLACK))
            at += length
    return Drawing(side, side, tuple(shapes), role="furniture")
