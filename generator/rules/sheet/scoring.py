"""Scoring, ending and winning: what a sheet is worth, what ends the game, who has won."""

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from operator import eq, gt, lt
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Count, Id, Index, Points
from generator.reading.nodes import Path
from generator.rules.naming import cells
from generator.rules.sheet.plan import Along, Gear, Line, Sheet
from generator.rules.sheet.primitives import SHEETS, Primitive, Primitives, TurnView
from generator.words import Message, message


class Scoring(Primitive):
    """What some of a sheet is worth; its parts of the score are added up in the data's order."""

    def points(self, gear: Gear, sheet: Sheet) -> Mapping[str, int]:
        """Return the points of a sheet by part of the score; each primitive of scoring says so."""
        raise NotImplementedError


class ScoreRows(Scoring):
    """Each row scores: a full one its last number, another one a point for each number."""

    rule: Literal["score-rows"]

    def points(self, gear: Gear, sheet: Sheet) -> Mapping[str, int]:
        numbers = sheet.numbers
        return {
            name: numbers[row[-1]] if is_full(row, sheet) else sum(map(numbers.__contains__, row))
            for name, row in gear.plan.rows.items()
        }


class ScoreLines(Scoring, acts=("write",)):
    """Each full line scores the number in its bonus cell."""

    rule: Literal["score-bonus"]
    part: Id = "bonus"
    """What this part of the score is called."""
    along: Along = "column"
    """Which lines: each `row` with a bonus cell, or another direction; columns through all rows."""

    def points(self, gear: Gear, sheet: Sheet) -> Mapping[str, int]:
        lines = self.lines(gear)
        won = (sheet.numbers[cell] for line, cell in lines if is_full(line, sheet))
        return {self.part: sum(won)} if lines else {}

    def lines(self, gear: Gear) -> tuple[tuple[Line, str], ...]:
        """Return the lines with a bonus cell, with that cell; columns have one in every row."""
        spots, rows = gear.plan.cells, len(gear.plan.rows)
        return tuple(
            (line, cell)
            for line in gear.plan.lines_along(self.along)
            for cell in line
            if spots[cell].is_bonus and (self.along != "column" or len(line) == rows)
        )


class ScoreGroups(Scoring):
    """Each row scores the sum of its numbers, and its bonus once that is large enough."""

    rule: Literal["score-groups"]
    part: Id = "bonus"
    """What the bonus is called as a part of the score."""

    def points(self, gear: Gear, sheet: Sheet) -> Mapping[str, int]:
        found = dict[str, int]()
        for name, row in gear.plan.rows.items():
            found[name] = sum(sheet.numbers.get(cell, 0) for cell in row)
            if (bonus := gear.plan.bonus.get(name)) is not None:
                earned = bonus.worth if found[name] >= bonus.least else 0
                found[self.part] = found.get(self.part, 0) + earned
        return found


class ScoreCells(Scoring, acts=("cross",)):
    """Each cell that is crossed off or covered scores the number printed in it."""

    rule: Literal["score-cells"]
    part: Id
    """What this part of the score is called."""
    edge: bool = False
    """Whether only cells of the edge do."""

    def points(self, gear: Gear, sheet: Sheet) -> Mapping[str, int]:
        spots = (gear.plan.cells[cell] for cell in sheet.numbers)
        return {self.part: sum(one.value for one in spots if one.is_edge or not self.edge)}


class ScoreWhole(Scoring):
    """Each line, or region, that is filled as a whole scores all numbers in it."""

    rule: Literal["score-whole"]
    part: Id
    """What this part of the score is called."""
    along: Along = "straight"
    """Which lines: `row`, `column`, `rising` or `falling` diagonals, `region`, every `straight`
    line across the field, or a list of these."""

    def points(self, gear: Gear, sheet: Sheet) -> Mapping[str, int]:
        whole = (line for line in gear.plan.lines_along(self.along) if is_full(line, sheet))
        return {self.part: sum(sheet.numbers[cell] for line in whole for cell in line)}


