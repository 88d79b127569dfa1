"""The calls of a loto: the caller's order, the chance of a win."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, sqrt
from random import Random
from typing import get_args

import pytest

from generator.game.parts.listing import LAYOUTS, BoardLayout, Wins
from generator.listgames.loto import deal as loto_deal
from generator.listgames.loto.deal import (
    LotoBoard,
    calling_order,
    make_boards,
    win_chances,
    winning_call,
)

deal = cache(make_boards)
WINS: tuple[Wins, ...] = get_args(Wins)
FOUR = BoardLayout(2, 2)


def winning(board: LotoBoard, calls: Sequence[int], wins: Wins) -> int | None:
    """Return the call at which a board wins, by looking at it after each."""
    for count in range(1, len(calls) + 1):
        if any(goal.issubset(calls[:count]) for goal in board.goals(wins)):
            return count
    return None


def numbers_at_calls(dealt: Sequence[LotoBoard], order: Sequence[int], wins: Wins) -> list[int]:
    """Return how many boards win at each call at which any does, in order of the calls."""
    counts = Counter(winning_call(board, order, wins) for board in dealt)
    return [counts[call] for call in range(len(order) + 1) if counts[call]]


def few_boards(chance: Random, count: int, items: int) -> list[LotoBoard]:
    """Return boards of two by two that may have much in common, one even the same items."""
    return [LotoBoard(tuple(chance.sample(range(items), 4)), 2) for _ in range(count)]


def least_used(dealt: Sequence[LotoBoard], items: int) -> int:
    """Return on how many boards the least used item is."""
    return min(sum(item in board.items for board in dealt) for item in range(items))


@pytest.mark.few(1)
@pytest.mark.parametrize("wins", WINS)
def test_the_first_wins_alone_with_200_seeds(wins: Wins, monkeypatch: pytest.MonkeyPatch) -> None:
    """An order holds each item once, and the first to win wins alone, in classes of 2 to 36.

    With full boards no more win at a call than hold the least used item, as they have to.
    """
    # What holds after a small part of the search holds after all of it.
    monkeypatch.setattr(loto_deal, "SWAPS", 300 if wins == "full" else 9)
    for seed in range(200):
        kind = seed % 70
        items, players = 18 + 4 * (kind % 10), 2 + kind % 35
        dealt = deal(items, players, LAYOUTS["3x3" if kind % 2 else "4x4"], kind)
        order = calling_order(dealt, items, wins, seed)
        assert sorted(order) == [*range(items)]
        counts = numbers_at_calls(dealt, order, wins)
        assert counts[0] == 1
        assert wins == "line" or max(counts) == max(1, least_used(dealt, items)), seed


@pytest.mark.parametrize(
    ("name", "items", "players"),
    [
        ("3x3", 11, 12),
        ("3x3", 65, 14),
        ("3x3", 75, 24),
        ("4x4", 100, 36),
        ("5x5-free", 30, 36),
        ("3x9-numbers", 90, 36),
    ],
)
def test_full_boards_win_with_no_more_than_must(name: str, items: int, players: int) -> None:
    """At no call do more full boards win than hold the least used item."""
    for seed in range(2):
        dealt = deal(items, players, LAYOUTS[name], seed)
        order = calling_order(dealt, items, "full", seed)
        assert max(numbers_at_calls(dealt, order, "full")) == max(1, least_used(dealt, items))


def test_the_first_wins_alone_wherever_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first wins alone whenever one of all orders does that, tried order by order."""
    monkeypatch.setattr(loto_deal, "SWAPS", 0)
    seen = set()
    for seed in range(60):
        dealt = few_boards(Random(seed), 2 + seed % 3, 5)  # noqa: S311 - no secret
        for wins in WINS:
            alone = any(
                numbers_at_calls(dealt, order, wins)[0] == 1 for order in permutations(range(5))
            )
            order = calling_order(dealt, 5, wins, seed)
            assert (numbers_at_calls(dealt, order, wins)[0] == 1) == alone
            seen.add(alone)
    assert seen == {True, False}


@pytest.mark.few(2)
@pytest.mark.parametrize("wins", WINS)
@pytest.mark.parametrize(("name", "items"), [("3x3", 30), ("5x5", 60), ("3x9-numbers", 90)])
def test_wins_are_spread(name: str, items: int, wins: Wins) -> None:
    """Boards win at more calls, and fewer at the fullest, than in the best of 100 random orders."""
    dealt = deal(items, 36, LAYOUTS[name], 2)
    chance = Random(3)  # noqa: S311 - no secret
    found = numbers_at_calls(dealt, calling_order(dealt, items, wins, 1), wins)
    for _ in range(100):
        other = numbers_at_calls(dealt, chance.sample(range(items), items), wins)
        assert len(found) > len(other)
        assert max(found) <= max(other)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", ["3x3", "4x4", "5x5", "5x5-free", "3x9"])
def test_of_sixty_words_at_most_two_boards_have_a_line_at_once(name: str) -> None:
    """For 36 boards of 60 words no call gives a line to more than two boards."""
    dealt = deal(60, 36, LAYOUTS[name], 1)
    for seed in range(2):
        order = calling_order(dealt, 60, "line", seed)
        assert max(numbers_at_calls(dealt, order, "line")) <= 2


