"""Shapes as values: lengths in mm from the top left, y downwards; strokes and type in points.

Colours are names that a palette resolves when the page is drawn, so that one plan serves colour,
grey and outline: a swatch (`orange`), its pale tint (`orange.tint`) or what is legible on it
(`orange.on`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from math import cos, dist, radians, sin, tan
from pathlib import Path as File
from typing import Literal, TypeVar

from generator.paper import measures
from generator.paper.measures import CELL_LINE, HAIRLINE, HEAVY_LINE, PIECE_LINE, WRITING_LINE

T = TypeVar("T")
Mm = measures.Mm
Pt = measures.Pt

POINTS_PER_MM = 72 / 25.4
Point = tuple[Mm, Mm]
Size = tuple[Mm, Mm]
Dash = Literal["solid", "dotted", "dashed"]
Ends = Literal["round", "butt", "square"]
Corners = Literal["round", "miter", "bevel"]
Align = Literal["left", "middle", "right"]
# What a drawing is to those who have a page read out, beyond words or something to look at.
Role = Literal["", "title", "heading", "furniture", "footer"]
# How much of a line lies before the point it is set at.
BEFORE: Mapping[Align, float] = {"left": 0.0, "middle": 0.5, "right": 1.0}


def to_points(length: Mm) -> Pt:
    """Convert a length on the page to points, for the PDF libraries."""
    return length * POINTS_PER_MM


def to_mm(length: Pt) -> Mm:
    """Convert a type size or stroke width to millimetres, for layout."""
    return length / POINTS_PER_MM


@dataclass(frozen=True, slots=True)
class Stroke:
    """How an outline is drawn; width in points. The house's own lines are round at their ends."""

    colour: str = "ink"
    width: Pt = CELL_LINE
    dash: Dash = "solid"
    ends: Ends = "round"
    corners: Corners = "round"

    @property
    def seen(self) -> Pt:
        """Return how wide a solid line is that a copier sees as well: dots are seen less well."""
        return self.width * (0.6 if self.dash == "dotted" else 1.0)

    def dashes(self) -> tuple[Pt, ...]:
        """Return the lengths of dashes and gaps; a dash of no length is a round dot."""
        dotted, dashed = (0.0, max(2.5 * self.width, 2.0)), (max(4 * self.width, 3.0),) * 2
        return {"solid": (), "dotted": dotted, "dashed": dashed}[self.dash]


# The house's lines, each in the weight and the ink of what it is for: about a cell, about what
# matters more, between cells, about pieces to cut out, between rows, to write on.
EDGE = Stroke()
HEAVY = Stroke("ink", HEAVY_LINE)
THIN = Stroke("ink", WRITING_LINE)
PIECE = Stroke("ink", PIECE_LINE)
QUIET = Stroke("secondary", WRITING_LINE)
# Where a piece lies or is folded, marks of cuts, cuts right through a page, folds beside them.
DOTTED = Stroke("ink", CELL_LINE, "dotted")
CUT = THIN
THREAD = Stroke("ink", 1.0, "dotted")
FOLD = THREAD
# What only parts one thing from another.
FAINT = Stroke("rule", HAIRLINE)
# The edge of an area that had none, where its colour is not printed.
BARE_EDGE = Stroke("ink", WRITING_LINE)


@dataclass(frozen=True, slots=True)
class Line:
    """A straight stroke from one point to another."""

    x1: Mm
    y1: Mm
    x2: Mm
    y2: Mm
    stroke: Stroke


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, its corners rounded by `radius`."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm
    fill: str | None = None
    stroke: Stroke | None = None
    radius: Mm = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle about its centre."""

    x: Mm
    y: Mm
    radius: Mm
    fill: str | None = None
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed figure with straight sides."""

    points: tuple[Point, ...]
    fill: str | None = None
    stroke: Stroke | None = None


@dataclass(frozen=True, slots=True)
class PathStep:
    """A step of a pen as in SVG: `M` starts, `L` is straight, `C` a cubic Bezier, `Z` closes."""

    way: Literal["M", "L", "C", "Z"]
    points: tuple[Point, ...] = ()


CLOSE = PathStep("Z")


@dataclass(frozen=True, slots=True)
class Path:
    """A figure of straight and curved pieces; filled by the non-zero rule, or the even-odd one."""

    steps: tuple[PathStep, ...]
    fill: str | None = None
    stroke: Stroke | None = None
    is_even_odd: bool = False


