"""Final sheets in a spreadsheet: a line for each player, read as a record for each table.

Above the headings a row may say what all games share (`game` and which). A column `table` tells the
games apart, or else an empty row does; what is empty in it, or in a column of the head, is as
above. Every place is a cell of the spreadsheet.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path as FilePath
from typing import TypeAlias

from generator.errors import DataError, LudokitError, Problem
from generator.game.sentences import field_aliases
from generator.reading.fit import in_vocabulary
from generator.reading.nodes import (
    LIMIT_BYTES,
    LISTED_FAULTS,
    ListNode,
    MapNode,
    Node,
    Path,
    Place,
    Plain,
    Scalar,
    fault,
    in_order,
    resolve,
)
from generator.reading.rows import SHEETS, refused, sheet_rows, text_rows, within
from generator.records.columns import (
    PLAYER,
    SEATED,
    TABLE,
    Column,
    Columns,
    columns_of,
    heading_key,
)
from generator.records.form import known_games, record_form, rules_of
from generator.rules import AnyRules
from generator.rules.cells import MARKED, number
from generator.rules.cells import Cell as Spot
from generator.tables.table import Cell, cell_name, cell_of, unfit
from generator.words import FIRST, Message, clipped, fold, message, near, not_one_of, typed

# The fields of a record's head that a table may have.
HEAD = ("game", "variant", "date", "place")
NO_COLUMNS = Columns({}, {}, {})
SUFFIXES = (".csv", ".tsv", *SHEETS)
MOST_ROWS, MOST_COLUMNS = 2_000, 200
# What people draw where nothing stands, and where something is ticked.
EMPTY = frozenset({"", "~", "-", "–", "—", "/"})
TICKS, NO_TICKS = frozenset("x×✓✔✗✘1"), frozenset({*EMPTY, "0"})

Row: TypeAlias = tuple[Cell, ...]
Read: TypeAlias = tuple[Node | None, tuple[Problem, ...]]


def games_in(data: bytes, path: FilePath) -> Iterator[Read]:
    """Yield the record of each game in a table, and what is wrong with its cells."""
    try:
        sheet = _sheet(_rows(data, path), path)
    except DataError as error:
        yield None, error.problems
        return
    games = [_Game(sheet, rows) for rows in sheet.games]
    if problems := [*sheet.problems, *_strange_headings(sheet, games)]:
        columns = {one.column for one in problems}
        told = (one for game in games for one in game.problems if one.column not in columns)
        every = [*problems, *told]
        yield None, tuple(in_order(dict.fromkeys(every))[:LISTED_FAULTS])
        return
    for game in games:
        yield game.record, tuple(in_order(game.problems)[:LISTED_FAULTS])


def at_cell(problem: Problem) -> Problem:
    """Return a problem of a record that came from a table, at its cell instead of its field."""
    line, column = problem.line, problem.column
    return replace(problem, field=cell_name(line, column)) if line and column else problem


def _rows(data: bytes, path: FilePath) -> tuple[Row, ...]:
    """Return all rows, empty ones too; raise DataError with the cells that nobody can have meant.

    All have the same number of cells.
    """
    read = sheet_rows if path.suffix.lower() in SHEETS else text_rows
    known = read(within(data, path, LIMIT_BYTES), path)
    rows = [(number, [one.strip() for one in words]) for number, words in known]
    while rows and not any(rows[-1][1]):
        rows.pop()
    width = max((at + 1 for _, words in rows for at, one in enumerate(words) if one), default=0)
    if not rows:
        raise refused(path, message("table.empty"))
    if len(rows) > MOST_ROWS or width > MOST_COLUMNS:
        raise refused(path, message("table.too-large", rows=MOST_ROWS, columns=MOST_COLUMNS))
    found = tuple(tuple(cell_of(row, at, path) for at in range(width)) for row in rows)
    every = ((cell, unfit(cell.words)) for row in found for cell in row if cell.words)
    if problems := [cell.fault(reason) for cell, reason in every if reason is not None]:
        raise DataError(problems[:LISTED_FAULTS])
    return found


@dataclass(frozen=True)
class _Sheet:
    """What a table says: above its headings by field, then game by game."""

    said: Mapping[str, Cell]
    headings: Row
    games: tuple[tuple[Row, ...], ...]
    problems: tuple[Problem, ...]

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """Return for each column whether it tells players, tables or the head; none of a paper."""
        return tuple(_role(one.words) for one in self.headings)

    @cached_property
    def written(self) -> frozenset[int]:
        """Return the columns that hold something in any row."""
        rows = (row for game in self.games for row in game)
        return frozenset(at for row in rows for at, cell in enumerate(row) if cell.words)


def _role(heading: str) -> str:
    for name in SEATED:
        if heading_key(heading) in map(heading_key, typed(name, FIRST, "sheet")):
            return name
    return field_aliases().field_of(heading, HEAD) or ""


def _sheet(rows: Sequence[Row], path: FilePath) -> _Sheet:
    """Return what the rows are; raise DataError where none is headings, or none below a player."""
    start = next((n for n, row in enumerate(rows) if any(_role(c.words) == PLAYER for c in row)), 0)
    roles = [_role(cell.words) for cell in rows[start]]
    if PLAYER not in roles:
        first = next(cell for row in rows for cell in row if cell.words)
        raise DataError([first.fault(message("records.table-no-headings"))])
    said, problems = dict[str, Cell](), list[Problem]()
    for row in rows[:start]:
        filled = [cell for cell in row if cell.words]
        # A word alone is a title.
        if len(filled) > 1:
            field = field_aliases().field_of(filled[0].words, HEAD)
            if field is None:
                known = tuple(field_aliases().shown(one) for one in HEAD)
                problems.append(filled[0].fault(not_one_of(filled[0].words, known)))
            else:
                said[field] = filled[1]
    games = tuple(_games(rows[start + 1 :], roles))
    if not games:
        raise refused(path, message("records.table-no-rows"), rows[start][0].place.line)
    return _Sheet(said, rows[start], games, tuple(problems))


def _games(rows: Sequence[Row], roles: Sequence[str]) -> Iterator[tuple[Row, ...]]:
    """Yield the rows of each game: by the column `table`, where there is none by empty rows."""
    at = roles.index(TABLE) if TABLE in roles else None
    found, name = dict[str, list[Row]](), ""
    for row in rows:
        told = [cell for place, cell in enumerate(row) if cell.words and place != at]
        if at is not None:
            name = fold(row[at].words) or name
        elif not told:
            name = str(row[0].place.line)
        # Tables may be numbered before anybody sits there.
        if told:
            found.setdefault(name, []).append(row)
    yield from map(tuple, found.values())


def _strange_headings(sheet: _Sheet, games: Sequence["_Game"]) -> Iterator[Problem]:
    """Yield the headings that no game of the table knows, and those that stand twice."""
    known = [game.columns for game in games if game.rules is not None]
    if not known:
        return
    words = {key: word for columns in known for key, word in columns.spelled.items()}
    seen = dict[str, Cell]()
    for at, cell in enumerate(sheet.headings):
        key = heading_key(cell.words)
        if not key and at in sheet.written:
            yield cell.fault(message("records.table-no-heading"))
        elif key and sheet.roles[at] != PLAYER:
            first = seen.setdefault(sheet.roles[at] or key, cell)
            if first is not cell:
                values = {"words": clipped(cell.words), "cell": first.name}
                yield cell.fault(message("table.twice", **values))
            elif not sheet.roles[at] and not any(key in columns.known for columns in known):
                yield cell.fault(_no_column(cell.words, words))


def _no_column(found: str, words: Mapping[str, str]) -> Message:
    if hint := near(heading_key(found), words):
        return message("records.table-no-column-near", found=clipped(found), near=words[hint])
    return message("records.table-no-column", found=clipped(found))


class _Game:
    """The rows of one game as a record, and the faults of their cells."""

    def __init__(self, sheet: _Sheet, rows: tuple[Row, ...]) -> None:
        """Read the rows by the rules of the game that they name, as far as there are any."""
        self.sheet, self.rows = sheet, rows
        self.problems: list[Problem] = []
        self.head = dict(sheet.said)
        for field in HEAD:
            self._say(field)
        self.seated = tuple(self._seated())
        self.rules = self._rules()
        self.columns = NO_COLUMNS if self.rules is None else columns_of(self.rules)
        self.record = self._record()

    def _say(self, field: str) -> None:
        """Note what a column says of the whole game, and where it says two things."""
        if field not in self.sheet.roles:
            return
        at = self.sheet.roles.index(field)
        told = [row[at] for row in self.rows if row[at].words]
        if told:
            self.head[field] = told[0]
        for cell in told:
            if fold(cell.words) != fold(told[0].words):
                values = {"found": clipped(cell.words), "cell": told[0].name}
                self.problems.append(cell.fault(message("records.table-other", **values)))

    def _seated(self) -> Iterator[tuple[Scalar, Row]]:
        """Yield the players' names, which may take two columns, with their rows."""
        columns = [at for at, role in enumerate(self.sheet.roles) if role == PLAYER]
        for row in self.rows:
            name = " ".join(row[at].words for at in columns if row[at].words)
            if name:
                yield Scalar(name, name, row[columns[0]].place, quoted=True), row
            else:
                self.problems.append(row[columns[0]].fault(message("records.table-no-name")))

    def _rules(self) -> AnyRules | None:
        """Return the rules of the game; None, with the reason noted, where no table is read."""
        named = self.head.get("game")
        if named is None:
            self.problems.append(self.sheet.headings[0].fault(message("records.table-no-game")))
            return None
        try:
            name = known_games().get(fold(named.words))
            rules = None if name is None else rules_of(name)
        except LudokitError:  # told with the record
            return None
        if rules is not None and not rules.cells(0):
            reason = message("records.table-no-sheets", game=rules.game.name)
            self.problems.append(named.fault(reason))
            return None
        return rules

    def _record(self) -> MapNode | None:
        """Return the record; its papers are left out where there are no rules to read them by."""
        named = self.head.get("game")
        if named is None:
            return None
        at = self.seated[0][0].place if self.seated else named.place
        pairs = [
            (_word(field, cell.place), _said(field, cell)) for field, cell in self.head.items()
        ]
        pairs.append((_word("players", at), ListNode(tuple(name for name, _ in self.seated), at)))
        if self.rules is not None:
            most = max(most for _, most in self.rules.seats().values())
            if len(self.seated) > most:
                reason = message("records.table-crowd", found=len(self.seated), most=most)
                self.problems.append(fault(at, cell_name(at.line, at.column), reason))
            laid = MapNode(tuple(self._papers(self.rules)), at)
            pairs.append((_word(self.rules.contents[1], at), laid))
        return MapNode(tuple(pairs), named.place)

    def _papers(self, rules: AnyRules) -> Iterator[tuple[Scalar, Node]]:
        """Yield the paper of each player who has one."""
        papers = [self._paper(row, rules) for _, row in self.seated]
        typed = {str(seat): paper.typed for seat, paper in enumerate(papers)}
        (plain,) = rules.of_papers(typed).values()
        seen = set[str]()
        for seat, ((name, _), paper) in enumerate(zip(self.seated, papers, strict=True)):
            found = paper.node(plain.get(str(seat)), name.place)
            # A name that stands twice is told among the players.
            if found is not None and name.text not in seen:
                seen.add(name.text)
                yield name, found

    def _paper(self, row: Row, rules: AnyRules) -> "_Paper":
        paper, columns = _Paper(rules), zip(self.sheet.headings, self.sheet.roles, row, strict=True)
        for heading, role, cell in columns:
            if cell.words and heading.words and not role and len(self.problems) < LISTED_FAULTS:
                column = self.columns.known.get(heading_key(heading.words))
                unknown = message("records.table-no-column", found=clipped(heading.words))
                reason = unknown if column is None else paper.take(column, cell)
                if reason is not None:
                    self.problems.append(cell.fault(reason))
        return paper


