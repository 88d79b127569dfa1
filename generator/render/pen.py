"""Pens that write stamps and tagged pages: shapes become the operators of a PDF's page.

What a tagged page shows belongs to an element or is an artifact (ISO 14289-1, 7.1 to 7.5): of a
figure its alternative text is read out, elsewhere each word; lines and boxes are artifacts.
"""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from math import cos, radians, sin
from pathlib import Path
from typing import Any, assert_never

from generator.paper import shapes as art
from generator.paper.page import Page, all_words, point_on_page
from generator.paper.shapes import Drawing, Mm, Placed, Pt, Rect, Shape, Stroke, Text
from generator.paper.text import require_glyphs, width_of
from generator.render.structure import Element, Place, Structure, TableElement

Canvas = Any  # reportlab has no types
K = art.POINTS_PER_MM
# The numbers of a PDF (ISO 32000-1, 8.4.3.3); pointed corners reach as far as those of an SVG.
ENDS: Mapping[art.Ends, int] = {"butt": 0, "round": 1, "square": 2}
CORNERS: Mapping[art.Corners, int] = {"miter": 0, "round": 1, "bevel": 2}


# Scale, colour, stroke (with the scale that it was set at) and font of a pen.
Kept = tuple[float, str | None, tuple[Stroke, float], str]


