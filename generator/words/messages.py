"""Messages as values: a key and what goes into it, worded only at the edge."""

from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = "str | int | float | tuple[str | Word, ...] | Word | Message"
Word: TypeAlias = "FieldWord | OptionWord"


@dataclass(frozen=True, slots=True)
class FieldWord:
    """A field's name, put in the reader's language; `other` where that has no word for it."""

    name: str
    other: str


@dataclass(frozen=True, slots=True)
class OptionWord:
    """An option of the command line (`card-size`), put as the reader types it."""

    name: str


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence of the program, not yet in any language; `values` are in order of their names."""

    key: str
    values: tuple[tuple[str, Value], ...] = ()


def message(key: str, /, **values: Value) -> Message:
    """Return the message of a key (`reading.unknown-field`) with its values."""
    return Message(key, tuple(sorted(values.items())))
