"""What throws of dice are worth when some are kept from throw to throw, counted exactly."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from generator.game.parts.boxes import Throw, all_throws

Worth = Callable[[Throw], int]


@lru_cache(maxsize=1024)
def _held(throw: Throw) -> frozenset[Throw]:
    return frozenset(part for size in range(len(throw) + 1) for part in combinations(throw, size))


@lru_cache(maxsize=128)
def _ahead(worth: Worth, dice: int, sides: int, left: int) -> Mapping[Throw, int]:
    """Return the expected worth of each set of dice held, times `sides ** (dice * left)`."""
    whole = sides**dice
    if left == 1:
        value = {throw: int(worth(throw)) for throw in all_throws(dice, sides)}
    else:
        after = _ahead(worth, dice, sides, left - 1)
        throws = all_throws(dice, sides)
        value = {throw: max(map(after.__getitem__, _held(throw))) for throw in throws}
    found = {throw: points * whole for throw, points in value.items()}
    for size in reversed(range(dice)):
        for held in combinations_with_replacement(range(1, sides + 1), size):
            one_more = (tuple(sorted((*held, face))) for face in range(1, sides + 1))
            found[held] = sum(map(found.__getitem__, one_more)) // sides
    return found


def ahead(worth: Worth, dice: int, sides: int, left: int, held: Throw = ()) -> Fraction:
    """Return the mean final `worth` of dice held where the best is kept after each throw left."""
    return Fraction(_ahead(worth, dice, sides, left)[held], sides ** (dice * left))


def kept(worth: Worth, sides: int, left: int, throw: Throw) -> Throw:
    """Return the dice of a throw that are best kept; of several ways the one that keeps most."""
    found = _ahead(worth, len(throw), sides, left)
    return max(_held(throw), key=lambda held: (found[held], len(held), held))
