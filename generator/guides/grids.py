"""Positions on sheets of rows and columns: drawn, read out, counted, compared with the game."""

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.game import Game, Mark
from generator.game.parts import Grid, Track
from generator.guides.example import bonuses, clashing, example_score, numbers_on, open_cells
from generator.guides.lesson import TICK, Position
from generator.guides.numbers import Pairs, listed, signed
from generator.guides.tables import Computed
from generator.paper.marks import ring, write_in
from generator.paper.shapes import Drawing
from generator.paper.units import Mm
from generator.printables.blocks.block import Block
from generator.printables.blocks.grid import GridBlock
from generator.printables.blocks.room import Room
from generator.printables.blocks.totals import TotalsBlock
from generator.printables.blocks.track import TrackBlock
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.kinds.stack import stacked
from generator.printables.planning import entry
from generator.printables.setting import Setting
from generator.reading.nodes import Path
from generator.words import Language, Message, message, not_one_of

# A sheet is drawn as airy as it can be at this height, a share of its width.
GRID_HEIGHT, SCORED_HEIGHT = 0.26, 0.39
LEAST_PITCH: Mm = 5.0
NUMBER = re.compile("[0-9]{1,3}")


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield the cells that the game does not have, and marks that a cell does not take."""
    parts = game.head.parts.values()
    grids = [cell for part in parts if isinstance(part, Grid) for cell in part.cell_ids()]
    tracks = [cell for part in parts if isinstance(part, Track) for cell in part.cell_ids()]
    for cell, mark in position.marks.items():
        if cell not in (*grids, *tracks):
            yield ("marks", cell), not_one_of(cell, (*grids, *tracks))
        elif not (NUMBER.fullmatch(mark) if cell in grids else mark == TICK):
            yield ("marks", cell), message("guide.mark", cell=cell)


def numbers(game: Game, positions: Mapping[str, Position], language: Language) -> Mapping[str, str]:
    """Return labels of cells, counts of positions and their scores."""
    found: dict[str, str] = {}
    for part in game.head.parts.values():
        if isinstance(part, Grid):
            cells = (*part.cell_ids(), *(row.id for row in part.rows))
            found |= {f"cell.label.{cell}": game.said[language].label(cell) for cell in cells}
    for name, position in positions.items():
        found |= dict(_counted(game, f"position.{name}", position, language))
        score = example_score(game, position.marks)
        found |= {f"score.{name}.{part}": signed(points) for part, points in score.items()}
    return found


def _counted(game: Game, at: str, position: Position, language: Language) -> Pairs:
    said = game.said[language]
    for name, part in game.head.parts.items():
        if isinstance(part, Track):
            ticks = sum(cell in position.marks for cell in part.cell_ids())
            yield f"{at}.{name}.count", str(ticks)
        elif isinstance(part, Grid):
            written = numbers_on(part, position.marks)
            for row in range(len(part.rows)):
                count = sum(cell.id in written for cell in part.row(row))
                yield f"{at}.{part.rows[row].colour}.count", str(count)
            yield f"{at}.bonus.count", str(len(bonuses(part, written)))
            cells = open_cells(part, written, position.sum, position.colours)
            yield f"{at}.open", listed([said.label(cell) for cell in cells], language)


def tables(game: Game, language: Language) -> Mapping[str, Computed]:  # noqa: ARG001 - the interface
    """Return none: the annex has the chances of the dice."""
    return {}


def drawing(position: Position, setting: Setting, width: Mm) -> Drawing:
    """Draw the rows of a sheet; its tracks and totals too where it is scored."""
    found = entry(setting.game, position.printable)
    blocks = found.blocks if isinstance(found, SheetEntry) else ()
    kinds = (GridBlock, TrackBlock, TotalsBlock) if position.scored else (GridBlock,)
    chosen = [block for block in blocks if isinstance(block, kinds)]
    height = width * (SCORED_HEIGHT if position.scored else GRID_HEIGHT)
    stack = stacked(chosen, setting, Room(width, LEAST_PITCH), setting.style.length(height))
    if stack is None:
        raise TypeError(position.printable)
    marks = _marks(position, chosen, setting)
    filled = write_in(stack.drawing, marks, setting.style.family.bold)
    return ring(filled, shown(position, setting)) if position.shows == "clash" else filled


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


def read_out(position: Position, setting: Setting) -> Iterator[str]:
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
