"""Exercises on a box of numbers: ways to add up, what is left, whether the next throw fits."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from random import Random

from generator.documents.exercises import generation
from generator.documents.lesson import Position
from generator.games.shut.rules import ShutRules, without
from generator.games.shut.view import SHUT, sum_texts
from generator.printables.blocks.number_lines import NumbersBlock
from generator.rules.sheet.plan import Line
from generator.words import message


class Exercises(generation.ExerciseSource[ShutRules]):
    """What pupils are asked about a box of numbers."""

    block = NumbersBlock

    def draws(self) -> Mapping[str, generation.Draw]:
        return {
            "ways": self.ways,
            "left": self.left,
            "shut-fits": self.fits,
            "shut-better": self.after,
            "record": self.draw_record(self.turn_in_words),
        }

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

    def dice(self, still: Line, chance: Random) -> tuple[int, ...]:
        """Return a throw of as many dice as may be."""
        layout = self.rules.layout
        dice = range(max(layout.counts(still)))
        return tuple(chance.randint(1, layout.gear.dice.sides) for _ in dice)

    def ways(self, _: generation.Variables, chance: Random) -> generation.Exercise | None:
        """Ask for all ways to make a throw with what is open."""
        layout, still = self.rules.layout, self.still(chance)
        dice = self.dice(still, chance)
        found = sum_texts(layout, layout.ways(still, sum(dice)))
        asked, at = message("exercise.ways", total=sum(dice)), self.position_of(still, dice)
        return generation.Exercise(
            self.say(asked), ", ".join(found), found, len(found), at, lines=2
        )

    def left(self, _: generation.Variables, chance: Random) -> generation.Exercise | None:
        """Ask for the points of a turn that is over; each open number is added."""
        still = self.still(chance, is_over=True)
        points, asked = self.rules.layout.sum(still), self.say(message("exercise.left"))
        return generation.Exercise(asked, str(points), points, len(still), self.position_of(still))

    def fits(self, variables: generation.Variables, chance: Random) -> generation.Exercise | None:
        """Ask for the chance that the next throw fits, or with how many dice it is larger."""
        layout, still, odds = self.rules.layout, self.still(chance), list[generation.Odds]()
        for count in layout.counts(still):
            name, share = self.say(message("guide.dice", n=count)), layout.fits(still, count)
            odds.append(generation.Odds.of(name, share, layout.gear.dice.sides**count))
        keys = "exercise.shut-fits", "exercise.shut-fits-better"
        return self.ask_for_chance(
            generation.pick_odds(odds, variables[generation.STEPS], chance),
            keys,
            self.position_of(still),
        )

    def after(self, _: generation.Variables, chance: Random) -> generation.Exercise | None:
        """Ask after which of two ways the next throw fits more often; what stays open counts."""
        layout, still = self.rules.layout, self.still(chance)
        dice, count = self.dice(still, chance), layout.gear.count()
        pairs = [*combinations(layout.ways(still, sum(dice)), 2)]
        if not pairs:
            return None
        pair = chance.choice(pairs)
        after, every = [without(still, way) for way in pair], layout.gear.dice.sides**count
        named = zip(sum_texts(layout, pair), after, strict=True)
        odds = [generation.Odds.of(name, layout.fits(open_, count), every) for name, open_ in named]
        if odds[0].ways == odds[1].ways:
            return None
        thrown, keys = self.say(message("guide.dice", n=count)), ("exercise.shut-better",)
        at, total = self.position_of(still, dice), sum(dice)
        found = self.ask_for_chance(odds, keys, at, total=total, dice=thrown)
        return found and replace(found, steps=sum(map(len, after)))
