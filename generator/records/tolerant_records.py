"""Records as people typed them: what can only be meant one way is read, with a note for each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from generator import game
from generator.errors import DataError, LudokitError, Problem
from generator.game.sentences import field_aliases
from generator.reading import nodes, schema
from generator.reading.phrases import Lexicon
from generator.reading.schema import Fields
from generator.reading.tolerant_reader import TolerantReader
from generator.reading.tolerant_words import PEOPLE, Vocabulary
from generator.reading.yaml_text import parse_yaml, repair_yaml
from generator.records.reading import Record, RecordSource, RecordText, read_record
from generator.records.record_format import (
    HeadFile,
    RecordFormat,
    catalog_rules,
    known_games,
    record_format,
)
from generator.records.report import Report
from generator.rules import AnyRules
from generator.words import LANGUAGES, clip_text, field_table, fold, free_text_words, message


@dataclass(frozen=True, slots=True)
class _ParsedText:
    node: nodes.MapNode
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


def read_tolerantly(written: RecordText, strict: Report) -> Record | Report:
    """Read a record as typed, or report on it; `strict` stands where no more is known."""
    found = _parse(written)
    if isinstance(found, Problem):
        return replace(strict, problems=(found,))
    if found is None or (named := _with_game(found.node)) is None:
        return strict
    name, head = named
    try:
        return _read(catalog_rules(name), written, replace(found, node=head))
    except LudokitError:  # the game's own faults are told already
        return strict


def _parse(written: RecordText) -> _ParsedText | Problem | None:
    """Return the record as nodes; a problem says what it is instead, None that nothing helps."""
    if written.problems or written.table is not None:
        return None
    source = written.source()
    if isinstance(source.node, nodes.MapNode):
        return _ParsedText(source.node, source.problems)
    is_list = source.node is not None
    text = None if is_list else repair_yaml(written.text, written.file, written.line)
    if text is None or isinstance(text, Problem):
        return text
    try:
        node, problems = parse_yaml(text.text, written.file)
    except DataError:
        return None
    node, notes = text.restore_places(node), text.notes
    if written.is_json:
        reason = message("reading.read-json-as-yaml")
        notes = (*notes, Problem(written.file, written.line, 1, "", reason))
    if not isinstance(node, nodes.MapNode):
        return None
    return _ParsedText(node, tuple(map(text.restore_place, problems)), notes)


def _with_game(node: nodes.MapNode) -> tuple[str, nodes.MapNode] | None:
    vocabulary, head = Vocabulary(field_aliases()), Fields(HeadFile)
    for n, (key, inner) in enumerate(node.pairs):
        if vocabulary.field_named(key.text, head) == "game" and isinstance(inner, nodes.Scalar):
            if name := known_games().get(fold(inner.text)):
                return name, node
            meant = _titles(Path.cwd()).meanings(inner.text)
            if len(meant) != 1:
                return None
            (name,) = meant
            read = nodes.Scalar(name, name, inner.place, written=inner.spelling())
            pairs = (*node.pairs[:n], (key, read), *node.pairs[n + 1 :])
            return name, nodes.MapNode(pairs, node.place)
    return None


@cache
def _titles(_here: Path) -> Lexicon:
    words = list[tuple[str, str]]()
    for name in known_games().values():
        try:
            several = game.load(name).sentences.values()
        except LudokitError:
            continue
        for said in several:
            words += ((word, name) for word in (said.title, *said.called))
    return Lexicon(words)


def _read(rules: AnyRules, written: RecordText, found: _ParsedText) -> Record | Report:
    how = record_format(rules)
    vocabulary = Vocabulary(how.aliases, how.synonyms, {}, _is_day_first(found.node))
    if names := _players(found.node, how, vocabulary):
        vocabulary = replace(vocabulary, people=dict.fromkeys(PEOPLE, names))
    reader = TolerantReader(vocabulary)
    node = reader.read(found.node, Fields(how.model))
    reading = reader.reading
    notes = (*found.notes, *_game_note(found.node), *reading.notes.values())
    ordered = tuple(nodes.sorted_problems(notes))
    silent = {(place.line, place.column) for place in reading.silent}

    def worth_telling(problems: Iterable[Problem]) -> tuple[Problem, ...]:
        return tuple(one for one in problems if (one.line, one.column) not in silent)

    source = RecordSource(written.file, written.index, node, worth_telling(found.problems))
    problems, strict = tuple(reading.problems), tuple[Problem, ...]()
    try:
        record = read_record(rules, source)
        if not problems:
            return replace(record, notes=ordered)
    except DataError as error:
        strict = error.problems
        problems = (*worth_telling(strict), *problems)
    every = tuple(nodes.sorted_problems(problems or strict))
    where = written.file, written.index, rules.game.name
    return Report(*where, problems=every, words=how.display_aliases, notes=ordered)


def _game_note(node: nodes.MapNode) -> Iterator[Problem]:
    for _, inner in node.pairs:
        if isinstance(inner, nodes.Scalar) and inner.written is not None:
            words = {"found": clip_text(inner.written), "meant": inner.text}
            yield nodes.problem_at(inner.place, "", message("reading.read-as", **words))


def _players(node: nodes.MapNode, how: RecordFormat, vocabulary: Vocabulary) -> tuple[str, ...]:
    head = Fields(HeadFile)
    pairs = tuple(
        (key, inner)
        for key, inner in node.pairs
        if vocabulary.field_named(key.text.rstrip(" 0123456789°"), head) == "players"
    )
    read = TolerantReader(vocabulary).read(nodes.MapNode(pairs, node.place), Fields(how.model))
    listed = read.get("players") if isinstance(read, nodes.MapNode) else None
    items = listed.items if isinstance(listed, nodes.ListNode) else ()
    names = (one.text for one in items if isinstance(one, nodes.Scalar) and one.text)
    return tuple(dict.fromkeys(names))


def _is_day_first(node: nodes.MapNode) -> bool:
    words = {fold(key.text) for key, _ in node.pairs}
    for language in LANGUAGES:
        own = {fold(word) for several in field_table(language).values() for word in several}
        own -= {*schema.field_schemas(HeadFile)}
        if words & own and free_text_words("dates", language):
            return True
    return False
