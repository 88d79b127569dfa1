"""Boards of a loto: different, equally used, refused where they cannot be."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb

import pytest

from generator.errors import LudokitError
from generator.game.parts.listing import LAYOUTS, BoardLayout
from generator.listgames.loto.deal import NINETY, LotoBoard, make_boards

CLASSES = range(2, 37)


def fewest(layout: BoardLayout, players: int) -> int:
    """Return the length of the shortest list that makes different boards for so many."""
    if layout.blanks == "tens":
        return NINETY
    return next(n for n in range(200) if comb(n, layout.filled_cells) >= players)


def cases(layout: BoardLayout) -> Iterator[tuple[int, int, int]]:
    """Yield items, players and seed: each class with a list of some length."""
    for players in CLASSES:
        seed = 1000 * layout.filled_cells + players
        longer = 0 if layout.blanks == "tens" else seed * 7 % 45
        yield fewest(layout, players) + longer, players, seed


def alike(dealt: tuple[LotoBoard, ...], items: int) -> bool:
    """Return whether every item is on equally many boards within one."""
    uses = Counter(item for board in dealt for item in board.items)
    counts = [uses[item] for item in range(items)]
    return sum(counts) == uses.total() and max(counts) - min(counts) <= 1


@pytest.mark.few(1)
@pytest.mark.parametrize("name", LAYOUTS)
def test_boards_differ_use_items_alike_and_share_little(name: str) -> None:
    """In classes of 2 to 36 boards hold different items, and use each equally often within one.

    No two share over two items more than the mean of all pairs, which equal use makes certain.
    """
    layout = LAYOUTS[name]
    for items, players, seed in cases(layout):
        dealt = make_boards(items, players, layout, seed)
        assert len({board.items for board in dealt}) == players
        assert {len(board.items) for board in dealt} == {layout.filled_cells}
        assert alike(dealt, items), (items, players, seed)
        shared = [len(one.items & other.items) for one, other in combinations(dealt, 2)]
        assert max(shared) <= -(-sum(shared) // len(shared)) + 2, (items, players, seed)


@pytest.mark.rest
def test_boards_of_200_seeds_from_hardly_enough() -> None:
    """With 200 seeds, the shortest lists and those a little longer make different, fair boards."""
    for seed in range(200):
        players = CLASSES[seed * 11 % len(CLASSES)]
        items = fewest(LAYOUTS["3x3"], players) + seed % 4
        dealt = make_boards(items, players, LAYOUTS["3x3"], seed)
        assert len({board.items for board in dealt}) == players
        assert alike(dealt, items), (items, players, seed)


def test_a_seed_gives_the_same_boards_everywhere() -> None:
    """A seed stands for its boards, on every machine; another seed for others."""
    dealt = make_boards(12, 2, LAYOUTS["3x3"], 1)
    assert [board.cells for board in dealt] == [
        (5, 4, 10, 1, 3, 6, 9, 8, 2),
        (8, 4, 9, 7, 0, 1, 11, 3, 6),
    ]
    assert make_boards(12, 2, LAYOUTS["3x3"], 2) != dealt


def test_one_player_may_have_every_item() -> None:
    """A list as long as a board makes one board."""
    (board,) = make_boards(9, 1, LAYOUTS["3x3"], 0)
    assert board.items == frozenset(range(9))


def test_a_long_list_is_used_as_far_as_boards_hold_it() -> None:
    """Of ten thousand items no two boards share one."""
    dealt = make_boards(10_000, 36, LAYOUTS["5x5"], 4)
    assert len(frozenset().union(*(board.items for board in dealt))) == 36 * 25


def refused(items: int, players: int, layout: BoardLayout) -> LudokitError:
    """Return the error of boards that cannot be."""
    with pytest.raises(LudokitError) as caught:
        make_boards(items, players, layout, 0)
    return caught.value


@pytest.mark.parametrize("name", [name for name in LAYOUTS if name != "3x9-numbers"])
def test_a_refusal_names_the_shortest_list(name: str) -> None:
    """The list named in a refusal makes the boards, and one item fewer does not."""
    layout = LAYOUTS[name]
    for players in (1, *CLASSES):
        error = refused(layout.filled_cells - 1, players, layout)
        least = fewest(layout, players)
        assert str(least) in str(error)
        assert len(make_boards(least, players, layout, players)) == players
        refused(least - 1, players, layout)


REFUSED = {
    (8, 1, "3x3"): """
        a list of 8 is too short for a board of 9: it takes a list of 9, or boards of 2x3
        une liste de 8 est trop courte pour un carton de 9 : il faut une liste de 9,
        ou des cartons de 2x3
    """,
    (10, 12, "3x3"): """
        different boards of 9 that a list of 10 makes: 10; for 12 players it takes a list of 11,
        or boards of 2x3
        cartons différents de 9 que donne une liste de 10 : 10 ; pour 12 joueurs,
        il faut une liste de 11, ou des cartons de 2x3
    """,
    (24, 1, "5x5"): """
        a list of 24 is too short for a board of 25: it takes a list of 25, or boards of 5x5-free
        une liste de 24 est trop courte pour un carton de 25 : il faut une liste de 25,
        ou des cartons de 5x5-free
    """,
    (20, 24, "5x5"): """
        different boards of 25 that a list of 20 makes: 0; for 24 players it takes
        a list of 26, or boards of 4x4
        cartons différents de 25 que donne une liste de 20 : 0 ; pour 24 joueurs,
        il faut une liste de 26, ou des cartons de 4x4
    """,
    (91, 2, "3x9-numbers"): """
        boards with the numbers from 1 to 90 take a list of 90, not of 91;
        for a list of words there is 3x9
        des cartons avec les nombres de 1 à 90 demandent une liste de 90, non de 91 ;
        pour une liste de mots, il y a 3x9
    """,
}


@pytest.mark.parametrize("case", REFUSED)
def test_refusals(case: tuple[int, int, str]) -> None:
    """A refusal says what the list makes, what would do, and a smaller board where one does."""
    items, players, name = case
    error = refused(items, players, LAYOUTS[name])
    said = f"{error.worded('en')} {error.worded('fr')}"
    assert said.split() == REFUSED[case].split()


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("3x3", [3] * 8),
        ("4x4", [4] * 10),
        ("5x5", [5] * 12),
        ("5x5-free", [4] * 4 + [5] * 8),
        ("3x9", [5] * 3),
        ("3x9-numbers", [5] * 3),
    ],
)
def test_lines(name: str, sizes: list[int]) -> None:
    """Squares have rows, columns and diagonals as lines, traditional boards their rows of five."""
    (board,) = make_boards(90, 1, LAYOUTS[name], 5)
    assert sorted(map(len, board.lines)) == sizes
    assert board.goals("line") == board.lines
    assert board.goals("full") == (board.items,)


def test_lines_of_a_square() -> None:
    """The lines of a square are where a player sees them."""
    board = LotoBoard((*range(4), None, *range(5, 9)), 3)
    assert board.rows == ((0, 1, 2), (3, None, 5), (6, 7, 8))
    seen = [{0, 1, 2}, {3, 5}, {6, 7, 8}, {0, 3, 6}, {1, 7}, {2, 5, 8}, {0, 8}, {2, 6}]
    assert list(board.lines) == seen


def test_the_middle_is_free() -> None:
    """A board with a free middle holds an item everywhere else."""
    for board in make_boards(40, 10, LAYOUTS["5x5-free"], 3):
        assert [at for at, cell in enumerate(board.cells) if cell is None] == [12]


@pytest.mark.parametrize("name", ["3x9", "3x9-numbers"])
def test_traditional_boards(name: str) -> None:
    """Each row of a traditional board holds five items, and no column is empty."""
    for seed in range(200):
        for board in make_boards(90, 2 + seed % 5, LAYOUTS[name], seed):
            assert [sum(cell is not None for cell in row) for row in board.rows] == [5] * 3
            assert all(
                any(cell is not None for cell in column) for column in zip(*board.rows, strict=True)
            )


def test_numbers_stand_in_the_column_of_their_ten() -> None:
    """Numbers stand in the columns 1 to 9, 10 to 19 up to 80 to 90, and rise from top to bottom."""
    for seed in range(200):
        for board in make_boards(90, 2 + seed % 5, LAYOUTS["3x9-numbers"], seed):
            for ten, column in enumerate(zip(*board.rows, strict=True)):
                numbers = [cell + 1 for cell in column if cell is not None]
                assert numbers == sorted(numbers)
                assert {min(number // 10, 8) for number in numbers} == {ten}


def test_six_boards_of_numbers_hold_all_ninety() -> None:
    """Six traditional boards hold each number once, as the strips sold in shops do."""
    dealt = make_boards(90, 6, LAYOUTS["3x9-numbers"], 8)
    assert sorted(item for board in dealt for item in board.items) == [*range(90)]
