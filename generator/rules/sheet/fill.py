"""The act of filling: a box with a name takes what the dice are worth in it."""

from functools import partial
from math import comb
from random import Random
from typing import Literal

from pydantic import model_validator

from generator.errors import DataError
from generator.game import Game
from generator.game.facts import Facts, Id
from generator.game.parts import Boxes, Pool
from generator.reading.fit import Fault
from generator.reading.nodes import MapNode
from generator.rules import findings
from generator.rules.family import Roles
from generator.rules.sheet import plan as plans
from generator.rules.sheet import scoring
from generator.rules.sheet.frame import Body
from generator.rules.sheet.plan import Kit, Table, Turn
from generator.rules.sheet.primitives import Layout, Try, read_primitives
from generator.rules.sheet.rolling import Throws
from generator.rules.sheet.write import Write
from generator.words import message

# Every throw is tried in every box, and in a guide with every choice of dice to keep.
MOST_WAYS = 120_000
# One in so many: stops before the last throw.
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


class TurnAsWritten(Facts):
    """A turn in a record: each throw, or the dice as they lay last, and what was written down."""

    throws: tuple[tuple[int, ...], ...] | None = None
    dice: tuple[int, ...] | None = None
    points: int | None = None

    @model_validator(mode="after")
    def _told_once(self) -> "TurnAsWritten":
        if self.throws is not None and self.dice is not None:
            raise Fault(message("rules.throws-or-dice"), ("dice",))
        return self


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section and of the rules."""
    roles, primitives = Roles(game, section), read_primitives(game)
    mechanics = roles.facts(Mechanics)
    boxes = roles.part("sheet", mechanics.sheet, Boxes)
    dice = roles.part("sheet", boxes.dice, Pool) if boxes else None
    if dice is not None and comb(dice.sides + dice.dice - 1, dice.dice) << dice.dice > MOST_WAYS:
        roles.refuse("sheet", message("rules.many-throws", dice=dice.dice, sides=dice.sides))
    if boxes is None or dice is None or roles.problems:
        raise DataError(roles.problems)
    kit = Kit(plans.plan_of(mechanics.sheet, boxes), dice, everybody=False)
    for cell in kit.plan.spots:
        if not any(kit.values(cell)):
            roles.refuse("sheet", message("rules.box-never", box=cell))
    if problems := [*roles.problems, *scoring.unreachable(game, kit, primitives)]:
        raise DataError(problems)
    return Layout(kit, primitives)


class Fill(Write):
    """The rules of a game in which named boxes are filled."""

    read_layout = staticmethod(read_layout)

    def body_model(self) -> type[Body]:
        """Return the model of a record's body, with the boxes of the sheet."""
        spots = self.layout.kit.plan.spots
        box = findings.one_of(spots, "cell")
        turn = findings.with_words(TurnAsWritten, player=findings.PLAYER, box=box)
        return self.body_of(turn, **dict.fromkeys(spots, int))

    def random_turn(self, state: Table, chance: Random) -> Turn:
        """Return a turn of the next player, who keeps the face that shows most often."""
        kit, primitives = self.layout.kit, self.layout.primitives
        known = primitives.first(Throws)
        dice, sides = range(kit.count()), range(1, kit.dice.sides + 1)
        throws = [tuple(chance.choice(sides) for _ in dice)]
        while known and len(throws) < known[1].most and chance.randrange(STOPS):
            last = throws[-1]
            kept = max(last, key=last.count)
            throws.append(tuple(face if face == kept else chance.choice(sides) for face in last))
        roll, first = throws[-1], next(iter(kit.plan.spots))
        tried = Try(kit, state.sheets[state.next], first, 0, frozenset())
        free = sorted(primitives.allowed(tried, kit.plan.spots)) or sorted(kit.plan.spots)
        free.sort(key=lambda cell: -kit.number(cell, roll) / max(kit.values(cell)))
        box = chance.choice(free[:WAVERS])
        points = kit.number(box, roll)
        turn = partial(Turn, state.played + 1, state.next, box=box, points=points)
        return turn(throws=tuple(throws)) if known else turn(roll)
