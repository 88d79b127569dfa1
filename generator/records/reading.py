"""A source -> a record whose every word has its place, or every fault at once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from generator.errors import DataError, LudokitError, Problem
from generator.game.vocabulary import field_aliases
from generator.reading.aliases import Aliases
from generator.reading.expected import canonical_form, fields_of, wanted
from generator.reading.fit import fit
from generator.reading.nodes import MapNode, Place, Scalar, fault, in_order, place_of
from generator.reading.nodes import Path as Steps
from generator.records.form import HeadFile, RecordForm, known_games, opened, record_form
from generator.records.names import mistaken
from generator.records.sources import Source
from generator.rules.families import AnyRules
from generator.words import Language, fold, message, near, not_one_of


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
    words: Mapping[Language, Aliases] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Judged:
    """A record with the rules of the game it names."""

    rules: AnyRules
    record: Record


def understood(source: Source, root: Path | None = None) -> Judged | Unreadable:
    """Read a record by the rules of the game it names, or say everything that is wrong with it."""
    named, source = _named(source, root)
    name = None if named is None else known_games(root).get(fold(named.text))
    if named is None or name is None:
        problems = tuple(_without_game(source, named, root))
        return Unreadable(source.file, source.index, None, problems)
    try:
        rules = opened(name, root)
        words = record_form(rules).shown
    except DataError as error:
        return Unreadable(source.file, source.index, name, error.problems)
    except LudokitError as error:  # a game that nothing judges
        problem = fault(named.place, "game", error.message)
        return Unreadable(source.file, source.index, name, (*source.problems, problem))
    try:
        return Judged(rules, read_record(rules, source))
    except DataError as error:
        return Unreadable(source.file, source.index, name, error.problems, words)


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


def _named(source: Source, root: Path | None) -> tuple[Scalar | None, Source]:
    """Return the game that a record names, in any language, and the source.

    Where the field's name has a slip in it, this is a problem of the source, which is read on as it
    was meant: what else is wrong can be told only by the rules of the game.
    """
    if not isinstance(source.node, MapNode):
        return None, source
    names, known = field_aliases(), tuple(fields_of(HeadFile))
    pairs = source.node.pairs
    meant = [names.field_of(key.text, known) for key, _ in pairs]
    if "game" in meant:
        node = pairs[meant.index("game")][1]
        return node if isinstance(node, Scalar) and not node.is_empty() else None, source
    words = ("game", *names.also("game"))
    for place, (key, node) in enumerate(pairs):
        hint = near(key.text, words) if meant[place] is None else None
        if hint and isinstance(node, Scalar) and fold(node.text) in known_games(root):
            slip = fault(key.place, key.text, message("reading.unknown-field-near", near=hint))
            mended = (*pairs[:place], (replace(key, text="game"), node), *pairs[place + 1 :])
            form = MapNode(mended, source.node.place)
            return node, replace(source, node=form, problems=(*source.problems, slip))
    return None, source


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
