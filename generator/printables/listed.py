"""Cards and boards made from a list: what stands on them, as large as it fits, and their key."""

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil
from pathlib import PureWindowsPath
from string import ascii_letters, digits
from typing import Annotated

from pydantic import Field

from generator.errors import DataError, LudokitError, Problem
from generator.game import Game
from generator.game.facts import Id, Names
from generator.game.lists import table_of
from generator.game.parts import Listing
from generator.game.parts.listing import Side
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.page import OUTER_MARGIN, PRINTABLE_EDGE, Page
from generator.printables.context import PrintContext
from generator.printables.declaring import DrawnEntry
from generator.printables.illustrations import illustration, unusable
from generator.printables.listings import list_json
from generator.printables.pages import HEADING_TOP, UNDER_HEADING, band, headline, sheet_id
from generator.printables.sketch import Sketch
from generator.tables import table as tables
from generator.tables.table import Cell
from generator.words import Message, message, not_one_of

# The largest and the least type on what is made from a list, in points.
LARGEST: art.Pt = 60.0
LEAST: art.Pt = 9.0
# How much of the height words have that stand with a picture, and how much of theirs is white
# between; the bar of a fraction.
WORDS_BELOW, BETWEEN = 0.26, 0.15
BAR: art.Pt = 1.4
# Nothing of these hangs below the line.
FLAT = frozenset(ascii_letters + digits + " ×÷+−=-.éèêëàâîïôûùÉÈ\u00a0") - frozenset("gjpqyJQ")
# A sum of so many signs at most stays on one line.
LONGEST_SUM = 12
# The columns of a key, and white between them.
KEY_GAP = 6.0
KEY_SIZES = ((14.0, 2), (12.0, 2), (11.0, 3), (9.5, 3), (8.5, 4))
RULES: art.Pt = 11.0
# The label of a bag, to be cut out.
LABEL = (100.0, 34.0)


@dataclass(frozen=True, slots=True)
class Content:
    """What one side of a card or one field of a board shows: cells of a row of the table."""

    cells: tuple[Cell, ...]

    @property
    def words(self) -> str:
        """Return what it is called in lists and keys; a picture by its file's name."""
        named = (PureWindowsPath(c.words).stem if c.is_picture else c.words for c in self.cells)
        return " ".join(named)


@dataclass(frozen=True, slots=True)
class Item:
    """A row of the list: the sides that a game asks for, and its number from 0."""

    number: int
    sides: tuple[Content, ...]

    @property
    def words(self) -> list[str]:
        """Return what each of its sides is called."""
        return [content.words for content in self.sides]


@dataclass(frozen=True, slots=True)
class Contents:
    """What was made: things of one `name`, such as boards, and facts about them all."""

    name: str
    items: Sequence[object]
    facts: Mapping[str, object] = field(default_factory=dict)


class OfListEntry(DrawnEntry):
    """A printable made from a list; the same seed and class give the same cards."""

    uses = frozenset({"seed", "duplex", "bleed"})

    @abstractmethod
    def list_in(self, game: Game) -> str:
        """Return the name of the list."""

    @abstractmethod
    def columns(self, game: Game) -> Sequence[str]:
        """Return the columns that it shows, one a side."""

    @abstractmethod
    def contents(self, setting: PrintContext) -> Contents:
        """Return what a program may want to know of what was made, for a file beside the PDF."""


class ListedEntry(OfListEntry):
    """A printable that says itself of which list it is made, and what it shows of that."""

    part: Annotated[Id, Names("part", (Listing,))]
    """The list."""
    sides: Annotated[tuple[Side, ...], Field(max_length=2)] = ()
    """The columns that it shows, by name or heading: `[word, answer]`; several together as
    `picture+word`. Left out, the `word` (else the picture), and beside it the `answer`, the
    definition or the picture, whichever the list has first."""

    def list_in(self, game: Game) -> str:  # noqa: ARG002 - what is made by another part asks it
        """Return the name of the list."""
        return self.part

    def columns(self, game: Game) -> Sequence[str]:
        """Return the columns that it shows, one a side."""
        return self.sides or tables.usual_sides(table_of(game, self.list_in(game)))


