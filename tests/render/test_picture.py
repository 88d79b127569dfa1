"""Drawings as SVG: well formed, safe, and where the drawn PDF has them."""

from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from generator.paper.palette import Palette, lightness_of, rgb_of
from generator.paper.shapes import Circle, Drawing, Placed, Rect, Stroke, Text
from generator.paper.text import GlyphMissingError, Lettering, face, font_file, set_line
from generator.render.document import DocumentFacts
from generator.render.html_to_pdf import document
from generator.render.pdf import draw
from generator.render.svg import svg
from tests.render.drawings import sample
from tests.render.measured import (
    BOLD,
    FACTS,
    OURS,
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


def test_text_names_our_typefaces() -> None:
    """Words are text, in the families, weights and slants that the style sheet declares."""
    words = (*set_line("Été ≥ 3", 5, 10, Lettering(BOLD, 9)),)
    slanted = Text(5, 20, "Oui", "AtkinsonHyperlegibleNextPlainZero-Italic", 9)
    texts = parsed(Drawing(50, 30, (*words, slanted))).findall(f".//{SVG}text")
    found = [(one.text, one.get("font-family"), one.get("font-weight")) for one in texts]
    assert found == [
        ("Été ", "Atkinson Hyperlegible Next", "700"),
        ("≥", "Ludokit Symbols", "400"),
        (" 3", "Atkinson Hyperlegible Next", "700"),
        ("Oui", "Atkinson Hyperlegible Next", "400"),
    ]
    assert texts[-1].get("font-style") == "italic"


def test_every_shipped_font_has_a_name_in_the_style_sheet() -> None:
    """Each font has the family by which print.css declares its file."""
    css = font_file(REGULAR).parents[1].joinpath("print.css").read_text("utf-8")
    for name in OURS:
        word = Drawing(9, 9, (Text(1, 5, max(face(name).letters), name, 9),))
        (text,) = (one for one in parsed(word).iter() if one.tag.endswith("text"))
        before = css[: css.index(f"fonts/{name}.ttf")]
        rule = before[before.rindex("@font-face") :]
        assert f'font-family: "{text.get("font-family")}"' in rule
        assert ("font-weight: 700" in rule) == (text.get("font-weight") == "700")
        assert ("italic" in rule) == (text.get("font-style") == "italic")


def test_hostile_words_are_escaped() -> None:
    """Words cannot become elements, and what XML cannot write is replaced."""
    drawing = Drawing(50, 20, (Text(5, 10, "<b a='\"'>&amp;</b>", REGULAR, 9),))
    root = parsed(drawing, title=HOSTILE)
    assert root[0].text == "</title><script>alert('1')</script>&amp;\ufffd\ufffd"
    assert [child.tag for child in root] == [f"{SVG}title", f"{SVG}text"]
    assert root[1].text == "<b a='\"'>&amp;</b>"


def test_same_text() -> None:
    """Equal drawings give the same text."""
    assert svg(sample(), PALETTE, title="x") == svg(sample(), PALETTE, title="x")


def test_outline() -> None:
    """In outline mode areas are white, and what had no edge gets one."""
    drawing = Drawing(30, 30, (Circle(10, 10, 5, "orange"), Rect(20, 20, 5, 5, "white")))
    circle, rect = list(parsed(drawing, replace(PALETTE, ink="outline")))[1:]
    assert circle.get("fill") == "#ffffff"
    assert lightness_of(rgb_of(circle.get("stroke", ""))) < 20
    assert float(circle.get("stroke-width", "0")) == pytest.approx(0.6 / 72 * 25.4, abs=1e-4)
    assert (rect.get("fill"), rect.get("stroke")) == ("#ffffff", None)


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
    flowed = picture_of(document(html, DocumentFacts("x")).data, dpi=150)
    drawn = picture_of(draw([on_page(drawing)], PALETTE, FACTS), dpi=150)
    assert unlike(flowed, drawn) < 0.004
    blank = picture_of(draw([on_page(Drawing(80, 60))], PALETTE, FACTS), dpi=150)
    assert unlike(blank, drawn) > 0.01


def test_line_ends_and_dashes() -> None:
    """Strokes have round ends, and their dashes are those of the drawn PDF."""
    edge = Stroke("orange", 1.0, "dotted")
    root = parsed(Drawing(20, 20, (Rect(2, 2, 10, 10, None, edge, 3.0),)))
    assert (root.get("stroke-linecap"), root.get("stroke-linejoin")) == ("round", "round")
    dash = [float(length) for length in root[1].get("stroke-dasharray", "").split()]
    assert dash == pytest.approx([0, 2.5 / 72 * 25.4], abs=1e-3)
    assert root[1].get("rx") == "3"


def test_a_picture_is_safe_for_templates() -> None:
    """A picture hands its SVG to a template engine unescaped."""
    assert svg(sample(), PALETTE, title="x").__html__().startswith("<svg ")
