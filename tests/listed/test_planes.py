"""Cards of which any two share exactly one sign."""

from collections import Counter
from itertools import combinations

import pytest

from generator.errors import LudokitError
from generator.listgames.one_in_common.signs import (
    DIFFERENCES,
    Card,
    deal_cards,
    most_plane_cards,
    plane_size,
)
from generator.words import BUILT_IN, say

SEEDS = range(200)
ORDERS = {3: 7, 4: 13, 6: 31, 8: 57}


def assert_one_in_common(cards: tuple[Card, ...], signs: int) -> None:
    """Hold cards to what they promise: so many different signs each, any two one in common."""
    shown = [frozenset(card) for card in cards]
    assert all(len(card) == len(one) == signs for card, one in zip(cards, shown, strict=True))
    assert all(len(one & other) == 1 for one, other in combinations(shown, 2))


@pytest.mark.parametrize("signs", ORDERS)
def test_two_cards_share_exactly_one_sign(signs: int) -> None:
    """Whatever the seed and however many cards are wanted, any two share exactly one sign."""
    for seed in SEEDS:
        cards = None if seed < 20 else 2 + seed % (ORDERS[signs] - 1)
        made = deal_cards(60, signs, seed, cards)
        assert len(made) == (cards or ORDERS[signs])
        assert_one_in_common(made, signs)
        assert all(item in range(60) for card in made for item in card)


@pytest.mark.parametrize("signs", ORDERS)
def test_each_sign_stands_once_at_each_place(signs: int) -> None:
    """In a whole plane every item is on as many cards as a card has signs, once at each place."""
    for seed in SEEDS:
        made = deal_cards(plane_size(signs), signs, seed)
        for place in zip(*made, strict=True):
            assert sorted(place) == list(range(plane_size(signs)))


@pytest.mark.parametrize("signs", ORDERS)
def test_fewer_items_give_fewer_cards(signs: int) -> None:
    """From any number of items as many cards as are promised are had, no item but of the list."""
    for items in range(plane_size(signs) + 3):
        most = most_plane_cards(items, signs)
        assert most <= plane_size(signs)
        if most >= 2:
            for cards in {2, most}:
                made = deal_cards(items, signs, items, cards)
                assert len(made) == cards
                assert_one_in_common(made, signs)
                assert all(item in range(items) for card in made for item in card)


def test_fewest_items_are_enough() -> None:
    """So many cards are had without up to q + 1 items, or of as few cards, as can be at all.

    Each of k items left out takes q + 1 cards with it, and two of them have one card in common: so
    k(q + 1) - k(k - 1) / 2 cards go at least; so many items are, likewise, on k cards.
    """
    for signs in DIFFERENCES:
        for few in range(1, signs + 1):
            bound = few * signs - few * (few - 1) // 2
            assert most_plane_cards(plane_size(signs) - few, signs) == plane_size(signs) - bound
            assert most_plane_cards(bound, signs) >= few
            assert most_plane_cards(bound - 1, signs) < few


def test_the_seed_chooses_and_deals() -> None:
    """The same seed gives the same cards, others other ones, of all the list."""
    made = [deal_cards(90, 6, seed) for seed in SEEDS]
    assert deal_cards(90, 6, 7) == made[7]
    assert len(set(made)) == len(SEEDS)
    assert {item for cards in made for card in cards for item in card} == set(range(90))
    # The places of a card are mixed too: no place keeps the commonest item of all seeds.
    firsts = Counter(cards[0][0] for cards in made)
    assert max(firsts.values()) < 20
    assert deal_cards(7, 3, 2026)[:2] == ((2, 3, 0), (6, 1, 2))


@pytest.mark.parametrize(
    ("items", "signs", "cards", "said"),
    [
        (60, 5, None, "5 signs on a card cannot be had: 3, 4, 6 or 8; the nearest is 4"),
        (60, 99, None, "the nearest is 8"),
        (60, 8, 58, "58 cards of 8 signs cannot be had: at least 2, at most 57"),
        (60, 3, 1, "at least 2"),
        (56, 8, None, "57 cards of 8 signs need 57 items, the list has 56; it gives 49 cards"),
        (56, 8, None, "of 8 signs, or 31 cards of 6 signs"),
        (30, 8, 24, "24 cards of 8 signs need 51 items, the list has 30; it gives 5 cards of 8"),
        (30, 8, 24, "or 24 cards of 6 signs"),
        (13, 8, None, "it gives 13 cards of 4 signs"),
        (
            6,
            3,
            None,
            "7 cards of 3 signs need 7 items, the list has 6; it gives 4 cards of 3 signs",
        ),
        (4, 8, None, "the list has 4; 5 items are needed at least"),
    ],
)
def test_what_a_list_cannot_give(items: int, signs: int, cards: int | None, said: str) -> None:
    """A refusal says what is missing, and the nearest that the list gives, which it does give."""
    with pytest.raises(LudokitError) as refused:
        deal_cards(items, signs, 1, cards)
    assert said in str(refused.value)
    assert all("{" not in say(refused.value.message, language) for language in BUILT_IN)
