"""A PDF read back: its pages as pictures, to look at and to show."""

from io import BytesIO

DPI = 110


def pages_png(pdf: bytes, dpi: int = DPI) -> tuple[bytes, ...]:
    """Return each page of a PDF as a PNG; the same PDF gives the same bytes."""
    from pypdfium2 import PdfDocument

    pictures = []
    with PdfDocument(pdf) as document:
        for page in document:
            bitmap, file = page.render(scale=dpi / 72), BytesIO()
            bitmap.to_pil().convert("RGB").save(file, "PNG", optimize=False, compress_level=6)
            pictures.append(file.getvalue())
            bitmap.close()
    return tuple(pictures)
