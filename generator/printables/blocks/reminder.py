"""A few rules to have before one's eyes, printed where the page has room for them."""

from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.paper.compose import above, beside
from generator.paper.shapes import Circle, Drawing, Placed
from generator.paper.style import SECTION, TEXT, TITLE
from generator.paper.text import TextBox, cap_height, fitted, set_line, width_of
from generator.paper.units import Mm
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting

COLUMN_GAP: Mm = 10.0
# The words of a strip that lies in the middle of a table, read from every side of it.
AIRY = 13.0
COMPACT_TITLE = 13.0
BESIDE: Mm = 4.0


class ReminderBlock(Facts):
    """Print the sentences of some rules in two columns, where there is room.

    One that stands `always` is what its sheet is for: with room its words grow.
    """

    block: Literal["reminder"]
    rules: Annotated[tuple[Id, ...], Field(min_length=1, max_length=8)]
    beside: bool = False
    always: bool = False


def draw(entry: ReminderBlock, setting: Setting, room: Room) -> Drawing:
    """Draw a small heading and the sentences, a dot before each."""
    style = setting.style
    size = room.between(TEXT, AIRY) if entry.always else TEXT
    width = (room.width - COLUMN_GAP) / 2
    said = setting.said.rules
    sentences = tuple(_sentence(said[rule], setting, width, size) for rule in entry.rules)
    half = (len(sentences) + 1) // 2
    gap = style.length(2.5)
    columns = beside(
        above(*sentences[:half], gap=gap), above(*sentences[half:], gap=gap), gap=COLUMN_GAP
    )
    return above(_heading(entry, setting, room), columns, gap=style.length(3.0))


def _heading(entry: ReminderBlock, setting: Setting, room: Room) -> Drawing:
    """Draw what this is: beside the game's title where it is a sheet of its own."""
    words = setting.say("print.reminder")
    how = setting.style.lettering(SECTION - 1, "bold")
    if not entry.always:
        return fitted(words, TextBox("reminder", room.width), how)
    title = setting.style.lettering(room.between(COMPACT_TITLE, TITLE), "bold")
    base = cap_height(title.font, title.size)
    start = width_of(setting.said.title, title.font, title.size) + setting.style.length(BESIDE)
    how = setting.style.lettering(room.between(SECTION - 1, SECTION + 2), colour="secondary")
    shapes = (*set_line(setting.said.title, 0.0, base, title), *set_line(words, start, base, how))
    return Drawing(room.width, base, shapes)


def _sentence(words: str, setting: Setting, width: Mm, size: float) -> Drawing:
    how = setting.style.lettering(size)
    indent = setting.style.length(4.0)
    lines = fitted(words, TextBox("reminder", width - indent), how)
    dot = Circle(indent * 0.35, cap_height(how.font, how.size) / 2, indent * 0.14, "secondary")
    return Drawing(width, lines.height, (dot, Placed(lines, indent, 0.0)))
