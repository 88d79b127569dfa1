"""All families of mechanics by name, and the rules of a game from its section `mechanics`."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any, TypeAlias

from generator.errors import DataError, LudokitError, Problem
from generator.game import Game
from generator.game.agreement import missing
from generator.game.sentences import field_aliases
from generator.reading.nodes import MapNode, Scalar, fault
from generator.rules.family import Rules
from generator.words import message, not_one_of

AnyRules: TypeAlias = Rules[Any, Any, Any, Any]
SECTION = "mechanics"

# Each is a package beside this module with a `load` of its own, imported when a game needs it.
SHEET = "sheet"
FAMILIES = ("circuit", "duel_of_cards", "lines_of_dice", SHEET)


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
    rules = _family(section)(game, section)
    if problems := list(_unmatched(game, rules.judged)):
        raise DataError(problems)
    return rules


def check(game: Game) -> None:
    """Read the rules of a game that has any; raise DataError with every fault of its mechanics."""
    if SECTION not in game.sections:
        return
    if problems := tuple(missing(game, load(game).needs())):
        raise DataError(problems)


def _family(section: MapNode) -> Callable[[Game, MapNode], AnyRules]:
    known, names = field_aliases(), ("family",)
    named = next((pair for pair in section.pairs if known.field_of(pair[0].text, names)), None)
    found = named[1] if named else None
    if not isinstance(found, Scalar):
        reason = message("reading.missing-field")
        raise DataError([fault(section.place, f"{SECTION}.family", reason)])
    if found.text not in FAMILIES:
        reason = not_one_of(found.text, FAMILIES)
        raise DataError([fault(found.place, f"{SECTION}.family", reason)])
    load_family: Callable[[Game, MapNode], AnyRules]
    load_family = import_module(f"{__package__}.{found.text}").load
    return load_family


def _unmatched(game: Game, judged: tuple[str, ...]) -> Iterator[Problem]:
    """Yield the rules that are said to be checked and are not, and the other way round."""
    said = [rule.id for rule in game.head.rules if rule.checked]
    for rule in said:
        if rule not in judged:
            yield _problem(game, "rules", "rules.not-judged", rule=rule)
    for rule in judged:
        if rule not in said:
            yield _problem(game, "rules", "rules.not-in-data", rule=rule)


def _problem(game: Game, field: str, key: str, **values: str) -> Problem:
    return Problem(str(game.folder / "game.yaml"), None, None, field, message(key, **values))
