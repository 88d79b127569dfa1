"""All blocks by name: how an entry is read and how it is drawn."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from generator.game.parts import Grid, Squares
from generator.paper.shapes import Drawing
from generator.printables.blocks import (
    arches,
    chart,
    grid,
    heading,
    infections,
    lines,
    note,
    places,
    reminder,
    scale,
    slider,
    squares,
    stages,
    steps,
    tally,
    title,
    totals,
    track,
)
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting

Block: TypeAlias = (
    heading.HeadingBlock
    | title.TitleBlock
    | lines.LinesBlock
    | grid.GridBlock
    | squares.SquaresBlock
    | track.TrackBlock
    | chart.ChartBlock
    | totals.TotalsBlock
    | tally.TallyBlock
    | scale.ScaleBlock
    | note.NoteBlock
    | arches.ArchesBlock
    | places.PlacesBlock
    | stages.StagesBlock
    | infections.InfectionsBlock
    | slider.SliderBlock
    | steps.StepsBlock
    | reminder.ReminderBlock
)

MODELS: Mapping[str, type[Block]] = {
    "heading": heading.HeadingBlock,
    "title": title.TitleBlock,
    "lines": lines.LinesBlock,
    "grid": grid.GridBlock,
    "squares": squares.SquaresBlock,
    "track": track.TrackBlock,
    "chart": chart.ChartBlock,
    "totals": totals.TotalsBlock,
    "tally": tally.TallyBlock,
    "scale": scale.ScaleBlock,
    "note": note.NoteBlock,
    "arches": arches.ArchesBlock,
    "places": places.PlacesBlock,
    "stages": stages.StagesBlock,
    "infections": infections.InfectionsBlock,
    "slider": slider.SliderBlock,
    "steps": steps.StepsBlock,
    "reminder": reminder.ReminderBlock,
}

# How each block is drawn, by its model.
DRAW: Mapping[type[Block], Callable[[Any, Setting, Room], Drawing]] = {
    heading.HeadingBlock: heading.draw,
    title.TitleBlock: title.draw,
    lines.LinesBlock: lines.draw,
    grid.GridBlock: grid.draw,
    squares.SquaresBlock: squares.draw,
    track.TrackBlock: track.draw,
    chart.ChartBlock: chart.draw,
    totals.TotalsBlock: totals.draw,
    tally.TallyBlock: tally.draw,
    scale.ScaleBlock: scale.draw,
    note.NoteBlock: note.draw,
    arches.ArchesBlock: arches.draw,
    places.PlacesBlock: places.draw,
    stages.StagesBlock: stages.draw,
    infections.InfectionsBlock: infections.draw,
    slider.SliderBlock: slider.draw,
    steps.StepsBlock: steps.draw,
    reminder.ReminderBlock: reminder.draw,
}


def draw(block: Block, setting: Setting, room: Room) -> Drawing:
    """Draw a block in the room it is given."""
    return DRAW[type(block)](block, setting, room)


def width_in_pitches(block: Block, setting: Setting) -> float:
    """Return how many pitches of a writing cell a block is wide, 0 where it has no such cells."""
    match block:
        case grid.GridBlock():
            return grid.width_in_pitches(setting.game.part(block.part, Grid))
        case squares.SquaresBlock():
            return squares.width_in_pitches(block, setting.game.part(block.part, Squares))
        case chart.ChartBlock():
            return chart.SPAN
        case arches.ArchesBlock():
            return arches.SPAN
        case _:
            return 0.0


def parts_of(blocks: Iterable[Block]) -> tuple[str, ...]:
    """Return the parts of the game that some blocks show."""
    named = (getattr(block, "part", None) for block in blocks)
    return tuple(dict.fromkeys(part for part in named if part is not None))
