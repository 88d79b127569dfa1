"""Names, numbers and dates as typed, None for what is not understood; what a reading keeps."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from generator.errors import Problem
from generator.reading import nodes, normalise
from generator.reading.nodes import ListNode, MapNode, Node, Path, Place, Scalar
from generator.reading.normalise import LONGEST, Lexicon
from generator.reading.schema import TRUTH, Aliases, AnyValue, Fields, Word, field_schemas
from generator.reading.validate import vocabulary_message
from generator.words import FieldWord, Message, Words, clip_text, fold, message

# Notes and attempts are counted: a file of a million wrong words is a file of wrong words.
MOST_NOTES = 100
MOST_ATTEMPTS = 5000
# Vocabularies of names: those of the people who play.
PEOPLE = frozenset({"player", "winner"})

# How many notes, problems and silenced places there are.
Mark: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The words of a record: aliases, synonyms of ids, and the names of people by vocabulary.

    Any name will do for a vocabulary that has no people. `day_first` says how dates are written.
    """

    aliases: Aliases
    synonyms: Words = field(default_factory=dict)
    people: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    day_first: bool = False
    _lexicons: dict[object, Lexicon] = field(default_factory=dict, init=False)
    _stems: dict[tuple[str, ...], Mapping[str, set[str]]] = field(default_factory=dict, init=False)

    @cached_property
    def field_words(self) -> frozenset[str]:
        """Return every word for a field, without case and accents."""
        return frozenset(fold(word) for words in self.aliases.fields.values() for word in words)

    def lexicon(self, want: Word) -> Lexicon:
        """Return the words that may stand for what is wanted."""
        key = want.vocabulary, want.options
        if key not in self._lexicons:
            table = self.aliases.words.get(want.vocabulary, {})
            people = self.people.get(want.vocabulary, ())
            words = (
                (word, name)
                for name in dict.fromkeys((*people, *(want.options or table)))
                for word in (name, *table.get(name, ()), *self.synonyms.get(name, ()))
            )
            self._lexicons[key] = Lexicon(words, names=want.vocabulary in self.people)
        return self._lexicons[key]

    def field_named(self, key: str, want: Fields) -> str | None:
        """Return the field that a word means: exactly, or plural, gender and accents aside."""
        known = tuple(field_schemas(want.model))
        return self.aliases.field_of(key, known) or self.field_by_stem(key, known)

    def field_by_stem(self, key: str, known: tuple[str, ...]) -> str | None:
        """Return the only field that has a word of the same stem."""
        if known not in self._stems:
            stems: dict[str, set[str]] = {}
            for name in known:
                for word in (name, *self.aliases.other_words(name), *self.synonyms.get(name, ())):
                    stems.setdefault(normalise.word_stem(word), set()).add(name)
            self._stems[known] = stems
        found = self._stems[known].get(normalise.word_stem(key), set())
        return next(iter(found)) if len(found) == 1 and normalise.word_stem(key) else None


@dataclass
class Reading:
    """The state of one reading: what was noted, what was refused, and where no more is said.

    `first_players` says of a list of turns that had names before them whose the first one is,
    `split_turns` of a turn typed as several lines which of its fields these lines make up.
    """

    vocabulary: Vocabulary
    notes: dict[Message, Problem] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    silent: list[Place] = field(default_factory=list)
    first_players: dict[Place, str] = field(default_factory=dict)
    split_turns: dict[Place, str] = field(default_factory=dict)
    attempts: int = 0

    def note(self, node: Node, reason: Message) -> None:
        """Note how something was understood, once for each spelling."""
        if len(self.notes) < MOST_NOTES:
            self.notes.setdefault(reason, nodes.problem_at(node.place, "", reason))

    def note_empty(self, node: Scalar) -> None:
        """Note that a text was read as nothing."""
        self.note(node, message("reading.read-empty", found=clip_text(node.text)))

    def note_within(self, node: Scalar, name: str) -> None:
        """Note that a text was read as a field, or as what stands in one."""
        meant = FieldWord(name, name)
        self.note(node, message("reading.read-within", found=clip_text(node.text), field=meant))

    def forget_notes(self, count: int) -> None:
        """Forget all notes but the first ones."""
        for reason in list(self.notes)[count:]:
            del self.notes[reason]

    def refuse(self, node: Node, path: Path, reason: Message) -> None:
        """Say why something cannot be understood; nothing else is said of it."""
        self.problems.append(nodes.problem_at(node.place, nodes.dotted_path(path), reason))
        self.silence(node)

    def silence(self, node: Node) -> None:
        """Let no other reader report a problem of a node or of anything below it."""
        self.silent.append(node.place)
        match node:
            case ListNode(items):
                for item in items:
                    self.silence(item)
            case MapNode(pairs):
                for key, inner in pairs:
                    self.silent.append(key.place)
                    self.silence(inner)

    def mark(self) -> Mark:
        """Return how far the reading has come, for `roll_back`."""
        return len(self.notes), len(self.problems), len(self.silent)

    def roll_back(self, mark: Mark) -> None:
        """Forget what was noted, refused and silenced since a mark."""
        notes, problems, silent = mark
        self.forget_notes(notes)
        del self.problems[problems:], self.silent[silent:]


