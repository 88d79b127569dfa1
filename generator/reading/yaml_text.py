"""YAML -> nodes, by parse events: limits count before a tree is built; repairs of typed YAML."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from typing import NoReturn

import yaml

from generator.errors import DataError, Problem
from generator.reading import nodes
from generator.reading.nodes import ListNode, MapNode, Node, Place, Scalar, problem_at
from generator.words import Value, clip_text, message


def _syntax_fault(  # noqa: C901 - a case for each kind
    error: yaml.YAMLError, text: str, file: str
) -> Problem:
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return problem_at(Place(file, 1, 1), "", message("reading.yaml-syntax"))
    mark, complaint = error.problem_mark, error.problem or ""
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
        case "reading.tag":
            place, values = opened, {"found": "!"}
        case "reading.too-deep":  # of brackets libyaml looks ahead before it hands out the first
            values = {"n": nodes.LIMIT_LEVELS}
        case "reading.open-quote" | "reading.no-colon" | "reading.directive":
            place = opened
    return problem_at(place, "", message(key, **values))


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
    controls = [
        problem_at(lines.place(sign.start()), "", nodes.control_character_message(sign.group()))
        for sign in islice(_CONTROL.finditer(text), nodes.LISTED_FAULTS // 10)
    ]
    if controls:
        raise DataError(controls)
    tree = _EventReader(file, yaml.parse(text, Loader=yaml.CLoader))
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


# From this number of cells on a line is a row of a table, and of rows on a text is one.
LEAST_CELLS, LEAST_ROWS = 4, 2
_CELLS = re.compile(r"[;\t]|,(?=[^ ])")
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "\u00a0": " "})
_HEAD = re.compile(r"(?P<indent> *)(?P<dashes>(?:- +)*)(?P<rest>.*)", re.DOTALL)
_NO_SPACE = re.compile(r"(?P<key>[^\W\d][\w .°-]*?):(?=[^\s/:])")
_KEY = re.compile(r"[^\s,:{}\[\]\"'#][^,:{}\[\]\"'#]*? ?:(?: |$)")
_COMMENT = re.compile(r"(?:^|\s)#.*$", re.DOTALL)


@dataclass
class _Line:
    number: int
    signs: str
    columns: list[int] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)

    def put(self, start: int, end: int, instead: str, why: str = "") -> None:
        at = self.columns[start] if start < len(self.columns) else len(self.columns) + 1
        self.signs = self.signs[:start] + instead + self.signs[end:]
        self.columns[start:end] = [at] * len(instead)
        if why:
            self.repairs.append(why)


@dataclass(frozen=True)
class RepairedYaml:
    """A repaired text: the columns its signs had, and a note for each kind of repair."""

    text: str
    columns: dict[int, list[int]]
    first: int
    notes: tuple[Problem, ...]

    def _place(self, place: Place) -> Place:
        columns = self.columns.get(place.line, [])
        column = columns[place.column - 1] if place.column <= len(columns) else place.column
        return replace(place, line=place.line + self.first - 1, column=column)

    def restore_places(self, node: Node) -> Node:
        """Return a node of the repaired text with its places in the file."""
        match node:
            case Scalar():
                return replace(node, place=self._place(node.place))
            case ListNode(items):
                return ListNode(tuple(map(self.restore_places, items)), self._place(node.place))
            case MapNode(pairs):
                moved = (
                    (replace(k, place=self._place(k.place)), self.restore_places(v))
                    for k, v in pairs
                )
                return MapNode(tuple(moved), self._place(node.place))

    def restore_place(self, problem: Problem) -> Problem:
        """Return a problem of the repaired text at its place in the file."""
        place = self._place(Place(problem.file, problem.line or 1, problem.column or 1))
        return replace(problem, line=place.line, column=place.column)


def repair_yaml(text: str, file: str, first: int = 1) -> RepairedYaml | Problem:
    """Return the repaired text, or the problem that it is a table of values."""
    lines = [_Line(n, line) for n, line in enumerate(text.split("\n"), start=1)]
    rows = [one for one in lines if len(_CELLS.split(one.signs)) >= LEAST_CELLS and _is_row(one)]
    if len(rows) >= LEAST_ROWS:
        return Problem(file, first + rows[0].number - 1, 1, "", message("reading.looks-like-table"))
    for line in lines:
        line.signs = line.signs.rstrip("\r")
        line.columns = list(range(1, len(line.signs) + 1))
        for repair in _REPAIRS:
            repair(line)
    _align_entries(lines)
    columns = {one.number: one.columns for one in lines if one.repairs}
    repaired = "\n".join(one.signs for one in lines)
    return RepairedYaml(repaired, columns, first, _notes(lines, file, first))


def _notes(lines: list[_Line], file: str, first: int) -> tuple[Problem, ...]:
    notes: dict[str, Problem] = {}
    for line in lines:
        for why in line.repairs:
            place = file, first + line.number - 1, 1
            notes.setdefault(why, Problem(*place, "", message(f"reading.repaired-{why}")))
    return tuple(notes.values())


def _is_row(line: _Line) -> bool:
    return not any(sign in line.signs for sign in "[]{}:#")


def _tabs(line: _Line) -> None:
    head = re.match(r"[ \t]*(?:-[ \t]+)*", line.signs)
    for at in range(head.end() - 1, -1, -1) if head else ():
        if line.signs[at] == "\t":
            is_after_dash = at > 0 and line.signs[at - 1] == "-"
            line.put(at, at + 1, " " if is_after_dash else "  ", "tabs")


def _quotes(line: _Line) -> None:
    if (uncurled := line.signs.translate(_QUOTES)) != line.signs:
        line.signs = uncurled
        line.repairs.append("quotes")


def _spaces(line: _Line) -> None:
    head = _HEAD.fullmatch(line.signs)
    if head and (found := _NO_SPACE.match(head["rest"])):
        at = head.start("rest") + found.end()
        line.put(at, at, " ", "space")


def _gaps(line: _Line) -> None:
    for start, end in reversed(list(_lists(line.signs))):
        inner = line.signs[start + 1 : end]
        signs = [at for at, sign in _outside(inner) if sign in ",;"]
        bounds = [-1, *signs, len(inner)]
        items = [(a + 1, b) for a, b in pairwise(bounds)]
        has_gap = any(not inner[a:b].strip() for a, b in items[:-1])
        for a, b in reversed(items):
            word, left = inner[a:b].strip(), start + 1 + a
            at = left + len(inner[a:b]) - len(inner[a:b].lstrip())
            if not word and has_gap and line.signs[start] == "[":
                line.put(left, left + b - a, " ~", "gaps")
            elif word in {"-", "–", "—"}:
                line.put(at, at + 1, '"-"', "dashes")
            elif found := re.search(r": *([-–—])$", word):
                line.put(at + found.start(1), at + found.end(1), '"-"', "dashes")


def _semicolons(line: _Line) -> None:
    for start, end in _lists(line.signs):
        for at, sign in _outside(line.signs[start + 1 : end]):
            if sign == ";":
                line.put(start + 1 + at, start + 2 + at, ",", "semicolons")


def _lists(text: str) -> Iterator[tuple[int, int]]:
    opened = -1
    for at, sign in _outside(text):
        if sign in "[{":
            opened = at
        elif sign in "]}" and opened >= 0:
            yield opened, at
            opened = -1


def _outside(text: str) -> Iterator[tuple[int, str]]:
    quote = ""
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" and (at == 0 or text[at - 1] in " [{,:"):
            quote = sign
        elif sign == "#" and (at == 0 or text[at - 1] == " "):
            return
        else:
            yield at, sign


def _braces(line: _Line) -> None:
    head = _HEAD.fullmatch(line.signs)
    if head is None or any(sign in line.signs for sign in "[]{}\"'"):
        return
    body = _COMMENT.sub("", head["rest"]).rstrip()
    pieces, start = body.split(","), head.start("rest")
    named = [bool(_KEY.match(piece.strip())) for piece in pieces]
    first = _KEY.match(body)
    if first is None or not all(named):
        return
    behind = body[first.end() :]
    if _KEY.match(behind.strip()):
        start += first.end() + len(behind) - len(behind.lstrip())
    elif len(pieces) == 1:
        return
    line.put(head.start("rest") + len(body), head.start("rest") + len(body), "}")
    line.put(start, start, "{", "braces")


_REPAIRS = (_tabs, _quotes, _spaces, _gaps, _semicolons, _braces)


def _align_entries(lines: list[_Line]) -> None:
    """Bring the lines of an entry to the column where its first field begins."""
    dash, levels, is_open = -1, list[int](), False
    for line in lines:
        head = _HEAD.fullmatch(line.signs)
        if head is None or not head["rest"].strip() or head["rest"].startswith("#"):
            continue
        indent = len(head["indent"])
        if head["dashes"]:
            dash, levels = indent, [head.start("rest")]
        elif indent <= dash or not levels:
            dash, levels = -1, []
        elif is_open and indent > levels[-1]:
            levels.append(indent)
        elif indent in levels:
            del levels[levels.index(indent) + 1 :]
        elif indent < levels[0] or indent > levels[-1]:
            column = levels[0] if indent < levels[0] else levels[-1]
            line.put(0, indent, " " * column, "indent")
        is_open = _COMMENT.sub("", head["rest"]).rstrip().endswith((":", "|", ">"))
