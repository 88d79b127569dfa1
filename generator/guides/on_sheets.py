"""What guides of games on sheets share: wrong marks, what a sheet is worth, how it is drawn."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.errors import LudokitError
from generator.guides.lesson import TICK, Position
from generator.paper.shapes import Drawing, Mm, beside
from generator.printables.blocks.pips import die_face
from generator.printables.context import PrintContext
from generator.printables.declaring import Block, Room
from generator.printables.kinds.sheet import stacked
from generator.reading.nodes import Path
from generator.rules.family import Seating
from generator.rules.sheet.frame import OnSheets
from generator.rules.sheet.plan import Sheet, Table
from generator.words import Message, message, not_one_of

PLAYER = "a"
MOST_DIGITS = 3
# Cells of a sheet in a figure lie no nearer.
LEAST_PITCH: Mm = 5.0


def misplaced(
    position: Position, cells: Collection[str], *, word: str = "", boxes: Collection[str] = ()
) -> Iterator[tuple[Path, Message]]:
    """Yield marks of cells that there are not, and marks other than the word that cells take.

    Where they take no word they take a number, and boxes a tick.
    """
    for cell, mark in position.marks.items():
        is_number = mark.isdecimal() and mark.isascii() and len(mark) <= MOST_DIGITS
        if cell not in cells:
            yield ("marks", cell), not_one_of(cell, cells)
        elif word and mark != word:
            yield ("marks", cell), not_one_of(mark, (word,))
        elif not (word or (mark == TICK if cell in boxes else is_number)):
            yield ("marks", cell), message("guide.mark", cell=cell)


def points(rules: OnSheets[Any], sheet: Sheet) -> Mapping[str, int]:
    """Return what a sheet is worth, part by part."""
    return rules.outcome(Table(Seating((PLAYER,)), {PLAYER: sheet}, PLAYER)).scores[PLAYER]


def dice_row(dice: Iterable[int], side: Mm, gap: Mm) -> Drawing:
    """Draw dice side by side."""
    return beside(*(die_face(face, side) for face in dice), gap=gap)


def fitted(
    blocks: Sequence[Block], position: Position, setting: PrintContext, width: Mm, height: Mm
) -> Drawing:
    """Draw the blocks of a sheet, at most so high; LudokitError where they would be too small."""
    drawn = stacked(blocks, setting, Room(width, LEAST_PITCH), setting.style.length(height))
    if drawn is None:
        title = setting.said.printables[position.printable]
        raise LudokitError(message("guide.no-room", printable=title))
    return drawn[1]
