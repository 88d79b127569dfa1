"""Ordinary SVG, as drawing programs write it, into drawings: groups, styles, colours of its own."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.errors import LudokitError
from generator.paper import shapes as art
from generator.paper.palette import hex_of
from generator.printables.svg_sanitiser import MOST_BYTES, Gradients, SanitisedSvg, sanitise_svg
from generator.reading.text_files import open_file
from generator.words import message

if TYPE_CHECKING:
    from svgelements import Shape

# Steps of all outlines together.
MOST_STEPS = 60_000
# How lines end and bend; what is not said is the first.
ENDS: Mapping[str, art.Ends] = {"butt": "butt", "round": "round", "square": "square"}
CORNERS: Mapping[str, art.Corners] = {"miter": "miter", "round": "round", "bevel": "bevel"}
Untyped = Any  # as svgelements is
# Less than this is not seen.
CLEAR = 0.02


def flat_svg(file: Path) -> "FlatSvg":
    """Return what a file draws; LudokitError says why it cannot be printed."""
    written = file.stat()
    return _read_svg(file, written.st_size, written.st_mtime_ns)


@dataclass(frozen=True, slots=True)
class SvgFigure:
    """An outline in the file's own units, its colours as `#rrggbb`, and the width of its line."""

    steps: tuple[art.PathStep, ...]
    fill: str | None
    line: str | None
    width: float
    is_even_odd: bool
    is_dashed: bool
    ends: art.Ends
    corners: art.Corners


@dataclass(frozen=True, slots=True)
class FlatSvg:
    """Width and height in the file's own units, and the figures in drawing order."""

    width: float
    height: float
    figures: tuple[SvgFigure, ...]


@lru_cache(maxsize=512)
def _read_svg(file: Path, size: int, _changed: int) -> FlatSvg:
    if size > MOST_BYTES:
        raise LudokitError(message("picture.too-heavy", most=str(MOST_BYTES // 1_000_000)))
    with open_file(file) as stream:
        plain = sanitise_svg(stream.read(MOST_BYTES + 1))
    try:
        figures = tuple(_figures(plain))
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise LudokitError(message("picture.broken", found=file.name)) from None
    if sum(len(figure.steps) for figure in figures) > MOST_STEPS:
        raise LudokitError(message("picture.too-many-steps"))
    if not figures:
        raise LudokitError(message("picture.blank"))
    return FlatSvg(plain.width, plain.height, figures)


@lru_cache(maxsize=512)
def svg_drawing(found: FlatSvg, width: art.Mm) -> art.Drawing:
    """Return a drawing as wide as wanted, cut to its view box."""
    scale = width / found.width
    shapes = tuple(_shape(figure, scale) for figure in found.figures)
    size = width, found.height * scale
    whole = art.Placed(art.Drawing(*size, shapes), 0.0, 0.0, clip=art.Rect(0.0, 0.0, *size))
    return art.Drawing(*size, (whole,))


def _shape(figure: SvgFigure, scale: float) -> art.Path:
    stroke = None
    if figure.line is not None:
        # The finest line that a printer draws.
        thick = max(0.25, art.to_points(figure.width * scale))
        dash: art.Dash = "dashed" if figure.is_dashed else "solid"
        stroke = art.Stroke(figure.line, thick, dash, figure.ends, figure.corners)
    steps = tuple(
        art.PathStep(step.way, tuple((x * scale, y * scale) for x, y in step.points))
        for step in figure.steps
    )
    return art.Path(steps, figure.fill, stroke, figure.is_even_odd)


def _figures(plain: SanitisedSvg) -> Iterator[SvgFigure]:
    from svgelements import SVG, Shape

    # Never on_error="raise": a number that is wrong ends a path there, as browsers draw it.
    document = SVG.parse(StringIO(plain.text), reify=True, on_error="ignore")
    for shape in document.elements():
        if isinstance(shape, Shape) and shape.values.get("visibility", "") != "hidden":
            figure = _figure(shape, plain.gradients)
            if figure.steps and (figure.fill or figure.line):
                yield figure


def _figure(shape: "Shape", gradients: Gradients) -> SvgFigure:
    values = shape.values
    share = _opacity(values.get("opacity", "1"))
    width = float(shape.implicit_stroke_width or 0.0)
    return SvgFigure(
        tuple(_steps(shape)),
        _colour(shape.fill, values.get("fill"), gradients, share),
        _colour(shape.stroke, values.get("stroke"), gradients, share) if width > 0 else None,
        width,
        values.get("fill-rule") == "evenodd",
        values.get("stroke-dasharray", "none") not in {"none", "0", ""},
        ENDS.get(values.get("stroke-linecap", ""), "butt"),
        CORNERS.get(values.get("stroke-linejoin", ""), "miter"),
    )


def _opacity(words: str) -> float:
    number = float(words.rstrip("%")) / (100 if words.endswith("%") else 1)
    return min(1.0, max(0.0, number))


def _colour(colour: Untyped, said: str | None, gradients: Gradients, share: float) -> str | None:
    from svgelements import Color

    if said is not None and said.startswith("url("):
        # Of a gradient the middle of its stops.
        name = said[said.index("#") + 1 :].split(")")[0].strip("'\" ")
        stops = [(Color(one), _opacity(opacity)) for one, opacity in gradients.get(name, ())]
    else:
        stops = [(colour, 1.0)]
    stops = [(one, much) for one, much in stops if getattr(one, "value", None) is not None]
    seen = [(one, one.opacity * much) for one, much in stops]
    if not seen or share * max(much for _, much in seen) < CLEAR:
        return None
    shades = []
    for part in ("red", "green", "blue"):
        light = [1 - share * much * (1 - getattr(one, part) / 255) for one, much in seen]
        shades.append(sum(light) / len(light))
    red, green, blue = shades
    return hex_of((red, green, blue))


def _steps(shape: "Shape") -> Iterator[art.PathStep]:
    from svgelements import Arc, Close, CubicBezier, Line, Move, Path, QuadraticBezier

    # As an absolute value a path has been moved and turned as its groups say.
    for segment in abs(Path(shape)):
        match segment:
            case Move():
                yield art.PathStep("M", _points(segment.end))
            case Line():
                yield art.PathStep("L", _points(segment.end))
            case Close():
                yield art.CLOSE
            case QuadraticBezier():
                start, control, end = segment.start, segment.control, segment.end
                one, other = (at + (control - at) * (2 / 3) for at in (start, end))
                yield art.PathStep("C", _points(one, other, end))
            case CubicBezier():
                yield art.PathStep("C", _points(segment.control1, segment.control2, segment.end))
            case Arc():
                for curve in segment.as_cubic_curves():
                    yield art.PathStep("C", _points(curve.control1, curve.control2, curve.end))


def _points(*points: Untyped) -> tuple[art.Point, ...]:
    found = tuple((float(point.x), float(point.y)) for point in points)
    if not all(isfinite(far) for point in found for far in point):
        raise ValueError(found)
    return found
