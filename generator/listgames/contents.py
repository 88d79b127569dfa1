"""What stands on cards and boards made from a list: cells of its rows, as large as they fit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import PureWindowsPath
from string import ascii_letters, digits

from generator.errors import DataError, LudokitError, Problem
from generator.game import Game
from generator.game.parts import Listing
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.printables.context import PrintContext
from generator.printables.user_pictures import user_picture, why_unprintable
from generator.reading.nodes import child
from generator.tables import table as tables
from generator.tables.table import Table, TableCell
from generator.words import message, not_one_of

# The largest and the least type on what is made from a list, in points.
LARGEST: art.Pt = 60.0
LEAST: art.Pt = 9.0
# How much of the height words have that stand with a picture, and how much of theirs is white
# between; the bar of a fraction.
WORDS_BELOW, BETWEEN = 0.26, 0.15
BAR: art.Pt = 1.4
# Nothing of these hangs below the line.
FLAT = frozenset(ascii_letters + digits + " ×÷+−=-.éèêëàâîïôûùÉÈ\u00a0") - frozenset("gjpqyJQ")
# A sum of at most this many signs stays on one line.
LONGEST_SUM = 12


@dataclass(frozen=True, slots=True)
class Content:
    """What one side of a card or one field of a board shows: cells of a row of the table."""

    cells: tuple[TableCell, ...]

    @property
    def words(self) -> str:
        """What it is called in lists and keys; a picture by its file's name."""
        named = (PureWindowsPath(c.words).stem if c.is_picture else c.words for c in self.cells)
        return " ".join(named)


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
    """Return the table of a list, beside `game.yaml` or written in it, or its rows of some levels.

    Raise DataError with every cell that cannot be read, and for a level that no row has.
    """
    listing, found = game.part(part, Listing), child(game.sections["parts"], part)
    rows = found and child(found, "rows")
    if listing.file is not None:
        table = tables.read_table(game.folder / listing.file)
    elif rows is not None:
        table = tables.table_of_nodes(rows)
    else:
        raise KeyError(part)
    wanted = [*map(str, listing.levels)]
    there = {cell.words for cell in table.column("level")} if table.has("level") else set()
    for number, level in enumerate(wanted):
        if level not in there:
            reason = not_one_of(level, sorted(there))
            raise DataError([game.fault(("parts", part, "levels", number), reason)])
    return tables.rows_of_levels(table, wanted) if wanted else table


def read_items(
    table: Table, columns: Sequence[str], setting: PrintContext, *, twins: bool
) -> tuple[Item, ...]:
    """Return the rows of a table, each with a side for every column; `+` joins columns.

    Raise LudokitError for a column that is not there, DataError with every cell that is empty,
    cannot be printed, names no picture that can or, unless `twins` may be, says what another says.
    """
    problems: list[Problem] = []
    contents: list[tuple[Content, ...]] = []
    for side in (name.split("+") for name in columns):
        for name in (name for name in side if not table.has(name)):
            raise LudokitError(message("list.no-column", reason=not_one_of(name, table.columns)))
        columns_shown = [table.column(name) for name in side]
        for column in columns_shown:
            problems += tables.empty_cells(column)
            problems += (one for cell in column for one in _unprintable_faults(cell, setting))
        contents.append(tuple(map(Content, zip(*columns_shown, strict=True))))
        if len(columns_shown) == 1 and not twins:
            problems += tables.repeated_cells(cell for cell in columns_shown[0] if cell.words)
    if problems:
        raise DataError(sorted(problems, key=lambda one: (one.line or 0, one.column or 0)))
    return tuple(Item(n, both) for n, both in enumerate(zip(*contents, strict=True)))


def _unprintable_faults(cell: TableCell, setting: PrintContext) -> Iterator[Problem]:
    """Yield why a cell cannot be printed: its picture, or a sign that no typeface has."""
    if cell.is_picture:
        if (reason := why_unprintable(setting.game.folder, cell.words)) is not None:
            yield cell.fault(reason)
        return
    try:
        lettered.runs(cell.words, setting.style.family.bold)
    except lettered.GlyphMissingError as error:
        yield cell.fault(error.message)