def is_canonical(reading: Reading, node: Scalar, want: Word) -> bool:
    """Return whether a word is one of those wanted as it stands."""
    if type(node.value) not in {str, int, bool} or (want == TRUTH and node.quoted):
        return False
    vocabulary = reading.vocabulary
    people = vocabulary.people.get(want.vocabulary)
    if want.vocabulary in PEOPLE and (people is None or node.text in people):
        return not node.is_empty()
    meant = vocabulary.aliases.word_of(node.text, want.vocabulary, want.options)
    return meant is not None and (not want.options or meant in want.options)


def read_word(reading: Reading, node: Scalar, want: Word, path: Path) -> Scalar | None:
    """Return a word in canonical spelling; one with two meanings is refused."""
    if is_canonical(reading, node, want):
        return node
    reading.attempts += 1
    if node.is_empty() or reading.attempts > MOST_ATTEMPTS or len(node.text) > LONGEST:
        return None
    meanings = _meanings(reading.vocabulary, node.text, want)
    if not meanings:
        return None
    if len(meanings) > 1:
        either = vocabulary_message(want.vocabulary, meanings[:5])
        reason = message("reading.ambiguous", found=clip_text(node.text), ways=either)
        reading.refuse(node, path, reason)
        return None
    (meant,) = meanings
    if meant == node.text:
        return node
    shown = vocabulary_message(want.vocabulary, meanings)
    reading.note(node, message("reading.read-as", found=clip_text(node.spelling()), meant=shown))
    value = int(meant) if not want.vocabulary and meant.isdecimal() else meant
    return Scalar(meant, value, node.place, written=node.spelling())


def _meanings(vocabulary: Vocabulary, text: str, want: Word) -> tuple[str, ...]:
    if want.readings is not None and (ways := want.readings(text)):
        return ways
    lexicon = vocabulary.lexicon(want)
    found = lexicon.meanings(text)
    if not found:
        # The name of the field may stand before it: `case sucre` is sugar.
        first, _, rest = text.strip().partition(" ")
        found = lexicon.meanings(rest if fold(first) in vocabulary.field_words else text)
    if not found and want.options and all(map(str.isdecimal, want.options)):
        found = frozenset({str(normalise.whole_number_in(text))} & {*want.options})
    return tuple(sorted(found))


def read_scalar(
    reading: Reading, node: Scalar, want: AnyValue, path: Path, *, is_key: bool = False
) -> Scalar | None:
    """Return a number, a date or a text as it is wanted; a date with two meanings is refused."""
    if want.kind not in {int, dt.date} or (type(node.value) is want.kind and not node.quoted):
        return node
    if len(node.text) > LONGEST:
        return None
    if want.kind is dt.date:
        return _read_date(reading, node, path)
    number = normalise.whole_number_in(node.text, is_key=is_key, is_count=want.is_count)
    if number is not None:
        return _read_as(reading, node, str(number), number)
    if want.may_be_empty and normalise.means_nothing(node.text):
        if not node.is_empty():
            reading.note_empty(node)
        return Scalar("", None, node.place, written=node.spelling())
    return None


def _read_date(reading: Reading, node: Scalar, path: Path) -> Scalar | None:
    days = tuple(map(str, normalise.possible_dates(node.text)))
    if len(days) == 1 or (days and reading.vocabulary.day_first):
        return _read_as(reading, node, days[0], days[0])
    if days:
        reason = message("reading.ambiguous", found=clip_text(node.text), ways=days)
        reading.refuse(node, path, reason)
    return None


def _read_as(reading: Reading, node: Scalar, text: str, value: str | int) -> Scalar:
    if text != node.text:
        reading.note(node, message("reading.read-as", found=clip_text(node.text), meant=text))
    return Scalar(text, value, node.place, written=node.spelling())
