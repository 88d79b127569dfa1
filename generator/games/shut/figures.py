"""What texts may ask of boxes of numbers: ways to add up, chances, what policies leave."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import get_args

from generator.documents.quantities import OWN, Lookup, OneDecimal, Tree
from generator.game.sentences import Sentences
from generator.games.shut.rules import Layout, Policy, ShutRules
from generator.games.shut.view import View, sum_texts


def figures(rules: ShutRules, _: Sentences, __: Mapping[str, View]) -> Tree:
    """Return the ways to make a throw with all numbers open, and what the policies leave.

    `{ways.of.8}`, `{ways.of.8.count}`, of two cells `{ways.of.8.of.2}`, `{chance.of.7.percent}`;
    `{alone.3.1}` is the chance to shut with one die a number that alone is left;
    `{left.best.mean}` and `.shut`, `{left.largest.all.mean}` with all dice always; of a position
    `{position.first.ways}`, `.open`, `.points`, `.dice`, `.sum`, of its throws `.1.shuts`, and
    `.fits.1.percent` with one die.
    """
    layout = rules.layout
    dice, count = layout.gear.dice, layout.gear.count()
    chances = dice.sums(count)
    totals = [*map(str, range(1, max(chances) + 1))]
    cells = {str(layout.sum((cell,))): cell for cell in layout.cells}
    policies: tuple[Policy, ...] = get_args(Policy)
    whole = replace(layout, gear=replace(layout.gear, fewest=None))
    return {
        "ways.of": Lookup(totals, lambda total: _ways(layout, int(total))),
        "chance.of.all.ways": dice.sides**count,
        "chance.of": Lookup(totals, lambda n: {"percent": chances.get(int(n), Fraction(0))}),
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


def _left(layout: Layout, policy: Policy) -> Tree:
    return {"mean": OneDecimal(layout.mean_left(policy)), "shut": layout.chance_shut(policy)}
