"""The paper on which a game is recorded by hand, column by column what the record file wants."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from math import floor
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from generator.errors import LudokitError
from generator.game import Game
from generator.game.agreement import Need
from generator.game.facts import Count, Id
from generator.game.parts import Dice, Pool
from generator.paper import shapes as art
from generator.paper.page import OUTER_MARGIN, Copy, Page
from generator.paper.text import LABEL, LARGER, LEAST_SIZE, SECTION, TEXT, TITLE, Weight, unbroken
from generator.printables.blocks.scores import TOTAL, addends
from generator.printables.context import PrintContext
from generator.printables.declaring import DrawnEntry
from generator.printables.kinds.worked import label_of, players_of, typed, worked_words
from generator.printables.pages import band, numbered
from generator.printables.sketch import Sketch
from generator.reading.nodes import Path
from generator.words import Message, message, not_one_of

# Widths in mm of columns that hold a number, a tick, a name.
NARROW: art.Mm = 10.5
TICK: art.Mm = 15.0
PLAYER: art.Mm = 25.0
AROUND: art.Mm = 1.5  # white on both sides of a heading
EACH = "*"
# The one column that is not a field: turns are counted by their place in the file.
TURN = "turn"
# A line to write on every 8 mm.
ROW: art.Mm = 8.0
HEAD: art.Mm = 5.5
GAP: art.Mm = 5.0
TOP: art.Mm = 10.0
# White between two tables side by side, and between two lines of the head.
ASIDE: art.Mm = 7.0
BETWEEN: art.Mm = 6.0
# The table to add up in: the column of names, a column of sums.
NAME: art.Mm = 32.0
SUM: art.Mm = 17.0
# The fields of final papers, which are a record by themselves.
PAPERS = frozenset({"boards", "final", "sheets"})
# The fields that hold one value a die of the game.
ROLLS = frozenset({"dice", "reroll"})


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
    asks: tuple[Id, ...] = ("date", "place")
    """The fields of a record's head that have a line above the table."""
    fields: tuple[Id, ...] = ("players", "turns", "sheets", "score")
    """The fields, besides those of the columns, whose words in a file are told."""
    totals: tuple[Id, ...] | None = None
    """The parts of the score that are added up by hand; those of all parts where not said."""
    results: tuple[Id, ...] = ()
    """The fields that are written once for every part added up."""
    worked: Mapping[str, Any] = Field(default_factory=dict)
    """A record that is typed beneath; its first turn is the worked line."""
    examples: Annotated[tuple[Mapping[str, str], ...], Field(max_length=4)] = ()
    """Worked lines column by column, where a turn is single words or takes several lines."""

    is_turned = True

    def completed(self, game: Game) -> Self:
        """Return the form with a column for each die, and the totals of all parts of the game."""
        each = _dice(game)
        columns: list[str] = []
        for path in self.columns:
            field, _, rest = path.partition(".")
            is_rolled = each and field in ROLLS and rest == EACH
            columns += [f"{field}.{one}" for one in each] if is_rolled else [path]
        totals = self.totals
        if totals is None:
            totals = tuple(one.id for one in addends(game, game.head.parts))
            totals = (*totals, TOTAL.id) if totals else ()
        return self.model_copy(update={"columns": tuple(columns), "totals": totals})

    def needs(self, game: Game) -> Iterator[Need]:
        """Yield the words of totals and of dice, and those that columns may have instead."""
        yield from (Need("texts", f"score.{part}", ("totals",)) for part in self.totals or ())
        for number, path in enumerate(self.columns):
            field, _, rest = path.partition(".")
            for heading in dict.fromkeys((field, path)):
                yield Need("texts", f"column.{heading}", ("columns", number), optional=True)
            if rest in game.head.colours:
                yield Need("words.colours", rest, ("columns", number), optional=True)
        for key in ("form.note", "column.player"):
            yield Need("texts", key, ("kind",), optional=True)

    def faults(self, game: Game) -> Iterator[tuple[Path, Message]]:
        """Yield columns of no die or colour, and names of columns that there are not."""
        known = {f"column.{path}" for path in self.columns}
        own = {key for said in game.said.values() for key in said.texts if key in known}
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

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the pages: head and first turns; more turns; sums and the file's words.

        Raise LudokitError where the lines for the players leave no room for turns.
        """
        tables = round(self.tables / LARGER) if setting.options.large else self.tables
        form = _Form(self.model_copy(update={"tables": tables}), setting)
        copies = range(1, setting.options.copies + 1)
        placed = [art.Placed(drawing, OUTER_MARGIN, TOP) for drawing in form.drawings()]
        pages = [
            Page(form.page, copies=(Copy(n, p, is_read=True),)) for n in copies for p in placed
        ]
        return numbered(setting, pages)


def _dice(game: Game) -> tuple[str, ...]:
    """Return what a record calls the dice of a game: by their colours, or 1, 2, 3."""
    for part in game.head.parts.values():
        if isinstance(part, Dice):
            return part.dice
        if isinstance(part, Pool):
            return tuple(map(str, range(1, part.dice + 1)))
    return ()


class _Form:
    """A form being laid out, on paper turned on its side where it is not to stand upright."""

    def __init__(self, entry: FormEntry, setting: PrintContext) -> None:
        self.entry, self.setting = entry, setting
        size, said = setting.options.size, setting.said
        self.page = size if entry.upright else size.turned()
        self.width = self.page.width - 2 * OUTER_MARGIN
        self.player = said.texts.get("column.player") or said.field_word("player")

    def drawings(self) -> Iterator[art.Drawing]:
        """Yield the drawing of each page, until there are lines for a game."""
        entry, say = self.entry, self.setting.say
        note = self.setting.said.texts.get("form.note") or say("print.form-note")
        top = art.above(self.title(note), self.head(), gap=2.0)
        examples = len(worked_lines(entry.worked, entry.examples, self.setting))
        turns = self.rows(top.height + GAP, examples) * entry.tables - examples
        yield art.above(top, self.tables(1, turns, is_first=True), gap=GAP)
        more_turns = self.title(say("print.form-again" if entry.again else "print.form-turns"))
        # The sums, and beside them the file's words.
        added = self.sums()
        told = self.file_words(self.width - added.width - 2 * GAP)
        beneath = art.beside(added, told, gap=2 * GAP)
        most = self.rows(more_turns.height + 2 * GAP + beneath.height) * entry.tables
        while turns + most < entry.lines:
            more = self.rows(more_turns.height + GAP, 1) * entry.tables
            yield art.above(more_turns, self.tables(turns + 1, more), gap=GAP)
            turns += more
        yield art.above(more_turns, self.tables(turns + 1, most), beneath, gap=GAP)

    def tables(self, first: int, turns: int, *, is_first: bool = False) -> art.Drawing:
        """Draw the tables side by side; the very first lines of the form are the worked ones."""
        entry, setting, count = self.entry, self.setting, self.entry.tables
        each = (self.width - ASIDE * (count - 1)) / count
        columns = columns_of(entry.columns, entry.wide, setting, each)
        if entry.again and not is_first and columns[0].id == TURN:
            # There numbers are written by hand, in cells.
            columns = (replace(columns[0], id="number"), *columns[1:])
        worked = worked_lines(entry.worked, entry.examples, setting) if is_first else ()
        rows, drawn = (turns + len(worked)) // count, []
        for _ in range(count):
            after = first + rows - len(worked)
            drawn.append(_Table(columns, setting).whole(range(first, after), worked))
            first, worked = after, ()
        return art.beside(*drawn, gap=ASIDE) if len(drawn) > 1 else drawn[0]

    def rows(self, taken: art.Mm, least: int = 0) -> int:
        """Return how many lines fit what the rest of a page leaves: so many at least."""
        style = self.setting.style
        foot = band(self.setting, self.page) + 2.0 + 2 * style.length(HEAD)
        height = self.page.height - TOP - foot - taken
        rows = floor(height / style.length(ROW))
        if rows < least:
            raise LudokitError(message("print.form-full"))
        return rows

    def title(self, note: str) -> art.Drawing:
        """Draw the game's title with the form's, and what to do at the right."""
        setting, style, sketch = self.setting, self.setting.style, Sketch(self.setting)
        bold, title = style.lettering(TITLE, "bold"), Sketch(setting)
        plain = style.lettering(SECTION, "regular", "secondary")
        start = title.write(setting.said.title, 0.0, bold.height, bold) + 4.0
        end = title.write(setting.title, start, bold.height, plain) + 10.0
        sketch.place(title.drawing(end, bold.height, role="title"), 0.0, 0.0)
        how = style.lettering(LABEL, "regular", "ink", "right", steps_down=True)
        said = how.fitted(note, "note", self.width - end)
        sketch.place(said, end, 0.0)
        return sketch.drawing(self.width, max(bold.height, said.height))

    def head(self) -> art.Drawing:
        """Draw lines for fields of the head and the players, numbered as the columns are."""
        said, most = self.setting.said, self.setting.game.head.players[1]
        across = 4 if most % 4 == 0 else min(most, 3)
        each = self.width / 4 - BETWEEN
        asked = [self.line(said.field_word(ask), ask, each) for ask in self.entry.asks]
        each = (self.width - BETWEEN * (across - 1)) / across
        lines = [self.line(f"{self.player} {n}", f"player.{n}", each) for n in range(1, most + 1)]
        rows = (art.beside(*lines[at : at + across], gap=BETWEEN) for at in range(0, most, across))
        return art.above(art.beside(*asked, gap=BETWEEN), *rows)

    def line(self, label: str, cell: str, width: art.Mm) -> art.Drawing:
        """Draw a label and a line to write on."""
        sketch, height = Sketch(self.setting), self.setting.style.length(ROW)
        how = self.setting.style.lettering(LABEL, "regular", "secondary")
        start = sketch.write(label, 0.0, height - 1.0, how) + 2.0
        sketch.blank(art.CellBox(cell, label, start, 0.0, width - start, height), -0.6)
        return sketch.drawing(width, height)

    def sums(self) -> art.Drawing:
        """Draw a line for each player and each result, and boxes for the parts of the score."""
        parts, results, setting = self.entry.totals or (), self.entry.results, self.setting
        row, each = setting.style.length(ROW), setting.style.length(SUM)
        style, sketch = setting.style, Sketch(setting)
        how = style.lettering(LABEL, "bold", "ink", "middle", steps_down=True)
        columns = [(part, NAME + number * each) for number, part in enumerate(parts)]
        for column, (part, x) in enumerate(columns, start=1):
            word = how.fitted(setting.text(f"score.{part}"), part, each - 1.0)
            named = replace(word, table=art.InTable(0, column))
            sketch.place(named, x + 0.5, row - word.height - 1.2)
        most = setting.game.head.players[1]
        lines = [(f"player{n}", f"{self.player} {n}") for n in range(1, most + 1)]
        lines += [(result, setting.said.field_word(result)) for result in results]
        plain = style.lettering(LABEL, "regular", "secondary")
        for line, (name, label) in enumerate(lines, start=1):
            y, head = line * row, Sketch(setting)
            head.centre(label, 1.0, row / 2, plain)
            sketch.place(replace(head.drawing(NAME, row), table=art.InTable(line, 0)), 0.0, y)
            for part, x in columns if name not in results else columns[:-1]:
                sketch.cells.append(art.CellBox(f"{name}.score.{part}", label, x, y, each, row))
        width, high = NAME + each * len(parts), row * len(lines)
        whole = art.Rect(0.0, row, width, high, None, art.EDGE)
        ys = (number * row for number in range(1, len(lines) + 2))
        sketch.rule(whole, ys, (x for _, x in columns), art.QUIET)
        sketch.put(whole, art.Rect(width - each, row, each, high, None, art.HEAVY))
        grid = art.Grid(len(lines) + 1, len(parts) + 1, head_columns=1)
        return replace(sketch.drawing(width, row + high), table=grid)

    def file_words(self, width: art.Mm) -> art.Drawing:
        """Draw how the form is typed: the command, and the file's words in the game's languages."""
        setting, style = self.setting, self.setting.style
        bold = style.lettering(SECTION - 1, "bold")
        heading = bold.fitted(setting.say("print.file-heading"), "file", width)
        # Turns that are single words have no fields of their own.
        paths = () if self.entry.examples else self.entry.columns
        of_turns = dict.fromkeys(path.split(".")[0] for path in paths if path != TURN)
        every, fields = setting.game.said.values(), (*self.entry.fields, *of_turns)
        named = (dict.fromkeys(one.field_word(field) for one in every) for field in fields)
        has_papers, game = not PAPERS.isdisjoint(self.entry.fields), setting.game.name
        words = (
            setting.say(
                message("print.file-sheets" if has_papers else "print.file-how", game=game)
            ),
            setting.say("print.file-words" if len(every) > 1 else "print.file-words-alone"),
            " · ".join(map(" = ".join, named)),
        )
        body = style.lettering(TEXT, steps_down=True).fitted("\n".join(words), "file", width)
        # U+00A0 keeps the indentation, which counts in the file.
        lines = "\n".join(typed(self.entry.worked, setting)).replace("  ", "\u00a0\u00a0\u00a0")
        sample = style.lettering(LABEL, steps_down=True).fitted(lines, "file", width - 8.0)
        frame = art.Rect(0.0, 0.0, width, sample.height + 6.0, "rule.tint", None, 1.0)
        framed = art.Drawing(width, frame.height, (frame, art.Placed(sample, 4.0, 3.0)))
        return art.above(heading, body, framed, gap=3.0)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the form: `group` heads it with its neighbours, `word` heads it alone.

    Its id is the field's path, as in cells: `dice.orange`, `writes.2`.
    """

    id: str
    group: str
    word: str
    sign: str
    width: art.Mm
    x: art.Mm = 0.0