def items(
    entry: OfListEntry, setting: PrintContext, count: int = 2, *, twins: bool = False
) -> tuple[Item, ...]:
    """Return the rows of a list, each with so many sides that have something on them.

    Raise LudokitError for a column that is not there, DataError with every cell that is empty,
    cannot be printed, names no picture that can or, unless `twins` may be, says what another says.
    """
    table = table_of(setting.game, entry.list_in(setting.game))
    sides = [name.split("+") for name in entry.columns(setting.game)[:count]]
    if len(sides) < count:
        raise LudokitError(message("list.one-column", found=table.columns, file=table.file))
    problems: list[Problem] = []
    contents: list[tuple[Content, ...]] = []
    for side in sides:
        for name in (name for name in side if not table.has(name)):
            raise LudokitError(message("list.no-column", reason=not_one_of(name, table.columns)))
        columns = [table.column(name) for name in side]
        for column in columns:
            problems += tables.needed(column)
            problems += (one for cell in column for one in _unprintable(cell, setting))
        contents.append(tuple(map(Content, zip(*columns, strict=True))))
        if len(columns) == 1 and not twins:
            problems += tables.twice(cell for cell in columns[0] if cell.words)
    if problems:
        raise DataError(sorted(problems, key=lambda one: (one.line or 0, one.column or 0)))
    return tuple(Item(n, both) for n, both in enumerate(zip(*contents, strict=True)))


def _unprintable(cell: Cell, setting: PrintContext) -> Iterator[Problem]:
    """Yield why a cell cannot be printed: its picture, or a sign that no typeface has."""
    if cell.is_picture:
        if (reason := unusable(setting.game.folder, cell.words)) is not None:
            yield cell.fault(reason)
        return
    try:
        lettered.runs(cell.words, setting.style.family.bold)
    except lettered.GlyphMissingError as error:
        yield cell.fault(error.message)


def drawn(
    content: Content, setting: PrintContext, room: art.Size, largest: art.Pt = LARGEST
) -> art.Drawing:
    """Draw a content in the middle of a field, as large as it fits.

    Raise DoesNotFitError where its words are too many in the least type, 9 pt.
    """
    width, height = room
    pictures = [cell for cell in content.cells if cell.is_picture]
    words = " ".join(_held(cell.words) for cell in content.cells if not cell.is_picture)
    low = height * WORDS_BELOW if words and pictures else height if words else 0.0
    gap = low * BETWEEN
    rows = []
    for cell in pictures:
        size = width / len(pictures), height - low - gap
        rows.append(illustration(setting.game.folder, cell.words, *size))
    shown = [art.set_in(art.beside(*rows), width, height - low - gap)] if rows else []
    if words:
        shown.append(_centred(_words(words, setting, (width, low), largest), width, low))
    return replace(art.above(*shown, gap=gap), title=content.words)


def _centred(words: art.Drawing, width: art.Mm, height: art.Mm) -> art.Drawing:
    """Return words in a field, by the middle of their capitals, which an eye takes for theirs.

    What hangs below a line stays inside.
    """
    lines = [shape for shape in words.shapes if isinstance(shape, art.Text)]
    last = "".join(line.words for line in lines if line.y == lines[-1].y)
    is_plain = len(lines) == len(words.shapes)  # a fraction is no line of words
    tails = lettered.tails(lines[-1].font, lines[-1].size) if is_plain else 0.0
    y = (height - words.height + tails) / 2
    if not FLAT.issuperset(last):
        y = min(height - words.height, y)
    placed = art.Placed(words, (width - words.width) / 2, y)
    return art.Drawing(width, height, (placed,), title=words.title)


def _held(words: str) -> str:
    """Return words, those of a short sum on one line: `3 × 4`."""
    is_sum = len(words) <= LONGEST_SUM and any(sign in words for sign in "×÷+−=-:")
    return words.replace(" ", "\u00a0") if is_sum else words


