"""The act of filling: a box with a name takes what the dice are worth in it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import comb
from random import Random
from typing import Literal

from generator.game.facts import Facts, Id
from generator.game.parts import Boxes, Pool, ScoreBox
from generator.rules import findings
from generator.rules.interface import Odds, Roles, RollOutcome
from generator.rules.sheet.frame import SheetAct, TurnAsWritten
from generator.rules.sheet.placing import Throws
from generator.rules.sheet.plan import Gear, SheetState, Turn, faces, plan_of
from generator.rules.sheet.primitives import Attempt, Layout, Primitives
from generator.words import message

# Every throw is tried in every box, and in a guide with every choice of dice to keep.
MOST_WAYS = 120_000
# One throw in this many is kept before the last one.
STOPS = 4
# How many of the best boxes a player wavers between.
WAVERS = 2


class Mechanics(Facts):
    """The section `mechanics`: a game in which named boxes are filled with what dice are worth."""

    family: Literal["sheet"]
    act: Literal["fill"]
    """What a turn does: `fill` puts into a box what the dice are worth there."""
    sheet: Id
    """The part with the boxes, which names its dice."""


class FillRules(SheetAct):
    """The rules of a game in which named boxes are filled."""

    @classmethod
    def read_parts(cls, roles: Roles, primitives: Primitives) -> Layout | None:
        mechanics = roles.facts(Mechanics)
        boxes = roles.part("sheet", mechanics.sheet, Boxes)
        dice = roles.part("sheet", boxes.dice, Pool) if boxes else None
        if dice and comb(dice.sides + dice.dice - 1, dice.dice) << dice.dice > MOST_WAYS:
            roles.refuse("sheet", message("rules.many-throws", dice=dice.dice, sides=dice.sides))
        if boxes is None or dice is None or roles.problems:
            return None
        gear = Gear(plan_of(mechanics.sheet, boxes), dice)
        for cell in gear.plan.cells:
            if not any(gear.values(cell)):
                roles.refuse("sheet", message("rules.box-never", box=cell))
        return Layout(gear, primitives)

    def body_model(self) -> type[Facts]:
        spots = self.layout.gear.plan.cells
        box = findings.one_of(spots, "cell")
        told = {
            "throws": findings.TUPLE[findings.FACES, ...],
            "dice": findings.FACES,
            "points": int,
        }
        turn = findings.with_words(TurnAsWritten, **told, player=findings.PLAYER, box=box)
        return self.body_with(turn, **dict.fromkeys(spots, int))

    @cached_property
    def _patterns(self) -> Mapping[str, ScoreBox]:
        boxes = {name: spot.box for name, spot in self.layout.gear.plan.cells.items() if spot.box}
        return {name: box for name, box in boxes.items() if box.equal or box.run or box.groups}

    def odds(self) -> Odds:
        gear, found = self.layout.gear, dict[str, Mapping[int, Fraction]]()
        for name, box in self._patterns.items():
            chance = box.chance(gear.count(), gear.dice.sides)
            found[f"box.{name}"] = {0: 1 - chance, 1: chance}
        return found

    def roll_outcomes(self, state: SheetState, step: Turn, /) -> Iterator[RollOutcome]:
        has_others = self.layout.primitives.first(Throws) and step.throws is None
        first = () if has_others else step.rolls()[:1]
        for roll in filter(self.layout.gear.is_rollable, first):
            for name, box in self._patterns.items():
                yield f"box.{name}", int(box.fits(faces(roll)))

    def throw(self, state: SheetState, chance: Random) -> Turn:
        turn, known = super().throw(state, chance), self.layout.primitives.first(Throws)
        if known is None:
            return turn
        throws, sides = [faces(turn.dice)], range(1, self.layout.gear.dice.sides + 1)
        while len(throws) < known[1].most and chance.randrange(STOPS):
            last = throws[-1]
            kept = max(last, key=last.count)
            throws.append(tuple(face if face == kept else chance.choice(sides) for face in last))
        return replace(turn, dice=(), throws=tuple(throws))

    def choices(self, _: SheetState, thrown: Turn) -> Iterator[Turn]:
        gear, roll = self.layout.gear, thrown.roll()
        return (replace(thrown, box=b, points=gear.number(b, roll)) for b in gear.plan.cells)

    def choose(self, state: SheetState, turn: Turn, chance: Random) -> Turn:
        gear, roll, sheet = self.layout.gear, turn.roll(), state.sheets[state.next]
        attempt = Attempt(gear, sheet, next(iter(gear.plan.cells)), 0, frozenset())
        allowed = self.layout.primitives.cells_allowed(attempt, gear.plan.cells)
        free = sorted(allowed or gear.plan.cells)
        free.sort(key=lambda cell: -gear.number(cell, roll) / max(gear.values(cell)))
        box = chance.choice(free[:WAVERS])
        return replace(turn, box=box, points=gear.number(box, roll))
