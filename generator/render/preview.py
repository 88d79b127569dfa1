"""A PDF read back: its pages as pictures, to look at and to show."""

from io import BytesIO
from math import isfinite
from typing import Any, BinaryIO

from generator.errors import LudokitError
from generator.paper.measures import ROUNDING
from generator.paper.photographs import has_pillow, plain_png
from generator.words import message

DPI = 110
# Dots to a millimetre in which white is looked for, and how light it is.
COARSE, WHITE = 2.0, 220

# Dots to a point in which ink is measured, thin lines as thin as they are, and on how many pages.
FINE, MEASURED = 1.5, 4

# What reads codes takes no side of 65,536 dots.
MOST_SIDE = 65_000
# The top of a page in dots, and in how many tones.
TOP, TONES = (480, 400), 48


def pages_png(pdf: bytes, dpi: int = DPI) -> tuple[bytes, ...]:
    """Return each page of a PDF as a PNG; the same PDF gives the same bytes."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        return tuple(_png(page, dpi) for page in document)


def page_png(pdf: bytes, number: int, dpi: int = DPI) -> bytes | None:
    """Return one page of a PDF, counted from 1, as a PNG; None where there is no such page."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        return _png(document[number - 1], dpi) if 0 < number <= len(document) else None


def page_count(pdf: bytes | BinaryIO) -> int:
    """Return how many pages a PDF has; LudokitError for one that cannot be read."""
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        with PdfDocument(pdf) as document:
            return len(document)
    except PdfiumError:
        raise LudokitError(message("scans.no-scan")) from None


def grey_page(pdf: bytes | BinaryIO, number: int, dpi: float, most: int) -> tuple[int, int, bytes]:
    """Return width, height and dots of a page in grey, as fine as is asked for.

    It is coarser where there would be more than `most` dots, or more than `MOST_SIDE` on a side;
    LudokitError for a page that is damaged.
    """
    from pypdfium2 import PdfDocument, PdfiumError

    with PdfDocument(pdf) as document:
        try:
            page = document[number - 1]
        except PdfiumError:
            raise LudokitError(message("scans.no-scan")) from None
        width, height = page.get_size()
        if not isfinite(width * height):
            raise LudokitError(message("scans.no-scan"))
        finest = (most / max(width * height, 1.0)) ** 0.5, MOST_SIDE / max(width, height, 1.0)
        bitmap = page.render(scale=min(dpi / 72, *finest), grayscale=True)
        dots = bitmap.to_numpy().tobytes()
        found = bitmap.width, bitmap.height, dots
        bitmap.close()
        page.close()
        return found


def ink_share(pdf: bytes, first: int, length: int) -> float:
    """Return how much of a page is covered, on average of some of `length` pages from the first.

    White is nothing, black all. Evenly spread, an odd number apart: fronts and backs in turn.
    """
    from pypdfium2 import PdfDocument

    step = -(-length // MEASURED) | 1
    with PdfDocument(pdf) as document:
        found = [_ink_share(document[number]) for number in range(first, first + length, step)]
    return sum(found) / len(found)


def _ink_share(page: Any) -> float:
    bitmap = page.render(scale=FINE, grayscale=True)
    dots, width, stride = bytes(bitmap.buffer), bitmap.width, bitmap.stride
    light = sum(sum(dots[row * stride : row * stride + width]) for row in range(bitmap.height))
    share: float = 1 - light / (255 * width * bitmap.height)
    bitmap.close()
    page.close()
    return share


def top_png(pdf: bytes) -> bytes:
    """Return the top of the first page of a PDF, as wide as it is, as a small PNG."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        page, file = document[0], BytesIO()
        bitmap = page.render(scale=TOP[0] / page.get_width())
        # A low page has white below.
        top = bitmap.to_pil().convert("RGB").crop((0, 0, *TOP))
        drawn = min(TOP[1], bitmap.height)
        top.paste("white", (0, drawn, *TOP))
        top.quantize(TONES).save(file, "PNG", optimize=True)
        bitmap.close()
        return file.getvalue()


def _png(page: Any, dpi: int) -> bytes:
    # A row of dots that is more than whole by a rounding would be one more.
    scale = dpi / 72 - ROUNDING
    if not has_pillow():
        bitmap = page.render(scale=scale, rev_byteorder=True)
        dots = bytes(bitmap.buffer)
        png = plain_png(bitmap.width, bitmap.height, 3, dots, bitmap.stride)
        bitmap.close()
        return png
    bitmap, file = page.render(scale=scale), BytesIO()
    bitmap.to_pil().convert("RGB").save(file, "PNG", optimize=False, compress_level=6)
    bitmap.close()
    return file.getvalue()


def blank_heights(pdf: bytes, foot: float) -> tuple[float, ...]:
    """Return how much of each page's height stays white above its foot, both in mm."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        return tuple(_blank_height(page, foot) for page in document)


def _blank_height(page: Any, foot: float) -> float:
    bitmap = page.render(scale=COARSE * 25.4 / 72, grayscale=True)
    picture = bitmap.to_pil().convert("L")
    bitmap.close()
    area = picture.crop((0, 0, picture.width, round(picture.height - foot * COARSE)))
    box = area.point(lambda light: 255 if light < WHITE else 0).getbbox()
    return float(area.height - (box[3] if box else 0)) / COARSE
