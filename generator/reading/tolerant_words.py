"""Words, numbers, dates and fields as typed: None for what is not understood."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from generator.errors import Problem
from generator.reading import nodes, phrases, schema
from generator.reading.nodes import ListNode, MapNode, Node, Path, Place, Scalar
from generator.reading.phrases import LONGEST, Lexicon, free_words, split_at_fields
from generator.reading.schema import (
    TRUTH,
    Aliases,
    AnyValue,
    Choice,
    Fields,
    Items,
    OpenMapping,
    Schema,
    Word,
    field_schemas,
)
from generator.reading.validate import FEW, vocabulary_message
from generator.words import (
    FieldWord,
    Message,
    Words,
    clip_text,
    fold,
    message,
    nearest_names,
    nearest_word,
)

# Notes and attempts are counted: a file of a million wrong words is a file of wrong words.
MOST_NOTES = 100
MOST_ATTEMPTS = 5000
# Vocabularies of names: those of the people who play.
PEOPLE = frozenset({"player", "winner"})

# How many notes, problems and silenced places there are.
Mark = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """A record's words: aliases, synonyms, and people's names by vocabulary where known."""

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
                    stems.setdefault(phrases.word_stem(word), set()).add(name)
            self._stems[known] = stems
        found = self._stems[known].get(phrases.word_stem(key), set())
        return next(iter(found)) if len(found) == 1 and phrases.word_stem(key) else None


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


def _is_canonical(reading: Reading, node: Scalar, want: Word) -> bool:
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
    if _is_canonical(reading, node, want):
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
        found = frozenset({str(phrases.whole_number_in(text))} & {*want.options})
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
    number = phrases.whole_number_in(node.text, is_key=is_key, is_count=want.is_count)
    if number is not None:
        return _read_as(reading, node, str(number), number)
    if want.may_be_empty and phrases.means_nothing(node.text):
        if not node.is_empty():
            reading.note_empty(node)
        return Scalar("", None, node.place, written=node.spelling())
    return None


def _read_date(reading: Reading, node: Scalar, path: Path) -> Scalar | None:
    days = tuple(map(str, phrases.possible_dates(node.text)))
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


# Who begins what is a list of turns.
FIRST = "first"
# Of more unknown fields in one block nobody looks for a near name.
MOST_SLIPS = 20
# Who has won is worked out; not every game has it noted.
GAME, OUTCOME = "game", "winner"
_NUMBERED = re.compile(r"(.*[^\W\d_])\s*°?\s*([0-9]{1,3})\s*")

Pair = tuple[Scalar, Node]


@dataclass
class SortedFields:
    """The pairs of a block: known fields, what belongs one level `deeper`, and unknown ones."""

    pairs: list[Pair] = field(default_factory=list)
    deeper: dict[str, list[Pair]] = field(default_factory=dict)
    strays: list[Pair] = field(default_factory=list)

    def has(self, name: str) -> bool:
        """Return whether a field is there."""
        return any(key.text == name for key, _ in self.pairs)


def sort_fields(reading: Reading, node: MapNode, want: Fields) -> SortedFields:
    """Name the fields of a block and say where each belongs; numbered ones become a list."""
    found = SortedFields()
    numbered = dict[str, list[tuple[int, Scalar, Node]]]()
    known = schema.field_schemas(want.model)
    for key, inner in node.pairs:
        name = reading.vocabulary.field_named(key.text, want)
        counted = _NUMBERED.fullmatch(key.text)
        listed = reading.vocabulary.field_named(counted[1], want) if counted else None
        if name is not None:
            name = _name_or_free_table(name, inner, known, found)
            found.pairs.append((rename_field(reading, key, name), inner))
        elif counted and listed is not None and isinstance(known[listed], Items):
            numbered.setdefault(listed, []).append((int(counted[2]), key, inner))
        elif _is_remark(reading, key, inner):
            reading.note(key, message("reading.read-past", found=clip_text(key.text)))
        elif (deeper := _field_above(reading, key.text, known)) is not None:
            found.deeper.setdefault(deeper, []).append((key, inner))
        elif reading.vocabulary.aliases.field_of(key.text, (OUTCOME,)) and GAME in known:
            reading.note(key, message("reading.read-winner", found=clip_text(key.text)))
        else:
            found.strays.append((key, inner))
    for name, several in numbered.items():
        several.sort(key=lambda one: one[0])
        first = several[0][1]
        items = ListNode(tuple(inner for _, _, inner in several), first.place)
        found.pairs.append((replace(first, text=name, value=name), items))
        reading.note(first, message("reading.read-numbered", found=clip_text(first.spelling())))
    return found


def _name_or_free_table(
    name: str, inner: Node, known: Mapping[str, Schema], found: SortedFields
) -> str:
    is_doubtful = found.has(name) or isinstance(known[name], Word | AnyValue)
    is_mapping = isinstance(known[name], Fields | OpenMapping | Choice)
    if not is_doubtful or is_mapping or not isinstance(inner, MapNode):
        return name
    tables = [n for n, one in known.items() if isinstance(one, OpenMapping) and not found.has(n)]
    return tables[0] if len(tables) == 1 else name


def rename_field(reading: Reading, key: Scalar, name: str) -> Scalar:
    """Return a field's name in canonical spelling, with a note where it is spelt otherwise."""
    if reading.vocabulary.aliases.field_of(key.text, (name,)) != name:
        meant = FieldWord(name, name)
        reading.note(key, message("reading.read-as", found=clip_text(key.text), meant=meant))
    return replace(key, text=name, value=name, written=key.spelling())


