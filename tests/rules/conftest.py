"""What the tests of rules share: the rules of Qwinto, and a table of two."""

import pytest

from generator import game, rules
from generator.rules.rows_and_columns import RowsAndColumns
from generator.rules.rows_and_columns.state import Layout


@pytest.fixture(scope="session")
def qwinto() -> RowsAndColumns:
    """Return the rules of Qwinto."""
    found = rules.load(game.load("qwinto"))
    assert isinstance(found, RowsAndColumns)
    return found


@pytest.fixture(scope="session")
def layout(qwinto: RowsAndColumns) -> Layout:
    """Return the sheet of Qwinto as the rules see it."""
    return qwinto.layout
