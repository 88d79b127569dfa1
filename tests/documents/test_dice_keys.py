"""The answer keys and annexes of Crowns and DOCE against counts by brute force."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, permutations, product, starmap
from random import Random

import pytest

from generator.documents.doce import Seen
from generator.documents.lesson import Position
from generator.documents.reading import guide, numbers
from tests.documents.read_back import rows as annex
from tests.shipped import load

FACES = range(1, 7)
INSIDE = range(1, 6)
Dice = dict[str, tuple[int, int]]


@cache
def known(game: str) -> dict[str, str]:
    """Return every number that the texts of a game's guide may name."""
    loaded = load(game)
    return dict(numbers(loaded, guide(loaded, "en").positions, "en"))


def position(game: str, name: str) -> Position:
    """Return a drawn position of a guide."""
    return guide(load(game), "en").positions[name]


def listed(words: str) -> set[str]:
    """Return the items of a list in a sentence."""
    return set(filter(None, words.replace(" and ", ", ").replace("\u00a0= ", "=").split(", ")))


# Crowns: every die is given to a value it may count as, or to none.


def choices(roll: list[int], taken: set[str]) -> set[frozenset[str]]:
    """Return every set of free cells that a roll covers."""
    given = product(*([None, *(v for v in set(roll) if v <= face)] for face in roll))
    counts = {tuple(sorted(Counter(filter(None, one)).items())) for one in given}
    found = set()
    for count in counts:
        ways = [
            [
                [f"{k}x{value}" for k in ks]
                for size in range(dice + 1)
                for ks in combinations(FACES, size)
                if sum(ks) == dice
            ]
            for value, dice in count
        ]
        found |= {frozenset(cell for cells in one for cell in cells) for one in product(*ways)}
    return {cells for cells in found if not cells & taken}


def lines() -> Iterator[tuple[str, set[str]]]:
    """Yield the twelve lines of the inside."""
    for n in INSIDE:
        yield f"row {n}", {f"{k}x{n}" for k in INSIDE}
        yield f"column {n}x", {f"{n}x{pip}" for pip in INSIDE}
    yield "rising diagonal", {f"{n}x{n}" for n in INSIDE}
    yield "falling diagonal", {f"{n}x{6 - n}" for n in INSIDE}


def worth(cells: set[str]) -> int:
    """Return the crowns of some cells."""
    return sum(int(known("crowns")[f"worth.of.{cell}"]) for cell in cells)


def total(tokens: set[str]) -> int:
    """Return what a board scores."""
    edge = {cell for cell in tokens if "6" in cell}
    return worth(edge) + sum(worth(line) for _, line in lines() if line <= tokens)


@pytest.mark.parametrize("name", ["offer", "task-read", "task-choose"])
def test_roll_is_read_as_by_hand(name: str) -> None:
    """The cells a roll gives, how many at once and the best choice are those of every choice."""
    told, shown = known("crowns"), position("crowns", name)
    tokens, roll = set(shown.marks), (shown.turn or {})["dice"]
    every = choices(roll, tokens)
    at = f"position.{name}"
    assert listed(told[f"{at}.open"]) == {cell for one in every if len(one) == 1 for cell in one}
    assert told[f"{at}.most"] == str(max(map(len, every)))
    assert told[f"{at}.ways"] == str(len(every))
    best = max(total(tokens | one) for one in every)
    assert told[f"{at}.best.total"] == str(best)
    ways = sorted((one for one in every if total(tokens | one) == best), key=len)
    assert listed(told[f"{at}.best"]) in ways[: int(told[f"{at}.best.ways"])]


def test_task_of_crowns_has_one_answer() -> None:
    """One choice of the fewest tokens gains most in the second task."""
    assert known("crowns")["position.task-choose.best.ways"] == "1"


