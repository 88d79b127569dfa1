"""Imposition: pieces laid out on sheets to be cut apart, and tiles of a drawing that is larger.

Pieces lie in a grid, edge to edge; where colour bleeds, that is reaches beyond the trimmed size so
that a cut a little off shows no white, there is a gutter between them. Marks say where to cut.
All sheets of a run share one grid, the partly filled last one too: a back then lands on its front
whichever edge the sheet is turned over.

Neighbouring tiles share a strip. On the left and upper one the strip is hatched, for glue; the
right and lower one is cut along its edge and laid over it.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product
from math import ceil, floor
from string import ascii_uppercase
from typing import Literal

from generator.errors import LudokitError
from generator.paper import shapes as art
from generator.paper.measures import DRAWING_GAP, ROUNDING
from generator.paper.page import Box, Copy, Extents, Margins, Page, PaperName, PaperSize, all_cells
from generator.paper.shapes import CUT, FOLD, THIN, THREAD, Drawing, Line, Mm, Placed, Rect, Shape
from generator.paper.text import Lettering, set_middle
from generator.words import message

Duplex = Literal["long-edge", "short-edge", "fold", "none"]
Fold = Literal["none", "right", "down"]
Span = tuple[Mm, Mm]
Edges = tuple[Margins, Margins]

# A cut mark: the white between it and the piece, how long it is at most and at least.
MARK_GAP: Mm = 0.5
MARK: Mm = 4.0
LEAST_MARK: Mm = 1.5
# How far backs go on beyond the outermost cuts, where marks of fronts have room: none lies true.
OVERHANG: Mm = MARK_GAP + LEAST_MARK


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing to cut out in its trimmed size; what is to bleed reaches beyond, and is clipped."""

    name: str
    front: Drawing
    back: Drawing | None = None


@dataclass(frozen=True, slots=True)
class Perforated:
    """A sheet of cards to break out: its grid, the first card's top left, gaps across and down.

    `product` says by which names it is sold.
    """

    product: str
    columns: int
    rows: int
    card: tuple[Mm, Mm]
    corner: tuple[Mm, Mm]
    gaps: tuple[Mm, Mm] = (0.0, 0.0)
    paper: PaperName = "a4"


@dataclass(frozen=True, slots=True)
class Cutting:
    """How far colour bleeds over a cut, and about which edge sheets are turned, or folded."""

    bleed: Mm = 0.0
    duplex: Duplex = "long-edge"
    perforated: Perforated | None = None


@dataclass(frozen=True, slots=True)
class ImpositionGrid:
    """Where the pieces of a run lie: the grid's top left, and each field, with its fold."""

    size: PaperSize
    edge: Margins
    columns: int
    rows: int
    x: Mm
    y: Mm
    width: Mm
    height: Mm
    gaps: tuple[Mm, Mm] = (0.0, 0.0)
    fold: Fold = "none"

    @property
    def per_page(self) -> int:
        """Return how many pieces a sheet holds."""
        return self.columns * self.rows

    @property
    def half(self) -> tuple[Mm, Mm]:
        """Return the width and height of the part of a field that its front has."""
        width = self.width / 2 if self.fold == "right" else self.width
        height = self.height / 2 if self.fold == "down" else self.height
        return width, height

    def corner(self, number: int) -> tuple[Mm, Mm]:
        """Return the top left of the field of a piece; pieces count from 1 through all sheets."""
        row, column = divmod((number - 1) % self.per_page, self.columns)
        across, down = self.gaps
        return self.x + column * (self.width + across), self.y + row * (self.height + down)

    def spans(self, *, across: bool) -> tuple[Span, ...]:
        """Return where each column (across) or row of fields begins and ends."""
        if across:
            starts = (self.corner(piece)[0] for piece in range(1, self.columns + 1))
            return tuple((one, one + self.width) for one in starts)
        starts = (self.corner(piece)[1] for piece in range(1, self.per_page + 1, self.columns))
        return tuple((one, one + self.height) for one in starts)


