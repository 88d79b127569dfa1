"""The paper on which a game is recorded by hand, column by column what the record file wants."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from generator.paper.text import LABEL, SECTION, TEXT, TITLE, set_line, set_middle
from generator.printables.blocks.scores import TOTAL, addends
from generator.printables.context import PrintContext
from generator.printables.declaring import DrawnEntry, Work
from generator.printables.kinds import form_table
from generator.printables.kinds.form_table import EACH, HEAD, ROW, TURN, table
from generator.printables.pages import band, numbered
from generator.reading.nodes import Path
from generator.words import Message, message, not_one_of

GAP: art.Mm = 5.0
TOP: art.Mm = 10.0
# White between two tables side by side, and between two lines of the head.
ASIDE: art.Mm = 7.0
BETWEEN: art.Mm = 6.0
# The table to add up in: the column of names, a column of sums.
NAME: art.Mm = 40.0
SUM: art.Mm = 17.0
# The fields that hold one value a die of the game.
ROLLS = frozenset({"dice", "reroll"})


class FormEntry(DrawnEntry):
    """The form on which a game is written down turn by turn, to be typed into a record file."""

    kind: Literal["form"]
    columns: Annotated[tuple[str, ...], Field(min_length=1, max_length=30)]
    """The columns by field: `dice.orange`, `dice.*` one a die, `writes.*` one a player."""
    wide: tuple[str, ...] = ()
    """The columns that share the width which the others leave."""
    tables: Annotated[int, Field(ge=1, le=4)] = 1
    """How many tables stand side by side."""
    lines: Count = 24
    """How many lines a game of usual length takes."""
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
    line: Mapping[str, str] = Field(default_factory=dict)
    """The worked line column by column, where turns are single words."""

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
        named: list[tuple[Path, str]] = [(("line", path), path) for path in self.line]
        wide = ((("wide", number), path) for number, path in enumerate(self.wide))
        for place, path in (*wide, *named):
            if path not in self.columns:
                yield place, not_one_of(path, self.columns)

    def plan(self, setting: PrintContext) -> tuple[Page, ...]:
        """Plan the pages: head and first turns; more turns; sums and the file's words.

        Raise LudokitError where the lines for the players leave no room for turns.
        """
        drawings = tuple(_Form(self, setting).drawings())
        size, copies = setting.options.size.turned(), range(1, setting.options.copies + 1)
        placed = [art.Placed(drawing, OUTER_MARGIN, TOP) for drawing in drawings]
        pages = [Page(size, copies=(Copy(number, one),)) for number in copies for one in placed]
        return numbered(setting, pages)

    def work(self, setting: PrintContext, pages: Sequence[Page]) -> Work:  # noqa: ARG002
        """Return what a set holds and what there is to do with it."""
        return Work(setting.options.copies, turned=True)


def _dice(game: Game) -> tuple[str, ...]:
    """Return what a record calls the dice of a game: by their colours, or 1, 2, 3."""
    for part in game.head.parts.values():
        if isinstance(part, Dice):
            return part.dice
        if isinstance(part, Pool):
            return tuple(map(str, range(1, part.dice + 1)))
    return ()


@dataclass(frozen=True, slots=True)
class _Form:
    """A form being laid out on paper turned on its side."""

    entry: FormEntry
    setting: PrintContext

    @property
    def width(self) -> art.Mm:
        return self.setting.options.size.height - 2 * OUTER_MARGIN

    def drawings(self) -> Iterator[art.Drawing]:
        """Yield the drawing of each page, until there are lines for a game."""
        entry, setting, say = self.entry, self.setting, self.setting.say
        note = setting.said.texts.get("form.note") or say("print.form-note")
        asked = head(entry.asks, setting, self.width)
        top = art.above(title(setting, self.width, note), asked, gap=2.0)
        turns = self.rows(top.height + GAP, 1) * entry.tables - 1
        yield art.above(top, self.tables(1, turns, is_first=True), gap=GAP)
        last, beneath = title(setting, self.width, say("print.form-more")), self.beneath()
        most = self.rows(last.height + 2 * GAP + beneath.height) * entry.tables
        while turns + most < entry.lines:
            top = title(setting, self.width, say("print.form-turns"))
            more = self.rows(top.height + GAP, 1) * entry.tables
            yield art.above(top, self.tables(turns + 1, more), gap=GAP)
            turns += more
        yield art.above(last, self.tables(turns + 1, most), beneath, gap=GAP)

    def beneath(self) -> art.Drawing:
        """Draw the sums, and beside them the file's words."""
        added = sums(self.entry.totals or (), self.entry.results, self.setting)
        # Turns that are single words have no fields of their own.
        paths = () if self.entry.line else self.entry.columns
        of_turns = dict.fromkeys(path.split(".")[0] for path in paths if path != TURN)
        words = form_table.typed(self.entry.worked, self.setting)
        rest = self.width - added.width - 2 * GAP
        told = file_words((*self.entry.fields, *of_turns), words, self.setting, rest)
        return art.beside(added, told, gap=2 * GAP)

    def tables(self, first: int, turns: int, *, is_first: bool = False) -> art.Drawing:
        """Draw the tables side by side; the very first line of the form is the worked one."""
        entry, setting, count = self.entry, self.setting, self.entry.tables
        each = (self.width - ASIDE * (count - 1)) / count
        columns = form_table.columns_of(entry.columns, entry.wide, setting, each)
        rows = (turns + is_first) // count
        drawn = []
        for number in range(count):
            is_worked = is_first and number == 0
            worked = form_table.worked_line(entry.worked, entry.line, setting) if is_worked else {}
            after = first + rows - is_worked
            drawn.append(table(columns, setting, range(first, after), worked))
            first = after
        return art.beside(*drawn, gap=ASIDE) if len(drawn) > 1 else drawn[0]

    def rows(self, taken: art.Mm, least: int = 0) -> int:
        """Return how many lines fit what the rest of a page leaves: so many at least."""
        style, page = self.setting.style, self.setting.options.size.turned()
        foot = band(self.setting, page)
        height = page.height - TOP - foot - 2.0 - taken - 2 * style.length(HEAD)
        rows = floor(height / style.length(ROW))
        if rows < least:
            raise LudokitError(message("print.form-full"))
        return rows


