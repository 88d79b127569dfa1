"""Words and numbers in a text, by the inverse of how they are printed; what may stand beside them.

Everything that begins at a token is yielded with the token where it ends.
"""

from bisect import bisect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from generator.reading.nodes import (
    ListNode,
    MapNode,
    Node,
    Place,
    PlainScalar,
    Scalar,
    resolve_scalar,
)
from generator.reading.printed_forms import (
    PLAIN,
    STROKES,
    Token,
    free_words,
    number_at,
    number_words,
    tokens_of,
)
from generator.reading.schema import TRUTH, AnyValue, Word
from generator.reading.vocabulary import Vocabulary
from generator.words import MINUS

# A text that takes more steps is not understood.
MOST_STEPS = 20_000
# Tokens of a turn that is a text of its own, and of a phrase; faces of a number that is one die.
LONGEST_TURN, LONGEST_PHRASE, HIGHEST_DIGIT = 20, 4, 9
# The dice of one turn in a row without blanks.
USUAL_FACES = frozenset("123456")
# A number above is no face of any die.
HIGHEST_FACE = 20
_BORDERS = frozenset({",", ";", "/", "|", ".", ":", "=", "→", "-", "–", "(", ")", "!"})
_TIGHT = frozenset({"-", "–", "/", "."})
# Words that stand behind a value, so that a text may end with them.
_BEHIND = frozenset({"units", "units-faces", "asides"})


@cache
def phrases(kind: str) -> frozenset[tuple[str, ...]]:
    """Return the words of a kind, token by token."""
    return frozenset(tuple(one.text for one in tokens_of(word)) for word in free_words(kind))


def flat_text(node: Node) -> tuple[str, tuple[tuple[int, Place], ...]]:
    """Return a node as one text, and where each piece of it stands."""
    if isinstance(node, Scalar):
        return node.text, ((0, replace(node.place, column=node.place.column + node.quoted)),)
    text, places = "[" if isinstance(node, ListNode) else "{", list[tuple[int, Place]]()
    pairs: Iterable[tuple[Scalar | None, Node]]
    pairs = node.pairs if isinstance(node, MapNode) else ((None, one) for one in node.items)
    for key, inner in pairs:
        text += ", " if places else ""
        for n, one in enumerate((key, inner)):
            if one is None or (isinstance(one, Scalar) and not one.text):
                continue
            text += ": " if n and key is not None and key.text else ""
            said, at = flat_text(one)
            places += ((len(text) + start, place) for start, place in at)
            text += said
    text += "]" if isinstance(node, ListNode) else "}"
    return text, tuple(places) or ((0, node.place),)


