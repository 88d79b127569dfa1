"""Nets: flat panels that hang on one another by folds, and where they stand once folded."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, degrees, dist, radians, sin

from generator.paper.imposition import hatching
from generator.paper.measures import ROUNDING
from generator.paper.page import bounding_box
from generator.paper.shapes import (
    DOTTED,
    EDGE,
    Drawing,
    Line,
    Mm,
    Placed,
    Point,
    Polygon,
    Rect,
    Shape,
    Size,
)

# Across, down the page, and up from its printed side.
Space = tuple[Mm, Mm, Mm]
Side = tuple[Point, Point]
HATCH: Mm = 2.5
# How far a step to the back goes to the right and up, as it is drawn.
ASIDE, UPWARD = 0.3, 0.55
# What stays free about the contents of a box, in all; a tab to glue and its bevel; a lid's tuck.
PLAY: Mm = 2.0
TAB: Mm = 10.0
BEVEL: Mm = 3.0
TUCK: Mm = 12.0
# Flaps that meet leave this free between them.
APART: Mm = 1.0


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a net: its four corners, and how far it is turned up about its first edge.

    The turn is in degrees, below 0 away from the printed side. What hangs `on` nothing lies still.
    """

    name: str
    corners: tuple[Point, Point, Point, Point]
    on: str = ""
    turn: float = 0.0
    fill: str = "white"
    is_tab: bool = False

    @property
    def far(self) -> Side:
        """Return the edge over against the first."""
        return self.corners[3], self.corners[2]

    @property
    def ends(self) -> tuple[Side, Side]:
        """Return the edges between these two."""
        first, second, third, fourth = self.corners
        return (first, fourth), (third, second)

    def hang(  # noqa: PLR0913 - what a panel is, each by its name
        self,
        name: str,
        edge: Side,
        depth: Mm,
        turn: float,
        *,
        fill: str = "white",
        tab: Mm = 0.0,
        flap: Mm = 0.0,
    ) -> "Panel":
        """Return a panel that hangs on this one by an edge.

        A tab to glue, or a flap to tuck in, is narrower by so much a side.
        """
        (x1, y1), (x2, y2) = edge
        across, down = (x2 - x1) / dist(*edge), (y2 - y1) / dist(*edge)
        # Walked clockwise, outside is at the left.
        right, low = down * depth, -across * depth
        less = tab or flap
        third = x2 + right - across * less, y2 + low - down * less
        fourth = x1 + right + across * less, y1 + low + down * less
        return Panel(name, (*edge, third, fourth), self.name, turn, fill, tab > 0)

    def bearing(self, drawing: Drawing) -> Placed:
        """Return a drawing as large as the panel on it, upright with its foot at the first edge."""
        (x1, y1), (x2, y2), _, top_left = self.corners
        return Placed(drawing, *top_left, degrees(atan2(y2 - y1, x2 - x1)))


Net = tuple[Panel, ...]


def standing(name: str, left: Mm, top: Mm, size: Size) -> Panel:
    """Return an upright panel with which a net begins; its first edge is its foot."""
    right, low = left + size[0], top + size[1]
    return Panel(name, ((left, low), (right, low), (right, top), (left, top)))


def extent(net: Net) -> Size:
    """Return the width and the height of a net that begins at the top left of its drawing."""
    across, down = zip(*(corner for panel in net for corner in panel.corners), strict=True)
    return max(across), max(down)


