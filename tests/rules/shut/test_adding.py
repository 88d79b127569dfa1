"""What adds up to a throw, and what is left on average: each number found by brute force too."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from random import Random

import pytest

from generator.game.parts import Pool
from generator.rules.sheet.plan import Kit, Plan, Spot
from generator.rules.sheet.primitives import Primitives
from generator.rules.sheet.rolling import FewerDice
from generator.rules.sheet.shut import Layout, Policy

NUMBERS = frozenset(range(1, 10))
# How many ways shut each throw on the full box.
WAYS = {2: 1, 3: 2, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6, 9: 8, 10: 9, 11: 10, 12: 12}

Set = frozenset[int]


def box_of(values: Mapping[str, int], *, fewest: int = 1, dice: int = 2, sides: int = 6) -> Layout:
    """Return a box of numbers, where one die may be thrown once 7, 8 and 9 are shut."""
    spots = {name: Spot(name, "f", 1, value=value) for name, value in values.items()}
    pool = Pool(part="pool", dice=dice, sides=sides)
    kit = Kit(Plan("box", spots, {}, {}, {}, {}), pool, pays="sum", fewest=fewest)
    heavy = tuple(name for name, value in values.items() if value > sides)
    rules = {"fewer": FewerDice(rule="fewer-dice", once=heavy)} if heavy else {}
    return Layout(kit, Primitives(rules))


def full(fewest: int = 1) -> Layout:
    """Return the box of nine flaps."""
    return box_of({f"f{number}": number for number in range(1, 10)}, fewest=fewest)


def subsets(numbers: Set) -> Iterator[Set]:
    """Yield every set of some of the numbers."""
    sizes = range(len(numbers) + 1)
    return map(frozenset, chain.from_iterable(combinations(numbers, size) for size in sizes))


def test_ways_on_the_full_box() -> None:
    """Each of the 36 throws is made in as many ways as the table says, and as sets are found."""
    sets, box = Counter(map(sum, subsets(NUMBERS))), full()
    cells = tuple(box.kit.plan.spots)
    for total in map(sum, product(range(1, 7), repeat=2)):
        assert len(box.ways(cells, total)) == WAYS[total] == sets[total]


@pytest.mark.parametrize("seed", range(20))
def test_ways_are_those_that_trying_every_set_finds(seed: int) -> None:
    """Whatever is open, numbers alike among it too, the ways are all sets with the right sum."""
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    values = {f"c{n}": chance.randint(0 if seed % 2 else 1, 9) for n in range(chance.randint(0, 9))}
    for total in range(1, 19):
        sizes = range(1, len(values) + 1)
        every = chain.from_iterable(combinations(values, size) for size in sizes)
        wanted = {
            frozenset(cells)
            for cells in every
            if sum(values[cell] for cell in cells) == total and all(values[c] for c in cells)
        }
        found = box_of(values).ways(tuple(values), total) if values else ()
        assert set(map(frozenset, found)) == wanted
        assert len(found) == len(wanted)
        assert [len(way) for way in found] == sorted(len(way) for way in found)


def largest(fitting: list[Set]) -> Set:
    """Take the way whose largest number is largest, then the next one, and so on."""
    return max(fitting, key=lambda way: sorted(way, reverse=True))


def most(fitting: list[Set]) -> Set:
    """Take the way with most numbers, of these the one with the smallest numbers."""
    return min(fitting, key=lambda way: (-len(way), sorted(way)))


def carried_forward(take: Callable[[list[Set]], Set], fewest: int) -> tuple[float, float]:
    """Return what is left and how often nothing is, by playing all throws of all states at once."""
    alive = {NUMBERS: 1.0}
    left = shut = 0.0
    while alive:
        after: dict[Set, float] = {}
        for still, share in alive.items():
            dice = fewest if not still & {7, 8, 9} else 2
            for faces in product(range(1, 7), repeat=dice):
                here = share / 6**dice
                fitting = [way for way in subsets(still) if way and sum(way) == sum(faces)]
                if not fitting:
                    left += here * sum(still)
                elif rest := still - take(fitting):
                    after[rest] = after.get(rest, 0.0) + here
                else:
                    shut += here
        alive = after
    return left, shut


@pytest.mark.parametrize("fewest", [1, 2])
@pytest.mark.parametrize(("policy", "take"), [("largest", largest), ("most", most)])
def test_policies_carried_forward(
    policy: Policy, take: Callable[[list[Set]], Set], fewest: int
) -> None:
    """A policy leaves on average what playing every throw from the full box on comes to."""
    box = full(fewest)
    left, shut = carried_forward(take, fewest)
    assert float(box.left(policy)) == pytest.approx(left)
    assert float(box.shut(policy)) == pytest.approx(shut)


@pytest.mark.parametrize("fewest", [1, 2])
def test_the_best_policy_by_another_recursion(fewest: int) -> None:
    """The least that can be left is what asking every set from the smallest on finds."""
    value: dict[Set, float] = {frozenset(): 0.0}
    throws = {1: Counter(range(1, 7)), 2: Counter(map(sum, product(range(1, 7), repeat=2)))}
    for still in sorted(subsets(NUMBERS), key=sum):
        by_sum: dict[int, list[Set]] = {}
        for way in subsets(still):
            by_sum.setdefault(sum(way), []).append(way)
        value.setdefault(
            still,
            min(
                sum(
                    times * min((value[still - w] for w in by_sum.get(t, ())), default=sum(still))
                    for t, times in throws[dice].items()
                )
                / 6**dice
                for dice in (range(fewest, 3) if not still & {7, 8, 9} else [2])
            ),
        )
    best = full(fewest).left("best")
    assert float(best) == pytest.approx(value[NUMBERS])
    assert round(float(best), 2) == (11.01 if fewest == 1 else 11.16)


def test_the_best_policy_among_all_there_are() -> None:
    """On a box of four and one die of four, no way of choosing leaves less than the best one."""
    numbers, faces = frozenset({1, 2, 3, 4}), range(1, 5)
    choices = {
        (still, face): fitting
        for still in subsets(numbers)
        for face in faces
        if len(fitting := [way for way in subsets(still) if sum(way) == face]) > 1
    }

    def left(chosen: Mapping[tuple[Set, int], Set]) -> Fraction:
        @cache
        def of(still: Set) -> Fraction:
            total = Fraction(0)
            for face in faces:
                fitting = [way for way in subsets(still) if sum(way) == face]
                way = chosen.get((still, face), fitting[0] if fitting else None)
                total += Fraction(sum(still)) if way is None else of(still - way)
            return total / 4 if still else Fraction(0)

        return of(numbers)

    everyone = (dict(zip(choices, picked, strict=True)) for picked in product(*choices.values()))
    least = min(map(left, everyone))
    small = box_of({str(n): n for n in numbers}, dice=1, sides=4)
    assert small.left("best") == least


def test_chance_that_something_fits() -> None:
    """With 1, 2 and 3 left every throw of one die fits, and few of two."""
    box = full()
    assert box.fits(("f1", "f2", "f3"), 1) == 1
    fitting = [sum(faces) <= 6 for faces in product(range(1, 7), repeat=2)]
    assert box.fits(("f1", "f2", "f3"), 2) == Fraction(sum(fitting), 36)
