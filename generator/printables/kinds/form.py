"""The paper on which a game is recorded by hand, column by column what the record file wants."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import accumulate, chain, groupby, repeat
from math import floor
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from generator.errors import LudokitError
from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import Count, Id
from generator.game.parts import Dice, Pool
from generator.paper import measures
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.measures import (
    COLUMN_GAP,
    OUTER_MARGIN,
    PAGE_TOP,
    ROUNDING,
    TABLE_GAP,
    WORDS_GAP,
    WRITING_PITCH,
)
from generator.paper.page import Copy, Page
from generator.paper.shapes import QUIET, THIN, CellBox, Drawing, Mm, Pt, Rect, TablePosition
from generator.paper.text import LABEL, LARGER, SECTION, TEXT, TITLE, Lettering, Weight
from generator.printables.blocks.scores import TOTAL, addends
from generator.printables.context import Context
from generator.printables.page_furniture import (
    EMBLEM,
    TITLE_BASE,
    add_footers,
    footer_height,
    title_band,
)
from generator.printables.printable import DrawnEntry
from generator.printables.sketch import Sketch
from generator.reading.nodes import Path
from generator.words import BUILT_IN, Message, message, not_one_of, typeset

# Widths in mm of columns that hold a number, a tick.
NUMBER_COLUMN: Mm = 10.5
TICK_COLUMN: Mm = 15.0
EACH = "*"
# The one column that is not a field: turns are counted by their place in the file.
TURN = "turn"
HEADING: Mm = 5.5
TABLES_APART: Mm = 7.0
NAME_COLUMN: Mm = 32.0
# How far a key is moved into the white above its table.
KEY_LOWER: Mm = 2.0
# Rows or columns of boxes: an id and what it is called.
Labelled = Sequence[tuple[str, str]]


class FormEntry(DrawnEntry):
    """The form on which a game is written down turn by turn, to be typed into a record file."""

    kind: Literal["form"]
    columns: Annotated[tuple[str, ...], Field(min_length=1, max_length=30)]
    """The columns by field: `dice.orange`, `dice.*` one a die, `writes.*` one a player."""
    wide: tuple[str, ...] = ()
    """The columns that share the width which the others leave; one named twice has two shares."""
    tables: Annotated[int, Field(ge=1, le=4)] = 1
    """How many tables stand side by side."""
    upright: bool = False
    """Whether the paper stands upright: with few columns more lines find room on a page."""
    lines: Count = 24
    """How many lines a game of usual length takes."""
    again: bool = False
    """Whether long games take more: pages but the first have no numbers, to be printed again."""
    each: Count | None = None
    """How many turns a player has: each then has a table of that many lines, and sums beneath."""
    asks: tuple[Id, ...] = ("date", "place")
    """The fields of a record's head that have a line above the table."""
    fields: tuple[Id, ...] = ("players", "turns", "sheets", "score")
    """The fields, besides those of the columns, whose words in a file the guide tells."""
    totals: tuple[Id, ...] | None = None
    """The parts of the score that are added up by hand; those of all parts where not said."""
    results: tuple[Id, ...] = ()
    """The fields that are written once for every part added up."""
    worked: Mapping[str, Any] = Field(default_factory=dict)
    """A record that the guide shows as typed; its turns or rounds are the worked lines."""
    examples: Annotated[tuple[Mapping[str, str], ...], Field(max_length=4)] = ()
    """Worked lines column by column, where a turn is single words or takes several lines."""

    is_two_sided = True

    def completed(self, game: Game) -> Self:
        """Return the form with a column for each die, and the totals of all parts of the game."""
        rolled = (part for part in game.head.parts.values() if isinstance(part, Dice | Pool))
        dice = (one.dice if isinstance(one, Dice) else range(1, one.dice + 1) for one in rolled)
        each = next(dice, ())
        columns: list[str] = []
        for path in self.columns:
            field, _, rest = path.partition(".")
            is_rolled = each and field in {"dice", "reroll"} and rest == EACH
            columns += [f"{field}.{one}" for one in each] if is_rolled else [path]
        totals = self.totals
        if totals is None:
            totals = tuple(one.id for one in addends(game, game.head.parts))
            totals = (*totals, TOTAL.id) if totals else ()
        return self.model_copy(update={"columns": tuple(columns), "totals": totals})

    def needs(self, game: Game) -> Iterator[Need]:
        yield from (Need("texts", f"score.{part}", ("totals",)) for part in self.totals or ())
        for number, path in enumerate((*self.columns, *self.asks)):
            field, _, rest = path.partition(".")
            for heading in dict.fromkeys((field, path)):
                for text in (f"column.{heading}", f"key.{heading}"):
                    yield Need("texts", text, ("columns", number), optional=True)
            if rest in game.head.colours:
                yield Need("words.colours", rest, ("columns", number), optional=True)
        players = (f"column.player.{n + 1}" for n in range(game.head.players[1]))
        for key in ("form.note", "column.player", *players):
            yield Need("texts", key, ("kind",), optional=True)

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        known = {f"column.{path}" for path in self.columns}
        own = {key for said in game.sentences.values() for key in said.texts if key in known}
        for number, path in enumerate(self.columns):
            _, _, rest = path.partition(".")
            is_headed = not rest or rest == EACH or rest.isdecimal() or f"column.{path}" in own
            if not is_headed and rest not in game.head.colours:
                yield ("columns", number), not_one_of(rest, game.head.colours)
        named: list[tuple[Path, str]] = [(("wide", n), path) for n, path in enumerate(self.wide)]
        for number, example in enumerate(self.examples):
            named += ((("examples", number, path), path) for path in example)
        for place, path in named:
            if path not in self.columns:
                yield place, not_one_of(path, self.columns)

    def plan(self, setting: Context) -> tuple[Page, ...]:
        """Plan head and first turns, more turns, sums; LudokitError where turns have no room."""
        large = 1 if self.each else round(self.tables / LARGER)
        tables = large if setting.options.large else self.tables
        form = _FormLayout(self.model_copy(update={"tables": tables}), setting)
        at, copies = (OUTER_MARGIN, PAGE_TOP), range(setting.options.copies)
        placed = [art.Placed(drawing, *at) for drawing in form.pages()]
        every = (Copy(number + 1, one, is_read=True) for number in copies for one in placed)
        return add_footers(setting, [Page(form.page, copies=(one,)) for one in every])