def draw_content(
    content: Content, setting: PrintContext, room: art.Size, largest: art.Pt = LARGEST
) -> art.Drawing:
    """Draw a content in the middle of a field, as large as it fits.

    Raise DoesNotFitError where its words do not fit in the least type, 9 pt.
    """
    width, height = room
    pictures = [cell for cell in content.cells if cell.is_picture]
    words = " ".join(
        _keep_sum_together(cell.words) for cell in content.cells if not cell.is_picture
    )
    low = height * WORDS_BELOW if words and pictures else height if words else 0.0
    gap = low * BETWEEN
    rows = []
    for cell in pictures:
        size = width / len(pictures), height - low - gap
        rows.append(user_picture(setting.game.folder, cell.words, *size))
    shown = [art.centred_in(art.stack_across(*rows), width, height - low - gap)] if rows else []
    if words:
        shown.append(_centre_words(_draw_words(words, setting, (width, low), largest), width, low))
    return replace(art.stack_down(*shown, gap=gap), title=content.words)


def _centre_words(words: art.Drawing, width: art.Mm, height: art.Mm) -> art.Drawing:
    """Return words in a field, by the middle of their capitals, which the eye takes for theirs.

    What hangs below a line stays inside.
    """
    lines = [shape for shape in words.shapes if isinstance(shape, art.Text)]
    last = "".join(line.words for line in lines if line.y == lines[-1].y)
    is_plain = len(lines) == len(words.shapes)  # a fraction is no line of words
    tails = lettered.descender_depth(lines[-1].font, lines[-1].size) if is_plain else 0.0
    y = (height - words.height + tails) / 2
    if not FLAT.issuperset(last):
        y = min(height - words.height, y)
    placed = art.Placed(words, (width - words.width) / 2, y)
    return art.Drawing(width, height, (placed,), title=words.title)


def _keep_sum_together(words: str) -> str:
    """Return words with those of a short sum kept on one line: `3 × 4`."""
    is_sum = len(words) <= LONGEST_SUM and any(sign in words for sign in "×÷+−=-:")
    return words.replace(" ", "\u00a0") if is_sum else words


def _draw_words(words: str, setting: PrintContext, room: art.Size, largest: art.Pt) -> art.Drawing:
    """Draw words as large as they fit; a fraction with its bar across."""
    font, scale = setting.style.family.bold, setting.style.scale
    above, slash, below = words.partition("/")
    least, largest = LEAST * scale, largest * scale
    if slash and above.isdecimal() and below.isdecimal():
        return _draw_fraction(above, below, lettered.Lettering(font, largest, align="middle"), room)
    # No word is set larger than its width allows: fewer sizes to try.
    parts = (part for _, part in lettered.unbreakable_pieces(words))
    longest = max(parts, key=lambda one: lettered.thousandths(one, font))
    how = lettered.Lettering(font, largest, align="middle").narrow_to(longest, room[0], least)
    size = max(least, int(min(how.size, largest) / lettered.STEP) * lettered.STEP)
    return replace(how, size=size, least=least).fit(words, "list", *room)


def _draw_fraction(above: str, below: str, how: lettered.Lettering, room: art.Size) -> art.Drawing:
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


def draw_contents(
    rooms: Mapping[Content, art.Size], setting: PrintContext, largest: art.Pt = LARGEST
) -> Mapping[Content, art.Drawing]:
    """Draw every content in its room; raise DataError with each cell whose words do not fit."""
    made: dict[Content, art.Drawing] = {}
    problems: list[Problem] = []
    for content, room in rooms.items():
        try:
            made[content] = draw_content(content, setting, room, largest)
        except lettered.DoesNotFitError as error:
            problems.append(content.cells[-1].fault(error.message))
    if problems:
        raise DataError(problems)
    return made
