"""What guides of games on sheets share: numbers told by name, wrong marks, sheets as drawn."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from generator.errors import LudokitError
from generator.guides.lesson import TICK, Position
from generator.guides.numbers import Group, Pairs, sentence
from generator.paper.shapes import Drawing, Mm, beside
from generator.printables.blocks.pips import die_face
from generator.printables.context import PrintContext
from generator.printables.declaring import Block, Room
from generator.printables.kinds.sheet import stacked
from generator.reading.nodes import Path
from generator.rules.family import Refusal, Seating
from generator.rules.sheet.frame import OnSheets
from generator.rules.sheet.plan import Sheet, Table
from generator.words import Language, Message, message, not_one_of

PLAYER = "a"
MOST_DIGITS = 3
# Cells of a sheet in a figure lie no nearer.
LEAST_PITCH: Mm = 5.0


def under(at: str, **figures: object) -> Pairs:
    """Yield figures by their names below another: `_` stands for a point in them."""
    return ((f"{at}.{name.replace('_', '.')}", str(told)) for name, told in figures.items())


def of_positions(
    starts: Iterable[str],
    positions: Mapping[str, Position],
    told: Callable[[str, Position], Pairs],
) -> Iterator[Group]:
    """Yield a group for each position, of names that begin in some ways before its own."""
    for name, position in positions.items():
        beginnings = tuple(f"{start}.{name}" for start in starts)
        yield Group(beginnings, partial(told, name, position), name)


def broken(refusals: Iterable[Refusal], language: Language) -> str:
    """Return why something is refused, in sentences."""
    return " ".join(sentence(one.reason, language) for one in refusals)


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


def read(told: Iterable[tuple[str, Iterable[object]]], setting: PrintContext) -> Iterator[str]:
    """Yield a sentence for each list of cells or dice in which there are any."""
    for key, found in told:
        if cells := tuple(setting.said.label(str(one)) for one in found):
            yield setting.say(message(key, cells=cells))
