"""A sheet as its rules see it, whatever part it is printed from, and how a game on it stands."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from math import prod
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from generator.game import parts
from generator.game.facts import Id
from generator.reading.nodes import Path
from generator.rules.findings import RecordedTurn
from generator.rules.interface import Seating
from generator.words import Message, message, not_one_of

# The name of a direction in which a sheet has lines, or of several.
Along = Id | Annotated[tuple[Id, ...], Field(min_length=1)]
Line = tuple[str, ...]
Lines = tuple[Line, ...]
# Dice pay for cells by groups of one face, or by numbers that add up to them.
Pays = Literal["groups", "sum"]
Result = Literal["sum", "difference", "product", "highest", "lowest"]
# What the faces of dice give, by what it is called.
RESULTS: Mapping[Result, Callable[[tuple[int, ...]], int]] = {
    "sum": sum,
    "difference": lambda shown: max(shown) - min(shown),
    "product": prod,
    "highest": max,
    "lowest": min,
}
# Faces by the colour of the die where dice have colours, else just the faces.
Roll = Mapping[str, int] | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A cell; on a board of dice `place` counts the dice that pay for it, and `face` is shown.

    `column` tells how far right it lies on a board whose rows begin anywhere, counted from 1.
    """

    id: str
    row: str
    place: int
    colour: str | None = None
    value: int = 0
    face: int = 0
    is_bonus: bool = False
    is_edge: bool = False
    box: parts.ScoreBox | None = None
    column: float = 0.0


class Sides(NamedTuple):
    """What lies before and behind a cell in a line of a direction, nearest first."""

    direction: str
    before: Line
    behind: Line


class Beside(dict[Along, Mapping[str, tuple[Sides, ...]]]):
    """The sides of each cell in every line through it; several directions are put together once."""

    def __missing__(self, along: Along) -> Mapping[str, tuple[Sides, ...]]:
        found = defaultdict[str, tuple[Sides, ...]](tuple)
        for direction in directions(along):
            for cell, sides in self[direction].items() if direction in self else ():
                found[cell] += sides
        self[along] = dict(found)
        return self[along]


@dataclass(frozen=True, slots=True)
class Plan:
    """The cells of a sheet in reading order, its lines by direction, and which cells touch."""

    part: str
    cells: Mapping[str, SheetCell]
    paths: Mapping[str, Path]
    lines: Mapping[str, Lines]
    beside: Beside
    rows: Mapping[str, Line]
    neighbours: Mapping[str, Line] = field(default_factory=dict)
    bonus: Mapping[str, parts.Bonus] = field(default_factory=dict)

    def around(self, cell: str, along: Along | None = None) -> Line:
        """Return the cells that touch a cell, in some directions alone where these are told."""
        touching = self.neighbours.get(cell, ())
        if along is None:
            return touching
        sides = (side for _, *two in self.beside[along].get(cell, ()) for side in two)
        return tuple(other for side in sides for other in side[:1] if other in touching)

    def faults(self, along: Along | None, *, touching: bool) -> Iterator[tuple[Path, Message]]:
        """Yield directions without lines, each with its place, and that no cells touch."""
        for place, one in enumerate(directions(along or ())):
            if one not in self.lines:
                at: Path = ("along",) if isinstance(along, str) else ("along", place)
                yield at, not_one_of(one, self.lines)
        if touching and not any(self.neighbours.values()):
            yield (), message("rules.no-neighbours", part=self.part)

    def groups(
        self, numbers: Mapping[str, int], along: Along | None = None, *, equal: bool = False
    ) -> Lines:
        """Return the filled cells in groups that touch, of equal numbers if this is asked for."""
        left = dict.fromkeys(cell for cell in self.cells if cell in numbers)
        found = list[Line]()
        while left:
            group = [next(iter(left))]
            del left[group[0]]
            for cell in group:
                for other in self.around(cell, along):
                    if other in left and (not equal or numbers[other] == numbers[cell]):
                        del left[other]
                        group.append(other)
            found.append(tuple(group))
        return tuple(found)

    def lines_along(self, along: Along) -> Lines:
        """Return the lines of some directions."""
        return tuple(line for one in directions(along) for line in self.lines[one])


def directions(along: Along) -> Line:
    """Return the names of directions, be it one or several."""
    return (along,) if isinstance(along, str) else along


