"""The markers in the order in which they follow one another, with their names and points."""

from collections.abc import Iterator
from typing import Literal

from generator.game.facts import Facts, Id
from generator.game.parts import Markers
from generator.paper.shapes import Drawing, Line, Placed, Shape, Stroke
from generator.paper.style import LABEL
from generator.paper.text import TextBox, fitted
from generator.paper.units import Mm
from generator.printables.blocks.room import Room
from generator.printables.kinds.tokens import token
from generator.printables.pictures import picture
from generator.printables.setting import Setting
from generator.words import message

BADGE: Mm = 12.0
SIGN: Mm = 6.5
HEAD: Mm = 1.6


class StagesBlock(Facts):
    """Print what becomes of a cell, step by step: `none` is its picture without a marker.

    `by` is the picture of what leads from a stage to the next.
    """

    block: Literal["stages"]
    part: Id
    none: Id
    by: Id
    beside: bool = False


def draw(entry: StagesBlock, setting: Setting, room: Room) -> Drawing:
    """Draw a column for each stage over the room's width, arrows between them."""
    stages = setting.game.part(entry.part, Markers).stages
    width = room.width / (len(stages) + 1)
    columns = [_column(setting, picture(setting.game, entry.none, BADGE), "none", 0, width)]
    for marker in stages:
        drawn = token(setting, marker.colour, setting.said.label(marker.id), BADGE)
        columns.append(_column(setting, drawn, marker.id, marker.worth, width))
    shapes: list[Shape] = [Placed(one, number * width, 0.0) for number, one in enumerate(columns)]
    for number in range(1, len(columns)):
        shapes += _arrow(entry, setting, number * width, width - BADGE)
    return Drawing(room.width, max(one.height for one in columns), tuple(shapes))


def _column(setting: Setting, drawn: Drawing, marker: str, worth: int, width: Mm) -> Drawing:
    """Draw a stage, its name under it, and what it scores."""
    top = SIGN * 0.5
    shapes: list[Shape] = [Placed(drawn, (width - drawn.width) / 2, top)]
    y = top + BADGE + 1.6
    bold = setting.style.lettering(LABEL, "bold", "ink", "middle", steps_down=True)
    plain = setting.style.lettering(LABEL, "regular", "secondary", "middle", steps_down=True)
    points = setting.say(message("print.points", n=worth))
    for words, how in ((setting.text(f"marker.{marker}"), bold), (points, plain)):
        said = fitted(words, TextBox(f"marker.{marker}", width - 2.0), how)
        shapes.append(Placed(said, 1.0, y))
        y += said.height + 0.9
    return Drawing(width, y, tuple(shapes))


def _arrow(entry: StagesBlock, setting: Setting, x: Mm, room: Mm) -> Iterator[Shape]:
    """Yield an arrow about a border between two columns, and above it what leads along it."""
    half = room * 0.32
    y = SIGN * 0.5 + BADGE / 2
    stroke = Stroke("ink", 1.1)
    yield Line(x - half, y, x + half, y, stroke)
    yield Line(x + half - HEAD, y - HEAD, x + half, y, stroke)
    yield Line(x + half - HEAD, y + HEAD, x + half, y, stroke)
    yield Placed(picture(setting.game, entry.by, SIGN), x - SIGN / 2, y - SIGN - 0.4)
