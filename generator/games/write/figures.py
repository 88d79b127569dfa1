"""What texts may ask of sheets of rows and columns: which sums fit, and how wide gaps are."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate, combinations
from typing import Any

from generator.documents.quantities import OWN, Lookup, Tree, at_least_once
from generator.game.sentences import Sentences
from generator.games.write.policy import NEAR, places
from generator.games.write.rules import WriteRules
from generator.games.write.view import View

# There is a name for every choice of dice: of six dice 63.
MOST_DICE = 6
EVEN = Fraction(1, 2)


def figures(rules: WriteRules, _: Sentences, views: Mapping[str, View]) -> Tree:
    """Return counts of positions, their scores, and the chances that sums fit.

    `{fits.columns.orange-purple.percent}`: of a position and dice `.ways`, `.percent`, `.twice`,
    and `.out`, the sums without a cell, `.dice` their colours, and itself their colours in a
    sentence; the same of `best.2`, the two dice with the best chance (the first such).
    `{gaps.2.even}`: of a number of dice the narrowest gap with an even chance or a better one: how
    many numbers lie in it, its `.low`, `.high` and `.percent`; `{gaps.2.of.3}` are the likeliest
    neighbours with three numbers between them, `.percent` their chance.
    `{places.2.5}`: of a number of dice the sums that belong in the fifth cell of a row, for whom
    the laboratory simulates; `{places.near.cells}` is how far off these let a number go by.
    """
    counts = [str(n) for n in range(1, len(rules.layout.gear.colours) + 1)]
    return {
        "fits": Lookup(views, lambda name: _fits(views[name])),
        "gaps": Lookup(counts, lambda count: _gaps(rules, int(count))),
        "places": {"near": {"cells": NEAR}, **{n: _sums_by_place(rules, int(n)) for n in counts}},
    }


def _sums_by_place(rules: WriteRules, count: int) -> Tree:
    kit = rules.layout.gear
    width = max(map(len, kit.plan.rows.values()))
    belongs = places(kit.dice, count, width).items()
    cells = {at: [total for total, place in belongs if place == at] for at in range(1, width + 1)}
    return {str(at): sums or "–" for at, sums in cells.items()}


def _fits(view: View) -> Tree:
    kit = view.rules.layout.gear
    counts = range(1, min(len(kit.colours), MOST_DICE) + 1)
    choices = {"-".join(some): some for n in counts for some in combinations(kit.colours, n)}

    def find(name: str) -> Tree:
        if name in choices:
            return _choice(view, choices[name])
        same = (some for some in choices.values() if name == f"best.{len(some)}")
        return _choice(view, max(same, key=lambda some: sum(_fitting(view, some).values())))

    return Lookup([*choices, *(f"best.{count}" for count in counts)], find)


def _fitting(view: View, colours: tuple[str, ...]) -> Mapping[int, Fraction]:
    sums = view.rules.layout.gear.dice.sums(len(colours)).items()
    return {total: chance for total, chance in sums if view.cells_for(total, colours)}


def _choice(view: View, colours: tuple[str, ...]) -> Tree:
    dice, words = view.rules.layout.gear.dice, view.said.words.get("colours", {})
    fitting, rolls = _fitting(view, colours), dice.sides ** len(colours)
    chance = sum(fitting.values(), Fraction(0))
    named = [words.get(one, one) for one in colours]
    return {
        OWN: named,
        "out": [total for total in dice.sums(len(colours)) if total not in fitting] or None,
        "ways": f"{chance * rolls}/{rolls}",
        "percent": chance,
        "twice": at_least_once(chance),
        "dice": " ".join(named),
    }


def _gaps(rules: WriteRules, count: int) -> Tree:
    kit = rules.layout.gear
    # This many numbers may lie between two neighbours of a row.
    has_middle = any(len(row) > len(("low", "high")) for row in kit.plan.rows.values())
    widths = range(1, kit.sums()[1] - 1 if has_middle else 1)
    told: dict[str, object] = {"of": Lookup(map(str, widths), lambda n: _gap(rules, count, int(n)))}
    gaps = (_gap(rules, count, number) for number in widths)
    if gap := next((gap for gap in gaps if gap["percent"] >= EVEN), None):
        low, high = gap[OWN]
        told["even"] = {OWN: high - low - 1, "low": low, "high": high, "percent": gap["percent"]}
    return told


def _gap(rules: WriteRules, count: int, number: int) -> Mapping[str, Any]:
    kit = rules.layout.gear
    chances, (least, most) = kit.dice.sums(count), kit.sums()
    up_to = tuple(accumulate(chances.get(n, Fraction(0)) for n in range(most + 1)))
    lows = range(least, most - number)
    chance, low = max((up_to[n + number] - up_to[n], -n) for n in lows)
    return {OWN: (-low, number + 1 - low), "percent": chance}
