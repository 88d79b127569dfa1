"""What a model expects of a node, and nodes in the model's own words, whatever their language."""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import chain
from types import NoneType, UnionType
from typing import Annotated, Literal, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel

from generator.errors import DataError, Problem
from generator.reading.nodes import ListNode, MapNode, Node, Path, Scalar, dotted, fault, in_order
from generator.words import Words, clipped, fold, message

Lookups: TypeAlias = tuple[Mapping[str, str], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class FixedWord:
    """Mark a text in a model as a word of a closed vocabulary, in any language."""

    vocabulary: str


@dataclass(frozen=True, slots=True, eq=False)
class Aliases:
    """Other words for field names and fixed words: canonical word -> its other words.

    `fields` maps a field's name, `words` maps vocabulary and canonical word. Equal to itself alone:
    what is looked up in it, for each word of a file, is kept by it.
    """

    fields: Words = field(default_factory=dict)
    words: Mapping[str, Words] = field(default_factory=dict)

    def field_of(self, found: str, known: tuple[str, ...]) -> str | None:
        """Return the known field that is meant, or None; a name of its own goes first."""
        return _meant(found, _lookups(self, known))

    def word_of(self, found: str, vocabulary: str, known: tuple[str, ...] = ()) -> str | None:
        """Return the canonical word that is meant, or None."""
        return _meant(found, _lookups(self, known, vocabulary))

    def also(self, name: str) -> tuple[str, ...]:
        """Return the other words for a field's name."""
        return self.fields.get(name, ())

    def shown(self, name: str) -> str:
        """Return the word for a field's name that is shown, itself where there is no other."""
        return next(iter(self.also(name)), name)

    def spoken(self, vocabulary: str) -> tuple[str, ...]:
        """Return every word of a vocabulary, canonical ones and others."""
        table = self.words.get(vocabulary, {})
        return (*table, *(other for others in table.values() for other in others))

    def joined(self, more: "Aliases") -> "Aliases":
        """Return these aliases with more; a word that stands in both has the others of both."""
        names = dict.fromkeys((*self.words, *more.words))
        words = {n: _union(self.words.get(n, {}), more.words.get(n, {})) for n in names}
        return Aliases(_union(self.fields, more.fields), words)


NO_ALIASES = Aliases()


def _meant(found: str, lookups: Lookups) -> str | None:
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
class Throw:
    """Mark numbers in a model as those that dice show."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Mark a text in a model that has a grammar of its own.

    `meant` returns every way to understand a text that is not written as it should be.
    """

    meant: Callable[[str], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Free:
    """Anything: a name, a number, free text; nothing in it is translated.

    `kind` is the type that is wanted, where one is. Of a number `is_face` says that a die shows it,
    `is_count` that things are counted by it.
    """

    kind: type | None = None
    is_face: bool = False
    is_count: bool = False
    may_be_empty: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a closed list: of a vocabulary, of the options in the type, or both.

    True and false are the vocabulary `truth`. `meant` understands texts with a grammar.
    """

    vocabulary: str = ""
    options: tuple[str, ...] = ()
    meant: Callable[[str], tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Fields:
    """A mapping whose fields a model names."""

    model: type[BaseModel]


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping whose keys the file chooses."""

    key: "Wanted"
    value: "Wanted"


@dataclass(frozen=True, slots=True)
class Items:
    """A list: some items of their own, then any number alike, or as many in all as `most` says."""

    items: "tuple[Wanted, ...]"
    rest: "Wanted"
    most: int | None = None

    def is_row(self) -> bool:
        """Return whether it has a place for each number, empty or not."""
        return isinstance(self.rest, Free) and self.rest.may_be_empty


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several; an error in it names the member before the place."""

    members: "tuple[Wanted, ...]"


Wanted: TypeAlias = Free | Word | Fields | Table | Items | Choice

FREE = Free()
TRUTH = Word("truth")
# What stands alone and is no word of a list.
SINGLE = (str, int, float, dt.date)


@cache
def fields_of(model: type[BaseModel]) -> Mapping[str, Wanted]:
    """Return the names a model's fields have in files, each with what it wants."""
    found: dict[str, Wanted] = {}
    for name, info in model.model_fields.items():
        alias = info.validation_alias or info.alias
        written = alias if isinstance(alias, str) else name
        found[written] = wanted(info.annotation, tuple(info.metadata))
    return found


def below(want: Wanted, step: str | int) -> Wanted:
    """Return what stands under a name or an index: where nothing is known of it, anything."""
    match want:
        case Fields(model):
            return fields_of(model).get(str(step), FREE)
        case Table(_, value):
            return value
        case Items(items, rest) if isinstance(step, int):
            return items[step] if step < len(items) else rest
        case _:
            return FREE


def names_in(want: Wanted) -> Iterator[str]:
    """Yield the names of all fields below, those within lists, tables and choices too."""
    match want:
        case Fields(model):
            for name, inner in fields_of(model).items():
                yield name
                yield from names_in(inner)
        case Table(_, value):
            yield from names_in(value)
        case Items(items, rest):
            yield from chain.from_iterable(map(names_in, (*items, rest)))
        case Choice(members):
            yield from chain.from_iterable(map(names_in, members))


def options_in(want: Wanted) -> Iterator[str]:
    """Yield the words of all closed lists below, keys of tables too."""
    match want:
        case Word(_, options):
            yield from options
        case Fields(model):
            yield from chain.from_iterable(map(options_in, fields_of(model).values()))
        case Table(key, value):
            yield from (*options_in(key), *options_in(value))
        case Items(items, rest):
            yield from chain.from_iterable(map(options_in, (*items, rest)))
        case Choice(members):
            yield from chain.from_iterable(map(options_in, members))


def wanted(  # noqa: PLR0911 - a case for each kind
    annotation: object, metadata: Sequence[object] = ()
) -> Wanted:
    """Return what an annotation wants; `metadata` is what `Annotated` added to it."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return wanted(arguments[0], (*arguments[1:], *metadata))
    if origin in (Union, UnionType):
        members = tuple(wanted(one, metadata) for one in arguments if one is not NoneType)
        if len(members) == 1 and isinstance(members[0], Free):
            return replace(members[0], may_be_empty=True)
        return members[0] if len(members) == 1 else Choice(members)
    vocabulary = next((m.vocabulary for m in metadata if isinstance(m, FixedWord)), "")
    if origin is Literal:
        return Word(vocabulary, tuple(str(option) for option in arguments))
    if vocabulary:
        return Word(
            vocabulary, (), next((m.meant for m in metadata if isinstance(m, Wording)), None)
        )
    kind = origin or annotation
    if not isinstance(kind, type):
        return FREE
    limits = [limit for one in metadata for limit in getattr(one, "metadata", (one,))]
    if issubclass(kind, SINGLE) and kind is not bool:
        is_count = any(getattr(limit, "ge", None) == 0 for limit in limits)
        is_face = any(isinstance(one, Throw) for one in metadata)
        return Free(kind, is_face=is_face, is_count=is_count)
    found = _of_type(kind, arguments)
    longest = (getattr(limit, "max_length", None) for limit in limits)
    most = next((one for one in longest if one is not None), None)
    return replace(found, most=most) if isinstance(found, Items) else found


def _of_type(kind: type, arguments: tuple[object, ...]) -> Wanted:
    if issubclass(kind, BaseModel):
        return Fields(kind)
    if kind is bool:
        return TRUTH
    if arguments and issubclass(kind, Mapping):
        return Table(wanted(arguments[0]), wanted(arguments[1]))
    if arguments and issubclass(kind, tuple) and arguments[-1] is not ...:
        return Items(tuple(wanted(argument) for argument in arguments), FREE)
    return Items((), wanted(arguments[0])) if arguments else FREE


class Form:
    """A node that lies at a path, brought into canonical words.

    `problems` are the fields given twice and the rows that are too long, `words` those of
    vocabularies that were met, each with its vocabulary and the path to it as written; keys of
    tables are words too.
    """

    def __init__(self, node: Node, want: Wanted, aliases: Aliases, path: Path = ()) -> None:
        """Bring the node into the words of what is wanted."""
        self.aliases, self.path = aliases, path
        self.problems: list[Problem] = []
        self.words: list[tuple[str, Scalar, Path]] = []
        self.node = self._form(node, want, path)

    def _form(self, node: Node, want: Wanted, path: Path) -> Node:
        want = chosen(want, node, self.aliases)
        match node:
            case Scalar():
                return self._word(node, want, path)
            case ListNode(items) if isinstance(want, Items):
                most = want.most if want.is_row() else None
                if most is not None and len(items) > most:
                    reason = message("reading.row-too-long", found=len(items), most=most)
                    self.problems.append(fault(node.place, dotted(path), reason))
                    # Cut short, so that what is wrong with its numbers is told at the same time.
                    items = items[:most]
                inner = ((one, below(want, n), (*path, n)) for n, one in enumerate(items))
                return ListNode(tuple(self._form(*one) for one in inner), node.place)
            case ListNode():
                return node
            case MapNode():
                return self._map(node, want, path)

    def _word(self, node: Scalar, want: Wanted, path: Path, *, is_key: bool = False) -> Scalar:
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

    def _map(self, node: MapNode, want: Wanted, path: Path) -> MapNode:
        pairs: dict[str, tuple[Scalar, Node]] = {}
        for written, value in node.pairs:
            where = (*path, written.spelling())
            key, inner = self._pair(written, want, where)
            form = self._form(value, inner, where)
            before = pairs.setdefault(key.text, (key, form))[0]
            if before is not key:
                found, other = clipped(written.spelling()), clipped(before.spelling())
                line = str(before.place.line)
                reason = message("reading.given-twice", found=found, other=other, line=line)
                self.problems.append(fault(written.place, dotted(where), reason))
        return MapNode(tuple(pairs.values()), node.place)

    def _pair(self, key: Scalar, want: Wanted, path: Path) -> tuple[Scalar, Wanted]:
        match want:
            case Fields(model):
                known = fields_of(model)
                meant = self.aliases.field_of(key.text, tuple(known))
                return _renamed(key, meant), FREE if meant is None else known[meant]
            case Table(of_key, value):
                return self._word(key, of_key, path, is_key=True), value
            case Free() | Word() | Items() | Choice():
                return key, FREE


def canonical(node: Node, model: type[BaseModel], aliases: Aliases = NO_ALIASES) -> Node:
    """Return the node in canonical words; DataError naming each field given in two spellings."""
    form = Form(node, wanted(model), aliases)
    if form.problems:
        raise DataError(in_order(form.problems))
    return form.node


def chosen(want: Wanted, node: Node, aliases: Aliases) -> Wanted:
    """Return the member of a choice that a node is meant for, by its kind and its fields."""
    if not isinstance(want, Choice):
        return want
    members = [chosen(member, node, aliases) for member in want.members]
    if isinstance(node, MapNode):
        maps = [member for member in members if isinstance(member, Fields)]
        return max(maps, key=lambda member: _likeness(member, node, aliases), default=FREE)
    kind = Word if isinstance(node, Scalar) else Items
    return next((member for member in members if isinstance(member, kind)), FREE)


def _likeness(want: Fields, node: MapNode, aliases: Aliases) -> tuple[int, int]:
    """Return how well a mapping fits: fixed words that name the member, then known fields."""
    known = fields_of(want.model)
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
