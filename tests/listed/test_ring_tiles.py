"""Rings of tiles and cards."""

import pickle
from itertools import combinations_with_replacement, pairwise, permutations
from random import Random

import pytest

from generator.errors import LudokitError
from generator.game.parts import Ring
from generator.listgames.ring.tiles import (
    Pair,
    RingDeal,
    RingTile,
    TwinsError,
    deal_ring,
    make_rings,
)
from generator.words import BUILT_IN, say

SEEDS = range(200)
FULL = Ring(part="ring", list="words", set="full")
CLASSES = range(2, 37)


def pairs(text: str) -> list[Pair]:
    """Return pairs written as `word=answer`, with spaces between."""
    return [Pair(*pair.split("=")) for pair in text.split()]


def plain(count: int) -> list[Pair]:
    """Return so many pairs that have nothing in common."""
    return [Pair(f"w{item}", f"a{item}") for item in range(count)]


def times(most: int) -> list[Pair]:
    """Return the multiplication table, whose results come many times."""
    ways = combinations_with_replacement(range(1, most + 1), 2)
    return [Pair(f"{one}x{other}", str(one * other)) for one, other in ways]


def ring_tiles(ring: tuple[int, ...]) -> list[RingTile]:
    """Return the tiles of a ring in the order in which they lie."""
    return [RingTile(*two) for two in pairwise((*ring, *ring[:1]))]


def cycles(cards: list[RingTile]) -> list[list[int]]:
    """Follow each card to the only one that it asks for, and return the cycles, by card."""
    holder = {card.left: number for number, card in enumerate(cards)}
    assert len(holder) == len(cards)
    found = list[list[int]]()
    for start in range(len(cards)):
        if not any(start in cycle for cycle in found):
            cycle = [start]
            while (after := holder[cards[cycle[-1]].right]) != start:
                cycle.append(after)
            found.append(cycle)
    return found


@pytest.mark.few(1)
@pytest.mark.parametrize("count", [1, 2])
def test_a_class_has_exactly_the_promised_cycles(count: int) -> None:
    """Whoever follows what the cards ask for goes round rings as equal as can be, none shorter."""
    lists = {"plain": plain(60), "times": times(12)}
    for seed in SEEDS:
        for pupils in CLASSES:
            if pupils < 2 * count:
                continue
            for items in lists.values():
                dealt = make_rings(items, seed, pupils, count)
                cards = [tile for ring in dealt for tile in ring_tiles(ring)]
                sizes = sorted(len(cycle) for cycle in cycles(cards))
                assert sum(sizes) == pupils
                assert len(sizes) == count
                assert sizes[-1] - sizes[0] <= 1
                chosen = [items[item] for ring in dealt for item in ring]
                assert len({one.word for one in chosen}) == pupils
                assert len({one.answer for one in chosen}) == pupils


def test_every_pair_lies_in_one_ring() -> None:
    """Where no number is wanted, one ring takes every pair once."""
    for size in (*CLASSES, 500):
        (ring,) = make_rings(plain(size), size, size)
        assert sorted(ring) == list(range(size))
        assert len(cycles([*ring_tiles(ring)])) == 1


def test_the_seed_chooses() -> None:
    """The same seed gives the same ring, other seeds others, of all the list."""
    assert make_rings(plain(60), 7, 30) == make_rings(plain(60), 7, 30)
    found = {make_rings(plain(60), seed, 30)[0] for seed in SEEDS}
    assert len(found) == len(SEEDS)
    assert {item for ring in found for item in ring} == set(range(60))
    assert make_rings(plain(9), 2026, 9)[0] == (6, 2, 7, 3, 8, 0, 4, 5, 1)


def test_a_swap_would_shorten_the_ring() -> None:
    """Were two answers the same, cards could be laid as two rings: why twins are kept out."""
    (ring,) = make_rings(plain(8), 1, 8)
    for one, other in permutations(range(8), 2):
        cards = [*ring_tiles(ring)]
        cards[one], cards[other] = (
            RingTile(cards[one].left, cards[other].right),
            RingTile(cards[other].left, cards[one].right),
        )
        assert len(cycles(cards)) == 2


def most_apart(items: list[Pair]) -> int:
    """Return by trying all of them how many pairs without twins there are."""
    if not items:
        return 0
    first, *rest = items
    free = [one for one in rest if one.word != first.word and one.answer != first.answer]
    return max(most_apart(rest), 1 + most_apart(free))


