"""A page is a value: drawings placed on a sheet, where their cells lie and how far they reach."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, product
from math import cos, radians, sin
from typing import Literal, assert_never

from generator.paper import shapes as art
from generator.paper.measures import PRINTABLE_EDGE
from generator.paper.shapes import CellBox, Drawing, Line, Mm, Path, Placed, Point, Rect, Text
from generator.paper.text import cap_height, descender_depth, width_of

PaperName = Literal["a4", "letter", "a3", "a5"]
Side = Literal["left", "top", "right", "bottom"]

BLANK = Drawing(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class PaperSize:
    """A sheet, upright unless turned; lengths in millimetres."""

    name: PaperName | Literal["slide"]
    width: Mm
    height: Mm

    def rotated(self) -> "PaperSize":
        """Return the same sheet lying on its side."""
        return PaperSize(self.name, self.height, self.width)

    @property
    def is_landscape(self) -> bool:
        """Tell whether the sheet is wider than high."""
        return self.width > self.height


# What is offered on every office's paper.
PAPERS: Mapping[PaperName, PaperSize] = {
    "a4": PaperSize("a4", 210.0, 297.0),
    "letter": PaperSize("letter", 215.9, 279.4),
    "a3": PaperSize("a3", 297.0, 420.0),
}
# With those that few printables are offered on.
SIZES: Mapping[PaperName, PaperSize] = {**PAPERS, "a5": PaperSize("a5", 148.0, 210.0)}
# What is projected, 16 to 9.
SLIDE = PaperSize("slide", 320.0, 180.0)


@dataclass(frozen=True, slots=True)
class Margins:
    """What is kept free along the edges of a page: the printer's margin, and the furniture."""

    left: Mm = PRINTABLE_EDGE
    top: Mm = PRINTABLE_EDGE
    right: Mm = PRINTABLE_EDGE
    bottom: Mm = PRINTABLE_EDGE


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a sheet on a page: its number in the file, the part whose cells are its own."""

    number: int
    placed: Placed
    own: Rect | None = None
    alt: str = ""
    is_read: bool = False

    def shown(self) -> Placed:
        """Return the copy where it lies, of which what is its own shows."""
        return replace(self.placed, clip=self.own or self.placed.clip)

    def numbers(self, cells: Iterable[CellBox]) -> range:
        """Return the number of each game among its cells: every one counts as a copy."""
        games = 1 + max((cell.game for cell in cells), default=0)
        return range((self.number - 1) * games + 1, self.number * games + 1)


@dataclass(frozen=True, slots=True)
class Sign:
    """A square by which a camera finds a copy: in a corner, 0 to 3 clockwise, or its code, 4."""

    copy: int
    corner: int
    x: Mm
    y: Mm
    side: Mm


@dataclass(frozen=True, slots=True)
class Page:
    """Furniture (title, footer, marks) and copies; `boxes` are trim and bleed where it bleeds."""

    size: PaperSize
    furniture: Drawing = BLANK
    copies: tuple[Copy, ...] = ()
    bookmark: str = ""
    is_back: bool = False
    is_key: bool = False
    boxes: tuple["Box", ...] = ()
    # Where the footer's words stand, and where its notes do.
    footer_sides: tuple[Side, ...] = ("bottom", "bottom")
    signs: tuple[Sign, ...] = ()

    def placed(self) -> tuple[Placed, ...]:
        """Return all that is drawn on the page, in reading order."""
        return (*(copy.placed for copy in self.copies), Placed(self.furniture, 0.0, 0.0))

    def cells(self) -> Iterator[tuple[int, CellBox]]:
        """Yield the number of the copy, or of a game on it, and the cell, where it lies."""
        for copy in self.copies:
            cells = all_cells(copy.placed.drawing)
            numbers = copy.numbers(cells)
            for cell in placed_cells(copy.shown(), cells):
                yield numbers[cell.game], cell


def placed_cells(placed: Placed, cells: Iterable[CellBox]) -> Iterator[CellBox]:
    """Yield the cells of a placed drawing that show, in the millimetres of what it lies on."""
    for cell in cells:
        clip = placed.clip
        if clip is not None:
            # The middle of a cell decides: on neighbouring tiles each cell then shows once.
            x, y = cell.x + cell.width / 2 - clip.x, cell.y + cell.height / 2 - clip.y
            if not (0 <= x <= clip.width and 0 <= y <= clip.height):
                continue
        right, low = cell.x + cell.width, cell.y + cell.height
        if placed.turn == 0.0 and placed.scale == 1.0:
            # As all others come out, in a quarter of the time: a class's sheets are many cells.
            left, top = placed.x + cell.x, placed.y + cell.y
            size = (placed.x + right) - left, (placed.y + low) - top
            yield CellBox(cell.id, cell.label, left, top, *size, cell.game)
            continue
        corners = product((cell.x, right), (cell.y, low))
        xs, ys = zip(*(point_on_page(placed, x, y) for x, y in corners), strict=True)
        size = max(xs) - min(xs), max(ys) - min(ys)
        yield CellBox(cell.id, cell.label, min(xs), min(ys), *size, cell.game)


def all_cells(drawing: Drawing) -> tuple[CellBox, ...]:
    """Return the cells of a drawing, those of the drawings placed in it too."""
    return CellIndex().of(drawing)


class CellIndex:
    """The cells of drawings, each looked for once; the drawings have to live on meanwhile."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[CellBox, ...]] = {}

    def of(self, drawing: Drawing) -> tuple[CellBox, ...]:
        """Return its cells and those of the drawings placed in it: its own tuple if that is all."""
        key = id(drawing)
        if key not in self._known:
            placed = (shape for shape in drawing.shapes if isinstance(shape, Placed))
            inner = [cell for one in placed for cell in placed_cells(one, self.of(one.drawing))]
            self._known[key] = (*drawing.cells, *inner) if inner else drawing.cells
        return self._known[key]