def title(setting: PrintContext, width: art.Mm, note: str) -> art.Drawing:
    """Draw the game's title with the form's, and what to do at the right."""
    style = setting.style
    bold, plain = style.lettering(TITLE, "bold"), style.lettering(SECTION, "regular", "secondary")
    base, name = bold.height, setting.said.title
    start = bold.width(name) + 4.0
    shapes = (*set_line(name, 0.0, base, bold), *set_line(setting.title, start, base, plain))
    end = start + plain.width(setting.title) + 10.0
    how = style.lettering(LABEL, "regular", "ink", "right", steps_down=True)
    said = how.fitted(note, "note", width - end)
    return art.Drawing(width, max(base, said.height), (*shapes, art.Placed(said, end, 0.0)))


def head(asks: Sequence[str], setting: PrintContext, width: art.Mm) -> art.Drawing:
    """Draw lines for fields of the head and the players, numbered as the columns are."""
    said, most = setting.said, setting.game.head.players[1]
    asked = (_line(setting, said.field_word(ask), ask, width / 4 - BETWEEN) for ask in asks)
    word = said.texts.get("column.player") or said.field_word("player")
    each = (width - BETWEEN * (min(most, 3) - 1)) / min(most, 3)
    lines = [_line(setting, f"{word} {n}", f"player.{n}", each) for n in range(1, most + 1)]
    rows = [art.beside(*lines[start : start + 3], gap=BETWEEN) for start in range(0, most, 3)]
    return art.above(art.beside(*asked, gap=BETWEEN), *rows)


