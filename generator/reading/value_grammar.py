"""Words and numbers in a text, by the inverse of how they are printed; what may stand beside them.

Everything that begins at a token is yielded with the token where it ends.
"""

from collections.abc import (
    Iterator,
    Sequence,
)
from dataclasses import (
    dataclass,
    replace,
)

from generator.reading.nodes import (
    Node,
    PlainScalar,
    Scalar,
    resolve_scalar,
)
from generator.reading.printed_forms import (
    Token,
    free_words,
    number_at,
    number_words,
)
from generator.reading.schema import (
    TRUTH,
    AnyValue,
    Word,
)
from generator.reading.vocabulary import Vocabulary
from generator.words import MINUS

# A text that takes more steps is not understood.
MOST_STEPS = 20_000
# Tokens of a turn that is a text of its own: two dice with blockers and signs.
LONGEST_TURN = 20
_BORDERS = frozenset({",", ";", "/", "|", ".", ":", "=", "→", "-", "–", "(", ")", "!"})
_TIGHT = frozenset({"-", "–", "/", "."})
# Words that stand behind a value, so that a text may end with them.
_BEHIND = frozenset({"units", "units-faces"})


def piece_of(node: Scalar, start: int, end: int) -> Scalar:
    """Return a part of a text as a scalar of its own, without the blanks around it."""
    text = node.text[start:end]
    start += len(text) - len(text.lstrip())
    text = text.strip()
    column = node.place.column + start + node.quoted
    return Scalar(text, resolve_scalar(text), replace(node.place, column=column))


