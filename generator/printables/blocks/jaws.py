"""Blocks of a chart of teeth: a mouth 186 units wide for markers, and what becomes of a tooth."""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, pairwise
from math import ceil, cos, dist, hypot, pi, radians, sin
from typing import Annotated, Any, Literal

from pydantic import Field

from generator import paths
from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import ColourId, Id, Names
from generator.game.parts import Arches, Markers, Tooth
from generator.game.parts.paths_and_arches import ToothKind
from generator.paper import shapes as art
from generator.paper.measures import CELL_LINE, PIECE_LINE
from generator.paper.shapes import EDGE, CellBox, Drawing, Mm, PathStep, Point, Spot, Stroke
from generator.paper.shapes import outline as figure
from generator.paper.text import LABEL
from generator.printables.context import Context
from generator.printables.page_furniture import footnote_sign
from generator.printables.pictures import picture, svg_outline
from generator.printables.printable import Block, PictureId, Room, known_part
from generator.printables.sketch import Sketch, token
from generator.reading.nodes import plain
from generator.reading.text_files import read_file
from generator.words import message

CROWN: Mm = 19.0
# The width in the units of the teeth's shapes.
MOUTH_WIDTH: Mm = 186.0
TOKEN: Mm = 12.0
SPOT: Mm = 12.8
NUMBER_SIZE: art.Pt = 12.0
PIECES = 64
TONGUE = (
    "M-31 -25C-21 -32 -8 -28 0 -23C8 -28 21 -32 31 -25C41 -17 41 9 31 21C23 30 9 32 0 32C-9 32 -23 "
    "30 -31 21C-41 9 -41 -17 -31 -25Z"
)
SPOTS_ACROSS = 3
# A box to tick, and its middle beyond the neck of its tooth, across the row.
TICK: Mm = 8.7
TICKS_AT: Mm = 30.5
# The cell in which tokens are kept, and its size in the units of the teeth's shapes.
TOKENS = "tokens"
POOL = (60.0, 38.0)
BADGE: Mm = 12.0
LEADING_PICTURE: Mm = 6.5
ARROW_HEAD: Mm = 1.6


@dataclass(frozen=True, slots=True)
class Bend:
    """How arches run: half axes of the gums' outer edge and of the line of the necks.

    Gums go on behind the last teeth, as far as the angle `ends` above the level of the mouth, teeth
    to `last`. Teeth are so much `larger`, the tongue so much wider and higher.
    """

    outer: Point
    necks: Point
    ends: float
    last: float
    larger: float = 1.0
    tongue: Point = (1.0, 1.0)


ROUND = Bend((92.4, 84.0), (76.0, 67.6), radians(4.5), radians(12.0))
# Nearly straight, with room for boxes between the teeth and the tongue.
FLAT = Bend((200.0, 84.0), (200.0, 65.0), radians(63.4), radians(62.2), 1.1, (1.08, 0.66))


@dataclass(frozen=True, slots=True)
class ToothShape:
    """How wide a tooth is, where the middle of a token lies on it, its outlines."""

    width: Mm
    middle: Mm
    crown: tuple[PathStep, ...]
    roots: tuple[PathStep, ...]


@cache
def _tooth_shapes() -> Mapping[ToothKind, ToothShape]:
    read: Any = plain(read_file(paths.templates() / "teeth.yaml"))
    return {
        kind: ToothShape(**{**one, **{part: svg_outline(one[part]) for part in ("crown", "roots")}})
        for kind, one in read.items()
    }


def _turned_outline(outline: tuple[PathStep, ...], stand: Spot) -> tuple[PathStep, ...]:
    """Return an outline where a tooth stands: at its neck, its crown in the way ahead."""
    placed = (tuple(stand.aside(y, x) for x, y in step.points) for step in outline)
    return tuple(replace(step, points=at) for step, at in zip(outline, placed, strict=True))


def place_tooth(tooth: Tooth, stand: Spot) -> Iterator[art.Path]:
    """Yield the roots and the crown of a tooth: its neck at a spot, its crown ahead."""
    shape = _tooth_shapes()[tooth.kind]
    for outline in (shape.roots, shape.crown):
        yield art.Path(_turned_outline(outline, stand), "white", EDGE)