class _FormLayout:
    def __init__(self, entry: FormEntry, setting: Context) -> None:
        self.entry, self.setting = entry, setting
        size, said = setting.options.size, setting.sentences
        # Large lines of a player's table have room on an upright page alone.
        is_upright = entry.upright or (entry.each and setting.options.large)
        self.page = size if is_upright else size.rotated()
        self.width = self.page.width - 2 * OUTER_MARGIN
        player, numbers = self.head_of("player"), range(1, setting.game.head.players[1] + 1)
        own = {n: said.texts.get(f"column.player.{n}") for n in numbers}
        self.players = {f"player{n}": own[n] or f"{player} {n}" for n in numbers}

    def head_of(self, field: str) -> str:
        """Return what stands above a column or before a line: the game's word, else a record's."""
        said = self.setting.sentences
        return said.texts.get(f"column.{field}") or said.field_word(field)

    def pages(self) -> Iterator[Drawing]:
        entry, say = self.entry, self.setting.say
        note = self.setting.sentences.texts.get("form.note") or say("print.form-note")
        key = [*self.draw_key(entry.asks)]
        top = art.column(self.draw_title(note), self.draw_head(), *key, gap=measures.DRAWING_GAP)
        again = say("print.form-players" if entry.each else "print.form-again")
        again = again if entry.again else say("print.form-turns")
        later = art.column(self.draw_title(again), *self.draw_key(), gap=measures.DRAWING_GAP)
        if entry.each:
            yield from self.draw_players(top, later, entry.each)
            return
        told = say("print.form-key") if key and entry.again else again
        least = [*self.draw_turns(top, self.draw_title(told))]
        with suppress(LudokitError):
            # A page that is printed alone tells what columns take, unless that takes one page more.
            whole = [*self.draw_turns(top, later)]
            least = whole if len(whole) == len(least) else least
        yield from least

    def draw_turns(self, top: Drawing, later: Drawing) -> Iterator[Drawing]:
        """Draw pages of turns, the last with the sums, each of them below what stands above."""
        entry = self.entry
        examples = len(worked_lines(entry.worked, entry.examples, self.setting))
        turns = self.lines_that_fit(top.height + TABLE_GAP, examples) * entry.tables - examples
        yield art.column(top, self.draw_tables(1, turns, is_first=True), gap=TABLE_GAP)
        heads = [*self.players.items(), *((one, self.head_of(one)) for one in entry.results)]
        added = self.draw_sums(self.parts(), heads, self.width, NAME_COLUMN)
        most = self.lines_that_fit(later.height + 2 * TABLE_GAP + added.height) * entry.tables
        while turns + most < entry.lines:
            more = self.lines_that_fit(later.height + TABLE_GAP, 1) * entry.tables
            yield art.column(later, self.draw_tables(turns + 1, more), gap=TABLE_GAP)
            turns += more
        yield art.column(later, self.draw_tables(turns + 1, most), added, gap=TABLE_GAP)

    def draw_players(self, top: Drawing, more: Drawing, each: int) -> Iterator[Drawing]:
        """Draw a table a player, with a name above it and what is added up beneath."""
        entry, setting, count = self.entry, self.setting, self.entry.tables
        worked = worked_lines(entry.worked, entry.examples, setting)[:count]
        width = (self.width - TABLES_APART * (count - 1)) / count
        columns = lay_out_columns(entry.columns, entry.wide, setting, width)
        numbered = [*self.players.items()][: max(count, entry.lines // each)]
        for start in range(0, len(numbered), count):
            above, drawn = more if start else top, []
            for n, (player, label) in enumerate(numbered[start : start + count], start=start):
                # The later ones are printed again for more players: a name is enough.
                said = self.head_of("player") if start and entry.again else label
                name = self.draw_line(said, f"player.{n + 1}", width, SECTION)
                sums = self.draw_sums([(player, label)], self.parts(), width)
                fixed = above.height + TABLE_GAP + name.height + sums.height + 2 * TABLE_GAP
                shown = () if start else worked[n : n + 1]
                row = self.height_for_lines(fixed) / (each + len(shown))
                if row < WRITING_PITCH * (LARGER if setting.options.large else 1.0):
                    raise LudokitError(message("print.form-full"))
                fills = setting.options.large or setting.options.paper == "a3"
                row = row if fills else WRITING_PITCH
                turns = range(n * each + 1, (n + 1) * each + 1)
                table = _FormTable(columns, setting, row, each).draw(turns, shown)
                drawn.append(art.column(name, table, sums, gap=measures.DRAWING_GAP))
            yield art.column(above, art.row(*drawn, gap=TABLES_APART), gap=TABLE_GAP)

    def draw_tables(self, first: int, turns: int, *, is_first: bool = False) -> Drawing:
        """Draw the tables side by side; the very first lines of the form are the worked ones."""
        entry, setting, count = self.entry, self.setting, self.entry.tables
        each = (self.width - TABLES_APART * (count - 1)) / count
        columns = lay_out_columns(entry.columns, entry.wide, setting, each)
        if entry.again and not is_first and columns[0].id == TURN:
            # There numbers are written by hand, in cells.
            columns = (replace(columns[0], id="number"), *columns[1:])
        worked = worked_lines(entry.worked, entry.examples, setting) if is_first else ()
        rows, drawn = (turns + len(worked)) // count, []
        for _ in range(count):
            after = first + rows - len(worked)
            drawn.append(_FormTable(columns, setting).draw(range(first, after), worked))
            first, worked = after, ()
        return art.row(*drawn, gap=TABLES_APART) if len(drawn) > 1 else drawn[0]

    def height_for_lines(self, taken: Mm) -> Mm:
        foot = footer_height(self.setting, self.page) + 2.0 + 2 * self.setting.style.length(HEADING)
        return self.page.height - PAGE_TOP - foot - taken

    def lines_that_fit(self, taken: Mm, least: int = 0) -> int:
        """Return how many lines fit the rest of a page; LudokitError for fewer than `least`."""
        rows = floor(self.height_for_lines(taken) / self.setting.style.length(WRITING_PITCH))
        if rows < least:
            raise LudokitError(message("print.form-full"))
        return rows

    def draw_title(self, note: str) -> Drawing:
        setting, style, sketch = self.setting, self.setting.style, Sketch(self.setting)
        bold, title = style.lettering(TITLE, "bold"), Sketch(setting)
        plain = style.lettering(SECTION, "regular", "secondary")
        band, begin = title_band(setting, self.width, EMBLEM * bold.height)
        start = title.write(setting.sentences.title, begin, bold.height, bold) + 3.0
        end = title.write(setting.title, start, bold.height, plain) + 5.0
        # It reaches into the margin above, so that no line is lost.
        sketch.place(band, 0.0, bold.height - TITLE_BASE * band.height)
        sketch.place(title.drawing(end, bold.height, role="title"), 0.0, 0.0)
        how = style.lettering(LABEL, "regular", "ink", "right", steps_down=True)
        said = how.fit(note, "note", self.width - end)
        sketch.place(said, end, 0.0)
        return sketch.drawing(self.width, max(bold.height, said.height))

    def draw_head(self) -> Drawing:
        most = len(self.players)
        across = 4 if most % 4 == 0 else min(most, 3)
        each = self.width / ((len(self.entry.asks) or 1) if self.entry.each else 4) - COLUMN_GAP
        asked = [self.draw_line(self.head_of(ask), ask, each) for ask in self.entry.asks]
        if self.entry.each:
            return art.row(*asked, gap=COLUMN_GAP)
        each, named = (self.width - COLUMN_GAP * (across - 1)) / across, self.players.values()
        lines = [self.draw_line(one, f"player.{n}", each) for n, one in enumerate(named, start=1)]
        rows = (asked, *(lines[at : at + across] for at in range(0, most, across)))
        return art.column(*(art.row(*row, gap=COLUMN_GAP) for row in rows))

    def draw_line(self, label: str, cell: str, width: Mm, size: Pt = LABEL) -> Drawing:
        sketch, height = Sketch(self.setting), self.setting.style.length(WRITING_PITCH)
        how, inset = self.setting.style.lettering(size, "regular", "secondary"), 0.0
        if size > LABEL:
            how, inset = self.setting.style.lettering(size, "bold"), measures.INSET
            face, plate = self.setting.game.head.face, how.width(label) + 2 * inset
            tint = f"{face.colour if face else 'rule'}.tint"
            sketch.put(Rect(0.0, 0.0, plate, height, tint, None, 1.0))
        start = sketch.write(label, inset, height - 1.0 - inset / 2, how) + inset + 2.0
        sketch.writing_line(CellBox(cell, label, start, 0.0, width - start, height), -0.6)
        return sketch.drawing(width, height)

    def draw_key(self, asks: Sequence[str] = ()) -> Iterator[Drawing]:
        """Draw what each column takes, in the game's words, as far as it has any."""
        style, texts = self.setting.style, self.setting.sentences.texts
        bold, plain = style.lettering(LABEL, "bold"), style.lettering(LABEL)
        paths = (one for path in (*self.entry.columns, *asks) for one in (path.split(".")[0], path))
        drawn = []
        for path in dict.fromkeys(paths):
            if told := texts.get(f"key.{path}"):
                word = bold.fit(said := self.head_of(path), path, bold.width(said) + ROUNDING)
                room = self.width - word.width - WORDS_GAP
                words = plain.fit(told, path, min(room, plain.width(told) + ROUNDING))
                drawn.append(art.row(word, words, gap=WORDS_GAP))
        if drawn:
            rows = art.in_rows(drawn, self.width, COLUMN_GAP, lambda one: one.width)
            lines = (art.row(*row, gap=COLUMN_GAP) for row in rows)
            key = art.column(*lines, gap=WORDS_GAP)
            # It stands nearer to the table that it explains than to the lines above.
            yield Drawing(key.width, key.height, (art.Placed(key, 0.0, KEY_LOWER),))

    def parts(self) -> list[tuple[str, str]]:
        """Return what is added up by hand, each with its word."""
        return [(part, self.setting.text(f"score.{part}")) for part in self.entry.totals or ()]

    def draw_sums(self, rows: Labelled, columns: Labelled, width: Mm, beside: Mm = 0.0) -> Drawing:
        """Draw boxes to add up in: parts down and players across, or the other way round."""
        if not self.entry.totals:
            return Drawing(0.0, 0.0)
        setting, style, sketch = self.setting, self.setting.style, Sketch(self.setting)
        row, head, last = style.length(WRITING_PITCH), style.length(HEADING), self.entry.totals[-1]
        across, high = (width - beside) / len(columns), row * len(rows)
        how = style.lettering(LABEL, "bold", "ink", "middle", steps_down=True)
        plain = style.lettering(LABEL, "regular", "secondary")
        for number, (column, label) in enumerate(columns):
            x = beside + number * across
            word = how.fit(label, column, across - 1.0)
            named = replace(word, table=TablePosition(0, number + bool(beside)))
            sketch.place(named, x + 0.5, head - word.height - 0.8)
            for line, (name, said) in enumerate(rows):
                part, player = (name, column) if beside else (column, name)
                if part != last or player not in self.entry.results:
                    at = (x, head + line * row, across, row)
                    cell = f"{player}.score.{part}"
                    sketch.cells.append(CellBox(cell, label if beside else said, *at))
                if beside and not number:
                    named_row, at_row = Sketch(setting), TablePosition(line + 1, 0)
                    named_row.centre(said, 2.0, row / 2, plain)
                    drawn = replace(named_row.drawing(beside, row), table=at_row)
                    sketch.place(drawn, 0.0, head + line * row)
        whole = Rect(0.0, head, width, high, None, art.EDGE)
        ys = (head + number * row for number in range(1, len(rows)))
        xs = (beside + number * across for number in range(not beside, len(columns)))
        sketch.grid_lines(whole, ys, xs, QUIET)
        total = Rect(0.0, head + high - row, width, row, None, art.HEAVY)
        if not beside:
            total = Rect(width - across, head, across, high, None, art.HEAVY)
        sketch.put(whole, total)
        size = len(rows) + 1, len(columns) + bool(beside)
        grid = art.TableShape(*size, head_columns=int(beside > 0))
        return replace(sketch.drawing(width, head + high), table=grid)


@dataclass(frozen=True, slots=True)
class FormColumn:
    """A column by its field's path (`dice.orange`): `group` heads it with others, `word` alone."""

    id: str
    group: str
    word: str
    sign: str
    width: Mm
    x: Mm = 0.0

    @property
    def head(self) -> str:
        """Return what stands above it within its group."""
        return f"{self.sign} {self.word}".strip()


def lay_out_columns(
    paths: Sequence[str], wide: Sequence[str], setting: Context, width: Mm
) -> tuple[FormColumn, ...]:
    """Return the columns over a width; wide ones and those of one a player, or all, share it."""
    columns = [(wide.count(path), column) for path in paths for column in _columns(path, setting)]
    shares = [count or not column.width for count, column in columns]
    taken = sum(column.width for count, column in columns if not count)
    each = (width - taken) / max(1, sum(shares))
    grown = 1.0 if any(shares) else width / taken
    widths = [n * each or one.width * grown for n, (_, one) in zip(shares, columns, strict=True)]
    placed = zip(columns, widths, accumulate(widths, initial=0.0), strict=False)
    return tuple(replace(column, width=one, x=x) for (_, column), one, x in placed)


def _columns(path: str, setting: Context) -> Iterator[FormColumn]:
    first, *rest = path.split(".")
    usual = setting.say("print.turn") if first == TURN else setting.sentences.field_word(first)
    word = setting.sentences.texts.get(f"column.{first}") or usual
    if not rest:
        width = {TURN: NUMBER_COLUMN, "player": 25.0}.get(first, TICK_COLUMN)
        example = setting.say("print.example") if first == TURN else word
        least = max(_least_width(one, setting) for one in (word, example))
        yield FormColumn(first, "", word, "", max(width, least))
    elif rest == [EACH]:
        for number in range(1, setting.game.head.players[1] + 1):
            yield FormColumn(f"{first}.{number}", word, str(number), "", 0.0)
    elif rest[0].isdecimal():
        yield FormColumn(path, word, rest[0], "", NUMBER_COLUMN)
    elif own := setting.sentences.texts.get(f"column.{path}"):
        yield FormColumn(path, word, own, "", max(TICK_COLUMN, _least_width(own, setting)))
    else:
        said = setting.colour_word(rest[0])
        least = _least_width(f"{(sign := setting.sign(rest[0]))}\u00a0{said}", setting)
        yield FormColumn(path, word, said, sign, max(NUMBER_COLUMN + 2.0, least))


def _least_width(word: str, setting: Context) -> Mm:
    size = LABEL if setting.options.large else lettered.READ
    how = setting.style.lettering(size, "bold")
    longest = max(how.width(part) for _, part in lettered.unbreakable_pieces(word))
    return longest + WORDS_GAP


# White beside the words of a head.
HEAD_MARGIN: Mm = 0.7


class _FormTable(Sketch):
    def __init__(
        self, columns: Sequence[FormColumn], setting: Context, row: Mm = 0.0, each: int = 1000
    ) -> None:
        super().__init__(setting)
        self.columns, self.width = columns, columns[-1].x + columns[-1].width
        self.groups = [[*g] for _, g in groupby(columns, key=lambda one: one.group or one.id)]
        self.row, self.each = row or self.style.length(WRITING_PITCH), each
        self.head = self.style.length(HEADING)
        self.top = 2 * self.head
        self.heads = 2 if any(column.group for column in columns) else 1

    def draw(self, turns: range, worked: Sequence[Mapping[str, str]]) -> Drawing:
        self.draw_headings()
        for line, example in enumerate(worked):
            y = self.top + line * self.row
            self.put(Rect(0.0, y, self.width, self.row, "rule.tint"))
            for place, column in enumerate(self.columns):
                if words := example.get(column.id):
                    at = Rect(column.x, y, column.width, self.row)
                    cell = TablePosition(self.heads + line, place)
                    self.write_words(words, at, cell, "italic", "secondary")
        rows, is_numbered = len(turns) + len(worked), self.columns[0].id == TURN
        self.draw_rules(rows)
        self.draw_turns(turns, len(worked))
        grid = art.TableShape(self.heads + rows, len(self.columns), self.heads, int(is_numbered))
        return replace(self.drawing(self.width, self.top + rows * self.row), table=grid)

    def write_words(
        self, words: str, at: Rect, cell: TablePosition, weight: Weight, colour: str = "ink"
    ) -> None:
        # Heads are no larger: in large, 1.3 times the usual, they have no wider columns.
        size, white = (TEXT, 0.5) if weight == "italic" else (LABEL, HEAD_MARGIN)
        how = self.style.lettering(size, weight, colour, "middle", steps_down=True)
        said = how.fit(words, words, at.width - 2 * white, at.height)
        self.place(replace(said, table=cell), at.x + white, at.y + 0.2, at.height)

    def draw_headings(self) -> None:
        place = 0
        for group in self.groups:
            first, wide = group[0], sum(column.width for column in group)
            if not first.group:
                cell = TablePosition(0, place, rows=self.heads)
                at = Rect(first.x, 0.0, first.width, self.top)
                self.write_words(first.word, at, cell, "bold")
                place += 1
                continue
            cell = TablePosition(0, place, columns=len(group))
            self.write_words(first.group, Rect(first.x, 0.0, wide, self.head), cell, "bold")
            how = self.group_lettering(group)
            for column in group:
                x, width = column.x + HEAD_MARGIN, column.width - 2 * HEAD_MARGIN
                said = how.fit(column.head, column.id, width, self.head)
                cell = TablePosition(1, place)
                self.place(replace(said, table=cell), x, self.head + 0.2, self.head)
                place += 1

    def group_lettering(self, group: Sequence[FormColumn]) -> Lettering:
        """Return how the heads of a group are set: none larger than its neighbour."""
        how = self.style.lettering(LABEL, align="middle", steps_down=True)
        for column in group:
            how = how.narrow_to(column.head, column.width - 2 * HEAD_MARGIN, how.least or 0.0)
        return how

    def draw_turns(self, turns: range, start: int) -> None:
        for line, turn in enumerate(turns, start=start):
            y = self.top + line * self.row
            for column in self.columns:
                at = (column.x, y, column.width, self.row)
                if column.id != TURN:
                    self.cells.append(CellBox(f"turn{turn}.{column.id}", column.word, *at))
                elif column is self.columns[0]:
                    cell = TablePosition(self.heads + line, 0)
                    number = str((turn - 1) % self.each + 1)
                    self.write_words(number, Rect(*at), cell, "regular", "secondary")

    def draw_rules(self, rows: int) -> None:
        bottom = self.top + rows * self.row
        whole = Rect(0.0, 0.0, self.width, bottom)
        ys = [self.top + number * self.row for number in range(rows + 1)]
        self.grid_lines(whole, ys[1:-1], (), QUIET)
        self.grid_lines(whole, (0.0, ys[0], ys[-1]), (), THIN)
        below = replace(whole, y=self.head, height=bottom - self.head)
        fine = art.Stroke("secondary", measures.HAIRLINE * 1.5)
        for first, *others in self.groups:
            self.grid_lines(whole, (), (first.x,), THIN)
            self.grid_lines(below, (), (one.x for one in others), fine)
        self.grid_lines(whole, (), (self.width,), THIN)


def worked_lines(
    record: Mapping[str, Any], given: Sequence[Mapping[str, str]], setting: Context
) -> tuple[Mapping[str, str], ...]:
    """Return the words of the lines given, else of the record's turns or rounds, by column."""
    example, players = {"turn": setting.say("print.example")}, _players_of(record)
    lines = [
        {name: _written_label(words, players, setting) for name, words in line.items()}
        for line in given
    ]
    turns = record.get("turns") or record.get("rounds") or ()
    lines = lines or [dict(_words_by_column(turn, players, setting)) for turn in turns]
    return tuple(example | line for line in lines)


def told_of_file(entry: FormEntry, setting: Context) -> Iterator[str]:
    """Tell a teacher whether final papers are a record, and the words that a file takes."""
    # Turns that are single words have no fields of their own.
    paths = () if entry.examples else entry.columns
    of_turns = (path.split(".")[0] for path in paths if path != TURN)
    fields, own = dict.fromkeys((*entry.fields, *of_turns)), setting.sentences
    # On its papers a language that comes as a folder stands before those of the program.
    known = [said for one, said in setting.game.sentences.items() if one in BUILT_IN]
    every = known if own in known else [own, *known]
    if not {"boards", "final", "sheets"}.isdisjoint(fields):
        yield setting.say(message("guide.file-sheets", game=setting.game.name))
    named = (dict.fromkeys(one.field_word(field) for one in every) for field in fields)
    words = setting.say("guide.file-words" if len(every) > 1 else "guide.file-words-alone")
    # U+00A0 keeps words that mean the same on one line.
    yield f"{words} " + "\u00a0· ".join(map("\u00a0=\u00a0".join, named))


def typed_lines(record: Mapping[str, Any], setting: Context) -> tuple[str, ...]:
    """Return a worked record as it is typed into a file, in the language of the paper."""
    said, players = setting.sentences, _players_of(record)
    lines = [f"{said.field_word('game')}: {setting.game.name}"]
    for field, value in record.items():
        if isinstance(value, Sequence) and value and isinstance(value[0], Mapping):
            lines.append(f"{said.field_word(field)}:")
            for entry in value:
                # A dash before the first field.
                for start, inner in zip(chain("-", repeat(" ")), entry, strict=False):
                    words = _typed_value(entry[inner], players, setting)
                    lines.append(f"{start} {said.field_word(inner)}: {words}")
        else:
            lines.append(f"{said.field_word(field)}: {_typed_value(value, players, setting)}")
    return tuple(lines)


def _typed_value(value: object, players: Sequence[str], setting: Context) -> str:
    if isinstance(value, Mapping):
        # A player's name stays as it is; a colour or a field is said in the language.
        words = {key: setting.sentences.field_word(key) for key in value}
        words |= setting.sentences.words.get("colours", {})
        words.update((player, player) for player in players)
        typed = [(words[key], _typed_value(one, players, setting)) for key, one in value.items()]
        return "{" + ", ".join(f"{key}: {one}" for key, one in typed) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_typed_value(inner, players, setting) for inner in value) + "]"
    return _written_label(value, players, setting)


def _written_label(value: object, players: Sequence[str], setting: Context) -> str:
    words, tables = str(value), setting.sentences.words.values()
    fixed = next((table[words] for table in tables if words in table), None)
    return words if words in players else fixed or setting.sentences.label(words)


def _players_of(record: Mapping[str, Any]) -> tuple[str, ...]:
    players = record.get("players")
    return tuple(map(str, players)) if isinstance(players, Sequence) else ()


def _words_by_column(
    turn: object, players: Sequence[str], setting: Context
) -> Iterator[tuple[str, str]]:
    label = setting.sentences.label
    for field, value in turn.items() if isinstance(turn, Mapping) else ():
        if isinstance(value, Mapping):
            words = _typed_value(value, players, setting).strip("{}")
            yield field, typeset(words, setting.options.language)
            for key, inner in value.items():
                column = str(players.index(key) + 1) if key in players else key
                yield f"{field}.{column}", label(str(inner))
        elif isinstance(value, Sequence) and not isinstance(value, str):
            labels = [label(str(inner)) for inner in value]
            yield field, ", ".join(labels)
            yield from ((f"{field}.{number}", said) for number, said in enumerate(labels, start=1))
        else:
            yield field, "×" if value is True else _written_label(value, players, setting)
