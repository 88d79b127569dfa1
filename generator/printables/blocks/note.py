"""A sentence of the game's own on a sheet: how to fill it in, what its signs mean."""

from typing import Literal

from generator.game.facts import Facts, Id
from generator.paper.shapes import Drawing
from generator.paper.style import LABEL
from generator.paper.text import TextBox, fitted
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting


class NoteBlock(Facts):
    """Print one of the game's texts."""

    block: Literal["note"]
    text: Id
    beside: bool = False


def draw(entry: NoteBlock, setting: Setting, room: Room) -> Drawing:
    """Draw the text over the room's width."""
    box = TextBox("note", room.width, language=setting.options.language)
    return fitted(setting.text(entry.text), box, setting.style.lettering(LABEL))
