"""What the tests of rules share: the rules of Qwinto, and a table of two."""

import pytest

from generator import game, rules
from generator.games.write.rules import WriteRules
from generator.rules.sheet.primitives import Layout


@pytest.fixture(scope="session")
def qwinto() -> WriteRules:
    """Return the rules of Qwinto."""
    found = rules.load(game.load("qwinto"))
    assert isinstance(found, WriteRules)
    return found


@pytest.fixture(scope="session")
def layout(qwinto: WriteRules) -> Layout:
    """Return the sheet of Qwinto as the rules see it."""
    return qwinto.layout
