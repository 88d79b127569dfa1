"""How long a lap of a circuit takes, what it lands on, and what becomes of the teeth on the way.

The first two are exact: the pawn is a Markov chain whose states are the squares. The last is a
simulation with what the rules make of teeth, and a seed, because too many charts are possible to
list them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random

from generator.game import Game
from generator.guides.teaching import rules_of
from generator.reading.nodes import plain
from generator.rules.circuit import CircuitRules
from generator.rules.circuit import state as states
from generator.rules.circuit.chance import CUBE

# Games that are simulated for each number of dice, and where their chance begins.
GAMES, SEED = 5000, 1
# Squares that all of them together pass at most: of very long games fewer are played.
MOST_SQUARES = 2_000_000
# A mean of endless games lies within so many standard errors, but for one case in twenty.
WIDTH = 2


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
    circuit = layout.circuit
    where = {0: Fraction(1)}
    turns: dict[int, Fraction] = {}
    visits: dict[str, Fraction] = defaultdict(Fraction)
    for turn in range(1, len(circuit.squares) + 1):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for square, share in where.items():
            for steps, chance in sums.items():
                after[circuit.moved(square, steps)] += share * chance
        if 0 in after:
            turns[turn] = after.pop(0)
        for square, share in after.items():
            visits[layout.kind(square)] += share
        where = after
    return Lap(turns, visits)


@dataclass(frozen=True, slots=True)
class _Case:
    """A game whose data are these, played with so many dice a move."""

    data: str
    dice: int
    rules: CircuitRules = field(compare=False)


@dataclass(frozen=True, slots=True)
class _Chart:
    """The teeth of a chart in the order of their markers, and its tokens."""

    teeth: states.Teeth
    tokens: int


def games_for(layout: states.Layout) -> int:
    """Return how many games are simulated."""
    squares = layout.laps.boxes * len(layout.circuit.squares)
    return max(1, min(GAMES, MOST_SQUARES // squares))


def worn(game: Game, dice: int) -> tuple[Worn, ...]:
    """Return a lone player's chart after each lap with so many dice, a mean over random games."""
    mechanics = game.sections.get("mechanics")
    data = f"{game.head.model_dump_json()} {None if mechanics is None else plain(mechanics)}"
    return _worn(_Case(data, dice, rules_of(game, CircuitRules)))


@cache
def _worn(case: _Case) -> tuple[Worn, ...]:
    layout = case.rules.layout
    after: list[Counter[_Chart]] = [Counter() for _ in range(layout.laps.boxes)]
    chance = Random(SEED)  # noqa: S311 - a simulation
    changes = _Changes(layout)
    for _ in range(games_for(layout)):
        for lap_, chart in zip(after, _played(changes, case.dice, chance), strict=True):
            lap_[chart] += 1
    return tuple(_averaged(layout, charts) for charts in after)


class _Changes:
    """What squares make of teeth, kept in the order of markers: no rule knows their places."""

    def __init__(self, layout: states.Layout) -> None:
        self.layout = layout
        self.sugar, self.care = cache(self._sugar), cache(self._care)
        self.brushing = cache(lambda teeth: _ordered(states.cleaned(layout, teeth)))
        worst = len(layout.stages) - 1
        self.hit = cache(lambda teeth, place: _ordered(states.marked(teeth, {place + 1: worst})))

    def _sugar(self, teeth: states.Teeth, number: int) -> states.Teeth:
        due = states.sugar_due(self.layout, teeth, number)
        marks = {t: stage + 1 for stage, n in due.items() for t in states.numbers(teeth, stage)[:n]}
        return _ordered(states.marked(teeth, marks))

    def _care(self, chart: _Chart) -> _Chart:
        """Clean and treat the teeth as far as the tokens go."""
        layout = self.layout
        clean = states.cleaned(layout, chart.teeth)
        due = states.care_due(layout, clean, chart.tokens)
        first, following = states.numbers(clean, layout.first), states.numbers(clean, layout.next)
        marks = dict.fromkeys((*first[: due.whole], *following[: due.next]), 0)
        marks |= dict.fromkeys(first[due.whole : due.whole + due.half], layout.next)
        return _Chart(_ordered(states.marked(clean, marks)), chart.tokens - due.cost(layout))


def _ordered(teeth: states.Teeth) -> states.Teeth:
    return tuple(sorted(teeth))


def _played(changes: _Changes, dice: int, chance: Random) -> Iterator[_Chart]:
    """Yield the chart after the care of each lap of a game."""
    layout, has_cube = changes.layout, False
    chart = _Chart((0,) * len(layout.teeth), 0)
    for _ in range(layout.laps.boxes):
        square = 0
        while square := layout.circuit.moved(square, _rolled(layout, dice, chance)):
            kind, teeth = layout.kind(square), chart.teeth
            if kind == states.APPOINTMENT and (has_cube or chance.randrange(CUBE)):
                tokens = layout.appointments[_rolled(layout, 1, chance) % 2]
                chart = _Chart(teeth, chart.tokens + tokens)
            elif kind == states.APPOINTMENT:
                has_cube = True
            elif kind == states.BRUSHING:
                chart = _Chart(changes.brushing(teeth), chart.tokens)
            elif kind == states.HIT:
                place = chance.randrange(layout.tooth_sides)
                chart = _Chart(changes.hit(teeth, place), chart.tokens)
            elif kind == states.SUGAR and not has_cube:
                number = _rolled(layout, dice, chance)
                chart = _Chart(changes.sugar(teeth, number), chart.tokens)
            elif kind == states.SUGAR:
                has_cube = False
        chart = changes.care(chart)
        yield chart


def _rolled(layout: states.Layout, dice: int, chance: Random) -> int:
    return dice + sum(chance.randrange(layout.sides) for _ in range(dice))


def _averaged(layout: states.Layout, charts: Counter[_Chart]) -> Worn:
    games = charts.total()
    points = {c: sum(layout.points[stage] for stage in c.teeth) for c in charts}
    mean = Fraction(sum(points[c] * n for c, n in charts.items()), games)
    spread = sqrt(sum((points[c] - float(mean)) ** 2 * n for c, n in charts.items()) / games)
    markers = {
        name: Fraction(sum(c.teeth.count(stage) * n for c, n in charts.items()), games)
        for stage, name in enumerate(layout.stages)
        if stage
    }
    return Worn(markers, mean, WIDTH * spread / sqrt(games))
