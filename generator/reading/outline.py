"""The outline of a text that is nearly YAML: lines, bullets, indents, brackets, tables -> nodes.

Nothing in it is refused: a line without a field stands as a field that holds nothing, and what its
words mean is for those to find out who know the game. Remarks at the ends of lines are passed over.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from generator.errors import Problem
from generator.reading import nodes
from generator.reading.nodes import LineIndex, ListNode, MapNode, Node, Scalar, resolve_scalar
from generator.reading.printed_forms import PLAIN, free_words
from generator.words import clip_text, fold, message

# From this number of cells on a line is a row of a table, and of rows on a text is one.
LEAST_CELLS, LEAST_ROWS = 4, 2
BRACKETS = {"(": ")", "[": "]", "{": "}"}
_CELLS = re.compile(r"[;\t]|,(?=[^ ])")
_DASH = re.compile(
    r"(?:[-–—•◦]|\(?[0-9]{1,3}[.)]|\[[ xX]?\])(?:[ \t]+|$)|\*[ \t]+|-(?=[^\W\d_]{3})"
)
_KEY = re.compile(
    r"(?P<key>\"[^\"]*\"|'[^']*'|[^\s\"'\[{(:=|][^:=\[{|]*?)"
    r"(?:\s*:(?:\s+|$)|\s+=(?:\s+|$)|(?<=[^\W\d])\s*:(?=[^\s/:]))"
)
_REMARKS = (
    re.compile(r"(?:^|(?<=\s))#.*$"),
    re.compile(r"(?<=\s)(?://|--)\s*(?=[^\W\d_]+\s|[^\W\d_]{2}).*$|^//.*$"),
    re.compile(r"(?<=[\])}\s]\s)\([^()]*[^\W\d_]{2}[^()]*\)\s*$"),
    re.compile(r"(?<=[\]}]\s\s)\s*[^\W\d_]{2,}(?:\s+[^\W_]+)+\s*$"),
)
# What was struck out: `~~7~~ 8`.
_STRUCK = re.compile(r"~~[^~\n]*~~(?:\s*,)?")
_RULE = re.compile(r"[-|+=:\s]+")
_COLUMN = re.compile(r"(.*?)\s*°?\s*[0-9]{1,3}(?:er|re|e|st|nd|rd|th)?")


class NoOutline(ValueError):  # noqa: N818 - no fault, only no answer
    """Quotes that are never closed, or too many levels: no outline is to be seen."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A dash, or the text behind the indent and the dashes of a line."""

    column: int
    start: int
    end: int
    is_dash: bool = False


