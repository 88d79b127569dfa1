"""Final sheets in a spreadsheet: a line for each player, read as a record for each table.

Above the headings a row may say what all games share (`game` and which). A column `table` tells the
games apart, or else an empty row does; what is empty in it, or in a column of the head, is as
above. Every place is a cell of the spreadsheet.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from generator import words as vocabulary
from generator.errors import DataError, LudokitError, Problem
from generator.game.sentences import field_aliases
from generator.reading import nodes, schema
from generator.reading import text_files as rows_of
from generator.reading.nodes import (
    ListNode,
    MapNode,
    Node,
    Path,
    Place,
    Plain,
    Scalar,
)
from generator.reading.printed_forms import STROKES, Lexicon
from generator.reading.validate import unknown_field, with_vocabulary
from generator.records.record_format import (
    HEAD_FIELDS,
    SCORE,
    catalog_rules,
    known_games,
    record_format,
)
from generator.rules import AnyRules
from generator.rules.cells import MARKED, UNKNOWN, Cell, parse_number
from generator.rules.naming import word_for
from generator.rules.optional import fields_from_typed, paper_cells
from generator.tables.table import TableCell, cell_at, cell_name, require_usable
from generator.words import (
    FIRST,
    Message,
    clip_text,
    fold,
    message,
    not_one_of,
    say,
    typed_words,
)

if TYPE_CHECKING:
    from generator.records.tolerant_tables import TableWords

# The columns that say who sits where.
SEATED = TABLE, PLAYER = "table", "player"
# The column of photographs, which is not judged.
PHOTO = "photo"
SUFFIXES = (".csv", ".tsv", *rows_of.SHEETS)
MOST_ROWS, MOST_COLUMNS, MOST_NOTES = 2_000, 200, 100
# What people draw where nothing stands, and where something is ticked.
EMPTY = frozenset({"", "~", "-", "–", "—", "/"})
TICKS, NO_TICKS = frozenset("x×✓✔✗✘1"), frozenset({*EMPTY, "0"})

Row = tuple[TableCell, ...]
Found = tuple[Node | None, tuple[Problem, ...]]
Read = tuple[Node | None, tuple[Problem, ...], tuple[Problem, ...]]


@dataclass(frozen=True, slots=True)
class Column:
    """What a column holds: a cell of the paper, else a field of it, "" for a single number."""

    field: str = ""
    cell: Cell | None = None
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class KnownColumns:
    """The columns of a game's table, by `heading_key`; `paths` leads from cells to their fields."""

    columns_by_key: Mapping[str, Column]
    headings_by_key: Mapping[str, str]
    paths: Mapping[tuple[str, str], Path]


def heading_key(words: str) -> str:
    """Return a heading as it is compared: without case, accents, blanks and signs."""
    return "".join(sign for sign in fold(words) if sign.isalnum())


@lru_cache(maxsize=32)
def known_columns(rules: AnyRules) -> KnownColumns:
    """Return the columns of a game's table; none where its records have no papers."""
    cells = paper_cells(rules, 0)
    paths = {
        (cell.id, mark): _path_of_cell(rules, cell.id, mark or "3")
        for cell in cells
        for mark in (*cell.marks, *([] if cell.marks else [""]))
    }
    known, spelled = dict[str, Column](), dict[str, str]()
    for words, column in _column_words(rules, cells, paths):
        known.setdefault(heading_key(words), column)
        spelled.setdefault(heading_key(words), words)
    return KnownColumns(known, spelled, paths)


def headings(rules: AnyRules, language: vocabulary.Language) -> tuple[str, ...]:
    """Return the headings of an empty table: the fewest columns that tell a whole paper."""
    said, found = rules.game.sentences_in(language), dict[str, None]()
    paths = known_columns(rules).paths
    for cell in paper_cells(rules, 0):
        if cell.marks:
            # What is marked is told by a number or a list, which are shorter than their cells.
            fields = (_field(paths[cell.id, mark]) for mark in cell.marks)
            found |= dict.fromkeys(_shown(rules, field, language) for field in fields)
        elif cell.id.startswith(SCORE):
            part = word_for("score", cell.id.removeprefix(SCORE), said)
            found[say(message("records.table-score", part=part), language)] = None
        else:
            found[said.label(cell.id)] = None
    return tuple(found)


