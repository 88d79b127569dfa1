"""What the tests of lines of dice share: the rules of DOCE."""

import pytest

from generator import game, rules
from generator.games.doce.rules import DoceRules


@pytest.fixture(scope="session")
def doce() -> DoceRules:
    """Return the rules of DOCE."""
    found = rules.load(game.load("doce"))
    assert isinstance(found, DoceRules)
    return found
