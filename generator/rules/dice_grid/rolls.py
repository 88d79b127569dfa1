"""What a roll is good for: a die serves one square, and may count as a lower face of the roll."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import comb
from typing import TypeAlias

from generator.rules.dice_grid.layout import Layout, Place

Roll: TypeAlias = tuple[int, ...]


def is_roll(layout: Layout, dice: Roll) -> bool:
    """Return whether the dice can fall like this."""
    return len(dice) == layout.dice and all(1 <= face <= layout.sides for face in dice)


def suffices(roll: Roll, places: Iterable[Place]) -> bool:
    """Return whether the dice are enough for distinct squares, none counted twice or raised.

    Counted from the top: squares of these pips and more want no more dice than show so much.
    """
    wanted = 0
    for place in sorted(places, key=lambda place: -place.pips):
        wanted += place.dice
        if wanted > sum(face >= place.pips for face in roll):
            return False
    return True


def fits(roll: Roll, places: tuple[Place, ...]) -> bool:
    """Return whether a roll gives all these squares together."""
    return all(place.pips in roll for place in places) and suffices(roll, places)


def choices(roll: Roll, free: tuple[Place, ...]) -> Iterator[tuple[Place, ...]]:
    """Yield every set of free squares that a roll gives, the empty one first."""
    usable = tuple(place for place in free if fits(roll, (place,)))
    yield from _extended(roll, (), usable)


def most(roll: Roll, free: tuple[Place, ...], wanted: int) -> int:
    """Return how many squares a roll gives together, counted up to the number wanted."""
    best = 0
    for chosen in choices(roll, free):
        best = max(best, len(chosen))
        if best >= wanted:
            return wanted
    return best


def chance(layout: Layout, pips: int, dice: int) -> Fraction:
    """Return the chance that a roll gives so many dice of a face, lowered ones counted too.

    Enough dice show these pips or more, and one of them just these.
    """
    high = layout.sides - pips
    ways = sum(
        comb(layout.dice, count)
        * ((high + 1) ** count - high**count)
        * (pips - 1) ** (layout.dice - count)
        for count in range(dice, layout.dice + 1)
    )
    return Fraction(ways, layout.sides**layout.dice)


def _extended(
    roll: Roll, chosen: tuple[Place, ...], rest: tuple[Place, ...]
) -> Iterator[tuple[Place, ...]]:
    yield chosen
    for number, place in enumerate(rest):
        if suffices(roll, (*chosen, place)):
            yield from _extended(roll, (*chosen, place), rest[number + 1 :])
