"""The schema of a model (what it wants of each node), and nodes renamed into canonical words."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from generator.errors import DataError, Problem
from generator.reading import nodes
from generator.reading.nodes import ListNode, MapNode, Node, Path, Scalar, problem_at
from generator.words import Words, clip_text, fold, message

Lookups = tuple[Mapping[str, str], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class FixedWord:
    """Mark a text in a model as a word of a closed vocabulary, in any language."""

    vocabulary: str

    def __get_pydantic_json_schema__(self, core: Any, of: Callable[[Any], Any]) -> Any:
        return {**of(core), "vocabulary": self.vocabulary}


@dataclass(frozen=True, slots=True, eq=False)
class Aliases:
    """Other words for fields, and for fixed words by vocabulary; by identity, for caches."""

    fields: Words = field(default_factory=dict)
    words: Mapping[str, Words] = field(default_factory=dict)

    def field_of(self, found: str, known: tuple[str, ...]) -> str | None:
        """Return the known field that a word means, or None; a field's own name goes first."""
        return _look_up(found, _lookups(self, known))

    def word_of(self, found: str, vocabulary: str, known: tuple[str, ...] = ()) -> str | None:
        """Return the canonical word that a word means, or None."""
        return _look_up(found, _lookups(self, known, vocabulary))

    def other_words(self, name: str) -> tuple[str, ...]:
        """Return the other words for a field's name."""
        return self.fields.get(name, ())

    def display_word(self, name: str) -> str:
        """Return the word to show for a field: its first other word, else its name."""
        return next(iter(self.other_words(name)), name)

    def all_words(self, vocabulary: str) -> tuple[str, ...]:
        """Return every word of a vocabulary, canonical ones and others."""
        table = self.words.get(vocabulary, {})
        return (*table, *(other for others in table.values() for other in others))

    def merged_with(self, more: "Aliases") -> "Aliases":
        """Return these aliases with more; a word that has others in both has them all."""
        names = dict.fromkeys((*self.words, *more.words))
        words = {n: _union(self.words.get(n, {}), more.words.get(n, {})) for n in names}
        return Aliases(_union(self.fields, more.fields), words)


NO_ALIASES = Aliases()


def _look_up(found: str, lookups: Lookups) -> str | None:
    exact, folded = lookups
    return exact.get(found.casefold()) or folded.get(fold(found))


@lru_cache(maxsize=512)
def _lookups(aliases: Aliases, known: tuple[str, ...], vocabulary: str | None = None) -> Lookups:
    """Return word -> name, with accents and without: `dé` and `de` may be two words."""
    table = aliases.fields
    if vocabulary is not None:
        table = aliases.words.get(vocabulary, {})
        known = tuple(dict.fromkeys((*known, *table)))
    pairs = [(name, name) for name in known]
    pairs += [(word, name) for name in known for word in table.get(name, ())]
    pairs.reverse()  # of two that are alike the first is meant, a field's own name before all
    exact, folded = ({how(word): name for word, name in pairs} for how in (str.casefold, fold))
    return exact, folded


def _union(first: Words, second: Words) -> Words:
    names = dict.fromkeys((*first, *second))
    return {n: tuple(dict.fromkeys((*first.get(n, ()), *second.get(n, ())))) for n in names}


