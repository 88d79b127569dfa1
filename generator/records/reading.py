"""Records as people write them: where they come from, and the three ways of reading them.

`_read_fast` takes JSON without a fault, `read_strictly` whatever is written as it should be;
`tolerant_records` reads the rest.
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast
from unicodedata import category

from generator.errors import DataError, LudokitError, Problem, system_reason
from generator.game.facts import MOST_PLAYERS
from generator.game.sentences import field_aliases
from generator.reading import json_text, nodes, schema
from generator.reading.json_text import parse_json
from generator.reading.nodes import Path as Steps
from generator.reading.printed_forms import sounds_like_two
from generator.reading.schema import CanonicalForm
from generator.reading.text_files import open_file, read_bytes
from generator.reading.validate import (
    form_value_and_problems,
    value_and_problems,
    vocabulary_message,
    with_vocabulary,
)
from generator.reading.yaml_text import parse_yaml
from generator.records import spreadsheet_records
from generator.records.record_format import (
    HeadFile,
    RecordFormat,
    catalog_rules,
    known_games,
    record_format,
)
from generator.records.report import Report
from generator.rules import AnyRules
from generator.rules.interface import NOBODY
from generator.words import FieldWord, clip_text, fold, message, nearest_word, not_one_of

STDIN = Path("-")
LINES = ".jsonl"
SUFFIXES = (".yaml", ".yml", ".json", LINES, *spreadsheet_records.SUFFIXES)
_CHUNK = 65_536
# Commas and ends of lines that a record has at most: six times those of the longest random game,
# and few enough for whatever is wrong between them to be told within seconds.
MOST_PARTS = 10_000


@dataclass(frozen=True, slots=True)
class RecordSource:
    """One record, parsed: its node as far as it could be read, and what was wrong."""

    file: str
    index: int
    node: nodes.Node | None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordText:
    """The text of one record, from some line of a file on; of a table it is a node with cells."""

    file: str
    index: int = 0
    text: str = ""
    is_json: bool = False
    line: int = 1
    problems: tuple[Problem, ...] = ()
    table: nodes.Node | None = None
    notes: tuple[Problem, ...] = ()

    def source(self) -> RecordSource:
        """Parse the text as far as that goes."""
        if self.table is not None:
            return RecordSource(self.file, self.index, self.table, self.problems)
        if self.problems:
            return RecordSource(self.file, self.index, None, self.problems)
        try:
            if self.is_json:
                node, problems = parse_json(self.text, self.file, first_line=self.line)
            else:
                node, problems = parse_yaml(self.text, self.file)
        except DataError as error:
            return RecordSource(self.file, self.index, None, error.problems)
        return RecordSource(self.file, self.index, node, problems)


def record_files(path: Path) -> tuple[Path, ...]:
    """Return a file, or those of a folder by name; DataError for an empty or unreadable folder."""
    if not _is_folder(path):
        return (path,)
    try:
        named = (file for file in path.iterdir() if not file.name.startswith("."))
        records = (file for file in named if file.suffix.lower() in SUFFIXES)
        inside = tuple(sorted(file for file in records if not _is_folder(file)))
    except OSError as error:
        raise DataError([_refused(str(path), error)]) from None
    if not inside:
        reason = message("records.empty-folder", allowed=SUFFIXES)
        raise DataError([Problem(str(path), None, None, "", reason)])
    return inside


def records_of_file(path: Path) -> Iterator[RecordText]:
    """Yield the records of a file one by one; a file that cannot be read is one record."""
    suffix = path.suffix.lower()
    try:
        if suffix == LINES:
            with open_file(path) as stream:
                yield from records_of_json_lines(stream, str(path))
        else:
            yield from records_of_bytes(read_bytes(path) if suffix in SUFFIXES else b"", str(path))
    except DataError as error:
        yield RecordText(str(path), problems=error.problems)
    except OSError as error:  # a disk that fails on the way
        yield RecordText(str(path), problems=(_refused(str(path), error),))


def records_of_bytes(data: bytes, file: str) -> Iterator[RecordText]:
    """Yield the records of a file whose bytes are there already, one by one."""
    suffix = Path(file).suffix.lower()
    if suffix == LINES:
        yield from records_of_json_lines(BytesIO(data), file)
    elif suffix in spreadsheet_records.SUFFIXES:
        tables = spreadsheet_records.records_in_table(data, Path(file))
        for index, (node, problems, notes) in enumerate(tables):
            yield RecordText(file, index, problems=problems, table=node, notes=notes)
    elif suffix in SUFFIXES:
        yield _written(data, file, is_json=suffix == ".json")
    else:
        found = Path(file).suffix or Path(file).name
        reason = message("reading.unknown-suffix", found=found, allowed=SUFFIXES)
        yield RecordText(file, problems=(Problem(file, None, None, "", reason),))


def record_of_stdin(stream: BinaryIO | None) -> Iterator[RecordText]:
    """Yield a stream's one record: JSON from a brace on, else YAML; one closed is a problem."""
    try:
        data = b"" if stream is None else stream.read(nodes.LIMIT_BYTES + 1)
    except OSError as error:
        yield RecordText(str(STDIN), problems=(_refused(str(STDIN), error),))
        return
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    yield _written(data, str(STDIN), is_json=start.startswith(b"{"))


