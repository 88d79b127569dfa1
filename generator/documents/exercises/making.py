"""Exercises: questions on what random play leads to, each with its one answer by the rules.

A game's family offers kinds of exercises. A kind draws one that takes a level's number of steps:
numbers to add, cells to try, rolls to count. Steps are counted, so that levels differ by them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import product
from random import Random
from typing import Any, Protocol, TypeAlias, cast

from generator.documents.lesson import Position
from generator.errors import LudokitError
from generator.game import Game
from generator.game.sentences import Sentences
from generator.reading.nodes import MapNode
from generator.rules import family_and_act
from generator.words import Language, message

# How often a kind is drawn until the steps are those of the level and nobody has the exercise yet.
TRIES = 300
LEVELS = (1, 2, 3)
MOST_STEPS = 10**6
# The families, by their modules beside this one.
FAMILIES = ("count", "cross", "dental", "doce", "fill", "shut", "sti", "write")
# How many steps a level may take.
Span: TypeAlias = range
# An answer bare, as programs and the rules compare it.
Found: TypeAlias = int | str | tuple[str, ...] | Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Exercise:
    """A question with its one answer, `found` by the rules in so many steps.

    With the question a `position` is drawn, or turns as they were noted stand in a `record`, or
    neither. `rule` is the id of the rule asked for, where one is; `lines` are there to write on.
    """

    question: str
    answer: str
    found: Found
    steps: int
    position: Position | None = None
    record: tuple[str, ...] = ()
    rule: str | None = None
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of exercises, and what draws one of a span; the least steps of its three levels.

    One that `is_tall` has a picture that takes a third of a page or more.
    """

    name: str
    least: tuple[int, ...]
    draw: Callable[[Span, Random], Exercise | None]
    is_tall: bool = False

    def span(self, level: int) -> Span:
        """Return the steps that a level may take."""
        bounds = (*self.least, MOST_STEPS)
        return range(bounds[level - 1], bounds[level])

    def drawn(self, level: int, chance: Random, taken: Sequence[Exercise] = ()) -> Exercise | None:
        """Return an exercise of a level, one that is not taken if there is any; None for none."""
        span, spare = self.span(level), None
        for _ in range(TRIES):
            found = self.draw(span, chance)
            if found is not None and found.steps in span:
                if found not in taken:
                    return found
                spare = found
        return spare


@dataclass(frozen=True, slots=True)
class Numbered:
    """An exercise of a class: its kind, its level, and its id in the class: `2-07`."""

    id: str
    kind: str
    level: int
    exercise: Exercise


class Exercising(Protocol):
    """One module for each family of mechanics, with this function."""

    def kinds(self, game: Game, said: Sentences) -> tuple[Kind, ...]:
        """Return the kinds of exercises that suit a game, in the words of a language."""


def kinds(game: Game, language: Language) -> tuple[Kind, ...]:
    """Return the kinds of exercises of a game; none where nothing can judge them."""
    section = game.sections.get("mechanics")
    if not isinstance(section, MapNode):
        return ()
    family, act = family_and_act(section)
    if (act or family) not in FAMILIES:
        return ()
    module: Exercising = cast("Any", import_module(f"{__package__}.{act or family}"))
    return module.kinds(game, game.said_in(language))


@lru_cache(maxsize=4)  # for the pages and for their key
def class_set(
    game: Game, language: Language, seed: int, pupils: int
) -> tuple[tuple[Numbered, ...], ...]:
    """Return the exercises of each pupil, one of each level: all of the same kinds, none the same.

    The seed also says which kind comes at which level. Raise LudokitError where there are none.
    """
    every, chance = kinds(game, language), _chance(game, seed)
    order = _in_turn(every, chance)
    taken, pages = list[Exercise](), []
    for pupil in range(1, pupils + 1):
        page = []
        for level in LEVELS:
            own = _chance(game, seed, level, pupil)
            # A kind that has no such level leaves it to the next one, and that to the next level.
            turned = (*order[level - 1 :], *order[: level - 1])
            near = sorted(LEVELS, key=lambda other: abs(other - level))
            drawn = (
                Numbered(f"{level}-{pupil:02}", kind.name, other, one)
                for other, kind in product(near, turned)
                if (one := kind.drawn(other, own, taken)) is not None
            )
            if (found := next(drawn, None)) is None:
                raise LudokitError(message("exercise.none", game=game.name))
            taken.append(found.exercise)
            page.append(found)
        pages.append(tuple(page))
    return tuple(pages)


def _in_turn(every: Sequence[Kind], chance: Random) -> list[Kind]:
    """Return kinds in a random order, the first of which fit a page: not all of them are tall."""
    order = chance.sample(every, len(every))
    low = next((n for n, kind in enumerate(order) if not kind.is_tall), 0)
    if low >= len(LEVELS):
        high = chance.randrange(len(LEVELS))
        order[low], order[high] = order[high], order[low]
    return order


def _chance(game: Game, *numbers: int) -> Random:
    # A text as seed is the same for every Python.
    return Random(" ".join((game.name, *map(str, numbers))))  # noqa: S311 - a game, not a secret
