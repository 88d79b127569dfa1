"""What a model wants of a node, read from its annotations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Literal, TypeAlias, Union, get_args, get_origin

from pydantic import BaseModel, RootModel

from generator.reading.aliases import FixedWord


@dataclass(frozen=True, slots=True)
class Free:
    """Anything: a name, a number, free text; nothing in it is translated."""


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false, or the French words for them."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a closed list: of a vocabulary, of the options in the type, or both."""

    vocabulary: str = ""
    options: tuple[str, ...] = ()


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
    """A list: some items of their own, then any number alike."""

    items: "tuple[Wanted, ...]"
    rest: "Wanted"

    def at(self, index: int) -> "Wanted":
        """Return what the item at an index, from 0, should be."""
        return self.items[index] if index < len(self.items) else self.rest


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several; an error in it names the member before the place."""

    members: "tuple[Wanted, ...]"


Wanted: TypeAlias = Free | Flag | Word | Fields | Table | Items | Choice

FREE = Free()
FLAG = Flag()


@cache
def fields_of(model: type[BaseModel]) -> Mapping[str, Wanted]:
    """Return the names a model's fields have in files, each with what it wants."""
    return {
        _written(name, info.validation_alias or info.alias): wanted(
            info.annotation, tuple(info.metadata)
        )
        for name, info in model.model_fields.items()
    }


def wanted(annotation: object, metadata: Sequence[object] = ()) -> Wanted:
    """Return what an annotation wants; `metadata` is what `Annotated` added to it."""
    annotation = getattr(annotation, "__value__", annotation)
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return wanted(arguments[0], (*arguments[1:], *metadata))
    if origin in (Union, UnionType):
        return _either(arguments, metadata)
    vocabulary = next((m.vocabulary for m in metadata if isinstance(m, FixedWord)), "")
    if origin is Literal:
        return Word(vocabulary, tuple(str(option) for option in arguments))
    if vocabulary:
        return Word(vocabulary, _options(annotation))
    if isinstance(annotation, type) and origin is None:
        return _of_class(annotation)
    return _of_generic(origin, arguments)


def _either(arguments: tuple[object, ...], metadata: Sequence[object]) -> Wanted:
    members = tuple(wanted(a, metadata) for a in arguments if a is not NoneType)
    return members[0] if len(members) == 1 else Choice(members)


def _of_class(kind: type) -> Wanted:
    if issubclass(kind, RootModel):
        root = kind.model_fields["root"]
        return wanted(root.annotation, tuple(root.metadata))
    if issubclass(kind, BaseModel):
        return Fields(kind)
    if kind is bool:
        return FLAG
    options = _options(kind)
    return Word("", options) if options else FREE


def _of_generic(origin: object, arguments: tuple[object, ...]) -> Wanted:
    if not isinstance(origin, type):
        return FREE
    if issubclass(origin, Mapping):
        return Table(wanted(arguments[0]), wanted(arguments[1]))
    if issubclass(origin, tuple) and arguments[-1:] != (...,):
        return Items(tuple(wanted(argument) for argument in arguments), FREE)
    if issubclass(origin, (Sequence, frozenset, set)):
        return Items((), wanted(arguments[0]))
    return FREE


def _options(kind: object) -> tuple[str, ...]:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(member.value) for member in kind)
    return ()


def _written(name: str, alias: object) -> str:
    return alias if isinstance(alias, str) else name
