"""What texts may ask of boxes of numbers: ways to add up, chances, what policies leave."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Literal, get_args

from generator.documents.quantities import OWN, Lookup, OneDecimal, Tree
from generator.game.sentences import Sentences
from generator.games.shut.rules import Layout, ShutRules, without
from generator.games.shut.view import View, sum_texts
from generator.rules.sheet.plan import Line

# Where several ways fit: the one with the most numbers, the one with the largest numbers, or the
# one that leaves least on average.
Policy = Literal["most", "largest", "best"]


def figures(rules: ShutRules, _: Sentences, __: Mapping[str, View]) -> Tree:
    """Return the ways to make a throw with all numbers open, and what the policies leave.

    `{ways.of.8}`, `{ways.of.8.count}`, of two cells `{ways.of.8.of.2}`, `{chance.of.7.percent}`
    and `.ways`;
    `{alone.3.1}` is the chance to shut with one die a number that alone is left;
    `{left.best.mean}`, `.about` a whole number, and `.shut`, `{left.largest.all.mean}` with all
    dice always; of a position `{position.first.ways}`, `.open`, `.points`, `.dice`, `.sum`, of its
    throws `.1.shuts` and `.1.shut`, their sum, and `.fits.1.percent` with one die, and `.ways`.
    """
    layout = rules.layout
    dice, count = layout.gear.dice, layout.gear.count()
    chances = dice.sums(count)
    totals = [*map(str, range(1, max(chances) + 1))]
    cells = {str(layout.sum((cell,))): cell for cell in layout.cells}
    policies: tuple[Policy, ...] = get_args(Policy)
    whole = replace(layout, gear=replace(layout.gear, fewest=None))

    def chance_of(total: str) -> Tree:
        share = chances.get(int(total), Fraction(0))
        return {"percent": share, "ways": int(share * dice.sides**count)}

    return {
        "ways.of": Lookup(totals, lambda total: _ways(layout, int(total))),
        "chance.of.all.ways": dice.sides**count,
        "chance.of": Lookup(totals, chance_of),
        "alone": Lookup(cells, lambda number: _alone(layout, cells[number])),
        "left": {policy: partial(_left, layout, policy) for policy in policies},
        **{f"left.{policy}.all": partial(_left, whole, policy) for policy in policies},
    }


def _ways(layout: Layout, total: int) -> Tree:
    ways = layout.ways(layout.cells, total)
    sizes, counts = Counter(map(len, ways)), range(1, len(layout.cells) + 1)
    return {OWN: sum_texts(layout, ways), "of": {f"{n}": sizes[n] or None for n in counts}}


def _alone(layout: Layout, cell: str) -> Tree:
    may, counts = layout.counts((cell,)), range(1, layout.gear.count() + 1)
    return {f"{n}": layout.fits((cell,), n) if n in may else None for n in counts}


@lru_cache(maxsize=16)
def _left(layout: Layout, policy: Policy) -> Tree:
    """Return the mean sum left open and the chance to shut all, with the fewest dice allowed."""
    spots, is_best = layout.gear.plan.cells, policy == "best"

    @cache
    def ahead(still: Line) -> tuple[Fraction, Fraction]:
        if not still:
            return Fraction(0), Fraction(1)
        counts = layout.counts(still) if is_best else layout.counts(still)[:1]
        return min(thrown(still, count) for count in counts)

    def thrown(still: Line, count: int) -> tuple[Fraction, Fraction]:
        mean = shut = Fraction(0)
        for total, chance in layout.gear.dice.sums(count).items():
            after = [ahead(without(still, way)) for way in taken(layout.ways(still, total))]
            left, done = min(after, default=(Fraction(layout.sum(still)), Fraction(0)))
            mean, shut = mean + chance * left, shut + chance * done
        return mean, shut

    def taken(ways: tuple[Line, ...]) -> tuple[Line, ...]:
        """Return the way that is taken; by the best policy all, for what they leave decides."""
        if is_best or not ways:
            return ways
        if policy == "most":
            return (max(ways, key=len),)
        return (max(ways, key=lambda way: [spots[cell].value for cell in reversed(way)]),)

    mean, shut = ahead(layout.cells)
    return {"mean": OneDecimal(mean), "about": round(mean), "shut": shut}
