"""What texts may ask of a game on a circuit: exact laps (a Markov chain), simulated wear."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from generator.documents.laboratory import confidence_margin, mean_figure
from generator.documents.quantities import UNKNOWN, Lookup, OneDecimal, Tree, mean, with_thousands
from generator.game.sentences import Sentences
from generator.games.dental import state as states
from generator.games.dental.policy import WEAR_TRIAL
from generator.games.dental.rules import DentalRules
from generator.games.dental.view import View
from generator.rules.policies import means

WAYS = ("1", "2")
VISITED = (states.SUGAR, states.APPOINTMENT, states.BRUSHING, states.HIT)


def figures(rules: DentalRules, _: Sentences, views: Mapping[str, View]) -> Tree:
    """Return numbers of charts before (`position.`) and after (`after.`) a turn, and of laps.

    Of a chart `.points`, `.tokens`, and of each marker `.black.count`, `.black.points` and
    `.black.teeth`, after a turn `.black-none.teeth`; `{laps.1.mean}` are turns with one die a move,
    `{laps.1.sugar}` visits of a kind, `{laps.1.changes}` markers that sugar asks for,
    `{laps.1.tokens}` appointments; `{laps.1.turns.6}` is the chance of a lap of that many turns and
    `{laps.1.turns.6+}` that of as many or more; `{worn.1.5.points}` and `{worn.1.5.black}` are what
    simulated games come to.
    """
    layout = rules.layout
    whole, _half, following = zip(layout.treatments, layout.costs, strict=True)
    even, odd = layout.appointments
    each = OneDecimal(mean(rules.odds()["appointment"]))
    return {
        "after": Lookup(views, lambda name: views[name].changes()),
        "care.cost": {layout.stages[stage]: cost for (stage, _), cost in (whole, following)},
        "appointments.each": {"odd": odd, "even": even, "mean": each},
        "laps": Lookup(WAYS, lambda ways: _of_laps(rules, ways)),
        "worn": lambda: _of_worn(rules),
    }


def _of_worn(rules: DentalRules) -> Tree:
    layout, simulated = rules.layout, means(rules.game, "worn", WEAR_TRIAL, {})
    if simulated is None:
        laps, counted = range(1, layout.laps.boxes + 1), ("points", *layout.stages[1:])
        names = map("{}.{}.{}".format, *zip(*product((1, 2), laps, counted), strict=True))
        every = {"games": UNKNOWN, "error": UNKNOWN, "seed": WEAR_TRIAL.seed}
        return {"all": every, **dict.fromkeys(names, UNKNOWN)}
    games, found = simulated
    margin = confidence_margin(*found.values())
    every = {"games": with_thousands(games), "error": margin, "seed": WEAR_TRIAL.seed}
    return {"all": every, **{name: mean_figure(figure) for name, figure in found.items()}}


def _lap(
    layout: states.Layout, sums: Mapping[int, Fraction]
) -> tuple[Mapping[int, Fraction], Mapping[str, Fraction]]:
    where = {0: Fraction(1)}
    turns: dict[int, Fraction] = {}
    visits: dict[str, Fraction] = defaultdict(Fraction)
    for turn in range(1, len(layout.squares) + 1):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for square, share in where.items():
            for steps, chance in sums.items():
                after[layout.square_after(square, steps)] += share * chance
        if 0 in after:
            turns[turn] = after.pop(0)
        for square, share in after.items():
            visits[layout.kinds[square]] += share
        where = after
    return turns, visits


def _of_laps(rules: DentalRules, ways: str) -> Tree:
    odds = rules.odds()
    turns, visits = _lap(rules.layout, odds[f"sum.{ways}"])
    means = {
        **{kind: visits[kind] for kind in VISITED},
        "mean": mean(turns),
        "changes": visits[states.SUGAR] * mean(odds[f"sum.{ways}"]),
        "tokens": visits[states.APPOINTMENT] * mean(odds["appointment"]),
    }
    least, most = min(turns), max(turns)
    usual, chance = max(turns.items(), key=lambda pair: pair[1])
    or_more = {n: sum(turns.get(one, 0) for one in range(n, most + 1)) for n in range(1, most + 1)}
    return {
        **{name: OneDecimal(number) for name, number in means.items()},
        "least": least,
        "most": most,
        "usual": usual,
        "usual.percent": chance,
        "game": round(mean(turns) * rules.layout.laps.boxes),
        "turns": {str(n): turns.get(n) for n in or_more},
        **{f"turns.{n}+": Fraction(share) for n, share in or_more.items()},
    }
