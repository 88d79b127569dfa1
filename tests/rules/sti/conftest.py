"""What the tests of games of cards share: the rules of the STI game, and tables as they stand."""

from collections.abc import Mapping
from typing import Any

import pytest

from generator import game, rules
from generator.games.sti.plays import Play, Turn
from generator.games.sti.rules import StiRules
from generator.games.sti.state import State
from tests.rules.sti.table import THREE, Broken, Table


@pytest.fixture(scope="session")
def sti() -> StiRules:
    """Return the rules of the STI game."""
    found = rules.load(game.load("sti"))
    assert isinstance(found, StiRules)
    return found


@pytest.fixture(scope="session")
def table(sti: StiRules) -> Table:
    """Return a way to lay a table of three: Fox is next and past the placement turn."""

    def stood(
        fox: Mapping[str, Any] | None = None,
        otter: Mapping[str, Any] | None = None,
        owl: Mapping[str, Any] | None = None,
        **more: Any,  # noqa: ANN401 - any field of a state
    ) -> State:
        state = sti.start(THREE)._replace(played=3)
        dealt = ({"turns": 1} | dict(fields or {}) for fields in (fox, otter, owl))
        seats = {
            player: seat._replace(**fields)
            for (player, seat), fields in zip(state.seats.items(), dealt, strict=True)
        }
        return state._replace(seats=seats, **more)

    return stood


@pytest.fixture(scope="session")
def broken(sti: StiRules) -> Broken:
    """Return a way to judge plays as one turn: the ids of the rules they break, in order."""

    def judged(
        state: State, *plays: Play, player: str | None = None, skips: bool = False
    ) -> list[str]:
        turn = Turn(state.played + 1, player, plays, skips)
        return [refusal.rule for refusal in sti.refuse(state, turn)]

    return judged
