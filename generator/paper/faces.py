"""The typefaces that are shipped: widths and glyphs, read once from the font files."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from generator import paths

FontChoice: TypeAlias = Literal["standard", "dyslexia"]

SYMBOLS = "LudokitSymbols-Regular"


@dataclass(frozen=True, slots=True)
class Family:
    """The fonts of a typeface by their use."""

    regular: str
    bold: str
    italic: str
    bold_italic: str


FAMILIES: Mapping[FontChoice, Family] = {
    "standard": Family(
        "AtkinsonHyperlegibleNext-Regular",
        "AtkinsonHyperlegibleNext-Bold",
        "AtkinsonHyperlegibleNext-Italic",
        "AtkinsonHyperlegibleNext-BoldItalic",
    ),
    # Lexend has no italic; bold stands in for emphasis.
    "dyslexia": Family("Lexend-Regular", "Lexend-Bold", "Lexend-Bold", "Lexend-Bold"),
}


@dataclass(frozen=True, slots=True)
class Face:
    """A font: widths of its characters and heights, all as shares of the type size."""

    name: str
    widths: Mapping[int, float]
    letters: frozenset[str]
    ascent: float
    descent: float
    cap_height: float


def font_file(name: str) -> Path:
    """Return where a shipped font lies."""
    return paths.fonts() / f"{name}.ttf"


@cache
def face(name: str) -> Face:
    """Read a shipped font."""
    from fontTools.ttLib import TTFont

    with TTFont(font_file(name), lazy=True) as font:
        em = font["head"].unitsPerEm
        advances = font["hmtx"].metrics
        widths = {code: advances[glyph][0] / em for code, glyph in font.getBestCmap().items()}
        heights = font["hhea"]
        caps = font["OS/2"].sCapHeight or heights.ascent * 0.7
        letters = frozenset(map(chr, widths))
        return Face(name, widths, letters, heights.ascent / em, -heights.descent / em, caps / em)