def records_of_json_lines(stream: BinaryIO, file: str) -> Iterator[RecordText]:
    """Yield the records of a stream with one JSON record a line; empty lines are passed over."""
    index = 0
    for number, data in enumerate(_short_lines(stream), start=1):
        if data.strip():
            yield _written(data, file, is_json=True, line=number, index=index)
            index += 1
    if index == 0:
        reason = message("reading.empty")
        yield RecordText(file, problems=(Problem(file, 1, 1, "", reason),))


def _is_folder(path: Path) -> bool:
    # Where the system does not even let us ask this says no, and opening will say why.
    return os.path.isdir(path)  # noqa: PTH112 - `Path.is_dir` raises there


def _refused(file: str, error: OSError) -> Problem:
    return Problem(file, None, None, "", message("reading.unreadable", reason=system_reason(error)))


def _written(
    data: bytes, file: str, *, is_json: bool, line: int | None = None, index: int = 0
) -> RecordText:
    try:
        text = nodes.decode(data, file, line)
    except DataError as error:
        return RecordText(file, index, problems=error.problems)
    if text.count(",") + text.count("\n") > MOST_PARTS:
        reason = message("records.too-many-parts", n=MOST_PARTS)
        return RecordText(file, index, problems=(Problem(file, line or 1, 1, "", reason),))
    return RecordText(file, index, text, is_json, line or 1)


