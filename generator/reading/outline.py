"""The outline of a text that is nearly YAML: lines, bullets, indents and brackets -> nodes.

Nothing in it is refused: a line without a field stands as a field that holds nothing, and what its
words mean is for those to find out who know the game. Remarks at the ends of lines are passed over.
"""

import re
from collections.abc import Iterator
from dataclasses import (
    dataclass,
    field,
)

from generator.errors import Problem
from generator.reading import nodes
from generator.reading.nodes import (
    ListNode,
    MapNode,
    Node,
    Place,
    Scalar,
    resolve_scalar,
)
from generator.reading.text_grammar import BRACKETS
from generator.words import (
    clip_text,
    message,
)

# From this number of cells on a line is a row of a table, and of rows on a text is one.
LEAST_CELLS, LEAST_ROWS = 4, 2
_CELLS = re.compile(r"[;\t]|,(?=[^ ])")
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_PLAIN = _WIDE | str.maketrans("“”„«»\u00a0\u202f\u3000", '"""""   ')
_LINE = re.compile(r"(?P<indent>[ \t]*)(?P<rest>.*)", re.DOTALL)
_DASH = re.compile(r"[-–•](?:[ \t]+|$)|\*[ \t]+")
_KEY = re.compile(
    r"(?P<key>\"[^\"]*\"|'[^']*'|[^\s\"'\[{(:=|][^:=\[{|]*?)"
    r"(?:\s*:(?:\s+|$)|\s+=(?:\s+|$)|(?<=[^\W\d])\s*:(?=[^\s/:]))"
)
_COMMENT = re.compile(r"(?:^|\s)#.*$")
_REMARK = re.compile(
    r"\s\s+\((?:[^()]*[^\W\d_]{2}[^()]*)\)\s*$|(?<=[\])}])\s+\([^()]*[^\W\d_]{2}[^()]*\)\s*$"
)
_ASIDE = re.compile(r"\s(?://|--)\s*(?=[^\W\d_]+\s|[^\W\d_]{2}).*$|^//.*$")
_PROSE = re.compile(r"\s\s+[^\W\d_]{2,}(?:\s+[^\W_]+)+\s*$")
_OPEN = "[{("


class NoOutline(ValueError):  # noqa: N818 - no fault, only no answer
    """Brackets or quotes that are never closed, or too many levels: no outline is to be seen."""


@dataclass(frozen=True, slots=True)
class _Signs:
    """A piece of text with the place of each sign."""

    text: str
    places: tuple[tuple[int, int], ...]

    def part(self, start: int, end: int) -> "_Signs":
        inner = self.text[start:end]
        start += len(inner) - len(inner.lstrip())
        end = start + len(inner.strip())
        return _Signs(self.text[start:end], self.places[start : max(end, start + 1)])


@dataclass(frozen=True, slots=True)
class _Atom:
    """A dash, or the text behind the indent and the dashes of a line."""

    column: int
    is_dash: bool
    signs: _Signs


