"""Node -> value of a model, or every fault at once, in our words and at its place."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from generator.errors import DataError, Problem
from generator.reading import expected, nodes
from generator.reading.expected import (
    FREE,
    NO_ALIASES,
    Aliases,
    Fields,
    Form,
    Free,
    Items,
    Table,
    Wanted,
    Word,
)
from generator.reading.nodes import ListNode, MapNode, Node, Path, Place, Scalar, dotted, fault
from generator.words import (
    FieldWord,
    Message,
    Value,
    clipped,
    fold,
    listed,
    message,
    near,
    nearest,
    not_one_of,
)

# So many words are listed in a message at most; a word of fewer letters is like too many others.
FEW, LEAST_HINTED = 5, 4
# What the words of a vocabulary are called.
_KINDS = {
    "card": "reading.a-card",
    "cell": "reading.a-cell",
    "die": "reading.a-die",
    "marker": "reading.a-marker",
    "square": "reading.a-square",
    "taken": "reading.a-taken",
    "variant": "reading.a-variant",
}
# How a message lists words of a vocabulary: by their ids, until the language is known.
WORDS = "reading.words"


class Fault(ValueError):  # noqa: N818 - a word of the field, raised by validators only
    """Raise it in a validator: the message is shown, at a path inside the validated value."""

    def __init__(self, reason: Message, at: Path = ()) -> None:
        """Keep the reason unworded."""
        super().__init__(reason)
        self.reason = reason
        self.at = at


def quoted(node: Node) -> Message:
    """Return how a message names what was found."""
    if isinstance(node, Scalar) and not node.is_empty():
        return message("reading.found-word", found=clipped(node.spelling()))
    if isinstance(node, Scalar):
        return message("reading.found-empty")
    return message("reading.found-list" if isinstance(node, ListNode) else "reading.found-map")


def _unknown_field(key: Scalar, parent: Wanted, aliases: Aliases) -> Message:
    """Word a fault for a field the model does not have, with the nearest it has."""
    known = tuple(expected.fields_of(parent.model)) if isinstance(parent, Fields) else ()
    others = (other for name in known for other in aliases.also(name))
    hint = near(key.spelling(), [*known, *others])
    if hint is None:
        words = tuple(FieldWord(name, name) for name in known)
        return message("reading.unknown-field", allowed=words)
    return message("reading.unknown-field-near", near=hint)


def _missing_field(name: str, aliases: Aliases) -> Message:
    if others := aliases.also(name):
        return message("reading.missing-field-named", word=FieldWord(name, others[0]))
    return message("reading.missing-field")


def _wrong_type(node: Node, wanted: Message) -> Message:
    if isinstance(node, Scalar) and wanted.key in _NUMBERS:
        digits = node.text.removeprefix("-")
        if digits.isdecimal() and len(digits) > nodes.LONGEST_NUMBER:
            return message("reading.number-too-long", found=clipped(node.text))
    if isinstance(node, Scalar) and node.quoted and wanted.key != "reading.want-text":
        found = message("reading.found-quoted", found=clipped(node.spelling()))
        return message("reading.wrong-type", found=found, wanted=wanted)
    return message("reading.wrong-type", found=quoted(node), wanted=wanted)


def words_message(vocabulary: str, ids: Value) -> Message:
    """Return how a message names words of a vocabulary, in a language once that is known."""
    return message(WORDS, vocabulary=vocabulary, ids=ids)


def in_vocabulary(reason: Message, vocabulary: str) -> Message:
    """Return a message whose list of allowed words can be put in the words of a language."""
    values = dict(reason.values)
    values["allowed"] = words_message(vocabulary, values["allowed"])
    return message(reason.key, **values)


def _reason(error: ErrorDetails, where: "ErrorPlace", aliases: Aliases) -> Message:
    """Return what is wrong; no text of pydantic's ever gets into it."""
    kind, node, want, wanted = error["type"], where.node, where.want, _wants(error, where)
    if kind == "too_short" and isinstance(want, Items) and want.is_row():
        return message("reading.row-length", found=_size(node), wanted=_length(error))
    if kind in _LIMITS:
        key, ours, theirs, found = _LIMITS[kind]
        return message(key, found=found(node), **{ours: error.get("ctx", {}).get(theirs, "")})
    if wanted is None:
        return message("reading.not-fitting", found=quoted(node))
    if kind in _WANTED or not isinstance(want, Word) or not isinstance(node, Scalar):
        return _wrong_type(node, wanted)
    return _unknown_word(node, want, aliases)


