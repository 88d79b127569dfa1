"""What the tests of rules share: the rules of Qwinto, and a table of two."""

import pytest

from generator import game, rules
from generator.rules.sheet.primitives import Layout
from generator.rules.sheet.write import Write


@pytest.fixture(scope="session")
def qwinto() -> Write:
    """Return the rules of Qwinto."""
    found = rules.load(game.load("qwinto"))
    assert isinstance(found, Write)
    return found


@pytest.fixture(scope="session")
def layout(qwinto: Write) -> Layout:
    """Return the sheet of Qwinto as the rules see it."""
    return qwinto.layout