class ArchesBlock(Block):
    """Print teeth in a mouth, and in its middle spots for the tokens of a colour."""

    block: Literal["arches"]
    part: Annotated[Id, Names("part", (Arches,), texts=("{}.tokens",))]
    """The teeth; what the tokens are for is the text `<part>.tokens`."""
    gum: ColourId
    """The colour of gums and tongue."""
    tokens: ColourId
    """The colour of the tokens."""
    spots: Annotated[int, Field(ge=1, le=6)] = 6
    """How many tokens the tongue has a spot for."""
    ticks: Annotated[Id, Names("part", (Markers,))] | None = None
    """Markers to tick with a pencil, instead of spots for tokens: a box for each stage beside every
    tooth, as `t7.yellow`, and one for every token, as `tokens.1`."""
    span = 12.0

    def draw(self, setting: Context, room: Room) -> Drawing:
        scale = min(room.width, self.span * room.pitch) / MOUTH_WIDTH
        drawing = _ArchesSketch(self, setting, scale).draw()
        return art.centred_in(drawing, room.width, drawing.height)


class _ArchesSketch(Sketch):
    """A mouth being drawn; `scale` turns the units of the shapes into millimetres."""

    def __init__(self, entry: ArchesBlock, setting: Context, scale: float) -> None:
        super().__init__(setting)
        self.entry, self.scale = entry, scale
        self.markers = setting.game.part(entry.ticks, Markers) if entry.ticks else None
        self.bend = FLAT if self.markers else ROUND
        self.tooth_scale = scale * self.bend.larger
        self.centre_at = (MOUTH_WIDTH / 2 * scale, (self.bend.outer[1] + 0.6) * scale)

    def draw(self) -> Drawing:
        part = self.setting.game.part(self.entry.part, Arches)
        self.put(self.gum_outline(1.0), self.gum_outline(-1.0))
        for up, teeth in ((1.0, part.arch("upper")), (-1.0, part.arch("lower"))):
            for tooth, stand in zip(teeth, self.tooth_places(teeth, up), strict=True):
                self.draw_tooth(tooth, stand)
        self.draw_tongue()
        x, y = self.centre_at
        return self.drawing(2 * x, 2 * y, self.setting.sentences.title)

    def ellipse_point(self, axes: Point, angle: float, up: float) -> Point:
        """Return a point of an ellipse; angles go from the right over the top (or below)."""
        x, y = self.centre_at
        return x + axes[0] * self.scale * cos(angle), y - up * axes[1] * self.scale * sin(angle)

    def gum_outline(self, up: float) -> art.Path:
        outer, necks, ends = self.bend.outer, self.bend.necks, self.bend.ends
        turns = [ends + (pi - 2 * ends) * piece / PIECES for piece in range(PIECES + 1)]
        inner = (necks[0] - 1.0, necks[1] - 1.0)
        outside = [self.ellipse_point(outer, angle, up) for angle in turns]
        inside = [self.ellipse_point(inner, angle, up) for angle in reversed(turns)]
        round_ = _cap(outside[-1], inside[0], up), _cap(inside[-1], outside[0], up)
        points = (*outside, *round_[0], *inside, *round_[1])
        stroke = Stroke(self.entry.gum, CELL_LINE)
        return art.Path(figure(art.Polygon(points)), f"{self.entry.gum}.tint", stroke)

    def tooth_places(self, teeth: Sequence[Tooth], up: float) -> Iterator[Spot]:
        middle_of_crown, last = CROWN / 2 * self.bend.larger, self.bend.last
        axes = (self.bend.necks[0] - middle_of_crown, self.bend.necks[1] - middle_of_crown)
        turns = [pi - last - (pi - 2 * last) * piece / 400 for piece in range(401)]
        line = [self.ellipse_point(axes, turn, up) for turn in turns]
        along = [*accumulate((dist(*pair) for pair in pairwise(line)), initial=0.0)]
        widths = [_tooth_shapes()[tooth.kind].width * self.tooth_scale for tooth in teeth]
        gap = (along[-1] - sum(widths)) / max(1, len(teeth) - 1)
        start = 0.0
        for width in widths:
            middle = start + width / 2
            start += width + gap
            near = range(len(along))[bisect(along, middle, lo=1) - 1 :][:2]
            piece = min(near, key=lambda n: abs(along[n] - middle))
            # Its crown has its middle there, and points inwards across the arch.
            inward = (-axes[1] * cos(turns[piece]), up * axes[0] * sin(turns[piece]))
            share = self.tooth_scale / hypot(*inward)
            spot = Spot(line[piece], (inward[0] * share, inward[1] * share))
            yield replace(spot, at=spot.aside(-CROWN / 2, 0.0))

    def draw_tooth(self, tooth: Tooth, stand: Spot) -> None:
        shape = _tooth_shapes()[tooth.kind]
        gum, edge = Stroke(self.entry.gum, PIECE_LINE), Stroke("ink", 1.4)
        self.put(art.Path(_turned_outline(shape.roots, stand), "white", gum))
        self.put(art.Path(_turned_outline(shape.crown, stand), "white", edge))
        spot = stand.aside(shape.middle, 0.0)
        number, (x, y) = str(tooth.number), spot
        if self.markers is None:
            at = CellBox(tooth.id, number, x - SPOT / 2, y - SPOT / 2, SPOT, SPOT)
            self.put(art.Circle(x, y, SPOT / 2, None, art.THREAD))
        else:
            # Boxes stand on their own beyond the crown, which has the number.
            (x, y), side = stand.aside(TICKS_AT, 0.0), 2 * TICK * self.scale
            at = CellBox(tooth.id, number, x - side / 2, y - side / 2, side, side)
            stages = [(stage.id, stage.colour) for stage in self.markers.stages]
            self.draw_ticks(at, stages, ceil(len(stages) ** 0.5))
            ends = sorted((stand.at[1], y - side / 2, y + side / 2))
            at = replace(at, y=ends[0], height=ends[-1] - ends[0])
        self.cells.append(at)
        how = self.style.lettering(NUMBER_SIZE * self.bend.larger, "bold", "ink", "middle")
        x, y = spot if self.markers else stand.aside(CROWN + 5.2, 0.0)
        self.centre(number, x, y, how)
        if tooth.number == 1 and (mark := footnote_sign(self.setting, self.entry.part)):
            small = self.style.lettering(LABEL, "regular", "secondary")
            self.write(mark, x + self.style.length(2.2), y + how.height / 2, small)

    def draw_tongue(self) -> None:
        x, y = self.centre_at
        wide, high = self.bend.tongue
        whole = tuple(
            replace(
                step,
                points=tuple(
                    (x + wide * a * self.scale, y + high * b * self.scale) for a, b in step.points
                ),
            )
            for step in svg_outline(TONGUE)
        )
        gum = self.entry.gum
        self.put(art.Path(whole, f"{gum}.tint", Stroke(gum, CELL_LINE)))
        how = self.style.lettering(LABEL + 1, "bold", "ink", "middle", steps_down=True)
        name = f"{self.entry.part}.tokens"
        label = self.setting.text(name)
        said = how.fit(label, name, 56.0 * self.scale, 9.0 * self.scale)
        self.place(said, x - said.width / 2, y - 13.5 * high * self.scale, 0.0)
        width, height = POOL[0] * self.scale, POOL[1] * high * self.scale
        pool = CellBox(TOKENS, label, x - width / 2, y - 8.0 * high * self.scale, width, height)
        self.cells.append(pool)
        if self.markers is not None:
            (kept,) = (one for one in self.markers.others if one.colour == self.entry.tokens)
            boxes = [(str(n), kept.colour) for n in range(1, kept.copies + 1)]
            self.draw_ticks(pool, boxes, 6)
            return
        stroke = Stroke(self.entry.tokens, CELL_LINE, "dotted")
        for spot in token_spots(pool, self.entry.spots):
            self.put(art.Circle(*spot, SPOT / 2, "white", stroke))

    def draw_ticks(self, within: CellBox, boxes: Sequence[tuple[str, str]], across: int) -> None:
        side, down = TICK * self.scale, -(-len(boxes) // across)
        left = within.x + (within.width - across * side) / 2
        top = within.y + (within.height - down * side) / 2
        for place, (name, colour) in enumerate(boxes):
            x, y = left + place % across * side, top + place // across * side
            label = self.setting.sentences.label(name)
            self.banded_field(art.Rect(x, y, side, side, None, EDGE), colour)
            self.cells.append(CellBox(f"{within.id}.{name}", label, x, y, side, side))
            # In a corner, where it leaves room for a tick.
            how = self.style.lettering(LABEL, "bold")
            self.centre(label, x + 1.5 * self.scale, y + 2.8 * self.scale, how)


def token_spots(pool: CellBox, count: int) -> Iterator[Point]:
    """Yield the middles of the first spots for tokens in the cell `tokens` of a drawn mouth."""
    scale = pool.width / POOL[0]
    pitch = (SPOT + 3.2) * max(1.0, scale)
    x, y = pool.x + pool.width / 2, pool.y + 9.0 * scale
    for spot in range(count):
        row, column = divmod(spot, SPOTS_ACROSS)
        yield x + (column - (SPOTS_ACROSS - 1) / 2) * pitch, y + row * pitch


def _cap(start: Point, end: Point, up: float) -> Iterator[Point]:
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    right, down = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    out = -0.45 * up if right < 0 else 0.45 * up
    for angle in (pi * piece / 12 for piece in range(1, 12)):
        c, s = cos(angle), sin(angle) * out
        yield x + right * c - down * s, y + down * c + right * s


class StagesBlock(Block):
    """Print what becomes of a cell, marker by marker, with their names and points."""

    block: Literal["stages"]
    part: Annotated[Id, Names("part", (Markers,))]
    """The markers; their names are the texts `marker.<id>`, and `marker.none` for a bare cell."""
    none: PictureId
    """The picture of a cell without a marker."""
    by: PictureId
    """The picture of what leads from a stage to the next."""

    def needs(self, game: Game) -> Iterator[Need]:
        markers = known_part(game, self.part, Markers)
        stages = [one.id for one in markers.stages] if markers is not None else []
        yield from (Need("texts", f"marker.{one}", ("part",)) for one in ("none", *stages))

    def draw(self, setting: Context, room: Room) -> Drawing:
        stages = setting.game.part(self.part, Markers).stages
        width = room.width / (len(stages) + 1)
        bare = picture(setting.game, self.none, BADGE)
        lead = picture(setting.game, self.by, LEADING_PICTURE)
        columns = [_draw_stage(setting, bare, "none", 0, width)]
        for marker in stages:
            drawn = token(setting, marker.colour, setting.sentences.label(marker.id), BADGE)
            columns.append(_draw_stage(setting, drawn, marker.id, marker.worth, width))
        sketch, both = Sketch(setting), art.row(*columns)
        sketch.put(*both.shapes)
        for number in range(1, len(columns)):
            # An arrow about the border of two columns, and above it what leads along it.
            x, y, half = number * width, LEADING_PICTURE * 0.5 + BADGE / 2, (width - BADGE) * 0.32
            tip, back = x + half, x + half - ARROW_HEAD
            ends = ((x - half, y), (back, y - ARROW_HEAD), (back, y + ARROW_HEAD))
            sketch.put(*(art.Line(*end, tip, y, EDGE) for end in ends))
            sketch.place(lead, x - LEADING_PICTURE / 2, y - LEADING_PICTURE - 0.4)
        return sketch.drawing(room.width, both.height)


def _draw_stage(setting: Context, drawn: Drawing, marker: str, worth: int, width: Mm) -> Drawing:
    sketch, y = Sketch(setting), LEADING_PICTURE * 0.5 + BADGE + 1.6
    sketch.place(drawn, (width - drawn.width) / 2, LEADING_PICTURE * 0.5)
    bold = setting.style.lettering(LABEL, "bold", "ink", "middle", steps_down=True)
    plain = setting.style.lettering(LABEL, "regular", "secondary", "middle", steps_down=True)
    points = setting.say(message("print.points", n=worth))
    for words, how in ((setting.text(f"marker.{marker}"), bold), (points, plain)):
        said = how.fit(words, f"marker.{marker}", width - 2.0)
        sketch.place(said, 1.0, y)
        y += said.height + 0.9
    return sketch.drawing(width, y)
