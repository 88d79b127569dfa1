"""Nodes as people typed them -> nodes that a model reads, where one thing only can be meant.

The schema decides: a list may be typed as a text, a block as a list in a known order, a field under
a word like its own. Where two things can be meant, that is told and nothing is read.
"""

import builtins
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from generator.reading import phrases, schema
from generator.reading import tolerant_words as typed
from generator.reading.nodes import ListNode, MapNode, Node, Path, Scalar
from generator.reading.phrases import LONGEST, means_nothing
from generator.reading.schema import AnyValue, Choice, Fields, Items, OpenMapping, Schema, Word
from generator.reading.tolerant_words import (
    PEOPLE,
    Pair,
    Reading,
    Vocabulary,
    read_scalar,
    read_word,
)
from generator.words import FieldWord, clip_text, message

# Nobody types a longer text for a list or a block.
LONGEST_TEXT = 2000
# A number above is no face of any die, but several dice of the usual faces.
HIGHEST_FACE, USUAL_FACES = 20, frozenset("123456")
# The field that holds the sum of those beside it: a number alone is meant for it.
SUMS = ("total", "score")
_RESULT = re.compile(r"(.+?)\s+([0-9]+)\s*[-–:/à]\s*([0-9]+)")

T = TypeVar("T", bound=Node)


