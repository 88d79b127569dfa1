"""The head of a sheet: the game's title, and lines for a name and a date."""

from typing import Literal

from generator.game.facts import Facts
from generator.paper.shapes import WRITING_LINE, CellBox, Drawing, Line, Shape, Stroke
from generator.paper.style import LABEL, TITLE
from generator.paper.text import cap_height, set_line, width_of
from generator.paper.units import Mm
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting

COMPACT_TITLE = 13.0


class HeadingBlock(Facts):
    """Print the title, a line for the name and one for the date."""

    block: Literal["heading"]
    beside: bool = False


def draw(_entry: HeadingBlock, setting: Setting, room: Room) -> Drawing:
    """Draw title, name and date on one base line over the room's width."""
    style = setting.style
    bold = style.lettering(room.between(COMPACT_TITLE, TITLE), "bold")
    base = max(cap_height(bold.font, bold.size), style.length(room.between(5.0, 8.0)))
    gap = style.length(room.between(4.0, 8.0))
    title = setting.said.title
    shapes: list[Shape] = list(set_line(title, 0.0, base, bold))
    start = width_of(title, bold.font, bold.size) + gap
    lines = (("name", "print.name", 0.64), ("date", "print.date", 0.36))
    cells = []
    rest = room.width - start - gap
    for cell, key, share in lines:
        label = setting.say(key)
        how = style.lettering(LABEL, "regular", "secondary")
        shapes += set_line(label, start, base, how)
        left = start + width_of(label, how.font, how.size) + style.length(1.5)
        right = start + rest * share
        shapes.append(_writing_line(left, right, base))
        cells.append(CellBox(cell, label, left, 0.0, right - left, base))
        start = right + gap
    return Drawing(room.width, base + style.length(1.0), tuple(shapes), tuple(cells))


def _writing_line(left: Mm, right: Mm, y: Mm) -> Line:
    return Line(left, y + 0.6, right, y + 0.6, Stroke("secondary", WRITING_LINE))
