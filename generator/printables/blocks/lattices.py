"""The block of a board whose cells lie anyhow: in a lattice, in rings, or over a picture."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, pairwise
from math import atan2, cos, degrees, dist, hypot, pi
from typing import Annotated, Literal

from generator.game import Game, parts
from generator.game.facts import Id, Names
from generator.paper import shapes as art
from generator.paper.shapes import EDGE, HEAVY, Drawing, Mm, Stroke
from generator.printables.blocks.boards import BAR, CELL_BAND, RADIUS, RowsBlock, label_cell
from generator.printables.context import Context
from generator.printables.marks import star_corners
from generator.printables.pictures import picture_of_width
from generator.printables.printable import PictureId, Room
from generator.printables.sketch import Sketch
from generator.reading.nodes import Path
from generator.words import message

# Between the cells of two circles or rows, as a share of the pitch.
APART = 0.5 - RADIUS
# How many pieces half an arc is drawn in.
PIECES = 30
# How far apart cells are at most that have a side in common.
SIDE_BY_SIDE = 1.1


class BoardBlock(RowsBlock):
    """Print a board of rows of any length, of rings, or of cells anywhere.

    Bonus cells have a heavy line, cells of a region hang together, and what touches by name or lies
    in a line of the board's own is joined by one.
    """

    block: Literal["board"]
    part: Annotated[Id, Names("part", (parts.Board,))]
    """The board."""
    picture: PictureId | None = None
    """The picture beneath it, as wide as the board; that of a `free` one is 100 wide."""

    def width_in_pitches(self, game: Game) -> float:
        left, _, right, _ = game.part(self.part, parts.Board).extent()
        return right - left

    def width_cause(self, game: Game) -> Path:
        """Return the row that reaches farthest."""
        cells = game.part(self.part, parts.Board).all_cells()
        return ("parts", self.part, "rows", max(cells, key=lambda cell: cell.middle[0]).row)

    def draw(self, setting: Context, room: Room) -> Drawing:
        return _CellsSketch(self, setting, room).draw()


class _CellsSketch(Sketch):
    def __init__(self, entry: BoardBlock, setting: Context, room: Room) -> None:
        super().__init__(setting)
        self.entry, self.pitch, self.width = entry, room.pitch, room.width
        self.board = setting.game.part(entry.part, parts.Board)
        self.left, self.top, self.right, self.low = self.board.extent()
        self.start = (room.width - (self.right - self.left) * room.pitch) / 2
        self.cell = {cell.id: cell for cell in self.board.all_cells()}

    def spot(self, x: float, y: float) -> art.Point:
        """Return where a point of the board lies on the drawing."""
        return self.start + (x - self.left) * self.pitch, (y - self.top) * self.pitch

    def draw(self) -> Drawing:
        height = (self.low - self.top) * self.pitch
        if self.entry.picture is not None:
            is_free = self.board.lattice == "free"
            wide = 100 * self.board.scale if is_free else self.right - self.left
            below = picture_of_width(self.setting.game, self.entry.picture, wide * self.pitch)
            x, y = self.spot(0.0, 0.0) if is_free else self.spot(self.left, self.top)
            self.place(below, x, y)
            height = max(height, y + below.height)
        for line in chain.from_iterable(self.board.lines.values()):
            self.join(pairwise(line), Stroke("ink", HEAVY.width, "dotted"))
        self.join(self.board.neighbours or (), EDGE)
        self.join(self.region_pairs(), Stroke("secondary", art.to_points(BAR * self.pitch)))
        for cell in self.board.all_cells():
            self.draw_cell(cell)
        title = self.setting.sentences.title
        return replace(self.drawing(self.width, height, title), alt=" ".join(self.described()))

    def join(self, pairs: Iterable[tuple[str, str]], stroke: Stroke) -> None:
        """Draw a line from the middle of a cell to that of another one, for each of some pairs."""
        for two in pairs:
            (x1, y1), (x2, y2) = (self.spot(*self.cell[one].middle) for one in two)
            self.put(art.Line(x1, y1, x2, y2, stroke))

    def region_pairs(self) -> Iterator[tuple[str, str]]:
        """Yield the cells of a region that touch; of squares those alone that have a side."""
        region = {cell: n for n, cells in enumerate(self.board.regions) for cell in cells}
        for one, other in self.board.pairs():
            far = dist(self.cell[one].middle, self.cell[other].middle)
            is_corner = self.board.lattice == "squares" and far > SIDE_BY_SIDE
            if one in region and region[one] == region.get(other) and not is_corner:
                yield one, other

    def draw_cell(self, cell: parts.BoardCell) -> None:
        edge, inside = (HEAVY, "rule.tint") if cell.is_bonus else (EDGE, "white")
        if cell.colour is not None:
            self.put(self.outline(cell, 0.0, cell.colour, edge))
            inner = f"{cell.colour}.tint" if cell.is_bonus else "white"
            self.put(self.outline(cell, CELL_BAND, inner))
        else:
            self.put(self.outline(cell, 0.0, inside, edge))
        spot, sign = self.spot(*cell.middle), self.setting.sign(cell.colour)
        label_cell(self, cell.id, spot, self.pitch, sign)

    def outline(
        self, cell: parts.BoardCell, by: Mm, fill: str, stroke: Stroke | None = None
    ) -> art.Shape:
        """Return the shape of a cell, so much smaller all round."""
        (x, y), reach = self.spot(*cell.middle), RADIUS * self.pitch - by
        far, lattice = hypot(*cell.middle) * self.pitch, self.board.lattice
        if lattice == "squares":
            side = 2 * reach
            return art.Rect(x - reach, y - reach, side, side, fill, stroke, 0.12 * reach)
        if lattice == "hexagons":
            corners = tuple(star_corners(6, x, y, reach / cos(pi / 6)))
            return art.Polygon(corners, fill, stroke)
        if lattice == "ring" and far:
            return art.Polygon(tuple(self.sector(cell, far, by)), fill, stroke)
        return art.Circle(x, y, reach, fill, stroke)

    def sector(self, cell: parts.BoardCell, far: Mm, by: Mm) -> Iterator[art.Point]:
        """Yield the corners of a cell of a ring, its arcs in pieces too short to be seen."""
        turn, middle = degrees(atan2(cell.middle[0], -cell.middle[1])), self.spot(0.0, 0.0)
        reach, gap = RADIUS * self.pitch - by, APART * self.pitch + by
        for away, way in ((far + reach, 1), (far - reach, -1)):
            # The gaps between cells are as wide within as without.
            half = way * (180 / self.board.rows[cell.row].length - degrees(gap / away))
            for n in range(-PIECES, PIECES + 1):
                yield art.on_circle(*middle, away, turn + half * n / PIECES)

    def described(self) -> Iterator[str]:
        """Yield how the board is read out: its lines by direction, else what touches, regions."""
        board, said = self.board, self.setting.sentences
        told = {name: lines for name, lines in board.directions().items() if lines}
        is_told = board.neighbours is None and len(told) > len(board.lines) + 1
        told |= {} if is_told else {"touch": board.pairs()}
        bonus = tuple((cell.id,) for cell in board.all_cells() if cell.is_bonus)
        told |= {"region": board.regions, "bonus": bonus}
        for name, lines in told.items():
            shape = "ring-" if board.lattice == "ring" and name in {"row", "column"} else ""
            own = said.texts.get(f"{self.entry.part}.{name}", name)
            key = "print.board-own" if name in board.lines else f"print.board-{shape}{name}"
            cells = tuple(" ".join(map(said.label, line)) for line in lines)
            if cells:
                yield self.setting.say(message(key, name=own, lines=cells))