def test_table_of_lines_is_counted() -> None:
    """Each line stands with its crowns, its rarest cell, the chance of that and the wait."""
    rolls = Counter(tuple(sorted(roll)) for roll in product(FACES, repeat=6))

    def ways(cell: str) -> int:
        dice, pip = map(int, cell.split("x"))
        return sum(
            n for roll, n in rolls.items() if pip in roll and sum(f >= pip for f in roll) >= dice
        )

    rows = {row[0]: row[1:] for row in annex(load("crowns"), 1)}
    assert set(rows) == {name for name, _ in lines()}
    for name, line in lines():
        points, rarest, share, wait = rows[name]
        least = min(map(ways, line))
        assert points == str(worth(line))
        assert ways(rarest) == least
        assert share == f"{100 * least / 6**6:.1f}%"
        assert wait == f"{6**6 / least:.1f}"


# DOCE: a round is a dict of dice; lines and zones by counting columns and rows.

SQUARES = [f"{column}{row}" for row in INSIDE for column in "ABCDE"]


def at(x: int, y: int) -> str:
    """Return the name of a square by its place."""
    return f"{'ABCDE'[x]}{y + 1}"


WINDOWS = [
    [at(x + n * dx, y + n * dy) for n in range(4)]
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    for x, y in product(range(5), repeat=2)
    if 0 <= x + 3 * dx < 5 and 0 <= y + 3 * dy < 5
]


def near(square: str, other: str) -> bool:
    """Return whether squares touch, by a corner even."""
    return all(abs(ord(a) - ord(b)) <= 1 for a, b in zip(square, other, strict=True))


def owners(dice: Dice, square: str) -> set[int]:
    """Return whose lines are complete through a square."""
    found = set()
    for window in WINDOWS:
        four = [dice.get(one) for one in window]
        if square not in window or None in four or sum(f for _, f in filter(None, four)) != 12:
            continue
        who = [player for player, _ in filter(None, four)]
        for player in (0, 1):
            others = [n for n, one in enumerate(who) if one != player]
            if others in ([], [0], [3]):
                found.add(player)
    return found


class Grid:
    """A round in play: dice, each player's last one, whose turn it is, crossed squares."""

    def __init__(self) -> None:
        """Start with an empty grid."""
        self.dice: Dice = {}
        self.last: dict[int, str] = {}
        self.next, self.crossed = 0, ""

    def after(self, square: str, face: int, crossed: str = "") -> "Grid":
        """Return the grid after a turn."""
        grid = Grid()
        grid.dice = {**self.dice, square: (self.next, face)}
        grid.last = {**self.last, self.next: square}
        grid.next, grid.crossed = 1 - self.next, crossed or self.crossed
        return grid

    def turns(self, player: int) -> Iterator[tuple[str, int]]:
        """Yield every die a player may put."""
        last = self.last.get(player)
        for square in SQUARES:
            is_barred = last and near(square, last)
            if square not in self.dice and square != self.crossed and not is_barred:
                yield from ((square, face) for face in FACES)

    def ends(self, player: int, winner: int) -> Iterator[str]:
        """Yield a player's dice that give somebody the round."""
        for square, face in self.turns(player):
            if owners({**self.dice, square: (player, face)}, square) == {winner}:
                yield f"{square}={face}"

    def is_safe(self, square: str, face: int, crossed: str = "") -> bool:
        """Return whether a turn ends nothing and leaves the other player nothing to win with."""
        grid = self.after(square, face, crossed)
        return not owners(grid.dice, square) and not any(grid.ends(grid.next, grid.next))

    def blocks(self) -> set[str]:
        """Return the squares where a blocker makes a turn safe that is not so without it."""
        return {
            crossed
            for crossed in SQUARES
            if crossed not in self.dice
            and any(
                self.is_safe(*die, crossed) and not self.is_safe(*die)
                for die in self.turns(self.next)
                if die[0] != crossed
            )
        }


def played(turns: list[str]) -> Grid:
    """Return the grid after turns as they are written."""
    grid = Grid()
    for turn in turns:
        square, _, face = turn.partition("=")
        grid = grid.after(square, int(face))
    return grid


def after(turns: list[str]) -> Position:
    """Return the position after turns as they are written."""
    words = "A grid."
    return Position(
        marks={}, alt=words, caption=words, printable="play-sheets", turn={"turns": turns}
    )