@dataclass
class Outline:
    """What a text says line by line; `notes` tell the remarks that were passed over."""

    text: str
    file: str
    first: int = 1
    notes: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._index = LineIndex(self.text, self.file, first=self.first)
        plain, at, kept = self.text.translate(PLAIN), 0, list[str]()
        for raw in plain.split("\n"):
            line = self._without_struck(raw, at)
            kept.append(self._without_remark(line.rstrip("\r"), at).ljust(len(line)))
            at += len(line) + 1
        self.text = "\n".join(kept)

    def read(self) -> Node:
        """Return the text as nodes; raise NoOutline where that cannot be done."""
        lines = list(self._lines())
        found, end = self._block(lines, 0, -1, 1) if lines else (None, 0)
        if found is None or end < len(lines):
            raise NoOutline
        return found

    def _without_struck(self, line: str, at: int) -> str:
        for found in _STRUCK.finditer(line):
            reason = message("reading.read-past", found=clip_text(found.group()))
            self.notes.append(nodes.problem_at(self._index.place(at + found.start()), "", reason))
        return _STRUCK.sub(lambda found: " " * len(found.group()), line)

    def _without_remark(self, line: str, at: int) -> str:
        for pattern in _REMARKS:
            found = pattern.search(line)
            before = line[: found.start()] if found else ""
            is_comment = found is not None and found.group()[:1] == "#"
            is_inner = before.count('"') % 2 == 1 if is_comment else _depth(before) != 0
            if found is None or is_inner:
                continue
            if not is_comment:
                if found.start() and not before.strip():
                    continue
                reason = message("reading.read-past", found=clip_text(found.group().strip()))
                place = self._index.place(at + found.start())
                self.notes.append(nodes.problem_at(place, "", reason))
            line = before
        return line

    def _lines(self) -> Iterator[_Line]:
        spans = [found.span() for found in re.finditer(r"[^\n]*\S[^\n]*", self.text)]
        at = 0
        while at < len(spans):
            (start, end), at = spans[at], at + 1
            indent = self._indent(start)
            if self.text[start:end].strip() in {"---", "..."}:
                continue
            column, start = indent, end - len(self.text[start:end].lstrip(" \t"))
            while dash := _DASH.match(self.text, start, end):
                yield _Line(column, start, start + 1, is_dash=True)
                column, start = column + 2, dash.end()
            while at < len(spans) and _depth(self.text[start:end]) > 0:
                # A bracket goes on in the lines below, if it was not forgotten to close it.
                is_next = self.text[spans[at][0] : spans[at][1]].lstrip()[:1] not in "[]{}()\"',"
                if is_next and self._indent(spans[at][0]) <= column:
                    break
                end, at = spans[at][1], at + 1
            if self.text[start:end].strip():
                yield _Line(column, start, end)

    def _indent(self, start: int) -> int:
        blanks = re.compile(r"[ \t]*").match(self.text, start)
        return len(blanks.group().replace("\t", "  ")) if blanks else 0

    def _scalar(self, start: int, end: int) -> Scalar:
        piece = self.text[start:end]
        start += len(piece) - len(piece.lstrip())
        text, place = piece.strip().replace("\n", " "), self._index.place(start)
        if not text:
            return Scalar("", None, place)
        if len(text) > 1 and text[0] in "\"'" and text.find(text[0], 1) == len(text) - 1:
            return Scalar(text[1:-1].strip(), text[1:-1].strip(), place, quoted=True)
        if text[0] == '"' and (text.count('"') == 1 or "\\" in text):
            raise NoOutline
        if text[0] in "\"'" and text[text.find(text[0], 1) + 1 :][:1].isalnum():
            raise NoOutline  # a quote in quotes ends the text too soon
        return Scalar(text, resolve_scalar(text), place)

    def _block(self, lines: list[_Line], at: int, outer: int, level: int) -> tuple[Node, int]:
        """Return what stands deeper than a column, and where it ends."""
        if level > nodes.LIMIT_LEVELS:
            raise NoOutline
        if lines[at].is_dash:
            return self._list(lines, at, level)
        pairs, start = list[tuple[Scalar, Node]](), lines[at].start
        while at < len(lines) and lines[at].column > outer:
            line, inner = lines[at], None
            if line.is_dash:
                # A list behind a field that has its value belongs to the same block.
                inner, at = self._list(lines, at, level + 1)
            elif sign := self._row_sign(lines, at):
                inner, at = self._table(lines, at, sign)
            if inner is not None:
                pairs.append((Scalar("", None, self._index.place(line.start)), inner))
                continue
            pair, at = self._pair(line.start, line.end, level), at + 1
            nothing = Scalar("", None, self._index.place(line.start))
            key, value = pair or (self._scalar(line.start, line.end), nothing)
            if _is_open(value) and at < len(lines):
                below = lines[at]
                if below.column > line.column or (below.is_dash and below.column == line.column):
                    value, at = self._block(lines, at, line.column - below.is_dash, level + 1)
            is_last = at == len(lines) or lines[at].column <= outer
            if pair is None and not pairs and is_last and _is_open(value):
                return self._value(line.start, line.end, level), at
            pairs.append((key, value))
        return MapNode(tuple(pairs), self._index.place(start)), at

    def _list(self, lines: list[_Line], at: int, level: int) -> tuple[Node, int]:
        items, first = list[Node](), lines[at]
        if level > nodes.LIMIT_LEVELS:
            raise NoOutline
        while at < len(lines) and lines[at].is_dash and lines[at].column >= first.column:
            dash, at = lines[at], at + 1
            if at < len(lines) and lines[at].column > dash.column:
                item, at = self._block(lines, at, dash.column, level + 1)
                items.append(item)
        return ListNode(tuple(items), self._index.place(first.start)), at

    def _row_sign(self, lines: list[_Line], at: int) -> str:
        """Return the sign between the cells where a table begins: two rows at least."""
        texts = [self.text[one.start : one.end].strip("| ") for one in lines[at : at + LEAST_ROWS]]
        counts = ({one.count(sign) for one in texts} for sign in "|\t;")
        found = (sign for sign, n in zip("|\t;", counts, strict=True) if len(n) == 1 and min(n) > 1)
        is_other = any(one[:1] in BRACKETS or _KEY.match(one) for one in texts[:1])
        return next(found, "") if len(texts) == LEAST_ROWS and not is_other else ""

    def _table(self, lines: list[_Line], at: int, sign: str) -> tuple[Node, int]:
        """Return the rows of a table that is drawn with bars, or pasted."""
        rows, first = list[list[Scalar]](), lines[at].start
        while at < len(lines) and sign in self.text[lines[at].start : lines[at].end]:
            line, at = lines[at], at + 1
            text = self.text[line.start : line.end].rstrip(" |")
            start = line.start + (text[:1] == "|")
            if not _RULE.fullmatch(text):
                end = line.start + len(text)
                cuts = [start - 1, *(n for n in range(start, end) if self.text[n] == sign), end]
                rows.append([self._scalar(a + 1, b) for a, b in pairwise(cuts)])
        return ListNode(tuple(rows_as_blocks(rows)), self._index.place(first)), at

    def _pair(self, start: int, end: int, level: int) -> tuple[Scalar, Node] | None:
        start = end - len(self.text[start:end].lstrip())
        is_open = self.text[start:end][:1] in BRACKETS
        found = None if is_open else _KEY.match(self.text, start, end)
        if found is None:
            return None
        return self._scalar(*found.span("key")), self._value(found.end(), end, level + 1)

    def _value(self, start: int, end: int, level: int) -> Node:
        text = self.text[start:end].strip()
        start = end - len(self.text[start:end].lstrip())
        closed = _end_of_bracket(text)
        if text[:1] not in BRACKETS or closed not in {-1, len(text)}:
            return self._scalar(start, end)
        if level > nodes.LIMIT_LEVELS:
            raise NoOutline
        inner = text[1 : len(text) - (closed > 0)]
        pieces = [(start + 1 + a, start + 1 + b) for a, b in _pieces(inner)]
        if len(pieces) > 1 and not self.text[pieces[0][0] : pieces[-1][1]].strip(" ,;\n"):
            raise NoOutline  # nothing but commas
        if [bool(self.text[slice(*one)].strip()) for one in pieces].count(False) == 1:
            # A comma behind the last one, or nothing at all.
            pieces = pieces if self.text[slice(*pieces[-1])].strip() else pieces[:-1]
        is_block = text[0] == "{"
        pairs = [self._pair(*one, level) for one in pieces]
        if is_block or (text[0] == "(" and pairs and None not in pairs):
            place = self._index.place(start)
            alone = (self._scalar(*one) for one in pieces)
            fields = (
                pair or (key, Scalar("", None, key.place))
                for pair, key in zip(pairs, alone, strict=True)
            )
            return MapNode(tuple(fields), place)
        items = (
            self._value(*one, level + 1) if pair is None else MapNode((pair,), pair[0].place)
            for pair, one in zip(pairs, pieces, strict=True)
        )
        return ListNode(tuple(items), self._index.place(start))


