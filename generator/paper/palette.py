"""Colours by name, in three inks: colour, grey (by lightness), outline (for a photocopier).

A colour of a picture that people bring is its own name, `#rrggbb`. It is printed as it is: nothing
is set on it, and nobody chose it for a copier. In outline its areas are white within a line, but
for the darkest, which stay black: pupils of eyes, silhouettes, letters turned into outlines.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from generator.paper.measures import HEAVY_LINE
from generator.paper.shapes import Drawing, Line, Picture, Placed, Pt, Shape, Stroke, Text

Ink = Literal["colour", "grey", "outline"]
Rgb = tuple[float, float, float]

WHITE: Rgb = (1.0, 1.0, 1.0)
TINT_LIGHTNESS = 93.0
LEGIBLE = 4.5  # WCAG 2.2 contrast of text, level AA
# What is darker (CIE L*) in a picture stays black in outline.
DARKEST = 22.0
# A photocopier makes white what is lighter than half. Seen as it sees (0 black, 1 white), an area
# under words is darker or lighter than these, a line as dark as its width asks: it blurs what it
# copies, so that a thin one has to be black, and no line may be lighter than L* 40.
COPIED_BLACK, COPIED_WHITE = 0.45, 0.6
LIGHTEST_LINE, THINNEST, BY_WIDTH = 0.37, 0.5, 0.6


@dataclass(frozen=True, slots=True)
class Swatch:
    """A colour as printed (`#rrggbb`) and the lightness (CIE L*, 0 to 100) it takes in grey."""

    colour: str
    grey: float | None = None


HOUSE = {
    "ink": Swatch("#0b0d0f"),
    "secondary": Swatch("#4d535c"),
    "rule": Swatch("#c9ced6"),
    "white": Swatch("#ffffff", 100.0),
    "error": Swatch("#b42318", 30.0),
}


@dataclass(frozen=True, slots=True)
class Palette:
    """The house colours and a game's, in one ink."""

    swatches: tuple[tuple[str, Swatch], ...] = ()
    ink: Ink = "colour"

    def swatch(self, name: str) -> Swatch:
        """Return a swatch by its name, the house's first; KeyError names one there is not."""
        return HOUSE[name] if name in HOUSE else dict(self.swatches)[name]

    def fill(self, name: str) -> Rgb:
        """Return the colour of a filled area: white in outline, to cover what lies under it."""
        if self.ink == "outline":
            return self._rgb("ink" if _is_dark(name) else "white")
        return self._rgb(name)

    def needs_edge(self, name: str) -> bool:
        """Tell whether an area without an outline gets one, since its colour may turn white."""
        if self.ink == "outline":
            return name != "white" and not _is_dark(name)
        if _is_literal(name):
            return False
        return "." not in name and name not in HOUSE and luma(self._rgb(name)) >= COPIED_WHITE

    def line(self, name: str, width: Pt = HEAVY_LINE) -> Rgb:
        """Return the colour of a stroke or word, dark enough to be copied but for `rule`."""
        if self.ink == "outline" and name != "white":
            is_white = _is_literal(name) and lightness_of(_rgb_of(name)) >= TINT_LIGHTNESS
            return WHITE if is_white else (0.0, 0.0, 0.0)
        plain = self._rgb(name)
        is_left = name == "rule" or _is_literal(name) or lightness_of(plain) >= TINT_LIGHTNESS
        return plain if is_left else darkened(plain, width)

    def _rgb(self, name: str) -> Rgb:
        if _is_literal(name):
            plain = _rgb_of(name)
            return plain if self.ink == "colour" else grey_of(lightness_of(plain))
        base, _, variant = name.partition(".")
        swatch = self.swatch(base)
        plain = _rgb_of(swatch.colour)
        if self.ink != "colour":
            plain = grey_of(lightness_of(plain) if swatch.grey is None else swatch.grey)
        if base not in HOUSE:
            plain = ground_of(plain)
        match variant:
            case "":
                return plain
            case "tint":
                return _tint_of(plain)
            case "on":
                # White where it can be read, else ink.
                return WHITE if contrast(WHITE, plain) >= LEGIBLE else _rgb_of(HOUSE["ink"].colour)
            case _:
                raise KeyError(name)


