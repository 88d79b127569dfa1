"""Walking along a closed path by millimetres."""

import pytest

from generator.printables.kinds.board import walk
from generator.printables.pictures import outline


def test_walk_goes_round_a_square() -> None:
    """On a square path of 40 mm one turns the corners and comes round again."""
    path = walk(outline("M0 0H10V10H0Z"))
    assert path.length == pytest.approx(40.0)
    places = [path.at(far) for far in (5, 15, 25, 35, 45)]
    assert places == [(5, 0), (10, 5), (5, 10), (0, 5), (5, 0)]


def test_aside_is_left_of_the_way() -> None:
    """Going right, ahead is right and left is up; y counts downwards."""
    spot = walk(outline("M0 0H10V10H0Z")).spot(5.0)
    assert spot.ahead == pytest.approx((1.0, 0.0))
    assert spot.aside(2.0, 3.0) == pytest.approx((7.0, -3.0))


def test_circle_is_as_long_as_it_should() -> None:
    """A circle of radius 10 drawn with curves is 62.8 mm long."""
    path = walk(outline("M10 0A10 10 0 1 1 -10 0A10 10 0 1 1 10 0Z"))
    assert path.length == pytest.approx(62.83, abs=0.05)
