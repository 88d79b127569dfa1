"""Records -> YAML in one language: short mappings on one line, the rest field by field."""

from collections.abc import Iterable
from datetime import date
from typing import Any

import yaml

from generator.reading.aliases import Aliases, Table
from generator.reading.expected import FREE, Choice, Fields, Items, Wanted, Word, fields_of
from generator.reading.expected import Table as Keyed
from generator.reading.text import resolve
from generator.records.form import RecordForm
from generator.words import Language


def spoken(content: dict[str, Any], form: RecordForm, language: Language) -> dict[str, Any]:
    """Return a record's fields with field names and fixed words in one language."""
    translated: dict[str, Any] = _spoken(content, Fields(form.model), form.shown[language])
    return translated


def yaml_of(fields: dict[str, Any]) -> str:
    """Return plain fields as YAML, a line for each; what is short within them stands on one."""
    return _written(_node(fields, is_entry=True))


def line_of(fields: dict[str, Any]) -> str:
    """Return a plain field as YAML on one line."""
    # Within one in braces all the rest is in braces too.
    return _written(_map(fields, is_short=True)).strip()[1:-1]


class _Dumper(yaml.CSafeDumper):
    """Writes for readers of YAML 1.2, to whom `on` and `no` are words."""


_TAG = "tag:yaml.org,2002:"
_Dumper.yaml_implicit_resolvers = {
    sign: [(tag, form) for tag, form in found if tag != _TAG + "bool" or sign in "tTfF"]
    for sign, found in yaml.CSafeDumper.yaml_implicit_resolvers.items()
}


def _node(value: Any, *, is_entry: bool = False) -> yaml.Node:  # noqa: ANN401 - plain JSON
    """Return a value as PyYAML writes it; an entry of a list has a line for each field."""
    match value:
        case dict():
            return _map(value, is_short=not ((value and is_entry) or _is_deep(value.values())))
        case list():
            items = [_node(item, is_entry=True) for item in value]
            return yaml.SequenceNode(_TAG + "seq", items, flow_style=not _is_deep(value))
        case str():
            # What is a number in YAML 1.2 alone, PyYAML would leave without quotes.
            style = '"' if resolve(value) != value else None
            return yaml.ScalarNode(_TAG + "str", value, style=style)
        case None:
            return yaml.ScalarNode(_TAG + "null", "~")
        case _:
            words = str(value).lower() if isinstance(value, bool) else str(value)
            return yaml.ScalarNode(_TAG + _KINDS[type(value)], words)


def _map(fields: dict[str, Any], *, is_short: bool) -> yaml.Node:
    pairs = [(_node(name), _node(inner)) for name, inner in fields.items()]
    return yaml.MappingNode(_TAG + "map", pairs, flow_style=is_short)


_KINDS = {bool: "bool", int: "int", float: "float", date: "timestamp"}


def _is_deep(values: Iterable[Any]) -> bool:
    return any(isinstance(one, dict | list) for one in values)


def _written(node: yaml.Node) -> str:
    text: str = yaml.serialize(node, None, _Dumper, allow_unicode=True, width=1_000_000)
    return text


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