# What has an outline of its own, and can have one inside it.
Area = Rect | Circle | Polygon


def outline(shape: Area) -> tuple[PathStep, ...]:
    """Return a figure as the steps of a path."""
    match shape:
        case Circle(x, y, radius):
            return _corners(x - radius, y - radius, x + radius, y + radius, radius)
        case Rect(x, y, width, height, radius=radius):
            return _corners(x, y, x + width, y + height, min(radius, width / 2, height / 2))
        case Polygon(points):
            first, *others = points
            return (PathStep("M", (first,)), *(PathStep("L", (point,)) for point in others), CLOSE)


def inset(shape: Area, by: Mm) -> Area:
    """Return a figure so much smaller all round; a polygon has to be regular."""
    match shape:
        case Circle():
            return replace(shape, radius=shape.radius - by)
        case Rect(x, y, width, height, radius=radius):
            inner = Rect(x + by, y + by, width - 2 * by, height - 2 * by, shape.fill, shape.stroke)
            return replace(inner, radius=max(0.0, radius - by))
        case Polygon(points):
            x, y = (sum(along) / len(points) for along in zip(*points, strict=True))
            (x1, y1), (x2, y2) = points[:2]
            share = 1 - by / dist((x, y), ((x1 + x2) / 2, (y1 + y2) / 2))
            smaller = ((x + (px - x) * share, y + (py - y) * share) for px, py in points)
            return replace(shape, points=tuple(smaller))


@lru_cache(maxsize=1024)
def _corners(left: Mm, top: Mm, right: Mm, low: Mm, r: Mm) -> tuple[PathStep, ...]:
    # Control points at this share of the radius make four Bezier curves a circle within 0.03 %.
    c = r * (1 - 0.5522847498)
    sides = ((right - r, top), (right, low - r), (left + r, low), (left, top + r))
    corners = (
        PathStep("C", ((right - c, top), (right, top + c), (right, top + r))),
        PathStep("C", ((right, low - c), (right - c, low), (right - r, low))),
        PathStep("C", ((left + c, low), (left, low - c), (left, low - r))),
        PathStep("C", ((left, top + c), (left + c, top), (left + r, top))),
    )
    is_round = 2 * r > max(right - left, low - top) - 1e-9
    straight_steps = (PathStep("L", (side,)) for side in sides)
    steps = corners if is_round else chain.from_iterable(zip(straight_steps, corners, strict=True))
    return (PathStep("M", ((left + r, top),)), *steps, CLOSE)


@dataclass(frozen=True, slots=True)
class Text:
    """Words on one line in one font; (x, y) is the start, middle or end of the baseline."""

    x: Mm
    y: Mm
    words: str
    font: str
    size: Pt
    colour: str = "ink"
    align: Align = "left"


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or JPEG in a box of its own ratio, `dots` across and down, read when it is drawn."""

    x: Mm
    y: Mm
    width: Mm
    height: Mm
    file: File
    dots: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CellBox:
    """Where a cell of the game lies on a drawing; `id` is canonical, `label` is what is printed.

    On a sheet for several games, `game` tells for which one it is, counted from zero.
    """

    id: str
    label: str
    x: Mm
    y: Mm
    width: Mm
    height: Mm
    game: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A drawing laid down with its top left at (x, y), then scaled and turned (degrees, clockwise).

    `clip` is what shows of it. What is placed more than once is written into a file once (a stamp).
    """

    drawing: "Drawing"
    x: Mm
    y: Mm
    turn: float = 0.0
    scale: float = 1.0
    clip: Rect | None = None


Shape = Line | Area | Path | Text | Picture | Placed


