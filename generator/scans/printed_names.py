"""The names of a list where they were printed on photographed sheets: seen, not counted.

Each name is drawn as the printer of sheets draws it, and compared with what is seen there; so it
does not matter in which order the list is, how often each was printed, or what was copied.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

import cv2
import numpy as np

from generator.errors import LudokitError
from generator.paper.page import Copy, placed_cells
from generator.paper.shapes import CellBox, Mm
from generator.printables.page_furniture import name_cells, with_names
from generator.scans.finding import RectifiedSheet
from generator.scans.known_sheets import DOTS, KnownSheet, dots_within

# How like a printed name (-1 to 1) what is seen must be, and by how much more than any other.
LEAST_LIKENESS, AHEAD = 0.6, 0.05
# A name may reach above its line by this share of the line's height, and below it by this.
RISE = 0.65
BELOW: Mm = 1.0
# White about the longest name; how far off names are looked for; how much dots are evened out.
BESIDE: Mm = 1.5
OFF: Mm = 0.8
EVEN = 1.2
PRINTED = 200


@dataclass(frozen=True)
class _NamePlace:
    """Where a name goes on a sheet, in dots, and the ink of each name there, 0 to 255."""

    rows: slice
    columns: slice
    inks: Mapping[str, Any]


class PrintedNames:
    """Finds which of some names were printed on a sheet; draws them once for each kind of sheet."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(dict.fromkeys(names))
        # Forgotten with the sheets.
        self._places = WeakKeyDictionary[KnownSheet, Mapping[str, _NamePlace]]()

    def on(self, sheet: RectifiedSheet) -> Mapping[str, str]:
        """Return the names seen in print, by the ids of the cells that they stand in."""
        known = sheet.known
        if not self._names or not name_cells(known.page.copies[0].placed.drawing):
            return {}
        if known not in self._places:
            self._places[known] = _places(known, self._names)
        ink = np.where(known.blank < PRINTED, 0, 255 - sheet.in_even_light()).astype(np.float32)
        found = {cell: _nearest(place, ink) for cell, place in self._places[known].items()}
        return {cell: name for cell, name in found.items() if name}


def _nearest(place: _NamePlace, ink: Any) -> str:
    """Return the name that what is seen at a place is clearly most like; "" for none."""
    far = round(OFF * DOTS)
    around = cv2.copyMakeBorder(ink, far, far, far, far, cv2.BORDER_CONSTANT, value=0.0)
    rows, columns = place.rows, place.columns
    seen = around[rows.start : rows.stop + 2 * far, columns.start : columns.stop + 2 * far]
    seen = cv2.GaussianBlur(seen, (0, 0), EVEN)
    like = _likeness(seen, place.inks)
    if len(near := _leading(like)) > 1:
        like = _likeness_where_they_differ(seen, {name: place.inks[name] for name in near})
        near = _leading(like)
    return near[0] if len(near) == 1 and like[near[0]] >= LEAST_LIKENESS else ""


def _leading(like: Mapping[str, float]) -> list[str]:
    """Return the names than which no other is clearly more like what is seen."""
    least = max([*like.values(), LEAST_LIKENESS]) - AHEAD
    return [name for name in like if like[name] >= least]


def _likeness_where_they_differ(seen: Any, inks: Mapping[str, Any]) -> dict[str, float]:
    """Return how like names that are nearly alike are in that part; none for the same in print."""
    every, far = np.array([*inks.values()]), round(OFF * DOTS)
    differ = np.nonzero((np.ptp(every, axis=0) > 255 - PRINTED).any(axis=0))[0]
    if not differ.size:
        return {}
    # From the last ink before that which all have: what has no ink at all is like everything.
    common = np.nonzero((every.min(axis=0) > 255 - PRINTED).any(axis=0))[0]
    before = common[common < differ.min()]
    start = int(before[-1] if before.size else differ.min())
    left, right = max(0, start - far), int(differ.max()) + far
    parts = {name: ink[:, left:right] for name, ink in inks.items()}
    return _likeness(seen[:, left : right + 2 * far], parts)


def _likeness(seen: Any, inks: Mapping[str, Any]) -> dict[str, float]:
    return {
        name: float(cv2.matchTemplate(seen, one, cv2.TM_CCOEFF_NORMED).max())
        for name, one in inks.items()
    }


def _places(known: KnownSheet, names: Sequence[str]) -> Mapping[str, _NamePlace]:
    """Draw each name where it goes, without the sheet."""
    (first, *_), setting = known.page.copies, known.setting
    sheet = first.placed.drawing
    cells = name_cells(sheet)
    parts = {cell.id: dots_within(_room(cell)) for cell in placed_cells(first.placed, cells)}
    inks: dict[str, dict[str, Any]] = {cell: {} for cell in parts}
    for name in names:
        # One that has no room was not printed.
        with suppress(LudokitError):
            (drawn,) = with_names(sheet, [(name,) * len(cells)], setting)
            alone = replace(drawn, shapes=drawn.shapes[1:], cells=())
            page = replace(known.page, copies=(Copy(1, replace(first.placed, drawing=alone)),))
            ink = np.where(known.blank < PRINTED, 0, 255 - known.drawn(page)).astype(np.float32)
            for cell, part in parts.items():
                inks[cell][name] = cv2.GaussianBlur(ink[part], (0, 0), EVEN)
    return {cell: _cropped(parts[cell], found) for cell, found in inks.items() if found}


def _room(cell: CellBox) -> CellBox:
    """Return what the name on a line may reach to."""
    rise = RISE * cell.height
    return replace(cell, y=cell.y - rise, height=rise + cell.height + BELOW)


def _cropped(part: tuple[slice, slice], inks: Mapping[str, Any]) -> _NamePlace:
    """Crop a place to the longest name: what is written behind it says nothing."""
    rows, columns = part
    every = np.nonzero(np.max([*inks.values()], axis=0) > 255 - PRINTED)[1]
    beside, (_, wide) = round(BESIDE * DOTS), next(iter(inks.values())).shape
    ends = (every.min() - beside, every.max() + beside) if every.size else (0, wide)
    left, right = max(0, int(ends[0])), min(wide, int(ends[1]))
    seen = slice(columns.start + left, columns.start + right)
    return _NamePlace(rows, seen, {name: ink[:, left:right] for name, ink in inks.items()})