def tuck_box(width: Mm, height: Mm, depth: Mm) -> Net:
    """Return a box with a tuck at both ends for a pile of a width, height and depth.

    Its panels are `front`, `right`, `back`, `left`, the `tab` that is glued inside the front,
    `lid` and `floor`, each with its `tuck`, and the `dust` flaps beneath these.
    """
    w, h, d = width + PLAY, height + PLAY, depth + PLAY
    dust = min(d, w / 2 - APART, TUCK)
    bevel = min(BEVEL, d / 4, dust / 2)
    front = standing("front", 0.0, d + TUCK, (w, h))
    right = front.hang("right", front.ends[1], d, -90.0)
    back = right.hang("back", right.far, w, -90.0)
    left = back.hang("left", back.far, d, -90.0)
    found = [front, right, back, left, left.hang("tab", left.far, TAB, -90.0, tab=BEVEL)]
    for at, end in enumerate(("lid", "floor")):
        cover = back.hang(end, back.ends[at], d, -90.0)
        sides = (
            side.hang(f"dust {side.name} {end}", side.ends[at], dust, -90.0, flap=bevel)
            for side in (right, left)
        )
        found += [*sides, cover, cover.hang(f"tuck {end}", cover.far, TUCK, -90.0, flap=BEVEL)]
    return tuple(found)


def envelope(width: Mm, height: Mm, depth: Mm, flap: Mm) -> Net:
    """Return an envelope for papers of a width and height; their depth takes of both.

    Without a flap it is open at its top. Its `back` has two tabs for the `front`.
    """
    size = width + depth + PLAY, height + depth + PLAY
    back = standing("back", TAB, flap, size)
    found = [back, back.hang("front", back.corners[1::-1], size[1], -180.0)]
    for name, end in zip(("left", "right"), back.ends, strict=True):
        found.append(back.hang(f"{name} tab", end, TAB, -180.0, tab=BEVEL))
    if flap:
        found.append(back.hang("flap", back.far, flap, -180.0, flap=2 * BEVEL))
    return tuple(found)


def belt(width: Mm, height: Mm, depth: Mm, longest: Mm) -> tuple[Net, ...]:
    """Return a belt so high about a pad of a width and depth, glued to itself at its tab.

    One longer than is possible is two halves, each glued to the other.
    """
    size = width + APART, height
    one, other = ("front", "right"), ("back", "left")
    for pieces in (((*one, *other),), (one, other)):
        nets = list[Net]()
        for first, *others in pieces:
            found = [standing(first, 0.0, 0.0, size)]
            edge = found[0].ends[1]
            for name in others:
                wide = size[0] if name == "back" else depth
                found.append(found[-1].hang(name, edge, wide, -90.0))
                edge = found[-1].far
            found.append(found[-1].hang("tab", edge, TAB, -90.0, tab=APART))
            nets.append(tuple(found))
        if extent(nets[0])[0] <= longest:
            break
    return tuple(nets)


def folded(size: Size, within: Size) -> tuple[Size, int]:
    """Return how large paper is once folded in halves until it fits, and how often it is folded."""
    long, short, folds = max(size), min(size), 0
    while long > max(within) or short > min(within):
        long, short = max(long / 2, short), min(long / 2, short)
        folds += 1
    return (long, short), folds


def tray(at: Point, size: Size, wall: Mm, turn: float, tab: Mm) -> dict[str, Panel]:
    """Return a floor with four walls; the left and the right one have tabs for the others."""
    (x, y), (width, depth) = at, size
    corners = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    floor = Panel("floor", corners)
    edges = zip(("back", "right", "front", "left"), pairwise((*corners, corners[0])), strict=True)
    walls = {name: floor.hang(name, edge, wall, turn) for name, edge in edges}
    ends = {"left": walls["left"].ends[::-1], "right": walls["right"].ends}
    back, front = (
        [
            walls[on].hang(f"{on} {end}", two[at], tab, turn, tab=0.4 * tab)
            for on, two in ends.items()
        ]
        for at, end in enumerate(("back", "front"))
    )
    # In the order in which they hide one another from whoever sits in front.
    found = (*back, walls.pop("back"), floor, walls.pop("left"), *walls.values(), *front)
    return {panel.name: panel for panel in found}


