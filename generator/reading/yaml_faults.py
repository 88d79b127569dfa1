"""What the YAML parser finds wrong, in our words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import yaml

from generator.errors import Problem
from generator.reading.nodes import Place, fault
from generator.reading.text import lines_of
from generator.words import Message, message


@dataclass(frozen=True, slots=True)
class _Stop:
    """Where the parser stopped: the sign there, what it was in the midst of, and its complaint."""

    sign: str
    task: str
    complaint: str
    place: Place
    opened: Place
    last: Place
    at_end: bool
    is_first: bool


def syntax_fault(error: yaml.YAMLError, text: str, file: str) -> Problem:
    """Return the one problem that keeps the parser from reading on."""
    stop = _stop(error, text, file)
    word = _BY_COMPLAINT.get(stop.complaint) or _BY_TASK.get(stop.task) or _plain
    place, words = word(stop)
    return fault(place, "", words)


def _stop(error: yaml.YAMLError, text: str, file: str) -> _Stop:
    marked = error if isinstance(error, yaml.MarkedYAMLError) else yaml.MarkedYAMLError()
    mark, start = marked.problem_mark, marked.context_mark or marked.problem_mark
    task, complaint = marked.context or "", marked.problem or ""
    if mark is None or start is None:
        here = Place(file, 1, 1)
        return _Stop("", task, complaint, here, here, here, at_end=False, is_first=True)
    return _Stop(
        sign=text[mark.index : mark.index + 1],
        task=task,
        complaint=complaint,
        place=Place(file, mark.line + 1, mark.column + 1),
        opened=Place(file, start.line + 1, start.column + 1),
        last=lines_of(text, file).place(max(len(text.rstrip()) - 1, 0)),
        at_end=not text[mark.index :].strip(),
        is_first=not text[mark.index - mark.column : mark.index].strip(),
    )


def _plain(stop: _Stop) -> tuple[Place, Message]:
    return stop.place, message("reading.yaml-syntax")


def _tab(stop: _Stop) -> tuple[Place, Message]:
    return stop.place, message("reading.tab")


def _token(stop: _Stop) -> tuple[Place, Message]:
    if stop.sign == "\t":
        return _tab(stop)
    return stop.place, message("reading.reserved-sign", found=stop.sign)


def _content(stop: _Stop) -> tuple[Place, Message]:
    if stop.at_end:
        return stop.last, message("reading.early-end")
    return stop.place, message("reading.surprising-sign", found=stop.sign)


def _end(stop: _Stop) -> tuple[Place, Message]:
    return stop.opened, message("reading.open-quote")


def _bracket(stop: _Stop) -> tuple[Place, Message]:
    close = "]" if "']'" in stop.complaint else "}"
    if stop.at_end:
        return stop.opened, message("reading.open-bracket", close=close)
    return stop.place, message("reading.json-comma", close=close)


def _indent(stop: _Stop) -> tuple[Place, Message]:
    if not stop.is_first:
        return _extra(stop)
    return stop.place, message("reading.bad-indent")


def _extra(stop: _Stop) -> tuple[Place, Message]:
    return stop.place, message("reading.extra")


def _key(stop: _Stop) -> tuple[Place, Message]:
    return stop.opened, message("reading.no-colon")


def _colon(stop: _Stop) -> tuple[Place, Message]:
    return stop.place, message("reading.surprising-colon")


def _escape(stop: _Stop) -> tuple[Place, Message]:
    return stop.place, message("reading.bad-escape")


def _start(stop: _Stop) -> tuple[Place, Message]:
    # Both an anchor and an alias are refused anyway: who writes `*` alone means the sign.
    sign = "*" if "alias" in stop.task else "&"
    return stop.opened, message("reading.reserved-sign", found=sign)


def _tag(stop: _Stop) -> tuple[Place, Message]:
    return stop.opened, message("reading.tag", found="!")


def _directive(stop: _Stop) -> tuple[Place, Message]:
    return stop.opened, message("reading.directive")


_Wording = Callable[[_Stop], tuple[Place, Message]]
_BY_COMPLAINT: Mapping[str, _Wording] = MappingProxyType(
    {
        "found character that cannot start any token": _token,
        "did not find expected node content": _content,
        "found unexpected end of stream": _end,
        "found unexpected document indicator": _end,
        "did not find expected ',' or ']'": _bracket,
        "did not find expected ',' or '}'": _bracket,
        "did not find expected key": _indent,
        "did not find expected '-' indicator": _indent,
        "did not find expected <document start>": _extra,
        "block sequence entries are not allowed in this context": _indent,
        "found a tab character that violates indentation": _tab,
        "found a tab character where an indentation space is expected": _tab,
        "could not find expected ':'": _key,
        "mapping values are not allowed in this context": _colon,
        "found unknown escape character": _escape,
        "found invalid Unicode character escape code": _escape,
        "did not find expected hexdecimal number": _escape,
        "found undefined tag handle": _tag,
        "found incompatible YAML document": _directive,
    }
)
_BY_TASK: Mapping[str, _Wording] = MappingProxyType(
    {
        "while scanning an alias": _start,
        "while scanning an anchor": _start,
        "while scanning a tag": _tag,
        "while parsing a tag": _tag,
        "while scanning a directive": _directive,
        "while scanning a %TAG directive": _directive,
        "while scanning a %YAML directive": _directive,
    }
)
