"""The printed forms of words, numbers and dates, and what each of them means."""

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from generator.words import (
    LANGUAGES,
    MINUS,
    Words,
    fold,
    free_text_words,
    number_word,
)

# Longer texts are no words, numbers or lists of them that anybody typed.
LONGEST, LONGEST_DAY = 2000, 60
# Of more words than this one letter is no abbreviation; a slip leaves most of a word as it is.
FEW_WORDS, LEAST_LETTERS, LEAST_FOR_SLIP = 8, 3, 5
# How many tokens a form has at most.
MOST_TOGETHER = 8
# How many texts and pieces are remembered with what they may mean.
REMEMBERED = 4096
# Signs for what is not there, for the faces of dice, and for a yes.
NOTHING, DICE = frozenset("-–—−_./\\…~∅ø·()[]{}!"), "⚀⚁⚂⚃⚄⚅"
# What is ticked or crossed out, one for one.
STROKES = "x×i|"
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
# Every sign as a keyboard has it, one for one.
PLAIN = _WIDE | str.maketrans("“”„«»‘’\u00a0\u202f\u2009\u3000\u3001", '"""""\'\'    ,')
_TOKEN = re.compile(r"[-=–—]*[>→⇒➔➜]|\.{2,}|…|[0-9]+|[^\W\d_]+|[^\w\s]|_")
# The letter that looks like a one, in `2xl` and `lx3`.
_ONE = re.compile(r"(?<=[0-9][x×X])l\b|\bl(?=[x×X][0-9l])")
_ENDING = re.compile(r"(?<=..)(?:es|e|s|x)$")
_TIMES = frozenset("x×*")
# What may stand within a word of several tokens: `M. genitalium`, `rendez-vous`, `1/3`.
_WITHIN = frozenset("-–.'_°/:")
_DATE = re.compile(r"([0-9]{1,4})\s*([-/. ])\s*([0-9]{1,2})\s*\2\s*([0-9]{1,4})")
_LONG_DATE = re.compile(
    r"(?:[^\W\d]+,?\s+)?([0-9]{1,2})(?:er|st|nd|rd|th)?\s+(?:of\s+)?([^\W\d]+)\.?,?\s+([0-9]{4})"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number or a sign of a text, folded, and where it stands."""

    text: str
    start: int
    end: int

    def is_number(self) -> bool:
        """Return whether this is a number in digits."""
        return self.text.isdecimal()


@lru_cache(REMEMBERED)
def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the words, numbers and signs of a text; every arrow is `→`."""
    plain = _ONE.sub("1", text.translate(PLAIN)) if len(text) <= LONGEST else ""
    return tuple(Token(_sign(one.group()), *one.span()) for one in _TOKEN.finditer(plain))


def _sign(text: str) -> str:
    if text in DICE:
        return str(DICE.index(text) + 1)
    if text[-1] in ">→⇒➔➜":
        return "→"
    return "…" if text.startswith(("..", "…")) else fold(text)


def stem(word: str) -> str:
    """Return a word without the endings of plural and gender, doubled letters as one."""
    return re.sub(r"(.)\1", r"\1", _ENDING.sub("", word)) if word.isalpha() else word


@cache
def free_words(kind: str) -> frozenset[str]:
    """Return the words of a kind that people write in free text, of all languages, folded."""
    return frozenset(map(fold, free_text_words(kind)))


def means_nothing(text: str) -> bool:
    """Return whether a text says that nothing is there: signs of that alone, or `rien`."""
    if len(text) > LONGEST:
        return False
    tokens = [one.text for one in tokens_of(text)]
    words = [one for one in tokens if one.isalnum()]
    return NOTHING.issuperset(tokens) or " ".join(words) in free_words("nothing")


def sounds_like_two(text: str) -> bool:
    """Return whether a name may be those of two: `Ana et Ben`."""
    return any(one.text in free_words("joining") for one in tokens_of(text)[1:-1])


@cache
def number_words() -> Mapping[tuple[str, ...], tuple[int, str]]:
    """Return number words from nought to a hundred, token by token, each with its kind."""
    found: dict[tuple[str, ...], tuple[int, str]] = {}
    for language in LANGUAGES:
        units = {n: number_word(n, "words", language) or "" for n in range(21)}
        tens = {20 + 10 * n: word for n, word in enumerate(free_text_words("tens", language))}
        for number in range(101):
            words = [units.get(number, ""), tens.get(number, "")]
            for ten, word in tens.items():
                if 0 < number - ten < 20:  # noqa: PLR2004 - as far as the words of units go
                    words += [f"{word} {a}{units[number - ten]}" for a in ("", "et ", "and ")]
            for one in filter(None, words):
                parts = tuple(token.text for token in tokens_of(one) if token.text.isalpha())
                for ending in ("", "e", "s", "es"):
                    kind = "plural" if ending.endswith("s") else "words"
                    found.setdefault((*parts[:-1], parts[-1] + ending), (number, kind))
        for number in range(21):
            word = fold(number_word(number, "ordinal", language) or "")
            found.setdefault((word,), (number, "ordinal"))
    for number, name in ((1, "first"), (2, "second")):
        found.update({(word,): (number, "ordinal") for word in free_words(name)})
    return found


def number_at(tokens: Sequence[Token], at: int) -> Iterator[tuple[int, int, str]]:
    """Yield ends, values and kinds (`digits`, `words`, `plural`, `ordinal`) of numbers."""
    first = tokens[at]
    if first.is_number():
        if len(first.text) <= 18:  # noqa: PLR2004 - as in YAML
            yield at + 1, int(first.text), "digits"
        behind = tokens[at + 1] if at + 1 < len(tokens) else None
        if behind is not None and behind.start == first.end and len(first.text) < 3:  # noqa: PLR2004
            if behind.text in free_words("ordinal-endings"):
                yield at + 2, int(first.text), "ordinal"
            elif behind.text == "s":
                yield at + 2, int(first.text), "plural"
        return
    words, end = list[str](), at
    while end < len(tokens) and len(words) < 4:  # noqa: PLR2004 - `quatre-vingt-dix-neuf`
        if tokens[end].text.isalpha():
            words.append(tokens[end].text)
            if (known := number_words().get(tuple(words))) is not None:
                yield end + 1, *known
        elif tokens[end].text != "-" or not words:
            break
        end += 1


@dataclass(frozen=True, slots=True)
class Spelling:
    """The keys under which a piece of text is looked up, from as it stands to the widest."""

    exact: str
    keys: tuple[str, ...]


@lru_cache(REMEMBERED)
def spelling(tokens: tuple[Token, ...]) -> Spelling | None:
    """Return how a piece of text is looked up; None where a sign in it belongs to no word."""
    exact, stemmed, bare = list[str](), list[str](), list[str]()
    at, last, kind = 0, len(tokens) - 1, ""
    for n, one in enumerate(tokens):
        if not one.text.isalnum() and one.text not in _TIMES:
            is_end = n == last > 0 and one.text == "."
            if not is_end and (n in {0, last} or one.text not in _WITHIN):
                return None
    while at < len(tokens):
        one, end = tokens[at], at + 1
        is_times = 0 < at < last and (one.text in _TIMES or one.text in free_words("times"))
        if is_times or not one.text.isalnum():
            at = end
            continue
        if ways := list(number_at(tokens, at)):
            end, value, kind = max(ways)
            stemmed.append(f"·{value}·")
            bare.append(stemmed[-1])
        elif at == last or one.text not in free_words("articles"):
            stemmed.append(stem(one.text))
            bare += [] if one.text in free_words("in-words") else stemmed[-1:]
        words = (other.text for other in tokens[at:end] if other.text.isalnum())
        exact += (f"·{other}·" if other.isdecimal() else other for other in words)
        at = end
    turned = []
    if len(bare) == 2 and bare[0].startswith("·"):  # noqa: PLR2004 - a number and a word
        is_joined = len(tokens) == 2 and tokens[0].end == tokens[1].start  # noqa: PLR2004
        turned = [bare[1] + bare[0]] if kind == "ordinal" or is_joined else []
    close = ["=" + tokens[0].text] if len(tokens) == 1 else []
    return Spelling("".join(exact), ("".join(stemmed), "".join(bare), *turned, *close))


class Lexicon:
    """The words of one vocabulary and what each means, found however they are spelt."""

    def __init__(
        self,
        words: Iterable[tuple[str, str]],
        *,
        names: bool = False,
        own: Words | None = None,
    ) -> None:
        self._names = names
        self._remembered = lru_cache(REMEMBERED)(self._meanings)
        self._own = {(fold(word), one) for one, several in (own or {}).items() for word in several}
        self._exact = defaultdict[str, set[str]](set)
        self._stemmed = defaultdict[str, set[str]](set)
        self._letters = defaultdict[int, list[str]](list)
        self._parts = dict[tuple[tuple[str, ...], str], None]()
        pairs = dict.fromkeys(words)
        # What pictures say beside a word is no letter: six boxes are called `upper`.
        count = Counter(fold(word) for word, _ in pairs)
        for word, meaning in pairs:
            if count[fold(word)] > 2:  # noqa: PLR2004 - of two one asks
                continue
            tokens = tokens_of(word)
            found = spelling(tokens)
            if found is None or len(tokens) > MOST_TOGETHER:
                self._exact[fold(word)].add(meaning)
                continue
            self._exact[found.exact].add(meaning)
            self._stemmed["=" + found.exact.replace("·", "")].add(meaning)
            # The id of a box is no word that anybody writes: `three` is Les 3 to all but records.
            if word != meaning or not word.isalpha() or found.keys[0] == stem(word):
                self._stemmed[found.keys[0]].add(meaning)
            self._parts[tuple(one.text for one in tokens if one.text.isalnum()), meaning] = None
        self.size = len({meaning for _, meaning in self._parts})

    def ends(
        self, tokens: Sequence[Token], at: int, *, is_strict: bool = False
    ) -> Iterator[tuple[int, frozenset[str]]]:
        """Yield where words that begin here end, and what they mean."""
        for end in range(at + 1, min(len(tokens), at + MOST_TOGETHER) + 1):
            if meanings := self.meanings(tokens[at:end], is_strict=is_strict):
                yield end, meanings

    def meanings(self, tokens: Sequence[Token], *, is_strict: bool = False) -> frozenset[str]:
        """Return what a piece of text may mean as a whole: several things where it is not clear."""
        return self._remembered(tuple(tokens), is_strict)

    def _meanings(self, tokens: tuple[Token, ...], is_strict: bool) -> frozenset[str]:  # noqa: FBT001
        found = spelling(tokens) if tokens else None
        if found is None or not found.exact:
            return frozenset()
        if self._names:
            return frozenset(self._exact.get(found.exact, ())) or self._initial(tokens)
        wider = (self._stemmed.get(key) for key in found.keys if key)
        for several in (self._exact.get(found.exact), *wider):
            if several:
                own = frozenset(one for one in several if (found.exact, one) in self._own)
                return own if len(own) == 1 else frozenset(several)
        if is_strict:
            return frozenset()
        return frozenset(self._abbreviated(tokens)) or self.slips(tokens)

    def _initial(self, tokens: Sequence[Token]) -> frozenset[str]:
        typed = tokens[0].text if len(tokens) == 1 else ""
        if not typed.isalpha() or len(self._exact) < 2:  # noqa: PLR2004
            return frozenset()
        names = (one for several in self._exact.values() for one in several)
        return frozenset(one for one in names if fold(one).startswith(typed))

    def _abbreviated(self, tokens: Sequence[Token]) -> Iterator[str]:
        words = [one.text for one in tokens if one.text.isalnum() and one.text not in _TIMES]
        typed = [one for one in words if one not in free_words("articles")]
        least = 1 if self.size <= FEW_WORDS else LEAST_LETTERS
        if sum(map(len, typed)) < least or not any(map(str.isalpha, typed)):
            return
        for parts, meaning in self._parts:
            if len(parts) == len(typed) and all(map(_abbreviates, typed, parts)):
                yield meaning

    def slips(self, tokens: Sequence[Token]) -> frozenset[str]:
        """Return what a word may mean in which one letter is wrong."""
        found = spelling(tuple(tokens))
        typed = "" if found is None else found.exact
        if len(typed) < LEAST_FOR_SLIP or not typed.isalpha():
            return frozenset()
        if not self._letters:
            for key in filter(str.isalpha, self._exact):
                self._letters[len(key)].append(key)
        lengths = range(len(typed) - 1, len(typed) + 2)
        near = (key for n in lengths for key in self._letters.get(n, ()) if is_slip(typed, key))
        return frozenset(one for key in near for one in self._exact[key])


def _abbreviates(typed: str, word: str) -> bool:
    return word.startswith(typed) and (not typed.isdecimal() or typed == word)


def is_slip(typed: str, word: str) -> bool:
    """Return whether one letter is wrong, too many, missing, or two are swapped."""
    if typed == word or abs(len(typed) - len(word)) > 1 or len(word) < LEAST_FOR_SLIP - 1:
        return False
    alike = (a == b for a, b in zip(typed, word, strict=False))
    same = next((n for n, one in enumerate(alike) if not one), min(len(typed), len(word)))
    here, there = typed[same:], word[same:]
    is_swapped = here[:2] == there[1::-1] and here[2:] == there[2:]
    return is_swapped or here[1:] in {there[1:], there} or here == there[1:]


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


def names_a_day(text: str) -> bool:
    """Return whether a text is a day without its year: `mardi dix-huit mars`."""
    words = {one.text for one in tokens_of(text)}
    return any(name in words for _, name in _months()) and len(text) <= LONGEST_DAY


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


def whole_number_in(text: str) -> int | None:
    """Return the one number that a text is, in digits or words."""
    bare = text.strip(" '\"’“”«».!")
    if fold(bare) in {"o", "oh"}:
        return 0
    is_below = bare[:1] in ("-", MINUS)
    tokens = tokens_of(bare[is_below:])
    ways = {value for end, value, _ in number_at(tokens, 0) if end == len(tokens)} if tokens else ()
    return None if len(ways) != 1 else (-1 if is_below else 1) * next(iter(ways))
