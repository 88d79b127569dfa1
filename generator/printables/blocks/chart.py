"""A long track as printed in rows, one under another, each read from the left."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.game.parts import Track
from generator.paper.shapes import (
    CELL_LINE,
    HEAVY_LINE,
    CellBox,
    Drawing,
    Line,
    Rect,
    Shape,
    Stroke,
)
from generator.paper.text import Lettering, cap_height, set_line
from generator.paper.units import Mm, to_points
from generator.printables.blocks.room import Room
from generator.printables.blocks.track import CORNER
from generator.printables.setting import Setting

# How wide a row of the chart is, in pitches of a cell.
SPAN = 10.0
# The height of a box as a share of its width, tight and airy.
HEIGHT = (0.78, 1.0)
LARGEST = 13.0


class ChartBlock(Facts):
    """Print a track in rows of `in_row` boxes; the first of each row is tinted."""

    block: Literal["chart"]
    part: Id
    in_row: Annotated[int, Field(ge=2, le=20)]
    beside: bool = False


def draw(entry: ChartBlock, setting: Setting, room: Room) -> Drawing:
    """Draw the boxes side by side over the width that the room's pitch gives."""
    track = setting.game.part(entry.part, Track)
    width = min(room.width, room.pitch * SPAN) / entry.in_row
    height = width * room.between(*HEIGHT)
    left = (room.width - width * entry.in_row) / 2
    shapes: list[Shape] = []
    cells: list[CellBox] = []
    for place, (number, cell) in enumerate(zip(track.numbers(), track.cell_ids(), strict=True)):
        row, column = divmod(place, entry.in_row)
        box = Rect(left + column * width, row * height, width, height)
        shapes += _box(box, str(number), setting, is_first=column == 0)
        cells.append(CellBox(cell, str(number), box.x, box.y, width, height))
    rows = -(-track.boxes // entry.in_row)
    shapes += _rules(Rect(left, 0.0, width * entry.in_row, rows * height), rows, entry.in_row)
    return Drawing(room.width, rows * height, tuple(shapes), tuple(cells))


def _box(box: Rect, words: str, setting: Setting, *, is_first: bool) -> Iterator[Shape]:
    """Yield a box's tint and its number, in the corner that a counter leaves free."""
    if is_first:
        yield Rect(box.x, box.y, box.width, box.height, "rule.tint")
    size = min(to_points(0.22 * box.height), LARGEST)
    font = setting.style.family.bold if is_first else setting.style.family.regular
    how = Lettering(font, size, "ink")
    inset = 0.07 * box.width
    yield from set_line(words, box.x + inset, box.y + inset + cap_height(font, size), how)


def _rules(box: Rect, rows: int, columns: int) -> Iterator[Shape]:
    thin = Stroke("secondary", CELL_LINE * 0.7)
    for number in range(1, rows):
        y = box.y + number * box.height / rows
        yield Line(box.x, y, box.x + box.width, y, thin)
    for number in range(1, columns):
        x: Mm = box.x + number * box.width / columns
        yield Line(x, box.y, x, box.y + box.height, thin)
    middle = box.x + box.width / 2
    if columns % 2 == 0:
        yield Line(middle, box.y, middle, box.y + box.height, Stroke("ink", CELL_LINE))
    yield Rect(box.x, box.y, box.width, box.height, None, Stroke("ink", HEAVY_LINE), CORNER)
