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
from generator.paper.text import Lettering, set_line
from generator.printables.context import PrintContext
from generator.printables.declaring import DrawnEntry, TextId, Work, known_part
from generator.printables.furniture import headline
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
        tiles = setting.game.part(self.part, Tiles).tiles()
        pieces = [_piece(tile, self, setting) for tile in tiles] * setting.options.copies
        width = setting.options.size.width - 2 * OUTER_MARGIN
        heading = headline(setting, width, [setting.text(self.note)] if self.note else [])
        notes = (setting.say("print.small-parts"),)
        cutting = setting.options.cutting(GUTTER)
        return imposed_pages(pieces, setting, cutting, heading=heading, footnotes=notes)

    def work(self, setting: PrintContext, pages: Sequence[Page]) -> Work:
        """Return what a set holds and what there is to do with it."""
        pieces = sum(len(page.copies) for page in pages if not page.is_back)
        return Work(setting.options.copies, pieces=pieces)


def _piece(tile: Tile, entry: TilesEntry, setting: PrintContext) -> Piece:
    """Return a piece in its trimmed size, front and back."""
    diameter = entry.round.get(str(tile.front))
    side = setting.style.length(entry.side if diameter is None else diameter)
    front, back = (
        _Face(tile.colour, sign, side, setting).drawing(is_disc=diameter is not None)
        for sign in (tile.front, tile.back)
    )
    return Piece(f"{tile.colour} {tile.front}", front, back, is_straight=diameter is None)


@dataclass(frozen=True, slots=True)
class _Face:
    """One side of a piece: a figure, or the name of a piece."""

    colour: str
    sign: int | str
    side: Mm
    setting: PrintContext

    def drawing(self, *, is_disc: bool) -> Drawing:
        """Return the shape of the colour with the sign on it; a disc is cut along its outline."""
        match self.sign:
            case int():
                drawn = self.figure(self.sign)
            case "blocker":
                drawn = self.cross()
            case "marker":
                drawn = self.corners()
            case _:
                drawn = self.letter()
        shapes = (*self.ground(is_disc=is_disc), *drawn)
        return Drawing(self.side, self.side, shapes, title=f"{self.colour} {self.sign}")

    def ground(self, *, is_disc: bool) -> Iterator[Shape]:
        """Yield the shape that goes with the colour, with a second line about a square.

        On a disc, which is round in any colour, a square tells the one colour from the other.
        """
        inset, middle = INSET * self.side, self.side / 2
        stroke = Stroke("ink", CELL_LINE)
        if is_disc or self.setting.shape(self.colour) == "circle":
            radius = middle - (0.2 if is_disc else inset)
            yield Circle(middle, middle, radius, self.colour, stroke)
            return
        inner = self.side - 2 * inset
        yield Rect(inset, inset, inner, inner, self.colour, stroke, 0.09 * self.side)
        line = Stroke(f"{self.colour}.on", CELL_LINE)
        second = 1.9 * inset
        inner = self.side - 2 * second
        yield Rect(second, second, inner, inner, None, line, 0.06 * self.side)

    def figure(self, number: int) -> Iterator[Shape]:
        """Yield a number, and beneath it as many dots: they show which way up it is."""
        size = to_points(FIGURE * self.side) * 0.95
        font = self.setting.style.family.bold
        how = Lettering(font, size, f"{self.colour}.on", "middle")
        middle = self.side / 2
        y = middle + how.height * 0.5 - 0.07 * self.side
        yield from set_line(str(number), middle, y, how)
        step = 0.088 * self.side
        for place in range(number):
            x = middle + (place - (number - 1) / 2) * step
            yield Circle(x, y + 0.145 * self.side, DOT * self.side, f"{self.colour}.on")

    def cross(self) -> Iterator[Shape]:
        """Yield a cross from corner to corner."""
        reach = 0.2 * self.side
        near, far = self.side / 2 - reach, self.side / 2 + reach
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
        middle, half = self.side / 2, 0.19 * self.side
        line = Stroke(f"{self.colour}.on", HEAVY_LINE)
        if self.setting.shape(self.colour) == "circle":
            yield Circle(middle, middle, half, None, line)
        else:
            yield Rect(middle - half, middle - half, 2 * half, 2 * half, None, line)
