"""Blocks stacked in a field: cells as large as can be, then as much air as there is room for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.paper.shapes import Drawing, Mm, above, beside
from generator.printables.blocks.block import Block, Room
from generator.printables.context import PrintContext

STEP: Mm = 0.02
AIRS = tuple(tenth / 10 for tenth in range(10, -1, -1))
# Space between blocks, tight and airy, and between blocks that stand side by side.
GAP = (1.0, 9.0)
ASIDE: Mm = 8.0
# Where no block has cells, the pitch is that of a sheet of so many.
USUAL_SPAN = 12.0
# White above and below a stack that has room for it.
MARGIN: Mm = 2.5


@dataclass(frozen=True, slots=True)
class Stack:
    """Blocks as drawn, and the room they were given."""

    room: Room
    drawing: Drawing


def stacked(blocks: Sequence[Block], setting: PrintContext, room: Room, height: Mm) -> Stack | None:
    """Stack blocks in a field of the room's width, at its air or more.

    Return None where the cells would be set closer than the room's pitch.
    """
    always = [block for block in blocks if not block.is_spare]
    pitch = _widest(always, setting, room)
    while pitch >= room.pitch:
        tight = _draw(always, setting, replace(room, pitch=pitch))
        if tight.height <= height:
            stack = Stack(replace(room, pitch=pitch), tight)
            return _airiest(blocks, always, setting, stack, height)
        # Everything in the stack shrinks with the pitch, at most in proportion.
        pitch = min(pitch - STEP, pitch - (tight.height - height) / 6)
    return None


def _airiest(
    blocks: Sequence[Block],
    always: Sequence[Block],
    setting: PrintContext,
    tight: Stack,
    height: Mm,
) -> Stack:
    """Give the stack air; blocks that need not be there come where room is left."""
    for chosen in (blocks, always):
        for air in (air for air in AIRS if air >= tight.room.air):
            room = replace(tight.room, air=air)
            if (drawing := _draw(chosen, setting, room)).height <= height - 2 * MARGIN:
                return Stack(room, drawing)
    return tight


def _widest(blocks: Sequence[Block], setting: PrintContext, room: Room) -> Mm:
    """Return the largest pitch at which every block fits the width."""
    spans = [span for block in blocks if (span := block.width_in_pitches(setting.game))]
    return room.width / max(spans) if spans else max(room.pitch, room.width / USUAL_SPAN)


def _draw(blocks: Sequence[Block], setting: PrintContext, room: Room) -> Drawing:
    gap = setting.style.length(room.between(*GAP))
    return above(*(_row(row, setting, room) for row in _rows(blocks)), gap=gap)


def _rows(blocks: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
    """Yield blocks by rows: one marked `beside` stands next to the one before it."""
    row: tuple[Block, ...] = ()
    for block in blocks:
        if row and not block.beside:
            yield row
            row = ()
        row = (*row, block)
    if row:
        yield row


def _row(row: Sequence[Block], setting: PrintContext, room: Room) -> Drawing:
    """Draw blocks side by side; the last one takes the width that the others leave."""
    drawn = [block.draw(setting, room) for block in row[:-1]]
    taken = sum(drawing.width + ASIDE for drawing in drawn)
    last = row[-1].draw(setting, replace(room, width=room.width - taken))
    return beside(*drawn, last, gap=ASIDE)
