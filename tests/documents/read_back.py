"""Flowed documents, printed once and read back: words by page, elements they are tagged with."""

import re
from collections.abc import Iterator
from ctypes import c_int, create_string_buffer
from io import BytesIO
from math import hypot
from typing import Any

import pikepdf
import pytest
from pypdfium2 import PdfDocument, PdfTextPage, raw

from generator.documents.figures import filled_rows
from generator.documents.guide_section import quantities_for, read_guide
from generator.game import Game
from generator.printables.context import Options
from generator.render.html_to_pdf import PAGE_FOOT as END
from generator.render.preview import blank_heights
from generator.words import Language
from tests.render.measured import sizes_mm
from tests.shipped import printed

# The footer of a guide stands in its lower margin of 20 mm, in points.
FOOT = 20 / 25.4 * 72
# The header stands in the upper one.
HEAD = 15.5 / 25.4 * 72
# No margin at the side is narrower than 17 mm; italics lean out a little.
MARGIN = 16.4 / 25.4 * 72
# More than the name of any typeface has.
NAME_BYTES = 200


def pages(pdf: bytes) -> list[str]:
    """Return the text of each page, without line ends, hyphens and spaces."""
    with PdfDocument(pdf) as file:
        return [close(page.get_textpage().get_text_bounded()) for page in file]


def running_text(pdf: bytes) -> str:
    """Return the text of all pages between header and footer, without what a break may change."""
    with PdfDocument(pdf) as file:
        bodies = [
            page.get_textpage().get_text_bounded(bottom=FOOT, top=page.get_height() - HEAD)
            for page in file
        ]
    # Marks of lists are read after the words of their page.
    return close("".join(bodies)).replace("•", "")


def last_bold_lines(pdf: bytes) -> list[str]:
    """Return the lowest lines of pages above their footers that begin bold, as headings do."""
    with PdfDocument(pdf) as file:
        return [line for page in file for line in _lowest_if_bold(page.get_textpage())]


def _lowest_if_bold(text: PdfTextPage) -> Iterator[str]:
    boxes = [text.get_rect(number) for number in range(text.count_rects())]
    _, bottom, _, top = min((box for box in boxes if box[1] > FOOT), key=lambda box: box[1])
    name = create_string_buffer(NAME_BYTES)
    heights = (text.get_charbox(number)[1] for number in range(text.count_chars()))
    first = next(n for n, low in enumerate(heights) if bottom - 0.1 <= low <= top)
    raw.FPDFText_GetFontInfo(text, first, name, NAME_BYTES, c_int())
    if b"Bold" in name.value:
        yield close(text.get_text_bounded(bottom=bottom - 1, top=top + 1))


def astray(pdf: bytes) -> list[str]:
    """Return the words above the footer that reach into the margin at the side of a page."""
    with PdfDocument(pdf) as file:
        return [words for page in file for words in _astray(page.get_textpage(), page.get_width())]


def _astray(text: PdfTextPage, width: float) -> Iterator[str]:
    for number in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(number)
        if bottom > FOOT and (left < MARGIN or right > width - MARGIN):
            yield text.get_text_bounded(left, bottom, right, top)


def quarter_empty(pdf: bytes) -> list[int]:
    """Return the numbers of the pages that are white for more than a quarter of their height."""
    shares = zip(blank_heights(pdf, END), sizes_mm(pdf), strict=True)
    return [n for n, (white, (_, high)) in enumerate(shares, start=1) if white > high / 4]


def sizes(pdf: bytes) -> set[float]:
    """Return the sizes in points of the letters of all pages, header and footer left out."""
    found = set[float]()
    with PdfDocument(pdf) as file:
        for page in file:
            text, matrix = page.get_textpage(), raw.FS_MATRIX()
            for number in range(text.count_chars()):
                _, low, _, high = text.get_charbox(number)
                is_blank = chr(raw.FPDFText_GetUnicode(text, number)).isspace()
                if not is_blank and low >= FOOT and high <= page.get_height() - HEAD:
                    raw.FPDFText_GetMatrix(text, number, matrix)
                    scale = hypot(matrix.c, matrix.d)
                    found.add(raw.FPDFText_GetFontSize(text, number) * scale)
    return found


def close(words: str) -> str:
    """Return words without what a line break may change."""
    return re.sub(r"[\s\x02\u00ad\ufffe-]+", "", words)


def elements(pdf: bytes) -> tuple[tuple[str, str], ...]:
    """Return kind and alternative text of every element of the structure tree, in reading order."""

    def walk(node: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - pikepdf's objects
        if isinstance(node, pikepdf.Array):
            for inner in node:
                yield from walk(inner)
        elif isinstance(node, pikepdf.Dictionary):
            if "/S" in node:
                yield str(node.S), str(node.get("/Alt", ""))
            if "/K" in node:
                yield from walk(node.K)

    with pikepdf.open(BytesIO(pdf)) as document:
        return tuple(walk(document.Root.StructTreeRoot.K))


def document(game: str, printable: str, options: Options) -> bytes:
    """Print a document of a game of the catalog once for all tests of a process."""
    data = printed(game, printable, options).pdf
    if data is None:
        pytest.skip("the PDF needs Pango")
    return data


def rows(game: Game, number: int, language: Language = "en") -> tuple[tuple[str, ...], ...]:
    """Return the rows of a table of a game's annex, as they are printed."""
    return filled_rows(
        read_guide(game, language).lesson.annex.tables[number], quantities_for(game, language)
    )
