"""Exercises of the shipped games, drawn by seed and kind, and records that say what a key says."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from generator.documents.exercises.drawn import NotedTurn
from generator.documents.exercises.generation import LEVELS, Exercise, ExerciseKind, exercise_kinds
from generator.game import game_names
from generator.records.replay import replay
from generator.records.report import Report
from generator.records.writing import read_yaml_record, yaml_of
from generator.rules import AnyRules
from generator.rules import load as rules_of
from tests.shipped import load

# The seeds of the usual run, and those of the long one.
FEW, MANY = 3, 1000
KINDS = [(name, kind.name) for name in game_names() for kind in exercise_kinds(load(name), "en")]
PLAYERS = ["Ana", "Ben"]


def rules(name: str) -> AnyRules:
    """Return the rules of a game."""
    return rules_of(load(name))


@cache
def kind(name: str, of: str) -> ExerciseKind:
    """Return a kind of exercises of a game, in English."""
    return next(one for one in exercise_kinds(load(name), "en") if one.name == of)


def exercises(name: str, of: str, seeds: int) -> Iterator[Exercise]:
    """Yield an exercise of a kind for each seed, of the levels in turn."""
    levels = LEVELS[: len(kind(name, of).levels)]
    for seed in range(seeds):
        level = levels[seed % len(levels)]
        found = kind(name, of).make(level, Random(seed))  # noqa: S311
        assert found is not None, f"{name} {of} {level}: none for seed {seed}"
        yield found


def judged(name: str, **body: Any) -> Report:  # noqa: ANN401 - fields of a record
    """Return what `ludokit verify` says of a record of two players."""
    fields = {"format": 1, "game": name, "players": PLAYERS, **body}
    return replay(read_yaml_record(rules(name), yaml_of(fields)))


def turn_text(turn: NotedTurn) -> str:
    """Return a turn of an exercise as it is read out."""
    return " ".join(map(str, turn))


def errors(report: Report) -> list[tuple[str, str | None]]:
    """Return the rules that a record breaks, each with the cell meant; warnings aside."""
    return [(one.rule, one.where) for one in report.findings if not one.is_warning]
