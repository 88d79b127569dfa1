"""A few rules to have before one's eyes, printed where the page has room for them."""

from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.paper.compose import above, beside
from generator.paper.shapes import Circle, Drawing, Placed
from generator.paper.style import SECTION, TEXT
from generator.paper.text import TextBox, cap_height, fitted
from generator.paper.units import Mm
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting

COLUMN_GAP: Mm = 10.0


class ReminderBlock(Facts):
    """Print the sentences of some rules in two columns."""

    block: Literal["reminder"]
    rules: Annotated[tuple[Id, ...], Field(min_length=1, max_length=8)]
    beside: bool = False


def draw(entry: ReminderBlock, setting: Setting, room: Room) -> Drawing:
    """Draw a small heading and the sentences, a dot before each."""
    style = setting.style
    width = (room.width - COLUMN_GAP) / 2
    heading = fitted(
        setting.say("print.reminder"),
        TextBox("reminder", room.width),
        style.lettering(SECTION - 1, "bold"),
    )
    sentences = tuple(_sentence(setting.said.rules[rule], setting, width) for rule in entry.rules)
    half = (len(sentences) + 1) // 2
    gap = style.length(2.5)
    columns = beside(
        above(*sentences[:half], gap=gap), above(*sentences[half:], gap=gap), gap=COLUMN_GAP
    )
    return above(heading, columns, gap=style.length(3.0))


def _sentence(words: str, setting: Setting, width: Mm) -> Drawing:
    how = setting.style.lettering(TEXT)
    indent = setting.style.length(4.0)
    lines = fitted(words, TextBox("reminder", width - indent), how)
    dot = Circle(indent * 0.35, cap_height(how.font, how.size) / 2, indent * 0.14, "secondary")
    return Drawing(width, lines.height, (dot, Placed(lines, indent, 0.0)))
