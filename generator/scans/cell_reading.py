"""What stands in the cells of a sheet that was made straight: nothing, something, or who knows.

The photograph is compared with the blank sheet. How light each printed tone came out is learned
from the sheet itself, so that a copy, grey ink and a shadow are the same to it; edges of what is
printed are left out, since no sheet is straight to a hair.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import cv2
import numpy as np

from generator.paper.shapes import CellBox
from generator.scans.finding import RectifiedSheet, paper_light
from generator.scans.known_sheets import DOTS, dots_within

State = Literal["empty", "marked", "doubtful"]
# How wide, in mm, a black stroke across the cell would be for all that was added to the blank
# sheet: up to the first a cell is surely empty, from the second on surely marked. What is to be
# typed by a person anyway is shown rather once too often.
EMPTY, MARKED = 0.08, 0.16
# What is lighter than this was printed white; paper is looked at where a disc so wide, in mm, fits.
WHITE, WHITE_DISC = 240, 0.3
# There it is as light as the lightest within this width, in mm; then that is evened out, by a sigma
# in mm, and known where so much of the weight is.
LIT, LIGHT_SIGMA, LEAST_KNOWN = 4.0, 4.0, 0.003
# Darkness that paper, erased marks and noise come to, of 1 for black.
FAINT, PALE = 0.22, 0.13
# What is wider than this, in mm, is no stroke of a pen.
STROKE = 2.2
# So far from an edge of what is printed, in mm, nothing is looked at.
NEAR_EDGE = 0.3
EDGE_STEP = 24.0
TONES = 16
# A dot so far into a cell, as a share of its side, counts half: neighbours' marks reach in.
RIM, LEAST_SEEN = 0.16, 0.1
# What is darker than this was printed, and is seen where the photograph is no lighter than that.
PRINTED, SHOWN, SURE = 90, 0.8, 0.45
AROUND_CELL = 0.8
# About a cell in even light the darkest paper is at least this share as light as the lightest.
EVENLY_LIT = 0.85
# About a cell that nothing lies over at most this share is so much darker than the blank sheet.
COVERED, DARK = 0.2, 0.3
# Of the dots of one tone, the one lighter than this share of a hundred shows how it came out.
LEAST_DOTS, DARKEST, USUAL = 400, 0.45, 65


@dataclass(frozen=True, slots=True)
class Reading:
    """What was added to a cell, in mm of a black stroke across it, and what that says."""

    cell: CellBox
    ink: float
    state: State
    is_covered: bool = False


@dataclass(frozen=True)
class _Compared:
    """A photographed sheet beside the blank one, dot by dot.

    `ink` is what a pen added, of which `strokes` are no wider than those of a pen, `shade` all that
    is darker, each 0 to 1; `light` is how light white paper is. `visible` is where that can be
    told, `between` where nobody writes; `printed` is what is seen (or not) as `shown`.
    """

    ink: Any
    strokes: Any
    light: Any
    shade: Any
    visible: Any
    between: Any
    printed: Any
    shown: Any


def read_cells(sheet: RectifiedSheet) -> Mapping[int, tuple[Reading, ...]]:
    """Read every cell of every copy on a sheet."""
    compared = _compare(sheet)
    return {
        copy: tuple(_read(cell, compared) for cell in cells)
        for copy, cells in sheet.known.cells.items()
    }


def _read(cell: CellBox, of: _Compared) -> Reading:
    ink = _measure(cell, of.ink, of.visible)
    state: State = "empty" if ink < EMPTY else "marked" if ink >= MARKED else "doubtful"
    around = of.light[dots_within(cell, AROUND_CELL)]
    if state == "marked" and around.min() < EVENLY_LIT * around.max():
        # The edge of a shadow goes through it: that may be what is dark there, but for strokes.
        state = "marked" if _measure(cell, of.strokes, of.visible) >= MARKED else "doubtful"
    is_covered = _is_covered(cell, of)
    return Reading(cell, ink, "doubtful" if is_covered else state, is_covered)


def _measure(cell: CellBox, ink: Any, visible: Any) -> float:
    """Return how wide, in mm, a black stroke across a cell would be for the ink that is seen."""
    part = dots_within(cell)
    rows, columns = ink[part].shape
    weight = np.outer(_window(rows), _window(columns)) * visible[part]
    whole = float(weight.sum()) / max(rows * columns, 1)
    found = float((ink[part] * weight).sum()) / DOTS**2
    return float(found / max(whole, LEAST_SEEN) / cell.width)


def _is_covered(cell: CellBox, of: _Compared) -> bool:
    """Tell whether something lies over a cell: it hides the print, or darkens what is about it."""
    near, around = dots_within(cell, AROUND_CELL), dots_within(cell, 2 * AROUND_CELL)
    printed = int(of.printed[near].sum())
    if printed and int(of.shown[near].sum()) < SURE * printed:
        return True
    beside = of.between[around]
    return (
        int(beside.sum()) > LEAST_DOTS / 8
        and float((of.shade[around][beside] > DARK).mean()) > COVERED
    )


def _window(length: int) -> Any:
    """Return how much each dot along a cell counts: less near the rim, where neighbours reach."""
    at = (np.arange(length) + 0.5) / max(length, 1)
    return np.minimum(1.0, np.minimum(at, 1 - at) / RIM - 0.5).clip(0.0)


def _compare(sheet: RectifiedSheet) -> _Compared:
    blank = sheet.known.blank
    is_cell = np.zeros(blank.shape, bool)
    for cells in sheet.known.cells.values():
        for cell in cells:
            is_cell[dots_within(cell)] = True
    light = np.minimum(paper_light(sheet.grey), _light_between(sheet.grey, blank, is_cell))
    light = np.maximum(light, 1.0)
    seen = np.clip(sheet.grey / light, 0.0, 1.2)
    steps = cv2.morphologyEx(blank, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    visible = cv2.dilate((steps > EDGE_STEP).astype(np.uint8), _disc(2 * NEAR_EDGE)) == 0
    printed = blank < PRINTED
    shown = printed & (seen < SHOWN)
    shade, is_light = _shade(seen, blank, visible)
    # A stroke stands out from what is beside it, however pale; what was rubbed out does not.
    strokes = _strokes(shade, visible)
    visible &= is_light
    ink = np.maximum(shade - FAINT, strokes)
    return _Compared(ink, strokes, light, shade, visible, visible & ~is_cell, printed, shown)


def _shade(seen: Any, blank: Any, visible: Any) -> tuple[Any, Any]:
    """Return how much darker than printed each dot is, and which were not printed too dark."""
    tones = blank // (256 // TONES)
    expected: Any = np.ones(TONES, np.float32)
    for tone in range(TONES):
        own = seen[visible & (tones == tone)]
        plain = (tone + 0.5) / TONES
        expected[tone] = np.percentile(own, USUAL) if own.size > LEAST_DOTS else plain
    black = min(float(np.percentile(seen, 1)), 0.6)
    level = expected[tones]
    shade = level - seen
    shade /= np.maximum(level - black, 0.2)
    return shade.clip(0.0, 1.0, out=shade) * visible, level > DARKEST


def _light_between(grey: Any, blank: Any, is_cell: Any) -> Any:
    """Return how light white paper is where nobody writes, and from there on about it.

    So the edge of a shadow within a cell is not taken for something that fills it.
    """
    is_white = cv2.erode((blank > WHITE).astype(np.uint8), _disc(WHITE_DISC))
    is_white[is_cell] = 0
    share, light = (
        cv2.resize(one, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA).astype(np.float32)
        for one in (is_white * np.uint8(255), grey * is_white)
    )
    is_known = (share > 0).astype(np.float32)
    lightest = cv2.dilate(255.0 * light / np.maximum(share, 1.0), _disc(LIT / 4)) * is_known
    weight, light = (
        cv2.GaussianBlur(one, (0, 0), LIGHT_SIGMA * DOTS / 4) for one in (is_known, lightest)
    )
    found = np.where(weight > LEAST_KNOWN, light / np.maximum(weight, LEAST_KNOWN), 255.0)
    return cv2.resize(found.astype(np.float32), grey.shape[::-1], interpolation=cv2.INTER_LINEAR)


def _strokes(shade: Any, visible: Any) -> Any:
    """Return by how much each dot is darker than what is seen about it (a top hat), if clearly."""
    disc = _disc(STROKE)
    # What is not seen is no lighter place beside a stroke, nor a darker one.
    least = cv2.erode(np.where(visible, shade, np.float32(1.0)), disc)
    least[cv2.dilate(visible.astype(np.uint8), disc) == 0] = 0.0
    least = cv2.dilate(least, disc)
    np.subtract(shade, least, out=least)
    return (least - PALE).clip(0.0) * visible


def _disc(wide: float) -> Any:
    dots = 2 * round(wide * DOTS / 2) + 1
    return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (dots, dots))
