"""Changes at random: to bytes, lines and trees, and values that nobody would think of."""

import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

import yaml

from tests.edits.editing import change_tree

Tree = Any
MARKS = "\u0300\u0316"
SIGNS = (
    *(b"\0", b"\xff", b"\xef\xbb\xbf", b"\x1b[2J", b"\r", b"\x85", b"\xe2\x80\xa8", b"\xc2\xa0"),
    *(b"\xed\xa0\x80", b"\xe2\x80\xae", b"\t", b"'", b'"', b"{", b"[", b"]", b"}", b":", b"-"),
    *(b"&a ", b"*a", b"!!x ", b"#", b"|\n", b">", b"%", b",", b";", b"\\", b"\\u0000", b"---\n"),
    *(b"=", b"/", b"\xc2\x9b", b"\xe2\x80\x8b", "é".encode(), ("a" + MARKS * 20).encode()),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 6, 7, 18, 19, 100, 1_000_000, 2**63, -(2**63), 10**30),
    *(0.5, 3.0, 1e308, float("inf"), "", " ", "\u200b", "-", "–", "~", "/", "?", "x", "null"),
    *("none", "rien", "personne", "nobody", "pass", "passe", "yes", "non", "1e9", "0x1F", "012"),
    *("1_000", "½", "²", "٣", "Ⅳ", "three", "trois", "premier", "2e", "3rd", "a dozen", "3 + 4"),
    *("1:30", "2026-03-14", "14/3/2026", "2026-02-30", "O1", "J9", "Y10", "P0", "Z3", "o 1", "1x1"),
    *("C3=4", "f5", "t7", "t17", "t0", "A→B", "->", "=", ":", "O1, J2", "O1 et J2", "O1; O1"),
    *("Ana", "Ben", "ANA", "Ana Ben", "Ana, Ben", "l'Ana", "Zoé", "qwinto", "sti", "rouge", "red"),
    *(
        "<b>&amp;</b>",
        "{{7*7}}",
        "{0}",
        "%s",
        "../x",
        "C:\\x",
        "a\tb",
        "a\nb",
        "\x1b[31m",
        "\u202ea",
    ),
    *(
        "\x9b2J",
        "\ud7ff",
        "\U0001f600",
        "e\u0301",
        "a" + MARKS * 20,
        "W" * 300,
        "mot " * 60,
        [],
        {},
    ),
    *([[]], [{}], [None], {"a": 1}, {"": ""}, ["O1", "O1"], [1, "2", None, [3]], {"Ana": "O1"}),
)


def odd_value(chance: Random) -> Tree:
    """Return a value that stands nowhere by rights."""
    return deepcopy(chance.choice(VALUES))


def changed_bytes(data: bytes, chance: Random) -> bytes:
    """Return bytes with a run of them cut, doubled, moved, flipped or put in."""
    start = chance.randrange(len(data) + 1)
    end = min(len(data), start + chance.choice((1, 1, 2, 5, 20, 100)))
    piece, sign = data[start:end], chance.choice(SIGNS)
    flipped = bytes(one ^ 1 << chance.randrange(8) for one in piece)
    middle = (b"", piece * 2, piece * 30, flipped, sign, sign + piece, sign * 40)
    match chance.randrange(9):
        case 0:
            return data[:start]
        case 1:
            to = chance.randrange(len(data) + 1)
            rest = data[:start] + data[end:]
            return rest[:to] + piece + rest[to:]
        case number:
            return data[:start] + middle[number - 2] + data[end:]


def changed_lines(data: bytes, chance: Random) -> bytes:
    """Return a text with a line gone, doubled, moved, joined, or set in or out."""
    lines = data.split(b"\n")
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    line = lines[at]
    match chance.randrange(8):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, line)
        case 2:
            lines[at : at + 1] = [line] * 50
        case 3:
            lines[at], lines[to] = lines[to], line
        case 4:
            lines[at] = b" " * chance.choice((1, 2, 4)) + line
        case 5:
            lines[at] = line.lstrip()
        case 6:
            lines[at : at + 2] = [b"".join(lines[at : at + 2])]
        case _:
            lines[at] = line.replace(b" ", chance.choice((b"\t", b"", b"  ", b"\xc2\xa0")))
    return chance.choice((b"\n", b"\n", b"\n", b"\r\n", b"\r")).join(lines)


