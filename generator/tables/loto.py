"""The boards of a loto: their layouts, and different ones for a class.

Items are whole numbers from 0, the rows of a list; every choice hangs on the seed alone.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random
from types import MappingProxyType
from typing import Literal, TypeAlias

from generator.errors import LudokitError
from generator.words import message

Blanks: TypeAlias = Literal["none", "middle", "rows", "tens"]
Wins: TypeAlias = Literal["line", "full"]

# The traditional loto has the numbers from 1 to 90, a column of its boards for each ten.
NINETY = 90
# The search ends after so many steps, not after a time: the same seed gives the same everywhere.
SWEEPS = 40
TRIES = 16


@dataclass(frozen=True, slots=True)
class Layout:
    """The cells of a board, and which of them stay blank.

    `blanks` is "middle" for a free cell in the middle, "rows" where half of the cells of each row
    are filled, rounded up, and each column at least once, as on traditional boards of 3 x 9, "tens"
    for those with the numbers 1 to 90 (item 0 is the 1), rising in the column of their ten.
    """

    rows: int
    columns: int
    blanks: Blanks = "none"

    @property
    def filled(self) -> int:
        """Return how many cells hold an item."""
        if self.blanks in {"rows", "tens"}:
            return self.rows * ((self.columns + 1) // 2)
        return self.rows * self.columns - (self.blanks == "middle")


LAYOUTS: Mapping[str, Layout] = MappingProxyType(
    {
        "3x3": Layout(3, 3),
        "4x4": Layout(4, 4),
        "5x5": Layout(5, 5),
        "5x5-free": Layout(5, 5, "middle"),
        "3x9": Layout(3, 9, "rows"),
        "3x9-numbers": Layout(3, 9, "tens"),
    }
)


@dataclass(frozen=True, slots=True)
class Board:
    """A board row by row: the item in each cell, None in a free or blank one."""

    cells: tuple[int | None, ...]
    columns: int

    @property
    def rows(self) -> tuple[tuple[int | None, ...], ...]:
        """Return the cells of each row, from top to bottom."""
        starts = range(0, len(self.cells), self.columns)
        return tuple(self.cells[start : start + self.columns] for start in starts)

    @property
    def items(self) -> frozenset[int]:
        """Return the items on the board."""
        return _held(self.cells)

    @property
    def lines(self) -> tuple[frozenset[int], ...]:
        """Return the items of each line: the rows; of a square, columns and both diagonals too."""
        lines: list[Sequence[int | None]] = [*self.rows]
        if len(lines) == self.columns:
            lines += zip(*self.rows, strict=True)
            lines += [self.cells[:: self.columns + 1]]
            lines += [self.cells[self.columns - 1 : -1 : self.columns - 1]]
        return tuple(_held(line) for line in lines)

    def goals(self, wins: Wins) -> tuple[frozenset[int], ...]:
        """Return the sets of items each of which wins once all of it is called."""
        return self.lines if wins == "line" else (self.items,)


def _held(cells: Sequence[int | None]) -> frozenset[int]:
    return frozenset(cell for cell in cells if cell is not None)


def boards(items: int, players: int, layout: Layout, seed: int) -> tuple[Board, ...]:
    """Return a board for each player, of the items from 0 up to a number of them.

    No two boards hold the same items, and every item is on equally many boards within one. Two
    boards share at least as many items, in the mean of all pairs, as this makes them; a search
    brings the pair that shares most near to that. Raise LudokitError where the items are too few
    for so many different boards, or not 90 where the layout wants the numbers.
    """
    _require_enough(items, players, layout)
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    columns = _columns(items, layout)
    drawn = _drawn(columns, _shares(columns, players, layout, chance), chance)
    _even(drawn, columns)
    _part(drawn, columns, chance)
    return tuple(_laid(sorted(held), layout, chance) for held in drawn)


def _require_enough(items: int, players: int, layout: Layout) -> None:
    """Raise LudokitError where the items do not make so many different boards."""
    cells = layout.filled
    if layout.blanks == "tens" and items != NINETY:
        raise LudokitError(message("list.loto-numbers", items=items, layout="3x9", wanted=NINETY))
    if (most := comb(items, cells)) >= players:
        return
    fewest = next(n for n in range(cells, cells + players) if comb(n, cells) >= players)
    reason = message(
        "list.loto-too-few", items=items, cells=cells, most=most, fewest=fewest, n=players
    )
    smaller = [
        (other.filled, name)
        for name, other in LAYOUTS.items()
        if other.blanks != "tens" and comb(items, other.filled) >= players
    ]
    if smaller:
        reason = message("list.loto-or-smaller", reason=reason, layout=max(smaller)[1])
    raise LudokitError(reason)


def _columns(items: int, layout: Layout) -> list[list[int]]:
    """Return the items that may take each other's place on a board: all, or those of a ten."""
    if layout.blanks != "tens":
        return [[*range(items)]]
    columns: list[list[int]] = [[] for _ in range(layout.columns)]
    for item in range(items):
        columns[_ten(item, layout)].append(item)
    return columns


