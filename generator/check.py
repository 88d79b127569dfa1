"""All faults of a game's data together: its files, then each section by its owner."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from generator import guides, rules
from generator.errors import DataError, gathered
from generator.game import Game, load_folder
from generator.guides.supplies import kit_file
from generator.printables import pictures, planning
from generator.printables.kinds.card_faults import check_cards

Owner: TypeAlias = Callable[[Game], object]

OWNERS: tuple[Owner, ...] = (
    planning.entries,
    pictures.check_pictures,
    check_cards,
    kit_file,
    rules.load,
)
# What speaks of all the rest is read once the rest is in order.
LATER: tuple[Owner, ...] = (guides.check,)


def check(folder: Path) -> Game:
    """Read a game's folder whole; raise DataError with every fault of every owner."""
    game = load_folder(folder)
    try:
        for owners in (OWNERS, LATER):
            gathered(*(partial(owner, game) for owner in owners))
    except DataError as error:
        # One owner may need what another reads, and then both tell its faults.
        raise DataError(dict.fromkeys(error.problems)) from None
    return game