def _unknown_word(node: Scalar, want: Word, aliases: Aliases) -> Message:
    """Word a fault for a word outside a vocabulary: the few there are, the near one, or some."""
    if want.vocabulary not in _KINDS:
        every = (*want.options, *aliases.spoken(want.vocabulary))
        return in_vocabulary(not_one_of(node.spelling(), want.options, every), want.vocabulary)
    table = aliases.words.get(want.vocabulary, {})
    spoken = {one: table.get(one, ()) for one in want.options or table}
    kind = message(_KINDS[want.vocabulary])
    found, shown = clipped(node.spelling()), partial(words_message, want.vocabulary)
    if len(spoken) <= FEW:
        return message("reading.unknown-word", found=found, kind=kind, allowed=shown(tuple(spoken)))
    few = shown(nearest(found, spoken, FEW))
    if isinstance(node.value, int):
        return message("reading.number-for-word", found=found, kind=kind, allowed=few)
    words = {fold(word): one for one, others in spoken.items() for word in (one, *others)}
    # Of three letters one is as near as another.
    hint = near(found, words) if len(found) >= LEAST_HINTED else None
    if hint is None:
        return message("reading.unknown-words", found=found, kind=kind, allowed=few)
    hinted = shown((words[hint],))
    return message("reading.unknown-word-near", found=found, kind=kind, near=hinted)


def _whole(wanted: Message, want: Free, parent: Wanted) -> Message:
    """Return what would do for a whole number, with what to write where that is known."""
    if isinstance(parent, Items) and parent.is_row():
        return message("reading.want-int-in-row")
    return message("reading.want-count") if want.is_count else wanted


def _wants(error: ErrorDetails, where: "ErrorPlace") -> Message | None:
    """Return what would do, where the type is wrong; None for every other fault."""
    if error["type"] in _WANTED:
        wanted = message(_WANTED[error["type"]])
        if wanted.key == "reading.want-int" and isinstance(where.want, Free):
            return _whole(wanted, where.want, where.parent)
        rest = where.want.rest if isinstance(where.want, Items) else None
        if wanted.key == "reading.want-list" and isinstance(rest, Word) and rest.options:
            return message(
                "reading.want-list-of", words=words_message(rest.vocabulary, rest.options[:2])
            )
        return wanted
    if error["type"] == _CLOSED and isinstance(where.want, Word):
        reason = message("reading.want-word", allowed=listed(where.want.options))
        return in_vocabulary(reason, where.want.vocabulary)
    return None


def _spelling(node: Node) -> str:
    return clipped(node.spelling()) if isinstance(node, Scalar) else ""


def _size(node: Node) -> int:
    match node:
        case ListNode(held) | MapNode(held) | Scalar(held):
            return len(held)


def _length(error: ErrorDetails) -> int:
    context = error.get("ctx", {})
    return int(context.get("min_length", context.get("max_length", 0)))


_CLOSED = "literal_error"
_AS_WRITTEN = frozenset({"string_type", _CLOSED})
_NUMBERS = frozenset(
    {"reading.want-int", "reading.want-int-in-row", "reading.want-count", "reading.want-number"}
)
_WANTED: Mapping[str, str] = {
    kind: wanted
    for wanted, kinds in {
        "reading.want-text": "string_type string_sub_type",
        "reading.want-int": "int_type int_parsing int_from_float int_parsing_size",
        "reading.want-number": "float_type float_parsing finite_number",
        "reading.want-bool": "bool_type bool_parsing",
        "reading.want-map": "dict_type mapping_type model_type model_attributes_type"
        " dataclass_type",
        "reading.want-list": "list_type tuple_type set_type frozen_set_type iterable_type",
        "reading.want-date": "date_type date_parsing date_from_datetime_parsing"
        " date_from_datetime_inexact",
        "reading.want-null": "none_required",
    }.items()
    for kind in kinds.split()
}
# pydantic's type -> our message, how that names the limit, how pydantic does, what was found.
_LIMITS: Mapping[str, tuple[str, str, str, Callable[[Node], Value]]] = {
    "greater_than_equal": ("reading.at-least", "least", "ge", quoted),
    "greater_than": ("reading.more-than", "least", "gt", quoted),
    "less_than_equal": ("reading.above", "most", "le", quoted),
    "less_than": ("reading.below", "most", "lt", quoted),
    "multiple_of": ("reading.multiple", "step", "multiple_of", quoted),
    "string_too_short": ("reading.shorter", "least", "min_length", _spelling),
    "string_too_long": ("reading.longer", "most", "max_length", _spelling),
    "too_short": ("reading.too-few", "least", "min_length", _size),
    "too_long": ("reading.too-many", "most", "max_length", _size),
    "string_pattern_mismatch": ("reading.not-form", "form", "pattern", _spelling),
}