def columns_of(
    paths: Sequence[str], wide: Sequence[str], setting: PrintContext, width: art.Mm
) -> tuple[Column, ...]:
    """Return the columns over a width; wide ones and those of one a player, or all, share it."""
    columns = [(wide.count(path), column) for path in paths for column in _columns(path, setting)]
    shares = [count or not column.width for count, column in columns]
    taken = sum(column.width for count, column in columns if not count)
    each = (width - taken) / max(1, sum(shares))
    grown = 1.0 if any(shares) else width / taken
    widths = [n * each or one.width * grown for n, (_, one) in zip(shares, columns, strict=True)]
    placed = zip(columns, widths, accumulate(widths, initial=0.0), strict=False)
    return tuple(replace(column, width=one, x=x) for (_, column), one, x in placed)


def _columns(path: str, setting: PrintContext) -> Iterator[Column]:
    first, *rest = path.split(".")
    usual = setting.say("print.turn") if first == TURN else setting.said.field_word(first)
    word = setting.said.texts.get(f"column.{first}") or usual
    if not rest:
        width = {TURN: NARROW, "player": PLAYER}.get(first, TICK)
        yield Column(first, "", word, "", max(width, _least(word, setting)))
    elif rest == [EACH]:
        for number in range(1, setting.game.head.players[1] + 1):
            yield Column(f"{first}.{number}", word, str(number), "", 0.0)
    elif rest[0].isdecimal():
        yield Column(path, word, rest[0], "", NARROW)
    elif own := setting.said.texts.get(f"column.{path}"):
        yield Column(path, word, own, "", max(TICK, _least(own, setting)))
    else:
        said = setting.said.words.get("colours", {}).get(rest[0], rest[0])
        least = _least(f"{(sign := setting.sign(rest[0]))}\u00a0{said}", setting)
        yield Column(path, word, said, sign, max(NARROW + 2.0, least))


