"""Unquoted YAML words -> values: the core scalars of YAML 1.2, so `no`, `on`, `1:30` stay text."""

import math
import re

from generator.reading.nodes import PlainScalar

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
