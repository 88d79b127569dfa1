"""A cube to fold and glue: six faces in the shape of a cross, with tabs."""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.paper.shapes import (
    CELL_LINE,
    HAIRLINE,
    Drawing,
    Line,
    Placed,
    Point,
    Polygon,
    Rect,
    Shape,
    Stroke,
)
from generator.paper.tiling import hatched
from generator.paper.units import Mm

CUT = Stroke("ink", CELL_LINE)
FOLD = Stroke("ink", CELL_LINE, "dotted")
GLUE = Stroke("secondary", HAIRLINE)
# A tab's depth as a share of the cube's edge, and at most.
TAB = 0.32
DEEPEST: Mm = 8.0
HATCH: Mm = 2.0
# Where the faces 1 to 6 lie, in edges from the net's top left: opposite ones sum to seven, and
# 1, 2 and 3 turn to the left about their corner, as on dice to buy.
PLACES: tuple[tuple[int, int], ...] = ((1, 1), (1, 2), (2, 1), (0, 1), (1, 0), (1, 3))


@dataclass(frozen=True, slots=True)
class Side:
    """An edge of the net that has a tab, walked clockwise: from a corner to the next."""

    start: tuple[int, int]
    end: tuple[int, int]
    has_tab: bool = True


# Each open edge once, clockwise from the top left of the uppermost face; tab meets bare edge.
SIDES: tuple[Side, ...] = (
    Side((1, 0), (2, 0), has_tab=False),
    Side((2, 0), (2, 1)),
    Side((2, 1), (3, 1), has_tab=False),
    Side((3, 1), (3, 2), has_tab=False),
    Side((3, 2), (2, 2), has_tab=False),
    Side((2, 2), (2, 3)),
    Side((2, 3), (2, 4)),
    Side((2, 4), (1, 4)),
    Side((1, 4), (1, 3)),
    Side((1, 3), (1, 2)),
    Side((1, 2), (0, 2), has_tab=False),
    Side((0, 2), (0, 1), has_tab=False),
    Side((0, 1), (1, 1), has_tab=False),
    Side((1, 1), (1, 0)),
)
# Between faces.
FOLDS: tuple[Side, ...] = (
    Side((1, 1), (2, 1)),
    Side((1, 2), (2, 2)),
    Side((1, 3), (2, 3)),
    Side((1, 1), (1, 2)),
    Side((2, 1), (2, 2)),
)


def net(faces: tuple[Drawing, ...], edge: Mm, *, fill: str = "white") -> Drawing:
    """Draw a cube's net: solid where it is cut, dotted where it is folded, hatched for glue.

    `faces` are six drawings, each as wide and high as the cube's edge, for the places of 1 to 6.
    """
    tab = min(TAB * edge, DEEPEST)
    outline = tuple(_outline(edge, tab))
    grounds = (Rect(x * edge, y * edge, edge, edge, fill) for x, y in PLACES)
    placed = (Placed(face, x * edge, y * edge) for face, (x, y) in zip(faces, PLACES, strict=True))
    glued = (line for side in SIDES if side.has_tab for line in _glue(side, edge, tab))
    shapes: tuple[Shape, ...] = (
        Polygon(outline, "white"),
        *grounds,
        *glued,
        *placed,
        *(_fold(side, edge) for side in (*FOLDS, *(one for one in SIDES if one.has_tab))),
        Polygon(outline, None, CUT),
    )
    return Drawing(3 * edge, 4 * edge + tab, shapes)


def _outline(edge: Mm, tab: Mm) -> Iterator[Point]:
    for side in SIDES:
        yield side.start[0] * edge, side.start[1] * edge
        if side.has_tab:
            yield from _rim(side, edge, tab)


def _rim(side: Side, edge: Mm, tab: Mm) -> tuple[Point, Point]:
    """Return the two outer corners of a tab, which narrows by its depth at both ends."""
    along = (side.end[0] - side.start[0], side.end[1] - side.start[1])
    # Walked clockwise, outside is at the left.
    out = (along[1] * tab, -along[0] * tab)
    x1, y1 = side.start[0] * edge + out[0], side.start[1] * edge + out[1]
    x2, y2 = side.end[0] * edge + out[0], side.end[1] * edge + out[1]
    bevel = tab * 0.7
    return (
        (x1 + along[0] * bevel, y1 + along[1] * bevel),
        (x2 - along[0] * bevel, y2 - along[1] * bevel),
    )


def _fold(side: Side, edge: Mm) -> Line:
    return Line(
        side.start[0] * edge, side.start[1] * edge, side.end[0] * edge, side.end[1] * edge, FOLD
    )


def _glue(side: Side, edge: Mm, tab: Mm) -> Iterator[Line]:
    """Yield the hatching of a tab's middle, a hair inside its edges."""
    rim = _rim(side, edge, tab)
    xs = sorted((rim[0][0], rim[1][0], side.start[0] * edge, side.end[0] * edge))
    ys = sorted((rim[0][1], rim[1][1], side.start[1] * edge, side.end[1] * edge))
    bevel, inset = tab * 0.7, 0.6
    is_upright = side.start[0] == side.end[0]
    dx, dy = (inset, bevel) if is_upright else (bevel, inset)
    area = Rect(xs[0] + dx, ys[0] + dy, xs[-1] - xs[0] - 2 * dx, ys[-1] - ys[0] - 2 * dy)
    return hatched(area, GLUE, HATCH)
