"""Sheets are found on a picture: markers and codes, put together and made straight.

The markers and their corners are OpenCV's work, the codes are read by ZXing. From a code it is
known where the signs of its sheet must lie; from these follows how the whole sheet does
(a homography), and what is bent is followed by comparing small parts with the blank sheet.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, TypeAlias

import cv2
import numpy as np

from generator.paper.page import Box
from generator.paper.shapes import Mm
from generator.printables.fiducials import SheetCode
from generator.scans.known_sheets import DOTS, KnownSheet

# Arrays of numpy: rows and columns of greys, 0 to 255; the x and y of points, in dots or in mm.
Grey: TypeAlias = Any
Points: TypeAlias = Any
MARKERS_WANTED = 4
# The fewest markers to be seen beside the code; a thumb may lie on one.
LEAST_MARKERS = 2
# How far from its place, as a share of the distance to what is known, a marker may be.
ASTRAY = 0.2
# How like (-1 to 1) a part must be to count, and to correct the whole; the fewest of these.
LEAST_LIKENESS, GOOD_LIKENESS, LEAST_PARTS = 0.45, 0.7, 12
# How a sheet is bent is worked out at nodes this far apart, in its dots.
NODE = 8
LEAST_CONTRAST = 6.0
NEARBY = 4.0
# The paper is as light as the lightest within this distance, in mm.
LIGHT_FROM = 9.0


@dataclass(frozen=True, slots=True)
class CornerSign:
    """A corner sign on a picture: its number, and its corners clockwise from its own top left."""

    number: int
    corners: Points


@dataclass(frozen=True, slots=True)
class FoundCode:
    """A code on a picture, and its corners clockwise from its own top left, in dots."""

    code: SheetCode
    corners: Points

    def is_among(self, others: Iterable["FoundCode"]) -> bool:
        """Tell whether it is one of some codes: lies where one of them does."""
        side = _length(self.corners[1] - self.corners[0])
        return any(_length(_middle(self.corners) - _middle(one.corners)) < side for one in others)


@dataclass(frozen=True, slots=True)
class RectifiedSheet:
    """A sheet that was found: its picture made straight, `DOTS` a millimetre.

    `corners` are where its own lie on the picture, in dots, clockwise from its top left.
    """

    known: KnownSheet
    code: SheetCode
    grey: Grey
    corners: Points

    def in_even_light(self) -> Grey:
        """Return its picture as if no shadow lay on it: paper is white, whatever the light."""
        return np.clip(255.0 * self.grey / paper_light(self.grey), 0.0, 255.0)

    def as_jpeg(self, quality: int) -> bytes:
        """Return its picture in even light as a JPEG, of a quality from 0 to 100."""
        how = [cv2.IMWRITE_JPEG_QUALITY, quality]
        _, packed = cv2.imencode(".jpg", self.in_even_light().astype(np.uint8), how)
        return bytes(packed)


@dataclass(frozen=True, slots=True)
class _Comparison:
    """From one part to the next, its side and how far it is looked for, in mm; dots a mm."""

    step: Mm
    side: Mm
    reach: Mm
    dots: float


COARSE, FINE = _Comparison(12.0, 14.0, 4.0, 4.0), _Comparison(8.0, 9.0, 1.0, DOTS)


@cache
def _detector() -> Any:
    every = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    ours = cv2.aruco.Dictionary(every.bytesList[:MARKERS_WANTED].copy(), every.markerSize, 1)
    how = cv2.aruco.DetectorParameters()
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    how.minMarkerPerimeterRate = 0.01
    how.adaptiveThreshWinSizeMin, how.adaptiveThreshWinSizeMax = 11, 41
    how.adaptiveThreshWinSizeStep = 30
    return cv2.aruco.ArucoDetector(ours, how)


def find_markers(grey: Grey) -> list[CornerSign]:
    """Return every corner sign on a picture."""
    corners, numbers, _ = _detector().detectMarkers(grey)
    if numbers is None:
        return []
    pairs = zip(numbers.ravel().tolist(), corners, strict=True)
    return [CornerSign(number, one.reshape(4, 2).astype(np.float64)) for number, one in pairs]


def find_codes(grey: Grey) -> list[FoundCode]:
    """Return every code of ours on a picture."""
    return [*_read_codes(grey, 1.0)]


def _read_codes(grey: Grey, scale: float) -> Iterator[FoundCode]:
    import zxingcpp

    matrix = zxingcpp.BarcodeFormat.DataMatrix
    for one in zxingcpp.read_barcodes(grey, formats=matrix, try_invert=False, try_downscale=False):
        if (code := SheetCode.read(one.text)) is not None:
            at = one.position
            ends = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
            corners = np.array([(end.x / scale, end.y / scale) for end in ends])
            yield FoundCode(code, corners)


def find_hidden_codes(grey: Grey, markers: Sequence[CornerSign]) -> list[FoundCode]:
    """Look again, closer, for codes among markers where none was read."""
    if not markers:
        return []
    points = np.vstack([one.corners for one in markers])
    side = float(np.median([_length(one.corners[1] - one.corners[0]) for one in markers]))
    left, top = (max(0, int(least - 4 * side)) for least in points.min(axis=0))
    right, low = (int(most + 4 * side) for most in points.max(axis=0))
    part = grey[top:low, left:right]
    for scale in (2.0, 1.5):
        large = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
        soft = cv2.GaussianBlur(large, (0, 0), 2.0 * scale)
        sharp = cv2.addWeighted(large, 2.2, soft, -1.2, 0)
        if found := [*_read_codes(sharp, scale)]:
            return [FoundCode(one.code, one.corners + np.array((left, top))) for one in found]
    return []


def _square(box: Box) -> Points:
    return np.array(
        [(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)]
    )


def _middle(corners: Points) -> Points:
    return corners.mean(axis=0)


def match_markers(
    found: FoundCode, known: KnownSheet, markers: Sequence[CornerSign]
) -> dict[int, CornerSign]:
    """Return which of the markers on a picture are those of the sheet that a code stands on.

    The nearest to the code is looked for first; each that is found says better where the next is.
    """
    ours, seen, taken = [_square(known.signs[-1])], [found.corners], dict[int, CornerSign]()
    code = _middle(ours[0])
    centres = [(number, _middle(_square(box))) for number, box in enumerate(known.signs[:-1])]
    for number, centre in sorted(centres, key=lambda one: _length(one[1] - code)):
        way = _homography(ours, seen) if len(taken) == len(centres) - 1 else _similarity(ours, seen)
        near = min(_length(_middle(one) - centre) for one in ours)
        expected, beside = _through(way, np.array([centre, centre + np.array((1.0, 0.0))]))
        scale = _length(beside - expected)
        fitting = [one for one in markers if one.number == number]
        far = [_length(_middle(one.corners) - expected) / scale for one in fitting]
        if far and min(far) < ASTRAY * near + NEARBY:
            taken[number] = fitting[far.index(min(far))]
            ours.append(_square(known.signs[number]))
            seen.append(taken[number].corners)
    return taken


def rectify(
    grey: Grey, found: FoundCode, known: KnownSheet, markers: Mapping[int, CornerSign]
) -> RectifiedSheet | None:
    """Make a sheet straight by its signs, then follow what is bent; None where too few are seen."""
    if len(markers) < LEAST_MARKERS:
        return None
    ours = [_square(known.signs[-1]), *(_square(known.signs[number]) for number in markers)]
    way = _homography(ours, [found.corners, *(one.corners for one in markers.values())])
    height, width = known.blank.shape
    # From the dots of the straight sheet to those of the picture.
    back = way @ np.diag([1 / DOTS, 1 / DOTS, 1.0])
    for _ in range(2):
        flat = _warped(grey, back, (width, height))
        parts = _compare(flat, known.blank, COARSE)
        # What was found well corrects the whole, and with it what was too far off to be found.
        back = back @ parts.homography()
    nodes = np.stack(np.meshgrid(*(np.arange(0, n + NODE, NODE) for n in (width, height))), -1)
    flat, bend = _warped(grey, back, (width, height)), np.zeros(nodes.shape)
    for how in (COARSE, FINE):
        bend += _compare(flat, known.blank, how).bend(nodes)
        places = _through(back, (nodes + bend).reshape(-1, 2)).reshape(nodes.shape)
        flat = _remapped(grey, places, (width, height))
    edge = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    return RectifiedSheet(known, found.code, flat, _through(back, edge))


def _warped(grey: Grey, back: Any, size: tuple[int, int]) -> Grey:
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(grey, back, size, flags=how, borderValue=255)


def _remapped(grey: Grey, places: Any, size: tuple[int, int]) -> Grey:
    """Make a picture straight whose dots at each node lie at some places of another."""
    width, height = size
    large = (places.shape[1] * NODE, places.shape[0] * NODE)
    # A node is the corner of its square, not the middle.
    whole = cv2.resize(places.astype(np.float32), large, interpolation=cv2.INTER_LINEAR)
    half = NODE // 2
    return cv2.remap(
        grey,
        whole[half : half + height, half : half + width],
        None,
        cv2.INTER_LINEAR,
        borderValue=255,
    )


@dataclass(frozen=True)
class _Matches:
    """Where parts of a blank sheet were found on the straight one, all lengths in its dots.

    The parts lie `first` and then a `step` apart; `moves` is by how much each is off, and `like`
    how like it is, 0 to 1, or below 0 where nothing is printed.
    """

    moves: Any
    like: Any
    first: float
    step: float
    reach: float

    def homography(self) -> Any:
        """Return how the good parts moved, all in all."""
        good = self.like > GOOD_LIKENESS
        if good.sum() < LEAST_PARTS:
            return np.eye(3)
        rows, columns = np.nonzero(good)
        points = self.first + self.step * np.column_stack([columns, rows]).astype(float)
        way, _ = cv2.findHomography(points, points + self.moves[good], cv2.RANSAC, DOTS)
        return np.eye(3) if way is None else way

    def bend(self, places: Any) -> Any:
        """Return by how many dots some places are off; those between parts as those around are."""
        weights = np.clip(self.like - LEAST_LIKENESS, 0.0, None) ** 2
        far = np.linalg.norm(self.moves - _filled(self.moves, weights, 2.0), axis=2)
        weights = weights * (far < self.reach / 3)
        even = _filled(self.moves, weights, 0.7).astype(np.float32)
        at = ((places - self.first) / self.step).astype(np.float32)
        return cv2.remap(even, at, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _compare(flat: Grey, blank: Grey, how: _Comparison) -> _Matches:
    """Look for parts of the blank sheet on the straight one, by normalised cross-correlation."""
    step, side, reach, dots = how.step, how.side, how.reach, how.dots
    share = dots / DOTS
    size = (round(blank.shape[1] * share), round(blank.shape[0] * share))
    small, seen = (
        cv2.GaussianBlur(cv2.resize(one, size, interpolation=cv2.INTER_AREA), (0, 0), 0.8)
        for one in (blank, flat)
    )
    half, far = round(side * dots / 2), round(reach * dots)
    around = cv2.copyMakeBorder(seen, far, far, far, far, cv2.BORDER_REPLICATE)
    by = round(step * dots)
    ys, xs = (range(half, length - half + 1, by) for length in small.shape)
    moves, likeness = np.zeros((len(ys), len(xs), 2)), np.full((len(ys), len(xs)), -1.0)
    for (j, y), (i, x) in product(enumerate(ys), enumerate(xs)):
        part = small[y - half : y + half, x - half : x + half]
        if part.std() >= LEAST_CONTRAST:
            field = around[y - half : y + half + 2 * far, x - half : x + half + 2 * far]
            like = cv2.matchTemplate(field, part, cv2.TM_CCOEFF_NORMED)
            _, best, _, (right, down) = cv2.minMaxLoc(like)
            dx, dy = _peak(like, right, down)
            moves[j, i] = (dx - far) / share, (dy - far) / share
            likeness[j, i] = max(0.0, best)
    return _Matches(moves, likeness, half / share, by / share, reach * DOTS)


def _peak(like: Any, right: int, down: int) -> tuple[float, float]:
    """Return where the best match is, to a part of a dot, by a parabola through its neighbours."""

    def between(before: float, best: float, behind: float) -> float:
        bow = before - 2 * best + behind
        return 0.0 if bow >= 0 else 0.5 * (before - behind) / bow

    height, width = like.shape
    x = y = 0.0
    if 0 < right < width - 1:
        x = between(*(float(one) for one in like[down, right - 1 : right + 2]))
    if 0 < down < height - 1:
        y = between(*(float(one) for one in like[down - 1 : down + 2, right]))
    return right + x, down + y


def paper_light(grey: Grey) -> Any:
    """Return how light white paper is at each dot: the lightest around it, evened out."""
    small = cv2.resize(grey, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    wide = 2 * round(LIGHT_FROM * DOTS / 8) + 1
    lightest = cv2.dilate(small, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
    even = cv2.GaussianBlur(lightest.astype(np.float32), (0, 0), wide / 2)
    return np.maximum(cv2.resize(even, grey.shape[::-1], interpolation=cv2.INTER_LINEAR), 1.0)


def _filled(values: Any, weights: Any, spread: float) -> Any:
    """Return values on a grid evened out by weight; those without any come from around."""

    def even(one: Any, by: float) -> Any:
        return cv2.GaussianBlur(one, (0, 0), by, borderType=cv2.BORDER_CONSTANT)

    found, total = np.zeros_like(values), np.zeros(values.shape[:2])
    # The farther away, the less it weighs: it counts where nothing nearer does.
    for by, share in ((spread, 1.0), (3 * spread, 1e-3), (12 * spread, 1e-6)):
        both = even(values * weights[..., None], by)
        found += share * both.reshape(values.shape)
        total += share * even(weights, by)
    return found / np.maximum(total, 1e-12)[..., None]


def _homography(ours: Sequence[Points], seen: Sequence[Points]) -> Any:
    way, _ = cv2.findHomography(np.vstack(ours), np.vstack(seen), 0)
    return way


def _similarity(ours: Sequence[Points], seen: Sequence[Points]) -> Any:
    """Return the turn, scale and shift that fit best: as complex numbers, a product and a sum."""
    points, places = (np.vstack(one) @ (1, 1j) for one in (ours, seen))
    (a, b), *_ = np.linalg.lstsq(
        np.column_stack([points, np.ones(len(points))]), places, rcond=None
    )
    return np.array([[a.real, -a.imag, b.real], [a.imag, a.real, b.imag], [0.0, 0.0, 1.0]])


def _through(way: Any, points: Points) -> Points:
    return cv2.perspectiveTransform(points.reshape(-1, 1, 2), way).reshape(-1, 2)


def _length(vector: Points) -> float:
    return float(np.linalg.norm(vector))
