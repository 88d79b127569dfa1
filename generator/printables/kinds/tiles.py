"""Two-sided numbered tiles to cut out, with the single pieces that belong to them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from generator.game import Game
from generator.game.facts import Id, Names
from generator.game.parts import Tile, Tiles
from generator.paper.imposition import Piece
from generator.paper.page import OUTER_MARGIN, Page
from generator.paper.shapes import (
    CELL_LINE,
    HEAVY_LINE,
    Circle,
    Drawing,
    Line,
    Mm,
    Polygon,
    Rect,
    Shape,
    Stroke,
    to_points,
)
from generator.paper.text import Lettering, cap_height, set_line
from generator.printables.context import PrintContext
from generator.printables.declaring import TextId, known_part
from generator.printables.furniture import headline
from generator.printables.kinds.entry import DrawnEntry, Work
from generator.printables.pages import imposed_pages
from generator.reading.nodes import Path
from generator.words import Message, not_one_of

# White between the cut and the piece's own shape, as a share of its side.
INSET = 0.055
FIGURE = 0.46
DOT = 0.032
# Tiles lie edge to edge: one cut parts two of them.
GUTTER: Mm = 0.0


class TilesEntry(DrawnEntry):
    """The tiles of a part, and the single pieces that belong to them."""

    kind: Literal["tiles"]
    part: Annotated[Id, Names("part", (Tiles,))]
    """The tiles."""
    side: Annotated[float, Field(ge=10, le=80)]
    """The side of a tile, in mm."""
    round: Mapping[Id, Annotated[float, Field(ge=8, le=80)]] = Field(default_factory=dict)
    """The pieces that are discs: the diameter of each in mm, by its name."""
    note: TextId | None = None
    """The text of the game that tells how the pieces are used."""

    uses = frozenset({"duplex", "bleed"})

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield round pieces that the part does not have, too."""
        yield from super().faults(game)
        tiles = known_part(game, self.part, Tiles)
        known = [extra.id for extra in tiles.extras] if tiles else [*self.round]
        for name in self.round:
            if name not in known:
                yield ("round", name), not_one_of(name, known)

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the pages of all pieces, as often as copies are wanted, backs where fronts are."""
        pieces = tuple(_piece(tile, self, setting) for tile in _tiles(self, setting))
        return imposed_pages(
            pieces * setting.options.copies,
            setting,
            setting.options.cutting(GUTTER),
            heading=_heading(self, setting),
            footnotes=(setting.say("print.small-parts"),),
        )

    def work(self, setting: PrintContext, pages: Sequence[Page]) -> Work:
        """Return what a set holds and what there is to do with it."""
        pieces = sum(len(page.copies) for page in pages if not page.is_back)
        return Work(setting.options.copies, pieces=pieces)


def _tiles(entry: TilesEntry, setting: PrintContext) -> tuple[Tile, ...]:
    return setting.game.part(entry.part, Tiles).tiles()


def _heading(entry: TilesEntry, setting: PrintContext) -> Drawing:
    """Draw the title, and how the pieces are used."""
    width = setting.options.size.width - 2 * OUTER_MARGIN
    return headline(setting, width, [setting.text(entry.note)] if entry.note else [])


def _piece(tile: Tile, entry: TilesEntry, setting: PrintContext) -> Piece:
    """Return a piece in its trimmed size, front and back."""
    diameter = entry.round.get(str(tile.front))
    side = setting.style.length(entry.side if diameter is None else diameter)
    front = _Face(tile.colour, tile.front, side, setting).drawing(is_disc=diameter is not None)
    back = _Face(tile.colour, tile.back, side, setting).drawing(is_disc=diameter is not None)
    return Piece(f"{tile.colour} {tile.front}", front, back, is_straight=diameter is None)


@dataclass(frozen=True, slots=True)
class _Face:
    """One side of a piece: a figure, or the name of a piece."""

    colour: str
    sign: int | str
    side: Mm
    setting: PrintContext

    @property
    def middle(self) -> Mm:
        """Return how far the middle lies from the left and the top."""
        return self.side / 2

    def drawing(self, *, is_disc: bool) -> Drawing:
        """Return the shape of the colour with the sign on it; a disc is cut along its outline."""
        shapes = (*(self.disc() if is_disc else self.ground()), *self.drawn())
        return Drawing(self.side, self.side, shapes, title=f"{self.colour} {self.sign}")

    def ground(self) -> Iterator[Shape]:
        """Yield the shape that goes with the colour, with a second line about a square."""
        inset = INSET * self.side
        inner = self.side - 2 * inset
        stroke = Stroke("ink", CELL_LINE)
        if self.shape() == "circle":
            yield Circle(self.middle, self.middle, inner / 2, self.colour, stroke)
            return
        yield Rect(inset, inset, inner, inner, self.colour, stroke, 0.09 * self.side)
        line = Stroke(f"{self.colour}.on", CELL_LINE)
        second = 1.9 * inset
        inner = self.side - 2 * second
        yield Rect(second, second, inner, inner, None, line, 0.06 * self.side)

    def disc(self) -> Iterator[Shape]:
        """Yield a round ground; a square on it tells the one colour from the other."""
        radius = self.side / 2 - 0.2
        yield Circle(self.middle, self.middle, radius, self.colour, Stroke("ink", CELL_LINE))

    def shape(self) -> str:
        """Return the shape that goes with the colour."""
        return self.setting.shape(self.colour)

    def drawn(self) -> Iterator[Shape]:
        """Yield what stands on the ground."""
        match self.sign:
            case int():
                yield from self.figure(self.sign)
            case "blocker":
                yield from self.cross()
            case "marker":
                yield from self.corners()
            case _:
                yield from self.letter()

    def figure(self, number: int) -> Iterator[Shape]:
        """Yield a number, and beneath it as many dots: they show which way up it is."""
        size = to_points(FIGURE * self.side) * 0.95
        font = self.setting.style.family.bold
        how = Lettering(font, size, f"{self.colour}.on", "middle")
        y = self.middle + cap_height(font, size) * 0.5 - 0.07 * self.side
        yield from set_line(str(number), self.middle, y, how)
        step = 0.088 * self.side
        for place in range(number):
            x = self.middle + (place - (number - 1) / 2) * step
            yield Circle(x, y + 0.145 * self.side, DOT * self.side, f"{self.colour}.on")

    def cross(self) -> Iterator[Shape]:
        """Yield a cross from corner to corner."""
        reach = 0.2 * self.side
        near, far = self.middle - reach, self.middle + reach
        stroke = Stroke(f"{self.colour}.on", HEAVY_LINE * 2.2)
        yield Line(near, near, far, far, stroke)
        yield Line(near, far, far, near, stroke)

    def corners(self) -> Iterator[Shape]:
        """Yield a triangle in each corner: what shows of a tile that lies under another, turned."""
        reach = 0.3 * self.side
        fill = Stroke("ink", CELL_LINE)
        for x, across in ((0.0, 1), (self.side, -1)):
            for y, down in ((0.0, 1), (self.side, -1)):
                points = ((x, y), (x + across * reach, y), (x, y + down * reach))
                yield Polygon(points, self.colour, fill)

    def letter(self) -> Iterator[Shape]:
        """Yield the shape of the colour in small."""
        half = 0.19 * self.side
        line = Stroke(f"{self.colour}.on", HEAVY_LINE)
        if self.shape() == "circle":
            yield Circle(self.middle, self.middle, half, None, line)
        else:
            box = self.middle - half
            yield Rect(box, box, 2 * half, 2 * half, None, line)
