"""Nodes as people typed them -> nodes that a model reads, where one thing only can be meant.

The schema decides what a node has to be. What has its shape is read part by part; anything else is
read as the text that it makes, by `text_grammar`, which enumerates all that it may mean: one
reading with nothing left over is taken and noted, several are told, and what has none stays as it
is, for the strict reader to tell.
"""

import builtins
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from generator.reading import schema
from generator.reading.nodes import ListNode, MapNode, Node, Path, Scalar
from generator.reading.printed_forms import free_words, means_nothing, number_at, tokens_of
from generator.reading.schema import (
    AnyValue,
    Choice,
    Fields,
    Items,
    OpenMapping,
    Schema,
    Word,
)
from generator.reading.text_grammar import PLAYER, is_numbering
from generator.reading.tolerant_texts import (
    Pair,
    TextReader,
    are_pairs,
    block_of,
    blocks_in,
    blocks_of,
    body_fields,
    in_turns,
    is_empty,
    is_odd_names,
    is_people,
    known_fields,
    line_of,
    lines_of,
    player_in,
    text_in,
)
from generator.reading.validate import FEW
from generator.reading.value_grammar import piece_of
from generator.reading.vocabulary import Vocabulary
from generator.words import FieldWord, clip_text, fold, message

# Who plays, who begins, and what the program works out where a game does not have it noted.
PLAYERS, FIRST, GAME, OUTCOME = "players", "first", "game", "winner"

Block = tuple[Pair, ...]


