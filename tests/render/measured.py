"""Reading a finished PDF back: sizes in mm, words, fonts, pixels."""

from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

import pikepdf
from PIL import Image, ImageChops

from generator.paper.measures import PRINTABLE_EDGE
from generator.paper.page import Copy, Page, PaperSize
from generator.paper.palette import Palette, Swatch
from generator.paper.shapes import Drawing, Placed
from generator.paper.text import FAMILIES, SYMBOLS
from generator.render.document import DocumentFacts
from generator.render.preview import pages_png

FACTS = DocumentFacts("Été à l’œuvre", "A. Auteur", "Sujet", ("jeu", "école"), "fr", "ludokit")
PALETTE = Palette((("orange", Swatch("#ea8f3a", 66.0)), ("violet", Swatch("#6b4596", 35.0))))
REGULAR, BOLD = FAMILIES["standard"].regular, FAMILIES["standard"].bold
OURS = {
    *(name for family in FAMILIES.values() for name in (family.regular, family.bold)),
    *(name for family in FAMILIES.values() for name in (family.italic, family.bold_italic)),
    SYMBOLS,
}
MM = 25.4


def on_page(*drawings: Drawing, bookmark: str = "") -> Page:
    """Lay drawings over one another on a page of the size of the largest."""
    width = max(drawing.width for drawing in drawings)
    height = max(drawing.height for drawing in drawings)
    copies = tuple(Copy(n, Placed(one, 0, 0)) for n, one in enumerate(drawings, start=1))
    return Page(PaperSize("a4", width, height), Drawing(width, height), copies, bookmark)


def sizes_mm(pdf: bytes) -> list[tuple[float, float]]:
    """Return width and height of each page, from its MediaBox."""
    with pikepdf.open(BytesIO(pdf)) as document:
        boxes = [[float(edge) / 72 * MM for edge in page.mediabox] for page in document.pages]
    return [(right - left, top - low) for left, low, right, top in boxes]


def syntax_problems(pdf: bytes) -> tuple[str, ...]:
    """Return what is wrong with the syntax of a PDF, in the words of qpdf."""
    with pikepdf.open(BytesIO(pdf)) as document:
        return tuple(document.check_pdf_syntax())


def texts(pdf: bytes) -> list[str]:
    """Return the text of each page, its lines parted by a line feed."""
    from pypdfium2 import PdfDocument

    found = []
    with PdfDocument(pdf) as document:
        for page in document:
            text = page.get_textpage()
            found.append(text.get_text_range().replace("\r\n", "\n"))
            text.close()
            page.close()
    return found


def middles(pdf: bytes, sign: str, dpi: int = 254) -> list[tuple[int, int]]:
    """Return the middle of each such sign of the first page on its picture, in pixels."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        page = document[0]
        text, high, scale = page.get_textpage(), page.get_height(), dpi / 72
        numbers = (n for n in range(text.count_chars()) if text.get_text_range(n, 1) == sign)
        boxes = [text.get_charbox(number) for number in numbers]
        text.close()
        page.close()
    return [
        (round((left + right) / 2 * scale), round((high - (low + top) / 2) * scale))
        for left, low, right, top in boxes
    ]


def fonts(pdf: bytes) -> dict[str, bool]:
    """Return the fonts that a PDF declares, and whether each is embedded."""
    with pikepdf.open(BytesIO(pdf)) as document:
        found = {}
        for thing in document.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
                descriptor = thing.get("/FontDescriptor")
                if descriptor is None and "/DescendantFonts" in thing:
                    continue
                found[str(thing.BaseFont)] = descriptor is not None and "/FontFile2" in descriptor
    return found


def forms(pdf: bytes) -> int:
    """Return how many form XObjects a PDF holds."""
    with pikepdf.open(BytesIO(pdf)) as document:
        return sum(
            isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"
            for thing in document.objects
        )


def operators(pdf: bytes) -> Counter[str]:
    """Count the operators of all pages and stamps."""
    return Counter(operator for operator, _ in _written(pdf))


def colours(pdf: bytes) -> set[tuple[str, tuple[float, ...]]]:
    """Return each colour that lines (RG) or areas and words (rg) are set to."""
    return {
        (operator, tuple(map(float, operands)))
        for operator, operands in _written(pdf)
        if operator in ("RG", "rg")
    }


def _written(pdf: bytes) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield the operators of all pages and stamps, each with its operands."""
    with pikepdf.open(BytesIO(pdf)) as document:
        streams: list[pikepdf.Object] = [page.obj for page in document.pages]
        streams += [
            thing
            for thing in document.objects
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"
        ]
        for stream in streams:
            for one in pikepdf.parse_content_stream(stream):
                yield str(one.operator), [*one.operands]


def picture_of(pdf: bytes, dpi: int = 254, page: int = 0) -> Image.Image:
    """Return a page as a picture, by default of ten pixels a millimetre."""
    return Image.open(BytesIO(pages_png(pdf, dpi)[page])).convert("RGB")


def out_of_reach(pdf: bytes, dpi: int = 75) -> list[int]:
    """Return the numbers of the pages with ink nearer to the edge than every printer reaches."""
    found, edge = [], int(PRINTABLE_EDGE / 25.4 * dpi) - 1
    for number, page in enumerate(pages_png(pdf, dpi), start=1):
        picture = Image.open(BytesIO(page)).convert("L")
        box = picture.point(lambda value: 255 if value < 250 else 0).getbbox()
        assert box is not None
        left, top, right, bottom = box
        if min(left, top, picture.width - right, picture.height - bottom) < edge:
            found.append(number)
    return found


def pixels(picture: Image.Image) -> Iterator[tuple[int, int, int]]:
    """Yield the colours of a picture, from the top left."""
    data = picture.tobytes()
    return zip(data[::3], data[1::3], data[2::3], strict=True)


def ink_box(picture: Image.Image) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of what is not nearly white, in pixels."""
    box = picture.convert("L").point(lambda value: 255 if value < 128 else 0).getbbox()
    assert box is not None
    return box


def unlike(one: Image.Image, other: Image.Image, by: int = 129) -> float:
    """Return the share of pixels whose lightness differs by so much, of 255, or more."""
    assert one.size == other.size
    counts = ImageChops.difference(one.convert("L"), other.convert("L")).histogram()
    return sum(counts[by:]) / sum(counts)
