"""Nodes: what stands in a file, with its places; decoding within limits, and YAML 1.2 scalars."""

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as FilePath
from typing import TypeAlias
from unicodedata import combining

from generator.errors import DataError, Problem
from generator.words import Message, clip_text, message

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
    """A word, number or text and its `value`; a renamed one keeps what was `written`."""

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


Node = Scalar | ListNode | MapNode


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


def dotted_path(path: Path) -> str:
    """Return a path as people read it, items counted from 1 and long names cut: `turns[3].dice`."""
    words = (f"[{one + 1}]" if isinstance(one, int) else f".{clip_text(one)}" for one in path)
    return "".join(words).removeprefix(".")


def scalars(
    node: Node, path: Path = (), *, with_keys: bool = False
) -> Iterator[tuple[Scalar, Path]]:
    """Yield every scalar below a node with its path; names of fields too, if wanted."""
    match node:
        case Scalar():
            yield node, path
        case ListNode():
            for number, item in enumerate(node.items):
                yield from scalars(item, (*path, number), with_keys=with_keys)
        case MapNode():
            for key, value in node.pairs:
                if with_keys:
                    yield key, path
                yield from scalars(value, (*path, key.text), with_keys=with_keys)


def merge_nodes(facts: Node, words: Node, problems: list[Problem], path: Path = ()) -> Node:
    """Merge facts with words, lists item by item; what stands in both is added to the problems."""
    match facts, words:
        case MapNode(), MapNode():
            own = {key.text: inner for key, inner in facts.pairs}
            pairs = tuple(
                (key, merge_nodes(own.pop(key.text), inner, problems, (*path, key.text)))
                if key.text in own
                else (key, inner)
                for key, inner in words.pairs
            )
            rest = tuple(pair for pair in facts.pairs if pair[0].text in own)
            return MapNode((*pairs, *rest), words.place)
        case ListNode(), ListNode() if len(facts.items) == len(words.items):
            both = enumerate(zip(facts.items, words.items, strict=True))
            items = tuple(merge_nodes(one, said, problems, (*path, n)) for n, (one, said) in both)
            return ListNode(items, words.place)
        case ListNode(), ListNode():
            counts = {"found": len(words.items), "wanted": len(facts.items)}
            reason = message("reading.other-length", **counts, file=FilePath(facts.place.file).name)
        case Scalar(value=None), _:
            return words
        case _, Scalar(value=None):
            return facts
        case _:
            reason = message("reading.in-both", file=FilePath(facts.place.file).name)
    problems.append(problem_at(words.place, dotted_path(path), reason))
    return words


def problem_at(place: Place, field: str, reason: Message) -> Problem:
    """Return the problem of a field at a place."""
    return Problem(place.file, place.line, place.column, field, reason)


def sorted_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems of one file in reading order."""
    return sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0))


def problems_elsewhere(problems: Iterable[Problem], known: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems at places where none is known yet."""
    places = {(one.line, one.column) for one in known}
    return (one for one in problems if (one.line, one.column) not in places)


def control_character_message(sign: str) -> Message:
    """Word the fault of a control character, by its number in Unicode."""
    return message("reading.control-sign", found=f"U+{ord(sign):04X}")


def duplicate_key_problems(key: Scalar, seen: dict[str, Scalar]) -> tuple[Problem, ...]:
    """Return the problem of a key seen before in its mapping; add any other to `seen`."""
    before = seen.setdefault(key.text, key)
    if before is key:
        return ()
    line = str(before.place.line)
    words = message("reading.duplicate-key", found=clip_text(key.text), line=line)
    return (problem_at(key.place, "", words),)


LIMIT_BYTES = 1_000_000
LIMIT_LEVELS = 64
LISTED_FAULTS = 1000
# As in Unicode's stream-safe text: composing a letter takes the square of the number of its marks.
MOST_MARKS = 30

# UTF-32 first: its little-endian mark begins like that of UTF-16.
_MARKS = {b"\xff\xfe\0\0": "utf-32", b"\0\0\xfe\xff": "utf-32"}
_MARKS |= {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_FAR = re.compile(rf"[^\x00-\u02ff]{{{MOST_MARKS + 1},}}")  # no mark comes before U+0300
LINE_BREAK = re.compile(r"\r\n|\n|\r")


class LineIndex:
    """The offsets at which the lines of a text begin, to turn an offset into a place."""

    def __init__(self, text: str, file: str, *, first: int = 1) -> None:
        self.file, self.first = file, first
        self.starts = (0, *(found.end() for found in LINE_BREAK.finditer(text)))

    def place(self, offset: int) -> Place:
        """Return the place of an offset in the text, counted from 0."""
        line = bisect_right(self.starts, offset)
        return Place(self.file, self.first + line - 1, offset - self.starts[line - 1] + 1)


def excess_mark_offset(text: str) -> int | None:
    """Return the offset of the first combining mark too many on one letter, or None."""
    if len(text) <= MOST_MARKS or text.isascii():
        return None
    for found in _FAR.finditer(text):
        marks = 0
        for offset, letter in enumerate(found.group(), start=found.start()):
            marks = marks + 1 if combining(letter) else 0
            if marks > MOST_MARKS:
                return offset
    return None


def decode(data: bytes, file: str, line: int | None = None) -> str:
    """Decode a file, or one line of it; DataError when it is too large or not UTF-8."""
    if len(data) > LIMIT_BYTES:
        reason = message("reading.too-big", n=LIMIT_BYTES)
        raise DataError([Problem(file, line, 1 if line else None, "", reason)])
    marked = next((name for mark, name in _MARKS.items() if data.startswith(mark)), None)
    if marked is not None:
        reason = message("reading.not-utf8", encoding=marked)
        raise DataError([problem_at(Place(file, line or 1, 1), "", reason)])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = error.object[: error.start].decode("utf-8")  # its object has no byte order mark
        place = LineIndex(good, file, first=line or 1).place(len(good))
        reason = message("reading.not-utf8-unknown")
        with suppress(UnicodeDecodeError):
            if b"\x00" not in data and data.decode("cp1252"):
                reason = message("reading.not-utf8", encoding="windows-1252 (cp1252)")
        raise DataError([problem_at(place, "", reason)]) from None


LONGEST_NUMBER = 18

_WORDS: dict[str, PlainScalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# A plus in front of a number says that it was added: not nothing.
_INT = re.compile(r"-?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")


def resolve_scalar(text: str) -> PlainScalar:
    """Return the value of a bare word in YAML 1.2; `no`, `1:30` and very long numbers stay text."""
    if text in _WORDS:
        return _WORDS[text]
    is_based = _BASED.fullmatch(text) is not None
    if is_based or _INT.fullmatch(text):
        is_short = len(text.lstrip("+-")) <= LONGEST_NUMBER
        return int(text, 0 if is_based else 10) if is_short else text
    if _FLOAT.fullmatch(text) and math.isfinite(float(text)):
        return float(text)
    return text  # a decimal number beyond all bounds too
