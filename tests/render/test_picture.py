"""Drawings as SVG: well formed, safe, and where the drawn PDF has them."""

from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from generator.paper.palette import Palette
from generator.paper.shapes import Drawing, Placed, Rect, Text
from generator.paper.text import GlyphMissingError
from generator.render.document import DocumentFacts
from generator.render.html_to_pdf import lay_out_html
from generator.render.pdf import draw
from generator.render.svg import svg
from tests.render.drawings import sample
from tests.render.measured import (
    FACTS,
    PALETTE,
    REGULAR,
    on_page,
    picture_of,
    unlike,
)

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</title><script>alert('1')</script>&amp;\x00\x1b"


def parsed(drawing: Drawing, palette: Palette = PALETTE, title: str = "Un plan") -> ET.Element:
    """Return the picture as an XML tree."""
    return ET.fromstring(svg(drawing, palette, title=title))  # noqa: S314 - our own text


def test_size_and_alternative_text() -> None:
    """A picture is as large in mm as its drawing and says what is to be seen."""
    root = parsed(sample(), title="Une feuille")
    assert (root.get("width"), root.get("height")) == ("80mm", "60mm")
    assert root.get("viewBox") == "0 0 80 60"
    assert [root[0].tag, root[0].text] == [f"{SVG}title", "Une feuille"]


def test_hostile_words_are_escaped() -> None:
    """Words cannot become elements, and what XML cannot write is replaced."""
    drawing = Drawing(50, 20, (Text(5, 10, "<b a='\"'>&amp;</b>", REGULAR, 9),))
    root = parsed(drawing, title=HOSTILE)
    assert root[0].text == "</title><script>alert('1')</script>&amp;\ufffd\ufffd"
    assert [child.tag for child in root] == [f"{SVG}title", f"{SVG}text"]
    assert root[1].text == "<b a='\"'>&amp;</b>"


def test_missing_glyph() -> None:
    """A character that the font lacks is an error, not a letter from another typeface."""
    with pytest.raises(GlyphMissingError, match="U\\+1F438"):
        svg(Drawing(9, 9, (Text(0, 5, "🐸", REGULAR, 9),)), PALETTE, title="x")


@pytest.mark.usefixtures("pango")
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda drawing: drawing, id="as it is"),
        pytest.param(
            lambda drawing: Drawing(80, 60, (Placed(drawing, 20, 5, turn=15, scale=0.6),)),
            id="turned",
        ),
        pytest.param(
            lambda drawing: Drawing(80, 60, (Placed(drawing, -5, 3, clip=Rect(9, 4, 50, 36)),)),
            id="clipped",
        ),
    ],
)
def test_looks_as_drawn(change: Callable[[Drawing], Drawing]) -> None:
    """A flowed document shows a picture as the drawn PDF shows the drawing, at the same place."""
    drawing = change(sample("Été ≥ 3 AVATAR"))
    html = (
        '<html lang="fr"><title>x</title><link rel="stylesheet" href="print.css"><style>'
        "@page:first{size:80mm 60mm;margin:0} svg{display:block}</style>"
        f"<body>{svg(drawing, PALETTE, title='Un plan')}</body></html>"
    )
    flowed = picture_of(lay_out_html(html, DocumentFacts("x")).data, dpi=150)
    drawn = picture_of(draw([on_page(drawing)], PALETTE, FACTS), dpi=150)
    assert unlike(flowed, drawn) < 0.004
    blank = picture_of(draw([on_page(Drawing(80, 60))], PALETTE, FACTS), dpi=150)
    assert unlike(blank, drawn) > 0.01


def test_a_picture_is_safe_for_templates() -> None:
    """A picture hands its SVG to a template engine unescaped."""
    assert svg(sample(), PALETTE, title="x").__html__().startswith("<svg ")
