"""The form in which a game's record is typed: its fields, and its values to and from a record."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from generator.errors import LudokitError
from generator.reading import schema
from generator.reading.nodes import Path
from generator.reading.schema import FREE, TRUTH, Aliases, Choice, Fields, Items, OpenMapping, Word
from generator.records.record_format import NAMING, HeadFile, record_format
from generator.rules import AnyRules, cells
from generator.rules.interface import NOBODY
from generator.words import Language, message

# A field of the form as JSON: `kind`, and what that kind needs.
FormNode = dict[str, Any]
# What was typed into it: text, and lists and mappings of text.
FormValue = Any
# The value in a record, and the function that converts what is nested within a field.
RecordValue = Any
Kind = TypeVar("Kind")
Recursion = Callable[[FormValue, FormNode], RecordValue]
CELL = "cell"
# What a click on a square of the paper puts into a field: its name, or the beginning of a move.
TAKES = {CELL: "cell", "pass": "move"}
MOST_ROWS = 2000
# One digit more than the number of a seat may have.
LONGEST_SEAT = 4
# How an empty list is typed.
NOTHING = "–"
_PARTED = {True: re.compile(r"[,;\n]+"), False: re.compile(r"[,;\s]+")}


class StrangeError(LudokitError):
    """The page sent what its form cannot hold; the message repeats none of it."""

    def __init__(self) -> None:
        super().__init__(message("page.check-strange"))


@lru_cache(maxsize=32)
def build_form(rules: AnyRules, language: Language) -> FormNode:
    """Return the form of a record's body in one language; final papers are not in it."""
    form = record_format(rules)
    known = {*schema.field_schemas(HeadFile), *rules.body_fields[1:], *NAMING}
    every = schema.field_schemas(form.model).items()
    own = {name: want for name, want in every if name not in known}
    return _fields(own, form.display_aliases[language])


def _fields(fields: Mapping[str, schema.Schema], aliases: Aliases) -> FormNode:
    found = [
        {"name": name, "label": aliases.display_word(name), "node": _node(want, aliases)}
        for name, want in fields.items()
    ]
    return {"kind": "fields", "fields": found}


def _node(want: schema.Schema, aliases: Aliases) -> FormNode:
    found: FormNode = {"kind": "text"}
    match want:
        case Fields(model):
            found = _fields(schema.field_schemas(model), aliases)
        case OpenMapping(key, value):
            found = {"kind": "table", "key": _node(key, aliases), "value": _node(value, aliases)}
        case Items(_, rest):
            found = _items(rest, aliases)
        case Choice(members):
            models = [one for one in members if isinstance(one, Fields)]
            lists = (one for one in members if isinstance(one, Items))
            found = _node(next(lists, FREE), aliases)
            if models:
                found = {"kind": "kinds", "members": [_member(one, aliases) for one in models]}
        case Word():
            found = _word(want, aliases)
    return found


def _member(one: Fields, aliases: Aliases) -> FormNode:
    fields = schema.field_schemas(one.model)
    name = next(iter(fields))
    if fields == {name: TRUTH}:
        fields = {}
    return {"name": name, "label": aliases.display_word(name), "node": _fields(fields, aliases)}


def _items(rest: schema.Schema, aliases: Aliases) -> FormNode:
    node = _node(rest, aliases)
    if node["kind"] in {"fields", "kinds", "list", "table", "rows"}:
        return {"kind": "rows", "item": node}
    words = [label for _, label in node.get("options", ())]
    # Moves and words of a list have blanks in them.
    is_long = isinstance(rest, Word) and not rest.options
    has_blanks = isinstance(rest, Choice) or any(" " in word for word in words)
    return {"kind": "list", "item": node, "by_comma": is_long or has_blanks}


def _word(want: Word, aliases: Aliases) -> FormNode:
    if want == TRUTH:
        return {"kind": "truth"}
    table = aliases.words.get(want.vocabulary, {})
    if want.vocabulary in {"player", "winner"}:
        nobody = [[word, table[word][0] if table.get(word) else word] for word in (NOBODY,)]
        return {"kind": "player", "options": nobody if want.vocabulary == "winner" else []}
    names = want.options or tuple(table)
    options = [[name, next(iter(table.get(name, ())), name)] for name in names]
    if not want.options or want.vocabulary == CELL:
        takes = TAKES.get(want.vocabulary, "")
        return {"kind": "text", "options": options, "takes": takes}
    is_number = not want.vocabulary and all(word.isdecimal() for word in want.options)
    return {"kind": "words", "options": options, "is_number": is_number}