@dataclass
class Outline:
    """What a text says line by line; `notes` tell the remarks that were passed over."""

    file: str
    first: int = 1
    notes: list[Problem] = field(default_factory=list)

    def read(self, text: str) -> Node:
        """Return the text as nodes; raise NoOutline where that cannot be done."""
        atoms = list(self._atoms(text.translate(_PLAIN)))
        if not atoms:
            raise NoOutline
        found, end = self._block(atoms, 0, -1, 1)
        if end < len(atoms):
            raise NoOutline
        return found

    def _place(self, signs: _Signs) -> Place:
        line, column = signs.places[0] if signs.places else (1, 1)
        return Place(self.file, line + self.first - 1, column)

    def _scalar(self, signs: _Signs) -> Scalar:
        text, place = signs.text, self._place(signs)
        if not text:
            return Scalar("", None, place)
        if len(text) > 1 and text[0] in "\"'" and text.find(text[0], 1) == len(text) - 1:
            return Scalar(text[1:-1], text[1:-1], place, quoted=True)
        if text[0] == '"' and (text.count('"') == 1 or "\\" in text):
            raise NoOutline
        if text[0] in "\"'" and text[text.find(text[0], 1) + 1 :][:1].isalnum():
            raise NoOutline  # a quote in quotes ends the text too soon
        return Scalar(text, resolve_scalar(text), place)

    def _atoms(self, text: str) -> Iterator[_Atom]:
        lines = iter(enumerate(text.split("\n"), start=1))
        for number, line in lines:
            found = _LINE.fullmatch(line.rstrip("\r"))
            rest = self._without_remark(found["rest"], number) if found else ""
            if found is None or not rest.strip() or rest.strip() in {"---", "..."}:
                continue
            at = len(found["indent"])
            column = len(found["indent"].replace("\t", "  "))
            while dash := _DASH.match(rest):
                places = ((number, at + 1),)
                yield _Atom(column, True, _Signs("-", places))  # noqa: FBT003
                column, at, rest = column + 2, at + dash.end(), rest[dash.end() :]
            if not rest:
                continue
            signs, at_signs = rest, [(number, at + n + 1) for n in range(len(rest))]
            while _depth(signs) > 0:  # a bracket goes on in the lines below
                more = next(lines, None)
                if more is None:
                    raise NoOutline
                inner = self._without_remark(more[1].rstrip("\r"), more[0])
                signs = f"{signs} {inner}"
                at_signs += [(more[0], 1), *((more[0], n + 1) for n in range(len(inner)))]
            yield _Atom(column, False, _Signs(signs, tuple(at_signs)).part(0, len(signs)))  # noqa: FBT003

    def _without_remark(self, line: str, number: int) -> str:
        if found := _COMMENT.search(line):
            is_quoted = line[: found.start()].count('"') % 2 == 1
            line = line if is_quoted else line[: found.start()]
        found = (
            _ASIDE.search(line)
            or _REMARK.search(line)
            or (_PROSE.search(line) if "]" in line or "}" in line else None)
        )
        is_behind = found is not None and (found.start() == 0 or line[: found.start()].strip())
        if found is None or not is_behind or _depth(line[: found.start()]) != 0:
            return line
        reason = message("reading.read-past", found=clip_text(found.group().strip()))
        place = Place(self.file, number + self.first - 1, found.start() + 1)
        self.notes.append(nodes.problem_at(place, "", reason))
        return line[: found.start()]

    def _block(self, atoms: list[_Atom], at: int, outer: int, level: int) -> tuple[Node, int]:
        """Return what stands deeper than a column, and where it ends."""
        if level > nodes.LIMIT_LEVELS:
            raise NoOutline
        if atoms[at].is_dash:
            return self._list(atoms, at, level)
        pairs, start = list[tuple[Scalar, Node]](), atoms[at]
        while at < len(atoms) and atoms[at].column > outer:
            atom = atoms[at]
            if atom.is_dash:
                # A list behind a field that has its value belongs to the same block.
                inner, at = self._list(atoms, at, level + 1)
                pairs.append((Scalar("", None, self._place(atom.signs)), inner))
                continue
            key, value, at = *self._field(atom, level), at + 1
            is_open = isinstance(value, Scalar) and value.text == "" and not value.quoted
            if is_open and at < len(atoms):
                below = atoms[at]
                if below.column > atom.column or (below.is_dash and below.column == atom.column):
                    value, at = self._block(atoms, at, atom.column - below.is_dash, level + 1)
            pairs.append((key, Scalar("", None, key.place) if value is None else value))
            if (
                value is None
                and len(pairs) == 1
                and (at == len(atoms) or atoms[at].column <= outer)
            ):
                return self._value(atom.signs, level), at
        return MapNode(tuple(pairs), self._place(start.signs)), at

    def _list(self, atoms: list[_Atom], at: int, level: int) -> tuple[Node, int]:
        items, first = list[Node](), atoms[at]
        if level > nodes.LIMIT_LEVELS:
            raise NoOutline
        while at < len(atoms) and atoms[at].is_dash and atoms[at].column >= first.column:
            dash, at = atoms[at], at + 1
            if at < len(atoms) and atoms[at].column > dash.column:
                item, at = self._block(atoms, at, dash.column, level + 1)
            else:
                item = Scalar("", None, self._place(dash.signs))
            items.append(item)
        return ListNode(tuple(items), self._place(first.signs)), at

    def _field(self, atom: _Atom, level: int) -> tuple[Scalar, Node | None]:
        signs = atom.signs
        found = _KEY.match(signs.text) if signs.text[0] not in _OPEN else None
        if found is None:
            return self._scalar(signs), None
        key = self._scalar(signs.part(*found.span("key")))
        behind = signs.part(found.end(), len(signs.text))
        if not behind.text:
            return key, Scalar("", None, key.place)
        return key, self._value(behind, level + 1)

    def _value(self, signs: _Signs, level: int) -> Node:
        if signs.text[:1] not in _OPEN or _end_of_bracket(signs.text, 0) != len(signs.text):
            return self._scalar(signs)
        if level > nodes.LIMIT_LEVELS:
            raise NoOutline
        pieces = list(_pieces(signs.text[1:-1]))
        inner = [signs.part(start + 1, end + 1) for start, end in pieces]
        if inner and not inner[-1].text and all(one.text for one in inner[:-1]):
            inner.pop()
        pairs = [self._pair(one, level, is_block=signs.text[0] == "{") for one in inner]
        if signs.text[0] == "{" or (signs.text[0] == "(" and pairs and None not in pairs):
            fields = (
                pair or (self._scalar(one), Scalar("", None, self._place(one)))
                for pair, one in zip(pairs, inner, strict=True)
            )
            return MapNode(tuple(fields), self._place(signs))
        items = (
            self._value(one, level + 1) if pair is None else MapNode((pair,), pair[0].place)
            for pair, one in zip(pairs, inner, strict=True)
        )
        return ListNode(tuple(items), self._place(signs))

    def _pair(self, signs: _Signs, level: int, *, is_block: bool) -> tuple[Scalar, Node] | None:
        found = _KEY.match(signs.text) if signs.text[:1] not in _OPEN else None
        if is_block and (found is None):
            found = re.match(r"(?P<key>\"[^\"]*\"|'[^']*'|[^:=\[{(]+?)\s*[:=]\s*", signs.text)
        if found is None:
            return None
        behind = signs.part(found.end(), len(signs.text))
        key = self._scalar(signs.part(*found.span("key")))
        return key, self._value(behind, level + 1) if behind.text else Scalar("", None, key.place)


