"""A text -> the one thing that it means, noted; several are told, none leaves it as it is."""

import datetime as dt
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from generator.errors import Problem
from generator.reading import nodes, printed_forms, schema
from generator.reading.nodes import ListNode, MapNode, Node, Path, Place, Scalar
from generator.reading.printed_forms import free_words, means_nothing, tokens_of
from generator.reading.schema import (
    TRUTH,
    AnyValue,
    Choice,
    Fields,
    Items,
    OpenMapping,
    Schema,
    Word,
)
from generator.reading.text_grammar import PLAYER, readings
from generator.reading.validate import FEW, vocabulary_message
from generator.reading.value_grammar import piece_of
from generator.reading.vocabulary import PEOPLE, Vocabulary
from generator.words import FieldWord, Message, Value, clip_text, fold, message

# The field that holds the sum of those beside it: a number alone is meant for it.
SUMS = ("total", "score")
# Notes and attempts are counted: a file of a million wrong words is a file of wrong words.
MOST_NOTES, MOST_ATTEMPTS = 100, 3000
# Words in brackets: no value stands so.
_REMARK = re.compile(r"\s*\([^()]*[^\W\d_]{2,}\s+[^()]*[^\W\d_]{2,}[^()]*\)\s*$")
_PRONOUN = re.compile(r"\s*([^\W\d]+)\s*[(=]\s*([^()=]+)")
_NAME_ASIDE = re.compile(r"\s+\([^()]*\)")
_ASIDE = re.compile(r"\s*\([^()]*[^\W\d_]{2,}[^()]*\)\s*$")

Pair = tuple[Scalar, Node]
_Item = TypeVar("_Item")