class _Paper:
    """What a row has of a paper: texts in cells, fields, and where they stand in the table."""

    def __init__(self, rules: AnyRules) -> None:
        """Begin with an empty paper."""
        self.typed: dict[str, str] = {}
        self._aliases = record_form(rules).aliases
        self._paths = columns_of(rules).paths
        self._at: dict[Path, Cell] = {}
        self._marked: dict[str, Cell] = {}
        self._fields: dict[str, tuple[Column, Cell]] = {}

    def take(self, column: Column, cell: Cell) -> Message | None:
        """Take what stands in a column; return why it cannot be meant."""
        spot = column.cell
        if spot is None:
            path: Path = (column.field,) if column.field else ()
            self._fields[column.field] = column, cell
            return self._twice(path, cell)
        if not spot.marks:
            if cell.words in EMPTY:
                return None
            if number(cell.words) is None:
                return message("records.no-number", found=clipped(cell.words))
            self.typed[spot.id] = cell.words
            self._at[self._paths[spot.id, ""]] = cell
            return None
        return self._mark(spot, cell)

    def _mark(self, spot: Spot, cell: Cell) -> Message | None:
        """Take what a cell is marked with, if it is."""
        is_ticked = tuple(spot.marks) == (MARKED,)
        if _means(cell.words, "unticked", NO_TICKS):
            return None
        if is_ticked and not _means(cell.words, "ticked", TICKS):
            return message("records.table-no-tick", found=clipped(cell.words))
        mark = MARKED if is_ticked else self._meant(spot, cell.words)
        if mark is None:
            return in_vocabulary(not_one_of(cell.words, tuple(spot.marks)), self._kind(spot))
        others = [*self._marked.values()] if spot.group else []
        if others:
            return message("records.table-one-tick", cell=others[0].name)
        self.typed[spot.id], self._marked[spot.id] = mark, cell
        return self._twice(self._paths[spot.id, mark][:1], cell)

    def _meant(self, spot: Spot, words: str) -> str | None:
        """Return the mark that a word means."""
        mark = self._aliases.word_of(words, self._kind(spot), tuple(spot.marks))
        return mark if mark in spot.marks else None

    def _kind(self, spot: Spot) -> str:
        """Return the vocabulary that a cell's marks are words of."""
        tables = self._aliases.words.items()
        return next((kind for kind, words in tables if words.keys() >= spot.marks.keys()), "")

    def _twice(self, path: Path, cell: Cell) -> Message | None:
        """Return that a field and the cells that it tells of are both filled in."""
        first = self._at.setdefault(path, cell)
        is_field = (path[0] if path else "") in self._fields
        if first is cell or not is_field:
            return None
        return message("records.table-told-twice", cell=first.name)

    def node(self, plain: Plain, at: Place) -> Node | None:
        """Return the paper with its places, by what the cells come to; None for no paper."""
        if "" in self._fields:
            return _field_node(*self._fields[""])
        if plain is None and not self._fields:
            return None
        base = self._placed({} if plain is None else plain, (), at)
        if not isinstance(base, MapNode):
            return base
        own = self._fields.items()
        said = ((_word(name, one.place), _field_node(column, one)) for name, (column, one) in own)
        kept = (pair for pair in base.pairs if pair[0].text not in self._fields)
        return MapNode((*kept, *said), at)

    def _placed(self, value: Plain, path: Path, at: Place) -> Node:
        """Return what cells come to, each with its cell, and what nobody typed with its row."""
        match value:
            case dict():
                inner = value.items()
                pairs = ((_word(k, at), self._placed(one, (*path, k), at)) for k, one in inner)
                return MapNode(tuple(pairs), at)
            case list():
                items = (self._placed(one, (*path, n), at) for n, one in enumerate(value))
                return ListNode(tuple(items), at)
            case _:
                cell = self._marked.get(str(value)) or self._at.get(path)
                text = "" if value is None else str(value)
                return Scalar(text, value, at if cell is None else cell.place)


def _means(words: str, name: str, signs: frozenset[str]) -> bool:
    return fold(words) in {*signs, *map(fold, typed(name, FIRST, "sheet"))}


def _word(name: str, at: Place) -> Scalar:
    return Scalar(name, name, at)


def _said(field: str, cell: Cell) -> Node:
    """Return what stands in the head: several variants have commas between them."""
    if field == "variant" and "," in cell.words:
        words = (one.strip() for one in cell.words.split(","))
        return ListNode(tuple(Scalar(one, one, cell.place) for one in words if one), cell.place)
    return Scalar(cell.words, resolve(cell.words), cell.place)


def _field_node(column: Column, cell: Cell) -> Node:
    """Return what stands in a field: of a list its items, with commas or blanks between them."""
    words = "" if cell.words in EMPTY else cell.words
    if not column.is_list:
        return Scalar(words, resolve(words), cell.place)
    items = (one.strip() for one in re.split("[,;]" if re.search("[,;]", words) else " ", words))
    return ListNode(tuple(Scalar(one, one, cell.place) for one in items if one), cell.place)
