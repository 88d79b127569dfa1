"""Records as people typed them: what can only be meant one way is read, with a note for each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from generator import game
from generator.errors import DataError, LudokitError, Problem
from generator.game.sentences import field_aliases
from generator.reading import expected, nodes
from generator.reading.expected import Fields
from generator.reading.lenient import Lenient
from generator.reading.loose import Lexicon
from generator.reading.mended import mended
from generator.reading.typed import PEOPLE, Speech
from generator.reading.yaml_text import sift_yaml
from generator.records.form import HeadFile, RecordForm, known_games, record_form, rules_of
from generator.records.reading import Record, Source, Written, read_record
from generator.records.report import Report
from generator.rules import AnyRules
from generator.words import LANGUAGES, clipped, field_table, fold, loose, message


@dataclass(frozen=True, slots=True)
class _Found:
    """A record whose text could be read, mended perhaps, and what was noted of that."""

    node: nodes.MapNode
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()


def understood(written: Written, strict: Report) -> Record | Report:
    """Return a record that cannot be read as it stands, as it can only be meant, or a report.

    The report has what is still wrong with it: `strict`, where that is no better known.
    """
    found = _found(written)
    if isinstance(found, Problem):
        return replace(strict, problems=(found,))
    if found is None:
        return strict
    named = _named(found.node)
    if named is None:
        return strict
    name, head = named
    try:
        rules = rules_of(name)
        return _read(rules, written, replace(found, node=head))
    except LudokitError:  # the game's own faults are told already
        return strict


def _found(written: Written) -> _Found | Problem | None:
    """Return the text of a record as nodes; a problem says what it is instead, None nothing new."""
    if written.problems or written.table is not None:
        return None
    source = written.source()
    if isinstance(source.node, nodes.MapNode):
        return _Found(source.node, source.problems)
    if source.node is not None:
        return None
    text = mended(written.text, written.file, written.line)
    if isinstance(text, Problem):
        return text
    try:
        node, problems = sift_yaml(text.text, written.file)
    except DataError:
        return None
    node = text.placed(node)
    kept = tuple(text.problem(one) for one in problems)
    notes = text.notes
    if written.is_json:
        reason = message("reading.read-json-as-yaml")
        notes = (*notes, Problem(written.file, written.line, 1, "", reason))
    return _Found(node, kept, notes) if isinstance(node, nodes.MapNode) else None


def _named(node: nodes.MapNode) -> tuple[str, nodes.MapNode] | None:
    """Return the game that a record names, and the record with that name as it should be."""
    reader, head = Lenient(Speech(field_aliases())), Fields(HeadFile)
    for n, (key, inner) in enumerate(node.pairs):
        if reader.field_named(key.text, head) == "game" and isinstance(inner, nodes.Scalar):
            name = known_games().get(fold(inner.text))
            if name is not None:
                return name, node
            meant = _titles(Path.cwd()).meant(inner.text)
            if len(meant) != 1:
                return None
            name = next(iter(meant))
            read = nodes.Scalar(name, name, inner.place, written=inner.spelling())
            return name, nodes.MapNode(
                (*node.pairs[:n], (key, read), *node.pairs[n + 1 :]), node.place
            )
    return None


@cache
def _titles(_here: Path) -> Lexicon:
    """Return the titles of all games as seen from a folder, and what else they are called."""
    words = list[tuple[str, str]]()
    for name in known_games().values():
        try:
            several = game.load(name).said.values()
        except LudokitError:
            continue
        for said in several:
            words += ((word, name) for word in (said.title, *said.called))
    return Lexicon(words)


def _read(rules: AnyRules, written: Written, found: _Found) -> Record | Report:
    how = record_form(rules)
    speech = Speech(how.aliases, how.also, {}, _is_day_first(found.node))
    names = _players(found.node, how, speech)
    reader = Lenient(replace(speech, people=dict.fromkeys(PEOPLE, names) if names else {}))
    node = reader.tree(found.node, Fields(how.model))
    notes = (*found.notes, *_game_note(found.node), *reader.notes.values())
    silent = {(place.line, place.column) for place in reader.silent}
    source = Source(written.file, written.index, node, _heard(found.problems, silent))
    ordered, told, wrong = tuple(nodes.in_order(notes)), tuple(reader.told), tuple[Problem, ...]()
    record: Record | None = None
    try:
        record = read_record(rules, source)
    except DataError as error:
        wrong = error.problems
        told = (*_heard(wrong, silent), *told)
    if record is not None and not told:
        return replace(record, notes=ordered)
    every = tuple(nodes.in_order(told or wrong))
    where = written.file, written.index, rules.game.name
    return Report(*where, problems=every, words=how.shown, notes=ordered)


def _heard(problems: Iterable[Problem], silent: set[tuple[int, int]]) -> tuple[Problem, ...]:
    return tuple(one for one in problems if (one.line, one.column) not in silent)


def _game_note(node: nodes.MapNode) -> Iterator[Problem]:
    """Yield a note where the game was called by a title."""
    for _, inner in node.pairs:
        written = inner.written if isinstance(inner, nodes.Scalar) else None
        if written is not None and isinstance(inner, nodes.Scalar):
            words = {"found": clipped(written), "meant": inner.text}
            yield nodes.fault(inner.place, "", message("reading.read-as", **words))


def _players(node: nodes.MapNode, how: RecordForm, speech: Speech) -> tuple[str, ...]:
    """Return the names of those who play, however their list was typed."""
    reader, head = Lenient(speech), Fields(HeadFile)
    pairs = tuple(pair for pair in node.pairs if _is_of_players(pair[0].text, reader, head))
    read = reader.block(nodes.MapNode(pairs, node.place), Fields(how.model), ())
    listed = read.get("players") if isinstance(read, nodes.MapNode) else None
    items = listed.items if isinstance(listed, nodes.ListNode) else ()
    names = (one.text for one in items if isinstance(one, nodes.Scalar) and one.text)
    return tuple(dict.fromkeys(names))


def _is_of_players(key: str, reader: Lenient, head: Fields) -> bool:
    return reader.field_named(key.rstrip(" 0123456789°"), head) == "players"


def _is_day_first(node: nodes.MapNode) -> bool:
    """Return whether a record is in a language that writes the day first: by its own words."""
    words = {fold(key.text) for key, _ in node.pairs}
    for language in LANGUAGES:
        own = {fold(word) for several in field_table(language).values() for word in several}
        if words & (own - {*expected.fields_of(HeadFile)}) and loose("dates", language):
            return True
    return False