@dataclass
class TextReader(ABC):
    """Reads texts, and lists and tables of them.

    `silent` places are those of which all has been said; `first_players` says of a list that had
    names before its items whose the first one is.
    """

    vocabulary: Vocabulary
    notes: dict[Message, Problem] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    silent: list[Place] = field(default_factory=list)
    first_players: dict[Place, str] = field(default_factory=dict)
    attempts: int = 0

    @abstractmethod
    def read(self, node: Node, want: Schema, path: Path = ()) -> Node:
        """Return a node with all that can be understood in it."""

    def note(self, node: Node, reason: Message) -> None:
        """Note how something was understood, once for each spelling."""
        if len(self.notes) < MOST_NOTES:
            self.notes.setdefault(reason, nodes.problem_at(node.place, "", reason))

    def _note(self, key: str, node: Node, found: str = "", **values: Value) -> None:
        self.note(node, message(key, found=clip_text(found), **values))

    def _refuse(self, node: Node, path: Path, reason: Message) -> None:
        """Say why something cannot be understood; nothing else is said of it."""
        self.problems.append(nodes.problem_at(node.place, nodes.dotted_path(path), reason))
        self._silence(node)

    def _silence(self, node: Node) -> None:
        self.silent += [one.place for one, _ in nodes.scalars(node, with_keys=True)]
        self.silent.append(node.place)

    def ways(self, node: Node, want: Schema) -> tuple[Node, ...]:
        """Return all that a text may mean, as long as attempts last."""
        self.attempts += 1
        if self.attempts > MOST_ATTEMPTS:
            return ()
        return readings(node, want, self.vocabulary)

    def _only(self, node: Node, want: Schema) -> Node | None:
        ways = self.ways(node, want)
        return ways[0] if len(ways) == 1 else None

    # Texts.

    def is_canonical(  # noqa: PLR0911 - a case for each kind
        self, node: Scalar, want: Schema
    ) -> bool:
        """Return whether a text is what a well-typed record has there."""
        match want:
            case AnyValue(kind=kind):
                return kind not in {int, dt.date} or (type(node.value) is kind and not node.quoted)
            case Word():
                if type(node.value) not in {str, int, bool} or (want == TRUTH and node.quoted):
                    return False
                people = self.vocabulary.people.get(want.vocabulary)
                if want.vocabulary in PEOPLE and (people is None or node.text in people):
                    return not node.is_empty()
                meant = self.vocabulary.aliases.word_of(node.text, want.vocabulary, want.options)
                if want.readings is not None and meant is None:
                    return want.readings(node.text) == (node.text,)
                return meant is not None and (not want.options or meant in want.options)
            case Choice(members):
                return any(self.is_canonical(node, one) for one in members)
            case _:
                return False

    def _text(self, node: Scalar, want: Schema, path: Path) -> Node:  # noqa: PLR0911
        """Return a text as what it means, or as it is."""
        if (node.is_empty() and not node.quoted) or self.is_canonical(node, want):
            return node
        if isinstance(want, AnyValue) and want.kind is dt.date:
            return self._date(node, path)
        if isinstance(want, Items) and is_people(want.rest):
            return self._names(node)
        told = len(self.problems)
        found = self._whole(node, want, path)
        if found is not node or len(self.problems) > told:
            return found
        remark = (_ASIDE if is_people(want) else _REMARK).search(node.text)
        bare = piece_of(node, 0, remark.start()) if remark and remark.start() else None
        if remark and bare and (self.is_canonical(bare, want) or self.ways(bare, want)):
            self._note("reading.read-past", node, remark.group().strip())
            return self._text(bare, want, path)
        if means_nothing(node.text) and (nothing := _nothing(node, want)) is not None:
            self._note("reading.read-empty", node, node.text)
            return nothing
        return node

    def _whole(self, node: Node, want: Schema, path: Path, *, is_line: bool = False) -> Node:
        """Return what the text of a node means as a whole, or the node."""
        ways = self.ways(node, want)
        if len(ways) == 1:
            self._note_reading(node, ways[0], want)
            return ways[0]
        if ways:
            several = tuple(self.shown(one) for one in ways)
            ids = want.vocabulary if isinstance(want, Word) and not want.readings else ""
            either = vocabulary_message(ids, several) if ids else several
            found = clip_text(self.shown(node))
            self._refuse(node, path, message("reading.ambiguous", found=found, ways=either))
        elif is_line:
            return node
        elif isinstance(want, Fields):
            return self._within(node, want) or node
        elif isinstance(want, OpenMapping):
            return self._in_order(node, want, path)
        return node

    def _note_reading(self, node: Node, read: Node, want: Schema) -> None:
        """Note how a text was read, where that is another spelling."""
        shown: Value = clip_text(self.shown(read))
        text = node.spelling() if isinstance(node, Scalar) else self.shown(node)
        if isinstance(read, ListNode | MapNode) and shown in ("[]", "{}"):
            self._note("reading.read-empty", node, text)
            return
        kinds = want.members if isinstance(want, Choice) else (want,)
        words = (one for one in kinds if isinstance(one, Word) and not one.readings)
        word = next(words, None)
        if isinstance(read, Scalar) and read.text == text:
            return
        if isinstance(read, Scalar) and word is not None:
            shown = vocabulary_message(word.vocabulary, (read.text,))
        self._note("reading.read-as", node, text, meant=shown)

    def shown(self, node: Node) -> str:
        """Return a node on one line, in words of the record's language."""
        match node:
            case Scalar():
                tables = self.vocabulary.shown.words.values()
                words = (table[node.text][0] for table in tables if table.get(node.text))
                return next(words, self.vocabulary.shown.display_word(node.text)) or "~"
            case ListNode(items):
                return f"[{', '.join(map(self.shown, items))}]"
            case MapNode(pairs):
                fields = (f"{self.shown(key)}: {self.shown(one)}" for key, one in pairs)
                return "{" + ", ".join(fields) + "}"

    def _within(self, node: Node, want: Fields) -> Node | None:
        """Return a node read as what one field of a block holds, the sum where there is one."""
        ways = {name: self.ways(node, inner) for name, inner in known_fields(want).items()}
        names = [name for name in SUMS if ways.get(name)][:1] or [n for n in ways if ways[n]]
        if len(names) != 1 or len(ways[names[0]]) != 1:
            return None
        name = names[0]
        self._note("reading.read-within", node, self.shown(node), field=FieldWord(name, name))
        return block_of(name, ways[name][0])

    def _date(self, node: Scalar, path: Path) -> Scalar:
        days = tuple(map(str, printed_forms.possible_dates(node.text)))
        if len(days) > 1 and not self.vocabulary.day_first:
            reason = message("reading.ambiguous", found=clip_text(node.text), ways=days)
            self._refuse(node, path, reason)
        elif days:
            if days[0] != node.text:
                self._note("reading.read-as", node, node.text, meant=days[0])
            return Scalar(days[0], days[0], node.place, written=node.spelling())
        elif printed_forms.names_a_day(node.text):
            self._note("reading.read-past", node, node.text)
            return Scalar("", None, node.place)
        return node

    def _names(self, node: Scalar) -> ListNode:
        """Return the people of a text between commas, or between `et` where there is no comma."""
        bare = _NAME_ASIDE.sub(" ", node.text).strip() or node.text
        said = _PRONOUN.match(node.text)
        if said and fold(said[1]) in free_words("pronouns"):
            bare = said[2]  # `moi (Ana)`
        node = replace(node, text=bare.strip("()[] "))
        cuts = [0]
        for one in tokens_of(node.text):
            is_word = one.text in free_words("joining") or one.text in free_words("versus")
            before, after = node.text[one.start - 1 : one.start], node.text[one.end : one.end + 1]
            is_apart = one.text in {"-", "–", "—"} and before.isspace() and after.isspace()
            if one.text in {",", ";", "/", "|", "&", "+"} or is_word or is_apart:
                cuts += [one.start, one.end]
            elif one.text == "." and cuts[-1] == one.start:
                cuts[-1] = one.end
        cuts.append(len(node.text))
        pieces = [piece_of(node, *cuts[n : n + 2]) for n in range(0, len(cuts), 2)]
        stripped = (replace(one, text=one.text.strip(" \"'“”")) for one in pieces)
        names = tuple(replace(one, value=one.text) for one in stripped if one.text)
        found = ListNode(names, node.place)
        self._note_reading(node, found, Items((), Word(PLAYER)))
        return found

    # Lists.

    def _list(self, node: Node, want: Items, path: Path) -> Node:
        rest, read = want.rest, list[Node]()
        for n, one in enumerate(node.items if isinstance(node, ListNode) else ()):
            several = self._several(one, want) if isinstance(one, Scalar) else None
            read += [self.read(one, rest, (*path, n))] if several is None else several
        return ListNode(tuple(read), node.place)

    def _several(self, item: Scalar, want: Items) -> tuple[Node, ...] | None:
        """Return the items that one text in a list stands for: `1x3; 1x2`, `rien`."""
        rest = want.rest
        is_row = isinstance(rest, AnyValue) and rest.may_be_empty
        is_move = isinstance(rest, Word) and rest.readings is not None
        if is_move or is_people(rest) or item.is_empty() or self.is_canonical(item, rest):
            return None
        if self.ways(item, rest) or (is_row and means_nothing(item.text)):
            return None
        found = self._only(item, want)
        if isinstance(found, ListNode):
            self._note_reading(item, found, want)
            return found.items
        return None

    def _player(self, key: Scalar) -> Scalar | None:
        if not self.vocabulary.people.get(PLAYER):
            return None
        bare = piece_of(key, 0, found.start()) if (found := _ASIDE.search(key.text)) else key
        only = self._only(bare, Word(PLAYER))
        return only if isinstance(only, Scalar) else None

    def _spoken(self, node: Node, want: Items, path: Path) -> ListNode | None:
        """Return a list without the names before its items, where these take turns as they sit."""
        people = self.vocabulary.people.get(PLAYER, ())
        said = list[tuple[str, Node]]()
        if is_people(want.rest) or not people:
            return None
        for item in lines_of(node):
            pairs = item.pairs if isinstance(item, MapNode) else ()
            name = self._player(pairs[0][0]) if len(pairs) == 1 else None
            if name is None:
                return None
            said.append((name.text, pairs[0][1]))
        names = [name for name, _ in said]
        if len({*names}) == len(names) > 1 and not isinstance(node, ListNode):
            lists = [self.read(inner, want, path) for _, inner in said]
            items = in_turns([one.items for one in lists if isinstance(one, ListNode)])
            if items is None:
                return None
        else:
            items = [inner for _, inner in said]
            start = people.index(names[0]) if names and names[0] in people else 0
            for n, one in enumerate(names):
                if one != people[(start + n) % len(people)]:
                    reason = message("reading.out-of-turn", found=clip_text(one))
                    self._refuse(node, path, reason)
                    return None
        if not names:
            return None
        self.first_players[node.place] = names[0]
        self.note(node, message("reading.read-without-names"))
        return ListNode(tuple(items), node.place)

    # Mappings whose keys the file chooses.

    def _in_order(self, node: Node, want: OpenMapping, path: Path) -> Node:
        if not isinstance(want.key, Word):
            return node
        names = self.vocabulary.people.get(want.key.vocabulary, ()) or want.key.options
        items = node.items if isinstance(node, ListNode) else ()
        if names and len(names) == len(items):
            pairs = tuple(
                (Scalar(name, name, item.place), self.read(item, want.value, path))
                for name, item in zip(names, items, strict=True)
                if not (isinstance(item, Scalar) and means_nothing(item.text))
            )
            found = MapNode(pairs, node.place)
            said = self.shown(node).strip("[]")
            self._note("reading.read-as", node, said, meant=clip_text(self.shown(found)))
            return found
        if names and not (items and not isinstance(items[0], Scalar)):
            allowed = vocabulary_message(want.key.vocabulary, names[:FEW])
            found_text = clip_text(self.shown(node))
            reason = message("reading.say-which", found=found_text, allowed=allowed)
            self._refuse(node, path, reason)
        return node

    def _mapping(self, node: MapNode, want: OpenMapping, path: Path) -> MapNode:
        pairs, seen = list[Pair](), set[tuple[str, str]]()
        for key, inner in node.pairs:
            entry = key.text, text_in(inner)
            if entry[1] and entry in seen:
                # What stands twice and says the same harms nobody.
                self.silent.append(key.place)
                self._note("reading.read-once", key, key.text)
            else:
                pairs += self._entry(key, inner, want, (*path, key.spelling()))
            seen.add(entry)
        return MapNode(tuple(pairs), node.place)

    def _entry(self, key: Scalar, inner: Node, want: OpenMapping, path: Path) -> Iterator[Pair]:
        name = key if self._is_key(key, want.key) else None
        if name is None and is_people(want.key):
            name = self._player(key)
        elif name is None and isinstance(want.key, Word):
            only = self._only(key, want.key)
            name = only if isinstance(only, Scalar) else None
        if name is not None and name is not key:
            self._note_reading(key, name, want.key)
        whole = MapNode(((key, inner),), key.place)
        is_number = is_people(want.key) and key.text.isdecimal()
        whole_read = None if name or is_number else self._only(whole, want)
        if isinstance(read := whole_read, MapNode):
            self._note_reading(key if is_empty(inner) else whole, read, want)
            yield from read.pairs
        elif isinstance(inner, Scalar) and inner.text and self._is_left_out(inner, want.value):
            self._note("reading.read-empty", inner, inner.text)
        else:
            found = self.read(inner, want.value, path)
            if name is None:
                self._silence(inner)  # the key is what is told
            yield name or key, found

    def _is_key(self, key: Scalar, want: Schema) -> bool:
        is_number = isinstance(want, AnyValue) and want.kind is int
        return key.text.isdecimal() if is_number else self.is_canonical(key, want)

    def _is_left_out(self, node: Scalar, want: Schema) -> bool:
        if not means_nothing(node.text) or (isinstance(want, Word) and "none" in want.options):
            return False
        return not self.ways(node, want)


