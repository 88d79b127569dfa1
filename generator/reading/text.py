"""Bytes -> text within limits (UTF-8, at most 1 MB), and unquoted words -> values.

Values are the core scalars of YAML 1.2: `no`, `on` and `1:30` stay text.
"""

import math
import re
from bisect import bisect_right
from dataclasses import dataclass
from unicodedata import combining

from generator.errors import DataError, Problem
from generator.reading.nodes import Place, PlainScalar, fault
from generator.words import Message, message

LIMIT_BYTES = 1_000_000
LIMIT_LEVELS = 64
LISTED_FAULTS = 1000
# As in Unicode's stream-safe text: composing a letter takes the square of the number of its marks.
MOST_MARKS = 30

# UTF-32 first: its little-endian mark begins like that of UTF-16.
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_FAR = re.compile(rf"[^\x00-\u02ff]{{{MOST_MARKS + 1},}}")  # no mark comes before U+0300
_BREAK = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a text, to turn an offset into a place."""

    file: str
    starts: tuple[int, ...]
    first: int = 1

    def place(self, offset: int) -> Place:
        """Return the place of an offset in the text, counted from 0."""
        line = bisect_right(self.starts, offset)
        return Place(self.file, self.first + line - 1, offset - self.starts[line - 1] + 1)


def lines_of(text: str, file: str, *, first: int = 1) -> Lines:
    """Return where the lines of a text begin; its first line counts as `first`."""
    return Lines(file, (0, *(found.end() for found in _BREAK.finditer(text))), first)


def piled_marks(text: str) -> int | None:
    """Return the offset of the first mark (an accent) too many on one letter, or None."""
    for found in _FAR.finditer(text):
        marks = 0
        for offset, letter in enumerate(found.group(), start=found.start()):
            marks = marks + 1 if combining(letter) else 0
            if marks > MOST_MARKS:
                return offset
    return None


def decode(data: bytes, file: str) -> str:
    """Return the text of a file; raise DataError when it is too large or not UTF-8."""
    if len(data) > LIMIT_BYTES:
        problem = Problem(file, None, None, "", message("reading.too-big", n=LIMIT_BYTES))
        raise DataError([problem])
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    if marked is not None:
        raise DataError([fault(Place(file, 1, 1), "", _not_utf8(marked))])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        good = error.object[: error.start].decode("utf-8")  # its object has no byte order mark
        place = lines_of(good, file).place(len(good))
        raise DataError([fault(place, "", _not_utf8(_guessed(data)))]) from None


def _not_utf8(encoding: str | None) -> Message:
    if encoding is None:
        return message("reading.not-utf8-unknown")
    return message("reading.not-utf8", encoding=encoding)


def _guessed(data: bytes) -> str | None:
    if b"\x00" in data:
        return None
    try:
        data.decode("cp1252")
    except UnicodeDecodeError:
        return None
    return "windows-1252 (cp1252)"


LONGEST_NUMBER = 18

_WORDS: dict[str, PlainScalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INT = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")


def resolve(text: str) -> PlainScalar:
    """Return what an unquoted word means; a number too long to count with stays text."""
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text) if _is_short(text) else text
    if _BASED.fullmatch(text):
        return int(text, 0) if _is_short(text) else text
    return decimal(text) if _FLOAT.fullmatch(text) else text


def decimal(text: str) -> float | str:
    """Return a decimal number; one beyond all bounds stays text."""
    value = float(text)
    return value if math.isfinite(value) else text


def _is_short(text: str) -> bool:
    return len(text.lstrip("+-")) <= LONGEST_NUMBER
