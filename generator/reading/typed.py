"""One reading of what people typed: how single words are understood, what is noted and told."""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from generator.reading.expected import TRUTH, Aliases, Free, Word
from generator.reading.fit import words_message
from generator.reading.loose import LONGEST, Lexicon, dates, is_nothing, number
from generator.reading.nodes import ListNode, MapNode, Node, Path, Place, Scalar, dotted, fault
from generator.words import Message, Words, clipped, fold, message

if TYPE_CHECKING:
    from generator.errors import Problem

T = TypeVar("T", bound=Node)

# Notes and attempts are counted: a file of a million wrong words is a file of wrong words.
MOST_NOTES = 100
MOST_ATTEMPTS = 5000
# Vocabularies of names: those of the people who play.
PEOPLE = frozenset({"player", "winner"})


@dataclass(frozen=True)
class Speech:
    """What a record's words may be: aliases, other words for ids, and the names of people.

    `people` has names by vocabulary; of one that has none any name will do. `day_first` says how
    dates are written.
    """

    aliases: Aliases
    also: Words = field(default_factory=dict)
    people: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    day_first: bool = False

    @cached_property
    def field_words(self) -> frozenset[str]:
        """Return every word for a field, without case and accents."""
        return frozenset(fold(word) for words in self.aliases.fields.values() for word in words)


class Typed:
    """What was typed, word by word: what was noted and told, and where nothing more is told."""

    def __init__(self, speech: Speech) -> None:
        """Begin without notes."""
        self.speech, self.aliases = speech, speech.aliases
        self.notes: dict[Message, Problem] = {}
        self.told: list[Problem] = []
        self.silent: list[Place] = []
        self._attempts = 0
        self._lexicons: dict[object, Lexicon] = {}

    def note(self, node: Node, reason: Message) -> None:
        """Note how something was understood, once for each spelling."""
        if len(self.notes) < MOST_NOTES:
            self.notes.setdefault(reason, fault(node.place, "", reason))

    def tell(self, node: Node, path: Path, reason: Message) -> None:
        """Tell what cannot be understood; nothing else is told of it."""
        self.told.append(fault(node.place, dotted(path), reason))
        self.quiet(node)

    def quiet(self, node: Node) -> None:
        """Let nothing be told of a node."""
        self.silent.append(node.place)
        match node:
            case ListNode(items):
                for item in items:
                    self.quiet(item)
            case MapNode(pairs):
                for key, inner in pairs:
                    self.silent.append(key.place)
                    self.quiet(inner)

    def attempt(self, read: Callable[[], T | None]) -> T | None:
        """Return what is read, or None without a note; what was told stays told."""
        count = len(self.notes)
        found = read()
        if found is None:
            self.forget(count, len(self.told), len(self.silent))
        return found

    def forget(self, notes: int, told: int, silent: int) -> None:
        """Forget what was noted and told since there was so much of it."""
        for reason in list(self.notes)[notes:]:
            del self.notes[reason]
        del self.told[told:], self.silent[silent:]

    def lexicon(self, want: Word) -> Lexicon:
        """Return the words that may stand for what is wanted."""
        key = want.vocabulary, want.options
        if key not in self._lexicons:
            table = self.aliases.words.get(want.vocabulary, {})
            people = self.speech.people.get(want.vocabulary, ())
            ids = dict.fromkeys((*people, *(want.options or table)))
            also = self.speech.also
            words = (
                (w, one) for one in ids for w in (one, *table.get(one, ()), *also.get(one, ()))
            )
            self._lexicons[key] = Lexicon(words, names=want.vocabulary in self.speech.people)
        return self._lexicons[key]

    def strictly(self, node: Scalar, want: Word) -> bool:
        """Return whether a word is one of those wanted as it stands."""
        if type(node.value) not in {str, int, bool} or (want == TRUTH and node.quoted):
            return False
        people = self.speech.people.get(want.vocabulary)
        if want.vocabulary in PEOPLE and (people is None or node.text in people):
            return not node.is_empty()
        meant = self.aliases.word_of(node.text, want.vocabulary, want.options)
        return meant is not None and (not want.options or meant in want.options)

    def renamed(self, node: Scalar, want: Word, meant: str) -> Scalar:
        """Return a word in canonical spelling, with a note."""
        value = int(meant) if not want.vocabulary and meant.isdecimal() else meant
        shown = words_message(want.vocabulary, (meant,))
        self.note(node, message("reading.read-as", found=clipped(node.spelling()), meant=shown))
        return Scalar(meant, value, node.place, written=node.spelling())

    def word(self, node: Scalar, want: Word, path: Path) -> Scalar | None:
        """Return a word as it is wanted, or None; two meanings are told."""
        if self.strictly(node, want):
            return node
        self._attempts += 1
        if node.is_empty() or self._attempts > MOST_ATTEMPTS or len(node.text) > LONGEST:
            return None
        ways = self._ways(node, want)
        if len(ways) == 1:
            return node if ways[0] == node.text else self.renamed(node, want, ways[0])
        if ways:
            either = words_message(want.vocabulary, ways[:5])
            reason = message("reading.ambiguous", found=clipped(node.text), ways=either)
            self.tell(node, path, reason)
        return None

    def _ways(self, node: Scalar, want: Word) -> tuple[str, ...]:
        if want.meant is not None and (ways := want.meant(node.text)):
            return ways
        lexicon = self.lexicon(want)
        found = lexicon.meant(node.text) or lexicon.meant(self._without_field(node.text))
        if not found and want.options and all(map(str.isdecimal, want.options)):
            found = frozenset({str(number(node.text))} & {*want.options})
        return tuple(sorted(found))

    def _without_field(self, text: str) -> str:
        """Return a text without the name of a field before it: `case sucre` is sugar."""
        first, _, rest = text.strip().partition(" ")
        return rest if fold(first) in self.speech.field_words else text

    def single(
        self, node: Scalar, want: Free, path: Path, *, is_key: bool = False
    ) -> Scalar | None:
        """Return a number, a date or a text as it is wanted, or None."""
        if want.kind not in {int, dt.date} or (type(node.value) is want.kind and not node.quoted):
            return node
        if len(node.text) > LONGEST:
            return None
        if want.kind is dt.date:
            return self._date(node, path)
        found = number(node.text, is_key=is_key, is_count=want.is_count)
        if found is not None:
            return self._read_as(node, str(found), found)
        if want.may_be_empty and is_nothing(node.text):
            if not node.is_empty():
                self.note(node, message("reading.read-empty", found=clipped(node.text)))
            return Scalar("", None, node.place, written=node.spelling())
        return None

    def _date(self, node: Scalar, path: Path) -> Scalar | None:
        days = dates(node.text)
        if len(days) == 1 or (days and self.speech.day_first):
            return self._read_as(node, str(days[0]), str(days[0]))
        if days:
            ways = tuple(map(str, days))
            self.tell(node, path, message("reading.ambiguous", found=clipped(node.text), ways=ways))
        return None

    def _read_as(self, node: Scalar, text: str, value: str | int) -> Scalar:
        if text != node.text:
            self.note(node, message("reading.read-as", found=clipped(node.text), meant=text))
        return Scalar(text, value, node.place, written=node.spelling())
