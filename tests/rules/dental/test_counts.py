"""How many ways there are to do what a square says, counted by the rules and by brute force."""

from collections.abc import Iterator
from itertools import combinations, product
from math import comb

import pytest

from generator.rules.dental import DentalRules
from generator.rules.dental.state import Turn
from tests.rules.dental.table import named, seat, situation, turn

NONE, YELLOW, ORANGE, RED, BLACK = range(5)
Chart = tuple[int, ...]


def _chart(counts: tuple[int, int, int, int]) -> Chart:
    """Return sixteen teeth with so many yellow, orange, red and black ones, in this order."""
    marked = [stage for stage, count in enumerate(counts, start=1) for _ in range(count)]
    return tuple(marked + [NONE] * (16 - len(marked)))


def _words(chart: Chart) -> str:
    return " ".join(f"{n}{' yorb'[s]}" for n, s in enumerate(chart, start=1) if s)


def _by_hand(chart: Chart, changes: int) -> set[Chart]:
    """Change one tooth after another as the source tells it; return all charts that can result."""
    ends: set[Chart] = set()
    todo: list[tuple[Chart, frozenset[int], int]] = [(chart, frozenset(), changes)]
    seen = set(todo)
    while todo:
        now, touched, left = todo.pop()
        for stage in (RED, ORANGE, YELLOW, NONE):
            free = [n for n in range(16) if chart[n] == stage and n not in touched]
            if free:
                break
        else:
            ends.add(now)
            continue
        if left == 0:
            ends.add(now)
            continue
        for tooth in free:
            after = (*now[:tooth], stage + 1, *now[tooth + 1 :])
            following = (after, touched | {tooth}, left - 1)
            if following not in seen:
                seen.add(following)
                todo.append(following)
    return ends


@pytest.mark.parametrize(
    ("counts", "face", "ways"),
    [
        ((0, 0, 0, 0), 1, 16),
        ((0, 0, 0, 0), 2, 120),
        ((0, 0, 0, 0), 3, 560),
        ((2, 2, 1, 0), 6, 11),
        ((2, 2, 1, 0), 4, 2),
        ((5, 3, 0, 2), 5, 10),
        ((3, 4, 2, 1), 3, 4),
        ((0, 6, 0, 0), 3, 20),
        ((4, 0, 2, 8), 6, 1),
        ((0, 0, 1, 14), 6, 1),
        ((0, 0, 0, 16), 6, 1),
    ],
)
def test_sugar_ways(
    dental: DentalRules, counts: tuple[int, int, int, int], face: int, ways: int
) -> None:
    """For a table of marker counts: of all sets of teeth the rules accept those of the source."""
    chart = _chart(counts)
    state = situation(seat(_words(chart)))
    harmed = [n for n in range(16) if chart[n] != BLACK]
    accepted = set()
    for size in range(min(face, len(harmed)) + 1):
        for teeth in combinations(harmed, size):
            marks = {n + 1: chart[n] + 1 for n in teeth}
            if not dental.refuse(state, Turn(1, None, (1,), sugar=(face,), marks=named(marks))):
                accepted.add(tuple(marks.get(n + 1, s) for n, s in enumerate(chart)))
    assert accepted == _by_hand(chart, face)
    assert len(accepted) == ways


def _binomials(counts: tuple[int, int, int, int], number: int) -> int:
    """Count by the formula: the one stage that is used in part decides."""
    yellow, orange, red, black = counts
    ways, left = 1, number
    for size in (red, orange, yellow, 16 - yellow - orange - red - black):
        ways *= comb(size, min(left, size))
        left -= min(left, size)
    return ways


def test_sugar_ways_of_two_dice(dental: DentalRules) -> None:
    """For every sum to 12: marks may be left out exactly where there is but one way."""
    for counts in product((0, 1, 3), (0, 2), (0, 1, 4), (0, 5)):
        for number in range(1, 13):
            state = situation(seat(_words(_chart(counts))), variants="two-dice")
            faces = (min(6, number - 1), number - min(6, number - 1)) if number > 1 else (1,)
            roll = (2, 1) if len(faces) == 2 else (1,)
            rules = [r.rule for r in dental.refuse(state, turn(*roll, sugar=faces))]
            one = _binomials(counts, number) == 1
            assert rules == ([] if one else ["marks-missing"]), (counts, number)


def _treated(chart: Chart, tokens: int) -> set[Chart]:
    """Treat one tooth after another as the source tells it; return all charts that can result."""
    black = [n for n in range(16) if chart[n] == BLACK]
    orange = [n for n in range(16) if chart[n] == ORANGE]
    if tokens >= 2 and black:
        steps = _each(chart, black, NONE, tokens - 2)
    elif tokens == 1 and black:
        return {(*chart[:n], ORANGE, *chart[n + 1 :]) for n in black}
    elif tokens and orange:
        steps = _each(chart, orange, NONE, tokens - 1)
    else:
        return {chart}
    return {end for after, left in steps for end in _treated(after, left)}


def _each(chart: Chart, teeth: list[int], stage: int, left: int) -> Iterator[tuple[Chart, int]]:
    return (((*chart[:n], stage, *chart[n + 1 :]), left) for n in teeth)


@pytest.mark.parametrize("tokens", range(8))
@pytest.mark.parametrize("ill", ["1b 2b 3o", "1b 2o 3o 4o", "1b 2b 3b", "1o 2o", "1b", "1r 2b 3y"])
def test_care_ways(dental: DentalRules, ill: str, tokens: int) -> None:
    """Of all markers on the ill teeth the rules accept those that the source's steps lead to."""
    state = situation(seat(ill, square=19, tokens=tokens))
    chart = state.seats["Ana"].teeth
    clean = tuple({YELLOW: NONE, RED: ORANGE}.get(stage, stage) for stage in chart)
    ill_teeth = [n for n in range(16) if chart[n]]
    accepted = set()
    for stages in product(range(5), repeat=len(ill_teeth)):
        marks = {n + 1: stage for n, stage in zip(ill_teeth, stages, strict=True)}
        step = Turn(1, None, (1,), marks=named(marks))
        if not dental.refuse(state, step):
            accepted.add(dental.play(state, step).seats["Ana"].teeth)
    assert accepted == _treated(clean, tokens)
