"""A board of squares along a closed path: on one page where it fits, else on tiles."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.game.parts import Circuit
from generator.paper.page import Page
from generator.paper.shapes import (
    CELL_LINE,
    HEAVY_LINE,
    CellBox,
    Circle,
    Drawing,
    Line,
    Path,
    Placed,
    Point,
    Polygon,
    Shape,
    Stroke,
)
from generator.paper.text import Lettering, cap_height, set_line
from generator.paper.units import Mm
from generator.printables.along import Spot, Walk, walk
from generator.printables.kinds.board_words import Frame, cube_place, inside
from generator.printables.notes import footnotes, sign
from generator.printables.pictures import picture
from generator.printables.setting import Setting
from generator.printables.tiled import board_pages
from generator.printables.token import token

# White between two squares, and how finely their long sides are bent.
GAP: Mm = 1.6
BENT = 12
# A picture and how far off the middle its signs stand, as shares of the road's width; how far ahead
# they stand, as a share of a square.
ICON = 0.6
OFF = 0.33
AHEAD = 0.36
SIGN: Mm = 7.5
NUMBER = 11.0
# The radius of a bead between two squares.
BEAD: Mm = 3.0

Side: TypeAlias = Annotated[float, Field(ge=0, le=2000)]
Box: TypeAlias = tuple[Side, Side, Side, Side]


class BoardEntry(Facts):
    """A circuit along the first outline of a picture, in mm: board, width of its road.

    `inside` is the field for the title and what the squares do, `cube` the one for the white cube;
    both are left, top, width, height. The pictures `cube_picture` and those of the squares are the
    game's own.
    """

    kind: Literal["board"]
    part: Id
    size: tuple[Side, Side]
    along: Id
    road: Annotated[float, Field(ge=20, le=200)]
    inside: Box
    cube: Box
    cube_picture: Id


def plan(entry: BoardEntry, setting: Setting) -> tuple[Page, ...]:
    """Plan the pages of the board: one where it fits the paper, else tiles to glue together."""
    notes = footnotes(setting, (entry.part,))
    return board_pages(board(entry, setting), setting, footnotes=notes)


def board(entry: BoardEntry, setting: Setting) -> Drawing:
    """Draw the whole board."""
    circuit = setting.game.part(entry.part, Circuit)
    road = _Road(entry, setting, circuit, _walk(entry, setting))
    count = len(circuit.squares)
    shapes = [shape for number in range(count) for shape in road.square(number)]
    shapes += [shape for number in range(count) for shape in road.bead(number)]
    shapes += inside(Frame(*entry.inside), circuit, setting)
    place, cell = cube_place(Frame(*entry.cube), entry.cube_picture, setting)
    cells = (*(road.cell(number) for number in range(count)), cell)
    return Drawing(*entry.size, (*shapes, *place), cells, setting.said.title)


def _walk(entry: BoardEntry, setting: Setting) -> Walk:
    outline = next(
        shape
        for shape in picture(setting.game, entry.along, entry.size[0]).shapes
        if isinstance(shape, Path)
    )
    return walk(outline.steps)


@dataclass(frozen=True, slots=True)
class _Road:
    """The road of a circuit being drawn; the middle of square 0 is where its path begins."""

    entry: BoardEntry
    setting: Setting
    circuit: Circuit
    walk: Walk

    @property
    def pitch(self) -> Mm:
        return self.walk.length / len(self.circuit.squares)

    def spot(self, number: float) -> Spot:
        return self.walk.spot(number * self.pitch)

    def outline(self, number: int) -> tuple[Point, ...]:
        """Return the corners of a square, its long sides bent along the road."""
        half = self.pitch / 2 - GAP / 2
        middle = number * self.pitch
        turns = [middle - half + 2 * half * piece / BENT for piece in range(BENT + 1)]
        spots = [self.walk.spot(turn) for turn in turns]
        wide = self.entry.road / 2
        return (
            *(spot.aside(0.0, wide) for spot in spots),
            *(spot.aside(0.0, -wide) for spot in reversed(spots)),
        )

    def square(self, number: int) -> Iterator[Shape]:
        """Yield a square: its field, its picture, the sign of its kind, its number."""
        square = self.circuit.squares[number]
        colour = self.circuit.colours[square.kind]
        stroke = Stroke(colour, HEAVY_LINE * (1.4 if square.halt else 1.0))
        yield Polygon(self.outline(number), f"{colour}.tint", stroke)
        spot, road = self.spot(number), self.entry.road
        drawn = picture(self.setting.game, square.picture, road * ICON)
        x, y = spot.at
        yield Placed(drawn, x - drawn.width / 2, y - drawn.height / 2)
        letter = self.setting.said.labels.get(colour, "")
        kind = token(self.setting, colour, letter, SIGN)
        x, y = self.spot(number + AHEAD).aside(0.0, road * OFF)
        yield Placed(kind, x - SIGN / 2, y - SIGN / 2)
        x, y = self.spot(number - AHEAD).aside(0.0, road * OFF)
        how = self.number_type()
        yield from set_line(str(number), x, y + cap_height(how.font, how.size) / 2, how)

    def number_type(self) -> Lettering:
        return self.setting.style.lettering(NUMBER, "bold", "ink", "middle")

    def bead(self, number: int) -> Iterator[Shape]:
        """Yield a bead between a square and the next one that shows which way to go."""
        spot = self.spot(number + 0.5)
        yield Circle(*spot.at, BEAD, "white", Stroke("ink", CELL_LINE))
        tip = spot.aside(BEAD * 0.4, 0.0)
        for side in (1, -1):
            end = spot.aside(-BEAD * 0.3, side * BEAD * 0.52)
            yield Line(*end, *tip, Stroke("ink", CELL_LINE * 1.4))
        mark = sign(self.setting, self.entry.part)
        if number == 0 and mark:
            how = self.setting.style.lettering(NUMBER, "bold", "ink", "middle")
            yield from set_line(mark, *spot.aside(BEAD * 1.3, -BEAD * 2.0), how)

    def cell(self, number: int) -> CellBox:
        """Return the box about a square."""
        xs, ys = zip(*self.outline(number), strict=True)
        name = self.circuit.cell_ids()[number]
        return CellBox(name, str(number), min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
