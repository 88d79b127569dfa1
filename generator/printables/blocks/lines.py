"""Lines to write on, side by side, each after its word; the game's title before them if wanted."""

from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Count, Facts, Id
from generator.paper.shapes import WRITING_LINE, CellBox, Drawing, Line, Shape, Stroke
from generator.paper.style import LABEL, TITLE
from generator.paper.text import cap_height, set_line, width_of
from generator.printables.blocks.room import Room
from generator.printables.setting import Setting

COMPACT_TITLE = 13.0
GAP = (3.0, 6.0)


class WritingLine(Facts):
    """A line: its word is the text `lines.<id>`, its share of the width counts against others'."""

    id: Id
    colour: Id | None = None
    share: Count = 1


class LinesBlock(Facts):
    """Print lines to write on."""

    block: Literal["lines"]
    lines: Annotated[tuple[WritingLine, ...], Field(min_length=1, max_length=6)]
    titled: bool = False
    beside: bool = False


def draw(entry: LinesBlock, setting: Setting, room: Room) -> Drawing:
    """Draw the lines over the room's width, on one base line."""
    style = setting.style
    bold = style.lettering(room.between(COMPACT_TITLE, TITLE), "bold")
    how = style.lettering(LABEL, "regular", "ink")
    base = max(cap_height(bold.font, bold.size), style.length(room.between(5.0, 8.0)))
    gap = style.length(room.between(*GAP))
    shapes: list[Shape] = []
    start = 0.0
    if entry.titled:
        shapes += set_line(setting.said.title, 0.0, base, bold)
        start = width_of(setting.said.title, bold.font, bold.size) + gap
    words = [_words(line, setting) for line in entry.lines]
    taken = sum(width_of(word, how.font, how.size) + 1.5 for word in words)
    rest = room.width - start - taken - gap * (len(words) - 1)
    whole = sum(line.share for line in entry.lines)
    cells = []
    for line, word in zip(entry.lines, words, strict=True):
        shapes += set_line(word, start, base, how)
        left = start + width_of(word, how.font, how.size) + 1.5
        right = left + rest * line.share / whole
        shapes.append(Line(left, base + 0.6, right, base + 0.6, Stroke("secondary", WRITING_LINE)))
        cells.append(CellBox(line.id, word, left, 0.0, right - left, base))
        start = right + gap
    return Drawing(room.width, base + style.length(1.0), tuple(shapes), tuple(cells))


def _words(line: WritingLine, setting: Setting) -> str:
    word = setting.text(f"lines.{line.id}")
    return f"{setting.sign(line.colour)} {word}".strip() if line.colour else word