def _is_remark(reading: Reading, key: Scalar, inner: Node) -> bool:
    if fold(key.text) in free_words("remarks"):
        return True
    is_number = isinstance(inner, Scalar) and isinstance(inner.value, int)
    return is_number and reading.vocabulary.field_by_stem(key.text, ("turns", "rounds")) is not None


def _field_above(reading: Reading, key: str, known: Mapping[str, Schema]) -> str | None:
    found = [
        name
        for name, want in known.items()
        if any(reading.vocabulary.field_named(key, inner) for inner in _blocks_in(want))
    ]
    return found[0] if len(found) == 1 else None


def _blocks_in(want: Schema) -> Iterator[Fields]:
    several: Iterable[Schema] = (want,)
    if isinstance(want, Items):
        several = want.rest.members if isinstance(want.rest, Choice) else ()
    return (one for one in several if isinstance(one, Fields))


def with_first_player(reading: Reading, pairs: list[Pair], want: Fields) -> list[Pair]:
    """Return the pairs with who began, where names before the turns say it."""
    lists = [inner.place for _, inner in pairs if isinstance(inner, ListNode)]
    names = [reading.first_players[place] for place in lists if place in reading.first_players]
    is_said = any(key.text == FIRST for key, _ in pairs)
    if not names or is_said or FIRST not in schema.field_schemas(want.model):
        return pairs
    place = pairs[0][0].place
    return [(Scalar(FIRST, FIRST, place), Scalar(names[0], names[0], place)), *pairs]


def refuse_strays(reading: Reading, strays: list[Pair], want: Fields, path: Path) -> None:
    """Refuse several unknown fields of one block in one sentence."""
    known = tuple(schema.field_schemas(want.model))
    others = (word for name in known for word in reading.vocabulary.aliases.other_words(name))
    words = [*known, *others]
    if len(strays) <= MOST_SLIPS:  # a slip is told with the name that is near it
        strays = [one for one in strays if nearest_word(one[0].spelling(), words) is None]
    if len(strays) < 2:  # noqa: PLR2004 - one is told by itself
        return
    found = tuple(clip_text(key.spelling()) for key, _ in strays[:FEW])
    allowed = tuple(FieldWord(name, name) for name in known)
    reason = message("reading.unknown-fields", found=found, allowed=allowed)
    reading.refuse(strays[0][0], path, reason)
    reading.silent += [key.place for key, _ in strays]


