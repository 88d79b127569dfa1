"""Nodes as people typed them -> nodes that a model reads, where one thing only can be meant.

The schema decides what a node has to be. A text is read by `text_grammar`, which enumerates all
that it may mean: one reading with nothing left over is taken and noted, several are told, and what
has none stays as it is, for the strict reader to tell. Blocks and lists are only brought into
shape here: lines become the items of the list that they can be of, fields move where they belong.
"""

import builtins
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from generator.reading import schema
from generator.reading.nodes import ListNode, MapNode, Node, Path, Place, Scalar
from generator.reading.printed_forms import free_words, means_nothing
from generator.reading.schema import (
    AnyValue,
    Choice,
    Fields,
    Items,
    OpenMapping,
    Schema,
    Word,
)
from generator.reading.tolerant_texts import (
    TextReader,
    is_empty,
    is_people,
    known_fields,
    line_of,
    list_of_moves,
)
from generator.reading.validate import FEW
from generator.words import FieldWord, clip_text, fold, message

# Who plays, who begins, and what the program works out where a game does not have it noted.
PLAYER, PLAYERS, FIRST, GAME, OUTCOME = "player", "players", "first", "game", "winner"
_NUMBERED = re.compile(r"(.*?[^\W\d_])\s*°?\s*([0-9]{1,3})\s*")
_BARE_NUMBER = re.compile(r"\D{0,2}([0-9]{1,3})\s*(?:er|re|e|st|nd|rd|th)?[.)°]?")

_HEADER = re.compile(r"[^\W\d_]+\s*°?\s*[0-9]{1,3}")

Pair = tuple[Scalar, Node]


