"""Blocks of fields as people typed them: fields under other words, numbered, one level too high."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from generator.reading import expected, phrases
from generator.reading.expected import Choice, Fields, Free, Items, Table, Wanted, Word
from generator.reading.fit import FEW
from generator.reading.loose import is_nothing, stem
from generator.reading.nodes import ListNode, MapNode, Node, Path, Place, Scalar
from generator.reading.typed import Speech, Typed
from generator.words import FieldWord, clipped, fold, loose, message, near, nearest

# The field that holds the sum of those beside it: a number alone is meant for it.
SUMS = ("total", "score")
# Who begins what is a list of turns.
FIRST = "first"
PLAYER = "player"
# Of more unknown fields in one block nobody looks for a near name.
MOST_SLIPS = 20
# Who has won is worked out; not every game has it noted.
GAME, OUTCOME = "game", "winner"
# What forms number, line by line.
COUNTED = ("turns", "rounds")
_NUMBERED = re.compile(r"(.*[^\W\d_])\s*°?\s*([0-9]{1,3})\s*")


@dataclass
class _Block:
    """A block while it is read: its fields, and what belongs one level deeper in one of them."""

    pairs: list[tuple[Scalar, Node]] = field(default_factory=list)
    numbered: dict[str, list[tuple[int, Scalar, Node]]] = field(default_factory=dict)
    deeper: dict[str, list[tuple[Scalar, Node]]] = field(default_factory=dict)
    strays: list[tuple[Scalar, Node]] = field(default_factory=list)

    def has(self, name: str) -> bool:
        """Return whether a field is there."""
        return any(key.text == name for key, _ in self.pairs)


class Blocks(Typed):
    """How blocks of fields are read, whatever is in the fields."""

    def __init__(self, speech: Speech) -> None:
        """Begin without notes."""
        super().__init__(speech)
        self.begun: dict[Place, str] = {}
        self._gathered: dict[Place, str] = {}
        self._stems: dict[tuple[str, ...], Mapping[str, set[str]]] = {}

    @abstractmethod
    def tree(self, node: Node, want: Wanted, path: Path = ()) -> Node:
        """Return a node with all that can be understood in it."""

    @abstractmethod
    def whole(
        self,
        node: Scalar,
        want: Wanted,
        path: Path = (),
        *,
        is_key: bool = False,
    ) -> Node | None:
        """Return what a text means where all of it is understood, else None."""

    # --- names of fields -----------------------------------------------------------------------

    def field_named(self, key: str, want: Fields) -> str | None:
        """Return the field that a word means: exactly, or plural, gender and accents aside."""
        known = tuple(expected.fields_of(want.model))
        return self.aliases.field_of(key, known) or self._nearly(key, known)

    def _nearly(self, key: str, known: tuple[str, ...]) -> str | None:
        if known not in self._stems:
            stems: dict[str, set[str]] = {}
            for name in known:
                for word in (name, *self.aliases.also(name), *self.speech.also.get(name, ())):
                    stems.setdefault(stem(word), set()).add(name)
            self._stems[known] = stems
        found = self._stems[known].get(stem(key), set())
        return next(iter(found)) if len(found) == 1 and stem(key) else None

    def _renamed_field(self, key: Scalar, name: str) -> Scalar:
        """Return a field's name in canonical spelling, with a note where it was spelt loosely."""
        if self.aliases.field_of(key.text, (name,)) != name:
            meant = FieldWord(name, name)
            self.note(key, message("reading.read-as", found=clipped(key.text), meant=meant))
        return replace(key, text=name, value=name, written=key.spelling())

    def field_of_kind(self, want: Fields, kind: type[Wanted]) -> str | None:
        """Return the one field of a model that holds what is of a kind, or None."""
        fields = expected.fields_of(want.model).items()
        found = [name for name, inner in fields if isinstance(inner, kind)]
        return found[0] if len(found) == 1 else None

    # --- blocks --------------------------------------------------------------------------------

    def block(self, node: MapNode, want: Fields, path: Path) -> Node:
        """Return a block with its fields named and read as they are wanted."""
        found, known = _Block(), expected.fields_of(want.model)
        for key, inner in node.pairs:
            self._place(key, inner, want, found)
        for name, several in found.numbered.items():
            items = tuple(inner for _, _, inner in sorted(several, key=lambda one: one[0]))
            first = min(several, key=lambda one: one[0])[1]
            found.pairs.append(
                (replace(first, text=name, value=name), ListNode(items, first.place))
            )
            self.note(first, message("reading.read-numbered", found=clipped(first.spelling())))
        pairs = list[tuple[Scalar, Node]]()
        for key, inner in found.pairs:
            where = (*path, key.spelling())
            more = self._with_more(inner, want, known[key.text])
            pairs.append((key, self.tree(more[0], known[key.text], where)))
            pairs += [
                (name, self.tree(one, known[name.text], where))
                for name, one in more[1]
                if not found.has(name.text)
            ]
        pairs = self._deepened(found, pairs, want, path)
        self._tell_strays(found.strays, want, path)
        return MapNode((*self._with_first(pairs, want), *found.strays), node.place)

    def _place(self, key: Scalar, inner: Node, want: Fields, found: _Block) -> None:
        """Put a pair where it belongs: under its name, in a list, one level deeper, aside."""
        known = expected.fields_of(want.model)
        if (name := self.field_named(key.text, want)) is not None:
            is_single = isinstance(known[name], Word | Free)
            if not (found.has(name) or is_single) or not self._is_other(key, inner, want, found):
                found.pairs.append((self._renamed_field(key, name), inner))
            return
        counted = _NUMBERED.fullmatch(key.text)
        name = self.field_named(counted[1], want) if counted else None
        if counted and name is not None and isinstance(known[name], Items):
            found.numbered.setdefault(name, []).append((int(counted[2]), key, inner))
        elif fold(key.text) in map(fold, loose("remarks")) or self._counts(key, inner):
            self.note(key, message("reading.read-past", found=clipped(key.text)))
        elif (deeper := self._deeper(key.text, known)) is not None:
            found.deeper.setdefault(deeper, []).append((key, inner))
        elif self.aliases.field_of(key.text, (OUTCOME,)) and GAME in known:
            self.note(key, message("reading.read-winner", found=clipped(key.text)))
        else:
            found.strays.append((key, inner))

    def _counts(self, key: Scalar, inner: Node) -> bool:
        """Return whether a pair is the number of its own turn, or round, as forms have it."""
        is_number = isinstance(inner, Scalar) and isinstance(inner.value, int)
        return is_number and self._nearly(key.text, COUNTED) is not None

    def _is_other(self, key: Scalar, inner: Node, want: Fields, found: _Block) -> bool:
        """Return whether a field given twice is put under another, the one that holds its kind."""
        known = expected.fields_of(want.model)
        if not isinstance(inner, MapNode):
            return False
        others = [n for n, one in known.items() if isinstance(one, Table) and not found.has(n)]
        name = self.field_named(key.text, want)
        if len(others) != 1 or name is None or isinstance(known[name], Fields | Table | Choice):
            return False
        found.pairs.append((self._renamed_field(key, others[0]), inner))
        return True

    def _deeper(self, key: str, known: Mapping[str, Wanted]) -> str | None:
        """Return the one field in whose block, or in whose list of blocks, a name is known."""
        found = [
            name
            for name, want in known.items()
            if any(self.field_named(key, inner) is not None for inner in _blocks_in(want))
        ]
        return found[0] if len(found) == 1 else None

    def _deepened(
        self, found: _Block, pairs: list[tuple[Scalar, Node]], want: Fields, path: Path
    ) -> list[tuple[Scalar, Node]]:
        """Return the pairs with what was typed one level too high where it belongs."""
        known = expected.fields_of(want.model)
        for name, inner in found.deeper.items():
            first = inner[0][0]
            block: Node = MapNode(tuple(inner), first.place)
            if isinstance(known[name], Items):
                block = ListNode((block,), first.place)
                self._gathered[first.place] = name
            before = next((one for key, one in pairs if key.text == name), None)
            read = self.tree(block, known[name], (*path, name))
            if before is None:
                key = replace(first, text=name, value=name, written=None)
                pairs.append((key, read))
            elif isinstance(before, MapNode) and isinstance(read, MapNode):
                joined = MapNode((*before.pairs, *read.pairs), before.place)
                pairs = [(k, joined if k.text == name else one) for k, one in pairs]
            else:
                found.strays += inner
                continue
            self._note_deeper(first, name)
        return pairs

    def _note_deeper(self, key: Scalar, name: str) -> None:
        meant = FieldWord(name, name)
        self.note(key, message("reading.read-within", found=clipped(key.text), field=meant))

    def _with_more(
        self, inner: Node, want: Fields, kind: Wanted
    ) -> tuple[Node, list[tuple[Scalar, Node]]]:
        """Return what a field holds without the fields that follow in its text, and these."""
        if not isinstance(inner, Scalar) or not isinstance(kind, Word) or " " not in inner.text:
            return inner, []
        cut = phrases.told_by_fields(inner, lambda text: self._is_field(text, want))
        (first_key, first), *others = cut
        known = expected.fields_of(want.model)
        pairs = list[tuple[Scalar, Node]]()
        for key, value in others:
            name = None if key is None else self.field_named(key.text, want)
            if key is None or name is None or not self.is_meant(value, known[name]):
                return inner, []
            pairs.append((self._renamed_field(key, name), value))
        if first_key is not None or not pairs or not self.is_meant(first, kind):
            return inner, []
        meant = ", ".join((first.text, *(f"{key.spelling()}: {spelt(one)}" for key, one in pairs)))
        self.note(
            inner, message("reading.read-as", found=clipped(inner.text), meant=clipped(meant))
        )
        return first, pairs

    def _is_field(self, text: str, want: Fields) -> bool:
        return self.aliases.field_of(text, tuple(expected.fields_of(want.model))) is not None

    def _with_first(
        self, pairs: list[tuple[Scalar, Node]], want: Fields
    ) -> list[tuple[Scalar, Node]]:
        """Return the pairs with who began, where names before the turns say it."""
        held = [self.begun.get(inner.place) for _, inner in pairs if isinstance(inner, ListNode)]
        name = next(filter(None, held), None)
        is_said = any(key.text == FIRST for key, _ in pairs)
        if name is None or is_said or FIRST not in expected.fields_of(want.model):
            return pairs
        place = pairs[0][0].place
        return [(Scalar(FIRST, FIRST, place), Scalar(name, name, place)), *pairs]

    def _tell_strays(self, strays: list[tuple[Scalar, Node]], want: Fields, path: Path) -> None:
        """Tell several unknown fields of one block in one sentence."""
        known = tuple(expected.fields_of(want.model))
        words = [*known, *(word for name in known for word in self.aliases.also(name))]
        if len(strays) <= MOST_SLIPS:  # a slip is told with the name that is near it
            strays = [one for one in strays if near(one[0].spelling(), words) is None]
        if len(strays) < 2:  # noqa: PLR2004 - one is told by itself
            return
        found = tuple(clipped(key.spelling()) for key, _ in strays[:FEW])
        allowed = tuple(FieldWord(name, name) for name in known)
        reason = message("reading.unknown-fields", found=found, allowed=allowed)
        self.tell(strays[0][0], path, reason)
        self.silent += [key.place for key, _ in strays]

    # --- blocks told in words ------------------------------------------------------------------

    def phrase(self, node: Scalar, want: Fields, path: Path) -> Node | None:
        """Return a text as a block: fields told in words, the sum, or the one field it suits."""
        known = expected.fields_of(want.model)
        if (told := self.cut(node, (want,))) is not None:
            return self.block(told, want, path)
        counts = len(self.notes), len(self.told), len(self.silent)
        sums = [name for name in SUMS if isinstance(known.get(name), Free)]
        names = sums[:1] or [name for name, inner in known.items() if self.is_meant(node, inner)]
        if len(names) == 1 and (read := self.whole(node, known[names[0]], path)) is not None:
            key = Scalar(names[0], names[0], node.place)
            meant = FieldWord(names[0], names[0])
            self.note(node, message("reading.read-within", found=clipped(node.text), field=meant))
            return MapNode(((key, read),), node.place)
        self.forget(*counts)
        return None

    def cut(self, node: Scalar, several: tuple[Fields, ...]) -> MapNode | None:
        """Return a text that names each of its fields as a block, or None."""
        names = tuple(dict.fromkeys(n for one in several for n in expected.fields_of(one.model)))
        cut = phrases.told_by_fields(
            node, lambda text: self.aliases.field_of(text, names) is not None
        )
        pairs = [(key, value) for key, value in cut if key is not None and value.text]
        if not pairs or len(pairs) != len(cut):
            return None
        found = MapNode(tuple(pairs), node.place)
        self.note_shape(node, found)
        return found

    def one_of_blocks(self, node: MapNode, several: tuple[Fields, ...], path: Path) -> Node:
        """Return a block read as the one of several kinds that has its fields, else tell that."""
        keys = [key.text for key, _ in node.pairs]
        fits = [sum(self.field_named(key, one) is not None for key in keys) for one in several]
        if not any(fits):
            kinds = [next(iter(expected.fields_of(one.model))) for one in several]
            found = clipped(keys[0]) if keys else ""
            few = nearest(found, {name: self.aliases.also(name) for name in kinds}, FEW)
            allowed = tuple(FieldWord(name, name) for name in few)
            self.tell(node, path, message("reading.unknown-kind", found=found, allowed=allowed))
            return node
        likely = expected.chosen(Choice(several), node, self.aliases)
        best = several[fits.index(max(fits))]
        at = several.index(likely) if isinstance(likely, Fields) else -1
        is_likely = at >= 0 and fits[at] == max(fits)
        return self.block(node, several[at] if is_likely else best, path)

    # --- lists of blocks -----------------------------------------------------------------------

    def gathered(self, node: ListNode) -> ListNode:
        """Return a list with those lines joined that are of one player, one after another."""
        items = list[Node]()
        for item in node.items:
            joined = self._joined(items[-1], item) if items else None
            if joined is None:
                items.append(item)
            else:
                items[-1] = joined
        return ListNode(tuple(items), node.place) if len(items) < len(node.items) else node

    def _joined(self, before: Node, after: Node) -> MapNode | None:
        if not isinstance(before, MapNode) or not isinstance(after, MapNode):
            return None
        lists = [self._gathered_in(one) for one in (before, after)]
        names = [one.get(PLAYER) for one in (before, after)]
        texts = [one.text if isinstance(one, Scalar) else "" for one in names]
        if lists[0] is None or lists[0] != lists[1] or texts[0] != texts[1] or not texts[0]:
            return None
        name = lists[0]
        held = [one.get(name) for one in (before, after)]
        every = tuple(item for one in held if isinstance(one, ListNode) for item in one.items)
        pairs = [
            (key, ListNode(every, inner.place) if key.text == name else inner)
            for key, inner in before.pairs
        ]
        self.note(after, message("reading.read-one-turn"))
        return MapNode(tuple(pairs), before.place)

    def _gathered_in(self, node: MapNode) -> str | None:
        found = (self._gathered.get(inner.place) for _, inner in node.pairs)
        return next(filter(None, found), None)

    # --- what is asked on the way ----------------------------------------------------------------

    def is_meant(self, node: Scalar, want: Wanted, *, is_key: bool = False) -> bool:
        """Return whether a text is what is wanted, be it spelt loosely; nothing is noted."""
        counts = len(self.notes), len(self.told), len(self.silent)
        found = self.whole(node, want, is_key=is_key) is not None
        self.forget(*counts)
        return found

    def is_left_out(self, node: Scalar, want: Wanted) -> bool:
        """Return whether a text says that nothing is there, where that is no word of its own."""
        if isinstance(want, Word) and "none" in want.options:
            return False
        return is_nothing(node.text) and not self.is_meant(node, want)

    def note_shape(self, node: Node, read: Node) -> None:
        """Note how a text, or a list, was taken apart."""
        found = clipped(spelt(node)).strip("[]{}") if not isinstance(node, Scalar) else node.text
        self.note(
            node, message("reading.read-as", found=clipped(found), meant=clipped(spelt(read)))
        )


def _blocks_in(want: Wanted) -> Iterator[Fields]:
    """Yield the models of a field's block, or of the blocks in its list."""
    several: Iterable[Wanted] = (want,)
    if isinstance(want, Items):
        several = want.rest.members if isinstance(want.rest, Choice) else ()
    return (one for one in several if isinstance(one, Fields))


def spelt(node: Node) -> str:
    """Return a node on one line, in its writer's words."""
    match node:
        case Scalar():
            return node.spelling() or "~"
        case ListNode(items):
            return f"[{', '.join(map(spelt, items))}]"
        case MapNode(pairs):
            return "{" + ", ".join(f"{key.spelling()}: {spelt(one)}" for key, one in pairs) + "}"
