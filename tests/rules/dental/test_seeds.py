"""The same seed gives the same game on the circuit: turns, errors, a record to read."""

import pytest

from generator.games.dental.rules import DentalRules
from generator.rules import Seating
from tests.conftest import Golden
from tests.rules.seeded import errors, games, record

NAMES = ("Ana", "Ben", "Chloé", "Dan")
TABLES = (
    Seating(NAMES[:2]),
    Seating(NAMES[:3], frozenset({"two-dice"})),
    Seating(NAMES, frozenset({"cooperative"})),
    Seating(NAMES[:2], frozenset({"cooperative", "educational", "two-dice"})),
)


def test_games(golden: Golden, dental: DentalRules) -> None:
    """A seed fixes every turn of a game, at every kind of table."""
    golden("games.txt", games(dental, TABLES))


@pytest.mark.rest
def test_errors(golden: Golden, dental: DentalRules) -> None:
    """A seed fixes what is thought of to break each rule, and so what is said of it."""
    golden("errors.txt", errors(dental, TABLES))


def test_record(golden: Golden, dental: DentalRules) -> None:
    """A seed fixes the record of a game, to the letter, with the errors planted in it."""
    golden("sample.yaml", record(dental, seed=2))
