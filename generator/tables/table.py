"""Tables as people bring them: every row is kept, but the first where it is headings."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Literal
from unicodedata import normalize

from generator import words as vocabulary
from generator.errors import DataError, Problem
from generator.reading import nodes, text_files
from generator.reading.nodes import ListNode, MapNode, Node, Place, Scalar
from generator.reading.workbooks import Row
from generator.words import (
    FIRST,
    LANGUAGES,
    Language,
    Message,
    clip_text,
    fold,
    message,
    not_one_of,
    say,
)

# The columns that games ask for; what people call them stands in the words of each language.
COLUMNS: tuple[str, ...] = tuple(vocabulary.language_table(FIRST)["typed"]["columns"])
FREE = ("word", "answer")
# What levels may be called, the easiest first.
DIFFICULTIES: tuple[str, ...] = tuple(vocabulary.language_table(FIRST)["typed"]["difficulties"])
# The files that tables come in.
SUFFIXES = (".csv", ".tsv", ".txt", *text_files.SHEETS, *text_files.READERS)
# The files that pictures come in, also those that cannot be printed and are told so.
PICTURES = (
    *(".png", ".jpg", ".jpeg", ".svg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".heic"),
    *(".avif", ".svgz"),
)
Headings = Literal["yes", "no"]
# What is no word.
BARE = re.compile(r"[-+]?[\d., ]+")
MOST_TITLES = 3
MOST_BYTES = 5_000_000
MOST_ROWS, MOST_COLUMNS, LONGEST = 10_000, 40, 500
# Columns without headings are called by their place.
NAMED_PLACES = 4


@dataclass(frozen=True, slots=True)
class TableCell:
    """What stands in a cell, what the spreadsheet calls it (`B7`), and where in the file."""

    words: str
    name: str
    place: Place

    @property
    def is_picture(self) -> bool:
        """Return whether a picture's file stands here, or a drawing of the program."""
        is_file = self.words.lower().endswith(PICTURES)
        return is_file or vocabulary.shipped_picture(self.words) is not None

    def fault(self, reason: Message) -> Problem:
        """Return what is wrong with it."""
        return nodes.problem_at(self.place, self.name, reason)


@dataclass(frozen=True, slots=True)
class Table:
    """Columns by name and by heading in the file (empty without), and rows that hold something."""

    file: str
    columns: tuple[str, ...]
    headings: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]

    def has(self, column: str) -> bool:
        """Return whether there is a column of a name or heading."""
        return self._number(column) is not None

    def column(self, name: str) -> tuple[TableCell, ...]:
        """Return the cells of a column by its name or heading; KeyError names one unknown."""
        number = self._number(name)
        if number is None:
            raise KeyError(name)
        return tuple(row[number] for row in self.rows)

    def has_pictures_alone(self, column: str) -> bool:
        """Return whether there is a column of a name and every cell of it is a picture."""
        return self.has(column) and all(cell.is_picture for cell in self.column(column))

    @property
    def names(self) -> tuple[str | Message, ...]:
        """Return what people call the columns: by their headings, else first, second."""
        return tuple(
            one or message(f"table.column-{n if n <= NAMED_PLACES else 'nth'}", n=n)
            for n, one in enumerate(self.headings, start=1)
        )

    def understood(self) -> Message:
        """Return what was read, in a line."""
        columns = message("table.n-columns", n=len(self.columns))
        rows = message("table.n-rows", n=len(self.rows))
        return message("table.understood", columns=columns, names=self.names, rows=rows)

    def _number(self, name: str) -> int | None:
        meant = _known_column(name) or name
        for at, (column, called) in enumerate(zip(self.columns, self.names, strict=True)):
            spoken = [called if isinstance(called, str) else say(called, one) for one in LANGUAGES]
            if column in {name, meant} or fold(name) in map(fold, spoken):
                return at
        return None


def read_table(path: Path, headings: Headings | None = None, named: Collection[str] = ()) -> Table:
    """Read a table or a list in `.yaml` or `.json`; DataError with every bad cell.

    Whether its first row is `headings` is seen where nobody says so, by words for columns and by
    those that are `named`.
    """
    suffix = path.suffix.lower()
    if suffix in text_files.READERS:
        return table_of_nodes(text_files.read_file(path))
    with text_files.open_file(path) as file:
        data = text_files.require_size(file.read(MOST_BYTES + 1), path, MOST_BYTES)
    is_sheet = suffix in text_files.SHEETS
    rows = (text_files.sheet_rows if is_sheet else text_files.text_rows)(data, path)
    filled = list[Row]()
    for number, cells in rows:
        if count := sum(map(bool, cells)):
            filled.append((number, cells))
            # Titles and headings are no rows.
            _require_size(str(path), len(filled) - MOST_TITLES - 1, count)
    head, rest = _split_headings(filled, headings, {*map(fold, named)})
    width = max((len(cells) for _, cells in filled), default=0)
    names = [*head, *[""] * (width - len(head))]
    shown = [at for at in range(width) if any(len(c) > at and c[at] for _, c in rest)]
    made = tuple(
        tuple(cell_at((number, cells), at, path) for at in shown) for number, cells in rest
    )
    return _checked_table(str(path), tuple(names[at] for at in shown), made)


