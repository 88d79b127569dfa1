"""A game's pattern over an area, and backs from it: lines, little ink, the same turned round."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import ceil

from generator.game.head import Pattern
from generator.paper import shapes as art
from generator.paper.measures import BEYOND_CUT
from generator.paper.page import Box
from generator.paper.shapes import Drawing, Mm, PathStep, Placed, Pt, Rect, Size
from generator.printables.pictures import svg_outline

# A tile of each pattern, which meets its neighbours, and its pen; its sides in units.
SIDE = 12.0
TILES: Mapping[Pattern, tuple[str, Pt]] = {
    "dots": ("M3 3h.01M9 9h.01", 3.2),
    "rings": ("M5 3a2 2 0 1 1-4 0a2 2 0 1 1 4 0M11 9a2 2 0 1 1-4 0a2 2 0 1 1 4 0", 1.1),
    "stripes": ("M0 12L12 0", 1.1),
    "waves": ("M0 6C2 2 4 2 6 6C8 10 10 10 12 6", 1.1),
    "zigzag": ("M0 6L3 3L9 9L12 6", 1.1),
    "triangles": ("M1 5L3 1L5 5ZM7 7L9 11L11 7Z", 1.1),
    "crosses": ("M1 3H5M3 1V5M7 9H11M9 7V11", 1.1),
    "leaves": ("M1 5C1 2 2 1 5 1C5 4 4 5 1 5ZM7 11C7 8 8 7 11 7C11 10 10 11 7 11Z", 1.1),
}
TILE: Mm = 5.0
# White about what stands amid the pattern of a poker card.
GAP: Mm = 1.8
# Where motifs stand in the upper half of a back, as shares of its width and of that half.
PLACES = ((0.23, 0.19), (0.77, 0.19), (0.16, 0.62), (0.84, 0.62))


def draw_pattern(  # noqa: PLR0913 - each by its name
    pattern: Pattern,
    size: Size,
    colour: str,
    tile: Mm = TILE,
    *,
    holes: Sequence[Box] = (),
    beyond: Mm = BEYOND_CUT,
) -> Drawing:
    """Draw a pattern over an area and on beyond its cut, but for the tiles that meet a hole."""
    words, pen = TILES[pattern]
    outline = svg_outline(words)
    columns, rows = (max(1, round(side / tile)) for side in size)
    wide, high = size[0] / columns, size[1] / rows
    steps = list[PathStep]()
    for row, column in product(_more(rows, beyond / high), _more(columns, beyond / wide)):
        # Beyond the cut it goes on as on a neighbour, holes too.
        x, y = column % columns * wide, row % rows * high
        inner = Box(x + wide / 4, y + high / 4, x + wide * 3 / 4, y + high * 3 / 4)
        if not any(inner.shared(hole) for hole in holes):
            at = column * wide, row * high
            steps += _stretched(outline, at, (wide / SIDE, high / SIDE))
    return Drawing(*size, (art.Path(tuple(steps), None, art.Stroke(colour, pen)),))


def _more(count: int, beyond: float) -> range:
    return range(-ceil(beyond), count + ceil(beyond))


def _stretched(steps: Iterable[PathStep], at: art.Point, by: Size) -> Iterator[PathStep]:
    for step in steps:
        points = ((at[0] + x * by[0], at[1] + y * by[1]) for x, y in step.points)
        yield PathStep(step.way, tuple(points))


def draw_strip(pattern: Pattern, size: Size, colour: str, tile: Mm = TILE) -> Drawing:
    """Draw a pattern over an area, and no farther."""
    whole = draw_pattern(pattern, size, colour, tile, beyond=0.0)
    return Drawing(*size, (Placed(whole, 0.0, 0.0, clip=Rect(0.0, 0.0, *size)),))


def draw_back(
    pattern: Pattern,
    size: Size,
    colour: str,
    middle: Sequence[Drawing],
    motifs: Sequence[Drawing] = (),
) -> Drawing:
    """Draw a half and the same half turned: motifs and, one above another, what tells the game."""
    (width, height), half, scale = size, size[1] / 2, min(size[0] / 63.0, size[1] / 88.0)
    gap, low = GAP * scale, half
    placed = list[Placed]()
    for drawing in reversed(middle):
        low -= drawing.height + gap
        placed.append(Placed(drawing, (width - drawing.width) / 2, low))
    for motif, (x, y) in zip(motifs, PLACES, strict=False):
        placed.append(Placed(motif, x * width - motif.width / 2, y * half - motif.height / 2))
    upper = [_around(one, gap) for one in placed]
    lower = (Box(width - b.right, height - b.bottom, width - b.left, height - b.top) for b in upper)
    ground = draw_pattern(pattern, size, colour, TILE * scale, holes=[*upper, *lower])
    above = Drawing(width, height, tuple(placed))
    both = Placed(above, 0.0, 0.0), Placed(above, width, height, 180.0)
    return Drawing(width, height, (*ground.shapes, *both), title="back")


def _around(placed: Placed, gap: Mm) -> Box:
    (x, y), drawing = (placed.x, placed.y), placed.drawing
    return Box(x - gap, y - gap, x + drawing.width + gap, y + drawing.height + gap)
