"""Exercises on records: the turn and the rule of the key are all that the verifier finds."""

import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from generator.documents.exercises.generation import LEVELS, Exercise, ExerciseSource
from generator.games.dental import exercises as dental
from generator.records.replay import replay
from generator.records.report import Report
from generator.records.writing import read_yaml_record, yaml_of
from generator.rules.findings import RoundOpening
from generator.rules.optional import start_for_turns
from generator.rules.planting import wrong_turn
from tests.documents.exercised import FEW, KINDS, MANY, exercises, kind, rules, turn_text
from tests.shipped import load

if TYPE_CHECKING:
    from generator.rules.interface import Fields

GAMES = [name for name, of in KINDS if of == "record"]


def written(of: ExerciseSource[Any], steps: list[Any]) -> Report:
    """Return what is found in a record of some steps, with nothing behind them."""
    state = start_for_turns(of.rules, of.players, len(steps) + 1)
    for step in steps:
        state = of.rules.play(state, step)
    body = of.rules.record_body(tuple(steps), state)
    # What is noted at the end of a game that is not over would be an error more.
    kept: Fields = {of.rules.body_fields[0]: body[of.rules.body_fields[0]]}
    kept |= {"rounds": body["rounds"]} if "rounds" in body else {}
    players = {"format": 1, "game": of.rules.game.name, "players": [*of.players.players]}
    return replay(read_yaml_record(of.rules, yaml_of({**players, **kept})))


def planted(name: str, seeds: int) -> None:
    """Draw records and read them back: what is found is the error of the key alone."""
    steps = list[Any]()
    game = load(name)
    of: ExerciseSource[Any] = ExerciseSource(rules(name), game.sentences_in("en"), "")

    def tells(_: object, step: Any) -> tuple[str, ...]:  # noqa: ANN401 - of any family
        steps.append(step)
        return ("a turn",)

    draw = of.draw_record(tells)
    for seed in range(seeds):
        level = LEVELS[seed % len(LEVELS)]
        chance, one = Random(seed), None  # noqa: S311
        while one is None:
            steps.clear()
            one = draw(kind(name, "record").levels[level - 1], chance)
        opening = [RoundOpening(1, None)] if name in {"course-a-20", "doce"} else []
        found = [one_ for one_ in written(of, [*opening, *steps]).findings if not one_.is_warning]
        assert [finding.rule for finding in found] == [one.rule]
        assert found[0].turn == one.found == len(steps[: int(str(one.found))])
        assert one.steps == len(one.turns) == len(steps)


@pytest.mark.parametrize("name", GAMES)
def test_one_turn_of_a_record_is_wrong(name: str) -> None:
    """Whatever the seed, a record has one error, at the turn and by the rule of the key."""
    planted(name, FEW)


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_thousand_records_have_one_error_each(name: str) -> None:
    """A thousand seeds make no record with two errors, or with none."""
    planted(name, MANY)


@pytest.mark.parametrize("name", GAMES)
def test_records_are_told_in_words(name: str) -> None:
    """Each turn stands in the words of records, after whose it is, without ids and brackets."""
    players = "Fox|Otter|Owl|Lynx|Black|White"
    for one in exercises(name, "record", FEW):
        for line in map(turn_text, one.turns):
            assert re.split(r"\W", line)[0] in players.split("|"), line
            assert not set("{}[]_") & set(line)


def noted(monkeypatch: pytest.MonkeyPatch, seeds: int) -> None:
    """Draw noted turns of the circuit and read back the games that led to them."""
    games = list[tuple[Any, ...]]()

    def caught(*given: Any) -> Any:  # noqa: ANN401 - as what it stands for
        found = wrong_turn(*given)
        games.append((given[2], found))
        return found

    monkeypatch.setattr(dental, "wrong_turn", caught)
    of: ExerciseSource[Any] = ExerciseSource(rules("dental"), load("dental").sentences_in("en"), "")
    for seed in range(seeds):
        one = kind("dental", "refused").make(LEVELS[seed % len(LEVELS)], Random(seed))  # noqa: S311
        assert isinstance(one, Exercise)
        before, turn = games[-1]
        report = written(of, [*before, turn])
        found = [finding for finding in report.findings if not finding.is_warning]
        assert [finding.rule for finding in found] == [one.rule]
        assert found[0].turn == len(before) + 1
        assert one.found == found[0].rule


def test_one_rule_is_broken_by_what_was_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game before the turn is in order, and the turn as noted breaks the key's rule alone."""
    noted(monkeypatch, FEW)


@pytest.mark.proof
@pytest.mark.slow
def test_one_rule_is_broken_for_a_thousand_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand turns as noted break the key's rule alone."""
    noted(monkeypatch, MANY)
