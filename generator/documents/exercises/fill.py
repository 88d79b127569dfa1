"""Exercises on sheets of boxes: what dice are worth, what they never are, what one throw can do."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations
from random import Random

from generator.documents import patterns
from generator.documents.exercises.making import Exercise, Kind, Odds, Span, picked
from generator.documents.exercises.sheets import Sheets
from generator.game.parts.boxes import Throw
from generator.printables.blocks.boards import BoxesBlock
from generator.rules.sheet.fill import Fill
from generator.rules.sheet.plan import Sheet, faces
from generator.words import message

# No more dice are thrown than can be counted by hand.
FEW = 2


class _Boxes(Sheets[Fill]):
    block = BoxesBlock

    def kinds(self) -> tuple[Kind, ...]:
        """Return the kinds of exercises on a sheet of boxes."""
        sides = self.kit.dice.sides
        return (
            Kind("add-up", self.shares(0.3, 0.5, 0.8), self.add_up),
            Kind("worth", self.shares(0.15, 0.35, 0.6), self.worth),
            Kind("impossible", self.shares(0.2, 0.4, 0.7), self.impossible),
            Kind("one-more", (sides, sides + 1, sides**FEW + 1), self.one_more),
            self.record(self.tells),
        )

    def marks(self, sheet: Sheet) -> Mapping[str, str]:
        """Return the numbers."""
        return {cell: str(number) for cell, number in sheet.numbers.items()}

    def thrown(self, chance: Random) -> Throw:
        """Return dice as they often lie at the end of a turn."""
        start = self.rules.start(self.players)
        return tuple(sorted(faces(self.rules.random_turn(start, chance).roll())))

    def worth(self, span: Span, chance: Random) -> Exercise | None:
        """Ask in which free boxes dice are worth something, and how much."""
        spots = self.kit.plan.spots
        sheet = self.sheet(chance, lambda one: len(spots) - len(one.numbers) in span)
        if sheet is None:
            return None
        dice, free = self.thrown(chance), [cell for cell in spots if cell not in sheet.numbers]
        found = {cell: n for cell in free if (n := self.kit.number(cell, dice))}
        if not found:
            return None
        key = ", ".join(f"{self.said.label(cell)} {n}" for cell, n in found.items())
        at = self.drawn(sheet, turn={"dice": list(dice)})
        return Exercise(self.say(message("exercise.worth")), key, found, len(free), at)

    def impossible(self, span: Span, chance: Random) -> Exercise | None:
        """Ask which box holds a number that no dice give there."""
        sheet = self.sheet(chance, lambda one: len(one.numbers) in span)
        if sheet is None:
            return None
        cell = chance.choice([*sheet.numbers])
        known = self.kit.values(cell)
        number = chance.choice([n for n in range(1, max(known) + 1) if n not in known] or [0])
        wrong = replace(sheet, numbers={**sheet.numbers, cell: number})
        broken = self.broken(wrong)
        if len(broken) != 1:
            return None
        key = self.say(broken[0].reason)
        asked, steps = self.say(message("exercise.impossible")), len(sheet.numbers)
        return Exercise(asked, key, (cell,), steps, self.drawn(wrong), rule=broken[0].rule, lines=2)

    def one_more(self, span: Span, chance: Random) -> Exercise | None:
        """Ask for the chance to fill a box with one more throw, or what to keep for it.

        A box of one face is left out: what it wants is not said by its name.
        """
        spots, sides = self.kit.plan.spots.values(), self.kit.dice.sides
        boxes = [(spot.id, spot.box) for spot in spots if spot.box and not spot.box.face]
        if not boxes:
            return None
        dice, (cell, box), odds = self.thrown(chance), chance.choice(boxes), list[Odds]()
        count, worth = len(dice), partial(patterns.ahead, box.fits, len(dice), sides, 1)
        for thrown in range(1, min(FEW, count - 1) + 1):
            # Of as many dice those that are best kept.
            held = max(combinations(dice, count - thrown), key=worth)
            odds.append(Odds.of("\u00a0".join(map(str, held)), worth(held), sides**thrown))
        keys = "exercise.one-more", "exercise.one-more-better"
        at = self.drawn(Sheet(), turn={"dice": list(dice)})
        return self.weighed(picked(odds, span, chance), keys, at, box=self.said.label(cell))
