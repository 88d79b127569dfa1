"""The calls of a loto: the caller's order, and the chance that somebody has won."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import sqrt
from random import Random
from typing import TypeAlias

from generator.game.parts.listing import Wins
from generator.listgames.loto.deal import LotoBoard, deal_loto

DRAWS = 20_000
# The search ends after a number of swaps, not after a time: a seed gives the same everywhere.
SWAPS = 3_000
# 95 % of a normal distribution lie within this many standard deviations.
DEVIATIONS = 1.96

# The rows in the order in which to call them, and the chances that somebody has won.
LotoCalls: TypeAlias = tuple[tuple[int, ...], tuple["WinChance", ...]]


@lru_cache(maxsize=16)
def call_loto(rows: int, pupils: int, layout: str, wins: Wins, seed: int) -> LotoCalls:
    """Return how boards dealt of the same numbers are called; LudokitError as `deal_loto` says."""
    deal = deal_loto(rows, pupils, layout, seed)
    place = {row: number for number, row in enumerate(deal.rows)}
    made = [board.renumbered(place) for board in deal.boards]
    order = calling_order(made, len(place), wins, seed)
    chances = win_chances(made, len(place), wins, seed)
    return tuple(deal.rows[number] for number in order), chances


def calling_order(
    boards: Sequence[LotoBoard], items: int, wins: Wins, seed: int
) -> tuple[int, ...]:
    """Return all items from 0 in an order to call them by which boards win at many calls.

    The first board to win wins alone, unless no order of the items does that. For the rest a
    search lets items of an order drawn by the seed change places and keeps what is no worse: of
    the call at which most boards win, how many they are, then the squares of these numbers for all
    calls, added, then the squares of the gaps from one such call to the next, and to the end.
    With full boards the last item wins for all that hold it: no order has fewer at its fullest
    call than there are boards with the least used item, which is put last to begin with.
    """
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    goals = [board.goals(wins) for board in boards]
    countdown = _Countdown(goals, items)
    order = chance.sample(range(items), items)
    uses = Counter(item for board in boards for item in board.items)
    rarest = min(order, key=uses.__getitem__)
    order.sort(key=lambda item: item == rarest)
    if _unevenness(countdown.ends(order), items)[0]:
        # Goals of one board that hold no goal of another: called first, they win alone.
        every = [(at, goal) for at, own in enumerate(goals) for goal in own]
        lone = (
            goal
            for at, goal in every
            if not any(goal >= other for owner, other in every if owner != at)
        )
        opening = min(lone, key=lambda goal: rarest in goal, default=frozenset[int]())
        order.sort(key=lambda item: item not in opening)
    ends = countdown.ends(order)
    worst = _unevenness(ends, items)
    for _ in range(SWAPS):
        # Of the two that change places, every other time one by which a board wins.
        one = chance.choice((ends[int(chance.random() * len(ends))], int(chance.random() * items)))
        other = int(chance.random() * items)
        order[one], order[other] = order[other], order[one]
        found = countdown.ends(order)
        if (uneven := _unevenness(found, items)) <= worst:
            worst, ends = uneven, found
        else:
            order[one], order[other] = order[other], order[one]
    return tuple(order)


def _unevenness(ends: Sequence[int], items: int) -> tuple[bool, int, int, int]:
    """Return whether the first has company, the most at a call, squares of counts and of gaps."""
    counts = Counter(ends)
    calls = sorted(counts)
    gaps = pairwise([*calls, items])
    return (
        counts[calls[0]] > 1,
        max(counts.values()),
        sum(count * count for count in counts.values()),
        sum((later - sooner) ** 2 for sooner, later in gaps),
    )


class _Countdown:
    """What every goal of every board lacks, in one long number: a field of bits for each goal.

    A call takes one from all fields of its item at once; a field starts at what its goal lacks less
    one, under a top bit which it loses when nothing is lacking. The fields of a board lie together.
    """

    def __init__(self, goals: Sequence[Sequence[frozenset[int]]], items: int) -> None:
        every = [(at, goal) for at, own in enumerate(goals) for goal in own]
        self.width = max(len(goal) for _, goal in every).bit_length() + 1
        self.owners = [at for at, _ in every]
        self.steps = [0] * items
        self.start = 0
        self.tops = [0] * len(goals)
        for place, (at, goal) in enumerate(every):
            one = 1 << place * self.width
            top = one << self.width - 1
            self.start += top + one * (len(goal) - 1)
            self.tops[at] += top
            for item in goal:
                self.steps[item] += one

    def ends(self, order: Sequence[int]) -> list[int]:
        """Return the place in an order of all items at which each board wins."""
        ends = [-1] * len(self.tops)
        waiting, lacking, steps = sum(self.tops), self.start, self.steps
        for at, item in enumerate(order):
            lacking -= steps[item]
            while (left := waiting & lacking) != waiting:
                owner = self.owners[((waiting ^ left).bit_length() - 1) // self.width]
                ends[owner] = at
                waiting &= ~self.tops[owner]
            if not waiting:
                break
        return ends


@dataclass(frozen=True, slots=True)
class WinChance:
    """The share of draws in which a board has won after a number of calls.

    With 95 % the chance lies between `low` and `high` (Wilson's interval, never without width:
    E. B. Wilson, Journal of the American Statistical Association 22, 1927).
    """

    calls: int
    share: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """How far the farther end of the interval is from the share."""
        return max(self.high - self.share, self.share - self.low)


def win_chances(
    boards: Sequence[LotoBoard], items: int, wins: Wins, seed: int, draws: int = DRAWS
) -> tuple[WinChance, ...]:
    """Return for each number of calls from 1 the chance that somebody has won (Monte Carlo)."""
    countdown = _Countdown([board.goals(wins) for board in boards], items)
    firsts = Counter(_first_wins(countdown, items, seed, draws))
    won = accumulate(firsts[calls] for calls in range(1, items + 1))
    return tuple(_wilson_interval(calls, one, draws) for calls, one in enumerate(won, start=1))


def _first_wins(countdown: _Countdown, items: int, seed: int, draws: int) -> Iterator[int]:
    """Yield for each draw the number of the call at which a board first wins."""
    start, tops, steps = countdown.start, sum(countdown.tops), countdown.steps
    chance = Random(seed).random  # noqa: S311 - a game, not a secret
    pool = [*range(items)]
    for _ in range(draws):
        lacking = start
        for left in range(items, 0, -1):
            at = int(chance() * left)
            item = pool[at]
            pool[at], pool[left - 1] = pool[left - 1], item
            lacking -= steps[item]
            if lacking & tops != tops:
                yield items - left + 1
                break


def _wilson_interval(calls: int, won: int, draws: int) -> WinChance:
    share, square = won / draws, DEVIATIONS**2
    middle = share + square / (2 * draws)
    half = DEVIATIONS * sqrt(share * (1 - share) / draws + square / (4 * draws**2))
    whole = 1 + square / draws
    low, high = (middle - half) / whole, (middle + half) / whole
    # Rounded, an end at nought or one may lie a hair inside or outside.
    return WinChance(calls, share, min(share, max(0.0, low)), max(share, min(1.0, high)))


def winning_call(board: LotoBoard, calls: Sequence[int], wins: Wins) -> int | None:
    """Return the number of the call, from 1, at which a board wins, None if it has not.

    What is called twice counts once.
    """
    called = {item: at for at, item in reversed([*enumerate(calls, 1)])}
    goals = (goal for goal in board.goals(wins) if called.keys() >= goal)
    return min((max(called[item] for item in goal) for goal in goals), default=None)
