"""Records as people typed them: what can only be meant one way is read, with a note for each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from generator import game
from generator.errors import DataError, LudokitError, Problem
from generator.game.sentences import field_aliases
from generator.reading import nodes, schema
from generator.reading.nodes import ListNode, MapNode, Scalar
from generator.reading.outline import NoOutline, Outline, row_of_table
from generator.reading.printed_forms import Lexicon, free_words, tokens_of
from generator.reading.schema import Fields
from generator.reading.tolerant_reader import TolerantReader
from generator.reading.tolerant_texts import text_in
from generator.reading.vocabulary import PEOPLE, Vocabulary
from generator.records.examples import Examples
from generator.records.reading import Record, RecordSource, RecordText, read_record
from generator.records.record_format import (
    HeadFile,
    RecordFormat,
    catalog_rules,
    known_games,
    record_format,
)
from generator.records.report import Report
from generator.records.spreadsheet_records import moved_to_cell
from generator.rules import AnyRules
from generator.words import (
    LANGUAGES,
    Language,
    Words,
    clip_text,
    field_table,
    fold,
    free_text_words,
    message,
)

# What no reader passes over, however much else is clear.
_NEVER_READ = frozenset(
    f"reading.{one}"
    for one in (
        "alias",
        "anchor",
        "tag",
        "directive",
        "many-documents",
        "control-sign",
        "marks",
    )
) | {"reading.too-deep", "reading.too-many-faults", "reading.empty"}


@dataclass(frozen=True, slots=True)
class _Typed:
    node: MapNode
    notes: tuple[Problem, ...] = ()
    problems: tuple[Problem, ...] = ()


def read_tolerantly(written: RecordText, strict: Report) -> Record | Report:
    """Read a record as typed, or report on it; `strict` stands where no more is known."""
    found = _typed(written)
    named = _with_game(found.node) if found is not None else None
    if found is None or named is None:
        return strict
    try:
        read = _read(catalog_rules(named[0]), written, replace(found, node=named[1]))
        if written.table is not None and written.problems and isinstance(read, Report):
            return replace(strict, problems=written.problems)
        row = row_of_table(written.text) if isinstance(read, Report) else None
        if row is not None and isinstance(read, Report):
            where = written.file, written.line + row - 1, 1
            reason = message("reading.looks-like-table")
            return replace(strict, problems=(Problem(*where, "", reason),))
    except LudokitError:  # the game's own faults are told already
        return strict
    return read


def _typed(  # noqa: PLR0911 - a case for each kind of text
    written: RecordText,
) -> _Typed | None:
    """Return the record as nodes; a problem says what it is instead, None that nothing helps."""
    source = written.source()
    is_turns = isinstance(written.table, MapNode) and written.table.get("") is not None
    if is_turns and isinstance(source.node, MapNode):
        return _Typed(source.node)
    if written.problems or (written.table is not None and source.node is None):
        return None
    is_whole = isinstance(source.node, MapNode) and not source.problems
    if isinstance(source.node, MapNode) and (written.is_json or is_whole):
        is_read = not _is_folded(source.node, written)
        if is_read and ("~~" not in written.text or written.table is not None):
            return _Typed(source.node, problems=source.problems)
    if any(one.message.key in _NEVER_READ for one in source.problems):
        return None
    outline = Outline(written.text, written.file, written.line)
    try:
        node = outline.read()
    except NoOutline:
        return None
    if isinstance(node, Scalar):
        node = MapNode(((node, Scalar("", None, node.place)),), node.place)
    if not isinstance(node, MapNode):
        return None
    if written.is_json:
        reason = message("reading.read-json-as-yaml")
        outline.notes.append(Problem(written.file, written.line, 1, "", reason))
    return _Typed(node, tuple(outline.notes))


def _is_folded(node: MapNode, written: RecordText) -> bool:
    """Return whether a text goes on in the lines below it, which YAML joins into one."""
    if written.table is not None or written.is_json:
        return False
    # Old Macs ended a line by a carriage return alone.
    lines = nodes.LINE_BREAK.split(written.text)
    return any(
        " " in one.text and not one.quoted and one.text not in lines[one.place.line - 1]
        for one, _ in nodes.scalars(node, with_keys=True)
    )


def _with_game(node: MapNode) -> tuple[str, MapNode] | None:
    """Return the game and the record that names it: in its field, or in a line above all."""
    game_key = re.compile(
        r"(?:the\s+game|game|jeu|le\s+jeu)\s+(?:is\s+|est\s+)?(.+)", re.IGNORECASE
    )
    for n, (key, inner) in enumerate(node.pairs[:3]):
        said = game_key.fullmatch(key.text)
        if said and isinstance(inner, Scalar) and not inner.text and _titled(said[1]):
            pair = (
                Scalar("game", "game", key.place),
                Scalar(said[1], said[1], key.place),
            )
            return _with_game(MapNode((*node.pairs[:n], pair, *node.pairs[n + 1 :]), node.place))
    vocabulary, head = Vocabulary(field_aliases()), Fields(HeadFile)
    for n, (key, inner) in enumerate(node.pairs):
        if vocabulary.field_named(key.text, head) == "game" and isinstance(inner, Scalar):
            if name := known_games().get(fold(inner.text)):
                return name, node
            if (name := _titled(inner.text)) is None:
                return None
            read = Scalar(name, name, inner.place, written=inner.spelling())
            pairs = (*node.pairs[:n], (key, read), *node.pairs[n + 1 :])
            return name, MapNode(pairs, node.place)
    if not node.pairs or (name := _titled(node.pairs[0][0].text)) is None:
        return None
    key, inner = node.pairs[0]
    title = (
        Scalar("game", "game", key.place),
        Scalar(name, name, key.place, written=key.text),
    )
    seats = [(Scalar("players", "players", inner.place), inner)]
    is_alone = isinstance(inner, Scalar) and not inner.text
    return name, MapNode((title, *([] if is_alone else seats), *node.pairs[1:]), node.place)


def _titled(text: str) -> str | None:
    if name := known_games().get(fold(text)):
        return name
    for one in dict.fromkeys((text, re.split(r"[,(.;:!]|\s-\s", text)[0])):
        meant = _titles(Path.cwd()).meanings(tokens_of(one), is_strict=True)
        if len(meant) == 1 and (one == text or not _says_variant(text, next(iter(meant)))):
            return next(iter(meant))
    return None


def _says_variant(text: str, game_name: str) -> bool:
    """Return whether the words behind a title name a variant, which would be lost."""
    try:
        words = record_format(catalog_rules(game_name)).aliases.all_words("variant")
    except LudokitError:
        return True
    return any(fold(one) in fold(text) for one in words)


@cache
def _titles(_here: Path) -> Lexicon:
    words = list[tuple[str, str]]()
    for name in known_games().values():
        try:
            several = game.load(name).sentences.values()
        except LudokitError:
            continue
        words += ((word, name) for said in several for word in (said.title, *said.called))
        words.append((name, name))
    return Lexicon(words)


def _read(rules: AnyRules, written: RecordText, found: _Typed) -> Record | Report:
    how = record_format(rules)
    language = _language(found.node)
    own = _own_words(rules, language) if language is not None else {}
    is_day_first = language is not None and bool(free_text_words("dates", language))
    shown = how.display_aliases[language or "en"]
    vocabulary = Vocabulary(how.aliases, how.synonyms, {}, own, shown, is_day_first)
    if names := _players(found.node, how, vocabulary):
        seats = _seat_words(names, found.node)
        people = dict.fromkeys(PEOPLE, names)
        vocabulary = replace(vocabulary, people=people, synonyms={**how.synonyms, **seats})
    reader = TolerantReader(vocabulary)
    node = reader.read(_with_players(found.node, names, how, vocabulary), Fields(how.model))
    notes = (*found.notes, *_game_note(found.node), *reader.notes.values())
    ordered = tuple(nodes.sorted_problems(notes))
    silent = {(place.line, place.column) for place in reader.silent}
    problems, strict = (*reader.problems, *_explained(found.node, reader)), tuple[Problem, ...]()
    source = RecordSource(written.file, written.index, node, found.problems)
    try:
        record = read_record(rules, source)
        if not problems:
            return replace(record, notes=(*record.notes, *ordered))
    except DataError as error:
        strict = error.problems
        told = (one for one in strict if (one.line, one.column) not in silent)
        problems = (*told, *problems)
    every = tuple(nodes.sorted_problems(problems or strict))
    examples = Examples(rules, reader, Fields(how.model))
    every = tuple(examples.added_to(every))
    if written.table is not None:
        every = tuple(map(moved_to_cell, every))
    where = written.file, written.index, rules.game.name
    return Report(*where, problems=every, words=how.display_aliases, notes=ordered)


def _explained(node: MapNode, reader: TolerantReader) -> Iterator[Problem]:
    """Yield remarks that say how something is written that was read in another way perhaps."""
    noted = (dict(one.message.values) for one in reader.notes.values())
    read = {str(one["found"]): one["meant"] for one in noted if "meant" in one}
    for key, inner in node.pairs:
        told = {one.strip(",;:.()") for one in text_in(inner).split()}
        for one in told & {*read} if fold(key.text) in free_words("remarks") else ():
            if any(map(str.isdecimal, one)):
                reason = message("records.remark-explains", found=one, meant=read[one])
                yield nodes.problem_at(inner.place, key.spelling(), reason)
                break


def _own_words(rules: AnyRules, language: Language) -> Words:
    said = rules.game.sentences_in(language)
    labels = {name: (label,) for name, label in said.labels.items() if label}
    return {
        name: (*labels.get(name, ()), *said.synonyms.get(name, ()))
        for name in dict.fromkeys((*labels, *said.synonyms))
    }


def _game_note(node: MapNode) -> Iterator[Problem]:
    for _, inner in node.pairs:
        if isinstance(inner, Scalar) and inner.written is not None:
            words = {"found": clip_text(inner.written), "meant": inner.text}
            yield nodes.problem_at(inner.place, "", message("reading.read-as", **words))


def _players(node: MapNode, how: RecordFormat, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return who plays: those listed, or those whose names stand before what each did."""
    head = Fields(HeadFile)
    words = {
        one: vocabulary.field_named(one.text.rstrip(" 0123456789°"), head) for one, _ in node.pairs
    }
    seats = {fold(word) for word in ("player", *how.aliases.other_words("player"))}
    pairs = tuple(
        (key, inner)
        for key, inner in node.pairs
        if words[key] == "players" or fold(key.text.rstrip(" 0123456789°")) in seats
    )
    read = TolerantReader(vocabulary).read(MapNode(pairs, node.place), Fields(how.model))
    listed = read.get("players") if isinstance(read, MapNode) else None
    items = listed.items if isinstance(listed, ListNode) else (listed,)
    names = (one.text for one in items if isinstance(one, Scalar) and one.text)
    return tuple(dict.fromkeys(names)) or _unlisted(node, how, vocabulary)


