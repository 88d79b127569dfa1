"""Rings of tiles and cards: each shows the answer of one pair and the word of the next."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise
from random import Random
from typing import Literal, Protocol, TypeAlias

from generator.errors import LudokitError
from generator.tables.table import Table
from generator.words import Message, message

# A ring of one card would ask for its own answer.
LEAST = 2
# Of two things no tile but the double would be in a ring.
LEAST_THINGS = 3

# What tiles and cards are called: no I and O, which look like figures, and no 0 and 1.
IDS = tuple(f"{letter}{figure}" for letter in "ABCDEFGHJKLMNPQRSTUVWXYZ" for figure in range(2, 10))
# Tiles at most where nobody says how many, and things of a full set: 28 tiles, 171 at most.
MOST, USUAL_THINGS, MOST_THINGS = 120, 7, 18

Side: TypeAlias = Literal["word", "answer"]
Ring: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """What stands on the two sides of an item, as keys: what looks the same has the same key."""

    word: str
    answer: str


@dataclass(frozen=True, slots=True)
class Twins:
    """Two items that have one side in common, the earlier one first."""

    first: int
    second: int
    side: Side


class TwinsError(LudokitError):
    """A ring cannot be laid in one way only; `twins` says which items are in the way."""

    def __init__(self, reason: Message, twins: Twins) -> None:
        """Keep the twins, for whoever knows where they stand in the table."""
        super().__init__(reason)
        self.twins = twins

    def __reduce__(self) -> tuple[type["TwinsError"], tuple[Message, Twins]]:
        """Come whole out of another process."""
        return TwinsError, (self.message, self.twins)


@dataclass(frozen=True, slots=True)
class Tile:
    """A domino, or a card of a chain: the item whose answer is left, whose word is right."""

    left: int
    right: int


def twins(pairs: Sequence[Pair]) -> Iterator[Twins]:
    """Yield the items whose word or answer an earlier item has, each with the first of these."""
    words, answers = dict[str, int](), dict[str, int]()
    for item, pair in enumerate(pairs):
        if (first := words.setdefault(pair.word, item)) != item:
            yield Twins(first, item, "word")
        elif (first := answers.setdefault(pair.answer, item)) != item:
            yield Twins(first, item, "answer")


def rings(
    pairs: Sequence[Pair], seed: int, cards: int | None = None, count: int = 1
) -> tuple[Ring, ...]:
    """Return `count` rings of items, as equal as can be, with `cards` cards in all or every pair.

    A ring is laid in one way only: were two answers the same, the cards that show them could change
    places, and a ring in which two cards change what follows them falls into two shorter ones. So
    no two items of the rings share a word or an answer, and those that do are passed over where
    the list has others. Raise TwinsError or LudokitError where it has too few.
    """
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    wanted = len(pairs) if cards is None else cards
    if wanted < LEAST * count:
        raise LudokitError(message("list.ring-least", n=wanted, least=LEAST * count))
    chosen = _apart(pairs, chance, wanted)
    each, over = divmod(wanted, count)
    ends = [number * each + min(number, over) for number in range(count + 1)]
    return tuple(tuple(chosen[start:end]) for start, end in pairwise(ends))


def most_cards(pairs: Sequence[Pair]) -> int:
    """Return how many pairs there are at most of which no two share a word or an answer."""
    return len(_matching(pairs, range(len(pairs)), len(pairs)))


def pairs_of(table: Table, sides: Sequence[str]) -> tuple[Pair, ...]:
    """Return the pairs of two columns, or of one that is its own answer; `+` joins columns."""
    columns = [[table.column(name) for name in side.split("+")] for side in sides]
    keys = [
        [" ".join(cell.words.casefold() for cell in cells) for cells in zip(*side, strict=True)]
        for side in (columns[0], columns[-1])
    ]
    return tuple(Pair(*both) for both in zip(*keys, strict=True))


def tiles(ring: Ring) -> tuple[Tile, ...]:
    """Return the tiles of a ring in the order in which they lie."""
    return tuple(Tile(*two) for two in pairwise((*ring, *ring[:1])))


def _apart(pairs: Sequence[Pair], chance: Random, wanted: int) -> list[int]:
    """Return so many items without twins, by chance; raise the error where there are fewer."""
    order = list(range(len(pairs)))
    chance.shuffle(order)
    found = _matching(pairs, order, wanted)
    if len(found) == wanted:
        chance.shuffle(found)
        return found
    if (first := next(twins(pairs), None)) is None:
        raise LudokitError(message("list.ring-short", n=wanted, most=len(found)))
    values = {"first": first.first + 1, "second": first.second + 1, "n": wanted, "most": len(found)}
    if first.side == "word":
        raise TwinsError(message("list.ring-same-word", **values), first)
    raise TwinsError(message("list.ring-same-answer", **values), first)


def _matching(pairs: Sequence[Pair], order: Sequence[int], wanted: int) -> list[int]:
    """Return `wanted` items, or as many as can be, of which no two share a word or an answer.

    Words and answers are the two sides of a graph, items its edges: a matching, first by taking
    what is free, then made larger along the paths of Berge (1957) until there is none.
    """
    words, answers = dict[str, int](), dict[str, int]()
    edges = dict[str, list[int]]()
    for item in order:
        pair = pairs[item]
        edges.setdefault(pair.word, []).append(item)
        if len(words) < wanted and pair.word not in words and pair.answer not in answers:
            words[pair.word] = answers[pair.answer] = item
    # What a search in vain has seen lies on no path before the next is found.
    seen = set[str]()
    for word in edges:
        if len(words) < wanted and word not in words:
            path = _path(word, pairs, edges, (words, answers), seen)
            for item in path:
                words[pairs[item].word] = answers[pairs[item].answer] = item
            seen = set() if path else seen
    return list(words.values())


def _path(
    start: str,
    pairs: Sequence[Pair],
    edges: Mapping[str, Sequence[int]],
    taken: tuple[Mapping[str, int], Mapping[str, int]],
    seen: set[str],
) -> list[int]:
    """Return the items to take so that a free word has one too, none where it cannot."""
    words, answers = taken
    reached = dict[str, int]()
    ahead = deque([start])
    while ahead:
        for item in edges[ahead.popleft()]:
            answer = pairs[item].answer
            if answer in seen:
                continue
            seen.add(answer)
            reached[answer] = item
            if answer in answers:
                ahead.append(pairs[answers[answer]].word)
                continue
            path = [item]
            while (word := pairs[path[-1]].word) != start:
                path.append(reached[pairs[words[word]].answer])
            return path
    return []


@dataclass(frozen=True, slots=True)
class FullSet:
    """Every two of some things on a tile, doubles too, and the longest closed ring of them.

    Of an odd number of things every tile is in the ring. Of an even number each thing stands on an
    odd number of ends, so a ring leaves out a tile for every two things at least (Euler, 1736):
    `left_out`, and `note` says so.
    """

    things: tuple[int, ...]
    tiles: tuple[Tile, ...]
    ring: tuple[Tile, ...]
    left_out: tuple[Tile, ...]
    note: Message | None


def full_set(things: Sequence[str], seed: int, count: int | None = None) -> FullSet:
    """Return the full set of `count` things or all, given by keys; ring and choice by the seed.

    `left` and `right` of a tile are the things on it, in the ring as they lie there. Raise
    TwinsError or LudokitError where the list has too few different things.
    """
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    wanted = len(things) if count is None else count
    if wanted < LEAST_THINGS:
        raise LudokitError(message("list.set-least", n=wanted, least=LEAST_THINGS))
    chosen = _apart([Pair(thing, thing) for thing in things], chance, wanted)
    tiles = tuple(Tile(*two) for two in combinations_with_replacement(chosen, 2))
    left_out, note = tuple[Tile, ...](), None
    if wanted % 2 == 0:
        left_out = tuple(Tile(*two) for two in zip(chosen[::2], chosen[1::2], strict=True))
        values = {"n": wanted, "left": len(left_out), "near": wanted + 1}
        note = message("list.set-even", **values)
    joined = [tile for tile in tiles if tile not in left_out]
    chance.shuffle(joined)
    return FullSet(tuple(chosen), tiles, _circuit(joined), left_out, note)


def _circuit(joined: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return tiles turned and in order so that all lie in one ring (Hierholzer, 1873)."""
    open_ends = dict[int, list[Tile]]()
    for tile in joined:
        for thing in {tile.left: None, tile.right: None}:
            open_ends.setdefault(thing, []).append(tile)
    used = set[Tile]()
    ahead, walk = [joined[0].left], list[int]()
    while ahead:
        ends = open_ends[ahead[-1]]
        while ends and ends[-1] in used:
            ends.pop()
        if not ends:
            walk.append(ahead.pop())
            continue
        tile = ends.pop()
        used.add(tile)
        ahead.append(tile.right if tile.left == ahead[-1] else tile.left)
    return tuple(Tile(*two) for two in pairwise(walk))


