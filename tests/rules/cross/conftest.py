"""What the tests of the board of dice share: the rules of Crowns."""

import pytest

from generator import game, rules
from generator.rules.sheet.cross import Cross


@pytest.fixture(scope="session")
def crowns() -> Cross:
    """Return the rules of Crowns."""
    found = rules.load(game.load("crowns"))
    assert isinstance(found, Cross)
    return found
