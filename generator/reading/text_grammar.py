"""Texts as people type values, read by the inverse of how values are printed.

Every value has printed forms: its words in both languages, digits, number words, a sign for nothing
(`printed_forms`). `value_grammar` yields what may begin at a token of a text, and where it ends;
here such pieces become lists and mappings, with one kind of sign between them, and blocks, with the
words of fields before values or in the order of the form. So every way to read the whole text is
enumerated, once for each kind of value and token, and nothing of it may be left over: what is no
part of a printed form has to be a separator, or one of the few words that may stand beside that
kind of value. The caller takes the reading if there is one, and tells them if there are several.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from generator.reading import schema
from generator.reading.nodes import ListNode, MapNode, Node, Place, Scalar, plain
from generator.reading.outline import BRACKETS
from generator.reading.printed_forms import LONGEST, free_words, number_at
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
from generator.reading.value_grammar import MOST_STEPS, USUAL_FACES, ValueChart, flat_text
from generator.reading.vocabulary import PEOPLE, Vocabulary

# Longer texts are no values; of more readings than a few it is enough to know that there are some.
MOST_TOKENS, FEW_WAYS = 400, 4
# Levels of values within values, each of which takes some of Python's own.
DEEPEST = 50
# Dice of one throw that look alike, teeth in a row, digits of a number that is no list.
MOST_DICE, LONGEST_RUN, TWO = 6, 100, 2
# Fields that stand without their words where turns are noted in a line, in the order of the form.
BARE = (
    *("player", "first", "plays", "lays", "infects", "attack", "on", "target", "with", "dice"),
    *("reroll", "roll", "defence", "throws", "shuts", "square", "box", "places", "marks"),
    *("writes", "says", "turns", "open", "points", "winner"),
)
PLAYER = "player"
NOWHERE = Place("", 1, 1)
_NO_DECIMALS = re.compile(r"(?<=[0-9])[.,]0+(?=\s*$)")
_PAIRED = {**BRACKETS, '"': '"', "'": "'"}
_BLANK, _JOINED = " ", "&"
_LIST_SIGNS = frozenset({",", ";", "/", "|", ".", "-", "–", _JOINED})
_LINKS = frozenset({":", "=", "→", "-", "–"})
_ENDS = frozenset({".", "!", ",", ";"})

# Where a piece ends -> what it may be, by its plain value.
Found = dict[int, dict[str, Node]]
Pieces = Iterator[tuple[int, Node]]


def readings(node: Node, want: Schema, vocabulary: Vocabulary) -> tuple[Node, ...]:
    """Return everything that a whole text may mean, `FEW_WAYS` at most."""
    text, places = flat_text(node)
    if isinstance(want, AnyValue) and want.kind is int:
        text = _NO_DECIMALS.sub("", text)
    chart = Chart(text if len(text) <= LONGEST else "", places, vocabulary)
    if isinstance(want, Word) and want.readings is not None and not chart.tokens:
        return tuple(Scalar(one, one, node.place) for one in want.readings(text))
    if not 0 < len(chart.tokens) <= MOST_TOKENS:
        return ()
    found = chart.whole(want)
    return () if chart.steps > MOST_STEPS else tuple(found.values())[:FEW_WAYS]


def is_numbering(text: str, vocabulary: Vocabulary) -> bool:
    """Return whether a text only counts: `Tour 3`, `2nd round`, `4.`."""
    chart = Chart(text, ((0, NOWHERE),), vocabulary)
    return bool(chart.tokens) and len(chart.tokens) in chart._after_number(0)  # noqa: SLF001


def _separators(rest: Schema) -> frozenset[str]:
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
class Chart(ValueChart):
    """All that may begin at each token of a text, of every kind that was asked for."""

    _known: dict[object, Found] = field(default_factory=dict)
    _depth: int = 0

    def whole(self, want: Schema) -> dict[str, Node]:
        """Return everything that the whole text may mean, by its plain value."""
        if isinstance(want, Choice):
            for kind in (Word, AnyValue, Items, Fields):
                several = [one for one in want.members if isinstance(one, kind)]
                found = [(one, *pair) for one in several for pair in self.whole(one).items()]
                if ways := {key: way for one, key, way in found if _is_of_kind(way, one)}:
                    return ways
            return {}
        end = len(self.tokens)
        while end > 1 and self.texts[end - 1] in _ENDS:
            end -= 1
        whole = dict[str, Node]()
        starts = [0] if isinstance(want, Fields) else [*self._after(0, "articles")]
        if isinstance(want, Word) and want.readings is None:
            starts += [one for kind in ("links", "beside") for one in self._after(0, kind)]
        for at in starts:
            for stop, ways in self._at(want, at, frozenset()).items():
                if max(self._after(stop, "asides")) >= end:
                    whole |= ways
        return whole

    def _at(self, want: Schema, at: int, outer: frozenset[str]) -> Found:
        """Return everything of a kind that begins at a token; `outer` signs part what is around."""
        if isinstance(want, Word | AnyValue):
            outer = frozenset()
        key = want, at, outer
        if key not in self._known:
            self.steps += 1
            self._known[key] = {}
            self._depth += 1
            # What goes deeper is not understood.
            self.steps += MOST_STEPS * (self._depth > DEEPEST)
            if self.steps <= MOST_STEPS and at < len(self.tokens):
                found: Found = {}
                for end, node in self._pieces(want, at, outer):
                    ways = found.setdefault(end, {})
                    if len(ways) < FEW_WAYS:
                        ways.setdefault(repr(plain(node)), node)
                self._known[key] = found
            self._depth -= 1
        return self._known[key]

    def _nodes(self, want: Schema, at: int, outer: frozenset[str] = frozenset()) -> Pieces:
        for end, ways in self._at(want, at, outer).items():
            yield from ((end, one) for one in ways.values())

    def _pieces(self, want: Schema, at: int, outer: frozenset[str]) -> Pieces:
        yield from self._bracketed(want, at)
        match want:
            case Word():
                yield from self._words(want, at)
            case AnyValue(kind=kind) if kind is int:
                yield from self._numbers(want, at)
            case Choice(members):
                for one in members:
                    found = self._nodes(one, at, outer)
                    yield from ((end, node) for end, node in found if _is_of_kind(node, one))
            case Fields():
                yield from self._block(want, at, outer)
            case Items():
                yield from self._short_lists(want, at)
                yield from self._chains(want, at, outer, "", _separators(want.rest))
            case OpenMapping():
                yield from self._result(want, at)
                for order in ("key", "value"):
                    signs = _LIST_SIGNS | {"+", _BLANK}
                    yield from self._chains(want, at, outer, order, signs)

    def _bracketed(self, want: Schema, at: int) -> Pieces:
        """Yield what stands in brackets or quotes."""
        close = _PAIRED.get(self.texts[at])
        if close is None or at + 1 >= len(self.tokens):
            return
        if self.texts[at + 1] == close and isinstance(want, Items | OpenMapping):
            place = self.piece(at, at + 1, "", "").place
            yield at + 2, ListNode((), place) if isinstance(want, Items) else MapNode((), place)
        for end, one in self._nodes(want, at + 1):
            if self.texts[end : end + 1] == (close,):
                yield end + 1, one

    # Lists and mappings: pieces with one kind of sign between them, `et` before the last perhaps.

    def _chains(
        self,
        want: Items | OpenMapping,
        at: int,
        outer: frozenset[str],
        order: str,
        allowed: frozenset[str],
    ) -> Pieces:
        there = {*self.texts, _BLANK}
        there |= {_JOINED} if there & free_words("joining") else set()
        for end, one in self._links(want, at, outer, order):
            if not _is_run_together(one, want):
                yield end, self._chain_node(want, (one,))
        for sign in sorted((allowed - outer) & there):
            yield from self._chain(want, at, outer | {sign}, sign, order)

    def _chain(
        self, want: Items | OpenMapping, at: int, outer: frozenset[str], sign: str, order: str
    ) -> Pieces:
        """Yield chains of two pieces and more; the last gap may be a word like `et` alone."""
        open_at: dict[int, dict[str, tuple[tuple[Node, ...], bool]]] = {}
        for end, one in self._links(want, at, outer, order):
            open_at.setdefault(end, {})[repr(plain(one))] = (one,), False
        while open_at and self.steps <= MOST_STEPS:
            here = min(open_at)
            for pieces, is_closed in list(open_at.pop(here).values())[:FEW_WAYS]:
                whole = self._chain_node(want, pieces)
                is_multiple = any(isinstance(one, ListNode) for one in pieces)
                is_throw = isinstance(whole, ListNode) and is_multiple and _is_face_list(want)
                if is_throw and isinstance(whole, ListNode) and len(whole.items) > MOST_DICE:
                    continue
                if len(pieces) > 1 and _is_once(whole):
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

    def _gaps(self, at: int, sign: str) -> Iterator[tuple[int, bool]]:
        """Yield where the next piece begins, and whether it is the last one."""
        there = len(self.tokens)
        word = max(self._phrases(at, "joining"), default=0) if at < there else 0
        if sign == _BLANK:
            if at < there:
                yield at, False
        elif sign == _JOINED:
            if word or (at < there and self.texts[at] == _JOINED):
                yield word or at + 1, False
            return
        elif at < there and self.texts[at] == sign:
            end = at + 1
            while end < there and self.texts[end] in free_words("joining"):
                end += 1
            yield from ((start, False) for start in self._after(end, "articles"))
        if word:
            yield from ((start, True) for start in self._after(word, "articles"))

    def _links(
        self, want: Items | OpenMapping, at: int, outer: frozenset[str], order: str
    ) -> Pieces:
        """Yield single pieces of a list, or of a mapping: keys and values in either `order`."""
        if isinstance(want, Items):
            found = self._nodes(want.rest, at, outer)
            yield from (one for one in found if not _is_too_long(one[1], want))
            yield from self._alike(at) if _is_face_list(want) else ()
        elif order == "key":
            for middle, keys in self._keys(want, at):
                for start in self._after(middle, "links", signs=_LINKS - outer):
                    for end, value in self._nodes(want.value, start, outer):
                        yield end, _pair_node(keys, value)
        else:
            for middle, value in self._nodes(want.value, at, outer):
                for start in self._after(middle, "links", signs=_LINKS - outer):
                    for end, keys in self._keys(want, start):
                        yield end, _pair_node(keys, value)

    def _keys(self, want: OpenMapping, at: int) -> Iterator[tuple[int, tuple[Scalar, ...]]]:
        """Yield keys, of teeth several at once: `7 et 12`, `1 to 4`."""
        if isinstance(want.key, AnyValue):
            yield from self._several_keys(want.key, at)
            if self.texts[at : at + 1] in {("[",), ("(",)}:
                for end, keys in self._several_keys(want.key, at + 1):
                    if self.texts[end : end + 1] in {("]",), (")",)}:
                        yield end + 1, keys
        else:
            found = self._nodes(want.key, at)
            yield from ((end, (one,)) for end, one in found if isinstance(one, Scalar))

    def _several_keys(self, want: AnyValue, at: int) -> Iterator[tuple[int, tuple[Scalar, ...]]]:
        several = [(at, tuple[Scalar, ...]())]
        while several:
            start, before = several.pop()
            for end, one in self._numbers(want, start, is_key=True):
                keys = (*before, one) if isinstance(one, Scalar) else before
                yield end, keys
                texts = (*self.texts[end : end + 1], "")
                if len(keys) >= LONGEST_RUN or not texts[0]:
                    continue
                if texts[0] in {",", "/", _JOINED, *free_words("joining")}:
                    several.append((end + 1, keys))
                for stop, last in self._run_on(want, end):
                    first = keys[-1].value
                    if isinstance(first, int) and first < last <= first + LONGEST_RUN:
                        numbers = range(first, last + 1)
                        run = (replace(keys[-1], text=str(n), value=n) for n in numbers)
                        yield stop, (*before, *run)

    def _run_on(self, want: AnyValue, at: int) -> Iterator[tuple[int, int]]:
        is_tight = self.texts[at] in {"-", "–"} and not self._is_apart(at)
        for start in (*self._phrases(at, "until"), *([at + 1] if is_tight else [])):
            for end, one in self._numbers(want, start, is_key=True):
                if isinstance(one, Scalar) and isinstance(one.value, int):
                    yield end, one.value

    def _short_lists(self, want: Items, at: int) -> Pieces:
        """Yield lists in one word, or one number: `rien`, `passe`, `55512`."""
        ends = [*self._phrases(at, "nothing"), *self._phrases(at, "pass")]
        ends += [at + 1] if self.texts[at] in {"/", "-", "–", "—"} else []
        yield from ((end, ListNode((), self.piece(at, end, "", "").place)) for end in ends)
        if isinstance(want.rest, Word) and want.rest.options:
            yield from self._digits(at, {re.sub(r"\D", "", one): one for one in want.rest.options})
        if _is_face_list(want):
            yield from self._digits(at, {one: one for one in USUAL_FACES})

    def _alike(self, at: int) -> Pieces:
        """Yield dice that show the same: `deux 3`, `double 6`, `3 dés à 5`, `4×6` either way."""
        counts = [(end, TWO, True) for end in self._phrases(at, "pair")]
        ways = number_at(self.tokens, at) if at < len(self.tokens) else ()
        counts += ((end, n, kind == "words") for end, n, kind in ways)
        signs = frozenset({"-", "–", ":", ","})
        for middle, count, is_word in counts:
            rest = [start for start in self._after(middle, "units-faces") if start > middle]
            links = {start for one in rest for start in self._after(one, "links", signs=signs)}
            links |= {*self._phrases(middle, "times"), *([middle] if is_word else [])}
            is_sign = self.texts[middle : middle + 1] in {("x",), ("×",), ("*",)}
            for start in sorted(links | ({middle + 1} if is_sign else set())):
                ways = number_at(self.tokens, start) if start < len(self.tokens) else ()
                for end, face, _ in ways:
                    for n, shown in {(count, face), (face, count) if is_sign else (count, face)}:
                        if 0 < n <= MOST_DICE and shown <= MOST_DICE:
                            faces = (self.piece(at, end, str(shown), shown),) * n
                            for stop in self._after(end, "units-faces"):
                                yield stop, ListNode(faces, faces[0].place)

    def _result(self, want: OpenMapping, at: int) -> Pieces:
        """Yield the points of all players in their order: `2 : 1`, of two perhaps `Ana 23 - 0`."""
        people = self.vocabulary.people.get(PLAYER, ())
        is_people = isinstance(want.key, Word) and want.key.vocabulary in PEOPLE
        if not is_people or not isinstance(want.value, AnyValue) or len(people) < TWO:
            return
        starts = [(at, people)]
        for end, one in self._nodes(want.key, at) if len(people) == TWO else ():
            if isinstance(one, Scalar) and one.text in people:
                starts.append((end, (one.text, *({*people} - {one.text}))))
        for start, names in starts:
            end = start + 2 * len(names) - 1
            numbers, signs = self.texts[start:end:2], {*self.texts[start + 1 : end : 2]}
            are_all = len(numbers) == len(names) and all(map(str.isdecimal, numbers))
            if are_all and len(signs) == 1 and signs <= {":", "-", "–", "/", "a"}:
                values = [
                    self.piece(n, n + 1, self.texts[n], int(self.texts[n][:18]))
                    for n in range(start, end, 2)
                ]
                keys = (Scalar(name, name, values[0].place) for name in names)
                yield end, MapNode(tuple(zip(keys, values, strict=True)), values[0].place)

    def _chain_node(self, want: Items | OpenMapping, pieces: tuple[Node, ...]) -> Node:
        place = self.places[0][1]
        if isinstance(want, Items):
            if isinstance(want.rest, Word | AnyValue):
                runs = (one.items if isinstance(one, ListNode) else (one,) for one in pieces)
                pieces = tuple(one for several in runs for one in several)
            return ListNode(pieces, place)
        pairs = tuple(pair for one in pieces if isinstance(one, MapNode) for pair in one.pairs)
        return MapNode(pairs, place)

    # Blocks: fields with their words, and values that only one field can hold.

    def _block(self, want: Fields, at: int, outer: frozenset[str]) -> Pieces:
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

    def _finished(self, state: _State, order: tuple[str, ...]) -> Pieces:
        named = {name: value for name, _, value in state.pairs}
        dice = named.get("dice")
        is_short = "shuts" in order and "shuts" not in named
        if is_short and isinstance(dice, ListNode) and len(dice.items) > TWO:
            return  # `3 5 8`: whether the eight was shut nobody knows
        if "winner" in named and "points" in state.bare:
            return  # `Ben gagne 26 à 0`: whose the 26 are is not said
        pairs = sorted(state.pairs, key=lambda one: order.index(one[0]))
        said = ((key, value) for _, key, value in pairs if value != ListNode((), value.place))
        yield state.at, MapNode(tuple(said), self.places[0][1])

    def _with_one_more(
        self, state: _State, want: Fields, known: Mapping[str, Schema], outer: frozenset[str]
    ) -> Iterator[_State]:
        who = next((one for one in (PLAYER, "first") if one in known), None)
        if who and not state.pairs and (people := [*self._nodes(known[who], state.at, outer)]):
            # Who is named before all else is who plays.
            yield from (self._more(state, who, state.at, *one) for one in people)
            return
        lexicon = self.vocabulary.field_lexicon(want)
        for end, names in lexicon.ends(self.tokens, state.at, is_strict=True):
            for name in names:
                if not state.has(name):
                    yield from self._named(state, name, end, known, outer)
        for name, inner in known.items():
            if state.has(name):
                continue
            if _may_be_bare(name, inner, state, known) and self._is_reroll(name, state.at):
                for end, value in self._nodes(inner, state.at, outer):
                    texts = self.texts[state.at : end]
                    if not isinstance(inner, Word) or any(map(str.isalpha, texts)):
                        yield self._more(state, name, state.at, end, value, is_bare=True)

    def _is_reroll(self, name: str, at: int) -> bool:
        return name != "reroll" or self.texts[at - 1 : at] == ("→",)

    def _named(
        self, state: _State, name: str, end: int, known: Mapping[str, Schema], outer: frozenset[str]
    ) -> Iterator[_State]:
        inner = known[name]
        if inner == TRUTH:
            yes = self.piece(state.at, end, "true", value=True)
            yield self._more(state, name, state.at, end, yes)
        # A word may be that of a field, and what another field holds: `sucre 2`.
        both = state
        for other, want in known.items():
            if other == name:
                break
            if isinstance(want, Word | Choice) and not state.has(other) and want != TRUTH:
                for one in self._at(want, state.at, outer).get(end, {}).values():
                    # Where the word is both it is taken as both: nothing of it is lost.
                    both = self._more(state, other, state.at, end, one)
        for start in self._after(end, "links", signs=_LINKS - outer):
            for stop, value in self._nodes(inner, start, outer):
                yield self._more(both, name, state.at, stop, value)

    def _more(  # noqa: PLR0913 - a field with its place
        self, state: _State, name: str, at: int, end: int, value: Node, *, is_bare: bool = False
    ) -> _State:
        key = replace(self.piece(at, at + 1, name, name), written=None)
        bare = (*state.bare, name) if is_bare else state.bare
        return _State(end, (*state.pairs, (name, key, value)), bare)


def _may_be_bare(name: str, want: Schema, state: _State, known: Mapping[str, Schema]) -> bool:
    """Return whether a field may stand without its word: of two of a kind in their order."""
    if name not in BARE or (isinstance(want, AnyValue) and want.kind is not int):
        return False
    if name == "winner" and "points" in known:
        return False
    if name == "throws" and isinstance(want, Items) and isinstance(want.rest, Items | OpenMapping):
        return False  # the dice that lie at the end are what stands in a line
    if isinstance(want, Items) and isinstance(want.rest, Word | AnyValue):
        others = BARE[: BARE.index(name)]
        if not all(state.has(one) for one in others if isinstance(known.get(one), Items)):
            return False
    return isinstance(want, Word) or all(
        BARE.index(before) < BARE.index(name)
        for before in state.bare
        if not isinstance(known[before], Word)
    )


def _is_of_kind(node: Node, want: Schema) -> bool:
    """Return whether a play has its first field, which says what play it is."""
    if not isinstance(want, Fields) or not isinstance(node, MapNode):
        return True
    return node.get(next(iter(schema.field_schemas(want.model)))) is not None


def _is_face_list(want: Schema) -> bool:
    return isinstance(want, Items) and isinstance(want.rest, AnyValue) and want.rest.is_face


def _is_once(node: Node) -> bool:
    """Return whether no key of a table stands twice."""
    keys = [key.text for key, _ in node.pairs] if isinstance(node, MapNode) else []
    return len({*keys}) == len(keys)


def _is_run_together(node: Node, want: Items | OpenMapping) -> bool:
    """Return whether the only number of a list may be several: 135, or two dice that make 8."""
    rest = want.rest if isinstance(want, Items) else None
    if not isinstance(rest, AnyValue) or not isinstance(node, Scalar):
        return False
    return str(node.value) not in USUAL_FACES if rest.is_face else len(node.text) > TWO


def _is_too_long(node: Node, want: Items) -> bool:
    """Return whether a number is several run together: no list of numbers has one of hundreds."""
    is_number = isinstance(want.rest, AnyValue) and not want.rest.may_be_empty
    return is_number and isinstance(node, Scalar) and len(node.text.lstrip("-")) > TWO


def _is_alike(before: Node, after: Node) -> bool:
    """Return whether two numbers are both in digits, or neither is."""
    both = [one for one in (before, after) if isinstance(one, Scalar) and type(one.value) is int]
    return len({one.spelling().isalpha() for one in both}) < TWO


def _pair_node(keys: Iterable[Scalar], value: Node) -> MapNode:
    pairs = tuple((key, value) for key in keys)
    return MapNode(pairs, pairs[0][0].place)
