"""A policy where numbers are written: how many dice are thrown, and where sums belong."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache

from generator.game.facts import Count
from generator.game.parts import Dice, Pool
from generator.games.write.rules import WriteRules
from generator.reading.nodes import Path
from generator.rules.policies import Policy
from generator.words import Message, message

# Whoever has not rolled lets a number go by that belongs further away than this many cells.
NEAR = 2


class WritePolicy(Policy):
    """How one plays who always plays alike."""

    dice: Count | None = None
    """Where numbers are written: always as many dice, those of the emptiest rows; the sum goes to
    the free cell nearest to its place, and what would lie further off is let by."""
    takes_all: bool | None = None
    """Whether nothing is let by that may be written."""

    @staticmethod
    def faults(_policy: Policy, rules: WriteRules, /) -> Iterator[tuple[Path, Message]]:
        if not isinstance(rules.layout.gear.dice, Dice):
            yield ("dice",), message("guide.no-policy", field="")


@cache
def places(dice: Dice | Pool, count: int, width: int) -> Mapping[int, int]:
    """Return the cell of a row where each sum belongs: halfway between its rank and its size.

    By its rank a row is filled evenly, by its size its ends stay open; either alone scores less.
    """
    sums, below, found = dice.sums(count), Fraction(0), dict[int, int]()
    least, most = min(sums), max(sums)
    for total, chance in sorted(sums.items()):
        rank = Fraction(1, 2) + (below + chance / 2) * width
        size = 1 + Fraction(total - least, most - least) * (width - 1)
        found[total] = int((rank + size + 1) / 2)
        below += chance
    return found
