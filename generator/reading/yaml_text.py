"""YAML -> nodes, by parse events: limits count before a tree is built; repairs of typed YAML."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NoReturn

import yaml

from generator.errors import DataError, Problem
from generator.reading import nodes
from generator.reading.nodes import ListNode, MapNode, Node, Place, Scalar, problem_at
from generator.words import Value, clip_text, message


def _syntax_fault(  # noqa: C901, PLR0912 - a case for each kind
    error: yaml.YAMLError, text: str, file: str
) -> Problem:
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return problem_at(Place(file, 1, 1), "", message("reading.yaml-syntax"))
    mark, complaint = error.problem_mark, _as_libyaml_says(error.problem or "")
    start = error.context_mark or mark
    key = _BY_COMPLAINT.get(complaint) or _BY_TASK.get(error.context or "", "reading.yaml-syntax")
    place = Place(file, mark.line + 1, mark.column + 1)
    opened = Place(file, start.line + 1, start.column + 1)
    sign, is_at_end = text[mark.index : mark.index + 1], not text[mark.index :].strip()
    values: dict[str, Value] = {}
    match key:
        case "reading.reserved-sign" if sign == "\t":
            key = "reading.tab"
        case "reading.surprising-sign" if is_at_end:
            key = "reading.early-end"
            place = nodes.LineIndex(text, file).place(max(len(text.rstrip()) - 1, 0))
        case "reading.reserved-sign" | "reading.surprising-sign":
            values = {"found": sign}
        case "reading.json-comma" if text[mark.index - 1 : mark.index] in {'"', "'"}:
            key = "reading.quote-inside"
        case "reading.json-comma":
            values = {"close": "]" if "']'" in complaint else "}"}
            if is_at_end:
                key, place = "reading.open-bracket", opened
        case "reading.bad-indent" if text[mark.index - mark.column : mark.index].strip():
            key = "reading.extra"
        case "alias" | "anchor":
            # Both are refused anyway: who writes `*` alone means the sign.
            values = {"found": "*" if key == "alias" else "&"}
            key, place = "reading.reserved-sign", opened
        case "reading.bad-escape" if text[mark.index - 1 : mark.index] == "\\" != sign:
            place = Place(file, mark.line + 1, mark.column)
        case "reading.tag":
            place, values = opened, {"found": "!"}
        case "reading.too-deep":  # of brackets libyaml looks ahead before it hands out the first
            values = {"n": nodes.LIMIT_LEVELS}
        case "reading.open-quote" | "reading.no-colon" | "reading.directive":
            place = opened
    return problem_at(place, "", message(key, **values))


# What PyYAML's own parser complains of, and how libyaml says the same.
_IN_PYTHON = (
    ("expected ',' or ']'", "did not find expected ',' or ']'"),
    ("expected ',' or '}'", "did not find expected ',' or '}'"),
    ("expected <block end>", "did not find expected key"),
    ("expected the node content", "did not find expected node content"),
    ("expected '<document start>'", "did not find expected <document start>"),
    ("expected escape sequence", "did not find expected hexdecimal number"),
    ("found character", "found character that cannot start any token"),
    ("found incompatible YAML document", "found incompatible YAML document"),
    ("found unknown escape character", "found unknown escape character"),
    ("found undefined tag handle", "found undefined tag handle"),
    ("mapping values", "mapping values are not allowed in this context"),
    ("sequence entries", "block sequence entries are not allowed in this context"),
)


def _as_libyaml_says(complaint: str) -> str:
    return next((said for opening, said in _IN_PYTHON if complaint.startswith(opening)), complaint)


# PyYAML's own parser does where libyaml cannot be had, ten times as slowly.
_LOADER: Any = getattr(yaml, "CLoader", yaml.Loader)
# What libyaml complains of, and else what it was doing.
_BY_COMPLAINT = {
    "found character that cannot start any token": "reading.reserved-sign",
    "did not find expected node content": "reading.surprising-sign",
    "found unexpected end of stream": "reading.open-quote",
    "found unexpected document indicator": "reading.open-quote",
    "did not find expected ',' or ']'": "reading.json-comma",
    "did not find expected ',' or '}'": "reading.json-comma",
    "did not find expected key": "reading.bad-indent",
    "did not find expected '-' indicator": "reading.bad-indent",
    "did not find expected <document start>": "reading.extra",
    "block sequence entries are not allowed in this context": "reading.bad-indent",
    "found a tab character that violates indentation": "reading.tab",
    "found a tab character where an indentation space is expected": "reading.tab",
    "could not find expected ':'": "reading.no-colon",
    "mapping values are not allowed in this context": "reading.surprising-colon",
    "found unknown escape character": "reading.bad-escape",
    "found invalid Unicode character escape code": "reading.bad-escape",
    "did not find expected hexdecimal number": "reading.bad-escape",
    "found undefined tag handle": "reading.tag",
    "found incompatible YAML document": "reading.directive",
    "exceeded maximum nesting depth": "reading.too-deep",
}
_BY_TASK = {
    "while scanning an alias": "alias",
    "while scanning an anchor": "anchor",
    "while scanning a tag": "reading.tag",
    "while parsing a tag": "reading.tag",
    "while scanning a directive": "reading.directive",
    "while scanning a %TAG directive": "reading.directive",
    "while scanning a %YAML directive": "reading.directive",
}


# NEL, LS, PS too: YAML 1.1 parsers break lines there, nobody's editor does.
_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
)


def parse_yaml(text: str, file: str) -> tuple[Node, tuple[Problem, ...]]:
    """Parse one YAML document, with its lesser faults; DataError for one that ends the parsing."""
    lines = nodes.LineIndex(text, file)
    DataError.raise_for(
        problem_at(lines.place(sign.start()), "", nodes.control_character_message(sign.group()))
        for sign in islice(_CONTROL.finditer(text), nodes.LISTED_FAULTS // 10)
    )
    tree = _EventReader(file, yaml.parse(text, Loader=_LOADER))
    try:
        root = tree.document()
    except yaml.YAMLError as error:
        every = [*tree.problems, _syntax_fault(error, text, file)]
        raise DataError(nodes.sorted_problems(every)) from None
    problems = nodes.sorted_problems(tree.problems)
    if root is None or root == Scalar("", None, root.place):
        raise DataError(problems or [problem_at(Place(file, 1, 1), "", message("reading.empty"))])
    return root, tuple(problems)


@dataclass(frozen=True, slots=True)
class _EventReader:
    file: str
    events: Iterator[yaml.Event]
    problems: list[Problem] = field(default_factory=list)

    def document(self) -> Node | None:
        root = None
        for event in iter(self._next, None):
            match event:
                case yaml.DocumentStartEvent() if root is not None:
                    self._refuse(event, "reading.many-documents")
                    break
                case yaml.DocumentStartEvent() if event.tags:
                    self._refuse(event, "reading.directive")
                case yaml.NodeEvent():
                    root = self._node(event, 1)
        return root

    def _next(self) -> yaml.Event | None:
        event = next(self.events, None)
        if event is not None and len(self.problems) >= nodes.LISTED_FAULTS:
            self._stop(event, "reading.too-many-faults")
        return event

    def _inner(self) -> Iterator[yaml.NodeEvent]:
        while isinstance(event := self._next(), yaml.NodeEvent):
            yield event

    def _node(self, event: yaml.NodeEvent, level: int, *, is_key: bool = False) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            self._note(event, event.tag)
            return self._scalar(event)
        if not isinstance(event, yaml.CollectionStartEvent):
            self._refuse(event, "reading.alias", found=clip_text(event.anchor or ""))
            return Scalar("", None, self._place(event), quoted=True)
        self._note(event, event.tag)
        if is_key:
            self._refuse(event, "reading.word-as-key")
        if level > nodes.LIMIT_LEVELS:
            self._stop(event, "reading.too-deep", n=nodes.LIMIT_LEVELS)
        if isinstance(event, yaml.MappingStartEvent):
            return MapNode(tuple(self._pairs(level + 1)), self._place(event))
        items = (self._node(item, level + 1) for item in self._inner())
        return ListNode(tuple(items), self._place(event))

    def _pairs(self, level: int) -> Iterator[tuple[Scalar, Node]]:
        seen: dict[str, Scalar] = {}
        events = self._inner()
        for event in events:
            key = self._node(event, level, is_key=True)
            if isinstance(key, Scalar):
                self.problems.extend(nodes.duplicate_key_problems(key, seen))
            value = self._node(next(events), level)
            if isinstance(key, Scalar):  # any other has been refused by now
                yield key, value

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        if nodes.excess_mark_offset(event.value) is None:
            text = unicodedata.normalize("NFC", event.value)
        else:
            self._refuse(event, "reading.marks", n=nodes.MOST_MARKS)
            text = "?"
        quoted = bool(event.style)  # '' stands for an unquoted word
        value = text if quoted else nodes.resolve_scalar(text)
        return Scalar(text, value, self._place(event), quoted)

    def _note(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, tag: str | None) -> None:
        if event.anchor is not None:
            self._refuse(event, "reading.anchor", found=clip_text(event.anchor or ""))
        if tag is not None:
            found = clip_text(tag.replace("tag:yaml.org,2002:", "!!"))
            self._refuse(event, "reading.tag", found=found)

    def _stop(self, event: yaml.Event, key: str, **values: Value) -> NoReturn:
        self._refuse(event, key, **values)
        raise DataError(nodes.sorted_problems(self.problems))

    def _refuse(self, event: yaml.Event, key: str, **values: Value) -> None:
        self.problems.append(problem_at(self._place(event), "", message(key, **values)))

    def _place(self, event: yaml.Event) -> Place:
        mark = event.start_mark
        if mark is None:  # libyaml gives every event its mark; the types do not say so
            return Place(self.file, 1, 1)
        return Place(self.file, mark.line + 1, mark.column + 1)
