"""The act of writing: a number that the dice give goes into a cell of a sheet."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import comb
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.game.parts import Board, Dice, Grid, Pool, Track
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
from generator.rules.sheet.placing import AsRolled, InOrder, RolledColour, Throws
from generator.rules.sheet.plan import Gear, Result, Roll, SheetState, Turn, faces, plan_of
from generator.rules.sheet.primitives import Attempt, Layout, Primitives, TurnView
from generator.words import message, not_one_of

# What dice give is worked out from every throw.
MOST_WAYS = 20_000
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
    """The part that numbers are written in, a grid or a board."""
    dice: Id
    """The dice that are thrown."""
    misses: Id | None = None
    """The track of missed turns, if there is one."""
    number: Annotated[tuple[Result, ...], Field(min_length=1)] = ("sum",)
    """What of the dice is written: their `sum` or `product`, the `highest` or the `lowest`, or the
    `difference` of these two. Of several one is chosen, and a record says under `numbers` (where
    only one player writes, `points`) which; left out there, it is the first that may stand."""
    who: Literal["everybody", "active"] = "everybody"
    """Who may write in a turn: all players, or only the one whose turn it is."""


def _legal(view: TurnView) -> list[Attempt]:
    """Return what the active player may write: every number, in every cell."""
    cells, cells_allowed = view.gear.plan.cells, view.primitives.cells_allowed
    tried = view.attempts_at(view.active, next(iter(cells)))
    return [one._replace(cell=cell) for one in tried for cell in cells_allowed(one, cells)]


def _chosen(view: TurnView, chance: Random) -> Attempt | None:
    legal = sorted(_legal(view), key=lambda one: one.cell)
    if not legal:
        return None
    cells = view.gear.plan.cells
    places = {name: spot.column or spot.place for name, spot in cells.items()}
    width, most = max(places.values()), max(view.gear.values(legal[0].cell))
    falls = any(one.rule == "falls" for _, one in view.primitives.of(InOrder))

    def far(one: Attempt) -> float:
        share = one.number / most
        return abs(places[one.cell] / width - (1 - share if falls else share))

    legal.sort(key=far)
    return chance.choice(legal[:WAVERS])


def _row_of(count: int) -> Any:
    return Annotated[tuple[int | None, ...], Field(min_length=count, max_length=count)]


class WriteRules(SheetAct):
    """The rules of a game in which numbers are written into cells."""

    @classmethod
    def read_parts(cls, roles: Roles, primitives: Primitives) -> Layout | None:
        mechanics, parts = roles.facts(Mechanics), roles.game.head.parts
        is_board = isinstance(parts.get(mechanics.sheet), Board)
        board: type[Board | Grid] = Board if is_board else Grid
        grid = roles.part("sheet", mechanics.sheet, board)
        is_pool = isinstance(parts.get(mechanics.dice), Pool)
        kind: type[Dice | Pool] = Pool if is_pool else Dice
        dice = roles.part("dice", mechanics.dice, kind)
        misses = roles.part("misses", mechanics.misses, Track) if mechanics.misses else None
        if grid is None or dice is None or roles.problems:
            return None
        colours, needs_die = [row.colour or "" for row in grid.rows], primitives.first(RolledColour)
        for colour in dict.fromkeys(colours):
            if colours.count(colour) > 1 and not is_board:
                roles.refuse("sheet", message("rules.row-colour-twice", colour=colour))
            if needs_die and isinstance(dice, Dice) and colour not in dice.dice:
                roles.refuse("sheet", not_one_of(colour, dice.dice))
        if len(mechanics.number) > 1 and not primitives.first(AsRolled):
            roles.refuse("number", message("rules.number-unjudged"))
        everybody, plan = mechanics.who == "everybody", plan_of(mechanics.sheet, grid)
        gear = Gear(plan, dice, misses, everybody=everybody, gives=mechanics.number)
        ways = comb(dice.sides + gear.count() - 1, gear.count())
        if mechanics.number != ("sum",) and ways > MOST_WAYS:
            reason = message("rules.many-throws", dice=gear.count(), sides=dice.sides)
            roles.refuse("number", reason)
        return Layout(gear, primitives)

    def body_model(self) -> type[Facts]:
        gear = self.layout.gear
        cell = one_of(gear.plan.cells, "cell")
        roll = FACES
        if isinstance(gear.dice, Dice):
            roll = MAPPING[one_of(gear.dice.dice, "die"), int]
        fields = {"writes": MAPPING[PLAYER, cell]} if gear.everybody else {}
        told = {"numbers": MAPPING[PLAYER, int]} if gear.everybody else {"points": int}
        fields |= told if len(gear.gives) > 1 else {}
        fields |= {"miss": bool} if gear.misses else {}
        fields |= {} if gear.everybody else {"box": cell}
        again = {"throws": TUPLE[roll, ...]} if self._most_throws else {"reroll": roll}
        fields = {"player": PLAYER, "dice": roll, **again, **fields}
        turn: type[Facts] = all_optional("Turn", **fields)
        if self._most_throws:
            turn = with_words(TurnAsWritten, **fields)
        rows = {name: _row_of(len(line)) for name, line in gear.plan.rows.items()}
        return self.body_with(turn, **rows)

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
        every = (_legal(TurnView(self.layout, state, thrown, player)) for player in players)
        for chosen in product(*((None, *legal) for legal in every)):
            written = {who: one for who, one in zip(players, chosen, strict=True) if one}
            yield self.miss(self._written(thrown, written))

    def choose(self, state: SheetState, turn: Turn, chance: Random) -> Turn:
        active, is_shared = state.next, self.layout.gear.everybody
        written = dict[str, Attempt]()
        for player in state.seating.players:
            one = _chosen(TurnView(self.layout, state, turn, player), chance)
            is_due = player == active or (is_shared and one and chance.randrange(PASSES))
            if is_due and one is not None:
                written[player] = one
        return self._written(turn, written)

    def _written(self, turn: Turn, written: Mapping[str, Attempt]) -> Turn:
        """Return a turn with what players write; of several results of the dice it says which."""
        gear, active = self.layout.gear, turn.player or ""
        writes = {who: one.cell for who, one in written.items()}
        told = {who: one.number for who, one in written.items() if len(gear.gives) > 1}
        if gear.everybody:
            return replace(turn, writes=writes, numbers=told)
        return replace(turn, box=writes.get(active), points=told.get(active))