@lru_cache(maxsize=8)  # the same on every sheet of a run
def _cut_marks(grid: ImpositionGrid, cutting: Cutting) -> Drawing:
    if cutting.perforated is not None:
        return Drawing(grid.size.width, grid.size.height)
    columns, rows = grid.spans(across=True), grid.spans(across=False)
    shapes: list[Shape] = []
    # A dotted line along each fold, through all the fields that share it.
    for (left, right), (top, bottom) in product(columns, rows):
        x, y = left + grid.half[0], top + grid.half[1]
        if grid.fold == "right":
            shapes.append(Line(x, top, x, bottom, FOLD))
        elif grid.fold == "down":
            shapes.append(Line(left, y, right, y, FOLD))
    limits = (grid.edge.top, grid.size.height - grid.edge.bottom)
    marks = product(cut_places(columns), _mark_spans(rows, limits, cutting.bleed))
    shapes += (Line(x, start, x, end, CUT) for x, (start, end) in marks)
    limits = (grid.edge.left, grid.size.width - grid.edge.right)
    marks = product(cut_places(rows), _mark_spans(columns, limits, cutting.bleed))
    shapes += (Line(start, y, end, y, CUT) for y, (start, end) in marks)
    return Drawing(grid.size.width, grid.size.height, tuple(shapes))


def cut_places(spans: tuple[Span, ...]) -> tuple[Mm, ...]:
    """Return the positions of the cuts; neighbours without a gutter share one."""
    return tuple(sorted({round(end, 6) for span in spans for end in span}))


def _mark_spans(spans: tuple[Span, ...], limits: Span, bleed: Mm) -> Iterator[Span]:
    gap = bleed + MARK_GAP
    first, last = spans[0][0] - gap, spans[-1][1] + gap
    yield max(limits[0], first - MARK), first
    for (_, end), (start, _) in pairwise(spans):
        inset = min(MARK_GAP, (start - end) / 4)
        if start - end > 2 * MARK_GAP:
            yield end + inset, start - inset
    yield last, min(limits[1], last + MARK)