def _ten(item: int, layout: Layout) -> int:
    """Return the column of an item's number: 1 to 9, 10 to 19, and so on, at last 80 to 90."""
    return min((item + 1) // 10, layout.columns - 1)


def _shares(
    columns: list[list[int]], players: int, layout: Layout, chance: Random
) -> list[list[int]]:
    """Return for each board how many items it takes of each column, each at least once.

    The cells go to the columns by their sizes, so that equal use remains possible; those beyond
    the first of each column are dealt round the boards one by one, and so come out alike.
    """
    if len(columns) == 1:
        return [[layout.filled] for _ in range(players)]
    uses = players * layout.filled // sum(map(len, columns))
    taken = [max(players, uses * len(column)) for column in columns]
    while sum(taken) < players * layout.filled:
        open_ones = [k for k, column in enumerate(columns) if taken[k] < (uses + 1) * len(column)]
        taken[min(open_ones, key=lambda k: taken[k] / len(columns[k]))] += 1
    shares = [[1] * len(columns) for _ in range(players)]
    turn = 0
    for column in chance.sample(range(len(columns)), len(columns)):
        for _ in range(taken[column] - players):
            shares[turn % players][column] += 1
            turn += 1
    return shares


def _drawn(
    columns: list[list[int]], shares: list[list[int]], chance: Random
) -> list[frozenset[int]]:
    """Return different boards at random."""
    drawn: dict[frozenset[int], None] = {}
    for share in shares:
        found = len(drawn)
        while len(drawn) == found:
            held = (chance.sample(column, k) for column, k in zip(columns, share, strict=True))
            drawn[frozenset(item for part in held for item in part)] = None
    return [*drawn]


def _even(drawn: list[frozenset[int]], columns: list[list[int]]) -> None:
    """Change boards until every item of a column is on equally many within one.

    While an item is on two boards more than another, more boards hold only the first of the two
    than only the other: so one of them may take the other instead and is still like no board.
    """
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


def _part(drawn: list[frozenset[int]], columns: list[list[int]], chance: Random) -> None:
    """Swap items between boards until no pair shares more than the mean of all, or tries run out.

    A swap leaves the use of every item, and with it the mean, as it is; no swap is made by which
    the excesses over the mean, squared, grow, or two boards become the same.
    """
    pairs = [*combinations(range(len(drawn)), 2)]
    shared = [[len(one & other) for other in drawn] for one in drawn]
    if not pairs:
        return
    least = -(-sum(shared[x][y] for x, y in pairs) // len(pairs))
    search = _Parting(drawn, columns, shared, least)
    for _ in range(SWEEPS):
        crowded = [(x, y) for x, y in pairs if shared[x][y] > least]
        if not crowded:
            break
        for pair in crowded:
            search.try_swaps(chance.sample(pair, 2), chance)
    drawn[:] = [frozenset(held) for held in search.held]


class _Parting:
    """Boards between which items are swapped so that they share fewer."""

    def __init__(
        self,
        drawn: list[frozenset[int]],
        columns: list[list[int]],
        shared: list[list[int]],
        least: int,
    ) -> None:
        """Note who holds what; `shared` is kept up to date, `least` is what pairs should share."""
        self.shared = shared
        self.held = [sorted(held) for held in drawn]
        self.column = {item: k for k, column in enumerate(columns) for item in column}
        self.holders = {
            item: {at for at, held in enumerate(drawn) if item in held} for item in self.column
        }
        size = max(map(len, drawn))
        self.cost = [max(0, count - least) ** 2 for count in range(size)]
        # To share all is to be the same board.
        self.cost += [10**9] * 2

    def try_swaps(self, pair: Sequence[int], chance: Random) -> None:
        """Try to give an item that both of a pair hold for one of any board."""
        one, other = pair
        for _ in range(TRIES):
            third = int(chance.random() * len(self.held))
            gives = self.held[one][int(chance.random() * len(self.held[one]))]
            takes = self.held[third][int(chance.random() * len(self.held[third]))]
            fits = self.column[gives] == self.column[takes] and other in self.holders[gives]
            is_new = third not in self.holders[gives] and one not in self.holders[takes]
            if fits and is_new and self._swapped(one, gives, third, takes):
                break

    def _swapped(self, one: int, gives: int, third: int, takes: int) -> bool:
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


def _laid(held: list[int], layout: Layout, chance: Random) -> Board:
    """Return a board of the items, which come rising, laid into its cells."""
    if layout.blanks in {"rows", "tens"}:
        return _scattered(held, layout, chance)
    cells: list[int | None] = [*chance.sample(held, len(held))]
    if layout.blanks == "middle":
        cells.insert(len(cells) // 2, None)
    return Board(tuple(cells), layout.columns)


def _scattered(held: list[int], layout: Layout, chance: Random) -> Board:
    """Return a board whose rows are filled alike and whose columns are none empty.

    Cells are dealt to the rows in turn, column by column: a column never meets a row twice.
    """
    columns: list[list[int]] = [[] for _ in range(layout.columns)]
    if layout.blanks == "tens":
        for item in held:
            columns[_ten(item, layout)].append(item)
    else:
        every = range(layout.columns)
        more = chance.sample([*every] * (layout.rows - 1), layout.filled - layout.columns)
        places = [*every, *more]
        for item, column in zip(chance.sample(held, len(held)), places, strict=True):
            columns[column].append(item)
    cells: list[int | None] = [None] * (layout.rows * layout.columns)
    turn = 0
    for column in chance.sample(range(layout.columns), layout.columns):
        rows = sorted((turn + k) % layout.rows for k in range(len(columns[column])))
        for row, item in zip(rows, columns[column], strict=True):
            cells[row * layout.columns + column] = item
        turn += len(columns[column])
    return Board(tuple(cells), layout.columns)
