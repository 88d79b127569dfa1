"""Blocks of text in columns beside each other, as low as may be."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from math import ceil
from typing import TypeVar

Block = TypeVar("Block")

# The letters of a line in two columns and in three, and what a heading takes besides, in lines.
LINES = {2: 44, 3: 28}
HEADING = 2


def sides(
    blocks: Sequence[Block], words: Callable[[Block], Iterable[str]]
) -> tuple[tuple[Block, ...], ...]:
    """Return blocks, in their order, as two or three columns; `words` are a block's paragraphs.

    They are split where the highest column is lowest, by the length of the paragraphs; with fewer
    than two blocks there is one column. (The layout library balances columns by laying them out
    again and again, which takes half of its time.)
    """
    if len(blocks) < min(LINES):
        return (tuple(blocks),)

    def height(columns: tuple[tuple[Block, ...], ...]) -> int:
        line = LINES[len(columns)]
        return max(sum(_lines(words(block), line) for block in column) for column in columns)

    return min(_splits(tuple(blocks)), key=height)


def _lines(paragraphs: Iterable[str], line: int) -> int:
    return HEADING + sum(ceil(len(paragraph) / line) for paragraph in paragraphs)


def _splits(blocks: tuple[Block, ...]) -> Iterator[tuple[tuple[Block, ...], ...]]:
    for count in LINES:
        for places in combinations(range(1, len(blocks)), count - 1):
            ends = zip((0, *places), (*places, len(blocks)), strict=True)
            yield tuple(blocks[start:end] for start, end in ends)