def _least(word: str, setting: PrintContext) -> art.Mm:
    """Return the width that the longest piece of a heading takes at the least size."""
    how = setting.style.lettering(LABEL if setting.options.large else LEAST_SIZE, "bold")
    return max(how.width(part) for _, part in unbroken(word)) + AROUND


class _Table(Sketch):
    """A table being drawn: its columns, those of one group together, and its rows."""

    def __init__(self, columns: Sequence[Column], setting: PrintContext) -> None:
        super().__init__(setting)
        self.columns, self.width = columns, columns[-1].x + columns[-1].width
        self.groups = [[*g] for _, g in groupby(columns, key=lambda one: one.group or one.id)]
        self.row, self.head = self.style.length(ROW), self.style.length(HEAD)
        self.top = 2 * self.head
        # How many rows of heads there are.
        self.heads = 2 if any(column.group for column in columns) else 1

    def whole(self, turns: range, worked: Sequence[Mapping[str, str]]) -> art.Drawing:
        """Return headings, worked lines (their words by the id of a column), and lines of turns."""
        self.headings()
        for number, example in enumerate(worked):
            self.example(example, number)
        rows, is_numbered = len(turns) + len(worked), self.columns[0].id == TURN
        self.rules(rows)
        self.turns(turns, len(worked))
        grid = art.Grid(self.heads + rows, len(self.columns), self.heads, int(is_numbered))
        return replace(self.drawing(self.width, self.top + rows * self.row), table=grid)

    def words(
        self, words: str, at: art.Rect, cell: art.InTable, weight: Weight, colour: str = "ink"
    ) -> None:
        """Set words of a cell in the middle of a box; stepped down to 7 pt where they are long."""
        size, white = (TEXT, 0.5) if weight == "italic" else (LABEL, 0.7)
        how = self.style.lettering(size, weight, colour, "middle", steps_down=True)
        said = how.fitted(words, words, at.width - 2 * white, at.height)
        self.place(replace(said, table=cell), at.x + white, at.y + 0.2, at.height)

    def headings(self) -> None:
        """Draw what stands above a column alone, or above a group and each of its columns."""
        place = 0
        for group in self.groups:
            first, wide = group[0], sum(column.width for column in group)
            if not first.group:
                at = art.Rect(first.x, 0.0, first.width, self.top)
                self.words(first.word, at, art.InTable(0, place, rows=self.heads), "bold")
                place += 1
                continue
            at = art.Rect(first.x, 0.0, wide, self.head)
            self.words(first.group, at, art.InTable(0, place, columns=len(group)), "bold")
            for column in group:
                at = art.Rect(column.x, self.head, column.width, self.head)
                words = f"{column.sign} {column.word}".strip()
                self.words(words, at, art.InTable(1, place), "regular")
                place += 1

    def example(self, worked: Mapping[str, str], line: int) -> None:
        """Draw a line on a tint, with its words."""
        y = self.top + line * self.row
        self.put(art.Rect(0.0, y, self.width, self.row, "rule.tint"))
        for place, column in enumerate(self.columns):
            if words := worked.get(column.id):
                at = art.Rect(column.x, y, column.width, self.row)
                self.words(words, at, art.InTable(self.heads + line, place), "italic")

    def turns(self, turns: range, start: int) -> None:
        """Note the cells of turns from a line on, and draw their numbers."""
        for line, turn in enumerate(turns, start=start):
            y = self.top + line * self.row
            for column in self.columns:
                if column.id != TURN:
                    name, at = f"turn{turn}.{column.id}", (column.x, y, column.width, self.row)
                    self.cells.append(art.CellBox(name, column.word, *at))
            if self.columns[0].id == TURN:
                box = art.Rect(0.0, y, self.columns[0].width, self.row)
                cell = art.InTable(self.heads + line, 0)
                self.words(str(turn), box, cell, "regular", "secondary")

    def rules(self, rows: int) -> None:
        """Draw the lines of the table, those between the columns of a group finer."""
        bottom = self.top + rows * self.row
        whole = art.Rect(0.0, 0.0, self.width, bottom)
        ys = [self.top + number * self.row for number in range(rows + 1)]
        self.rule(whole, ys[1:-1], (), art.QUIET)
        self.rule(whole, (0.0, ys[0], ys[-1]), (), art.THIN)
        below, fine = replace(whole, y=self.head, height=bottom - self.head), art.HAIRLINE * 1.5
        for first, *others in self.groups:
            self.rule(whole, (), (first.x,), art.THIN)
            self.rule(below, (), (one.x for one in others), art.Stroke("secondary", fine))
        self.rule(whole, (), (self.width,), art.THIN)


def worked_lines(
    record: Mapping[str, Any], given: Sequence[Mapping[str, str]], setting: PrintContext
) -> tuple[Mapping[str, str], ...]:
    """Return the words of the lines given, else of the record's first turn or round, by column."""
    example, players = {"turn": setting.say("print.example")}, players_of(record)
    turns = record.get("turns") or record.get("rounds")
    first = turns[0] if isinstance(turns, Sequence) and turns else {}
    told = (
        {name: label_of(words, players, setting) for name, words in line.items()} for line in given
    )
    lines = tuple(example | line for line in told)
    return lines or (example | dict(worked_words(first, players, setting)),)