def _field(path: Path) -> str:
    return str(path[0]) if path else ""


def _path_of_cell(rules: AnyRules, cell: str, text: str) -> Path:
    (papers,) = fields_from_typed(rules, {"": {cell: text}}).values()
    found = [path for path, value in _leaves(papers[""]) if value]
    return found[0] if found else ()


def _leaves(value: Plain, path: Path = ()) -> Iterator[tuple[Path, Plain]]:
    match value:
        case dict():
            for name, inner in value.items():
                yield from _leaves(inner, (*path, name))
        case list():
            for place, inner in enumerate(value):
                yield from _leaves(inner, (*path, place))
        case _:
            yield path, value


def _column_words(
    rules: AnyRules, cells: tuple[Cell, ...], paths: Mapping[tuple[str, str], Path]
) -> Iterator[tuple[str, Column]]:
    """Yield every word for every column; of two columns with one word the first is meant."""
    form, every = record_format(rules), rules.game.sentences.values()
    other_words = form.aliases.other_words
    scores = dict.fromkeys((*other_words("score"), *form.synonyms.get("score", ())))
    for cell in cells:
        also = form.synonyms.get(cell.id, ())
        for words in (cell.id, *(said.label(cell.id) for said in every), *also):
            yield words, Column(cell=cell)
    wants = schema.field_schemas(form.model)
    paper = schema.schema_below(wants[rules.body_fields[1]], "") if cells else schema.FREE
    for field in {_field(paths[cell.id, mark]): None for cell in cells for mark in cell.marks}:
        column = Column(field, is_list=isinstance(schema.schema_below(paper, field), schema.Items))
        # A paper that is a single number is called as the field that has it, and as the score.
        names = [field] if field else [rules.body_fields[1], *_parts(rules)]
        for name in names:
            shown = (word_for("score", name, said) for said in every if not field)
            also = form.synonyms.get(name, ()) if field else ()
            yield from ((words, column) for words in (name, *other_words(name), *shown, *also))
    for cell in cells:
        if cell.id.startswith(SCORE):
            part = cell.id.removeprefix(SCORE)
            ours = (word_for("score", part, said) for said in every)
            for one in (part, *other_words(part), *ours, *form.synonyms.get(part, ())):
                if not any(map(str.isalnum, one)):
                    continue
                column, said = Column(cell=cell), message("records.table-score", part=one)
                yield from ((say(said, language), column) for language in vocabulary.LANGUAGES)
                yield from ((f"{score} {one}", column) for score in scores)
                yield one, column


def _parts(rules: AnyRules) -> tuple[str, ...]:
    return tuple(next(iter(rules.outcome(rules.smallest_start()).scores.values())))


def _shown(rules: AnyRules, field: str, language: vocabulary.Language) -> str:
    if field:
        return record_format(rules).display_aliases[language].display_word(field)
    return word_for("score", _parts(rules)[0], rules.game.sentences_in(language))


def records_in_table(data: bytes, path: FilePath) -> Iterator[Read]:
    """Yield the record of each game in a table, the problems of its cells, and how it was read."""
    # Imported when first needed: most records are no tables.
    from generator.records.tolerant_tables import table_notes, understood_rows, without_remarks

    try:
        typed = _rows(data, path)
    except DataError as error:
        yield None, error.problems, ()
        return
    rows = without_remarks(typed, _role)
    read = list(_records(rows, path))
    if any(problems for _, problems in read):
        meant = understood_rows(rows, _role, _table_words)
        if isinstance(meant, MapNode):
            told = (one for _, problems in read for one in problems)
            yield meant, tuple(told)[: nodes.LISTED_FAULTS], ()
            return
        other = list(_records(meant, path)) if meant != rows else read
        if not any(problems for _, problems in other):
            read, rows = other, meant
    left = {one.message: one for one in reversed([*table_notes(typed, rows, _table_words)])}
    notes = tuple(nodes.sorted_problems(left.values()))[:MOST_NOTES]
    held = [{one.place.line for one, _ in nodes.scalars(node)} if node else {0} for node, _ in read]
    for (node, problems), own in zip(read, held, strict=True):
        # Headings are told with the first record below them, what stands below all with the last.
        is_last, others = own is held[-1], set[int]().union(*held) - own
        near = [one for one in notes if (one.line or 0) not in others]
        kept = tuple(one for one in near if is_last or (one.line or 0) <= max(own))
        notes = tuple(one for one in notes if one not in kept)
        yield node, problems, kept