def plan_of(name: str, part: parts.Part) -> Plan:
    """Return the plan of a part that can be written on; TypeError for any other."""
    match part:
        case parts.Numbers():
            every = ((c.id, c.row_id, c.place, c.colour, c.value) for c in part.all_cells())
            return planned(name, [SheetCell(*one) for one in every])
        case parts.Squares():
            # Dice count from the left, what they show from the bottom.
            high = len(part.rows)
            board = [
                SheetCell(
                    c.id, c.row_id, c.column + 1, None, c.worth, high - c.row, is_edge=c.is_edge
                )
                for c in part.all_cells()
            ]
            places = {(c.row, c.column): c.id for c in part.all_cells()}
            lines = _across(places)
            lines["straight"] = tuple(tuple(c.id for c in line.squares) for line in part.lines())
            return planned(name, board, lines, _around(places))
        case parts.Grid():
            spots = [
                SheetCell(cell.id, cell.colour, cell.place, cell.colour, is_bonus=cell.is_bonus)
                for cell in part.all_cells()
            ]
            places = {(c.row, c.column): c.id for c in part.all_cells()}
            return planned(
                name, spots, {**_across(places), "region": part.regions}, _around(places)
            )
        case parts.Board():
            lines = {**part.directions(), "region": part.regions}
            return planned(name, [*_board_cells(part)], lines, part.touching())
        case parts.Boxes():
            boxes = [
                SheetCell(box.id, group.id, place, box=box)
                for group in part.groups
                for place, box in enumerate(group.boxes, start=1)
            ]
            bonus = {group.id: group.bonus for group in part.groups if group.bonus}
            return replace(planned(name, boxes, neighbours={}), bonus=bonus)
        case _:
            raise TypeError(name)


def _board_cells(board: parts.Board) -> Iterator[SheetCell]:
    for one in board.all_cells():
        column = 0 if board.lattice == "ring" else 1 + one.middle[0]
        told = (one.id, one.row_id, one.place, one.colour)
        yield SheetCell(*told, is_bonus=one.is_bonus, column=column)


def planned(
    part: str,
    spots: list[SheetCell],
    lines: Mapping[str, Lines] | None = None,
    neighbours: Mapping[str, Line] | None = None,
) -> Plan:
    """Return the plan of cells with their lines; where nothing else is told rows alone touch."""
    rows = {
        row: tuple(spot.id for spot in spots if spot.row == row)
        for row in dict.fromkeys(spot.row for spot in spots)
    }
    every = {"row": tuple(rows.values()), **(lines or {})}
    every = {name: found for name, found in every.items() if found}
    every["sheet"] = (tuple(spot.id for spot in spots),)
    beside = Beside()
    for direction, found in every.items():
        sides = defaultdict[str, tuple[Sides, ...]](tuple)
        for line in found:
            for place, cell in enumerate(line):
                sides[cell] += (Sides(direction, line[:place][::-1], line[place + 1 :]),)
        beside[direction] = dict(sides)
    if neighbours is None:
        each = beside["row"].items()
        neighbours = {cell: (*two.before[:1], *two.behind[:1]) for cell, (two,) in each}
    paths = {spot.id: (spot.id,) if spot.box else (spot.row, spot.place - 1) for spot in spots}
    return Plan(part, {spot.id: spot for spot in spots}, paths, every, beside, rows, neighbours)


# Cells by their row and their column, counted from the top and from the left.
Places = Mapping[tuple[int, int], str]


def _across(places: Places) -> dict[str, Lines]:
    """Return the columns from top to bottom, and the diagonals from left to right."""
    grouped: dict[str, dict[int, Line]] = {"column": {}, "rising": {}, "falling": {}}
    for (row, column), cell in sorted(places.items(), key=lambda one: one[0][::-1]):
        keys = {"column": column, "rising": row + column, "falling": column - row}
        for direction, key in keys.items():
            grouped[direction][key] = (*grouped[direction].get(key, ()), cell)
    # A corner alone is no diagonal.
    return {
        name: tuple(line for line in found.values() if name == "column" or len(line) > 1)
        for name, found in grouped.items()
    }


def _around(places: Places) -> Mapping[str, Line]:
    steps = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
    return {
        cell: tuple(places[at] for y, x in steps if (at := (row + y, column + x)) in places)
        for (row, column), cell in places.items()
    }


class Sheet(NamedTuple):
    """A player's numbers by cell, `refused` ones apart, ticked boxes, and `lost` tokens."""

    numbers: Mapping[str, int] = {}
    ticks: int = 0
    refused: Mapping[str, int] = {}
    lost: int = 0

    def filled(self, new: Mapping[str, int], *, is_refused: bool = False) -> "Sheet":
        """Return the sheet with numbers in some cells; refused ones where nothing else stands."""
        if is_refused:
            view = {cell: number for cell, number in new.items() if cell not in self.numbers}
            return Sheet(self.numbers, self.ticks, {**self.refused, **view}, self.lost)
        refused = self.refused and {c: n for c, n in self.refused.items() if c not in new}
        return Sheet({**self.numbers, **new}, self.ticks, refused, self.lost)


