"""Drawn positions: the blocks of a printed sheet with what stands in them, as pictures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.game import Mark
from generator.game.parts import Grid, Track
from generator.guides.example import clashing, example_score, numbers_on, open_cells
from generator.guides.lesson import TICK, Position
from generator.paper.marks import ring, write_in
from generator.paper.shapes import Drawing
from generator.paper.units import Mm
from generator.printables.blocks.block import Block
from generator.printables.blocks.grid import GridBlock
from generator.printables.blocks.totals import TotalsBlock
from generator.printables.blocks.track import TrackBlock
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.kinds.stack import stacked
from generator.printables.planning import entry
from generator.printables.setting import Setting, palette
from generator.render.picture import Picture, picture
from generator.words import message

WIDE: Mm = 158.0
SMALL: Mm = 132.0
# A sheet is drawn as airy as it can be at this height, a share of its width.
GRID_HEIGHT, SCORED_HEIGHT = 0.26, 0.39
LEAST_PITCH: Mm = 5.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture and the words under it."""

    picture: Picture
    caption: str


def figure(position: Position, setting: Setting, width: Mm = WIDE) -> Figure:
    """Draw a position; its alternative text tells every number on it."""
    drawing = _drawing(position, setting, WIDE if setting.options.large else width)
    title = f"{position.alt} {' '.join(_read_out(position, setting))}"
    colours = palette(setting.game, setting.options.ink)
    return Figure(picture(drawing, colours, title=title), position.caption)


def _drawing(position: Position, setting: Setting, width: Mm) -> Drawing:
    found = entry(setting.game, position.printable)
    blocks = found.blocks if isinstance(found, SheetEntry) else ()
    kinds = (GridBlock, TrackBlock, TotalsBlock) if position.scored else (GridBlock,)
    chosen = [block for block in blocks if isinstance(block, kinds)]
    height = width * (SCORED_HEIGHT if position.scored else GRID_HEIGHT)
    stack = stacked(chosen, setting, width, setting.style.length(height), LEAST_PITCH)
    if stack is None:
        raise TypeError(position.printable)
    marks = _marks(position, chosen, setting)
    drawing = write_in(stack.drawing, marks, setting.style.family.bold)
    return ring(drawing, shown(position, setting)) if position.shows == "clash" else drawing


def shown(position: Position, setting: Setting) -> tuple[str, ...]:
    """Return the cells that a position draws the eye to: open ones, or those that clash."""
    cells: tuple[str, ...] = ()
    for part in setting.game.head.parts.values():
        if isinstance(part, Grid):
            numbers = numbers_on(part, position.marks)
            if position.shows == "clash":
                cells += clashing(part, numbers)
            elif position.shows == "open":
                cells += open_cells(part, numbers, position.sum, position.colours)
    return cells


def _marks(position: Position, blocks: Sequence[Block], setting: Setting) -> Mapping[str, Mark]:
    """Return what is written: numbers and ticks, and the sums where the totals are shown."""
    marks = {
        cell: Mark(shape="tick") if mark == TICK else Mark(text=mark)
        for cell, mark in position.marks.items()
    }
    if position.shows == "open":
        marks |= {cell: Mark(text="✓", colour="secondary") for cell in shown(position, setting)}
    score = example_score(setting.game, position.marks)
    for block in blocks:
        if isinstance(block, TotalsBlock):
            # The sign of what is taken off stands before its box.
            marks |= {f"score.{a.id}": Mark(text=str(abs(score[a.id]))) for a in block.sum}
            marks["score.total"] = Mark(text=str(score["total"]))
    return marks


def _read_out(position: Position, setting: Setting) -> Iterator[str]:
    """Yield a sentence for each row or track: the cells and what stands in them."""
    said, marks = setting.said, position.marks
    colours = said.words.get("colours", {})
    for name, part in setting.game.head.parts.items():
        if isinstance(part, Grid):
            for number, row in enumerate(part.rows):
                written = tuple(
                    f"{said.label(cell.id)} {marks[cell.id]}"
                    for cell in part.row(number)
                    if cell.id in marks
                )
                if written:
                    name_ = colours.get(row.colour, row.id)
                    yield setting.say(message("guide.read-row", row=name_, cells=written))
        elif isinstance(part, Track) and position.scored:
            ticked = sum(cell in marks for cell in part.cell_ids())
            yield setting.say(message("guide.read-track", track=said.texts[name], ticked=ticked))
    if cells := shown(position, setting):
        labels = tuple(said.label(cell) for cell in cells)
        words = "guide.read-open" if position.shows == "open" else "guide.read-clash"
        yield setting.say(message(words, cells=labels))
