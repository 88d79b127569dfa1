"""YAML -> nodes, by parse events: limits count before a tree is built; faults in our words."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice

import yaml

from generator.errors import DataError, Problem
from generator.reading import nodes
from generator.reading.nodes import ListNode, MapNode, Node, Place, Scalar, fault, in_order
from generator.words import Value, clipped, message


def syntax_fault(  # noqa: C901 - a case for each kind
    error: yaml.YAMLError, text: str, file: str
) -> Problem:
    """Return the one problem that keeps the parser from reading on."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return fault(Place(file, 1, 1), "", message("reading.yaml-syntax"))
    mark, complaint = error.problem_mark, error.problem or ""
    start = error.context_mark or mark
    key = _BY_COMPLAINT.get(complaint) or _BY_TASK.get(error.context or "", "reading.yaml-syntax")
    place = Place(file, mark.line + 1, mark.column + 1)
    opened = Place(file, start.line + 1, start.column + 1)
    sign, is_at_end = text[mark.index : mark.index + 1], not text[mark.index :].strip()
    values = {}
    match key:
        case "reading.reserved-sign" if sign == "\t":
            key = "reading.tab"
        case "reading.surprising-sign" if is_at_end:
            key = "reading.early-end"
            place = nodes.lines_of(text, file).place(max(len(text.rstrip()) - 1, 0))
        case "reading.reserved-sign" | "reading.surprising-sign":
            values = {"found": sign}
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
        case "reading.tag":
            place, values = opened, {"found": "!"}
        case "reading.open-quote" | "reading.no-colon" | "reading.directive":
            place = opened
    return fault(place, "", message(key, **values))


# What libyaml complains of, and else what it was doing.
_BY_COMPLAINT: Mapping[str, str] = {
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
_BY_TASK: Mapping[str, str] = {
    "while scanning an alias": "alias",
    "while scanning an anchor": "anchor",
    "while scanning a tag": "reading.tag",
    "while parsing a tag": "reading.tag",
    "while scanning a directive": "reading.directive",
    "while scanning a %TAG directive": "reading.directive",
    "while scanning a %YAML directive": "reading.directive",
}


_LISTED_SIGNS = 100
# NEL, LS, PS too: YAML 1.1 parsers break lines there, nobody's editor does.
_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
)


def sift_yaml(text: str, file: str) -> tuple[Node, tuple[Problem, ...]]:
    """Read one YAML document, and faults read past; DataError where its end is not reached."""
    lines = nodes.lines_of(text, file)
    controls = [
        fault(lines.place(sign.start()), "", nodes.control_sign(sign.group()))
        for sign in islice(_CONTROL.finditer(text), _LISTED_SIGNS)
    ]
    if controls:
        raise DataError(controls)
    tree = _Tree(file)
    try:
        for event in yaml.parse(text, Loader=yaml.CLoader):
            tree.take(event)
            if tree.is_over:
                break
    except yaml.YAMLError as error:
        raise DataError(in_order([*tree.problems, syntax_fault(error, text, file)])) from None
    return tree.finished()


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
        if len(self.problems) >= nodes.LISTED_FAULTS:
            self._refuse(event, "reading.too-many-faults")
            raise DataError(in_order(self.problems))
        match event:
            case yaml.DocumentStartEvent() if self.root is not None:
                self._refuse(event, "reading.many-documents")
                self.is_over = True
            case yaml.DocumentStartEvent() if event.tags:
                self._refuse(event, "reading.directive")
            case yaml.AliasEvent():
                self._refuse(event, "reading.alias", found=clipped(event.anchor or ""))
                self._add(Scalar("", None, self._place(event), quoted=True))
            case yaml.ScalarEvent():
                self._note(event, event.tag)
                self._add(self._scalar(event))
            case yaml.CollectionStartEvent():
                self._note(event, event.tag)
                if self._open and self._open[-1].wants_key():
                    self._refuse(event, "reading.word-as-key")
                is_map = isinstance(event, yaml.MappingStartEvent)
                self._open.append(_Open(self._place(event), is_map))
                if len(self._open) > nodes.LIMIT_LEVELS:
                    self._refuse(event, "reading.too-deep", n=nodes.LIMIT_LEVELS)
                    raise DataError(in_order(self.problems))
            case yaml.CollectionEndEvent():
                self._close()

    def finished(self) -> tuple[Node, tuple[Problem, ...]]:
        """Return the document and what was refused; raise DataError where there is no document."""
        if self.root is None or self.root == Scalar("", None, self.root.place):
            if not self.problems:
                self.problems.append(fault(Place(self.file, 1, 1), "", message("reading.empty")))
            raise DataError(in_order(self.problems))
        return self.root, tuple(in_order(self.problems))

    def _close(self) -> None:
        done = self._open.pop()
        if not done.is_map:
            self._add(ListNode(tuple(done.nodes), done.place))
            return
        pairs = zip(done.nodes[::2], done.nodes[1::2], strict=True)
        # A key that is not a scalar has been refused by now.
        kept = tuple((key, value) for key, value in pairs if isinstance(key, Scalar))
        self._add(MapNode(kept, done.place))

    def _add(self, node: Node) -> None:
        if not self._open:
            self.root = node
            return
        parent = self._open[-1]
        if parent.wants_key() and isinstance(node, Scalar):
            self.problems.extend(nodes.duplicate(node, parent.keys))
        parent.nodes.append(node)

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        if nodes.piled_marks(event.value) is None:
            text = unicodedata.normalize("NFC", event.value)
        else:
            self._refuse(event, "reading.marks", n=nodes.MOST_MARKS)
            text = "?"
        quoted = bool(event.style)  # '' stands for an unquoted word
        return Scalar(text, text if quoted else nodes.resolve(text), self._place(event), quoted)

    def _note(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, tag: str | None) -> None:
        if event.anchor is not None:
            self._refuse(event, "reading.anchor", found=clipped(event.anchor or ""))
        if tag is not None:
            found = clipped(tag.replace("tag:yaml.org,2002:", "!!"))
            self._refuse(event, "reading.tag", found=found)

    def _refuse(self, event: yaml.Event, key: str, **values: Value) -> None:
        self.problems.append(fault(self._place(event), "", message(key, **values)))

    def _place(self, event: yaml.Event) -> Place:
        mark = event.start_mark
        if mark is None:  # libyaml gives every event its mark; the types do not say so
            return Place(self.file, 1, 1)
        return Place(self.file, mark.line + 1, mark.column + 1)
