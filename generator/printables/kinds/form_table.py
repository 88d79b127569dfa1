"""The table of a record form: two lines of headings, a worked line, and lines to write on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.paper.shapes import (
    HAIRLINE,
    WRITING_LINE,
    CellBox,
    Drawing,
    Line,
    Placed,
    Rect,
    Shape,
    Stroke,
)
from generator.paper.style import LABEL, TEXT, Weight
from generator.paper.text import TextBox, fitted
from generator.paper.units import Mm, Pt
from generator.printables.context import PrintContext
from generator.printables.kinds.form_columns import TURN, Column, groups

# A line to write on every 8 mm (look.md).
ROW: Mm = 8.0
HEAD: Mm = 5.5


@dataclass(frozen=True, slots=True)
class Worked:
    """The first line, filled in as an example: words by the id of the column."""

    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """Which turns a table has lines for: from `first` on, so many of them."""

    first: int
    count: int


def table(
    columns: Sequence[Column], setting: PrintContext, lines: Lines, worked: Worked | None
) -> Drawing:
    """Draw headings, the worked line where there is one, and the lines of some turns."""
    row = setting.style.length(ROW)
    head = setting.style.length(HEAD)
    top = 2 * head
    shapes: list[Shape] = list(_headings(columns, setting, head))
    width = sum(column.width for column in columns)
    if worked is not None:
        shapes.append(Rect(0.0, top, width, row, "rule.tint"))
        shapes += _worked(columns, setting, worked, top, row)
    rows = lines.count + (worked is not None)
    shapes += _rules(columns, head, top, row, rows)
    cells: list[CellBox] = []
    for number in range(lines.count):
        y = top + (number + (worked is not None)) * row
        turn = lines.first + number
        cells += _cells(columns, turn, y, row)
        if columns[0].path == (TURN,):
            box = Rect(0.0, y, columns[0].width, row)
            shapes += _words(str(turn), box, setting, colour="secondary")
    return Drawing(width, top + rows * row, tuple(shapes), tuple(cells))


def _headings(columns: Sequence[Column], setting: PrintContext, head: Mm) -> Iterator[Shape]:
    x = 0.0
    for group, members in groups(columns):
        width = sum(column.width for column in members)
        alone = not members[0].group
        words = members[0].word if alone else group
        box = Rect(x, 0.0, width, 2 * head if alone else head)
        yield from _words(words, box, setting, weight="bold")
        for column in () if alone else members:
            said = f"{column.sign} {column.word}".strip()
            yield from _words(said, Rect(x, head, column.width, head), setting)
            x += column.width
        x += width if alone else 0.0


def _worked(
    columns: Sequence[Column], setting: PrintContext, worked: Worked, y: Mm, row: Mm
) -> Iterator[Shape]:
    said = dict(worked.words)
    x = 0.0
    for column in columns:
        if words := said.get(column.id, ""):
            box = Rect(x, y, column.width, row)
            yield from _words(words, box, setting, weight="italic", size=TEXT)
        x += column.width


def _words(  # noqa: PLR0913 - three ways to differ
    words: str,
    box: Rect,
    setting: PrintContext,
    *,
    weight: Weight = "regular",
    size: Pt = LABEL,
    colour: str = "ink",
) -> Iterator[Shape]:
    """Yield words in the middle of a box; stepped down to 7 pt where they are long."""
    how = setting.style.lettering(size, weight, colour, "middle", steps_down=True)
    said = fitted(words, TextBox(words, box.width - 1.0, box.height), how)
    yield Placed(said, box.x + 0.5, box.y + (box.height - said.height) / 2 + 0.2)


def _rules(columns: Sequence[Column], head: Mm, top: Mm, row: Mm, rows: int) -> Iterator[Shape]:
    width = sum(column.width for column in columns)
    thin, strong = Stroke("rule", WRITING_LINE), Stroke("ink", WRITING_LINE)
    for number in range(rows + 1):
        y = top + number * row
        yield Line(0.0, y, width, y, strong if number in {0, rows} else thin)
    yield Line(0.0, 0.0, width, 0.0, strong)
    x = 0.0
    bottom = top + rows * row
    for _, members in groups(columns):
        yield Line(x, 0.0, x, bottom, strong)
        for column in members:
            x += column.width
            if column is not members[-1]:
                yield Line(x, head, x, bottom, Stroke("rule", HAIRLINE * 1.5))
    yield Line(x, 0.0, x, bottom, strong)


def _cells(columns: Sequence[Column], turn: int, y: Mm, row: Mm) -> Iterator[CellBox]:
    x = 0.0
    for column in columns:
        if column.path != (TURN,):
            yield CellBox(f"turn{turn}.{column.id}", column.word, x, y, column.width, row)
        x += column.width
