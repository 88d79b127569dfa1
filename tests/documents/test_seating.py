"""Classes at tables: groups as equal as can be, within the players a game allows."""

import pytest

from generator.classroom import seated
from generator.errors import LudokitError
from generator.game import names
from generator.words import say
from tests.shipped import load


@pytest.mark.parametrize(
    ("game", "pupils", "wanted", "sizes", "referees"),
    [
        pytest.param("qwinto", 27, 4, (4,) * 6 + (3,), 0, id="27 by 4"),
        pytest.param("qwinto", 24, 4, (4,) * 6, 0, id="no smaller one"),
        pytest.param("qwinto", 5, 4, (3, 2), 0, id="nobody plays alone"),
        pytest.param("qwinto", 3, 2, (3,), 0, id="larger than wanted, for the game's sake"),
        pytest.param("qwinto", 2, 6, (2,), 0, id="one small table"),
        pytest.param("crowns", 3, 1, (1, 1, 1), 0, id="alone where the game allows it"),
        pytest.param("doce", 27, 4, (2,) * 13, 1, id="pairs and one"),
        pytest.param("doce", 28, 2, (2,) * 14, 0, id="pairs"),
        pytest.param("dental", 30, 9, (4,) * 6 + (3,) * 2, 0, id="brought into the range"),
    ],
)
def test_tables(game: str, pupils: int, wanted: int, sizes: tuple[int, ...], referees: int) -> None:
    """A class sits at the fewest tables of the size wanted; who finds no seat is a referee."""
    seating = seated(load(game), pupils, wanted)
    assert (seating.sizes, seating.referees) == (sizes, referees)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("wanted", [1, 2, 3, 4, 5, 6, 30])
def test_every_class_size(name: str, wanted: int) -> None:
    """For 2 to 36 pupils every table is within the game's players, and nobody is forgotten."""
    game = load(name)
    least, most = game.head.players
    for pupils in range(max(2, least), 37):
        seating = seated(game, pupils, wanted)
        assert all(least <= size <= most for size in seating.sizes), pupils
        assert max(seating.sizes) - min(seating.sizes) <= 1, pupils
        assert sum(seating.sizes) + seating.referees == seating.pupils == pupils
        assert seating.referees < max(2, least), pupils
        assert len(seating.refereed()) == seating.referees
        assert all(1 <= table <= seating.tables for table in seating.refereed())


def test_a_size_out_of_range_is_told() -> None:
    """A group that the game does not allow is brought into its range, and that is said."""
    (exactly,) = seated(load("doce"), 27, 4).notes
    assert say(exactly, "en") == ("groups of 4 do not suit this game, which 2 play: groups have 2")
    (brought,) = seated(load("dental"), 27, 6).notes
    assert "which 2 to 4 play" in say(brought, "en")
    assert seated(load("dental"), 27, 4).notes == ()


def test_a_class_too_small_is_refused() -> None:
    """A class that fills no table is refused with the number that would."""
    with pytest.raises(LudokitError) as caught:
        seated(load("doce"), 1, 2)
    assert caught.value.worded("en") == "1 pupil is too few for a table: it takes 2"


def test_usual_group() -> None:
    """Where nobody asks, four sit at a table, or as near to four as the game allows."""
    assert [seated(load(name)).sizes for name in ("qwinto", "doce", "dental")] == [(4,), (2,), (4,)]
