"""What all games from a list share: the columns shown, and the teacher's rules, label and key."""

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial, reduce
from math import ceil
from pathlib import PureWindowsPath
from typing import Annotated, Any, ClassVar

from pydantic import Field

from generator.errors import DataError, LudokitError, Problem
from generator.game import Game
from generator.game.facts import Id, Names
from generator.game.parts import Listing
from generator.game.parts.listing import Side
from generator.listgames.frames import place_emblem
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.measures import COLUMN_GAP, DRAWING_GAP, OUTER_MARGIN, PRINTABLE_EDGE
from generator.paper.page import Page
from generator.printables.context import Context
from generator.printables.page_furniture import HEADING_TOP, footer_height, headline, sheet_id
from generator.printables.pictures import missing_picture
from generator.printables.printable import DrawnEntry
from generator.printables.sidecar import list_json
from generator.printables.sketch import Sketch
from generator.printables.user_pictures import why_unprintable
from generator.reading.nodes import child, scalars
from generator.tables import table as tables
from generator.tables.table import Table, TableCell
from generator.words import Message, clip_text, message, shipped_picture, shortened_list

# The type of a key, and in how many columns.
LEAST_KEY = 8.5
KEY_SIZES = ((14.0, 2), (12.0, 2), (11.0, 3), (9.5, 3), (LEAST_KEY, 4))
RULES: art.Pt = 11.0
# The label of a bag, to be cut out.
LABEL = (100.0, 34.0)


