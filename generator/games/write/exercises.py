"""Exercises on sheets of rows and columns: where a sum may stand, what clashes, what it earns."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, pairwise
from random import Random

from generator.documents.exercises.drawn import FillInTable, NotedTurn, ThrownDice
from generator.documents.exercises.generation import (
    STEPS,
    TRIES,
    Draw,
    Exercise,
    Odds,
    Variables,
    pick,
    pick_odds,
    sample_in_order,
)
from generator.documents.exercises.sheet_exercises import BEGUN, SheetExercises
from generator.documents.lesson import TICK
from generator.documents.quantities import clauses, list_in_sentence
from generator.game.parts import Grid
from generator.games.write.rules import WriteRules
from generator.games.write.view import View
from generator.printables.blocks.boards import RowsBlock
from generator.rules.findings import TOTAL
from generator.rules.interface import Refusal
from generator.rules.sheet.plan import Line, Sheet, SheetState, Turn, faces
from generator.rules.sheet.scoring import Ending, ScoreLines, bonus_lines, is_full
from generator.words import message, numeral

PAIR = 2
# How often dice are thrown before one counts what they showed.
THROWS = 100
# In which rules a reader may see two errors, or one that nobody makes.
UNCLEAR = ("faces",)


class Exercises(SheetExercises[WriteRules]):
    """What pupils are asked about a sheet of rows and columns."""

    block = RowsBlock

    def draws(self) -> Mapping[str, Draw]:
        unclear = self.rules.layout.primitives.ids_of(*UNCLEAR)
        draws = {
            "add-up": self.add_up,
            "clash": self.clash,
            "recount": self.recount,
            "record": self.draw_record(self.turn_in_dice, but=unclear),
        }
        # What follows asks of sums in rows, each with a die of its own.
        sheet = self.rules.game.head.parts[self.kit.plan.part]
        is_plain = isinstance(sheet, Grid) and self.kit.gives == ("sum",)
        if not (len(self.kit.colours) >= PAIR and self.rule("rises") and is_plain):
            return draws
        return draws | {
            "rolls": self.rolls,
            "gap": self.gap,
            "may-take": self.may_take,
            "best": self.best,
            "estimate": self.estimate,
            "fits": self.fits,
            "last-cell": self.last_cell,
            "proof": self.proof,
        }

    def marks(self, sheet: Sheet) -> Mapping[str, str]:
        boxes = self.kit.misses.cell_ids()[: sheet.ticks] if self.kit.misses else ()
        return {**super().marks(sheet), **dict.fromkeys(boxes, TICK)}

    def view(self, sheet: Sheet) -> View:
        """Return a sheet as positions of guides are judged."""
        return View(self.rules, self.position_of(sheet), self.said)

    def some_dice(self, count: int, chance: Random) -> Line:
        """Return some of the dice, by their colours."""
        return tuple(sample_in_order(self.kit.colours, count, chance))

    def dice(self, colours: Collection[str]) -> str:
        """Return some dice by their colours: `the orange and yellow dice`."""
        named = list_in_sentence([self.word("colours", one) for one in colours], self.said.language)
        return self.worded("dice-of", n=len(colours), colours=named)

    def composed(
        self, full: int, chance: Random, share: tuple[float, float] = (0.25, 0.9)
    ) -> Sheet | None:
        """Return a sheet in order: some rows full, a share of the others, no end by misses."""
        rows, numbers = [*self.kit.plan.rows.values()], dict[str, int]()
        values = self.kit.values(rows[0][0])
        if max(map(len, rows)) > len(values):
            return None
        whole = chance.sample(rows, min(full, len(rows)))
        for row in rows:
            drawn = sorted(chance.sample([*values], len(row)))
            some = min(int(chance.uniform(*share) * len(row)), len(row) - 1)
            kept = len(row) if row in whole else some
            numbers |= {row[n]: drawn[n] for n in sorted(chance.sample(range(len(row)), kept))}
        boxes = len(self.kit.misses.cell_ids()) if self.kit.misses else 1
        sheet = Sheet(numbers, chance.randrange(boxes))
        return None if self.refusals_of(sheet) else sheet

    def partly_filled(self, chance: Random) -> Sheet:
        drawn = (self.composed(0, chance, BEGUN) for _ in range(TRIES))
        sheet = next((one for one in drawn if one and one.numbers), None)
        return sheet._replace(ticks=0) if sheet else super().partly_filled(chance)

    def bonuses(self, sheet: Sheet) -> Mapping[str, bool]:
        """Return the bonus cells with a number, each with whether its column is full."""
        lines = bonus_lines(self.kit, self.rules.layout.primitives)
        return {cell: is_full(line, sheet) for line, cell in lines if cell in sheet.numbers}

    def sheet_to_add(self, variables: Variables, chance: Random) -> Sheet | None:
        for _ in range(TRIES):
            sheet = self.composed(pick(variables, "full", chance), chance)
            if sheet and sum(self.bonuses(sheet).values()) in variables["bonus"]:
                return sheet
        return None

    def reasons(self, sheet: Sheet) -> Mapping[str, str]:
        found, numbers = {**super().reasons(sheet)}, sheet.numbers
        for part, row in self.scored_rows():
            name, count = self.word("score", part), sum(cell in numbers for cell in row)
            key, n = "exercise.row-part", count
            if count == len(row):
                key, n = "exercise.row-full", numbers[row[-1]]
            found[part] = self.say(message(key, row=name, n=n))
        for _, one in self.rules.layout.primitives.of(ScoreLines):
            lines = one.lines(self.kit)
            if earned := [numbers[cell] for line, cell in lines if is_full(line, sheet)]:
                told = message("exercise.bonus-of", sum=" + ".join(map(str, earned)))
                found[one.part] = self.say(told)
        if sheet.ticks and self.kit.misses and self.kit.misses.worth:
            worth = numeral(self.kit.misses.worth)
            found["misses"] = self.worded("misses-of", n=sheet.ticks, worth=worth)
        return found

    def scored_rows(self) -> Iterable[tuple[str, Line]]:
        """Return the rows by the parts of the score that they are, where they are any."""
        return self.kit.plan.rows.items() if self.rule("score-rows") else ()

    def slips(self, sheet: Sheet) -> Iterator[tuple[str, int]]:
        numbers = sheet.numbers
        for part, row in self.scored_rows():
            held = [numbers[cell] for cell in row if cell in numbers]
            yield part, len(row) if len(held) == len(row) else sum(held[-1:])
        earned = sum(numbers[cell] for cell, whole in self.bonuses(sheet).items() if whole)
        for cell, is_whole in self.bonuses(sheet).items():
            yield "bonus", earned + numbers[cell] * (-1 if is_whole else 1)
        if sheet.ticks:
            yield "misses", -sheet.ticks

    def rolls(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for all rolls of some dice that make one sum or another."""
        colours = self.some_dice(pick(variables, "dice", chance), chance)
        count, sides = len(colours), self.kit.dice.sides
        wanted = chance.sample(range(count, count * sides + 1), pick(variables, "sums", chance))
        ways = [*combinations_with_replacement(range(1, sides + 1), count)]
        told = {
            total: tuple("+".join(map(str, way)) for way in ways if sum(way) == total)
            for total in sorted(wanted)
        }
        found = tuple(way for every in told.values() for way in every)
        *first, second = map(str, told)
        either = message("reading.want-or", first=", ".join(first), second=second)
        sums = self.say(either) if first else second
        asked = self.worded("rolls", dice=self.dice(colours), sums=sums)
        every = (message("exercise.sum-rolls", total=n, rolls=rolls) for n, rolls in told.items())
        key = clauses([*map(self.say, every)], self.said.language)
        way = (self.worded("rolls-way"),)
        return Exercise(asked, key, found, len(found), way=way, lines=2)

    def bounds(self, sheet: Sheet, cell: str) -> tuple[int, int]:
        """Return the numbers nearest to a cell in its row, or what no dice give."""
        _, before, after = self.kit.plan.beside["row"][cell][0]
        least, most = self.kit.sums()
        low = next((sheet.numbers[one] for one in before if one in sheet.numbers), least - 1)
        return low, next((sheet.numbers[one] for one in after if one in sheet.numbers), most + 1)

    def gap(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which numbers a free cell still takes; to try are those between its neighbours."""
        sheet = self.partly_filled(chance)
        free = [cell for cell in self.kit.plan.cells if cell not in sheet.numbers]
        cell, seen = chance.choice(free), self.view(sheet)
        low, high = self.bounds(sheet, cell)
        every = range(low + 1, high)
        found = [n for n in every if cell in seen.cells_for(n, self.kit.colours)]
        barred = [str(n) for n in every if n not in found]
        if not found or len(barred) not in variables["barred"]:
            return None
        asked = self.worded("gap", cell=self.said.label(cell))
        way = [self.worded("between", low=low, high=high)]
        if barred:
            numbers = list_in_sentence(barred, self.said.language)
            way.append(self.worded("in-column", n=len(barred), numbers=numbers))
        answer, steps = tuple(map(str, found)), len(every)
        at = self.position_of(sheet)
        return Exercise(asked, ", ".join(answer), answer, steps, at, way=tuple(way))

    def may_take(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask in which cells a sum may stand; to try are the free cells of the rows rolled."""
        sheet, count = self.partly_filled(chance), pick(variables, "dice", chance)
        colours = self.some_dice(count, chance)
        thrown = {one: chance.randint(1, self.kit.dice.sides) for one in colours}
        total, cells = sum(thrown.values()), self.kit.plan.cells.values()
        found = self.view(sheet).cells_for(total, colours)
        if len(found) not in variables["found"]:
            return None
        tried = sum(one.colour in colours and one.id not in sheet.numbers for one in cells)
        at = self.position_of(sheet, sum=total, colours=colours, turn={"dice": thrown})
        asked = self.worded("may-take", total=total)
        named = tuple(self.word("colours", one) for one in colours)
        way = (self.worded("row-by-row", n=len(named), rows=named),)
        return Exercise(asked, self.cells(found), found, tried, at, way=way)

    def clash(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which two numbers cannot stand together; each number is compared with others."""
        drawn = (self.composed(0, chance, (BEGUN[0], 1.0)) for _ in range(TRIES))
        wanted = (one for one in drawn if one and len(one.numbers) in variables[STEPS])
        if (found := next(wanted, None)) is None:
            return None
        sheet = found._replace(ticks=0)
        cell = chance.choice([*sheet.numbers])
        number = chance.choice([*self.kit.values(cell)])
        wrong = sheet._replace(numbers={**sheet.numbers, cell: number})
        broken, cells = self.refusals_of(wrong), self.view(wrong).clashes()
        if len(broken) != 1 or len(cells) != PAIR:
            return None
        asked, steps, at = message("exercise.clash"), len(sheet.numbers), self.position_of(wrong)
        rule, (one, two) = broken[0].rule, (str(wrong.numbers[cell]) for cell in cells)
        rows = {self.kit.plan.cells[cell].row for cell in cells}
        key = "exercise.clash-row" if len(rows) == 1 else "exercise.clash-twice"
        way = (self.say(message(key, one=one, two=two)),)
        key = self.cells(cells)
        return Exercise(
            self.say(asked),
            key,
            cells,
            steps,
            at,
            rule=rule,
            way=way,
            lines=2,
        )

    def best(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which of some cells makes most of a sum at once; each of them is counted."""
        sheet, count = self.composed(chance.randrange(PAIR), chance), pick(variables, STEPS, chance)
        if sheet is None:
            return None
        seen, before = self.view(sheet), self.rules.score(sheet)[TOTAL]
        # All dice are thrown.
        total = chance.randint(self.kit.count(), self.kit.sums()[1])
        gains = {
            cell: self.rules.score(sheet.filled({cell: total}))[TOTAL] - before
            for cell in seen.cells_for(total, self.kit.colours)
        }
        if len(gains) < count:
            return None
        some = chance.sample(sorted(gains), count)
        named = {cell: gains[cell] for cell in gains if cell in some}
        *others, most = sorted(named.values())
        if most <= max(1, *others):
            return None
        found = max(named, key=named.__getitem__)
        cells = list_in_sentence(map(self.said.label, named), self.said.language)
        told = ", ".join(f"{self.said.label(cell)} {n}" for cell, n in named.items())
        asked = self.worded("best", total=total, cells=cells)
        key = self.worded("better", best=self.said.label(found), every=told)
        at, after = self.position_of(sheet), sheet.filled({found: total})
        was, reasons = self.reasons(sheet), self.reasons(after)
        way = tuple(words for part, words in reasons.items() if was.get(part) != words)
        return Exercise(
            asked,
            key,
            found,
            count,
            at,
            way=way,
            lines=2,
        )

    def explain(self, _: SheetState, step: Turn, refusal: Refusal) -> tuple[str, ...]:
        if not refusal.where:
            return ()
        cell, total = self.said.label(refusal.where), sum(faces(step.roll()))
        number = step.number_of(refusal.player or "", step.player or "")
        total = total if number is None else number
        told = message("exercise.wrote", player=refusal.player or "", n=total, cell=cell)
        return (self.say(told),)

    def turn_in_dice(self, _: SheetState, turn: Turn) -> NotedTurn:
        """Return a turn as it is seen: the dice as they fell, then what everybody writes or not."""
        active = turn.player or ""
        told = list[str | ThrownDice]([self.worded("rolls-dice", player=active)])
        for number, roll in enumerate(one for one in turn.rolls() if one):
            told += [self.worded("rolls-again")] if number else []
            if isinstance(roll, tuple):
                told.append(ThrownDice(roll))
                continue
            for colour, face in roll.items():
                told += [self.word("colours", colour), ThrownDice((face,))]
        told.append("–")
        others = self.players.players if self.kit.everybody else ()
        writing = tuple(dict.fromkeys((active, *others)))
        for place, who in enumerate(writing):
            cell = turn.cell_of(who) if who == active else turn.writes.get(who)
            given = turn.number_of(who, active)
            key = "exercise.writes" if cell else "exercise.writes-nothing"
            if turn.miss and who == active:
                key += "-ticks"
            sign = "," if place < len(writing) - 1 else ""
            name = self.said.label(cell or "") + (f" ({given})" if given is not None else "")
            words = self.say(message(key, player=who, cell=name))
            told.append(words + sign)
        return tuple(told)

    def fits(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the chance that a sum finds a cell, of one die or two, or with which."""
        sheet, sides, odds = self.partly_filled(chance), self.kit.dice.sides, list[Odds]()
        seen, fitting, of = self.view(sheet), dict[str, str](), dict[str, Line]()
        for count in range(1, PAIR + 1):
            for colours in combinations(self.kit.colours, count):
                sums = self.kit.dice.sums(count).items()
                found = {total: one for total, one in sums if seen.cells_for(total, colours)}
                odds.append(Odds.of(name := self.dice(colours), sum(found.values()), sides**count))
                of[name], fitting[name] = colours, ", ".join(map(str, found))
        chosen = pick_odds(odds, variables[STEPS], chance)
        keys = "exercise.fits", "exercise.fits-better"
        asked = self.ask_for_chance(chosen, keys, self.position_of(sheet))
        if asked is None:
            return None
        names, first = [one.name for one in chosen], of[chosen[0].name]
        ways = (message("exercise.fits-way", dice=one, sums=fitting[one]) for one in names)
        table = self.outcomes(first) if len(chosen) == 1 else None
        return replace(asked, table=table, way=tuple(map(self.say, ways)))

    def outcomes(self, colours: Line) -> FillInTable:
        """Return the table of what one die or two may show, to fill in."""
        faces = tuple(map(str, range(1, self.kit.dice.sides + 1)))
        blank, named = ("",) * len(faces), [self.word("colours", one) for one in colours]
        if len(named) < PAIR:
            return FillInTable((named[0], *faces), ((self.worded("a-cell"), *blank),))
        return FillInTable(("+", *faces), tuple((face, *blank) for face in faces))

    def estimate(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for a guess how many of some rolls make one of a few sums, and for their number."""
        colours, dice = self.some_dice(pick(variables, "dice", chance), chance), self.kit.dice
        count, width = len(colours), pick(variables, STEPS, chance)
        sums = range(count, count * dice.sides + 1)
        if len(sums) - width <= 1:
            return None
        first = chance.choice(sums[1 : len(sums) - width])
        wanted = range(first, first + width)
        rolls = ([chance.randint(1, dice.sides) for _ in colours] for _ in range(THROWS))
        shown = Counter(map(sum, rolls))
        counts = [shown[total] for total in wanted]
        heads = (self.worded("sum"), *map(str, sums))
        row = (self.worded("throws"), *(str(shown[total]) for total in sums))
        bounds = {"low": first - 1, "high": wanted[-1] + 1}
        asked = message("exercise.estimate", dice=self.dice(colours), n=THROWS, **bounds)
        share = sum(one for total, one in dice.sums(count).items() if total in wanted)
        parts, found = " + ".join(map(str, counts)), sum(counts)
        way = message("exercise.added", sum=parts, total=found, mean=round(THROWS * share))
        told, table = (self.say(way),), FillInTable(heads, (row,))
        return Exercise(self.say(asked), str(found), found, width, table=table, way=told)

    def last_cell(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which numbers in the last cell of a row end the game and win it."""
        rows, endings = self.kit.plan.rows.values(), self.rules.layout.primitives.of(Ending)
        whole = self.composed(next((one.full_rows for _, one in endings), None) or 1, chance)
        if whole is None:
            return None
        cell = chance.choice([row[-1] for row in rows if is_full(row, whole)])
        numbers = {one: n for one, n in whole.numbers.items() if one != cell}
        sheet, players = whole._replace(numbers=numbers), self.players.players
        seen = self.view(sheet)
        totals = {
            n: self.rules.score(sheet.filled({cell: n}))[TOTAL]
            for n in self.kit.values(cell)
            if cell in seen.cells_for(n, self.kit.colours)
        }
        if len(totals) not in variables[STEPS]:
            return None
        lost, first = chance.choice([*pairwise(totals)])
        name, found = self.said.label(cell), tuple(str(n) for n in totals if n >= first)
        asked = message("exercise.last-cell", cell=name, player=players[1], points=totals[lost])
        way = message(
            "exercise.last-cell-way", lost=lost, least=totals[lost], n=first, most=totals[first]
        )
        key, at = ", ".join(found), self.position_of(sheet, scored=True, shows="blank")
        return Exercise(self.say(asked), key, found, len(totals), at, way=(self.say(way),))

    def proof(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask why a number of a full row has a bound, which follows from the cells on one side."""
        (least, most), steps = self.kit.sums(), pick(variables, STEPS, chance)
        row, is_least = chance.choice([*self.kit.plan.rows.values()]), chance.randrange(PAIR)
        side = row[:steps] if is_least else row[-steps:][::-1]
        bounds = [least + n if is_least else most - n for n in range(len(side))]
        key, name = "least" if is_least else "most", self.said.label(side[-1])
        asked = message(f"exercise.proof-{key}", cell=name, n=bounds[-1])
        every = zip(map(self.said.label, side), bounds, strict=True)
        shown = (self.worded(f"has-{key}", cell=one, n=n) for one, n in every)
        way = (
            self.worded("proof-criteria", n=len(side)),
            self.worded("example", words=", ".join(shown)),
        )
        answer = self.worded(f"has-{key}", cell=name, n=bounds[-1])
        told, at = self.say(asked), self.position_of(Sheet())
        return Exercise(
            told,
            answer,
            bounds[-1],
            len(side),
            at,
            way=way,
            lines=4,
        )
