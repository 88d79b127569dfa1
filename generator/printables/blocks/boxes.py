"""A block that prints named boxes: what fills each in words and drawn dice, room for its points."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import Id, Names
from generator.game.parts import Box, Boxes, BoxGroup
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.printables.blocks.pips import die_face
from generator.printables.context import PrintContext
from generator.printables.declaring import Block, Room, known_part
from generator.printables.sketch import CORNER, Sketch

# Shares of the pitch: a line of the sheet, and the least width of a group.
ROW = (0.66, 1.9)
COLUMN = 7.0
# The box at a line's end, the band above a group.
BOX: art.Mm = 18.0
BRIEF_BOX: art.Mm = 12.0
BAND = (4.6, 7.0)
# A die as a share of the line, at most so large; the step to the next one as a share of the die.
DIE = 0.54
LARGEST_DIE: art.Mm = 8.0
NEXT = 1.14
# Groups stand side by side where each has this width.
WIDE: art.Mm = 85.0
BRIEF: art.Mm = 50.0
ASIDE: art.Mm = 6.0
INSET: art.Mm = 1.6


class BoxesBlock(Block):
    """Print named boxes in their groups: a line for each, with the dice that fill it."""

    block: Literal["boxes"]
    part: Annotated[Id, Names("part", (Boxes,))]
    """The boxes; `<part>.<id>` are the texts above a group and of what fills a box."""
    brief: bool = False
    """Whether names stand before the boxes alone, without words and dice, and the texts
    `score.<id>` above the groups."""

    def needs(self, game: Game) -> Iterator[Need]:
        """Yield what stands above each group, and what fills each box."""
        part = known_part(game, self.part, Boxes)
        for group in part.groups if part else ():
            boxes = () if self.brief else (f"{self.part}.{box.id}" for box in group.boxes)
            yield from (Need("texts", key, ("part",)) for key in (self._head(group), *boxes))

    def width_in_pitches(self, game: Game) -> float:  # noqa: ARG002 - groups can stand in one column
        """Return how many pitches of a writing cell a group is wide."""
        return COLUMN

    def draw(self, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw the groups side by side, equally high, or one under another."""
        groups = setting.game.part(self.part, Boxes).groups
        count = len(groups)
        wide = setting.style.length(BRIEF if self.brief else WIDE)
        if is_wide := room.width >= (wide + ASIDE) * count - ASIDE:
            width = (room.width - ASIDE * (count - 1)) / count
            room = replace(room, width=width, pitch=min(room.pitch, width / COLUMN))
        row = room.between(*ROW) * room.pitch
        most = max(len(group.boxes) for group in groups)
        rows = [row * most / len(group.boxes) if is_wide else row for group in groups]
        drawn = [
            self._group(group, setting, replace(room, pitch=row))
            for group, row in zip(groups, rows, strict=True)
        ]
        gap = setting.style.length(room.between(1.6, 4.0))
        return art.beside(*drawn, gap=ASIDE) if is_wide else art.above(*drawn, gap=gap)

    def _box(self) -> art.Mm:
        return BRIEF_BOX if self.brief else BOX

    def _head(self, group: BoxGroup) -> str:
        return f"score.{group.id}" if self.brief else f"{self.part}.{group.id}"

    def _group(self, group: BoxGroup, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw the lines of a group in a frame, each as high as the room's pitch, under a band."""
        band, sketch = setting.style.length(room.between(*BAND)), Sketch(setting)
        size = room.between(lettered.LABEL, lettered.SECTION)
        how = setting.style.lettering(size, "bold", f"{group.colour}.on", steps_down=True)
        key, row = self._head(group), room.pitch
        words = f"{setting.sign(group.colour)} {setting.text(key)}"
        head = how.fitted(words, key, room.width - 2 * INSET, band)
        bottom, x = band + row * len(group.boxes), room.width - setting.style.length(self._box())
        lines = art.Rect(0.0, band, room.width, bottom - band, "white")
        above = art.Rect(0.0, 0.0, room.width, band + 2 * CORNER, group.colour, None, CORNER)
        sketch.put(above, lines)
        sketch.place(head, INSET, (band - how.height) / 2)
        for number, box in enumerate(group.boxes):
            y = band + number * row
            sketch.place(self._line(box, setting, room), 0.0, y)
            sketch.rule(lines, (y,), (), art.THIN if number else art.EDGE)
        sketch.rule(lines, (), (x,), art.EDGE)
        sketch.put(art.Rect(0.0, 0.0, room.width, bottom, None, art.EDGE, CORNER))
        return sketch.drawing(room.width, bottom)

    def _line(self, box: Box, setting: PrintContext, room: Room) -> art.Drawing:
        """Draw a box, as high as the room's pitch, after its name, its words and its dice."""
        style, row, key = setting.style, room.pitch, f"{self.part}.{box.id}"
        sketch, end = Sketch(setting), room.width - style.length(self._box())
        die = min(row * DIE, style.length(LARGEST_DIE))
        faces = () if self.brief else box.shown()
        left = end - INSET - len(faces) * die * NEXT
        bold = style.lettering(room.between(lettered.LABEL, lettered.SECTION + 2), "bold")
        label, gap = setting.said.label(box.id), style.length(room.between(0.4, 1.4))
        words = bold.fitted(label, key, left - 2 * INSET)
        if not self.brief:
            size = room.between(lettered.LEAST_SIZE, lettered.TEXT + 1)
            plain = style.lettering(size, colour="secondary", steps_down=True)
            room_under = (left - 2 * INSET, row - words.height - gap)
            words = art.above(words, plain.fitted(setting.text(key), key, *room_under), gap=gap)
        sketch.place(words, INSET, gap / 2, row)
        for number, face in enumerate(faces):
            sketch.place(die_face(face, die), left + number * die * NEXT, 0.0, row)
        sketch.cells.append(art.CellBox(box.id, label, end, 0.0, room.width - end, row))
        return sketch.drawing(room.width, row)
