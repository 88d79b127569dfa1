"""What texts may ask of races: the numbers to say in this one and in others, and chances."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from generator.documents.quantities import Lookup, Tree
from generator.game.sentences import Sentences
from generator.games.count.rules import CountRules, Layout
from generator.games.count.view import FURTHEST, LONGEST, View, other_race
from generator.words import message


def figures(rules: CountRules, _: Sentences, __: Mapping[str, View]) -> Tree:
    """Return the numbers to say, of this race and of others, and those of the positions.

    `{to-say.usual.list}`, `.first`, `.last`, `.before` (the last but one), `.trap` (what may
    follow that one), `.wins`, `.after.5` (the numbers that 5 is the answer to), `.after.none`, and
    `.step`, `.quotient`, `.rest` of the division behind them;
    `{to-say.other.list}` in the variant, `{race.25.4.list}` of the race to 25 by 1 to 4.
    `{knows.2.first}` and `.second` are the chances of whoever knows the last two numbers to say
    against somebody who knows none, `{knows.all.first}` of all. Of a position
    `{position.next.says}`, `.last`, `.next`, `.winner`, `.open`, `.good`, `.broken`, `.slip` (where
    whoever is next went wrong last) and `.better`.
    """
    layout = rules.layout
    reverse, every = layout.mechanics.reverse, len(layout.winning_numbers())
    found = {"usual": frozenset[str]()} | ({"other": frozenset({reverse})} if reverse else {})
    targets, steps = ([*map(str, range(2, end + 1))] for end in (FURTHEST, LONGEST))
    known = {**{f"{n}": n for n in range(every + 1)}, "all": every}
    return {
        "to-say": Lookup(found, lambda name: _to_say(layout, found[name])),
        "race": Lookup(
            targets,
            lambda end: Lookup(steps, lambda n: _to_say(other_race(layout, int(end), int(n)))),
        ),
        "knows": Lookup(known, lambda name: chances_knowing(layout, known[name])),
    }


def _to_say(layout: Layout, variants: frozenset[str] = frozenset()) -> Tree:
    game, after, good = layout.mechanics, dict[str, list[int]](), layout.winning_numbers(variants)
    for last in range(game.start, game.target, layout.way):
        best = [number for number in layout.replies(last) if number in good]
        after.setdefault("-".join(map(str, best)) or "none", []).append(last)
    told: dict[str, object] = {"list": good, "after": after}
    if good:
        is_first = good[0] in layout.replies(game.start)
        who = message("guide.beginner-wins" if is_first else "guide.second-wins")
        told |= {"first": good[0], "last": good[-1], "wins": who}
    if len(good) > 1:
        told |= {"before": good[-2], "trap": layout.replies(good[-2])}
    step = max(game.steps) + 1
    if {*game.steps} == {*range(1, step)}:
        quotient, rest = divmod(abs(game.target - game.start), step)
        told |= {"step": step, "quotient": quotient, "rest": rest}
    return told


def chances_knowing(layout: Layout, count: int) -> Tree:
    """Return the chance to win as first and as second, knowing the last `count` numbers to say."""
    good = layout.winning_numbers()
    known = good[len(good) - count :]
    wins = Fraction(layout.last_wins(frozenset()))

    @cache
    def chance(last: int, *, knows: bool) -> Fraction:
        """Return the chance of whoever knows, with a number said and him or the other to go on."""
        if layout.is_end(last):
            return 1 - wins if knows else wins
        replies = layout.replies(last)
        chosen = tuple(one for one in replies if knows and one in known) or replies
        return sum((chance(one, knows=not knows) for one in chosen), Fraction(0)) / len(chosen)

    start = layout.mechanics.start
    return {"first": chance(start, knows=True), "second": chance(start, knows=False)}


def random_play(layout: Layout, last: int) -> tuple[Fraction, int]:
    """Return the chance of whoever said a number if both go on at random, and in how many ways."""
    if layout.is_end(last):
        return Fraction(layout.last_wins(frozenset())), 1
    after = [random_play(layout, one) for one in layout.replies(last)]
    won = sum((1 - chance for chance, _ in after), Fraction(0))
    return won / len(after), sum(ways for _, ways in after)
