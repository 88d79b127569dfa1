"""A mouth as printed: upper and lower teeth in their gums, numbers, and the tongue for tokens."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, dist, hypot, pi, radians, sin
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.game.parts import Arches, Tooth
from generator.paper.shapes import (
    CELL_LINE,
    CellBox,
    Circle,
    Close,
    Drawing,
    Move,
    Path,
    Placed,
    Point,
    Shape,
    Step,
    Stroke,
    To,
)
from generator.paper.style import LABEL
from generator.paper.text import TextBox, cap_height, fitted, set_line
from generator.paper.units import Mm
from generator.printables.blocks.room import Room
from generator.printables.blocks.teeth import CROWN, SHAPES, Stand, crown, roots
from generator.printables.notes import sign
from generator.printables.pictures import outline
from generator.printables.setting import Setting

# Pitches over the width; the width in the units of the teeth's shapes.
SPAN = 12.0
WIDE: Mm = 186.0
# Half axes of the gums' outer edge, and of the line of the necks.
OUTER = (92.4, 84.0)
NECKS = (76.0, 67.6)
MIDDLE = CROWN / 2
# The gums go on behind the last teeth, as far as these angles above the level of the mouth.
ENDS = radians(4.5)
LAST = radians(12.0)
# A token, the spot it is laid on, and how far a number stands from the crown's edge.
TOKEN: Mm = 12.0
SPOT: Mm = 12.8
NUMBER: Mm = 5.2
NUMBER_SIZE = 12.0
PIECES = 64
TONGUE = (
    "M-31 -25C-21 -32 -8 -28 0 -23C8 -28 21 -32 31 -25C41 -17 41 9 31 21C23 30 9 32 0 32C-9 32 -23 "
    "30 -31 21C-41 9 -41 -17 -31 -25Z"
)
SPOTS_ACROSS = 3
# The cell in which tokens are kept, and its size in the units of the teeth's shapes.
TOKENS = "tokens"
POOL = (60.0, 38.0)


class ArchesBlock(Facts):
    """Print teeth in a mouth, and in its middle so many spots for the tokens of a colour.

    What the tokens are for is the text `<part>.tokens`; `gum` is the colour of gums and tongue.
    """

    block: Literal["arches"]
    part: Id
    gum: Id
    tokens: Id
    spots: Annotated[int, Field(ge=1, le=6)] = 6
    beside: bool = False


def draw(entry: ArchesBlock, setting: Setting, room: Room) -> Drawing:
    """Draw the mouth as wide as the room's pitch allows, in the middle of its width."""
    mouth = _Mouth(entry, setting, min(room.width, SPAN * room.pitch) / WIDE)
    drawing = mouth.drawing()
    left = (room.width - drawing.width) / 2
    return Drawing(room.width, drawing.height, (Placed(drawing, left, 0.0),))