def known_fields(want: Fields) -> Mapping[str, Schema]:
    """Return the schema of each field of a block."""
    return schema.field_schemas(want.model)


def in_turns(lists: Sequence[Sequence[_Item]]) -> list[_Item] | None:
    """Return what several people did in turn, None where they cannot have done so one by one."""
    counts = [len(one) for one in lists]
    if not counts or sorted(counts, reverse=True) != counts or counts[0] - counts[-1] > 1:
        return None
    return [one[n] for n in range(counts[0]) for one in lists if n < len(one)]


def is_odd_names(items: tuple[Node, ...]) -> bool:
    """Return whether names have remarks, or several stand in one text."""
    texts = [one.text for one in items if isinstance(one, Scalar) and not one.quoted]
    is_several = len(items) == 1 and any(re.search(r" [/&+;-] ", one) for one in texts)
    return len(texts) == len(items) and (is_several or any(map(_NAME_ASIDE.search, texts)))


def are_pairs(items: tuple[Node, ...]) -> bool:
    """Return whether a list is a table, an entry an item."""
    return bool(items) and all(isinstance(one, MapNode) and len(one.pairs) == 1 for one in items)


def is_people(want: Schema) -> bool:
    """Return whether names of those who play are wanted."""
    return isinstance(want, Word) and want.vocabulary in PEOPLE


