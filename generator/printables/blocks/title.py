"""The title of a board: the game's name, and what it is about."""

from typing import Literal

from generator.game.facts import Facts
from generator.paper.shapes import Drawing, Placed
from generator.paper.style import TEXT, TITLE
from generator.paper.text import TextBox, cap_height, fitted, set_line, width_of
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting

COMPACT_TITLE = 13.0
GAP = 6.0


class TitleBlock(Facts):
    """Print the game's title with its tagline, for papers that are nobody's own."""

    block: Literal["title"]
    beside: bool = False


def draw(_entry: TitleBlock, setting: Setting, room: Room) -> Drawing:
    """Draw the title at the left and the tagline beside it, on one base line."""
    style = setting.style
    bold = style.lettering(room.between(COMPACT_TITLE, TITLE), "bold")
    base = cap_height(bold.font, bold.size)
    title = set_line(setting.said.title, 0.0, base, bold)
    start = width_of(setting.said.title, bold.font, bold.size) + GAP
    how = style.lettering(TEXT, "regular", "secondary", steps_down=True)
    words = fitted(setting.said.tagline, TextBox("tagline", room.width - start), how)
    top = max(0.0, base - cap_height(how.font, how.size))
    height = max(base, top + words.height)
    return Drawing(room.width, height, (*title, Placed(words, start, top)))