@dataclass(frozen=True, slots=True)
class TablePosition:
    """Which cell of a table a drawing is, counted from 0 with the heads, and how far it spans."""

    row: int
    column: int
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class TableShape:
    """How many rows and columns a table has, its head rows and head columns among them."""

    rows: int
    columns: int
    head_rows: int = 1
    head_columns: int = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes within a width and a height, cells among them; `title` says what is to be seen.

    With an `alt` it is a figure; else its words are read, as its `role` or its `table` says.
    """

    width: Mm
    height: Mm
    shapes: tuple[Shape, ...] = ()
    cells: tuple[CellBox, ...] = ()
    title: str = ""
    alt: str = ""
    role: Role = ""
    table: TableShape | TablePosition | None = None


def column(*drawings: Drawing, gap: Mm = 0.0, middle: bool = False) -> Drawing:
    """Put drawings one under another, each `gap` from the next, at the left or in the middle."""
    width, y, placed = max((one.width for one in drawings), default=0.0), 0.0, []
    for drawing in drawings:
        placed.append(Placed(drawing, (width - drawing.width) / 2 if middle else 0.0, y))
        y += drawing.height + gap
    return Drawing(width, max(0.0, y - gap), tuple(placed))


def row(*drawings: Drawing, gap: Mm = 0.0, middle: bool = False) -> Drawing:
    """Put drawings side by side, each `gap` from the next, at the top or in the middle."""
    height, x, placed = max((one.height for one in drawings), default=0.0), 0.0, []
    for drawing in drawings:
        placed.append(Placed(drawing, x, (height - drawing.height) / 2 if middle else 0.0))
        x += drawing.width + gap
    return Drawing(max(0.0, x - gap), height, tuple(placed))


def in_rows(things: Iterable[T], room: Mm, gap: Mm, size: Callable[[T], Mm]) -> list[list[T]]:
    """Return things in rows, each filled as long as there is room for the next, gaps between."""
    rows: list[list[T]] = [[]]
    for one in things:
        if rows[-1] and sum(size(other) + gap for other in rows[-1]) + size(one) > room:
            rows.append([])
        rows[-1].append(one)
    return rows


def in_columns(drawings: Sequence[Drawing], count: int, *, gap: Mm, between: Mm) -> Drawing:
    """Put drawings in `count` columns, read one after another, the last one the shortest."""
    each = -(-len(drawings) // count)
    starts = range(0, len(drawings), each)
    columns = (column(*drawings[start : start + each], gap=gap) for start in starts)
    return row(*columns, gap=between)


def scaled(drawing: Drawing, scale: float) -> Drawing:
    """Return the drawing enlarged."""
    width, height = drawing.width * scale, drawing.height * scale
    placed = (Placed(drawing, 0.0, 0.0, scale=scale),)
    return Drawing(width, height, placed, title=drawing.title, alt=drawing.alt)


def centred_in(drawing: Drawing, width: Mm, height: Mm) -> Drawing:
    """Return the drawing in the middle of a larger field."""
    x, y = (width - drawing.width) / 2, (height - drawing.height) / 2
    placed = (Placed(drawing, x, y),)
    return Drawing(width, height, placed, title=drawing.title, alt=drawing.alt)


def on_circle(x: Mm, y: Mm, radius: Mm, angle: float) -> Point:
    """Return the point of a circle at an angle in degrees, clockwise from the top."""
    turn = radians(angle)
    return x + radius * sin(turn), y - radius * cos(turn)


def ring_sector(
    middle: Point, radii: Size, angles: Size, fill: str | None = None, stroke: Stroke | None = None
) -> Path:
    """Return the part of a ring between two radii and two angles, clockwise from the top."""
    (x, y), (inner, outer), (start, end) = middle, radii, angles
    first, last = on_circle(x, y, outer, start), on_circle(x, y, inner, end)
    away, back = _arc(x, y, outer, start, end), _arc(x, y, inner, end, start)
    steps = (PathStep("M", (first,)), *away, PathStep("L", (last,)), *back, CLOSE)
    return Path(steps, fill, stroke)


def _arc(x: Mm, y: Mm, radius: Mm, start: float, end: float) -> Iterator[PathStep]:
    # A Bezier curve follows a circle well for a quarter of a turn.
    count = max(1, int(abs(end - start) / 90.0 + 0.999999))
    sweep = (end - start) / count
    reach = 4 / 3 * tan(radians(sweep) / 4) * radius
    for number in range(count):
        turns = start + number * sweep, start + (number + 1) * sweep
        (x1, y1), (x2, y2) = (on_circle(x, y, radius, turn) for turn in turns)
        one, other = map(radians, turns)
        before = (x1 + reach * cos(one), y1 + reach * sin(one))
        behind = (x2 - reach * cos(other), y2 - reach * sin(other))
        yield PathStep("C", (before, behind, (x2, y2)))


@dataclass(frozen=True, slots=True)
class Spot:
    """A point, and the way ahead from there: a vector as long as one is counted."""

    at: Point
    ahead: Point

    def aside(self, along: float, left: float) -> Point:
        """Return the point so far ahead, and so far to the left of the way."""
        (x, y), (dx, dy) = self.at, self.ahead
        return x + along * dx + left * dy, y + along * dy - left * dx
