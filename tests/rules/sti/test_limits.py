"""The limits of a game of cards, on both sides of each edge."""

from pathlib import Path

import pytest

from tests.rules.altered import refused_in_data


@pytest.mark.parametrize(("hand", "is_good"), [(0, False), (1, True), (30, True), (31, False)])
def test_cards_in_a_hand(tmp_path: Path, hand: int, is_good: bool) -> None:  # noqa: FBT001 - a table
    """A hand has 1 to 30 cards."""
    found = refused_in_data(tmp_path, "sti", "  hand: 6\n", f"  hand: {hand}\n")
    assert found == ([] if is_good else ["mechanics.hand"])