class ScoreTerms(Scoring):
    """What adds up terms, each from cells that can be named."""

    part: Id
    """What this part of the score is called."""

    def terms(self, gear: Gear, sheet: Sheet) -> Iterator[tuple[Line, int]]:
        """Yield the cells of each term, and the points that they score."""
        raise NotImplementedError

    def points(self, gear: Gear, sheet: Sheet) -> Mapping[str, int]:
        return {self.part: sum(points for _, points in self.terms(gear, sheet))}

    def reason(self, gear: Gear, sheet: Sheet) -> Message | None:
        """Word which cells score how much; None where none score."""
        every = [
            message("rules.term", cells=cells(*line), n=points)
            for line, points in self.terms(gear, sheet)
            if points
        ]
        return reduce(_both, every) if every else None


def _both(first: Message, second: Message) -> Message:
    return message("rules.terms", first=first, second=second)


# What a number of a run is to the one before it; runs that are consecutive go either way.
FOLLOWS: Mapping[str, tuple[Callable[[int, int], bool], ...]] = {
    "rising": (lt,),
    "falling": (gt,),
    "equal": (eq,),
    "consecutive": (lambda one, other: other - one == 1, lambda one, other: one - other == 1),
}


class ScoreRuns(ScoreTerms):
    """Each run of cells in a line, one after another, scores by how long it is."""

    rule: Literal["score-runs"]
    of: Literal["rising", "falling", "equal", "consecutive"]
    """What the numbers of a run are: `rising` or `falling` as the line goes, `equal`, or
    `consecutive`, each 1 more than the one before or each 1 less."""
    along: Along = "row"
    """The lines in which runs lie: `row`, `column`, `rising` or `falling` diagonals, `region`, or a
    list of these."""
    worth: Annotated[tuple[Points, ...], Field(min_length=1, max_length=30)]
    """What a run of 2, 3, 4 cells and so on scores; a longer one scores the last of these."""

    def terms(self, gear: Gear, sheet: Sheet) -> Iterator[tuple[Line, int]]:
        for line in gear.plan.lines_along(self.along):
            for follows in FOLLOWS[self.of]:
                for run in _runs(line, sheet.numbers, follows):
                    yield run, self.worth[min(len(run) - 1, len(self.worth)) - 1]


def _runs(
    line: Line, numbers: Mapping[str, int], follows: Callable[[int, int], bool]
) -> Iterator[Line]:
    """Yield the longest runs of a line, of 2 cells at least."""
    run: Line = ()
    for cell in (*line, ""):
        if run and cell in numbers and follows(numbers[run[-1]], numbers[cell]):
            run = (*run, cell)
            continue
        if len(run) > 1:
            yield run
        run = (cell,) if cell in numbers else ()


class ScoreSets(ScoreTerms):
    """Sets of cells score: lines the sum of their numbers, groups that touch a point a cell."""

    rule: Literal["score-sets"]
    sets: Literal["lines", "groups", "equal-groups"]
    """What a set is: a line; a group of filled cells that touch; or such a group of one number."""
    along: Along | None = None
    """Which lines, `region` where this is left out; of groups the directions in which cells count
    as touching, all that do where this is left out. A name, or a list."""
    which: Literal["each", "largest", "smallest"] = "each"
    """Which sets score: each, or one with the most points or the fewest."""
    least: Index = 0
    """How many filled cells a set needs; one with fewer scores nothing."""
    times: Count = 1
    """What the sum or the number of cells is multiplied by."""

    def directions(self) -> Along | None:
        return self.along or ("region" if self.sets == "lines" else None)

    def needs_neighbours(self) -> bool:
        return self.sets != "lines"

    def terms(self, gear: Gear, sheet: Sheet) -> Iterator[tuple[Line, int]]:
        numbers, found = sheet.numbers, list[tuple[Line, int]]()
        every = gear.plan.groups(numbers, self.along, equal=self.sets == "equal-groups")
        if self.sets == "lines":
            every = gear.plan.lines_along(self.directions() or ())
        for line in every:
            held = tuple(filter(numbers.__contains__, line))
            size = sum(map(numbers.__getitem__, held)) if self.sets == "lines" else len(held)
            found.append((held, self.times * size if len(held) >= self.least else 0))
        if self.which != "each" and found:
            found = [(max if self.which == "largest" else min)(found, key=lambda one: one[1])]
        yield from found


