"""What a word, a number, a date or a list may mean that somebody typed by hand."""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import groupby

from generator.reading.nodes import Scalar, resolve_scalar
from generator.words import LANGUAGES, MINUS, fold, free_text_words, number_word

# Longer texts are no words, numbers or lists of them that anybody typed.
LONGEST = 400
# Of more words than this one letter is no abbreviation.
FEW_WORDS, LEAST_LETTERS = 8, 3
_BETWEEN = re.compile(r"(?<=[0-9])(?:\s*[x×*./_-]\s*|\s+)(?=[0-9])")
_SIGNS = re.compile(r"[^\w·]|_")
_TOKEN = re.compile(r"[^\W_]+")
_ENDING = re.compile(r"(?<=..)(?:es|e|s|x)$")
_LETTERS_NUMBER = re.compile(r"([^\W\d_]+)([0-9]+)")
_WHOLE = re.compile(rf"([-+{MINUS}]?)([0-9]{{1,18}})(?:[.,]0+)?")
_WITH_UNIT = re.compile(r"([0-9]{1,9})\s*[^\W\d_]{2,}")
_OF_KEY = re.compile(r"[^\W\d_]*\s*[°.]?\s*([0-9]{1,9})")
_TALLY = re.compile(r"[x×|/]+(?:\s+[x×|/]+)*")
_DATE = re.compile(r"([0-9]{1,4})\s*([-/. ])\s*([0-9]{1,2})\s*\2\s*([0-9]{1,4})")
_LONG_DATE = re.compile(r"(?:[^\W\d]+\s+)?([0-9]{1,2})(?:er|st|nd|rd|th)?\s+(\w+)\.?\s+([0-9]{4})")


def _comparison_key(text: str) -> str:
    """Return a text without case, accents, blanks and signs; two numbers stay two."""
    return _SIGNS.sub("", _BETWEEN.sub("·", fold(text)))


def word_stem(text: str) -> str:
    """Return a text without the endings of plural and gender, doubled letters as one."""
    return "".join(map(_stem, _TOKEN.findall(fold(text))))


def _stem(word: str) -> str:
    if not word.isalpha():
        return word  # J33 is not J3
    return "".join(letter for letter, _ in groupby(_ENDING.sub("", word)))


def means_nothing(text: str) -> bool:
    """Return whether a text says that nothing is there: no letter and no number, or `rien`."""
    return not _TOKEN.search(text) or fold(text.strip(" .")) in free_words("nothing")


@cache
def free_words(kind: str) -> frozenset[str]:
    """Return the words of a kind that people write in free text, of all languages, folded."""
    return frozenset(map(fold, free_text_words(kind)))


class Lexicon:
    """The words of one vocabulary and what each means, found however they are spelt."""

    def __init__(self, words: Iterable[tuple[str, str]], *, names: bool = False) -> None:
        self._names = names
        self._ways: tuple[dict[str, set[str]], ...] = tuple(defaultdict(set) for _ in range(4))
        self._tokens: list[tuple[tuple[str, ...], str]] = []
        exact, signless, turned, stems = self._ways
        for word, meaning in words:
            exact[_comparison_key(word)].add(meaning)
            if names:
                continue
            signless[_comparison_key(word).replace("·", "")].add(meaning)
            if found := _LETTERS_NUMBER.fullmatch(word):
                turned[_comparison_key(found[2] + found[1])].add(meaning)
            stems[word_stem(word)].add(meaning)
            self._tokens.append((tuple(_TOKEN.findall(fold(word))), meaning))
        self.size = len({meaning for _, meaning in self._tokens})

    def meanings(self, text: str) -> frozenset[str]:
        """Return what a text may mean: several things where it is not clear."""
        words = _TOKEN.findall(fold(text))[:10]
        if not words or len(text) > LONGEST:
            return frozenset()
        plain = [word for word in words if word not in free_words("articles")]
        exact, *others = self._ways
        found = exact.get(_comparison_key(text)) or (
            not self._names and exact.get(_comparison_key(" ".join(plain)))
        )
        if found or self._names:
            return frozenset(found or ())
        for ways in others:
            key = word_stem(" ".join(plain)) if ways is others[-1] else _comparison_key(text)
            if key and (found := ways.get(key)):
                return frozenset(found)
        return frozenset(self._abbreviated(plain))

    def _abbreviated(self, typed: list[str]) -> Iterator[str]:
        least = 1 if self.size <= FEW_WORDS else LEAST_LETTERS
        if sum(map(len, typed)) < least or not any(map(str.isalpha, typed)):
            return
        for tokens, meaning in self._tokens:
            if len(tokens) == len(typed) and all(map(str.startswith, tokens, typed)):
                yield meaning


def whole_number_in(text: str, *, is_key: bool = False, is_count: bool = False) -> int | None:
    """Return the one number a text can mean; a key may be `dent 1`, a count crosses (`XX`)."""
    text = text.strip(" '\"’“”«»")
    if found := _WHOLE.fullmatch(text):
        return -int(found[2]) if found[1] in {"-", MINUS} else int(found[2])
    if found := (_OF_KEY if is_key else _WITH_UNIT).fullmatch(text):
        return int(found[1])
    folded = fold(text)
    if folded in {"o", "oh"}:
        return 0
    if is_count and _TALLY.fullmatch(folded):
        return sum(not sign.isspace() for sign in folded)
    return _number_words().get(folded)


@cache
def _number_words() -> dict[str, int]:
    several = ((number_word(n, "words", one), n) for one in LANGUAGES for n in range(21))
    return {fold(word): n for word, n in several if word}


def possible_dates(text: str) -> tuple[dt.date, ...]:
    """Return the dates that a text may mean, day before month first: two for 03/04/2026."""
    text = text.strip(" .")
    if found := _LONG_DATE.fullmatch(text):
        months = [n for n, name in _months() if name.startswith(fold(found[2]))]
        ways = [(found[3], str(month), found[1]) for month in months]
    elif found := _DATE.fullmatch(text):
        first, middle, last = found[1], found[3], found[4]
        is_year_first = len(first) == 4  # noqa: PLR2004 - digits of a year
        ways = [(last, middle, first), (last, first, middle)]
        ways = [(first, middle, last)] if is_year_first else ways
    else:
        return ()
    days = (_day(*way) for way in ways)
    return tuple(dict.fromkeys(day for day in days if day is not None))


@cache
def _months() -> tuple[tuple[int, str], ...]:
    named = free_text_words("months")
    return tuple((n % 12 + 1, fold(name)) for n, name in enumerate(named))


def _day(year: str, month: str, day: str) -> dt.date | None:
    century = 2000 if len(year) == 2 else 0  # noqa: PLR2004 - digits of a year
    try:
        return dt.date(int(year) + century, int(month), int(day))
    except ValueError:
        return None


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
    """Return the words a text is made of (dynamic programming), None for no or several ways."""
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
    for size in range(len(spans), 0, -1):
        if is_field(node.text[spans[0][0] : spans[size - 1][1]]):
            return size
    return 0