def _records(rows: tuple[Row, ...], path: FilePath) -> Iterator[Found]:
    try:
        sheet = _spreadsheet(rows, path)
    except DataError as error:
        yield None, error.problems
        return
    games = [_Game(sheet, rows) for rows in sheet.games]
    problems = [*sheet.problems, *_strange_headings(sheet, games)]
    # What all games lack is told of the file.
    if problems or not any("game" in game.head for game in games):
        columns = {one.column for one in problems}
        others = (one for game in games for one in game.problems if one.column not in columns)
        every = [*problems, *others]
        yield None, tuple(nodes.sorted_problems(dict.fromkeys(every))[: nodes.LISTED_FAULTS])
        return
    for game in games:
        yield game.record, tuple(nodes.sorted_problems(game.problems)[: nodes.LISTED_FAULTS])


@lru_cache(maxsize=32)
def _table_words(rules: AnyRules) -> "TableWords":
    from generator.records.tolerant_tables import TableWords

    known, cells, numbers = known_columns(rules), dict[str, str](), dict[str, bool]()
    for key, column in known.columns_by_key.items():
        if column.cell is not None:
            cells[known.headings_by_key[key]] = column.cell.id
            if not column.cell.marks:
                is_box = len(known.paths[column.cell.id, ""]) == 1
                numbers[known.headings_by_key[key]] = is_box
    words = known.headings_by_key
    first = dict[tuple[str, str], str]()
    named = list[tuple[str, str]]()
    for key, column in known.columns_by_key.items():
        which = column.field, "" if column.cell is None else column.cell.id
        named.append((words[key], first.setdefault(which, words[key])))
    lexicon = Lexicon(named)
    return TableWords(words, cells, numbers, lexicon)


def moved_to_cell(problem: Problem) -> Problem:
    """Return a problem with the name of its cell instead of its field."""
    line, column = problem.line, problem.column
    return replace(problem, field=cell_name(line, column)) if line and column else problem


def _rows(data: bytes, path: FilePath) -> tuple[Row, ...]:
    """Return all rows with the same number of cells; DataError for cells nobody can have meant."""
    read = rows_of.sheet_rows if path.suffix.lower() in rows_of.SHEETS else rows_of.text_rows
    numbered = read(rows_of.require_size(data, path, nodes.LIMIT_BYTES), path)
    rows, count = list[tuple[int, list[str]]](), 0
    for number, words in numbered:
        rows.append((number, [one.strip() for one in words]))
        filled = sum(map(bool, rows[-1][1]))
        count += filled > 0
        # Nothing more is read of a table that is too large already.
        if count > MOST_ROWS or filled > MOST_COLUMNS:
            break
    while rows and not any(rows[-1][1]):
        rows.pop()
    width = max((at + 1 for _, words in rows for at, one in enumerate(words) if one), default=0)
    if not rows:
        raise rows_of.file_problem(path, message("table.empty"))
    if len(rows) > MOST_ROWS or width > MOST_COLUMNS:
        reason = message("table.too-large", rows=MOST_ROWS, columns=MOST_COLUMNS)
        raise rows_of.file_problem(path, reason)
    found = tuple(tuple(cell_at(row, at, path) for at in range(width)) for row in rows)
    require_usable(found)
    return found


