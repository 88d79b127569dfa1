"""Sheets to play on: blocks stacked, several sheets a page, cut with few straight cuts.

How they lie is found by a fitting search for the largest writing cells: of the possible layouts of
a page that one wins whose stack of blocks fits its field at the largest pitch (`fit_stack`).
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field

from generator.errors import DataError, LudokitError
from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import Count, Facts, Id, Names, choice
from generator.game.head import equal_groups
from generator.paper.imposition import ImpositionGrid, cut_places
from generator.paper.measures import BLOCK_GAP, DRAWING_GAP, OUTER_MARGIN, PRINTABLE_EDGE, WIDE_GAP
from generator.paper.page import Copy, Margins, Page, PaperSize
from generator.paper.shapes import THREAD, Drawing, Line, Mm, Placed, Rect, column, row, scaled
from generator.paper.text import LARGER, DoesNotFitError
from generator.printables import page_furniture as paged

# A block is known once its module has been imported: a new module has its name here.
from generator.printables.blocks import (  # noqa: F401
    boards,
    facts_table,
    jaws,
    lattices,
    scores,
    tents,
    written,
)
from generator.printables.blocks.boards import RADIUS
from generator.printables.blocks.number_lines import NumbersBlock
from generator.printables.blocks.scores import TOTAL, TotalsBlock, addends
from generator.printables.context import Context
from generator.printables.fiducials import sign_pages
from generator.printables.page_furniture import Pages
from generator.printables.printable import Block, DrawnEntry, PrintableData, Room, RuleId
from generator.reading.nodes import Path
from generator.words import Message, message

# Room for hands: the least width of a writing cell, and on sheets of eight a page.
CELL: Mm = 11.0
SMALL_CELL: Mm = 8.0
SMALL_FROM = 8
# White above and below a stack where there is room for it.
STACK_MARGIN: Mm = 2.5
# White beside a cut down a page, and the least above and below one across it.
CUT_SIDE_MARGIN: Mm = 5.5
CUT_MARGIN: Mm = 3.0
# White beside sheets that stay together under one head.
HEAD_MARGIN: Mm = 8.0
# How airy a large sheet is at least where a crowded one has lower lines than the usual one.
LARGE_AIR = 0.6

if TYPE_CHECKING:
    AnyBlock = Block
else:
    AnyBlock = choice(Block, "block")


ScorePart = Annotated[Id, Names("text", texts=("score.{}",))]


class Explained(Facts):
    """A rule, and the parts of a score that it gives: the texts `score.<part>` name them."""

    rule: RuleId
    """The rule, in the words in which players are told it."""
    of: tuple[ScorePart, ...] = ()
    """The parts of the score; none where the sheet shows them."""


class ScoredExample(PrintableData):
    """A game that has been played and judged, for the back of a score sheet."""

    record: Id
    """The record, in the folder `examples` of the game; a winner's sheet of it is shown."""
    whose: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    """The player whose sheet is shown instead, where a winner has no points to explain."""
    explained: Annotated[tuple[Explained, ...], Field(min_length=1, max_length=6)]
    """What the points on that sheet are from."""
    won: Explained
    """By what all players are compared, and the rule that says who has won."""


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
    side: Annotated[float, Field(ge=5, le=30)] | None = None
    """The white at the sides in mm; 12 where a sheet is as wide as a page, or else 5.5."""
    air: Annotated[float, Field(ge=0, le=1)] = 0.0
    """How airy (0 to 1) a sheet is at least, at the expense of its cells."""
    games: tuple[Count, ...] = ()
    """How many games have a column each on a sheet of `boxes`, their sums below, for each number
    of `per_page`; one game without them. The texts `games.<id>` say what a sum is made of."""
    blocks: Annotated[tuple[AnyBlock, ...], Field(min_length=1)]
    """What stands on a sheet, from top to bottom."""
    example: ScoredExample | None = None
    """What an edition prints for its back."""
    head: tuple[AnyBlock, ...] = ()
    """What stands once above the sheets of a page, which then stay together, uncut."""

    supported_options = frozenset({"per_page", "names", "no_signs"})
    usual_per = "player"

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the parts of the game that its blocks show."""
        return tuple(dict.fromkeys(part for block in self.blocks for part in block.parts))

    def games_on(self, number: int) -> int:
        """Return how many games have a column each with a number of sheets a page, or 0."""
        return self.games[self.per_page.index(number)] if self.games else 0

    def completed(self, game: Game) -> Self:
        """Return the sheet with totals of what its own blocks score, where it does not say."""
        blocks, sums = list(self.blocks), {"sum": addends(game, self.parts)}
        for at, block in enumerate(blocks):
            if isinstance(block, TotalsBlock) and not block.sum:
                blocks[at] = block.model_copy(update=sums)
        return self.model_copy(update={"blocks": tuple(blocks)})

    def needs(self, game: Game) -> Iterator[Need]:
        for at, block in self._placed_data():
            yield from (replace(need, path=(*at, *need.path)) for need in block.needs(game))
        for addend in (*addends(game, self.parts), TOTAL) if self.games else ():
            yield Need("texts", f"games.{addend.id}", ("games",))

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        for at, block in self._placed_data():
            yield from (((*at, *path), reason) for path, reason in block.faults(game))
        if self.games and len(self.games) != len(self.per_page):
            found, wanted = len(self.games), len(self.per_page)
            yield ("games",), message("game.games", n=found, wanted=wanted)

    def _placed_data(self) -> Iterator[tuple[Path, PrintableData]]:
        if self.example is not None:
            yield ("example",), self.example
        for field, blocks in (("head", self.head), ("blocks", self.blocks)):
            yield from (((field, number), block) for number, block in enumerate(blocks))

    def plan(self, setting: Context) -> tuple[Page, ...]:
        """Plan a sheet for each name, or full pages as often as wanted, large ones in tiles."""
        setting, options = replace(setting, noted=self.parts), setting.options
        if not options.large or options.per_page is not None:
            # Whose sheets they are makes no difference to how they lie.
            anyone = replace(options, names=options.names and ("",))
            fit = None
            is_read = any(isinstance(block, written.StepsBlock) for block in self.blocks)
            if is_read and options.paper == "a3":
                # Its cells grow by themselves, its words do not.
                enlarged = replace(setting, options=replace(anyone, large=True))
                fit = _fit_or_none(options.per_page or self.usual, self, enlarged)
            return self._pages(setting, fit or _best_fit(self, replace(setting, options=anyone)))
        usual = setting.usual
        fit = _best_fit(self, usual)
        # Once more with long lines of numbers in two.
        each = [block.fold_lines(setting.game) for block in self.blocks]
        halves = (*(one for one, *_ in each), *(two for _, *rest in each for two in rest))
        # Of the lowest line the first half goes above all else.
        folded = tuple(sorted(halves, key=_stands_lower))
        for entry in (self, self.model_copy(update={"blocks": folded})):
            if (larger := _enlarged_fit(entry, setting, fit)) is not None:
                # What is played under one head goes on to pages of its own.
                return self._pages(setting, larger, fit.layout.per_page if self.head else 0)
        layout, sheet = fit.layout, _lower(self, fit, setting)
        if self.head:
            # What stays together is enlarged together.
            alone = replace(usual, options=replace(usual.options, names=(), copies=1))
            page, left, top = self._pages(alone, fit)[0], HEAD_MARGIN, PRINTABLE_EDGE
            placed = (one.placed for one in page.copies)
            shifted = (replace(one, x=one.x - left, y=one.y - top) for one in placed)
            low = cut_places(layout.spans(across=False))[-1]
            sheet = Drawing(layout.size.width - 2 * left, low - top, tuple(shifted))
        names = _names_per_sheet(setting, sheet) or [()] * options.copies
        notes = paged.footnotes(setting, self.parts)
        named, bare = (
            paged.board_pages(each, setting, footnotes=notes)
            for each in ([*paged.with_names(sheet, names, usual)], [sheet])
        )
        return self._signed(setting, named, bare)

    def _pages(self, setting: Context, fit: "_Fit", least: int = 0) -> tuple[Page, ...]:
        layout, sheet = fit.layout, fit.sheet
        notes = paged.footnotes(setting, self.parts) if layout.per_page == 1 else ()
        names = _names_per_sheet(setting, sheet)
        wanted = len(names) or max(least, layout.per_page) * setting.options.copies
        pages = -(-wanted // layout.per_page)
        names += [()] * (pages * layout.per_page - len(names))
        named, planned = tuple(paged.with_names(sheet, names, setting)), []
        # Cuts go right across the page; the last one takes the footer off.
        xs, ys = (cut_places(layout.spans(across=one)) for one in (True, False))
        edge, right = PRINTABLE_EDGE, layout.size.width - PRINTABLE_EDGE
        cuts = [Line(edge, y, right, y, THREAD) for y in (ys if layout.y else ys[1:])]
        cuts += (Line(x, edge, x, ys[-1], THREAD) for x in xs[1:-1])
        is_whole = layout.per_page == 1 or self.head
        around = Drawing(layout.size.width, layout.size.height, () if is_whole else tuple(cuts))
        head = _draw_head(self, setting, layout.size)
        placed = Placed(head, HEAD_MARGIN, PRINTABLE_EDGE + CUT_MARGIN)
        corners = [layout.corner(slot) for slot in range(1, layout.per_page + 1)]
        beside, above = (layout.width - sheet.width) / 2, (layout.height - sheet.height) / 2
        blank = [Placed(sheet, x + beside, y + above) for x, y in corners]
        for page in range(pages):
            copies = [Copy(page + 1, placed)] if self.head else []
            for slot, one in enumerate(blank):
                # Counted through the pile: cut and laid on one another, sheets lie in order.
                number = slot * pages + page
                copies.append(Copy(number + 1, replace(one, drawing=named[number])))
            planned.append(Page(layout.size, around, tuple(copies)))
        # What stays together on one page has one left edge.
        side = HEAD_MARGIN if self.head else OUTER_MARGIN
        finished = paged.add_footers(setting, planned, notes, side)
        heads = [Copy(1, placed)] if self.head else []
        bare = replace(finished[0], copies=(*heads, *(Copy(1, one) for one in blank)))
        fields = (Rect(x, y, layout.width, layout.height) for x, y in corners)
        return self._signed(setting, finished, [bare], () if is_whole else [*fields])

    def _signed(
        self, setting: Context, pages: Pages, bare: Sequence[Page], fields: Sequence[Rect] = ()
    ) -> Pages:
        """Return pages with the signs that a camera looks for, where sheets have cells."""
        return pages if setting.options.no_signs else sign_pages(pages, bare, setting, fields)


def _stands_lower(half: Block) -> bool:
    return not (isinstance(half, NumbersBlock) and half.low and half.line == 1)


def _names_per_sheet(setting: Context, sheet: Drawing) -> list[tuple[str, ...]]:
    """Return the names on each sheet: one, or those at a table, the first tables with one more."""
    names, places = setting.options.names, len(paged.name_cells(sheet))
    tables = len(names)
    if names and places > 1:
        wanted = setting.options.tables or setting.game.head.tables(len(names))
        tables = max(-(-len(names) // places), wanted)
    return [one for one in equal_groups(names, tables) for _ in range(setting.options.copies)]


@dataclass(frozen=True, slots=True)
class _Fit:
    layout: ImpositionGrid
    sheet: Drawing
    pitch: Mm


@lru_cache(maxsize=8)  # the same for all classes of a school
def _best_fit(entry: SheetEntry, setting: Context) -> _Fit:
    asked = setting.options.per_page
    for number in _numbers_up_to_usual(entry) if asked is None else (asked,):
        if number in entry.per_page and (found := _fit_or_none(number, entry, setting)):
            return found
    fitting = tuple(str(n) for n in entry.per_page if _fit_or_none(n, entry, setting))
    if fitting:
        number = entry.usual if asked is None else asked
        raise LudokitError(message("print.per-page", asked=str(number), fitting=fitting))
    number = min(entry.per_page)
    most = max(one.width - 2 * one.edge.left for one in _layouts(number, entry, setting))
    for place, block in enumerate(entry.blocks):
        width = block.width_in_pitches(setting.game) * _least_pitch(number, entry, setting)
        if width > most:
            at = ("printables", setting.printable)
            is_cell = entry.cell is not None and width * CELL / entry.cell <= most
            own = (*at, "cell") if is_cell else block.width_cause(setting.game)
            own = own or (*at, "blocks", place)
            reason = message("print.too-wide", found=f"{width:.0f}")
            raise DataError([setting.game.fault(own, reason)])
    return _fit(number, entry, setting)


def _numbers_up_to_usual(entry: SheetEntry) -> list[int]:
    return sorted((n for n in entry.per_page if n <= entry.usual), reverse=True)


def _enlarged_fit(entry: SheetEntry, setting: Context, usual: _Fit) -> _Fit | None:
    # Of most sheets a page in which everything is larger than in the usual one: lines to write on
    # are as high as there is air.
    airy = entry.model_copy(update={"air": max(entry.air, LARGE_AIR)})
    for number, one in product(_numbers_up_to_usual(entry), (entry, airy)):
        if found := _fit_or_none(number, one, setting):
            size = found.layout.size
            heads = (_draw_head(entry, one, size) for one in (setting, setting.usual))
            is_larger = paged.is_larger(found.sheet, usual.sheet)
            if is_larger and (not entry.head or paged.is_larger(*heads)):
                return found
    return None


def _lower(entry: SheetEntry, fit: _Fit, setting: Context) -> Drawing:
    """Return the sheet of a fit, lower where, enlarged, one tile is then high enough.

    It has less air, or not what may be left out, where lines with less air would not be large.
    """
    size = setting.options.size
    foot = paged.footer_height(setting, size, paged.footnotes(setting, entry.parts))
    room = size.height - paged.TILE_EDGE.top - foot - 2 * DRAWING_GAP
    if fit.sheet.height * LARGER <= room:
        return fit.sheet
    width = fit.layout.width - 2 * fit.layout.edge.left
    all_room = Room(width, fit.pitch, entry.air, entry.games_on(fit.layout.per_page))
    found = [
        lower[1]
        for blocks in (entry.blocks, _indispensable(entry))
        if (lower := fit_stack(blocks, setting.usual, all_room, room / LARGER))
    ]
    large = [one for one in found if paged.is_larger(scaled(one, LARGER), fit.sheet)]
    return next(iter((*large, *found)), fit.sheet)


def _indispensable(entry: SheetEntry) -> tuple[Block, ...]:
    return tuple(block for block in entry.blocks if not block.is_dispensable)


def _fit_or_none(number: int, entry: SheetEntry, setting: Context) -> _Fit | None:
    with suppress(LudokitError):
        return _fit(number, entry, setting)
    return None


def _fit(number: int, entry: SheetEntry, setting: Context) -> _Fit:
    fits: list[_Fit] = []
    why = LudokitError(message("print.too-high", least=str(number)))
    for layout in _layouts(number, entry, setting):
        width, height = layout.width - 2 * layout.edge.left, layout.height - 2 * layout.edge.top
        least = _least_pitch(number, entry, setting)
        room = Room(width, least, entry.air, entry.games_on(number))
        # What is cut apart carries its own notes, since the footer stays behind.
        said = paged.footnotes(setting, entry.parts) if number > 1 else ()
        notes = [paged.small_print(setting, width, said)] if said else []
        height -= sum(note.height + STACK_MARGIN for note in notes)
        try:
            found = fit_stack(entry.blocks, setting, room, height)
        except DoesNotFitError as error:
            why = LudokitError(error.message)
            continue
        if found is not None:
            pitch, stack = found
            sheet = column(stack, *notes, gap=STACK_MARGIN) if notes else stack
            fits.append(_Fit(layout, sheet, pitch))
    if not fits:
        needed = _indispensable(entry)
        # What is large goes over more pages before anything is left out.
        if len(needed) < len(entry.blocks) and not setting.options.large:
            return _fit(number, entry.model_copy(update={"blocks": needed}), setting)
        raise why
    # One cut more, at the top of a page, has to make cells larger by a tenth; of equal ones the
    # first has more white.
    return max(fits, key=lambda fit: fit.pitch * (0.9 if fit.layout.y > 0 else 1.0))


def _layouts(number: int, entry: SheetEntry, setting: Context) -> list[ImpositionGrid]:
    notes, size = paged.footnotes(setting, entry.parts) if number == 1 else (), setting.options.size
    least = 2.5 if number >= SMALL_FROM else CUT_MARGIN
    several = [least] if entry.head else [PRINTABLE_EDGE, least]
    blank_edges = [PRINTABLE_EDGE] if number == 1 else several
    layouts = []
    # Once the footer is cut off all have one size; the upper edge goes where printers leave more.
    for blank_edge, paper, columns in product(blank_edges, (size, size.rotated()), (1, 2)):
        if number % columns:
            continue
        top = PRINTABLE_EDGE if blank_edge < PRINTABLE_EDGE else 0.0
        if entry.head:
            top += CUT_MARGIN + _draw_head(entry, setting, paper).height
        is_alone = columns == 1 and not entry.head  # a head begins where its sheets do
        rows, side = number // columns, OUTER_MARGIN if is_alone else CUT_SIDE_MARGIN
        side, left = entry.side or side, 0.0
        if entry.head:
            side, left = CUT_MARGIN, HEAD_MARGIN - CUT_MARGIN
        height = paper.height - paged.footer_height(setting, paper, notes) - top
        field = (paper.width - 2 * left) / columns, height / rows
        edge = Margins(side, blank_edge, side, blank_edge)
        layouts.append(ImpositionGrid(paper, edge, columns, rows, left, top, *field))
    return layouts


def _draw_head(entry: SheetEntry, setting: Context, size: PaperSize) -> Drawing:
    width, blocks = size.width - 2 * HEAD_MARGIN, entry.head
    if setting.options.large:
        # What stands side by side has the whole width.
        alone = {"beside": False, "share": 1.0}
        blocks = tuple(
            one.model_copy(update={k: v for k, v in alone.items() if hasattr(one, k)})
            for one in blocks
        )
    return _draw_stack(blocks, setting, Room(width, setting.style.length(CELL), 0.3))


def _least_pitch(number: int, entry: SheetEntry, setting: Context) -> Mm:
    cell = entry.cell or (SMALL_CELL if number >= SMALL_FROM else CELL)
    return setting.style.length(cell) / (2 * RADIUS)


def fit_stack(
    blocks: Sequence[Block], setting: Context, room: Room, height: Mm
) -> tuple[Mm, Drawing] | None:
    """Return the largest pitch at which blocks fit, none below the room's, and their stack."""
    spare = [place for place, block in enumerate(blocks) if block.is_spare]
    # The last of what may be left out is left out first.
    ways = [
        [block for place, block in enumerate(blocks) if place not in spare[kept:]]
        for kept in range(len(spare), -1, -1)
    ]
    always = ways[-1]
    # What stands beside cells by itself takes no pitch of them, and leaves them their white.
    spans = [[_span(one, setting) for one in line] for line in _in_lines(always)]
    widths = [(room.width - BLOCK_GAP * (len(line) - 1)) / sum(line) for line in spans if all(line)]
    widths += [room.width / max(line) for line in spans if any(line) and not all(line)]
    # Where no block has cells, a sheet is taken to be twelve pitches wide.
    pitch = min(widths) if widths else max(room.pitch, room.width / 12.0)
    while pitch >= room.pitch:
        tried = replace(room, pitch=pitch)
        tight = _draw_stack(always, setting, tried)
        if tight.height <= height:
            # With as much air as there is room for, and what may be left out where it fits too.
            airs = [tenth / 10 for tenth in range(10, -1, -1) if tenth / 10 >= room.air]
            for kept, air in product(ways, airs):
                airy = _draw_stack(kept, setting, replace(tried, air=air))
                if airy.height <= height - 2 * STACK_MARGIN:
                    return pitch, airy
            return pitch, tight
        # Everything in the stack shrinks with the pitch, at most in proportion.
        pitch = min(pitch - 0.02, pitch - (tight.height - height) / (12 if room.games else 6))
    return None


