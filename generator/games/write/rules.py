"""The act of writing: a number that the dice give goes into a cell of a sheet."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.game.parts import Dice, Grid, Pool, Track
from generator.rules.findings import (
    FACES,
    MAPPING,
    PLAYER,
    TUPLE,
    all_optional,
    one_of,
    with_words,
)
from generator.rules.interface import Roles, RollOutcome
from generator.rules.sheet.frame import SheetAct, TurnAsWritten
from generator.rules.sheet.placing import InOrder, RolledColour, Throws
from generator.rules.sheet.plan import Gear, Roll, SheetState, Turn, faces, plan_of
from generator.rules.sheet.primitives import Layout, Primitives, TurnView
from generator.words import message, not_one_of

# One turn in this many rolls again; one number of others in this many is let by.
REROLLS = 4
PASSES = 6
# How many of the best cells a player wavers between.
WAVERS = 2


class Mechanics(Facts):
    """The section `mechanics`: a game in which numbers are written into the cells of a sheet."""

    family: Literal["sheet"]
    act: Literal["write"]
    """What a turn does: `write` puts the sum of the dice into a cell."""
    sheet: Id
    """The part that numbers are written in."""
    dice: Id
    """The dice that are thrown."""
    misses: Id | None = None
    """The track of missed turns, if there is one."""
    who: Literal["everybody", "active"] = "everybody"
    """Who may write in a turn: all players, or only the one whose turn it is."""


def _chosen(view: TurnView, chance: Random) -> str | None:
    legal = sorted(view.free, key=lambda spot: spot.id)
    if not legal:
        return None
    width = max(spot.place for spot in view.gear.plan.cells.values())
    share = sum(view.faces) / view.gear.sums()[1]
    if any(one.rule == "falls" for _, one in view.primitives.of(InOrder)):
        share = 1 - share
    legal.sort(key=lambda spot: abs(spot.place / width - share))
    return chance.choice(legal[:WAVERS]).id


class WriteRules(SheetAct):
    """The rules of a game in which numbers are written into cells."""

    @classmethod
    def read_parts(cls, roles: Roles, primitives: Primitives) -> Layout | None:
        mechanics, parts = roles.facts(Mechanics), roles.game.head.parts
        grid = roles.part("sheet", mechanics.sheet, Grid)
        is_pool = isinstance(parts.get(mechanics.dice), Pool)
        kind: type[Dice | Pool] = Pool if is_pool else Dice
        dice = roles.part("dice", mechanics.dice, kind)
        misses = roles.part("misses", mechanics.misses, Track) if mechanics.misses else None
        if grid is None or dice is None or roles.problems:
            return None
        colours, needs_die = [row.colour for row in grid.rows], primitives.first(RolledColour)
        for colour in dict.fromkeys(colours):
            if colours.count(colour) > 1:
                roles.refuse("sheet", message("rules.row-colour-twice", colour=colour))
            if needs_die and isinstance(dice, Dice) and colour not in dice.dice:
                roles.refuse("sheet", not_one_of(colour, dice.dice))
        everybody, plan = mechanics.who == "everybody", plan_of(mechanics.sheet, grid)
        return Layout(Gear(plan, dice, misses, everybody=everybody), primitives)

    def body_model(self) -> type[Facts]:
        gear = self.layout.gear
        cell = one_of(gear.plan.cells, "cell")
        roll, width = FACES, max(map(len, gear.plan.rows.values()))
        if isinstance(gear.dice, Dice):
            roll = MAPPING[one_of(gear.dice.dice, "die"), int]
        fields = {"writes": MAPPING[PLAYER, cell]} if gear.everybody else {}
        fields |= {"miss": bool} if gear.misses else {}
        fields |= {} if gear.everybody else {"box": cell}
        again = {"throws": TUPLE[roll, ...]} if self._most_throws else {"reroll": roll}
        fields = {"player": PLAYER, "dice": roll, **again, **fields}
        turn: type[Facts] = all_optional("Turn", **fields)
        if self._most_throws:
            turn = with_words(TurnAsWritten, **fields)
        row = Annotated[tuple[int | None, ...], Field(min_length=width, max_length=width)]
        return self.body_with(turn, **dict.fromkeys(gear.plan.rows, row))

    def throw(self, state: SheetState, chance: Random) -> Turn:
        dice = self.layout.gear.dice
        if isinstance(dice, Pool):
            turn = super().throw(state, chance)
        else:
            some = set(chance.sample(dice.dice, chance.randint(1, len(dice.dice))))
            thrown = [die for die in dice.dice if die in some]
            first = {die: chance.randint(1, dice.sides) for die in thrown}
            turn = Turn(state.played + 1, state.next, dice=first)
            if not self._most_throws and not chance.randrange(REROLLS):
                return replace(turn, reroll={d: chance.randint(1, dice.sides) for d in thrown})
        throws = [turn.dice]
        while len(throws) < self._most_throws and not chance.randrange(REROLLS):
            throws.append(self._thrown_again(throws[-1], chance))
        return replace(turn, dice=(), throws=tuple(throws)) if self._most_throws else turn

    def _thrown_again(self, roll: Roll, chance: Random) -> Roll:
        """Return a roll with some of its dice kept."""
        sides = self.layout.gear.dice.sides
        shown = [face if chance.randrange(2) else chance.randint(1, sides) for face in faces(roll)]
        return tuple(shown) if isinstance(roll, tuple) else dict(zip(roll, shown, strict=True))

    @property
    def _most_throws(self) -> int:
        known = self.layout.primitives.first(Throws)
        return known[1].most if known else 0

    def roll_outcomes(self, state: SheetState, step: Turn, /) -> Iterator[RollOutcome]:
        # Dice that may be kept are fair in the first throw alone.
        if self._most_throws:
            step = replace(step, dice=(step.throws or ((),))[0], throws=None)
        yield from super().roll_outcomes(state, step)

    def choices(self, state: SheetState, thrown: Turn) -> Iterator[Turn]:
        """Yield every mixture of what each player may write, the active one alone where so."""
        players = state.seating.players if self.layout.gear.everybody else (state.next,)
        free = (TurnView(self.layout, state, thrown, player).free for player in players)
        for cells in product(*((None, *(spot.id for spot in spots)) for spots in free)):
            writes = {who: cell for who, cell in zip(players, cells, strict=True) if cell}
            box = None if self.layout.gear.everybody else cells[0]
            yield self.miss(replace(thrown, writes={} if box else writes, box=box))

    def choose(self, state: SheetState, turn: Turn, chance: Random) -> Turn:
        active, is_shared, writes = state.next, self.layout.gear.everybody, dict[str, str]()
        for player in state.seating.players:
            cell = _chosen(TurnView(self.layout, state, turn, player), chance)
            is_due = player == active or (is_shared and cell and chance.randrange(PASSES))
            if is_due and cell is not None:
                writes[player] = cell
        if is_shared:
            return replace(turn, writes=writes)
        return replace(turn, box=writes.get(active))
