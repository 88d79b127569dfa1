"""The form of a game's record: what each field takes, and what was typed into it as a record."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from generator.errors import LudokitError
from generator.reading import expected
from generator.reading.expected import FREE, TRUTH, Aliases, Choice, Fields, Items, Table, Word
from generator.reading.nodes import Path
from generator.records.form import NAMING, HeadFile, record_form
from generator.rules import AnyRules, cells
from generator.rules.family import NOBODY
from generator.words import Language, message

# A field as a form asks for it, in plain lists and mappings: `kind`, and what that kind needs.
Asked: TypeAlias = dict[str, Any]
# What was typed into it: texts, and lists and mappings of them.
Held: TypeAlias = Any
# What they are in a record, and how what stands within something becomes that.
Plain: TypeAlias = Any
Inner: TypeAlias = Callable[[Held, Asked], Plain]
CELL = "cell"
# Fields into which a square of the paper goes: its name, or the beginning of a move.
TAKES = {CELL: "cell", "pass": "move"}
PLAYERS = frozenset({"player", "winner"})
MOST_ROWS = 2000
# As many digits as a seat has.
LONGEST_SEAT = 4
# A list that was written down and has nothing in it.
NOTHING = "–"
_PARTED = {True: re.compile(r"[,;\n]+"), False: re.compile(r"[,;\s]+")}


class StrangeError(LudokitError):
    """What a page sent is nothing that its form can hold."""

    def __init__(self) -> None:
        """Say so without repeating any of it."""
        super().__init__(message("page.check-strange"))


@lru_cache(maxsize=32)
def asked(rules: AnyRules, language: Language) -> Asked:
    """Return the form of a record's body in one language; final papers are not in it."""
    form = record_form(rules)
    known = {*expected.fields_of(HeadFile), *rules.contents[1:], *NAMING}
    every = expected.fields_of(form.model).items()
    own = {name: want for name, want in every if name not in known}
    return _fields(own, form.shown[language])


def _fields(fields: Mapping[str, expected.Wanted], aliases: Aliases) -> Asked:
    found = [
        {"name": name, "label": aliases.shown(name), "node": _node(want, aliases)}
        for name, want in fields.items()
    ]
    return {"kind": "fields", "fields": found}


def _node(want: expected.Wanted, aliases: Aliases) -> Asked:
    found: Asked = {"kind": "text"}
    match want:
        case Fields(model):
            found = _fields(expected.fields_of(model), aliases)
        case Table(key, value):
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


def _member(one: Fields, aliases: Aliases) -> Asked:
    """Return one of several kinds of entries, told by its first field."""
    fields = expected.fields_of(one.model)
    name = next(iter(fields))
    if fields == {name: TRUTH}:
        fields = {}
    return {"name": name, "label": aliases.shown(name), "node": _fields(fields, aliases)}


def _items(rest: expected.Wanted, aliases: Aliases) -> Asked:
    """Return a list: short ones as one text, of entries a row each."""
    node = _node(rest, aliases)
    if node["kind"] in {"fields", "kinds", "list", "table", "rows"}:
        return {"kind": "rows", "item": node}
    words = [label for _, label in node.get("options", ())]
    # Moves and words of a list have blanks in them.
    is_long = isinstance(rest, Word) and not rest.options
    has_blanks = isinstance(rest, Choice) or any(" " in word for word in words)
    return {"kind": "list", "item": node, "by_comma": is_long or has_blanks}


def _word(want: Word, aliases: Aliases) -> Asked:
    if want == TRUTH:
        return {"kind": "truth"}
    table = aliases.words.get(want.vocabulary, {})
    if want.vocabulary in PLAYERS:
        nobody = [[word, table[word][0] if table.get(word) else word] for word in (NOBODY,)]
        return {"kind": "player", "options": nobody if want.vocabulary == "winner" else []}
    names = want.options or tuple(table)
    options = [[name, next(iter(table.get(name, ())), name)] for name in names]
    if not want.options or want.vocabulary == CELL:
        takes = TAKES.get(want.vocabulary, "")
        return {"kind": "text", "options": options, "takes": takes}
    is_number = not want.vocabulary and all(word.isdecimal() for word in want.options)
    return {"kind": "words", "options": options, "is_number": is_number}


# --- from what was typed to a record's fields --------------------------------------------------


def fields_of(held: Held, node: Asked, players: Sequence[str]) -> Plain:
    """Return what was typed into a form as a record's fields; None where that is nothing.

    Players are held by their seats. Raise StrangeError for what no form can hold.
    """

    def inner(value: Held, of: Asked) -> Plain:
        return fields_of(value, of, players)

    if held is None or held == "":
        return None
    found: Plain
    match node["kind"]:
        case "fields":
            given, every = _mapping(held), ((one["name"], one["node"]) for one in node["fields"])
            read = ((name, inner(given.get(name), of)) for name, of in every)
            found = {name: value for name, value in read if value is not None} or None
        case kind if kind in GATHERED:
            found = GATHERED[kind](held, node, inner)
        case "list":
            found = _parted(_text(held).strip(), node)
        case "truth":
            found = _truth(held) or None
        case "player":
            found = _player(_text(held), players)
        case _:
            found = _scalar(_text(held).strip(), node)
    return found


