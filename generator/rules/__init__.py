"""Rules as behaviour: a game's `mechanics` name its type, a folder with a module `rules`."""

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import get_args

from generator.errors import DataError, LudokitError, Problem
from generator.game import Game
from generator.game.agreement import missing_words
from generator.game.facts import Facts
from generator.reading.nodes import MapNode
from generator.rules.interface import (
    AnyRules,
    Outcome,
    Refusal,
    Rules,
    Seating,
    read_choice,
    text_of,
)
from generator.words import message

__all__ = ["AnyRules", "Outcome", "Refusal", "Rules", "Seating", "check", "load"]

SECTION = "mechanics"
# Where types of games have their folders: `<home>/<type>/rules.py`.
HOMES = ("generator.games", "generator.listgames")
MODULE = "rules"
# What a rule says that no record can show to be broken.
UNCHECKED = "checked: false"


class NotJudgedError(LudokitError):
    """A game says nothing of how it is played, so that its records cannot be judged."""


@lru_cache(maxsize=8)
def load(game: Game) -> AnyRules:
    """Return the rules of a game; DataError with every fault, NotJudgedError where it has none."""
    section = game.sections.get(SECTION)
    if section is None:
        raise NotJudgedError(message("rules.no-mechanics", game=game.name))
    if not isinstance(section, MapNode):
        raise DataError([_problem(game, SECTION, "reading.missing-field")])
    module = import_module(_modules()[game_type(section)])
    classes = (one for one in vars(module).values() if isinstance(one, type))
    own = (one for one in classes if one.__module__ == module.__name__)
    kind = next(one for one in own if issubclass(one, Rules))
    rules = kind(game, kind.read_layout(game, section))
    said = [rule.id for rule in game.head.rules if rule.checked]
    amiss = [("rules.not-judged", rule) for rule in said if rule not in rules.judged_rules]
    amiss += [("rules.not-in-data", rule) for rule in rules.judged_rules if rule not in said]
    found = (_problem(game, "rules", key, rule=rule, flag=UNCHECKED) for key, rule in amiss)
    DataError.raise_for(found)
    return rules


def game_type(section: MapNode) -> str:
    """Return the type of game of a section `mechanics`: its act if it has one, else its family."""
    said = text_of(section, "family"), text_of(section, "act")
    for name in reversed(said):
        # Only what is asked for is imported, unless nothing has that name.
        if name in _modules() and _words(str(name)) in {said, (said[0], None)}:
            return str(name)
    known = [_words(name) for name in _modules()]
    family = read_choice(section, "family", sorted({of for of, _ in known if of}))
    return read_choice(section, "act", sorted(act for of, act in known if of == family and act))


def mechanics_models() -> Iterator[type[Facts]]:
    """Yield the models of the section `mechanics`, one for each type of game."""
    return map(_mechanics, _modules())


def companion(game: Game, name: str) -> ModuleType | None:
    """Return the module of a name beside the rules of a game's type; None where there is none."""
    section = game.sections.get(SECTION)
    return _beside(game_type(section), name) if isinstance(section, MapNode) else None


def companions(name: str) -> Iterator[ModuleType]:
    """Yield the modules of a name, beside the rules of all types of games that have one."""
    return (module for one in _modules() if (module := _beside(one, name)) is not None)


def _beside(of: str, name: str) -> ModuleType | None:
    folder, _, _ = _modules()[of].rpartition(".")
    path = f"{folder}.{name}"
    return None if find_spec(path) is None else import_module(path)


@cache
def _modules() -> Mapping[str, str]:
    found = dict[str, str]()
    for home in HOMES:
        spec = find_spec(home)
        for place in (spec.submodule_search_locations or ()) if spec else ():
            for one in iter_modules([place]):
                inside = iter_modules([str(Path(place, one.name))])
                if any(module.name == MODULE for module in inside):
                    found[one.name] = f"{home}.{one.name}.{MODULE}"
    return dict(sorted(found.items()))


def _mechanics(name: str) -> type[Facts]:
    model: type[Facts] = import_module(_modules()[name]).Mechanics
    return model


def _words(name: str) -> tuple[str | None, str | None]:
    """Return the family, and the act if there is one, that a section of a type has to name."""
    fields = _mechanics(name).model_fields
    family, act = (fields[one].annotation if one in fields else None for one in ("family", "act"))
    return next(iter(get_args(family)), None), next(iter(get_args(act)), None)


def check(game: Game) -> None:
    """Read the rules of a game that has any; raise DataError with every fault of its mechanics."""
    if SECTION in game.sections:
        DataError.raise_for(missing_words(game, load(game).needs()))


def _problem(game: Game, field: str, key: str, **values: str) -> Problem:
    return Problem(str(game.folder / "game.yaml"), None, None, field, message(key, **values))