@dataclass(frozen=True, slots=True)
class Laid:
    """What is to be said of tiles as they were laid, each told by its number.

    `misfit` is the place, from 0, of the first that does not fit the one before it, was laid before
    or is none of the tiles; `closes` where the last fits the first and there is no misfit.
    """

    misfit: int | None
    closes: bool
    missing: tuple[int, ...]
    twice: tuple[int, ...]
    unknown: tuple[int, ...]

    @property
    def whole(self) -> bool:
        """Tell whether every tile lies in one closed ring."""
        return self.closes and not self.missing


def laid(tiles: Mapping[int, Tile], order: Sequence[int], *, turning: bool = False) -> Laid:
    """Judge tiles laid in an order, by their numbers; `turning` where either end may come first."""
    missing = tuple(number for number in tiles if number not in order)
    unknown = tuple(dict.fromkeys(number for number in order if number not in tiles))
    twice = tuple(dict.fromkeys(number for number in order if order.count(number) > 1))
    ends = set[tuple[int, int]]()
    misfit = None
    for place, number in enumerate(order):
        ways = set[tuple[int, int]]()
        if number in tiles and number not in order[:place]:
            ways = _ways(tiles[number], turning=turning)
        joined = {(first, right) for left, right in ways for first, last in ends if last == left}
        ends = joined if place else ways
        if not ends:
            misfit = place
            break
    return Laid(misfit, any(first == last for first, last in ends), missing, twice, unknown)