@dataclass(frozen=True)
class _Spreadsheet:
    said: Mapping[str, TableCell]
    headings: Row
    games: tuple[tuple[Row, ...], ...]
    problems: tuple[Problem, ...]

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """Return the role of each column: player, table, a field of the head, or "" for a paper."""
        return tuple(_role(one.words) for one in self.headings)

    @cached_property
    def written(self) -> frozenset[int]:
        rows = (row for game in self.games for row in game)
        return frozenset(at for row in rows for at, cell in enumerate(row) if cell.words)


def _role(heading: str) -> str:
    for name in (*SEATED, PHOTO):
        if heading_key(heading) in map(heading_key, typed_words(name, FIRST, "sheet")):
            return name
    return field_aliases().field_of(heading, HEAD_FIELDS) or ""


def _spreadsheet(rows: Sequence[Row], path: FilePath) -> _Spreadsheet:
    start = next((n for n, row in enumerate(rows) if any(_role(c.words) == PLAYER for c in row)), 0)
    roles = [_role(cell.words) for cell in rows[start]]
    if PLAYER not in roles:
        first = next(cell for row in rows for cell in row if cell.words)
        raise DataError([first.fault(message("records.table-no-headings"))])
    said, problems = dict[str, TableCell](), list[Problem]()
    seats = [n for n, role in enumerate(roles) if role == PLAYER]
    names = {fold(row[n].words) for row in rows[start + 1 :] for n in seats}
    for row in rows[:start]:
        filled = [cell for cell in row if cell.words]
        # A word alone is a title.
        if len(filled) > 1:
            field = field_aliases().field_of(filled[0].words, HEAD_FIELDS)
            if field is None:
                found = "" if fold(filled[0].words) in names else filled[0].words
                reason = unknown_field(found, HEAD_FIELDS, field_aliases())
                problems.append(filled[0].fault(reason))
            else:
                said[field] = filled[1]
    games = tuple(_games(rows[start + 1 :], roles))
    if not games:
        reason = message("records.table-no-rows")
        raise rows_of.file_problem(path, reason, rows[start][0].place.line)
    # Below an empty row; a table that has a number is one before anybody sits there.
    for rows_of_game in () if TABLE in roles else games[1:]:
        filled = [cell for row in rows_of_game for cell in row if cell.words]
        if len(filled) == 1:
            found = clip_text(filled[0].words)
            problems.append(filled[0].fault(message("records.table-remark", found=found)))
    return _Spreadsheet(said, rows[start], games, tuple(problems))


def _games(rows: Sequence[Row], roles: Sequence[str]) -> Iterator[tuple[Row, ...]]:
    at = roles.index(TABLE) if TABLE in roles else None
    found, name = dict[str, list[Row]](), ""
    for row in rows:
        filled = [cell for place, cell in enumerate(row) if cell.words and place != at]
        if at is not None:
            name = fold(row[at].words) or name
        elif not filled:
            name = str(row[0].place.line)
        # Tables may be numbered before anybody sits there.
        if filled:
            found.setdefault(name, []).append(row)
    yield from map(tuple, found.values())


def _strange_headings(sheet: _Spreadsheet, games: Sequence["_Game"]) -> Iterator[Problem]:
    known = [game.columns for game in games if game.rules is not None]
    if not known:
        return
    words = {key: word for columns in known for key, word in columns.headings_by_key.items()}
    held = {key: column for columns in known for key, column in columns.columns_by_key.items()}
    players = {fold(name.text) for game in games for name, _ in game.seated}
    seen = dict[str, TableCell]()
    for at, cell in enumerate(sheet.headings):
        key = heading_key(cell.words)
        if not key and at in sheet.written:
            yield cell.fault(message("records.table-no-heading"))
        elif key and sheet.roles[at] != PLAYER:
            first = seen.setdefault(sheet.roles[at] or key, cell)
            if first is not cell:
                values = {"words": clip_text(cell.words), "cell": first.name}
                yield cell.fault(message("table.twice", **values))
            elif not sheet.roles[at] and key not in words:
                is_name = fold(cell.words) in players
                yield cell.fault(_no_column(cell.words, words, {} if is_name else held))


