"""A track along the edge of a strip: a paper clip slides over it and points at the number."""

from collections.abc import Iterator
from typing import Literal

from generator.game.facts import Facts, Id, Index
from generator.game.parts import Track
from generator.paper.shapes import (
    CELL_LINE,
    WRITING_LINE,
    CellBox,
    Drawing,
    Line,
    Placed,
    Rect,
    Shape,
    Stroke,
)
from generator.paper.style import LABEL, SECTION
from generator.paper.text import LEAST_SIZE, TextBox, cap_height, fitted, set_line, width_of
from generator.paper.units import Mm
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting

NUMBER = 11.0
BOX: Mm = 12.0
TALL: Mm = 17.0
NAME_LINE: Mm = 52.0
LEAST_BESIDE: Mm = 45.0


class SliderBlock(Facts):
    """Print a track from its last number down to 0; `marked` is where a short game begins."""

    block: Literal["slider"]
    part: Id
    marked: Index | None = None
    beside: bool = False


def draw(entry: SliderBlock, setting: Setting, room: Room) -> Drawing:
    """Draw the boxes over the room's width at the top edge, under them what they are."""
    track = setting.game.part(entry.part, Track)
    numbers = tuple(range(track.boxes, -1, -1))
    width = room.width / len(numbers)
    height = setting.style.length(room.between(BOX, TALL))
    shapes: list[Shape] = []
    cells = []
    for place, number in enumerate(numbers):
        x = place * width
        box = Rect(x, 0.0, width, height)
        shapes += _box(entry, setting, number, box, is_first=place == 0)
        cells.append(CellBox(f"{track.id}.{number}", str(number), x, 0.0, width, height))
    under = _words(entry, setting, room.width, numbers, width)
    y = height + setting.style.length(1.2)
    shapes.append(Placed(under, 0.0, y))
    return Drawing(room.width, y + under.height, tuple(shapes), tuple(cells))


def _box(
    entry: SliderBlock, setting: Setting, number: int, box: Rect, *, is_first: bool
) -> Iterator[Shape]:
    """Yield a box and its number at the foot, clear of the clip."""
    is_strong = is_first or number in {0, entry.marked}
    stroke = Stroke("ink", CELL_LINE if is_strong else WRITING_LINE)
    fill = "rule.tint" if is_strong else "white"
    yield Rect(box.x, box.y, box.width, box.height, fill, stroke)
    size = NUMBER if is_strong else NUMBER - 1.5
    how = setting.style.lettering(size, "bold" if is_strong else "regular", "ink", "middle")
    base = box.height - setting.style.length(2.6)
    yield from set_line(str(number), box.x + box.width / 2, base, how)
    middle = box.x + box.width / 2
    tick = Stroke("secondary", WRITING_LINE)
    yield Line(middle, 0.0, middle, setting.style.length(2.0), tick)


def _words(
    entry: SliderBlock, setting: Setting, width: Mm, numbers: tuple[int, ...], step: Mm
) -> Drawing:
    """Draw what the marked boxes mean, the strip's name, a line for a table's name, how to use."""
    style = setting.style
    small = style.lettering(LEAST_SIZE, "regular", "secondary", "middle")
    base = cap_height(small.font, small.size)
    shapes: list[Shape] = []
    for number, key in ((numbers[0], "start"), (entry.marked, "short"), (0, "out")):
        if number in numbers:
            words = setting.text(f"{entry.part}.{key}")
            half = width_of(words, small.font, small.size) / 2
            x = min(max(half, (numbers.index(number) + 0.5) * step), width - half)
            shapes += set_line(words, x, base, small)
    y = base + style.length(7.0)
    bold = style.lettering(SECTION, "bold")
    name = setting.text(entry.part)
    shapes += set_line(name, 0.0, y, bold)
    start = width_of(name, bold.font, bold.size) + style.length(8.0)
    plain = style.lettering(LABEL, "regular", "secondary")
    label = setting.text("table")
    shapes += set_line(label, start, y, plain)
    start += width_of(label, plain.font, plain.size) + 1.5
    end = start + style.length(NAME_LINE)
    shapes.append(Line(start, y + 0.6, end, y + 0.6, Stroke("secondary", WRITING_LINE)))
    how = style.lettering(LABEL)
    # Beside the line where there is room for it, else below.
    is_beside = width - end > style.length(LEAST_BESIDE)
    left = end + style.length(8.0) if is_beside else 0.0
    top = y - cap_height(how.font, how.size) if is_beside else y + style.length(3.0)
    said = fitted(setting.text(f"{entry.part}.how"), TextBox(entry.part, width - left), how)
    shapes.append(Placed(said, left, top))
    cell = CellBox("table", label, start, y - style.length(6.0), end - start, style.length(6.0))
    height = max(y + style.length(1.0), top + said.height)
    return Drawing(width, height, tuple(shapes), (cell,))
