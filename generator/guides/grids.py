"""Positions on sheets of rows and columns: drawn, read out, counted, compared with the game."""

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.game import Game, Mark, number_mark
from generator.game.parts import Grid, Track
from generator.guides import fits
from generator.guides.example import Example, example
from generator.guides.lesson import TICK, Position
from generator.guides.numbers import Pairs, listed
from generator.guides.parts import rules_of
from generator.guides.tables import Computed
from generator.paper.marks import ring, write_in
from generator.paper.shapes import Drawing, Placed
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
from generator.rules.rows_and_columns import RowsAndColumns
from generator.words import Language, Message, message, not_one_of, numeral

# A sheet is drawn as airy as it can be at this height, a share of its width.
GRID_HEIGHT, TRACK_HEIGHT, SCORED_HEIGHT = 0.25, 0.32, 0.38
LEAST_PITCH: Mm = 5.0
# Rings and heavy lines reach beyond the rows.
EDGE: Mm = 0.8
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
    """Return labels of cells, counts of positions, their scores, and the chances that sums fit."""
    rules = rules_of(game, RowsAndColumns)
    found: dict[str, str] = dict(fits.numbers(rules, positions, language))
    for part in game.head.parts.values():
        if isinstance(part, Grid):
            cells = (*part.cell_ids(), *(row.id for row in part.rows))
            found |= {f"cell.label.{cell}": game.said_in(language).label(cell) for cell in cells}
    for name, position in positions.items():
        seen = example(rules, position.marks)
        found |= dict(_counted(seen, f"position.{name}", position, language))
        found |= {f"score.{name}.{part}": numeral(points) for part, points in seen.score().items()}
    return found


def _counted(seen: Example, at: str, position: Position, language: Language) -> Pairs:
    sheet, said = seen.sheet, seen.rules.game.said_in(language)
    for colour, row in seen.rules.layout.rows.items():
        yield f"{at}.{colour}.count", str(sum(cell in sheet.numbers for cell in row))
    yield f"{at}.misses.count", str(sheet.misses)
    yield f"{at}.bonus.count", str(seen.bonuses())
    cells = seen.open_cells(position.sum, position.colours)
    yield f"{at}.open", listed([said.label(cell) for cell in cells], language)


def tables(game: Game, language: Language) -> Mapping[str, Computed]:
    """Return the chances that a sum still fits."""
    return fits.tables(game, language)


def drawing(position: Position, setting: Setting, width: Mm) -> Drawing:
    """Draw the rows of a sheet, its tracks where a box is ticked; all where it is scored."""
    found = entry(setting.game, position.printable)
    blocks = found.blocks if isinstance(found, SheetEntry) else ()
    has_tracks = position.scored or TICK in position.marks.values()
    tracks = (TrackBlock,) if has_tracks else ()
    kinds = (GridBlock, *tracks, *((TotalsBlock,) if position.scored else ()))
    chosen = [block for block in blocks if isinstance(block, kinds)]
    unscored = TRACK_HEIGHT if has_tracks else GRID_HEIGHT
    height = width * (SCORED_HEIGHT if position.scored else unscored)
    stack = stacked(chosen, setting, Room(width, LEAST_PITCH), setting.style.length(height))
    if stack is None:
        raise TypeError(position.printable)
    marks = _marks(position, chosen, setting)
    filled = write_in(stack.drawing, marks, setting.style.family.bold)
    if position.shows == "clash":
        filled = ring(filled, shown(position, setting))
    return Drawing(width, filled.height + 2 * EDGE, (Placed(filled, 0.0, EDGE),))


def shown(position: Position, setting: Setting) -> tuple[str, ...]:
    """Return the cells that a position draws the eye to: open ones, or those that clash."""
    if position.shows == "nothing":
        return ()
    seen = example(rules_of(setting.game, RowsAndColumns), position.marks)
    if position.shows == "clash":
        return seen.clashing()
    return seen.open_cells(position.sum, position.colours)


def _marks(position: Position, blocks: Sequence[Block], setting: Setting) -> Mapping[str, Mark]:
    """Return what is written: numbers and ticks, and the sums where the totals are shown."""
    marks = {
        cell: Mark(shape="tick") if mark == TICK else Mark(text=mark)
        for cell, mark in position.marks.items()
    }
    if position.shows == "open":
        marks |= {cell: Mark(text="✓", colour="secondary") for cell in shown(position, setting)}
    score = example(rules_of(setting.game, RowsAndColumns), position.marks).score()
    for block in blocks:
        if isinstance(block, TotalsBlock):
            # The sign of what is taken off stands before its box.
            marks |= {f"score.{a.id}": number_mark(abs(score[a.id])) for a in block.sum}
            marks["score.total"] = number_mark(score["total"])
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
        elif isinstance(part, Track):
            ticked = sum(cell in marks for cell in part.cell_ids())
            if not (ticked or position.scored):
                continue
            yield setting.say(message("guide.read-track", track=said.texts[name], ticked=ticked))
    if cells := shown(position, setting):
        labels = tuple(said.label(cell) for cell in cells)
        words = "guide.read-open" if position.shows == "open" else "guide.read-clash"
        yield setting.say(message(words, cells=labels))
