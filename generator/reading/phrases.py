"""Texts in which people typed lists and blocks without brackets: their pieces, and where."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from generator.reading.nodes import Scalar, resolve
from generator.words import fold, loose

# So many words of a text are tried together at most.
MOST_TOGETHER = 4
_COMMA = re.compile(r"[,;\n]")
_WORD = re.compile(r"[^\s,;]+")
_NAMED = re.compile(r"[^\s,;:=]+")
_SPOKEN_COMMA = re.compile(r"\s+(?:et|and|&)\s+", re.IGNORECASE)
_LINKS = re.compile(r"[:=]|\s+")
_NUMBER = re.compile(r"[0-9]+")


def part(node: Scalar, start: int, end: int) -> Scalar:
    """Return a piece of a text as a word by itself, without the blanks around it."""
    text = node.text[start:end]
    start += len(text) - len(text.lstrip())
    text = text.strip()
    column = node.place.column + start + node.quoted
    return Scalar(text, resolve(text), replace(node.place, column=column))


def _between(node: Scalar, sign: re.Pattern[str]) -> tuple[Scalar, ...]:
    ends = [0]
    for found in sign.finditer(node.text):
        ends += found.span()
    ends.append(len(node.text))
    return tuple(part(node, *ends[n : n + 2]) for n in range(0, len(ends), 2))


def by_commas(node: Scalar) -> tuple[Scalar, ...]:
    """Return what stands between commas; `Ana, Ben et Cléo` are three, `Ana et Ben` one."""
    pieces = _between(node, _COMMA)
    if len(pieces) == 1:
        return pieces
    last = _between(pieces[-1], _SPOKEN_COMMA)
    return (*pieces[:-1], *last)


def sounds_like_two(node: Scalar) -> bool:
    """Return whether a name may be those of two: `Ana et Ben`."""
    return _SPOKEN_COMMA.search(node.text) is not None


def in_words(
    node: Scalar, is_word: Callable[[Scalar], bool], most: int
) -> tuple[Scalar, ...] | None:
    """Return the words that a text is made of, blanks between and perhaps within them.

    None where it is not, or where that can be done in several ways.
    """
    spans = [found.span() for found in _WORD.finditer(node.text)]
    if not 1 < len(spans) <= most:
        return None
    # How many ways lead to each place, and where the last word before it begins.
    ways, begins = [1, *(0 for _ in spans)], [0, *(0 for _ in spans)]
    for end in range(1, len(spans) + 1):
        for start in range(max(0, end - MOST_TOGETHER), end):
            if ways[start] and is_word(part(node, spans[start][0], spans[end - 1][1])):
                ways[end], begins[end] = min(2, ways[end] + ways[start]), start
    if ways[-1] != 1:
        return None
    found, end = list[Scalar](), len(spans)
    while end:
        found.append(part(node, spans[begins[end]][0], spans[end - 1][1]))
        end = begins[end]
    return tuple(reversed(found))


def faces(node: Scalar) -> tuple[Scalar, ...]:
    """Return the numbers that stand in a text with nothing but signs between them."""
    rest = _NUMBER.sub("", node.text)
    if any(sign.isalnum() for sign in rest):
        return ()
    return tuple(part(node, *found.span()) for found in _NUMBER.finditer(node.text))


def digits(node: Scalar) -> tuple[Scalar, ...]:
    """Return each digit of a number by itself."""
    return tuple(part(node, n, n + 1) for n in range(len(node.text)))


def links(node: Scalar) -> Iterator[tuple[Scalar, Scalar]]:
    """Yield the ways to part a text in two: at a colon, an equals sign, a blank."""
    for found in list(_LINKS.finditer(node.text))[: 2 * MOST_TOGETHER]:
        before, after = part(node, 0, found.start()), part(node, found.end(), len(node.text))
        if before.text and after.text:
            yield before, _without_link(after)


def _without_link(node: Scalar) -> Scalar:
    """Return a text without the little word that it begins with: `à Tom`, `= 3`."""
    found = re.match(r"(?:[:=-](?=\s)|\w+(?=\s))\s*", node.text)
    if found and (not found[0].strip().isalnum() or fold(found[0].strip()) in _little()):
        return part(node, found.end(), len(node.text))
    return node


def _little() -> frozenset[str]:
    return frozenset(map(fold, loose("between")))


def told_by_fields(
    node: Scalar, is_field: Callable[[str], bool]
) -> tuple[tuple[Scalar | None, Scalar], ...]:
    """Return a text cut before each field that it names; what stands before the first has none."""
    spans = [found.span() for found in _NAMED.finditer(node.text)]
    found: list[tuple[Scalar | None, Scalar]] = []
    name, start, at = None, 0, 0
    while at < len(spans):
        size = _field_at(node, spans[at : at + MOST_TOGETHER], is_field)
        if size:
            before = _held(node, start, spans[at][0])
            if before.text or name is not None:
                found.append((name, before))
            name = part(node, spans[at][0], spans[at + size - 1][1])
            start = spans[at + size - 1][1]
        at += size or 1
    found.append((name, _held(node, start, len(node.text))))
    return tuple(found)


def _held(node: Scalar, start: int, end: int) -> Scalar:
    """Return what stands between two fields, without the signs that part it from them."""
    text = node.text[start:end]
    start += len(text) - len(text.lstrip(" :="))
    return part(node, start, max(start, start + len(text.strip(" :=,;"))))


def _field_at(node: Scalar, spans: list[tuple[int, int]], is_field: Callable[[str], bool]) -> int:
    """Return how many words name a field here, as many as can; none: 0."""
    for size in range(len(spans), 0, -1):
        if is_field(node.text[spans[0][0] : spans[size - 1][1]]):
            return size
    return 0
