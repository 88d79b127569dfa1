"""Boards of the game of the goose, and how long they take."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random

import pytest

from generator.errors import LudokitError
from generator.tables.goose import Board, Kind, Special, expected, finished
from generator.words import LANGUAGES, say

GEESE = tuple(Special(square, "repeat") for square in (*range(5, 60, 9), *range(9, 55, 9)))
CLASSIC = (
    *GEESE,
    Special(6, "to", 12),
    Special(19, "miss", 2),
    Special(26, "again"),
    Special(42, "back", 12),
    Special(53, "again"),
    Special(58, "to", 0),
)


def made_up(seed: int) -> Board:
    """Return a small board with special squares of every kind."""
    chance = Random(seed)  # noqa: S311 - made-up boards
    squares = chance.randrange(20, 36)
    kinds: list[Kind] = ["on", "back", "repeat", "to", "miss", "again"]
    places = chance.sample(range(1, squares), chance.randrange(squares // 2))
    specials = tuple(
        Special(square, kind, chance.randrange(squares) if kind == "to" else chance.randrange(1, 4))
        for square in places
        for kind in [kinds[chance.randrange(6)]]
    )
    return Board(squares, specials, 2 if chance.randrange(2) else 1, bool(chance.randrange(2)))


def walked(board: Board, square: int, steps: int) -> tuple[int, int]:
    """Walk a pawn square by square and return where it is and which way it went last."""
    way = 1 if steps > 0 else -1
    for _ in range(abs(steps)):
        if square == board.squares and way > 0:
            if not board.exactly:
                break
            way = -1
        square = max(square + way, 0)
    return square, way


def thrown(board: Board, square: int, throw: int) -> tuple[int, int] | None:
    """Follow the rules for one throw: where it ends, and its turns; None where it never ends."""
    square, way = walked(board, square, throw)
    specials = {special.square: special for special in board.specials}
    for _ in range(500):
        special = specials.get(square)
        if special is None:
            return square, 1
        if special.kind in {"miss", "again"}:
            return square, 1 + special.count if special.kind == "miss" else 0
        if special.kind == "to":
            square, way = special.count, 1
        else:
            steps = {"on": special.count, "back": -special.count, "repeat": throw * way}
            square, way = walked(board, square, steps[special.kind])
    return None


def throws_of(board: Board) -> list[int]:
    """Return all ways to throw."""
    faces = range(1, 7)
    return [one + other for one in faces for other in (faces if board.dice == 2 else [0])]


def ends(board: Board) -> bool:
    """Tell by going everywhere whether a pawn can come to the end from wherever it may be."""
    reached, ahead = dict[int, set[int]](), [0]
    while ahead:
        square = ahead.pop()
        if square in reached or square == board.squares:
            continue
        landings = [thrown(board, square, throw) for throw in throws_of(board)]
        reached[square] = {landing[0] for landing in landings if landing}
        if None in landings:
            return False
        ahead += reached[square]
    good = {board.squares}
    for _ in reached:
        good |= {square for square, after in reached.items() if after & good}
    return good >= {*reached}


def played(board: Board, chance: Random) -> tuple[int, int]:
    """Play one pawn to the end, and return its throws and its turns."""
    square = throws = turns = 0
    while square != board.squares:
        throw = chance.choice(throws_of(board))
        landing = thrown(board, square, throw)
        assert landing
        square, throws, turns = landing[0], throws + 1, turns + landing[1]
    return throws, turns


@pytest.mark.parametrize(
    "board",
    [
        pytest.param(Board(20), id="plain"),
        pytest.param(Board(63, CLASSIC, 2), id="classic"),
        pytest.param(Board(40, CLASSIC[:3], 1, exactly=False), id="geese, any throw"),
    ],
)
def test_games_take_as_long_as_is_told(board: Board) -> None:
    """Played 3,000 times, games take the expected throws and turns, within four deviations."""
    chance, games = Random(2026), 3_000  # noqa: S311 - a simulation
    found = [played(board, chance) for _ in range(games)]
    length = expected(board)
    for column, average in ((0, length.throws), (1, length.turns)):
        lengths = [game[column] for game in found]
        mean = sum(lengths) / games
        deviation = sqrt(sum((one - mean) ** 2 for one in lengths) / games)
        assert abs(mean - average) < 4 * deviation / sqrt(games)
    chances = finished(board, 60)
    for throws in (5, 10, 20, 40, 60):
        share = sum(game[0] <= throws for game in found) / games
        told = float(chances[throws - 1])
        assert abs(share - told) <= 4 * sqrt(told * (1 - told) / games) + 0.001


def test_forward_boards_by_recursion() -> None:
    """Where nothing goes back, the length is exactly that of a plain recursion from the end."""
    for squares in (20, 21, 22, 35, 48, 63):
        specials = tuple(
            Special(square, "on", 1 + square % 3) if square % 2 else Special(square, "miss", 2)
            for square in range(3, squares, 7)
        )
        board = Board(squares, specials, 2 if squares % 2 else 1, exactly=False)
        ways = throws_of(board)

        @cache
        def after(
            square: int, board: Board = board, ways: tuple[int, ...] = tuple(ways)
        ) -> tuple[Fraction, Fraction]:
            if square == board.squares:
                return Fraction(0), Fraction(0)
            landings = [landing for way in ways if (landing := thrown(board, square, way))]
            told = [(after(there), turns) for there, turns in landings]
            throws = sum((one[0] + 1 for one, _ in told), Fraction(0))
            turns = sum((one[1] + more for one, more in told), Fraction(0))
            return throws / len(ways), turns / len(ways)

        length = expected(board)
        assert (length.throws, length.turns) == after(0)


def test_any_board_by_iteration() -> None:
    """Boards of all kinds end where going everywhere says so, and take as long as is iterated.

    What a refusal would have left plain lets the game end.
    """
    refused = 0
    for seed in range(200):
        board = made_up(seed)
        if ends(board):
            assert expected(board).turns == pytest.approx(iterated(board), rel=1e-6)
            continue
        refused += 1
        with pytest.raises(LudokitError) as error:
            expected(board)
        near = dict(error.value.message.values)["near"]
        assert isinstance(near, tuple)
        kept = tuple(special for special in board.specials if str(special.square) not in near)
        assert len(kept) == len(board.specials) - len(near)
        assert ends(replace(board, specials=kept))
    assert 10 < refused < 150


def test_chances_grow_to_the_expected_throws() -> None:
    """Chances never fall, and those of lasting longer add up to the expected throws."""
    for board in (Board(20), Board(30, (Special(28, "back", 9),)), Board(25, CLASSIC[:2], 2)):
        chances = finished(board, 400)
        assert [*chances] == sorted(chances)
        lasting = 1 + sum(1 - chance for chance in chances)
        assert float(lasting) == pytest.approx(float(expected(board).throws), rel=1e-9)


def iterated(board: Board) -> float:
    """Return the expected turns by going over the equations again and again (Gauss-Seidel)."""
    ways = throws_of(board)
    landings = dict[int, list[tuple[int, int]]]()
    ahead = [0]
    while ahead:
        square = ahead.pop()
        if square not in landings and square != board.squares:
            landings[square] = [one for way in ways if (one := thrown(board, square, way))]
            ahead += [there for there, _ in landings[square]]
    lengths = dict.fromkeys((*landings, board.squares), 0.0)
    change = 1.0
    while change > 1e-9:
        change = 0.0
        for square in sorted(landings, reverse=True):
            told = sum(turns + lengths[there] for there, turns in landings[square]) / len(ways)
            change = max(change, abs(told - lengths[square]))
            lengths[square] = told
    return lengths[0]


def test_chances_of_the_first_throws() -> None:
    """Nobody is at the end before it can be reached; by the goose a nine goes there at once."""
    assert finished(Board(20), 4) == (*[Fraction(0)] * 3, Fraction(35, 6**4))
    assert finished(Board(63, GEESE, 2), 1) == (Fraction(4, 36),)
    assert finished(Board(63), 0) == ()


def back(first: int, last: int, count: int) -> tuple[Special, ...]:
    """Return special squares in a row that all send back."""
    return tuple(Special(square, "back", count) for square in range(first, last + 1))


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (Board(19), "a board of 19 squares cannot be had: 20 to 63; the nearest is 20"),
        (Board(100), "the nearest is 63"),
        (Board(30, (Special(30, "again"),)), "square 30 cannot be special: only 1 to 29 can"),
        (Board(30, (Special(0, "again"),)), "square 0 cannot be special"),
        (Board(30, (Special(5, "to", 31),)), "square 5 sends to square 31: only 0 (the start)"),
        (Board(30, (Special(5, "miss"), Special(5, "again"))), "square 5 is special twice"),
        (
            Board(30, (Special(5, "on", 3), Special(8, "back", 3), Special(20, "again"))),
            "nobody gets past these squares: 5, 8; with square 8 left plain the game ends",
        ),
        (Board(30, (Special(7, "to", 7),)), "past these squares: 7; with square 7 left plain"),
        (
            Board(40, (*back(20, 25, 9), Special(4, "again"), Special(30, "back", 2))),
            "20, 21, 22, 23, 24, 25; with square 25 left plain",
        ),
        (Board(40, (*back(20, 25, 9), *back(30, 35, 9))), "with squares 25, 35 left plain"),
    ],
)
def test_boards_that_cannot_be_played(board: Board, said: str) -> None:
    """A refusal names the squares at fault, and what would do."""
    for judge in (expected, lambda board: finished(board, 3)):
        with pytest.raises(LudokitError) as refused:
            judge(board)
        assert said in str(refused.value)
        assert all("{" not in say(refused.value.message, language) for language in LANGUAGES)


def test_rows_of_eleven_stop_two_dice() -> None:
    """With two dice a pawn leaps over ten squares that send back, and not over eleven."""
    assert expected(Board(40, back(20, 30, 3)[:-1], 2)).throws > 20
    with pytest.raises(LudokitError, match="left plain"):
        expected(Board(40, back(18, 30, 12), 2))
