"""Tables as people type them -> the rows that a table of final sheets has.

What says who plays and which game may be missing where it can be told; columns and values are read
by the words and the grammar of records. A table that is as it should be stays as it is.
"""

from collections.abc import (
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import replace

from generator.errors import LudokitError
from generator.reading.nodes import (
    ListNode,
    Place,
    Scalar,
    resolve_scalar,
)
from generator.reading.printed_forms import (
    Lexicon,
    free_words,
    tokens_of,
)
from generator.reading.schema import (
    NO_ALIASES,
    AnyValue,
    Items,
    Schema,
)
from generator.reading.text_grammar import readings
from generator.reading.vocabulary import Vocabulary
from generator.records.record_format import (
    catalog_rules,
    known_games,
)
from generator.rules import AnyRules
from generator.tables.table import TableCell
from generator.words import fold

Row = tuple[TableCell, ...]
# Fewer columns that are known are no headings.
FEWEST = 2
# What a column of names is.
PLAYER = "player"
_NUMBER, _VALUES = AnyValue(int, may_be_empty=True), Vocabulary(NO_ALIASES)


class TableWords:
    """The words for the columns of one game's table, found however they are spelt."""

    def __init__(
        self, words: Mapping[str, str], cells: Mapping[str, str], numbers: Mapping[str, bool]
    ) -> None:
        self._cells, self._numbers = cells, numbers
        self._lexicon = Lexicon((word, word) for word in words.values())

    def heading(self, typed: str) -> str | None:
        """Return the one heading that a text means."""
        tokens = tokens_of(typed)
        found = self._lexicon.meanings(tokens) if tokens else frozenset()
        return next(iter(found)) if len(found) == 1 else None

    def takes_number(self, heading: str, *, struck: bool = False) -> bool:
        """Return whether a column takes numbers, of boxes that may be struck out if asked so."""
        return self._numbers.get(heading, False) if struck else heading in self._numbers

    def between(self, typed: str) -> tuple[str, ...]:
        """Return the cells from one to another: `Ones to Sixes`."""
        for word in free_words("until"):
            first, found, last = typed.partition(f" {word} ")
            ends = [self._cells.get(self.heading(one) or "") for one in (first, last)]
            every = [*dict.fromkeys(self._cells.values())]
            if found and ends[0] in every and ends[1] in every:
                start, end = (every.index(one or "") for one in ends)
                return tuple(every[start : end + 1])
        return ()


def completed_rows(
    rows: tuple[Row, ...],
    role: Callable[[str], str],
    words_of: Callable[[AnyRules], TableWords],
    *,
    may_turn: bool = True,
) -> tuple[Row, ...]:
    """Return the rows with what they leave unsaid, as long as it can be told."""
    rows = tuple(map(_with_split_head, rows))
    games = tuple(_games(rows))
    tables = [(rules, words_of(rules)) for rules in games]
    best = [(_header(rows, words), rules, words) for rules, words in tables]
    found = [one for one in best if one[0] is not None]
    most = max((one[0][1] for one in found if one[0] is not None), default=FEWEST)
    is_seated = any(role(cell.words) == PLAYER for row in rows for cell in row)
    turned = (
        None if is_seated or not may_turn else _turned(rows, [words for _, words in tables], most)
    )
    if turned is not None:
        return completed_rows(turned, role, words_of, may_turn=False)
    if not found:
        return rows
    likely = [one for one in found if one[0] is not None and one[0][1] == most]
    at, words = likely[0][0], likely[0][2]
    if len(likely) > 1 or at is None:
        return rows
    return tuple(_completed(rows, at[0], likely[0][1], words, role))


def _with_split_head(row: Row) -> Row:
    """Return a game named in one cell as two, where other signs part the rest of the table."""
    filled = [cell for cell in row if cell.words]
    if len(filled) == 1 and len(row) > 1 and "," in filled[0].words:
        name, _, value = filled[0].words.partition(",")
        if fold(value.strip()) in known_games():
            return (replace(row[0], words=name), replace(row[1], words=value.strip()), *row[2:])
    return row


def _games(rows: Sequence[Row]) -> Iterator[AnyRules]:
    """Yield the game that is named in the rows, else all that there are."""
    named = {fold(cell.words) for row in rows for cell in row} & {*known_games()}
    for name in (
        [known_games()[one] for one in named] if len(named) == 1 else known_games().values()
    ):
        try:
            yield catalog_rules(name)
        except LudokitError:
            continue


def _header(rows: Sequence[Row], words: TableWords) -> tuple[int, int] | None:
    for n, row in enumerate(rows[:10]):
        headings = [cell.words for cell in row if cell.words]
        there = [one for one in headings if words.heading(one) or words.between(one)]
        known = len(there) if any(not one.isdecimal() for one in there) else 0
        if known >= FEWEST and known * 2 >= len(headings):
            return n, known
    return None


def _turned(
    rows: Sequence[Row], several: Sequence[TableWords], most: int
) -> tuple[Row, ...] | None:
    """Return a table whose headings stand in its first column with these in its first row."""
    for words in several:
        known = [n for n, row in enumerate(rows) if row and words.heading(row[0].words)]
        if len(known) > most and known[0] > 0:
            body = rows[known[0] - 1 :]
            # A row that is shorter or longer than the others is none of such a table.
            if len({*map(len, body)}) == 1:
                return (*rows[: known[0] - 1], *zip(*body, strict=True))
    return None


def _completed(
    rows: Sequence[Row], at: int, rules: AnyRules, words: TableWords, role: Callable[[str], str]
) -> Iterator[Row]:
    name = rules.game.name
    if not any(fold(cell.words) == fold(name) for row in rows[:at] for cell in row):
        first = rows[0][0]
        yield (replace(first, words="game"), replace(rows[0][-1], words=name), *rows[0][2:])
    for row in rows[:at]:
        if sum(bool(cell.words) for cell in row) > 1:
            yield row
    body = [row for row in rows[at + 1 :] if not _is_absent(row)]
    columns = [
        _column(cell, [row[n] for row in body], words, role) for n, cell in enumerate(rows[at])
    ]
    named = any(role(one[0]) == PLAYER for one in columns if one)
    blank = [n for n, one in enumerate(columns) if one == ("",) and _are_names(body, n)]
    if not named and blank:
        columns[blank[0]] = (PLAYER,)
    for row in (rows[at], *body):
        cells = list[TableCell]()
        for cell, column in zip(row, columns, strict=True):
            if row is rows[at]:
                cells += (replace(cell, words=one) for one in column)
            else:
                cells += _values(cell, column, words)
        yield tuple(cells)


def _is_absent(row: Row) -> bool:
    filled = [fold(cell.words) for cell in row if cell.words]
    return any(one in free_words("absent") for one in filled) and len(filled) <= FEWEST + 1


def _are_names(body: Sequence[Row], at: int) -> bool:
    words = [row[at].words for row in body if row[at].words]
    return bool(words) and not any(one.rstrip(".) ").isdecimal() for one in words)


def _column(
    cell: TableCell, below: Sequence[TableCell], words: TableWords, role: Callable[[str], str]
) -> tuple[str, ...]:
    typed = cell.words
    if role(typed):
        return (typed,)
    if fold(typed) in free_words("remarks"):
        return ()
    if several := words.between(typed):
        return several
    if (meant := words.heading(typed)) is not None:
        return (meant,)
    is_idle = fold(typed) in free_words("remarks") | free_words("numbering") | {"n°", "no.", "#"}
    is_counted = not typed and all(
        one.words.rstrip(".) ").isdecimal() for one in below if one.words
    )
    return () if is_idle or is_counted else (typed,)


def _values(cell: TableCell, column: tuple[str, ...], words: TableWords) -> Iterator[TableCell]:
    if len(column) > 1:
        found = _read(cell.words, Items((), _NUMBER))
        items = found.items if isinstance(found, ListNode) else ()
        texts = [one.text for one in items if isinstance(one, Scalar)]
        texts = texts if len(texts) == len(column) else [cell.words, *[""] * (len(column) - 1)]
        yield from (replace(cell, words=one) for one in texts)
    elif column:
        text = cell.words
        is_value = words.heading(column[0]) is not None and any(map(str.isdecimal, text))
        if is_value and not isinstance(resolve_scalar(text), int):
            found = _read(text, _NUMBER)
            text = found.text if isinstance(found, Scalar) else text
        else:
            is_nothing = fold(text) in free_words("nothing") and words.takes_number(column[0])
            is_struck = fold(text) in free_words("nought")
            is_struck &= words.takes_number(column[0], struck=True)
            text = "0" if is_nothing or is_struck else text
        yield replace(cell, words=text)


def _read(text: str, want: Schema) -> ListNode | Scalar | None:
    ways = readings(Scalar(text, None, Place("", 1, 1)), want, _VALUES)
    found = ways[0] if len(ways) == 1 else None
    return found if isinstance(found, ListNode | Scalar) else None
