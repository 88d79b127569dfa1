"""A source -> a record whose every word has its place, or every fault at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from generator.errors import DataError, Problem
from generator.game.vocabulary import field_aliases
from generator.reading.expected import canonical_form, fields_of, wanted
from generator.reading.fit import fit
from generator.reading.nodes import MapNode, Place, Scalar, fault, in_order, place_of
from generator.reading.nodes import Path as Steps
from generator.records.form import HeadFile, RecordForm, known_games, opened, record_form
from generator.records.names import mistaken
from generator.records.sources import Source
from generator.rules.families import AnyRules
from generator.words import fold, message, not_one_of


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was understood; `form` keeps the place of every word."""

    file: str
    index: int
    content: HeadFile
    form: MapNode

    def place(self, path: Steps) -> Place:
        """Return where a path in canonical names leads in the file."""
        return place_of(self.form, path)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A record that could not be read; `game` is the game it names, where it does."""

    file: str
    index: int
    game: str | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """A record with the rules of the game it names."""

    rules: AnyRules
    record: Record


def understood(source: Source, root: Path | None = None) -> Judged | Unreadable:
    """Read a record by the rules of the game it names, or say everything that is wrong with it."""
    named = _named(source)
    name = None if named is None else known_games(root).get(fold(named.text))
    if name is None:
        problems = tuple(_without_game(source, named, root))
        return Unreadable(source.file, source.index, None, problems)
    try:
        rules = opened(name, root)
        return Judged(rules, read_record(rules, source))
    except DataError as error:
        return Unreadable(source.file, source.index, name, error.problems)


def read_record(rules: AnyRules, source: Source) -> Record:
    """Read a record by the rules of one game; raise DataError with every fault."""
    if not isinstance(source.node, MapNode):
        raise DataError(_not_a_record(source))
    how = record_form(rules)
    form = _canonical(source.node, how)
    content, found = _attempted(source.node, how)
    problems = _joined(source.problems, [*found, *mistaken(form, how, rules)])
    if content is None or problems:
        raise DataError(problems)
    return Record(source.file, source.index, content, form)


def _canonical(node: MapNode, how: RecordForm) -> MapNode:
    # Fields given twice are left to `fit`, which names them with all the rest.
    form, _ = canonical_form(node, wanted(how.model), how.aliases)
    return form if isinstance(form, MapNode) else node


def _attempted(node: MapNode, how: RecordForm) -> tuple[HeadFile | None, tuple[Problem, ...]]:
    try:
        return fit(node, how.model, how.aliases), ()
    except DataError as error:
        return None, error.problems


def _named(source: Source) -> Scalar | None:
    """Return the game that a record names, in either language."""
    if not isinstance(source.node, MapNode):
        return None
    names = field_aliases()
    pairs = source.node.pairs
    found = (node for key, node in pairs if names.field_of(key.text, ("game",)) == "game")
    node = next(found, None)
    return node if isinstance(node, Scalar) and not node.is_empty() else None


def _without_game(source: Source, named: Scalar | None, root: Path | None) -> list[Problem]:
    """Return the faults of a record whose game is not known: those of its head."""
    if not isinstance(source.node, MapNode):
        return _not_a_record(source)
    known = tuple(fields_of(HeadFile))
    names = field_aliases()
    pairs = source.node.pairs
    head = tuple(pair for pair in pairs if names.field_of(pair[0].text, known) is not None)
    found: list[Problem] = []
    if named is not None:
        reason = not_one_of(named.text, tuple(known_games(root).values()))
        found.append(fault(named.place, "game", reason))
    try:
        fit(MapNode(head, source.node.place), HeadFile, names)
    except DataError as error:
        found += error.problems
    return _joined(source.problems, found)


def _not_a_record(source: Source) -> list[Problem]:
    if source.node is None:
        return list(source.problems)
    wrong = fault(source.node.place, "", message("records.not-a-record"))
    return _joined(source.problems, [wrong])


def _joined(parsed: Iterable[Problem], fitted: Iterable[Problem]) -> list[Problem]:
    """Return the faults of parsing and of fitting; what was refused whole is not judged again."""
    parsed = tuple(parsed)
    places = {(problem.line, problem.column) for problem in parsed}
    return in_order([*parsed, *(p for p in fitted if (p.line, p.column) not in places)])