def record_from_form(held: FormValue, node: FormNode, players: Sequence[str]) -> RecordValue:
    """Return a form as a record's fields, None where empty; StrangeError for no form's values."""

    def inner(value: FormValue, of: FormNode) -> RecordValue:
        return record_from_form(value, of, players)

    if held is None or held == "":
        return None
    found: RecordValue
    match node["kind"]:
        case "fields":
            given, every = _held(held, dict), ((one["name"], one["node"]) for one in node["fields"])
            read = ((name, inner(given.get(name), of)) for name, of in every)
            found = {name: value for name, value in read if value is not None} or None
        case kind if kind in GATHERED:
            found = GATHERED[kind](held, node, inner)
        case "list":
            found = _parted(_held(held, str).strip(), node)
        case "truth":
            found = _held(held, bool) or None
        case "player":
            found = _player(_held(held, str), players)
        case _:
            found = _scalar(_held(held, str).strip(), node)
    return found


def _parted(text: str, node: FormNode) -> list[RecordValue] | None:
    """Split the text of a list; None where nothing was typed, [] where a dash was."""
    if text in {NOTHING, "-"}:
        return []
    parts = (part.strip() for part in _PARTED[node["by_comma"]].split(text))
    return [_scalar(part, node["item"]) for part in parts if part] or None


def _scalar(text: str, node: FormNode) -> str | int | None:
    if node["kind"] == "words" and not node["is_number"]:
        return text or None
    value = cells.parse_number(text)
    return text or None if value is None else value


def _player(text: str, players: Sequence[str]) -> str:
    is_seat = text.isdecimal() and text.isascii() and len(text) < LONGEST_SEAT
    return players[int(text)] if is_seat and int(text) < len(players) else text


def _table(held: FormValue, node: FormNode, inner: Recursion) -> RecordValue:
    found = {}
    for pair in held.items() if isinstance(held, dict) else _held(held, list):
        match pair:
            case str(key), value:
                name = inner(key, node["key"])
                if name is not None and (holds := inner(value, node["value"])) is not None:
                    found[name] = holds
            case _:
                raise StrangeError
    return found or None


def _rows(held: FormValue, node: FormNode, inner: Recursion) -> RecordValue:
    found = [inner(row, node["item"]) for row in _held(held, list)]
    while found and found[-1] is None:
        found.pop()
    empty: RecordValue = [] if node["item"]["kind"] == "list" else {}
    return [empty if row is None else row for row in found] or None


def _kind(held: FormValue, node: FormNode, inner: Recursion) -> RecordValue:
    given = _held(held, dict)
    member = next((one for one in node["members"] if one["name"] == given.get("is")), None)
    if member is None:
        return None
    if not member["node"]["fields"]:
        return {member["name"]: True}
    # An entry whose first field is still empty cannot be told apart yet.
    return inner(given.get("fields"), member["node"])


GATHERED = {"table": _table, "rows": _rows, "kinds": _kind}


def _held(held: FormValue, kind: type[Kind]) -> Kind:
    if not isinstance(held, kind) or (isinstance(held, list) and len(held) > MOST_ROWS):
        raise StrangeError
    return held


def form_from_record(value: RecordValue, node: FormNode, players: Sequence[str]) -> FormValue:
    """Return what has to be typed into a form to get a record's fields."""
    if value is None:
        return None

    def inner(one: RecordValue, of: FormNode) -> FormValue:
        return form_from_record(one, of, players)

    found: FormValue
    match node["kind"]:
        case "fields":
            every = ((one["name"], one["node"]) for one in node["fields"] if one["name"] in value)
            found = {name: inner(value[name], of) for name, of in every}
        case "table":
            key, of = node["key"], node["value"]
            pairs = [[inner(name, key), inner(one, of)] for name, one in value.items()]
            found = pairs if key["kind"] == "text" else dict(pairs)
        case "rows":
            found = [inner(row, node["item"]) for row in value]
        case "kinds":
            member = next(one for one in node["members"] if one["name"] in value)
            found = {"is": member["name"], "fields": inner(value, member["node"])}
        case "list":
            items = value if isinstance(value, list) else [value]
            words = [inner(one, node["item"]) for one in items]
            found = (", " if node["by_comma"] else " ").join(words) or NOTHING
        case "truth":
            found = bool(value)
        case "player":
            found = str(players.index(value)) if value in players else str(value)
        case kind:
            labels = dict(node.get("options", ())) if kind == "text" else {}
            found = labels.get(value, str(value))
    return found


def field_address(path: Path, node: FormNode, players: Sequence[str]) -> str:
    """Return a record's path as an address in the form: dotted, with players by their seats."""
    found = []
    for step in path:
        match node["kind"]:
            case "table":
                found.append(
                    form_from_record(step, node["key"], players) if isinstance(step, str) else step
                )
                node = node["value"]
            case "rows":
                found.append(step)
                node = node["item"]
            case "fields" | "kinds":
                found.append(step)
                node = _below(node, str(step))
            case _:
                break
    return ".".join(map(str, found))


def _below(node: FormNode, name: str) -> FormNode:
    nodes = [node] if node["kind"] == "fields" else [one["node"] for one in node["members"]]
    every = (one for of in nodes for one in of["fields"])
    return next((one["node"] for one in every if one["name"] == name), {"kind": "text"})
