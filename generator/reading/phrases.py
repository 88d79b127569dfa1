"""Texts in which people typed lists and mappings without brackets: their parts, with places."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from generator.reading.nodes import Scalar, resolve_scalar
from generator.reading.normalise import free_words
from generator.words import fold

# How many words of a text are tried together at most.
MOST_TOGETHER = 4
_COMMA = re.compile(r"[,;\n]")
_WORD = re.compile(r"[^\s,;]+")
_NAMED = re.compile(r"[^\s,;:=]+")
_SPOKEN_COMMA = re.compile(r"\s+(?:et|and|&)\s+", re.IGNORECASE)
_LINKS = re.compile(r"[:=]|\s+")
_NUMBER = re.compile(r"[0-9]+")


def piece_of(node: Scalar, start: int, end: int) -> Scalar:
    """Return a part of a text as a scalar of its own, without the blanks around it."""
    text = node.text[start:end]
    start += len(text) - len(text.lstrip())
    text = text.strip()
    column = node.place.column + start + node.quoted
    return Scalar(text, resolve_scalar(text), replace(node.place, column=column))


def _between(node: Scalar, sign: re.Pattern[str]) -> tuple[Scalar, ...]:
    ends = [0]
    for found in sign.finditer(node.text):
        ends += found.span()
    ends.append(len(node.text))
    return tuple(piece_of(node, *ends[n : n + 2]) for n in range(0, len(ends), 2))


def split_at_commas(node: Scalar) -> tuple[Scalar, ...]:
    """Return what stands between commas; `Ana, Ben et Cléo` are three, `Ana et Ben` one."""
    pieces = _between(node, _COMMA)
    if len(pieces) == 1:
        return pieces
    last = _between(pieces[-1], _SPOKEN_COMMA)
    return (*pieces[:-1], *last)


def sounds_like_two(node: Scalar) -> bool:
    """Return whether a name may be those of two: `Ana et Ben`."""
    return _SPOKEN_COMMA.search(node.text) is not None


def split_into_words(
    node: Scalar, is_word: Callable[[Scalar], bool], most: int
) -> tuple[Scalar, ...] | None:
    """Return the words that a text is made of, blanks between and perhaps within them.

    None where it is made of no such words, or can be split in several ways (dynamic programming
    over the ends of words, ways counted up to two).
    """
    spans = [found.span() for found in _WORD.finditer(node.text)]
    if not 1 < len(spans) <= most:
        return None
    # How many ways lead to each place, and where the last word before it begins.
    ways, begins = [1, *(0 for _ in spans)], [0, *(0 for _ in spans)]
    for end in range(1, len(spans) + 1):
        for start in range(max(0, end - MOST_TOGETHER), end):
            if ways[start] and is_word(piece_of(node, spans[start][0], spans[end - 1][1])):
                ways[end], begins[end] = min(2, ways[end] + ways[start]), start
    if ways[-1] != 1:
        return None
    found, end = list[Scalar](), len(spans)
    while end:
        found.append(piece_of(node, spans[begins[end]][0], spans[end - 1][1]))
        end = begins[end]
    return tuple(reversed(found))


def numbers_in(node: Scalar) -> tuple[Scalar, ...]:
    """Return the numbers of a text that holds numbers and signs alone."""
    rest = _NUMBER.sub("", node.text)
    if any(sign.isalnum() for sign in rest):
        return ()
    return tuple(piece_of(node, *found.span()) for found in _NUMBER.finditer(node.text))


def digits(node: Scalar) -> tuple[Scalar, ...]:
    """Return each digit of a number as a scalar of its own."""
    return tuple(piece_of(node, n, n + 1) for n in range(len(node.text)))


def split_in_two(node: Scalar) -> Iterator[tuple[Scalar, Scalar]]:
    """Yield the ways to split a text in two: at a colon, an equals sign, a blank."""
    for found in list(_LINKS.finditer(node.text))[: 2 * MOST_TOGETHER]:
        before, after = (
            piece_of(node, 0, found.start()),
            piece_of(node, found.end(), len(node.text)),
        )
        if before.text and after.text:
            yield before, _without_link(after)


def _without_link(node: Scalar) -> Scalar:
    """Return a text without the little word that it begins with: `à Tom`, `= 3`."""
    found = re.match(r"(?:[:=-](?=\s)|\w+(?=\s))\s*", node.text)
    if found and (
        not found[0].strip().isalnum() or fold(found[0].strip()) in free_words("between")
    ):
        return piece_of(node, found.end(), len(node.text))
    return node


def split_at_fields(
    node: Scalar, is_field: Callable[[str], bool]
) -> tuple[tuple[Scalar | None, Scalar], ...]:
    """Split a text before each field that it names; what stands before the first has no name."""
    spans = [found.span() for found in _NAMED.finditer(node.text)]
    found: list[tuple[Scalar | None, Scalar]] = []
    name, start, at = None, 0, 0
    while at < len(spans):
        size = _field_at(node, spans[at : at + MOST_TOGETHER], is_field)
        if size:
            before = _field_value(node, start, spans[at][0])
            if before.text or name is not None:
                found.append((name, before))
            name = piece_of(node, spans[at][0], spans[at + size - 1][1])
            start = spans[at + size - 1][1]
        at += size or 1
    found.append((name, _field_value(node, start, len(node.text))))
    return tuple(found)


def _field_value(node: Scalar, start: int, end: int) -> Scalar:
    text = node.text[start:end]
    start += len(text) - len(text.lstrip(" :="))
    return piece_of(node, start, max(start, start + len(text.strip(" :=,;"))))


def _field_at(node: Scalar, spans: list[tuple[int, int]], is_field: Callable[[str], bool]) -> int:
    """Return how many of the words name a field together, as many as can; 0 for none."""
    for size in range(len(spans), 0, -1):
        if is_field(node.text[spans[0][0] : spans[size - 1][1]]):
            return size
    return 0