class ScoreBoxes(Scoring, acts=("write", "cross")):
    """Each ticked box scores what a box of its track is worth."""

    rule: Literal["score-boxes"]
    part: Id = "misses"
    """What this part of the score is called."""

    def points(self, gear: Gear, sheet: Sheet) -> Mapping[str, int]:
        return {self.part: sheet.ticks * gear.misses.worth} if gear.misses is not None else {}


class Ending(Primitive):
    """What ends the game: a full sheet, its last box or token, or everybody's last turn."""

    rule: Literal["ends"]
    full_rows: Annotated[int, Field(ge=1, le=30)] | None = None
    """How many full rows of one player end the game."""
    boxes: bool = False
    """Whether the last box of missed turns ends it."""
    every_cell: bool = False
    """Whether it ends when everybody has had a turn for each cell."""
    tokens: bool = False
    """Whether the last token ends it."""
    whole_round: bool = False
    """Whether all have had as many turns in the end."""

    def is_over(
        self, view: TurnView, sheets: Mapping[str, Sheet], taken: Mapping[str, int]
    ) -> bool:
        """Return whether a sheet ends the game, or the number of turns that each player took."""
        if self.whole_round and view.active != view.table.seating.players[-1]:
            return False
        gear = view.gear
        if self.every_cell and all(taken[player] >= len(gear.plan.cells) for player in sheets):
            return True
        # A sheet that is as it was has ended nothing, unless the round had to be whole.
        before = {} if self.whole_round else view.table.sheets
        new = [sheet for player, sheet in sheets.items() if sheet is not before.get(player)]
        return any(self._is_last(gear, sheet) for sheet in new)

    def _is_last(self, gear: Gear, sheet: Sheet) -> bool:
        wanted, rows = self.full_rows, gear.plan.rows.values()
        if wanted is not None and (
            # Too few numbers say so at once: this is asked after each turn.
            len(sheet.numbers) >= wanted * gear.shortest
            and sum(is_full(row, sheet) for row in rows) >= wanted
        ):
            return True
        if self.tokens and gear.tokens_left(sheet) == 0:
            return True
        return self.boxes and gear.misses is not None and sheet.ticks >= gear.misses.boxes

    def faults(self, gear: Gear) -> Iterator[tuple[Path, Message]]:
        rows = len(gear.plan.rows)
        if self.full_rows is not None and self.full_rows > rows:
            reason = message("rules.rows-to-end", found=str(self.full_rows), most=str(rows))
            yield ("full_rows",), reason
        if self.boxes and gear.misses is None:
            yield ("boxes",), message("rules.no-misses")
        if self.tokens and gear.tokens is None:
            yield ("tokens",), message("rules.no-tokens")
        if self.full_rows is None and not (self.boxes or self.every_cell or self.tokens):
            yield (), message("rules.no-end")

    def early_stop(self, gear: Gear) -> Message:
        """Word that nobody has come to the end."""
        if self.tokens:
            return message("rules.unfinished-tokens", tokens=gear.tokens or 0)
        misses = gear.misses.boxes if self.boxes and gear.misses is not None else 0
        if self.every_cell:
            return message("rules.unfinished-turns", turns=len(gear.plan.cells))
        if self.full_rows is not None and misses:
            return message("rules.unfinished", rows=self.full_rows, misses=misses)
        if self.full_rows is not None:
            return message("rules.unfinished-rows", rows=self.full_rows)
        return message("rules.unfinished-misses", misses=misses)


class Winning(Primitive, acts=(*SHEETS, "shut")):
    """Who has most points has won, or who has fewest; equal totals share."""

    rule: Literal["most", "least"]


def is_full(line: Line, sheet: Sheet) -> bool:
    """Return whether every cell of a line is filled."""
    return all(map(sheet.numbers.__contains__, line))


def bonus_lines(gear: Gear, primitives: Primitives) -> tuple[tuple[Line, str], ...]:
    """Return the lines whose bonus cell scores once they are full, with that cell."""
    return tuple(pair for _, one in primitives.of(ScoreLines) for pair in one.lines(gear))
