"""What pupils have of an exercise: the words, the figure, the turns, the table; no key, no rules.

A judge is a function of this alone that finds every answer. Those of a game are the `JUDGES` of the
module that is called like it, by kind.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from generator.documents.exercises.generation import Answer, Exercise

NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Printed:
    """An exercise as it lies before a pupil.

    `marks` is what stands in the cells of the figure, `beside` what else the figure shows: the
    fields of its turn (dice, throws, turns), of its `seat`, and `sum` and `colours` of a roll.
    """

    question: str
    marks: Mapping[str, str]
    beside: Mapping[str, Any]
    turns: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, one: Exercise) -> "Printed":
        """Return what is printed of an exercise; dice of turns are digits parted by spaces."""
        at, table = one.position, one.table
        beside = {"sum": at.sum, "colours": at.colours, **at.seat, **(at.turn or {})} if at else {}
        turns = tuple(" ".join(map(str, turn)) for turn in one.turns)
        rows = (table.heads, *table.rows) if table else ()
        return cls(one.question, at.marks if at else {}, beside, turns, rows)

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the question, as they come."""
        return numbers_in(self.question)


# All answers that what is printed allows, each as a key has it.
Judge = Callable[[Printed], Sequence[Answer]]


def numbers_in(words: str) -> tuple[int, ...]:
    """Return the whole numbers that stand in words, as they come."""
    return tuple(map(int, NUMBER.findall(words)))


def module_of(game: str) -> str:
    """Return the name of the module that judges the exercises of a game."""
    return f"tests.documents.paper_only.{game.replace('-', '_')}"


def judges_of(game: str) -> Mapping[str, Judge]:
    """Return the judges of a game by kind; none where nobody has written them."""
    name = module_of(game)
    found: Mapping[str, Judge] = import_module(name).JUDGES if find_spec(name) else {}
    return found
