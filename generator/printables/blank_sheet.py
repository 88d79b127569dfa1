"""A player's paper as printed, to be filled in again: the sheet that a part stands on."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations

from generator.errors import LudokitError
from generator.paper.page import all_cells
from generator.paper.shapes import CellBox, Drawing, Mm
from generator.paper.text import DoesNotFitError
from generator.printables.context import PrintContext
from generator.printables.declaring import Room
from generator.printables.kinds.sheet import SheetEntry, stacked
from generator.printables.planning import entries
from generator.words import message

# The lowest at which hands could have written is taken: two such papers fit a page where they can.
HEIGHTS: tuple[Mm, ...] = (95.0, 125.0, 160.0, 210.0)
# Cells any closer could not be read, any narrower could not hold a mark and its ring.
LEAST: Mm = 5.0
READABLE: Mm = 10.0
# Boxes about round cells may overlap by this at their corners.
TOUCH: Mm = 2.0


def sheet_showing(setting: PrintContext, part: str, width: Mm) -> Drawing:
    """Return the sheet that a part is printed on, no wider than wanted and as low as can be.

    Raise LudokitError where no printable shows the part.
    """
    ids = setting.game.head.parts[part].cell_ids()
    for name, found in entries(setting.game).items():
        if not (isinstance(found, SheetEntry) and part in found.parts):
            continue
        # Its name line and what is written on, no legends.
        blocks = [block for block in found.blocks if block.is_filled_in]
        of = PrintContext(setting.game, name, setting.options)
        highest: Drawing | None = None
        for height in HEIGHTS:
            with suppress(DoesNotFitError):
                if stack := stacked(blocks, of, Room(width, LEAST), height):
                    highest = stack.drawing
                    if _is_readable([cell for cell in all_cells(highest) if cell.id in ids]):
                        return highest
        if highest is not None:
            return highest
    raise LudokitError(message("print.no-sheet", part=part))


def _is_readable(cells: Sequence[CellBox]) -> bool:
    """Tell whether each cell holds a mark and none lies over another."""
    return all(cell.width >= READABLE for cell in cells) and not any(
        one.x + one.width > other.x + TOUCH
        and other.x + other.width > one.x + TOUCH
        and one.y + one.height > other.y + TOUCH
        and other.y + other.height > one.y + TOUCH
        for one, other in combinations(cells, 2)
    )