def _seat_words(names: tuple[str, ...], node: MapNode) -> Words:
    """Return what stands for players by their seats: `joueur 1`, `P2`, and `1` where no name is."""
    if any(fold(name)[:-1] in free_words("seats") for name in names):
        return {}
    keys = {fold(key.text) for key, _ in node.pairs}
    is_numbered = any(f"{word} 1" in keys for word in free_words("seats"))
    return {
        name: (
            *([str(n)] if is_numbered else []),
            *(f"{word} {n}" for word in free_words("seats")),
        )
        for n, name in enumerate(names, start=1)
    }


def _unlisted(node: MapNode, how: RecordFormat, vocabulary: Vocabulary) -> tuple[str, ...]:
    keys = (key for key, inner in node.pairs if isinstance(inner, MapNode))
    strange = (one for one in keys if vocabulary.field_named(one.text, Fields(how.model)) is None)
    return tuple(dict.fromkeys(one.text for one in strange))


def _with_players(
    node: MapNode, names: tuple[str, ...], how: RecordFormat, vocabulary: Vocabulary
) -> MapNode:
    """Return a record with who plays, where that is said by nothing but the names of the turns."""
    fields = Fields(how.model)
    named = {
        vocabulary.field_named(key.text.rstrip(" 0123456789°"), fields) for key, _ in node.pairs
    }
    seats = {f"{fold(field_table(one).get('player', ('player',))[0])} 1" for one in LANGUAGES}
    is_seated = any(fold(key.text) in seats for key, _ in node.pairs)
    if not names or "players" in named or is_seated:
        return node
    at = node.place
    several = ListNode(tuple(Scalar(one, one, at, quoted=True) for one in names), at)
    return MapNode((*node.pairs, (Scalar("players", "players", at), several)), at)


def _language(node: MapNode) -> Language | None:
    """Return the language that most of a record's fields are of, English where they are of none."""
    words = {fold(key.text) for key, _ in node.pairs}
    found = {one: len(words & _field_words(one)) for one in LANGUAGES}
    spoken = max(found, key=lambda one: found[one])
    if not found[spoken]:
        return next((one for one in LANGUAGES if not field_table(one)), None)
    return spoken


@cache
def _field_words(language: Language) -> frozenset[str]:
    own = {fold(word) for several in field_table(language).values() for word in several}
    return frozenset(own - {*schema.field_schemas(HeadFile)})