def rows_as_blocks(rows: Sequence[Sequence[Scalar]]) -> Iterator[MapNode]:
    """Yield each row below the first as fields; columns that only a number tells apart are one."""
    heads, above = rows[0], dict[str, Scalar]()
    named = [(_COLUMN.fullmatch(one.text) or {1: one.text})[1] for one in heads]
    for row in rows[1:]:
        pairs = list[tuple[Scalar, Node]]()
        for name, several in groupby(zip(heads, named, row, strict=False), lambda one: one[1]):
            cells = [(head, cell) for head, _, cell in several if cell.text]
            for n, (head, cell) in enumerate(cells):
                if fold(cell.text) in free_words("ditto") and head.text in above:
                    cells[n] = head, replace(above[head.text], place=cell.place)
                above[head.text] = cells[n][1]
            if len(cells) == 1 or (cells and name == cells[0][0].text):
                pairs += cells
            elif cells:
                items: tuple[Node, ...] = tuple(cell for _, cell in cells)
                if not name and not any(cell.text[:1].isdecimal() for _, cell in cells):
                    # A strip of numbers, with whoever said each of them.
                    items = tuple(MapNode(((cell, head),), cell.place) for head, cell in cells)
                key = replace(cells[0][0], text=name, value=name)
                pairs.append((key, ListNode(items, items[0].place)))
        if pairs:
            yield MapNode(tuple(pairs), pairs[0][1].place)


def _is_open(value: Node) -> bool:
    return isinstance(value, Scalar) and value.text == "" and not value.quoted


def _outside(text: str) -> Iterator[tuple[int, str]]:
    """Yield the signs of a text that stand in no quotes."""
    quote = ""
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" and text[at - 1 : at] in " [{(,;:=" and text.find(sign, at + 1) > 0:
            quote = sign
        else:
            yield at, sign


def _depth(text: str) -> int:
    signs = [sign for _, sign in _outside(text)]
    return sum(sign in "[{" for sign in signs) - sum(sign in "]}" for sign in signs)


def _end_of_bracket(text: str) -> int:
    """Return where the bracket that opens a text has been closed, or -1."""
    opened = ""
    for at, sign in _outside(text):
        if sign in BRACKETS:
            opened += BRACKETS[sign]
        elif opened and sign == opened[-1]:
            opened = opened[:-1]
            if not opened:
                return at + 1
    return -1


def _pieces(text: str) -> Iterable[tuple[int, int]]:
    """Return what stands between the commas of a list, or its semicolons."""
    depth, cuts = 0, [-1]
    for at, sign in _outside(text):
        depth += (sign in BRACKETS) - (sign in "]})" and depth > 0)
        if depth == 0 and sign in ",;":
            cuts.append(at)
    return ((a + 1, b) for a, b in pairwise((*cuts, len(text))))


def row_of_table(text: str) -> int | None:
    """Return the line where a table of values begins, None where there is none."""
    lines = [line for line in text.split("\n") if not any(sign in line for sign in "[]{}:#=→>")]
    rows = [line for line in lines if len(_CELLS.split(line)) >= LEAST_CELLS]
    return text.split("\n").index(rows[0]) + 1 if len(rows) >= LEAST_ROWS else None
