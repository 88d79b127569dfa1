"""A drawing becomes an SVG picture in millimetres, for the flowed documents and for web pages."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import assert_never
from xml.sax.saxutils import escape

from generator.paper import shapes as art
from generator.paper.palette import Palette, hex_of
from generator.paper.photographs import image_for_print
from generator.paper.text import require_glyphs, stem_width, width_of
from generator.render.document import Markup

# The families under which print.css declares the fonts, by the names of their files.
DECLARED = {
    "AtkinsonHyperlegibleNextPlainZero": "Atkinson Hyperlegible Next",
    "Lexend": "Lexend",
    "LudokitSymbols": "Ludokit Symbols",
}
# XML 1.0 has no way to write these, escaped or not.
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg(drawing: art.Drawing, palette: Palette, *, title: str) -> Markup:
    """Draw a drawing as SVG that stands alone; its title is read out in its place."""
    width, height = _number(drawing.width), _number(drawing.height)
    shapes = "".join(_shapes(drawing, palette))
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" role="img" font-kerning="none" '
        'stroke-linecap="round" stroke-linejoin="round">'
        f"<title>{_escaped(title)}</title>{shapes}</svg>"
    )


def _shapes(drawing: art.Drawing, palette: Palette, scale: float = 1.0) -> Iterator[str]:
    for shape in drawing.shapes:
        match shape:
            case art.Line(x1, y1, x2, y2, stroke):
                ends = _numbers(x1=x1, y1=y1, x2=x2, y2=y2)
                yield f"<line {ends}{_paint(None, stroke, palette, scale)}/>"
            case art.Rect(x, y, width, height, fill, stroke, radius):
                round_ = min(radius, width / 2, height / 2)
                corners = _numbers(rx=round_, ry=round_) if round_ > 0 else ""
                box = _numbers(x=x, y=y, width=width, height=height)
                yield f"<rect {box}{corners}{_paint(fill, stroke, palette, scale)}/>"
            case art.Circle(x, y, radius, fill, stroke):
                box = _numbers(cx=x, cy=y, r=radius)
                yield f"<circle {box}{_paint(fill, stroke, palette, scale)}/>"
            case art.Polygon(points, fill, stroke):
                corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
                yield f'<polygon points="{corners}" {_paint(fill, stroke, palette, scale)}/>'
            case art.Path(steps, fill, stroke, is_even_odd):
                rule = 'fill-rule="evenodd" ' if is_even_odd else ""
                yield f'<path d="{_steps(steps)}" {rule}{_paint(fill, stroke, palette, scale)}/>'
            case art.Picture(x, y, width, height, file):
                # With its file in it: what is written here stands alone.
                found = image_for_print(file, width, is_grey=palette.ink != "colour")
                box = _numbers(x=x, y=y, width=width, height=height)
                yield f'<image {box}href="{found.data_url()}"/>'
            case art.Text():
                yield _words(shape, palette, scale)
            case art.Placed():
                yield _placed(shape, palette, scale)
            case _:
                assert_never(shape)


def _placed(placed: art.Placed, palette: Palette, scale: float) -> str:
    moves = [f"translate({_number(placed.x)} {_number(placed.y)})"]
    moves += [f"rotate({_number(placed.turn)})"] if placed.turn else []
    moves += [f"scale({placed.scale:.6g})"] if placed.scale != 1.0 else []
    drawn = "".join(_shapes(placed.drawing, palette, scale * placed.scale))
    if (clip := placed.clip) is not None:
        box = _numbers(x=clip.x, y=clip.y, width=clip.width, height=clip.height)
        view = " ".join(map(_number, (clip.x, clip.y, clip.width, clip.height)))
        drawn = f'<svg {box}viewBox="{view}" overflow="hidden">{drawn}</svg>'
    return f'<g transform="{" ".join(moves)}">{drawn}</g>'


def _words(text: art.Text, palette: Palette, scale: float) -> str:
    require_glyphs(text.words, text.font)
    # Placed by our own widths: programs differ in how they centre and kern.
    x = text.x - width_of(text.words, text.font, text.size) * art.BEFORE[text.align]
    file, _, cut = text.font.partition("-")
    family, weight = DECLARED[file], 700 if "Bold" in cut else 400
    colour = hex_of(palette.line(text.colour, scale * stem_width(text.font, text.size)))
    slant = 'font-style="italic" ' if "Italic" in cut else ""
    return (
        f'<text {_numbers(x=x, y=text.y)}font-family="{family}" '
        f'font-size="{_number(art.to_mm(text.size))}" font-weight="{weight}" {slant}'
        f'fill="{colour}" xml:space="preserve">'
        f"{_escaped(text.words)}</text>"
    )


def _steps(steps: Iterable[art.PathStep]) -> str:
    written = ((step.way, map(_number, chain.from_iterable(step.points))) for step in steps)
    return " ".join(way + " ".join(numbers) for way, numbers in written)


def _paint(fill: str | None, stroke: art.Stroke | None, palette: Palette, scale: float) -> str:
    inside = "none" if fill is None else hex_of(palette.fill(fill))
    if fill is not None and stroke is None and palette.needs_edge(fill):
        stroke = art.BARE_EDGE
    if stroke is None:
        return f'fill="{inside}"'
    colour = hex_of(palette.line(stroke.colour, scale * stroke.seen))
    line = f'stroke="{colour}" stroke-width="{_pt(stroke.width)}"'
    line += f' stroke-linecap="{stroke.ends}"' if stroke.ends != "round" else ""
    line += f' stroke-linejoin="{stroke.corners}"' if stroke.corners != "round" else ""
    dash = " ".join(map(_pt, stroke.dashes()))
    return f'fill="{inside}" {line}' + (f' stroke-dasharray="{dash}"' if dash else "")


def _escaped(words: str) -> str:
    return escape(NOT_XML.sub("\ufffd", words))


def _numbers(**lengths: float) -> str:
    return "".join(f'{name}="{_number(length)}" ' for name, length in lengths.items())


def _number(length: float) -> str:
    return f"{length:.3f}".rstrip("0").rstrip(".")


def _pt(length: float) -> str:
    return f"{art.to_mm(length):.4g}"
