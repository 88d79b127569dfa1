"""Exercises on boards of dice: what a roll pays for, which choice earns more, what is rarer."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
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
)
from generator.documents.exercises.sheet_exercises import SheetExercises
from generator.documents.quantities import clauses, list_in_sentence, percent
from generator.game.parts import SquareLine
from generator.games.cross.rules import CrossRules
from generator.games.cross.view import TOKEN, board_lines, line_name
from generator.printables.blocks.boards import SquaresBlock
from generator.rules.findings import TOTAL
from generator.rules.interface import Refusal
from generator.rules.sheet.paying import Discards, chance_of, payable_sets, pays_for_all
from generator.rules.sheet.plan import Line, Sheet, SheetCell, SheetState, Turn, faces
from generator.rules.sheet.scoring import is_full
from generator.words import message

# How many squares at most are chosen, and of how many choices two; how far apart chances lie.
MOST, WAYS, NEXT = 4, 16, 9
APART = Fraction(3, 100)
# What two choices are called.
CHOICES = ("A", "B")
Dice = tuple[int, ...]
Spots = tuple[SheetCell, ...]


class Exercises(SheetExercises[CrossRules]):
    """What pupils are asked about a board of dice."""

    asked, recounted = "exercise.add-up-board", "exercise.recount-board"
    block = SquaresBlock

    def draws(self) -> Mapping[str, Draw]:
        if self.kit.tokens is None:
            return {}
        # Nobody plays alone here, or writes down what no die shows.
        rules = self.rules.layout.primitives
        unasked = [*(rule for rule, _ in rules.of(Discards)), *rules.ids_of("faces")]
        return {
            "pays": self.pays,
            "add-up": self.add_up,
            "fewest": self.fewest,
            "choice": self.choice,
            "hidden": self.hidden,
            "record": self.draw_record(self.turn_in_dice, but=unasked),
            "recount": self.recount,
            "rolling": self.rolling,
            "rarer": self.rarer,
            "last-turn": self.last_turn,
            "aim": self.aim,
        }

    def marks(self, sheet: Sheet) -> Mapping[str, str]:
        return dict.fromkeys(sheet.numbers, TOKEN)

    def rolled(self, chance: Random) -> Dice:
        """Return a roll, the highest faces first."""
        thrown = (chance.randint(1, self.kit.dice.sides) for _ in range(self.kit.count()))
        return tuple(sorted(thrown, reverse=True))

    def free(self, sheet: Sheet, dice: Dice) -> Spots:
        """Return the squares that may be covered, as the judge of a turn sees them."""
        return self.rules.view_of(sheet, Turn(1, None, dice)).free

    def squares(self, cells: Sequence[str]) -> str:
        """Return squares in a sentence."""
        return list_in_sentence(map(self.said.label, cells), self.said.language)

    def covered(self, cells: Sequence[str]) -> Sheet:
        """Return a board with tokens on some squares."""
        every = self.kit.plan.cells
        return Sheet({one: every[one].value for one in every if one in cells})

    def whole(self, sheet: Sheet) -> Sequence[SquareLine]:
        """Return the complete lines of a board."""
        lines = zip(board_lines(self.rules), self.kit.plan.lines["straight"], strict=True)
        return [one for one, cells in lines if is_full(cells, sheet)]

    def composed(self, count: int, chance: Random) -> Sheet | None:
        """Return a board with some complete lines, tokens of the edge and loose ones."""
        cells, lines = self.kit.plan.cells, self.kit.plan.lines["straight"]
        held = {cell for line in chance.sample(lines, count) for cell in line}
        rest = chance.sample([one for one in cells if one not in held], len(cells) - len(held))
        held |= {*rest[: chance.randint(1, MOST)]}
        sheet = self.covered([*held])
        is_short = len(held) <= (self.kit.tokens or 0)
        return sheet if is_short and len(self.whole(sheet)) == count else None

    def sheet_to_add(self, variables: Variables, chance: Random) -> Sheet | None:
        drawn = (self.composed(pick(variables, "lines", chance), chance) for _ in range(TRIES))
        return next(filter(None, drawn), None)

    def reasons(self, sheet: Sheet) -> Mapping[str, str]:
        cells = self.kit.plan.cells
        edge = [cells[cell].value for cell in sheet.numbers if cells[cell].is_edge]
        lines = [(line_name(one, self.said), self.worth(one)) for one in self.whole(sheet)]
        told = {"edge": " + ".join(map(str, edge))}
        told |= {"lines": ", ".join(f"{name} {n}" for name, n in lines)}
        worded = {
            part: self.worded("part-of", part=self.word("score", part), sum=words)
            for part, words in told.items()
            if words
        }
        return {**super().reasons(sheet), **worded}

    def worth(self, line: SquareLine) -> int:
        """Return what a line earns."""
        return sum(self.kit.plan.cells[one.id].value for one in line.squares)

    def slips(self, sheet: Sheet) -> Iterator[tuple[str, int]]:
        spots = [self.kit.plan.cells[cell] for cell in sheet.numbers]
        inside = [one for one in spots if not one.is_edge]
        held = {square.id for line in self.whole(sheet) for square in line.squares}
        yield "edge", len(spots) - len(inside)
        yield "lines", sum(one.value for one in inside)
        yield "lines", sum(one.value for one in inside if one.id in held)

    def pays(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask which free squares a roll pays for, each alone; to try are those whose face shows."""
        sheet, dice = self.partly_filled(chance), self.rolled(chance)
        tried = [spot for spot in self.free(sheet, dice) if spot.face in dice]
        found = tuple(spot.id for spot in tried if pays_for_all(dice, (spot,)))
        if not found:
            return None
        counts = ((one, sum(die >= one for die in dice)) for one in sorted({*dice}, reverse=True))
        told = [self.worded("or-more", face=one, n=n) for one, n in counts]
        asked, way = self.worded("pays"), (clauses(told, self.said.language),)
        at = self.position_of(sheet, turn={"dice": list(dice)})
        return Exercise(
            asked,
            self.cells(found),
            found,
            len(tried),
            at,
            way=way,
            lines=2,
        )

    def fewest(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask how many tokens complete some lines, and what these earn; to see are all squares."""
        sheet, count = self.partly_filled(chance), pick(variables, "lines", chance)
        lines, whole = chance.sample(board_lines(self.rules), count), self.whole(sheet)
        cells = dict.fromkeys(square.id for line in lines for square in line.squares)
        missing = [cell for cell in cells if cell not in sheet.numbers]
        if not missing or any(line in whole for line in lines):
            return None
        worth = [self.worth(line) for line in lines]
        names, points = ", ".join(line_name(line, self.said) for line in lines), sum(worth)
        asked = self.worded("fewest", n=count, lines=names)
        found = {"tokens": len(missing), "points": points}
        key = self.worded("fewest-key", n=len(missing), points=points)
        lacks = message("exercise.missing", cells=self.squares(missing))
        way, at = (self.say(lacks), " + ".join(map(str, worth))), self.position_of(sheet)
        return Exercise(asked, key, found, len(cells), at, way=way)

    def choice(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which of two choices of squares earns more at once; each of their squares counts."""
        sheet, dice = self.partly_filled(chance), self.rolled(chance)
        free, before = self.free(sheet, dice), self.rules.score(sheet)[TOTAL]
        gains = dict[Line, int]()
        for spots in (self.way(free, dice, chance, chance.randint(1, MOST)) for _ in range(WAYS)):
            way = {spot.id: spot.value for spot in spots}
            gains[tuple(way)] = self.rules.score(sheet.filled(way))[TOTAL] - before
        pairs = [
            pair
            for pair in combinations(gains, 2)
            if sum(map(len, pair)) in variables[STEPS]
            and 0 < min(map(gains.__getitem__, pair)) < max(map(gains.__getitem__, pair))
            and not ({*pair[0]} <= {*pair[1]} or {*pair[1]} <= {*pair[0]})
        ]
        if not pairs:
            return None
        pair = chance.choice(pairs)
        one, two = map(self.squares, pair)
        best, steps = max(pair, key=gains.__getitem__), sum(map(len, pair))
        named = dict(zip(pair, CHOICES, strict=True))
        every = ", ".join(f"{name} {gains[way]}" for way, name in named.items())
        asked = self.worded("choice", one=one, two=two)
        key = self.worded("better", best=named[best], every=every)
        at = self.position_of(sheet, turn={"dice": list(dice)})
        return Exercise(asked, key, best, steps, at, lines=2)

    def way(self, free: Spots, dice: Dice, chance: Random, most: int) -> Spots:
        """Return some squares that a roll pays for together, in the order of the board."""
        chosen = Spots()
        for spot in chance.sample(free, len(free)):
            if len(chosen) < most and pays_for_all(dice, (*chosen, spot)):
                chosen = (*chosen, spot)
        return tuple(spot for spot in free if spot in chosen)

    def hidden(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask what one die may have shown, given the others and the squares that all paid for."""
        dice, player = self.rolled(chance), chance.choice(self.players.players)
        spots = self.way(self.free(Sheet(), dice), dice, chance, pick(variables, STEPS, chance))
        seen = list(dice)
        seen.remove(chance.choice(dice))
        sides = range(1, self.kit.dice.sides + 1)
        found = tuple(str(one) for one in sides if pays_for_all((*seen, one), spots))
        if not spots or len(found) == len(sides):
            return None
        cells = self.squares([spot.id for spot in spots])
        thrown = self.worded("rolls-dice", player=player)
        then = self.worded("hidden-die", n=len(spots), cells=cells)
        asked, turn = self.worded("hidden"), (thrown, ThrownDice(tuple(seen)), then)
        way = tuple(map(self.wanted, spots))
        key = ", ".join(found)
        return Exercise(asked, key, found, len(spots), turns=(turn,), way=way)

    def wanted(self, spot: SheetCell) -> str:
        """Return which dice a square wants."""
        cell = self.said.label(spot.id)
        return self.worded("wants", cell=cell, n=spot.place, face=spot.face)

    def turn_in_dice(self, _: SheetState, turn: Turn) -> NotedTurn:
        """Return a turn as it is seen: the dice as they fell, the squares that are covered."""
        player, dice = turn.player or "", ThrownDice(faces(turn.roll()))
        key = "exercise.covers" if turn.places else "exercise.covers-nothing"
        told = message(key, n=len(turn.places), cells=self.squares(turn.places))
        return self.worded("rolls-dice", player=player), dice, self.say(told)

    def explain(self, _: SheetState, step: Turn, refusal: Refusal) -> tuple[str, ...] | None:
        dice, spots = faces(step.roll()), [self.kit.plan.cells[cell] for cell in step.places]
        lacks = [one for one in range(1, self.kit.dice.sides + 1) if self._lacks(dice, spots, one)]
        unseen = [spot for spot in spots if spot.face not in dice]
        taken = refusal.rule in self.rules.layout.primitives.ids_of("free")
        if bool(lacks) + bool(unseen) + taken > 1 or len({*step.places}) < len(spots):
            return None
        if taken and refusal.where:
            return (self.worded("taken", cell=self.said.label(refusal.where)),)
        if unseen:
            return (self.worded("unseen", face=unseen[0].face),)
        if not lacks:
            return ()
        face = lacks[-1]
        wanted = sum(spot.place for spot in spots if spot.face >= face)
        found = sum(die >= face for die in dice)
        return (self.worded("lacks", n=wanted, face=face, found=found),)

    @staticmethod
    def _lacks(dice: Dice, spots: Sequence[SheetCell], face: int) -> bool:
        wanted = sum(spot.place for spot in spots if spot.face >= face)
        return wanted > sum(die >= face for die in dice)

    def rolling(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the chance that the last dice pay for squares, by a table of what they show."""
        count, sides = pick(variables, "dice", chance), range(1, self.kit.dice.sides + 1)
        lying = tuple(sorted(self.rolled(chance)[count:], reverse=True))
        free, wanted = self.free(Sheet(), lying), pick(variables, "squares", chance)
        spots = tuple(sorted(chance.sample(free, wanted), key=free.index))
        rolls = [*product(sides, repeat=count)]
        fitting = [one for one in rolls if pays_for_all((*lying, *one), spots)]
        if not 0 < len(fitting) < len(rolls):
            return None
        cells, every = self.squares([spot.id for spot in spots]), len(rolls)
        asked = self.worded("rolling", n=count, cells=cells, every=every)
        odds, named = Odds(cells, len(fitting), every), tuple(map(str, sides))
        die, fits = self.worded("die"), self.worded("does")
        rows = tuple((one, *("",) * len(named)) for one in (named if count > 1 else (fits,)))
        turn = self.worded("lying"), ThrownDice(lying)
        found, way = f"{odds.ways}/{every}", tuple(map(self.wanted, spots))
        table, key, steps = FillInTable((die, *named), rows), str(odds), every * wanted
        return Exercise(
            asked,
            key,
            found,
            steps,
            turns=(turn,),
            table=table,
            way=way,
        )

    def rarer(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask for the order of squares by their chance: a rarer one wants no fewer dice."""
        chances = {spot: chance_of(self.kit, spot) for spot in self.kit.plan.cells.values()}
        order, count = list[SheetCell](), chance.randint(2, MOST)
        while len(order) < count:
            place, face = (order[-1].place, order[-1].face) if order else (0, 0)
            rarer = [one for one in chances if one.place >= place and one.face >= face]
            if order:
                most = chances[order[-1]] - APART
                rarer = [one for one in rarer if chances[one] <= most]
            if not rarer:
                return None
            # The likelier ones, so that others can follow.
            rarer.sort(key=chances.__getitem__, reverse=True)
            order.append(chance.choice(rarer[:NEXT]))
        found = tuple(spot.id for spot in order)
        shares = (percent(chances[one], self.said.language) for one in order)
        told = (f"{self.said.label(o)} ({n})" for o, n in zip(found, shares, strict=True))
        asked = self.worded("rarer", cells=self.cells(sorted(found)))
        return Exercise(asked, ", ".join(told), found, count * (count - 1) // 2)

    def last_turn(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the squares that win in the last turn; to try are all choices of the dice."""
        left, dice = pick(variables, "left", chance), self.rolled(chance)
        cells, tokens = self.kit.plan.cells, self.kit.tokens or 0
        if left > tokens:
            return None
        two = chance.sample(self.kit.plan.lines["straight"], 2)
        whole = [cell for line in two for cell in line]
        held = [*dict.fromkeys((*whole, *chance.sample([*cells], len(cells))))][:tokens]
        sheet = self.covered(chance.sample(held, tokens - left))
        sets = [
            tuple(spot.id for spot in one)
            for one in payable_sets(self.kit, dice, self.free(sheet, dice))
            if 0 < len(one) <= left
        ]
        if len(sets) not in variables[STEPS]:
            return None
        totals = {
            one: self.rules.score(sheet.filled({c: cells[c].value for c in one}))[TOTAL]
            for one in sets
        }
        *_, second, most = sorted(totals.values())
        if second == most:
            return None
        found, player = max(totals, key=totals.__getitem__), self.players.players[1]
        asked = message("exercise.last-turn", n=left, player=player, points=second)
        key, at = self.cells(found), self.position_of(sheet, turn={"dice": list(dice)})
        way = (self.worded("total-then", points=most),)
        return Exercise(
            self.say(asked),
            key,
            found,
            len(sets),
            at,
            way=way,
            lines=2,
        )

    def aim(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for a line to aim at, and why; those that are nearly complete come into question."""
        sheet = self.partly_filled(chance)
        missing = {
            line: [one.id for one in line.squares if one.id not in sheet.numbers]
            for line in board_lines(self.rules)
        }
        near = [line for line, cells in missing.items() if 0 < len(cells) <= MOST - 1]
        if len(near) not in variables[STEPS]:
            return None
        best = max(near, key=lambda line: (self.worth(line) / len(missing[line]), line.id))
        named, cells = line_name(best, self.said), self.squares(missing[best])
        example = message("exercise.aim-example", line=named, cells=cells, n=self.worth(best))
        way = self.worded("aim-criteria"), self.say(example)
        asked, at = self.worded("aim"), self.position_of(sheet)
        return Exercise(
            asked,
            named,
            best.id,
            len(near),
            at,
            way=way,
            lines=4,
        )
