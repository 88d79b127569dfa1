"""Sheets to play on: blocks stacked, several sheets a page, cut with few straight cuts."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Annotated, Literal, Self, TypeAlias

from pydantic import Field

from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import Count, choice
from generator.paper.imposition import Grid, ends
from generator.paper.page import OUTER_MARGIN, PRINTABLE_EDGE, Copy, Edge, Page, PaperSize
from generator.paper.shapes import THREAD, Drawing, Line, Mm, Placed, above, beside
from generator.paper.text import DoesNotFitError
from generator.printables import pages as paged

# A block is known once its module has been imported: a new module has its name here.
from generator.printables.blocks import boards, infections, mouth, numbers, scores, written  # noqa: F401
from generator.printables.blocks.boards import RADIUS
from generator.printables.blocks.scores import TotalsBlock, addends
from generator.printables.context import PrintContext
from generator.printables.declaring import Block, DrawnEntry, Room
from generator.reading.nodes import Path
from generator.words import Message, message

# Room for hands: the least width of a writing cell, and on sheets of eight a page.
CELL: Mm = 11.0
SMALL_CELL: Mm = 8.0
SMALL_FROM = 8
# White above and below a stack that has room for it.
MARGIN: Mm = 2.5
# White beside a cut down a page, and the least above and below one across it.
BESIDE: Mm = 5.5
NEAREST: Mm = 3.0
SMALL_NEAREST: Mm = 2.5
# One cut more, at the top of a page, has to make cells larger by this share.
WORTH = 0.1
# How the pitch is tried out, and the air.
STEP: Mm = 0.02
AIRS = tuple(tenth / 10 for tenth in range(10, -1, -1))
# Space between blocks, tight and airy, and between blocks that stand side by side.
GAP = (1.0, 9.0)
ASIDE: Mm = 8.0
# Where no block has cells, the pitch is that of a sheet of so many.
USUAL_SPAN = 12.0

if TYPE_CHECKING:
    AnyBlock: TypeAlias = Block
else:
    AnyBlock = choice(Block, "block")


class SheetEntry(DrawnEntry):
    """Sheets to play on: blocks one under another, several sheets a page.

    One is equal to itself alone: how it is laid out is kept by it.
    """

    kind: Literal["sheet"]
    per_page: Annotated[tuple[Count, ...], Field(min_length=1)]
    """The numbers of sheets that a page may hold."""
    usual: Count
    """The number where nobody wishes another; where it does not fit, the next lower one."""
    cell: Annotated[float, Field(ge=5, le=100)] | None = None
    """The least width in mm of what is written in or put on; 11 for hands, 8 on eight a page."""
    air: Annotated[float, Field(ge=0, le=1)] = 0.0
    """How airy (0 to 1) a sheet is at least, at the expense of its cells."""
    blocks: Annotated[tuple[AnyBlock, ...], Field(min_length=1)]
    """What stands on a sheet, from top to bottom."""
    head: tuple[AnyBlock, ...] = ()
    """What stands once above the sheets of a page, which then stay together, uncut."""

    uses = frozenset({"per_page", "names"})
    usual_per = "player"

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        """Tell whether it is this very sheet."""
        return self is other

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
        for at, block in self._each():
            yield from (replace(need, path=(*at, *need.path)) for need in block.needs(game))

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield the faults of every block."""
        for at, block in self._each():
            yield from (((*at, *path), reason) for path, reason in block.faults(game))

    def _each(self) -> Iterator[tuple[Path, Block]]:
        for field, blocks in (("head", self.head), ("blocks", self.blocks)):
            yield from (((field, number), block) for number, block in enumerate(blocks))

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the pages of a sheet: one sheet for each name, or full pages as often as wanted.

        Sheets are counted through the pile: cut it, lay the piles on one another, and they lie in
        order, blank ones last. One that is wanted large and cannot be so on a page goes over tiles.
        """
        options = setting.options
        if not options.large or options.per_page is not None:
            # Whose sheets they are makes no difference to how they lie.
            anyone = replace(options, names=options.names and ("",))
            return self._pages(setting, *_best(self, replace(setting, options=anyone)))
        usual = setting.usual
        layout, sheet = _best(self, usual)
        entries = (self, self._folded(setting.game))
        either = (_larger(entry, setting, usual, sheet) for entry in entries)
        if (found := next(filter(None, either), None)) is not None:
            return self._pages(setting, *found)
        if self.head:
            # What stays together is enlarged together.
            alone = replace(usual, options=replace(usual.options, names=(), copies=1))
            page, left, top = self._pages(alone, layout, sheet)[0], BESIDE, PRINTABLE_EDGE
            placed = (one.placed for one in page.copies)
            laid = (replace(one, x=one.x - left, y=one.y - top) for one in placed)
            low = ends(layout.spans(across=False))[-1]
            sheet = Drawing(layout.size.width - 2 * left, low - top, tuple(laid))
        names = _named(setting) or [""] * options.copies
        notes = paged.footnotes(setting, self.parts)
        named = [*paged.with_names(sheet, names, usual)]
        return paged.board_pages(named, setting, footnotes=notes)

    def _folded(self, game: Game) -> Self:
        """Return the sheet with long lines of numbers in two."""
        each = [block.folded(game) for block in self.blocks]
        first, others = [one for one, *_ in each], [two for _, *rest in each for two in rest]
        return self.model_copy(update={"blocks": (*first, *others)})

    def _pages(self, setting: PrintContext, layout: Grid, sheet: Drawing) -> tuple[Page, ...]:
        """Lay as many of a sheet on pages as are wanted."""
        notes = paged.footnotes(setting, self.parts) if layout.per_page == 1 else ()
        names = _named(setting)
        wanted = len(names) or layout.per_page * setting.options.copies
        pages = -(-wanted // layout.per_page)
        names += [""] * (pages * layout.per_page - len(names))
        named, planned = tuple(paged.with_names(sheet, names, setting)), []
        cuts = () if layout.per_page == 1 or self.head else tuple(_cuts(layout))
        around = Drawing(layout.size.width, layout.size.height, cuts)
        head = Placed(_head(self, setting, layout.size), BESIDE, PRINTABLE_EDGE + NEAREST)
        for page in range(pages):
            copies = [Copy(page + 1, head)] if self.head else []
            for slot in range(layout.per_page):
                number = slot * pages + page
                x, y = layout.corner(slot + 1)
                x, y = x + (layout.width - sheet.width) / 2, y + (layout.height - sheet.height) / 2
                copies.append(Copy(number + 1, Placed(named[number], x, y)))
            planned.append(Page(layout.size, around, tuple(copies)))
        return paged.numbered(setting, planned, notes)


def _named(setting: PrintContext) -> list[str]:
    """Return each name as often as copies are wanted."""
    return [name for name in setting.options.names for _ in range(setting.options.copies)]


def _cuts(layout: Grid) -> Iterator[Line]:
    """Yield the threads to cut along, each right across the page; the last takes the footer off."""
    ys, xs = ends(layout.spans(across=False)), ends(layout.spans(across=True))
    for y in ys if layout.y else ys[1:]:
        yield Line(PRINTABLE_EDGE, y, layout.size.width - PRINTABLE_EDGE, y, THREAD)
    for x in xs[1:-1]:
        yield Line(x, PRINTABLE_EDGE, x, ys[-1], THREAD)


@lru_cache(maxsize=8)  # the same for all classes of a school
def _best(entry: SheetEntry, setting: PrintContext) -> tuple[Grid, Drawing]:
    """Return the layout with the largest cells for the number of sheets wanted, and the sheet.

    Raise LudokitError naming the numbers that do fit where the one asked for does not, or why not a
    single sheet fits, DataError naming the part that is wider than a page.
    """
    asked = setting.options.per_page
    fewer = sorted((n for n in entry.per_page if n <= entry.usual), reverse=True)
    for number in (asked,) if asked is not None else fewer:
        if number in entry.per_page and (found := _fitting(number, entry, setting)):
            return found
    fitting = tuple(str(n) for n in entry.per_page if _fitting(n, entry, setting))
    if fitting:
        number = entry.usual if asked is None else asked
        raise LudokitError(message("print.per-page", asked=str(number), fitting=fitting))
    number = min(entry.per_page)
    most = max(one.width - 2 * one.edge.left for one in _layouts(number, entry, setting))
    for place, block in enumerate(entry.blocks):
        width = block.width_in_pitches(setting.game) * _least(number, entry, setting)
        if width > most:
            own: Path = ("printables", setting.printable, "blocks", place)
            if entry.cell is not None and width * CELL / entry.cell <= most:
                own = ("printables", setting.printable, "cell")
            else:
                own = block.cause(setting.game) or own
            reason = message("print.too-wide", found=f"{width:.0f}")
            raise DataError([setting.game.fault(own, reason)])
    return _best_of(number, entry, setting)


def _larger(
    entry: SheetEntry, setting: PrintContext, usual: PrintContext, sheet: Drawing
) -> tuple[Grid, Drawing] | None:
    """Return the layout of most sheets on a page in which all is larger than on the usual one."""
    for number in sorted((n for n in entry.per_page if n <= entry.usual), reverse=True):
        if found := _fitting(number, entry, setting):
            heads = (_head(entry, one, found[0].size) for one in (setting, usual))
            if paged.is_larger(found[1], sheet) and (not entry.head or paged.is_larger(*heads)):
                return found
    return None


def _fitting(number: int, entry: SheetEntry, setting: PrintContext) -> tuple[Grid, Drawing] | None:
    with suppress(LudokitError):
        return _best_of(number, entry, setting)
    return None


def _best_of(number: int, entry: SheetEntry, setting: PrintContext) -> tuple[Grid, Drawing]:
    """Return the layout with the largest cells, and the sheet; LudokitError where none fits."""
    fitting: list[tuple[Mm, Grid, Drawing]] = []
    why = LudokitError(message("print.too-high", least=str(number)))
    for layout in _layouts(number, entry, setting):
        width, height = layout.width - 2 * layout.edge.left, layout.height - 2 * layout.edge.top
        room = Room(width, _least(number, entry, setting), entry.air)
        # What is cut apart carries its own notes, since the footer stays behind.
        said = paged.footnotes(setting, entry.parts) if number > 1 else ()
        notes = [paged.small_print(setting, width, said)] if said else []
        height -= sum(note.height + MARGIN for note in notes)
        try:
            found = stacked(entry.blocks, setting, room, height)
        except DoesNotFitError as error:
            why = LudokitError(error.message)
            continue
        if found is not None:
            whole = above(found[1], *notes, gap=MARGIN) if notes else found[1]
            fitting.append((found[0], layout, whole))
    if not fitting:
        raise why
    # Of equal ones the first, which has more white.
    _, layout, drawing = max(fitting, key=lambda one: one[0] * (1 - WORTH * (one[1].y > 0)))
    return layout, drawing


def _layouts(number: int, entry: SheetEntry, setting: PrintContext) -> list[Grid]:
    """Return how so many sheets can lie on a page: upright and turned, in one column and two.

    They share what lies above the footer: once that is cut off, all have one size. The edge is what
    is white in each, above as below; where printers leave more, the page's upper edge is cut off.
    Under a head nothing is cut.
    """
    notes, size = paged.footnotes(setting, entry.parts) if number == 1 else (), setting.options.size
    least = SMALL_NEAREST if number >= SMALL_FROM else NEAREST
    several = [least] if entry.head else [PRINTABLE_EDGE, least]
    whites = [PRINTABLE_EDGE] if number == 1 else several
    ways, found = (size, size.turned()), []
    high = {way: NEAREST + _head(entry, setting, way).height for way in ways if entry.head}
    for white, way, columns in product(whites, ways, (1, 2)):
        top = high.get(way, 0.0) + (PRINTABLE_EDGE if white < PRINTABLE_EDGE else 0.0)
        if number % columns == 0:
            side, rows = OUTER_MARGIN if columns == 1 else BESIDE, number // columns
            width, height = way.width / columns, way.height - paged.band(setting, way, notes) - top
            edge = Edge(side, white, side, white)
            found.append(Grid(way, edge, columns, rows, 0.0, top, width, height / rows))
    return found


def _head(entry: SheetEntry, setting: PrintContext, size: PaperSize) -> Drawing:
    """Draw what stands once above the sheets of a page."""
    return _draw(entry.head, setting, Room(size.width - 2 * BESIDE, CELL, 0.15))


def _least(number: int, entry: SheetEntry, setting: PrintContext) -> Mm:
    """Return the least pitch of cells that hands can use."""
    cell = entry.cell or (SMALL_CELL if number >= SMALL_FROM else CELL)
    return setting.style.length(cell) / (2 * RADIUS)


def stacked(
    blocks: Sequence[Block], setting: PrintContext, room: Room, height: Mm
) -> tuple[Mm, Drawing] | None:
    """Stack blocks in a field of the room's width, at its air or more: their pitch, and how drawn.

    Return None where the cells would be set closer than the room's pitch.
    """
    always = [block for block in blocks if not block.is_spare]
    spans = [span for block in always if (span := block.width_in_pitches(setting.game))]
    # The largest pitch at which every block fits the width.
    pitch = room.width / max(spans) if spans else max(room.pitch, room.width / USUAL_SPAN)
    while pitch >= room.pitch:
        tight = _draw(always, setting, replace(room, pitch=pitch))
        if tight.height <= height:
            # What need not be there comes where room is left.
            airs = [(chosen, air) for chosen in (blocks, always) for air in AIRS if air >= room.air]
            for chosen, air in airs:
                airy = replace(room, pitch=pitch, air=air)
                if (drawing := _draw(chosen, setting, airy)).height <= height - 2 * MARGIN:
                    return pitch, drawing
            return pitch, tight
        # Everything in the stack shrinks with the pitch, at most in proportion.
        pitch = min(pitch - STEP, pitch - (tight.height - height) / 6)
    return None


def _draw(blocks: Sequence[Block], setting: PrintContext, room: Room) -> Drawing:
    rows: list[list[Block]] = []
    for block in blocks:
        if block.beside and rows:
            rows[-1].append(block)
        else:
            rows.append([block])
    drawn = []
    for *first, last in rows:
        row = [block.draw(setting, room) for block in first]
        # The last one takes the width that the others leave.
        rest = room.width - sum(drawing.width + ASIDE for drawing in row)
        drawn.append(beside(*row, last.draw(setting, replace(room, width=rest)), gap=ASIDE))
    return above(*drawn, gap=setting.style.length(room.between(*GAP)))
