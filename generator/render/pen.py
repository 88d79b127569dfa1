"""A pen that writes shapes as the operators of a PDF page (ISO 32000-1, annex A)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, radians, sin
from typing import assert_never

from generator.paper.palette import Rgb
from generator.paper.shapes import (
    Circle,
    Clip,
    Close,
    Curve,
    Dash,
    Drawing,
    Line,
    Move,
    Path,
    Placed,
    Polygon,
    Rect,
    Shape,
    Stroke,
    Text,
    To,
)
from generator.paper.text import width_of
from generator.paper.units import POINTS_PER_MM, Mm, Pt

K = POINTS_PER_MM
# Control points at this share of the radius make four Bezier curves a circle within 0.03 %.
ROUND = 0.5522847498
BARE = Stroke("ink", 0.6)


@dataclass(frozen=True, slots=True)
class Desk:
    """What a pen draws with: colours by name, words in a font as (subset, codes), stamps."""

    fill: Callable[[str], Rgb]
    needs_edge: Callable[[str], bool]
    line: Callable[[str], Rgb]
    words: Callable[[str, str], Sequence[tuple[str, str]]]
    stamp: Callable[[Drawing], int | None]


@lru_cache(maxsize=64)
def dashes(dash: Dash, width: Pt) -> tuple[Pt, ...]:
    """Return the lengths of dashes and gaps in points; a dash of no length is a round dot."""
    match dash:
        case "solid":
            return ()
        case "dotted":
            return (0.0, max(2.5 * width, 2.0))
        case "dashed":
            return (max(4 * width, 3.0), max(4 * width, 3.0))
        case _:
            assert_never(dash)


class Pen:
    """Writes one page or one stamp; colours and strokes that are already set are not set again."""

    def __init__(self, desk: Desk) -> None:
        """Start with nothing set but round ends and corners."""
        self._desk = desk
        self._written: list[str] = ["1 J 1 j"]
        self._pieces: list[str | int] = []
        self._fill: str | None = None
        self._stroke: Stroke | None = None
        self._font = ""

    def pieces(self) -> tuple[str | int, ...]:
        """Return all that was drawn: operators, and between them the numbers of stamps."""
        return (*self._pieces, "\n".join(self._written))

    def draw(self, drawing: Drawing, x: Mm, y: Mm) -> None:
        """Draw the shapes of a drawing with its top left at a point, y downwards."""
        for shape in drawing.shapes:
            self._shape(shape, x, y)

    def place(self, placed: Placed, x: Mm, y: Mm) -> None:
        """Lay a drawing down, as a stamp where there is one, else shape by shape."""
        drawing = placed.drawing
        stamp = self._desk.stamp(drawing)
        plain = not (placed.turn or placed.clip or placed.scale != 1.0)
        if stamp is None and plain:
            self.draw(drawing, x + placed.x, y + placed.y)
            return
        kept = self._fill, self._stroke, self._font
        self._written.append(f"q {_matrix(placed, x, y)} cm")
        if placed.clip is not None:
            self._written.append(f"{_box(placed.clip)} W n")
        if stamp is None:
            self.draw(drawing, 0.0, 0.0)
        else:
            self._pieces += ("\n".join(self._written), stamp)
            self._written = []
        self._written.append("Q")
        self._fill, self._stroke, self._font = kept

    def _shape(self, shape: Shape, x: Mm, y: Mm) -> None:
        match shape:
            case Text():
                self._words(shape, x, y)
            case Line(x1, y1, x2, y2, stroke):
                self._set_stroke(stroke)
                self._written.append(f"{_xy(x + x1, y + y1)} m {_xy(x + x2, y + y2)} l S")
            case Rect(fill=fill, stroke=stroke):
                self._figure(_rect(shape, x, y), fill, stroke)
            case Circle(fill=fill, stroke=stroke):
                self._figure(_circle(shape, x, y), fill, stroke)
            case Polygon(points, fill, stroke):
                self._figure(_polygon(points, x, y), fill, stroke)
            case Path(fill=fill, stroke=stroke):
                self._figure(_path(shape, x, y), fill, stroke)
            case Placed():
                self.place(shape, x, y)
            case _:
                assert_never(shape)

    def _figure(self, path: str, fill: str | None, stroke: Stroke | None) -> None:
        if fill is not None:
            self._set_colour(_rgb(self._desk.fill(fill)))
            if stroke is None and self._desk.needs_edge(fill):
                stroke = BARE
        if stroke is not None:
            self._set_stroke(stroke)
        paint = {(True, True): "B", (True, False): "f", (False, True): "S"}
        if operator := paint.get((fill is not None, stroke is not None)):
            self._written.append(f"{path} {operator}")

    def _words(self, text: Text, x: Mm, y: Mm) -> None:
        x += text.x
        if text.align != "left":
            width = width_of(text.words, text.font, text.size)
            x -= width / 2 if text.align == "middle" else width
        self._set_colour(_rgb(self._desk.line(text.colour)))
        self._written.append(f"BT {_exact(x, y + text.y)} Td")
        for subset, codes in self._desk.words(text.words, text.font):
            font = f"{subset} {text.size:g} Tf "
            self._written.append(f"({codes}) Tj" if font == self._font else f"{font}({codes}) Tj")
            self._font = font
        self._written.append("ET")

    def _set_colour(self, colour: str) -> None:
        if colour != self._fill:
            self._fill = colour
            self._written.append(f"{colour} rg")

    def _set_stroke(self, stroke: Stroke) -> None:
        if stroke == self._stroke:
            return
        self._stroke = stroke
        self._written.append(f"{_rgb(self._desk.line(stroke.colour))} RG {_line(stroke)}")


@lru_cache(maxsize=256)
def _line(stroke: Stroke) -> str:
    dash = " ".join(f"{length:g}" for length in dashes(stroke.dash, stroke.width))
    return f"{stroke.width:.3f} w [{dash}] 0 d"


@lru_cache(maxsize=256)
def _rgb(colour: Rgb) -> str:
    return "{:.4g} {:.4g} {:.4g}".format(*(round(share, 4) for share in colour))


def _xy(x: Mm, y: Mm) -> str:
    return f"{x * K:.3f} {-y * K:.3f}"


def _exact(x: Mm, y: Mm) -> str:
    """Return a point as exactly as readers keep it, for what much else depends on."""
    return f"{x * K:.5f} {-y * K:.5f}"


def _matrix(placed: Placed, x: Mm, y: Mm) -> str:
    angle, scale = radians(-placed.turn), placed.scale
    a, b = scale * cos(angle), scale * sin(angle)
    return f"{a:.6f} {b:.6f} {-b:.6f} {a:.6f} {_exact(x + placed.x, y + placed.y)}"


def _box(box: Rect | Clip, x: Mm = 0.0, y: Mm = 0.0) -> str:
    low = y + box.y + box.height
    return f"{_xy(x + box.x, low)} {box.width * K:.3f} {box.height * K:.3f} re"


def _rect(rect: Rect, x: Mm, y: Mm) -> str:
    radius = min(rect.radius, rect.width / 2, rect.height / 2)
    if radius <= 0:
        return _box(rect, x, y)
    left, top = x + rect.x, y + rect.y
    right, low = left + rect.width, top + rect.height
    r, c = radius, radius * (1 - ROUND)
    return (
        f"{_xy(left + r, top)} m {_xy(right - r, top)} l "
        f"{_xy(right - c, top)} {_xy(right, top + c)} {_xy(right, top + r)} c "
        f"{_xy(right, low - r)} l "
        f"{_xy(right, low - c)} {_xy(right - c, low)} {_xy(right - r, low)} c "
        f"{_xy(left + r, low)} l "
        f"{_xy(left + c, low)} {_xy(left, low - c)} {_xy(left, low - r)} c "
        f"{_xy(left, top + r)} l "
        f"{_xy(left, top + c)} {_xy(left + c, top)} {_xy(left + r, top)} c h"
    )


def _circle(circle: Circle, x: Mm, y: Mm) -> str:
    x, y, r = x + circle.x, y + circle.y, circle.radius
    c = r * ROUND
    return (
        f"{_xy(x + r, y)} m "
        f"{_xy(x + r, y + c)} {_xy(x + c, y + r)} {_xy(x, y + r)} c "
        f"{_xy(x - c, y + r)} {_xy(x - r, y + c)} {_xy(x - r, y)} c "
        f"{_xy(x - r, y - c)} {_xy(x - c, y - r)} {_xy(x, y - r)} c "
        f"{_xy(x + c, y - r)} {_xy(x + r, y - c)} {_xy(x + r, y)} c h"
    )


def _polygon(points: tuple[tuple[Mm, Mm], ...], x: Mm, y: Mm) -> str:
    first, *rest = (_xy(x + px, y + py) for px, py in points)
    return " ".join((f"{first} m", *(f"{point} l" for point in rest), "h"))


def _path(path: Path, x: Mm, y: Mm) -> str:
    steps = []
    for step in path.steps:
        match step:
            case Move(px, py):
                steps.append(f"{_xy(x + px, y + py)} m")
            case To(px, py):
                steps.append(f"{_xy(x + px, y + py)} l")
            case Curve(x1, y1, x2, y2, px, py):
                ends = (_xy(x + x1, y + y1), _xy(x + x2, y + y2), _xy(x + px, y + py))
                steps.append(" ".join((*ends, "c")))
            case Close():
                steps.append("h")
            case _:
                assert_never(step)
    return " ".join(steps)