def compare(shown: Position, grid: Grid) -> None:
    """Compare what the guide finds in a position with every turn tried out."""
    seen, me, other = Seen(load("doce"), shown, "en"), grid.next, 1 - grid.next
    threats = set(grid.ends(other, other))
    assert {f"{die.square}={die.face}" for die in seen.wins(seen.players[me])} == set(
        grid.ends(me, me)
    )
    assert {f"{die.square}={die.face}" for die in seen.wins(seen.players[other])} == threats
    assert {f"{die.square}={die.face}" for die in seen.gives()} == set(grid.ends(me, other))
    saves = {f"{sq}={face}" for sq, face in grid.turns(me) if threats and grid.is_safe(sq, face)}
    assert {f"{die.square}={die.face}" for die in seen.saves()} == saves
    grid.last = {me: grid.last[me]} if me in grid.last else {}
    later = set(grid.ends(other, other)) - threats
    assert {f"{die.square}={die.face}" for die in seen.later()} == later


@pytest.mark.parametrize("name", ["zone", "task-win", "task-stop"])
def test_threats_are_those_of_every_turn(name: str) -> None:
    """Who wins where, what gives the round away and what saves it is what every turn shows."""
    shown = position("doce", name)
    compare(shown, played((shown.turn or {})["turns"]))


@pytest.mark.parametrize("seed", range(8))
def test_threats_of_random_rounds(seed: int) -> None:
    """The same holds for positions nobody chose."""
    chance, grid, turns = Random(seed), Grid(), []  # noqa: S311 - a game
    for _ in range(9):
        quiet = [die for die in grid.turns(grid.next) if not owners(grid.after(*die).dice, die[0])]
        if not quiet:
            break
        square, face = chance.choice(quiet)
        grid = grid.after(square, face)
        turns.append(f"{square}={face}")
    compare(after(turns), grid)


def test_a_win_is_no_defence() -> None:
    """A die that wins on a threatened square ends the round; it is no way to stop a threat."""
    turns = ["E3=5", "C5=4", "A1=6", "A3=6", "E4=5", "B5=3", "B1=6", "D5=3", "E2=1", "B3=6", "C1=6"]
    grid = played(turns)
    assert "E5=2" in grid.ends(grid.next, grid.next)
    assert "E5=1" in grid.ends(1 - grid.next, 1 - grid.next)
    compare(after(turns), grid)


def test_defences_of_the_task_are_all_there_are() -> None:
    """The last task names every square that stops the threat, and the face that does not."""
    told = known("doce")
    grid = played((position("doce", "task-stop").turn or {})["turns"])
    safe = [die for die in grid.turns(grid.next) if grid.is_safe(*die)]
    assert listed(told["position.task-stop.saves"]) == {square for square, _ in safe}
    useless = set(map(str, FACES)) - {str(face) for _, face in safe}
    assert listed(told["position.task-stop.saves.useless"]) == useless
    assert listed(told["position.task-stop.blocks"]) == grid.blocks()


def test_no_line_is_won_before_the_seventh_turn() -> None:
    """The pair that plays together needs seven turns: a fourth die of one of them."""
    own = [dice for window in WINDOWS for dice in (window[:3], window[1:], window)]
    # Orders in which no die lies beside the one before it.
    orders = [
        one for dice in own for one in permutations(dice) if not any(starmap(near, pairwise(one)))
    ]
    assert {len(one) for one in orders} == {4}


def test_lines_through_every_square() -> None:
    """The annex counts for each square the lines that columns and rows allow."""
    rows = annex(load("doce"), 1)
    for row in rows:
        counts = [sum(f"{column}{row[0]}" in window for window in WINDOWS) for column in "ABCDE"]
        assert row[1:] == tuple(map(str, counts))
    assert known("doce")["windows.of.all"] == str(len(WINDOWS))


def test_last_face_completes_twelve() -> None:
    """The first task's key names the face that makes twelve, or says that none does."""
    for three in product(FACES, repeat=3):
        words = known("doce")[f"last.of.{'-'.join(map(str, three))}"]
        missing = [face for face in FACES if sum(three) + face == 12]
        assert words.startswith("None") != bool(missing)
        assert str(12 - sum(three)) in words.replace("\N{MINUS SIGN}", "-")
