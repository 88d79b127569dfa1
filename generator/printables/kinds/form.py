"""The paper on which a game is recorded by hand, column by column what the record file wants."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from generator.game.facts import Count, Id
from generator.paper.compose import above, beside
from generator.paper.page import Copy, Page
from generator.paper.shapes import Drawing, Placed
from generator.paper.sizes import OUTER_MARGIN, PaperSize
from generator.paper.units import Mm
from generator.printables import furniture
from generator.printables.context import PrintContext
from generator.printables.furniture import Numbered
from generator.printables.kinds.entry import DrawnEntry, Work
from generator.printables.kinds.form_columns import TURN, columns_of
from generator.printables.kinds.form_parts import file_words, head, sums, title
from generator.printables.kinds.form_table import HEAD, ROW, Lines, table
from generator.printables.kinds.form_worked import typed, worked_line

GAP: Mm = 5.0
TOP: Mm = 10.0
# White between two tables side by side.
ASIDE: Mm = 7.0
# Every field of a record's head, besides those of the columns.
FIELDS = ("players", "turns", "sheets", "score")


class FormEntry(DrawnEntry):
    """Columns of the turns by field (`dice.orange`, `writes.*` one a player), parts to add up.

    `wide` columns share the width that the others leave, `tables` stand side by side with `lines`
    for a game of usual length. `asks` are fields of the head, `results` are written for every part
    added up. The worked line is the first turn of `worked`, a record of its own; where turns are
    single words, `line` holds it column by column.
    """

    kind: Literal["form"]
    columns: Annotated[tuple[str, ...], Field(min_length=1, max_length=30)]
    wide: tuple[str, ...] = ()
    tables: Annotated[int, Field(ge=1, le=4)] = 1
    lines: Count = 24
    asks: tuple[Id, ...] = ("date", "place")
    fields: tuple[Id, ...] = FIELDS
    totals: tuple[Id, ...] = ()
    results: tuple[Id, ...] = ()
    worked: Mapping[str, Any] = Field(default_factory=dict)
    line: Mapping[str, str] = Field(default_factory=dict)

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the pages: head and first turns; more turns; sums and the file's words."""
        size = setting.options.size.turned()
        drawings = tuple(_drawings(self, setting, size))
        copies = setting.options.copies
        of = len(drawings) * copies
        return tuple(
            _page(drawing, setting, size, Numbered(number + 1, of), number // len(drawings) + 1)
            for number, drawing in enumerate(drawings * copies)
        )

    def work(self, setting: PrintContext, pages: Sequence[Page]) -> Work:  # noqa: ARG002
        """Return what a set holds and what there is to do with it."""
        return Work(setting.options.copies, turned=True)


def _drawings(entry: FormEntry, setting: PrintContext, size: PaperSize) -> Iterator[Drawing]:
    """Yield the drawing of each page, until there are lines for a game."""
    drawing, turns = _first(entry, setting, size)
    yield drawing
    while True:
        drawing, most = _last(entry, turns, setting, size)
        if turns + most >= entry.lines:
            yield drawing
            return
        drawing, more = _middle(entry, turns, setting, size)
        yield drawing
        turns += more


def _first(entry: FormEntry, setting: PrintContext, size: PaperSize) -> tuple[Drawing, int]:
    """Draw the first page and return it with the number of turns it holds."""
    width = size.width - 2 * OUTER_MARGIN
    note = setting.said.texts.get("form.note") or setting.say("print.form-note")
    top = above(title(setting, width, note), head(entry.asks, setting, width), gap=2.0)
    rows = _rows(setting, size, top.height + GAP)
    lines = _tables(entry, setting, width, Lines(1, rows * entry.tables - 1), is_first=True)
    return above(top, lines, gap=GAP), rows * entry.tables - 1


def _middle(
    entry: FormEntry, before: int, setting: PrintContext, size: PaperSize
) -> tuple[Drawing, int]:
    width = size.width - 2 * OUTER_MARGIN
    top = title(setting, width, setting.say("print.form-turns"))
    turns = _rows(setting, size, top.height + GAP) * entry.tables
    return above(top, _tables(entry, setting, width, Lines(before + 1, turns)), gap=GAP), turns


def _last(
    entry: FormEntry, before: int, setting: PrintContext, size: PaperSize
) -> tuple[Drawing, int]:
    width = size.width - 2 * OUTER_MARGIN
    top = title(setting, width, setting.say("print.form-more"))
    added = sums(entry.totals, entry.results, setting)
    # Turns that are single words have no fields of their own.
    paths = () if entry.line else entry.columns
    turns_fields = dict.fromkeys(path.split(".")[0] for path in paths if path != TURN)
    words = typed(entry.worked, setting)
    rest = width - added.width - 2 * GAP
    beneath = beside(
        added, file_words((*entry.fields, *turns_fields), words, setting, rest), gap=2 * GAP
    )
    turns = _rows(setting, size, top.height + 2 * GAP + beneath.height) * entry.tables
    lines = _tables(entry, setting, width, Lines(before + 1, turns))
    return above(top, lines, beneath, gap=GAP), turns


def _tables(
    entry: FormEntry, setting: PrintContext, width: Mm, lines: Lines, *, is_first: bool = False
) -> Drawing:
    """Draw the tables side by side; the very first line of the form is the worked one."""
    each = (width - ASIDE * (entry.tables - 1)) / entry.tables
    columns = columns_of(entry.columns, entry.wide, setting, each)
    rows = (lines.count + is_first) // entry.tables
    drawn = []
    first = lines.first
    for number in range(entry.tables):
        is_worked = is_first and number == 0
        worked = worked_line(entry.worked, entry.line, setting) if is_worked else None
        drawn.append(table(columns, setting, Lines(first, rows - is_worked), worked))
        first += rows - is_worked
    return beside(*drawn, gap=ASIDE) if len(drawn) > 1 else drawn[0]


def _rows(setting: PrintContext, size: PaperSize, taken: Mm) -> int:
    """Return how many lines fit what the rest of a page leaves."""
    band = furniture.band(setting, size.width - 2 * OUTER_MARGIN)
    height = size.height - TOP - band - 2.0 - taken - 2 * setting.style.length(HEAD)
    return int(height / setting.style.length(ROW))


def _page(
    drawing: Drawing, setting: PrintContext, size: PaperSize, page: Numbered, copy: int
) -> Page:
    foot = furniture.footer(setting, size, page, OUTER_MARGIN)
    placed = Placed(drawing, OUTER_MARGIN, TOP)
    bookmark = f"{setting.title} {page.number}"
    return Page(size, furniture.page_drawing(size, foot), (Copy(copy, placed),), bookmark)