def _short_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield lines, cut to one byte over the limit, so that a line of any length fits in memory."""
    while line := stream.readline(nodes.LIMIT_BYTES + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(_CHUNK)
        words = line.rstrip(b"\r\n")
        yield words if len(words) <= nodes.LIMIT_BYTES else line


# Finding the nearest name takes its time.
MOST_STRANGERS = 200


def _name_faults(found: CanonicalForm, how: RecordFormat, rules: AnyRules) -> Iterator[Problem]:
    form = cast("nodes.MapNode", found.node)  # a record is one
    yield from _players(form, how, rules)
    yield from _variants(form, rules)
    yield from _strangers(form, found.words)
    # A slip in a name is told by itself.
    has_slip = any(key.text not in schema.field_schemas(how.model) for key, _ in form.pairs)
    if not has_slip and all(form.get(field) is None for field in rules.body_fields):
        wanted = tuple(FieldWord(one, one) for one in rules.body_fields)
        yield nodes.problem_at(form.place, "", message("records.no-contents", wanted=wanted))


def _strangers(
    form: nodes.MapNode, words: Iterable[tuple[str, nodes.Scalar, Steps]]
) -> Iterator[Problem]:
    players = tuple(name.text for name in _words_in(form.get("players")))
    if not 0 < len(players) <= MOST_PLAYERS:
        return
    known = {"player": players, "winner": (*players, NOBODY)}
    strange = [one for one in words if one[0] in known and one[1].text not in known[one[0]]]
    met: dict[str, list[tuple[nodes.Scalar, Steps]]] = {}
    for _, name, path in strange:
        met.setdefault(fold(name.text), []).append((name, path))
    listed, fields = form.key("players"), field_aliases()
    known_fields = tuple(fields.fields)
    line = str((listed or form).place.line)
    for several in islice(met.values(), MOST_STRANGERS):
        name, path = several[0]
        said = {"found": clip_text(name.spelling()), "line": line}
        reason = message("records.stranger", n=len(several), names=players, **said)
        held = tuple(one for one in players if fold(one) in fold(name.text))
        if held and sounds_like_two(name.text):
            reason = message("records.two-names", found=said["found"], names=held)
        elif fields.field_of(name.text, known_fields):
            reason = message("records.field-as-player", found=said["found"], names=players)
        yield nodes.problem_at(name.place, nodes.dotted_path(path), reason)
    if (more := len(met) - MOST_STRANGERS) > 0:
        yield nodes.problem_at(form.place, "", message("reading.more-faults", n=more))


def _players(form: nodes.MapNode, how: RecordFormat, rules: AnyRules) -> Iterator[Problem]:
    node, key = form.get("players"), form.key("players")
    if node is None or key is None:
        return
    field, names = key.spelling(), _words_in(node)[: MOST_PLAYERS + 1]
    for index, name in enumerate(names):
        before = {_visible_name(other.text) for other in names[:index]}
        found, at = clip_text(name.text), nodes.dotted_path((field, index))
        if fold(name.text) in how.reserved:
            yield nodes.problem_at(name.place, at, message("records.reserved-name", found=found))
        elif name.text and not _visible_name(name.text):
            yield nodes.problem_at(name.place, at, message("records.blank-name"))
        elif _visible_name(name.text) in before:
            yield nodes.problem_at(name.place, at, message("records.name-twice", found=found))
    least, most = _seat_limits(rules, [word.text for word in _words_in(form.get("variant"))])
    if isinstance(node, nodes.ListNode) and not least <= len(node.items) <= most:
        values = {"found": len(node.items), "least": least, "most": most}
        words = "records.wrong-seats-one" if least == most else "records.wrong-seats"
        yield nodes.problem_at(node.place, field, message(words, **values))


def _seat_limits(rules: AnyRules, variants: list[str]) -> tuple[int, int]:
    known = rules.player_ranges()
    ranges = [known[name] for name in variants if name in known] or [known[""]]
    return max(least for least, _ in ranges), min(most for _, most in ranges)


def _visible_name(name: str) -> str:
    """Return a name as it looks on paper: without blanks round it and signs without width."""
    return "".join(sign for sign in name if category(sign) != "Cf").strip()


def _variants(form: nodes.MapNode, rules: AnyRules) -> Iterator[Problem]:
    known = tuple(name for name in rules.player_ranges() if name)
    key = form.key("variant")
    for word in _words_in(form.get("variant"))[:MOST_PLAYERS]:
        if word.text not in known:
            reason = message("records.no-variants", found=clip_text(word.spelling()))
            if known:
                reason = with_vocabulary(not_one_of(word.spelling(), known), "variant")
            yield nodes.problem_at(word.place, "" if key is None else key.spelling(), reason)


def _words_in(node: nodes.Node | None) -> tuple[nodes.Scalar, ...]:
    items = node.items if isinstance(node, nodes.ListNode) else (node,)
    return tuple(item for item in items if isinstance(item, nodes.Scalar) and not item.is_empty())


@dataclass(frozen=True)
class Record:
    """A record as understood by some rules; `notes` say what was read otherwise than written."""

    rules: AnyRules
    file: str
    index: int
    content: HeadFile
    read_form: Callable[[], nodes.Node]
    notes: tuple[Problem, ...] = ()

    @cached_property
    def form(self) -> nodes.Node:
        """Return the record in canonical words that keep their places."""
        return self.read_form()


def read_strictly(written: RecordText) -> Record | Report:
    """Read a record by the rules of the game it names, or report everything wrong with it."""
    found = _read_fast(written) or _with_places(written.source())
    if written.table is None or isinstance(found, Record):
        return replace(found, notes=(*written.notes, *found.notes))
    # What is wrong with the game's own data stands elsewhere.
    moved = (
        spreadsheet_records.moved_to_cell(one) if one.file == written.file else one
        for one in found.problems
    )
    return replace(found, problems=tuple(moved))


def _read_fast(written: RecordText) -> Record | None:
    if not written.is_json:
        return None
    with suppress(ValueError, LudokitError):
        plain = json_text.plain_json(written.text)
        rules = catalog_rules(_game_named(plain))
        how = record_format(rules)
        content, words = how.fast_reader.read(plain, written.text)
        if _is_well_named(content, words, how, rules):
            form = partial(_read_form, how, written)
            return Record(rules, written.file, written.index, content, form)
    return None


def _game_named(plain: json_text.Plain) -> str:
    known, names = tuple(schema.field_schemas(HeadFile)), field_aliases()
    for key, value in plain.items() if isinstance(plain, dict) else ():
        if names.field_of(key, known) == "game" and isinstance(value, str):
            if name := known_games().get(fold(value)):
                return name
            break
    raise json_text.Doubt


def _is_well_named(
    content: HeadFile, words: json_text.WordsMet, how: RecordFormat, rules: AnyRules
) -> bool:
    """Return whether `_name_faults` would find nothing in a record."""
    names, variants = {*content.players}, content.variants()
    least, most = _seat_limits(rules, [*variants])
    return (
        least <= len({*map(_visible_name, names)} - {""}) == len(content.players) <= most
        and how.reserved.isdisjoint(map(fold, names))
        and variants <= {name for name in rules.player_ranges() if name}
        and words["player"] <= names
        and words["winner"] <= {*names, NOBODY}
        and not content.model_fields_set.isdisjoint(rules.body_fields)
    )


def _read_form(how: RecordFormat, written: RecordText) -> nodes.Node:
    node = cast("nodes.Node", written.source().node)  # it was read without a fault before
    return schema.canonical_node(node, how.model, how.aliases)


def _with_places(source: RecordSource) -> Record | Report:
    named, source = _named(source)
    at = source.file, source.index
    name = None if named is None else known_games().get(fold(named.text))
    if named is None or name is None:
        return Report(*at, None, problems=tuple(_without_game(source, named)))
    try:
        rules = catalog_rules(name)
        words = record_format(rules).display_aliases
    except DataError as error:
        return Report(*at, name, problems=error.problems)
    except LudokitError as error:  # a game that nothing judges
        problem = nodes.problem_at(named.place, "game", error.message)
        return Report(*at, name, problems=(*source.problems, problem))
    try:
        return read_record(rules, source)
    except DataError as error:
        return Report(*at, name, problems=error.problems, words=words)


def read_record(rules: AnyRules, source: RecordSource) -> Record:
    """Read a record by the rules of one game; raise DataError with every fault."""
    if not isinstance(source.node, nodes.MapNode):
        raise DataError(_not_a_record(source))
    how = record_format(rules)
    form = CanonicalForm(source.node, schema.Fields(how.model), how.aliases)
    content, found = form_value_and_problems(form, how.model)
    told = (_never_a_name(one, form.node) for one in (*found, *_name_faults(form, how, rules)))
    problems = _merged_problems(source.problems, told)
    if content is None or problems:
        raise DataError(problems)
    notes = tuple(_like_another(form))
    return Record(rules, source.file, source.index, content, lambda: form.node, notes)


def _like_another(form: CanonicalForm) -> Iterator[Problem]:
    """Note ids typed as such of which another is the plural: `three` is no box for threes."""
    seen = set[str]()
    for kind, word, _ in form.words:
        typed, others = word.spelling(), form.aliases.words.get(kind, {})
        if f"{word.text}s" in others and fold(typed) == word.text and typed not in seen:
            seen.add(typed)
            said = vocabulary_message(kind, (word.text,))
            reason = message("reading.read-as", found=typed, meant=said)
            yield nodes.problem_at(word.place, "", reason)


def _never_a_name(problem: Problem, form: nodes.Node) -> Problem:
    """Return a problem without a suggestion, where what it would replace is a player's name."""
    said = dict(problem.message.values)
    found = str(said.get("found", problem.field.rpartition(".")[2]))
    names = (fold(clip_text(one.text)) for one in _words_in(nodes.child(form, "players")))
    if said.pop("near", None) is None or fold(found) not in names:
        return problem
    return replace(problem, message=message(problem.message.key.removesuffix("-near"), **said))