def all_words(drawing: Drawing) -> Iterator[str]:
    """Yield the words of a drawing line by line, those of the drawings placed in it too."""
    return (words for words, _ in sized_words(drawing))


def read_words(drawing: Drawing) -> Iterator[str]:
    """Yield what is read of a drawing: its words line by line, and what tells a figure in it."""
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            yield shape.words
        elif isinstance(shape, Placed):
            yield from (shape.drawing.alt,) if shape.drawing.alt else read_words(shape.drawing)


def sized_words(drawing: Drawing) -> Iterator[tuple[str, art.Pt]]:
    """Yield the same words, each line with the size at which it is set."""
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            yield shape.words, shape.size
        elif isinstance(shape, Placed):
            inner = sized_words(shape.drawing)
            yield from ((words, size * shape.scale) for words, size in inner)


def without_cells(drawing: Drawing) -> Drawing:
    """Return what looks the same and has no cells, where these are known once for many sheets."""
    shapes = (
        replace(one, drawing=without_cells(one.drawing)) if isinstance(one, Placed) else one
        for one in drawing.shapes
    )
    return replace(drawing, shapes=tuple(shapes), cells=())


def point_on_page(placed: Placed, x: float, y: float) -> tuple[float, float]:
    """Return where a point of the drawing comes to lie: scaled, turned about its origin, moved."""
    angle = radians(placed.turn)
    x, y = x * placed.scale, y * placed.scale
    return (placed.x + x * cos(angle) - y * sin(angle), placed.y + x * sin(angle) + y * cos(angle))


