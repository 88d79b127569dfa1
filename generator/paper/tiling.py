"""A drawing larger than the paper, cut into pages that are glued together again.

Neighbours share a strip. On the left and upper one the strip is hatched, for glue; the right and
lower one is cut along its edge and laid over it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import ceil, floor
from string import ascii_uppercase

from generator.errors import LudokitError
from generator.paper import shapes as art
from generator.paper.imposition import MARK, MARK_GAP
from generator.paper.measures import DRAWING_GAP
from generator.paper.page import Margins, PaperSize
from generator.paper.text import Lettering, set_middle
from generator.words import message

OVERLAP: art.Mm = 10.0
# How far the hatching that says glue keeps from the edges of its strip.
FIELD_INSET: art.Mm = 0.5
# Tiles lie on whole tenths of a millimetre, so that pixels of neighbours match.
TENTHS = 10


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a drawing is cut: the sheet, its tiles in columns and rows, where a tile lies on it."""

    drawing: art.Drawing
    size: PaperSize
    columns: int
    rows: int
    left: art.Mm
    top: art.Mm
    width: art.Mm
    height: art.Mm

    def tiles(self) -> tuple["TilePage", ...]:
        """Return the tiles in reading order, which is the order to glue them in."""
        return tuple(TilePage(self, *at) for at in product(range(self.rows), range(self.columns)))


@dataclass(frozen=True, slots=True)
class TilePage:
    """One page of a tiled drawing; rows and columns count from 0."""

    tiling: Tiling
    row: int
    column: int

    @property
    def letter(self) -> str:
        """Return the letter of the tile: A, B, C in reading order."""
        return ascii_uppercase[self.row * self.tiling.columns + self.column]

    @property
    def field(self) -> art.Rect:
        """Return what the tile shows of the drawing, strips to be covered included."""
        tiling = self.tiling
        x, y = self.column * (tiling.width - OVERLAP), self.row * (tiling.height - OVERLAP)
        right = min(tiling.drawing.width, x + tiling.width)
        return art.Rect(x, y, right - x, min(tiling.drawing.height, y + tiling.height) - y)

    @property
    def visible_box(self) -> art.Rect:
        """Return what shows once all is glued: the field without the strips."""
        field, tiling = self.field, self.tiling
        right = OVERLAP if self.column < tiling.columns - 1 else 0.0
        low = OVERLAP if self.row < tiling.rows - 1 else 0.0
        return art.Rect(field.x, field.y, field.width - right, field.height - low)

    def placed(self) -> art.Placed:
        """Return the drawing where it lies on the page, showing the tile's field."""
        tiling, field = self.tiling, self.field
        return art.Placed(tiling.drawing, tiling.left - field.x, tiling.top - field.y, clip=field)

    def marks(self) -> art.Drawing:
        """Draw the hatching of the strips, and where to cut, off what shows once all is glued."""
        size, field, own = self.tiling.size, self.field, self.visible_box
        right, low = own.x + own.width, own.y + own.height
        strips = (
            art.Rect(right, field.y, field.x + field.width - right, field.height),
            art.Rect(field.x, low, right - field.x, field.y + field.height - low),
        )
        x, y = self.tiling.left - field.x + FIELD_INSET, self.tiling.top - field.y + FIELD_INSET
        shapes: list[art.Shape] = []
        for one in strips:
            # Without its rim: a line's round end must not lie on what shows.
            width, height = one.width - 2 * FIELD_INSET, one.height - 2 * FIELD_INSET
            if one.width > 0 and one.height > 0:
                shapes += hatching(art.Rect(x + one.x, y + one.y, width, height))
        return art.Drawing(size.width, size.height, (*shapes, *self._cuts()))

    def _cuts(self) -> Iterator[art.Line]:
        tiling, field = self.tiling, self.field
        left, top = tiling.left, tiling.top
        right, low = left + field.width, top + field.height
        # Its whole width stays off the tile.
        if self.column:
            yield art.Line(left - 0.2, top, left - 0.2, low, art.THREAD)
            yield art.Line(left, top - MARK_GAP - MARK / 2, left, top - MARK_GAP, art.CUT)
            yield art.Line(left, low + MARK_GAP, left, low + MARK_GAP + MARK / 2, art.CUT)
        if self.row:
            yield art.Line(left, top - 0.2, right, top - 0.2, art.THREAD)
            yield art.Line(left - MARK_GAP - MARK / 2, top, left - MARK_GAP, top, art.CUT)
            yield art.Line(right + MARK_GAP, top, right + MARK_GAP + MARK / 2, top, art.CUT)


def hatching(area: art.Rect, step: art.Mm = 3.0) -> Iterator[art.Line]:
    """Yield the slanting lines that say glue, each from edge to edge of an area."""
    for number in range(1, ceil((area.width + area.height) / step)):
        reach = number * step
        x1, y1 = min(reach, area.width), max(0.0, reach - area.width)
        x2, y2 = max(0.0, reach - area.height), min(reach, area.height)
        yield art.Line(area.x + x1, area.y + y1, area.x + x2, area.y + y2, art.THIN)


def cut_into_tiles(drawing: art.Drawing, size: PaperSize, edge: Margins) -> Tiling:
    """Cut a drawing into the fewest tiles; LudokitError if more than there are letters."""
    found = []
    for sheet in (size, size.rotated()):
        room_x = sheet.width - edge.left - edge.right - 2 * DRAWING_GAP
        room_y = sheet.height - edge.top - edge.bottom - 2 * DRAWING_GAP
        columns, width = _parts(drawing.width, room_x)
        rows, height = _parts(drawing.height, room_y)
        left = rounded_down(edge.left + DRAWING_GAP + (room_x - width) / 2)
        top = rounded_down(edge.top + DRAWING_GAP + (room_y - height) / 2)
        found.append(Tiling(drawing, sheet, columns, rows, left, top, width, height))
    best = min(found, key=lambda one: one.columns * one.rows)
    if best.columns * best.rows > len(ascii_uppercase):
        told = f"{drawing.width:g} x {drawing.height:g}"
        raise LudokitError(message("paper.too-many-tiles", size=told, paper=size.name))
    return best


def _parts(length: art.Mm, room: art.Mm) -> tuple[int, art.Mm]:
    most = rounded_down(room)
    count = max(1, ceil((length - OVERLAP) / (most - OVERLAP) - 1e-9))
    if count == 1:
        return 1, length
    return count, min(most, ceil((length + (count - 1) * OVERLAP) / count * TENTHS) / TENTHS)


def rounded_down(length: art.Mm) -> art.Mm:
    """Return a length in whole tenths of a millimetre, which are pixels at 254 dpi."""
    return floor(length * TENTHS + 1e-6) / TENTHS


def assembly_map(tile: TilePage, height: art.Mm, font: str) -> art.Drawing:
    """Draw how the tiles lie together, the tile's own letter on a tinted ground."""
    tiling = tile.tiling
    scale = height / tiling.drawing.height
    shapes: list[art.Shape] = []
    for one in tiling.tiles():
        own = one.visible_box
        x, y, width, low = (part * scale for part in (own.x, own.y, own.width, own.height))
        ground = "rule" if one == tile else "white"
        shapes.append(art.Rect(x, y, width, low, ground, art.THIN))
        how = Lettering(font, art.to_points(min(width, low) * 0.55), "ink", "middle")
        shapes += set_middle(one.letter, x + width / 2, y + low / 2, how)
    return art.Drawing(tiling.drawing.width * scale, height, tuple(shapes))
