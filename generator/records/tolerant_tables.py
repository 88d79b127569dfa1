"""Tables as people type them: final sheets as the rows of a well-typed table, turns as a record.

What says who plays and which game may be missing where it can be told; columns and values are read
by the words and the grammar of records. A table that is as it should be stays as it is.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby

from generator.errors import LudokitError, Problem
from generator.reading.nodes import (
    ListNode,
    MapNode,
    Node,
    Place,
    Scalar,
    resolve_scalar,
)
from generator.reading.outline import rows_as_blocks
from generator.reading.printed_forms import Lexicon, free_words, tokens_of, whole_number_in
from generator.reading.schema import (
    NO_ALIASES,
    AnyValue,
    Fields,
    Items,
    field_schemas,
)
from generator.reading.text_grammar import readings
from generator.reading.tolerant_reader import knows_field
from generator.reading.validate import vocabulary_message
from generator.reading.vocabulary import Vocabulary
from generator.records.record_format import (
    HEAD_FIELDS,
    SCORE,
    HeadFile,
    catalog_rules,
    known_games,
    record_format,
)
from generator.rules import AnyRules
from generator.rules.cells import UNKNOWN
from generator.tables.table import TableCell
from generator.words import FieldWord, Message, clip_text, fold, message

Row = tuple[TableCell, ...]
# Fewer columns that are known are no headings; these stand among the first rows; in more words than
# this somebody says something.
FEWEST, FIRST_ROWS, NAME_WORDS = 2, 10, 3
# What a column of names is.
PLAYER = "player"
_VALUES = Vocabulary(NO_ALIASES)
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")
_SUM = re.compile(r"([0-9]{1,6}(?:\s*[-+−]\s*[0-9]{1,6})+)\s*=\s*([-−]?[0-9]+)")
_SIGNS = " *_~#★☆!"


@dataclass(frozen=True)
class TableWords:
    """The words for the columns of one game's table, found however they are spelt."""

    words: Mapping[str, str]
    cells: Mapping[str, str]
    numbers: Mapping[str, bool]
    lexicon: Lexicon

    def heading(self, typed: str) -> str | None:
        """Return the one heading that a text means."""
        bare = _ASIDE.sub("", typed).strip(" :?.")
        for text in dict.fromkeys((typed, bare)):
            found = self.lexicon.meanings(tokens_of(text)) if tokens_of(text) else frozenset()
            if len(found) == 1:
                return next(iter(found))
        return None

    def between(self, typed: str) -> tuple[str, ...]:
        """Return the cells from one to another: `Ones to Sixes`."""
        for word in free_words("until"):
            first, found, last = typed.partition(f" {word} ")
            ends = [self.cells.get(self.heading(one) or "") for one in (first, last)]
            every = [*dict.fromkeys(self.cells.values())]
            if found and ends[0] in every and ends[1] in every:
                start, end = (every.index(one or "") for one in ends)
                return tuple(every[start : end + 1])
        return ()


@dataclass(frozen=True)
class _Head:
    """A row of headings: how many are known, of which game, of sheets or of turns."""

    known: int
    at: int
    rules: AnyRules
    is_turns: bool
    rows: tuple[Row, ...]


def understood_rows(
    rows: tuple[Row, ...],
    role: Callable[[str], str],
    words_of: Callable[[AnyRules], TableWords],
) -> tuple[Row, ...] | MapNode:
    """Return rows of final sheets with what they leave unsaid, or the record of turns."""
    if any(cell.words.startswith((";", ",")) for row in rows for cell in row):
        return rows  # a lone quotation mark, which says "as above", has swallowed cells
    # Bars alone are no table.
    rows = tuple(map(_with_split_head, _with_split_bars(rows))) or rows
    heads = list(_heads(rows, role, words_of))
    most = max((one.known for one in heads), default=0)
    turned = tuple(zip(*rows, strict=True))
    heads += [one for one in _heads(turned, role, words_of) if one.known > most + 1]
    most = max((one.known for one in heads), default=0)
    best = [one for one in heads if one.known == most]
    best = [one for one in best if not one.is_turns] or best
    if len({(one.rules.game.name, one.is_turns) for one in best}) != 1:
        return rows
    head = best[0]
    if len(games := [*_games(rows)]) > 1 and not _is_of_one_game(head, games, words_of):
        return rows
    if head.is_turns:
        return _record(head, role)
    return tuple(_completed(head, words_of(head.rules), role))


