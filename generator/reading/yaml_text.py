"""YAML -> nodes, by parse events: limits count before a tree is built; faults in our words."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from types import MappingProxyType

import yaml

from generator.errors import DataError, Problem
from generator.reading.nodes import (
    LIMIT_LEVELS,
    LISTED_FAULTS,
    MOST_MARKS,
    ListNode,
    MapNode,
    Node,
    Place,
    Scalar,
    duplicate,
    fault,
    in_order,
    lines_of,
    piled_marks,
    resolve,
)
from generator.words import clipped, message


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
    place, key, found = _told(stop)
    return fault(place, "", message(key, **found))


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


def _told(stop: _Stop) -> tuple[Place, str, dict[str, str]]:  # noqa: C901, PLR0911 - a case for each kind
    """Return where the fault is told, by which message, and what goes into it."""
    key = _BY_COMPLAINT.get(stop.complaint) or _BY_TASK.get(stop.task, "reading.yaml-syntax")
    match key:
        case "reading.reserved-sign" if stop.sign == "\t":
            return stop.place, "reading.tab", {}
        case "reading.reserved-sign":
            return stop.place, key, {"found": stop.sign}
        case "reading.surprising-sign" if stop.at_end:
            return stop.last, "reading.early-end", {}
        case "reading.surprising-sign":
            return stop.place, key, {"found": stop.sign}
        case "reading.json-comma":
            close = "]" if "']'" in stop.complaint else "}"
            if stop.at_end:
                return stop.opened, "reading.open-bracket", {"close": close}
            return stop.place, key, {"close": close}
        case "reading.bad-indent" if not stop.is_first:
            return stop.place, "reading.extra", {}
        case "alias" | "anchor":
            # Both are refused anyway: who writes `*` alone means the sign.
            return stop.opened, "reading.reserved-sign", {"found": "*" if key == "alias" else "&"}
        case "reading.tag":
            return stop.opened, key, {"found": "!"}
        case "reading.open-quote" | "reading.no-colon" | "reading.directive":
            return stop.opened, key, {}
        case _:
            return stop.place, key, {}


# What libyaml complains of, and else what it was doing.
_BY_COMPLAINT: Mapping[str, str] = MappingProxyType(
    {
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
    }
)
_BY_TASK: Mapping[str, str] = MappingProxyType(
    {
        "while scanning an alias": "alias",
        "while scanning an anchor": "anchor",
        "while scanning a tag": "reading.tag",
        "while parsing a tag": "reading.tag",
        "while scanning a directive": "reading.directive",
        "while scanning a %TAG directive": "reading.directive",
        "while scanning a %YAML directive": "reading.directive",
    }
)


_LISTED_SIGNS = 100
# NEL, LS, PS too: YAML 1.1 parsers break lines there, nobody's editor does.
_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
)


def read_yaml(text: str, file: str) -> Node:
    """Read one YAML document; raise DataError with every fault, each with line and column."""
    node, problems = sift_yaml(text, file)
    if problems:
        raise DataError(problems)
    return node


def sift_yaml(text: str, file: str) -> tuple[Node, tuple[Problem, ...]]:
    """Read one YAML document; return it with the faults that could be read past.

    Raise DataError with every fault where the document cannot be read to its end.
    """
    _refuse_controls(text, file)
    tree = _Tree(file)
    try:
        for event in yaml.parse(text, Loader=yaml.CLoader):
            tree.take(event)
            if tree.is_over:
                break
    except yaml.YAMLError as error:
        problems = [*tree.problems, syntax_fault(error, text, file)]
        raise DataError(in_order(problems)) from None
    return tree.finished()


def _refuse_controls(text: str, file: str) -> None:
    lines = lines_of(text, file)
    signs = islice(_CONTROL.finditer(text), _LISTED_SIGNS)
    problems = [
        fault(
            lines.place(sign.start()),
            "",
            message("reading.control-sign", found=f"U+{ord(sign.group()):04X}"),
        )
        for sign in signs
    ]
    if problems:
        raise DataError(problems)


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not come yet; in a mapping keys and values alternate."""

    place: Place
    is_map: bool
    nodes: list[Node] = field(default_factory=list)
    keys: dict[str, Scalar] = field(default_factory=dict)

    def wants_key(self) -> bool:
        """Return whether the next node is a field's name."""
        return self.is_map and len(self.nodes) % 2 == 0


