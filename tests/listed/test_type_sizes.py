"""Which two sizes of type the words of a deck are set in; `test_printed.py` measures them."""

from collections.abc import Sequence

import pytest

from generator.listgames.card_set import type_sizes


@pytest.mark.parametrize(
    ("fitting", "chosen"),
    [
        ([30.0] * 20, (30.0, 30.0)),
        # One of many is set smaller; of few, all are.
        ([30.0] * 20 + [24.0], (30.0, 24.0)),
        ([30.0, 30.0, 24.0], (24.0, 24.0)),
        # Where it would be less than 70 %, the others come down.
        ([30.0] * 20 + [14.0], (20.0, 14.0)),
        ([30.3] * 20 + [20.9], (29.0, 20.5)),
    ],
)
def test_which_sizes(fitting: Sequence[float], chosen: tuple[float, float]) -> None:
    """Most words have one size; the longest of many a smaller one, in whole half points."""
    assert type_sizes(fitting) == chosen