def test_the_list_gives_as_many_as_there_are() -> None:
    """As many cards are had as any choice gives, and one more is refused with that number."""
    for seed in SEEDS:
        chance = Random(seed)  # noqa: S311 - made-up lists
        items = [
            Pair(f"w{chance.randrange(6)}", f"a{chance.randrange(6)}")
            for _ in range(chance.randrange(2, 13))
        ]
        most = most_apart(items)
        if most >= 2:
            assert len(make_rings(items, seed, most)[0]) == most
        with pytest.raises(LudokitError) as refused:
            make_rings(items, seed, max(most + 1, 2))
        assert f"at most {most}" in str(refused.value)


def test_a_long_list_takes_no_time() -> None:
    """Of 10,000 rows with few answers and few words the most is found."""
    items = [Pair(f"w{row % 3000}", f"a{row * row % 97}") for row in range(10_000)]
    with pytest.raises(TwinsError, match="at most 49"):
        make_rings(items, 1, 100)
    steps = [Pair(f"w{row // 2}", f"a{(row + 1) // 2}") for row in range(9_999)]
    assert len(make_rings(steps, 1, 5_000)[0]) == 5_000


@pytest.mark.parametrize(
    ("text", "cards", "count", "said"),
    [
        ("a=1", None, 1, "1 card is too few: at least 2"),
        ("a=1 b=2 c=3", None, 2, "3 cards are too few: at least 4"),
        ("a=1 b=2 c=3", 4, 1, "4 cards cannot be had: the list gives at most 3"),
        ("a=1 b=2 c=1", None, 1, "rows 1 and 3 have the same answer"),
        ("a=1 b=2 b=3", None, 1, "rows 2 and 3 have the same word"),
        ("a=1 b=2 a=1", 3, 1, "3 cards cannot be had, at most 2"),
    ],
)
def test_what_a_list_cannot_give(text: str, cards: int | None, count: int, said: str) -> None:
    """A refusal says why, and what the list gives."""
    with pytest.raises(LudokitError) as refused:
        make_rings(pairs(text), 1, cards or len(pairs(text)), count)
    assert said in str(refused.value)
    assert all("{" not in say(refused.value.message, language) for language in BUILT_IN)


def test_twins_are_named() -> None:
    """The error carries the first item whose side another has, and that one, across processes."""
    with pytest.raises(TwinsError) as refused:
        make_rings(pairs("a=1 b=2 a=3 c=2 a=1"), 1, 5)
    assert refused.value.twins == (0, 2, "word")
    again = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 - our own
    assert (again.twins, again.message) == (refused.value.twins, refused.value.message)


def full_set(things: int, seed: int, most: int) -> tuple[RingDeal, list[RingTile]]:
    """Return a full set of `most` of some things, and its ring, which is closed."""
    made = deal_ring(plain(things), FULL.model_copy(update={"most": most}), seed)
    (ids,) = made.rings
    ring = [made.tiles[name] for name in ids]
    assert all(one.right == other.left for one, other in pairwise((*ring, ring[0])))
    shown = {thing for tile in made.tiles.values() for thing in (tile.left, tile.right)}
    assert len(shown) == most
    assert {frozenset((tile.left, tile.right)) for tile in made.tiles.values()} == {
        frozenset(two) for two in combinations_with_replacement(sorted(shown), 2)
    }
    assert len(made.tiles) == most * (most + 1) // 2
    assert made.turning
    return made, ring


def test_a_full_set_of_an_odd_number_closes() -> None:
    """Every two of n things once, doubles too, n(n+1)/2 tiles; for n odd all in one closed ring."""
    for seed in SEEDS:
        size = 3 + 2 * (seed % 6)
        made, ring = full_set(size, seed, size)
        assert (made.left_out, made.note) == ((), None)
        assert len(ring) == len(made.tiles)


def test_a_full_set_of_an_even_number_leaves_out_half() -> None:
    """For n even the longest ring leaves out n/2 tiles, and a note says so in every language."""
    for seed in SEEDS:
        size = 4 + 2 * (seed % 5)
        made, ring = full_set(size + 2, seed, size)
        assert len(made.left_out) == size // 2
        assert len(ring) + len(made.left_out) == len(made.tiles)
        assert made.note
        assert all(str(size // 2) in say(made.note, language) for language in BUILT_IN)


@pytest.mark.parametrize(
    ("text", "most", "said"),
    [
        ("a=1 b=2", 2, "a full set needs 3 things at least, not 2"),
        ("a=1 b=2 c=3 a=4", 4, "rows 1 and 4 have the same word"),
        ("a=1 b=2 c=3", 4, "the list gives at most 3"),
        ("a=1 b=2 c=3", 19, "18 at most"),
    ],
)
def test_what_a_full_set_cannot_have(text: str, most: int, said: str) -> None:
    """Fewer than three things, or fewer different ones than wanted, are refused with the reason."""
    with pytest.raises(LudokitError) as refused:
        deal_ring(pairs(text), FULL.model_copy(update={"most": most}), 1)
    assert said in str(refused.value)
