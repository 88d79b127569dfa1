"""PNG pictures of finished PDFs."""

from io import BytesIO

import pytest
from PIL import Image

from generator.paper.shapes import Drawing, Rect
from generator.render.pdf import draw
from generator.render.preview import pages_png
from tests.render.measured import FACTS, PALETTE, on_page
from tests.showcase import sheet_png

PAGES = [
    on_page(Drawing(50.8, 25.4, (Rect(0, 0, 25.4, 25.4, colour),))) for colour in ("ink", "orange")
]


def test_one_picture_a_page() -> None:
    """Each page becomes a PNG of its size at the asked resolution, showing what is on it."""
    first, second = pages_png(draw(PAGES, PALETTE, FACTS), dpi=100)
    picture = Image.open(BytesIO(first))
    assert picture.format == "PNG"
    assert picture.size == pytest.approx((200, 100), abs=1)
    assert picture.getpixel((50, 50)) == (11, 13, 15)
    assert Image.open(BytesIO(second)).getpixel((50, 50)) == (234, 143, 58)


def test_same_bytes() -> None:
    """The same PDF gives the same pictures."""
    pdf = draw(PAGES, PALETTE, FACTS)
    assert pages_png(pdf) == pages_png(pdf)
    assert sheet_png([pdf], 2) == sheet_png([pdf], 2)


@pytest.mark.parametrize(("columns", "across", "down"), [(1, 1, 4), (2, 2, 2), (3, 3, 2)])
def test_contact_sheet(columns: int, across: int, down: int) -> None:
    """The pages of all files lie side by side, so many in a row."""
    pdf = draw(PAGES, PALETTE, FACTS)
    picture = Image.open(BytesIO(sheet_png([pdf, pdf], columns, dpi=50, gap=10)))
    expected = (across * 110 + 10, down * 60 + 10)
    assert picture.size == pytest.approx(expected, abs=across + down)
    assert picture.getpixel((20, 20)) == (11, 13, 15)
