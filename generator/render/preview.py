"""A PDF read back: its pages as pictures, to look at and to show."""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 110
POINTS = 72
SHADOW = (201, 206, 214)
GROUND = (243, 244, 246)


def pages_png(pdf: bytes, dpi: int = DPI) -> tuple[bytes, ...]:
    """Return each page of a PDF as a PNG; the same PDF gives the same bytes."""
    return tuple(_png(picture) for picture in _pictures(pdf, dpi))


def sheet_png(
    pdfs: Sequence[bytes], columns: int, *, dpi: int = 50, gap: int = 16, each: int | None = None
) -> bytes:
    """Return pages of PDFs side by side on one picture, so many in a row; gap in pixels.

    At most `each` pages of every PDF are shown, all where it is None.
    """
    from PIL import Image

    pictures = [picture for pdf in pdfs for picture in _pictures(pdf, dpi)[:each]]
    rows = [pictures[start : start + columns] for start in range(0, len(pictures), columns)]
    widths = [sum(one.width + gap for one in row) + gap for row in rows]
    heights = [max(one.height for one in row) + gap for row in rows]
    sheet = Image.new("RGB", (max(widths, default=gap), sum(heights) + gap), GROUND)
    y = gap
    for row, height in zip(rows, heights, strict=True):
        x = gap
        for picture in row:
            sheet.paste(SHADOW, (x + 1, y + 1, x + picture.width + 2, y + picture.height + 2))
            sheet.paste(picture, (x, y))
            x += picture.width + gap
        y += height
    return _png(sheet)


def _pictures(pdf: bytes, dpi: int) -> list["Image"]:
    from pypdfium2 import PdfDocument

    pictures: list[Image] = []
    with PdfDocument(pdf) as document:
        for page in document:
            bitmap = page.render(scale=dpi / POINTS)
            pictures.append(bitmap.to_pil().convert("RGB"))
            bitmap.close()
    return pictures


def _png(picture: "Image") -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", optimize=False, compress_level=6)
    return file.getvalue()
