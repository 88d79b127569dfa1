"""What does not fit a model, in our words: pydantic's error types -> messages."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from generator.reading.aliases import Aliases
from generator.reading.expected import Wanted, Word
from generator.reading.nodes import ListNode, MapNode, Node, Path, Scalar
from generator.reading.text import LONGEST_NUMBER
from generator.words import FieldWord, Message, Value, clipped, listed, message, near, not_one_of

# How a message lists words of a vocabulary: by their ids, until the language is known.
WORDS = "reading.words"


class Fault(ValueError):  # noqa: N818 - a word of the field, raised by validators only
    """Raise it in a validator: the message is shown, at a path inside the validated value."""

    def __init__(self, reason: Message, at: Path = ()) -> None:
        """Keep the reason unworded."""
        super().__init__(reason)
        self.reason = reason
        self.at = at


@dataclass(frozen=True, slots=True)
class Misfit:
    """One thing that does not fit: pydantic's type and context, the node, what was wanted."""

    kind: str
    context: Mapping[str, Any]
    node: Node
    want: Wanted
    aliases: Aliases

    def reason(self) -> Message:
        """Return the message; no text of pydantic's ever gets into it."""
        error = self.context.get("error")
        if isinstance(error, Fault):
            return error.reason
        if self.kind in _WANTED:
            return _wrong_type(self.node, message(_WANTED[self.kind]))
        return _REASONS.get(self.kind, _not_fitting)(self)

    def wants(self) -> Message | None:
        """Return what would do, where the type is wrong; None for every other fault."""
        if self.kind in _WANTED:
            return message(_WANTED[self.kind])
        if isinstance(self.want, Word) and self.kind in _CLOSED:
            return _one_of(self.want)
        return None


def is_kind(error_type: str) -> bool:
    """Return whether an error says that a node is of the wrong kind as a whole."""
    return error_type in _WANTED or error_type in _CLOSED


def wrong_type(node: Node, wants: tuple[Message, ...]) -> Message:
    """Word a fault for a node of which none of several kinds was wanted."""
    wanted = wants[0]
    for other in wants[1:]:
        wanted = message("reading.want-or", first=wanted, second=other)
    return _wrong_type(node, wanted)


def quoted(node: Node) -> Message:
    """Return how a message names what was found."""
    match node:
        case ListNode():
            return message("reading.found-list")
        case MapNode():
            return message("reading.found-map")
        case Scalar():
            if node.is_empty():
                return message("reading.found-empty")
            return message("reading.found-word", found=clipped(node.spelling()))


def unknown_field(found: str, known: tuple[str, ...], aliases: Aliases) -> Message:
    """Word a fault for a field the model does not have, with the nearest it has."""
    hint = near(found, [*known, *(other for name in known for other in aliases.also(name))])
    if hint is None:
        return message(
            "reading.unknown-field", allowed=tuple(FieldWord(name, name) for name in known)
        )
    return message("reading.unknown-field-near", near=hint)


def missing_field(name: str, aliases: Aliases) -> Message:
    """Word a fault for a field that is not there."""
    others = aliases.also(name)
    if not others:
        return message("reading.missing-field")
    return message("reading.missing-field-named", word=FieldWord(name, others[0]))


def tags(misfit: Misfit) -> tuple[str, tuple[str, ...]]:
    """Return the field that names the member of a union, and the members there are."""
    name = str(misfit.context.get("discriminator", "")).strip("'")
    return name, tuple(re.findall(r"'([^']*)'", str(misfit.context.get("expected_tags", ""))))


def _wrong_type(node: Node, wanted: Message) -> Message:
    if isinstance(node, Scalar) and wanted.key in _NUMBERS:
        digits = node.text.removeprefix("-")
        if digits.isdecimal() and len(digits) > LONGEST_NUMBER:
            return message("reading.number-too-long", found=clipped(node.text))
    if isinstance(node, Scalar) and node.quoted and wanted.key != "reading.want-text":
        found = message("reading.found-quoted", found=clipped(node.spelling()))
        return message("reading.wrong-type", found=found, wanted=wanted)
    return message("reading.wrong-type", found=quoted(node), wanted=wanted)


