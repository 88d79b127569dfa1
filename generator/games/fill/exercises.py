"""Exercises on sheets of boxes: what dice are worth, bonuses, blanks, and how a game ends best."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from itertools import combinations, islice, permutations, product
from random import Random

from generator.documents import reroll_values
from generator.documents.exercises.drawn import FillInTable, NotedTurn, ThrownDice
from generator.documents.exercises.generation import (
    STEPS,
    Draw,
    Exercise,
    Odds,
    Variables,
    pick,
    pick_odds,
    sample_in_order,
)
from generator.documents.exercises.sheet_exercises import SheetExercises
from generator.game.parts import ScoreBox
from generator.game.parts.boxes import Bonus, Throw, all_throws
from generator.games.fill.rules import FillRules
from generator.printables.blocks.boards import BoxesBlock
from generator.rules.findings import TOTAL
from generator.rules.sheet.placing import Throws
from generator.rules.sheet.plan import Line, Sheet, SheetState, Turn, faces
from generator.words import message

# No more dice are thrown than can be counted by hand.
FEW = 2
# How often a box holds each number of dice of its face; one box in this number has zero.
DICE_OF_FACE, POOR = (0, 1, 6, 8, 5, 1), (3, 4, 4, 2, 1, 0)
ZEROS = 5
# Games by chance that an estimate is compared with, and their seed.
GAMES = 100
TEN, SUM, BONUS = 10, "\u00a0+ ", "bonus"
# Lines to write a number and the name of a box on.
NUMBER_LINE, NAME_LINE = "______", "____________________"
# More throws that fit than this are not listed.
MOST_TOLD = 12
# How near to the bonus a sum is that makes one think.
NEAR = 15
# What a few turns do not show, or what no dice of ours show.
UNSHOWN = ("dice", "turn-order", "after-end")


class Exercises(SheetExercises[FillRules]):
    """What pupils are asked about a sheet of boxes."""

    block = BoxesBlock

    def draws(self) -> Mapping[str, Draw]:
        draws: dict[str, Draw] = {
            "worth": self.worth,
            "hidden-dice": self.hidden_dice,
            "round-off": self.round_off,
            "complete-turns": self.complete_turns,
            "record": self.record,
            "cross-out": self.cross_out,
        }
        # One die at least is kept, and of dice of one face nothing is asked.
        if self.kit.count() > FEW and not all(map(self.face, self.boxes)):
            draws |= {"one-more": self.one_more}
        if self.kit.plan.bonus:
            draws |= {"add-up": self.add_up, "last-boxes": self.last_boxes}
            # How many dice a box still needs can be told where those of one face count in it.
            if all(map(self.face, self.upper[1])):
                draws |= {"to-bonus": self.to_bonus, "reachable": self.reachable}
        return draws

    @cached_property
    def boxes(self) -> Mapping[str, ScoreBox]:
        """Return the boxes by name, in the order of the sheet."""
        return {name: spot.box for name, spot in self.kit.plan.cells.items() if spot.box}

    @cached_property
    def upper(self) -> tuple[Bonus, tuple[str, ...]]:
        """Return the first bonus of the sheet and the boxes that it needs."""
        ((row, bonus), *_) = self.kit.plan.bonus.items()
        return bonus, self.kit.plan.rows[row]

    @cached_property
    def hundred_games(self) -> Mapping[str, int]:
        """Return what the boxes hold together after many games played by chance."""
        first, chance, found = self.players.players[0], Random(GAMES), dict[str, int]()
        for _ in range(GAMES):
            *_, (_, _, after) = self.random_game(chance)
            numbers = after.sheets[first].numbers
            found = {cell: found.get(cell, 0) + n for cell, n in numbers.items()}
        return found

    def face(self, cell: str) -> int:
        """Return the face that counts in a box."""
        return self.boxes[cell].face or 0

    def thrown(self, chance: Random) -> Throw:
        """Return dice as they often lie at the end of a turn."""
        start = self.rules.start(self.players)
        return tuple(sorted(faces(self.rules.random_turn(start, chance).roll())))

    def filled(
        self, cells: Collection[str], chance: Random, dice: Sequence[int] = DICE_OF_FACE
    ) -> Sheet:
        """Return a sheet with what a good player may have in some boxes."""
        count, sides, numbers = self.kit.count(), self.kit.dice.sides, dict[str, int]()
        # The weights are those of five dice, stretched over as many as there are.
        often = [dice[round(n * (len(dice) - 1) / count)] for n in range(count + 1)]
        for cell in (one for one in self.boxes if one in cells):
            box = self.boxes[cell]
            if box.face:
                numbers[cell] = box.face * chance.choices(range(count + 1), often)[0]
                continue
            every = all_throws(count, sides)
            fitting = [throw for throw in every if box.fits(throw)]
            is_zero = len(fitting) < len(every) and not chance.randrange(ZEROS)
            numbers[cell] = 0 if is_zero else box.points(chance.choice(fitting))
        return Sheet(numbers)

    def added(self, cell: str, dice: Throw) -> str:
        """Return how dice are added up in a box, or the points that it always has."""
        box, points = self.boxes[cell], self.kit.number(cell, dice)
        counted = [face for face in dice if box.face in {None, face}]
        name = self.said.label(cell)
        return self.summed(name, [] if box.worth or not points else counted, points)

    def summed(self, name: str, numbers: Sequence[int], total: int) -> str:
        """Return a sum as it is written, a single number or none as the total alone."""
        if len(numbers) < FEW:
            return self.worded("fill-worth", box=name, n=total)
        return self.worded("fill-sum", name=name, sum=_sum(numbers), n=total)

    def bonus_told(self, points: Mapping[str, int]) -> str:
        """Return whether points reach the bonus."""
        bonus, _ = self.upper
        (row, *_) = self.kit.plan.bonus
        key = "fill-bonus" if points[BONUS] else "fill-no-bonus"
        return self.worded(key, n=points[row], least=bonus.least, bonus=bonus.worth)

    def worth(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask in which free boxes dice are worth something, and how much."""
        free = sample_in_order([*self.boxes], pick(variables, STEPS, chance), chance)
        sheet = self.filled(self.boxes.keys() - free, chance)
        dice = self.thrown(chance)
        found = {cell: n for cell in free if (n := self.kit.number(cell, dice))}
        if not found:
            return None
        named = ((self.said.label(cell), n) for cell, n in found.items())
        told = [self.worded("fill-worth", box=box, n=n) for box, n in named]
        sums = [words for cell in found if (words := self.added(cell, dice)) not in told]
        way = [", ".join(sums)] if sums else []
        if zero := [cell for cell in free if cell not in found]:
            way.append(self.worded("fill-zero", cells=self.cells(zero)))
        at = self.position_of(sheet, turn={"dice": list(dice)})
        asked = self.worded("worth")
        return Exercise(asked, ", ".join(told), found, len(free), at, way=tuple(way))

    def add_up(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the points of a sheet; about half of them earn the bonus."""
        _, upper = self.upper
        below = [cell for cell in self.boxes if cell not in upper]
        others = chance.sample(below, min(len(below), pick(variables, "boxes", chance)))
        sheet = self.filled((*upper, *others), chance)
        points = self.rules.score(sheet)
        names = (self.word("score", name) for name in points if name != TOTAL)
        asked = self.say(message(self.asked, parts=", ".join(names)))
        at = self.position_of(sheet, scored=True, shows="blank")
        key = self.points_in_words(points)
        way = (self.bonus_told(points),)
        return Exercise(asked, key, points, self.to_add(sheet), at, way=way)

    def hidden_dice(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask what dice show that are not seen, from the number in their box."""
        count, sides = self.kit.count(), self.kit.dice.sides
        if (few := pick(variables, "hidden", chance)) >= count:
            return None
        shown = [chance.randint(1, sides) for _ in range(count - few)]
        box = self.boxes[cell := chance.choice([*self.boxes])]
        if box.equal and box.equal <= count - few:
            shown[: box.equal] = [shown[0]] * box.equal
        total = sum(shown) + sum(chance.randint(1, sides) for _ in range(few))
        every = all_throws(few, sides)
        # What is seen already has to fill the box, whatever the others show.
        if box.face or box.worth or not all(box.fits((*shown, *one)) for one in every):
            return None
        rest = total - sum(shown)
        found = tuple("+".join(map(str, one)) for one in every if sum(one) == rest)
        asked = self.worded("fill-hidden", n=total, box=self.said.label(cell), few=few)
        key, left = ", ".join(one.replace("+", SUM) for one in found), f"{total} − {sum(shown)}"
        missing = self.worded("fill-left", left=left, n=rest)
        seen: NotedTurn = self.worded("fill-seen"), ThrownDice(tuple(sorted(shown)))
        rule = self.rule("score-alike" if box.equal else "score-chance")
        return Exercise(
            asked,
            key,
            found,
            len(found),
            turns=(seen,),
            rule=rule,
            way=(missing, self.worded("fill-ordered", few=few, n=rest)),
            lines=2,
        )

    def round_off(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for an estimate of a sum, the sum, and what games by chance have there."""
        if variables[STEPS][0] > len(self.boxes):
            return None
        *_, (_, _, after) = self.random_game(chance)
        played = after.sheets[self.players.players[0]].numbers
        cells = chance.sample([*self.boxes], chance.randint(variables[STEPS][0], len(self.boxes)))
        sheet = Sheet({cell: n for cell, n in played.items() if cell in cells})
        numbers = [*filter(None, sheet.numbers.values())]
        tens = [(n + TEN // 2) // TEN * TEN for n in numbers]
        mean = round(sum(self.hundred_games[cell] for cell in cells) / GAMES)
        if mean == sum(numbers):
            return None
        found = {"estimate": sum(tens), "sum": sum(numbers)}
        better = self.worded("fill-more" if sum(numbers) > mean else "fill-less", mean=mean)
        asked = self.worded("fill-round-off", games=GAMES, mean=mean)
        key, way = self.worded("fill-estimated", **found), (f"{_sum(tens)} = {sum(tens)}", better)
        at = self.position_of(sheet)
        return Exercise(asked, key, found, len(numbers), at, way=way, lines=3)

    def complete_turns(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the points, or for the box, that turns leave blank."""
        turns, found, way = list[NotedTurn](), list[str](), list[str]()
        played = islice(self.random_game(chance), pick(variables, STEPS, chance))
        for state, turn, _ in played:
            dice, box = tuple(faces(turn.roll())), turn.box
            points, taken = self.kit.number(box, dice), state.sheets[turn.player].numbers
            same = [c for c in self.boxes if c not in taken and self.kit.number(c, dice) == points]
            is_box = points > 0 and same == [box] and chance.randrange(2)
            name = self.said.label(box)
            blank = {"box": NAME_LINE, "n": points} if is_box else {"box": name, "n": NUMBER_LINE}
            turns.append((*self._throwing(turn.player, [dice]), self.worded("fill-fills", **blank)))
            found.append(f"{len(turns)} {box if is_box else points}")
            way.append(name if is_box else str(points))
        asked, key = self.worded("fill-complete"), ", ".join(way)
        return Exercise(asked, key, tuple(found), len(found), turns=tuple(turns))

    def _throwing(self, player: str, throws: Sequence[Sequence[int]]) -> Iterator[str | ThrownDice]:
        for place, thrown in enumerate(throws):
            yield self.worded("fill-then") if place else self.worded("fill-throws", player=player)
            yield ThrownDice(tuple(thrown))

    def to_bonus(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask how many dice free boxes need to reach the bonus, as many in each."""
        bonus, upper = self.upper
        free = sample_in_order(upper, pick(variables, "free", chance), chance)
        sheet, is_told = self.filled({*upper} - {*free}, chance), pick(variables, "told", chance)
        have, each = sum(sheet.numbers.values()), sum(map(self.face, free))
        missing = bonus.least - have
        found = -(-missing // each)
        if not 1 <= found <= self.kit.count():
            return None
        # What is missing; of each box its face and a product.
        steps = 3 * len(free) - 1 + (0 if is_told else len(sheet.numbers))
        one = "fill-need-told" if is_told else "fill-need"
        key = "fill-need-each" if len(free) > 1 else one
        asked = self.worded(key, boxes=self.cells(free), have=have, least=bonus.least)
        products = (f"{n} × {each} = {n * each}" for n in (found - 1, found))
        way = (f"{bonus.least} − {have} = {missing}", ", ".join(products))
        at = None if is_told else self.position_of(sheet)
        return Exercise(asked, str(found), found, steps, at, way=way)

    def record(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which turn is wrong, by which rule; where points are, for the right ones."""
        noted = list[Turn]()

        def tells(_: SheetState, turn: Turn) -> NotedTurn:
            noted.append(turn)
            words = self._throwing(turn.player or "", [faces(one) for one in turn.rolls()])
            if turn.box is None:
                return (*words, self.worded("fill-nothing"))
            points = self.kit.number(turn.box, turn.roll()) if turn.points is None else turn.points
            return (*words, self.worded("fill-fills", box=self.said.label(turn.box), n=points))

        one = self.draw_record(tells, but=UNSHOWN)(variables, chance)
        if one is None or one.rule != self.rule("as-rolled") or not isinstance(one.found, int):
            return one
        wrong = noted[one.found - 1]
        return replace(one, way=(self.added(wrong.box or "", tuple(faces(wrong.roll()))),))

    def reachable(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the most that the upper boxes can still reach, and whether it is the bonus."""
        (bonus, upper), count = self.upper, self.kit.count()
        free = sample_in_order(upper, pick(variables, STEPS, chance), chance)
        is_in_reach, wanted = bool(chance.randrange(2)), {*upper} - {*free}
        for _ in range(GAMES):
            sheet = self.filled(wanted, chance, DICE_OF_FACE if is_in_reach else POOR)
            have = sum(sheet.numbers.values())
            most = have + count * sum(map(self.face, free))
            if abs(most - bonus.least) <= NEAR and (most >= bonus.least) == is_in_reach:
                break
        else:
            return None
        asked = self.worded("fill-reachable", player=self.players.players[0], least=bonus.least)
        key = self.worded(
            "fill-in-reach" if is_in_reach else "fill-lost", most=most, least=bonus.least
        )
        terms = _sum([f"{count} × {self.face(cell)}" for cell in free])
        at, way = self.position_of(sheet), (f"{have}{SUM}{terms} = {most}",)
        return Exercise(asked, key, most, len(free), at, way=way, lines=3)

    def last_boxes(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask where the last throws go, so that the total is the largest."""
        count = pick(variables, "free", chance)
        if count > len(self.boxes):
            return None
        free = chance.sample([*self.boxes], count)
        sheet = self.filled(self.boxes.keys() - free, chance)
        dice, scores = [self.thrown(chance) for _ in free], dict[Line, Mapping[str, int]]()
        for order in permutations(free):
            new = {cell: self.kit.number(cell, one) for cell, one in zip(order, dice, strict=True)}
            scores[order] = self.rules.score(sheet.filled(new))
        best, second, *_ = sorted(scores, key=lambda order: -scores[order][TOTAL])
        most, other = scores[best][TOTAL], scores[second][TOTAL]
        is_at_stake = len({found[BONUS] for found in scores.values()}) > 1
        if most == other or is_at_stake not in variables[BONUS]:
            return None
        numbered = [*enumerate(best, 1)]
        named = ((n, self.said.label(box)) for n, box in numbered)
        key = ", ".join(self.worded("fill-turn", n=n, box=box) for n, box in named)
        added = ", ".join(map(self.added, best, dice))
        way = [added, self.worded("fill-other-way", n=most, other=other)]
        way += [self.bonus_told(scores[best])] if is_at_stake else []
        turns: tuple[NotedTurn, ...] = tuple((ThrownDice(one),) for one in dice)
        asked, at = self.worded("fill-last", n=count), self.position_of(sheet)
        found, steps = tuple(f"{n} {box}" for n, box in numbered), count**2 + FEW * is_at_stake
        return Exercise(asked, key, found, steps, at, turns, way=tuple(way), lines=2)

    def one_more(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the chance to fill a box with one more throw, or what to keep for it."""
        sides, dice = self.kit.dice.sides, self.thrown(chance)
        combined = [(name, box) for name, box in self.boxes.items() if not box.face]
        (cell, box), odds = chance.choice(combined), list[Odds]()
        count, worth = len(dice), partial(reroll_values.ahead, box.fits, len(dice), sides, 1)
        ways = {thrown: {*combinations(dice, count - thrown)} for thrown in range(1, FEW + 1)}
        # Of dice that are thrown together those that are best kept, of one die every choice.
        ways[FEW] = {max(sorted(ways[FEW]), key=worth)}
        for thrown, held in ((n, one) for n in ways for one in sorted(ways[n])):
            odds.append(Odds.of("\u00a0".join(map(str, held)), worth(held), sides**thrown))
        chosen = pick_odds(odds, variables[STEPS], chance)
        keys = "exercise.one-more", "exercise.one-more-better"
        one = self.ask_for_chance(chosen, keys, box=self.said.label(cell))
        if one is None:
            return None
        if len(chosen) > 1:
            told = tuple(self.worded("fill-worth", box=odd.name, n=str(odd)) for odd in chosen)
            return replace(one, answer=str(one.found), way=told)
        every, heads = range(1, sides + 1), ("", *map(str, range(1, sides + 1)))
        rows, few = (["✓"], 1) if one.steps == sides else ([*map(str, every)], FEW)
        held = tuple(map(int, chosen[0].name.split("\u00a0")))
        found = [roll for roll in product(every, repeat=few) if box.fits((*held, *roll))]
        fitting = ", ".join("-".join(map(str, roll)) for roll in found)
        way = (fitting,) if len(found) <= MOST_TOLD else ()
        table = FillInTable(heads, tuple((row, *[""] * sides) for row in rows))
        return replace(one, table=table, way=way)

    def cross_out(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which box takes a zero, and why; the one worth least on average is an example."""
        free = sample_in_order([*self.boxes], pick(variables, STEPS, chance), chance)
        dice, known = self.thrown(chance), self.rules.layout.primitives.first(Throws)
        if any(self.kit.number(cell, dice) for cell in free):
            return None
        last = known[1].most if known else 1
        ahead = partial(reroll_values.ahead, dice=len(dice), sides=self.kit.dice.sides, left=last)
        worth = {cell: ahead(self.boxes[cell].points) for cell in free}
        box = min(free, key=worth.__getitem__)
        at = self.position_of(self.filled(self.boxes.keys() - free, chance), turn={"dice": [*dice]})
        told = (self.worded("fill-worth", box=self.said.label(c), n=round(worth[c])) for c in free)
        key = self.worded("fill-for-example", box=self.said.label(box))
        way = (self.worded("fill-criteria"), self.worded("fill-on-average", cells=", ".join(told)))
        return Exercise(self.worded("fill-cross-out"), key, (box,), len(free), at, way=way, lines=4)


def _sum(numbers: Sequence[object]) -> str:
    return SUM.join(map(str, numbers))
