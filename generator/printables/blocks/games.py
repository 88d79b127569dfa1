"""Named boxes for several games on one sheet: a column for each, its sums below its boxes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.game.parts import Boxes, BoxGroup
from generator.paper import shapes as art
from generator.paper.measures import COLUMN_GAP, INSET
from generator.paper.shapes import EDGE, HEAVY, THIN, CellBox, Drawing, Mm, Rect
from generator.paper.text import LABEL, LEAST_SIZE, SECTION, TEXT, DoesNotFitError
from generator.printables.blocks.scores import TOTAL, Addend, addends
from generator.printables.context import Context
from generator.printables.printable import Room
from generator.printables.sketch import CORNER, Sketch, die_face
from generator.words import message

# What fills a box takes this width at least, the column of a game that.
LABELS: Mm = 47.0
LEAST_COLUMN, MOST_COLUMN = 13.0, 21.0
# The band above a group, and a line of boxes as a share of the pitch.
BAND: Mm = 5.2
ROW = 0.66
PITCHES = 7.0
# In lines as low as the first, words have their least size, in those as high as the last their
# largest.
LOW, HIGH = 8.0, 13.0
LEAST_DIE, DIE_GAP = 3.8, 0.5


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the sheet: the cell that each game has in it, its words, dice beside them."""

    cell: str
    name: str
    how: str
    dice: tuple[int, ...] = ()
    is_sum: bool = False


def draw_games(part: str, setting: Context, room: Room) -> Drawing:
    """Draw the boxes of a part with a column for each game; DoesNotFitError where it is narrow."""
    length, groups = setting.style.length, setting.game.part(part, Boxes).groups
    count, least = len(groups), length(LABELS + room.games * LEAST_COLUMN)
    width, is_wide = room.width, room.width >= count * (least + COLUMN_GAP) - COLUMN_GAP
    if is_wide:
        width = (room.width - COLUMN_GAP * (count - 1)) / count
    if width < least:
        raise DoesNotFitError(message("print.too-wide", found=f"{least:.0f}"))
    lines = [tuple(_lines(part, group, setting)) for group in groups]
    row = room.between(ROW, 2 * ROW) * min(room.pitch, width / PITCHES)
    most = max(map(len, lines)) if is_wide else 0
    drawn = [
        _draw_group(
            group, rows, room.games, setting, (width, row * (most or len(rows)) / len(rows))
        )
        for group, rows in zip(groups, lines, strict=True)
    ]
    if is_wide:
        return art.row(*drawn, gap=COLUMN_GAP)
    return art.column(*drawn, gap=length(room.between(1.6, 4.0)))


def _lines(part: str, group: BoxGroup, setting: Context) -> Iterator[_Line]:
    for box in group.boxes:
        how = setting.text(f"{part}.{box.id}")
        yield _Line(box.id, setting.sentences.label(box.id), how, box.shown())
    every = addends(setting.game, (part,))
    sums = [one for one in every if one.id in {group.id, "bonus" if group.bonus else group.id}]
    groups = setting.game.part(part, Boxes).groups
    for one in (*sums, TOTAL) if group is groups[-1] else sums:
        words, how = _sum_name(one, setting), setting.text(f"games.{one.id}")
        yield _Line(f"score.{one.id}", words, how, is_sum=True)


def _sum_name(addend: Addend, setting: Context) -> str:
    words = setting.text(f"score.{addend.id}")
    return f"{words[0].upper()}{words[1:]} {setting.sign(addend.colour)}".strip()


def _draw_group(
    group: BoxGroup, lines: Sequence[_Line], games: int, setting: Context, size: art.Size
) -> Drawing:
    (width, row), length, sketch = size, setting.style.length, Sketch(setting)
    band, each = length(BAND), min((width - length(LABELS)) / games, length(MOST_COLUMN))
    start, bottom = width - games * each, band + row * len(lines)
    field = Rect(0.0, band, width, bottom - band, "white")
    # Round above, and ending where the first line of boxes begins.
    sketch.put(Rect(0.0, 0.0, width, band, group.colour, None, CORNER))
    sketch.put(Rect(0.0, band - CORNER, width, CORNER, group.colour), field)
    bold = setting.style.lettering(SECTION, "bold", f"{group.colour}.on")
    named = _sum_name(Addend(id=group.id), setting)
    sketch.centre(setting.with_sign(group.colour, named), INSET, band / 2, bold)
    for game in range(games):
        middle = start + (game + 0.5) * each
        sketch.centre(str(game + 1), middle, band / 2, replace(bold, align="middle"))
    first = next(number for number, line in enumerate(lines) if line.is_sum)
    for number, line in enumerate(lines):
        y = band + number * row
        if line.is_sum:
            sketch.put(Rect(0.0, y, start, row, f"{group.colour}.tint"))
        sketch.place(_draw_label(line, setting, (start, row)), 0.0, y, row)
        sketch.grid_lines(field, (y,), (), EDGE if number in {0, first} else THIN)
        for game in range(games):
            at = start + game * each, y, each, row
            sketch.cells.append(CellBox(line.cell, line.name, *at, game))
    sketch.grid_lines(field, (), [start + game * each for game in range(games)], EDGE)
    sketch.put(Rect(0.0, 0.0, width, bottom, None, EDGE, CORNER))
    if lines[-1].cell == f"score.{TOTAL.id}":
        sketch.put(Rect(start, bottom - row, games * each, row, None, HEAVY))
    return sketch.drawing(width, bottom)


def _draw_label(line: _Line, setting: Context, size: art.Size) -> Drawing:
    (width, row), style = size, setting.style
    grown = min(1.0, max(0.0, (row / style.scale - LOW) / (HIGH - LOW)))
    bold = style.lettering(LABEL + grown * (SECTION - LABEL), "bold", steps_down=True)
    plain = style.lettering(LEAST_SIZE + 1 + grown * (TEXT - LEAST_SIZE - 1), steps_down=True)
    wide, gap = width - 2 * INSET, style.length(0.6 + grown)
    # Name and dice share a line: neither is smaller than it has to be.
    least = len(line.dice) * (style.length(LEAST_DIE) + DIE_GAP)
    bold = bold.narrow_to(line.name, wide - least - INSET, LEAST_SIZE)
    name = bold.fit(line.name, line.cell, wide)
    spare = (wide - bold.width(line.name) - INSET) / max(1, len(line.dice)) - DIE_GAP
    die = min(style.length(4.0 + 1.4 * grown), spare)
    dice = art.row(*(die_face(face, die) for face in line.dice), gap=DIE_GAP)
    head = max(name.height, dice.height)
    how = plain.fit(line.how, line.cell, wide, row - head - gap - 2 * DIE_GAP)
    sketch = Sketch(setting)
    sketch.place(name, INSET, 0.0, head)
    sketch.place(dice, width - INSET - dice.width, 0.0, head)
    sketch.place(how, INSET, head + gap)
    return sketch.drawing(width, head + gap + how.height)