@dataclass(frozen=True, slots=True)
class Content:
    """What one side of a card or one field of a board shows: cells of a row of the table."""

    cells: tuple[TableCell, ...]

    @property
    def words(self) -> str:
        """What it is called in lists and keys; a picture by its file's name."""
        return " ".join(map(_name_of, self.cells))

    @property
    def is_picture(self) -> bool:
        """Return whether it shows pictures alone, without a word."""
        return all(cell.is_picture for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Item:
    """A row of the list: the sides that a game asks for, and its number from 0."""

    number: int
    sides: tuple[Content, ...]

    @property
    def words(self) -> list[str]:
        """What each of its sides is called."""
        return [content.words for content in self.sides]


@lru_cache(maxsize=8)
def load_table(game: Game, part: str) -> Table:
    """Return the table of a list, or its rows of some levels; DataError with every bad cell."""
    listing, found = game.part(part, Listing), child(game.sections["parts"], part)
    rows = found and child(found, "rows")
    if listing.file is not None:
        headings: Mapping[bool | None, tables.Headings] = {True: "yes", False: "no"}
        every = (one for section in game.sections.values() for one in scalars(section))
        named = [scalar.text for scalar, path in every if "sides" in path]
        file = game.folder / listing.file
        table = tables.read_table(file, headings.get(listing.headings), named)
    elif rows is not None:
        table = tables.table_of_nodes(rows)
    else:
        raise KeyError(part)
    wanted = [*map(str, listing.levels)]
    for number, reason in tables.unknown_levels(table, wanted):
        raise DataError([game.fault(("parts", part, "levels", number), reason)])
    table = tables.rows_of_levels(table, wanted) if wanted else table
    return tables.rows_without(table, listing.without)


def read_items(
    table: Table, columns: Sequence[str], setting: Context, *, twins: bool
) -> tuple[Item, ...]:
    """Return the rows, each with a side for every column (`+` joins some), or raise every fault."""
    problems: list[Problem] = []
    contents: list[tuple[Content, ...]] = []
    for reason in tables.unknown_columns(table, columns):
        raise LudokitError(reason)
    for side in (name.split("+") for name in columns):
        columns_shown = [table.column(name) for name in side]
        for column in columns_shown:
            problems += tables.empty_cells(column)
            reasons = ((cell, _why_unprintable(cell, setting)) for cell in column)
            problems += (cell.fault(reason) for cell, reason in reasons if reason is not None)
        contents.append(tuple(map(Content, zip(*columns_shown, strict=True))))
        if len(columns_shown) == 1 and not twins:
            problems += tables.repeated_cells(cell for cell in columns_shown[0] if cell.words)
    DataError.raise_for(sorted(problems, key=lambda one: (one.line or 0, one.column or 0)))
    return tuple(Item(n, both) for n, both in enumerate(zip(*contents, strict=True)))


def _name_of(cell: TableCell) -> str:
    if (shipped := shipped_picture(cell.words)) is not None:
        return shipped[1]
    return PureWindowsPath(cell.words).stem if cell.is_picture else cell.words


def _why_unprintable(cell: TableCell, setting: Context) -> Message | None:
    if shipped_picture(cell.words) is not None:
        return missing_picture(setting.game, cell.words)
    if cell.is_picture:
        return why_unprintable(setting.game.folder, cell.words)
    try:
        lettered.runs(cell.words, setting.style.family.bold)
    except lettered.GlyphMissingError as error:
        return error.message
    return None


@dataclass(frozen=True, slots=True)
class DealtGame:
    """What a list gives: `listed` things of one `name`, `facts` on all, the key's `lines`."""

    name: str
    listed: Sequence[object]
    rules: str | Message
    key: str | Message | None = None
    lines: Sequence[str] = ()
    cards: Sequence[Any] = ()
    facts: Mapping[str, object] = field(default_factory=dict)


class ListGameEntry(DrawnEntry):
    """A printable made from a list; the same seed and class give the same cards."""

    supported_options = frozenset({"seed", "duplex", "bleed"})
    # Whether it asks for one side of a row, and the other is the answer.
    asks: ClassVar[bool] = False
    # What the label of the bag says of its contents.
    label: ClassVar[str] = "list.label"

    @abstractmethod
    def list_name(self, game: Game) -> str:
        """Return the name of the list."""

    @abstractmethod
    def columns(self, game: Game) -> Sequence[str]:
        """Return the columns that it shows, one a side."""

    @abstractmethod
    def deal(self, setting: Context) -> DealtGame:
        """Return what the game has; LudokitError or DataError where the list lacks it."""

    def planned(self, setting: Context) -> tuple[Page, ...]:
        return _plan_once(self, setting)

    def choices(self, setting: Context) -> tuple[Message, ...]:
        """Return what was chosen where the game leaves it open, a sentence each."""
        return ()

    def draw_aside(self, setting: Context) -> art.Drawing | None:
        """Draw what follows the label of the bag; the key then begins on the next page."""
        return None

    def contents_json(self, setting: Context) -> str:
        """Return what is on the cards or boards made, for other programs and for `verify`."""
        options, dealt = setting.options, self.deal(setting)
        facts = {"kind": self.kind, "seed": options.seed, **dealt.facts}
        facts |= {"pupils": options.pupils} if options.pupils else {}
        return list_json(setting, facts, dealt.name, dealt.listed)

    def table(self, game: Game) -> Table:
        """Return the table of the list."""
        return load_table(game, self.list_name(game))

    def items(self, setting: Context, count: int = 2, *, twins: bool = False) -> tuple[Item, ...]:
        """Return the rows with a side for each column; LudokitError for too few columns."""
        table, columns = self.table(setting.game), self.columns(setting.game)[:count]
        if len(columns) < count:
            raise LudokitError(message("list.one-column", found=table.names, file=table.file))
        return read_items(table, columns, setting, twins=twins)

    def notes(self, setting: Context, *names: str) -> Mapping[str, Sequence[TableCell]]:
        """Return the cells of those columns that the list has beside the sides, by their names.

        DataError for each that cannot be printed.
        """
        table, game = self.table(setting.game), setting.game
        sides = [table.column(one) for side in self.columns(game) for one in side.split("+")]
        found = {name: table.column(name) for name in names if table.has(name)}
        found = {name: cells for name, cells in found.items() if cells not in sides}
        reasons = (
            (one, _why_unprintable(one, setting)) for cells in found.values() for one in cells
        )
        DataError.raise_for(cell.fault(reason) for cell, reason in reasons if reason is not None)
        return found


def level_words(level: str, setting: Context) -> str:
    """Return what a level is called: a number by that it is one."""
    return setting.say(message("list.level", level=level)) if level.isdecimal() else level


def in_steps(*steps: Message | str) -> Message:
    """Return rules, a step a line."""
    first, *others = (message(one) if isinstance(one, str) else one for one in steps)
    return reduce(lambda one, other: message("list.steps", one=one, other=other), others, first)


@lru_cache(maxsize=3)  # tried for whether it fits, then printed; a board has cards, too
def _plan_once(entry: ListGameEntry, setting: Context) -> tuple[Page, ...]:
    return entry.plan(setting)


def alike(entry: ListGameEntry, setting: Context) -> tuple[Message, ...]:
    """Return what is told of rows whose sides say the same, and of rows that are there twice."""
    game = setting.game
    if not entry.asks or len(columns := entry.columns(game)) < len(("word", "answer")):
        return ()
    items, told = read_items(entry.table(game), columns[:2], setting, twins=True), []
    known, same, twins = dict[str, Item](), list[str](), list[str]()
    for one in items:
        words, answer = map(str.casefold, one.words)
        cells = [side.cells[-1] for side in one.sides]
        if words == answer:
            same.append(f"{clip_text(one.words[0])} ({cells[0].name}, {cells[1].name})")
        first = known.setdefault(f"{words}\n{answer}", one)
        if first is not one:
            named = " – ".join(map(clip_text, one.words))
            twins.append(f"{named} ({first.sides[0].cells[-1].name}, {cells[0].name})")
    for key, found in (("list.alike-sides", same), ("list.twin-rows", twins)):
        if found:
            told.append(message(key, words=shortened_list(found)))
    return tuple(told)


class ListEntry(ListGameEntry):
    """A printable that says itself of which list it is made, and what it shows of that."""

    part: Annotated[Id, Names("part", (Listing,))]
    """The list."""
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    """The columns that it shows, by name or heading: `[word, answer]`; several together as
    `picture+word`. Left out, the `word` (else the picture), and beside it the `answer`, the
    definition or the picture, whichever the list has first."""

    def list_name(self, game: Game) -> str:
        return self.part

    def columns(self, game: Game) -> Sequence[str]:
        return self.sides or tables.usual_sides(self.table(game))


def teacher_pages(
    entry: ListGameEntry, setting: Context, dealt: DealtGame, **counts: int
) -> tuple[Page, ...]:
    """Plan the rules, a label for the bag that says its `counts`, and a key as large as fits."""
    size, width = setting.options.size, setting.options.size.width - 2 * OUTER_MARGIN
    foot = size.height - max(PRINTABLE_EDGE, footer_height(setting, size)) - 2.0
    rules = _draw_rules(setting, dealt.rules, width)
    aside = entry.draw_aside(setting)
    values: dict[str, Any] = {"printable": setting.title, "age": setting.game.head.age, **counts}
    key = "list.label-box" if "decks" in counts else entry.label
    label = _draw_label(setting, message(key, **values))
    top = HEADING_TOP + rules.height + DRAWING_GAP
    sketches = [Sketch(setting)]
    sketches[0].place(rules, OUTER_MARGIN, HEADING_TOP)
    sketches[0].place(label, OUTER_MARGIN + (width - label.width) / 2, top)
    y = top + label.height + 2 * DRAWING_GAP
    if aside is not None:
        if y + aside.height > foot:
            y = _turn_page(sketches)
        sketches[-1].place(aside, OUTER_MARGIN, y)
    if lines := [*dealt.lines, *_credit_lines(entry, setting)]:
        if aside is not None:
            y = _turn_page(sketches)
        heading = headline(setting, width, [setting.say(dealt.key)] if dealt.key else [])
        under = heading.height + DRAWING_GAP
        stacks, columns = _key_columns(setting, lines, width, foot - y - under)
        for number, stack in enumerate(stacks):
            column = number % columns
            if number and not column:
                y = _turn_page(sketches)
            if not column:
                sketches[-1].place(heading, OUTER_MARGIN, y)
            x = OUTER_MARGIN + column * (width + COLUMN_GAP) / columns
            sketches[-1].place(stack, x, y + under)
    return tuple(Page(size, one.drawing(size.width, size.height)) for one in sketches)


def _turn_page(sketches: list[Sketch]) -> art.Mm:
    """Begin a page; return where on it things begin."""
    sketches.append(Sketch(sketches[0].setting))
    return HEADING_TOP


def _key_columns(
    setting: Context, lines: Sequence[str], width: art.Mm, high: art.Mm
) -> tuple[Sequence[art.Drawing], int]:
    """Return the columns of a key in the largest type that one page takes, and how many it has."""
    # A word that fits no column has a page's width.
    for size, columns in (*KEY_SIZES, (LEAST_KEY, 1)):
        how = setting.style.lettering(size)
        gap, each = how.height * 0.9, (width - (columns - 1) * COLUMN_GAP) / columns
        if size != LEAST_KEY and len(lines) * (how.height + gap) > columns * (high + gap):
            continue
        try:
            drawn = [how.fit(line, "key", each) for line in lines]
        except lettered.DoesNotFitError:
            if columns == 1:
                raise
            continue
        parted = partial(art.in_rows, drawn, gap=gap, size=lambda one: one.height)
        if len(parted(high)) <= columns:
            # Columns of about one length look better than full ones and a rest.
            trials = range(ceil(high))
            low = bisect_left(trials, x=True, key=lambda mm: len(parted(mm)) <= columns)
            high = min(low, high)
            break
        if size == LEAST_KEY:
            break
    return [art.column(*stack, gap=gap) for stack in parted(high)], columns


def _draw_rules(setting: Context, rules: str | Message, width: art.Mm) -> art.Drawing:
    style, wide = setting.style, setting.style.length(8.0)
    bold, plain = style.lettering(RULES, "bold"), style.lettering(RULES)
    drawn = [
        art.row(bold.fit(f"{n}", "rules", wide), plain.fit(step, "rules", width - wide))
        for n, step in enumerate(setting.say(rules).split("\n"), start=1)
    ]
    below = art.column(*drawn, gap=style.length(2.6))
    return art.column(headline(setting, width), below, gap=style.length(5.0))


def _draw_label(setting: Context, count: Message) -> art.Drawing:
    style, sketch = setting.style, Sketch(setting)
    width, height = (style.length(side) for side in LABEL)
    sketch.put(art.Rect(0.0, 0.0, width, height, None, art.FOLD, 2.0))
    bold = style.lettering(lettered.SECTION, "bold")
    plain = style.lettering(lettered.LABEL)
    left = place_emblem(sketch, (4.0, height / 4), height / 2) or 4.0
    inner = width - left - 4.0
    title = bold.fit(setting.sentences.title, "label", inner)
    words = art.column(title, plain.fit(setting.say(count), "label", inner), gap=2.0)
    seed = plain.fit(sheet_id(setting), "label", inner)
    whole = art.column(words, seed, gap=2.0)
    sketch.place(whole, left, (height - whole.height) / 2)
    return sketch.drawing(width, height)


def _credit_lines(entry: ListGameEntry, setting: Context) -> Sequence[str]:
    table = entry.table(setting.game)
    if not table.has("credit"):
        return ()
    pictures = table.column("picture" if table.has("picture") else "credit")
    found = dict.fromkeys(
        " – ".join(dict.fromkeys((picture.words, credit.words)))
        for picture, credit in zip(pictures, table.column("credit"), strict=True)
        if credit.words
    )
    return (setting.say("list.credits"), *found) if found else ()