def draw_net(net: Sequence[Panel], shown: Sequence[Shape] = ()) -> Iterator[Shape]:
    """Yield a net and what is shown on it: solid is cut, dotted folded, hatched glued."""
    for panel in net:
        yield Polygon(panel.corners, panel.fill)
        if panel.is_tab:
            yield from hatching(_within(panel), HATCH)
    yield from shown
    yield from (Line(*start, *end, DOTTED) for start, end in _folds(net))
    yield from (Line(*start, *end, EDGE) for start, end in cut_sides(net))


def cut_sides(net: Sequence[Panel]) -> tuple[Side, ...]:
    """Return the sides of a net that are cut, each once."""
    folds, found = _folds(net), dict[tuple[Point, ...], Side]()
    for panel in net:
        for start, end in pairwise((*panel.corners, panel.corners[0])):
            middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            if not any(_lies_on(middle, fold) for fold in folds):
                key = sorted((round(x, 3), round(y, 3)) for x, y in (start, end))
                found[tuple(key)] = start, end
    return tuple(found.values())


def pieces_cut(net: Sequence[Panel]) -> int:
    """Return as how many pieces of four sides a net takes with scissors."""
    return -(-len(cut_sides(net)) // len(net[0].corners))


def _folds(net: Sequence[Panel]) -> list[Side]:
    return [panel.corners[:2] for panel in net if panel.on]


def _within(tab: Panel) -> Rect:
    # A field that the slanting ends of a tab leave free.
    box = bounding_box(tab.corners)
    (width, height), room = box.size, abs(tab.corners[0][0] - tab.corners[3][0])
    if abs(tab.corners[0][1] - tab.corners[1][1]) > HATCH:
        dx, dy = 0.8, abs(tab.corners[0][1] - tab.corners[3][1]) + 0.6
    else:
        dx, dy = room + 0.6, 0.8
    return Rect(box.left + dx, box.top + dy, width - 2 * dx, height - 2 * dy)


def _lies_on(point: Point, edge: Side) -> bool:
    return dist(point, edge[0]) + dist(point, edge[1]) - dist(*edge) < ROUNDING


def fold(net: Sequence[Panel], share: float = 1.0) -> dict[str, tuple[Space, ...]]:
    """Return where the corners of each panel are, each fold made by a share of its turn."""
    named = {panel.name: panel for panel in net}
    return {
        panel.name: tuple(_turned((x, y, 0.0), panel, named, share) for x, y in panel.corners)
        for panel in net
    }


def _turned(point: Space, panel: Panel, net: dict[str, Panel], share: float) -> Space:
    if not panel.on:
        return point
    (x1, y1), end = panel.corners[:2]
    across, down = ((b - a) / dist((x1, y1), end) for a, b in zip((x1, y1), end, strict=True))
    x, y, z = point
    along, out = (x - x1) * across + (y - y1) * down, (x - x1) * down - (y - y1) * across
    angle = radians(panel.turn * share)
    out, z = out * cos(angle) - z * sin(angle), out * sin(angle) + z * cos(angle)
    moved = x1 + along * across + out * down, y1 + along * down - out * across, z
    return _turned(moved, net[panel.on], net, share)


def draw_folded(net: Sequence[Panel], share: float, width: Mm) -> Drawing:
    """Draw a net as it stands folded by a share, seen from the front and from above."""
    flat = {panel.name: number for number, panel in enumerate(net)}
    # What is farther back is drawn first; of what lies together, in the order of the net.
    stands = fold(net, share).items()
    order = sorted(stands, key=lambda one: (round(sum(p[1] for p in one[1]) / 12), flat[one[0]]))
    seen = [
        (name, tuple((x - y * ASIDE, y * UPWARD - z) for x, y, z in corners))
        for name, corners in order
    ]
    box = bounding_box([point for _, corners in seen for point in corners])
    scale = width / box.size[0]
    shapes = tuple(
        Polygon(
            tuple(((x - box.left) * scale, (y - box.top) * scale) for x, y in corners),
            net[flat[name]].fill,
            EDGE,
        )
        for name, corners in seen
    )
    return Drawing(width, box.size[1] * scale, shapes)
