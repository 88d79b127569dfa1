"""Photographs by simulation: a printed page is copied, written on by a hand, and photographed.

Nothing here knows how sheets are read: it takes a PDF and the `.boxes.json` beside it, as anybody
has them, and gives a picture. What it imitates: copies of copies; pencil, ball pen and felt pen;
crosses, ticks, shading, numbers, what was rubbed out, stray dots; perspective, a lens, a fold, a
shadow, a thumb over a corner, a hand that shook, a sensor's noise, JPEG.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from math import cos, pi, radians, sin
from random import Random
from typing import Any, Literal, TypeAlias

# Typed or not, as they are installed.
cv2: Any = import_module("cv2")
np: Any = import_module("numpy")

Image: TypeAlias = Any  # rows and columns of greys, 0 to 255
Box = tuple[float, float, float, float]  # left, top, width, height in mm
Way = Literal["cross", "tick", "shade", "stroke", "number"]
DPMM = 12.0
WAYS: tuple[Way, ...] = ("cross", "tick", "shade")
# The shares of photographs with a thumb, taken upside down, of folded paper, in shadow, shaken.
THUMBS, UPSIDE_DOWN, FOLDS, SHADOWS, SHAKEN = 0.1, 0.1, 0.4, 0.3, 0.2
RUBBED_OUT = 0.03


@dataclass(frozen=True)
class Paper:
    """A page in grey, and where a point of the printed one, in dots, lies on it."""

    dots: Image
    place: Image


@dataclass(frozen=True)
class Hand:
    """One player's pen and way of marking: grey of the stroke, its width in mm, how even it is."""

    grey: float
    width: float
    grain: float
    way: Way


def hand(chance: Random) -> Hand:
    """Return a pencil, a ball pen or a felt pen, held by somebody."""
    pen = chance.choice(("pencil", "ball", "felt"))
    way = chance.choice(WAYS)
    if pen == "pencil":
        return Hand(chance.uniform(80, 140), chance.uniform(0.4, 0.8), 0.5, way)
    if pen == "ball":
        return Hand(chance.uniform(50, 95), chance.uniform(0.35, 0.55), 0.15, way)
    return Hand(chance.uniform(20, 70), chance.uniform(0.8, 1.6), 0.0, way)


def rendered(pdf: bytes, page: int = 0) -> Paper:
    """Return a page of a PDF in grey, `DPMM` dots a millimetre."""
    import pypdfium2

    with pypdfium2.PdfDocument(BytesIO(pdf)) as document:
        seen = document[page].render(scale=DPMM * 25.4 / 72).to_pil().convert("L")
        return Paper(np.array(seen), np.eye(3))