def _draw_stack(blocks: Sequence[Block], setting: Context, room: Room) -> Drawing:
    drawn = []
    for *first, last in _in_lines(blocks):
        spans = [_span(one, setting) for one in (*first, last)]
        gap = BLOCK_GAP if all(spans) else WIDE_GAP
        rooms = [replace(room, width=span * room.pitch) if all(spans) else room for span in spans]
        beside = [_draw_column(*one, setting) for one in zip(first, rooms, strict=False)]
        # The last one takes the width that the others leave.
        rest = room.width - sum(drawing.width + gap for drawing in beside)
        drawn.append(row(*beside, _draw_column(last, replace(room, width=rest), setting), gap=gap))
    # Where each game has a column, its sums stand in it: nothing is left to add up below.
    drawn = [one for one in drawn if one.height or not room.games]
    return column(*drawn, gap=setting.style.length(room.between(1.0, 9.0)))


def _in_lines(blocks: Sequence[Block]) -> list[list[list[Block]]]:
    """Return the lines of a stack, in each the columns that stand side by side."""
    lines: list[list[list[Block]]] = []
    for block in blocks:
        if block.under and lines:
            lines[-1][-1].append(block)
        elif block.beside and lines:
            lines[-1].append([block])
        else:
            lines.append([[block]])
    return lines


def _span(blocks: Sequence[Block], setting: Context) -> float:
    return max(block.width_in_pitches(setting.game) for block in blocks)


def _draw_column(blocks: Sequence[Block], room: Room, setting: Context) -> Drawing:
    gap = setting.style.length(room.between(1.5, 3.0))
    return column(*(block.draw(setting, room) for block in blocks), gap=gap)
