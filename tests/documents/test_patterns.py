"""Chances with dice kept from throw to throw, each found again by another way."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product

import pytest

from generator.documents.patterns import ahead, kept
from generator.game.parts import Boxes
from generator.game.parts.boxes import rolls, throws
from tests.shipped import load

FACES = range(1, 7)
Worth = Callable[[tuple[int, ...]], int]


def boxes() -> Boxes:
    """Return the boxes of Yams."""
    return load("yams").part("sheet", Boxes)


def by_trying(worth: Worth, dice: int, left: int) -> Fraction:
    """Return what throws come to on average: every choice of dice, every roll of the others."""

    @cache
    def best(lying: tuple[int, ...], left: int) -> Fraction:
        if not left:
            return Fraction(worth(lying))
        return max(thrown(lying, mask, left) for mask in product((False, True), repeat=dice))

    @cache
    def rolled(held: tuple[int, ...], left: int) -> Fraction:
        rest = dice - len(held)
        rolls = (tuple(sorted((*held, *roll))) for roll in product(FACES, repeat=rest))
        total: Fraction = sum((best(roll, left - 1) for roll in rolls), Fraction(0))
        return Fraction(total, 6**rest)

    def thrown(lying: tuple[int, ...], mask: tuple[bool, ...], left: int) -> Fraction:
        return rolled(tuple(f for f, is_held in zip(lying, mask, strict=True) if is_held), left)

    return rolled((), left)


def five_alike(left: int) -> list[Fraction]:
    """Return by how many equal dice a turn ends with, keeping the most frequent face.

    A chain over the largest number of equal dice, as books have it.
    """
    steps = {most: Counter[int]() for most in FACES if most < 6}
    for most, found in steps.items():
        for roll in product(FACES, repeat=5 - most):
            lying = Counter((*(1,) * most, *roll))
            found[max(lying.values())] += 1
    shares = [Fraction(0), Fraction(1), *[Fraction(0)] * 4]
    for _ in range(left):
        shares = [
            sum(
                (
                    shares[most] * Fraction(found[to], found.total())
                    for most, found in steps.items()
                ),
                Fraction(0),
            )
            for to in range(6)
        ]
    return shares


def test_throws_and_rolls() -> None:
    """Five dice have 252 throws, which lie in 7,776 ways."""
    assert len(throws(5, 6)) == 252
    ways = Counter(tuple(sorted(roll)) for roll in product(FACES, repeat=5))
    assert {throw: rolls(throw) for throw in throws(5, 6)} == ways


@pytest.mark.parametrize("left", [1, 2, 3])
def test_five_alike(left: int) -> None:
    """The chance of five alike is that of a chain over the number of equal dice."""
    chance = ahead(boxes().boxes()["yams"].fits, 5, 6, left)
    # The chain's first step throws four dice beside a first one: any face will do.
    assert chance == five_alike(left)[5]
    if left == 3:
        assert f"{float(chance):.4%}" == "4.6029%"
        assert chance == Fraction(347897, 7558272)


@pytest.mark.parametrize("name", boxes().boxes())
def test_two_throws_of_three_dice(name: str) -> None:
    """With three dice and two throws every box is worth what trying everything gives."""
    box = boxes().boxes()[name]
    for worth in (box.fits, box.points):
        assert ahead(worth, 3, 6, 2) == by_trying(worth, 3, 2)


@pytest.mark.parametrize("name", boxes().boxes())
def test_three_throws_of_five_dice(name: str) -> None:
    """Within three throws of five dice every box has the chance that trying everything gives."""
    box = boxes().boxes()[name]
    assert ahead(box.fits, 5, 6, 3) == by_trying(box.fits, 5, 3)


def test_sums_of_a_face() -> None:
    """Who wants one face keeps it: each die shows it with 91/216 within three throws."""
    for face, name in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1):
        assert ahead(boxes().boxes()[name].points, 5, 6, 3) == 5 * face * Fraction(91, 216)


@pytest.mark.parametrize("sides", [6, 8])
def test_chance_of_any_dice(sides: int) -> None:
    """For the sum of all dice each one is thrown again below the mean of what may still come."""
    mean = Fraction(sides + 1, 2)
    for _ in range(2):
        mean = sum((max(Fraction(face), mean) for face in range(1, sides + 1)), Fraction(0)) / sides
    assert ahead(boxes().boxes()["chance"].points, 5, sides, 3) == 5 * mean


def test_what_is_kept() -> None:
    """What is kept is what a player would say: equal faces, or the beginning of a run."""
    known = boxes().boxes()
    assert kept(known["yams"].fits, 6, 1, (2, 5, 5, 5, 6)) == (5, 5, 5)
    assert kept(known["long"].fits, 6, 1, (2, 3, 4, 5, 5)) == (2, 3, 4, 5)
    assert kept(known["four"].fits, 6, 2, (1, 1, 1, 1, 6)) == (1, 1, 1, 1, 6)
    for throw in combinations_with_replacement(FACES, 5):
        assert Counter(kept(known["full"].fits, 6, 1, throw)) <= Counter(throw)
