"""The same seed gives the same game of filling boxes."""

from generator import game, rules
from generator.rules import Seating
from tests.conftest import Golden
from tests.rules.seeded import games

NAMES = ("Ana", "Ben", "Chloé", "Dan", "Eva", "Félix")
TABLES = tuple(Seating(NAMES[:count]) for count in (1, 2, 6))


def test_games(golden: Golden) -> None:
    """A seed fixes every turn of a game: throws, the dice kept, the box, what is written."""
    golden("games.txt", games(rules.load(game.load("yams")), TABLES))
