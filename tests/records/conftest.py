"""What the tests of records share: a record as text, judged."""

from collections.abc import Callable
from io import BytesIO

import pytest

from generator import game
from generator.errors import DataError
from generator.records.record_format import catalog_rules
from generator.records.report import Report
from generator.rules import AnyRules
from tests.judged import verify_stream

Judge = Callable[[str], Report]


@pytest.fixture(scope="session")
def qwinto() -> AnyRules:
    """Return the rules of Qwinto."""
    return catalog_rules("qwinto")


@pytest.fixture(scope="session")
def judge() -> Judge:
    """Return a way to judge the text of one record."""

    def judged(text: str) -> Report:
        (report,) = verify_stream(BytesIO(text.encode()))
        return report

    return judged


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that takes a judged game once for every game whose family of mechanics is known.

    That every game has rules is demanded in tests/rules.
    """
    if "judged_game" in metafunc.fixturenames:
        metafunc.parametrize(
            "judged_game", [name for name in game.game_names() if _has_rules(name)]
        )


def _has_rules(name: str) -> bool:
    try:
        catalog_rules(name)
    except DataError:
        return False
    return True