def _no_column(found: str, words: Mapping[str, str], held: Mapping[str, Column]) -> Message:
    if hint := vocabulary.nearest_word(heading_key(found), held):
        return message("records.table-no-column-near", found=clip_text(found), near=words[hint])
    return message("records.table-no-column", found=clip_text(found))


class _Game:
    def __init__(self, sheet: _Spreadsheet, rows: tuple[Row, ...]) -> None:
        self.sheet, self.rows = sheet, rows
        self.problems: list[Problem] = []
        self.head = dict(sheet.said)
        for field in HEAD_FIELDS:
            self._say(field)
        self.seated = tuple(self._seated())
        self.rules = self._rules()
        self.columns = KnownColumns({}, {}, {}) if self.rules is None else known_columns(self.rules)
        self.record = self._record()

    def _say(self, field: str) -> None:
        if field not in self.sheet.roles:
            return
        at = self.sheet.roles.index(field)
        cells = [row[at] for row in self.rows if row[at].words]
        if cells:
            self.head[field] = cells[0]
        for cell in cells:
            if fold(cell.words) != fold(cells[0].words):
                values = {"found": clip_text(cell.words), "cell": cells[0].name}
                self.problems.append(cell.fault(message("records.table-other", **values)))

    def _seated(self) -> Iterator[tuple[Scalar, Row]]:
        columns = [at for at, role in enumerate(self.sheet.roles) if role == PLAYER]
        for row in self.rows:
            name = " ".join(row[at].words for at in columns if row[at].words)
            if name:
                yield Scalar(name, name, row[columns[0]].place, quoted=True), row
            else:
                self.problems.append(row[columns[0]].fault(message("records.table-no-name")))

    def _rules(self) -> AnyRules | None:
        named = self.head.get("game")
        if named is None:
            roles = zip(self.rows[0], self.sheet.roles, strict=True)
            own = [cell for cell, role in roles if role == "game"] or self.sheet.headings
            self.problems.append(own[0].fault(message("records.table-no-game")))
            return None
        try:
            name = known_games().get(fold(named.words))
            rules = None if name is None else catalog_rules(name)
        except LudokitError:  # told with the record
            return None
        if rules is not None and not paper_cells(rules, 0):
            reason = message("records.table-no-sheets", game=rules.game.name)
            self.problems.append(named.fault(reason))
            return None
        return rules

    def _record(self) -> MapNode | None:
        named = self.head.get("game")
        if named is None:
            return None
        at = self.seated[0][0].place if self.seated else named.place
        pairs = [
            (_word(field, cell.place), _head_value(field, cell))
            for field, cell in self.head.items()
        ]
        pairs.append((_word("players", at), ListNode(tuple(name for name, _ in self.seated), at)))
        if self.rules is not None:
            most = max(most for _, most in self.rules.player_ranges().values())
            if len(self.seated) > most:
                reason = message("records.table-crowd", found=len(self.seated), most=most)
                self.problems.append(nodes.problem_at(at, cell_name(at.line, at.column), reason))
            papers = MapNode(tuple(self._papers(self.rules)), at)
            pairs.append((_word(self.rules.body_fields[1], at), papers))
        return MapNode(tuple(pairs), named.place)

    def _papers(self, rules: AnyRules) -> Iterator[tuple[Scalar, Node]]:
        papers = [self._paper(row, rules) for _, row in self.seated]
        typed = {str(seat): paper.typed for seat, paper in enumerate(papers)}
        (plain,) = fields_from_typed(rules, typed).values()
        seen = set[str]()
        for seat, ((name, _), paper) in enumerate(zip(self.seated, papers, strict=True)):
            found = paper.node(plain.get(str(seat)), name.place)
            # A name that stands twice is told among the players.
            if found is not None and name.text not in seen:
                seen.add(name.text)
                yield name, found

    def _paper(self, row: Row, rules: AnyRules) -> "_Paper":
        paper = _Paper(rules)
        for heading, role, cell in zip(self.sheet.headings, self.sheet.roles, row, strict=True):
            is_full = len(self.problems) >= nodes.LISTED_FAULTS
            if is_full or role or not (cell.words and heading.words):
                continue
            column = self.columns.columns_by_key.get(heading_key(heading.words))
            unknown = message("records.table-no-column", found=clip_text(heading.words))
            reason = unknown if column is None else paper.take(column, cell)
            if column is not None and UNKNOWN in cell.words:
                from generator.records.tolerant_tables import unlooked

                said = dict(zip(self.sheet.roles, (one.words for one in row), strict=True))
                reason = unlooked(cell.words, said.get(PHOTO, ""), is_list=column.is_list)
            if reason is not None:
                self.problems.append(cell.fault(reason))
        return paper


