"""The act of crossing off: cells of a sheet are crossed off or covered where the dice pay for."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from generator.errors import DataError
from generator.game import Game, Mark, token_mark
from generator.game.facts import Count, Facts, Id, Players
from generator.game.parts import Numbers, Pool, Squares, Supply, Track
from generator.reading.nodes import MapNode, Path
from generator.rules.cells import MARKED, Cell
from generator.rules.family import Fields, Luck, Odds, Refusal, Roles, Seating
from generator.rules.findings import FACES, PLAYER, TUPLE, all_optional, one_of
from generator.rules.naming import cells
from generator.rules.sheet import scoring
from generator.rules.sheet.frame import COUNT, Body, OnSheets, Recorded
from generator.rules.sheet.paying import MustCross, choices, due, fits, nearby
from generator.rules.sheet.plan import Kit, Line, Pays, Sheet, Spot, Table, Turn, faces, plan_of
from generator.rules.sheet.primitives import Layout, Seen, Tries, Try, read_primitives
from generator.rules.sheet.rolling import MissDue
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


@dataclass(frozen=True, slots=True)
class Crossing(Layout):
    """What such a game is played with; `marked` is the field of the cells of a final sheet."""

    marked: str = "crosses"
    together: tuple[int, int] = (1, 1)
    tokens: tuple[Mark, ...] = ()


def read_layout(game: Game, section: MapNode) -> Crossing:
    """Read the parameters; raise DataError with every fault of the section and of the rules."""
    roles, primitives = Roles(game, section), read_primitives(game)
    mechanics = roles.facts(Mechanics)
    kind: type[Squares | Numbers] = Squares if mechanics.pays == "groups" else Numbers
    sheet = roles.part("sheet", mechanics.sheet, kind)
    dice = roles.part("dice", mechanics.dice, Pool)
    tokens = roles.part("tokens", mechanics.tokens, Supply) if mechanics.tokens else None
    misses = roles.part("misses", mechanics.misses, Track) if mechanics.misses else None
    if sheet is None or dice is None or roles.problems:
        raise DataError(roles.problems)
    shape = (dice.dice, dice.sides)
    if isinstance(sheet, Squares) and (len(sheet.columns), len(sheet.rows)) != shape:
        reason = message("rules.cross.board-of-dice", columns=dice.dice, rows=dice.sides)
        roles.refuse("sheet", reason)
    if tokens is not None and tokens.each > len(sheet.cell_ids()):
        values = {"found": str(tokens.each), "most": str(len(sheet.cell_ids()))}
        roles.refuse("tokens", message("rules.cross.too-many-tokens", **values))
    kit = Kit(
        plan_of(mechanics.sheet, sheet),
        dice,
        misses,
        tokens=None if tokens is None else tokens.each,
        pays=mechanics.pays,
        cells=mechanics.cells,
        alone=mechanics.alone,
    )
    if problems := [*roles.problems, *scoring.unreachable(game, kit, primitives)]:
        raise DataError(problems)
    names = ("sheets", "crosses") if tokens is None else ("boards", "tokens")
    own = tuple(token_mark(game, colour) for colour in tokens.colours) if tokens else ()
    return Crossing(kit, primitives, *names, mechanics.together or game.head.players, own)


def chance_of(kit: Kit, spot: Spot) -> Fraction:
    """Return the chance that a roll pays for a cell alone, by dice that are lowered too.

    Enough dice show this face or higher ones, and one of them just this.
    """
    count, sides = kit.count(), kit.dice.sides
    low, high = spot.face - 1, sides - spot.face
    ways = sum(
        comb(count, found) * ((high + 1) ** found - high**found) * low ** (count - found)
        for found in range(spot.place, count + 1)
    )
    return Fraction(ways, sides**count)


def alike(kit: Kit, count: int) -> Fraction:
    """Return the chance that so many dice or more show one face, whichever."""
    # Rolls whose every face shows fewer times, by how many dice are used up.
    rolls = Counter({0: 1})
    for _ in range(kit.dice.sides):
        after: Counter[int] = Counter()
        for used, ways in rolls.items():
            for more in range(min(count - 1, kit.count() - used) + 1):
                after[used + more] += ways * comb(kit.count() - used, more)
        rolls = after
    every = kit.dice.sides ** kit.count()
    return Fraction(every - rolls[kit.count()], every)


def _adding(seen: Seen, chance: Random) -> Line:
    """Return cells that add up to the roll, mostly the first that do in their lines."""
    every = sorted(
        choices(seen.kit, seen.faces, seen.free), key=lambda way: sum(spot.place for spot in way)
    )
    few = every if chance.randrange(PASSES) == 0 else every[:WAVERS]
    return tuple(spot.id for spot in chance.choice(few)) if few else ()


def _grouped(seen: Seen, wanted: int, chance: Random) -> Line:
    """Return cells of lines well begun; where some must be, mostly those that are paid first."""
    limit, is_thrifty = seen.kit.left(seen.sheet), bool(wanted and chance.randrange(THRIFT))

    def dear(spot: Spot) -> float:
        if is_thrifty:
            return -float(chance_of(seen.kit, spot))
        lines = (line for line in seen.kit.plan.straight if spot.id in line)
        done = (scoring.filled(line, seen.sheet) / len(line) for line in lines)
        return chance.random() - PULL * max(done, default=0.5 if spot.is_edge else 0)

    chosen: tuple[Spot, ...] = ()
    for spot in sorted(seen.free, key=dear) if wanted or chance.randrange(WAITS) else ():
        is_passed = not is_thrifty and chance.randrange(PASSES) == 0
        if len(chosen) != (wanted if is_thrifty else limit) and not is_passed:
            chosen = (*chosen, spot) if fits(seen.faces, (*chosen, spot)) else chosen
    if len(chosen) < wanted:
        every = choices(seen.kit, seen.faces, seen.free)
        chosen = next((way for way in every if len(way) == wanted), ())
    return tuple(spot.id for spot in chosen)


class Cross(OnSheets[Crossing]):
    """The rules of a game in which cells are crossed off or covered."""

    read_layout = staticmethod(read_layout)

    def body_model(self) -> type[Body]:
        """Return the model of a record's body, with the sheet's own cells."""
        kit = self.layout.kit
        named = TUPLE[one_of(kit.plan.spots, "cell"), ...]
        extra = {"discards": COUNT} if kit.alone else {}
        extra |= {"miss": bool} if kit.misses else {}
        turn = all_optional("Turn", player=PLAYER, dice=FACES, places=named, **extra)
        return self.body_of(turn, **{self.layout.marked: named})

    def odds(self) -> Odds:
        """Return the chance of each sum, or of how many dice show the same face at most."""
        kit = self.layout.kit
        if kit.pays == "sum":
            return super().odds()
        or_more = [*(alike(kit, count) for count in range(1, kit.count() + 1)), Fraction(0)]
        return {"alike": {n: one - more for n, (one, more) in enumerate(pairwise(or_more), 1)}}

    def luck(self, state: Table, step: Turn, /) -> Iterator[Luck]:
        """Yield the sum of the throw, or how many dice show the same face at most."""
        if self.layout.kit.pays == "sum":
            yield from super().luck(state, step)
        elif self.layout.kit.is_rollable(step.dice):
            yield "alike", max(Counter(faces(step.dice)).values())

    @property
    def variants(self) -> tuple[str, ...]:
        """Return the games for one."""
        return tuple(self.layout.kit.alone)

    def seats(self) -> Mapping[str, tuple[int, int]]:
        """Return least and most players together, and one for every game alone."""
        return {"": self.layout.together, **dict.fromkeys(self.variants, (1, 1))}

    def planted(self, seating: Seating) -> tuple[str, ...]:
        """Return the rules that can be broken: nobody in company must cover cells."""
        alone, found = self.layout.kit.alone, super().planted(seating)
        free = {rule for rule, _ in self.layout.primitives.of(MustCross)}
        is_free = alone and not seating.variants & set(alone)
        return tuple(rule for rule in found if not (is_free and rule in free))

    def tries(self, seen: Seen) -> Tries:
        """Return every cell of the turn."""
        return {seen.active: seen.places()}

    def instead(self, seen: Seen, tried: Try) -> tuple[str, ...]:
        """Return what may be crossed off in place of a cell."""
        return nearby(seen, tried.at)

    def moved(self, seen: Seen, refusals: tuple[Refusal, ...]) -> Mapping[str, Sheet]:
        """Return the sheets after a turn; one that breaks a rule crosses off nothing.

        The wrong player's turn is not refused for that.
        """
        turn, new = seen.turn, {spot.id: spot.value for spot in seen.spots}
        order = seen.primitives.framed("order") if refusals else ()
        is_refused = any(refusal.rule not in order for refusal in refusals)
        sheet = seen.sheet.filled(new, is_refused=is_refused) if new else seen.sheet
        if turn.discards and not is_refused:
            sheet = replace(sheet, lost=sheet.lost + turn.discards)
        if turn.miss:
            sheet = replace(sheet, ticks=sheet.ticks + 1)
        return {**seen.table.sheets, seen.active: sheet}

    def of_record(self, entry: Any) -> Recorded:  # noqa: ANN401 - a model made of the game's words
        """Return a sheet by the cells that are crossed off, those left out where none is said."""
        spots, marked = self.layout.kit.plan.spots, self.layout.marked
        named: Line | None = vars(entry)[marked]
        cells: dict[str, int | None] = {} if named is None else dict.fromkeys(spots)
        paths: dict[str, Path] = dict.fromkeys(cells, (marked,))
        for number, cell in reversed(tuple(enumerate(named or ()))):
            cells[cell], paths[cell] = spots[cell].value, (marked, number)
        return Recorded(cells, paths, vars(entry).get("misses"), named or ())

    def differing(self, cell: str, found: int | None, wanted: int | None) -> Message:  # noqa: ARG002 - as the others
        """Word that a cell is crossed off and should not be, or the other way round."""
        covers = self.layout.kit.tokens is not None
        if found is None:
            key = "rules.cross.board-lacks" if covers else "rules.cross.lacks"
        else:
            key = "rules.cross.board-has" if covers else "rules.cross.has"
        return message(key, cell=cells(cell))

    def noted(self, sheet: Sheet) -> Fields:
        """Return the cells that are crossed off in reading order, and the misses."""
        kit, marked = self.layout.kit, self.layout.marked
        named = [cell for cell in kit.plan.spots if cell in sheet.numbers]
        return {marked: named, **({"misses": sheet.ticks} if kit.misses else {})}

    def mark(self, number: int, seat: int, /) -> Mark:
        """Return a player's token with the points that it covers, or a cross."""
        tokens = self.layout.tokens
        return _token(tokens[seat % len(tokens)], number) if tokens else Mark(shape="cross")

    def cell(self, spot: Spot, seat: int, /) -> Cell:
        """Return a cell that is crossed off, or covered by the player's token."""
        return Cell(spot.id, {MARKED: self.mark(spot.value, seat)}, row=spot.row, place=spot.place)

    def numbers_of(self, given: Mapping[str, str]) -> Mapping[str, int]:
        """Return the cells that are crossed off or covered, each with its number."""
        spots = self.layout.kit.plan.spots
        return {cell: spot.value for cell, spot in spots.items() if given.get(cell) == MARKED}

    def random_turn(self, state: Table, chance: Random) -> Turn:
        """Return a legal turn of the next player."""
        kit, has = self.layout.kit, self.layout.primitives.first
        dice = sorted((chance.randint(1, kit.dice.sides) for _ in range(kit.count())), reverse=True)
        turn = Turn(state.played + 1, state.next, tuple(dice))
        seen = Seen(self.layout, state, turn, state.next)
        wanted = due(seen) if has(MustCross) else 0
        if kit.alone and len(state.seating.players) == 1 and not wanted:
            return replace(turn, discards=1)
        places = _adding(seen, chance) if kit.pays == "sum" else _grouped(seen, wanted, chance)
        return replace(turn, places=places, miss=not places and has(MissDue) is not None)


@lru_cache(maxsize=1024)
def _token(token: Mark, points: int) -> Mark:
    """Return a player's token on a cell of so many points."""
    return replace(token, text=str(points), covers=True)
