"""Games on sheets: what a rule does stands in the data, as a primitive with its parameters."""

from importlib import import_module
from typing import Any

from generator.game import Game
from generator.reading.nodes import MapNode
from generator.rules.family import Rules, chosen

# What rules do: a primitive is known once its module has been imported.
PRIMITIVES = ("paying", "placing", "rolling", "scoring")
# Each is a module beside this one with a `load` of its own: what a turn does.
ACTS = ("count", "cross", "fill", "shut", "write")


def load(game: Game, section: MapNode) -> Rules[Any, Any, Any, Any]:
    """Return the rules of a game on a sheet; raise DataError with every fault."""
    act = chosen(section, "act", ACTS)
    for name in PRIMITIVES:
        import_module(f"{__package__}.{name}")
    rules: Rules[Any, Any, Any, Any] = import_module(f"{__package__}.{act}").load(game, section)
    return rules