@dataclass(frozen=True, slots=True)
class Printer:
    """What a printer makes of 1 mm in x and y, how far right and down a back lands, its margins."""

    scale_x: float = 1.0
    scale_y: float = 1.0
    back_x: Mm = 0.0
    back_y: Mm = 0.0
    margins: Margins = Margins()

    def corrected(
        self, width: Mm, height: Mm, *, is_back: bool
    ) -> tuple[float, float, Mm, Mm] | None:
        """Return scale in x and y about the page's middle, and the shift, that undo the printer."""
        x, y = 1 / self.scale_x, 1 / self.scale_y
        right, down = (self.back_x * x, self.back_y * y) if is_back else (0.0, 0.0)
        found = (x, y, (1 - x) * width / 2 - right, (1 - y) * height / 2 - down)
        return None if found == (1.0, 1.0, 0.0, 0.0) else found


TRUE = Printer()


@dataclass(frozen=True, slots=True)
class Box:
    """Left, top, right and bottom in mm."""

    left: Mm
    top: Mm
    right: Mm
    bottom: Mm

    @property
    def size(self) -> art.Size:
        """Return its width and height."""
        return self.right - self.left, self.bottom - self.top

    @property
    def middle(self) -> Point:
        """Return the point in its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def corners(self) -> Iterator[Point]:
        """Yield the four corners."""
        yield from product((self.left, self.right), (self.top, self.bottom))

    def within(self, other: "Box", slack: Mm = 0.0) -> bool:
        """Tell whether the box lies inside another one."""
        beyond = (self.right - other.right, self.bottom - other.bottom)
        return max(other.left - self.left, other.top - self.top, *beyond) <= slack

    def shared(self, other: "Box") -> "Box | None":
        """Return what two boxes have in common."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, right, bottom) if left <= right and top <= bottom else None


def bounding_box(points: Iterable[Point]) -> Box:
    """Return the box about some points; ValueError without any."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


class Extents:
    """Boxes about drawings, each worked out once; the drawings have to live on meanwhile."""

    def __init__(self) -> None:
        self._known: dict[int, Box | None] = {}

    def drawing(self, drawing: Drawing) -> Box | None:
        """Return the box about all that a drawing shows; None where it shows nothing."""
        key = id(drawing)
        if key not in self._known:
            boxes = [box for shape in drawing.shapes if (box := self.shape(shape)) is not None]
            # By two corners each: pages have many lines.
            ends = [end for one in boxes for end in ((one.left, one.top), (one.right, one.bottom))]
            self._known[key] = bounding_box(ends) if ends else None
        return self._known[key]

    def shape(self, shape: art.Shape) -> Box | None:
        """Return the box about a shape; None about a drawing that shows nothing."""
        return self.placed(shape) if isinstance(shape, Placed) else bounding_box(_points(shape))

    def placed(self, placed: Placed) -> Box | None:
        """Return the box about what shows of a placed drawing, where it lies."""
        inner = self.drawing(placed.drawing)
        if inner is not None and (clip := placed.clip) is not None:
            inner = inner.shared(Box(clip.x, clip.y, clip.x + clip.width, clip.y + clip.height))
        if inner is None:
            return None
        if placed.turn == 0.0 and placed.scale == 1.0:
            x, y = placed.x, placed.y
            return Box(x + inner.left, y + inner.top, x + inner.right, y + inner.bottom)
        return bounding_box(point_on_page(placed, x, y) for x, y in inner.corners())


def _points(shape: Line | art.Area | Path | Text | art.Picture) -> Iterator[Point]:
    match shape:
        case Line(x1, y1, x2, y2):
            yield from ((x1, y1), (x2, y2))
        case art.Rect(x, y, width, height) | art.Picture(x, y, width, height):
            yield from ((x, y), (x + width, y + height))
        case art.Circle(x, y, radius):
            yield from ((x - radius, y - radius), (x + radius, y + radius))
        case art.Polygon(points):
            yield from points
        case Path(steps):
            # A curve stays inside the box about its control points.
            yield from chain.from_iterable(step.points for step in steps)
        case Text():
            width = width_of(shape.words, shape.font, shape.size)
            x = shape.x - width * art.BEFORE[shape.align]
            yield x, shape.y - cap_height(shape.font, shape.size)
            yield x + width, shape.y + descender_depth(shape.font, shape.size)
        case _:
            assert_never(shape)