def _is_literal(name: str) -> bool:
    return name.startswith("#")


def _is_dark(name: str) -> bool:
    return _is_literal(name) and lightness_of(_rgb_of(name)) < DARKEST


def _rgb_of(colour: str) -> Rgb:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def hex_of(rgb: Rgb) -> str:
    """Return a colour as `#rrggbb`."""
    return "#" + "".join(f"{round(share * 255):02x}" for share in rgb)


def luminance(rgb: Rgb) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)  # noqa: PLR2004 - the standard's
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lightness_of(rgb: Rgb) -> float:
    """Return the CIE lightness L* of a colour, 0 (black) to 100 (white)."""
    y = luminance(rgb)
    return float(116 * y ** (1 / 3) - 16 if y > 216 / 24389 else y * 24389 / 27)


def grey_of(lightness: float) -> Rgb:
    """Return the grey of a CIE lightness."""
    y = ((lightness + 16) / 116) ** 3 if lightness > 8 else lightness * 27 / 24389  # noqa: PLR2004 - the standard's
    value = 12.92 * y if y <= 0.0031308 else 1.055 * y ** (1 / 2.4) - 0.055  # noqa: PLR2004 - the standard's
    return value, value, value


def _tint_of(rgb: Rgb) -> Rgb:
    share, (red, green, blue) = 1.0, rgb
    while lightness_of(rgb) < TINT_LIGHTNESS:
        share -= 0.02
        rgb = 1 - share * (1 - red), 1 - share * (1 - green), 1 - share * (1 - blue)
    return rgb


def luma(rgb: Rgb) -> float:
    """Return how light a copier or a scanner sees a colour, 0 to 1 (ITU-R BT.601)."""
    red, green, blue = rgb
    return 0.299 * red + 0.587 * green + 0.114 * blue


def darkened(rgb: Rgb, width: Pt) -> Rgb:
    """Return a colour as dark as a copier needs it for a line of a width, its hue kept."""
    most = min(LIGHTEST_LINE, max(0.0, (width - THINNEST) * BY_WIDTH))
    share = min(1.0, most / luma(rgb)) if luma(rgb) else 1.0
    red, green, blue = rgb
    return share * red, share * green, share * blue


def ground_of(rgb: Rgb) -> Rgb:
    """Return a colour that a copy shows words on, and itself: decidedly pale, or made dark."""
    if luma(rgb) >= COPIED_WHITE:
        return rgb
    share, darker = 1.0, rgb
    while luma(darker) >= COPIED_BLACK or contrast(darker, WHITE) < LEGIBLE:
        share -= 0.01
        red, green, blue = rgb
        darker = share * red, share * green, share * blue
    return darker


@lru_cache(maxsize=1024)
def recolour(drawing: Drawing, *colours: tuple[str, str]) -> Drawing:
    """Return the drawing with colour names replaced; the same wish gives the same drawing."""
    names = dict(colours)
    return replace(drawing, shapes=tuple(_shape(shape, names) for shape in drawing.shapes))


def _shape(shape: Shape, names: Mapping[str, str]) -> Shape:
    match shape:
        case Text():
            return replace(shape, colour=names.get(shape.colour, shape.colour))
        case Line():
            return replace(shape, stroke=_stroke(shape.stroke, names))
        case Placed():
            return replace(shape, drawing=recolour(shape.drawing, *names.items()))
        case Picture():
            return shape
        case _:
            fill = None if shape.fill is None else names.get(shape.fill, shape.fill)
            stroke = None if shape.stroke is None else _stroke(shape.stroke, names)
            return replace(shape, fill=fill, stroke=stroke)


def _stroke(stroke: Stroke, names: Mapping[str, str]) -> Stroke:
    return replace(stroke, colour=names.get(stroke.colour, stroke.colour))
