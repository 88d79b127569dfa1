"""Boards of a loto dealt from a list by the seed alone, their calls and the chances of a win."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, combinations, pairwise
from math import comb, sqrt
from random import Random

from generator.errors import LudokitError
from generator.game import Game
from generator.game.parts import Loto
from generator.game.parts.listing import LAYOUTS, USUAL_LAYOUTS, BoardLayout, Wins
from generator.listgames.planner import load_table
from generator.tables.table import usual_sides
from generator.words import message

# The traditional loto has the numbers from 1 to 90, a column of its boards for each ten.
NINETY = 90
# Searches end after a number of steps, not after a time: a seed gives the same everywhere.
SWEEPS, TRIES, SWAPS = 40, 16, 3_000
# How many rows of a long list are played with: who calls more tires the class. The boards of a
# class of unknown size, and of the largest: for more, boards that share little are long sought.
MOST, USUAL, MOST_PUPILS = 75, 30, 100
# Games that are drawn for the chances.
DRAWS = 20_000
# 95 % of a normal distribution lie within this many standard deviations.
DEVIATIONS = 1.96


@dataclass(frozen=True, slots=True)
class LotoBoard:
    """A board row by row: the item in each cell, None in a free or blank one."""

    cells: tuple[int | None, ...]
    columns: int

    @property
    def rows(self) -> tuple[tuple[int | None, ...], ...]:
        """The cells of each row, from top to bottom."""
        starts = range(0, len(self.cells), self.columns)
        return tuple(self.cells[start : start + self.columns] for start in starts)

    @property
    def items(self) -> frozenset[int]:
        """The items on the board."""
        return _items_in(self.cells)

    @property
    def lines(self) -> tuple[frozenset[int], ...]:
        """The items of each line: the rows; of a square, columns and both diagonals too."""
        lines: list[Sequence[int | None]] = [*self.rows]
        if len(lines) == self.columns:
            lines += zip(*self.rows, strict=True)
            lines += [self.cells[:: self.columns + 1]]
            lines += [self.cells[self.columns - 1 : -1 : self.columns - 1]]
        return tuple(_items_in(line) for line in lines)

    def goals(self, wins: Wins) -> tuple[frozenset[int], ...]:
        """Return the sets of items each of which wins once all of it is called."""
        return self.lines if wins == "line" else (self.items,)

    def renumbered(self, numbers: Mapping[int, int]) -> "LotoBoard":
        """Return the board with other numbers for its items."""
        cells = (None if cell is None else numbers[cell] for cell in self.cells)
        return LotoBoard(tuple(cells), self.columns)


def _items_in(cells: Iterable[int | None]) -> frozenset[int]:
    return frozenset(cell for cell in cells if cell is not None)


@dataclass(frozen=True, slots=True)
class LotoDeal:
    """The rows of a list that are played with, rising, and the boards, whose items are rows."""

    rows: tuple[int, ...]
    boards: tuple[LotoBoard, ...]


@lru_cache(maxsize=16)
def deal_loto(rows: int, pupils: int, layout: str, seed: int) -> LotoDeal:
    """Deal a board for each pupil, for the usual number if 0; LudokitError for too short a list."""
    if pupils > MOST_PUPILS:
        raise LudokitError(message("list.loto-most", found=pupils, most=MOST_PUPILS))
    shape = LAYOUTS[layout]
    count = pupils or usual_pupils(rows, layout)
    most = rows if shape.blanks == "tens" else min(rows, MOST, count * shape.filled_cells)
    kept = tuple(sorted(Random(seed).sample(range(rows), most)))
    made, numbers = make_boards(most, count, shape, seed), dict(enumerate(kept))
    return LotoDeal(kept, tuple(board.renumbered(numbers) for board in made))


def loto_columns(game: Game, loto: Loto) -> Sequence[str]:
    """Return what stands on the boards of a loto, and what is called if that is another column."""
    return loto.sides or usual_sides(load_table(game, loto.list))[::-1]


def usual_layout(rows: int, pupils: int) -> str:
    """Return the largest usual layout of which a list gives enough boards, else the least."""
    wanted = max(2, pupils)
    fitting = (n for n in USUAL_LAYOUTS if comb(rows, LAYOUTS[n].filled_cells) >= wanted)
    return next(fitting, USUAL_LAYOUTS[-1])


def usual_pupils(rows: int, layout: str) -> int:
    """Return 30 pupils, or as many as the list gives boards; 2, to be refused, if it gives none."""
    return max(2, min(USUAL, comb(rows, LAYOUTS[layout].filled_cells)))


def make_boards(items: int, players: int, layout: BoardLayout, seed: int) -> tuple[LotoBoard, ...]:
    """Return a board for each player, of the items from 0 up to a number of them.

    No two boards hold the same items, and every item is on equally many boards within one. Two
    boards share at least as many items, in the mean of all pairs, as this makes them; a search
    brings the pair that shares most near to that. Raise LudokitError where the items are too few
    for as many different boards, or not 90 where the layout wants the numbers.
    """
    _require_enough(items, players, layout)
    chance = Random(seed)
    # The items that may take each other's place on a board.
    has_tens = layout.blanks == "tens"
    columns = _by_tens(range(items), layout.columns) if has_tens else [[*range(items)]]
    drawn = _draw_boards(columns, _cells_per_column(columns, players, layout, chance), chance)
    _even_out_uses(drawn, columns)
    search = _OverlapSearch(drawn, columns)
    search.reduce(chance)
    return tuple(_lay_out(sorted(held), layout, chance) for held in search.held)


def _require_enough(items: int, players: int, layout: BoardLayout) -> None:
    cells = layout.filled_cells
    if layout.blanks == "tens" and items != NINETY:
        raise LudokitError(message("list.loto-numbers", items=items, layout="3x9", wanted=NINETY))
    if (most := comb(items, cells)) >= players:
        return
    fewest = next(n for n in range(cells, cells + players) if comb(n, cells) >= players)
    values = {"items": items, "cells": cells, "most": most, "fewest": fewest, "n": players}
    reason = message("list.loto-too-few", **values)
    smaller = [
        (other.filled_cells, name)
        for name, other in LAYOUTS.items()
        if other.blanks != "tens" and comb(items, other.filled_cells) >= players
    ]
    if smaller:
        reason = message("list.loto-or-smaller", reason=reason, layout=max(smaller)[1])
    raise LudokitError(reason)


def _by_tens(items: Iterable[int], columns: int) -> list[list[int]]:
    """Return items by the column of their number: 1 to 9, 10 to 19, ..., at last 80 to 90."""
    parts: list[list[int]] = [[] for _ in range(columns)]
    for item in items:
        parts[min((item + 1) // 10, columns - 1)].append(item)
    return parts


def _cells_per_column(
    columns: list[list[int]], players: int, layout: BoardLayout, chance: Random
) -> list[list[int]]:
    """Return how many items each board takes of each column, shared by the columns' sizes."""
    if len(columns) == 1:
        return [[layout.filled_cells] for _ in range(players)]
    uses = players * layout.filled_cells // sum(map(len, columns))
    taken = [max(players, uses * len(column)) for column in columns]
    while sum(taken) < players * layout.filled_cells:
        open_ones = [k for k, column in enumerate(columns) if taken[k] < (uses + 1) * len(column)]
        taken[min(open_ones, key=lambda k: taken[k] / len(columns[k]))] += 1
    shares = [[1] * len(columns) for _ in range(players)]
    turn = 0
    for column in chance.sample(range(len(columns)), len(columns)):
        for _ in range(taken[column] - players):
            shares[turn % players][column] += 1
            turn += 1
    return shares