@dataclass
class TolerantReader(TextReader):
    """Reads what was typed by its schema."""

    def read(self, node: Node, want: Schema, path: Path = ()) -> Node:  # noqa: C901, PLR0911
        """Return a node with all that can be understood in it."""
        match node, want:
            case Scalar(), _:
                return self._text(node, want, path)
            case MapNode(), Fields():
                return self._fields(node, want, path)
            case MapNode(), Choice(members) if blocks := blocks_of(members):
                kind = self._kind_of_block(node, blocks, path)
                return node if kind is None else self._fields(node, kind, path)
            case MapNode(), OpenMapping():
                return self._mapping(node, want, path)
            case ((ListNode() | MapNode()), Items(rest=Fields() | Choice())):
                return self._body(node, want, path)
            case ((ListNode() | MapNode()), Items()) if spoken := self._spoken(node, want, path):
                return self._list(spoken, want, path)
            case ListNode(items), Items(rest=rest) if is_people(rest) and is_odd_names(items):
                read = [self._names(one).items for one in items if isinstance(one, Scalar)]
                return ListNode(tuple(one for several in read for one in several), node.place)
            case ListNode(), Items():
                return self._list(node, want, path)
            case ListNode(items), OpenMapping() if are_pairs(items):
                joined = tuple(one.pairs[0] for one in items if isinstance(one, MapNode))
                return self._mapping(MapNode(joined, node.place), want, path)
            case ListNode((only,)), Word() | AnyValue(kind=builtins.int):
                return self.read(only, want, path)
            case _:
                return self._whole(node, want, path)

    # Lists of blocks: a line for each, several lines for one, or fields until one is set twice.

    def _body(self, node: Node, want: Items, path: Path) -> Node:
        """Return a list of blocks from items, or from lines that make them up."""
        if isinstance(node, ListNode) and any(map(is_empty, node.items)):
            return node  # an item where nothing stands is told as that
        blocks, by_name = list[MapNode](), dict[str, list[MapNode]]()
        for n, line in enumerate(self._grouped(list(lines_of(node)), want.rest)):
            read = list(self._blocks(line, want.rest, (*path, n)))
            names = {player_in(one) for one in read}
            if len(read) > 1 and len(names) == 1:  # turns under the name of a player
                by_name.setdefault(next(iter(names)), []).extend(read)
            for one in read:
                is_item = isinstance(node, ListNode) and not self._is_part(line, one, want.rest)
                joined = None if is_item or not blocks else self._joined(blocks[-1], one, want.rest)
                blocks[len(blocks) - (joined is not None) :] = [joined or one]
        if len(by_name) > 1 and sum(map(len, by_name.values())) == len(blocks):
            turns = in_turns([*by_name.values()])
            if turns is None:
                return node
            blocks = turns
        if isinstance(node, MapNode):
            self.note(node, message("reading.read-block-as-list"))
        return ListNode(tuple(blocks), node.place)

    def _is_part(self, line: Node, block: MapNode, rest: Schema) -> bool:
        """Return whether an item may go on with what the one before it tells of a player."""
        lists = body_fields(rest)[:1] if isinstance(rest, Fields) else []
        typed = line.pairs if isinstance(line, MapNode) else ()
        is_whole = any(self.vocabulary.aliases.field_of(key.text, tuple(lists)) for key, _ in typed)
        has_list = any(key.text in lists for key, _ in block.pairs)
        return has_list and not is_whole and block.get(PLAYER) is not None

    def _grouped(self, lines: list[Node], rest: Schema) -> list[Node]:
        """Return lines with those together that make one play, or one round."""
        if isinstance(rest, Choice):
            return self._plays(lines, blocks_of(rest.members))
        moves = body_fields(rest)[:1] if isinstance(rest, Fields) else []
        inner = known_fields(rest)[moves[0]] if moves and isinstance(rest, Fields) else None
        is_of_moves = isinstance(inner, Items) and isinstance(inner.rest, Word)
        return self._rounds(lines, moves[0]) if is_of_moves else lines

    def _plays(self, lines: list[Node], kinds: tuple[Fields, ...]) -> list[Node]:
        found = list[Node]()
        for line in lines:
            key = line.pairs[0][0].text if isinstance(line, MapNode) and line.pairs else ""
            named = {self.vocabulary.field_named(key, one) for one in kinds if key} - {None}
            starts = {next(iter(known_fields(one))) for one in kinds}
            before = found[-1] if found and named and not named & starts else None
            if isinstance(before, MapNode) and isinstance(line, MapNode):
                found[-1] = MapNode((*before.pairs, *line.pairs), before.place)
            else:
                found.append(line)
        return found

    def _rounds(self, lines: list[Node], field_name: str) -> list[Node]:
        """Return rounds of moves: rows with the number of the round, or lines below that."""
        rounds, header = dict[str, list[Node]](), "1"
        for line in lines:
            pairs = line.pairs if isinstance(line, MapNode) else ()
            key, inner = pairs[0] if len(pairs) == 1 else (Scalar("", "", line.place), line)
            if is_numbering(key.text, self.vocabulary) and is_empty(inner):
                header = key.text
                continue
            number, name, move = header, self._player(key), text_in(inner)
            if not move:
                number, name, move = self._move_in_row(pairs)
            if name is None or not number or not move:
                return lines
            said = MapNode(((name, Scalar(move, move, line.place)),), line.place)
            rounds.setdefault(number, []).append(said)
        return [block_of(field_name, ListNode(tuple(one), one[0].place)) for one in rounds.values()]

    def _move_in_row(self, cells: Block) -> tuple[str, Scalar | None, str]:
        """Return the round of a row of a table, who played, and the move that its cells make."""
        number, name, said = "", None, list[str]()
        for key, cell in cells:
            words, text = {one.text for one in tokens_of(key.text)}, text_in(cell)
            if words & free_words("rounds"):
                number = text
            elif self.vocabulary.aliases.field_of(key.text, (PLAYER, FIRST)):
                name = self._player(cell) if isinstance(cell, Scalar) else None
            elif words & free_words("blocker-words"):
                bare = re.sub(r"^\W*(?:oui|yes|non|no|x)\b\W*", "", text, flags=re.IGNORECASE)
                said += [f"x {bare.split()[-1]}"] if bare and not means_nothing(bare) else []
            elif not words <= free_words("numbering") | {"°", "#", ".", "no"}:
                said.append(text if not said or not text.isdecimal() else f"= {text}")
        return number, name, " ".join(said)

    def _blocks(self, line: Node, rest: Schema, path: Path) -> Iterator[MapNode]:
        """Yield the blocks that a line stands for: one, several under a name, or none."""
        pairs = line.pairs if isinstance(line, MapNode) else ()
        key, inner = pairs[0] if len(pairs) == 1 else (None, line)
        found: Node | None = None
        if pairs and any(self._is_field(one.text, rest) for one, _ in pairs):
            found = self.read(line, rest, path)
        elif key is not None and isinstance(inner, MapNode | ListNode):
            if (head := self._head(key, rest)) is not None:
                for one in inner.items if isinstance(inner, ListNode) else (inner,):
                    read = self.read(one, rest, path)
                    more = read.pairs if isinstance(read, MapNode) else ()
                    yield MapNode((*head, *more), one.place)
                return
        else:
            text = line_of(*pairs[0]) if key is not None else line
            found = self._whole(text, rest, path, is_line=True)
        if isinstance(found, MapNode):
            yield found
        elif key is None or not self._head(key, rest) or not is_empty(inner):
            if key is not None and key.text.isalpha() and isinstance(rest, Fields):
                yield MapNode(((key, inner),), key.place)  # told as an unknown field
            else:
                self._refuse_line(line, rest, path)

    def _head(self, key: Scalar, rest: Schema) -> Block | None:
        """Return what the line above a block says: nothing but a number, or who plays."""
        if not key.text or is_numbering(key.text, self.vocabulary):
            return ()
        only = self._only(key, rest)
        return only.pairs if isinstance(only, MapNode) else None

    def _is_field(self, key: str, rest: Schema) -> bool:
        named = self.vocabulary.field_named
        return any(named(key, one) or self._above(key, one) for one in blocks_in(rest))

    def _joined(self, before: MapNode, after: MapNode, rest: Schema) -> MapNode | None:
        """Return two parts of one block joined, None where the second begins another."""
        known = [*known_fields(rest)] if isinstance(rest, Fields) else []
        names = [key.text for key, _ in before.pairs]
        twice = [key.text for key, _ in after.pairs if key.text in names and key.text != PLAYER]
        lists = body_fields(rest) if isinstance(rest, Fields) else []
        who, other = before.get(PLAYER), after.get(PLAYER)
        is_other = other is not None and (who is None or text_in(who) != text_in(other))
        every = (key.text for key, _ in (*before.pairs, *after.pairs))
        if is_other or not {*every} <= {*known} or not {*twice} <= {*lists[:1]}:
            return None
        if twice and any(known.index(one) > known.index(twice[0]) for one in names):
            return None
        pairs = {key.text: (key, inner) for key, inner in before.pairs}
        for key, inner in after.pairs:
            old = pairs.get(key.text)
            if old and isinstance(old[1], ListNode) and isinstance(inner, ListNode):
                joined = ListNode((*old[1].items, *inner.items), old[1].place)
                self.note(after, message("reading.read-one-turn"))
                pairs[key.text] = old[0], joined
            else:
                pairs[key.text] = (old or (key,))[0], inner
        return MapNode(tuple(pairs.values()), before.place)

    def _refuse_line(self, line: Node, rest: Schema, path: Path) -> None:
        several = [[*known_fields(one)] for one in blocks_in(rest)]
        names = several[0] if len(several) == 1 else [one[0] for one in several]
        allowed = tuple(FieldWord(name, name) for name in names[:FEW])
        key, found = "reading.unread-line", self.shown(line).strip("{}")
        if isinstance(rest, Choice) and isinstance(line, MapNode) and line.pairs:
            key, found = "reading.unknown-kind", line.pairs[0][0].text
        self._refuse(line, path, message(key, found=clip_text(found), allowed=allowed))

    # Blocks whose fields a model names.

    def _fields(self, node: MapNode, want: Fields, path: Path) -> MapNode:
        found, known = self._sorted(node, want), known_fields(want)
        pairs = list[Pair]()
        for key, inner in sorted(found.pairs, key=lambda one: [*known].index(one[0].text)):
            value, more = self._with_more(key, inner, want)
            read = self.read(value, known[key.text], (*path, key.spelling()))
            pairs.append((key, read))
            pairs += [pair for pair in more if pair[0].text not in {k.text for k, _ in found.pairs}]
        pairs = self._moved_deeper(found, pairs, want, path)
        if found.strays and (lists := body_fields(want)):
            pairs = self._with_body(found, pairs, want, lists, path)
        self._refuse_strays(found.strays, want, path)
        return MapNode((*self._with_first_player(pairs, want, path), *found.strays), node.place)

    def _sorted(self, node: MapNode, want: Fields) -> "_SortedFields":
        found, known = _SortedFields(), known_fields(want)
        listed = dict[str, list[Pair]]()
        for key, inner in (self._parted(*pair, want) for pair in node.pairs):
            name = self.vocabulary.field_named(key.text, want) if key.text else None
            exact = self.vocabulary.aliases.field_of(key.text, tuple(known))
            name = None if exact is None and name and found.has(name) else name
            several = self._listed(key, known, want) if name is None else None
            is_twice = name == PLAYERS and found.has(PLAYERS) and GAME in known
            if name is not None and not (is_twice and self._is_seat(key.text)):
                name = self._table_or(name, inner, want, found)
                found.pairs.append((self._renamed(key, name), inner))
            elif several is not None and not is_empty(inner):
                listed.setdefault(several, []).append((key, inner))
            elif (deeper := self._above(key.text, want)) is not None:
                if isinstance(known[deeper], Items):
                    found.strays.append((key, inner))
                    found.lists.append(deeper)
                else:
                    found.deeper.setdefault(deeper, []).append((key, inner))
            elif fold(key.text) in free_words("remarks") or self._is_counted(key, inner):
                self._note("reading.read-past", key, key.text)
            elif GAME in known and self.vocabulary.aliases.field_of(key.text, (OUTCOME,)):
                self._note("reading.read-winner", key, key.text)
            elif GAME in known and not found.pairs and is_empty(inner) and key.text:
                self._note("reading.read-past", key, key.text)  # a title
            else:
                found.strays.append((key, inner))
        for name, pairs in listed.items():
            first = pairs[0][0]
            items = ListNode(tuple(inner for _, inner in pairs), first.place)
            found.pairs.append((replace(first, text=name, value=name), items))
            self._note("reading.read-numbered", first, first.spelling())
        return found

    def _parted(self, key: Scalar, inner: Node, want: Fields) -> Pair:
        """Return a line without a colon as the field whose word it begins with, and its value."""
        is_whole = not key.text or self.vocabulary.field_named(key.text, want) is not None
        if is_whole or not is_empty(inner) or is_numbering(key.text, self.vocabulary):
            return key, inner
        tokens, lexicon = tokens_of(key.text), self.vocabulary.field_lexicon(want)
        ends = [end for end, names in lexicon.ends(tokens, 0, is_strict=True) if len(names) == 1]
        if not ends or ends[-1] == len(tokens):
            return key, inner
        at = tokens[ends[-1] - 1].end
        return piece_of(key, 0, at), piece_of(key, at, len(key.text))

    def _listed(self, key: Scalar, known: Mapping[str, Schema], want: Fields) -> str | None:
        """Return the list of which a key names one item: `joueur 1`, `2nd round`, `last throw`."""
        tokens, kept, at = tokens_of(key.text), list[str](), 0
        while at < len(tokens):
            ends = [end for end, _, kind in number_at(tokens, at) if kind != "words"]
            ends += [at + 1] if tokens[at].text in free_words("last") | {"°"} else []
            kept += [] if ends else [tokens[at].text]
            at = max(ends, default=at + 1)
        word = " ".join(kept)
        if len(kept) != 1 or word == key.text or not word:
            return None
        name = self.vocabulary.field_named(word, want)
        name = PLAYERS if name is None and PLAYERS in known and self._is_seat(word) else name
        return name if name is not None and isinstance(known[name], Items) else None

    def _is_seat(self, word: str) -> bool:
        return self.vocabulary.aliases.field_of(word, (PLAYER,)) is not None

    def _renamed(self, key: Scalar, name: str) -> Scalar:
        if self.vocabulary.aliases.field_of(key.text, (name,)) != name:
            self._note("reading.read-as", key, key.text, meant=FieldWord(name, name))
        return replace(key, text=name, value=name, written=key.spelling())

    def _table_or(self, name: str, inner: Node, want: Fields, found: "_SortedFields") -> str:
        """Return the one free table of a block for a table where a word or a number is wanted."""
        known = known_fields(want)
        if not isinstance(inner, MapNode) or not isinstance(known[name], Word | AnyValue):
            return name
        free = [n for n, one in known.items() if isinstance(one, OpenMapping) and not found.has(n)]
        return free[0] if len(free) == 1 else name

    def _is_counted(self, key: Scalar, inner: Node) -> bool:
        is_number = isinstance(inner, Scalar) and bool(
            is_numbering(f"1 {inner.text}", self.vocabulary) or isinstance(inner.value, int)
        )
        return is_number and fold(key.text).strip(" .°") in free_words("numbering")

    def _above(self, key: str, want: Fields) -> str | None:
        """Return the one field in whose block a word is a field."""
        found = [
            name
            for name, one in known_fields(want).items()
            if any(self.vocabulary.field_named(key, inner) for inner in blocks_in(one))
        ]
        return found[0] if len(found) == 1 else None

    def _moved_deeper(
        self, found: "_SortedFields", pairs: list[Pair], want: Fields, path: Path
    ) -> list[Pair]:
        known = known_fields(want)
        for name, inner in found.deeper.items():
            first = inner[0][0]
            before = next((one for key, one in pairs if key.text == name), None)
            read = self.read(MapNode(tuple(inner), first.place), known[name], (*path, name))
            if before is None:
                pairs.append((replace(first, text=name, value=name, written=None), read))
            elif isinstance(before, MapNode) and isinstance(read, MapNode):
                joined = MapNode((*before.pairs, *read.pairs), before.place)
                pairs = [(k, joined if k.text == name else one) for k, one in pairs]
            self._note("reading.read-within", first, first.text, field=FieldWord(name, name))
        return pairs

    def _with_body(
        self, found: "_SortedFields", pairs: list[Pair], want: Fields, lists: list[str], path: Path
    ) -> list[Pair]:
        """Return the pairs with the lines that have no field as the items of the only list."""
        known, first = known_fields(want), found.strays[0][0]
        there = {key.text for key, inner in pairs if not is_empty(inner)}
        name = next((one for one in found.lists if one in lists), lists[-1])
        body = known[name]
        if name in there or not isinstance(body, Items):
            return pairs
        lines = MapNode(tuple(found.strays), first.place)
        trial = replace(self, notes={}, problems=[], silent=[], first_players=self.first_players)
        read = trial.read(lines, body, (*path, name))
        self.attempts = trial.attempts
        items = read.items if isinstance(read, ListNode) else ()
        fields = [*known_fields(body.rest)] if isinstance(body.rest, Fields) else []
        keys = {key.text for one in items if isinstance(one, MapNode) for key, _ in one.pairs}
        if trial.problems or read is lines or (fields and not keys <= {*fields}):
            return pairs
        found.strays = []
        self._note("reading.read-lines", first, first.spelling(), field=FieldWord(name, name))
        self.notes |= trial.notes
        pairs = [(key, inner) for key, inner in pairs if key.text != name]
        return [*pairs, (Scalar(name, name, first.place), read)]

    def _with_more(self, key: Scalar, inner: Node, want: Fields) -> tuple[Node, list[Pair]]:
        """Return what a field holds without the fields that follow in its text, and these."""
        kind = known_fields(want)[key.text]
        if not isinstance(inner, Scalar) or GAME in known_fields(want) or " " not in inner.text:
            return inner, []
        if not isinstance(kind, Word) or self.is_canonical(inner, kind) or self.ways(inner, kind):
            return inner, []
        whole = self._only(Scalar(f"{key.text}: {inner.text}", None, inner.place), want)
        first = whole.get(key.text) if isinstance(whole, MapNode) else None
        if first is None or not isinstance(whole, MapNode):
            return inner, []
        self._note("reading.read-as", inner, inner.text, meant=clip_text(self.shown(whole)))
        return first, [(k, one) for k, one in whole.pairs if k.text != key.text]

    def _with_first_player(self, pairs: list[Pair], want: Fields, path: Path) -> list[Pair]:
        """Return the pairs with who began, where names before the turns say it."""
        spoken = [
            inner
            for _, inner in pairs
            if inner.place in self.first_players and isinstance(inner, ListNode)
        ]
        if not spoken or FIRST not in known_fields(want):
            return pairs
        name = self.first_players[spoken[0].place]
        first = next((one for key, one in pairs if key.text == FIRST), None)
        if isinstance(first, Scalar) and first.text != name:
            self._refuse(spoken[0], path, message("reading.out-of-turn", found=clip_text(name)))
        if first is not None:
            return pairs
        place = pairs[0][0].place
        return [(Scalar(FIRST, FIRST, place), Scalar(name, name, place)), *pairs]

    def _refuse_strays(self, strays: list[Pair], want: Fields, path: Path) -> None:
        """Refuse several unknown fields of one block in one sentence."""
        if len(strays) < 2:  # noqa: PLR2004 - one is told by itself
            return
        found = tuple(clip_text(key.spelling()) for key, _ in strays[:FEW])
        allowed = tuple(FieldWord(name, name) for name in known_fields(want))
        reason = message("reading.unknown-fields", found=found, allowed=allowed)
        self._refuse(strays[0][0], path, reason)
        self.silent += [key.place for key, _ in strays]

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
            self._refuse(node, path, message("reading.unknown-kind", found=found, allowed=allowed))
            return None
        best = [one for one, count in zip(several, counts, strict=True) if count == max(counts)]
        likely = schema.choice_member(Choice(several), node, vocabulary.aliases)
        return likely if isinstance(likely, Fields) and likely in best else best[0]


@dataclass
class _SortedFields:
    """The pairs of a block: known fields, what belongs one level `deeper`, and unknown ones.

    `lists` names those in whose items an unknown one would be known.
    """

    pairs: list[Pair] = field(default_factory=list)
    deeper: dict[str, list[Pair]] = field(default_factory=dict)
    strays: list[Pair] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)

    def has(self, name: str) -> bool:
        return any(key.text == name for key, _ in self.pairs)


def knows_field(key: str, want: Fields, vocabulary: Vocabulary) -> bool:
    """Return whether a word is a field of a block, or of those within it."""
    reader = TolerantReader(vocabulary)
    return reader._is_field(re.sub(r"\s*[0-9]+$", "", key), want)  # noqa: SLF001
