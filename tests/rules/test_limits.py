"""The limit that all families share, on both sides of its edge."""

from random import Random

import pytest

from generator.rules import Seating
from generator.rules.sheet.plan import Table, Turn
from generator.rules.sheet.write import Write


@pytest.mark.parametrize(("tries", "is_found"), [(60, True), (61, False)])
def test_tries(
    qwinto: Write,
    monkeypatch: pytest.MonkeyPatch,
    tries: int,
    is_found: bool,  # noqa: FBT001 - a table
) -> None:
    """An error that is thought of at the sixtieth try is planted, one that takes more is not."""
    thoughts = iter(range(1, tries + 1))
    late = qwinto.candidate

    def at_last(_: Write, state: Table, rule: str, chance: Random) -> Turn | None:
        return late(state, rule, chance) if next(thoughts) == tries else None

    monkeypatch.setattr(Write, "candidate", at_last)
    state, chance = qwinto.start(Seating(("Ana", "Ben"))), Random(1)  # noqa: S311 - a game, not a secret
    assert (qwinto.wrong_turn(state, "miss-due", chance) is not None) == is_found
