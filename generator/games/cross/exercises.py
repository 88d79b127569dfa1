"""Exercises on boards of dice: what a roll pays for, which choice earns more, what is rarer."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from random import Random

from generator.documents.exercises.generation import STEPS, Draw, Exercise, Variables
from generator.documents.exercises.sheet_exercises import SheetExercises
from generator.documents.quantities import list_in_sentence, percent
from generator.games.cross.rules import CrossRules
from generator.games.cross.view import TOKEN
from generator.printables.blocks.boards import SquaresBlock
from generator.rules.findings import TOTAL
from generator.rules.sheet.paying import Discards, chance_of, pays_for_all
from generator.rules.sheet.plan import Line, Sheet, SheetCell, Turn
from generator.words import message

# How many squares at most are chosen, and of how many choices two; how far apart chances lie.
MOST, WAYS, NEXT = 4, 16, 9
APART = Fraction(3, 100)
# What two choices are called.
CHOICES = ("A", "B")


class Exercises(SheetExercises[CrossRules]):
    """What pupils are asked about a board of dice."""

    asked, block = "exercise.add-up-board", SquaresBlock

    def draws(self) -> Mapping[str, Draw]:
        if self.kit.tokens is None:
            return {}
        # Nobody plays alone here.
        alone = [rule for rule, _ in self.rules.layout.primitives.of(Discards)]
        return {
            "add-up": self.add_up,
            "pays": self.pays,
            "choice": self.choice,
            "rarer": self.rarer,
            "record": self.draw_record(self.turn_in_words, but=alone),
        }

    def marks(self, sheet: Sheet) -> Mapping[str, str]:
        return dict.fromkeys(sheet.numbers, TOKEN)

    def rolled(self, chance: Random) -> tuple[int, ...]:
        """Return a roll, the highest faces first."""
        faces = (chance.randint(1, self.kit.dice.sides) for _ in range(self.kit.count()))
        return tuple(sorted(faces, reverse=True))

    def free(self, sheet: Sheet, dice: tuple[int, ...]) -> tuple[SheetCell, ...]:
        """Return the squares that may be covered, as the judge of a turn sees them."""
        return self.rules.view_of(sheet, Turn(1, None, dice)).free

    def pays(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask which free squares a roll pays for, each alone; to try are those whose face shows."""
        sheet, dice = self.partly_filled(chance), self.rolled(chance)
        tried = [spot for spot in self.free(sheet, dice) if spot.face in dice]
        found = tuple(spot.id for spot in tried if pays_for_all(dice, (spot,)))
        if not found:
            return None
        at = self.position_of(sheet, turn={"dice": list(dice)})
        asked = self.say(message("exercise.pays"))
        return Exercise(asked, self.cells(found), found, len(tried), at, lines=2)

    def choice(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which of two choices of squares earns more at once; each of their squares counts."""
        sheet, dice = self.partly_filled(chance), self.rolled(chance)
        free, before = self.free(sheet, dice), self.rules.score(sheet)[TOTAL]
        gains = dict[Line, int]()
        for way in (self._way(free, dice, chance) for _ in range(WAYS)):
            gains[tuple(way)] = self.rules.score(sheet.filled(way))[TOTAL] - before
        pairs = [
            pair
            for pair in combinations(gains, 2)
            if sum(map(len, pair)) in variables[STEPS]
            and 0 < min(map(gains.__getitem__, pair)) < max(map(gains.__getitem__, pair))
            and not ({*pair[0]} <= {*pair[1]} or {*pair[1]} <= {*pair[0]})
        ]
        if not pairs:
            return None
        pair = chance.choice(pairs)
        one, two = (list_in_sentence(map(self.said.label, way), self.said.language) for way in pair)
        best, steps = max(pair, key=gains.__getitem__), sum(map(len, pair))
        named = dict(zip(pair, CHOICES, strict=True))
        every = ", ".join(f"{name} {gains[way]}" for way, name in named.items())
        asked = self.say(message("exercise.choice", one=one, two=two))
        key = self.say(message("exercise.better", best=named[best], every=every))
        at = self.position_of(sheet, turn={"dice": list(dice)})
        return Exercise(asked, key, best, steps, at, lines=2)

    def _way(
        self, free: tuple[SheetCell, ...], dice: tuple[int, ...], chance: Random
    ) -> Mapping[str, int]:
        chosen, most = tuple[SheetCell, ...](), chance.randint(1, MOST)
        for spot in chance.sample(free, len(free)):
            if len(chosen) < most and pays_for_all(dice, (*chosen, spot)):
                chosen = (*chosen, spot)
        return {spot.id: spot.value for spot in free if spot in chosen}

    def rarer(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask for the order of squares by their chance: a rarer one wants no fewer dice."""
        chances = {spot: chance_of(self.kit, spot) for spot in self.kit.plan.cells.values()}
        order, count = list[SheetCell](), chance.randint(2, MOST)
        while len(order) < count:
            place, face = (order[-1].place, order[-1].face) if order else (0, 0)
            rarer = [one for one in chances if one.place >= place and one.face >= face]
            if order:
                most = chances[order[-1]] - APART
                rarer = [one for one in rarer if chances[one] <= most]
            if not rarer:
                return None
            # The likelier ones, so that others can follow.
            rarer.sort(key=chances.__getitem__, reverse=True)
            order.append(chance.choice(rarer[:NEXT]))
        found = tuple(spot.id for spot in order)
        shares = (percent(chances[one], self.said.language) for one in order)
        told = (f"{self.said.label(o)} ({n})" for o, n in zip(found, shares, strict=True))
        asked = self.say(message("exercise.rarer", cells=self.cells(sorted(found))))
        return Exercise(asked, ", ".join(told), found, count * (count - 1) // 2)
