"""Blocks that print a track: boxes in a row, a chart of rows, places for tokens, a slider."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import ColourId, Id, Index, Names
from generator.game.parts import Track
from generator.paper import shapes as art
from generator.paper.text import LABEL, LEAST_SIZE, SECTION, Lettering
from generator.printables.context import PrintContext
from generator.printables.declaring import Block, Room, known_part
from generator.printables.sketch import CORNER, Sketch
from generator.words import numeral

TrackId = Annotated[Id, Names("part", (Track,))]
NamedTrackId = Annotated[Id, Names("part", (Track,), texts=("{}",))]

# The height of the line of words above boxes.
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
    part: NamedTrackId
    """The track."""
    colour: ColourId | None = None
    """The colour whose shape stands before the name."""
    share: Annotated[float, Field(gt=0, le=1)] = 1.0
    """The share of the width that the boxes take at most."""
    ends: bool = True
    """Whether the last box ends something: its outline is heavier."""

    def draw(self, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw the boxes as wide as they need, `box_height` high, under the track's name."""
        track, style, sketch = setting.game.part(self.part, Track), setting.style, Sketch(setting)
        bold, top = style.lettering(LABEL, "bold"), style.length(LABEL_ROOM)
        y = style.length(0.4) + bold.height
        end = sketch.write(setting.signed(self.colour, setting.text(self.part)), 0.0, y, bold)
        if track.worth:
            plain = style.lettering(LABEL, "regular", "secondary")
            worth = f"{numeral(track.worth, plus=True)} {setting.say('print.each')}"
            end = sketch.write(worth, end + style.length(1.5), y, plain)
        most = room.width * self.share / (track.boxes * (1 + GAP) - GAP)
        side = min(box_height(setting, room) * SHARE, most)
        gap, height = side * GAP, side / SHARE
        for number, cell in enumerate(track.cell_ids()):
            at = (number * (side + gap), top + height - side, side, side)
            is_last = self.ends and number == track.boxes - 1
            box = art.CellBox(cell, str(track.first + number), *at)
            sketch.box(box, art.HEAVY if is_last else art.EDGE)
        return sketch.drawing(max(track.boxes * (side + gap) - gap, end), top + height)


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
        track, sketch = setting.game.part(self.part, Track), Sketch(setting)
        width = min(room.width, room.pitch * self.span) / self.in_row
        height = width * room.between(0.78, 1.0)
        left = (room.width - width * self.in_row) / 2
        for place, (number, cell) in enumerate(zip(track.numbers(), track.cell_ids(), strict=True)):
            row, column = divmod(place, self.in_row)
            x, y = left + column * width, row * height
            if column == 0:
                sketch.put(art.Rect(x, y, width, height, "rule.tint"))
            # Its number stands in the corner that a counter leaves free.
            font = setting.style.family.regular if column else setting.style.family.bold
            how = Lettering(font, min(art.to_points(0.22 * height), 13.0), "ink")
            inset = 0.07 * width
            sketch.write(str(number), x + inset, y + inset + how.height, how)
            sketch.cells.append(art.CellBox(cell, str(number), x, y, width, height))
        rows = -(-track.boxes // self.in_row)
        whole = art.Rect(left, 0.0, width * self.in_row, rows * height, None, art.HEAVY, CORNER)
        ys, xs = (n * height for n in range(1, rows)), range(1, self.in_row)
        thin = art.Stroke("secondary", art.CELL_LINE * 0.7)
        sketch.rule(whole, ys, (left + n * width for n in xs), thin)
        middle = (left + whole.width / 2,) if self.in_row % 2 == 0 else ()
        sketch.rule(whole, (), middle, art.EDGE)
        sketch.put(whole)
        return sketch.drawing(room.width, rows * height)


class PlacesBlock(Block):
    """Print the boxes of a track as round places for tokens, after the text named as the part."""

    block: Literal["places"]
    part: NamedTrackId
    """The track."""
    colour: ColourId
    """The colour of the tokens that are laid on it."""

    def draw(self, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw the track's name, then its places over the rest of the width."""
        track, sketch = setting.game.part(self.part, Track), Sketch(setting)
        # A place holds a token of 12 mm, wider ones where the sheet is.
        side = max(14.0, min(room.pitch * 0.98, 18.0))
        name = room.width * 0.24
        how = setting.style.lettering(SECTION, "bold", "ink", steps_down=True)
        words = how.fitted(setting.text(self.part), self.part, name - 4.0)
        sketch.place(words, 0.0, 0.0, side)
        pitch = (room.width - name - side) / max(1, track.boxes - 1)
        number = setting.style.lettering(14.0, "bold", self.colour, "middle")
        stroke = art.Stroke(self.colour, art.CELL_LINE * 1.2)
        for place, (box, cell) in enumerate(zip(track.numbers(), track.cell_ids(), strict=True)):
            x = name + place * pitch
            sketch.put(art.Circle(x + side / 2, side / 2, side / 2 - 0.3, "white", stroke))
            sketch.centre(str(box), x + side / 2, side / 2, number)
            sketch.cells.append(art.CellBox(cell, str(box), x, 0.0, side, side))
        return sketch.drawing(room.width, side)


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
        track, style, sketch = setting.game.part(self.part, Track), setting.style, Sketch(setting)
        numbers = tuple(range(track.boxes, -1, -1))
        width = room.width / len(numbers)
        height = style.length(room.between(12.0, 17.0))
        for place, number in enumerate(numbers):
            x, label = place * width, str(number)
            is_strong = place == 0 or number in {0, self.marked}
            fill, stroke = ("rule.tint", art.EDGE) if is_strong else ("white", art.THIN)
            sketch.put(art.Rect(x, 0.0, width, height, fill, stroke))
            # The number stands at the foot, clear of the clip.
            weight, size = ("bold", 11.0) if is_strong else ("regular", 9.5)
            how = style.lettering(size, weight, align="middle")
            sketch.write(label, x + width / 2, height - style.length(2.6), how)
            sketch.put(art.Line(x + width / 2, 0.0, x + width / 2, style.length(2.0), art.QUIET))
            cell = art.CellBox(f"{track.id}.{label}", label, x, 0.0, width, height)
            sketch.cells.append(cell)
        under = self._words(setting, room.width, numbers, width)
        y = height + style.length(1.2)
        sketch.place(under, 0.0, y)
        return sketch.drawing(room.width, y + under.height)

    def _words(
        self, setting: PrintContext, width: art.Mm, numbers: tuple[int, ...], step: art.Mm
    ) -> art.Drawing:
        """Draw what marked boxes mean, the strip's name, a line for a table's, how to use it."""
        style, sketch = setting.style, Sketch(setting)
        small = style.lettering(LEAST_SIZE, "regular", "secondary", "middle")
        for number, key in ((numbers[0], "start"), (self.marked, "short"), (0, "out")):
            if number in numbers:
                words = setting.text(f"{self.part}.{key}")
                half = small.width(words) / 2
                x = min(max(half, (numbers.index(number) + 0.5) * step), width - half)
                sketch.write(words, x, small.height, small)
        y = small.height + style.length(7.0)
        end = sketch.write(setting.text(self.part), 0.0, y, style.lettering(SECTION, "bold"))
        label, plain = setting.text("table"), style.lettering(LABEL, "regular", "secondary")
        start = sketch.write(label, end + style.length(8.0), y, plain) + 1.5
        end = start + style.length(52.0)
        high = style.length(6.0)
        sketch.blank(art.CellBox("table", label, start, y - high, end - start, high))
        how = style.lettering(LABEL)
        # Beside the line where there is room for it, else below.
        is_beside = width - end > style.length(45.0)
        left = end + style.length(8.0) if is_beside else 0.0
        top = y - how.height if is_beside else y + style.length(3.0)
        said = how.fitted(setting.text(f"{self.part}.how"), self.part, width - left)
        sketch.place(said, left, top)
        return sketch.drawing(width, max(y + style.length(1.0), top + said.height))
