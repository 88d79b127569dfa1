"""Pieces to cut out of a sheet, the grid they lie in, and the marks that show where to cut."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, TypeAlias

from generator.paper.shapes import HAIRLINE, Drawing, Line, Shape, Stroke
from generator.paper.sizes import PRINTABLE_EDGE, PaperSize
from generator.paper.units import Mm

Duplex: TypeAlias = Literal["long-edge", "short-edge", "fold", "none"]
Side: TypeAlias = Literal["front", "back"]
Fold: TypeAlias = Literal["none", "right", "down"]

DUPLEXES: tuple[Duplex, ...] = ("long-edge", "short-edge", "fold", "none")

# A cut mark: the white between it and the piece, how long it is at most and at least.
MARK_GAP: Mm = 0.5
MARK: Mm = 4.0
LEAST_MARK: Mm = 1.5
CUT = Stroke("ink", HAIRLINE)
FOLD = Stroke("secondary", HAIRLINE * 1.5, "dotted")


@dataclass(frozen=True, slots=True)
class Piece:
    """A thing to cut out, in its trimmed size, front and back drawn upright.

    What is to bleed reaches beyond the drawing's edges and is clipped. A piece that is not straight
    (round, hexagonal) shows its own outline to cut along: it is not clipped and gets no cut marks.
    """

    name: str
    front: Drawing
    back: Drawing | None = None
    is_straight: bool = True


@dataclass(frozen=True, slots=True)
class Edge:
    """What is kept free along the edges of a page: the printer's margin, and the furniture."""

    left: Mm = PRINTABLE_EDGE
    top: Mm = PRINTABLE_EDGE
    right: Mm = PRINTABLE_EDGE
    bottom: Mm = PRINTABLE_EDGE

    def alike(self, *, across: bool) -> "Edge":
        """Return the edge with both sides (across), or top and bottom, as wide as the wider one."""
        if across:
            side = max(self.left, self.right)
            return replace(self, left=side, right=side)
        end = max(self.top, self.bottom)
        return replace(self, top=end, bottom=end)


# What every printer reaches.
USUAL_EDGE = Edge()


@dataclass(frozen=True, slots=True)
class Cutting:
    """The white between two pieces, how far colour bleeds over a cut, and how sheets are turned.

    `long-edge` and `short-edge` are the edge that a printer turns the sheet about; `fold` puts the
    back beside the front; with `none` no backs are printed.
    """

    gutter: Mm = 0.0
    bleed: Mm = 0.0
    duplex: Duplex = "long-edge"

    @property
    def between(self) -> Mm:
        """Return the space between two pieces: the bleeds of neighbours do not meet."""
        return max(self.gutter, 2 * self.bleed)


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the pieces of a run lie: the grid's top left, and the field that each piece has.

    The field of a piece to fold holds its front and, right of it or down below, its back.
    """

    size: PaperSize
    edge: Edge
    columns: int
    rows: int
    x: Mm
    y: Mm
    width: Mm
    height: Mm
    between: Mm = 0.0
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
        return (
            self.x + column * (self.width + self.between),
            self.y + row * (self.height + self.between),
        )

    def spans(self, *, across: bool) -> tuple[tuple[Mm, Mm], ...]:
        """Return where each column (across) or row of fields begins and ends."""
        if across:
            return _spans(self.x, self.width, self.between, self.columns)
        return _spans(self.y, self.height, self.between, self.rows)


def _spans(start: Mm, length: Mm, between: Mm, count: int) -> tuple[tuple[Mm, Mm], ...]:
    starts = tuple(start + number * (length + between) for number in range(count))
    return tuple((one, one + length) for one in starts)


def cut_marks(grid: Grid, cutting: Cutting, *, crosses: bool) -> Drawing:
    """Draw the marks of a grid on a drawing of the page's size: folds, and where wanted the cuts.

    Cuts are marked in the margins and in the gutters, never on a piece.
    """
    shapes: list[Shape] = list(_folds(grid))
    if crosses:
        columns, rows = grid.spans(across=True), grid.spans(across=False)
        limits = (grid.edge.top, grid.size.height - grid.edge.bottom)
        shapes += (
            Line(x, start, x, end, CUT)
            for x in _ends(columns)
            for start, end in _marked(rows, limits, cutting.bleed)
        )
        limits = (grid.edge.left, grid.size.width - grid.edge.right)
        shapes += (
            Line(start, y, end, y, CUT)
            for y in _ends(rows)
            for start, end in _marked(columns, limits, cutting.bleed)
        )
    return Drawing(grid.size.width, grid.size.height, tuple(shapes))


def _ends(spans: tuple[tuple[Mm, Mm], ...]) -> tuple[Mm, ...]:
    """Return every place of a cut once, though neighbours without a gutter share one."""
    return tuple(sorted({round(end, 6) for span in spans for end in span}))


def _marked(
    spans: tuple[tuple[Mm, Mm], ...], limits: tuple[Mm, Mm], bleed: Mm
) -> Iterator[tuple[Mm, Mm]]:
    """Yield where marks begin and end: before the first span, in the gutters, after the last."""
    gap = bleed + MARK_GAP
    first, last = spans[0][0] - gap, spans[-1][1] + gap
    yield max(limits[0], first - MARK), first
    for (_, end), (start, _) in pairwise(spans):
        inset = min(MARK_GAP, (start - end) / 4)
        if start - end > 2 * MARK_GAP:
            yield end + inset, start - inset
    yield last, min(limits[1], last + MARK)


def _folds(grid: Grid) -> Iterator[Line]:
    """Yield a dotted line along each fold, through all the fields that share it."""
    width, height = grid.half
    if grid.fold == "right":
        for left, _ in grid.spans(across=True):
            for top, bottom in grid.spans(across=False):
                yield Line(left + width, top, left + width, bottom, FOLD)
    elif grid.fold == "down":
        for top, _ in grid.spans(across=False):
            for left, right in grid.spans(across=True):
                yield Line(left, top + height, right, top + height, FOLD)
