"""How positions are drawn, of guides and of exercises: a block, marks in it, rings, and dice."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from generator.documents.lesson import Position
from generator.errors import LudokitError
from generator.game import Game, Mark
from generator.paper.shapes import Drawing, Mm, Placed, stack_across
from generator.paper.text import Lettering, set_middle
from generator.printables.context import PrintContext
from generator.printables.kinds.sheet import SheetEntry, fit_stack
from generator.printables.marks import ring_cells, write_in
from generator.printables.planning import entries, of_kind
from generator.printables.printable import Block, Room
from generator.printables.sketch import die_face
from generator.words import message

Kind = TypeVar("Kind", bound=Block)
# Cells of a sheet in a figure lie no nearer.
LEAST_PITCH: Mm = 5.0


def block_on(game: Game, printable: str, kind: type[Kind]) -> Kind:
    """Return the first block of a kind on a sheet; KeyError where there is none."""
    sheet = entries(game).get(printable)
    for block in sheet.blocks if isinstance(sheet, SheetEntry) else ():
        if isinstance(block, kind):
            return block
    raise KeyError(printable)


def printables_with(game: Game, kind: type[Block], **facts: object) -> list[str]:
    """Return the sheets of a game that have a block of a kind of which some facts hold."""

    def is_it(block: Block) -> bool:
        known = (getattr(block, fact, None) == found for fact, found in facts.items())
        return isinstance(block, kind) and all(known)

    sheets = of_kind(game, SheetEntry).items()
    return [name for name, sheet in sheets if any(map(is_it, sheet.blocks))]


def draw_block(
    position: Position, setting: PrintContext, kind: type[Kind], width: Mm, **changes: object
) -> Drawing:
    """Draw the block of a kind as wide as a figure has room, some of it changed or left out."""
    block = block_on(setting.game, position.printable, kind).model_copy(update=changes)
    return block.draw(setting, Room(width, width / block.width_in_pitches(setting.game)))


# The same for all positions of a class's exercises.
_stack_blocks = lru_cache(maxsize=64)(fit_stack)


def draw_blocks_within(
    blocks: Sequence[Block], position: Position, setting: PrintContext, width: Mm, height: Mm
) -> Drawing:
    """Draw the blocks of a sheet, no higher than that; LudokitError if they would be too small."""
    room = Room(width, LEAST_PITCH)
    drawn = _stack_blocks(tuple(blocks), setting, room, setting.style.length(height))
    if drawn is None:
        title = setting.sentences.printables[position.printable]
        raise LudokitError(message("guide.no-room", printable=title))
    return drawn[1]


def mark_block(
    block: Drawing,
    marks: Mapping[str, Mark],
    setting: PrintContext,
    rings: Iterable[str] = (),
    colour: str = "error",
) -> Drawing:
    """Return a block with marks in its cells, and rings about some of them."""
    return ring_cells(write_in(block, marks, setting.style.family.bold), rings, colour)


def with_margin(drawing: Drawing, x: Mm, y: Mm) -> Drawing:
    """Return a drawing with white at its sides, and above and below: rings reach beyond cells."""
    width, height = drawing.width + 2 * x, drawing.height + 2 * y
    return Drawing(width, height, (Placed(drawing, x, y),), title=drawing.title, alt=drawing.alt)


def dice_row(dice: Iterable[int], side: Mm, gap: Mm) -> Drawing:
    """Draw dice side by side."""
    return stack_across(*(die_face(face, side) for face in dice), gap=gap)


def text_mid_height(words: str, how: Lettering, height: Mm) -> Drawing:
    """Draw words in one line, in the middle of a height."""
    return Drawing(how.width(words), height, set_middle(words, 0.0, height / 2, how))
