"""Rings of tiles, each with the answer of one pair and the word of the next, by the seed alone."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, pairwise
from random import Random

from generator.errors import LudokitError
from generator.game import Game
from generator.game.head import equal_groups
from generator.game.parts import Ring
from generator.listgames.planner import load_table
from generator.tables.table import Table, usual_sides
from generator.words import Message, message

# A ring of one card would ask for its own answer.
LEAST = 2
# Of two things no tile but the double would be in a ring.
LEAST_THINGS = 3

# What tiles and cards are called: no I and O, which look like figures, and no 0 and 1.
IDS = tuple(f"{letter}{figure}" for letter in "ABCDEFGHJKLMNPQRSTUVWXYZ" for figure in range(2, 10))
# Tiles at most where nobody says how many, and things of a full set: 28 tiles, 171 at most.
MOST, USUAL_THINGS, MOST_THINGS = 120, 7, 18


@dataclass(frozen=True, slots=True)
class Pair:
    """What stands on the two sides of an item, as keys: what looks the same has the same key."""

    word: str
    answer: str


class TwinsError(LudokitError):
    """A ring cannot be laid in one way only: two items, the earlier first, share a side."""

    def __init__(self, reason: Message, first: int, second: int, side: str) -> None:
        super().__init__(reason)
        self.twins = first, second, side

    def __reduce__(self) -> tuple[type["TwinsError"], tuple[Message, int, int, str]]:
        """Let it be pickled: it is raised in worker processes."""
        return TwinsError, (self.message, *self.twins)


@dataclass(frozen=True, slots=True)
class RingTile:
    """A domino, or a card of a chain: the item whose answer is left, whose word is right."""

    left: int
    right: int


@dataclass(frozen=True, slots=True)
class RingDeal:
    """Tiles by id, and their rings; `note` says why some of a full set are `left_out`."""

    tiles: Mapping[str, RingTile]
    rings: tuple[tuple[str, ...], ...]
    turning: bool = False
    left_out: tuple[str, ...] = ()
    note: Message | None = None

    def ring_of(self, tile: str) -> tuple[str, ...]:
        """Return the ring in which a tile lies, the first for one that is left out."""
        return next((ring for ring in self.rings if tile in ring), self.rings[0])


def ring_columns(game: Game, ring: Ring) -> Sequence[str]:
    """Return the columns of a ring: after the first comes the second."""
    return ring.sides or usual_sides(load_table(game, ring.list))


def read_pairs(table: Table, sides: Sequence[str]) -> tuple[Pair, ...]:
    """Return the pairs of two columns, or of one that is its own answer; `+` joins columns."""
    columns = [[table.column(name) for name in side.split("+")] for side in sides]
    keys = [
        [" ".join(cell.words.casefold() for cell in cells) for cells in zip(*side, strict=True)]
        for side in (columns[0], columns[-1])
    ]
    return tuple(Pair(*both) for both in zip(*keys, strict=True))


def deal_ring(pairs: Sequence[Pair], ring: Ring, seed: int, pupils: int = 0) -> RingDeal:
    """Deal a ring or two, a card for each pupil (0: as many as can be), or a full set."""
    if ring.set == "full":
        return _deal_full_set(pairs, seed, ring.most)
    count = 2 if ring.halves else 1
    cards = pupils or max(min(most_ring_cards(pairs), ring.most or MOST), LEAST * count)
    if cards > len(IDS):
        raise LudokitError(message("list.ring-short", n=cards, most=len(IDS)))
    names, found, tiles = _shuffled_ids(seed, cards), [], dict[str, RingTile]()
    for items in make_rings(pairs, seed, cards, count):
        own = {next(names): RingTile(*two) for two in pairwise((*items, items[0]))}
        found.append(tuple(own))
        tiles |= own
    return RingDeal(tiles, tuple(found))


def most_ring_cards(pairs: Sequence[Pair]) -> int:
    """Return how many pairs there are at most of which no two share a word or an answer."""
    return len(_matching(pairs, range(len(pairs)), len(pairs)))


def make_rings(
    pairs: Sequence[Pair], seed: int, cards: int, count: int = 1
) -> tuple[tuple[int, ...], ...]:
    """Return `count` rings of items, as equal as can be, with `cards` cards in all.

    Items of a ring share no word or answer, so that it is laid in one way only; twins are passed
    over where the list has others. Raise TwinsError or LudokitError where it has too few.
    """
    chance = Random(seed)
    if cards < LEAST * count:
        raise LudokitError(message("list.ring-least", n=cards, least=LEAST * count))
    chosen = _distinct_items(pairs, chance, cards)
    return equal_groups(chosen, count)


def _distinct_items(pairs: Sequence[Pair], chance: Random, wanted: int) -> list[int]:
    order = list(range(len(pairs)))
    chance.shuffle(order)
    found = _matching(pairs, order, wanted)
    if len(found) == wanted:
        chance.shuffle(found)
        return found
    known = dict[tuple[str, str], int]()
    values = {"n": wanted, "most": len(found)}
    for second, pair in enumerate(pairs):
        for side, key in (("word", "list.ring-same-word"), ("answer", "list.ring-same-answer")):
            first = known.setdefault((side, getattr(pair, side)), second)
            if first != second:
                reason = message(key, first=first + 1, second=second + 1, **values)
                raise TwinsError(reason, first, second, side)
    raise LudokitError(message("list.ring-short", **values))


def _matching(pairs: Sequence[Pair], order: Sequence[int], wanted: int) -> list[int]:
    """Return up to `wanted` items, no two with a word or answer alike (Berge, 1957)."""
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
            path = _augmenting_path(word, pairs, edges, (words, answers), seen)
            for item in path:
                words[pairs[item].word] = answers[pairs[item].answer] = item
            seen = set() if path else seen
    return list(words.values())


def _augmenting_path(
    start: str,
    pairs: Sequence[Pair],
    edges: Mapping[str, Sequence[int]],
    taken: tuple[Mapping[str, int], Mapping[str, int]],
    seen: set[str],
) -> list[int]:
    """Return the items of a matching that covers a free word too; none where there is no such."""
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


def _deal_full_set(pairs: Sequence[Pair], seed: int, most: int | None) -> RingDeal:
    """Deal every two of some things on a tile, doubles too, and their longest closed ring.

    There are `most` things or, unless the list has fewer, seven. Of an odd number every tile is in
    the ring. Of an even number each thing stands on an odd number of ends, so a ring leaves out a
    tile for every two things at least (Euler, 1736).
    """
    wanted = most or max(LEAST_THINGS, min(most_ring_cards(pairs), USUAL_THINGS))
    if wanted > MOST_THINGS:
        raise LudokitError(message("list.set-most", n=wanted, most=MOST_THINGS))
    things = [*make_rings(pairs, seed, wanted)[0]]
    if wanted < LEAST_THINGS:
        raise LudokitError(message("list.set-least", n=wanted, least=LEAST_THINGS))
    chance = Random(seed)
    # Twice, so that a seed deals what it has always dealt.
    chance.shuffle(things)
    chance.shuffle(things)
    left_out, note = list[RingTile](), None
    if wanted % 2 == 0:
        left_out = [RingTile(*two) for two in zip(things[::2], things[1::2], strict=True)]
        values = {"n": wanted, "left": len(left_out), "near": wanted + 1}
        note = message("list.set-even", **values)
    every = (RingTile(*two) for two in combinations_with_replacement(things, 2))
    joined = [tile for tile in every if tile not in left_out]
    chance.shuffle(joined)
    names = _shuffled_ids(seed, len(joined) + len(left_out))
    ring = {next(names): tile for tile in _eulerian_circuit(joined)}
    others = {next(names): tile for tile in left_out}
    return RingDeal(ring | others, (tuple(ring),), turning=True, left_out=tuple(others), note=note)


def _eulerian_circuit(joined: Sequence[RingTile]) -> Iterator[RingTile]:
    """Yield tiles turned and in order so that all lie in one ring (Hierholzer, 1873)."""
    open_ends = dict[int, list[RingTile]]()
    for tile in joined:
        for thing in {tile.left: None, tile.right: None}:
            open_ends.setdefault(thing, []).append(tile)
    used = set[RingTile]()
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
        ahead.append(tile.right if ahead[-1] == tile.left else tile.left)
    return (RingTile(*two) for two in pairwise(walk))


def _shuffled_ids(seed: int, count: int) -> Iterator[str]:
    return iter(Random(seed).sample(IDS, count))
