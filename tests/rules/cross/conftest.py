"""What the tests of the board of dice share: the rules of Crowns."""

import pytest

from generator import game, rules
from generator.games.cross.rules import CrossRules


@pytest.fixture(scope="session")
def crowns() -> CrossRules:
    """Return the rules of Crowns."""
    found = rules.load(game.load("crowns"))
    assert isinstance(found, CrossRules)
    return found