def _words(words: str, setting: PrintContext, room: art.Size, largest: art.Pt) -> art.Drawing:
    """Draw words as large as they fit; a fraction with its bar across."""
    font, scale = setting.style.family.bold, setting.style.scale
    above, slash, below = words.partition("/")
    least, largest = LEAST * scale, largest * scale
    if slash and above.isdecimal() and below.isdecimal():
        return _fraction(above, below, lettered.Lettering(font, largest, align="middle"), room)
    # No word is set larger than its width allows: fewer sizes to try.
    parts = (part for _, part in lettered.unbroken(words))
    longest = max(parts, key=lambda one: lettered.thousandths(one, font))
    how = lettered.Lettering(font, largest, align="middle").narrowed(longest, room[0], least)
    size = max(least, int(min(how.size, largest) / lettered.STEP) * lettered.STEP)
    return replace(how, size=size, least=least).fitted(words, "list", *room)


def _fraction(above: str, below: str, how: lettered.Lettering, room: art.Size) -> art.Drawing:
    """Draw a fraction: a number over its bar over a number."""
    wide = max(how.width(above), how.width(below)) * 1.15
    gap, high = how.height * 0.28, how.height
    scale = min(1.0, room[0] / wide, room[1] / (2 * high + 2 * gap))
    how = replace(how, size=how.size * scale)
    wide, gap, high = wide * scale, gap * scale, high * scale
    shapes: tuple[art.Shape, ...] = (
        *lettered.set_line(above, wide / 2, high, how),
        art.Line(0.0, high + gap, wide, high + gap, art.Stroke("ink", BAR * max(1.0, scale * 2))),
        *lettered.set_line(below, wide / 2, 2 * (high + gap), how),
    )
    return art.Drawing(wide, 2 * (high + gap), shapes)


def all_drawn(
    rooms: Mapping[Content, art.Size], setting: PrintContext, largest: art.Pt = LARGEST
) -> Mapping[Content, art.Drawing]:
    """Draw every content in its room; raise DataError with each cell whose words do not fit."""
    made: dict[Content, art.Drawing] = {}
    problems: list[Problem] = []
    for content, room in rooms.items():
        try:
            made[content] = drawn(content, setting, room, largest)
        except lettered.DoesNotFitError as error:
            problems.append(content.cells[-1].fault(error.message))
    if problems:
        raise DataError(problems)
    return made


@dataclass(frozen=True, slots=True)
class Told:
    """What a teacher is told of a game made: its rules, how many cards or boards, what follows.

    `label` says what is in the bag where that is more than cards; what stands `aside` follows the
    label, and the key then begins on the next page.
    """

    rules: Message
    count: int
    key: Message | None = None
    label: Message | None = None
    aside: art.Drawing | None = None


def key_pages(
    entry: OfListEntry, setting: PrintContext, told: Told, lines: Iterable[str] = ()
) -> tuple[Page, ...]:
    """Plan the teacher's pages: the rules, a label for the bag, and a key in columns, with credits.

    The key is set as large as one page takes, else in the least type on several.
    """
    size, width = setting.options.size, setting.options.size.width - 2 * OUTER_MARGIN
    foot = size.height - max(PRINTABLE_EDGE, band(setting, size)) - 2.0
    rules, label = _rules(setting, told, width), _label(setting, told)
    top = HEADING_TOP + rules.height + UNDER_HEADING
    sketches = [Sketch(setting)]
    sketches[-1].place(rules, OUTER_MARGIN, HEADING_TOP)
    sketches[-1].place(label, OUTER_MARGIN + (width - label.width) / 2, top)
    y = top + label.height + 2 * UNDER_HEADING
    if told.aside is not None:
        if y + told.aside.height > foot:
            sketches.append(Sketch(setting))
            y = HEADING_TOP
        sketches[-1].place(told.aside, OUTER_MARGIN, y)
    if lines := [*lines, *_credit_lines(entry, setting)]:
        if told.aside is not None:
            sketches.append(Sketch(setting))
            y = HEADING_TOP
        heading = headline(setting, width, [setting.say(told.key)] if told.key else [])
        stacks, each = _stacked(setting, lines, width, foot - y - heading.height)
        columns = max(1, int((width + KEY_GAP) / (each + KEY_GAP) + 0.01))
        for start in range(0, len(stacks), columns):
            if start:
                sketches.append(Sketch(setting))
                y = HEADING_TOP
            sketches[-1].place(heading, OUTER_MARGIN, y)
            for column, stack in enumerate(stacks[start : start + columns]):
                x = OUTER_MARGIN + column * (each + KEY_GAP)
                sketches[-1].place(stack, x, y + heading.height + UNDER_HEADING)
    return tuple(Page(size, one.drawing(size.width, size.height)) for one in sketches)


