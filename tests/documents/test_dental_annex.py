"""The annex of the dentist's circuit, counted again by other means than the guide's."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from generator.documents.dental import lap
from generator.documents.reading import guide, numbers
from generator.documents.teaching import rules_of
from generator.game import Game, load
from generator.game.parts import Dice
from generator.rules.dental import DentalRules
from generator.rules.policies import WORN, means

# Games that are played here, and how far apart two fair means may lie, in errors of the mean.
GAMES, ERRORS = 6000, 4
SQUARES = "dsasbsashsbsassbsasa"
FREE, YELLOW, ORANGE, RED, BLACK = range(5)
POINTS = (0, 1, 2, 3, 5)


@pytest.fixture(scope="module")
def dental() -> Game:
    """Return the shipped game."""
    return load("dental")


def test_the_circuit_counted_here_is_the_one_of_the_data(dental: Game) -> None:
    """The squares that these tests walk are those of the game."""
    kinds = rules_of(dental, DentalRules).layout.kinds
    assert "".join(kind[0] for kind in kinds) == SQUARES


@pytest.mark.parametrize(("count", "turns"), [(1, 6), (2, 3)])
def test_a_lap_is_over_when_the_dice_add_up_to_it(dental: Game, count: int, turns: int) -> None:
    """So many turns are enough with the chance that their dice, all listed, add up to the lap."""
    layout = rules_of(dental, DentalRules).layout
    dice = Dice(part="dice", dice=tuple("ab"[:count]))
    found = lap(layout, dice.sums(count)).turns
    for last in range(1, turns + 1):
        rolls = list(product(range(1, 7), repeat=count * last))
        enough = Fraction(sum(sum(roll) >= len(SQUARES) for roll in rolls), len(rolls))
        assert sum(share for number, share in found.items() if number <= last) == enough


def test_sugar_of_a_lap(dental: Game) -> None:
    """A lap's sugar is the average die, or dice, on the sugar squares that are landed on."""
    told = numbers(dental, guide(dental, "en").positions, "en")
    layout = rules_of(dental, DentalRules).layout
    for count in (1, 2):
        sums = Dice(part="dice", dice=tuple("ab"[:count])).sums(count)
        lands = [Fraction(1)]
        for square in range(1, len(SQUARES)):
            before = ((square - n, chance) for n, chance in sums.items() if n <= square)
            lands.append(sum((chance * lands[at] for at, chance in before), Fraction()))
        visits = sum(chance for at, chance in enumerate(lands) if SQUARES[at] == "s")
        assert told[f"laps.{count}.changes"] == f"{float(visits * count * Fraction(7, 2)):.1f}"
        assert layout.dice.sides == 6


@pytest.mark.parametrize("dice", [1, 2])
def test_worn_charts_by_counting_teeth(dental: Game, dice: int) -> None:
    """Games of counted teeth, played here by a few lines, wear them as the guide's games do."""
    chance = Random(7)  # noqa: S311 - a simulation
    games = [tuple(_game(dice, chance)) for _ in range(GAMES)]
    count, worn = means(dental, "worn", WORN, {})
    for number, charts in enumerate(zip(*games, strict=True), start=1):
        for what, ours in zip(("points", "black"), zip(*charts, strict=True), strict=True):
            theirs = worn[f"{dice}.{number}.{what}"]
            allowed = ERRORS * stdev(ours) * sqrt(1 / count + 1 / GAMES)
            assert abs(mean(ours) - theirs.mean) < allowed, (number, what, mean(ours), theirs)


def test_the_error_is_that_of_the_mean(dental: Game) -> None:
    """What is said of how sure the points are is twice the error of a mean of so many games."""
    told = numbers(dental, guide(dental, "en").positions, "en")
    chance = Random(5)  # noqa: S311 - a simulation
    last = [tuple(_game(2, chance))[-1][0] for _ in range(GAMES)]
    wanted = 2 * stdev(last) / sqrt(WORN.games)
    assert wanted <= float(told["worn.all.error"]) < wanted + 0.15
    assert told["worn.all.games"] == f"{WORN.games:,}"


def _game(dice: int, chance: Random) -> Iterator[tuple[int, int]]:
    """Yield points and black teeth after each lap of somebody who plays alone."""
    teeth, tokens, has_cube, square, done = [16, 0, 0, 0, 0], 0, False, 0, 0
    while done < 5:
        square += sum(chance.randint(1, 6) for _ in range(dice))
        kind = SQUARES[square] if square < len(SQUARES) else "d"
        if kind == "s" and has_cube:
            has_cube = False
        elif kind == "s":
            _sweeten(teeth, sum(chance.randint(1, 6) for _ in range(dice)))
        elif kind == "a" and not has_cube and chance.random() < 0.5:
            has_cube = True
        elif kind == "a":
            tokens += chance.choice((1, 2))
        elif kind == "h":
            (hit,) = chance.choices(range(5), weights=teeth)
            teeth[hit] -= 1
            teeth[BLACK] += 1
        elif kind in "bd":
            _brush(teeth)
        if kind == "d":
            tokens = _treat(teeth, tokens)
            square, done = 0, done + 1
            yield sum(p * n for p, n in zip(POINTS, teeth, strict=True)), teeth[BLACK]


def _sweeten(teeth: list[int], changes: int) -> None:
    for stage, there in reversed(tuple(enumerate(teeth[:BLACK]))):
        moved = min(there, changes)
        teeth[stage] -= moved
        teeth[stage + 1] += moved
        changes -= moved


def _brush(teeth: list[int]) -> None:
    teeth[FREE] += teeth[YELLOW]
    teeth[ORANGE] += teeth[RED]
    teeth[YELLOW] = teeth[RED] = 0


def _treat(teeth: list[int], tokens: int) -> int:
    """Cure black teeth for two tokens, half cure one with the last, then orange ones for one."""
    while teeth[BLACK] and tokens:
        whole = tokens > 1
        teeth[BLACK] -= 1
        teeth[FREE if whole else ORANGE] += 1
        tokens -= 2 if whole else 1
    while teeth[ORANGE] and tokens:
        teeth[ORANGE] -= 1
        teeth[FREE] += 1
        tokens -= 1
    return tokens
