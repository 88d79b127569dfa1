"""Nodes as people typed them -> nodes that a model reads, where one thing only can be meant.

What is expected decides: a list may be typed as a text, a block as a list in a known order, a field
under a word like its own. Where two things can be meant, that is told and nothing is read.
"""

import builtins
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from generator.reading import expected, phrases
from generator.reading.blocks import Blocks, spelt
from generator.reading.expected import Choice, Fields, Free, Items, Table, Wanted, Word
from generator.reading.fit import FEW, words_message
from generator.reading.loose import LONGEST, is_nothing
from generator.reading.nodes import ListNode, MapNode, Node, Path, Scalar
from generator.reading.typed import PEOPLE
from generator.words import FieldWord, clipped, message

# Nobody types a longer text for a list or a block.
LONGEST_TEXT = 2000
# A number above is no face of any die, but several dice of the usual faces.
HIGHEST_FACE, USUAL_FACES = 20, frozenset("123456")
_RESULT = re.compile(r"(.+?)\s+([0-9]+)\s*[-–:/à]\s*([0-9]+)")


class Lenient(Blocks):
    """What was typed, read by what is expected; what is not understood stays as it is."""

    def tree(  # noqa: C901, PLR0911 - a case for each kind
        self, node: Node, want: Wanted, path: Path = ()
    ) -> Node:
        """Return a node with all that can be understood in it."""
        match node, want:
            case Scalar(), _:
                return self._text(node, want, path)
            case _, Choice():
                return self._choice(node, want, path)
            case ListNode(), Items():
                return self._list(node, want, path)
            case ListNode(items), Table():
                found = self.attempt(lambda: self._in_order(node, want, path))
                if found is None and items and isinstance(items[0], Scalar):
                    self._tell_which(node, want, path)
                return found or node
            case ListNode(), Fields():
                return self._wrapped(node, want, path)
            case ListNode((only,)), Word() | Free(kind=builtins.int):
                return self.tree(only, want, path)
            case MapNode(), Fields():
                return self.block(node, want, path)
            case MapNode(), Table():
                return self._table(node, want, path)
            case MapNode(), Items():
                return self._numbered(node, want, path)
            case _:
                return node

    def _text(self, node: Scalar, want: Wanted, path: Path) -> Node:
        """Return what a text means, or itself; of why that is not clear one thing is told."""
        count = len(self.told)
        read = self.whole(node, want, path)
        if read is None and isinstance(want, Table) and isinstance(node.value, int):
            self._tell_which(node, want, path)
        if read is None and len(self.told) > count:
            self.silent.append(node.place)
        del self.told[count + (read is None) :]
        return node if read is None else read

    def whole(  # noqa: PLR0911 - a case for each kind
        self,
        node: Scalar,
        want: Wanted,
        path: Path = (),
        *,
        is_key: bool = False,
    ) -> Node | None:
        """Return what a text means where all of it is understood, else None."""
        if len(node.text) > LONGEST_TEXT or (node.is_empty() and not isinstance(want, Free)):
            return None
        match want:
            case Word():
                return self.word(node, want, path)
            case Free():
                return self.single(node, want, path, is_key=is_key)
            case Items():
                return self.attempt(lambda: self._listed(node, want, path))
            case Table():
                return self.attempt(lambda: self._tabled(node, want))
            case Fields():
                return self.attempt(lambda: self.phrase(node, want, path))
            case Choice(members):
                return self._any_of(node, members, path)

    def _any_of(self, node: Scalar, members: tuple[Wanted, ...], path: Path) -> Node | None:
        """Return what a text means as a word, else as a list, else as a block told in words."""
        for kind in (Word, Items):
            for member in members:
                if isinstance(member, kind) and (found := self.whole(node, member, path)):
                    return found
        several = tuple(member for member in members if isinstance(member, Fields))
        found = self.attempt(lambda: self.cut(node, several)) if several else None
        return found and self._choice(found, Choice(members), path)

    def _choice(self, node: Node, want: Choice, path: Path) -> Node:
        """Return a node read as that member of a choice that it is meant for."""
        if isinstance(node, MapNode):
            several = tuple(member for member in want.members if isinstance(member, Fields))
            return self.one_of_blocks(node, several, path) if several else node
        return self.tree(node, expected.chosen(want, node, self.aliases), path)

    # --- lists ---------------------------------------------------------------------------------

    def _wrapped(self, node: ListNode, want: Fields, path: Path) -> Node:
        """Return a list as the block whose one list it is, or as it stands."""
        name = self.field_of_kind(want, Items)
        if name is None:
            return node
        self.note(node, message("reading.read-list-within", field=FieldWord(name, name)))
        key = Scalar(name, name, node.place)
        return self.block(MapNode(((key, node),), node.place), want, path)

    def _listed(self, node: Scalar, want: Items, path: Path) -> Node | None:
        """Return a text as a list: of faces, of what commas part, of words, of one."""
        rest = want.rest
        pieces: tuple[Scalar, ...] | None = None
        if isinstance(rest, Free) and rest.is_face:
            pieces = self._faces(node, path)
            if pieces is None:
                return None
        is_people = isinstance(rest, Word) and rest.vocabulary in PEOPLE
        if not pieces:
            pieces = phrases.by_commas(node)
            if isinstance(rest, Word) and rest.meant and self._may_be_one(pieces, rest, path):
                return None
        read = self._each(pieces, rest, path)
        if read is not None and is_people and len(read) == 1 and phrases.sounds_like_two(node):
            return None
        if read is None and not is_people:
            most = LONGEST if len(node.text) <= LONGEST else 0
            parted = phrases.in_words(node, lambda one: self.is_meant(one, rest), most)
            read = self._each(parted, rest, path) if parted else None
        if read is None and not is_nothing(node.text):
            return None
        found = ListNode(tuple(read or ()), node.place)
        if read is None:
            self.note(node, message("reading.read-empty", found=clipped(node.text)))
        else:
            self.note_shape(node, found)
        return found

    def _may_be_one(self, pieces: tuple[Scalar, ...], rest: Word, path: Path) -> bool:
        """Return whether two pieces may be one, and tell it: `x A1, B2=5` is a turn too."""
        for one, other in pairwise(pieces):
            together = f"{one.text} {other.text}"
            if rest.meant is not None and rest.meant(together):
                ways = (f"[{together}]", f"[{one.text}, {other.text}]")
                reason = message("reading.ambiguous", found=clipped(one.text), ways=ways)
                self.tell(one, path, reason)
                return True
        return False

    def _each(self, pieces: Iterable[Scalar], rest: Wanted, path: Path) -> list[Node] | None:
        read = [self.whole(one, rest, path) for one in pieces]
        found = [one for one in read if one is not None]
        return found if len(found) == len(read) else None

    def _faces(self, node: Scalar, path: Path) -> tuple[Scalar, ...] | None:
        """Return the dice that a text shows; None where it may be one die or several."""
        if not node.text.isdecimal() or len(node.text) == 1:
            return phrases.faces(node)
        is_long = len(node.text) > len(str(HIGHEST_FACE)) or int(node.text) > HIGHEST_FACE
        if is_long and USUAL_FACES.issuperset(node.text):
            return phrases.digits(node)
        ways = (f"[{node.text}]", f"[{', '.join(node.text)}]")
        self.tell(node, path, message("reading.ambiguous", found=clipped(node.text), ways=ways))
        return None

    def _list(self, node: ListNode, want: Items, path: Path) -> Node:
        rest, read = want.rest, list[Node]()
        if isinstance(rest, Word) and (said := self._said_by(node, path)):
            node = said
        for n, item in enumerate(node.items):
            many = self._several(item, rest) if isinstance(item, Scalar) else None
            read += [self.tree(item, rest, (*path, n))] if many is None else many
        return self.gathered(ListNode(tuple(read), node.place))

    def _several(self, item: Scalar, rest: Wanted) -> list[Node] | None:
        """Return the items that one text in a list stands for: `1x3; 1x2`, `5. 3`, `rien`."""
        if item.is_empty() or not isinstance(rest, Word | Free) or self.is_meant(item, rest):
            return None
        pieces = phrases.by_commas(item)
        if len(pieces) == 1 and isinstance(rest, Free) and rest.kind is int:
            pieces = phrases.faces(item)
        if len(pieces) > 1 and (read := self.attempt_each(pieces, rest)) is not None:
            self.note_shape(item, ListNode(tuple(read), item.place))
            return read
        is_word = isinstance(rest, Word) and rest.meant is None and rest.vocabulary not in PEOPLE
        if is_word and self.is_left_out(item, rest):
            self.note(item, message("reading.read-empty", found=clipped(item.text)))
            return []
        return None

    def attempt_each(self, pieces: Iterable[Scalar], rest: Wanted) -> list[Node] | None:
        """Return several texts as they are wanted, or None with all as it was before."""
        counts = len(self.notes), len(self.told), len(self.silent)
        read = self._each(pieces, rest, ())
        if read is None:
            self.forget(*counts)
        return read

    def _said_by(self, node: ListNode, path: Path) -> ListNode | None:
        """Return a list without the names before its items, where these take turns as they sit."""
        names, items = list[str](), list[Node]()
        for item in node.items:
            pairs = item.pairs if isinstance(item, MapNode) else ()
            name = self.whole(pairs[0][0], Word("player"), is_key=True) if len(pairs) == 1 else None
            if not isinstance(name, Scalar):
                return None
            names.append(name.text)
            items.append(pairs[0][1])
        people = self.speech.people.get("player", ())
        if not names or names[0] not in people:
            return None
        start = people.index(names[0])
        for n, one in enumerate(names):
            if one != people[(start + n) % len(people)]:
                reason = message("reading.out-of-turn", found=clipped(one))
                self.tell(node.items[n], (*path, n), reason)
                return None
        said = ListNode(tuple(items), node.place)
        self.begun[node.place] = names[0]
        self.note(node, message("reading.read-without-names"))
        return said

    def _numbered(self, node: MapNode, want: Items, path: Path) -> Node:
        """Return a block as a list: of what its numbers count, else of itself."""
        numbers = [key.value for key, _ in node.pairs]
        if numbers == list(range(1, len(numbers) + 1)):
            found = ListNode(tuple(inner for _, inner in node.pairs), node.place)
        elif isinstance(want.rest, Fields | Choice):
            found = ListNode((node,), node.place)
        else:
            return node
        self.note(node, message("reading.read-block-as-list"))
        return self._list(found, want, path)

    # --- tables --------------------------------------------------------------------------------

    def _in_order(self, node: ListNode, want: Table, path: Path) -> Node | None:
        """Return a list as a block, its items in the order of the players or of the words."""
        if not isinstance(want.key, Word):
            return None
        people = self.speech.people.get(want.key.vocabulary, ())
        names = people or want.key.options
        if not names or len(names) != len(node.items):
            return None
        pairs = list[tuple[Scalar, Node]]()
        for name, item in zip(names, node.items, strict=True):
            is_left_out = isinstance(item, Scalar) and self.is_left_out(item, want.value)
            if not is_left_out:
                pairs.append((Scalar(name, name, item.place), self.tree(item, want.value, path)))
        found = MapNode(tuple(pairs), node.place)
        self.note_shape(node, found)
        return found

    def _tell_which(self, node: Node, want: Table, path: Path) -> None:
        """Tell that a table needs a name before each value."""
        if not isinstance(want.key, Word):
            return
        people = self.speech.people.get(want.key.vocabulary, ())
        names = (people or want.key.options)[:FEW]
        if names:
            allowed = words_message(want.key.vocabulary, names)
            found = clipped(spelt(node))
            self.tell(node, path, message("reading.say-which", found=found, allowed=allowed))

    def _tabled(self, node: Scalar, want: Table) -> Node | None:
        """Return a text as a block: `orange 2, jaune 4`, `o=2`, `Ana 23 - 0`."""
        if is_nothing(node.text):
            return MapNode((), node.place)
        pairs = self._score(node, want) or list[tuple[Scalar, Node]]()
        for piece in phrases.by_commas(node) if not pairs else ():
            read = self._pair(piece, want)
            several = (read,) if read else self._keyed(piece, want)
            if not several:
                return None
            pairs += several
        if len({key.text for key, _ in pairs}) != len(pairs):
            return None
        found = MapNode(tuple(pairs), node.place)
        self.note_shape(node, found)
        return found

    def _score(self, node: Scalar, want: Table) -> list[tuple[Scalar, Node]]:
        """Return the points of two players of whom one is named: `Ana 23 - 0`."""
        people = self.speech.people.get("player", ())
        found = _RESULT.fullmatch(node.text) if len(people) == 2 else None  # noqa: PLR2004 - two
        if found is None or not isinstance(want.value, Free) or want.value.kind is not int:
            return []
        name = self.whole(phrases.part(node, *found.span(1)), want.key, is_key=True)
        if not isinstance(name, Scalar) or name.text not in people:
            return []
        other = people[1 - people.index(name.text)]
        key = Scalar(other, other, node.place)
        figures = (phrases.part(node, *found.span(n)) for n in (2, 3))
        return list(zip((name, key), figures, strict=True))

    def _pair(self, piece: Scalar, want: Table) -> tuple[Scalar, Node] | None:
        """Return what a text parted in two says, whichever half is the key; None for two ways."""
        ways = dict[tuple[str, str], tuple[Scalar, Scalar]]()
        for halves in phrases.links(piece):
            for before, after in (halves, halves[::-1]):
                if self._is_key(before, want) and self.is_meant(after, want.value):
                    ways.setdefault((before.text, after.text), (before, after))
        if len(ways) != 1:
            return None
        ((before, after),) = ways.values()
        return self._read_pair(before, after, want)

    def _keyed(self, piece: Scalar, want: Table) -> list[tuple[Scalar, Node]]:
        """Return the pairs of a text that is cut before each key: `orange 2 jaune 4`."""
        cut = phrases.told_by_fields(piece, lambda text: self._is_key(_word(piece, text), want))
        found = [self._read_pair(key, value, want) for key, value in cut if key is not None]
        return [one for one in found if one] if len(found) == len(cut) and all(found) else []

    def _is_key(self, node: Scalar, want: Table) -> bool:
        return self.is_meant(node, want.key, is_key=True)

    def _read_pair(self, key: Scalar, value: Scalar, want: Table) -> tuple[Scalar, Node] | None:
        named, read = self.whole(key, want.key, is_key=True), self.whole(value, want.value)
        return (named, read) if isinstance(named, Scalar) and read is not None else None

    def _table(self, node: MapNode, want: Table, path: Path) -> Node:
        pairs, seen = list[tuple[Scalar, Node]](), dict[str, Node]()
        for key, inner in node.pairs:
            where = (*path, key.spelling())
            if self._is_again(key, inner, seen):
                continue
            pairs += self._entry(key, inner, want, where)
        return MapNode(tuple(pairs), node.place)

    def _is_again(self, key: Scalar, inner: Node, seen: dict[str, Node]) -> bool:
        """Return whether a key stood before with the same behind it: that harms nobody."""
        before = seen.setdefault(key.text, inner)
        if before is inner or not isinstance(before, Scalar) or not isinstance(inner, Scalar):
            return False
        if before.text != inner.text:
            return False
        self.silent.append(key.place)
        self.note(key, message("reading.read-once", found=clipped(key.text)))
        return True

    def _entry(
        self, key: Scalar, inner: Node, want: Table, path: Path
    ) -> Iterator[tuple[Scalar, Node]]:
        """Yield what a pair of a table stands for: itself, nothing, or several pairs."""
        is_bare = isinstance(inner, Scalar) and inner.text == "" and not inner.quoted
        pair = self._pair(key, want) if is_bare else None
        named = None if pair else self.attempt(lambda: self._as_key(key, want))
        if pair is not None:
            self.note_shape(key, MapNode((pair,), key.place))
            yield pair
        elif named is None and (turned := self._turned(key, inner, want)):
            self.note_shape(inner, MapNode(tuple(turned), key.place))
            yield from turned
        elif isinstance(inner, Scalar) and not is_bare and self.is_left_out(inner, want.value):
            self.note(inner, message("reading.read-empty", found=clipped(inner.text)))
        else:
            read = self.tree(inner, want.value, path)
            if named is None:
                self.quiet(inner)  # the key is what is told
            yield named or key, read

    def _as_key(self, key: Scalar, want: Table) -> Scalar | None:
        found = self.whole(key, want.key, is_key=True)
        return found if isinstance(found, Scalar) else None

    def _turned(self, key: Scalar, inner: Node, want: Table) -> list[tuple[Scalar, Node]]:
        """Return the pairs of a table typed the other way round: `jaune: [1, 16]` of teeth."""
        held = inner.items if isinstance(inner, ListNode) else (inner,)
        if not self.is_meant(key, want.value) or not all(
            isinstance(one, Scalar) and self._is_key(one, want) for one in held
        ):
            return []
        several = [one for one in held if isinstance(one, Scalar)]
        found = (self._read_pair(one, replace(key, place=one.place), want) for one in several)
        return [one for one in found if one is not None]


def _word(node: Scalar, text: str) -> Scalar:
    """Return a text as a word by itself, to ask whether it is one."""
    return phrases.part(replace(node, text=text, quoted=False), 0, len(text))
