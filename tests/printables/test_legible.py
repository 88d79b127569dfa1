"""Whatever children read is large enough, measured in the finished file."""

from collections.abc import Iterator
from ctypes import byref, c_double
from math import dist, hypot

import pypdfium2.raw as pdfium
import pytest
from pypdfium2 import PdfDocument, PdfTextPage

from generator.game import game_names
from generator.make import make
from generator.paper.text import FOOTER, LARGE, READ
from generator.printables.context import Options
from generator.printables.planning import entries
from generator.printables.printable import DocumentEntry, LessonEntry
from tests.shipped import load

# Large words have so many points at least.
READ_LARGE = 11.0
# Shorter ones are signs and names of cells, which have a floor of their own.
WORD = 4
# Letters of one word stand no farther from one another than so many times their size.
APART = 1.5
# What says whose work a page is, notes on that, and the foot of a document, which is not enlarged.
SMALL_PRINT = {FOOTER, round(FOOTER * LARGE, 2), 7.2}
# Cards and sheets in small, as pictures of what is read on the thing itself, and what stays on one
# page: with so many points at least, in the usual size and large.
IN_SMALL: dict[tuple[str, str], tuple[float, float]] = {
    ("sti", "cards"): (READ, 6.5),
    ("sti", "exercises"): (7.0, 10.6),
    # The colours of the dice in the heads of narrow tables.
    ("qwinto", "exercises"): (7.0, 11.0),
    ("sti", "rules"): (7.0, 9.8),
    ("sti", "short-cards"): (4.6, 6.5),
    ("sti", "worksheets"): (6.2, READ_LARGE),
    ("yams", "keep"): (4.4, 10.2),
    ("yams", "worksheets"): (READ, 6.9),
}


def prints() -> Iterator[tuple[str, str]]:
    """Yield each game with each printable that children hold: no guide, nothing projected."""
    for game in game_names():
        for name, found in entries(load(game)).items():
            is_projected = isinstance(found, LessonEntry) and found.is_projected
            if not is_projected and not (isinstance(found, DocumentEntry) and name == "guide"):
                yield game, name


def words(pdf: bytes) -> Iterator[tuple[str, float]]:
    """Yield each word of a file with the size of its smallest letter, in points."""
    with PdfDocument(pdf) as document:
        for page in document:
            text, letters, sizes, before = page.get_textpage(), "", list[float](), (0.0, 0.0)
            for place in range(text.count_chars() + 1):
                letter, at = chr(pdfium.FPDFText_GetUnicode(text, place)), _origin(text, place)
                # What is read next may be a sign that stands elsewhere.
                if letters and (not letter.isalpha() or dist(before, at) > APART * max(sizes)):
                    yield letters, min(sizes)
                    letters, sizes = "", []
                if letter.isalpha():
                    turned = pdfium.FS_MATRIX()
                    pdfium.FPDFText_GetMatrix(text, place, byref(turned))
                    scale = hypot(turned.c, turned.d)
                    letters, before = letters + letter, at
                    sizes.append(round(pdfium.FPDFText_GetFontSize(text, place) * scale, 2))
            text.close()
            page.close()


def _origin(text: PdfTextPage, place: int) -> tuple[float, float]:
    """Return where a letter stands on its line, in points."""
    x, y = c_double(), c_double()
    pdfium.FPDFText_GetCharOrigin(text, place, byref(x), byref(y))
    return x.value, y.value


PRINTED = [*prints()]


@pytest.mark.few(8)
@pytest.mark.slow
@pytest.mark.parametrize("large", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game", "name"), PRINTED)
def test_words_are_large_enough_to_be_read(game: str, name: str, *, large: bool) -> None:
    """No word that children read has less than 8 points, or large less than 11."""
    made = make(load(game), name, Options(large=large))
    least = IN_SMALL.get((game, name), (READ, READ_LARGE))[large]
    smaller = {
        word: size
        for word, size in words(made.pdf or b"")
        if len(word) >= WORD and size < least - 0.05 and size not in SMALL_PRINT
    }
    assert not smaller


def test_only_what_is_smaller_is_named() -> None:
    """Each printable with a floor of its own is printed, and has a lower one than all others."""
    assert set(IN_SMALL) <= set(PRINTED)
    assert all(low < (READ, READ_LARGE) for low in IN_SMALL.values())
