"""Typefaces, house sizes and the fitting of text: measured, wrapped, stepped down, never cut.

Widths are those of the font file without kerning, as the PDF renderer sets them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby, repeat
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from generator import paths
from generator.errors import LudokitError
from generator.paper.measures import ROUNDING
from generator.paper.shapes import BEFORE, Align, Drawing, Mm, Pt, Text, to_mm, to_points
from generator.words import Language, message, traits

if TYPE_CHECKING:
    from pyphen import Pyphen

FontChoice = Literal["standard", "dyslexia"]

ATKINSON = "AtkinsonHyperlegibleNextPlainZero"
SYMBOLS = "LudokitSymbols-Regular"
# For letters that a text face lacks: Greek, Cyrillic, Vietnamese.
NAMES, BOLD_NAMES = "NotoSans-Regular", "NotoSans-Bold"
LEAST_SIZE: Pt = 7.0
# The least of words that children read.
READ: Pt = 8.0
STEP: Pt = 0.5
LEADING = 1.25
# Only the plain space and the hyphen part words; U+00A0 and U+202F hold them together.
HYPHEN = re.compile(r"(?<=[^\W\d]-)(?=[^\W\d])")
# What may stand about a word, spaces that hold it to its marks included.
PUNCTUATION = "«»“”().,;:!?…\u00a0\u202f"
# Shorter lines than this many characters are worth hyphenating.
NARROW = 36
Weight = Literal["regular", "bold", "italic", "bold_italic"]
# The house's type sizes in points.
TITLE: Pt = 18.0
SECTION: Pt = 12.0
TEXT: Pt = 9.5
LABEL: Pt = 8.5
CELL_LABEL: Pt = 6.0
FOOTER: Pt = 6.8
# What is large is so much larger, and where room is short at least so much.
LARGE = 1.4
LARGER = 1.3


@dataclass(frozen=True, slots=True)
class FontFamily:
    """The fonts of a typeface by their use."""

    regular: str
    bold: str
    italic: str
    bold_italic: str


FAMILIES = {
    "standard": FontFamily(
        *(f"{ATKINSON}-{cut}" for cut in ("Regular", "Bold", "Italic", "BoldItalic"))
    ),
    # Lexend has no italic; bold stands in for emphasis.
    "dyslexia": FontFamily("Lexend-Regular", "Lexend-Bold", "Lexend-Bold", "Lexend-Bold"),
}


@dataclass(frozen=True, slots=True)
class FontMetrics:
    """A font: widths of its letters in thousandths of the type size, heights as shares of it."""

    widths: Mapping[str, float]
    letters: frozenset[str]
    descent: float
    cap_height: float


def stem_width(font: str, size: Pt) -> Pt:
    """Return how wide the strokes of a font's letters are, near enough to know if they copy."""
    return size * (0.14 if "Bold" in font else 0.08)


def font_file(name: str) -> Path:
    """Return where a shipped font lies."""
    return paths.templates() / "fonts" / f"{name}.ttf"


@cache
def font_metrics(name: str) -> FontMetrics:
    """Read a shipped font."""
    from fontTools.ttLib import TTFont

    with TTFont(font_file(name), lazy=True) as font:
        em = font["head"].unitsPerEm
        advances = font["hmtx"].metrics
        cmap = font.getBestCmap()
        widths = {chr(code): 1000.0 * advances[glyph][0] / em for code, glyph in cmap.items()}
        heights = font["hhea"]
        caps = font["OS/2"].sCapHeight or heights.ascent * 0.7
        return FontMetrics(widths, frozenset(widths), -heights.descent / em, caps / em)


class GlyphMissingError(LudokitError):
    """No shipped font has a character of a text that is to be printed."""