@dataclass(slots=True)
class _Tree:
    """The document as far as it has been read."""

    file: str
    problems: list[Problem] = field(default_factory=list)
    root: Node | None = None
    is_over: bool = False
    _open: list[_Open] = field(default_factory=list)

    def take(self, event: yaml.Event) -> None:
        """Add one parse event; raise DataError when there are too many faults already."""
        if len(self.problems) >= LISTED_FAULTS:
            self._refuse(event, "reading.too-many-faults")
            raise DataError(in_order(self.problems))
        match event:
            case yaml.DocumentStartEvent():
                self._begin(event)
            case yaml.AliasEvent():
                self._refuse(event, "reading.alias", event.anchor)
                self._add(Scalar("", None, self._place(event), quoted=True))
            case yaml.ScalarEvent():
                self._note(event, event.tag)
                self._add(self._scalar(event))
            case yaml.CollectionStartEvent():
                self._note(event, event.tag)
                self._descend(event)
            case yaml.CollectionEndEvent():
                self._close()
            case _:
                pass

    def finished(self) -> tuple[Node, tuple[Problem, ...]]:
        """Return the document and what was refused; raise DataError where there is no document."""
        if self.root is None or self.root == Scalar("", None, self.root.place):
            if not self.problems:
                self.problems.append(fault(Place(self.file, 1, 1), "", message("reading.empty")))
            raise DataError(in_order(self.problems))
        return self.root, tuple(in_order(self.problems))

    def _begin(self, event: yaml.DocumentStartEvent) -> None:
        if self.root is not None:
            self._refuse(event, "reading.many-documents")
            self.is_over = True
        elif event.tags:
            self._refuse(event, "reading.directive")

    def _descend(self, event: yaml.CollectionStartEvent) -> None:
        if self._open and self._open[-1].wants_key():
            self._refuse(event, "reading.word-as-key")
        self._open.append(_Open(self._place(event), isinstance(event, yaml.MappingStartEvent)))
        if len(self._open) > LIMIT_LEVELS:
            reason = message("reading.too-deep", n=LIMIT_LEVELS)
            self.problems.append(fault(self._place(event), "", reason))
            raise DataError(in_order(self.problems))

    def _close(self) -> None:
        done = self._open.pop()
        if done.is_map:
            self._add(self._mapping(done))
        else:
            self._add(ListNode(tuple(done.nodes), done.place))

    def _add(self, node: Node) -> None:
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        if parent.wants_key() and isinstance(node, Scalar):
            self.problems.extend(duplicate(node, parent.keys))
        parent.nodes.append(node)

    @staticmethod
    def _mapping(done: _Open) -> MapNode:
        pairs = zip(done.nodes[::2], done.nodes[1::2], strict=True)
        # A key that is not a scalar has been refused by now.
        kept = tuple((key, value) for key, value in pairs if isinstance(key, Scalar))
        return MapNode(kept, done.place)

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        text = self._composed(event)
        quoted = bool(event.style)  # '' stands for an unquoted word
        return Scalar(text, text if quoted else resolve(text), self._place(event), quoted)

    def _composed(self, event: yaml.ScalarEvent) -> str:
        if piled_marks(event.value) is None:
            return unicodedata.normalize("NFC", event.value)
        self.problems.append(fault(self._place(event), "", message("reading.marks", n=MOST_MARKS)))
        return "?"

    def _note(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, tag: str | None) -> None:
        if event.anchor is not None:
            self._refuse(event, "reading.anchor", event.anchor)
        if tag is not None:
            self._refuse(event, "reading.tag", tag.replace("tag:yaml.org,2002:", "!!"))

    def _refuse(self, event: yaml.Event, key: str, found: str | None = None) -> None:
        values = {} if found is None else {"found": clipped(found)}
        self.problems.append(fault(self._place(event), "", message(key, **values)))

    def _place(self, event: yaml.Event) -> Place:
        mark = event.start_mark
        if mark is None:  # libyaml gives every event its mark; the types do not say so
            return Place(self.file, 1, 1)
        return Place(self.file, mark.line + 1, mark.column + 1)