def _not_fitting(misfit: Misfit) -> Message:
    return message("reading.not-fitting", found=quoted(misfit.node))


def in_vocabulary(reason: Message, vocabulary: str) -> Message:
    """Return a message whose list of allowed words can be put in the words of a language."""
    values = dict(reason.values)
    values["allowed"] = message(WORDS, vocabulary=vocabulary, ids=values["allowed"])
    return message(reason.key, **values)


def _one_of(word: Word) -> Message:
    reason = message("reading.want-word", allowed=listed(word.options))
    return in_vocabulary(reason, word.vocabulary)


def _word(misfit: Misfit) -> Message:
    if not isinstance(misfit.want, Word):
        return _not_fitting(misfit)
    if not isinstance(misfit.node, Scalar):
        return _wrong_type(misfit.node, _one_of(misfit.want))
    found = misfit.node.spelling()
    spoken = misfit.aliases.spoken(misfit.want.vocabulary)
    reason = not_one_of(found, misfit.want.options, (*misfit.want.options, *spoken))
    return in_vocabulary(reason, misfit.want.vocabulary)


def _limit(
    key: str, ours: str, theirs: str, found: Callable[[Node], Value]
) -> Callable[[Misfit], Message]:
    """Return the wording of a fault that names what was found and a limit of the context."""

    def worded(misfit: Misfit) -> Message:
        limit: Value = misfit.context.get(theirs, "")
        return message(key, found=found(misfit.node), **{ours: limit})

    return worded


def _spelling(node: Node) -> str:
    return clipped(node.spelling()) if isinstance(node, Scalar) else ""


def _size(node: Node) -> int:
    match node:
        case ListNode(items):
            return len(items)
        case MapNode(pairs):
            return len(pairs)
        case Scalar(text):
            return len(text)


_CLOSED = frozenset({"literal_error", "enum"})
AS_WRITTEN = frozenset({"string_type", *_CLOSED})
_NUMBERS = ("reading.want-int", "reading.want-number")
_WANTED: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("string_type", "string_sub_type"), "reading.want-text"),
        **dict.fromkeys(
            ("int_type", "int_parsing", "int_from_float", "int_parsing_size"), "reading.want-int"
        ),
        **dict.fromkeys(("float_type", "float_parsing", "finite_number"), "reading.want-number"),
        **dict.fromkeys(("bool_type", "bool_parsing"), "reading.want-bool"),
        **dict.fromkeys(
            ("dict_type", "mapping_type", "model_type", "model_attributes_type", "dataclass_type"),
            "reading.want-map",
        ),
        **dict.fromkeys(
            ("list_type", "tuple_type", "set_type", "frozen_set_type", "iterable_type"),
            "reading.want-list",
        ),
        **dict.fromkeys(
            (
                "date_type",
                "date_parsing",
                "date_from_datetime_parsing",
                "date_from_datetime_inexact",
            ),
            "reading.want-date",
        ),
        "none_required": "reading.want-null",
    }
)
_REASONS: Mapping[str, Callable[[Misfit], Message]] = MappingProxyType(
    {
        "literal_error": _word,
        "enum": _word,
        "greater_than_equal": _limit("reading.at-least", "least", "ge", quoted),
        "greater_than": _limit("reading.more-than", "least", "gt", quoted),
        "less_than_equal": _limit("reading.above", "most", "le", quoted),
        "less_than": _limit("reading.below", "most", "lt", quoted),
        "multiple_of": _limit("reading.multiple", "step", "multiple_of", quoted),
        "string_too_short": _limit("reading.shorter", "least", "min_length", _spelling),
        "string_too_long": _limit("reading.longer", "most", "max_length", _spelling),
        "too_short": _limit("reading.too-few", "least", "min_length", _size),
        "too_long": _limit("reading.too-many", "most", "max_length", _size),
        "string_pattern_mismatch": _limit("reading.not-form", "form", "pattern", _spelling),
    }
)