@dataclass(frozen=True, slots=True)
class DiceFaces:
    """Mark numbers in a model as faces of dice."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """Mark a text with a grammar of its own; `readings` returns all ways to read one misspelt."""

    readings: Callable[[str], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class AnyValue:
    """A name, a number, free text, of a `kind` where one is wanted; nothing in it is translated."""

    kind: type | None = None
    is_face: bool = False
    is_count: bool = False
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a vocabulary (true and false are `truth`), of the type's options, or of both."""

    vocabulary: str = ""
    options: tuple[str, ...] = ()
    readings: Callable[[str], tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping whose fields a model names."""

    model: type[BaseModel]


@dataclass(frozen=True, slots=True)
class OpenMapping:
    """A mapping whose keys the file chooses."""

    key: "Schema"
    value: "Schema"


@dataclass(frozen=True, slots=True)
class Items:
    """A list: `items`, each of its own kind, then any number of `rest`; `max_items` in all."""

    items: "tuple[Schema, ...]"
    rest: "Schema"
    max_items: int | None = None

    def is_row(self) -> bool:
        """Return whether each number has its place in the list, empty or not."""
        return isinstance(self.rest, AnyValue) and self.rest.may_be_empty


@dataclass(frozen=True, slots=True)
class Choice:
    """A union; pydantic's error in it names the member before the place."""

    members: "tuple[Schema, ...]"


Schema = AnyValue | Word | Fields | OpenMapping | Items | Choice

FREE = AnyValue()
TRUTH = Word("truth")
# What stands alone and is no word of a list.
SCALAR_TYPES = (str, int, float, dt.date)


@cache
def field_schemas(model: type[BaseModel]) -> Mapping[str, Schema]:
    """Return the schema of each field of a model, by its name in files."""
    found: dict[str, Schema] = {}
    for name, info in model.model_fields.items():
        alias = info.validation_alias or info.alias
        written = alias if isinstance(alias, str) else name
        found[written] = schema_of(info.annotation, tuple(info.metadata))
    return found


def schema_below(want: Schema, step: str | int) -> Schema:
    """Return the schema of what stands under a name or an index; of unknown ones anything."""
    match want:
        case Fields(model):
            return field_schemas(model).get(str(step), FREE)
        case OpenMapping(_, value):
            return value
        case Items(items, rest) if isinstance(step, int):
            return items[step] if step < len(items) else rest
        case _:
            return FREE


def field_names_in(want: Schema) -> Iterator[str]:
    """Yield the names of all fields below, those within lists, mappings and unions too."""
    for one in _schemas_in(want):
        if isinstance(one, Fields):
            yield from field_schemas(one.model)


def options_in(want: Schema) -> Iterator[str]:
    """Yield the words of all closed lists below, keys of mappings too."""
    for one in _schemas_in(want):
        if isinstance(one, Word):
            yield from one.options


def _schemas_in(want: Schema) -> Iterator[Schema]:
    yield want
    inner: Iterable[Schema] = ()
    match want:
        case Fields(model):
            inner = field_schemas(model).values()
        case OpenMapping(key, value):
            inner = (key, value)
        case Items(items, rest):
            inner = (*items, rest)
        case Choice(members):
            inner = members
    for one in inner:
        yield from _schemas_in(one)


def schema_of(  # noqa: PLR0911 - a case for each kind
    annotation: object, metadata: Sequence[object] = ()
) -> Schema:
    """Return the schema of a type annotation; `metadata` is what `Annotated` added to it."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return schema_of(arguments[0], (*arguments[1:], *metadata))
    if origin in (Union, UnionType):
        members = tuple(schema_of(one, metadata) for one in arguments if one is not NoneType)
        if len(members) == 1 and isinstance(members[0], AnyValue):
            return replace(members[0], may_be_empty=True)
        return members[0] if len(members) == 1 else Choice(members)
    vocabulary = next((m.vocabulary for m in metadata if isinstance(m, FixedWord)), "")
    if origin is Literal:
        return Word(vocabulary, tuple(str(option) for option in arguments))
    if vocabulary:
        readings = next((m.readings for m in metadata if isinstance(m, Grammar)), None)
        return Word(vocabulary, (), readings)
    kind = origin or annotation
    if not isinstance(kind, type):
        return FREE
    limits = [limit for one in metadata for limit in getattr(one, "metadata", (one,))]
    if issubclass(kind, SCALAR_TYPES) and kind is not bool:
        is_count = any(getattr(limit, "ge", None) == 0 for limit in limits)
        is_face = any(isinstance(one, DiceFaces) for one in metadata)
        return AnyValue(kind, is_face=is_face, is_count=is_count)
    found = _schema_of_type(kind, arguments)
    longest = (getattr(limit, "max_length", None) for limit in limits)
    most = next((one for one in longest if one is not None), None)
    return replace(found, max_items=most) if isinstance(found, Items) else found


def _schema_of_type(kind: type, arguments: tuple[object, ...]) -> Schema:
    if issubclass(kind, BaseModel):
        return Fields(kind)
    if kind is bool:
        return TRUTH
    if arguments and issubclass(kind, Mapping):
        return OpenMapping(schema_of(arguments[0]), schema_of(arguments[1]))
    if arguments and issubclass(kind, tuple) and arguments[-1] is not ...:
        return Items(tuple(schema_of(argument) for argument in arguments), FREE)
    return Items((), schema_of(arguments[0])) if arguments else FREE


class CanonicalForm:
    """A node in canonical words, with `problems` and the `words` that it has of vocabularies."""

    def __init__(self, node: Node, want: Schema, aliases: Aliases, path: Path = ()) -> None:
        self.aliases, self.path = aliases, path
        self.problems: list[Problem] = []
        self.words: list[tuple[str, Scalar, Path]] = []
        self.node = self._form(node, want, path)

    def _form(self, node: Node, want: Schema, path: Path) -> Node:
        want = choice_member(want, node, self.aliases)
        match node:
            case Scalar():
                return self._word(node, want, path)
            case ListNode(items) if isinstance(want, Items):
                most = want.max_items if want.is_row() else None
                if most is not None and len(items) > most:
                    reason = message("reading.row-too-long", found=len(items), most=most)
                    self.problems.append(problem_at(node.place, nodes.dotted_path(path), reason))
                    # Cut short, so that what is wrong with its numbers is told at the same time.
                    items = items[:most]
                inner = ((one, schema_below(want, n), (*path, n)) for n, one in enumerate(items))
                return ListNode(tuple(self._form(*one) for one in inner), node.place)
            case ListNode():
                return node
            case MapNode():
                return self._map(node, want, path)

    def _word(self, node: Scalar, want: Schema, path: Path, *, is_key: bool = False) -> Scalar:
        if not isinstance(want, Word):
            return node
        # A label may be a number: the cell 8 of a strip.
        if isinstance(node.value, str | int) and not (want == TRUTH and node.quoted):
            meant = self.aliases.word_of(node.text, want.vocabulary, want.options)
            node = _renamed(node, meant)
            if want == TRUTH and meant is not None:
                node = replace(node, value=meant == "true")
        if want.vocabulary and (is_key or not node.is_empty()):
            self.words.append((want.vocabulary, node, path))
        return node

    def _map(self, node: MapNode, want: Schema, path: Path) -> MapNode:
        pairs: dict[str, tuple[Scalar, Node]] = {}
        for written, value in node.pairs:
            where = (*path, written.spelling())
            key, inner = self._pair(written, want, where)
            form = self._form(value, inner, where)
            before = pairs.setdefault(key.text, (key, form))[0]
            if before is not key:
                found, other = clip_text(written.spelling()), clip_text(before.spelling())
                line = str(before.place.line)
                reason = message("reading.given-twice", found=found, other=other, line=line)
                self.problems.append(problem_at(written.place, nodes.dotted_path(where), reason))
        return MapNode(tuple(pairs.values()), node.place)

    def _pair(self, key: Scalar, want: Schema, path: Path) -> tuple[Scalar, Schema]:
        match want:
            case Fields(model):
                known = field_schemas(model)
                meant = self.aliases.field_of(key.text, tuple(known))
                return _renamed(key, meant), FREE if meant is None else known[meant]
            case OpenMapping(of_key, value):
                return self._word(key, of_key, path, is_key=True), value
            case AnyValue() | Word() | Items() | Choice():
                return key, FREE


def canonical_node(node: Node, model: type[BaseModel], aliases: Aliases = NO_ALIASES) -> Node:
    """Return the node in canonical words; DataError for each field given in two spellings."""
    form = CanonicalForm(node, schema_of(model), aliases)
    DataError.raise_for(nodes.sorted_problems(form.problems))
    return form.node


def choice_member(want: Schema, node: Node, aliases: Aliases) -> Schema:
    """Return the member of a union that a node is meant for, by its kind and its fields."""
    if not isinstance(want, Choice):
        return want
    members = [choice_member(member, node, aliases) for member in want.members]
    if isinstance(node, MapNode):
        maps = [member for member in members if isinstance(member, Fields)]
        return max(maps, key=lambda member: _likeness(member, node, aliases), default=FREE)
    kind = Word if isinstance(node, Scalar) else Items
    return next((member for member in members if isinstance(member, kind)), FREE)


def _likeness(want: Fields, node: MapNode, aliases: Aliases) -> tuple[int, int]:
    """Return how well a mapping fits: by fixed words that name the member, then by known fields."""
    known = field_schemas(want.model)
    meant = [(aliases.field_of(key.text, tuple(known)), inner) for key, inner in node.pairs]
    there = [(known[name], inner) for name, inner in meant if name is not None]
    named = sum(
        fold(inner.text) in map(fold, option.options)
        for option, inner in there
        if isinstance(option, Word) and isinstance(inner, Scalar)
    )
    return named, len(there)


def _renamed(key: Scalar, meant: str | None) -> Scalar:
    if meant is None or meant == key.text:
        return key
    return replace(key, text=meant, value=meant, written=key.spelling())