def _line(setting: PrintContext, label: str, cell: str, width: art.Mm) -> art.Drawing:
    """Draw a label and a line to write on."""
    how, height = setting.style.lettering(LABEL, "regular", "secondary"), setting.style.length(ROW)
    start = how.width(label) + 2.0
    line = art.Line(start, height - 0.6, width, height - 0.6, art.QUIET)
    box = art.CellBox(cell, label, start, 0.0, width - start, height)
    return art.Drawing(width, height, (*set_line(label, 0.0, height - 1.0, how), line), (box,))


def sums(parts: Sequence[str], results: Sequence[str], setting: PrintContext) -> art.Drawing:
    """Draw a line for each player and a box for each part of the score as added up by hand.

    Results are fields written once for each part but the total, on lines under the players'.
    """
    style, row = setting.style, setting.style.length(ROW)
    shapes: list[art.Shape] = []
    cells: list[art.CellBox] = []
    how = style.lettering(LABEL, "bold", "ink", "middle", steps_down=True)
    for number, part in enumerate(parts):
        word = how.fitted(setting.text(f"score.{part}"), part, SUM - 1.0)
        shapes.append(art.Placed(word, NAME + number * SUM + 0.5, row - word.height - 1.2))
    player, most = setting.said.field_word("player"), setting.game.head.players[1]
    named = [(f"player{number}", f"{player} {number}") for number in range(1, most + 1)]
    named += [(result, setting.said.field_word(result)) for result in results]
    plain = style.lettering(LABEL, "regular", "secondary")
    for line, (name, label) in enumerate(named, start=1):
        y = line * row
        shapes += set_middle(label, 1.0, y + row / 2, plain)
        for number, part in enumerate(parts if name not in results else parts[:-1]):
            x = NAME + number * SUM
            cells.append(art.CellBox(f"{name}.score.{part}", label, x, y, SUM, row))
    width, bottom = NAME + SUM * len(parts), row * (len(named) + 1)
    thin = art.Stroke("rule", art.WRITING_LINE)
    ys, xs = (number * row for number in range(1, len(named) + 2)), range(len(parts))
    shapes += (art.Line(0.0, y, width, y, thin) for y in ys)
    shapes += (art.Line(x, row, x, bottom, thin) for x in (NAME + number * SUM for number in xs))
    shapes.append(art.Rect(0.0, row, width, bottom - row, None, art.EDGE))
    shapes.append(art.Rect(width - SUM, row, SUM, bottom - row, None, art.HEAVY))
    return art.Drawing(width, bottom, tuple(shapes), tuple(cells))


def file_words(
    fields: Sequence[str], typed: Sequence[str], setting: PrintContext, width: art.Mm
) -> art.Drawing:
    """Draw how the form is typed: the command, and the file's words in the game's languages."""
    style, bold = setting.style, setting.style.lettering(SECTION - 1, "bold")
    heading = bold.fitted(setting.say("print.file-heading"), "file", width)
    every = setting.game.said.values()
    named = (" = ".join(dict.fromkeys(one.field_word(field) for one in every)) for field in fields)
    words = (
        setting.say(message("print.file-how", game=setting.game.name)),
        setting.say("print.file-words" if len(every) > 1 else "print.file-words-alone"),
        " · ".join(named),
    )
    body = style.lettering(TEXT, steps_down=True).fitted("\n".join(words), "file", width)
    # U+00A0 keeps the indentation, which counts in the file.
    lines = "\n".join(line.replace("  ", "\u00a0\u00a0\u00a0") for line in typed)
    sample = style.lettering(LABEL, steps_down=True).fitted(lines, "file", width - 8.0)
    frame = art.Rect(0.0, 0.0, width, sample.height + 6.0, "rule.tint", None, 1.0)
    framed = art.Drawing(width, frame.height, (frame, art.Placed(sample, 4.0, 3.0)))
    return art.above(heading, body, framed, gap=3.0)