class Letters(dict[int, str]):
    """The letters of a font -> what they are in the file, each asked for once.

    That is a character too, for `str.translate`: its last byte is the letter's code in a subset of
    the font, what is before it tells which. The order of their first use makes the subsets.
    """

    def __init__(self, canvas: Canvas, font: str) -> None:
        super().__init__()
        self._canvas, self._font = canvas, font
        self._subsets: dict[int, str] = {}

    def __missing__(self, letter: int) -> str:
        require_glyphs(chr(letter), self._font)
        subset, name, code = self._canvas.code_of(chr(letter), self._font)
        self._subsets[subset] = name
        self[letter] = chr(256 * subset + code)
        return self[letter]

    def pieces(self, words: str) -> Iterable[tuple[str, str]]:
        """Return (subset, codes) pieces; raise GlyphMissingError where the font lacks a letter."""
        codes = words.translate(self)
        try:
            # The first subset holds 255 letters: nearly always all of them.
            return ((self._subsets[0], codes.encode("latin-1").hex()),)
        except UnicodeEncodeError:
            return self._parted(codes)

    def _parted(self, codes: str) -> Iterator[tuple[str, str]]:
        for subset, piece in groupby(map(ord, codes), key=lambda code: code // 256):
            yield self._subsets[subset], bytes(code % 256 for code in piece).hex()


@dataclass(frozen=True, slots=True)
class Resources:
    """What pens draw with: colours by name and width, type by font, size, colour and scale."""

    fill: Callable[[str], str]
    needs_edge: Callable[[str], bool]
    line: Callable[[str, Pt], str]
    type: Callable[[str, Pt, str, float], tuple[str, Letters, str]]
    stamps: Container[int]
    stamp: Callable[[Drawing, float, "Resources"], str]
    pictures: Mapping[Path, str]


def _is_moved(placed: Placed) -> bool:
    return bool(placed.turn) or placed.clip is not None or placed.scale != 1.0


class Pen:
    """Writes one page or stamp; lines and letters that a scale makes thinner are darkened."""

    def __init__(self, resources: Resources, scale: float = 1.0) -> None:
        self._resources, self._scale = resources, scale
        self._lines: list[str] = ["1 J 1 j"]  # round ends and corners
        self._pieces: list[tuple[str, str]] = []
        self._fill: str | None = None
        self._stroke = (art.EDGE, 0.0)  # and the scale that it was set at: none yet
        self._font = ""

    def put_on(self, canvas: Canvas) -> None:
        """Put what was written on the page; stamps go through the canvas, which notes their use."""
        for written, stamp in self._pieces:
            canvas.addLiteral(written)
            canvas.doForm(stamp)
        canvas.addLiteral("\n".join(self._lines))

    def draw(self, drawing: Drawing, x: Mm, y: Mm) -> None:
        """Draw the shapes of a drawing with its top left at a point, y downwards."""
        for shape in drawing.shapes:
            self._shape(shape, x, y)

    def place(self, placed: Placed, x: Mm, y: Mm) -> None:
        """Lay a drawing down, as a stamp where there is one, else shape by shape."""
        drawing, is_stamp = placed.drawing, id(placed.drawing) in self._resources.stamps
        if not is_stamp and not _is_moved(placed):
            self.draw(drawing, x + placed.x, y + placed.y)
            return
        kept = self.enter(placed, x, y)
        if is_stamp:
            self._stamp(self._resources.stamp(drawing, self._scale, self._resources))
        else:
            self.draw(drawing, 0.0, 0.0)
        self.leave(kept)

    def enter(self, placed: Placed, x: Mm, y: Mm) -> Kept:
        """Move and turn the page below the pen to where a drawing lies; return what was set."""
        kept = self._scale, self._fill, self._stroke, self._font
        # Of lines and letters: what is enlarged has its own.
        self._scale = min(1.0, round(self._scale * placed.scale, 2))
        origin = _exact(x + placed.x, y + placed.y)
        self._lines.append(f"q {_turn(placed.turn, placed.scale)} {origin} cm")
        if placed.clip is not None:
            self._lines.append(f"{_box(placed.clip, 0.0, 0.0)} W n")
        return kept

    def leave(self, kept: Kept) -> None:
        """Move and turn the page back."""
        self._lines.append("Q")
        self._scale, self._fill, self._stroke, self._font = kept

    def _stamp(self, name: str) -> None:
        self._pieces.append(("\n".join(self._lines), name))
        self._lines = []

    def _shape(self, shape: Shape, x: Mm, y: Mm) -> None:
        match shape:
            case Text():
                self._words(shape, x, y)
            case Placed():
                self.place(shape, x, y)
            case art.Line(x1, y1, x2, y2, stroke):
                self._set_stroke(stroke)
                self._lines.append(f"{_xy(x + x1, y + y1)} m {_xy(x + x2, y + y2)} l S")
            case Rect(radius=0, fill=fill, stroke=stroke):
                self._area(_box(shape, x, y), fill, stroke)
            case Rect() | art.Circle() | art.Polygon():
                self._area(_outline(shape, x, y), shape.fill, shape.stroke)
            case art.Path(steps, fill, stroke, is_even_odd):
                self._area(_steps(steps, x, y), fill, stroke, "*" * is_even_odd)
            case art.Picture(px, py, width, height, file):
                origin = _exact(x + px, y + py + height)
                self._lines.append(f"q {width * K:.3f} 0 0 {height * K:.3f} {origin} cm")
                self._stamp(self._resources.pictures[file])
                self._lines.append("Q")
            case _:
                assert_never(shape)

    def _area(self, path: str, fill: str | None, stroke: Stroke | None, rule: str = "") -> None:
        if fill is not None:
            self._set_colour(self._resources.fill(fill))
            if stroke is None and self._resources.needs_edge(fill):
                stroke = art.BARE_EDGE
        if stroke is not None:
            self._set_stroke(stroke)
        if fill is not None or stroke is not None:
            operator = "f" + rule if stroke is None else "S" if fill is None else "B" + rule
            self._lines.append(f"{path} {operator}")

    def _words(self, text: Text, x: Mm, y: Mm) -> None:
        x += text.x
        if text.align != "left":
            x -= width_of(text.words, text.font, text.size) * art.BEFORE[text.align]
        colour, letters, size = self._resources.type(text.font, text.size, text.colour, self._scale)
        self._set_colour(colour)
        shown = ""
        for subset, codes in letters.pieces(text.words):
            font = f"{subset} {size} "
            shown += f"<{codes}> Tj " if font == self._font else f"{font}<{codes}> Tj "
            self._font = font
        self._lines.append(f"BT {_exact(x, y + text.y)} Td {shown}ET")

    def _set_colour(self, colour: str) -> None:
        if colour != self._fill:
            self._fill = colour
            self._lines.append(colour)

    def _set_stroke(self, stroke: Stroke) -> None:
        if (stroke, self._scale) != self._stroke:
            (before, _), self._stroke = self._stroke, (stroke, self._scale)
            if (stroke.ends, stroke.corners) != (before.ends, before.corners):
                self._lines.append(f"{ENDS[stroke.ends]} J {CORNERS[stroke.corners]} j 4 M")
            dash = " ".join(f"{length:g}" for length in stroke.dashes())
            colour = self._resources.line(stroke.colour, self._scale * stroke.seen)
            self._lines.append(f"{colour} {stroke.width:.3f} w [{dash}] 0 d")


def _xy(x: Mm, y: Mm) -> str:
    return f"{x * K:.3f} {-y * K:.3f}"


# The cards of a deck, and the sheets of a class, have the same at the same places.
@lru_cache(maxsize=4096)
def _exact(x: Mm, y: Mm) -> str:
    """Format a point with the precision that PDF readers keep, for the origin of drawings."""
    return f"{x * K:.5f} {-y * K:.5f}"


@lru_cache(maxsize=256)
def _turn(turn: float, scale: float) -> str:
    if turn == 0.0 and scale == 1.0:
        return "1 0 0 1"
    a, b = scale * cos(radians(-turn)), scale * sin(radians(-turn))
    return f"{a:.6f} {b:.6f} {-b:.6f} {a:.6f}"


def _box(box: Rect, x: Mm, y: Mm) -> str:
    return _rectangle(x + box.x, y + box.y + box.height, box.width, box.height)


@lru_cache(maxsize=4096)
def _rectangle(x: Mm, low: Mm, width: Mm, height: Mm) -> str:
    return f"{_xy(x, low)} {width * K:.3f} {height * K:.3f} re"


@lru_cache(maxsize=1024)
def _outline(shape: art.Area, x: Mm, y: Mm) -> str:
    return _steps(art.outline(shape), x, y)


def _steps(steps: Sequence[art.PathStep], x: Mm, y: Mm) -> str:
    written = []
    for step in steps:
        # Not by a call of _xy for each point: most of what a deck draws is curves.
        written += [f"{(x + px) * K:.3f} {-(y + py) * K:.3f}" for px, py in step.points]
        # A PDF calls the steps as SVG does, in small letters; but `h` goes back.
        written.append("h" if step.way == "Z" else step.way.lower())
    return " ".join(written)


# Artifacts: what is on every page, and decoration.
FURNITURE, DECOR = "/Artifact<</Type/Pagination>>BDC", "/Artifact BMC"
# The roles that name a file.
NAMES = frozenset({"title", "footer"})


class DrawingIndex:
    """What drawings contain, cached by identity: the drawings have to stay alive meanwhile."""

    def __init__(self, pages: Sequence[Page], stamps: Collection[int]) -> None:
        self._stamps = stamps
        self._read: dict[int, bool] = {}
        self._titled: dict[int, bool] = {}
        first = pages[0].placed() if pages else ()
        self.is_named_by_footer = not any(self.is_titled(one.drawing) for one in first)

    def is_moved(self, placed: Placed) -> bool:
        """Tell whether a drawing has its own corner as the origin: all copies of a stamp have."""
        return _is_moved(placed) or id(placed.drawing) in self._stamps

    def is_read(self, drawing: Drawing) -> bool:
        """Tell whether a drawing has words or figures to be read out."""
        if drawing.alt:
            return True
        key = id(drawing)
        if key not in self._read:
            # A list, not a generator: the answer for each is cached.
            inner = [self.is_read(one) for one in _inner(drawing)]
            has_words = any(isinstance(shape, Text) for shape in drawing.shapes)
            self._read[key] = not self.is_quiet(drawing) and (has_words or any(inner))
        return self._read[key]

    def is_quiet(self, drawing: Drawing) -> bool:
        """Tell whether a drawing is on every page; the footer is read only if there is no title."""
        role = drawing.role
        return role == "furniture" or (role == "footer" and not self.is_named_by_footer)

    def is_titled(self, drawing: Drawing) -> bool:
        """Tell whether a drawing is a title, or has one in it."""
        key = id(drawing)
        if key not in self._titled:
            inner = any(self.is_titled(one) for one in _inner(drawing))
            self._titled[key] = drawing.role == "title" or inner
        return self._titled[key]


def _inner(drawing: Drawing) -> Iterator[Drawing]:
    return (shape.drawing for shape in drawing.shapes if isinstance(shape, Placed))


class TaggedPen(Pen):
    """Writes pages and adds their structure elements in reading order."""

    def __init__(self, resources: Resources, structure: Structure, contents: DrawingIndex) -> None:
        super().__init__(resources)
        self._tree, self._index = structure, contents
        self._height: Mm = 0.0
        # The element, or kind of artifact, whose marked content is open.
        self._part: Element | str | None = None
        self._table: TableElement | None = None
        # The transformations that apply to what is being written.
        self._ways: list[Placed] = []

    def write(self, page: Page) -> None:
        """Write a page: its copies, then its furniture, whose heading is read before the copies."""
        self._tree.begin_page()
        self._height, whole = page.size.height, self._tree.whole
        start = len(whole.inner)
        for copy in page.copies:
            if copy.alt:
                self._told(copy.placed, 0.0, 0.0, copy.alt, whole)
            else:
                self._lay(copy.placed, 0.0, 0.0, whole)
        if self._index.is_read(page.furniture):
            above, below = Element("Document"), Element("Document")
            for shape in page.furniture.shapes:
                is_above = isinstance(shape, Placed) and self._index.is_titled(shape.drawing)
                self._each((shape,), 0.0, 0.0, above if is_above else below)
            whole.inner[start:start] = above.inner
            whole.inner += below.inner
        else:
            self._belong(FURNITURE)
            self.place(Placed(page.furniture, 0.0, 0.0), 0.0, 0.0)
        self._belong(None)

    def _belong(self, part: Element | str | None) -> None:
        if part is self._part:
            return
        if self._part is not None:
            self._lines.append("EMC")
        if isinstance(part, Element):
            self._lines.append(f"/{part.kind}<</MCID {self._tree.mark(part)}>>BDC")
        elif part is not None:
            self._lines.append(part)
        self._part = part

    def _lay(self, placed: Placed, x: Mm, y: Mm, within: Element) -> None:
        drawing = placed.drawing
        if drawing.alt:
            self._told(placed, x, y, drawing.alt, within)
        elif self._index.is_quiet(drawing) or self._is_again(drawing):
            self._belong(FURNITURE)
            self.place(placed, x, y)
        elif not self._index.is_read(drawing):
            self._belong(DECOR)
            self.place(placed, x, y)
        else:
            left, top, kept = self._begin(placed, x, y)
            self._open(drawing, left, top, within)
            self._end(kept)

    def _is_again(self, drawing: Drawing) -> bool:
        name = self._tree.name
        if name is None or drawing.role not in NAMES:
            return False
        return drawing.role == "footer" or name == " ".join(all_words(drawing))

    def _open(self, drawing: Drawing, x: Mm, y: Mm, within: Element) -> None:
        if drawing.role in NAMES:
            within = self._tree.named(" ".join(all_words(drawing)), within)
        elif drawing.role == "heading":
            within = self._tree.add("H2", within)
        match drawing.table:
            case art.TableShape():
                around, place = self._table, self._place(drawing, x, y)
                self._table = self._tree.table(drawing.table, within, place)
                self._each(drawing.shapes, x, y, within)
                self._table = around
                return
            case art.TablePosition() if self._table is not None:
                within = self._table.cell(drawing.table)
        self._each(drawing.shapes, x, y, within)

    def _each(self, shapes: Iterable[Shape], x: Mm, y: Mm, within: Element) -> None:
        words = within if within.kind in {"H1", "H2", "TH", "TD"} else None
        for shape in shapes:
            if isinstance(shape, Placed):
                self._lay(shape, x, y, within)
                continue
            if isinstance(shape, Text):
                words = words or self._tree.add("P", within)
                self._belong(words)
            else:
                self._belong(DECOR)
            self._shape(shape, x, y)

    def _told(self, placed: Placed, x: Mm, y: Mm, alt: str, within: Element) -> None:
        place = self._place(placed.drawing, x + placed.x, y + placed.y, placed)
        figure = self._tree.add("Figure", within, alt=alt, place=place)
        self._in_figure(placed, x, y, figure)

    def _in_figure(self, placed: Placed, x: Mm, y: Mm, figure: Element) -> None:
        drawing = placed.drawing
        is_named = self._index.is_named_by_footer or self._tree.name is not None
        if is_named or not self._index.is_titled(drawing):
            self._belong(figure)
            self.place(placed, x, y)
            return
        left, top, kept = self._begin(placed, x, y)
        if drawing.role == "title":
            self._open(drawing, left, top, figure)
        else:
            for shape in drawing.shapes:
                if isinstance(shape, Placed):
                    self._in_figure(shape, left, top, figure)
                else:
                    self._belong(figure)
                    self._shape(shape, left, top)
        self._end(kept)

    def _begin(self, placed: Placed, x: Mm, y: Mm) -> tuple[Mm, Mm, Kept | None]:
        if not self._index.is_moved(placed):
            return x + placed.x, y + placed.y, None
        self._belong(None)
        self._ways.append(replace(placed, x=x + placed.x, y=y + placed.y))
        return 0.0, 0.0, self.enter(placed, x, y)

    def _end(self, kept: Kept | None) -> None:
        if kept is not None:
            self._belong(None)
            self._ways.pop()
            self.leave(kept)

    def _place(self, drawing: Drawing, x: Mm, y: Mm, placed: Placed | None = None) -> Place:
        left, top, right, low = 0.0, 0.0, drawing.width, drawing.height
        if clip := placed and placed.clip:
            left, top, right, low = clip.x, clip.y, clip.x + clip.width, clip.y + clip.height
        if not self._ways and (placed is None or (not placed.turn and placed.scale == 1.0)):
            left, top, right, low = x + left, y + top, x + right, y + low
        else:
            at = Placed(drawing, x, y) if placed is None else replace(placed, x=x, y=y)
            corners = [(left, top), (right, top), (right, low), (left, low)]
            for way in (at, *reversed(self._ways)):
                corners = [point_on_page(way, *corner) for corner in corners]
            xs, ys = zip(*corners, strict=True)
            left, top, right, low = min(xs), min(ys), max(xs), max(ys)
        return left * K, (self._height - low) * K, right * K, (self._height - top) * K
