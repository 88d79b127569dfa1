"""Boxes to add up the score in, with the signs between them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.paper.shapes import (
    CELL_LINE,
    HEAVY_LINE,
    CellBox,
    Drawing,
    Placed,
    Rect,
    Shape,
    Stroke,
)
from generator.paper.style import LABEL
from generator.paper.text import LEAST_SIZE, TextBox, cap_height, fitted, set_line
from generator.paper.units import Mm
from generator.printables.blocks.room import Room
from generator.printables.blocks.track import CORNER, LABEL_ROOM, box_height
from generator.printables.setting import Setting


class Addend(Facts):
    """A part of the score; its box is `score.<id>`, its word the text of that name."""

    id: Id
    colour: Id | None = None
    minus: bool = False


class TotalsBlock(Facts):
    """Print a box for each part of the score and one for the total."""

    block: Literal["totals"]
    sum: Annotated[tuple[Addend, ...], Field(min_length=1, max_length=10)]
    beside: bool = False


TOTAL = Addend(id="total")


def draw(entry: TotalsBlock, setting: Setting, room: Room) -> Drawing:
    """Draw the boxes over the room's width."""
    height = box_height(setting, room)
    top = setting.style.length(LABEL_ROOM)
    sign = setting.style.length(4.0)
    addends = (*entry.sum, TOTAL)
    width = (room.width - sign * (len(addends) - 1)) / len(addends)
    shapes: list[Shape] = []
    cells = []
    for number, addend in enumerate(addends):
        x = number * (width + sign)
        shapes += _box(addend, setting, Rect(x, top, width, height, "white", None, CORNER))
        if number:
            words = "=" if addend is TOTAL else "−" if addend.minus else "+"
            shapes += _sign(words, setting, x - sign / 2, top + height / 2)
        label = setting.text(f"score.{addend.id}")
        cells.append(CellBox(f"score.{addend.id}", label, x, top, width, height))
    return Drawing(room.width, top + height, tuple(shapes), tuple(cells))


def _box(addend: Addend, setting: Setting, box: Rect) -> Iterator[Shape]:
    is_total = addend is TOTAL
    colour = addend.colour or "ink"
    stroke = Stroke(colour, HEAVY_LINE if is_total else CELL_LINE)
    words = setting.text(f"score.{addend.id}")
    if addend.colour:
        words = f"{words} {setting.sign(addend.colour)}".strip()
    how = setting.style.lettering(
        LABEL, "bold" if is_total else "regular", "ink", "middle", steps_down=True
    )
    label = fitted(words, TextBox(f"score.{addend.id}", box.width + 3.0, box.y), how)
    yield Placed(label, box.x - 1.5, setting.style.length(0.4))
    yield replace(box, stroke=stroke)


def _sign(words: str, setting: Setting, x: Mm, middle: Mm) -> Iterator[Shape]:
    how = setting.style.lettering(LEAST_SIZE + 4, "bold", "secondary", "middle")
    yield from set_line(words, x, middle + cap_height(how.font, how.size) / 2, how)