def _ways(tile: Tile, *, turning: bool) -> set[tuple[int, int]]:
    """Return the ends of a tile as it may lie."""
    here = (tile.left, tile.right)
    return {here, here[::-1]} if turning else {here}


@dataclass(frozen=True, slots=True)
class Deal:
    """Tiles by their ids, and the rings that they lie in, as ids in order.

    `turning` where either end of a tile may come first; `left_out` are the tiles of a full set that
    its longest ring has no place for, `note` says why.
    """

    tiles: Mapping[str, Tile]
    rings: tuple[tuple[str, ...], ...]
    turning: bool = False
    left_out: tuple[str, ...] = ()
    note: Message | None = None

    def ring_of(self, tile: str) -> tuple[str, ...]:
        """Return the ring in which a tile lies, or would with others left out."""
        return next((ring for ring in self.rings if tile in ring), self.rings[0])


class Wanted(Protocol):
    """What is to be dealt of a list, as its data say it."""

    @property
    def set(self) -> Literal["ring", "full"]:
        """Return whether a ring is dealt or every two things."""

    @property
    def most(self) -> int | None:
        """Return how many cards, or things of a full set, at most where no class is told."""

    @property
    def halves(self) -> bool:
        """Return whether there are two rings."""


def dealt(pairs: Sequence[Pair], wanted: Wanted, seed: int, pupils: int = 0) -> Deal:
    """Deal a ring or two, with exactly one card for each pupil of a class, or a full set.

    Without a class, 0, there are as many as the list gives. What a card is called depends on the
    seed and tells nothing of its place. Raise TwinsError or LudokitError as `rings` and `full_set`
    do, also for more than there are ids for.
    """
    if wanted.set == "full":
        return _full(pairs, seed, wanted.most)
    count = 2 if wanted.halves else 1
    cards = pupils or max(min(most_cards(pairs), wanted.most or MOST), LEAST * count)
    if cards > len(IDS):
        raise LudokitError(message("list.ring-short", n=cards, most=len(IDS)))
    laid_out = [tiles(ring) for ring in rings(pairs, seed, cards, count)]
    names = _ids(seed, cards)
    found = tuple(tuple((next(names), tile) for tile in ring) for ring in laid_out)
    every = {name: tile for ring in found for name, tile in ring}
    return Deal(every, tuple(tuple(name for name, _ in ring) for ring in found))


def _full(pairs: Sequence[Pair], seed: int, most: int | None) -> Deal:
    """Deal the full set of so many things or, unless the list has fewer, of seven."""
    wanted = most or max(LEAST_THINGS, min(most_cards(pairs), USUAL_THINGS))
    if wanted > MOST_THINGS:
        raise LudokitError(message("list.set-most", n=wanted, most=MOST_THINGS))
    (things,) = rings(pairs, seed, wanted)
    made = full_set([str(thing) for thing in things], seed)
    names = _ids(seed, len(made.tiles))
    of_items = (Tile(things[one.left], things[one.right]) for one in (*made.ring, *made.left_out))
    every = {next(names): tile for tile in of_items}
    ids, held = tuple(every), len(made.ring)
    return Deal(every, (ids[:held],), turning=True, left_out=ids[held:], note=made.note)


def _ids(seed: int, count: int) -> Iterator[str]:
    """Yield so many ids, in an order of their own."""
    return iter(Random(seed).sample(IDS, count))  # noqa: S311 - a game, not a secret
