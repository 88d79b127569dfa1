"""A policy on a board of dice: which lines are filled, one after the other."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field

from generator.game.facts import Id
from generator.game.parts import Squares
from generator.games.cross.rules import CrossRules
from generator.reading.nodes import Path
from generator.rules.policies import Policy
from generator.rules.sheet.plan import Line
from generator.words import Message, not_one_of


class CrossPolicy(Policy):
    """How one plays who always plays alike."""

    lines: Annotated[tuple[Id, ...], Field(min_length=1)] | None = None
    """On a board of dice: the lines that are filled, by their ids, each before the next."""

    @staticmethod
    def faults(policy: "CrossPolicy", rules: CrossRules, /) -> Iterator[tuple[Path, Message]]:
        known = tuple(scoring_lines(rules))
        odd = ((n, name) for n, name in enumerate(policy.lines or ()) if name not in known)
        yield from ((("lines", n), not_one_of(name, known)) for n, name in odd)


def scoring_lines(rules: CrossRules) -> Mapping[str, Line]:
    """Return the squares of each line of a board, by its id."""
    part = rules.game.head.parts[rules.layout.gear.plan.part]
    lines = part.lines() if isinstance(part, Squares) else ()
    return {line.id: tuple(square.id for square in line.squares) for line in lines}
