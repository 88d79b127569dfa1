"""The same deck drawn by others: a hand-written PDF (the floor), pycairo, typst."""

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from math import pi
from typing import Any

from generator.paper.page import Page
from generator.paper.palette import Palette, Rgb
from generator.paper.shapes import POINTS_PER_MM as K
from generator.paper.shapes import (
    Circle,
    Drawing,
    Path,
    Placed,
    Rect,
    Stroke,
    Text,
)
from tests.benchmarks.made_up import BAND, HEIGHT, PADDING, PALETTE, WIDTH, said


@dataclass(frozen=True, slots=True)
class Words:
    """Words on the page, in points from the bottom left."""

    x: float
    y: float
    words: str
    size: float
    colour: Rgb


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the page, in points from the bottom left; filled or outlined."""

    x: float
    y: float
    width: float
    height: float
    colour: Rgb
    is_filled: bool


Flat = Sequence[Words | Box]


def flattened(pages: Sequence[Page]) -> list[Flat]:
    """Return the texts and boxes of each page, made ready so that only writing them is timed."""
    return [
        [
            one
            for copy in page.copies
            for one in _flat(copy.placed.drawing, copy.placed.x, copy.placed.y, page.size.height)
        ]
        for page in pages
    ]


def _flat(drawing: Drawing, x: float, y: float, high: float) -> Iterator[Words | Box]:
    for shape in drawing.shapes:
        match shape:
            case Placed():
                yield from _flat(shape.drawing, x + shape.x, y + shape.y, high)
            case Text():
                colour = PALETTE.line(shape.colour)
                at = (x + shape.x) * K, (high - y - shape.y) * K
                yield Words(*at, shape.words, shape.size, colour)
            case Rect():
                name = shape.fill or (shape.stroke.colour if shape.stroke else "ink")
                yield Box(
                    (x + shape.x) * K,
                    (high - y - shape.y - shape.height) * K,
                    shape.width * K,
                    shape.height * K,
                    PALETTE.fill(name),
                    shape.fill is not None,
                )
            case _:
                pass


def floor(pages: Sequence[Flat]) -> bytes:
    """Write the texts and boxes by hand: a standard font, zlib level 1, no library."""
    out = bytearray(b"%PDF-1.4\n")
    starts: list[int] = []

    def put(body: bytes) -> None:
        starts.append(len(out))
        out.extend(b"%d 0 obj\n%s\nendobj\n" % (len(starts), body))

    first = 4
    kids = " ".join(f"{first + 2 * number} 0 R" for number in range(len(pages)))
    put(b"<</Type/Catalog/Pages 2 0 R>>")
    put(f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>".encode())
    put(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")
    for number, page in enumerate(pages):
        put(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.28 841.89]"
            b"/Resources<</Font<</F1 3 0 R>>>>/Contents %d 0 R>>" % (first + 2 * number + 1)
        )
        data = zlib.compress(_content(page), 1)
        put(b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(data), data))
    table = len(out)
    out.extend(b"xref\n0 %d\n0000000000 65535 f \n" % (len(starts) + 1))
    out.extend(b"".join(b"%010d 00000 n \n" % start for start in starts))
    out.extend(b"trailer<</Size %d/Root 1 0 R>>\n" % (len(starts) + 1))
    out.extend(b"startxref\n%d\n%%%%EOF\n" % table)
    return bytes(out)


def _content(page: Flat) -> bytes:
    lines = []
    for one in page:
        red, green, blue = one.colour
        if isinstance(one, Words):
            words = one.words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            lines.append(
                f"{red:.3f} {green:.3f} {blue:.3f} rg "
                f"BT /F1 {one.size:g} Tf {one.x:.2f} {one.y:.2f} Td ({words}) Tj ET"
            )
        else:
            kind, paint = ("rg", "f") if one.is_filled else ("RG", "S")
            lines.append(
                f"{red:.3f} {green:.3f} {blue:.3f} {kind} "
                f"{one.x:.2f} {one.y:.2f} {one.width:.2f} {one.height:.2f} re {paint}"
            )
    return "\n".join(lines).encode("cp1252")


def with_cairo(pages: Sequence[Page]) -> bytes:
    """Draw the same shapes with pycairo, in points from the top left."""
    cairo = import_module("cairo")
    file = BytesIO()
    surface: Any = cairo.PDFSurface(file, 595.28, 841.89)
    context: Any = cairo.Context(surface)
    context.select_font_face("Atkinson Hyperlegible Next")
    for page in pages:
        for copy in page.copies:
            _cairo(context, copy.placed.drawing, copy.placed.x, copy.placed.y)
        context.show_page()
    surface.finish()
    return file.getvalue()


def _cairo(context: Any, drawing: Drawing, x: float, y: float) -> None:  # noqa: ANN401 - has no types
    for shape in drawing.shapes:
        match shape:
            case Placed():
                _cairo(context, shape.drawing, x + shape.x, y + shape.y)
            case Text():
                context.set_source_rgb(*PALETTE.line(shape.colour))
                context.set_font_size(shape.size)
                context.move_to((x + shape.x) * K, (y + shape.y) * K)
                context.show_text(shape.words)
            case Rect():
                left, top = (x + shape.x) * K, (y + shape.y) * K
                context.rectangle(left, top, shape.width * K, shape.height * K)
                _paint(context, shape.fill, shape.stroke)
            case Circle():
                context.new_sub_path()
                context.arc((x + shape.x) * K, (y + shape.y) * K, shape.radius * K, 0, 2 * pi)
                _paint(context, shape.fill, shape.stroke)
            case Path():
                _cairo_path(context, shape, x, y)
                _paint(context, shape.fill, shape.stroke)
            case _:
                raise TypeError(shape)


def _cairo_path(context: Any, path: Path, x: float, y: float) -> None:  # noqa: ANN401
    for step in path.steps:
        calls = {"M": "move_to", "L": "line_to", "C": "curve_to", "Z": "close_path"}
        ends = (end for px, py in step.points for end in ((x + px) * K, (y + py) * K))
        getattr(context, calls[step.way])(*ends)


def _paint(context: Any, fill: str | None, stroke: Stroke | None) -> None:  # noqa: ANN401
    if fill is not None:
        context.set_source_rgb(*PALETTE.fill(fill))
        (context.fill_preserve if stroke else context.fill)()
    if stroke is not None:
        context.set_source_rgb(*PALETTE.line(stroke.colour))
        context.set_line_width(stroke.width)
        context.stroke()


def with_typst(cards: int, fonts: str, palette: Palette) -> Callable[[], bytes]:
    """Return what has typst lay out and draw the deck; the source is made ready before."""
    typst = import_module("typst")
    source = _typst_source(cards, palette).encode()
    return lambda: bytes(typst.compile(source, font_paths=[fonts]))


def _typst_source(cards: int, palette: Palette) -> str:
    head = f"""
