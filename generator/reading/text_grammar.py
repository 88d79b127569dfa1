"""Texts as people type values, read by the inverse of how values are printed.

The method: every way to read the whole text is enumerated (a chart of what may begin at which
token and where it ends), and nothing of the text may be left over. What is no part of a printed
form has to be a separator, or one of the few words that may stand beside that kind of value. The
caller takes the reading if there is one, and tells them if there are several.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import product

from generator.reading import schema
from generator.reading.nodes import ListNode, MapNode, Node, Scalar, plain
from generator.reading.printed_forms import Lexicon, Token, free_words, tokens_of
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
from generator.reading.value_grammar import MOST_STEPS, ValueChart, piece_of
from generator.reading.vocabulary import PEOPLE, Vocabulary

# Longer texts are no values; of more readings than a few it is enough to know that there are some.
LONGEST_TEXT, MOST_TOKENS, FEW_WAYS = 2000, 400, 4
# Cells of a row at most.
LONGEST_RUN = 100
# Dice of a throw after which something is shut; digits of a number that is no list.
TWO = 2
# Of more teeth than a chart has nobody says one colour.
FEW_KEYS = 20
# The dice of one turn in a row without blanks; a number above is no face of any die.
USUAL_FACES, HIGHEST_FACE = frozenset("123456"), 20
# Fields that stand without their words where turns are noted in a line, in the order of the form.
BARE = (
    *("player", "first", "plays", "lays", "infects", "attack", "on", "target", "with", "dice"),
    *("roll", "defence", "throws", "shuts", "square", "box", "places", "marks", "writes", "says"),
    *("turns", "open", "points", "winner"),
)
# Whose turn it is, and what stands for that person until the name is known.
PLAYER, WHOSE_TURN = "player", "\0"
_NOBODY = repr(WHOSE_TURN)

_NO_DECIMALS = re.compile(r"(?<=[0-9])[.,]0+(?=\s*$)")
BRACKETS = {"(": ")", "[": "]", "{": "}"}
_BLANK, _JOINED = " ", "&"
_LIST_SIGNS = frozenset({",", ";", "/", "|", ".", "-", "–", _JOINED})
_LINKS = frozenset({":", "=", "→", "-", "–", "("})
_ENDS = frozenset({".", "!", ",", ";"})

# Where a piece ends -> what it may be, by its plain value.
Found = dict[int, dict[str, Node]]


def readings(node: Scalar, want: Schema, vocabulary: Vocabulary) -> tuple[Node, ...]:
    """Return everything that a whole text may mean, `FEW_WAYS` at most."""
    if isinstance(want, AnyValue) and want.kind is int:
        node = replace(node, text=_NO_DECIMALS.sub("", node.text))
    tokens = tokens_of(node.text) if len(node.text) <= LONGEST_TEXT else ()
    if isinstance(want, Word) and want.readings is not None and not tokens:
        return tuple(Scalar(one, one, node.place) for one in want.readings(node.text))
    if not 0 < len(tokens) <= MOST_TOKENS:
        return ()
    chart = _Chart(node, tokens, vocabulary)
    found = chart.whole(want)
    return () if chart.steps > MOST_STEPS else tuple(found.values())[:FEW_WAYS]


def separators_of(rest: Schema) -> frozenset[str]:
    """Return the signs that may part the items of a list of such values, a blank among them."""
    match rest:
        case AnyValue(kind=kind, is_face=is_face):
            if kind is not int:
                return frozenset()
            return _LIST_SIGNS | ({"+", _BLANK} if is_face else {"→", _BLANK})
        case Word(readings=None):
            return _LIST_SIGNS | {"+", _BLANK}
        case _:
            return _LIST_SIGNS


@dataclass(frozen=True, slots=True)
class _State:
    """How far a block has been read: its pairs by name, and the fields that had no name."""

    at: int
    pairs: tuple[tuple[str, Scalar, Node], ...] = ()
    bare: tuple[str, ...] = ()

    def has(self, name: str) -> bool:
        return any(one == name for one, _, _ in self.pairs)


@dataclass
class _Chart(ValueChart):
    _known: dict[object, Found] = field(default_factory=dict)

    def whole(self, want: Schema) -> dict[str, Node]:
        if isinstance(want, Choice):
            return self._whole_choice(want)
        end = len(self.tokens)
        while end > 1 and self.tokens[end - 1].text in _ENDS:
            end -= 1
        found = dict[str, Node]()
        starts = [0] if isinstance(want, Fields) else [*self._after(0, "articles")]
        if isinstance(want, Word) and want.readings is None:
            starts += [one for kind in ("links", "beside") for one in self._after(0, kind)]
        for at in starts:
            for stop, ways in self._at(want, at, frozenset()).items():
                if stop >= end:
                    found |= {key: way for key, way in ways.items() if _NOBODY not in key}
        return found

    def _whole_choice(self, want: Choice) -> dict[str, Node]:
        for kind in (Word, AnyValue, Items):
            several = [one for one in want.members if isinstance(one, kind)]
            found = reduce(lambda a, one: a | self.whole(one), several, dict[str, Node]())
            if found:
                return found
        blocks = [one for one in want.members if isinstance(one, Fields)]
        return reduce(lambda a, one: a | self.whole(one), blocks, dict[str, Node]())

    def _at(self, want: Schema, at: int, outer: frozenset[str]) -> Found:
        """Return everything of a kind that begins at a token; `outer` signs part what is around."""
        if isinstance(want, Word | AnyValue):
            outer = frozenset()
        key = want, at, outer
        if key not in self._known:
            self.steps += 1
            self._known[key] = {}
            if self.steps <= MOST_STEPS and at < len(self.tokens):
                found: Found = {}
                for end, node in self._pieces(want, at, outer):
                    ways = found.setdefault(end, {})
                    if len(ways) < FEW_WAYS:
                        ways.setdefault(repr(plain(node)), node)
                self._known[key] = found
        return self._known[key]

    def _pieces(self, want: Schema, at: int, outer: frozenset[str]) -> Iterator[tuple[int, Node]]:
        match want:
            case Word():
                yield from self._words(want, at)
            case AnyValue(kind=kind) if kind is int:
                yield from self._numbers(want, at)
            case AnyValue():
                return
            case Choice(members):
                for one in members:
                    found = self._pieces(one, at, outer)
                    yield from ((end, node) for end, node in found if _is_of_kind(node, one))
            case Fields():
                yield from self._block(want, at, outer)
            case Items() | OpenMapping():
                yield from self._bracketed(want, at)
                yield from self._chains(want, at, outer)

    # Lists and mappings: pieces with one kind of sign between them, `et` before the last perhaps.

    def _bracketed(self, want: Items | OpenMapping, at: int) -> Iterator[tuple[int, Node]]:
        close = BRACKETS.get(self.tokens[at].text)
        if close is None or at + 1 >= len(self.tokens):
            return
        if self.tokens[at + 1].text == close:
            place = self._scalar(at, at + 1, "", "").place
            yield at + 2, ListNode((), place) if isinstance(want, Items) else MapNode((), place)
        for end, ways in self._at(want, at + 1, frozenset()).items():
            if end < len(self.tokens) and self.tokens[end].text == close:
                yield from ((end + 1, one) for one in ways.values())

    def _chains(
        self, want: Items | OpenMapping, at: int, outer: frozenset[str]
    ) -> Iterator[tuple[int, Node]]:
        if isinstance(want, Items):
            yield from self._short_lists(want, at)
            allowed = separators_of(want.rest)
        else:
            yield from self._result(want, at)
            allowed = _LIST_SIGNS | {"+", _BLANK}
        there = {one.text for one in self.tokens} | {_BLANK}
        if there & free_words("joining"):
            there.add(_JOINED)
        signs = (allowed - outer) & there
        for order in ("key", "value") if isinstance(want, OpenMapping) else ("",):
            for end, one in self._links(want, at, outer, order):
                if not _is_run_together(one, want):
                    yield end, self._chain_node(want, (one,))
            for sign in sorted(signs):
                yield from self._chain(want, at, outer | {sign}, sign, order)

    def _short_lists(self, want: Items, at: int) -> Iterator[tuple[int, Node]]:
        options = want.rest.options if isinstance(want.rest, Word) else ()
        if options and self.tokens[at].text in free_words("all") and at + 2 < len(self.tokens):
            yield from self._all_but(want, at, options)
        if self.tokens[at].text in free_words("nothing") | {"/", "-", "–", "—"}:
            yield at + 1, ListNode((), self._scalar(at, at + 1, "", "").place)
        if isinstance(want.rest, AnyValue):
            yield from self._digits(at) if want.rest.is_face else self._steps_added(want, at)

    def _all_but(
        self, want: Items, at: int, options: tuple[str, ...]
    ) -> Iterator[tuple[int, Node]]:
        """Yield all cells but some: `tous sauf 2, 5`; `all of` says nothing more."""
        for start in self._after(at + 1, "articles"):
            if start >= len(self.tokens) - 1:
                return
            is_but = self.tokens[start].text in free_words("but")
            for end, ways in self._at(want, start + is_but, frozenset()).items():
                for one in ways.values():
                    items = one.items if isinstance(one, ListNode) else ()
                    named = {item.text for item in items if isinstance(item, Scalar)}
                    kept = (cell for cell in options if cell not in named)
                    cells = tuple(Scalar(cell, cell, one.place, written=cell) for cell in kept)
                    yield end, ListNode(cells, one.place) if is_but else one

    def _of_whose_turn(
        self, want: OpenMapping, at: int, outer: frozenset[str]
    ) -> Iterator[tuple[int, Node]]:
        """Yield a value without a name: that of the player whose turn it is."""
        if isinstance(want.key, Word) and want.key.vocabulary in PEOPLE:
            key = Scalar(WHOSE_TURN, WHOSE_TURN, self.node.place)
            for end, ways in self._at(want.value, at, outer).items():
                yield from ((end, MapNode(((key, one),), key.place)) for one in ways.values())

    def _result(self, want: OpenMapping, at: int) -> Iterator[tuple[int, Node]]:
        """Yield the points of all players in their order: `2 : 1`, of two perhaps `Ana 23 - 0`."""
        people = self.vocabulary.people.get(PLAYER, ())
        is_people = isinstance(want.key, Word) and want.key.vocabulary in PEOPLE
        if not is_people or not isinstance(want.value, AnyValue) or len(people) < 2:  # noqa: PLR2004
            return
        starts = [(at, people)]
        if len(people) == 2:  # noqa: PLR2004
            for end, ways in self._at(want.key, at, frozenset()).items():
                named = (one.text for one in ways.values() if isinstance(one, Scalar))
                starts += [(end, (one, *({*people} - {one}))) for one in named if one in people]
        for start, names in starts:
            numbers = self.tokens[start::2][: len(names)]
            end = start + 2 * len(names) - 1
            signs = {one.text for one in self.tokens[start + 1 : end : 2]}
            are_all = len(numbers) == len(names) and all(map(Token.is_number, numbers))
            if are_all and len(signs) == 1 and signs <= {":", "-", "–", "/", "a"}:
                keys = (Scalar(name, name, self.node.place) for name in names)
                points = (
                    self._scalar(start + 2 * n, start + 2 * n + 1, one.text, int(one.text[:18]))
                    for n, one in enumerate(numbers)
                )
                yield end, MapNode(tuple(zip(keys, points, strict=True)), self.node.place)

    def _chain(
        self, want: Items | OpenMapping, at: int, outer: frozenset[str], sign: str, order: str
    ) -> Iterator[tuple[int, Node]]:
        """Yield chains of two pieces and more; the last gap may be a word like `et` alone."""
        open_at: dict[int, dict[str, tuple[tuple[Node, ...], bool]]] = {}
        for end, one in self._links(want, at, outer, order):
            open_at.setdefault(end, {})[repr(plain(one))] = (one,), False
        while open_at:
            here = min(open_at)
            for pieces, is_closed in list(open_at.pop(here).values())[:FEW_WAYS]:
                if len(pieces) > 1 and self._is_once(whole := self._chain_node(want, pieces)):
                    yield here, whole
                for start, is_last in () if is_closed else self._gaps(here, sign):
                    for end, one in self._links(want, start, outer, order):
                        self.steps += 1
                        ways = open_at.setdefault(end, {})
                        chain = (*pieces, one)
                        if sign == _BLANK and not _is_alike(pieces[-1], one):
                            continue  # `five 3s` are five dice, not two
                        if len(ways) < FEW_WAYS:
                            ways[repr([plain(piece) for piece in chain])] = chain, is_last
            if self.steps > MOST_STEPS:
                return

    def _gaps(self, at: int, sign: str) -> Iterator[tuple[int, bool]]:
        """Yield where the next piece begins, and whether it is the last one."""
        joining, there = free_words("joining"), len(self.tokens)
        word = at < there and self.tokens[at].text in joining
        if sign == _BLANK:
            if at < there:
                yield at, False
        elif sign == _JOINED:
            if word or (at < there and self.tokens[at].text == _JOINED):
                yield at + 1, False
            return
        elif at < there and self.tokens[at].text == sign:
            end = at + 1
            while end < there and self.tokens[end].text in joining:
                end += 1
            yield from ((start, False) for start in self._after(end, "articles"))
        if word:
            yield from ((start, True) for start in self._after(at + 1, "articles"))

    def _links(
        self, want: Items | OpenMapping, at: int, outer: frozenset[str], order: str
    ) -> Iterator[tuple[int, Node]]:
        if isinstance(want, Items):
            found = self._at(want.rest, at, outer)
            if isinstance(want.rest, AnyValue) and want.rest.is_face:
                yield from self._with_bonus(found)
            yield from ((end, one) for end, ways in found.items() for one in ways.values())
            yield from self._runs(want, found)
        elif order == "key":
            for middle, keys in self._keys(want, at):
                yield from self._pairs(want, middle, keys, outer)
            yield from self._of_whose_turn(want, at, outer)
        else:
            for middle, ways in self._at(want.value, at, outer).items():
                for start in self._after(middle, "links", signs=_LINKS - outer):
                    for end, keys in self._keys(want, start):
                        for value in ways.values():
                            yield self._closed(start, end), _pair_node(keys, value)

    def _runs(self, want: Items, found: Found) -> Iterator[tuple[int, Node]]:
        """Yield cells in a row from one to another: `1x3 to 5x3`."""
        options = want.rest.options if isinstance(want.rest, Word) else ()
        for middle, ways in found.items() if options else ():
            if middle + 1 >= len(self.tokens) or self.tokens[middle].text not in free_words(
                "until"
            ):
                continue
            for end, others in self._at(want.rest, middle + 1, frozenset()).items():
                for one, other in product(ways.values(), others.values()):
                    if isinstance(one, Scalar) and isinstance(other, Scalar):
                        cells = _run(options, one.text, other.text)
                        scalars = (Scalar(cell, cell, one.place, written=cell) for cell in cells)
                        if cells:
                            yield end, ListNode(tuple(scalars), one.place)

    def _with_bonus(self, found: Found) -> Iterator[tuple[int, Node]]:
        """Yield dice to which a bonus was added in brackets: `4 (+1 = 5)` is a four."""
        for end, ways in found.items():
            words = [one.text for one in self.tokens[end : end + 6]]
            for one in ways.values():
                face = one.value if isinstance(one, Scalar) else None
                if words[:2] == ["(", "+"] and isinstance(face, int) and words[2:3]:
                    bonus = int(words[2]) if words[2].isdecimal() and len(words[2]) < 3 else -1  # noqa: PLR2004
                    if words[3:] == ["=", str(face + bonus), ")"] or words[3:4] == [")"]:
                        yield end + (4 if words[3:4] == [")"] else 6), one

    def _keys(self, want: OpenMapping, at: int) -> Iterator[tuple[int, tuple[Scalar, ...]]]:
        """Yield keys, of teeth several at once: `7 et 12`."""
        if not isinstance(want.key, AnyValue):
            for end, ways in self._at(want.key, at, frozenset()).items():
                yield from ((end, (one,)) for one in ways.values() if isinstance(one, Scalar))
            return
        several = [(at, tuple[Scalar, ...]())]
        while several:
            start, before = several.pop()
            for end, one in self._numbers(want.key, start, is_key=True):
                keys = (*before, one) if isinstance(one, Scalar) else before
                yield end, keys
                if end < len(self.tokens) and len(keys) < FEW_KEYS:
                    is_sign = self.tokens[end].text in {",", "/", _JOINED, *free_words("joining")}
                    several += [(end + 1, keys)] if is_sign else []

    def _pairs(
        self, want: OpenMapping, middle: int, keys: tuple[Scalar, ...], outer: frozenset[str]
    ) -> Iterator[tuple[int, Node]]:
        for start in self._after(middle, "links", signs=_LINKS - outer):
            for end, ways in self._at(want.value, start, outer).items():
                for value in ways.values():
                    yield self._closed(start, end), _pair_node(keys, value)

    def _closed(self, start: int, end: int) -> int:
        is_open = self.tokens[start - 1].text == "(" if start else False
        closes = end < len(self.tokens) and self.tokens[end].text == ")"
        return end + 1 if is_open and closes else end

    def _chain_node(self, want: Items | OpenMapping, pieces: tuple[Node, ...]) -> Node:
        if isinstance(want, Items):
            if isinstance(want.rest, Word):
                runs = (one.items if isinstance(one, ListNode) else (one,) for one in pieces)
                pieces = tuple(one for several in runs for one in several)
            return ListNode(pieces, self.node.place)
        pairs = tuple(pair for one in pieces if isinstance(one, MapNode) for pair in one.pairs)
        return MapNode(pairs, self.node.place)

    def _is_once(self, node: Node) -> bool:
        keys = [key.text for key, _ in node.pairs] if isinstance(node, MapNode) else []
        return len({*keys}) == len(keys)

    def _digits(self, at: int) -> Iterator[tuple[int, Node]]:
        """Yield the faces of a number that is several dice: 55512; of 12 nobody knows."""
        text = self.tokens[at].text
        if not text.isdecimal() or len(text) == 1:
            return
        whole = piece_of(self.node, self.tokens[at].start, self.tokens[at].end)
        if len(text) <= len(str(HIGHEST_FACE)) and int(text) <= HIGHEST_FACE:
            yield at + 1, ListNode((replace(whole, value=int(text)),), whole.place)
        if frozenset(text) <= USUAL_FACES:
            place = whole.place
            faces = (
                Scalar(one, int(one), replace(place, column=place.column + n), written=one)
                for n, one in enumerate(text)
            )
            yield at + 1, ListNode(tuple(faces), place)

    def _steps_added(self, want: Items, at: int) -> Iterator[tuple[int, Node]]:
        """Yield what is said when all that is noted is what was added: `+1 +2` is 1, 3."""
        total, found, end = 0, list[Node](), at
        if not isinstance(want.rest, AnyValue) or want.rest.may_be_empty:
            return
        while end + 1 < len(self.tokens) and self.tokens[end].text == "+":
            if not self.tokens[end + 1].is_number():
                return
            total += int(self.tokens[end + 1].text[:18])
            found.append(self._scalar(end, end + 2, str(total), total))
            end += 2
            if end < len(self.tokens) and self.tokens[end].text in {",", ";"}:
                end += 1
        if len(found) > 1:
            yield end, ListNode(tuple(found), self.node.place)

    # Blocks: fields with their words, and values that only one field can hold.

    def _block(self, want: Fields, at: int, outer: frozenset[str]) -> Iterator[tuple[int, Node]]:
        known = schema.field_schemas(want.model)
        first = {start for one in self._after_number(at) for start in self._after(one, "articles")}
        open_states, seen = [_State(one) for one in sorted(first)], set[object]()
        while open_states and self.steps <= MOST_STEPS:
            state = open_states.pop()
            for after in self._with_one_more(state, want, known, outer):
                self.steps += 1
                mark = after.at, after.bare, repr([(n, plain(v)) for n, _, v in after.pairs])
                if mark not in seen:
                    seen.add(mark)
                    yield from self._finished(after, tuple(known))
                    open_states += (
                        replace(after, at=one) for one in self._borders(after.at, outer)
                    )

    def _finished(self, state: _State, order: tuple[str, ...]) -> Iterator[tuple[int, Node]]:
        named = {name: value for name, _, value in state.pairs}
        dice = named.get("dice")
        is_short = "shuts" in order and "shuts" not in named
        if is_short and isinstance(dice, ListNode) and len(dice.items) > TWO:
            return  # `3 5 8`: whether the eight was shut nobody knows
        whose = next((value for name, _, value in state.pairs if name == PLAYER), None)
        pairs = list[tuple[Scalar, Node]]()
        for _, key, value in sorted(state.pairs, key=lambda one: order.index(one[0])):
            inner = value
            if isinstance(value, MapNode) and any(k.text == WHOSE_TURN for k, _ in value.pairs):
                if not isinstance(whose, Scalar) or value.get(whose.text) is not None:
                    return
                own = ((whose if k.text == WHOSE_TURN else k, one) for k, one in value.pairs)
                inner = MapNode(tuple(own), value.place)
            if inner != ListNode((), inner.place):
                pairs.append((key, inner))
        yield state.at, MapNode(tuple(pairs), self.node.place)

    def _with_one_more(
        self, state: _State, want: Fields, known: Mapping[str, Schema], outer: frozenset[str]
    ) -> Iterator[_State]:
        who = next((one for one in (PLAYER, "first") if one in known), None)
        if who and not state.pairs and (people := self._at(known[who], state.at, outer)):
            # Who is named before all else is who plays.
            yield from self._with_value(state, who, people)
            return
        lexicon = self.vocabulary.field_lexicon(want)
        for end, names in lexicon.ends(self.tokens, state.at, is_strict=True):
            for name in names:
                if not state.has(name):
                    yield from self._named(state, name, end, known, outer)
        for name, inner in known.items():
            if state.has(name):
                continue
            if _may_be_bare(name, inner, state, known):
                found = self._at(inner, state.at, outer)
                if isinstance(inner, Word):
                    found = {
                        end: ways for end, ways in found.items() if self._has_word(state.at, end)
                    }
                yield from self._with_value(state, name, found)
            if isinstance(inner, AnyValue) and inner.kind is int:
                yield from self._named_behind(state, name, inner, lexicon)

    def _has_word(self, at: int, end: int) -> bool:
        return any(one.is_word() for one in self.tokens[at:end])

    def _with_value(self, state: _State, name: str, found: Found) -> Iterator[_State]:
        for end, ways in found.items():
            for value in ways.values():
                yield self._more(state, name, state.at, end, value, is_bare=True)

    def _named_behind(
        self, state: _State, name: str, want: AnyValue, lexicon: Lexicon
    ) -> Iterator[_State]:
        """Yield a number with its field behind it: `2 oranges`."""
        for end, value in self._numbers(want, state.at):
            for stop, names in lexicon.ends(self.tokens, end, is_strict=True):
                behind = self.tokens[stop] if stop < len(self.tokens) else None
                if name in names and not (behind and behind.is_number()):
                    yield self._more(state, name, end, stop, value)

    def _named(
        self, state: _State, name: str, end: int, known: Mapping[str, Schema], outer: frozenset[str]
    ) -> Iterator[_State]:
        inner = known[name]
        if inner == TRUTH:
            yes = self._scalar(state.at, end, "true", value=True)
            yield self._more(state, name, state.at, end, yes)
        # A word may be that of a field, and what another field holds: `sucre 2`.
        states = [state]
        for other, want in known.items():
            if other == name:
                break
            if isinstance(want, Word | Choice) and not state.has(other) and want != TRUTH:
                meant = self._at(want, state.at, outer).get(end, {}).values()
                states += [self._more(state, other, state.at, end, one) for one in meant]
        for start in self._after(end, "links", signs=_LINKS - outer):
            for stop, ways in self._at(inner, start, outer).items():
                for value in ways.values():
                    # Where the word is both it is taken as both: nothing of it is lost.
                    both = states[-1]
                    yield self._more(both, name, state.at, self._closed(start, stop), value)

    def _more(  # noqa: PLR0913 - a field with its place
        self, state: _State, name: str, at: int, end: int, value: Node, *, is_bare: bool = False
    ) -> _State:
        key = replace(self._scalar(at, at + 1, name, name), written=None)
        bare = (*state.bare, name) if is_bare else state.bare
        return _State(end, (*state.pairs, (name, key, value)), bare)


def _may_be_bare(name: str, want: Schema, state: _State, known: Mapping[str, Schema]) -> bool:
    """Return whether a field may stand without its word: of two of a kind in their order."""
    if name not in BARE or (isinstance(want, AnyValue) and want.kind is not int):
        return False
    if name == "winner" and "points" in known:
        return False
    if name == "throws" and isinstance(want, Items) and isinstance(want.rest, Items):
        return False  # the dice that lie at the end are what stands in a line
    is_word = isinstance(want, Word)
    if isinstance(want, Items) and isinstance(want.rest, Word | AnyValue):
        others = BARE[: BARE.index(name)]
        lists = (one for one in others if isinstance(known.get(one), Items))
        if not all(map(state.has, lists)):
            return False
    return is_word or all(
        BARE.index(before) < BARE.index(name)
        for before in state.bare
        if not isinstance(known[before], Word)
    )


def _is_of_kind(node: Node, want: Schema) -> bool:
    """Return whether a play has its first field, which says what play it is."""
    if not isinstance(want, Fields) or not isinstance(node, MapNode):
        return True
    return node.get(next(iter(schema.field_schemas(want.model)))) is not None


def _run(options: tuple[str, ...], first: str, last: str) -> tuple[str, ...]:
    """Return the cells of one row or column from one to another, none where they share neither."""
    ends = [re.findall(r"[0-9]+|[^\W\d]+", one) for one in (first, last)]
    changed = [n for n, (a, b) in enumerate(zip(*ends, strict=False)) if a != b]
    if len(ends[0]) != len(ends[1]) or len(changed) != 1:
        return ()
    a, b = (one[changed[0]] for one in ends)
    if not (a.isdecimal() and b.isdecimal() and int(a) < int(b)):
        return ()
    cells = [
        "".join((*ends[0][: changed[0]], str(n), *ends[0][changed[0] + 1 :]))
        for n in range(int(a), min(int(b), int(a) + LONGEST_RUN) + 1)
    ]
    return tuple(cells) if {*cells} <= {*options} else ()


def _is_run_together(node: Node, want: Items | OpenMapping) -> bool:
    """Return whether the only number of a list may be several: 135, or two dice that make 8."""
    rest = want.rest if isinstance(want, Items) else None
    if not isinstance(rest, AnyValue) or not isinstance(node, Scalar):
        return False
    return str(node.value) not in USUAL_FACES if rest.is_face else len(node.text) > TWO


def _is_alike(before: Node, after: Node) -> bool:
    """Return whether two numbers are both in digits, or neither is."""
    if not isinstance(before, Scalar) or not isinstance(after, Scalar):
        return True
    if not isinstance(before.value, int) or not isinstance(after.value, int):
        return True
    is_word, is_other = (one.spelling().isalpha() for one in (before, after))
    return is_word == is_other


def _pair_node(keys: Iterable[Scalar], value: Node) -> MapNode:
    pairs = tuple((key, value) for key in keys)
    return MapNode(pairs, pairs[0][0].place)
