"""The same seed gives the same game of rows and columns: turns, errors, a record to read."""

import pytest

from generator.games.write.rules import WriteRules
from generator.rules import Seating
from tests.conftest import Golden
from tests.rules.seeded import errors, games, record

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")
TABLES = tuple(Seating(NAMES[:count]) for count in (2, 3, 6))


def test_games(golden: Golden, qwinto: WriteRules) -> None:
    """A seed fixes every turn of a game, at every kind of table."""
    golden("games.txt", games(qwinto, TABLES))


@pytest.mark.rest
def test_errors(golden: Golden, qwinto: WriteRules) -> None:
    """A seed fixes what is thought of to break each rule, and so what is said of it."""
    golden("errors.txt", errors(qwinto, TABLES))


def test_record(golden: Golden, qwinto: WriteRules) -> None:
    """A seed fixes the record of a game, to the letter, with the errors planted in it."""
    golden("sample.yaml", record(qwinto, seed=24))
