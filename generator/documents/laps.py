"""How long a lap of a circuit takes, what it lands on, and what becomes of the teeth on the way.

The first two are exact: the pawn is a Markov chain whose states are the squares. The last is a
simulation with what the rules make of teeth, and a seed, because too many charts are possible to
list them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from math import sqrt
from random import Random
from typing import TypeAlias

from generator.rules.dental import state as states
from generator.rules.dental.chance import CUBE

# Games that are simulated for each number of dice, and where their chance begins.
GAMES, SEED = 5000, 1
# Squares that all of them together pass at most: of very long games fewer are played.
MOST_SQUARES = 2_000_000
# A mean of endless games lies within so many standard errors, but for one case in twenty.
WIDTH = 2

# The teeth in the order of their markers, for no rule knows their places; and the tokens.
Chart: TypeAlias = tuple[states.Teeth, int]


@dataclass(frozen=True, slots=True)
class Lap:
    """A lap: the chance of each number of `turns`, mean `visits` of kinds but the first square."""

    turns: Mapping[int, Fraction]
    visits: Mapping[str, Fraction]

    def longer(self, turns: int) -> Fraction:
        """Return the chance of a lap of more turns."""
        return sum((share for n, share in self.turns.items() if n > turns), Fraction(0))


@dataclass(frozen=True, slots=True)
class Worn:
    """What a chart shows on average after a lap's care; in endless games, points within `error`."""

    markers: Mapping[str, Fraction]
    points: Fraction
    error: float


def lap(layout: states.Layout, sums: Mapping[int, Fraction]) -> Lap:
    """Return a lap whose moves have such chances."""
    where = {0: Fraction(1)}
    turns: dict[int, Fraction] = {}
    visits: dict[str, Fraction] = defaultdict(Fraction)
    for turn in range(1, len(layout.squares) + 1):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for square, share in where.items():
            for steps, chance in sums.items():
                after[layout.reached(square, steps)] += share * chance
        if 0 in after:
            turns[turn] = after.pop(0)
        for square, share in after.items():
            visits[layout.kinds[square]] += share
        where = after
    return Lap(turns, visits)


def games_for(layout: states.Layout) -> int:
    """Return how many games are simulated."""
    squares = layout.laps.boxes * len(layout.squares)
    return max(1, min(GAMES, MOST_SQUARES // squares))


@cache
def worn(layout: states.Layout, dice: int) -> tuple[Worn, ...]:
    """Return a lone player's chart after each lap with so many dice, a mean over random games."""
    chance, changed = Random(SEED), cache(partial(_changed, layout))  # noqa: S311 - a simulation
    games = [tuple(_played(layout, dice, chance, changed)) for _ in range(games_for(layout))]
    return tuple(_averaged(layout, Counter(charts)) for charts in zip(*games, strict=True))


def _played(
    layout: states.Layout, dice: int, chance: Random, changed: Callable[..., Chart]
) -> Iterator[Chart]:
    """Yield the chart after the care of each lap of a game."""
    chart, has_cube = ((0,) * len(layout.teeth), 0), False
    for _ in range(layout.laps.boxes):
        square = 0
        while square := layout.reached(square, _rolled(layout, dice, chance)):
            kind, number = layout.kinds[square], 0
            if kind == states.APPOINTMENT and not has_cube and not chance.randrange(CUBE):
                has_cube = True
                continue
            if kind == states.SUGAR and has_cube:
                has_cube = False
                continue
            if kind == states.HIT:
                number = chance.randrange(layout.tooth_die.sides)
            elif kind != states.BRUSHING:
                number = _rolled(layout, dice if kind == states.SUGAR else 1, chance)
            chart = changed(kind, chart, number)
        chart = changed(states.DENTIST, chart, 0)
        yield chart


def _changed(layout: states.Layout, kind: str, chart: Chart, number: int) -> Chart:
    """Return what a square makes of a chart, with the number of its die."""
    teeth, tokens = chart
    due: states.Ways = {}
    match kind:
        case "appointment":
            return teeth, tokens + layout.appointments[number % 2]
        case "hit" if number < len(teeth):  # else the die names no tooth
            teeth = states.marked(teeth, {number + 1: len(layout.stages) - 1})
        case "brushing":
            teeth = layout.cleaned(teeth)
        case "sugar":
            due = layout.sugar_due(teeth, number)
        case "dentist":
            teeth = layout.cleaned(teeth)
            due = layout.care_due(teeth, tokens)
            tokens -= layout.cost(due)
    marks = states.spread(teeth, due, lambda alike, count: alike[:count])
    return tuple(sorted(states.marked(teeth, marks))), tokens


def _rolled(layout: states.Layout, dice: int, chance: Random) -> int:
    return dice + sum(chance.randrange(layout.dice.sides) for _ in range(dice))


def _averaged(layout: states.Layout, charts: Counter[Chart]) -> Worn:
    games = charts.total()
    counted = [
        (teeth, sum(map(layout.points.__getitem__, teeth)), n) for (teeth, _), n in charts.items()
    ]
    mean = Fraction(sum(points * n for _, points, n in counted), games)
    spread = sqrt(sum((points - float(mean)) ** 2 * n for _, points, n in counted) / games)
    markers = {
        name: Fraction(sum(teeth.count(stage) * n for teeth, _, n in counted), games)
        for stage, name in enumerate(layout.stages)
        if stage
    }
    return Worn(markers, mean, WIDTH * spread / sqrt(games))
