"""Exercises on a race: numbers allowed, chains to complete and mend, numbers to say, proofs.

The race is told with each question, since its target and its steps make it easy or hard; what
rests on a sentence of the rule sheet is asked of the game's own race.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from generator.documents.exercises.drawn import FillInTable
from generator.documents.exercises.generation import (
    STEPS,
    Draw,
    Exercise,
    ExerciseSource,
    Variables,
    pick,
)
from generator.documents.lesson import Position
from generator.documents.position_view import printables_with
from generator.documents.quantities import list_in_sentence
from generator.games.count.figures import random_play
from generator.games.count.rules import CountRules, Layout
from generator.games.count.view import other_race
from generator.printables.blocks.number_lines import NumbersBlock

# Where both numbers that may be added are named.
BOTH = 2


class Exercises(ExerciseSource[CountRules]):
    """What pupils are asked about a race on a counter."""

    @classmethod
    def printables(cls, rules: CountRules) -> Sequence[str]:
        return printables_with(rules.game, NumbersBlock, part=rules.layout.mechanics.strip)

    def draws(self) -> Mapping[str, Draw]:
        return {
            "count-next": self.allowed,
            "count-complete": self.complete,
            "count-error": self.error,
            "say": self.next,
            "series": self.series,
            "count-slip": self.slip,
            "count-division": self.division,
            "count-proof": self.proof,
            "count-plan": self.plan,
            "at-random": self.at_random,
        }

    def listed(self, numbers: Iterable[int | str]) -> str:
        """Return numbers in a sentence: `18, 19 and 20`."""
        return list_in_sentence(numbers, self.said.language)

    def ask(self, key: str, race: Layout, **values: str | int) -> str:
        """Return a race in words, and what is asked of it."""
        target, most = race.mechanics.target, max(race.mechanics.steps)
        steps = self.worded("add-two") if most == BOTH else self.worded("add-up-to", most=most)
        told = self.worded("count-race", target=target, start=race.mechanics.start, steps=steps)
        return f"{told} {self.worded(key, target=target, **values)}"

    def race(self, variables: Variables, chance: Random) -> Layout:
        """Return a race up from 0, its target and its largest step within their bounds."""
        target, most = pick(variables, "target", chance), pick(variables, "most", chance)
        return other_race(self.rules.layout, target, most)

    def is_own(self, race: Layout) -> bool:
        """Return whether a race is the game's own, whose strip can be drawn."""
        own, other = self.rules.layout.mechanics, race.mechanics
        same = own.start == other.start and own.target == other.target
        return same and {*own.steps} == {*other.steps}

    def strip(self, says: Sequence[int], race: Layout) -> Position | None:
        """Return the strip with numbers said in turn; None for that of another race."""
        turn = {"players": [*self.players.players], "says": [*says]}
        return self.position(marks={}, turn=turn) if self.is_own(race) else None

    def chain(self, race: Layout, chance: Random, last: int) -> list[int]:
        """Return numbers said one after another by chance, up to a last one."""
        says = [race.mechanics.start]
        while says[-1] < last:
            says.append(chance.choice([one for one in race.replies(says[-1]) if one <= last]))
        return says[1:]

    def table(self, said: Iterable[int | str]) -> FillInTable:
        """Return numbers in a row below their turns; "" is to be filled in."""
        row = tuple(map(str, said))
        heads = self.worded("count-turns"), *(str(n) for n in range(1, len(row) + 1))
        return FillInTable(heads, ((self.worded("count-numbers"), *row),))

    def back(self, race: Layout) -> str:
        """Return how the numbers to say are found from the end."""
        good = [*reversed(race.winning_numbers())]
        step, numbers = max(race.mechanics.steps) + 1, ", ".join(map(str, good))
        return self.worded("count-back", target=good[0], step=step, numbers=numbers)

    def allowed(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which numbers may be said next; near the target they are fewer."""
        race = self.race(variables, chance)
        last = race.mechanics.target - chance.randint(2, 2 * max(race.mechanics.steps))
        found, player = tuple(map(str, race.replies(last))), self.players.players[0]
        if last < 1:
            return None
        asked = self.ask("count-next", race, player=player, last=last)
        way = ", ".join(f"{last} + {int(number) - last} = {number}" for number in found)
        return Exercise(asked, ", ".join(found), found, len(found), way=(way,))

    def complete(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for numbers that lack in a round's beginning, where only one way fills them in."""
        race, count = self.race(variables, chance), pick(variables, STEPS, chance)
        said = self.chain(race, chance, race.mechanics.target - 1)
        said = said[: 2 * count + chance.randint(1, 3)]
        blanks = sorted(chance.sample(range(len(said) - 1), min(count, len(said) - 1)))
        seen = [None if n in blanks else one for n, one in enumerate(said)]
        if len(fillings(race, seen)) != 1:
            return None
        found, start = ", ".join(str(said[n]) for n in blanks), race.mechanics.start
        way = tuple(
            self.worded("count-between", low=([start, *said])[n], high=said[n + 1], number=said[n])
            for n in blanks
        )
        table = self.table(one or "" for one in seen)
        return Exercise(
            self.ask("count-complete", race),
            found,
            found,
            len(blanks),
            table=table,
            way=way,
        )

    def error(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the one number that is not allowed, and for the only one that fits there."""
        race, count = self.race(variables, chance), pick(variables, STEPS, chance)
        said = self.chain(race, chance, race.mechanics.target - 1)[:count]
        wrong = chance.randrange(len(said) - 1)
        before, right, after = [race.mechanics.start, *said][wrong : wrong + 3]
        # The next number goes on from the wrong one as from the right one.
        into = [n for n in range(1, after) if after in race.replies(n)]
        odd = [n for n in into if n not in race.replies(before)]
        if len(said) < count or not odd or len(into) > len(odd) + 1:
            return None
        said[wrong] = chance.choice(odd)
        asked, answer = (
            self.ask("count-error", race),
            self.worded("count-turn", n=wrong + 1, right=right),
        )
        way = self.worded("count-between", low=before, high=after, number=right)
        found = f"{wrong + 1}: {right}"
        return Exercise(asked, answer, found, count, table=self.table(said), way=(way,))

    def next(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the number to say; as many as are still to be said are looked at."""
        race = self.race(variables, chance)
        last, good = chance.randrange(1, race.mechanics.target), race.winning_numbers()
        found = [number for number in race.replies(last) if number in good]
        if len(found) != 1:
            return None
        player, ahead = self.players.players[0], sum(number > last for number in good)
        asked = self.ask("say", race, player=player, last=last)
        at = self.strip(self.chain(race, chance, last), race)
        return Exercise(asked, str(found[0]), found[0], ahead, at, way=(self.back(race),))

    def series(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for all numbers to say."""
        race = self.race(variables, chance)
        found, way = tuple(map(str, race.winning_numbers())), (self.back(race),)
        return Exercise(
            self.ask("series", race), ", ".join(found), found, len(found), way=way, lines=2
        )

    def slip(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which number of whoever cannot win any more was wrong last, and what was better.

        After it the other one says the numbers to say; as many are said since as are steps.
        """
        race, count = self.race(variables, chance), pick(variables, STEPS, chance)
        good = race.winning_numbers()
        says = self.chain(race, chance, chance.randrange(1, race.mechanics.target))
        better = [n for n in race.replies(says[-1]) if n in good]
        slips = [n for n in race.replies(says[-1]) if n not in good]
        if count % 2 == 0 or not (better and slips and self.is_own(race)):
            return None
        before, wrong = says[-1], chance.choice(slips)
        says.append(wrong)
        for turn in range(count):
            ahead = race.replies(says[-1])
            says.append(chance.choice(ahead if turn % 2 else [n for n in ahead if n in good]))
            if says[-1] >= race.mechanics.target:
                return None
        one, two = self.players.players
        who, other = (one, two) if len(says) % 2 == 0 else (two, one)
        named = {"one": one, "two": two, "player": who, "other": other}
        asked = self.ask("count-slip", race, last=says[-1], **named)
        answer = self.worded("count-slipped", wrong=wrong, right=better[0])
        way = self.worded("count-slip-way", before=before, right=better[0], other=other)
        at = self.strip(says, race)
        return Exercise(asked, answer, f"{wrong}: {better[0]}", count, at, way=(way,))

    def division(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the division that tells who can win, and by which first number."""
        race = self.race(variables, chance)
        target, by = race.mechanics.target, max(race.mechanics.steps) + 1
        quotient, rest = divmod(target, by)
        found = f"{target} = {by} × {quotient} + {rest}"
        does = self.worded("count-first", rest=rest) if rest else self.worded("count-second")
        way = self.worded(
            "count-division-way" if rest else "count-division-even",
            by=by,
            rest=rest,
        )
        asked = self.ask("count-division", race)
        answer = self.worded("count-divided", division=found, does=does)
        return Exercise(asked, answer, found, quotient, way=(way,), lines=2)

    def proof(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for what lacks in a proof that a number wins; what follows is judged by criteria."""
        race = self.race(variables, chance)
        target, good = race.mechanics.target, race.winning_numbers()[-2]
        replies = race.replies(good)
        asked = self.ask("count-proof", race, good=good)
        every, named = self.listed(replies), {"good": good, "target": target}
        example = self.worded("count-proof-example", replies=every, **named)
        way = self.worded("count-proof-all"), self.worded("count-proof-ends")
        return Exercise(asked, example, example, len(replies), way=way, lines=2)

    def plan(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for a way to win that somebody else can follow; it is judged by criteria."""
        race = self.race(variables, chance)
        by = max(race.mechanics.steps) + 1
        rest = race.mechanics.target % by
        first = self.worded("count-first", rest=rest) if rest else self.worded("count-second")
        example = self.worded("count-plan-example", first=first, by=by)
        asked, way = (
            self.ask("count-plan", race),
            (self.worded("count-plan-first"),),
        )
        return Exercise(asked, example, example, len(race.winning_numbers()), way=way, lines=4)

    def at_random(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the chance to win where both go on at random; all ways are followed."""
        race = self.race(variables, chance)
        target = race.mechanics.target
        last = target - pick(variables, "near", chance)
        share, ways = random_play(race, last)
        shares = ", ".join(f"{n} ({random_play(race, n)[0]})" for n in range(target, last - 1, -1))
        asked, way = (
            self.ask("at-random", race, last=last),
            self.worded("at-random-way", shares=shares),
        )
        return Exercise(asked, str(share), str(share), ways, way=(way,), lines=2)


def fillings(race: Layout, seen: Iterable[int | None]) -> list[tuple[int, ...]]:
    """Return all that may have been said in a round's beginning of which some is not known."""
    every: list[tuple[int, ...]] = [(race.mechanics.start,)]
    for known in seen:
        every = [(*one, n) for one in every for n in race.replies(one[-1]) if known in {None, n}]
    return every
