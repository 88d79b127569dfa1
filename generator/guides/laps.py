"""How long a lap of a circuit takes, what it lands on, and what becomes of the teeth on the way.

The first two are exact: the pawn is a Markov chain whose states are the squares. The last is a
simulation by the rules, with a seed, because too many charts are possible to list them.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from random import Random

from generator.game import Game
from generator.guides.parts import rules_of
from generator.reading.nodes import plain
from generator.rules.circuit import CircuitRules
from generator.rules.circuit.chance import turn_with
from generator.rules.circuit.layout import Layout
from generator.rules.circuit.names import TWO_DICE
from generator.rules.circuit.state import Seat
from generator.rules.family import Seating

# Games that are simulated for each number of dice, and where their chance begins.
GAMES, SEED = 240, 1
ALONE = "a"


@dataclass(frozen=True, slots=True)
class Lap:
    """A lap from the first square until it is reached again.

    `turns` has the chance of each number of turns, `visits` how often on average each kind of
    square is landed on, the first square left out.
    """

    turns: Mapping[int, Fraction]
    visits: Mapping[str, Fraction]

    def mean(self) -> Fraction:
        """Return how many turns a lap takes on average."""
        return sum((turns * share for turns, share in self.turns.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class Worn:
    """What a chart shows on average after a lap's care: markers by stage, points, tokens left."""

    markers: Mapping[str, Fraction]
    points: Fraction
    tokens: Fraction


def lap(layout: Layout, sums: Mapping[int, Fraction]) -> Lap:
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


def worn(game: Game, dice: int) -> tuple[Worn, ...]:
    """Return what a player's chart shows after each lap, on average over simulated games.

    The player is alone, always moves with so many dice, and chooses by chance.
    """
    mechanics = game.sections.get("mechanics")
    data = f"{game.head.model_dump_json()} {None if mechanics is None else plain(mechanics)}"
    return _worn(_Case(data, dice, rules_of(game, CircuitRules)))


@cache
def _worn(case: _Case) -> tuple[Worn, ...]:
    rules, layout = case.rules, case.rules.layout
    after: list[list[Seat]] = [[] for _ in range(layout.laps.boxes)]
    chance = Random(SEED)  # noqa: S311 - a simulation
    variants = frozenset({TWO_DICE} if case.dice > 1 else ())
    for _ in range(GAMES):
        state = rules.start(Seating((ALONE,), variants))
        while (seat := state.seats[ALONE]).laps < layout.laps.boxes:
            roll = tuple(chance.randint(1, layout.sides) for _ in range(case.dice))
            state = rules.play(state, turn_with(layout, state, roll, chance))
            if state.seats[ALONE].laps > seat.laps:
                after[seat.laps].append(state.seats[ALONE])
    return tuple(_averaged(layout, seats) for seats in after)


def _averaged(layout: Layout, seats: list[Seat]) -> Worn:
    count = len(seats)
    markers = {
        name: Fraction(sum(seat.teeth.count(stage) for seat in seats), count)
        for stage, name in enumerate(layout.stages)
        if stage
    }
    worth = dict(zip(layout.stages, layout.points, strict=True))
    points = sum((worth[name] * mean for name, mean in markers.items()), Fraction(0))
    return Worn(markers, points, Fraction(sum(seat.tokens for seat in seats), count))