class DoesNotFitError(LudokitError):
    """A text is too long for its box at the smallest size that is allowed."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """How words are set; `least` is the size they may be stepped down to."""

    font: str
    size: Pt
    colour: str = "ink"
    align: Align = "left"
    least: Pt | None = None

    @property
    def height(self) -> Mm:
        """Return the height of capitals and figures."""
        return cap_height(self.font, self.size)

    def width(self, words: str) -> Mm:
        """Return how wide words are set in one line."""
        return width_of(words, self.font, self.size)

    def narrow_to(self, words: str, width: Mm, least: Pt = 0.0) -> "Lettering":
        """Return it smaller where words would be wider than a width, but no smaller than that."""
        return replace(self, size=max(least, self.size * (width / max(width, self.width(words)))))

    def _least_lines(self, words: str, width: Mm, size: Pt) -> int:
        """Return how many lines words take at least, wherever they break; 0 for other scripts."""
        if not font_metrics(self.font).letters.issuperset(words):
            return 0
        space = thousandths(" ", self.font)
        gaps = sum(map(bool, words.split(" "))) - words.count(" ")
        unwrapped = thousandths(words, self.font) + gaps * space
        return ceil(unwrapped / (1000 * to_points(width) / size + ROUNDING + space))

    def sizes(self) -> Iterator[Pt]:
        """Yield the sizes to try, largest first."""
        size, least = self.size, self.size if self.least is None else self.least
        while size > least:
            yield size
            size -= STEP
        yield least

    def fit(
        self, words: str, box: str, width: Mm, height: Mm = 0.0, language: Language | None = None
    ) -> Drawing:
        """Set words in a box, wrapped, at the largest size that fits; the top is the first line's.

        A height of 0 is as much as needed; with a language, narrow lines are hyphenated. Raise
        DoesNotFitError naming the box, GlyphMissingError naming a character that a font lacks.
        """
        for size in self.sizes():
            top, step = cap_height(self.font, size), line_height(size)
            tails = descender_depth(self.font, size)
            # Most words fit at once; others are not wrapped where that is of no use.
            if height and size < self.size:
                lowest = top + (self._least_lines(words, width, size) - 1) * step + tails
                if lowest > height + ROUNDING:
                    continue
            lines = wrap_words(words, self.font, size, width, language)
            if lines is None:
                continue
            # From the top of the first line's capitals to the last line's tails.
            high = top + (len(lines) - 1) * step + tails
            if not height or high <= height:
                how = self if size == self.size else replace(self, size=size)
                x = width * BEFORE[self.align]
                texts: list[Text] = []
                for number, line in enumerate(lines):
                    texts += set_line(line, x, top + number * step, how)
                return Drawing(width, high, tuple(texts))
        smallest = f"{min(self.sizes()):g}"
        raise DoesNotFitError(message("paper.does-not-fit", box=box, words=words, least=smallest))


def runs(words: str, font: str) -> tuple[tuple[str, str], ...]:
    """Return (font, words) pieces: symbols, and words in other scripts, come from other faces."""
    own = font_metrics(font).letters
    if own.issuperset(words):
        return ((font, words),) if words else ()
    symbols, other = font_metrics(SYMBOLS).letters, BOLD_NAMES if "Bold" in font else NAMES
    require_glyphs(words, font, SYMBOLS, other)
    pieces = []
    for word in re.split("( +)", words):
        letters = {*word}
        is_other = not (own | symbols >= letters) and font_metrics(other).letters >= letters
        for letter in word:
            usual = font if letter in own else SYMBOLS if letter in symbols else other
            pieces.append((other if is_other else usual, letter))
    found = groupby(pieces, key=lambda piece: piece[0])
    return tuple((name, "".join(letter for _, letter in letters)) for name, letters in found)


def can_print(words: str, font: str) -> bool:
    """Tell whether the shipped faces have all letters of some words."""
    try:
        runs(words, font)
    except GlyphMissingError:
        return False
    return True


def require_glyphs(words: str, *fonts: str) -> None:
    """Raise GlyphMissingError naming the first character that none of the fonts has."""
    for letter in words:
        if not any(letter in font_metrics(font).letters for font in fonts):
            values = {"letter": letter, "code": f"U+{ord(letter):04X}", "words": words}
            raise GlyphMissingError(message("paper.no-glyph", **values))


@lru_cache(maxsize=16384)
def thousandths(words: str, font: str) -> float:
    """Return how wide words are in thousandths of the type size: whole numbers, exactly added."""
    try:
        return sum(map(font_metrics(font).widths.__getitem__, words))
    except KeyError:
        return sum(thousandths(piece, name) for name, piece in runs(words, font))


def width_of(words: str, font: str, size: Pt) -> Mm:
    """Return how wide words are set in one line."""
    return to_mm(thousandths(words, font) / 1000 * size)


def cap_height(font: str, size: Pt) -> Mm:
    """Return the height of capitals and figures."""
    return to_mm(font_metrics(font).cap_height * size)


def descender_depth(font: str, size: Pt) -> Mm:
    """Return how far letters may hang below their line."""
    return to_mm(font_metrics(font).descent * size)


def line_height(size: Pt) -> Mm:
    """Return the distance between two lines of text."""
    return to_mm(size * LEADING)


def set_line(words: str, x: Mm, y: Mm, how: Lettering) -> tuple[Text, ...]:
    """Set words on one line whose baseline starts, is centred or ends at (x, y), runs by font."""
    pieces = runs(words, how.font)
    if len(pieces) == 1:
        return (Text(x, y, words, pieces[0][0], how.size, how.colour, how.align),)
    start = x - sum(width_of(piece, font, how.size) for font, piece in pieces) * BEFORE[how.align]
    texts = []
    for font, piece in pieces:
        texts.append(Text(start, y, piece, font, how.size, how.colour))
        start += width_of(piece, font, how.size)
    return tuple(texts)


def set_middle(words: str, x: Mm, y: Mm, how: Lettering) -> tuple[Text, ...]:
    """Set words on one line, the middle of their capitals at a height."""
    return set_line(words, x, y + how.height / 2, how)


@lru_cache(maxsize=16384)
def wrap_words(
    words: str, font: str, size: Pt, width: Mm, language: Language | None = None
) -> tuple[str, ...] | None:
    """Break words into lines, None when one is too wide; hyphenate narrow ones in a language."""
    room, space = 1000 * to_points(width) / size + ROUNDING, thousandths(" ", font)
    if language is not None and room > thousandths("n" * NARROW, font):
        language = None
    lines: list[str] = []
    for paragraph in words.split("\n"):
        runs(paragraph, font)  # a missing glyph is told with all of the text
        line, wide = "", 0.0
        for gap, word in unbreakable_pieces(paragraph):
            if not word:
                continue
            if line and gap:
                started, wide = line + gap, wide + space + thousandths(word, font)
            else:
                # What goes on without a gap may be set in another face than alone.
                started, wide = line, thousandths(line + word, font)
            rest = word
            while wide > room:
                head, rest = _hyphenate(started, rest, language, font, room)
                if not (line or head):
                    return None
                lines.append(started + head if head else line)
                started, line, wide = "", "", thousandths(rest, font)
            line = started + rest
        lines.append(line)
    return tuple(lines)


def unbreakable_pieces(words: str) -> Iterable[tuple[str, str]]:
    """Return words, and the parts of those with a hyphen, each with the space before it."""
    if "-" not in words:
        return zip(repeat(" "), words.split(" "))
    return (
        ("" if number else " ", part)
        for word in words.split(" ")
        for number, part in enumerate(HYPHEN.split(word))
    )


def _hyphenate(
    started: str, word: str, language: Language | None, font: str, room: float
) -> tuple[str, str]:
    if language is None or (dictionary := _dictionary(language)) is None:
        return "", word
    for head, tail in dictionary.iterate(word.strip(PUNCTUATION)):
        start = word.index(head + tail)
        whole_head = f"{word[:start]}{head}-"
        if thousandths(started + whole_head, font) <= room:
            return whole_head, tail + word[start + len(head + tail) :]
    return "", word


def hyphenates(name: str) -> bool:
    """Tell whether words can be hyphenated by a dictionary of a name."""
    from pyphen import language_fallback

    return language_fallback(name) is not None


@lru_cache(maxsize=4)
def _dictionary(language: Language) -> "Pyphen | None":
    from pyphen import Pyphen

    name = traits(language).hyphenation
    return Pyphen(lang=name, left=3, right=3) if hyphenates(name) else None


@dataclass(frozen=True, slots=True)
class Style:
    """Typeface, language and enlargement (1, or 1.4 for low vision) of a printable."""

    language: Language
    font: FontChoice = "standard"
    large: bool = False

    @property
    def family(self) -> FontFamily:
        """Return the fonts of the chosen typeface."""
        return FAMILIES[self.font]

    @property
    def scale(self) -> float:
        """Return how much larger than usual everything is."""
        return LARGE if self.large else 1.0

    def lettering(
        self,
        size: Pt,
        weight: Weight = "regular",
        colour: str = "ink",
        align: Align = "left",
        *,
        steps_down: bool = False,
    ) -> Lettering:
        """Return how to set words of a house size; stepping down goes to 7 pt and no further."""
        scaled = size * self.scale
        least = min(scaled, LEAST_SIZE) if steps_down else scaled
        return Lettering(getattr(self.family, weight), scaled, colour, align, least)

    def length(self, length: Mm) -> Mm:
        """Return a length, enlarged where everything is."""
        return length * self.scale
