"""JSON -> nodes with their places; the standard library's string scanner does the letters."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from json import JSONDecodeError, decoder
from typing import NoReturn

from generator.errors import DataError, Problem
from generator.reading import nodes
from generator.reading.nodes import ListNode, MapNode, Node, Scalar, sorted_problems
from generator.words import Message, clip_text, message, nearest_word

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?(?![\w.+-])")
_WORD = re.compile(r"[^\s\[\]{},:\"]+")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
# The C scanner of the standard library, which its stubs leave out.
_scan_string: Callable[[str, int], tuple[str, int]] = vars(decoder)["scanstring"]
_WORDS = frozenset({"null", "true", "false"})
_NO_VALUE = frozenset({"", "]", "}", ",", ":"})
_NOT_NUMBERS = frozenset({"NaN", "Infinity", "-Infinity"})


def parse_json(text: str, file: str, *, first_line: int = 1) -> tuple[Node, tuple[Problem, ...]]:
    """Parse one JSON value, with its lesser faults; DataError for one that ends the parsing."""
    scan = _Scan(text, nodes.LineIndex(text, file, first=first_line))
    if scan.look() == "":
        raise DataError([scan.fault(0, message("reading.empty"))])
    root = scan.value(1)
    if scan.look() != "":
        scan.stop(message("reading.json-extra"))
    return root, tuple(sorted_problems(scan.problems))


@dataclass(slots=True)
class _Scan:
    text: str
    lines: nodes.LineIndex
    at: int = 0
    problems: list[Problem] = field(default_factory=list)

    def look(self) -> str:
        """Skip white space and return the next sign; empty at the end."""
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def fault(self, offset: int, reason: Message) -> Problem:
        return nodes.problem_at(self.lines.place(offset), "", reason)

    def stop(self, reason: Message) -> NoReturn:
        raise DataError(sorted_problems([*self.problems, self.fault(self.at, reason)]))

    def value(self, level: int) -> Node:
        sign = self.look()
        if len(self.problems) >= nodes.LISTED_FAULTS:
            self.stop(message("reading.too-many-faults"))
        if sign in ("[", "{") and level > nodes.LIMIT_LEVELS:
            self.stop(message("reading.too-deep", n=nodes.LIMIT_LEVELS))
        if sign == "[":
            place = self.lines.place(self.at)
            return ListNode(tuple(self.value(level + 1) for _ in self._items("]")), place)
        if sign == "{":
            return self._map(level)
        if sign == '"':
            return self._string()
        if sign in _NO_VALUE:
            self._expected("reading.json-value")
        return self._bare()

    def _map(self, level: int) -> MapNode:
        place = self.lines.place(self.at)
        pairs: list[tuple[Scalar, Node]] = []
        seen: dict[str, Scalar] = {}
        for _ in self._items("}"):
            if self.look() != '"':
                self._expected("reading.json-key")
            key = self._string()
            self.problems.extend(nodes.duplicate_key_problems(key, seen))
            if self.look() != ":":
                self._expected("reading.json-colon")
            self.at += 1
            pairs.append((key, self.value(level + 1)))
        return MapNode(tuple(pairs), place)

    def _items(self, close: str) -> Iterator[None]:
        """Step to each item of the list or mapping that begins here, at last past its end."""
        self.at += 1
        sign = self.look()
        while sign != close:
            yield
            sign = self.look()
            if sign == "":
                wanted = message("reading.json-close", close=close)
                self.stop(message("reading.end-of-json", wanted=wanted))
            if sign == ",":
                self.at += 1
            elif sign != close:
                self.stop(message("reading.json-comma", close=close))
        self.at += 1

    def _expected(self, wanted: str) -> NoReturn:
        sign = self.look()
        if sign == "":
            self.stop(message("reading.end-of-json", wanted=message(wanted)))
        self.stop(message("reading.json-expected", found=sign, wanted=message(wanted)))

    def _string(self) -> Scalar:
        start = self.at
        try:
            raw, self.at = _scan_string(self.text, start + 1)
        except JSONDecodeError as error:
            self.at = min(error.pos, len(self.text))
            if error.msg.startswith("Unterminated"):
                self.at = start
                self.stop(message("reading.open-quote"))
            if error.msg.startswith("Invalid control"):
                self.stop(nodes.control_character_message(self.text[self.at]))
            self.stop(message("reading.bad-escape"))
        if half := _SURROGATE.search(raw):
            found = f"\\u{ord(half.group()):04x}"
            self.problems.append(self.fault(start, message("reading.lone-surrogate", found=found)))
            raw = _SURROGATE.sub("?", raw)  # one fault is enough: nothing else takes half a sign
        if nodes.excess_mark_offset(raw) is not None:
            self.problems.append(self.fault(start, message("reading.marks", n=nodes.MOST_MARKS)))
            raw = "?"
        text = unicodedata.normalize("NFC", raw)
        return Scalar(text, text, self.lines.place(start), quoted=True)

    def _bare(self) -> Scalar:
        start = self.at
        word = _WORD.match(self.text, start)
        text = word.group() if word else self.text[start]
        place = self.lines.place(start)
        number = _NUMBER.fullmatch(text)
        if number is None and text not in _WORDS and text not in _NOT_NUMBERS:
            hint, wanted = nearest_word(text, _WORDS), message("reading.json-value")
            if hint is None:
                self.stop(message("reading.json-expected", found=clip_text(text), wanted=wanted))
            self.stop(message("reading.json-word", found=clip_text(text), near=hint))
        self.at = start + len(text)
        if text in _NOT_NUMBERS:
            self.problems.append(self.fault(start, message("reading.json-number", found=text)))
        value = None if text in _NOT_NUMBERS else nodes.resolve_scalar(text)
        return Scalar(text if value is not None else "", value, place)
