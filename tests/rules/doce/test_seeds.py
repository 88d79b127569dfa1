"""The same seed gives the same game of lines of dice: turns, errors, a record to read."""

import pytest

from generator.games.doce.rules import DoceRules
from generator.rules import Seating
from tests.conftest import Golden
from tests.rules.seeded import errors, games, record

NAMES = ("Ana", "Ben")
TABLES = (Seating(NAMES),) * 6


def test_games(golden: Golden, doce: DoceRules) -> None:
    """A seed fixes every turn of a game, at every kind of table."""
    golden("games.txt", games(doce, TABLES))


@pytest.mark.rest
def test_errors(golden: Golden, doce: DoceRules) -> None:
    """A seed fixes what is thought of to break each rule, and so what is said of it."""
    golden("errors.txt", errors(doce, TABLES))


def test_record(golden: Golden, doce: DoceRules) -> None:
    """A seed fixes the record of a game, to the letter, with the errors planted in it."""
    golden("sample.yaml", record(doce, seed=1))