class SheetState(NamedTuple):
    """All sheets, turns `taken` by player, after which the game `ended` (0: on papers alone)."""

    seating: Seating
    sheets: Mapping[str, Sheet]
    next: str
    played: int = 0
    ended: int | None = None
    taken: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Turn(RecordedTurn):
    """A turn as recorded: faces of `dice`, `reroll` or throw by throw, and what was written.

    `writes` is told by player, as are `numbers`, where dice give several; where only the active
    player writes, `box` is the cell and `points` what it got. `places` were crossed off or covered,
    `discards` are tokens taken out.
    """

    dice: Roll = ()
    reroll: Roll = ()
    throws: tuple[Roll, ...] | None = None
    writes: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    box: str | None = None
    places: Line = ()
    discards: int = 0
    miss: bool = False
    points: int | None = None

    def rolls(self) -> tuple[Roll, ...]:
        """Return the faces of every throw."""
        if self.throws is not None:
            return self.throws
        return (self.dice, self.reroll) if self.reroll else (self.dice,)

    def roll(self) -> Roll:
        """Return the faces last written down."""
        return self.reroll or self.dice if self.throws is None else (self.throws or ((),))[-1]

    def cell_of(self, active: str) -> str | None:
        """Return the cell that the active player wrote in, or crossed off first."""
        return self.writes.get(active) or self.box or next(iter(self.places), None)

    def number_of(self, player: str, active: str) -> int | None:
        """Return the number that a player says to have written; None where that is not told."""
        return self.numbers.get(player, self.points if player == active else None)

    def throw_path(self, number: int) -> Path:
        """Return where a throw stands in the turn; throws count from 0."""
        if self.throws is not None:
            return ("throws", number)
        return ("reroll",) if number else ("dice",)


def faces(roll: Roll) -> tuple[int, ...]:
    """Return what dice show, in the order written."""
    return roll if isinstance(roll, tuple) else tuple(roll.values())


@dataclass(frozen=True)
class Gear:
    """What a sheet is played with; without `everybody` only who is on turn writes.

    `pays` says how dice pay for cells, `cells` how many at most, `alone` how many at least in each
    variant for one. `fewest` dice are thrown at least; left out, those of a pool all. `gives` are
    the results of dice of which one is written.
    """

    plan: Plan
    dice: parts.Dice | parts.Pool
    misses: parts.Track | None = None
    everybody: bool = False
    tokens: int | None = None
    pays: Pays | None = None
    cells: int | None = None
    alone: Mapping[str, int] = field(default_factory=dict)
    fewest: int | None = None
    gives: tuple[Result, ...] = ("sum",)

    def tokens_left(self, sheet: Sheet) -> int | None:
        """Return how many tokens a player still has to place; None where there are none."""
        return None if self.tokens is None else self.tokens - len(sheet.numbers) - sheet.lost

    @property
    def colours(self) -> tuple[str, ...]:
        """Return the colours of dice that are told by them."""
        return self.dice.dice if isinstance(self.dice, parts.Dice) else ()

    @cached_property
    def shortest(self) -> int:
        """Return how many cells the shortest row has."""
        return min(map(len, self.plan.rows.values()))

    @cached_property
    def _range(self) -> tuple[int, int]:
        count = len(self.dice.dice) if isinstance(self.dice, parts.Dice) else self.dice.dice
        return self.fewest or (1 if isinstance(self.dice, parts.Dice) else count), count

    def least(self) -> int:
        """Return how many dice are thrown at least."""
        return self._range[0]

    def count(self) -> int:
        """Return how many dice there are."""
        return self._range[1]

    def sums(self) -> tuple[int, int]:
        """Return the least and the largest number that dice can give."""
        return self.least(), self.count() * self.dice.sides

    def is_rollable(self, roll: Roll) -> bool:
        """Return whether dice can show this: as many as may be thrown, each with a face it has."""
        shown, (least, most) = faces(roll), self._range
        return least <= len(shown) <= most and min(shown) >= 1 and max(shown) <= self.dice.sides

    def rolls(self) -> Iterator[Roll]:
        """Yield what dice can show, in one order of those that are alike."""
        faces_of = range(1, self.dice.sides + 1)
        for count in range(self.least(), self.count() + 1):
            if not self.colours:
                yield from combinations_with_replacement(faces_of, count)
                continue
            for thrown in combinations(self.colours, count):
                every = product(faces_of, repeat=count)
                yield from (dict(zip(thrown, shown, strict=True)) for shown in every)

    def number(self, cell: str, roll: Roll) -> int:
        """Return what dice are worth in a cell: their sum where it is no box of its own kind."""
        return self.numbers(cell, roll)[0]

    def numbers(self, cell: str, roll: Roll) -> tuple[int, ...]:
        """Return every number that dice are worth in a cell, as they were thrown."""
        shown, box = faces(roll), self.plan.cells[cell].box
        if box or not shown:
            return (box.points(shown) if box else 0,)
        return tuple(dict.fromkeys(RESULTS[one](shown) for one in self.gives))

    @cached_property
    def _given(self) -> tuple[int, ...]:
        faces_of, counts = range(1, self.dice.sides + 1), range(self.least(), self.count() + 1)
        rolls = (roll for n in counts for roll in combinations_with_replacement(faces_of, n))
        return tuple(sorted({RESULTS[one](roll) for roll in rolls for one in self.gives}))

    def values(self, cell: str) -> Collection[int]:
        """Return every number that dice can give in a cell."""
        box, (least, most) = self.plan.cells[cell].box, self.sums()
        if box is None and self.gives == ("sum",):
            return range(least, most + 1)
        if box is None:
            return self._given
        return sorted(box.values(self.count(), self.dice.sides))