def _named(source: RecordSource) -> tuple[nodes.Scalar | None, RecordSource]:
    if not isinstance(source.node, nodes.MapNode):
        return None, source
    names, known = field_aliases(), tuple(schema.field_schemas(HeadFile))
    pairs = source.node.pairs
    meant = [names.field_of(key.text, known) for key, _ in pairs]
    if "game" in meant:
        node = pairs[meant.index("game")][1]
        return node if isinstance(node, nodes.Scalar) and not node.is_empty() else None, source
    words = ("game", *names.other_words("game"))
    for place, (key, node) in enumerate(pairs):
        hint = nearest_word(key.text, words) if meant[place] is None else None
        if hint and isinstance(node, nodes.Scalar) and fold(node.text) in known_games():
            reason = message("reading.unknown-field-near", near=FieldWord("game", "game"))
            slip = nodes.problem_at(key.place, key.text, reason)
            renamed = (*pairs[:place], (replace(key, text="game"), node), *pairs[place + 1 :])
            form = nodes.MapNode(renamed, source.node.place)
            return node, replace(source, node=form, problems=(*source.problems, slip))
    return None, source


def _without_game(source: RecordSource, named: nodes.Scalar | None) -> list[Problem]:
    if not isinstance(source.node, nodes.MapNode):
        return _not_a_record(source)
    names, known = field_aliases(), tuple(schema.field_schemas(HeadFile))
    head = tuple(one for one in source.node.pairs if names.field_of(one[0].text, known) is not None)
    found: list[Problem] = []
    if named is not None:
        reason = not_one_of(named.text, tuple(known_games().values()))
        found.append(nodes.problem_at(named.place, "game", reason))
    _, problems = value_and_problems(nodes.MapNode(head, source.node.place), HeadFile, names)
    return _merged_problems(source.problems, [*found, *problems])


def _not_a_record(source: RecordSource) -> list[Problem]:
    if source.node is None:
        return list(source.problems)
    wrong = nodes.problem_at(source.node.place, "", message("records.not-a-record"))
    return _merged_problems(source.problems, [wrong])


def _merged_problems(parsed: Collection[Problem], fitted: Iterable[Problem]) -> list[Problem]:
    return nodes.sorted_problems([*parsed, *nodes.problems_elsewhere(fitted, parsed)])