def without_remarks(rows: tuple[Row, ...], role: Callable[[str], str]) -> tuple[Row, ...]:
    """Return rows without sums of the class and sentences below, names without signs beside."""
    heads = next((row for row in rows if any(role(one.words) == PLAYER for one in row)), None)
    if heads is None or sum(bool(one.words) for one in heads) <= FEWEST:
        return rows
    start, kept = rows.index(heads), list[Row]()
    if any(_words_of(row) == _words_of(heads) for row in rows[start + 1 :]):
        rows = tuple(row for row in rows if any(_words_of(row)))  # one table, its headings again
        start = rows.index(heads)
    for n, row in enumerate(rows):
        cells = zip(heads, row, strict=False)
        kept += (
            [
                tuple(
                    replace(b, words=_name(b.words)) if role(a.words) == PLAYER else b
                    for a, b in cells
                )
            ]
            if n > start and not _is_remark(row, heads)
            else [row]
            if n <= start
            else []
        )
    return tuple(kept)


def _with_split_bars(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the rows of a table that is drawn with upright bars, in cells."""
    texts = [row[0].words.strip("| ") for row in rows]
    if max(map(len, rows)) > 1 or not any(one.count("|") > 1 for one in texts):
        return rows
    kept = [one.split("|") for one in texts]
    width = max(map(len, kept))
    return tuple(
        tuple(replace(row[0], words=one.strip()) for one in (*cells, *[""] * (width - len(cells))))
        for row, cells in zip(rows, kept, strict=True)
        if not re.fullmatch(r"[-|:=+\s]*", row[0].words)
    )


def _with_split_head(row: Row) -> Row:
    """Return a game named in one cell as two, where other signs part the rest of the table."""
    filled = [cell for cell in row if cell.words]
    if len(filled) == 1 and len(row) > 1 and "," in filled[0].words:
        name, _, value = filled[0].words.partition(",")
        if fold(value.strip()) in known_games():
            return (
                replace(row[0], words=name),
                replace(row[1], words=value.strip()),
                *row[2:],
            )
    return row


def _games(rows: Sequence[Row]) -> Iterator[AnyRules]:
    """Yield the game that is named in the rows, else all that there are."""
    named = {fold(cell.words) for row in rows for cell in row} & {*known_games()}
    names = [known_games()[one] for one in named] if len(named) == 1 else known_games().values()
    for name in names:
        try:
            yield catalog_rules(name)
        except LudokitError:
            continue


def _heads(
    rows: tuple[Row, ...],
    role: Callable[[str], str],
    words_of: Callable[[AnyRules], TableWords],
) -> Iterator[_Head]:
    for rules in _games(rows):
        words, is_field = words_of(rules), _fields_of_turns(rules)
        for n, row in enumerate(rows[:FIRST_ROWS]):
            typed = [cell.words for cell in row if cell.words]
            seats = sum(
                role(one) == PLAYER or fold(one) in free_words("numbering") for one in typed
            )
            meant = [one for one in typed if words.heading(one) or words.between(one)]
            papers = len(meant) if any(not one.isdecimal() for one in meant) else 0
            turns = sum(role(one) != PLAYER and is_field(one) for one in typed)
            counted = [int(one) for one in typed if one.isdecimal() and len(one) < NAME_WORDS]
            is_strip = turns and counted == list(range(1, len(counted) + 1))
            turns += len(counted) if is_strip else 0
            for known, is_turns in ((papers, False), (turns, True)):
                is_enough = known + seats > FEWEST if is_turns else known >= FEWEST
                if is_enough and (known + seats) * 2 >= len(typed):
                    yield _Head(known + seats, n, rules, is_turns, rows)


def _is_of_one_game(
    head: _Head, games: Sequence[AnyRules], words_of: Callable[[AnyRules], TableWords]
) -> bool:
    """Return whether a word of the headings, no number, is one of this game alone."""
    return any(
        [of.game.name for of in games if words_of(of).heading(one) or _fields_of_turns(of)(one)]
        == [head.rules.game.name]
        for one in (cell.words for cell in head.rows[head.at])
        if whole_number_in(one) is None
    )


@lru_cache(maxsize=32)
def _fields_of_turns(rules: AnyRules) -> Callable[[str], bool]:
    how = record_format(rules)
    vocabulary = Vocabulary(how.aliases, how.synonyms)
    return cache(lambda typed: knows_field(typed, _turn(rules), vocabulary))


def _turn(rules: AnyRules) -> Fields:
    """Return the block of a turn, or of a round."""
    wants = field_schemas(record_format(rules).model)
    lists = (want.rest for want in wants.values() if isinstance(want, Items))
    return next(rest for rest in lists if isinstance(rest, Fields))


# Turns: a record whose lines are the rows.


def _scalar(cell: TableCell) -> Scalar:
    text = "" if fold(cell.words) in {"", "/"} else cell.words
    return Scalar(text, resolve_scalar(text), cell.place)


def _record(head: _Head, role: Callable[[str], str]) -> MapNode:
    rows, name = head.rows, head.rules.game.name
    place = rows[0][0].place
    vocabulary = Vocabulary(record_format(head.rules).aliases, record_format(head.rules).synonyms)
    fields, model = (
        list[tuple[Scalar, Node]](),
        Fields(record_format(head.rules).model),
    )
    body, above = [tuple(map(_scalar, rows[head.at]))], rows[head.at]
    for n, row in enumerate(rows):
        filled = [_scalar(cell) for cell in row if cell.words]
        word = (
            vocabulary.field_named(filled[0].text.rstrip(" :123456789"), model) if filled else None
        )
        if n < head.at or (
            len(filled) > 1 and word and not row[0].words.isdecimal() and n > head.at
        ):
            for key, value in zip(filled[::2], filled[1::2], strict=False):
                text = ", ".join(one.text for one in filled[1:])
                whole = replace(value, text=text, value=resolve_scalar(text))
                fields.append((key, whole if word in {"totals", "total"} else value))
        elif n > head.at and len(filled) > 1:
            cells = list[TableCell]()
            for title, one, before in zip(rows[head.at], row, above, strict=True):
                # A name stands for the rows below it too.
                is_blank = not one.words and role(title.words) == PLAYER
                cells.append(replace(one, words=before.words) if is_blank else one)
            above = tuple(cells)
            body.append(tuple(map(_scalar, cells)))
    seats = [n for n, one in enumerate(rows[head.at]) if role(one.words) == PLAYER]
    begin = [
        n
        for n, one in enumerate(rows[head.at])
        if vocabulary.field_named(one.words, _turn(head.rules)) in {"first", "winner"}
    ]
    names = {row[n].text: row[n] for row in body[1:] for n in seats or begin if row[n].text}
    known = {vocabulary.field_named(key.text.rstrip(" 123456789"), model) for key, _ in fields}
    if not known & {"players", "player"} and not any("1" in key.text for key, _ in fields):
        listed = ListNode(tuple(replace(one, quoted=True) for one in names.values()), place)
        fields.append((Scalar("players", "players", place), listed))
    fields = [pair for pair in fields if vocabulary.field_named(pair[0].text, model) != "game"]
    game = Scalar("game", "game", place), Scalar(name, name, place)
    turns = Scalar("", None, place), ListNode(tuple(rows_as_blocks(body)), place)
    return MapNode((game, *fields, turns), place)


# Final sheets: the same rows, with what they leave unsaid.


def _completed(head: _Head, words: TableWords, role: Callable[[str], str]) -> Iterator[Row]:
    rows, at, name = head.rows, head.at, head.rules.game.name
    if not any(fold(cell.words) == fold(name) for row in rows[:at] for cell in row):
        first = rows[0][0]
        yield (
            replace(first, words="game"),
            replace(rows[0][-1], words=name),
            *rows[0][2:],
        )
    for row in rows[:at]:
        if sum(bool(cell.words) for cell in row) > 1 and _says_head(row):
            yield row
    body = [row for row in rows[at + 1 :] if not _is_remark(row, rows[at])]
    columns = [
        _column(cell, [row[n] for row in body], words, role) for n, cell in enumerate(rows[at])
    ]
    blank = [n for n, one in enumerate(columns) if one == ("",) and _are_names(body, n)]
    if not any(role(one[0]) == PLAYER for one in columns if one) and blank:
        columns[blank[0]] = (PLAYER,)
    for row in (rows[at], *body):
        cells = list[TableCell]()
        for cell, column in zip(row, columns, strict=True):
            if row is rows[at]:
                cells += (replace(cell, words=one) for one in column)
            elif column and role(column[0]) == PLAYER:
                cells.append(replace(cell, words=_name(cell.words)))
            else:
                cells += _values(cell, column, words)
        yield tuple(cells)


def _says_head(row: Row) -> bool:
    how = Vocabulary(NO_ALIASES)
    first = next(cell for cell in row if cell.words)
    return (
        how.field_named(first.words, Fields(HeadFile)) is not None
        or fold(first.words) in known_heads()
    )


def known_heads() -> frozenset[str]:
    """Return the words for what a table says above its headings."""
    from generator.game.sentences import field_aliases

    aliases = field_aliases()
    return frozenset(fold(word) for one in HEAD_FIELDS for word in (one, *aliases.other_words(one)))


def _words_of(row: Row) -> list[str]:
    return [cell.words for cell in row]


def _is_remark(row: Row, heads: Row) -> bool:
    """Return whether a row is none of a player: absent, a mean, the headings again, a sentence."""
    filled = [cell.words for cell in row if cell.words]
    if _words_of(row) == _words_of(heads):
        return True
    said = [one.text for text in filled for one in tokens_of(text)]
    if len(filled) == 1 and len(said) == FEWEST and said[0] in free_words("remarks"):
        return True  # `Table 2`
    if any(fold(one) in free_words("absent") for one in filled) and len(filled) <= FEWEST + 1:
        return True
    if any(free_words("averages") & {one.text for one in tokens_of(text)} for text in filled[:2]):
        return True
    is_sentence = len(filled) == 1 and len(filled[0].split()) >= NAME_WORDS
    return is_sentence and not any(map(str.isdecimal, filled[0]))


def _name(typed: str) -> str:
    """Return a name without a seat before it, and signs and brackets round it."""
    bare = _ASIDE.sub("", typed).strip(_SIGNS)
    seat = re.match(r"([^\W\d]+\s*)?[0-9]{1,2}\s*[.):]?\s+(?=[^\W\d])", bare)
    is_seat = seat and fold((seat[1] or "player").strip()) in free_words("seats")
    return (bare[seat.end() :] if seat and is_seat else bare) or typed


def _are_names(body: Sequence[Row], at: int) -> bool:
    words = [row[at].words for row in body if row[at].words]
    return bool(words) and not any(one.rstrip(".) ").isdecimal() for one in words)


def _column(
    cell: TableCell,
    below: Sequence[TableCell],
    words: TableWords,
    role: Callable[[str], str],
) -> tuple[str, ...]:
    typed = cell.words
    if role(typed):
        return (typed,)
    if fold(typed).strip(" ?") in free_words("remarks") | free_words("ranks"):
        return ()
    if several := words.between(typed):
        return several
    if (meant := words.heading(typed)) is not None:
        return (meant,)
    is_idle = fold(typed) in free_words("numbering") | {"n°", "no.", "#"}
    is_counted = not typed and all(
        one.words.rstrip(".) ").isdecimal() for one in below if one.words
    )
    return () if is_idle or is_counted else (typed,)


def _values(cell: TableCell, column: tuple[str, ...], words: TableWords) -> Iterator[TableCell]:
    if len(column) > 1:
        found = _read(cell.words, Items((), AnyValue(int, may_be_empty=True)))
        items = found.items if isinstance(found, ListNode) else ()
        texts = [one.text for one in items if isinstance(one, Scalar)]
        texts = texts if len(texts) == len(column) else [cell.words, *[""] * (len(column) - 1)]
        yield from (replace(cell, words=one) for one in texts)
    elif column:
        text = cell.words
        if text and column[0] in words.numbers and not isinstance(resolve_scalar(text), int):
            text = _number(text, is_box=words.numbers[column[0]])
        yield replace(cell, words=text)


def _number(text: str, *, is_box: bool) -> str:
    """Return a number in digits: `six`, `6 pts`, `5+12 = 17`, `2 (4)`, a box that was struck."""
    folded = fold(text).strip()
    if folded in free_words("nothing") or (is_box and folded in free_words("nought")):
        return "0"
    text = re.sub(r"~~.*?~~\s*", "", text)
    if found := _SUM.fullmatch(text):
        terms = re.findall(r"[-+]?[0-9]+", re.sub(r"\s", "", found[1].replace("−", "-")))
        text = found[2] if sum(map(int, terms)) == int(found[2].replace("−", "-")) else text
    read = _read(text, AnyValue(int, may_be_empty=True))
    is_stroke = not any(one.isalnum() for one in text) or folded.strip("xi|") == ""
    return read.text if isinstance(read, Scalar) and not is_stroke else text


def _read(text: str, want: AnyValue | Items) -> ListNode | Scalar | None:
    ways = readings(Scalar(text, None, Place("", 1, 1)), want, _VALUES)
    found = ways[0] if len(ways) == 1 else None
    return found if isinstance(found, ListNode | Scalar) else None


# What is told of it.


def unlooked(words: str, photo: str, *, is_list: bool) -> Message:
    """Return what to do with a cell that holds a question mark: look at its photograph, if any.

    In a list it stands behind each cell that may be marked, else where something is written.
    """
    photo = clip_text(photo)
    cells = (one.rstrip(UNKNOWN) for one in re.split("[ ,;]+", words) if one.endswith(UNKNOWN))
    if is_list and (marks := tuple(filter(None, cells))):
        key = "records.unlooked-marks-at" if photo else "records.unlooked-marks"
        return message(key, cells=marks, photo=photo)
    return message("records.unlooked-at" if photo else "records.unlooked", photo=photo)


def table_notes(
    typed: Sequence[Row], read: Sequence[Row], words_of: Callable[[AnyRules], TableWords]
) -> Iterator[Problem]:
    """Yield how cells were read that are written otherwise, and which were read past."""
    games = [*_games(read)]
    known = words_of(games[0]).words if len(games) == 1 else {}
    if len(read) > 1 and read[0][0].place == read[1][0].place:
        yield read[0][0].fault(message("records.table-read-game", game=games[0].game.name))
        read = read[1:]
    left = {cell.place: cell for row in typed for cell in row if cell.words}
    for cell in (cell for row in read for cell in row):
        before = left.pop(cell.place, cell)
        key = "".join(filter(str.isalnum, fold(before.words)))
        if before.words != cell.words and key not in known:
            part = cell.words.removeprefix(SCORE)
            is_part = part != cell.words
            meant = FieldWord(part, part) if is_part else vocabulary_message("cell", (part,))
            values = {"found": clip_text(before.words), "meant": meant}
            yield before.fault(message("reading.read-as", **values))
    for _, cells in groupby(left.values(), lambda cell: cell.place.line):
        several = [*cells]
        found = clip_text(" ".join(cell.words for cell in several))
        yield several[0].fault(message("reading.read-past", found=found))
