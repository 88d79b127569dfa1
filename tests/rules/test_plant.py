"""Errors put into practice records, in every game: by the rules, one at a time, found first."""

from random import Random
from typing import Any

import pytest

from generator import game, rules
from generator.games.write.rules import WriteRules
from generator.records.replay import replay
from generator.records.writing import names_for, random_body, read_yaml_record, yaml_of
from generator.rules import AnyRules, Seating
from generator.rules.planting import wrong_turn

EAGER = 0.3
GAMES = 60


def _broken(rules_of_game: AnyRules, seed: int, rule: str) -> dict[str, Any] | None:
    """Return the record of a random game with an error in it; None where it found no place."""
    variants = [*rules_of_game.player_ranges()]
    variant = variants[seed % len(variants)]
    least, most = rules_of_game.player_ranges()[variant]
    players = names_for(rules_of_game, "en")[: max(least, min(most, 2))]
    seating = Seating(players, frozenset({variant} - {""}))
    body = random_body(rules_of_game, seating, [rule], Random(seed), EAGER)  # noqa: S311 - a game, not a secret
    head = {"players": list(players), "variant": sorted(seating.variants)}
    return None if body is None else {**head, **body}


@pytest.mark.few(2)
@pytest.mark.parametrize("name", game.game_names())
def test_every_error_is_found_first(name: str) -> None:
    """Whatever rule a practice record is to break, it breaks, and this is found first."""
    found = rules.load(game.load(name))
    for rule in (*found.plantable, *found.plantable_on_paper):
        records = (_broken(found, seed, rule) for seed in range(GAMES))
        body = next(record for record in records if record)
        report = replay(read_yaml_record(found, yaml_of({"game": name, **body})))
        assert (report.findings[0].rule, report.findings[0].after_error) == (rule, False)


def test_the_fields_are_a_help(qwinto: WriteRules, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error is found too where a game does not say what one is wrong about."""
    monkeypatch.setattr(WriteRules, "plantable", {})
    state, chance = qwinto.start(Seating(("Ana", "Ben"))), Random(1)  # noqa: S311 - a game, not a secret
    turns = [wrong_turn(qwinto, state, (), ["miss-or-write"], chance) for _ in range(20)]
    found = [qwinto.refuse(state, turn) for turn in turns if turn]
    assert found
    assert {refusal.rule for refusals in found for refusal in refusals} == {"miss-or-write"}


def test_what_cannot_be_read_is_not_planted() -> None:
    """A turn that breaks a rule and cannot be written down is none: a die shows 1 to 6 there."""
    doce = rules.load(game.load("doce"))
    state, chance = doce.start(Seating(("Ana", "Ben"))), Random(1)  # noqa: S311 - a game, not a secret
    steps: tuple[object, ...] = ()
    for _ in range(8):
        step = doce.random_turn(state, chance)
        state, steps = doce.play(state, step), (*steps, step)
    turns = [wrong_turn(doce, state, steps, ["no-play-zone"], chance) for _ in range(60)]
    faces = {turn.move.die.face for turn in turns if turn}
    assert faces <= {1, 2, 3, 4, 5, 6}
    assert len(faces) > 3
