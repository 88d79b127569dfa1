"""The act of crossing off: cells of a sheet are crossed off or covered where the dice pay for."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from generator.game import Mark, token_mark
from generator.game.facts import Count, Facts, Id, Players
from generator.game.parts import Numbers, Pool, Squares, Supply, Track
from generator.reading.nodes import Path
from generator.rules.cells import MARKED, Cell
from generator.rules.findings import FACES, PLAYER, TUPLE, all_optional, one_of
from generator.rules.interface import Fields, Odds, Refusal, Roles, RollOutcome, Seating
from generator.rules.naming import cells
from generator.rules.sheet import scoring
from generator.rules.sheet.frame import COUNT, Act, RecordedSheet
from generator.rules.sheet.paying import (
    MustCross,
    cells_due,
    nearby_cells,
    payable_sets,
    pays_for_all,
)
from generator.rules.sheet.plan import (
    Gear,
    Line,
    Pays,
    Sheet,
    SheetCell,
    SheetState,
    Turn,
    faces,
    plan_of,
)
from generator.rules.sheet.primitives import Attempt, Attempts, Layout, Primitives, TurnView
from generator.words import Message, message

# One turn in so many crosses off nothing; one cell in so many is passed over.
WAITS = 8
PASSES = 5
# How many of the first ways to make a sum a player wavers between.
WAVERS = 2
# Where so many must be, all but one turn in so many cross off no more, so that cells run out.
THRIFT = 5
# How much sooner than chance a cell is crossed off whose line is half done.
PULL = 3.0


class Mechanics(Facts):
    """The section `mechanics`: a game in which dice pay for cells to cross off or cover."""

    family: Literal["sheet"]
    act: Literal["cross"]
    """What a turn does: `cross` crosses off or covers the cells that its throw pays for."""
    sheet: Id
    """The part with the cells."""
    dice: Id
    """The dice that are thrown."""
    pays: Pays
    """How dice pay: by `groups` of one face for a square of so many dice and that face, where a die
    may count for less; or the numbers in the cells have to be the `sum` of the throw."""
    cells: Count | None = None
    """How many cells a throw pays for at most."""
    tokens: Id | None = None
    """The tokens that cover cells; without them cells are crossed off."""
    misses: Id | None = None
    """The track of missed turns, if there is one."""
    together: tuple[Players, Players] | None = None
    """How many play together, at least and at most, where that differs from the game's players."""
    alone: Mapping[Id, Annotated[int, Field(ge=1, le=30)]] = Field(default_factory=dict)
    """The variants for one player, each with how many cells a turn covers at least where that is
    possible."""


def chance_of(gear: Gear, spot: SheetCell) -> Fraction:
    """Return the chance that a roll pays for a cell alone, by dice that are lowered too.

    Enough dice show this face or higher ones, and one of them just this.
    """
    count, sides = gear.count(), gear.dice.sides
    low, high = spot.face - 1, sides - spot.face
    ways = sum(
        comb(count, found) * ((high + 1) ** found - high**found) * low ** (count - found)
        for found in range(spot.place, count + 1)
    )
    return Fraction(ways, sides**count)


def chance_alike(gear: Gear, count: int) -> Fraction:
    """Return the chance that so many dice or more show one face, whichever."""
    # Rolls whose every face shows fewer times, by how many dice are used up.
    rolls = Counter({0: 1})
    for _ in range(gear.dice.sides):
        after: Counter[int] = Counter()
        for used, ways in rolls.items():
            for more in range(min(count - 1, gear.count() - used) + 1):
                after[used + more] += ways * comb(gear.count() - used, more)
        rolls = after
    every = gear.dice.sides ** gear.count()
    return Fraction(every - rolls[gear.count()], every)


def _adding(view: TurnView, chance: Random) -> Line:
    """Return cells that add up to the roll, mostly the first that do in their lines."""
    every = sorted(
        payable_sets(view.gear, view.faces, view.free),
        key=lambda way: sum(spot.place for spot in way),
    )
    few = every if chance.randrange(PASSES) == 0 else every[:WAVERS]
    return tuple(spot.id for spot in chance.choice(few)) if few else ()


