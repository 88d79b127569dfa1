"""Games on sheets: what a rule does stands in the data, as a primitive with its parameters."""

from importlib import import_module
from typing import Any

from generator.errors import DataError
from generator.game import Game
from generator.game.sentences import field_aliases
from generator.reading.nodes import MapNode, Scalar, fault
from generator.rules.family import Rules
from generator.words import message, not_one_of

# What rules do: a primitive is known once its module has been imported.
PRIMITIVES = ("choosing", "paying", "placing", "rolling", "scoring")
# Each is a module beside this one with a `load` of its own: what a turn does.
ACTS = ("count", "cross", "fill", "shut", "write")


def load(game: Game, section: MapNode) -> Rules[Any, Any, Any, Any]:
    """Return the rules of a game on a sheet; raise DataError with every fault."""
    named = next((v for k, v in section.pairs if field_aliases().field_of(k.text, ("act",))), None)
    if not isinstance(named, Scalar):
        raise DataError([fault(section.place, "mechanics.act", message("reading.missing-field"))])
    if named.text not in ACTS:
        raise DataError([fault(named.place, "mechanics.act", not_one_of(named.text, ACTS))])
    for name in PRIMITIVES:
        import_module(f"{__package__}.{name}")
    rules: Rules[Any, Any, Any, Any] = import_module(f"{__package__}.{named.text}").load(
        game, section
    )
    return rules
