"""The same seed gives the same game on a board of dice: turns, errors, a record to read."""

import pytest

from generator.games.cross.rules import CrossRules
from generator.rules import Seating
from tests.conftest import Golden
from tests.rules.seeded import errors, games, record

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")
TABLES = (
    Seating(NAMES[:2]),
    Seating(NAMES),
    *(Seating(NAMES[:1], frozenset({name})) for name in ("solo", "solo-hard")),
)


def test_games(golden: Golden, crowns: CrossRules) -> None:
    """A seed fixes every turn of a game, at every kind of table."""
    golden("games.txt", games(crowns, TABLES))


@pytest.mark.rest
def test_errors(golden: Golden, crowns: CrossRules) -> None:
    """A seed fixes what is thought of to break each rule, and so what is said of it."""
    golden("errors.txt", errors(crowns, TABLES))


def test_record(golden: Golden, crowns: CrossRules) -> None:
    """A seed fixes the record of a game, to the letter, with the errors planted in it."""
    golden("sample.yaml", record(crowns, seed=17))
