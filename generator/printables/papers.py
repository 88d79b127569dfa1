"""A player's paper as printed, to be filled in again: the sheet that a part stands on."""

from generator.errors import LudokitError
from generator.paper.shapes import Drawing
from generator.paper.units import Mm
from generator.printables.blocks.reminder import ReminderBlock
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.kinds.stack import stacked
from generator.printables.planning import entries
from generator.printables.setting import Setting
from generator.words import message

# Two papers with a few findings each fit a page.
HEIGHT: Mm = 95.0
# Cells any closer could not be read.
LEAST: Mm = 4.0


def paper(setting: Setting, part: str, width: Mm) -> Drawing:
    """Return the sheet that a part is printed on, no wider than wanted and not higher than 95 mm.

    Raise LudokitError where no printable shows the part.
    """
    for name, found in entries(setting.game).items():
        if not isinstance(found, SheetEntry):
            continue
        blocks = [block for block in found.blocks if not isinstance(block, ReminderBlock)]
        if any(getattr(block, "part", None) == part for block in blocks):
            of = Setting(setting.game, name, setting.options)
            stack = stacked(blocks, of, width, HEIGHT, LEAST)
            if stack is not None:
                return stack.drawing
    raise LudokitError(message("game.no-part", part=part, kind="sheet", game=setting.game.name))