def _stacked(
    setting: PrintContext, lines: Sequence[str], width: art.Mm, room: art.Mm
) -> tuple[Sequence[art.Drawing], art.Mm]:
    """Return the columns of a key, and how wide each is: on one page if a type size allows."""
    high = room - UNDER_HEADING
    for size, columns in KEY_SIZES:
        how = setting.style.lettering(size)
        gap, each = how.height * 0.9, (width - (columns - 1) * KEY_GAP) / columns
        drawn = [how.fitted(line, "key", each) for line in lines]
        parted = partial(art.in_rows, drawn, gap=gap, size=lambda one: one.height)
        if len(parted(high)) <= columns:
            # Columns of about one length look better than full ones and a rest.
            trials = range(ceil(high))
            low = bisect_left(trials, x=True, key=lambda mm: len(parted(mm)) <= columns)
            high = min(low, high)
            break
    return [art.above(*stack, gap=gap) for stack in parted(high)], each


def _rules(setting: PrintContext, told: Told, width: art.Mm) -> art.Drawing:
    """Draw the rules of a game under its title, a step a line."""
    style, wide = setting.style, setting.style.length(8.0)
    bold, plain = style.lettering(RULES, "bold"), style.lettering(RULES)
    drawn = [
        art.beside(bold.fitted(f"{n}", "rules", wide), plain.fitted(step, "rules", width - wide))
        for n, step in enumerate(setting.say(told.rules).split("\n"), start=1)
    ]
    below = art.above(*drawn, gap=style.length(2.6))
    return art.above(headline(setting, width), below, gap=style.length(5.0))


def _label(setting: PrintContext, told: Told) -> art.Drawing:
    """Draw the label of a bag: the game, what is in it, and by which seed it can be made again."""
    style, sketch = setting.style, Sketch(setting)
    width, height = (style.length(side) for side in LABEL)
    sketch.put(art.Rect(0.0, 0.0, width, height, None, art.FOLD, 2.0))
    bold, plain = style.lettering(lettered.SECTION, "bold"), style.lettering(lettered.LABEL)
    inner, age = width - 8.0, setting.game.head.age
    usual = message("list.label", n=told.count, printable=setting.title, age=age)
    count = setting.say(told.label or usual)
    title = bold.fitted(setting.said.title, "label", inner)
    words = art.above(title, plain.fitted(count, "label", inner), gap=2.0)
    seed = plain.fitted(sheet_id(setting), "label", inner)
    whole = art.above(words, seed, gap=2.0)
    sketch.place(whole, 4.0, (height - whole.height) / 2)
    return sketch.drawing(width, height)


def contents_json(entry: OfListEntry, setting: PrintContext) -> str:
    """Return what is on the cards or boards made, for other programs and for `verify`."""
    options, made = setting.options, entry.contents(setting)
    facts = {"kind": entry.kind, "seed": options.seed, **made.facts}
    facts |= {"pupils": options.pupils} if options.pupils else {}
    return list_json(setting, facts, made.name, made.items)


def _credit_lines(entry: OfListEntry, setting: PrintContext) -> tuple[str, ...]:
    """Return whose the pictures are, as the table's column of credits says it."""
    table = table_of(setting.game, entry.list_in(setting.game))
    if not table.has("credit"):
        return ()
    rows = tables.by_row(table, ("credit", "picture" if table.has("picture") else "credit"))
    told = (
        " – ".join(dict.fromkeys(cell.words for cell in reversed([*row.values()])))
        for row in rows
        if row["credit"].words
    )
    found = tuple(dict.fromkeys(told))
    return (setting.say("list.credits"), *found) if found else ()
