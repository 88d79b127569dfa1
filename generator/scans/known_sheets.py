"""What a code names: a sheet as it is printed, its signs and cells, how it looks blank."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, get_args

from generator.errors import LudokitError
from generator.game import Game
from generator.paper.page import (
    PAPERS,
    Box,
    Copy,
    Extents,
    Page,
    PaperSize,
    all_cells,
    bounding_box,
    placed_cells,
)
from generator.paper.photographs import MOST_DOTS
from generator.paper.shapes import CellBox, Mm
from generator.paper.text import FontChoice
from generator.printables.context import Context, Options, palette
from generator.printables.fiducials import (
    SheetCode,
    cells_digits,
    game_digits,
    printable_digits,
)
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.planning import entries, plan
from generator.words import LANGUAGES, message

# Dots a millimetre of a sheet that was made straight, and what is seen of the paper about it.
DOTS = 8.0
AROUND: Mm = 2.0


def dots_within(cell: CellBox, beyond: Mm = 0.0) -> tuple[slice, slice]:
    """Return the rows and columns of a straight sheet that a cell has, and what is about it."""
    left, top = (max(0, round((start - beyond) * DOTS)) for start in (cell.x, cell.y))
    ends = cell.x + cell.width, cell.y + cell.height
    right, low = (round((end + beyond) * DOTS) for end in ends)
    return slice(top, low), slice(left, right)


@dataclass(frozen=True, eq=False)
class KnownSheet:
    """A sheet that a code names; all lengths are in mm from the top left of what is seen of it.

    `signs` are the four in the corners and the code; `cells` are those of each copy on it.
    """

    setting: Context
    size: tuple[Mm, Mm]
    signs: tuple[Box, ...]
    cells: Mapping[int, tuple[CellBox, ...]]
    page: Page

    @cached_property
    def blank(self) -> Any:
        """Draw the sheet as nobody has written on it yet."""
        return self.drawn(self.page)

    def drawn(self, page: Page) -> Any:
        """Draw a page of its size in grey, at `DOTS` a millimetre."""
        import numpy as np

        from generator.make import facts_of
        from generator.render.pdf import draw
        from generator.render.preview import grey_page

        data = draw([page], palette(self.setting.game, "colour"), facts_of(self.setting))
        width, height, dots = grey_page(data, 1, DOTS * 25.4, MOST_DOTS)
        return np.frombuffer(dots, np.uint8).reshape(height, width)


def find_sheet(code: SheetCode, games: Mapping[str, Callable[[], Game]]) -> KnownSheet:
    """Return the sheet that a code names, of one of some games; LudokitError where none is."""
    for name, language in product(games, LANGUAGES):
        if game_digits(name, language) != code.game:
            continue
        game = games[name]()
        if game.language(language) == language:
            for printable, options in _printables(game, language):
                if printable_digits(printable, options) == code.printable:
                    return _sheet(Context(game, printable, options), code)
    raise LudokitError(message("scans.unknown-sheet"))


def _printables(game: Game, language: str) -> Iterator[tuple[str, Options]]:
    for name, one in entries(game).items():
        if isinstance(one, SheetEntry):
            for paper, large, font, per_page in product(
                PAPERS, (False, True), get_args(FontChoice), (None, *one.per_page)
            ):
                yield name, Options(language, paper, per_page, large=large, font=font)


def _sheet(setting: Context, code: SheetCode) -> KnownSheet:
    pages = plan(setting.game, setting.printable, setting.options)
    first = pages[0].copies[0]
    # The tiles of a board lie as they are glued, in its own mm.
    glued = first.own is not None
    copies = pages[0].copies[code.place - 1 : code.place] if code.place else pages[0].copies
    if glued:
        copies = (Copy(1, replace(first.placed, x=0.0, y=0.0, clip=None)),)
    if not copies:
        raise LudokitError(message("scans.unknown-sheet"))
    signs = _signs(pages if glued else pages[:1], copies[0].number, glued=glued)
    extents = Extents()
    shown = (extents.placed(copy.placed) for copy in copies)
    every = [box for box in (*signs, *shown) if box is not None]
    whole = bounding_box(corner for box in every for corner in box.corners())
    x, y = whole.left - AROUND, whole.top - AROUND
    lie = [_moved(copy, -x, -y) for copy in copies]
    cells = dict[int, list[CellBox]]()
    for copy in lie:
        own = all_cells(copy.placed.drawing)
        numbers = copy.numbers(own)
        for cell in placed_cells(copy.placed, own):
            cells.setdefault(numbers[cell.game], []).append(cell)
    boxes = tuple(Box(b.left - x, b.top - y, b.right - x, b.bottom - y) for b in signs)
    corner = boxes[0].left, boxes[0].top
    if cells_digits((cell for own in cells.values() for cell in own), corner) != code.cells:
        raise LudokitError(message("scans.other-version", printable=setting.title))
    size = whole.right + AROUND - x, whole.bottom + AROUND - y
    page = Page(PaperSize("a4", *size), copies=tuple(lie))
    return KnownSheet(setting, size, boxes, {n: tuple(own) for n, own in cells.items()}, page)


def _signs(pages: Sequence[Page], copy: int, *, glued: bool) -> tuple[Box, ...]:
    found = dict[int, Box]()
    for page in pages:
        board = page.copies[0].placed
        x, y = (board.x, board.y) if glued else (0.0, 0.0)
        for one in page.signs:
            if one.copy == copy:
                left, top = one.x - x, one.y - y
                found[one.corner] = Box(left, top, left + one.side, top + one.side)
    if not found:
        raise LudokitError(message("scans.unknown-sheet"))
    return tuple(found[corner] for corner in sorted(found))


def _moved(copy: Copy, x: Mm, y: Mm) -> Copy:
    return replace(copy, placed=replace(copy.placed, x=copy.placed.x + x, y=copy.placed.y + y))
