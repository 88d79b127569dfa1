"""What the tests of the circuit share: its rules, and ways to judge a turn."""

from collections.abc import Callable

import pytest

from generator.games.dental.rules import DentalRules
from generator.games.dental.state import State, Turn
from generator.records.record_format import catalog_rules
from generator.rules import Refusal


@pytest.fixture(scope="session")
def dental() -> DentalRules:
    """Return the rules of the dentist's circuit."""
    found = catalog_rules("dental")
    assert isinstance(found, DentalRules)
    return found


@pytest.fixture(scope="session")
def broken(dental: DentalRules) -> Callable[[State, Turn], list[str]]:
    """Return a way to list the rules that a turn breaks."""

    def rules_of(state: State, step: Turn) -> list[str]:
        return [refusal.rule for refusal in dental.refuse(state, step)]

    return rules_of


@pytest.fixture(scope="session")
def only(dental: DentalRules) -> Callable[[State, Turn], Refusal]:
    """Return a way to get the one finding of a turn."""

    def one(state: State, step: Turn) -> Refusal:
        (refusal,) = dental.refuse(state, step)
        return refusal

    return one


@pytest.fixture(scope="session")
def dental_first(dental: DentalRules) -> Callable[[State, Turn], Refusal]:
    """Return a way to get the first finding of a turn."""

    def first(state: State, step: Turn) -> Refusal:
        return dental.refuse(state, step)[0]

    return first