def impose(
    pieces: Sequence[Piece], size: PaperSize, *, edge: Margins | Edges, cutting: Cutting
) -> tuple[Page, ...]:
    """Lay out pieces of one size, each page before that of its backs; LudokitError if none fits."""
    if not pieces:
        return ()
    grid = best_grid(pieces, size, edge=edge, cutting=cutting)
    pieces = _as_sheet_lies(pieces, cutting.perforated)
    if grid.per_page == 0:
        front, name = pieces[0].front, pieces[0].name
        told = f"{front.width:g} x {front.height:g}"
        raise LudokitError(message("paper.piece-too-large", piece=name, size=told, paper=size.name))
    numbered = tuple(enumerate(pieces, start=1))
    is_turned = cutting.duplex in {"long-edge", "short-edge"} and _has_backs(pieces)
    pages: list[Page] = []
    for start in range(0, len(pieces), grid.per_page):
        run = numbered[start : start + grid.per_page]
        copies = (copy for number, piece in run for copy in _fronts(grid, number, piece, cutting))
        # Where nothing lies nothing is cut.
        last = max((at for at, (_, one) in enumerate(run) if one.front.shapes), default=0)
        marks = _cut_marks(replace(grid, rows=last // grid.columns + 1), cutting)
        pages.append(Page(grid.size, marks, tuple(copies), boxes=_boxes(grid, cutting)))
        if is_turned:
            backs = tuple(back_copies(grid, run, cutting))
            boxes = _boxes(grid, cutting, is_back=True)
            pages.append(Page(grid.size, copies=backs, is_back=True, boxes=boxes))
    return tuple(pages)


def _as_sheet_lies(pieces: Sequence[Piece], sheet: Perforated | None) -> Sequence[Piece]:
    """Return pieces turned to lie where a sheet's cards lie, the backs the other way behind."""
    front = pieces[0].front
    if sheet is None or (front.width, front.height) == sheet.card:
        return pieces
    width, height = sheet.card
    made = dict[tuple[int, bool], Drawing]()

    def turned(drawn: Drawing, *, is_back: bool) -> Drawing:
        corner = (0.0, height, 270.0) if is_back else (width, 0.0, 90.0)
        shown = Rect(0.0, 0.0, drawn.width, drawn.height)
        placed = Placed(drawn, *corner, clip=shown)
        lying = Drawing(width, height, (placed,), title=drawn.title)
        # One drawing for all: what is alike is written once.
        return made.setdefault((id(drawn), is_back), lying)

    return [
        Piece(
            one.name,
            turned(one.front, is_back=False),
            None if one.back is None else turned(one.back, is_back=True),
        )
        for one in pieces
    ]


def best_grid(
    pieces: Sequence[Piece], size: PaperSize, *, edge: Margins | Edges, cutting: Cutting
) -> ImpositionGrid:
    """Return the grid that holds most; two edges are of the sheet upright and turned."""
    sizes = {(one.front.width, one.front.height) for one in pieces}
    if len(sizes) > 1:
        raise ValueError(sizes)
    if (sheet := cutting.perforated) is not None:
        is_other = size.name != sheet.paper or not sizes <= {sheet.card, sheet.card[::-1]}
        if is_other or cutting.bleed or cutting.duplex == "fold":
            card = f"{sheet.card[0]:g} x {sheet.card[1]:g}"
            told = {"product": sheet.product, "card": card, "paper": sheet.paper}
            raise LudokitError(message("paper.perforated", **told))
        lengths = (*sheet.corner, *sheet.card, sheet.gaps)
        return ImpositionGrid(size, Margins(), sheet.columns, sheet.rows, *lengths)
    is_folded = cutting.duplex == "fold" and _has_backs(pieces)
    folds: tuple[Fold, ...] = ("right", "down") if is_folded else ("none",)
    upright, turned = (edge, edge) if isinstance(edge, Margins) else edge
    sheets = ((size, upright), (size.rotated(), turned))
    grids = (_grid(pieces, *sheet, cutting, fold) for sheet, fold in product(sheets, folds))
    return max(grids, key=lambda grid: grid.per_page)


def _grid(
    pieces: Sequence[Piece], size: PaperSize, edge: Margins, cutting: Cutting, fold: Fold
) -> ImpositionGrid:
    width, height = pieces[0].front.width, pieces[0].front.height
    width *= 2 if fold == "right" else 1
    height *= 2 if fold == "down" else 1
    rim = cutting.bleed + MARK_GAP + LEAST_MARK
    room_x = size.width - edge.left - edge.right - 2 * rim
    room_y = size.height - edge.top - edge.bottom - 2 * rim
    # The bleeds of neighbours do not meet.
    between = 2 * cutting.bleed
    columns = max(0, int((room_x + between + ROUNDING) / (width + between)))
    rows = max(0, int((room_y + between + ROUNDING) / (height + between)))
    x = edge.left + rim + (room_x - columns * (width + between) + between) / 2
    y = edge.top + rim + (room_y - rows * (height + between) + between) / 2
    return ImpositionGrid(size, edge, columns, rows, x, y, width, height, (between, between), fold)


def _has_backs(pieces: Sequence[Piece]) -> bool:
    return any(piece.back is not None for piece in pieces)


def swaps_sides(size: PaperSize, cutting: Cutting) -> bool:
    """Tell whether turning the sheet swaps left and right; else it swaps top and bottom."""
    return (cutting.duplex == "long-edge") != size.is_landscape


def _boxes(grid: ImpositionGrid, cutting: Cutting, *, is_back: bool = False) -> tuple[Box, ...]:
    if not cutting.bleed:
        return ()
    left, *_, right = cut_places(grid.spans(across=True))
    top, *_, bottom = cut_places(grid.spans(across=False))
    if is_back and swaps_sides(grid.size, cutting):
        left, right = grid.size.width - right, grid.size.width - left
    elif is_back:
        top, bottom = grid.size.height - bottom, grid.size.height - top
    by = cutting.bleed
    return Box(left, top, right, bottom), Box(left - by, top - by, right + by, bottom + by)


def _fronts(grid: ImpositionGrid, number: int, piece: Piece, cutting: Cutting) -> Iterator[Copy]:
    (x, y), back = grid.corner(number), piece.back
    seen = _visible_area(piece.front, cutting, grid.fold)
    yield Copy(number, Placed(piece.front, x, y, clip=seen))
    if grid.fold == "none" or back is None:
        return
    (width, height), shown = grid.half, _visible_area(back, cutting, grid.fold, is_back=True)
    # Folded under, what stood on its head stands upright.
    down, turn = (0.0, 0.0) if grid.fold == "right" else (2 * height, 180.0)
    yield Copy(number, Placed(back, x + width, y + down, turn, clip=shown))


def back_copies(
    grid: ImpositionGrid,
    run: Sequence[tuple[int, Piece]],
    cutting: Cutting,
    overhang: Mm = OVERHANG,
) -> Iterator[Copy]:
    """Yield the backs of a sheet's pieces, each by its number, where they lie once it is turned."""
    there = {number for number, piece in run if piece.back is not None and piece.back.shapes}
    extents = Extents()
    for number, piece in run:
        if (back := piece.back) is None:
            continue
        (x, y), shown = grid.corner(number), _visible_area(back, cutting, "none")
        if not cutting.bleed and cutting.perforated is None and _goes_on(back, extents):
            shown = _overhanging(shown, overhang, _outer_sides(grid, number, there))
        if swaps_sides(grid.size, cutting):
            placed = Placed(back, grid.size.width - x - back.width, y, clip=shown)
        else:
            # On its head, so that the cut piece turned from left to right stands upright.
            placed = Placed(back, x + back.width, grid.size.height - y, 180.0, clip=shown)
        yield Copy(number, placed)


def _goes_on(back: Drawing, extents: Extents) -> bool:
    found = extents.drawing(back)
    return found is not None and not found.within(Box(0.0, 0.0, back.width, back.height), ROUNDING)


def _outer_sides(grid: ImpositionGrid, number: int, there: Container[int]) -> tuple[bool, ...]:
    """Tell whether nothing lies at the left, top, right and bottom of a back as it is seen."""
    column = (number - 1) % grid.columns
    # What lies at the right of a front lies at the left of its back.
    at_left = column + 1 < grid.columns and number + 1 in there
    at_right = column > 0 and number - 1 in there
    return (
        not at_left,
        number - grid.columns not in there,
        not at_right,
        number + grid.columns not in there,
    )


def _overhanging(shown: Rect, by: Mm, sides: tuple[bool, ...]) -> Rect:
    left, top, right, low = (by * side for side in sides)
    width, height = shown.width + left + right, shown.height + top + low
    return Rect(shown.x - left, shown.y - top, width, height)


def _visible_area(drawing: Drawing, cutting: Cutting, fold: Fold, *, is_back: bool = False) -> Rect:
    bleed = cutting.bleed
    left = 0.0 if fold == "right" and is_back else bleed
    right = 0.0 if fold == "right" and not is_back else bleed
    # At a fold down the back stands on its head: both show the fold at their own foot.
    bottom = 0.0 if fold == "down" else bleed
    return Rect(-left, -bleed, drawing.width + left + right, drawing.height + bleed + bottom)


OVERLAP: Mm = 10.0
# How far the hatching that says glue keeps from the edges of its strip.
FIELD_INSET: Mm = 0.5
# Tiles lie on whole tenths of a millimetre, so that pixels of neighbours match.
TENTHS = 10
# How far into a cell a seam along its edge may lie.
NEAR: Mm = 0.1


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a drawing is cut: the sheet, where tiles begin across and down, where one lies on it."""

    drawing: Drawing
    size: PaperSize
    xs: tuple[Mm, ...]
    ys: tuple[Mm, ...]
    left: Mm
    top: Mm

    @property
    def columns(self) -> int:
        """Return how many tiles lie side by side."""
        return len(self.xs)

    @property
    def rows(self) -> int:
        """Return how many tiles lie below one another."""
        return len(self.ys)

    def tiles(self) -> tuple["TilePage", ...]:
        """Return the tiles in reading order, which is the order to glue them in."""
        return tuple(TilePage(self, *at) for at in product(range(self.rows), range(self.columns)))


@dataclass(frozen=True, slots=True)
class TilePage:
    """One page of a tiled drawing; rows and columns count from 0."""

    tiling: Tiling
    row: int
    column: int

    @property
    def letter(self) -> str:
        """Return the letter of the tile: A, B, C in reading order."""
        return ascii_uppercase[self.row * self.tiling.columns + self.column]

    @property
    def field(self) -> Rect:
        """Return what the tile shows of the drawing, strips to be covered included."""
        tiling, drawing = self.tiling, self.tiling.drawing
        x, width = _covered(tiling.xs, drawing.width)[self.column]
        y, height = _covered(tiling.ys, drawing.height)[self.row]
        return Rect(x, y, width, height)

    @property
    def visible_box(self) -> Rect:
        """Return what shows once all is glued: the field without the strips."""
        field, tiling = self.field, self.tiling
        right = OVERLAP if self.column < tiling.columns - 1 else 0.0
        low = OVERLAP if self.row < tiling.rows - 1 else 0.0
        return Rect(field.x, field.y, field.width - right, field.height - low)

    def placed(self) -> Placed:
        """Return the drawing where it lies on the page, showing the tile's field."""
        tiling, field = self.tiling, self.field
        return Placed(tiling.drawing, tiling.left - field.x, tiling.top - field.y, clip=field)

    def marks(self) -> Drawing:
        """Draw the hatching of the strips, and where to cut, off what shows once all is glued."""
        size, field, own = self.tiling.size, self.field, self.visible_box
        right, low = own.x + own.width, own.y + own.height
        strips = (
            Rect(right, field.y, field.x + field.width - right, field.height),
            Rect(field.x, low, right - field.x, field.y + field.height - low),
        )
        x, y = self.tiling.left - field.x + FIELD_INSET, self.tiling.top - field.y + FIELD_INSET
        shapes: list[Shape] = []
        for one in strips:
            # Without its rim: a line's round end must not lie on what shows.
            width, height = one.width - 2 * FIELD_INSET, one.height - 2 * FIELD_INSET
            if one.width > 0 and one.height > 0:
                shapes += hatching(Rect(x + one.x, y + one.y, width, height))
        return Drawing(size.width, size.height, (*shapes, *self._cuts()))

    def _cuts(self) -> Iterator[Line]:
        tiling, field = self.tiling, self.field
        left, top = tiling.left, tiling.top
        right, low = left + field.width, top + field.height
        # Its whole width stays off the tile.
        if self.column:
            yield Line(left - 0.2, top, left - 0.2, low, THREAD)
            yield Line(left, top - MARK_GAP - MARK / 2, left, top - MARK_GAP, CUT)
            yield Line(left, low + MARK_GAP, left, low + MARK_GAP + MARK / 2, CUT)
        if self.row:
            yield Line(left, top - 0.2, right, top - 0.2, THREAD)
            yield Line(left - MARK_GAP - MARK / 2, top, left - MARK_GAP, top, CUT)
            yield Line(right + MARK_GAP, top, right + MARK_GAP + MARK / 2, top, CUT)


def hatching(area: Rect, step: Mm = 3.0) -> Iterator[Line]:
    """Yield the slanting lines that say glue, each from edge to edge of an area."""
    for number in range(1, ceil((area.width + area.height) / step)):
        reach = number * step
        x1, y1 = min(reach, area.width), max(0.0, reach - area.width)
        x2, y2 = max(0.0, reach - area.height), min(reach, area.height)
        yield Line(area.x + x1, area.y + y1, area.x + x2, area.y + y2, THIN)


def cut_into_tiles(drawing: Drawing, size: PaperSize, edge: Margins) -> Tiling:
    """Cut a drawing into the fewest tiles, seams between its cells where there are such places.

    LudokitError if there are more than letters.
    """
    found, cells = [], all_cells(drawing)
    across = [(cell.x, cell.x + cell.width) for cell in cells]
    down = [(cell.y, cell.y + cell.height) for cell in cells]
    for sheet in (size, size.rotated()):
        room_x = sheet.width - edge.left - edge.right - 2 * DRAWING_GAP
        room_y = sheet.height - edge.top - edge.bottom - 2 * DRAWING_GAP
        xs = _starts(drawing.width, rounded_down(room_x), across)
        ys = _starts(drawing.height, rounded_down(room_y), down)
        width = max(length for _, length in _covered(xs, drawing.width))
        height = max(length for _, length in _covered(ys, drawing.height))
        left = rounded_down(edge.left + DRAWING_GAP + (room_x - width) / 2)
        top = rounded_down(edge.top + DRAWING_GAP + (room_y - height) / 2)
        crossed = sum(_crossed(x, across) for x in xs) + sum(_crossed(y, down) for y in ys)
        found.append((len(xs) * len(ys), crossed, Tiling(drawing, sheet, xs, ys, left, top)))
    count, _, best = min(found, key=lambda one: one[:2])
    if count > len(ascii_uppercase):
        told = f"{drawing.width:g} x {drawing.height:g}"
        raise LudokitError(message("paper.too-many-tiles", size=told, paper=size.name))
    return best


def _covered(starts: Sequence[Mm], length: Mm) -> list[Span]:
    """Return where each tile begins and how long it is, the strip under its neighbour included."""
    ends = (*(start + OVERLAP for start in starts[1:]), length)
    return [(start, end - start) for start, end in zip(starts, ends, strict=True)]


def _crossed(place: Mm, cells: Sequence[Span]) -> int:
    return sum(start + NEAR < place < end - NEAR for start, end in cells)


def _starts(length: Mm, most: Mm, cells: Sequence[Span]) -> tuple[Mm, ...]:
    """Return where the fewest tiles begin, or one more where only these have seams off cells."""
    count = max(1, ceil((length - OVERLAP) / (most - OVERLAP) - 1e-9))
    fewest, more = (_spread(length, most, cells, number) for number in (count, count + 1))
    is_whole = [not any(_crossed(start, cells) for start in one) for one in (fewest, more)]
    return more if is_whole == [False, True] else fewest


def _spread(length: Mm, most: Mm, cells: Sequence[Span], count: int) -> tuple[Mm, ...]:
    """Return where this number of tiles begin: as even as can be, off the cells if they may be."""
    even = min(most, ceil((length + (count - 1) * OVERLAP) / count * TENTHS) / TENTHS) - OVERLAP
    starts = [0.0]
    for number in range(1, count):
        least = length - (count - number) * (most - OVERLAP) - OVERLAP
        last = starts[-1] + most - OVERLAP
        edges = sorted({least, last, *(end for cell in cells for end in cell)})
        middles = (rounded_down((one + other) / 2) for one, other in pairwise(edges))
        tried = (rounded_down(number * even), *middles, *map(rounded_down, edges))
        possible = [place for place in tried if least - ROUNDING <= place <= last + ROUNDING]
        # Of equal ones the one that parts most evenly.
        starts.append(min(possible, key=lambda x: (_crossed(x, cells), abs(x - number * even))))
    return tuple(starts)


def rounded_down(length: Mm) -> Mm:
    """Return a length in whole tenths of a millimetre, which are pixels at 254 dpi."""
    return floor(length * TENTHS + 1e-6) / TENTHS


def assembly_map(tile: TilePage, height: Mm, font: str) -> Drawing:
    """Draw how the tiles lie together, the tile's own letter on a tinted ground."""
    tiling = tile.tiling
    scale = height / tiling.drawing.height
    shapes: list[Shape] = []
    for one in tiling.tiles():
        own = one.visible_box
        x, y, width, low = (part * scale for part in (own.x, own.y, own.width, own.height))
        ground = "rule" if one == tile else "white"
        shapes.append(Rect(x, y, width, low, ground, THIN))
        how = Lettering(font, art.to_points(min(width, low) * 0.55), "ink", "middle")
        shapes += set_middle(one.letter, x + width / 2, y + low / 2, how)
    return Drawing(tiling.drawing.width * scale, height, tuple(shapes))
