"""Repairs of YAML that no parser reads, where it can only be meant one way.

Tabs, a space that is missing after a colon, braces left out on a line, gaps in a list, a dash for
nothing, semicolons, a line that stands between two indents.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise

from generator.errors import Problem
from generator.reading.nodes import ListNode, MapNode, Node, Place, Scalar
from generator.words import message

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
    """A line under repair: its signs, and the column where each of them stood."""

    number: int
    signs: str
    columns: list[int] = field(default_factory=list)
    repairs: list[str] = field(default_factory=list)

    def put(self, start: int, end: int, instead: str, why: str = "") -> None:
        """Replace some signs; `why` is the kind of repair."""
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
    """Return whether a line holds cells alone: no brackets, no field."""
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
