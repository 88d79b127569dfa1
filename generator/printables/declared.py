"""What the entries of a game declare: the names they use, and the words they need."""

from collections.abc import Iterator
from dataclasses import replace

from generator.errors import DataError, Problem
from generator.game import Game
from generator.game.needs import Need, missing
from generator.printables.planning import entries
from generator.reading.nodes import Path

SECTION = "printables"


def check_declared(game: Game) -> None:
    """Read every entry; raise DataError with names used in vain and words missing."""
    problems = [*_vain(game), *missing(game, _needs(game))]
    if problems:
        raise DataError(dict.fromkeys(problems))


def _vain(game: Game) -> Iterator[Problem]:
    for name, entry in entries(game).items():
        for path, reason in entry.faults(game):
            yield game.fault(_from_top(name, path), reason)


def _needs(game: Game) -> Iterator[Need]:
    for name, entry in entries(game).items():
        for need in entry.needs(game):
            yield replace(need, path=_from_top(name, need.path))


def _from_top(name: str, path: Path) -> Path:
    """Return the path from the top of `game.yaml`, where it does not begin there already."""
    return path if path[:1] in {("parts",), ("health",)} else (SECTION, name, *path)
