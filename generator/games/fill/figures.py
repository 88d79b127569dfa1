"""What texts may ask of sheets of boxes: what dice still become, and what boxes are worth."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from generator.documents.quantities import OWN, Lookup, OneDecimal, Tree
from generator.documents.reroll_values import ahead, kept
from generator.game.parts import ScoreBox
from generator.game.parts.boxes import all_throws, count_rolls
from generator.game.sentences import Sentences
from generator.games.fill.rules import FillRules
from generator.games.fill.view import View
from generator.rules.sheet.placing import Throws


def figures(rules: FillRules, _: Sentences, views: Mapping[str, View]) -> Tree:
    """Return scores and worths of positions, and the chances of every box.

    `{box.all.rolls}` counts all throws, `.throws` those that differ in more than their order.
    """
    boxes = _boxes(rules)
    count, sides, _most = _dice_sides_throws(rules)
    every = {"throws": len(all_throws(count, sides)), "rolls": sides**count}
    return {
        "worth": Lookup(views, lambda name: views[name].worth()),
        "chance": Lookup(views, lambda name: _chances(views[name])),
        "box": Lookup(
            ("all", *boxes), lambda name: every if name == "all" else _of_box(rules, boxes[name])
        ),
    }


def _boxes(rules: FillRules) -> Mapping[str, ScoreBox]:
    return {name: spot.box for name, spot in rules.layout.gear.plan.cells.items() if spot.box}


def _dice_sides_throws(rules: FillRules) -> tuple[int, int, int]:
    kit, found = rules.layout.gear, rules.layout.primitives.first(Throws)
    return kit.count(), kit.dice.sides, found[1].most if found else 1


def _chances(view: View) -> Tree:
    """Return what dice that lie there still become: `{chance.where.four.1}`, with one more throw.

    It is a fraction, `.percent` the same in per cent, `.missed` what is left of 1, `.keep` the dice
    that are best kept.
    """
    boxes, (_, sides, last) = _boxes(view.rules), _dice_sides_throws(view.rules)

    def chance(box: ScoreBox, left: int) -> Tree:
        held = kept(box.fits, sides, left, view.dice)
        share = ahead(box.fits, len(view.dice), sides, left, held)
        return {OWN: str(share), "percent": share, "missed": str(1 - share), "keep": held}

    def of_box(name: str) -> Tree:
        return {f"{left}": partial(chance, boxes[name], left) for left in range(1, last)}

    return Lookup(boxes if view.dice else (), of_box)


def _of_box(rules: FillRules, box: ScoreBox) -> Tree:
    """Return what a box is worth trying: `{box.full.rolls}`, of `{box.full.throws}` throws.

    `.one` are the rolls of the first such throw. `.1` is its chance in one throw, `.2` and so on
    within as many with best keeping, `.mean` its points on average where nothing else is wanted.
    `{box.three.holding.2.1}` is the chance with two equal dice held and one throw, where a box is
    of equal dice. `{box.sixes.die}` is the chance that one die shows the face, thrown as often as
    it may be, `.missed` that it does not.
    """
    count, sides, last = _dice_sides_throws(rules)
    ways = [count_rolls(one) for one in all_throws(count, sides) if box.points(one)]
    missed = Fraction(sides - 1, sides) ** last
    die = {"missed": str(missed), "die": str(1 - missed), "die.percent": 1 - missed}

    def chance(left: int, held: int = 0) -> Fraction:
        return ahead(box.fits, count, sides, left, (1,) * held)

    holding = range(count if box.equal else 0)
    return {
        "throws": len(ways),
        "rolls": sum(ways),
        "one": next(iter(ways), 0),
        "mean": lambda: OneDecimal(ahead(box.points, count, sides, last)),
        **{f"{n}": partial(chance, n) for n in range(1, last + 1)},
        **{f"holding.{k}.{n}": partial(chance, n, k) for k in holding for n in range(1, last + 1)},
        **(die if box.face else {}),
    }