Model = TypeVar("Model", bound=BaseModel)
Errors: TypeAlias = Sequence[ErrorDetails]
_KEY = "[key]"  # how pydantic marks that the key is wrong, not what it holds


@dataclass(frozen=True, slots=True)
class ErrorPlace:
    """What an error leads to: node, wants of it and its parent, `path` and `key` as written."""

    node: Node
    want: Wanted
    path: Path
    key: Scalar | None = None
    parent: Wanted = FREE


def resolve(
    errors: Errors, where: ErrorPlace, aliases: Aliases, *, every: bool = False, depth: int = 0
) -> Iterator[tuple[ErrorDetails, ErrorPlace]]:
    """Yield each error with its place; of a choice that of the member meant, or of `every` one."""
    groups: dict[str | int, list[ErrorDetails]] = {}
    for error in errors:
        if len(error["loc"]) == depth:
            yield error, where
        else:
            groups.setdefault(error["loc"][depth], []).append(error)
    if not groups:
        return
    want = expected.chosen(where.want, where.node, aliases)
    is_choice = isinstance(where.want, expected.Choice)
    meant = groups.items() if every or not is_choice else _meant(groups, want, depth + 1)
    for step, group in meant:
        below = replace(where, want=want) if is_choice else _below(where, step)
        yield from resolve(group, below, aliases, every=every, depth=depth + 1)


def _spelt(where: ErrorPlace, path: Path) -> str:
    """Return as people read it where a path of canonical names leads, the names as written."""
    for step in path:
        where = _below(where, step)
    return dotted(where.path)


def _meant(
    groups: dict[str | int, list[ErrorDetails]], member: Wanted, depth: int
) -> Iterable[tuple[str | int, list[ErrorDetails]]]:
    """Return the errors of the member that was meant; where none can be told, of all."""
    name = member.model.__name__ if isinstance(member, Fields) else None
    if name in groups:
        return [(name, groups[name])]
    kinds = _WANTED.keys() | {_CLOSED}
    # The kind of the node was right, and only something in it wrong.
    aimed = {
        step: group
        for step, group in groups.items()
        if any(len(one["loc"]) > depth or one["type"] not in kinds for one in group)
    }
    if aimed and len(groups) > 1:
        return [min(aimed.items(), key=lambda item: len(item[1]))]
    return groups.items()


def _below(where: ErrorPlace, step: str | int) -> ErrorPlace:
    node = where.node
    if step == _KEY and where.key is not None:
        want = where.parent.key if isinstance(where.parent, Table) else FREE
        return ErrorPlace(where.key, want, where.path, where.key)
    key = node.key(str(step)) if isinstance(node, MapNode) else None
    inner = nodes.child(node, step)
    path = (*where.path, step if key is None else key.spelling())
    if inner is None:
        return ErrorPlace(node, FREE, path, key, where.want)
    return ErrorPlace(inner, expected.below(where.want, step), path, key, where.want)


def fit(node: Node, model: type[Model], aliases: Aliases = NO_ALIASES, at: str = "") -> Model:
    """Return the value of a model; DataError with every fault, their fields dotted from `at` on."""
    value, problems = sift(node, model, aliases, at)
    if value is None or problems:
        raise DataError(problems)
    return value


def sift(
    node: Node, model: type[Model], aliases: Aliases = NO_ALIASES, at: str = ""
) -> tuple[Model | None, tuple[Problem, ...]]:
    """Return the value of a model and every fault, so that a reader can go on past faults.

    Fields that the model does not know are left out of the value, and of two spellings the first
    counts; any other fault leaves no value.
    """
    return sift_form(Form(node, expected.wanted(model), aliases, (at,) if at else ()), model)