def changed_tree(tree: Tree, chance: Random, others: Sequence[Tree] = ()) -> Tree:
    """Return a tree with one thing in it edited, or with a value or a piece of another put in."""
    made = deepcopy(tree)
    if not isinstance(made, dict) or not made:
        return odd_value(chance)
    if chance.random() < 0.5:
        while change_tree(made, "", chance) is None:
            pass
        return made
    holder: Any = made
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = chance.choice(keys)
        inner = holder[key]
        if not isinstance(inner, dict | list) or not inner or chance.random() < 0.2:
            break
        holder = inner
    new = odd_value(chance)
    if others and chance.random() < 0.3:
        new = deepcopy(_piece(chance.choice(others), chance))
    if isinstance(holder, dict) and chance.random() < 0.2:
        holder[str(new)[:200]] = inner
    else:
        holder[key] = new
    return made


def nudged_tree(tree: Tree, chance: Random, alike: Tree) -> Tree:
    """Return a tree in which something is as it might have been written down: it can be read.

    An item of a list is gone, there twice, or has changed places; or a value is one that stands
    in the same field elsewhere, here or in a tree of the same kind.
    """
    made = deepcopy(tree)
    lists, leaves = list[list[Any]](), list[tuple[Any, Any, str]]()
    _gather(made, "", lists, leaves)
    if lists and chance.random() < 0.4:
        items = chance.choice(lists)
        at, to = chance.randrange(len(items)), chance.randrange(len(items))
        match chance.randrange(3):
            case 0:
                del items[at]
            case 1:
                items.insert(to, deepcopy(items[at]))
            case _:
                items[at], items[to] = items[to], items[at]
    elif leaves:
        holder, key, field = chance.choice(leaves)
        others = list[tuple[Any, Any, str]]()
        _gather(alike, "", [], others)
        found = [one for one in (*leaves, *others) if one[2] == field]
        other, place, _ = chance.choice(found)
        value = other[place]
        if type(value) is int and chance.random() < 0.5:
            value += chance.choice((-1, 1))
        holder[key] = value
    return made


def _gather(
    tree: Tree, field: str, lists: list[list[Any]], leaves: list[tuple[Any, Any, str]]
) -> None:
    """Gather the lists that hold something, and the values with the field that each stands in."""
    keys = tree if isinstance(tree, dict) else range(len(tree) if isinstance(tree, list) else 0)
    if isinstance(tree, list) and tree and field not in {"players", "joueurs"}:
        lists.append(tree)
    for key in keys:
        inner, name = tree[key], str(key) if isinstance(tree, dict) else field
        if isinstance(inner, dict | list):
            _gather(inner, name, lists, leaves)
        elif name not in {"game", "jeu", "players", "joueurs", "format"}:
            leaves.append((tree, key, name))


def _piece(tree: Tree, chance: Random) -> Tree:
    while isinstance(tree, dict | list) and tree and chance.random() < 0.7:
        tree = chance.choice(list(tree.values()) if isinstance(tree, dict) else tree)
    return tree


def as_yaml(tree: Tree, chance: Random) -> bytes:
    """Return a tree as YAML, in one of the ways of writing it."""
    flow = chance.choice((None, False, True))
    text = yaml.safe_dump(
        tree,
        allow_unicode=chance.random() < 0.8,
        sort_keys=False,
        default_flow_style=flow,
        width=chance.choice((80, 100_000)),
    )
    return text.encode("utf-8", errors="surrogatepass")


def as_json(tree: Tree, chance: Random) -> bytes:
    """Return a tree as JSON on one line."""
    words = json.dumps(tree, ensure_ascii=chance.random() < 0.5, default=str)
    return words.encode("utf-8", errors="surrogatepass")


BYTES: Mapping[str, Callable[[bytes, Random], bytes]] = {
    "bytes": changed_bytes,
    "lines": changed_lines,
}