def _nothing(node: Scalar, want: Schema) -> Node | None:
    match want:
        case Items():
            return ListNode((), node.place)
        case OpenMapping():
            return MapNode((), node.place)
        case AnyValue(may_be_empty=True):
            return Scalar("", None, node.place, written=node.spelling())
        case Word("truth"):
            return Scalar("false", value=False, place=node.place, written=node.spelling())
        case _:
            return None


def is_empty(node: Node) -> bool:
    """Return whether nothing was typed here."""
    return isinstance(node, Scalar) and node.text == "" and not node.quoted


def lines_of(node: Node) -> Iterator[Node]:
    """Yield the items of a list, or each field of a block as a line."""
    if isinstance(node, ListNode):
        yield from node.items
    for key, inner in node.pairs if isinstance(node, MapNode) else ():
        if key.text or not isinstance(inner, ListNode):
            yield MapNode(((key, inner),), key.place)
        else:
            yield from inner.items


def block_of(name: str, value: Node) -> MapNode:
    """Return a block of one field."""
    return MapNode(((Scalar(name, name, value.place), value),), value.place)


def blocks_of(members: Iterable[Schema]) -> tuple[Fields, ...]:
    """Return the blocks among several kinds."""
    return tuple(one for one in members if isinstance(one, Fields))


def blocks_in(want: Schema) -> tuple[Fields, ...]:
    """Return the kinds of block that a list or a field holds."""
    rest = want.rest if isinstance(want, Items) else want
    return blocks_of(rest.members if isinstance(rest, Choice) else (rest,))


def body_fields(want: Fields) -> list[str]:
    """Return the lists of a block whose items are blocks, or texts with a grammar of their own."""
    return [
        name
        for name, one in known_fields(want).items()
        if isinstance(one, Items)
        and (blocks_in(one) or (isinstance(one.rest, Word) and one.rest.readings))
    ]


def text_in(node: Node | None) -> str:
    """Return the text of a node, none where it is no text."""
    return node.text if isinstance(node, Scalar) else ""


def player_in(node: MapNode) -> str:
    """Return whose a block is."""
    return text_in(node.get(PLAYER))


def line_of(key: Scalar, inner: Node) -> Scalar:
    """Return a field as the line of text that it was."""
    text = key.spelling()
    if isinstance(inner, Scalar) and not is_empty(inner):
        text += f": {inner.spelling()}" if text else inner.spelling()
    return Scalar(text, text, key.place)