def test_a_seed_gives_the_same_order_everywhere() -> None:
    """A seed stands for its order and its chances, on every machine."""
    dealt = deal(12, 3, LAYOUTS["3x3"], 1)
    assert calling_order(dealt, 12, "line", 5) == (2, 6, 11, 3, 10, 7, 0, 9, 4, 8, 1, 5)
    assert calling_order(dealt, 12, "line", 6) != calling_order(dealt, 12, "line", 5)
    shares = [chance.share for chance in win_chances(dealt, 12, "line", 5, 1000)]
    assert shares == [0, 0, 0.106, 0.434, 0.788, 0.968, 0.999, *[1] * 5]


def exact(dealt: Sequence[LotoBoard], items: int, wins: Wins) -> list[Fraction]:
    """Return the chance that somebody has won after each number of calls from 1.

    By inclusion and exclusion: a set of u items is among the first k of n with C(n-u, k-u)/C(n, k).
    """
    goals = [*dict.fromkeys(goal for board in dealt for goal in board.goals(wins))]
    signs = Counter[int]()
    for size in range(1, len(goals) + 1):
        for some in combinations(goals, size):
            signs[len(frozenset().union(*some))] += (-1) ** (size + 1)
    return [
        Fraction(
            sum(n * comb(items - u, k - u) for u, n in signs.items() if u <= k), comb(items, k)
        )
        for k in range(1, items + 1)
    ]


@pytest.mark.parametrize("wins", WINS)
@pytest.mark.parametrize("count", [1, 2])
def test_chances_of_all_orders(count: int, wins: Wins) -> None:
    """Of tiny boards, chances are those of all orders within four deviations, as the formula's."""
    dealt = few_boards(Random(count), count, 6)  # noqa: S311 - no secret
    orders = [*permutations(range(6))]
    firsts = [min(winning(board, order, wins) or 9 for board in dealt) for order in orders]
    true = [Fraction(sum(first <= k for first in firsts), len(orders)) for k in range(1, 7)]
    assert true == exact(dealt, 6, wins)
    for chance, share in zip(win_chances(dealt, 6, wins, 7), true, strict=True):
        assert abs(chance.share - share) <= 4 * sqrt(share * (1 - share) / 20_000)


@pytest.mark.parametrize(
    ("layout", "items", "players", "wins"),
    [
        (FOUR, 12, 2, "line"),
        (LAYOUTS["3x3"], 24, 8, "full"),
        (LAYOUTS["3x3"], 30, 1, "line"),
        (LAYOUTS["4x4"], 60, 10, "full"),
        (LAYOUTS["5x5-free"], 40, 1, "line"),
        (LAYOUTS["3x9-numbers"], 90, 3, "line"),
    ],
)
def test_chances_by_the_formula(layout: BoardLayout, items: int, players: int, wins: Wins) -> None:
    """Chances are within four deviations of the exact ones."""
    dealt = deal(items, players, layout, 1)
    for chance, true in zip(
        win_chances(dealt, items, wins, 2), exact(dealt, items, wins), strict=True
    ):
        assert abs(chance.share - true) <= 4 * sqrt(true * (1 - true) / 20_000) + 1e-12


def test_chances_rise_and_are_never_without_width() -> None:
    """Chances begin at nought, rise to one, and lie within intervals of some width."""
    dealt = deal(60, 36, LAYOUTS["5x5"], 1)
    found = win_chances(dealt, 60, "full", 1, 500)
    shares = [chance.share for chance in found]
    assert [chance.calls for chance in found] == [*range(1, 61)]
    assert shares == sorted(shares)
    assert (shares[23], shares[-1]) == (0, 1)
    for chance in found:
        assert 0 <= chance.low <= chance.share <= chance.high <= 1
        assert 0.003 < chance.margin < 0.045
        assert chance.margin == max(chance.share - chance.low, chance.high - chance.share)


def test_nineteen_of_twenty_intervals_hold_the_chance() -> None:
    """Of the intervals of 200 seeds about 95 % hold the exact chance."""
    dealt = deal(12, 2, FOUR, 1)
    true = exact(dealt, 12, "line")
    for k in (2, 3, 4, 6):
        held = 0
        for seed in range(200):
            chance = win_chances(dealt, 12, "line", seed, 250)[k - 1]
            held += chance.low <= true[k - 1] <= chance.high
        assert 180 <= held <= 200


@pytest.mark.parametrize("wins", WINS)
def test_completed(wins: Wins) -> None:
    """A board wins at the call that a look after each call finds, also where calls break off."""
    for seed in range(200):
        chance = Random(seed)  # noqa: S311 - no secret
        (board,) = make_boards(20, 1, LAYOUTS["3x3"], seed)
        calls = (
            chance.choices(range(20), k=60) if seed % 2 else chance.sample(range(20), 5 + seed % 15)
        )
        assert winning_call(board, calls, wins) == winning(board, calls, wins)
