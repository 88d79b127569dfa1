"""What a word, a number or a date may mean that somebody typed by hand."""

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby

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
_ZERO = frozenset({"o", "oh"})
_DATE = re.compile(r"([0-9]{1,4})\s*([-/. ])\s*([0-9]{1,2})\s*\2\s*([0-9]{1,4})")
_LONG_DATE = re.compile(r"(?:[^\W\d]+\s+)?([0-9]{1,2})(?:er|st|nd|rd|th)?\s+(\w+)\.?\s+([0-9]{4})")


def comparison_key(text: str) -> str:
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
        """Index the words; `names` of people are never abbreviated."""
        self._names = names
        self._ways: tuple[dict[str, set[str]], ...] = tuple(defaultdict(set) for _ in range(4))
        self._tokens: list[tuple[tuple[str, ...], str]] = []
        exact, signless, turned, stems = self._ways
        for word, meaning in words:
            exact[comparison_key(word)].add(meaning)
            if names:
                continue
            signless[comparison_key(word).replace("·", "")].add(meaning)
            if found := _LETTERS_NUMBER.fullmatch(word):
                turned[comparison_key(found[2] + found[1])].add(meaning)
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
        found = exact.get(comparison_key(text)) or (
            not self._names and exact.get(comparison_key(" ".join(plain)))
        )
        if found or self._names:
            return frozenset(found or ())
        for ways in others:
            key = word_stem(" ".join(plain)) if ways is others[-1] else comparison_key(text)
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
    if folded in _ZERO:
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