def _outside(text: str) -> Iterator[tuple[int, str]]:
    """Yield the signs of a text that stand in no quotes."""
    quote = ""
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif (
            sign in "\"'"
            and (at == 0 or text[at - 1] in " [{(,;:=")
            and text.find(sign, at + 1) > 0
        ):
            quote = sign
        else:
            yield at, sign


def _depth(text: str) -> int:
    signs = [sign for _, sign in _outside(text)]
    return sum(sign in "[{" for sign in signs) - sum(sign in "]}" for sign in signs)


def _end_of_bracket(text: str, start: int) -> int:
    """Return where a bracket that opens at a place has been closed, or -1."""
    opened = ""
    for at, sign in _outside(text):
        if at >= start and sign in _OPEN:
            opened += BRACKETS[sign]
        elif opened and sign == opened[-1]:
            opened = opened[:-1]
            if not opened:
                return at + 1
    return -1


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield what stands between the commas of a list, or its semicolons."""
    depth, start, cuts = 0, 0, list[tuple[int, str]]()
    for at, sign in _outside(text):
        depth += (sign in _OPEN) - (sign in "]})" and depth > 0)
        if depth == 0 and sign in ",;":
            cuts.append((at, sign))
    for at, _ in cuts:
        yield start, at
        start = at + 1
    yield start, len(text)


def row_of_table(text: str) -> int | None:
    """Return the line where a table of values begins, None where there is none."""
    lines = [line for line in text.split("\n") if not any(sign in line for sign in "[]{}:#=→>")]
    rows = [line for line in lines if len(_CELLS.split(line)) >= LEAST_CELLS]
    return text.split("\n").index(rows[0]) + 1 if len(rows) >= LEAST_ROWS else None
