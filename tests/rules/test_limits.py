"""The limit that all families share, on both sides of its edge."""

from random import Random

import pytest

from generator.games.write.rules import WriteRules
from generator.rules import Refusal, Seating
from generator.rules.planting import wrong_turn
from generator.words import message


@pytest.mark.parametrize(("broken", "tries"), [(("dice",), 20), (("dice", "miss-due"), 60)])
def test_patience(
    qwinto: WriteRules, monkeypatch: pytest.MonkeyPatch, broken: tuple[str, ...], tries: int
) -> None:
    """An error is searched for twenty times where nothing comes near it, else sixty times."""
    refused = tuple(Refusal(rule, message("rules.dice-none"), ()) for rule in broken)
    answers = iter(((), *[refused] * 100))
    monkeypatch.setattr(WriteRules, "refuse", lambda *_: next(answers))
    state, chance = qwinto.start(Seating(("Ana", "Ben"))), Random(1)  # noqa: S311 - a game, not a secret
    assert wrong_turn(qwinto, state, (), ["miss-due"], chance) is None
    assert len(list(answers)) == 100 - tries