@dataclass(frozen=True, slots=True)
class _Mouth:
    """A mouth being drawn; `scale` turns the units of the shapes into millimetres."""

    entry: ArchesBlock
    setting: Setting
    scale: float

    @property
    def centre(self) -> Point:
        return WIDE / 2 * self.scale, (OUTER[1] + 0.6) * self.scale

    def drawing(self) -> Drawing:
        part = self.setting.game.part(self.entry.part, Arches)
        shapes: list[Shape] = [self.gum(1.0), self.gum(-1.0)]
        cells: list[CellBox] = []
        for up, teeth in ((1.0, part.arch("upper")), (-1.0, part.arch("lower"))):
            for tooth, stand in zip(teeth, self.stands(teeth, up), strict=True):
                shapes += self.tooth(tooth, stand)
                cells.append(self.cell(tooth, stand))
        shapes += self.tongue()
        cells.append(self.pool())
        x, y = self.centre
        return Drawing(2 * x, 2 * y, tuple(shapes), tuple(cells), self.setting.said.title)

    def on(self, axes: Point, angle: float, up: float) -> Point:
        """Return a point of an ellipse; angles go from the right over the top (or below)."""
        x, y = self.centre
        return x + axes[0] * self.scale * cos(angle), y - up * axes[1] * self.scale * sin(angle)

    def gum(self, up: float) -> Path:
        """Return the gum of an arch: between the roots' ends and the necks, its ends round."""
        turns = [ENDS + (pi - 2 * ENDS) * piece / PIECES for piece in range(PIECES + 1)]
        inner = (NECKS[0] - 1.0, NECKS[1] - 1.0)
        outside = [self.on(OUTER, angle, up) for angle in turns]
        inside = [self.on(inner, angle, up) for angle in reversed(turns)]
        points = (*outside, *_cap(outside[-1], inside[0], up), *inside)
        points = (*points, *_cap(inside[-1], outside[0], up))
        first, *rest = points
        path: tuple[Step, ...] = (Move(*first), *(To(*point) for point in rest), Close())
        return Path(path, f"{self.entry.gum}.tint", Stroke(self.entry.gum, CELL_LINE))

    def stands(self, teeth: Sequence[Tooth], up: float) -> Iterator[Stand]:
        """Yield where the teeth of an arch stand, from left to right, evenly apart."""
        axes = (NECKS[0] - MIDDLE, NECKS[1] - MIDDLE)
        turns = [pi - LAST - (pi - 2 * LAST) * piece / 400 for piece in range(401)]
        line = [(turn, self.on(axes, turn, up)) for turn in turns]
        along = [0.0]
        for (_, one), (_, other) in pairwise(line):
            along.append(along[-1] + dist(one, other))
        widths = [SHAPES[tooth.kind].width * self.scale for tooth in teeth]
        gap = (along[-1] - sum(widths)) / (len(teeth) - 1)
        start = 0.0
        for width in widths:
            middle = start + width / 2
            start += width + gap
            piece = min(range(len(along)), key=lambda n: abs(along[n] - middle))
            yield self.stand(axes, turns[piece], line[piece][1], up)

    def stand(self, axes: Point, angle: float, middle: Point, up: float) -> Stand:
        """Return how a tooth stands whose crown has its middle there: across the arch."""
        inward = (-axes[1] * cos(angle), up * axes[0] * sin(angle))
        length = hypot(*inward)
        towards = (inward[0] / length, inward[1] / length)
        back = MIDDLE * self.scale
        neck = (middle[0] - towards[0] * back, middle[1] - towards[1] * back)
        return Stand(neck, towards, self.scale)

    def tooth(self, tooth: Tooth, stand: Stand) -> Iterator[Shape]:
        """Yield roots, crown, the spot for a token, and the number."""
        yield stand.path(roots(tooth.kind), "white", self.entry.gum, 0.8)
        yield stand.path(crown(tooth.kind), "white", "ink", 1.4)
        x, y = stand.at(0.0, SHAPES[tooth.kind].middle)
        yield Circle(x, y, SPOT / 2, None, Stroke("secondary", 0.6, "dotted"))
        how = self.setting.style.lettering(NUMBER_SIZE, "bold", "ink", "middle")
        x, y = stand.at(0.0, CROWN + NUMBER)
        base = y + cap_height(how.font, how.size) / 2
        yield from set_line(str(tooth.number), x, base, how)
        if tooth.number == 1 and (mark := sign(self.setting, self.entry.part)):
            small = self.setting.style.lettering(LABEL, "regular", "secondary")
            yield from set_line(mark, x + self.setting.style.length(1.6), base - 1.0, small)

    def cell(self, tooth: Tooth, stand: Stand) -> CellBox:
        x, y = stand.at(0.0, SHAPES[tooth.kind].middle)
        return CellBox(tooth.id, str(tooth.number), x - SPOT / 2, y - SPOT / 2, SPOT, SPOT)

    def tongue(self) -> Iterator[Shape]:
        """Yield the tongue with the name of the tokens and their spots."""
        x, y = self.centre
        whole = Stand((x, y), (0.0, 1.0), self.scale)
        yield whole.path(outline(TONGUE), f"{self.entry.gum}.tint", self.entry.gum, CELL_LINE)
        how = self.setting.style.lettering(LABEL + 1, "bold", "ink", "middle", steps_down=True)
        words = self.setting.text(f"{self.entry.part}.tokens")
        box = TextBox(f"{self.entry.part}.tokens", 56.0 * self.scale, 9.0 * self.scale)
        said = fitted(words, box, how)
        yield Placed(said, x - box.width / 2, y - 13.5 * self.scale - said.height / 2)
        for spot in spots(self.pool(), self.entry.spots):
            stroke = Stroke(self.entry.tokens, CELL_LINE, "dotted")
            yield Circle(*spot, SPOT / 2, "white", stroke)

    def pool(self) -> CellBox:
        x, y = self.centre
        width, height = POOL[0] * self.scale, POOL[1] * self.scale
        label = self.setting.text(f"{self.entry.part}.tokens")
        return CellBox(TOKENS, label, x - width / 2, y - 8.0 * self.scale, width, height)


def spots(pool: CellBox, count: int) -> Iterator[Point]:
    """Yield the middles of the first spots for tokens in the cell `tokens` of a drawn mouth."""
    scale = pool.width / POOL[0]
    pitch = (SPOT + 3.2) * max(1.0, scale)
    x, y = pool.x + pool.width / 2, pool.y + 9.0 * scale
    for spot in range(count):
        row, column = divmod(spot, SPOTS_ACROSS)
        yield x + (column - (SPOTS_ACROSS - 1) / 2) * pitch, y + row * pitch


def _cap(start: Point, end: Point, up: float) -> Iterator[Point]:
    """Yield points of a half circle from one end of a gum's edge to the other."""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    across = ((start[0] - end[0]) / 2, (start[1] - end[1]) / 2)
    side = 1.0 if across[0] < 0 else -1.0
    out = (-across[1] * side * up, across[0] * side * up)
    down = 1.0 if out[1] * up > 0 else -1.0
    for piece in range(1, 12):
        angle = pi * piece / 12
        c, s = cos(angle), sin(angle) * 0.45 * down
        yield x + across[0] * c + out[0] * s, y + across[1] * c + out[1] * s
