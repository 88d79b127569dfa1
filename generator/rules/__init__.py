"""Rules as behaviour: each game names, in its section `mechanics`, the family that judges it."""

from functools import lru_cache
from importlib import import_module
from typing import Any, TypeAlias

from generator.errors import DataError, LudokitError, Problem
from generator.game import Game
from generator.game.agreement import missing
from generator.reading.nodes import MapNode
from generator.rules.family import Outcome, Refusal, Rules, Seating, chosen
from generator.words import message

__all__ = ["Outcome", "Refusal", "Rules", "Seating", "check", "load"]

AnyRules: TypeAlias = Rules[Any, Any, Any, Any]
SECTION = "mechanics"
# What plays a game: its family, a package or module beside this one, or what a turn does on a
# sheet, a module of that package. Each is imported when a game needs it, for its class: an act's of
# this name, a family's of its own, `DentalRules`.
SHEET = "sheet"
FAMILIES = ("dental", "doce", "loto", "ring", SHEET, "sti")
ACTS = {"count": "Counting", "cross": "Cross", "fill": "Fill", "shut": "Shut", "write": "Write"}


class NotJudgedError(LudokitError):
    """A game says nothing of how it is played, so that its records cannot be judged."""


@lru_cache(maxsize=8)
def load(game: Game) -> AnyRules:
    """Return the rules of a game; raise DataError with every fault of its mechanics.

    Raise NotJudgedError where the game has none: it can be printed, and nothing judges it.
    """
    section = game.sections.get(SECTION)
    if section is None:
        raise NotJudgedError(message("rules.no-mechanics", game=game.name))
    if not isinstance(section, MapNode):
        raise DataError([_problem(game, SECTION, "reading.missing-field")])
    family, act = family_and_act(section)
    module = import_module(f"{__name__}.{family}.{act}".removesuffix("."))
    kind: type[AnyRules] = getattr(module, ACTS.get(act) or f"{family.capitalize()}Rules")
    rules = kind(game, kind.read_layout(game, section))
    said = [rule.id for rule in game.head.rules if rule.checked]
    amiss = [("rules.not-judged", rule) for rule in said if rule not in rules.judged]
    amiss += [("rules.not-in-data", rule) for rule in rules.judged if rule not in said]
    if amiss:
        raise DataError([_problem(game, "rules", key, rule=rule) for key, rule in amiss])
    return rules


def family_and_act(section: MapNode) -> tuple[str, str]:
    """Return what plays a game, of a game on sheets with its act; raise DataError for none."""
    family = chosen(section, "family", FAMILIES)
    return family, chosen(section, "act", ACTS) if family == SHEET else ""


def check(game: Game) -> None:
    """Read the rules of a game that has any; raise DataError with every fault of its mechanics."""
    if SECTION not in game.sections:
        return
    if problems := tuple(missing(game, load(game).needs())):
        raise DataError(problems)


def _problem(game: Game, field: str, key: str, **values: str) -> Problem:
    return Problem(str(game.folder / "game.yaml"), None, None, field, message(key, **values))