class _Paper:
    def __init__(self, rules: AnyRules) -> None:
        self.typed: dict[str, str] = {}
        self._aliases = record_format(rules).aliases
        self._paths = known_columns(rules).paths
        self._at: dict[Path, TableCell] = {}
        self._marked: dict[str, TableCell] = {}
        self._fields: dict[str, tuple[Column, TableCell]] = {}

    def take(self, column: Column, cell: TableCell) -> Message | None:
        target = column.cell
        if target is None:
            path: Path = (column.field,) if column.field else ()
            if cell.words and not column.is_list and {*fold(cell.words)} <= {*STROKES}:
                # Whether these are as many, or cost as many points, nobody knows.
                return message("records.no-number", found=clip_text(cell.words))
            self._fields[column.field] = column, cell
            return self._twice(path, cell)
        if not target.marks:
            if cell.words in EMPTY:
                return None
            if parse_number(cell.words) is None:
                return message("records.no-number", found=clip_text(cell.words))
            self.typed[target.id] = cell.words
            self._at[self._paths[target.id, ""]] = cell
            return None
        return self._mark(target, cell)

    def _mark(self, target: Cell, cell: TableCell) -> Message | None:
        is_ticked = tuple(target.marks) == (MARKED,)
        if _means(cell.words, "unticked", NO_TICKS):
            return None
        if is_ticked and not _means(cell.words, "ticked", TICKS):
            return message("records.table-no-tick", found=clip_text(cell.words))
        marks, tables = tuple(target.marks), self._aliases.words.items()
        kind = next((kind for kind, words in tables if words.keys() >= target.marks.keys()), "")
        mark = MARKED if is_ticked else self._aliases.word_of(cell.words, kind, marks)
        if mark is None or mark not in target.marks:
            return with_vocabulary(not_one_of(cell.words, marks), kind)
        if target.group and self._marked:
            first = next(iter(self._marked.values()))
            return message("records.table-one-tick", cell=first.name)
        self.typed[target.id], self._marked[target.id] = mark, cell
        return self._twice(self._paths[target.id, mark][:1], cell)

    def _twice(self, path: Path, cell: TableCell) -> Message | None:
        first = self._at.setdefault(path, cell)
        is_field = (path[0] if path else "") in self._fields
        if first is cell or not is_field:
            return None
        return message("records.table-said-twice", cell=first.name)

    def node(self, plain: Plain, at: Place) -> Node | None:
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
    return fold(words) in {*signs, *map(fold, typed_words(name, FIRST, "sheet"))}


def _word(name: str, at: Place) -> Scalar:
    return Scalar(name, name, at)


def _head_value(field: str, cell: TableCell) -> Node:
    if field == "variant" and "," in cell.words:
        words = (one.strip() for one in cell.words.split(","))
        return ListNode(tuple(Scalar(one, one, cell.place) for one in words if one), cell.place)
    return Scalar(cell.words, nodes.resolve_scalar(cell.words), cell.place)


def _field_node(column: Column, cell: TableCell) -> Node:
    words = "" if cell.words in EMPTY else cell.words
    if not column.is_list:
        return Scalar(words, nodes.resolve_scalar(words), cell.place)
    items = (one.strip() for one in re.split("[,;]" if re.search("[,;]", words) else " ", words))
    return ListNode(tuple(Scalar(one, one, cell.place) for one in items if one), cell.place)