@dataclass
class ValueChart:
    """The tokens of a text, and how many steps have been taken to read them."""

    node: Scalar
    tokens: Sequence[Token]
    vocabulary: Vocabulary
    steps: int = 0

    def _scalar(self, at: int, end: int, text: str, value: PlainScalar) -> Scalar:
        piece = piece_of(self.node, self.tokens[at].start, self.tokens[end - 1].end)
        return Scalar(text, value, piece.place, written=piece.text)

    def _words(self, want: Word, at: int) -> Iterator[tuple[int, Node]]:
        if want.readings is not None:
            for end in range(at + 1, min(at + LONGEST_TURN, len(self.tokens)) + 1):
                self.steps += 1
                text = self.node.text[self.tokens[at].start : self.tokens[end - 1].end]
                for one in want.readings(text) if self.steps <= MOST_STEPS else ():
                    # Commas within a turn are no part of it.
                    shown = " ".join(one.replace(",", " ").split())
                    yield end, self._scalar(at, end, shown, shown)
        for end, meanings in self.vocabulary.lexicon(want).ends(self.tokens, at):
            piece = self.node.text[self.tokens[at].start : self.tokens[end - 1].end]
            if len(piece) == 1 and piece in free_words("articles") and len(self.tokens) > 1:
                continue  # `a herpes` has no green card
            for one in sorted(meanings):
                value = one == "true" if want == TRUTH else one
                is_number = not want.vocabulary and one.isdecimal()
                yield end, self._scalar(at, end, one, int(one) if is_number else value)

    def _numbers(
        self, want: AnyValue, at: int, *, is_key: bool = False
    ) -> Iterator[tuple[int, Node]]:
        for start in self._after(at, "before-teeth" if is_key else "articles"):
            for end, value in self._values(want, start, is_key=is_key):
                units = "units-faces" if want.is_face else "units"
                for stop in self._after(end, "units-none" if is_key else units):
                    yield stop, self._scalar(at, end, str(value), value)

    def _values(self, want: AnyValue, at: int, *, is_key: bool) -> Iterator[tuple[int, int]]:
        if at >= len(self.tokens):
            return
        is_plain = not (want.is_face or is_key)
        is_below = self.tokens[at].text in ("-", MINUS) and at + 1 < len(self.tokens)
        if is_plain and is_below and (at == 0 or self.tokens[at - 1].end < self.tokens[at].start):
            for end, value, _ in number_at(self.tokens, at + 1):
                yield end, -value
        if self.tokens[at].text == "o" and len(self.tokens) == 1:
            yield at + 1, 0
        for end, value, kind in number_at(self.tokens, at):
            if kind in {"ordinal", "plural"} or (want.is_face and value > 9):  # noqa: PLR2004 - a digit
                continue
            yield end, value
            if is_plain and want.may_be_empty:
                yield from self._sums(end, value)
        if is_plain and self.tokens[at].text in free_words("nothing"):
            yield at + 1, 0
        if is_plain:
            yield from self._strokes(at, "x×i|" if want.is_count else "i|")

    def _sums(self, at: int, value: int) -> Iterator[tuple[int, int]]:
        total, end = value, at
        while end + 1 < len(self.tokens) and self.tokens[end].text == "+":
            if not self.tokens[end + 1].is_number():
                return
            total, end = total + int(self.tokens[end + 1].text[:18]), end + 2
        if end > at:
            yield end, total
        is_said = end + 1 < len(self.tokens) and self.tokens[end].text == "="
        if is_said and self.tokens[end + 1].text == str(total):
            yield end + 2, total

    def _strokes(self, at: int, signs: str) -> Iterator[tuple[int, int]]:
        count = 0
        for end in range(at, len(self.tokens)):
            if not set(self.tokens[end].text) <= set(signs):
                return
            count += len(self.tokens[end].text)
            yield end + 1, count

    # What is passed over.

    def _after(self, at: int, kind: str, *, signs: frozenset[str] = frozenset()) -> Iterator[int]:
        """Yield a place, and those behind words and signs of a kind that begin there."""
        yield at
        while at < len(self.tokens) - (kind not in _BEHIND):
            one = self.tokens[at].text
            is_range = self.node.text[self.tokens[at].start] in "àÀ"
            if kind == "articles" and ((one,) in number_words() or is_range):
                return  # `un deux quatre` are three numbers, `1 à 5` may be five
            if (one not in signs or self._is_minus(at)) and one not in free_words(kind):
                return
            at += 1
            yield at

    def _after_number(self, at: int) -> Iterator[int]:
        """Yield where an item begins, and where it does without its number: `1.`, `T1 :`."""
        yield at
        numbering, end = free_words("numbering"), at
        if self.tokens[at].text in numbering and at + 1 < len(self.tokens):
            end = at + 2 if self.tokens[at + 1].is_number() else at
        for stop, _, kind in number_at(self.tokens, at):
            behind = self.tokens[stop].text if stop < len(self.tokens) else ""
            if behind in numbering and kind == "ordinal":
                end = stop + 1
            elif behind in {".", ")", ":"} and kind == "digits":
                end = stop
        if end > at:
            yield from self._borders(end, frozenset())

    def _borders(self, at: int, outer: frozenset[str]) -> Iterator[int]:
        """Yield where the next value of a block may begin: behind signs, or where its kind ends."""
        there, end = len(self.tokens), at
        if at < there and not (self.tokens[at - 1].is_number() and self.tokens[at].is_number()):
            yield at
        while end < there:
            one = self.tokens[end]
            is_word = one.text in free_words("joining") or one.text in free_words("beside")
            is_sign = one.text in _BORDERS - outer and (
                one.text not in _TIGHT or self._is_apart(end)
            )
            if not is_word and (not is_sign or self._is_minus(end)):
                return
            end += 1
            yield end

    def _is_minus(self, at: int) -> bool:
        """Return whether a sign belongs to the number behind it."""
        if self.tokens[at].text not in ("-", MINUS) or at + 1 == len(self.tokens):
            return False
        before, one, behind = self.tokens[at - 1], self.tokens[at], self.tokens[at + 1]
        stands_apart = at == 0 or before.end < one.start or not before.is_number()
        return stands_apart and behind.is_number() and one.end == behind.start

    def _is_apart(self, at: int) -> bool:
        one = self.tokens[at]
        is_after = at == 0 or self.tokens[at - 1].end < one.start
        return is_after or at + 1 == len(self.tokens) or one.end < self.tokens[at + 1].start