#set page(width: 210mm, height: 297mm, margin: (x: 10.5mm, top: 10mm, bottom: 10mm))
#set text(font: "Atkinson Hyperlegible Next", size: 8.5pt)
#set par(leading: 0.4em)
#let card(title, kind, body, colour) = box(width: {WIDTH}mm, height: {HEIGHT}mm, {{
  place(rect(width: {WIDTH}mm, height: {BAND}mm, fill: colour, stroke: none))
  place(dx: {PADDING}mm, dy: 3.4mm, text(13pt, weight: "bold", fill: white, title))
  place(dx: {PADDING}mm, dy: 9.2mm, text(7.5pt, fill: white, kind))
  place(dx: {(WIDTH - 28) / 2}mm, dy: 19mm, circle(radius: 14mm, stroke: 1.6pt + colour))
  place(bottom, dx: {PADDING}mm, dy: -{PADDING}mm, box(width: {WIDTH - 2 * PADDING}mm, body))
  place(rect(width: {WIDTH}mm, height: {HEIGHT}mm, radius: 3mm, stroke: 0.4pt + gray))
}})
"""
    words = (said(number) for number in range(cards))
    drawn = [
        f'card("{one.title}", "{one.kind}", "{one.text}", '
        f'rgb("{palette.swatch(one.colour).colour}"))'
        for one in words
    ]
    rows = (
        f"#grid(columns: 3, {', '.join(drawn[start : start + 9])})" for start in range(0, cards, 9)
    )
    return head + "\n#pagebreak()\n".join(rows)