@dataclass
class TolerantReader(TextReader):
    """Reads what was typed by its schema.

    `first_players` says of a list of turns that had names before them whose the first one is,
    `split_turns` of a turn typed as several lines which of its fields these lines make up.
    """

    first_players: dict[Place, str] = field(default_factory=dict)
    split_turns: dict[Place, str] = field(default_factory=dict)

    def read(  # noqa: C901, PLR0911, PLR0912 - a case for each kind
        self, node: Node, want: Schema, path: Path = ()
    ) -> Node:
        """Return a node with all that can be understood in it."""
        match node, want:
            case Scalar(), _:
                return self.read_text(node, want, path)
            case MapNode(), Choice(members):
                several = tuple(one for one in members if isinstance(one, Fields))
                kind = self._kind_of_block(node, several, path) if several else None
                return node if kind is None else self._read_fields(node, kind, path)
            case ListNode(), Choice():
                member = schema.choice_member(want, node, self.vocabulary.aliases)
                return self.read(node, member, path)
            case ListNode(), Items():
                return self._read_list(node, want, path)
            case ListNode(), OpenMapping():
                return self._read_in_order(node, want, path)
            case ListNode(items), Fields():
                lists = [n for n, one in known_fields(want).items() if isinstance(one, Items)]
                if len(lists) != 1 or not items:
                    return node
                key = Scalar(lists[0], lists[0], node.place)
                field_word = FieldWord(lists[0], lists[0])
                self.note(node, message("reading.read-list-within", field=field_word))
                return self._read_fields(MapNode(((key, node),), node.place), want, path)
            case ListNode((only,)), Word() | AnyValue(kind=builtins.int):
                return self.read(only, want, path)
            case MapNode(), Fields():
                return self._read_fields(node, want, path)
            case MapNode(), OpenMapping():
                return self._read_mapping(node, want, path)
            case MapNode(), Items():
                return self._read_lines(node, want, path)
            case MapNode(), Word() if self._is_one_line(node):
                return self.read_text(line_of(*node.pairs[0]), want, path)
            case _:
                return node

    # Lists.

    def _read_list(self, node: ListNode, want: Items, path: Path) -> Node:
        rest, read = want.rest, list[Node]()
        if isinstance(rest, Word) and (unnamed := self._without_speakers(node, path)):
            node = unnamed
        for n, one in enumerate(node.items):
            item = self._named_item(one, rest)
            several = self._several_in_text(item, want) if isinstance(item, Scalar) else None
            read += [self.read(item, rest, (*path, n))] if several is None else several
        return self._merged(ListNode(tuple(read), node.place))

    def _several_in_text(self, item: Scalar, want: Items) -> tuple[Node, ...] | None:
        """Return the items that one text in a list stands for: `1x3; 1x2`, `rien`."""
        rest = want.rest
        is_simple = isinstance(rest, Word | AnyValue) and not is_people(rest)
        if not is_simple or item.is_empty() or self.is_canonical(item, rest):
            return None
        is_row = isinstance(rest, AnyValue) and rest.may_be_empty
        if self.ways(item, rest) or (is_row and means_nothing(item.text)):
            return None
        ways = self.ways(item, want)
        if len(ways) == 1 and isinstance(ways[0], ListNode):
            self.note_reading(item, ways[0], want)
            return ways[0].items
        if (
            not ways
            and isinstance(rest, Word)
            and rest.readings is None
            and means_nothing(item.text)
        ):
            self.note(item, message("reading.read-empty", found=clip_text(item.text)))
            return ()
        return None

    def _named_item(self, item: Node, rest: Schema) -> Node:
        """Return an item whose only key is a player with that player in it: `Ana: {...}`."""
        if not isinstance(item, MapNode) or not isinstance(rest, Fields) or not item.pairs:
            return item
        key, inner = item.pairs[0]
        name = self._player_named(key) if PLAYER in known_fields(rest) else None
        listed = [pair for pair in item.pairs if not pair[0].text]
        if len(listed) == 1 and isinstance(listed[0][1], ListNode):
            lists = [n for n, one in known_fields(rest).items() if isinstance(one, Items)]
            if len(lists) != 1:
                return item
            field_name = Scalar(lists[0], lists[0], listed[0][0].place)
            pairs = (pair if pair[0].text else (field_name, pair[1]) for pair in item.pairs)
            return MapNode(tuple(pairs), item.place)
        if name is None or len(item.pairs) > 1 or self.vocabulary.field_named(key.text, rest):
            return line_of(key, inner) if self._is_unknown_line(item, rest) else item
        who = Scalar(PLAYER, PLAYER, key.place), name
        if isinstance(inner, MapNode):
            return MapNode((who, *inner.pairs), key.place)
        return line_of(key, inner) if isinstance(inner, Scalar) else item

    def _is_unknown_line(self, item: MapNode, rest: Fields) -> bool:
        key = item.pairs[0][0]
        # One word that is no field is told as an unknown field.
        is_line = self._is_one_line(item) and not key.text.isalpha()
        return is_line and self.vocabulary.field_named(key.text, rest) is None

    def _is_one_line(self, node: MapNode) -> bool:
        return len(node.pairs) == 1 and isinstance(node.pairs[0][1], Scalar)

    def _player_named(self, key: Scalar) -> Scalar | None:
        people = self.vocabulary.people.get(PLAYER, ())
        if not people:
            return None
        ways = self.ways(key, Word(PLAYER))
        return ways[0] if len(ways) == 1 and isinstance(ways[0], Scalar) else None

    def _without_speakers(self, node: ListNode, path: Path) -> ListNode | None:
        """Return a list without the names before its items, where these take turns as they sit."""
        names, items = list[str](), list[Node]()
        for item in node.items:
            pairs = item.pairs if isinstance(item, MapNode) else ()
            name = self._player_named(pairs[0][0]) if len(pairs) == 1 else None
            if name is None:
                return None
            names.append(name.text)
            items.append(pairs[0][1])
        people = self.vocabulary.people.get(PLAYER, ())
        if not names or names[0] not in people:
            return None
        start = people.index(names[0])
        for n, one in enumerate(names):
            if one != people[(start + n) % len(people)]:
                reason = message("reading.out-of-turn", found=clip_text(one))
                self.refuse(node.items[n], (*path, n), reason)
                return None
        self.first_players[node.place] = names[0]
        self.note(node, message("reading.read-without-names"))
        return ListNode(tuple(items), node.place)

    def _read_lines(self, node: MapNode, want: Items, path: Path) -> Node:
        """Return a block read as a list: numbered fields, or a line for each item."""
        numbers = [_BARE_NUMBER.fullmatch(fold(key.text)) for key, _ in node.pairs]
        if [int(one[1]) for one in numbers if one] == list(range(1, len(node.pairs) + 1)):
            items = tuple(inner for _, inner in node.pairs)
        elif isinstance(want.rest, Fields | Choice) and self._is_block(node, want.rest):
            items = (node,)
        else:
            items = tuple(self._items_of_lines(node.pairs, want.rest))
        self.note(node, message("reading.read-block-as-list"))
        return self._read_list(ListNode(items, node.place), want, path)

    def _is_block(self, node: MapNode, rest: Fields | Choice) -> bool:
        kinds = rest.members if isinstance(rest, Choice) else (rest,)
        blocks = [one for one in kinds if isinstance(one, Fields)]
        keys = [key.text for key, _ in node.pairs]
        named = [[self.vocabulary.field_named(key, one) for key in keys] for one in blocks]
        return any(None not in one and len({*one}) == len(one) for one in named)

    def _items_of_lines(self, pairs: Iterable[Pair], rest: Schema) -> Iterator[Node]:
        """Yield an item for each line, or for each group of fields until one of them repeats."""
        group, seen = list[Pair](), set[str]()
        inner_list = list_of_moves(rest)
        for key, inner in pairs:
            name = self.vocabulary.field_named(key.text, rest) if isinstance(rest, Fields) else None
            is_header = inner_list and isinstance(inner, Scalar) and not inner.text
            if group and (name in seen or is_header or (name is None and not inner_list)):
                yield MapNode(tuple(group), group[0][0].place)
                group, seen = [], set()
            if name is not None:
                group.append((key, inner))
                seen.add(name)
            elif inner_list and is_header and _HEADER.fullmatch(fold(key.text)):
                place = key.place
                group = [(Scalar(inner_list, inner_list, place), ListNode((), place))]
            elif inner_list and group and isinstance(moves := group[-1][1], ListNode):
                item = MapNode(((key, inner),), key.place)
                place = moves.items[0].place if moves.items else key.place
                group[-1] = group[-1][0], ListNode((*moves.items, item), place)
            elif isinstance(inner, Scalar):
                yield line_of(key, inner)
            else:
                yield MapNode(((key, inner),), key.place)
        if group:
            yield MapNode(tuple(group), group[0][0].place)

    def _merged(self, node: ListNode) -> ListNode:
        """Return a list with those lines joined that are of one player, one after another."""
        items = list[Node]()
        for item in node.items:
            joined = self._merged_turn(items[-1], item) if items else None
            items[len(items) - (joined is not None) :] = [item if joined is None else joined]
        return ListNode(tuple(items), node.place) if len(items) < len(node.items) else node

    def _merged_turn(self, before: Node, after: Node) -> MapNode | None:
        if not isinstance(before, MapNode) or not isinstance(after, MapNode):
            return None
        (name, player), other = (self._split_turn(one) for one in (before, after))
        if not name or not player or (name, player) != other:
            return None
        lists = [one.get(name) for one in (before, after)]
        items = tuple(item for one in lists if isinstance(one, ListNode) for item in one.items)
        pairs = [
            (key, ListNode(items, inner.place) if key.text == name else inner)
            for key, inner in before.pairs
        ]
        self.note(after, message("reading.read-one-turn"))
        return MapNode(tuple(pairs), before.place)

    def _split_turn(self, node: MapNode) -> tuple[str, str]:
        names = (self.split_turns.get(inner.place, "") for _, inner in node.pairs)
        player = node.get(PLAYER)
        return next(filter(None, names), ""), player.text if isinstance(player, Scalar) else ""

    # Mappings whose keys the file chooses.

    def _read_in_order(self, node: ListNode, want: OpenMapping, path: Path) -> Node:
        if not isinstance(want.key, Word) or not node.items:
            return node
        names = self.vocabulary.people.get(want.key.vocabulary, ()) or want.key.options
        if names and len(names) == len(node.items):
            pairs = list[Pair]()
            for name, item in zip(names, node.items, strict=True):
                if not (isinstance(item, Scalar) and means_nothing(item.text)):
                    key = Scalar(name, name, item.place)
                    pairs.append((key, self.read(item, want.value, path)))
            found = MapNode(tuple(pairs), node.place)
            said = {
                "found": clip_text(self.shown(node)).strip("[]"),
                "meant": clip_text(self.shown(found)),
            }
            self.note(node, message("reading.read-as", **said))
            return found
        if isinstance(node.items[0], Scalar):
            self.refuse_without_names(node, want, path)
        return node

    def _read_mapping(self, node: MapNode, want: OpenMapping, path: Path) -> Node:
        pairs, seen = list[Pair](), dict[str, Node]()
        for key, inner in node.pairs:
            before = seen.setdefault(key.text, inner)
            texts = [one.text for one in (before, inner) if isinstance(one, Scalar)]
            if before is not inner and len(texts) == 2 and len({*texts}) == 1:  # noqa: PLR2004
                # What stands twice and says the same harms nobody.
                self.silent.append(key.place)
                self.note(key, message("reading.read-once", found=clip_text(key.text)))
            else:
                pairs += self._read_entry(key, inner, want, (*path, key.spelling()))
        return MapNode(tuple(pairs), node.place)

    def _read_entry(
        self, key: Scalar, inner: Node, want: OpenMapping, path: Path
    ) -> Iterator[Pair]:
        is_bare = isinstance(inner, Scalar) and inner.text == "" and not inner.quoted
        wider = OpenMapping(want.key, want.value)
        whole = self.ways(key, wider) if is_bare else ()
        name = key if self._is_key(key, want.key) else self._read_key(key, want.key)
        if len(whole) == 1 and isinstance(whole[0], MapNode):
            self.note_reading(key, whole[0], wider)
            yield from whole[0].pairs
        elif name is None and (inverted := self._inverted(key, inner, want)):
            self.note_reading(key, MapNode(tuple(inverted), key.place), wider)
            yield from inverted
        elif isinstance(inner, Scalar) and not is_bare and self._is_left_out(inner, want.value):
            self.note(inner, message("reading.read-empty", found=clip_text(inner.text)))
        else:
            read = self.read(inner, want.value, path)
            if name is None:
                self.silence(inner)  # the key is what is told
            yield name or key, read

    def _is_key(self, key: Scalar, want: Schema) -> bool:
        is_number = isinstance(want, AnyValue) and want.kind is int
        return key.text.isdecimal() if is_number else self.is_canonical(key, want)

    def _read_key(self, key: Scalar, want: Schema) -> Scalar | None:
        if isinstance(want, AnyValue):
            number = _NUMBERED.fullmatch(key.text) or _BARE_NUMBER.fullmatch(key.text)
            if number is None:
                return None
            read = Scalar(
                number[number.re.groups], number[number.re.groups], key.place, written=key.text
            )
        else:
            ways = self.ways(key, want)
            if len(ways) != 1 or not isinstance(ways[0], Scalar):
                return None
            read = ways[0]
        self.note_reading(key, read, want)
        return read

    def _is_left_out(self, node: Scalar, want: Schema) -> bool:
        if not means_nothing(node.text) or (isinstance(want, Word) and "none" in want.options):
            return False
        return not self.ways(node, want)

    def _inverted(self, key: Scalar, inner: Node, want: OpenMapping) -> list[Pair]:
        """Return the pairs of a mapping typed the other way round: `jaune: [1, 16]` of teeth."""
        values = inner.items if isinstance(inner, ListNode) else (inner,)
        found, meant = list[Pair](), self.ways(key, want.value)
        if len(meant) != 1:
            return []
        for one in values:
            keys = None
            if isinstance(one, Scalar):
                keys = one if self._is_key(one, want.key) else self._read_key(one, want.key)
            if keys is None:
                return []
            found.append((keys, meant[0]))
        return found

    # Blocks whose fields a model names.

    def _read_fields(self, node: MapNode, want: Fields, path: Path) -> MapNode:
        found = self._sorted(node, want)
        known, pairs = known_fields(want), list[Pair]()
        for key, inner in found.pairs:
            where = (*path, key.spelling())
            value, more = self._with_more_fields(key, inner, want)
            pairs.append((key, self.read(value, known[key.text], where)))
            pairs += [pair for pair in more if not found.has(pair[0].text)]
        pairs = self._moved_deeper(found, pairs, want, path)
        pairs = self._with_body(found, pairs, want, path)
        self.refuse_strays(found.strays, want, path)
        return MapNode((*self._with_first_player(pairs, want), *found.strays), node.place)

    def _sorted(self, node: MapNode, want: Fields) -> "_SortedFields":
        found, known = _SortedFields(), known_fields(want)
        numbered = dict[str, list[tuple[int, Scalar, Node]]]()
        for key, inner in node.pairs:
            name = self.vocabulary.field_named(key.text, want)
            counted = _NUMBERED.fullmatch(key.text)
            listed = self.vocabulary.field_named(counted[1], want) if counted else None
            if listed is None and counted and PLAYERS in known and self._is_seat(counted[1]):
                listed = PLAYERS
            if name is not None and not self._belongs_deeper(name, key, known, found):
                name = self._name_or_free_table(name, inner, known, found)
                found.pairs.append((self._renamed(key, name), inner))
            elif counted and listed and isinstance(known[listed], Items) and not is_empty(inner):
                numbered.setdefault(listed, []).append((int(counted[2]), key, inner))
            elif (pair := self._winner_beside(key, inner, known)) is not None:
                found.pairs.append(pair)
            elif fold(key.text) in free_words("remarks") or self._is_counted(key, inner):
                self.note(key, message("reading.read-past", found=clip_text(key.text)))
            elif name is None and (deeper := self._field_above(key.text, known)) is not None:
                found.deeper.setdefault(deeper, []).append((key, inner))
            elif GAME in known and self.vocabulary.aliases.field_of(key.text, (OUTCOME,)):
                self.note(key, message("reading.read-winner", found=clip_text(key.text)))
            else:
                found.strays.append((key, inner))
        for name, several in numbered.items():
            several.sort(key=lambda one: one[0])
            first = several[0][1]
            items = ListNode(tuple(inner for _, _, inner in several), first.place)
            found.pairs.append((replace(first, text=name, value=name), items))
            self.note(first, message("reading.read-numbered", found=clip_text(first.spelling())))
        return found

    def _winner_beside(self, key: Scalar, inner: Node, known: Mapping[str, Schema]) -> Pair | None:
        """Return who won where it is said who lost, of two."""
        people = self.vocabulary.people.get(PLAYER, ())
        if OUTCOME not in known or fold(key.text) not in free_words("loser") or len(people) != 2:  # noqa: PLR2004
            return None
        lost = self._player_named(inner) if isinstance(inner, Scalar) else None
        if lost is None or lost.text not in people:
            return None
        won = people[1 - people.index(lost.text)]
        self.note(key, message("reading.read-as", found=clip_text(key.text), meant=won))
        return replace(key, text=OUTCOME, value=OUTCOME), Scalar(won, won, inner.place)

    def _is_seat(self, word: str) -> bool:
        return self.vocabulary.aliases.field_of(word, (PLAYER,)) is not None

    def _belongs_deeper(
        self, name: str, key: Scalar, known: Mapping[str, Schema], found: "_SortedFields"
    ) -> bool:
        """Return whether `player` beside `players` is a turn's, and no list of those who play."""
        is_twice = name == PLAYERS and found.has(PLAYERS) and GAME in known
        return is_twice and self._is_seat(key.text)

    def _renamed(self, key: Scalar, name: str) -> Scalar:
        if self.vocabulary.aliases.field_of(key.text, (name,)) != name:
            meant = FieldWord(name, name)
            self.note(key, message("reading.read-as", found=clip_text(key.text), meant=meant))
        return replace(key, text=name, value=name, written=key.spelling())

    def _name_or_free_table(
        self, name: str, inner: Node, known: Mapping[str, Schema], found: "_SortedFields"
    ) -> str:
        is_doubtful = found.has(name) or isinstance(known[name], Word | AnyValue)
        is_mapping = isinstance(known[name], Fields | OpenMapping | Choice)
        if not is_doubtful or is_mapping or not isinstance(inner, MapNode):
            return name
        tables = [
            n for n, one in known.items() if isinstance(one, OpenMapping) and not found.has(n)
        ]
        return tables[0] if len(tables) == 1 else name

    def _is_counted(self, key: Scalar, inner: Node) -> bool:
        is_number = isinstance(inner, Scalar) and isinstance(inner.value, int)
        return is_number and fold(key.text) in free_words("numbering")

    def _field_above(self, key: str, known: Mapping[str, Schema]) -> str | None:
        found = [
            name
            for name, want in known.items()
            if any(self.vocabulary.field_named(key, inner) for inner in _blocks_in(want))
        ]
        return found[0] if len(found) == 1 else None

    def _moved_deeper(
        self, found: "_SortedFields", pairs: list[Pair], want: Fields, path: Path
    ) -> list[Pair]:
        known = known_fields(want)
        for name, inner in found.deeper.items():
            first = inner[0][0]
            block: Node = MapNode(tuple(inner), first.place)
            if isinstance(known[name], Items):
                block = ListNode((block,), first.place)
                self.split_turns[first.place] = name
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
            meant = FieldWord(name, name)
            reason = message("reading.read-within", found=clip_text(first.text), field=meant)
            self.note(first, reason)
        return pairs

    def _with_body(
        self, found: "_SortedFields", pairs: list[Pair], want: Fields, path: Path
    ) -> list[Pair]:
        """Return the pairs with the lines that have no field as the items of the only list."""
        known = known_fields(want)
        bodies = [n for n, one in known.items() if isinstance(one, Items) and _is_body(one)]
        there = {key.text for key, inner in pairs if not is_empty(inner)}
        free = [name for name in bodies if name not in there]
        if not found.strays or len(bodies) > 1 + (GAME in known) or not free:
            return pairs
        name, want_list = free[-1], known[free[-1]]
        if not isinstance(want_list, Items):
            return pairs
        first = found.strays[0][0]
        lines = list(self._items_of_lines(found.strays, want_list.rest))
        if name != free[-1] or not all(self._is_line(one, want_list.rest) for one in lines):
            return pairs
        found.strays = []
        if len(lines) == 1 and isinstance(lines[0], MapNode) and not lines[0].pairs[0][0].text:
            lines = [lines[0].pairs[0][1]]
        read = self._read_list(ListNode(tuple(lines), first.place), want_list, (*path, name))
        others = [(key, inner) for key, inner in pairs if key.text != name]
        self.note(
            first,
            message(
                "reading.read-lines", found=clip_text(first.spelling()), field=FieldWord(name, name)
            ),
        )
        return [*others, (Scalar(name, name, first.place), read)]

    def _is_line(self, item: Node, rest: Schema) -> bool:
        """Return whether a line can be an item: one reading, or a block under a name or a field."""
        if isinstance(item, Scalar):
            return len(self.ways(item, rest)) == 1
        key, inner = item.pairs[0] if isinstance(item, MapNode) and item.pairs else (None, None)
        if key is None or inner is None:
            return False
        is_field = isinstance(rest, Fields) and self.vocabulary.field_named(key.text, rest)
        return bool(is_field) or not key.text or self._player_named(key) is not None

    def _with_more_fields(self, key: Scalar, inner: Node, want: Fields) -> tuple[Node, list[Pair]]:
        """Return what a field holds without the fields that follow in its text, and these."""
        kind = known_fields(want)[key.text]
        is_text = (
            isinstance(inner, Scalar) and isinstance(kind, Word) and GAME not in known_fields(want)
        )
        if not is_text or not isinstance(inner, Scalar) or " " not in inner.text:
            return inner, []
        if self.is_canonical(inner, kind) or self.ways(inner, kind):
            return inner, []
        whole = Scalar(f"{key.text}: {inner.text}", None, inner.place)
        ways = self.ways(whole, want)
        first = ways[0].get(key.text) if len(ways) == 1 and isinstance(ways[0], MapNode) else None
        if first is None or not isinstance(ways[0], MapNode):
            return inner, []
        said = {"found": clip_text(inner.text), "meant": clip_text(self.shown(ways[0]))}
        self.note(inner, message("reading.read-as", **said))
        return first, [(k, one) for k, one in ways[0].pairs if k.text != key.text]

    def _with_first_player(self, pairs: list[Pair], want: Fields) -> list[Pair]:
        """Return the pairs with who began, where names before the turns say it."""
        lists = [inner.place for _, inner in pairs if isinstance(inner, ListNode)]
        names = [self.first_players[place] for place in lists if place in self.first_players]
        if (
            not names
            or any(key.text == FIRST for key, _ in pairs)
            or FIRST not in known_fields(want)
        ):
            return pairs
        place = pairs[0][0].place
        return [(Scalar(FIRST, FIRST, place), Scalar(names[0], names[0], place)), *pairs]

    def _kind_of_block(
        self, node: MapNode, several: tuple[Fields, ...], path: Path
    ) -> Fields | None:
        """Return the kind of block that has most fields of a mapping; refuse one that has none."""
        vocabulary, keys = self.vocabulary, [key.text for key, _ in node.pairs]
        counts = [
            sum(vocabulary.field_named(key, one) is not None for key in keys) for one in several
        ]
        if not any(counts):
            kinds = [next(iter(known_fields(one))) for one in several]
            allowed = tuple(FieldWord(name, name) for name in kinds[:FEW])
            found = clip_text(keys[0]) if keys else ""
            self.refuse(node, path, message("reading.unknown-kind", found=found, allowed=allowed))
            return None
        best = [one for one, count in zip(several, counts, strict=True) if count == max(counts)]
        likely = schema.choice_member(Choice(several), node, vocabulary.aliases)
        return likely if isinstance(likely, Fields) and likely in best else best[0]


@dataclass
class _SortedFields:
    """The pairs of a block: known fields, what belongs one level `deeper`, and unknown ones."""

    pairs: list[Pair] = field(default_factory=list)
    deeper: dict[str, list[Pair]] = field(default_factory=dict)
    strays: list[Pair] = field(default_factory=list)

    def has(self, name: str) -> bool:
        return any(key.text == name for key, _ in self.pairs)


def _is_body(want: Items) -> bool:
    return isinstance(want.rest, Fields | Choice) or (
        isinstance(want.rest, Word) and want.rest.readings is not None
    )


def _blocks_in(want: Schema) -> Iterator[Fields]:
    several: Iterable[Schema] = (want,)
    if isinstance(want, Items):
        several = want.rest.members if isinstance(want.rest, Choice) else ()
    return (one for one in several if isinstance(one, Fields))
