r"""Pictures that people bring: drawn in their own ratio, as large as there is room.

A picture lies in the folder of its table or in a folder in it: a photograph, PNG or JPEG, or a
drawing, SVG. Its name may be written with `/` or `\`, and in either way to write `é`.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from generator.errors import LudokitError, system_reason
from generator.paper import shapes as art
from generator.paper.palette import hex_of
from generator.paper.photographs import pixel_size
from generator.printables.svg_sanitiser import MOST_BYTES, Gradients, SanitisedSvg, sanitise_svg
from generator.reading.text_files import open_file
from generator.words import Message, clip_text, fold, message, nearest_word

if TYPE_CHECKING:
    from svgelements import Shape

DOTS = (".png", ".jpg", ".jpeg")
ENDINGS = (*DOTS, ".svg")
# Steps of all outlines together.
MOST_STEPS = 60_000
# How lines end and bend; what is not said is the first.
ENDS: Mapping[str, art.Ends] = {"butt": "butt", "round": "round", "square": "square"}
CORNERS: Mapping[str, art.Corners] = {"miter": "miter", "round": "round", "bevel": "bevel"}
Untyped = Any  # as svgelements is
# Less than this is not seen.
CLEAR = 0.02


def why_unprintable(folder: Path, name: str) -> Message | None:
    """Return why a picture beside the table cannot be printed, None where it can."""
    try:
        user_picture(folder, name, 10.0, 10.0)
    except LudokitError as error:
        return error.message
    return None


def user_picture(folder: Path, name: str, width: art.Mm, height: art.Mm) -> art.Drawing:
    """Return a picture as large as it fits; LudokitError says why it cannot be printed."""
    file = picture_file(folder, name)
    if file.suffix.lower() not in DOTS:
        written = file.stat()
        found = _read_svg(file, written.st_size, written.st_mtime_ns)
        return _svg_drawing(found, min(width, height * found.width / found.height))
    try:
        dots = pixel_size(file)
    except OSError as error:
        raise LudokitError(message("reading.unreadable", reason=system_reason(error))) from None
    across, down = dots
    scale = min(width / across, height / down)
    size = across * scale, down * scale
    return art.Drawing(*size, (art.Picture(0.0, 0.0, *size, file, dots),), title=file.stem)


def picture_file(folder: Path, name: str) -> Path:
    """Return the file of a picture; LudokitError where there is none or it may not be read."""
    ending = Path(name).suffix.lower()
    if ending not in ENDINGS:
        found = clip_text(ending or name)
        raise LudokitError(message("picture.ending", found=found, known=ENDINGS))
    parts = name.replace("\\", "/").split("/")
    # The first of these is empty where the name begins at the root, `C:` where at a drive's.
    if ".." in parts or not parts[0] or ":" in parts[0]:
        raise LudokitError(message("picture.outside", found=clip_text(name)))
    # A RuntimeError is a link that leads to itself.
    with suppress(OSError, RuntimeError, ValueError):
        file = _as_on_disk(folder.joinpath(*parts)).resolve()
        if file.is_file():
            if not file.is_relative_to(folder.resolve()):
                raise LudokitError(message("picture.outside", found=clip_text(name)))
            return file
    if (hint := _nearest(folder, "/".join(parts))) is not None:
        raise LudokitError(message("picture.not-there-near", found=clip_text(name), near=hint))
    raise LudokitError(message("picture.not-there", found=clip_text(name)))


def _as_on_disk(file: Path) -> Path:
    if file.name.isascii() or file.exists():
        return file
    other = file.with_name(normalize("NFD", file.name))
    return other if other.exists() else file


def _nearest(folder: Path, name: str) -> str | None:
    found: list[str] = []
    for pattern in ("*", "*/*"):
        with suppress(OSError):
            every = (one for one in folder.glob(pattern) if one.suffix.lower() in ENDINGS)
            found += sorted(one.relative_to(folder).as_posix() for one in every)
    for other in found:
        if fold(Path(other).stem) == fold(Path(name).stem):
            return other
    stems = {Path(other).stem: other for other in reversed(found[:1000])}
    hint = nearest_word(Path(name).stem, stems)
    return None if hint is None else stems[hint]


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
def _svg_drawing(found: FlatSvg, width: art.Mm) -> art.Drawing:
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