def copied(paper: Paper, chance: Random) -> Paper:
    """Return a photocopy of a page: harder, a little askew and larger, with specks."""
    page = paper.dots
    high, wide = page.shape
    around = cv2.getRotationMatrix2D(
        (wide / 2, high / 2), chance.gauss(0, 0.4), chance.uniform(0.985, 1.015)
    )
    around[:, 2] += (chance.gauss(0, 8), chance.gauss(0, 8))
    seen = cv2.warpAffine(page, around, (wide, high), borderValue=255).astype(np.float32)
    seen = cv2.GaussianBlur(seen, (0, 0), chance.uniform(0.7, 1.3))
    middle = chance.uniform(110, 150)
    hard = 255 / (1 + np.exp(-(seen - middle) / chance.uniform(9, 18)))
    generator = np.random.default_rng(chance.randrange(2**32))
    specks = generator.random(hard.shape) < 2e-5
    hard[cv2.dilate(specks.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0] = 40
    place = np.vstack([around, [0, 0, 1]]) @ paper.place
    return Paper(np.clip(hard, 0, 255).astype(np.uint8), place)


def written(
    paper: Paper, marks: Mapping[Box, str], others: Sequence[Box], pen: Hand, chance: Random
) -> Paper:
    """Return a page with marks (x) and numbers in boxes; some of the others were rubbed out."""
    page = paper.dots
    ink = np.zeros(page.shape, np.float32)
    for box, text in marks.items():
        strokes = _number(box, text, chance) if text != "x" else _mark(box, pen.way, chance)
        _draw(ink, strokes, pen.width, paper.place)
    for box in others:
        if chance.random() < RUBBED_OUT:
            rubbed = np.zeros_like(ink)
            _draw(rubbed, _mark(box, pen.way, chance), pen.width * 1.5, paper.place)
            rubbed = cv2.GaussianBlur(rubbed, (0, 0), 5)
            ink = np.maximum(ink, rubbed * chance.uniform(0.06, 0.14))
    for _ in range(chance.randint(0, 4)):
        at = chance.randrange(page.shape[1]), chance.randrange(page.shape[0])
        cv2.circle(ink, at, round(0.35 * DPMM), 1.0, -1)
    if pen.grain:
        generator = np.random.default_rng(chance.randrange(2**32))
        rough = generator.random((page.shape[0] // 3 + 1, page.shape[1] // 3 + 1), np.float32)
        rough = cv2.resize(rough, page.shape[::-1])
        ink *= 1 - pen.grain * rough
    dots = np.minimum(page, page * (1 - ink) + pen.grey * ink).astype(np.uint8)
    return Paper(dots, paper.place)


def _draw(
    ink: Image, strokes: Sequence[Sequence[tuple[float, float]]], width: float, place: Image
) -> None:
    for stroke in strokes:
        points = np.array([[x * DPMM, y * DPMM, 1.0] for x, y in stroke]) @ place.T
        points = np.round(points[:, :2]).astype(np.int32)
        cv2.polylines(ink, [points], False, 1.0, max(1, round(width * DPMM)), cv2.LINE_AA)


def _mark(box: Box, way: Way, chance: Random) -> list[list[tuple[float, float]]]:
    left, top, wide, high = box

    def at(across: float, down: float) -> tuple[float, float]:
        across, down = across + chance.gauss(0, 0.05), down + chance.gauss(0, 0.05)
        return left + across * wide, top + down * high

    match way:
        case "cross":
            return [[at(0.15, 0.15), at(0.85, 0.85)], [at(0.85, 0.15), at(0.15, 0.85)]]
        case "tick":
            return [[at(0.15, 0.5), at(0.4, 0.85), at(0.9, 0.1)]]
        case "stroke":
            return [[at(0.1, 0.9), at(0.9, 0.1)]]
        case _:
            steps = max(9, round(high / 1.2))
            return [[at(0.12 + 0.76 * (n % 2), 0.1 + 0.8 * n / steps) for n in range(steps + 1)]]


# The strokes of handwritten digits in a field one wide and high.
DIGITS: Mapping[str, list[list[tuple[float, float]]]] = {
    "0": [[(0.5 + 0.35 * sin(a * pi / 6), 0.5 - 0.48 * cos(a * pi / 6)) for a in range(13)]],
    "1": [[(0.3, 0.25), (0.55, 0.0), (0.5, 1.0)]],
    "2": [[(0.15, 0.2), (0.45, 0.0), (0.8, 0.25), (0.15, 1.0), (0.85, 0.98)]],
    "3": [[(0.2, 0.05), (0.8, 0.1), (0.45, 0.45), (0.85, 0.7), (0.5, 1.0), (0.15, 0.9)]],
    "4": [[(0.6, 0.0), (0.1, 0.65), (0.9, 0.6)], [(0.65, 0.4), (0.6, 1.0)]],
    "5": [[(0.8, 0.0), (0.25, 0.05), (0.2, 0.45), (0.7, 0.45), (0.8, 0.8), (0.15, 1.0)]],
    "6": [[(0.7, 0.0), (0.25, 0.5), (0.25, 0.9), (0.6, 1.0), (0.8, 0.7), (0.25, 0.65)]],
    "7": [[(0.1, 0.02), (0.85, 0.0), (0.4, 1.0)]],
    "8": [
        [
            (0.5, 0.45),
            (0.2, 0.2),
            (0.5, 0.0),
            (0.8, 0.2),
            (0.2, 0.75),
            (0.5, 1.0),
            (0.8, 0.75),
            (0.5, 0.45),
        ]
    ],
    "9": [[(0.75, 0.3), (0.4, 0.5), (0.25, 0.2), (0.6, 0.0), (0.75, 0.3), (0.65, 1.0)]],
}


def _number(box: Box, text: str, chance: Random) -> list[list[tuple[float, float]]]:
    left, top, wide, high = box
    size = min(high * chance.uniform(0.5, 0.7), wide / len(text) * 0.8)
    x = left + (wide - 0.75 * size * len(text)) / 2 + chance.gauss(0, 0.05 * wide)
    y = top + (high - size) / 2 + chance.gauss(0, 0.05 * high)
    slant = chance.gauss(0.1, 0.12)

    def at(number: int, across: float, down: float) -> tuple[float, float]:
        right = 0.75 * number + 0.6 * across + slant * (1 - down)
        return x + size * right + chance.gauss(0, 0.1), y + size * down + chance.gauss(0, 0.1)

    strokes = [(number, one) for number, digit in enumerate(text) for one in DIGITS[digit]]
    return [[at(number, *point) for point in stroke] for number, stroke in strokes]


@dataclass(frozen=True)
class View:
    """Where each dot of a picture lies on the paper, in mm, and how light it is there.

    `u` and `v` are the dot's place on the picture, in widths from its middle.
    """

    x: Image
    y: Image
    u: Image
    v: Image
    light: Image


def photographed(
    paper: Paper, area: Box, chance: Random, corners: Sequence[tuple[float, float]] = ()
) -> bytes:
    """Return a photograph of an area of a page (mm), as JPEG; a thumb may lie on a corner (mm)."""
    left, top, wide, high = area
    # On a copy it lies elsewhere, and is cut out there.
    moved = paper.place @ ((left + wide / 2) * DPMM, (top + high / 2) * DPMM, 1.0) / DPMM
    left, top = float(moved[0]) - wide / 2, float(moved[1]) - high / 2
    view = _view((left, top, wide, high), chance)
    table = chance.randint(60, 190)
    x, y = view.x, view.y
    seen = cv2.remap(paper.dots, x * DPMM, y * DPMM, cv2.INTER_LINEAR, borderValue=table)
    seen = seen.astype(np.float32)
    inside = (x > left - 1) & (x < left + wide + 1) & (y > top - 1) & (y < top + high + 1)
    seen[~inside] = table
    light = _lit(view, chance)
    seen *= light
    if corners and chance.random() < THUMBS:
        across, down = chance.choice(corners)
        lean, ahead = chance.uniform(-0.4, 0.4), np.sign(across - left - wide / 2) or 1.0
        dx, dy = x - (across + ahead * 8), (y - down) - lean * (x - across)
        thumb = (dx / 14) ** 2 + (dy / chance.uniform(7, 10)) ** 2 < 1
        seen[thumb] = 150 * light[thumb]
    return _taken(seen, chance)


def _view(area: Box, chance: Random) -> View:
    left, top, wide, high = area
    scale = chance.uniform(8.0, 11.0)  # dots a millimetre
    across, down = round(wide * scale * 1.2), round(high * scale * 1.2)
    xs, ys = np.meshgrid(np.arange(across, dtype=np.float32), np.arange(down, dtype=np.float32))
    u, v = (xs - across / 2) / across, (ys - down / 2) / across
    # A lens bends what is far from the middle.
    bow = 1 + chance.gauss(0, 0.02) * (u * u + v * v)
    u, v = u * bow, v * bow
    turn = radians(chance.gauss(0, 4) + (180 if chance.random() < UPSIDE_DOWN else 0))
    tilts = [min(0.13, max(-0.13, chance.gauss(0, 0.07))) for _ in range(2)]
    size = across / scale / (1 + tilts[0] * u + tilts[1] * v)
    x = (u * cos(turn) - v * sin(turn)) * size + left + wide / 2
    y = (u * sin(turn) + v * cos(turn)) * size + top + high / 2
    light = np.ones(x.shape, np.float32)
    if chance.random() < FOLDS:
        # It was folded once, and lies a little up at one side.
        crease = top + high * chance.uniform(0.3, 0.7)
        rise = chance.uniform(0.005, 0.02) * chance.choice((-1, 1))
        over = np.maximum(y - crease, 0)
        light *= np.where(y > crease, 1 - abs(rise) * 6, 1)
        light *= 1 - 0.15 * np.exp(-(((y - crease) / 0.6) ** 2))
        y, x = y + over * rise, x + over * rise * (x - left - wide / 2) / wide * 0.5
    return View(x, y, u, v, light)


def _lit(view: View, chance: Random) -> Image:
    """Return the light on each dot: from one side, and the shadow of a head or a telephone."""
    way = chance.uniform(0, 2 * pi)
    side = cos(way) * view.u + sin(way) * view.v
    light = view.light * (chance.uniform(0.75, 0.95) + chance.uniform(0.1, 0.45) * side)
    if chance.random() < SHADOWS:
        way, far = chance.uniform(0, 2 * pi), chance.uniform(-0.3, 0.3)
        side = cos(way) * view.u + sin(way) * view.v - far
        dark = chance.uniform(0.15, 0.4)
        light *= 1 - dark / (1 + np.exp(-side * chance.uniform(15, 80)))
    return light


def _taken(seen: Image, chance: Random) -> bytes:
    """Return what a camera makes of light: out of focus, shaken, with noise, packed."""
    seen = cv2.GaussianBlur(seen, (0, 0), chance.uniform(0.5, 1.4))
    if chance.random() < SHAKEN:
        length = chance.randint(2, 4)
        seen = cv2.blur(seen, (length, 1) if chance.random() < 1 / 2 else (1, length))
    generator = np.random.default_rng(chance.randrange(2**32))
    seen = seen + generator.normal(0, chance.uniform(2, 6), seen.shape).astype(np.float32)
    dots = np.clip(seen, 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", dots, [cv2.IMWRITE_JPEG_QUALITY, chance.randint(60, 90)])
    return bytes(packed)
