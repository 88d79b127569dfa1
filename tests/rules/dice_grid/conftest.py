"""What the tests of the grid of dice share: the rules of Crowns."""

import pytest

from generator import game, rules
from generator.rules.dice_grid import DiceGrid


@pytest.fixture(scope="session")
def crowns() -> DiceGrid:
    """Return the rules of Crowns."""
    found = rules.load(game.load("crowns"))
    assert isinstance(found, DiceGrid)
    return found
