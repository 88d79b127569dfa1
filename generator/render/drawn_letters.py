"""Words as a PDF shows them: codes in subsets of fonts, each letter asked for once a file."""

import re
from itertools import groupby
from typing import Any, TypeAlias

from generator.paper.text import GlyphMissingError
from generator.render.glyphs import require_glyphs

Canvas: TypeAlias = Any  # reportlab has no types
Encoded: TypeAlias = tuple[tuple[str, str], ...]

# What reportlab writes for one letter: the subset's name, then the escaped code.
LETTER = re.compile(r"(/\S+) \S+ Tf .*?\((.*)\) Tj", re.DOTALL)


class Letters:
    """The letters used in a file; the order of their first use makes the subsets."""

    def __init__(self, canvas: Canvas) -> None:
        """Start with none."""
        self._canvas = canvas
        self._fonts: dict[str, _Letters] = {}

    def encoded(self, words: str, font: str) -> Encoded:
        """Return (subset, escaped codes) pieces; raise GlyphMissingError where the font lacks one.

        Nearly always there is one piece: a subset holds 255 letters.
        """
        letters = self._fonts.get(font)
        if letters is None:
            letters = self._fonts[font] = _Letters(self._canvas, font)
        try:
            codes = words.translate(letters)
        except GlyphMissingError:
            require_glyphs(words, font)
            raise
        if len(letters.subsets) == 1:
            return ((letters.subsets[0], codes),)
        pieces = groupby(words, key=lambda letter: letters.subset_of[ord(letter)])
        return tuple((subset, "".join(piece).translate(letters)) for subset, piece in pieces)


class _Letters(dict[int, str]):
    """Letter -> its escaped code, of one font."""

    def __init__(self, canvas: Canvas, font: str) -> None:
        super().__init__()
        self._canvas, self._font = canvas, font
        self.subsets: list[str] = []
        self.subset_of: dict[int, str] = {}

    def __missing__(self, letter: int) -> str:
        """Have reportlab put a letter into a subset; GlyphMissingError names one it lacks."""
        require_glyphs(chr(letter), self._font)
        text = self._canvas.beginText(0, 0)
        text.setFont(self._font, 1)
        text.textOut(chr(letter))
        subset: str
        code: str
        ((subset, code),) = LETTER.findall(text.getCode())
        self[letter] = code
        self.subset_of[letter] = subset
        if subset not in self.subsets:
            self.subsets.append(subset)
        return code
