"""What exercises show besides positions: turns with their dice as they fell, tables to fill in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.text import Lettering
from generator.printables.context import Context
from generator.printables.sketch import CORNER, Sketch, die_face
from generator.words import message

# The type of turns as they were noted, the side of a die beside it, the room of their numbers.
NOTED: art.Pt = 11.0
DIE: art.Mm = 5.6
DICE_GAP: art.Mm = 1.0
NUMBER: art.Mm = 8.0
WHITE: art.Mm = 1.5
# A cell of a table to write in, and how far it grows where the page is wide.
CELL_HEIGHT: art.Mm = 8.0
MOST_CELL: art.Mm = 26.0


@dataclass(frozen=True, slots=True)
class ThrownDice:
    """Dice side by side, as a turn shows them."""

    faces: tuple[int, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.faces))


# A turn from left to right: words, and dice as they fell.
NotedTurn = tuple[str | ThrownDice, ...]


@dataclass(frozen=True, slots=True)
class FillInTable:
    """A table with a head above each column, and rows that begin with theirs; "" is to fill in."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def draw_turns(turns: Sequence[NotedTurn], setting: Context, width: art.Mm) -> art.Drawing:
    """Draw turns one under another, numbered where there are several."""
    style, sketch = setting.style, Sketch(setting)
    how, bold = style.lettering(NOTED), style.lettering(NOTED, "bold")
    white, start = style.length(WHITE), style.length(NUMBER) if len(turns) > 1 else 0.0
    y, ys = 0.0, list[art.Mm]()
    for number, turn in enumerate(turns, start=1):
        line = _draw_turn(turn, how, setting, width - start - 2 * white)
        if start:
            high = min(line.height, style.length(DIE))
            sketch.centre(str(number), white, y + white + high / 2, bold)
        sketch.place(line, start + white, y + white)
        y += line.height + 2 * white
        ys.append(y)
    frame = art.Rect(0.0, 0.0, width, y, None, art.THIN, CORNER)
    sketch.grid_lines(frame, ys[:-1], (), art.QUIET)
    sketch.put(frame)
    return sketch.drawing(width, y)


def _draw_turn(turn: NotedTurn, how: Lettering, setting: Context, width: art.Mm) -> art.Drawing:
    pieces = [*_pieces(turn, how, setting)]
    side = max(one.height for one in pieces)
    gap = how.width(" ")
    rows = art.in_rows(pieces, width, gap, lambda one: one.width)
    lines = (art.row(*(_centred(one, side) for one in row), gap=gap) for row in rows)
    return art.column(*lines, gap=setting.style.length(WHITE))


def _pieces(turn: NotedTurn, how: Lettering, setting: Context) -> Iterator[art.Drawing]:
    """Yield words and dice, each of which stays whole."""
    side, gap = setting.style.length(DIE), setting.style.length(DICE_GAP)
    for part in turn:
        if isinstance(part, ThrownDice):
            drawn = art.row(*(die_face(face, side) for face in part.faces), gap=gap)
            told = setting.say(message("guide.read-roll", cells=tuple(map(str, part.faces))))
            yield replace(drawn, title=told, alt=told)
        else:
            for word in part.split(" "):
                high = lettered.cap_height(how.font, how.size)
                shapes = tuple(lettered.set_line(word, 0.0, high, how))
                yield art.Drawing(how.width(word), high, shapes)


def _centred(drawing: art.Drawing, high: art.Mm) -> art.Drawing:
    placed = art.Placed(drawing, 0.0, (high - drawing.height) / 2)
    return art.Drawing(drawing.width, high, (placed,))


def draw_fill_in_table(table: FillInTable, setting: Context, width: art.Mm) -> art.Drawing:
    """Draw a table whose empty cells are to be written in."""
    style, sketch, count = setting.style, Sketch(setting), len(table.heads)
    plain = style.lettering(NOTED, align="middle")
    bold = style.lettering(NOTED, "bold", align="middle")
    every, aside = (table.heads, *table.rows), 4 * style.length(WHITE)
    # What a row stands for has its own room; all other columns are alike.
    first = max(bold.width(row[0]) for row in every) + aside / 2
    wanted = max(bold.width(words) for row in every for words in row[1:]) + aside
    rest = (width - first) / (count - 1)
    wide = min(max(wanted, style.length(MOST_CELL) / 2), rest)
    high = style.length(CELL_HEIGHT)
    for y, row in enumerate(every):
        for x, words in enumerate(row):
            if words:
                how = plain if x and y else bold
                middle = first + (x - 0.5) * wide if x else first / 2
                sketch.centre(words, middle, (y + 0.5) * high, how)
    whole = first + (count - 1) * wide
    frame = art.Rect(0.0, 0.0, whole, len(every) * high, None, art.THIN)
    lines = [n * high for n in range(1, len(every))], [first + n * wide for n in range(count - 1)]
    sketch.grid_lines(frame, *lines, art.QUIET)
    # Heads are parted from what they stand for.
    sketch.grid_lines(frame, (high,), (first,), art.THIN)
    sketch.put(frame)
    return sketch.drawing(whole, len(every) * high)
