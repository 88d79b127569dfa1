"""Which cells add up to a throw, and what stays open where they are shut throw by throw."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import Literal, TypeAlias

from generator.rules.sheet.paying import choices
from generator.rules.sheet.plan import Kit, Line

# Where several ways fit: the one with the most numbers, the one with the largest numbers, or the
# one that leaves least on average.
Policy: TypeAlias = Literal["most", "largest", "best"]


@dataclass(frozen=True, eq=False)
class Box:
    """Cells that dice shut; once none of the `heavy` ones is open, fewer dice may be thrown."""

    kit: Kit
    heavy: Line = ()

    def counts(self, still: Line) -> tuple[int, ...]:
        """Return how many dice may be thrown while some cells are open."""
        most, must_wait = self.kit.count(), bool(set(self.heavy) & set(still))
        return (most,) if must_wait else tuple(range(self.kit.least(), most + 1))

    def sum(self, cells: Line) -> int:
        """Return what the numbers of some cells make."""
        return sum(self.kit.plan.spots[cell].value for cell in cells)

    def ways(self, still: Line, total: int) -> tuple[Line, ...]:
        """Return how open cells make a total: few cells before many, small ones before large."""
        spots = tuple(self.kit.plan.spots[cell] for cell in still)
        return tuple(tuple(s.id for s in way) for way in choices(self.kit, (total,), spots))

    def fits(self, still: Line, count: int) -> Fraction:
        """Return the chance that some of the open cells add up to a throw of so many dice."""
        chances = self.kit.dice.sums(count).items()
        return sum((c for total, c in chances if self.ways(still, total)), Fraction(0))

    def left(self, policy: Policy) -> Fraction:
        """Return the sum that stays open on average; of the dice allowed the fewest are thrown.

        The best policy throws as many as leave least.
        """
        return self._kept(tuple(self.kit.plan.spots), policy)[0]

    def shut(self, policy: Policy) -> Fraction:
        """Return the chance that all is shut in the end."""
        return self._kept(tuple(self.kit.plan.spots), policy)[1]

    @cached_property
    def _kept(self) -> Callable[[Line, Policy], tuple[Fraction, Fraction]]:
        return cache(self._worked_out)

    def _worked_out(self, still: Line, policy: Policy) -> tuple[Fraction, Fraction]:
        if not still:
            return Fraction(0), Fraction(1)
        counts = self.counts(still) if policy == "best" else self.counts(still)[:1]
        return min(self._thrown(still, count, policy) for count in counts)

    def _thrown(self, still: Line, count: int, policy: Policy) -> tuple[Fraction, Fraction]:
        mean = shut = Fraction(0)
        for total, chance in self.kit.dice.sums(count).items():
            fitting = self._taken(self.ways(still, total), policy)
            after = (self._kept(without(still, way), policy) for way in fitting)
            left, done = min(after, default=(Fraction(self.sum(still)), Fraction(0)))
            mean, shut = mean + chance * left, shut + chance * done
        return mean, shut

    def _taken(self, fitting: tuple[Line, ...], policy: Policy) -> tuple[Line, ...]:
        """Return the way that a policy takes; of the best one all, for what they leave decides."""
        if policy == "best" or not fitting:
            return fitting
        if policy == "most":
            return (max(fitting, key=len),)
        spots = self.kit.plan.spots
        return (max(fitting, key=lambda way: [spots[cell].value for cell in reversed(way)]),)


def without(still: Line, way: Line) -> Line:
    """Return the cells that stay open when some are shut."""
    return tuple(cell for cell in still if cell not in way)
