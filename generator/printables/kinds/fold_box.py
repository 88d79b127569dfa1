"""A box to cut, fold and glue: a tray for dice, flaps with numbers that stay shut, and a lid."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import LudokitError
from generator.game.facts import Id, Names
from generator.game.parts import Numbers, Pool
from generator.paper import shapes as art
from generator.paper.folding import Net, Panel, draw_folded, draw_net, extent, pieces_cut, tray
from generator.paper.imposition import hatching
from generator.paper.measures import BLOCK_GAP, COLUMN_GAP, DRAWING_GAP, PRINTABLE_EDGE
from generator.paper.page import Page, PaperSize
from generator.paper.shapes import CellBox, Drawing, Line, Mm, Placed, Rect, to_points
from generator.paper.text import LABEL, LARGE, LARGER, SECTION, TEXT, TITLE, Lettering
from generator.printables.context import Context
from generator.printables.kinds.dice_nets import cube_net
from generator.printables.page_furniture import (
    draw_emblem,
    headline,
    pages_of_rows,
    row_room,
    split_into_pages,
)
from generator.printables.printable import DrawnEntry, Finishing
from generator.printables.sketch import Sketch, pips
from generator.words import Message, message

# The lip behind which flaps are tucked; what a flap leaves free of the floor; tabs; and the strip
# by which flaps that are a piece of their own are glued to the floor.
LIP: Mm = 8.0
SHORT: Mm = 1.5
TAB: Mm = 11.0
FOOT: Mm = 10.0
# What a lid is larger by, for the paper of walls and tabs, and how high it is.
LOOSE: Mm = 2.0
LID_WALL: Mm = 15.0
# The edge of a die, and what it is larger by where its page has the room.
DIE: Mm = 20.0
DIE_STEPS: tuple[Mm, ...] = (4.0, 3.0, 2.0, 1.0, 0.0)
# The band at the end of a flap, and how far it keeps off what is cut and folded there.
BAND: Mm = 3.0
BARE: Mm = 1.2
# What a piece to fold is called among the drawings of a page.
PIECE = "piece"
# The steps: what is said, how far all is folded (short of the end, so that both sides of a fold
# are seen), and the flaps that are shut.
STEPS: tuple[tuple[str, float, tuple[int, ...]], ...] = (
    ("print.box-fold", 0.4, ()),
    ("print.box-glue", 0.99, ()),
    ("print.box-shut", 0.99, (2, 5, 8)),
)


class BoxEntry(DrawnEntry):
    """A box to fold from one piece, with a lid; where that is too large, its flaps are another."""

    kind: Literal["box"]
    part: Annotated[Id, Names("part", (Numbers,))]
    """The numbers, a flap each."""
    dice: Annotated[Id, Names("part", (Pool,))] | None = None
    """The dice that are to be folded besides."""
    flap: Annotated[float, Field(ge=12, le=40)]
    """How wide a flap is, in mm."""
    wall: Annotated[float, Field(ge=16, le=60)]
    """How high the walls are, in mm; a flap is a little shorter."""
    depth: Annotated[float, Field(ge=40, le=200)]
    """How deep the floor is, in mm, from the front to the flaps."""

    usual_weight = 160

    def plan(self, setting: Context) -> tuple[Page, ...]:
        """Plan the fewest pages, from one piece where a sheet has room for it."""
        ways = list[tuple[int, tuple[Drawing, ...], PaperSize]]()
        size = setting.options.size
        for is_whole, sheet in product((True, False), (size, size.rotated())):
            width, high = row_room(setting, (), sheet)
            rows = tuple(self._rows(setting, (width, high), is_whole=is_whole))
            widest, highest = max(row.width for row in rows), max(row.height for row in rows)
            if widest <= sheet.width - 2 * PRINTABLE_EDGE and highest <= high:
                ways.append((len(split_into_pages(rows, high)), rows, sheet))
        if not ways:
            raise LudokitError(message("print.too-high", least="1"))
        _, rows, sheet = min(ways, key=lambda way: way[0])
        return pages_of_rows(rows, setting, (), sheet)

    def finishing(self, setting: Context, pages: Sequence[Page]) -> Finishing:
        pieces = sum(_count_pieces(copy.placed) for page in pages for copy in page.copies)
        copies, whole = setting.options.copies, self.nets(setting, is_whole=True)
        is_whole = pieces == (len(whole) + self._dice(setting)) * copies
        nets = whole if is_whole else self.nets(setting, is_whole=False)
        shaped = sum(map(pieces_cut, nets)) * copies
        return Finishing(copies, folded=pieces, glued=True, shaped=shaped)

    def _dice(self, setting: Context) -> int:
        return setting.game.part(self.dice, Pool).dice if self.dice else 0

    def nets(self, setting: Context, *, is_whole: bool, shut: Collection[int] = ()) -> list[Net]:
        """Return the box and its lid; the flaps between them where they are a piece of their own.

        Panels are named by what they are: `floor`, `front`, `flap 1`, `left tab 0`...
        """
        is_large, wall, deep = setting.options.large, self.wall, self.depth
        # A sheet that holds a large box in one piece has room for larger walls as well.
        scale = (LARGE if is_whole else LARGER) if is_large else 1.0
        if is_whole:
            wall, deep = wall * scale, deep * scale
        count = sum(1 for _ in setting.game.part(self.part, Numbers).all_cells())
        wide, above = count * self.flap * scale, 2 * LIP + wall + 2 * (wall - SHORT)
        box = tray((wall, above if is_whole else wall), (wide, deep), wall, 90.0, TAB)
        lid_size = wide + LOOSE, deep + LOOSE
        lid = tray((LID_WALL, LID_WALL), lid_size, LID_WALL, -90.0, TAB)
        if is_whole:
            del box["back"]
            hidden = box.pop("left back"), box.pop("right back")
            ridge = self._ridge(box["floor"], wall, count, shut)
            return [(*hidden, *ridge, *box.values()), (*lid.values(),)]
        low = above + FOOT
        foot = Panel("foot", ((0.0, above), (wide, above), (wide, low), (0.0, low)))
        ridge = self._ridge(foot, wall, count, shut)
        return [(*box.values(),), (*ridge, foot), (*lid.values(),)]

    def _ridge(self, floor: Panel, high: Mm, count: int, shut: Collection[int]) -> Iterator[Panel]:
        """Yield a wall behind a lip of two layers, and its flaps, each of two layers too."""
        lip = floor.hang("lip", (floor.corners[0], floor.corners[1]), LIP, 90.0)
        under = lip.hang("under", lip.far, LIP, -180.0)
        wall = under.hang("back", under.far, high, 180.0)
        yield wall
        (left, top), (right, _) = wall.far
        each, long = (right - left) / count, high - SHORT
        for number in range(count):
            edge = (left + number * each, top), (left + (number + 1) * each, top)
            turn = 180.0 if number + 1 in shut else 0.0
            flap = wall.hang(f"flap {number + 1}", edge, long, turn)
            other = flap.hang(f"other {number + 1}", flap.far, long, -180.0, fill="rule.tint")
            yield from (flap, other) if turn else (other, flap)
        yield from (under, lip)

    def _rows(self, setting: Context, room: art.Size, *, is_whole: bool) -> Iterator[Drawing]:
        width, high = room
        pieces = [self._draw_piece(net, setting) for net in self.nets(setting, is_whole=is_whole)]
        first, *parts, lid = pieces
        # Beside the box where there is room, else beneath the lid.
        beside = art.column(*self._draw_dice(0.0, setting), gap=COLUMN_GAP)
        is_beside = first.width + COLUMN_GAP + beside.width <= width
        top = art.row(first, *([beside] if is_beside else ()), gap=COLUMN_GAP, middle=True)
        title = headline(setting, width)
        yield art.column(title, top, gap=BLOCK_GAP, middle=True)
        yield from parts
        yield self._draw_steps(setting, width, is_whole=is_whole)
        how = setting.style.lettering(TEXT).fit(setting.say("print.box-rest"), "rest", width)
        named = _named(message("print.box-lid"), lid, setting)
        rest = art.column(how, named, gap=BLOCK_GAP, middle=True)
        if is_beside or not self._dice(setting):
            yield rest
            return
        said = message("print.box-dice", n=self._dice(setting))
        beneath = high - title.height - 2 * DRAWING_GAP
        for more in DIE_STEPS:
            under = art.row(*self._draw_dice(more, setting), gap=COLUMN_GAP)
            dice = _named(said, under, setting)
            together = art.column(rest, dice, gap=COLUMN_GAP, middle=True)
            if together.height <= beneath:
                break
        yield from (rest, dice) if together.height > high else (together,)

    def _draw_dice(self, more: Mm, setting: Context) -> list[Drawing]:
        edge = (DIE + more) * (LARGER if setting.options.large else 1.0)
        die = cube_net([pips(number, edge) for number in range(1, 7)], edge)
        return [replace(die, title=PIECE, alt=setting.title)] * self._dice(setting)

    def _draw_steps(self, setting: Context, width: Mm, *, is_whole: bool) -> Drawing:
        each = (width - (len(STEPS) - 1) * COLUMN_GAP) / len(STEPS)
        how, seen, told = setting.style.lettering(TEXT), list[Drawing](), list[Drawing]()
        for number, (key, share, shut) in enumerate(STEPS, start=1):
            (net, *_) = self.nets(setting, is_whole=True, shut=shut)
            said = f"{number}. {setting.say(key)}"
            if number > 1 and not is_whole and not shut:
                said = f"{said} {setting.say('print.box-parts')}"
            seen.append(draw_folded(net, share, each * 0.8))
            told.append(how.fit(said, key, each))
        # All stand on one line, and so begin the words beneath.
        high = max(one.height for one in seen)
        shown = (Drawing(each, high, (Placed(one, 0.0, high - one.height),)) for one in seen)
        steps = (art.column(*both, gap=DRAWING_GAP) for both in zip(shown, told, strict=True))
        return art.row(*steps, gap=COLUMN_GAP)

    def _draw_piece(self, net: Net, setting: Context) -> Drawing:
        sketch, named = Sketch(setting), {panel.name: panel for panel in net}
        sketch.put(*draw_net(net))
        if "floor" in named:
            self._draw_floor(named, sketch)
        if "under" in named:
            _draw_lip(named["under"], sketch)
        cells = [*setting.game.part(self.part, Numbers).all_cells()] if "under" in named else []
        for number, cell in enumerate(cells, start=1):
            (left, low), (right, _), (_, top), _ = named[f"flap {number}"].corners
            label, size = setting.sentences.label(cell.id), (right - left, low - top)
            drawn = _draw_flap(label, size, setting)
            sketch.place(drawn, left, top)
            sketch.put(Placed(drawn, right, top, 180.0))
            sketch.cells.append(CellBox(cell.id, label, left, top, *size))
        drawn = sketch.drawing(*extent(net), PIECE)
        return replace(drawn, alt=setting.title)

    def _draw_floor(self, net: Mapping[str, Panel], sketch: Sketch) -> None:
        (left, top), (right, _), (_, low), _ = net["floor"].corners
        width, height = right - left, low - top
        setting, how = sketch.setting, sketch.style.lettering(TITLE, "bold", align="middle")
        name = how.fit(setting.sentences.title, "title", width)
        shown = [name]
        if (face := setting.game.head.face) is not None:
            shown.insert(0, draw_emblem(setting.game, face, height / 3))
        middle = art.column(*shown, gap=DRAWING_GAP, middle=True)
        sketch.place(art.centred_in(middle, width, height), left, top)
        if "back" in net and "under" not in net and net["back"].turn > 0:
            # Where the flaps, a piece of their own, are glued on.
            sketch.put(*hatching(Rect(left + 1, top + 1, width - 2, FOOT - 2)))
            sketch.put(*hatching(Rect(left + 1, top - self.wall + 1, width - 2, self.wall - 2)))


def _draw_flap(label: str, size: art.Size, setting: Context) -> Drawing:
    """Draw a side of a flap, a band of the game's colour along its end."""
    (width, height), sketch = size, Sketch(setting)
    face = setting.game.head.face
    # White about it shows the cuts beside it and the fold at its end.
    band = Rect(BARE, BARE, width - 2 * BARE, BAND, face.colour if face else "rule")
    sketch.put(band)
    how = Lettering(setting.style.family.bold, to_points(0.62 * width), "ink", "middle")
    y = 0.57 * height
    sketch.centre(label, width / 2, y, how)
    if set(label) <= {"6", "9"}:
        half, low = how.width(label) / 2, y + how.height / 2 + 0.1 * width
        sketch.put(Line(width / 2 - half, low, width / 2 + half, low, art.HEAVY))
    return sketch.drawing(width, height)


def _draw_lip(under: Panel, sketch: Sketch) -> None:
    """Name the lip on its strip that nobody sees once it is folded in half."""
    (left, low), (right, _), (_, top), _ = under.corners
    how = sketch.style.lettering(LABEL, align="middle")
    words = sketch.setting.say("print.box-lip")
    sketch.centre(words, (left + right) / 2, (low + top) / 2, how)


def _named(said: Message, piece: Drawing, setting: Context) -> Drawing:
    how = setting.style.lettering(SECTION, "bold", align="middle")
    name = how.fit(setting.say(said), "name", max(piece.width, 80.0))
    return art.column(name, piece, gap=DRAWING_GAP, middle=True)


def _count_pieces(placed: Placed) -> int:
    shapes = (shape for shape in placed.drawing.shapes if isinstance(shape, Placed))
    return 1 if placed.drawing.title == PIECE else sum(map(_count_pieces, shapes))
