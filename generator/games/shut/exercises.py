"""Exercises on a box of numbers: ways to add up, sums of what is open, turns to complete and mend.

Most need no chance: who plays the game is seldom old enough. Of probability there is one kind, a
table of sums to fill in; what stays open is compared by the totals that it can make.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations, pairwise
from random import Random

from generator.documents.exercises import generation
from generator.documents.exercises.drawn import FillInTable, NotedTurn, ThrownDice
from generator.documents.exercises.generation import (
    STEPS,
    Exercise,
    Odds,
    Variables,
    pick,
    sample_in_order,
)
from generator.documents.lesson import Position
from generator.documents.quantities import list_in_sentence
from generator.games.shut.rules import DiceThrow, ShutRules, Turn, TurnReplay, without
from generator.games.shut.view import SHUT, sum_texts
from generator.printables.blocks.number_lines import NumbersBlock
from generator.rules.naming import table_names
from generator.rules.sheet.plan import Line
from generator.words import message

# What stands where a number is to be found.
BLANK = "…"
# How many turns are played at random for a table, and how far a sum is noted wrong.
PLAYED = 100
SLIPS = (-2, -1, 1, 2)
# Dice whose sums a table with two heads can hold.
TWO = 2


class Exercises(generation.ExerciseSource[ShutRules]):
    """What pupils are asked about a box of numbers."""

    block = NumbersBlock

    def draws(self) -> Mapping[str, generation.Draw]:
        found: dict[str, generation.Draw] = {
            "left": self.left,
            "ways": self.ways,
            "shut-correct": self.correct,
            "shut-complete": self.complete,
            "shut-error": self.error,
            "shut-back": self.back,
            "shut-hundred": self.hundred,
            "shut-choice": self.choice,
            "shut-rule": self.own_rule,
        }
        has_table = self.rules.layout.gear.count() == TWO
        return found | ({"shut-outcomes": self.outcomes} if has_table else {})

    def listed(self, cells: Iterable[str]) -> str:
        """Return cells in a sentence: `1, 4 and 7`."""
        return list_in_sentence(map(self.said.label, cells), self.said.language)

    def plus(self, cells: Line) -> str:
        """Return cells as a sum: `1+4`."""
        return sum_texts(self.rules.layout, (cells,))[0]

    def position_of(self, still: Line, dice: tuple[int, ...] = ()) -> Position:
        """Return a box with some cells open, and a throw beside it that waits for a choice."""
        marks = dict.fromkeys(without(self.rules.layout.cells, still), SHUT)
        turn = {"throws": [{"dice": list(dice)}]}
        return self.position(marks=marks, **({"turn": turn, "shows": "open"} if dice else {}))

    def still(self, chance: Random, *, is_over: bool = False) -> Line:
        """Return what is open in a random turn after some throws, or at its end."""
        throws = self.rules.random_turn(self.rules.start(self.players), chance).throws
        count = len(throws) if is_over else chance.randrange(len(throws))
        shut = (cell for throw in throws[:count] for cell in throw.shuts)
        return without(self.rules.layout.cells, tuple(shut))

    def dice(self, chance: Random) -> tuple[int, ...]:
        """Return a throw of all dice, which is always allowed."""
        gear = self.rules.layout.gear
        return tuple(chance.randint(1, gear.dice.sides) for _ in range(gear.count()))

    def totals(self, still: Line) -> tuple[int, ...]:
        """Return the totals of all dice that open cells can make."""
        count, sides = self.rules.layout.gear.count(), self.rules.layout.gear.dice.sides
        every = range(count, count * sides + 1)
        return tuple(total for total in every if self.rules.layout.ways(still, total))

    def sum(self, cells: Line) -> str:
        """Return how cells are added: `1 + 4 = 5`."""
        return f"{' + '.join(map(self.said.label, cells)) or 0} = {self.rules.layout.sum(cells)}"

    def left(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask for the points of a turn that is over; each open number is added."""
        still = self.still(chance, is_over=True)
        points, way, at = self.rules.layout.sum(still), (self.sum(still),), self.position_of(still)
        return Exercise(self.worded("left"), str(points), points, len(still), at, way=way)

    def ways(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask for all ways to make a throw with what is open."""
        layout, still, dice = self.rules.layout, self.still(chance), self.dice(chance)
        found, shut = sum_texts(layout, layout.ways(still, sum(dice))), without(layout.cells, still)
        asked, at = self.worded("ways", total=sum(dice)), self.position_of(still, dice)
        way = [f"{' + '.join(map(str, dice))} = {sum(dice)}"]
        way += [self.worded("shut-before", cells=self.listed(shut))] if shut else []
        return Exercise(
            asked,
            ", ".join(found),
            found,
            len(found),
            at,
            way=tuple(way),
            lines=2,
        )

    def correct(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which of several sums of open numbers is wrong, and what it should be."""
        layout, names = self.rules.layout, table_names(self.said.language)
        count = pick(variables, "lines", chance)
        every = [self.still(chance, is_over=True) for _ in range(count)]
        if any(len(still) not in variables["open"] for still in every):
            return None
        noted, wrong = [*map(layout.sum, every)], chance.randrange(count)
        right = noted[wrong]
        noted[wrong] += chance.choice(SLIPS)
        turns = list[NotedTurn]()
        for place, (still, points) in enumerate(zip(every, noted, strict=True)):
            named = {"player": names[place % len(names)], "open": self.listed(still)}
            turns.append((self.worded("shut-noted", points=points, **named),))
        asked, answer = (
            self.worded("shut-correct"),
            self.worded("line", n=wrong + 1, right=right),
        )
        found, steps, way = f"{wrong + 1}: {right}", sum(map(len, every)), (self.sum(every[wrong]),)
        return Exercise(asked, answer, found, steps, turns=tuple(turns), way=way)

    def throw(self, player: str, dice: tuple[int, ...], cells: str) -> NotedTurn:
        """Return a throw with its dice and what is shut for it, as a line."""
        return (
            self.worded("shut-throw", player=player),
            ThrownDice(dice),
            self.worded("shut-throw-shuts" if cells else "shut-throw-none", cells=cells),
        )

    def complete(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask for a number that lacks in each throw of a turn, then for the points."""
        player, lines, found, ways = self.players.players[0], list[NotedTurn](), list[str](), []
        turn = self.rules.random_turn(self.rules.start(self.players), chance)
        for throw in turn.throws:
            known, total = [*map(self.said.label, throw.shuts)], " + ".join(map(str, throw.dice))
            if known:
                found.append(known.pop(chance.randrange(len(known))))
                ways.append(" − ".join((total, *known)) + f" = {found[-1]}")
                known.append(BLANK)
            told = list_in_sentence(known, self.said.language)
            lines.append(self.throw(player, throw.dice, told))
        points, way = (
            self.rules.layout.sum(turn.open or ()),
            (", ".join(ways), self.sum(turn.open or ())),
        )
        asked, numbers = self.worded("shut-complete", player=player), ", ".join(found)
        answer = self.worded("shut-completed", numbers=numbers, points=points)
        every, steps = f"{numbers}: {points}", len(found) + 1
        return Exercise(asked, answer, every, steps, turns=tuple(lines), way=way)

    def error(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the one line of a turn that breaks a rule, and for what it should shut.

        What was to be shut there is one way alone; all later lines are right whether what the
        line says was shut, what should have been, or nothing.
        """
        layout, player = self.rules.layout, self.players.players[0]
        count, still, throws = pick(variables, STEPS, chance), layout.cells, list[DiceThrow]()
        wrong, right = chance.randrange(count), Line()
        for place in range(count):
            dice = self.dice(chance)
            ways = layout.ways(still, sum(dice))
            if not ways:
                return None
            shuts = chance.choice(ways)
            if place == wrong:
                bad = [one for one in layout.ways(layout.cells, sum(dice)) if one not in ways]
                bad += layout.ways(still, sum(dice) + chance.choice(SLIPS))
                if len(ways) > 1 or not bad:
                    return None
                right, shuts = shuts, chance.choice(bad)
            throws.append(DiceThrow(dice, shuts))
            still = without(still, shuts + right)
        turn = Turn(1, player, throws=tuple(throws))
        refused = TurnReplay(layout, turn, self.players, player).refusals
        if len(refused) != 1 or not still:
            return None
        asked, name = self.worded("shut-error", player=player), self.plus(right)
        answer, way = (
            self.worded("line", n=wrong + 1, right=name),
            self._correction(throws, wrong),
        )
        turns = tuple(self.throw(player, one.dice, self.listed(one.shuts)) for one in throws)
        found, rule = f"{wrong + 1}: {name}", refused[0].rule
        return Exercise(
            asked,
            answer,
            found,
            count,
            turns=turns,
            rule=rule,
            way=way,
        )

    def _correction(self, throws: list[DiceThrow], wrong: int) -> tuple[str, ...]:
        dice, shuts = throws[wrong].dice, throws[wrong].shuts
        before = {cell for one in throws[:wrong] for cell in one.shuts}
        gone = self.listed(cell for cell in shuts if cell in before)
        is_shut = self.rules.layout.sum(shuts) == sum(dice)
        told = self.worded("shut-before", cells=gone) if is_shut else self.sum(shuts)
        thrown = f"{' + '.join(map(str, dice))} = {sum(dice)}"
        return thrown, told

    def back(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which cells may be open at the end of a turn, from its points; two more get shut."""
        layout, still, count = (
            self.rules.layout,
            self.still(chance),
            pick(variables, "open", chance),
        )
        if len(still) < count + 2:
            return None
        points = layout.sum(tuple(chance.sample(still, count)))
        every = tuple(way for way in layout.ways(still, points) if len(way) == count)
        found, named = sum_texts(layout, every), {"n": count, "points": points}
        asked = self.worded("shut-back", player=self.players.players[0], **named)
        way, at = (
            self.worded("shut-back-way", open=self.listed(still), **named),
            self.position_of(still),
        )
        return Exercise(
            asked,
            ", ".join(found),
            found,
            len(found),
            at,
            way=(way,),
            lines=2,
        )

    def choice(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask after which of two ways more totals can be made; chance has to say the same."""
        layout, still, dice = self.rules.layout, self.still(chance), self.dice(chance)
        pairs, count = [*combinations(layout.ways(still, sum(dice)), 2)], layout.gear.count()
        if not pairs:
            return None
        pair = chance.choice(pairs)
        after, names = [without(still, way) for way in pair], sum_texts(layout, pair)
        totals, odds = [*map(self.totals, after)], [layout.fits(one, count) for one in after]
        if (len(totals[0]) - len(totals[1])) * (odds[0] - odds[1]) <= 0:
            return None
        best, way = names[odds[1] > odds[0]], list[str]()
        for name, made in zip(names, totals, strict=True):
            every = ", ".join(map(str, made)) or "–"
            way.append(self.worded("shut-totals", way=name, totals=every, n=len(made)))
        said = {"one": names[0], "two": names[1], "dice": self.say(message("guide.dice", n=count))}
        span = {"total": sum(dice), "least": count, "most": count * layout.gear.dice.sides}
        asked, at = self.worded("shut-choice", **said, **span), self.position_of(still, dice)
        return Exercise(
            asked,
            best,
            best,
            sum(map(len, totals)),
            at,
            way=tuple(way),
            lines=2,
        )

    def own_rule(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask to choose among several ways, and to say by what rule; it is judged by criteria."""
        layout, still, dice = self.rules.layout, self.still(chance), self.dice(chance)
        ways = layout.ways(still, sum(dice))
        if len(ways) < TWO:
            return None
        # Large numbers fit fewer totals: who shuts them first keeps the small ones.
        spots = layout.gear.plan.cells
        best = max(ways, key=lambda way: sorted((spots[one].value for one in way), reverse=True))
        example = self.worded("shut-rule-example", way=self.plus(best))
        asked, at = self.worded("shut-rule", total=sum(dice)), self.position_of(still, dice)
        way = self.worded("shut-rule-named"), self.worded("shut-rule-reason")
        return Exercise(
            asked,
            example,
            example,
            len(ways),
            at,
            way=way,
            lines=3,
        )

    def hundred(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for what lacks in a table of random turns, and how many ended below some points."""
        layout, start = self.rules.layout, self.rules.start(self.players)
        width, most = pick(variables, "width", chance), layout.sum(layout.cells)
        lows = range(0, most, width)
        ended = (self.rules.random_turn(start, chance).points or 0 for _ in range(PLAYED))
        counted = Counter(min(points // width, len(lows) - 1) for points in ended)
        counts = [counted[n] for n in range(len(lows))]
        hidden, count = chance.randrange(len(lows)), chance.randrange(TWO, len(lows))
        missing, below = counts[hidden], sum(counts[:count])
        if below == PLAYED:
            return None
        heads = [f"{low}–{high - 1}" for low, high in pairwise((*lows, most + 1))]
        row = ["" if n == hidden else str(one) for n, one in enumerate(counts)]
        rows = ((self.worded("shut-turns"), *row),)
        table = FillInTable((self.worded("shut-points"), *heads), rows)
        rest, first = " + ".join(filter(None, row)), " + ".join(map(str, counts[:count]))
        way = f"{PLAYED} − ({rest}) = {missing}", f"{first} = {below}"
        answer = self.worded("shut-hundred-found", missing=missing, below=below)
        asked, found = (
            self.worded("shut-hundred", n=PLAYED, limit=lows[count]),
            f"{missing} {below}",
        )
        return Exercise(
            asked,
            answer,
            found,
            len(lows),
            table=table,
            way=way,
            lines=2,
        )

    def outcomes(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the chance to shut something, from a table of the sums of two dice."""
        layout, faces = self.rules.layout, range(1, self.rules.layout.gear.dice.sides + 1)
        still = tuple(sample_in_order(layout.cells, pick(variables, "open", chance), chance))
        made, every = self.totals(still), len(faces) ** TWO
        odds = Odds.of("", layout.fits(still, TWO), every)
        if not 0 < odds.ways < every:
            return None
        rolls, empty = Counter(one + two for one in faces for two in faces), [""] * len(faces)
        ways = " + ".join(f"{rolls[total]}" for total in made)
        fitting = self.worded("shut-fitting", totals=list_in_sentence(made, self.said.language))
        way = (fitting, f"{ways} = {odds.ways}") if len(made) > 1 else (fitting,)
        table = FillInTable(("+", *map(str, faces)), tuple((f"{n}", *empty) for n in faces))
        asked = self.worded("shut-outcomes", open=self.listed(still), every=every)
        found, steps = f"{odds.ways}/{every}", len(made)
        return Exercise(asked, str(odds), found, steps, table=table, way=way)
