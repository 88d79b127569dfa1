"""Blocks that print a track: boxes in a row, a chart of rows, places for tokens, a slider."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import ColourId, Id, Index, Names
from generator.game.parts import Track
from generator.paper import shapes as art
from generator.paper.text import LABEL, LEAST_SIZE, SECTION, Lettering, set_line, set_middle
from generator.printables.context import PrintContext
from generator.printables.declaring import Block, Room, known_part
from generator.words import numeral

TrackId = Annotated[Id, Names("part", (Track,))]

# The radius of a box's corners, and the height of the line of words above boxes.
CORNER: art.Mm = art.to_mm(2.5)
LABEL_ROOM: art.Mm = 3.9
# A box's side as a share of the height it stands in, the space to the next as a share of the side.
SHARE = 0.92
GAP = 0.24


def box_height(setting: PrintContext, room: Room) -> art.Mm:
    """Return the height of a box to write a total in."""
    return min(room.between(0.66, 0.9) * room.pitch, setting.style.length(13.0))


class TrackBlock(Block):
    """Print a track of the game: boxes in a row under its name, the text named as the part."""

    block: Literal["track"]
    part: TrackId
    """The track."""
    colour: ColourId | None = None
    """The colour whose shape stands before the name."""
    share: Annotated[float, Field(gt=0, le=1)] = 1.0
    """The share of the width that the boxes take at most."""
    ends: bool = True
    """Whether the last box ends something: its outline is heavier."""

    def needs(self, game: Game) -> Iterator[Need]:  # noqa: ARG002
        """Yield the track's name."""
        yield Need("texts", self.part, ("part",))

    def draw(self, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw the boxes as wide as they need, `box_height` high, under the track's name."""
        track = setting.game.part(self.part, Track)
        bold = setting.style.lettering(LABEL, "bold")
        y, top = setting.style.length(0.4) + bold.height, setting.style.length(LABEL_ROOM)
        words = f"{setting.sign(self.colour)} {setting.text(self.part)}".strip()
        shapes: list[art.Shape] = [*set_line(words, 0.0, y, bold)]
        end = bold.width(words)
        if track.worth:
            plain = setting.style.lettering(LABEL, "regular", "secondary")
            worth = f"{numeral(track.worth, plus=True)} {setting.say('print.each')}"
            x = end + setting.style.length(1.5)
            shapes += set_line(worth, x, y, plain)
            end = x + plain.width(worth)
        most = room.width * self.share / (track.boxes * (1 + GAP) - GAP)
        side = min(box_height(setting, room) * SHARE, most)
        gap, height, cells = side * GAP, side / SHARE, []
        for number, cell in enumerate(track.cell_ids()):
            is_last = self.ends and number == track.boxes - 1
            stroke = art.Stroke("ink", art.HEAVY_LINE if is_last else art.CELL_LINE)
            x, y = number * (side + gap), top + height - side
            shapes.append(art.Rect(x, y, side, side, "white", stroke, CORNER))
            cells.append(art.CellBox(cell, str(track.first + number), x, y, side, side))
        width = max(track.boxes * (side + gap) - gap, end)
        return art.Drawing(width, top + height, tuple(shapes), tuple(cells))


class ChartBlock(Block):
    """Print a long track in rows, one under another, each read from the left."""

    block: Literal["chart"]
    part: TrackId
    """The track."""
    in_row: Annotated[int, Field(ge=2, le=20)]
    """How many boxes stand in a row; the first of each is tinted."""
    span = 10.0

    def draw(self, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw the boxes side by side over the width that the room's pitch gives."""
        track = setting.game.part(self.part, Track)
        width = min(room.width, room.pitch * self.span) / self.in_row
        height = width * room.between(0.78, 1.0)
        left = (room.width - width * self.in_row) / 2
        shapes: list[art.Shape] = []
        cells: list[art.CellBox] = []
        for place, (number, cell) in enumerate(zip(track.numbers(), track.cell_ids(), strict=True)):
            row, column = divmod(place, self.in_row)
            x, y = left + column * width, row * height
            if column == 0:
                shapes.append(art.Rect(x, y, width, height, "rule.tint"))
            # Its number stands in the corner that a counter leaves free.
            font = setting.style.family.regular if column else setting.style.family.bold
            how = Lettering(font, min(art.to_points(0.22 * height), 13.0), "ink")
            inset = 0.07 * width
            shapes += set_line(str(number), x + inset, y + inset + how.height, how)
            cells.append(art.CellBox(cell, str(number), x, y, width, height))
        rows = -(-track.boxes // self.in_row)
        whole = art.Rect(left, 0.0, width * self.in_row, rows * height)
        shapes += _chart_rules(whole, rows, self.in_row)
        return art.Drawing(room.width, rows * height, tuple(shapes), tuple(cells))


def _chart_rules(box: art.Rect, rows: int, columns: int) -> Iterator[art.Shape]:
    thin = art.Stroke("secondary", art.CELL_LINE * 0.7)
    for number in range(1, rows):
        y = box.y + number * box.height / rows
        yield art.Line(box.x, y, box.x + box.width, y, thin)
    for number in range(1, columns):
        x: art.Mm = box.x + number * box.width / columns
        yield art.Line(x, box.y, x, box.y + box.height, thin)
    middle = box.x + box.width / 2
    if columns % 2 == 0:
        yield art.Line(middle, box.y, middle, box.y + box.height, art.EDGE)
    yield art.Rect(box.x, box.y, box.width, box.height, None, art.HEAVY, CORNER)


class PlacesBlock(Block):
    """Print the boxes of a track as round places for tokens, after the text named as the part."""

    block: Literal["places"]
    part: TrackId
    """The track."""
    colour: ColourId
    """The colour of the tokens that are laid on it."""

    def needs(self, game: Game) -> Iterator[Need]:  # noqa: ARG002
        """Yield the track's name."""
        yield Need("texts", self.part, ("part",))

    def draw(self, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw the track's name, then its places over the rest of the width."""
        track = setting.game.part(self.part, Track)
        # A place holds a token of 12 mm, wider ones where the sheet is.
        side = max(14.0, min(room.pitch * 0.98, 18.0))
        name = room.width * 0.24
        how = setting.style.lettering(SECTION, "bold", "ink", steps_down=True)
        words = how.fitted(setting.text(self.part), self.part, name - 4.0)
        shapes: list[art.Shape] = [art.Placed(words, 0.0, (side - words.height) / 2)]
        cells = []
        pitch = (room.width - name - side) / max(1, track.boxes - 1)
        number = setting.style.lettering(14.0, "bold", self.colour, "middle")
        stroke = art.Stroke(self.colour, art.CELL_LINE * 1.2)
        for place, (box, cell) in enumerate(zip(track.numbers(), track.cell_ids(), strict=True)):
            x = name + place * pitch
            shapes.append(art.Circle(x + side / 2, side / 2, side / 2 - 0.3, "white", stroke))
            shapes += set_middle(str(box), x + side / 2, side / 2, number)
            cells.append(art.CellBox(cell, str(box), x, 0.0, side, side))
        return art.Drawing(room.width, side, tuple(shapes), tuple(cells))


class SliderBlock(Block):
    """Print a track from its last number down to 0: a paper clip slides over it and points."""

    block: Literal["slider"]
    part: TrackId
    """The track; what its boxes mean are the texts `<part>.start`, `.short`, `.out`, `.how`."""
    marked: Index | None = None
    """The number at which a short game begins."""

    def needs(self, game: Game) -> Iterator[Need]:
        """Yield the track's name, what its boxes mean, and the word for a table."""
        track = known_part(game, self.part, Track)
        is_marked = track is not None and self.marked is not None and self.marked <= track.boxes
        for key in ("start", *(("short",) if is_marked else ()), "out", "how"):
            yield Need("texts", f"{self.part}.{key}", ("part",))
        yield from (Need("texts", key, ("part",)) for key in (self.part, "table"))

    def draw(self, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw the boxes over the room's width at the top edge, under them what they are."""
        track = setting.game.part(self.part, Track)
        numbers = tuple(range(track.boxes, -1, -1))
        width = room.width / len(numbers)
        height = setting.style.length(room.between(12.0, 17.0))
        shapes: list[art.Shape] = []
        cells = []
        low, base = setting.style.length(2.0), height - setting.style.length(2.6)
        for place, number in enumerate(numbers):
            x, label = place * width, str(number)
            is_strong = place == 0 or number in {0, self.marked}
            stroke = art.Stroke("ink", art.CELL_LINE if is_strong else art.WRITING_LINE)
            fill = "rule.tint" if is_strong else "white"
            shapes.append(art.Rect(x, 0.0, width, height, fill, stroke))
            # The number stands at the foot, clear of the clip.
            size = 11.0 if is_strong else 9.5
            how = setting.style.lettering(size, "bold" if is_strong else "regular", align="middle")
            shapes += set_line(label, x + width / 2, base, how)
            shapes.append(art.Line(x + width / 2, 0.0, x + width / 2, low, art.QUIET))
            cells.append(art.CellBox(f"{track.id}.{label}", label, x, 0.0, width, height))
        under = self._words(setting, room.width, numbers, width)
        y = height + setting.style.length(1.2)
        shapes.append(art.Placed(under, 0.0, y))
        return art.Drawing(room.width, y + under.height, tuple(shapes), tuple(cells))

    def _words(
        self, setting: PrintContext, width: art.Mm, numbers: tuple[int, ...], step: art.Mm
    ) -> art.Drawing:
        """Draw what marked boxes mean, the strip's name, a line for a table's, how to use it."""
        style = setting.style
        small = style.lettering(LEAST_SIZE, "regular", "secondary", "middle")
        base = small.height
        shapes: list[art.Shape] = []
        for number, key in ((numbers[0], "start"), (self.marked, "short"), (0, "out")):
            if number in numbers:
                words = setting.text(f"{self.part}.{key}")
                half = small.width(words) / 2
                x = min(max(half, (numbers.index(number) + 0.5) * step), width - half)
                shapes += set_line(words, x, base, small)
        y = base + style.length(7.0)
        bold = style.lettering(SECTION, "bold")
        name = setting.text(self.part)
        shapes += set_line(name, 0.0, y, bold)
        start = bold.width(name) + style.length(8.0)
        plain = style.lettering(LABEL, "regular", "secondary")
        label = setting.text("table")
        shapes += set_line(label, start, y, plain)
        start += plain.width(label) + 1.5
        end = start + style.length(52.0)
        shapes.append(art.Line(start, y + 0.6, end, y + 0.6, art.QUIET))
        how = style.lettering(LABEL)
        # Beside the line where there is room for it, else below.
        is_beside = width - end > style.length(45.0)
        left = end + style.length(8.0) if is_beside else 0.0
        top = y - how.height if is_beside else y + style.length(3.0)
        said = how.fitted(setting.text(f"{self.part}.how"), self.part, width - left)
        shapes.append(art.Placed(said, left, top))
        high = style.length(6.0)
        cell = art.CellBox("table", label, start, y - high, end - start, high)
        height = max(y + style.length(1.0), top + said.height)
        return art.Drawing(width, height, tuple(shapes), (cell,))