def _draw_boards(
    columns: list[list[int]], shares: list[list[int]], chance: Random
) -> list[frozenset[int]]:
    drawn = dict[frozenset[int], None]()
    for found, share in enumerate(shares):
        while len(drawn) == found:
            held = (chance.sample(column, k) for column, k in zip(columns, share, strict=True))
            drawn[frozenset(chain.from_iterable(held))] = None
    return [*drawn]


def _even_out_uses(drawn: list[frozenset[int]], columns: list[list[int]]) -> None:
    """Pass items that are used most on to boards without them, until uses differ by one at most."""
    uses = Counter(item for held in drawn for item in held)
    known = set(drawn)
    for column in columns:
        while True:
            most = max(column, key=uses.__getitem__)
            least = min(column, key=uses.__getitem__)
            if uses[most] - uses[least] <= 1:
                break
            at, held = next(
                (at, new)
                for at, old in enumerate(drawn)
                if most in old and least not in old
                if (new := old - {most} | {least}) not in known
            )
            known.remove(drawn[at])
            known.add(held)
            drawn[at] = held
            uses.update({most: -1, least: 1})


class _OverlapSearch:
    """Boards that swap items until no pair shares more than the mean, or tries run out."""

    def __init__(self, drawn: list[frozenset[int]], columns: list[list[int]]) -> None:
        self.shared = [[len(one & other) for other in drawn] for one in drawn]
        self.pairs = [*combinations(range(len(drawn)), 2)]
        self.least = -(-sum(self.shared[x][y] for x, y in self.pairs) // max(1, len(self.pairs)))
        self.held = [sorted(held) for held in drawn]
        self.column = {item: k for k, column in enumerate(columns) for item in column}
        self.holders = {
            item: {at for at, held in enumerate(drawn) if item in held} for item in self.column
        }
        size = max(map(len, drawn))
        # To share all is to be the same board.
        self.cost = [max(0, count - self.least) ** 2 for count in range(size)] + [10**9] * 2

    def reduce(self, chance: Random) -> None:
        for _ in range(SWEEPS):
            crowded = [(x, y) for x, y in self.pairs if self.shared[x][y] > self.least]
            for pair in crowded:
                self._try_swaps(chance.sample(pair, 2), chance)
            if not crowded:
                break

    def _try_swaps(self, pair: Sequence[int], chance: Random) -> None:
        """Try to give an item that both of a pair hold for one of any board."""
        one, other = pair
        for _ in range(TRIES):
            third = int(chance.random() * len(self.held))
            gives = self.held[one][int(chance.random() * len(self.held[one]))]
            takes = self.held[third][int(chance.random() * len(self.held[third]))]
            fits = self.column[gives] == self.column[takes] and other in self.holders[gives]
            is_new = third not in self.holders[gives] and one not in self.holders[takes]
            if fits and is_new and self._swap(one, gives, third, takes):
                break

    def _swap(self, one: int, gives: int, third: int, takes: int) -> bool:
        """Swap two items between two boards unless it makes things worse; tell if it did."""
        cost, mine, theirs = self.cost, self.shared[one], self.shared[third]
        giving, taking = self.holders[gives], self.holders[takes]
        nearer, farther = taking - giving - {third}, giving - taking - {one}
        worse = 0
        for at in nearer:
            worse += cost[mine[at] + 1] - cost[mine[at]] + cost[theirs[at] - 1] - cost[theirs[at]]
        for at in farther:
            worse += cost[mine[at] - 1] - cost[mine[at]] + cost[theirs[at] + 1] - cost[theirs[at]]
        if worse > 0:
            return False
        for others, step in ((nearer, 1), (farther, -1)):
            for at in others:
                mine[at] = self.shared[at][one] = mine[at] + step
                theirs[at] = self.shared[at][third] = theirs[at] - step
        self.held[one][self.held[one].index(gives)] = takes
        self.held[third][self.held[third].index(takes)] = gives
        giving ^= {one, third}
        taking ^= {one, third}
        return True


def _lay_out(held: list[int], layout: BoardLayout, chance: Random) -> LotoBoard:
    if layout.blanks in {"rows", "tens"}:
        return _lay_out_in_rows(held, layout, chance)
    cells: list[int | None] = [*chance.sample(held, len(held))]
    if layout.blanks == "middle":
        cells.insert(len(cells) // 2, None)
    return LotoBoard(tuple(cells), layout.columns)


def _lay_out_in_rows(held: list[int], layout: BoardLayout, chance: Random) -> LotoBoard:
    """Return a board whose rows are filled alike and whose columns are none empty."""
    if layout.blanks == "tens":
        columns = _by_tens(held, layout.columns)
    else:
        columns, every = [[] for _ in range(layout.columns)], range(layout.columns)
        empty = layout.filled_cells - layout.columns
        places = [*every, *chance.sample([*every] * (layout.rows - 1), empty)]
        for item, column in zip(chance.sample(held, len(held)), places, strict=True):
            columns[column].append(item)
    cells: list[int | None] = [None] * (layout.rows * layout.columns)
    # Dealt to the rows in turn, column by column: a column never meets a row twice.
    turn = 0
    for column in chance.sample(range(layout.columns), layout.columns):
        rows = sorted((turn + k) % layout.rows for k in range(len(columns[column])))
        for row, item in zip(rows, columns[column], strict=True):
            cells[row * layout.columns + column] = item
        turn += len(columns[column])
    return LotoBoard(tuple(cells), layout.columns)


# The rows in the order in which to call them, and the chances that somebody has won.
LotoCalls = tuple[tuple[int, ...], tuple["WinChance", ...]]


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
    """Return items in an order in which one board wins first and many calls have a winner.

    A local search over orders drawn by the seed: least winners at one call, then squares of
    winners by call, then squares of the gaps between wins. With full boards the last item wins
    for all that hold it, so the least used one is put there.
    """
    chance = Random(seed)
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
    """What all goals lack, a field of bits each in one number; a call takes one from its item's."""

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
    """The share of draws won after some calls, with Wilson's 95 % interval (JASA 22, 1927)."""

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
    chance = Random(seed).random
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
    """Return at which call, from 1, a board wins, None if it has not; repeats count once."""
    called = {item: at for at, item in reversed([*enumerate(calls, 1)])}
    goals = (goal for goal in board.goals(wins) if called.keys() >= goal)
    return min((max(called[item] for item in goal) for goal in goals), default=None)