def _parted(text: str, node: Asked) -> list[Plain] | None:
    """Return a list by its parts; one that was written down as empty is not left out."""
    if text in {NOTHING, "-"}:
        return []
    parts = (part.strip() for part in _PARTED[node["by_comma"]].split(text))
    return [_scalar(part, node["item"]) for part in parts if part] or None


def _truth(held: Held) -> bool:
    if not isinstance(held, bool):
        raise StrangeError
    return held


def _scalar(text: str, node: Asked) -> str | int | None:
    """Return a word, or a number where one was typed that is no word of a list."""
    if node["kind"] == "words" and not node["is_number"]:
        return text or None
    value = cells.number(text)
    return text or None if value is None else value


def _player(text: str, players: Sequence[str]) -> str:
    is_seat = text.isdecimal() and text.isascii() and len(text) < LONGEST_SEAT
    return players[int(text)] if is_seat and int(text) < len(players) else text


def _table(held: Held, node: Asked, inner: Inner) -> Plain:
    pairs = held.items() if isinstance(held, dict) else map(_pair, _list(held))
    found = {}
    for key, value in pairs:
        name = inner(_text(key), node["key"])
        if name is not None and (holds := inner(value, node["value"])) is not None:
            found[name] = holds
    return found or None


def _rows(held: Held, node: Asked, inner: Inner) -> Plain:
    """Return every row; those that are still empty at the end are not there yet."""
    found = [inner(row, node["item"]) for row in _list(held)]
    while found and found[-1] is None:
        found.pop()
    empty: Plain = [] if node["item"]["kind"] == "list" else {}
    return [empty if row is None else row for row in found] or None


def _kind(held: Held, node: Asked, inner: Inner) -> Plain:
    given = _mapping(held)
    member = next((one for one in node["members"] if one["name"] == given.get("is")), None)
    if member is None:
        return None
    if not member["node"]["fields"]:
        return {member["name"]: True}
    # An entry whose first field is still empty is told by nothing else.
    return inner(given.get("fields"), member["node"])


GATHERED = {"table": _table, "rows": _rows, "kinds": _kind}


def _mapping(held: Held) -> dict[str, Held]:
    if not isinstance(held, dict):
        raise StrangeError
    return held


def _list(held: Held) -> list[Held]:
    if not isinstance(held, list) or len(held) > MOST_ROWS:
        raise StrangeError
    return held


def _pair(held: Held) -> tuple[Held, Held]:
    if not isinstance(held, list) or len(held) != 2:  # noqa: PLR2004 - a key and what it holds
        raise StrangeError
    return held[0], held[1]


def _text(held: Held) -> str:
    if not isinstance(held, str):
        raise StrangeError
    return held


# --- from a record's fields to what would have been typed --------------------------------------


def held_of(value: Plain, node: Asked, players: Sequence[str]) -> Held:
    """Return what has to be typed into a form to have a record's fields."""
    if value is None:
        return None

    def inner(one: Plain, of: Asked) -> Held:
        return held_of(one, of, players)

    found: Held
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
            words = [inner(one, node["item"]) for one in _as_list(value)]
            found = (", " if node["by_comma"] else " ").join(words) or NOTHING
        case "truth":
            found = bool(value)
        case "player":
            found = str(players.index(value)) if value in players else str(value)
        case kind:
            labels = dict(node.get("options", ())) if kind == "text" else {}
            found = labels.get(value, str(value))
    return found


def _as_list(value: Plain) -> list[Plain]:
    return value if isinstance(value, list) else [value]


# --- places ------------------------------------------------------------------------------------


def at_field(path: Path, node: Asked, players: Sequence[str]) -> str:
    """Return the address in the form of a record's path: players by their seats, dots between."""
    found = []
    for step in path:
        match node["kind"]:
            case "table":
                found.append(held_of(step, node["key"], players) if isinstance(step, str) else step)
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


def _below(node: Asked, name: str) -> Asked:
    nodes = [node] if node["kind"] == "fields" else [one["node"] for one in node["members"]]
    every = (one for of in nodes for one in of["fields"])
    return next((one["node"] for one in every if one["name"] == name), {"kind": "text"})


def spoken_paths(
    canonical: object, spoken: object, at: Path = (), said: Path = ()
) -> Iterator[tuple[Path, Path]]:
    """Yield every path of a record in the words of a language, with the canonical one."""
    yield said, at
    if isinstance(canonical, dict) and isinstance(spoken, dict):
        for (name, inner), (word, told) in zip(canonical.items(), spoken.items(), strict=True):
            yield from spoken_paths(inner, told, (*at, name), (*said, word))
    elif isinstance(canonical, list) and isinstance(spoken, list):
        for place, (inner, told) in enumerate(zip(canonical, spoken, strict=True)):
            yield from spoken_paths(inner, told, (*at, place), (*said, place))