def cell_at(row: Row, at: int, path: Path) -> TableCell:
    """Return what stands in a column of a row, counted from 0; nothing beyond its end."""
    number, cells = row
    words = normalize("NFC", cells[at]) if at < len(cells) else ""
    return TableCell(words, cell_name(number, at + 1), Place(str(path), number, at + 1))


def usual_sides(table: Table) -> tuple[str, ...]:
    """Return the columns that games show where nobody says which."""
    first = [name for name in ("word", "picture", "question") if table.has(name)][:1]
    others = ("answer", "definition", "picture", "word")
    return (*first, *[name for name in others if table.has(name) and name not in first][:1])


def table_of_nodes(node: Node) -> Table:
    """Return the table that a list of YAML is: each item names its columns, or has their order."""
    if not isinstance(node, ListNode):
        raise DataError([nodes.problem_at(node.place, "", message("table.no-list"))])
    found, headings = list[Mapping[str, Scalar]](), dict[str, None]()
    for item in node.items:
        found.append(dict(_cells_of_item(item)))
        headings |= dict.fromkeys(found[-1])
        # All rows together are laid out with all headings.
        _require_size(node.place.file, len(found), len(headings))
    rows = tuple(
        tuple(
            TableCell(normalize("NFC", one.text.strip()), name, one.place)
            if (one := row.get(name)) is not None
            else TableCell("", name, item.place)
            for name in headings
        )
        for item, row in zip(node.items, found, strict=True)
    )
    return _checked_table(node.place.file, tuple(headings), rows)


def _cells_of_item(item: Node) -> Iterator[tuple[str, Scalar]]:
    pairs: Iterable[tuple[str, Node]] = ((FREE[0], item),)
    if isinstance(item, MapNode):
        pairs = ((key.text, inner) for key, inner in item.pairs)
    elif isinstance(item, ListNode):
        names = (*FREE, *map(str, range(len(FREE) + 1, MOST_COLUMNS + 1)))
        pairs = zip(names, item.items, strict=False)
    for name, inner in pairs:
        if not isinstance(inner, Scalar):
            raise DataError([nodes.problem_at(inner.place, name, message("table.no-cell"))])
        yield name, inner


def cell_name(line: int, column: int) -> str:
    """Return what spreadsheets call a cell, line and column counted from 1: A1 ... Z9, AA9."""
    letters = ""
    while column:
        column, last = divmod(column - 1, 26)
        letters = chr(ord("A") + last) + letters
    return f"{letters}{line}"


def _split_headings(
    rows: Sequence[Row], headings: Headings | None, named: Collection[str]
) -> tuple[list[str], Sequence[Row]]:
    """Return the headings, none where the first row is no such row, and the rows of the table."""
    several = [at for at, (_, cells) in enumerate(rows) if sum(map(bool, cells)) > 1]
    # What stands alone above the columns is a title.
    below = several[0] if several and several[0] <= min(MOST_TITLES, len(several)) else 0
    for at in dict.fromkeys((0, below)) if headings is None else ():
        if rows and _is_headings([cell for cell in rows[at][1] if cell], named):
            return rows[at][1], rows[at + 1 :]
    return (rows[below][1], rows[below + 1 :]) if headings == "yes" and rows else ([], rows)


def _is_headings(cells: Sequence[str], named: Collection[str]) -> bool:
    if any(BARE.fullmatch(one) or one.lower().endswith(PICTURES) for one in cells):
        return False
    words = {*map(fold, cells)}
    # Such words head columns where they are all of one language: in two they are a translation.
    alike = len(cells) > 1 and any(words <= _heading_words(one) for one in LANGUAGES)
    known = any(_known_column(one) and not _is_any_word(one) for one in cells)
    return alike or known or not words.isdisjoint(named)


@cache
def _heading_words(language: Language) -> frozenset[str]:
    typed = vocabulary.language_table(language)["typed"]
    return frozenset(fold(word) for word in typed.get("headings", ()))


def _is_any_word(heading: str) -> bool:
    """Tell whether a heading may as well be a word to learn, such as `exemple`."""
    return any(fold(heading) in _heading_words(one) for one in LANGUAGES)


def _known_column(heading: str) -> str:
    """Return the column that a heading means in any language, nothing for another heading."""
    wanted = fold(heading)
    known = ((name, vocabulary.typed_words(name, FIRST, "columns")) for name in COLUMNS)
    return next((name for name, words in known if wanted in map(fold, words)), "")


