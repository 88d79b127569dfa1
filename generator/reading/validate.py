"""Nodes -> the value of a model, or every fault at once, in our words and at its place."""

import json
import re
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import TypeVar
from unicodedata import category

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from generator.errors import DataError, Problem
from generator.reading import nodes, schema
from generator.reading.nodes import (
    ListNode,
    MapNode,
    Node,
    Path,
    Place,
    Scalar,
    problem_at,
)
from generator.reading.schema import (
    FREE,
    NO_ALIASES,
    Aliases,
    Fields,
    Items,
    Schema,
    Word,
)
from generator.words import (
    FieldWord,
    Message,
    Value,
    clip_text,
    fold,
    message,
    nearest_names,
    nearest_word,
    not_one_of,
    shortened_list,
)

# How many words a message lists at most; shorter words are like too many others.
FEW, LEAST_HINTED = 5, 4
# How like a name a field has to be for that name to be suggested.
STANDS_OUT = 0.65
# Vocabularies whose words a message can call by a name: a card, a cell, ...
_NAMED = frozenset({"card", "cell", "die", "marker", "square", "taken", "variant"})
# How a message lists words of a vocabulary: by their ids, until the language is known.
WORDS = "reading.words"


class Fault(ValueError):  # noqa: N818 - a word of the field, raised by validators only
    """An error for validators to raise: its message is shown at a path inside the value."""

    def __init__(self, reason: Message, at: Path = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at


def _quote_node(node: Node) -> Message:
    if isinstance(node, Scalar) and not node.is_empty():
        return message("reading.found-word", found=clip_text(node.spelling()))
    if isinstance(node, Scalar):
        return message("reading.found-empty")
    return message("reading.found-list" if isinstance(node, ListNode) else "reading.found-map")


def unknown_field(found: str, known: Iterable[str], aliases: Aliases) -> Message:
    """Word that a field is none of those that are known, with the one that it is like."""
    spoken = {one: name for name in known for one in (name, *aliases.other_words(name))}
    hint = nearest_word(found, spoken, STANDS_OUT)
    words = tuple(FieldWord(name, name) for name in dict.fromkeys(spoken.values()))
    if hint is None:
        return message("reading.unknown-field", allowed=words)
    near = FieldWord(spoken[hint], spoken[hint])
    return message("reading.unknown-field-near", near=near, allowed=words)


def _former_fields(model: type[BaseModel]) -> Mapping[str, str]:
    """Return the fields that a model once had, each with what is told who still writes it."""
    former: Mapping[str, str] = getattr(model, "former_fields", {})
    return former


def _missing_field(name: str, aliases: Aliases) -> Message:
    if others := aliases.other_words(name):
        return message("reading.missing-field-named", word=FieldWord(name, others[0]))
    return message("reading.missing-field")


def _wrong_type(node: Node, wanted: Message) -> Message:
    if isinstance(node, Scalar) and wanted.key in _NUMBERS:
        digits = node.text.removeprefix("-")
        if digits.isdecimal() and len(digits) > nodes.LONGEST_NUMBER:
            return message("reading.number-too-long", found=clip_text(node.text))
    if isinstance(node, Scalar) and node.quoted and wanted.key != "reading.want-text":
        found = message("reading.found-quoted", found=clip_text(node.spelling()))
        return message("reading.wrong-type", found=found, wanted=wanted)
    return message("reading.wrong-type", found=_quote_node(node), wanted=wanted)


def vocabulary_message(vocabulary: str, ids: Value) -> Message:
    """Return a placeholder for words of a vocabulary: worded once the language is known."""
    return message(WORDS, vocabulary=vocabulary, ids=ids)


def with_vocabulary(reason: Message, vocabulary: str) -> Message:
    """Return a message whose allowed words are worded in the reader's language."""
    values = dict(reason.values)
    for name in ("allowed", "near"):
        if (ids := values.get(name)) is not None:
            several = ids if isinstance(ids, tuple) else (str(ids),)
            values[name] = vocabulary_message(vocabulary, several)
    return message(reason.key, **values)


def _reason(error: ErrorDetails, where: "_ErrorPlace") -> Message:
    """Word an error of pydantic; none of its own text gets into the message."""
    kind, node, want, wanted = error["type"], where.node, where.want, _expected_type(error, where)
    if kind == "too_short" and isinstance(want, Items) and want.is_row():
        return message("reading.row-length", found=_size(node), wanted=_length(error))
    if kind in _LIMITS:
        key, ours, theirs, found = _LIMITS[kind]
        if kind == "string_pattern_mismatch" and (near := _near_form(node, error)):
            return message("reading.not-form-but", found=found(node), near=near)
        return message(key, found=found(node), **{ours: error.get("ctx", {}).get(theirs, "")})
    if wanted is None:
        return message("reading.not-fitting", found=_quote_node(node))
    if kind in _WANTED or not isinstance(want, Word) or not isinstance(node, Scalar):
        return _wrong_type(node, wanted)
    return _unknown_word(node, want, where.aliases)


def _near_form(node: Node, error: ErrorDetails) -> str | None:
    """Return a text in the form that is wanted, if accents and blanks alone are in the way."""
    near = re.sub(r"[^a-z0-9]+", "-", fold(_spelling(node))).strip("-")
    return near if re.match(str(error.get("ctx", {}).get("pattern")), near) else None


def _unknown_word(node: Scalar, want: Word, aliases: Aliases) -> Message:
    table = aliases.words.get(want.vocabulary, {})
    spoken = {one: table.get(one, ()) for one in want.options or table}
    words = {fold(word): one for one, others in spoken.items() for word in (one, *others)}
    if want.vocabulary not in _NAMED:
        return with_vocabulary(not_one_of(node.spelling(), want.options, words), want.vocabulary)
    kind = message(f"reading.a-{want.vocabulary}")
    found, shown = clip_text(node.spelling()), partial(vocabulary_message, want.vocabulary)
    if len(spoken) <= FEW:
        return message("reading.unknown-word", found=found, kind=kind, allowed=shown(tuple(spoken)))
    few = shown(nearest_names(found, spoken, FEW))
    if isinstance(node.value, int):
        return message("reading.number-for-word", found=found, kind=kind, allowed=few)
    # Of three letters one is as near as another.
    hint = nearest_word(found, words) if len(found) >= LEAST_HINTED else None
    if hint is None:
        return message("reading.unknown-words", found=found, kind=kind, allowed=few)
    hinted = shown((words[hint],))
    return message("reading.unknown-words-near", found=found, kind=kind, near=hinted, allowed=few)


def _expected_type(error: ErrorDetails, where: "_ErrorPlace") -> Message | None:
    if error["type"] in _WANTED:
        wanted = message(_WANTED[error["type"]])
        if wanted.key == "reading.want-int" and isinstance(where.want, schema.AnyValue):
            if isinstance(where.parent, Items) and where.parent.is_row():
                return message("reading.want-int-in-row")
            return message("reading.want-count") if where.want.is_count else wanted
        rest = where.want.rest if isinstance(where.want, Items) else None
        if wanted.key == "reading.want-list" and isinstance(rest, Word) and rest.options:
            examples = vocabulary_message(rest.vocabulary, rest.options[:2])
            return message("reading.want-list-of", words=examples)
        return wanted
    if error["type"] == _CLOSED and isinstance(where.want, Word):
        reason = message("reading.want-word", allowed=shortened_list(where.want.options))
        return with_vocabulary(reason, where.want.vocabulary)
    return None


def _spelling(node: Node) -> str:
    return clip_text(node.spelling()) if isinstance(node, Scalar) else ""


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
_UNSEEN = "string_unseen"
# Letters and a pattern of dots by their category, which print nothing all the same.
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
# pydantic's type -> our message, how that names the limit, how pydantic does, what was found.
_LIMITS: Mapping[str, tuple[str, str, str, Callable[[Node], Value]]] = {
    "greater_than_equal": ("reading.at-least", "least", "ge", _quote_node),
    "greater_than": ("reading.more-than", "least", "gt", _quote_node),
    "less_than_equal": ("reading.above", "most", "le", _quote_node),
    "less_than": ("reading.below", "most", "lt", _quote_node),
    "multiple_of": ("reading.multiple", "step", "multiple_of", _quote_node),
    "string_too_short": ("reading.shorter", "least", "min_length", _spelling),
    "string_too_long": ("reading.longer", "most", "max_length", _spelling),
    "too_short": ("reading.too-few", "least", "min_length", _size),
    "too_long": ("reading.too-many", "most", "max_length", _size),
    _UNSEEN: ("reading.unseen", "form", "pattern", _spelling),
    "string_pattern_mismatch": ("reading.not-form", "form", "pattern", _spelling),
}


def visible(text: str) -> str:
    """Return a text of which something is seen on paper; an error of pydantic for another."""
    if all(category(sign)[0] in "CMZ" or sign in _BLANKS for sign in text):
        raise PydanticCustomError(_UNSEEN, "nothing is seen")
    return text


Model = TypeVar("Model", bound=BaseModel)
Errors = Sequence[ErrorDetails]
_KEY = "[key]"  # how pydantic marks that the key is wrong, not what it holds


@dataclass(frozen=True, slots=True)
class _ErrorPlace:
    node: Node
    want: Schema
    path: Path
    aliases: Aliases
    key: Scalar | None = None
    parent: Schema = FREE


def _locate_errors(
    errors: Errors, where: _ErrorPlace, *, every: bool = False, depth: int = 0
) -> Iterator[tuple[ErrorDetails, _ErrorPlace]]:
    groups: dict[str | int, list[ErrorDetails]] = {}
    for error in errors:
        if len(error["loc"]) == depth:
            yield error, where
        else:
            groups.setdefault(error["loc"][depth], []).append(error)
    if not groups:
        return
    want = schema.choice_member(where.want, where.node, where.aliases)
    is_choice = isinstance(where.want, schema.Choice)
    meant = groups.items() if every or not is_choice else _errors_of_member(groups, want, depth + 1)
    for step, group in meant:
        below = replace(where, want=want) if is_choice else _below(where, step)
        yield from _locate_errors(group, below, every=every, depth=depth + 1)


def _path_as_written(where: _ErrorPlace, path: Path) -> str:
    for step in path:
        where = _below(where, step)
    return nodes.dotted_path(where.path)


def _errors_of_member(
    groups: dict[str | int, list[ErrorDetails]], member: Schema, depth: int
) -> Iterable[tuple[str | int, list[ErrorDetails]]]:
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


def _below(where: _ErrorPlace, step: str | int) -> _ErrorPlace:
    node, aliases = where.node, where.aliases
    if step == _KEY and where.key is not None:
        want = where.parent.key if isinstance(where.parent, schema.OpenMapping) else FREE
        return _ErrorPlace(where.key, want, where.path, aliases, where.key)
    key = node.key(str(step)) if isinstance(node, MapNode) else None
    inner = nodes.child(node, step)
    path = (*where.path, step if key is None else key.spelling())
    if inner is None:
        return _ErrorPlace(node, FREE, path, aliases, key, where.want)
    return _ErrorPlace(inner, schema.schema_below(where.want, step), path, aliases, key, where.want)


def validate(node: Node, model: type[Model], aliases: Aliases = NO_ALIASES, at: str = "") -> Model:
    """Return the value of a model; DataError with every fault, fields dotted from `at` on."""
    value, problems = value_and_problems(node, model, aliases, at)
    if value is None or problems:
        raise DataError(problems)
    return value


def value_and_problems(
    node: Node, model: type[Model], aliases: Aliases = NO_ALIASES, at: str = ""
) -> tuple[Model | None, tuple[Problem, ...]]:
    """Return the value, without unknown fields, and every fault; others leave no value."""
    form = schema.CanonicalForm(node, schema.schema_of(model), aliases, (at,) if at else ())
    return form_value_and_problems(form, model)


def form_value_and_problems(
    form: schema.CanonicalForm, model: type[Model]
) -> tuple[Model | None, tuple[Problem, ...]]:
    """Validate a node whose keys are canonical already."""
    start = _ErrorPlace(form.node, schema.schema_of(model), form.path, form.aliases)
    value, errors = _validate_canonical(model, start)
    if value is not None:
        return value, tuple(nodes.sorted_problems(form.problems))
    found = _problems(errors[: nodes.LISTED_FAULTS], start)
    problems = nodes.sorted_problems([*form.problems, *found])
    if (left := len(errors) - nodes.LISTED_FAULTS) > 0:
        reason = message("reading.more-faults", n=left)
        problems.append(problem_at(form.node.place, nodes.dotted_path(form.path), reason))
    places = tuple(_locate_errors(errors, start))
    if all(error["type"] == "extra_forbidden" for error, _ in places):
        strays = {where.key.place for _, where in places if where.key is not None}
        known = replace(start, node=_without_strays(form.node, strays))
        value, _ = _validate_canonical(model, known)
    return value, tuple(problems)


def _validate_canonical(
    model: type[Model], start: _ErrorPlace
) -> tuple[Model | None, list[ErrorDetails]]:
    """Return a canonical node's value, or the errors; scalars become text where text is wanted."""
    as_text: frozenset[Place] = frozenset()
    while True:
        try:
            text = json.dumps(nodes.plain(start.node, as_text))
            return model.model_validate_json(text, strict=True), []
        except ValidationError as error:
            errors = error.errors(include_url=False, include_input=False)
            written = [one for one in errors if one["type"] in _AS_WRITTEN]
            places = _locate_errors(written, start, every=True)
            scalars = (where.node for _, where in places if isinstance(where.node, Scalar))
            more = frozenset(node.place for node in scalars if not node.is_empty()) - as_text
            if not more:
                return None, errors
            as_text |= more


def _without_strays(node: Node, strays: Collection[Place]) -> Node:
    match node:
        case Scalar():
            return node
        case ListNode(items):
            return ListNode(tuple(_without_strays(item, strays) for item in items), node.place)
        case MapNode(pairs):
            kept = ((key, inner) for key, inner in pairs if key.place not in strays)
            pairs = tuple((key, _without_strays(inner, strays)) for key, inner in kept)
            return MapNode(pairs, node.place)


def _problems(errors: Errors, start: _ErrorPlace) -> Iterator[Problem]:
    places: dict[object, list[tuple[ErrorDetails, _ErrorPlace]]] = {}
    for error, where in _locate_errors(errors, start):
        if error["type"] == "too_short" and _size(where.node) >= _length(error):
            continue  # what is wrong with some of the items is told of these
        there = replace(where, want=schema.choice_member(where.want, where.node, where.aliases))
        places.setdefault((where.path, where.node.place), []).append((error, there))
    for together in places.values():
        found = dict.fromkeys(_expected_type(error, where) for error, where in together)
        wants = [want for want in found if want is not None]
        if len(wants) > 1:
            where = together[0][1]
            either = reduce(lambda a, b: message("reading.want-or", first=a, second=b), wants)
            reason = _wrong_type(where.node, either)
            yield problem_at(where.node.place, nodes.dotted_path(where.path), reason)
        else:
            # Members of a choice that want the same say the same.
            yield from dict.fromkeys(_problem(error, where) for error, where in together)


def _problem(error: ErrorDetails, where: _ErrorPlace) -> Problem:
    field, place, context = nodes.dotted_path(where.path), where.node.place, error.get("ctx", {})
    ours = context.get("error")
    match error["type"]:
        case "extra_forbidden" if where.key is not None:
            of, place = where.parent, where.key.place
            known = schema.field_schemas(of.model) if isinstance(of, Fields) else ()
            reason = unknown_field(where.key.spelling(), known, where.aliases)
            if isinstance(of, Fields) and (told := _former_fields(of.model).get(where.key.text)):
                reason = message(told)
        case "missing":
            reason = _missing_field(str(where.path[-1]), where.aliases)
        case "union_tag_not_found" | "union_tag_invalid":
            # The field that names the member of a union, and the members there are.
            name = context["discriminator"].strip("'")
            members = re.findall(r"'([^']*)'", context.get("expected_tags", ""))
            tag, field = nodes.child(where.node, name), _path_as_written(where, (name,))
            reason = _missing_field(name, where.aliases)
            if isinstance(tag, Scalar):
                place, reason = tag.place, not_one_of(tag.spelling(), members)
        case _ if isinstance(ours, Fault):
            place, field = nodes.place_of(where.node, ours.at), _path_as_written(where, ours.at)
            reason = ours.reason
        case _:
            reason = _reason(error, where)
    return problem_at(place, field, reason)
