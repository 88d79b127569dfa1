"""All faults of a game's data together: its files, then each section by its owner."""

from collections.abc import Callable
from pathlib import Path

from generator import guides, rules
from generator.errors import DataError, gathered
from generator.game import Game, load_folder
from generator.printables import planning

OWNERS: tuple[Callable[[Game], object], ...] = (planning.entries, guides.check, rules.load)


def check(folder: Path) -> Game:
    """Read a game's folder whole; raise DataError with every fault of every owner."""
    game = load_folder(folder)
    try:
        gathered(*(lambda owner=owner: owner(game) for owner in OWNERS))
    except DataError as error:
        # One owner may need what another reads, and then both tell its faults.
        raise DataError(dict.fromkeys(error.problems)) from None
    return game