def _checked_table(
    file: str, headings: tuple[str, ...], rows: tuple[tuple[TableCell, ...], ...]
) -> Table:
    if not rows:
        raise DataError([Problem(file, None, None, "", message("table.empty"))])
    _require_size(file, len(rows), len(headings))
    require_usable(rows)
    meant = [*map(_known_column, headings)]
    found = _named_table(file, meant, headings, rows)
    if len(usual_sides(found)) > 1:
        return found
    # What would be beside a pair is a side of it where there is no other.
    meant = ["" if _is_any_word(one) else name for name, one in zip(meant, headings, strict=True)]
    return _named_table(file, meant, headings, rows)


def _named_table(
    file: str,
    meant: Sequence[str],
    headings: tuple[str, ...],
    rows: tuple[tuple[TableCell, ...], ...],
) -> Table:
    free = iter([name for name in FREE if name not in meant])
    columns = tuple(
        name if name and name not in meant[:at] else next(free, fold(headings[at]))
        for at, name in enumerate(meant)
    )
    return Table(file, columns, headings, rows)


def _require_size(file: str, rows: int, columns: int) -> None:
    if rows > MOST_ROWS or columns > MOST_COLUMNS:
        reason = message("table.too-large", rows=MOST_ROWS, columns=MOST_COLUMNS)
        raise DataError([Problem(file, None, None, "", reason)])


def require_usable(rows: Iterable[Iterable[TableCell]]) -> None:
    """Raise DataError for cells that cannot be used whatever the game."""
    every = ((one, _why_unusable(one.words)) for row in rows for one in row)
    faults = (one.fault(reason) for one, reason in every if reason is not None)
    DataError.raise_for(islice(faults, nodes.LISTED_FAULTS))


def _why_unusable(words: str) -> Message | None:
    if len(words) > LONGEST:
        return message("table.long", n=len(words), most=LONGEST, words=clip_text(words))
    if nodes.excess_mark_offset(words) is not None:
        return message("reading.marks", n=nodes.MOST_MARKS)
    if sign := text_files.HIDDEN.search(words):
        return nodes.control_character_message(sign.group())
    return None


def rows_of_levels(table: Table, levels: Collection[str]) -> Table:
    """Return the table with the rows alone whose column `level` says one of some."""
    said = zip(table.rows, table.column("level"), strict=True)
    return replace(table, rows=tuple(row for row, level in said if level.words in levels))


def rows_without(table: Table, words: Collection[str]) -> Table:
    """Return the table without the rows of which a cell says one of some words."""
    left_out = {*map(str.casefold, words)}
    kept = (r for r in table.rows if left_out.isdisjoint(one.words.casefold() for one in r))
    return replace(table, rows=tuple(kept)) if left_out else table


def unknown_columns(table: Table, sides: Iterable[str]) -> Iterator[Message]:
    """Yield for each name in sides (`+` joins some) that is no column what the columns are."""
    headings = [one for one in table.headings if one]
    for name in (name for side in sides for name in side.split("+") if not table.has(name)):
        if headings:
            reason = not_one_of(name, headings)
        else:
            reason = message("words.not-one-of", found=clip_text(name), allowed=table.names)
        yield message("list.no-column", reason=reason)


def unknown_levels(table: Table, levels: Sequence[str]) -> Iterator[tuple[int, Message]]:
    """Yield the numbers of the levels that no row says, and why each is none."""
    there = {cell.words for cell in table.column("level")} if table.has("level") else set()
    for number, level in enumerate(levels):
        if level not in there:
            yield number, not_one_of(level, sorted(there))


def levels_of(table: Table) -> tuple[str, ...]:
    """Return the levels that rows say, the easiest first; none for fewer than two.

    Numbers go by their value, words as *easy* and *hard* by what they mean, others as they come.
    """
    cells = table.column("level") if table.has("level") else ()
    found = [*dict.fromkeys(cell.words for cell in cells if cell.words)]
    meant = {one: vocabulary.name_meant(one, DIFFICULTIES, "difficulties") for one in found}
    if all(map(str.isdecimal, found)):
        found.sort(key=int)
    elif None not in meant.values():
        found.sort(key=lambda one: DIFFICULTIES.index(str(meant[one])))
    return tuple(found) if len(found) > 1 else ()


def repeated_cells(cells: Iterable[TableCell]) -> Iterator[Problem]:
    """Yield the cells that say what another has said before, with where that stands."""
    known: dict[str, TableCell] = {}
    for cell in cells:
        first = known.setdefault(cell.words.casefold(), cell)
        if first is not cell:
            yield cell.fault(message("table.twice", words=clip_text(cell.words), cell=first.name))


def empty_cells(cells: Iterable[TableCell]) -> Iterator[Problem]:
    """Yield the cells that are empty."""
    return (cell.fault(message("table.nothing")) for cell in cells if not cell.words)
