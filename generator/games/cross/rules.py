"""The act of crossing off: cells of a sheet are crossed off or covered where the dice pay for."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from generator.game import Mark, token_mark
from generator.game.facts import Count, Facts, Id, Players
from generator.game.parts import Numbers, Pool, Squares, Supply, Track
from generator.reading.nodes import Path
from generator.rules.cells import MARKED, Cell
from generator.rules.findings import FACES, PLAYER, TUPLE, all_optional, one_of
from generator.rules.interface import Fields, Odds, Roles, RollOutcome, Seating
from generator.rules.naming import cells
from generator.rules.sheet import frame, paying, plan
from generator.rules.sheet.primitives import Attempt, Attempts, Layout, Primitives, TurnView
from generator.words import Message, message


class Mechanics(Facts):
    """The section `mechanics`: a game in which dice pay for cells to cross off or cover."""

    family: Literal["sheet"]
    act: Literal["cross"]
    """What a turn does: `cross` crosses off or covers the cells that its throw pays for."""
    sheet: Id
    """The part with the cells."""
    dice: Id
    """The dice that are thrown."""
    pays: plan.Pays
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


class CrossRules(frame.SheetAct):
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
        gear = plan.Gear(
            plan.plan_of(said.sheet, sheet),
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
        extra = {"discards": frame.COUNT} if gear.alone else {}
        extra |= {"miss": bool} if gear.misses else {}
        turn = all_optional("Turn", player=PLAYER, dice=FACES, places=named, **extra)
        return self.body_with(turn, **{self.layout.marked: named})

    def odds(self) -> Odds:
        gear = self.layout.gear
        if gear.pays == "sum":
            return super().odds()
        or_more = (paying.chance_alike(gear, count) for count in range(1, gear.count() + 2))
        return {"alike": {n: one - more for n, (one, more) in enumerate(pairwise(or_more), 1)}}

    def roll_outcomes(self, state: plan.SheetState, step: plan.Turn, /) -> Iterator[RollOutcome]:
        if self.layout.gear.pays == "sum":
            yield from super().roll_outcomes(state, step)
        elif self.layout.gear.is_rollable(step.dice):
            yield "alike", max(Counter(plan.faces(step.dice)).values())

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(self.layout.gear.alone)

    def player_ranges(self) -> Mapping[str, tuple[int, int]]:
        return {"": self.layout.together, **dict.fromkeys(self.variants, (1, 1))}

    def plantable_with(self, seating: Seating) -> tuple[str, ...]:
        is_free = self.variants and not seating.variants.intersection(self.variants)
        free = [rule for rule, _ in self.layout.primitives.of(paying.MustCross) if is_free]
        return tuple(rule for rule in super().plantable_with(seating) if rule not in free)

    def attempts(self, view: TurnView) -> Attempts:
        return {view.active: view.crossing_attempts()}

    def alternatives(self, view: TurnView, attempt: Attempt) -> tuple[str, ...]:
        return paying.nearby_cells(view, attempt.at)

    def read_sheet(self, entry: Any) -> frame.RecordedSheet:
        spots, marked = self.layout.gear.plan.cells, self.layout.marked
        named: plan.Line | None = vars(entry)[marked]
        cells: dict[str, int | None] = {} if named is None else dict.fromkeys(spots)
        paths = dict[str, Path](dict.fromkeys(cells, (marked,)))
        for number, cell in reversed(tuple(enumerate(named or ()))):
            cells[cell], paths[cell] = spots[cell].value, (marked, number)
        return frame.RecordedSheet(cells, paths, vars(entry).get("misses"), named or ())

    def difference_message(self, cell: str, found: int | None, wanted: int | None) -> Message:
        on_board = "" if self.layout.gear.tokens is None else "board-"
        key = "lacks" if found is None else "has"
        return message(f"rules.cross.{on_board}{key}", cell=cells(cell))

    def sheet_fields(self, sheet: plan.Sheet) -> Fields:
        gear, marked = self.layout.gear, self.layout.marked
        named = [cell for cell in gear.plan.cells if cell in sheet.numbers]
        return {marked: named, **({"misses": sheet.ticks} if gear.misses else {})}

    def mark(self, number: int, seat: int, /) -> Mark:
        tokens = self.layout.tokens
        return _token(tokens[seat % len(tokens)], number) if tokens else Mark(shape="cross")

    def cell(self, spot: plan.SheetCell, seat: int, /) -> Cell:
        return Cell(spot.id, {MARKED: self.mark(spot.value, seat)}, row=spot.row, place=spot.place)

    def numbers_typed(self, given: Mapping[str, str]) -> Mapping[str, int]:
        spots = self.layout.gear.plan.cells
        return {cell: spot.value for cell, spot in spots.items() if given.get(cell) == MARKED}

    def throw(self, state: plan.SheetState, chance: Random) -> plan.Turn:
        turn = super().throw(state, chance)
        return replace(turn, dice=tuple(sorted(plan.faces(turn.dice), reverse=True)))

    def choose(self, state: plan.SheetState, turn: plan.Turn, chance: Random) -> plan.Turn:
        view = TurnView(self.layout, state, turn, state.next)
        wanted = paying.cells_due(view) if view.primitives.first(paying.MustCross) else 0
        if view.gear.alone and len(state.seating.players) == 1 and not wanted:
            return replace(turn, discards=1)
        return replace(turn, places=paying.choose_paid(view, wanted, chance))


@lru_cache(maxsize=1024)
def _token(token: Mark, points: int) -> Mark:
    return replace(token, text=str(points), covers=True)
