"""Sheets to play on: blocks stacked, several sheets a page, cut with few straight cuts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal, Self, TypeAlias

from pydantic import Field

from generator.errors import LudokitError
from generator.game import Game
from generator.game.facts import Count, choice
from generator.game.needs import Need
from generator.paper.page import OUTER_MARGIN, PRINTABLE_EDGE, Copy, Page, PaperSize
from generator.paper.shapes import Drawing, Line, Mm, Placed
from generator.paper.text import DoesNotFitError
from generator.printables import furniture

# A block is known once its module has been imported: a new module has its name here.
from generator.printables.blocks import boards, infections, mouth, scores, tracks, written  # noqa: F401
from generator.printables.blocks.block import Block, Room
from generator.printables.blocks.boards import RADIUS
from generator.printables.blocks.scores import TotalsBlock, addends
from generator.printables.context import PrintContext
from generator.printables.furniture import Numbered
from generator.printables.kinds.entry import DrawnEntry, Work
from generator.printables.kinds.stack import Stack, stacked
from generator.printables.named import with_name
from generator.printables.notes import footnotes
from generator.reading.nodes import Path
from generator.words import Message, message

# Room for hands (look.md): the least width of a writing cell, and on sheets of eight a page.
CELL: Mm = 11.0
SMALL_CELL: Mm = 8.0
SMALL_FROM = 8
# White between a cut and what is printed.
PADDING: Mm = 3.0
NEAREST: Mm = 1.5


if TYPE_CHECKING:
    AnyBlock: TypeAlias = Block
else:
    AnyBlock = choice(Block, "block")


class SheetEntry(DrawnEntry):
    """Blocks of a sheet, and how many a page may hold; `usual` is the number without a wish.

    `cell` is the least width in mm of what is written in or put on: 11, a hand's, where not given.
    `air` is how airy (0 to 1) a sheet is at least, at the expense of its cells.
    """

    kind: Literal["sheet"]
    per_page: Annotated[tuple[Count, ...], Field(min_length=1)]
    usual: Count
    cell: Annotated[float, Field(ge=5, le=100)] | None = None
    air: Annotated[float, Field(ge=0, le=1)] = 0.0
    blocks: Annotated[tuple[AnyBlock, ...], Field(min_length=1)]

    uses = frozenset({"per_page", "names"})

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the parts of the game that its blocks show."""
        return tuple(dict.fromkeys(part for block in self.blocks for part in block.parts))

    def completed(self, game: Game) -> Self:
        """Return the sheet with totals of what its own blocks score, where it does not say."""
        blocks = tuple(
            block.model_copy(update={"sum": addends(game, self.parts)})
            if isinstance(block, TotalsBlock) and not block.sum
            else block
            for block in self.blocks
        )
        return self.model_copy(update={"blocks": blocks})

    def needs(self, game: Game) -> Iterator[Need]:
        """Yield the words of every block."""
        for number, block in enumerate(self.blocks):
            for need in block.needs(game):
                yield replace(need, path=("blocks", number, *need.path))

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield the faults of every block."""
        for number, block in enumerate(self.blocks):
            for path, reason in block.faults(game):
                yield ("blocks", number, *path), reason

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the pages of a sheet: one sheet for each name, or full pages as often as wanted."""
        layout, sheet = best(self, setting)
        names = [name for name in setting.options.names for _ in range(setting.options.copies)]
        wanted = len(names) or layout.per_page * setting.options.copies
        pages = -(-wanted // layout.per_page)
        names += [""] * (pages * layout.per_page - len(names))
        notes = footnotes(setting, self.parts)
        return tuple(
            _page(layout, sheet, setting, Numbered(number, pages), names=names, notes=notes)
            for number in range(1, pages + 1)
        )

    def work(self, setting: PrintContext, pages: Sequence[Page]) -> Work:  # noqa: ARG002
        """Return what a set holds and what there is to do with it."""
        held = max(copy.number for page in pages for copy in page.copies)
        return Work(held, cuts=sum(_threads(page) for page in pages))


@dataclass(frozen=True, slots=True)
class Layout:
    """How sheets lie on a page: the paper, upright or turned, and its slots, cut to cut."""

    size: PaperSize
    columns: int
    rows: int
    band: Mm = furniture.BAND

    @property
    def per_page(self) -> int:
        """Return how many sheets a page holds."""
        return self.columns * self.rows

    @property
    def slot(self) -> tuple[Mm, Mm]:
        """Return the width and height of a slot."""
        height = self.size.height - PRINTABLE_EDGE - self.band
        return (self.size.width - 2 * PRINTABLE_EDGE) / self.columns, height / self.rows

    @property
    def inner_width(self) -> Mm:
        """Return the width that may be printed on: the page's margin, or white beside the cut."""
        width, _ = self.slot
        edge = OUTER_MARGIN - PRINTABLE_EDGE if self.columns == 1 else PADDING
        return width - 2 * edge

    def corner(self, number: int) -> tuple[Mm, Mm]:
        """Return the top left of a slot; slots count from 0 in reading order."""
        row, column = divmod(number, self.columns)
        width, height = self.slot
        return PRINTABLE_EDGE + column * width, PRINTABLE_EDGE + row * height

    def cuts(self) -> Iterator[Line]:
        """Yield the threads to cut along, each right across the page."""
        width, height = self.slot
        bottom = PRINTABLE_EDGE + height * self.rows
        for row in range(1, self.rows):
            y = PRINTABLE_EDGE + row * height
            yield furniture.cut_line(PRINTABLE_EDGE, y, self.size.width - PRINTABLE_EDGE, y)
        for column in range(1, self.columns):
            x = PRINTABLE_EDGE + column * width
            yield furniture.cut_line(x, PRINTABLE_EDGE, x, bottom)


def _threads(page: Page) -> int:
    lines = (shape for shape in page.furniture.shapes if isinstance(shape, Line))
    return sum(line.stroke.dash == "dotted" for line in lines)


def _page(  # noqa: PLR0913 - what a page is made of
    layout: Layout,
    sheet: Drawing,
    setting: PrintContext,
    page: Numbered,
    *,
    names: Sequence[str],
    notes: Sequence[str],
) -> Page:
    width, height = layout.slot
    first = (page.number - 1) * layout.per_page
    copies = []
    for slot in range(layout.per_page):
        x, y = layout.corner(slot)
        named = with_name(sheet, names[first + slot], setting)
        placed = Placed(named, x + (width - sheet.width) / 2, y + (height - sheet.height) / 2)
        copies.append(Copy(first + slot + 1, placed))
    foot = furniture.footer(setting, layout.size, page, OUTER_MARGIN, notes)
    drawing = furniture.page_drawing(layout.size, (*layout.cuts(), *foot))
    return Page(layout.size, drawing, tuple(copies), f"{setting.title} {page.number}")


def best(entry: SheetEntry, setting: PrintContext) -> tuple[Layout, Drawing]:
    """Return the layout with the largest cells for the number of sheets wanted, and the sheet.

    Raise LudokitError naming the numbers that do fit where the one asked for does not.
    """
    asked = setting.options.per_page
    fewer = sorted((n for n in entry.per_page if n <= entry.usual), reverse=True)
    for number in (asked,) if asked is not None else fewer:
        if number in entry.per_page and (found := _fitting(number, entry, setting)):
            return found
    fitting = [n for n in entry.per_page if _fitting(n, entry, setting)]
    if not fitting:
        _best_of(min(entry.per_page), entry, setting)  # says which words are too long
    raise LudokitError(_not_that_many(asked or entry.usual, fitting))


def _not_that_many(asked: int, fitting: Sequence[int]) -> Message:
    return message("print.per-page", asked=str(asked), fitting=tuple(str(n) for n in fitting))


def _fitting(
    number: int, entry: SheetEntry, setting: PrintContext
) -> tuple[Layout, Drawing] | None:
    try:
        return _best_of(number, entry, setting)
    except DoesNotFitError:
        return None


def _best_of(
    number: int, entry: SheetEntry, setting: PrintContext
) -> tuple[Layout, Drawing] | None:
    """Try upright and turned paper, one column of sheets and two; the largest cells win."""
    cell = entry.cell or (SMALL_CELL if number >= SMALL_FROM else CELL)
    least = setting.style.length(cell) / (2 * RADIUS)
    notes = footnotes(setting, entry.parts)
    layouts = [
        Layout(size, columns, number // columns, _band(size, setting, notes))
        for size in (setting.options.size, setting.options.size.turned())
        for columns in (1, 2)
        if number % columns == 0
    ]
    fitting: list[tuple[Layout, Stack]] = []
    too_long: DoesNotFitError | None = None
    for layout in layouts:
        try:
            stack = _stack(layout, entry, setting, least)
        except DoesNotFitError as error:
            too_long = error
            continue
        if stack is not None:
            fitting.append((layout, stack))
    if not fitting:
        if too_long is not None:
            raise too_long
        return None
    layout, stack = max(fitting, key=lambda pair: pair[1].room.pitch)
    return layout, stack.drawing


def _band(size: PaperSize, setting: PrintContext, notes: Sequence[str]) -> Mm:
    return furniture.band(setting, size.width - 2 * OUTER_MARGIN, notes)


def _stack(layout: Layout, entry: SheetEntry, setting: PrintContext, least: Mm) -> Stack | None:
    _, height = layout.slot
    room = Room(layout.inner_width, least, entry.air)
    return stacked(entry.blocks, setting, room, height - 2 * NEAREST)