def sift_form(form: Form, model: type[Model]) -> tuple[Model | None, tuple[Problem, ...]]:
    """Do what `sift` does with a node that has been brought into canonical form."""
    node, path, aliases = form.node, form.path, form.aliases
    start = ErrorPlace(node, expected.wanted(model), path)
    value, errors = _validated(model, start, aliases)
    if value is not None:
        return value, tuple(nodes.in_order(form.problems))
    told = _problems(errors[: nodes.LISTED_FAULTS], start, aliases)
    problems = nodes.in_order([*form.problems, *told])
    if (left := len(errors) - nodes.LISTED_FAULTS) > 0:
        problems.append(fault(node.place, dotted(path), message("reading.more-faults", n=left)))
    places = tuple(resolve(errors, start, aliases))
    if all(error["type"] == "extra_forbidden" for error, _ in places):
        strays = {where.key.place for _, where in places if where.key is not None}
        value, _ = _validated(model, replace(start, node=_without(node, strays)), aliases)
    return value, tuple(problems)


def _validated(
    model: type[Model], start: ErrorPlace, aliases: Aliases
) -> tuple[Model | None, list[ErrorDetails]]:
    """Return a canonical node's value, scalars as text where they are wanted so, or the errors."""
    as_text: frozenset[Place] = frozenset()
    while True:
        try:
            text = json.dumps(nodes.plain(start.node, as_text))
            return model.model_validate_json(text, strict=True), []
        except ValidationError as error:
            errors = error.errors(include_url=False, include_input=False)
            written = [one for one in errors if one["type"] in _AS_WRITTEN]
            places = resolve(written, start, aliases, every=True)
            scalars = (where.node for _, where in places if isinstance(where.node, Scalar))
            more = frozenset(node.place for node in scalars if not node.is_empty()) - as_text
            if not more:
                return None, errors
            as_text |= more


def _without(node: Node, strays: Collection[Place]) -> Node:
    """Return the node without the fields whose names stand at some places."""
    match node:
        case Scalar():
            return node
        case ListNode(items):
            return ListNode(tuple(_without(item, strays) for item in items), node.place)
        case MapNode(pairs):
            kept = ((key, inner) for key, inner in pairs if key.place not in strays)
            return MapNode(tuple((key, _without(one, strays)) for key, one in kept), node.place)


def _problems(errors: Errors, start: ErrorPlace, aliases: Aliases) -> Iterator[Problem]:
    """Yield a problem for every error, those of one place in a choice made into one."""
    places: dict[object, list[tuple[ErrorDetails, ErrorPlace]]] = {}
    for error, where in resolve(errors, start, aliases):
        if error["type"] == "too_short" and _size(where.node) >= _length(error):
            continue  # what is wrong with some of the items is told of these
        there = replace(where, want=expected.chosen(where.want, where.node, aliases))
        places.setdefault((where.path, where.node.place), []).append((error, there))
    for together in places.values():
        found = dict.fromkeys(_wants(error, where) for error, where in together)
        wants = [want for want in found if want is not None]
        if len(wants) > 1:
            where = together[0][1]
            either = reduce(lambda a, b: message("reading.want-or", first=a, second=b), wants)
            yield fault(where.node.place, dotted(where.path), _wrong_type(where.node, either))
        else:
            # Members of a choice that want the same say the same.
            yield from dict.fromkeys(_problem(error, where, aliases) for error, where in together)


def _problem(error: ErrorDetails, where: ErrorPlace, aliases: Aliases) -> Problem:
    field, place, context = dotted(where.path), where.node.place, error.get("ctx", {})
    match error["type"]:
        case "extra_forbidden" if where.key is not None:
            return fault(where.key.place, field, _unknown_field(where.key, where.parent, aliases))
        case "missing":
            return fault(place, field, _missing_field(str(where.path[-1]), aliases))
        case "union_tag_not_found" | "union_tag_invalid":
            # The field that names the member of a union, and the members there are.
            name = context["discriminator"].strip("'")
            members = re.findall(r"'([^']*)'", context.get("expected_tags", ""))
            tag = nodes.child(where.node, name)
            path = _spelt(where, (name,))
            if not isinstance(tag, Scalar):
                return fault(place, path, _missing_field(name, aliases))
            return fault(tag.place, path, not_one_of(tag.spelling(), members))
        case _:
            ours = context.get("error")
            if not isinstance(ours, Fault):
                return fault(place, field, _reason(error, where, aliases))
            return fault(nodes.place_of(where.node, ours.at), _spelt(where, ours.at), ours.reason)
