"""A school's photocopier, and what it loses: lines of a plan, edges of areas, printed letters.

It is worse than most: what is lighter than half turns white, and the copy is copied once more.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist

from PIL import Image, ImageFilter
from pypdfium2 import PdfDocument

from generator.paper import shapes as art
from generator.paper.page import Page, point_on_page
from generator.paper.palette import Palette, luma
from generator.printables.kinds.cards import SMALL

DPI = 300
PIXELS = DPI / 25.4
BLUR, TURN, HALF = 0.6, 0.3, 128
# From one look at a line to the next, in mm, and how far about a point is looked, in pixels: on the
# page, where a hidden line may lie beside another that shows, and on a copy, whose lines move.
STEP, AT, NEAR = 0.7, 1, 2
# What is paler (of 255) shows nothing; a line shows where the page is about as dark as it is.
PALE, NOT_HIDDEN = 232, 30
# The shares that have to be left: of a line, of dots or an area's edge, of a letter's ink, of each
# part of a letter, and of a part that is no larger than a speck (in pixels): an accent, a dot.
LINE, DOTS, LETTER, PART, ACCENT = 0.97, 0.9, 0.6, 0.45, 0.2
SPECK = 40
# So many pixels come and go with where a letter lies on the grid of pixels.
FRINGE = 3
# Where the edge of a tile cuts a line along its length, its neighbour shows it whole: mm.
CUT = 0.6


@dataclass(frozen=True, slots=True)
class Glyph:
    """A letter and the box about its ink, in pixels."""

    letter: str
    left: float
    top: float
    right: float
    low: float

    def box(self) -> tuple[int, int, int, int]:
        """Return the box with two pixels about it."""
        return int(self.left) - 2, int(self.top) - 2, int(self.right) + 3, int(self.low) + 3


def pictures(pdf: bytes, wanted: Iterable[int]) -> Iterator[tuple[int, Image.Image, list[Glyph]]]:
    """Yield pages of a PDF in grey, by number (-1 is the last one), each with its letters."""
    with PdfDocument(pdf) as document:
        for number in sorted({n % len(document) for n in wanted if n < len(document)}):
            page = document[number]
            picture = page.render(scale=DPI / 72, grayscale=True).to_pil()
            text, foot = page.get_textpage(), page.get_height() * DPI / 72
            glyphs = []
            for place in range(text.count_chars()):
                letter = text.get_text_range(place, 1)
                if letter.strip():
                    left, low, right, top = (side * DPI / 72 for side in text.get_charbox(place))
                    glyphs.append(Glyph(letter, left, foot - top, right, foot - low))
            text.close()
            page.close()
            yield number, picture, glyphs


def whole_letters(page: Page, glyphs: Iterable[Glyph]) -> list[Glyph]:
    """Return the letters that no edge of a tile cuts through: its neighbour shows those whole."""
    edges = [
        [
            point_on_page(copy.placed, x, y)
            for x in (clip.x, clip.x + clip.width)
            for y in (clip.y, clip.y + clip.height)
        ]
        for copy in page.copies
        if (clip := copy.placed.clip) is not None
    ]
    xs = {round(x * PIXELS) for corners in edges for x, _ in corners}
    ys = {round(y * PIXELS) for corners in edges for _, y in corners}
    return [
        one
        for one in glyphs
        if not any(one.left - 1 < x < one.right + 1 for x in xs)
        and not any(one.top - 1 < y < one.low + 1 for y in ys)
    ]


def copied(picture: Image.Image) -> Image.Image:
    """Return the copy of a copy: blurred, turned, black where darker than half; turned back."""
    for turn in (TURN, -TURN):
        blurred = picture.filter(ImageFilter.GaussianBlur(BLUR))
        aslant = blurred.rotate(turn, Image.Resampling.BILINEAR, fillcolor=255)
        picture = aslant.point([0 if value < HALF else 255 for value in range(256)])
    return picture


def lost_lines(page: Page, inks: Palette, before: Image.Image, after: Image.Image) -> Iterator[str]:
    """Yield the lines and edges of areas that were to be seen before, and are not after."""
    for stroke, fill, points in _drawn(page):
        colour = stroke.colour if stroke else fill or "white"
        if colour in {"white", "rule"} or colour.endswith((".tint", ".on")):
            continue
        darkest = 255 * luma(inks.line(colour, stroke.seen) if stroke else inks.fill(colour))
        is_dotted = stroke is not None and len(stroke.dashes()) > 0
        step = art.to_mm(sum(stroke.dashes())) if stroke and is_dotted else STEP
        seen = kept = 0
        for x, y in _along(points, step):
            spot = (int(x * PIXELS), int(y * PIXELS))
            dark, light = _about(before, spot, AT if stroke else NEAR)
            if dark <= darkest + NOT_HIDDEN if stroke else dark < PALE < light:
                seen += 1
                kept += _about(after, spot)[0] < HALF
        # Where it begins and ends, one of the points may lie beside it.
        if kept < seen * (DOTS if is_dotted or not stroke else LINE) - 1:
            (x, y), what = points[0], "line" if stroke else "area"
            yield f"{what} of {colour} from {x:.0f}, {y:.0f}: {kept} of {seen}"


def lost_letters(glyphs: Iterable[Glyph], before: Image.Image, after: Image.Image) -> Iterator[str]:
    """Yield the letters that cannot be read after; of those alike one is looked at."""
    looked = set()
    for glyph in glyphs:
        box = glyph.box()
        old, new = before.crop(box), after.crop(box)
        pixels, copy, width = old.tobytes(), new.tobytes(), old.width
        edge = sorted((*pixels[:width], *pixels[-width:]))
        ground = edge[len(edge) // 2]
        ink = max(pixels, key=lambda value: abs(value - ground))
        kind = (glyph.letter, old.size, ink // 25, ground // 25)
        if kind not in looked and (why := _lost(pixels, copy, width, ink, ground)):
            yield f"{glyph.letter!r} at {box[0] / PIXELS:.0f}, {box[1] / PIXELS:.0f}: {why}"
        looked.add(kind)


def _lost(
    pixels: Sequence[int], copy: Sequence[int], width: int, ink: int, ground: int
) -> str | None:
    """Return what a copy lacks of a letter; None where it can be read."""
    is_black, half = ink < ground, (ink + ground) / 2
    shown = {n for n, value in enumerate(pixels) if (value < half) == is_black}
    rest = [n for n, value in enumerate(pixels) if abs(value - ground) < abs(ink - ground) / 4]
    # What reaches the border of the box belongs to a neighbour.
    last = len(pixels) - width
    border = {n for n in shown if n % width in {0, width - 1} or n < width or n >= last}
    parts = [part for part in _parts(shown, width) if not part & border]
    mask = set[int]().union(*parts)
    kept = {n for n in mask if (copy[n] < HALF) == is_black}
    clear = sum((copy[n] < HALF) != is_black for n in rest)
    # Of what is no larger than a speck, a dash or a dot, most pixels are on its fringe.
    least = LETTER if len(mask) > SPECK else PART
    if len(kept) < least * len(mask) - FRINGE:
        return f"{len(kept)} of {len(mask)} pixels"
    if mask and clear < LETTER * len(rest):
        return f"its ground is as dark in {len(rest) - clear} of {len(rest)} pixels"
    for part in parts:
        pieces = [len(piece) for piece in _parts(part & kept, width)]
        if max(pieces, default=0) < len(part) * (PART if len(part) > SPECK else ACCENT):
            return f"{pieces} of a part of {len(part)} pixels"
    return None


def _parts(mask: set[int], width: int) -> Iterator[set[int]]:
    """Yield the connected parts of a set of pixels."""
    rest, around = set(mask), [dy * width + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    while rest:
        part, open_ = set[int](), [rest.pop()]
        while open_:
            pixel = open_.pop()
            part.add(pixel)
            near = {pixel + step for step in around} & rest
            rest -= near
            open_ += near
        yield part


def _about(picture: Image.Image, spot: tuple[int, int], near: int = NEAR) -> tuple[int, int]:
    """Return the darkest and the lightest pixel about a point."""
    x, y = spot
    pixels = picture.crop((x - near, y - near, x + near + 1, y + near + 1)).tobytes()
    return min(pixels), max(pixels)


def _drawn(page: Page) -> Iterator[tuple[art.Stroke | None, str | None, list[art.Point]]]:
    """Yield every stroke, and every area without one, with points along it on the page, in mm."""
    for placed in page.placed():
        yield from _shown(placed)


def _shown(
    placed: art.Placed,
) -> Iterator[tuple[art.Stroke | None, str | None, list[art.Point]]]:
    clip = placed.clip

    def at(points: list[art.Point]) -> list[art.Point]:
        if clip is not None:
            left, top = clip.x + CUT, clip.y + CUT
            right, low = clip.x + clip.width - CUT, clip.y + clip.height - CUT
            fine = _along(points, 0.1)
            points = [(x, y) for x, y in fine if left <= x <= right and top <= y <= low]
        return [point_on_page(placed, x, y) for x, y in points]

    for shape in placed.drawing.shapes:
        match shape:
            case art.Placed(scale=scale) if scale == SMALL:
                pass  # a card in small shows where its signs lie; their lines are seen on the cards
            case art.Placed():
                for stroke, fill, points in _shown(shape):
                    yield stroke, fill, at(points)
            case art.Line(x1, y1, x2, y2, stroke):
                yield stroke, None, at([(x1, y1), (x2, y2)])
            case art.Text() | art.Picture():
                pass
            case _:
                steps = shape.steps if isinstance(shape, art.Path) else art.outline(shape)
                for points in _flat(steps):
                    yield shape.stroke, shape.fill, at(points)


def _flat(steps: Iterable[art.PathStep]) -> Iterator[list[art.Point]]:
    """Yield the pieces of a path as points, curves in eight straight bits."""
    piece: list[art.Point] = []
    for step in steps:
        match step.way, step.points:
            case "M", (start,):
                if len(piece) > 1:
                    yield piece
                piece = [start]
            case "L", (end,):
                piece.append(end)
            case "C", ((x1, y1), (x2, y2), (x, y)):
                x0, y0 = piece[-1]
                for n in range(1, 9):
                    t = n / 8
                    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                    piece.append(
                        (a * x0 + b * x1 + c * x2 + d * x, a * y0 + b * y1 + c * y2 + d * y)
                    )
            case "Z", ():
                piece.append(piece[0])
    if len(piece) > 1:
        yield piece


def _along(points: Iterable[art.Point], step: float) -> Iterator[art.Point]:
    """Yield points along straight bits, so far from one another, from the first on."""
    rest = 0.0
    for (x1, y1), (x2, y2) in pairwise(points):
        length = dist((x1, y1), (x2, y2))
        at = rest
        while at <= length:
            share = at / length if length else 0.0
            yield x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
            at += step
        rest = at - length