def split_fields(reading: Reading, node: Scalar, several: tuple[Fields, ...]) -> MapNode | None:
    """Return a text that names each of its fields as a block, or None."""
    aliases = reading.vocabulary.aliases
    names = tuple(dict.fromkeys(n for one in several for n in schema.field_schemas(one.model)))
    pieces = split_at_fields(node, lambda text: aliases.field_of(text, names) is not None)
    pairs = [(key, value) for key, value in pieces if key is not None and value.text]
    if not pairs or len(pairs) != len(pieces):
        return None
    found = MapNode(tuple(pairs), node.place)
    note_shape(reading, node, found)
    return found


def kind_of_block(
    reading: Reading, node: MapNode, several: tuple[Fields, ...], path: Path
) -> Fields | None:
    """Return the kind of block that has most of a mapping's fields; refuse one that has none."""
    vocabulary, keys = reading.vocabulary, [key.text for key, _ in node.pairs]
    counts = [sum(vocabulary.field_named(key, one) is not None for key in keys) for one in several]
    if not any(counts):
        kinds = [next(iter(schema.field_schemas(one.model))) for one in several]
        found = clip_text(keys[0]) if keys else ""
        words = {name: vocabulary.aliases.other_words(name) for name in kinds}
        allowed = tuple(FieldWord(name, name) for name in nearest_names(found, words, FEW))
        reason = message("reading.unknown-kind", found=found, allowed=allowed)
        reading.refuse(node, path, reason)
        return None
    best = [one for one, count in zip(several, counts, strict=True) if count == max(counts)]
    likely = schema.choice_member(Choice(several), node, vocabulary.aliases)
    return likely if isinstance(likely, Fields) and likely in best else best[0]


def refuse_without_names(reading: Reading, node: Node, want: OpenMapping, path: Path) -> None:
    """Say that a table needs a name before each value."""
    if not isinstance(want.key, Word):
        return
    people = reading.vocabulary.people.get(want.key.vocabulary, ())
    names = (people or want.key.options)[:FEW]
    if names:
        allowed = vocabulary_message(want.key.vocabulary, names)
        found = clip_text(inline_text(node))
        reason = message("reading.say-which", found=found, allowed=allowed)
        reading.refuse(node, path, reason)


def merge_turns(reading: Reading, node: ListNode) -> ListNode:
    """Return a list with those lines joined that are of one player, one after another."""
    items = list[Node]()
    for item in node.items:
        joined = _merged_turn(reading, items[-1], item) if items else None
        if joined is None:
            items.append(item)
        else:
            items[-1] = joined
    return ListNode(tuple(items), node.place) if len(items) < len(node.items) else node


def _merged_turn(reading: Reading, before: Node, after: Node) -> MapNode | None:
    if not isinstance(before, MapNode) or not isinstance(after, MapNode):
        return None
    (name, player), other = (_split_turn(reading, one) for one in (before, after))
    if not name or not player or (name, player) != other:
        return None
    lists = [one.get(name) for one in (before, after)]
    items = tuple(item for one in lists if isinstance(one, ListNode) for item in one.items)
    pairs = [
        (key, ListNode(items, inner.place) if key.text == name else inner)
        for key, inner in before.pairs
    ]
    reading.note(after, message("reading.read-one-turn"))
    return MapNode(tuple(pairs), before.place)


def _split_turn(reading: Reading, node: MapNode) -> tuple[str, str]:
    fields = (reading.split_turns.get(inner.place, "") for _, inner in node.pairs)
    player = node.get("player")
    return next(filter(None, fields), ""), player.text if isinstance(player, Scalar) else ""


def note_shape(reading: Reading, node: Node, read: Node) -> None:
    """Note how a text, or a list, was taken apart."""
    found = clip_text(inline_text(node)).strip("[]{}")
    if isinstance(node, Scalar):
        found = clip_text(node.text)
    meant = clip_text(inline_text(read))
    reading.note(node, message("reading.read-as", found=found, meant=meant))


def inline_text(node: Node) -> str:
    """Return a node on one line, in its writer's words."""
    match node:
        case Scalar():
            return node.spelling() or "~"
        case ListNode(items):
            return f"[{', '.join(map(inline_text, items))}]"
        case MapNode(pairs):
            fields = (f"{key.spelling()}: {inline_text(one)}" for key, one in pairs)
            return "{" + ", ".join(fields) + "}"