@dataclass
class ValueChart:
    """The tokens of a text, and how many steps have been taken to read them."""

    text: str
    places: tuple[tuple[int, Place], ...]
    vocabulary: Vocabulary
    steps: int = 0
    tokens: Sequence[Token] = ()
    texts: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        self.tokens = tokens_of(self.text)
        self.texts = tuple(one.text for one in self.tokens)

    def piece(self, at: int, end: int, text: str, value: PlainScalar) -> Scalar:
        """Return what some tokens mean, with where they stand and how they are written."""
        start = self.tokens[at].start
        written = self.text[start : self.tokens[end - 1].end]
        from_, place = self.places[max(bisect([one for one, _ in self.places], start) - 1, 0)]
        place = replace(place, column=place.column + start - from_)
        return Scalar(text, value, place, written=written)

    def _words(self, want: Word, at: int) -> Iterator[tuple[int, Node]]:
        if want.readings is not None:
            for end in range(at + 1, min(at + LONGEST_TURN, len(self.tokens)) + 1):
                self.steps += 1
                text = self.text[self.tokens[at].start : self.tokens[end - 1].end]
                text = text.translate(PLAIN)
                for one in want.readings(text) if self.steps <= MOST_STEPS else ():
                    # Commas within a turn are no part of it.
                    shown = " ".join(one.replace(",", " ").split())
                    yield end, self.piece(at, end, shown, shown)
        for end, meanings in self.vocabulary.lexicon(want).ends(self.tokens, at):
            if self._is_range(at) and end > at + 1:
                continue  # `2 à 6` are five
            is_letter = self.tokens[end - 1].end - self.tokens[at].start == 1
            if is_letter and self.texts[at] in free_words("articles") and len(self.tokens) > 1:
                continue  # `a herpes` has no green card
            for one in sorted(meanings):
                value = one == "true" if want == TRUTH else one
                is_number = not want.vocabulary and one.isdecimal()
                yield end, self.piece(at, end, one, int(one) if is_number else value)
        if "none" in want.options:
            for end in self._phrases(at, "nothing"):
                yield end, self.piece(at, end, "none", "none")

    def _numbers(
        self, want: AnyValue, at: int, *, is_key: bool = False
    ) -> Iterator[tuple[int, Node]]:
        for start in self._after(at, "before-teeth" if is_key else "articles"):
            for end, value in self._values(want, start, is_key=is_key):
                # `one die` says how many there were.
                is_count = want.is_face and not self.tokens[end - 1].is_number()
                kind = "units-faces" if want.is_face else "units"
                for stop in [end] if is_count else self._after(end, kind):
                    if stop == end or not is_key:
                        yield stop, self.piece(at, end, str(value), value)

    def _values(self, want: AnyValue, at: int, *, is_key: bool) -> Iterator[tuple[int, int]]:  # noqa: C901
        if at >= len(self.tokens):
            return
        is_plain, text = not (want.is_face or is_key), self.texts[at]
        is_below = text in ("-", MINUS) and at + 1 < len(self.tokens)
        if is_plain and is_below and (at == 0 or self.tokens[at - 1].end < self.tokens[at].start):
            for end, value, _ in number_at(self.tokens, at + 1):
                yield end, -value
        if text == "o" and len(self.tokens) == 1:
            yield at + 1, 0
        if text == "l":
            yield at + 1, 1
        for end, value, kind in number_at(self.tokens, at):
            if kind == "plural" or (kind == "ordinal" and not is_key):
                continue
            if want.is_face and value > HIGHEST_DIGIT:
                continue
            yield end, value
            if is_plain and want.may_be_empty:
                yield from self._sums(end, value)
        if is_plain:
            yield from ((end, 0) for end in self._phrases(at, "nothing"))
            # `III`, of what is crossed out `xx` too.
            end = at
            strokes = {*(STROKES if want.is_count else "i|")}
            while end < len(self.texts) and {*self.texts[end]} <= strokes:
                end += 1
                yield end, sum(map(len, self.texts[at:end]))

    def _sums(self, at: int, value: int) -> Iterator[tuple[int, int]]:
        total, end = value, at
        while self.texts[end : end + 1] == ("+",) and end + 1 < len(self.tokens):
            if not self.tokens[end + 1].is_number():
                return
            total, end = total + int(self.texts[end + 1][:18]), end + 2
        if end > at:
            yield end, total
        if self.texts[end : end + 2] == ("=", str(total)):
            yield end + 2, total

    def _digits(self, at: int, known: Mapping[str, str]) -> Iterator[tuple[int, Node]]:
        """Yield the values of a number that is several: dice 55512; of 12 nobody knows."""
        text, is_faces = self.texts[at], known.keys() == USUAL_FACES
        if not text.isdecimal() or len(text) == 1:
            return
        if is_faces and len(text) <= len(str(HIGHEST_FACE)) and int(text) <= HIGHEST_FACE:
            whole = self.piece(at, at + 1, text, int(text))
            yield at + 1, ListNode((whole,), whole.place)
        if {*text} <= known.keys() and len({*known.values()}) == len(known):
            one = [known[sign] for sign in text]
            values = ((n, int(n) if is_faces else n) for n in one)
            items = tuple(self.piece(at, at + 1, *value) for value in values)
            yield at + 1, ListNode(items, items[0].place)

    # What is passed over.

    def _phrases(self, at: int, kind: str) -> Iterator[int]:
        """Yield where words of a kind that begin here end."""
        for end in range(at + 1, min(at + LONGEST_PHRASE, len(self.tokens)) + 1):
            if self.texts[at:end] in phrases(kind):
                yield end

    def _after(self, at: int, kind: str, *, signs: frozenset[str] = frozenset()) -> Iterator[int]:
        """Yield a place, and those behind words and signs of a kind that begin there."""
        there = [at]
        for one in there:
            yield one
            if one >= len(self.tokens):
                continue
            is_number = self.texts[one : one + 1] in number_words()
            if kind == "articles" and (is_number or self._is_range(one)):
                continue  # `un deux quatre` are three numbers, `1 à 5` may be five
            ends = [*self._phrases(one, kind)]
            ends += [one + 1] if self.texts[one] in signs and not self._is_minus(one) else []
            last = len(self.tokens) + (kind in _BEHIND)
            there += (end for end in ends if end < last and end not in there)

    def _is_range(self, at: int) -> bool:
        return self.text[self.tokens[at].start] in "àÀ"

    def _after_number(self, at: int) -> Iterator[int]:
        """Yield where an item begins, and where it does without its number: `1.`, `T1 :`."""
        yield at
        end = at
        for start in (at, *self._phrases(at, "numbering")):
            ways = number_at(self.tokens, start) if start < len(self.tokens) else ()
            for stop, _, kind in ways:
                behind = self.texts[stop] if stop < len(self.tokens) else ""
                if behind in free_words("numbering") and kind == "ordinal":
                    end = stop + 1
                elif start > at or (behind in {".", ")", ":"} and kind == "digits"):
                    end = stop
        if end == len(self.tokens):
            yield end
        elif end > at:
            yield from self._borders(end, frozenset())

    def _borders(self, at: int, outer: frozenset[str]) -> Iterator[int]:
        """Yield where the next value of a block may begin: behind signs, or where its kind ends."""
        there, end = len(self.tokens), at
        if at < there and not (self.tokens[at - 1].is_number() and self.tokens[at].is_number()):
            yield at
        while end < there:
            one = self.texts[end]
            words = max([0, *self._phrases(end, "joining"), *self._phrases(end, "beside")])
            is_sign = one in _BORDERS - outer and (one not in _TIGHT or self._is_apart(end))
            if not words and (not is_sign or self._is_minus(end)):
                return
            end = words or end + 1
            yield end

    def _is_minus(self, at: int) -> bool:
        """Return whether a sign belongs to the number behind it."""
        if self.texts[at] not in ("-", MINUS) or at + 1 == len(self.tokens):
            return False
        before, one, behind = self.tokens[at - 1], self.tokens[at], self.tokens[at + 1]
        stands_apart = at == 0 or before.end < one.start or not before.is_number()
        return stands_apart and behind.is_number() and one.end == behind.start

    def _is_apart(self, at: int) -> bool:
        one = self.tokens[at]
        is_after = at == 0 or self.tokens[at - 1].end < one.start
        return is_after or at + 1 == len(self.tokens) or one.end < self.tokens[at + 1].start


def piece_of(node: Scalar, start: int, end: int) -> Scalar:
    """Return a part of a text as a scalar of its own, without the blanks around it."""
    text = node.text[start:end]
    start += len(text) - len(text.lstrip())
    text = text.strip()
    column = node.place.column + start + node.quoted
    return Scalar(text, resolve_scalar(text), replace(node.place, column=column))
