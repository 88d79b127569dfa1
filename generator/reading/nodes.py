"""Nodes: what stands in a file, with the place of every word."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from generator.errors import Problem
from generator.words import Message, clipped, message

PlainScalar: TypeAlias = "str | int | float | bool | None"
Plain: TypeAlias = "PlainScalar | list[Plain] | dict[str, Plain]"
Path: TypeAlias = "tuple[str | int, ...]"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something begins in a file; line and column count from 1."""

    file: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Scalar:
    """One word, number or text: `text` as written, `value` as understood without quotes.

    In canonical nodes `text` is the canonical word, and `written` what stood in the file.
    """

    text: str
    value: PlainScalar
    place: Place
    quoted: bool = False
    written: str | None = None

    def is_empty(self) -> bool:
        """Return whether nothing stands here, or a `~` that says so."""
        return self.value is None and self.text in ("", "~")

    def spelling(self) -> str:
        """Return the word as its writer spelt it."""
        return self.text if self.written is None else self.written


@dataclass(frozen=True, slots=True)
class ListNode:
    """A list, in order."""

    items: "tuple[Node, ...]"
    place: Place


@dataclass(frozen=True)
class MapNode:
    """Fields and what they hold, in the order of the file."""

    pairs: "tuple[tuple[Scalar, Node], ...]"
    place: Place

    @cached_property
    def _by_name(self) -> "Mapping[str, tuple[Scalar, Node]]":
        # Found once: a file may hold a hundred thousand fields, each asked for by name.
        return {key.text: (key, inner) for key, inner in reversed(self.pairs)}

    def get(self, name: str) -> "Node | None":
        """Return what a field holds, or None when it is not there."""
        return self._by_name[name][1] if name in self._by_name else None

    def key(self, name: str) -> Scalar | None:
        """Return the field's name as a node with its place, or None when it is not there."""
        return self._by_name[name][0] if name in self._by_name else None


Node: TypeAlias = Scalar | ListNode | MapNode


def plain(node: Node, as_text: frozenset[Place] = frozenset()) -> Plain:
    """Return the node as JSON would hold it; scalars at places `as_text` as they are written."""
    match node:
        case Scalar():
            return node.text if node.place in as_text else node.value
        case ListNode():
            return [plain(item, as_text) for item in node.items]
        case MapNode():
            return {key.text: plain(inner, as_text) for key, inner in node.pairs}


def child(node: Node, step: str | int) -> Node | None:
    """Return what lies one step deeper (a field's name or an index from 0), or None."""
    if isinstance(node, MapNode):
        return node.get(str(step))
    if isinstance(node, ListNode) and isinstance(step, int) and 0 <= step < len(node.items):
        return node.items[step]
    return None


def place_of(node: Node, path: Path) -> Place:
    """Return where a path of names and indexes leads; where it breaks off, the last place on it."""
    for step in path:
        inner = child(node, step)
        if inner is None:
            break
        node = inner
    return node.place


def dotted(path: Path) -> str:
    """Return a path as people read it, items counted from 1 and long names cut: `turns[3].dice`."""
    words = "".join(
        f"[{step + 1}]" if isinstance(step, int) else f".{clipped(step)}" for step in path
    )
    return words.removeprefix(".")


def split(node: MapNode, names: Collection[str]) -> tuple[MapNode, dict[str, Node]]:
    """Take the named fields out of a mapping; return the rest and what was taken."""
    taken = {key.text: inner for key, inner in node.pairs if key.text in names}
    rest = tuple((key, inner) for key, inner in node.pairs if key.text not in names)
    return MapNode(rest, node.place), taken


def fault(place: Place, field: str, reason: Message) -> Problem:
    """Return the problem of a field at its place."""
    return Problem(place.file, place.line, place.column, field, reason)


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems of one file in reading order."""
    return sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0))


def duplicate(key: Scalar, seen: dict[str, Scalar]) -> tuple[Problem, ...]:
    """Return the problem of a key that stood before in its mapping; add the others to `seen`."""
    before = seen.setdefault(key.text, key)
    if before is key:
        return ()
    line = str(before.place.line)
    words = message("reading.duplicate-key", found=clipped(key.text), line=line)
    return (fault(key.place, "", words),)