class TolerantReader:
    """Reads what was typed by its schema; what is not understood stays as it is."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary, self.reading = vocabulary, Reading(vocabulary)

    def read(  # noqa: C901, PLR0911 - a case for each kind
        self, node: Node, want: Schema, path: Path = ()
    ) -> Node:
        """Return a node with all that can be understood in it."""
        match node, want:
            case Scalar(), _:
                return self._read_scalar(node, want, path)
            case _, Choice():
                return self._read_choice(node, want, path)
            case ListNode(), Items():
                return self._read_list(node, want, path)
            case ListNode(items), OpenMapping():
                found = self._attempt(lambda: self._mapping_in_order(node, want, path))
                if found is None and items and isinstance(items[0], Scalar):
                    typed.refuse_without_names(self.reading, node, want, path)
                return found or node
            case ListNode(), Fields():
                return self._wrapped(node, want, path)
            case ListNode((only,)), Word() | AnyValue(kind=builtins.int):
                return self.read(only, want, path)
            case MapNode(), Fields():
                return self._read_fields(node, want, path)
            case MapNode(), OpenMapping():
                return self._read_mapping(node, want, path)
            case MapNode(), Items():
                return self._mapping_as_list(node, want, path)
            case _:
                return node

    def _read_scalar(self, node: Scalar, want: Schema, path: Path) -> Node:
        count = len(self.reading.problems)
        read = self._read_text(node, want, path)
        if read is None and isinstance(want, OpenMapping) and isinstance(node.value, int):
            typed.refuse_without_names(self.reading, node, want, path)
        if read is None and len(self.reading.problems) > count:
            self.reading.silent.append(node.place)
        del self.reading.problems[count + (read is None) :]
        return node if read is None else read

    def _read_text(  # noqa: PLR0911 - a case for each kind
        self, node: Scalar, want: Schema, path: Path = (), *, is_key: bool = False
    ) -> Node | None:
        if len(node.text) > LONGEST_TEXT or (node.is_empty() and not isinstance(want, AnyValue)):
            return None
        match want:
            case Word():
                return read_word(self.reading, node, want, path)
            case AnyValue():
                return read_scalar(self.reading, node, want, path, is_key=is_key)
            case Items():
                return self._attempt(lambda: self._list_in_text(node, want, path))
            case OpenMapping():
                return self._attempt(lambda: self._mapping_in_text(node, want))
            case Fields():
                return self._attempt(lambda: self._fields_in_text(node, want, path))
            case Choice(members):
                return self._choice_in_text(node, members, path)

    def _can_be_read(self, node: Scalar, want: Schema, *, is_key: bool = False) -> bool:
        mark = self.reading.mark()
        found = self._read_text(node, want, is_key=is_key) is not None
        self.reading.roll_back(mark)
        return found

    def _attempt(self, read: Callable[[], T | None]) -> T | None:
        notes = len(self.reading.notes)
        found = read()
        if found is None:
            self.reading.forget_notes(notes)
        return found

    def _is_left_out(self, node: Scalar, want: Schema) -> bool:
        """Return whether a text says that nothing is there, where that is no word of its own."""
        if isinstance(want, Word) and "none" in want.options:
            return False
        return means_nothing(node.text) and not self._can_be_read(node, want)

    def _choice_in_text(self, node: Scalar, members: tuple[Schema, ...], path: Path) -> Node | None:
        for kind in (Word, Items):
            for member in members:
                if isinstance(member, kind) and (found := self._read_text(node, member, path)):
                    return found
        several = tuple(member for member in members if isinstance(member, Fields))
        found = typed.split_fields(self.reading, node, several) if several else None
        return found and self._read_choice(found, Choice(members), path)

    def _read_choice(self, node: Node, want: Choice, path: Path) -> Node:
        if not isinstance(node, MapNode):
            return self.read(node, schema.choice_member(want, node, self.vocabulary.aliases), path)
        several = tuple(member for member in want.members if isinstance(member, Fields))
        kind = typed.kind_of_block(self.reading, node, several, path) if several else None
        return node if kind is None else self._read_fields(node, kind, path)

    def _wrapped(self, node: ListNode, want: Fields, path: Path) -> Node:
        fields = schema.field_schemas(want.model).items()
        lists = [name for name, inner in fields if isinstance(inner, Items)]
        if len(lists) != 1:
            return node
        (name,) = lists
        self.reading.note(node, message("reading.read-list-within", field=FieldWord(name, name)))
        key = Scalar(name, name, node.place)
        return self._read_fields(MapNode(((key, node),), node.place), want, path)

    def _list_in_text(self, node: Scalar, want: Items, path: Path) -> Node | None:
        rest = want.rest
        pieces: tuple[Scalar, ...] | None = None
        if isinstance(rest, AnyValue) and rest.is_face:
            pieces = _faces(self.reading, node, path)
            if pieces is None:
                return None
        if not pieces:
            pieces = phrases.split_at_commas(node)
            if isinstance(rest, Word) and _may_be_one(self.reading, pieces, rest, path):
                return None
        read = self._read_each(pieces, rest, path)
        is_people = isinstance(rest, Word) and rest.vocabulary in PEOPLE
        if is_people and read and len(read) == 1 and phrases.sounds_like_two(node):
            return None
        if read is None and not is_people:
            most = LONGEST if len(node.text) <= LONGEST else 0
            words = phrases.split_into_words(node, lambda one: self._can_be_read(one, rest), most)
            read = self._read_each(words, rest, path) if words else None
        found = ListNode(tuple(read or ()), node.place)
        if read is not None:
            typed.note_shape(self.reading, node, found)
        elif means_nothing(node.text):
            self.reading.note_empty(node)
        else:
            return None
        return found

    def _read_each(self, pieces: tuple[Scalar, ...], rest: Schema, path: Path) -> list[Node] | None:
        read = [self._read_text(one, rest, path) for one in pieces]
        found = [one for one in read if one is not None]
        return found if len(found) == len(pieces) else None

    def _read_list(self, node: ListNode, want: Items, path: Path) -> Node:
        rest, read = want.rest, list[Node]()
        if isinstance(rest, Word) and (unnamed := self._without_speakers(node, path)):
            node = unnamed
        for n, item in enumerate(node.items):
            several = self._several_in_text(item, rest) if isinstance(item, Scalar) else None
            read += [self.read(item, rest, (*path, n))] if several is None else several
        return typed.merge_turns(self.reading, ListNode(tuple(read), node.place))

    def _several_in_text(self, item: Scalar, rest: Schema) -> list[Node] | None:
        """Return the items that one text in a list stands for: `1x3; 1x2`, `5. 3`, `rien`."""
        is_simple = isinstance(rest, Word | AnyValue) and not item.is_empty()
        if not is_simple or self._can_be_read(item, rest):
            return None
        pieces = phrases.split_at_commas(item)
        if len(pieces) == 1 and isinstance(rest, AnyValue) and rest.kind is int:
            pieces = phrases.numbers_in(item)
        if len(pieces) > 1:
            mark = self.reading.mark()
            if (read := self._read_each(pieces, rest, ())) is not None:
                typed.note_shape(self.reading, item, ListNode(tuple(read), item.place))
                return read
            self.reading.roll_back(mark)
        is_word = isinstance(rest, Word) and rest.readings is None and rest.vocabulary not in PEOPLE
        if is_word and self._is_left_out(item, rest):
            self.reading.note_empty(item)
            return []
        return None

    def _without_speakers(self, node: ListNode, path: Path) -> ListNode | None:
        """Return a list without the names before its items, where these take turns as they sit."""
        names, items = list[str](), list[Node]()
        for item in node.items:
            pairs = item.pairs if isinstance(item, MapNode) else ()
            name = self._read_text(pairs[0][0], Word("player")) if len(pairs) == 1 else None
            if not isinstance(name, Scalar):
                return None
            names.append(name.text)
            items.append(pairs[0][1])
        people = self.vocabulary.people.get("player", ())
        if not names or names[0] not in people:
            return None
        start = people.index(names[0])
        for n, one in enumerate(names):
            if one != people[(start + n) % len(people)]:
                reason = message("reading.out-of-turn", found=clip_text(one))
                self.reading.refuse(node.items[n], (*path, n), reason)
                return None
        self.reading.first_players[node.place] = names[0]
        self.reading.note(node, message("reading.read-without-names"))
        return ListNode(tuple(items), node.place)

    def _mapping_as_list(self, node: MapNode, want: Items, path: Path) -> Node:
        numbers = [key.value for key, _ in node.pairs]
        if numbers == list(range(1, len(numbers) + 1)):
            found = ListNode(tuple(inner for _, inner in node.pairs), node.place)
        elif isinstance(want.rest, Fields | Choice):
            found = ListNode((node,), node.place)
        else:
            return node
        self.reading.note(node, message("reading.read-block-as-list"))
        return self._read_list(found, want, path)

    def _mapping_in_order(self, node: ListNode, want: OpenMapping, path: Path) -> Node | None:
        if not isinstance(want.key, Word):
            return None
        people = self.vocabulary.people.get(want.key.vocabulary, ())
        names = people or want.key.options
        if not names or len(names) != len(node.items):
            return None
        pairs = list[Pair]()
        for name, item in zip(names, node.items, strict=True):
            if not (isinstance(item, Scalar) and self._is_left_out(item, want.value)):
                pairs.append((Scalar(name, name, item.place), self.read(item, want.value, path)))
        found = MapNode(tuple(pairs), node.place)
        typed.note_shape(self.reading, node, found)
        return found

    def _mapping_in_text(self, node: Scalar, want: OpenMapping) -> Node | None:
        """Return a text as a block: `orange 2, jaune 4`, `o=2`, `Ana 23 - 0`."""
        if means_nothing(node.text):
            return MapNode((), node.place)
        pairs = self._score(node, want)
        for piece in phrases.split_at_commas(node) if not pairs else ():
            pair = self._pair(piece, want)
            several = [pair] if pair else self._pairs_at_keys(piece, want)
            if not several:
                return None
            pairs += several
        if len({key.text for key, _ in pairs}) != len(pairs):
            return None
        found = MapNode(tuple(pairs), node.place)
        typed.note_shape(self.reading, node, found)
        return found

    def _score(self, node: Scalar, want: OpenMapping) -> list[Pair]:
        """Return the points of two players of whom one is named: `Ana 23 - 0`."""
        people = self.vocabulary.people.get("player", ())
        found = _RESULT.fullmatch(node.text) if len(people) == 2 else None  # noqa: PLR2004 - two
        if found is None or not isinstance(want.value, AnyValue) or want.value.kind is not int:
            return []
        name = self._read_text(phrases.piece_of(node, *found.span(1)), want.key, is_key=True)
        if not isinstance(name, Scalar) or name.text not in people:
            return []
        other = people[1 - people.index(name.text)]
        key = Scalar(other, other, node.place)
        points = (phrases.piece_of(node, *found.span(n)) for n in (2, 3))
        return list(zip((name, key), points, strict=True))

    def _pair(self, piece: Scalar, want: OpenMapping) -> Pair | None:
        """Return what a text parted in two says, whichever half is the key; None for two ways."""
        ways = dict[tuple[str, str], tuple[Scalar, Scalar]]()
        for halves in phrases.split_in_two(piece):
            for before, after in (halves, halves[::-1]):
                is_key = self._can_be_read(before, want.key, is_key=True)
                if is_key and self._can_be_read(after, want.value):
                    ways.setdefault((before.text, after.text), (before, after))
        if len(ways) != 1:
            return None
        ((before, after),) = ways.values()
        return self._read_pair(before, after, want)

    def _pairs_at_keys(self, piece: Scalar, want: OpenMapping) -> list[Pair]:
        """Return the pairs of a text that is cut before each key: `orange 2 jaune 4`."""

        def is_key(text: str) -> bool:
            word = phrases.piece_of(replace(piece, text=text, quoted=False), 0, len(text))
            return self._can_be_read(word, want.key, is_key=True)

        pieces = phrases.split_at_fields(piece, is_key)
        read = [self._read_pair(key, value, want) for key, value in pieces if key is not None]
        found = [one for one in read if one]
        return found if len(found) == len(pieces) else []

    def _read_pair(self, key: Scalar, value: Scalar, want: OpenMapping) -> Pair | None:
        name, read = self._read_text(key, want.key, is_key=True), self._read_text(value, want.value)
        return (name, read) if isinstance(name, Scalar) and read is not None else None

    def _read_mapping(self, node: MapNode, want: OpenMapping, path: Path) -> Node:
        pairs, seen = list[Pair](), dict[str, Node]()
        for key, inner in node.pairs:
            before = seen.setdefault(key.text, inner)
            is_same = (
                isinstance(before, Scalar)
                and isinstance(inner, Scalar)
                and before.text == inner.text
            )
            if before is not inner and is_same:
                # What stands twice and says the same harms nobody.
                self.reading.silent.append(key.place)
                self.reading.note(key, message("reading.read-once", found=clip_text(key.text)))
            else:
                pairs += self._read_entry(key, inner, want, (*path, key.spelling()))
        return MapNode(tuple(pairs), node.place)

    def _read_entry(
        self, key: Scalar, inner: Node, want: OpenMapping, path: Path
    ) -> Iterator[Pair]:
        is_bare = isinstance(inner, Scalar) and inner.text == "" and not inner.quoted
        pair = self._pair(key, want) if is_bare else None
        read_key = None if pair else self._read_text(key, want.key, is_key=True)
        name = read_key if isinstance(read_key, Scalar) else None
        if pair is not None:
            typed.note_shape(self.reading, key, MapNode((pair,), key.place))
            yield pair
        elif name is None and (inverted := self._inverted_pairs(key, inner, want)):
            typed.note_shape(self.reading, inner, MapNode(tuple(inverted), key.place))
            yield from inverted
        elif isinstance(inner, Scalar) and not is_bare and self._is_left_out(inner, want.value):
            self.reading.note_empty(inner)
        else:
            read = self.read(inner, want.value, path)
            if name is None:
                self.reading.silence(inner)  # the key is what is told
            yield name or key, read

    def _inverted_pairs(self, key: Scalar, inner: Node, want: OpenMapping) -> list[Pair]:
        """Return the pairs of a mapping typed the other way round: `jaune: [1, 16]` of teeth."""
        values = inner.items if isinstance(inner, ListNode) else (inner,)
        if not self._can_be_read(key, want.value) or not all(
            isinstance(one, Scalar) and self._can_be_read(one, want.key, is_key=True)
            for one in values
        ):
            return []
        several = [one for one in values if isinstance(one, Scalar)]
        found = (self._read_pair(one, replace(key, place=one.place), want) for one in several)
        return [one for one in found if one is not None]

    def _read_fields(self, node: MapNode, want: Fields, path: Path) -> MapNode:
        found = typed.sort_fields(self.reading, node, want)
        known = schema.field_schemas(want.model)
        pairs = list[Pair]()
        for key, inner in found.pairs:
            where = (*path, key.spelling())
            value, more = self._with_more_fields(inner, want, known[key.text])
            pairs.append((key, self.read(value, known[key.text], where)))
            pairs += [
                (name, self.read(one, known[name.text], where))
                for name, one in more
                if not found.has(name.text)
            ]
        pairs = self._move_deeper(found, pairs, want, path)
        typed.refuse_strays(self.reading, found.strays, want, path)
        pairs = typed.with_first_player(self.reading, pairs, want)
        return MapNode((*pairs, *found.strays), node.place)

    def _move_deeper(
        self, found: typed.SortedFields, pairs: list[Pair], want: Fields, path: Path
    ) -> list[Pair]:
        known = schema.field_schemas(want.model)
        for name, inner in found.deeper.items():
            first = inner[0][0]
            block: Node = MapNode(tuple(inner), first.place)
            if isinstance(known[name], Items):
                block = ListNode((block,), first.place)
                self.reading.split_turns[first.place] = name
            before = next((one for key, one in pairs if key.text == name), None)
            read = self.read(block, known[name], (*path, name))
            if before is None:
                pairs.append((replace(first, text=name, value=name, written=None), read))
            elif isinstance(before, MapNode) and isinstance(read, MapNode):
                joined = MapNode((*before.pairs, *read.pairs), before.place)
                pairs = [(k, joined if k.text == name else one) for k, one in pairs]
            else:
                found.strays += inner
                continue
            self.reading.note_within(first, name)
        return pairs

    def _with_more_fields(self, inner: Node, want: Fields, kind: Schema) -> tuple[Node, list[Pair]]:
        """Return what a field holds without the fields that follow in its text, and these."""
        if not isinstance(inner, Scalar) or not isinstance(kind, Word) or " " not in inner.text:
            return inner, []
        known, aliases = schema.field_schemas(want.model), self.vocabulary.aliases
        names = tuple(known)
        (first_key, first), *others = phrases.split_at_fields(
            inner, lambda text: aliases.field_of(text, names) is not None
        )
        pairs = list[Pair]()
        for key, value in others:
            name = None if key is None else self.vocabulary.field_named(key.text, want)
            if key is None or name is None or not self._can_be_read(value, known[name]):
                return inner, []
            pairs.append((typed.rename_field(self.reading, key, name), value))
        if first_key is not None or not pairs or not self._can_be_read(first, kind):
            return inner, []
        fields = (f"{key.spelling()}: {typed.inline_text(one)}" for key, one in pairs)
        found, meant = clip_text(inner.text), clip_text(", ".join((first.text, *fields)))
        self.reading.note(inner, message("reading.read-as", found=found, meant=meant))
        return first, pairs

    def _fields_in_text(self, node: Scalar, want: Fields, path: Path) -> Node | None:
        known = schema.field_schemas(want.model)
        if (block := typed.split_fields(self.reading, node, (want,))) is not None:
            return self._read_fields(block, want, path)
        mark = self.reading.mark()
        sums = [name for name in SUMS if isinstance(known.get(name), AnyValue)]
        names = sums[:1] or [name for name in known if self._can_be_read(node, known[name])]
        if len(names) == 1 and (read := self._read_text(node, known[names[0]], path)) is not None:
            self.reading.note_within(node, names[0])
            return MapNode(((Scalar(names[0], names[0], node.place), read),), node.place)
        self.reading.roll_back(mark)
        return None


def _faces(reading: Reading, node: Scalar, path: Path) -> tuple[Scalar, ...] | None:
    if not node.text.isdecimal() or len(node.text) == 1:
        return phrases.numbers_in(node)
    is_long = len(node.text) > len(str(HIGHEST_FACE)) or int(node.text) > HIGHEST_FACE
    if is_long and USUAL_FACES.issuperset(node.text):
        return phrases.digits(node)
    ways = (f"[{node.text}]", f"[{', '.join(node.text)}]")
    reason = message("reading.ambiguous", found=clip_text(node.text), ways=ways)
    reading.refuse(node, path, reason)
    return None


def _may_be_one(reading: Reading, pieces: tuple[Scalar, ...], rest: Word, path: Path) -> bool:
    """Return whether two pieces may be one, and tell it: `x A1, B2=5` is a turn too."""
    for one, other in pairwise(pieces) if rest.readings else ():
        together = f"{one.text} {other.text}"
        if rest.readings is not None and rest.readings(together):
            ways = (f"[{together}]", f"[{one.text}, {other.text}]")
            reason = message("reading.ambiguous", found=clip_text(one.text), ways=ways)
            reading.refuse(one, path, reason)
            return True
    return False
