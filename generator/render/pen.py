"""The pen that writes a page or a stamp: shapes become the operators of a PDF's page.

They are written as text (ISO 32000-1, annex A), not by calls of the library for each shape and
word, which take three times as long for a deck of cards.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import cos, radians, sin
from pathlib import Path
from typing import Any, TypeAlias, assert_never

from generator.paper import shapes as art
from generator.paper import text as lettered

Canvas: TypeAlias = Any  # reportlab has no types
K = art.POINTS_PER_MM
# The numbers of a PDF (ISO 32000-1, 8.4.3.3); pointed corners reach as far as those of an SVG.
ENDS: Mapping[art.Ends, int] = {"butt": 0, "round": 1, "square": 2}
CORNERS: Mapping[art.Corners, int] = {"miter": 0, "round": 1, "bevel": 2}


# Scale, colour, stroke (with the scale that it was set at) and font of a pen.
Kept: TypeAlias = tuple[float, str | None, tuple[art.Stroke, float], str]


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
        lettered.require_glyphs(chr(letter), self._font)
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
    """What pens draw with: colours by name (and width), type, stamps by identity, pictures.

    Type is asked for by font, size, colour and scale: a colour, letters, and how a size is set.
    """

    fill: Callable[[str], str]
    needs_edge: Callable[[str], bool]
    line: Callable[[str, art.Pt], str]
    type: Callable[[str, art.Pt, str, float], tuple[str, Letters, str]]
    stamps: Container[int]
    stamp: Callable[[art.Drawing, float, "Resources"], str]
    pictures: Mapping[Path, str]


def is_moved(placed: art.Placed) -> bool:
    """Tell whether a drawing is turned, enlarged or cut off where it lies, not only put there."""
    return bool(placed.turn) or placed.clip is not None or placed.scale != 1.0


class Pen:
    """Writes one page or stamp; lines and letters that a scale makes thinner are darkened."""

    def __init__(self, resources: Resources, scale: float = 1.0) -> None:
        self._resources, self._scale = resources, scale
        self._written: list[str] = ["1 J 1 j"]  # round ends and corners
        self._pieces: list[tuple[str, str]] = []
        self._fill: str | None = None
        self._stroke = (art.EDGE, 0.0)  # and the scale that it was set at: none yet
        self._font = ""

    def put_on(self, canvas: Canvas) -> None:
        """Put what was written on the page; stamps go through the canvas, which notes their use."""
        for written, stamp in self._pieces:
            canvas.addLiteral(written)
            canvas.doForm(stamp)
        canvas.addLiteral("\n".join(self._written))

    def draw(self, drawing: art.Drawing, x: art.Mm, y: art.Mm) -> None:
        """Draw the shapes of a drawing with its top left at a point, y downwards."""
        for shape in drawing.shapes:
            self._shape(shape, x, y)

    def place(self, placed: art.Placed, x: art.Mm, y: art.Mm) -> None:
        """Lay a drawing down, as a stamp where there is one, else shape by shape."""
        drawing, is_stamp = placed.drawing, id(placed.drawing) in self._resources.stamps
        if not is_stamp and not is_moved(placed):
            self.draw(drawing, x + placed.x, y + placed.y)
            return
        kept = self.enter(placed, x, y)
        if is_stamp:
            self._stamp(self._resources.stamp(drawing, self._scale, self._resources))
        else:
            self.draw(drawing, 0.0, 0.0)
        self.leave(kept)

    def enter(self, placed: art.Placed, x: art.Mm, y: art.Mm) -> Kept:
        """Move and turn the page below the pen to where a drawing lies; return what was set."""
        kept = self._scale, self._fill, self._stroke, self._font
        # Of lines and letters: what is enlarged has its own.
        self._scale = min(1.0, round(self._scale * placed.scale, 2))
        origin = _exact(x + placed.x, y + placed.y)
        self._written.append(f"q {_turn(placed.turn, placed.scale)} {origin} cm")
        if placed.clip is not None:
            self._written.append(f"{_box(placed.clip, 0.0, 0.0)} W n")
        return kept

    def leave(self, kept: Kept) -> None:
        """Move and turn the page back."""
        self._written.append("Q")
        self._scale, self._fill, self._stroke, self._font = kept

    def _stamp(self, name: str) -> None:
        self._pieces.append(("\n".join(self._written), name))
        self._written = []

    def _shape(self, shape: art.Shape, x: art.Mm, y: art.Mm) -> None:
        match shape:
            case art.Text():
                self._words(shape, x, y)
            case art.Placed():
                self.place(shape, x, y)
            case art.Line(x1, y1, x2, y2, stroke):
                self._set_stroke(stroke)
                self._written.append(f"{_xy(x + x1, y + y1)} m {_xy(x + x2, y + y2)} l S")
            case art.Rect(radius=0, fill=fill, stroke=stroke):
                self._figure(_box(shape, x, y), fill, stroke)
            case art.Rect() | art.Circle() | art.Polygon():
                self._figure(_outline(shape, x, y), shape.fill, shape.stroke)
            case art.Path(steps, fill, stroke, is_even_odd):
                self._figure(_steps(steps, x, y), fill, stroke, "*" * is_even_odd)
            case art.Picture(px, py, width, height, file):
                origin = _exact(x + px, y + py + height)
                self._written.append(f"q {width * K:.3f} 0 0 {height * K:.3f} {origin} cm")
                self._stamp(self._resources.pictures[file])
                self._written.append("Q")
            case _:
                assert_never(shape)

    def _figure(
        self, path: str, fill: str | None, stroke: art.Stroke | None, rule: str = ""
    ) -> None:
        if fill is not None:
            self._set_colour(self._resources.fill(fill))
            if stroke is None and self._resources.needs_edge(fill):
                stroke = art.BARE_EDGE
        if stroke is not None:
            self._set_stroke(stroke)
        if fill is not None or stroke is not None:
            operator = "f" + rule if stroke is None else "S" if fill is None else "B" + rule
            self._written.append(f"{path} {operator}")

    def _words(self, text: art.Text, x: art.Mm, y: art.Mm) -> None:
        x += text.x
        if text.align != "left":
            x -= lettered.width_of(text.words, text.font, text.size) * art.BEFORE[text.align]
        colour, letters, size = self._resources.type(text.font, text.size, text.colour, self._scale)
        self._set_colour(colour)
        shown = ""
        for subset, codes in letters.pieces(text.words):
            font = f"{subset} {size} "
            shown += f"<{codes}> Tj " if font == self._font else f"{font}<{codes}> Tj "
            self._font = font
        self._written.append(f"BT {_exact(x, y + text.y)} Td {shown}ET")

    def _set_colour(self, colour: str) -> None:
        if colour != self._fill:
            self._fill = colour
            self._written.append(colour)

    def _set_stroke(self, stroke: art.Stroke) -> None:
        if (stroke, self._scale) != self._stroke:
            (before, _), self._stroke = self._stroke, (stroke, self._scale)
            if (stroke.ends, stroke.corners) != (before.ends, before.corners):
                self._written.append(f"{ENDS[stroke.ends]} J {CORNERS[stroke.corners]} j 4 M")
            dash = " ".join(f"{length:g}" for length in stroke.dashes())
            colour = self._resources.line(stroke.colour, self._scale * stroke.seen)
            self._written.append(f"{colour} {stroke.width:.3f} w [{dash}] 0 d")


def _xy(x: art.Mm, y: art.Mm) -> str:
    return f"{x * K:.3f} {-y * K:.3f}"


# The cards of a deck, and the sheets of a class, have the same at the same places.
@lru_cache(maxsize=4096)
def _exact(x: art.Mm, y: art.Mm) -> str:
    """Format a point with the precision that PDF readers keep, for the origin of drawings."""
    return f"{x * K:.5f} {-y * K:.5f}"


@lru_cache(maxsize=256)
def _turn(turn: float, scale: float) -> str:
    if turn == 0.0 and scale == 1.0:
        return "1 0 0 1"
    a, b = scale * cos(radians(-turn)), scale * sin(radians(-turn))
    return f"{a:.6f} {b:.6f} {-b:.6f} {a:.6f}"


def _box(box: art.Rect, x: art.Mm, y: art.Mm) -> str:
    return _rectangle(x + box.x, y + box.y + box.height, box.width, box.height)


@lru_cache(maxsize=4096)
def _rectangle(x: art.Mm, low: art.Mm, width: art.Mm, height: art.Mm) -> str:
    return f"{_xy(x, low)} {width * K:.3f} {height * K:.3f} re"


@lru_cache(maxsize=1024)
def _outline(shape: art.Area, x: art.Mm, y: art.Mm) -> str:
    return _steps(art.outline(shape), x, y)


def _steps(steps: Sequence[art.PathStep], x: art.Mm, y: art.Mm) -> str:
    written = []
    for step in steps:
        # Not by a call of _xy for each point: most of what a deck draws is curves.
        written += [f"{(x + px) * K:.3f} {-(y + py) * K:.3f}" for px, py in step.points]
        # A PDF calls the steps as SVG does, in small letters; but `h` goes back.
        written.append("h" if step.way == "Z" else step.way.lower())
    return " ".join(written)
