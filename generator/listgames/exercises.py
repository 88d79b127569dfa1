"""An exercise sheet made from a list: its questions, room for the answers, and a key."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from math import ceil
from random import Random
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import DataError, LudokitError
from generator.game.facts import Id, Names
from generator.game.parts import Listing
from generator.game.parts.listing import Side
from generator.listgames.card_set import draw_content
from generator.listgames.planner import Content, Item, load_table, read_items
from generator.paper import shapes as art
from generator.paper.measures import COLUMN_GAP, OUTER_MARGIN, PAGE_TOP, WRITING_PITCH
from generator.paper.page import Copy, Page
from generator.paper.text import SECTION, DoesNotFitError
from generator.printables.blocks.written import HeadingBlock
from generator.printables.context import Context
from generator.printables.page_furniture import add_footers, row_room
from generator.printables.printable import DrawnEntry, Finishing, Purpose, Room
from generator.printables.sketch import Sketch
from generator.tables import table as tables
from generator.words import Message, message, name_meant

# What is asked and answered, in points: the largest of which a page holds all questions. How high
# a picture is in the least.
READ: tuple[art.Pt, ...] = (18.0, 16.0, 14.0, 12.0)
PICTURE: art.Mm = 18.0
# The share of a column that a question has beside its line; a longer one stands above it.
ASKED = 0.42
NUMBER: art.Mm = 8.0
COLUMNS = 2
# White between two questions, and how much more where the page has room.
BETWEEN: art.Mm = 1.5
MOST_MORE: art.Mm = 16.0


class ListExercisesEntry(DrawnEntry):
    """A page of questions from a list in two columns, with a line for each answer, and its key."""

    kind: Literal["list-exercises"]
    part: Annotated[Id, Names("part", (Listing,))]
    """The list."""
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    """The columns of the questions and of the answers; left out, as on cards of the list."""

    supported_options = frozenset({"seed"})
    usual_per = "pupil"

    @property
    def purpose(self) -> Purpose:
        return "lesson"

    @property
    def ignored_options(self) -> frozenset[str]:
        """Return the copies: every pupil gets one, which is for the plan to count."""
        return frozenset({"copies"})

    def plan(self, setting: Context) -> tuple[Page, ...]:
        """Plan the page, and its key: the same page with the answers."""
        columns = self._columns(setting)
        table = load_table(setting.game, self.part)
        found = read_items(table, columns, setting, twins=True)
        named = dict(zip(table.columns, table.headings, strict=True)).get(columns[1], "")
        if name_meant(named, ("answer",), "columns"):
            # That an answer is to be written is said anyway.
            named = ""
        # In an order of the seed, not that of the table.
        mixed = Random(setting.options.seed).sample(found, len(found))
        asked, key = _draw_pages(setting, mixed, named)
        return add_footers(setting, [asked, key])

    def finishing(self, setting: Context, pages: Sequence[Page]) -> Finishing:
        return Finishing(1)

    def _columns(self, setting: Context) -> Sequence[str]:
        """Return the columns of questions and answers; LudokitError for a list of one column."""
        table = load_table(setting.game, self.part)
        columns = self.sides or tables.usual_sides(table)
        if not columns[1:]:
            raise LudokitError(message("list.one-column", found=table.names, file=table.file))
        if self.sides:
            return columns
        drawn = [*map(table.has_pictures_alone, columns)]
        # Pictures are asked about sooner than drawn.
        return columns[::-1] if drawn == [False, True] else columns


def _draw_pages(setting: Context, found: Sequence[Item], named: str) -> Iterator[Page]:
    """Yield the page of the questions that it holds, of more the first, and the same answered."""
    (width, height), style = row_room(setting, ()), setting.style
    gap, white = style.length(BETWEEN), style.length(COLUMN_GAP)
    wide = (width - 2 * white) / COLUMNS
    asked = message("list.exercises-named", words=named) if named else "list.exercises-told"
    heads = [_draw_head(setting, told, width) for told in (asked, "list.exercises-key-told")]
    free = height - max(one.height for one in heads) - 2 * white
    both = _draw_rows(setting, found, (wide, free), gap)
    for answered, head in enumerate(heads):
        rows, sketch = [one[answered] for one in both], Sketch(setting)
        sketch.place(head, 0.0, 0.0)
        for number, stack in enumerate(_in_columns(rows, free, gap)):
            rest = free - sum(one.height + gap for one in stack)
            more = max(0.0, min(MOST_MORE, rest / max(1, len(stack) - 1)))
            drawn = art.column(*stack, gap=gap + more)
            sketch.place(drawn, number * (wide + 2 * white), head.height + 2 * white)
        whole = sketch.drawing(width, height)
        copy = Copy(1, art.Placed(whole, OUTER_MARGIN, PAGE_TOP), is_read=True)
        yield Page(setting.options.size, copies=(copy,), is_key=bool(answered))


def _draw_head(setting: Context, told: str | Message, width: art.Mm) -> art.Drawing:
    line = HeadingBlock(block="heading").draw(setting, Room(width, 0.0, 1.0))
    words = setting.style.lettering(SECTION, "bold").fit(setting.say(told), "told", width)
    return art.column(line, words, gap=setting.style.length(COLUMN_GAP))


Rows = Sequence[tuple[art.Drawing, art.Drawing]]


def _draw_rows(
    setting: Context,
    found: Sequence[Item],
    room: art.Size,
    gap: art.Mm,
) -> Rows:
    """Draw all questions in the largest type of which columns hold them all, else in the least."""

    def drawn(size: art.Pt) -> Rows:
        numbered = enumerate(found, start=1)
        return [_draw_row(setting, number, one, room[0], size) for number, one in numbered]

    *larger, least = READ
    for size in larger:
        with suppress(DataError):
            rows = drawn(size)
            held = _in_columns([one for one, _ in rows], room[1], gap)
            if sum(map(len, held)) == len(rows):
                return rows
    return drawn(least)


def _in_columns(
    rows: Sequence[art.Drawing], free: art.Mm, gap: art.Mm
) -> Sequence[Sequence[art.Drawing]]:
    """Return the rows that a page holds in columns of about one length."""
    parted = partial(art.in_rows, gap=gap, size=lambda one: one.height)
    kept = [one for stack in parted(rows, free)[:COLUMNS] for one in stack]
    trials = range(ceil(free))
    least = bisect_left(trials, x=True, key=lambda mm: len(parted(kept, mm)) <= COLUMNS)
    return parted(kept, min(least, free))


def _draw_row(
    setting: Context,
    number: int,
    item: Item,
    width: art.Mm,
    size: art.Pt,
) -> tuple[art.Drawing, art.Drawing]:
    """Draw a question after its number with lines for its answer, and the same answered."""
    style, (asked, answer) = setting.style, item.sides
    larger = size / READ[-1]
    start, step = style.length(NUMBER * larger), style.length(WRITING_PITCH * larger)
    share = (width - start) * ASKED
    question = _draw_side(setting, asked, share, size)
    is_picture = any(cell.is_picture for cell in asked.cells)
    is_short = question is not None and (is_picture or question.height <= step)
    question = question if is_short else _draw_side(setting, asked, width - start, size)
    if question is None:
        raise _too_long(asked, setting)
    x, top = (start + share, 0.0) if is_short else (start, question.height)
    # Beside a picture a line is as low as it is.
    top = max(top, question.height - step) if is_picture else top
    said = _draw_side(setting, answer, width - x, size)
    if said is None:
        raise _too_long(answer, setting)
    lines = max(1, ceil(said.height / step))
    bold = style.lettering(size, "bold", align="right")
    made = []
    for is_answered in (False, True):
        sketch = Sketch(setting)
        # Words stand on the height of the line that is written on.
        base = step - style.length(1.0) if is_short and not is_picture else bold.height
        sketch.write(f"{number}", start - style.length(2.0), base, bold)
        sketch.place(question, start, base - bold.height)
        low = top + lines * step
        if is_answered:
            sketch.place(said, x, top + step - style.length(1.0) - bold.height)
        for line in range(0 if is_answered else lines):
            place = x, top + line * step, width - x, step
            cell = art.CellBox(f"answer{number}.{line + 1}", asked.words, *place)
            sketch.writing_line(cell, -style.length(0.6))
        made.append(sketch.drawing(width, low))
    return made[0], made[1]


def _draw_side(
    setting: Context,
    content: Content,
    width: art.Mm,
    size: art.Pt,
) -> art.Drawing | None:
    """Draw words, pictures or a fraction; None where a word is longer than the width."""
    style = setting.style
    if any(cell.is_picture for cell in content.cells) or "/" in content.words:
        high = (WRITING_PITCH if "/" in content.words else PICTURE) * size / READ[-1]
        return draw_content(content, setting, (width, style.length(high)), size)
    with suppress(DoesNotFitError):
        return style.lettering(size).fit(content.words, "exercise", width)
    return None


def _too_long(content: Content, setting: Context) -> DataError:
    least = f"{READ[-1] * setting.style.scale:g}"
    values = {"box": "exercise", "words": content.words, "least": least}
    return DataError([content.cells[-1].fault(message("paper.does-not-fit", **values))])
