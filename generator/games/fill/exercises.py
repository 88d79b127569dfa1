"""Exercises on sheets of boxes: what dice are worth, what they never are, what one throw can do."""

from collections.abc import Mapping
from functools import partial
from itertools import combinations
from random import Random

from generator.documents import reroll_values
from generator.documents.exercises.generation import (
    STEPS,
    Draw,
    Exercise,
    Odds,
    Variables,
    pick_odds,
)
from generator.documents.exercises.sheet_exercises import SheetExercises
from generator.game.parts.boxes import Throw
from generator.games.fill.rules import FillRules
from generator.printables.blocks.boards import BoxesBlock
from generator.rules.sheet.plan import Sheet, faces
from generator.words import message

# No more dice are thrown than can be counted by hand.
FEW = 2


class Exercises(SheetExercises[FillRules]):
    """What pupils are asked about a sheet of boxes."""

    block = BoxesBlock

    def draws(self) -> Mapping[str, Draw]:
        return {
            "add-up": self.add_up,
            "worth": self.worth,
            "impossible": self.impossible,
            "one-more": self.one_more,
            "record": self.draw_record(self.turn_in_words),
        }

    def thrown(self, chance: Random) -> Throw:
        """Return dice as they often lie at the end of a turn."""
        start = self.rules.start(self.players)
        return tuple(sorted(faces(self.rules.random_turn(start, chance).roll())))

    def worth(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask in which free boxes dice are worth something, and how much."""
        spots = self.kit.plan.cells
        sheet = self.sheet(chance, lambda one: len(spots) - len(one.numbers) in variables[STEPS])
        if sheet is None:
            return None
        dice, free = self.thrown(chance), [cell for cell in spots if cell not in sheet.numbers]
        found = {cell: n for cell in free if (n := self.kit.number(cell, dice))}
        if not found:
            return None
        key = ", ".join(f"{self.said.label(cell)} {n}" for cell, n in found.items())
        at = self.position_of(sheet, turn={"dice": list(dice)})
        return Exercise(self.say(message("exercise.worth")), key, found, len(free), at)

    def impossible(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which box holds a number that no dice give there."""
        sheet = self.sheet(chance, lambda one: len(one.numbers) in variables[STEPS])
        if sheet is None:
            return None
        cell = chance.choice([*sheet.numbers])
        known = self.kit.values(cell)
        number = chance.choice([n for n in range(1, max(known) + 1) if n not in known] or [0])
        wrong = sheet._replace(numbers={**sheet.numbers, cell: number})
        broken = self.refusals_of(wrong)
        if len(broken) != 1:
            return None
        key = self.say(broken[0].reason)
        asked, steps = self.say(message("exercise.impossible")), len(sheet.numbers)
        return Exercise(
            asked, key, (cell,), steps, self.position_of(wrong), rule=broken[0].rule, lines=2
        )

    def one_more(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the chance to fill a box with one more throw, or what to keep for it."""
        spots, sides = self.kit.plan.cells.values(), self.kit.dice.sides
        boxes = [(spot.id, spot.box) for spot in spots if spot.box and not spot.box.face]
        if not boxes:
            return None
        dice, (cell, box), odds = self.thrown(chance), chance.choice(boxes), list[Odds]()
        count, worth = len(dice), partial(reroll_values.ahead, box.fits, len(dice), sides, 1)
        for thrown in range(1, min(FEW, count - 1) + 1):
            # Of as many dice those that are best kept.
            held = max(combinations(dice, count - thrown), key=worth)
            odds.append(Odds.of("\u00a0".join(map(str, held)), worth(held), sides**thrown))
        keys = "exercise.one-more", "exercise.one-more-better"
        at = self.position_of(Sheet(), turn={"dice": list(dice)})
        return self.ask_for_chance(
            pick_odds(odds, variables[STEPS], chance), keys, at, box=self.said.label(cell)
        )
