"""Sheets are read from photographs: simulated ones of five printables, dozens or a thousand.

What a thousand came to is logged: `pytest -m proof --log-cli-level INFO tests/scans`.
"""

import logging
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import pytest

from tests.scans.read_back import SHEETS, Found, read_back

PHOTOGRAPHS, FEW = 1_000, 12
# Shares of all photographs read whole and right, of those with a mark wrong that nobody is asked
# about, and of numbers whose crop is shown beside the right field.
LEAST_RIGHT, MOST_WRONG, LEAST_SHOWN = 0.9, 0.002, 0.995


@pytest.mark.slow
@pytest.mark.parametrize("game", SHEETS)
def test_photographs_are_read(game: str) -> None:
    """Of a dozen photographs of a sheet hardly one leaves a question, and none deceives."""
    found = [read_back(game, seed) for seed in range(FEW)]
    assert [one.wrong for one in found if one.wrong] == []
    assert sum(one.outcome == "right" for one in found) >= LEAST_RIGHT * FEW - 1


@pytest.mark.slow
@pytest.mark.proof
@pytest.mark.parametrize("game", SHEETS)
def test_a_thousand_photographs_are_read(game: str) -> None:
    """Nine of ten are read whole and right, two of a thousand deceive at most; numbers show."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        seeds = range(1_000_000, 1_000_000 + PHOTOGRAPHS)
        found: list[Found] = list(pool.map(partial(read_back, game), seeds, chunksize=25))
    kinds = Counter(one.outcome for one in found)
    read = [one for one in found if one.outcome != "unread"]
    numbers, shown = sum(one.numbers for one in read), sum(one.shown for one in read)
    logging.getLogger(__name__).info("%s: %s, %d of %d numbers", game, dict(kinds), shown, numbers)
    assert kinds["right"] >= LEAST_RIGHT * PHOTOGRAPHS
    assert kinds["wrong"] <= MOST_WRONG * PHOTOGRAPHS
    assert shown >= LEAST_SHOWN * numbers