def _grouped(view: TurnView, wanted: int, chance: Random) -> Line:
    """Return cells of lines well begun; where some must be, mostly those that are paid first."""
    limit, is_thrifty = view.gear.tokens_left(view.sheet), bool(wanted and chance.randrange(THRIFT))

    def dear(spot: SheetCell) -> float:
        if is_thrifty:
            return -float(chance_of(view.gear, spot))
        lines = (line for line in view.gear.plan.whole_lines if spot.id in line)
        done = (scoring.count_filled(line, view.sheet) / len(line) for line in lines)
        return chance.random() - PULL * max(done, default=0.5 if spot.is_edge else 0)

    chosen: tuple[SheetCell, ...] = ()
    for spot in sorted(view.free, key=dear) if wanted or chance.randrange(WAITS) else ():
        is_passed = not is_thrifty and chance.randrange(PASSES) == 0
        if len(chosen) != (wanted if is_thrifty else limit) and not is_passed:
            chosen = (*chosen, spot) if pays_for_all(view.faces, (*chosen, spot)) else chosen
    if len(chosen) < wanted:
        every = payable_sets(view.gear, view.faces, view.free)
        chosen = next((way for way in every if len(way) == wanted), ())
    return tuple(spot.id for spot in chosen)


class CrossRules(Act):
    """The rules of a game in which cells are crossed off or covered."""

    @classmethod
    def read_parts(cls, roles: Roles, primitives: Primitives) -> Layout | None:
        said, game = roles.facts(Mechanics), roles.game
        kind: type[Squares | Numbers] = Squares if said.pays == "groups" else Numbers
        sheet, dice = roles.part("sheet", said.sheet, kind), roles.part("dice", said.dice, Pool)
        tokens = roles.part("tokens", said.tokens, Supply) if said.tokens else None
        misses = roles.part("misses", said.misses, Track) if said.misses else None
        if sheet is None or dice is None or roles.problems:
            return None
        shape = (dice.dice, dice.sides)
        if isinstance(sheet, Squares) and (len(sheet.columns), len(sheet.rows)) != shape:
            reason = message("rules.cross.board-of-dice", columns=dice.dice, rows=dice.sides)
            roles.refuse("sheet", reason)
        most = len(sheet.cell_ids())
        if tokens is not None and tokens.each > most:
            values = {"found": str(tokens.each), "most": str(most)}
            roles.refuse("tokens", message("rules.cross.too-many-tokens", **values))
        gear = Gear(
            plan_of(said.sheet, sheet),
            dice,
            misses,
            tokens=tokens.each if tokens else None,
            pays=said.pays,
            cells=said.cells,
            alone=said.alone,
        )
        names = ("sheets", "crosses") if tokens is None else ("boards", "tokens")
        own = tuple(token_mark(game, colour) for colour in tokens.colours) if tokens else ()
        return Layout(gear, primitives, *names, said.together or game.head.players, own)

    def body_model(self) -> type[Facts]:
        gear = self.layout.gear
        named = TUPLE[one_of(gear.plan.cells, "cell"), ...]
        extra = {"discards": COUNT} if gear.alone else {}
        extra |= {"miss": bool} if gear.misses else {}
        turn = all_optional("Turn", player=PLAYER, dice=FACES, places=named, **extra)
        return self.body_with(turn, **{self.layout.marked: named})

    def odds(self) -> Odds:
        gear = self.layout.gear
        if gear.pays == "sum":
            return super().odds()
        or_more = [
            *(chance_alike(gear, count) for count in range(1, gear.count() + 1)),
            Fraction(0),
        ]
        return {"alike": {n: one - more for n, (one, more) in enumerate(pairwise(or_more), 1)}}

    def roll_outcomes(self, state: SheetState, step: Turn, /) -> Iterator[RollOutcome]:
        if self.layout.gear.pays == "sum":
            yield from super().roll_outcomes(state, step)
        elif self.layout.gear.is_rollable(step.dice):
            yield "alike", max(Counter(faces(step.dice)).values())

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(self.layout.gear.alone)

    def player_ranges(self) -> Mapping[str, tuple[int, int]]:
        return {"": self.layout.together, **dict.fromkeys(self.variants, (1, 1))}

    def plantable_with(self, seating: Seating) -> tuple[str, ...]:
        alone, found = self.layout.gear.alone, super().plantable_with(seating)
        free = {rule for rule, _ in self.layout.primitives.of(MustCross)}
        is_free = alone and not seating.variants & set(alone)
        return tuple(rule for rule in found if not (is_free and rule in free))

    def attempts(self, view: TurnView) -> Attempts:
        return {view.active: view.crossing_attempts()}

    def alternatives(self, view: TurnView, attempt: Attempt) -> tuple[str, ...]:
        return nearby_cells(view, attempt.at)

    def sheets_after(self, view: TurnView, refusals: tuple[Refusal, ...]) -> Mapping[str, Sheet]:
        """Return the sheets after a turn; one that breaks a rule crosses off nothing.

        The wrong player's turn is not refused for that.
        """
        turn, new = view.turn, {spot.id: spot.value for spot in view.spots}
        order = view.primitives.flow_rules("order") if refusals else ()
        is_refused = any(refusal.rule not in order for refusal in refusals)
        sheet = view.sheet.filled(new, is_refused=is_refused) if new else view.sheet
        if turn.discards and not is_refused:
            sheet = replace(sheet, lost=sheet.lost + turn.discards)
        if turn.miss:
            sheet = replace(sheet, ticks=sheet.ticks + 1)
        return {**view.table.sheets, view.active: sheet}

    def read_sheet(self, entry: Any) -> RecordedSheet:  # noqa: ANN401 - a model made of the game's words
        spots, marked = self.layout.gear.plan.cells, self.layout.marked
        named: Line | None = vars(entry)[marked]
        cells: dict[str, int | None] = {} if named is None else dict.fromkeys(spots)
        paths = dict[str, Path](dict.fromkeys(cells, (marked,)))
        for number, cell in reversed(tuple(enumerate(named or ()))):
            cells[cell], paths[cell] = spots[cell].value, (marked, number)
        return RecordedSheet(cells, paths, vars(entry).get("misses"), named or ())

    def difference_message(self, cell: str, found: int | None, wanted: int | None) -> Message:  # noqa: ARG002 - as the others
        covers = self.layout.gear.tokens is not None
        if found is None:
            key = "rules.cross.board-lacks" if covers else "rules.cross.lacks"
        else:
            key = "rules.cross.board-has" if covers else "rules.cross.has"
        return message(key, cell=cells(cell))

    def sheet_fields(self, sheet: Sheet) -> Fields:
        gear, marked = self.layout.gear, self.layout.marked
        named = [cell for cell in gear.plan.cells if cell in sheet.numbers]
        return {marked: named, **({"misses": sheet.ticks} if gear.misses else {})}

    def mark(self, number: int, seat: int, /) -> Mark:
        tokens = self.layout.tokens
        return _token(tokens[seat % len(tokens)], number) if tokens else Mark(shape="cross")

    def cell(self, spot: SheetCell, seat: int, /) -> Cell:
        return Cell(spot.id, {MARKED: self.mark(spot.value, seat)}, row=spot.row, place=spot.place)

    def numbers_typed(self, given: Mapping[str, str]) -> Mapping[str, int]:
        spots = self.layout.gear.plan.cells
        return {cell: spot.value for cell, spot in spots.items() if given.get(cell) == MARKED}

    def throw(self, turn: Turn, chance: Random) -> Turn:
        turn = super().throw(turn, chance)
        return replace(turn, dice=tuple(sorted(faces(turn.dice), reverse=True)))

    def choose(self, view: TurnView, chance: Random) -> Turn:
        gear = view.gear
        wanted = cells_due(view) if view.primitives.first(MustCross) else 0
        if gear.alone and len(view.table.seating.players) == 1 and not wanted:
            return replace(view.turn, discards=1)
        places = _adding(view, chance) if gear.pays == "sum" else _grouped(view, wanted, chance)
        return replace(view.turn, places=places)


@lru_cache(maxsize=1024)
def _token(token: Mark, points: int) -> Mark:
    """Return a player's token on a cell of so many points."""
    return replace(token, text=str(points), covers=True)
