"""The same seed gives the same game of cards: turns, errors, a record to read."""

import pytest

from generator.games.sti.rules import StiRules
from generator.rules import Seating
from tests.conftest import Golden
from tests.rules.seeded import errors, games, record

NAMES = ("Fox", "Otter", "Owl", "Lynx")
TABLES = tuple(Seating(NAMES[:count]) for count in (2, 3, 4))


def test_games(golden: Golden, sti: StiRules) -> None:
    """A seed fixes every turn of a game, at every kind of table."""
    golden("games.txt", games(sti, TABLES))


@pytest.mark.rest
def test_errors(golden: Golden, sti: StiRules) -> None:
    """A seed fixes what is thought of to break each rule, and so what is said of it."""
    golden("errors.txt", errors(sti, TABLES))


def test_record(golden: Golden, sti: StiRules) -> None:
    """A seed fixes the record of a game, to the letter, with the errors planted in it."""
    golden("sample.yaml", record(sti, seed=18))
