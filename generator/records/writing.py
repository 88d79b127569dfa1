"""Records -> YAML in one language: short mappings on one line, the rest field by field."""

import json
import re
from collections.abc import Iterator
from typing import Any

from generator.reading.aliases import Aliases, Table
from generator.reading.expected import FREE, Choice, Fields, Items, Wanted, Word, fields_of
from generator.reading.expected import Table as Keyed
from generator.reading.text import resolve
from generator.records.form import RecordForm, record_form
from generator.records.reading import Record
from generator.rules.families import AnyRules
from generator.words import Language

# A text that no YAML reader takes for anything else, in a list or out of it.
_SAFE = re.compile(r"[^\W\d_](?:[\w.'=-]| (?! ))*")
_UNSAFE_SIGN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_STEP = "  "


def written(rules: AnyRules, record: Record, language: Language) -> str:
    """Return a record as YAML; read again it has the same content."""
    content = record.content.model_dump(mode="json", exclude_none=True)
    return yaml_of(spoken(content, record_form(rules), language))


def spoken(content: dict[str, Any], form: RecordForm, language: Language) -> dict[str, Any]:
    """Return a record's fields with field names and fixed words in one language."""
    translated: dict[str, Any] = _spoken(content, Fields(form.model), form.spoken[language])
    return translated


def yaml_of(fields: dict[str, Any]) -> str:
    """Return plain fields as YAML."""
    return "".join(line + "\n" for line in _block(fields, ""))


def line_of(fields: dict[str, Any]) -> str:
    """Return a plain field as YAML on one line."""
    return ", ".join(f"{_scalar(name)}: {_flow(value)}" for name, value in fields.items())


def _spoken(value: Any, want: Wanted, aliases: Aliases) -> Any:  # noqa: ANN401 - plain JSON
    if isinstance(want, Choice):
        want = next((member for member in want.members if _suits(member, value)), FREE)
    match value:
        case dict():
            return {
                _name(key, want, aliases): _spoken(inner, _below(want, key), aliases)
                for key, inner in value.items()
            }
        case list():
            row = want if isinstance(want, Items) else Items((), FREE)
            return [_spoken(item, row.at(place), aliases) for place, item in enumerate(value)]
        case str() if isinstance(want, Word):
            return _first(value, aliases.words.get(want.vocabulary, {}))
        case _:
            return value


def _suits(member: Wanted, value: Any) -> bool:  # noqa: ANN401 - plain JSON
    """Return whether a member of a choice is what a value was meant for."""
    match value:
        case dict():
            return isinstance(member, Fields) and set(value) <= set(fields_of(member.model))
        case list():
            return isinstance(member, Items)
        case _:
            return isinstance(member, Word)


def _below(want: Wanted, key: str) -> Wanted:
    if isinstance(want, Fields):
        return fields_of(want.model)[key]
    return want.value if isinstance(want, Keyed) else FREE


def _name(key: str, want: Wanted, aliases: Aliases) -> str:
    if isinstance(want, Fields):
        return _first(key, aliases.fields)
    spoken = want.key if isinstance(want, Keyed) else FREE
    vocabulary = spoken.vocabulary if isinstance(spoken, Word) else ""
    return _first(key, aliases.words.get(vocabulary, {}))


def _first(name: str, table: Table) -> str:
    return next(iter(table.get(name, ())), name)


def _block(fields: dict[str, Any], margin: str) -> Iterator[str]:
    for key, value in fields.items():
        name = margin + _scalar(key)
        if _is_flat(value):
            yield f"{name}: {_flow(value)}"
        elif isinstance(value, dict):
            yield f"{name}:"
            yield from _block(value, margin + _STEP)
        else:
            yield f"{name}:"
            yield from (line for item in value for line in _item(item, margin))


def _item(item: Any, margin: str) -> Iterator[str]:  # noqa: ANN401 - plain JSON
    if isinstance(item, dict) and item:
        first, *rest = _block(item, margin + _STEP)
        yield f"{margin}- {first.removeprefix(margin + _STEP)}"
        yield from rest
    else:
        yield f"{margin}- {_flow(item)}"


def _is_flat(value: Any) -> bool:  # noqa: ANN401 - plain JSON
    """Return whether a value goes on the line of its name."""
    match value:
        case dict():
            return not any(isinstance(inner, dict | list) for inner in value.values())
        case list():
            return not any(isinstance(inner, dict | list) for inner in value)
        case _:
            return True


def _flow(value: Any) -> str:  # noqa: ANN401 - plain JSON
    match value:
        case dict():
            pairs = (f"{_scalar(key)}: {_flow(inner)}" for key, inner in value.items())
            return "{" + ", ".join(pairs) + "}"
        case list():
            return "[" + ", ".join(map(_flow, value)) + "]"
        case _:
            return _scalar(value)


def _scalar(value: Any) -> str:  # noqa: ANN401 - plain JSON
    if value is None:
        return "~"
    if not isinstance(value, str):
        return json.dumps(value)
    if _SAFE.fullmatch(value) and not value.endswith(" ") and resolve(value) == value:
        return value
    quoted = json.dumps(value, ensure_ascii=False)
    return _UNSAFE_SIGN.sub(lambda sign: f"\\u{ord(sign.group()):04x}", quoted)
