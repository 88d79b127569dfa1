"""What the tests of lines of dice share: the rules of DOCE."""

import pytest

from generator import game, rules
from generator.rules.lines_of_dice import LinesOfDice


@pytest.fixture(scope="session")
def doce() -> LinesOfDice:
    """Return the rules of DOCE."""
    found = rules.load(game.load("doce"))
    assert isinstance(found, LinesOfDice)
    return found
