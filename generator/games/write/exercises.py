"""Exercises on sheets of rows and columns: where a sum may stand, what clashes, what still fits."""

from collections.abc import Collection, Mapping
from itertools import combinations
from random import Random

from generator.documents.exercises.generation import (
    STEPS,
    Draw,
    Exercise,
    Odds,
    Variables,
    pick_odds,
)
from generator.documents.exercises.sheet_exercises import SheetExercises
from generator.documents.lesson import TICK
from generator.documents.quantities import list_in_sentence
from generator.games.write.rules import WriteRules
from generator.games.write.view import View
from generator.printables.blocks.boards import GridBlock
from generator.rules.sheet.plan import Sheet
from generator.words import message

PAIR = 2


class Exercises(SheetExercises[WriteRules]):
    """What pupils are asked about a sheet of rows and columns."""

    block = GridBlock

    def draws(self) -> Mapping[str, Draw]:
        fits = {"fits": self.fits} if len(self.kit.colours) >= PAIR else {}
        return {
            "add-up": self.add_up,
            "may-take": self.may_take,
            "clash": self.clash,
            **fits,
            "record": self.draw_record(self.turn_in_words),
        }

    def marks(self, sheet: Sheet) -> Mapping[str, str]:
        boxes = self.kit.misses.cell_ids()[: sheet.ticks] if self.kit.misses else ()
        return {**super().marks(sheet), **dict.fromkeys(boxes, TICK)}

    def view(self, sheet: Sheet) -> View:
        """Return a sheet as positions of guides are judged."""
        return View(self.rules, self.position_of(sheet), self.said)

    def dice(self, colours: Collection[str]) -> str:
        """Return some dice by their colours: `the orange and yellow dice`."""
        named = list_in_sentence([self.word("colours", one) for one in colours], self.said.language)
        return self.say(message("exercise.dice-of", n=len(colours), colours=named))

    def may_take(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask in which cells a sum may stand; to try are the free cells of the rows rolled."""
        kit, sheet = self.kit, self.partly_filled(chance)
        free = [spot for spot in kit.plan.cells.values() if spot.id not in sheet.numbers]
        counts = range(1, len(kit.colours) + 1)
        choices = [one for count in counts for one in combinations(kit.colours, count)] or [()]
        tried = {one: sum(not one or spot.colour in one for spot in free) for one in choices}
        colours = chance.choice(
            [one for one in choices if tried[one] in variables[STEPS]] or choices
        )
        dice = len(colours) or kit.count()
        total = sum(chance.randint(1, kit.dice.sides) for _ in range(dice))
        found = self.view(sheet).cells_for(total, colours)
        if not found:
            return None
        thrown = self.dice(colours) if colours else self.say(message("guide.dice", n=dice))
        asked = self.say(message("exercise.may-take", dice=thrown, total=total))
        at = self.position_of(sheet, sum=total, colours=colours)
        return Exercise(asked, self.cells(found), found, tried[colours], at)

    def clash(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which two numbers cannot stand together; each number is compared with others."""
        sheet = self.sheet(chance, lambda one: len(one.numbers) in variables[STEPS])
        if sheet is None:
            return None
        cell = chance.choice([*sheet.numbers])
        number = chance.choice([*self.kit.values(cell)])
        wrong = sheet._replace(numbers={**sheet.numbers, cell: number})
        broken, cells = self.refusals_of(wrong), self.view(wrong).clashes()
        if len(broken) != 1 or len(cells) != PAIR:
            return None
        asked, steps, at = message("exercise.clash"), len(sheet.numbers), self.position_of(wrong)
        key, rule = self.cells(cells), broken[0].rule
        return Exercise(self.say(asked), key, cells, steps, at, rule=rule, lines=2)

    def fits(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the chance that a sum finds a cell, of one die or two, or with which."""
        sheet, sides, odds = self.partly_filled(chance), self.kit.dice.sides, list[Odds]()
        seen = self.view(sheet)
        for count in range(1, PAIR + 1):
            for colours in combinations(self.kit.colours, count):
                sums = self.kit.dice.sums(count).items()
                share = sum(one for total, one in sums if seen.cells_for(total, colours))
                odds.append(Odds.of(self.dice(colours), share, sides**count))
        keys = "exercise.fits", "exercise.fits-better"
        return self.ask_for_chance(
            pick_odds(odds, variables[STEPS], chance), keys, self.position_of(sheet)
        )
