"""Sheets photographed and read back, a trial: pencil marks by simulation, and what is made of them.

The sheet is the program's own; what a camera needs to find it (a sign in each corner, and a code
that says what it is) is drawn onto it here, since the program prints neither. A photograph is a
page with marks in pencil, bent by perspective, lit from one side, blurred, noisy and compressed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any, TypeAlias

# No part of the program's own tools, typed or not.
cv2: Any = import_module("cv2")
np: Any = import_module("numpy")
zxingcpp: Any = import_module("zxingcpp")

Image: TypeAlias = Any  # an array of cv2: rows and columns of greys
Cells: TypeAlias = Mapping[tuple[int, str], tuple[float, float, float, float]]

DPI = 150
DOT = DPI / 25.4  # dots a millimetre
# Signs in the corners with white around them, and the code: sizes and places in mm.
SIGN, CALM, EDGE, CODE = 9.0, 1.5, 4.0, 14.0
# So many signs have to be seen; a thumb may lie on one.
LEAST = 3
SIGNS = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
# How wide a black stroke across the cell would be, in mm, of what was added to the blank sheet: up
# to the first a cell is surely empty, from the second on surely marked.
EMPTY, MARKED = 0.1, 0.18
WAYS = ("cross", "tick", "shade")


@dataclass(frozen=True)
class Read:
    """What was made of a photograph: the sheet it shows, its marked cells, and those in doubt."""

    sheet: str
    marked: frozenset[tuple[int, str]]
    doubtful: frozenset[tuple[int, str]]


def prepared(page: Image, sheet: str) -> Image:
    """Return a page with a sign in each corner and a code that says which sheet it is."""
    page, side, calm = page.copy(), round(SIGN * DOT), round(CALM * DOT)
    for number, (left, top) in enumerate(_corners(page)):
        sign = cv2.aruco.generateImageMarker(SIGNS, number, side)
        page[top - calm : top + side + calm, left - calm : left + side + calm] = 255
        page[top : top + side, left : left + side] = sign
    code = zxingcpp.create_barcode(sheet, zxingcpp.BarcodeFormat.DataMatrix)
    wide = round(CODE * DOT)
    drawn = cv2.resize(
        np.array(zxingcpp.write_barcode_to_image(code)),
        (wide, wide),
        interpolation=cv2.INTER_NEAREST,
    )
    high, across = page.shape[:2]
    left, top = across // 2 - wide // 2, high - wide - round(EDGE * DOT)
    page[top : top + wide, left : left + wide] = drawn
    return page


def _corners(page: Image) -> list[tuple[int, int]]:
    high, wide = page.shape[:2]
    edge, side = round(EDGE * DOT), round(SIGN * DOT)
    right, low = wide - edge - side, high - edge - side
    return [(edge, edge), (right, edge), (right, low), (edge, low)]


def marked(page: Image, cells: Cells, wanted: Sequence[tuple[int, str]], chance: Random) -> Image:
    """Return a page with pencil marks of one hand in some cells, and what a hand leaves besides."""
    page, way = page.copy(), chance.choice(WAYS)
    grey, thick = chance.randint(70, 130), max(1, round(chance.uniform(0.4, 0.8) * DOT))
    for cell in cells:
        if cell in wanted:
            _mark(page, cells[cell], way, grey, thick, chance)
        elif chance.random() < 0.03:  # rubbed out again, and still to be seen
            _mark(page, cells[cell], way, 228, thick, chance)
    for _ in range(chance.randint(0, 4)):
        at = chance.randrange(page.shape[1]), chance.randrange(page.shape[0])
        cv2.circle(page, at, round(0.4 * DOT), grey, -1)
    return page


def _mark(
    page: Image,
    box: tuple[float, float, float, float],
    way: str,
    colour: int,
    thick: int,
    chance: Random,
) -> None:
    x, y, wide, high = box

    def at(across: float, down: float) -> tuple[int, int]:
        across, down = across + chance.gauss(0, 0.05), down + chance.gauss(0, 0.05)
        return round((x + across * wide) * DOT), round((y + down * high) * DOT)

    match way:
        case "cross":
            lines = [[at(0.15, 0.15), at(0.85, 0.85)], [at(0.85, 0.15), at(0.15, 0.85)]]
        case "tick":
            lines = [[at(0.15, 0.5), at(0.4, 0.85), at(0.9, 0.1)]]
        case _:
            steps = 9
            lines = [[at(0.15 + 0.7 * (n % 2), 0.12 + 0.76 * n / steps) for n in range(steps + 1)]]
    for line in lines:
        cv2.polylines(page, [np.array(line)], isClosed=False, color=colour, thickness=thick)


def photographed(page: Image, chance: Random) -> Image:
    """Return a photograph of a page: from an angle, lit from one side, blurred and compressed."""
    high, wide = page.shape[:2]
    scale = chance.uniform(1.0, 1.4)
    size = round(wide * scale * 1.25), round(high * scale * 1.25)
    middle, turn = (size[0] / 2, size[1] / 2), np.radians(chance.gauss(0, 4))
    corners = []
    for across, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x = across * wide * scale / 2 * (1 + chance.uniform(-0.06, 0.06))
        y = down * high * scale / 2 * (1 + chance.uniform(-0.06, 0.06))
        turned = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
        corners.append((middle[0] + turned[0], middle[1] + turned[1]))
    own = np.float32([(0, 0), (wide, 0), (wide, high), (0, high)])
    bent = cv2.getPerspectiveTransform(own, np.float32(corners))
    table = chance.randint(60, 190)
    seen = cv2.warpPerspective(page, bent, size, borderValue=table).astype(np.float32)
    down, across = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
    way = chance.uniform(0, 2 * np.pi)
    side = np.cos(way) * (across / size[0] - 0.5) + np.sin(way) * (down / size[1] - 0.5)
    light = chance.uniform(0.75, 0.95) + chance.uniform(0.1, 0.45) * side
    seen = cv2.GaussianBlur(seen * light, (0, 0), chance.uniform(0.6, 1.8))
    cv2.setRNGSeed(chance.randrange(2**31))
    noise = cv2.randn(np.empty_like(seen), 0, 4)
    dots = np.clip(seen + noise, 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", dots, [cv2.IMWRITE_JPEG_QUALITY, chance.randint(55, 85)])
    return cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE)


def read_back(photograph: Image, blank: Image, cells: Cells) -> Read | None:
    """Return what a photograph says, or None where its sheet or what it is cannot be found."""
    found, numbers, _ = cv2.aruco.ArucoDetector(SIGNS).detectMarkers(photograph)
    places = {} if numbers is None else dict(zip(numbers.ravel().tolist(), found, strict=True))
    corners = [number for number in range(4) if number in places]
    if len(corners) < LEAST:
        return None
    side = round(SIGN * DOT)
    around = ((0, 0), (side, 0), (side, side), (0, side))
    own = [
        (x + dx, y + dy) for x, y in map(_corners(blank).__getitem__, corners) for dx, dy in around
    ]
    seen = [tuple(one) for number in corners for one in places[number].reshape(4, 2)]
    bent, _ = cv2.findHomography(np.float32(seen), np.float32(own))
    flat = cv2.warpPerspective(photograph, bent, blank.shape[1::-1])
    codes = zxingcpp.read_barcodes(flat, formats=zxingcpp.BarcodeFormat.DataMatrix)
    if len(codes) != 1:
        return None
    darker = dict(_darker(flat, blank, cells))
    sure = frozenset(cell for cell, found in darker.items() if found >= MARKED)
    doubtful = frozenset(cell for cell, found in darker.items() if EMPTY < found < MARKED)
    return Read(codes[0].text, sure, doubtful)


def _darker(flat: Image, blank: Image, cells: Cells) -> Iterator[tuple[tuple[int, str], float]]:
    """Yield how wide a black stroke across each cell would be, in mm, of what is not printed there.

    Looked at is what is white on the blank sheet, at some distance from all that is printed; light
    is measured in the cell and around it.
    """
    printed = (blank < 190).astype(np.uint8)
    near = cv2.dilate(printed, np.ones((5, 5), np.uint8))
    for cell, (x, y, wide, high) in cells.items():
        inside = _part(x, y, wide, high, 0.1)
        around = _part(x, y, wide, high, -0.15)
        white = near[inside] == 0
        light = float(np.percentile(flat[around], 90))
        paper = float(np.percentile(blank[around], 90))
        share = flat[inside][white] / light - blank[inside][white] / paper
        seen = max(float(white.mean()), 0.1)  # of the cell; the rest is printed
        yield cell, float(np.clip(-share - 0.08, 0, None).sum()) / DOT**2 / wide / seen


def _part(x: float, y: float, wide: float, high: float, within: float) -> tuple[slice, slice]:
    left, top = x + wide * within, y + high * within
    right, low = x + wide * (1 - within), y + high * (1 - within)
    return slice(round(top * DOT), round(low * DOT)), slice(round(left * DOT), round(right * DOT))
