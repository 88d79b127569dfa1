"""The box judged from paper: nine flaps, the dice that are drawn, and what the rule sheet says."""

import re
from collections.abc import Sequence
from itertools import combinations, product

from tests.documents.paper_only.printed import Printed, numbers_in

FLAPS = range(1, 10)
# What parts a throw from what was shut for it.
SHUTS = re.compile(r" (?:et ferme|and shuts) ")
Flaps = tuple[int, ...]


def is_open(seen: Printed) -> Flaps:
    """Return the flaps of the figure without a cross."""
    crossed = {int(cell[1:]) for cell in seen.marks}
    return tuple(flap for flap in FLAPS if flap not in crossed)


def sums(flaps: Sequence[int], total: int) -> list[Flaps]:
    """Return which flaps make a total, found by trying all."""
    every = (way for count in range(1, len(flaps) + 1) for way in combinations(flaps, count))
    return [way for way in every if sum(way) == total]


def named(ways: Sequence[Flaps]) -> tuple[str, ...]:
    """Return flaps as sums: 1+4."""
    return tuple("+".join(map(str, way)) for way in ways)


def thrown(seen: Printed) -> int:
    """Return the sum of the dice beside the figure."""
    return sum(seen.beside["throws"][-1]["dice"])


def left(seen: Printed) -> list[int]:
    """Add what is open."""
    return [sum(is_open(seen))]


def ways(seen: Printed) -> list[tuple[str, ...]]:
    """Try everything that is open; the total is told and drawn alike."""
    assert {*seen.numbers} == {thrown(seen)}
    return [named(sums(is_open(seen), thrown(seen)))]


def correct(seen: Printed) -> list[str]:
    """Add each line up again."""
    found = []
    for place, line in enumerate(seen.turns, start=1):
        *flaps, points = numbers_in(line)
        if sum(flaps) != points:
            found.append(f"{place}: {sum(flaps)}")
    return found


def complete(seen: Printed) -> list[str]:
    """Take what is written from each throw, then add what was never shut."""
    still, found = {*FLAPS}, list[str]()
    for line in seen.turns:
        if not SHUTS.search(line):
            # Nothing fits the last throw, or the turn would go on.
            assert line == seen.turns[-1]
            assert not sums(sorted(still), sum(numbers_in(line)))
            continue
        dice, shut = map(numbers_in, SHUTS.split(line))
        lacks = sum(dice) - sum(shut)
        assert len(dice) == 2 or not still & {7, 8, 9}
        assert {lacks, *shut} <= still
        assert lacks not in shut
        still -= {lacks, *shut}
        found.append(str(lacks))
    return [f"{', '.join(found)}: {sum(still)}"]


def error(seen: Printed) -> list[str]:
    """Find lines that break a rule, whatever is taken to be shut after one that did."""
    lines = [tuple(map(numbers_in, SHUTS.split(line))) for line in seen.turns]
    found, branches = set[str](), [{*FLAPS}]
    for place, (dice, shut) in enumerate(lines, start=1):
        after = list[set[int]]()
        for still in branches:
            if sum(shut) == sum(dice) and {*shut} <= still:
                after.append(still - {*shut})
                continue
            right = sums(sorted(still), sum(dice))
            found |= {f"{place}: {name}" for name in named(right)} or {f"{place}"}
            after += [still, still - {*shut}, *(still - {*way} for way in right)]
        branches = after
        assert all(branches)
    return sorted(found)


def back(seen: Printed) -> list[tuple[str, ...]]:
    """Try as many open flaps as are told; at least two more are shut, so any can be."""
    count, points = seen.numbers
    still = is_open(seen)
    assert len(still) >= count + 2
    return [named([way for way in sums(still, points) if len(way) == count])]


def choice(seen: Printed) -> list[str]:
    """Write down what both choices leave, and take the longer list."""
    one, two = re.findall(r"\d+(?:\+\d+)*", seen.question)[1:3]
    made = {}
    for name in (one, two):
        shut = {*numbers_in(name)}
        assert sum(shut) == thrown(seen)
        assert shut <= {*is_open(seen)}
        rest = [flap for flap in is_open(seen) if flap not in shut]
        made[name] = sum(bool(sums(rest, total)) for total in range(2, 13))
    return [name for name in made if made[name] == max(made.values())]


def hundred(seen: Printed) -> list[str]:
    """Fill up to a hundred, then add the columns below the limit."""
    every, limit = seen.numbers[:2]
    (_, *heads), (_, *row) = seen.table
    lacks = every - sum(int(cell) for cell in row if cell)
    counts = [int(cell) if cell else lacks for cell in row]
    below = sum(n for head, n in zip(heads, counts, strict=True) if numbers_in(head)[1] < limit)
    assert row.count("") == 1
    assert any(numbers_in(head)[0] == limit for head in heads)
    return [f"{lacks} {below}"]


def outcomes(seen: Printed) -> list[str]:
    """Throw both dice in all ways."""
    *still, every = seen.numbers
    rolls = [*product(range(1, 7), repeat=2)]
    assert every == len(rolls)
    assert len(seen.table) == len(seen.table[0]) == 7
    return [f"{sum(bool(sums(still, sum(roll))) for roll in rolls)}/{every}"]


JUDGES = {
    "left": left,
    "ways": ways,
    "shut-correct": correct,
    "shut-complete": complete,
    "shut-error": error,
    "shut-back": back,
    "shut-choice": choice,
    "shut-hundred": hundred,
    "shut-outcomes": outcomes,
}
