"""The family of a game, by the name of its mechanics: the only module that knows them all."""

from importlib import import_module
from typing import cast

from generator.game import Game
from generator.guides.teaching import Teaching
from generator.reading.nodes import MapNode, Scalar

# Each is a module beside this one, imported when a game needs it.
FAMILIES = ("circuit", "dice_grid", "duel_of_cards", "lines_of_dice", "rows_and_columns")


def teaching(game: Game) -> Teaching:
    """Return what a game's family brings."""
    section = game.sections.get("mechanics")
    found = section.get("family") if isinstance(section, MapNode) else None
    name = found.text if isinstance(found, Scalar) else ""
    return cast("Teaching", import_module(f"{__package__}.{name}"))
