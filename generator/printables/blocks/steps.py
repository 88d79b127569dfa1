"""What to do, step by step: numbered texts of the game under a heading."""

from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.paper.compose import above, beside
from generator.paper.shapes import Circle, Drawing, Placed, Shape
from generator.paper.style import SECTION, TEXT
from generator.paper.text import TextBox, cap_height, fitted, set_line
from generator.paper.units import Mm
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting

DISC: Mm = 4.6
GAP: Mm = 6.0


class StepsBlock(Facts):
    """Print texts of the game in order, numbered, in so many columns."""

    block: Literal["steps"]
    heading: Id
    texts: Annotated[tuple[Id, ...], Field(min_length=1, max_length=12)]
    columns: Annotated[int, Field(ge=1, le=3)] = 1
    beside: bool = False


def draw(entry: StepsBlock, setting: Setting, room: Room) -> Drawing:
    """Draw the heading and the steps over the room's width."""
    style = setting.style
    gap = style.length(room.between(1.8, 3.4))
    width = (room.width - GAP * (entry.columns - 1)) / entry.columns
    heading = fitted(
        setting.text(entry.heading),
        TextBox(entry.heading, room.width),
        style.lettering(SECTION, "bold"),
    )
    drawn = [
        _step(setting, number, text, width) for number, text in enumerate(entry.texts, start=1)
    ]
    each = -(-len(drawn) // entry.columns)
    columns = [above(*drawn[at : at + each], gap=gap) for at in range(0, len(drawn), each)]
    return above(heading, beside(*columns, gap=GAP), gap=style.length(2.4))


def _step(setting: Setting, number: int, text: str, width: Mm) -> Drawing:
    style = setting.style
    disc = style.length(DISC)
    indent = disc + style.length(2.2)
    how = style.lettering(TEXT)
    words = fitted(setting.text(text), TextBox(text, width - indent), how)
    bold = style.lettering(8.0, "bold", "ink.on", "middle")
    middle = cap_height(how.font, how.size) / 2
    top = max(0.0, disc / 2 - middle)
    base = top + middle + cap_height(bold.font, bold.size) / 2
    shapes: tuple[Shape, ...] = (
        Circle(disc / 2, top + middle, disc / 2, "ink"),
        *set_line(str(number), disc / 2, base, bold),
        Placed(words, indent, top),
    )
    return Drawing(width, max(disc, top + words.height), shapes)
