"""All blocks by name: how an entry is read and how it is drawn."""

from collections.abc import Mapping
from typing import TypeAlias, assert_never

from generator.paper.shapes import Drawing
from generator.printables.blocks import grid, heading, reminder, totals, track
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting

Block: TypeAlias = (
    heading.HeadingBlock
    | grid.GridBlock
    | track.TrackBlock
    | totals.TotalsBlock
    | reminder.ReminderBlock
)

MODELS: Mapping[str, type[Block]] = {
    "heading": heading.HeadingBlock,
    "grid": grid.GridBlock,
    "track": track.TrackBlock,
    "totals": totals.TotalsBlock,
    "reminder": reminder.ReminderBlock,
}


def draw(block: Block, setting: Setting, room: Room) -> Drawing:
    """Draw a block in the room it is given."""
    match block:
        case heading.HeadingBlock():
            return heading.draw(block, setting, room)
        case grid.GridBlock():
            return grid.draw(block, setting, room)
        case track.TrackBlock():
            return track.draw(block, setting, room)
        case totals.TotalsBlock():
            return totals.draw(block, setting, room)
        case reminder.ReminderBlock():
            return reminder.draw(block, setting, room)
        case _:
            assert_never(block)
