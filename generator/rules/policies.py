"""Policies: ways to play compared by their means over whole games, kept in `policies.yaml`."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Annotated, Any

from pydantic import Field, create_model

from generator.game import Game
from generator.game.catalog import POLICIES_FILE
from generator.game.facts import Count, Facts, Id, Index, Players
from generator.reading.nodes import Path, plain
from generator.reading.text_files import read_file
from generator.reading.validate import validate
from generator.rules import AnyRules, companion, companions
from generator.words import Message, message, not_one_of


class Policy(Facts):
    """How one plays who always plays alike: the field that the game's family knows."""

    @staticmethod
    def faults(_policy: Any, _rules: Any, /) -> Iterator[tuple[Path, Message]]:
        """Yield what the rules of a game do not know of its type's policy, with its place in it."""
        return iter(())


class Trial(Facts):
    """How often a way to play is tried, with which seed, by how many players and for how long."""

    games: Annotated[int, Field(ge=2, le=100_000)] = 1000
    """How many games are played."""
    seed: Index = 1
    """Where their chance begins."""
    players: Players = 1
    """How many play together, all alike."""
    turns: Count | None = None
    """How many turns a game has; left out, until it is over."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of games, and its standard error."""

    mean: float
    error: float


@cache
def every_policy() -> type[Policy]:
    """Return the model of a policy of any type: the fields of all, until the game is known."""
    bases = tuple(_policy_class(module) for module in companions("policy"))
    return create_model("Plays", __base__=bases, __doc__=Policy.__doc__)


def _policy_class(module: Any) -> type[Policy]:
    found = (one for one in vars(module).values() if isinstance(one, type))
    return next(one for one in found if issubclass(one, Policy) and one is not Policy)


def validate_policy(policy: Policy, rules: AnyRules) -> Iterator[tuple[Path, Message]]:
    """Yield what a game does not know of a policy, with its place in it."""
    module = companion(rules.game, "policy")
    kind = None if module is None else _policy_class(module)
    fields = [""] if kind is None else [*kind.model_fields]
    given = policy.model_dump(exclude_none=True)
    yield from (((name,), not_one_of(name, fields)) for name in given if name not in fields)
    if fields[0] not in given:
        yield (), message("guide.no-policy", field=fields[0])
    if kind is not None:
        yield from kind.faults(policy, rules)


class StoredMeans(Facts):
    """Means that are kept: of which question, how many games, each with its standard error."""

    of: str
    games: int
    means: Mapping[str, tuple[float, float]]


class PolicyFile(Facts):
    """The file `policies.yaml`: means by what they are of."""

    kept: Mapping[Id, StoredMeans]


def fingerprint(game: Game, name: str, asked: Sequence[Facts]) -> str:
    """Return a digest of a question to the rules of a game, and of these rules."""
    head = game.head.model_dump(mode="json", include={"parts"})
    rules = [(rule.id, rule.by) for rule in game.head.rules if rule.by]
    said = [name, *(one.model_dump(mode="json") for one in asked)]
    told = [head, rules, plain(game.sections["mechanics"]), said]
    return sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()[:16]


def stored_means(game: Game, name: str, asked: Sequence[Facts]) -> StoredMeans | None:
    """Return the means that are kept of a question; None where they are of other rules or none."""
    file = game.folder / POLICIES_FILE
    if not file.exists():
        return None
    found = validate(read_file(file), PolicyFile).kept.get(name)
    return found if found and found.of == fingerprint(game, name, asked) else None


def means(
    game: Game, name: str, trial: Trial, ways: Mapping[str, Policy]
) -> tuple[int, Mapping[str, Estimate]] | None:
    """Return how many games were simulated, and their means; None where none are kept."""
    if (found := stored_means(game, name, (trial, *ways.values()))) is None:
        return None
    return found.games, {one: Estimate(*pair) for one, pair in found.means.items()}
