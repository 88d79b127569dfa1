"""Rolling, placing, missing: what dice may show, which number stands in which cell, ticks."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import ge, gt, le, lt
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Count, Id
from generator.game.parts import Pool
from generator.reading.nodes import Path
from generator.rules.findings import turn_refusal
from generator.rules.interface import Refusal, paper_of
from generator.rules.naming import cells, in_line, words
from generator.rules.sheet.plan import Along, Gear, Line, Roll, Sheet, Sides
from generator.rules.sheet.primitives import (
    SHEETS,
    Attempt,
    Objection,
    PlacingRule,
    Primitive,
    TurnView,
)
from generator.words import Message, message, not_one_of

# More values than these are told by the least and the largest.
FEW = 6


class FreeCell(PlacingRule):
    """A cell takes one number, one cross or one token, for ever."""

    rule: Literal["free"]

    def objection(self, attempt: Attempt) -> Message | None:
        if attempt.is_again:
            return message("rules.cross.twice", cell=cells(attempt.cell))
        found = attempt.sheet.numbers.get(attempt.cell)
        if found is None:
            return None
        if attempt.gear.pays is None:
            return message("rules.cell-free", cell=cells(attempt.cell), number=found)
        covers = attempt.gear.tokens is not None
        key = "rules.cross.covered" if covers else "rules.cross.crossed"
        return message(key, cell=cells(attempt.cell))

    def allows(self, attempt: Attempt) -> bool:
        return attempt.cell not in attempt.sheet.numbers and not attempt.is_again

    def judge_alone(self, gear: Gear, sheet: Sheet, named: Line) -> Iterator[Objection]:
        before = set[str]()
        for number, cell in enumerate(named):
            if cell in before:
                yield message("rules.cross.twice", cell=cells(cell)), cell, number
            before.add(cell)


class RolledColour(PlacingRule, acts=("write",)):
    """A row takes a number only where a die of its colour was rolled for it."""

    rule: Literal["rolled"]

    def objection(self, attempt: Attempt) -> Message | None:
        colour = attempt.gear.plan.cells[attempt.cell].colour or ""
        if colour in attempt.rolled:
            return None
        return message(
            "rules.row-colour", cell=cells(attempt.cell), colour=words("colours", colour)
        )


class InOrder(PlacingRule):
    """Along each line numbers rise, or they fall; gaps are free.

    Numbers that are crossed off do so from cross to cross, wherever they lie in the line.
    """

    rule: Literal["rises", "falls"]
    along: Along = "row"
    """The lines along which they do: `row`, `column`, `rising` or `falling` diagonals, `region`,
    the whole `sheet`, or a list of these."""
    equal: bool = False
    """Whether a number may stand again: they never fall then, or never rise."""

    def objection(self, attempt: Attempt) -> Message | None:
        gear, cell, numbers = attempt.gear, attempt.cell, attempt.sheet.numbers
        for _, before, behind in gear.plan.beside[self.along].get(cell, ()):
            if gear.pays is None:
                low = next(filter(numbers.__contains__, before), None)
                high = next(filter(numbers.__contains__, behind), None)
                wrong = self._unless_between(cell, attempt.number, numbers, low, high)
            else:
                crossed = [other for other in (*before, *behind) if other in numbers]
                farthest = max if self.rule == "rises" else min
                last = farthest(crossed, key=numbers.__getitem__, default=None)
                wrong = self._unless_between(cell, gear.plan.cells[cell].value, numbers, last)
            if wrong is not None:
                return wrong
        return None

    def objection_alone(self, gear: Gear, numbers: Mapping[str, int], cell: str) -> Message | None:
        if gear.pays is not None:
            return None
        upwards, downwards = (lt, gt) if self.equal else (le, ge)
        wrong = upwards if self.rule == "rises" else downwards
        for _, before, _ in gear.plan.beside[self.along].get(cell, ()):
            for one in before:
                if one in numbers and wrong(numbers[cell], numbers[one]):
                    return self._unless_between(cell, numbers[cell], numbers, one)
        return None

    def _unless_between(
        self,
        cell: str,
        number: int,
        numbers: Mapping[str, int],
        before: str | None,
        behind: str | None = None,
    ) -> Message | None:
        low, high = (before, behind) if self.rule == "rises" else (behind, before)
        least, most = number + self.equal, number - self.equal
        is_above = low is None or numbers[low] < least
        if is_above and (high is None or most < numbers[high]):
            return None
        values: dict[str, int | Message] = {"cell": cells(cell), "number": number}
        for name, other in (("low", low), ("high", high)):
            if other is not None:
                values |= {name: numbers[other], f"{name}_cell": cells(other)}
        if low and high:
            return message("rules.row-rising-between", **values)
        order = "even" if self.equal else "rising"
        return message(f"rules.row-{order}-{'above' if low else 'below'}", **values)


class AlikeInLine(PlacingRule):
    """Along each line no number stands twice, or nothing but one number does."""

    rule: Literal["differs", "equals"]
    along: Along
    """The lines along which they do: `row`, `column`, `rising` or `falling` diagonals, `region`,
    the whole `sheet`, or a list of these."""

    def objection(self, attempt: Attempt) -> Message | None:
        every = attempt.gear.plan.beside[self.along].get(attempt.cell, ())
        return self._against(every, attempt.cell, attempt.number, attempt.sheet.numbers)

    def objection_alone(self, gear: Gear, numbers: Mapping[str, int], cell: str) -> Message | None:
        every = (one._replace(behind=()) for one in gear.plan.beside[self.along].get(cell, ()))
        return self._against(every, cell, numbers[cell], numbers)

    def _against(
        self, every: Iterable[Sides], cell: str, number: int, numbers: Mapping[str, int]
    ) -> Message | None:
        wrong = self.rule == "differs"
        for way, before, behind in every:
            for other in (*before[::-1], *behind):
                if other in numbers and (numbers[other] == number) == wrong:
                    named = {"cell": cells(cell), "other": cells(other), "line": in_line(way)}
                    if wrong:
                        return message("rules.differs", number=number, **named)
                    return message("rules.equals", number=number, found=numbers[other], **named)
        return None


class NextTo(PlacingRule):
    """A number goes beside one that stands, once there is one; with `apart`, beside none.

    Of several cells crossed off in a turn each is held to what stood before.
    """

    rule: Literal["next-to", "apart"]
    of: Literal["any", "equal", "consecutive"] = "any"
    """Which numbers count: `any`, an `equal` one, or a `consecutive` one, 1 more or 1 less."""
    along: Along | None = None
    """The directions in which cells count as touching, a name or a list; left out, all that do."""

    def needs_neighbours(self) -> bool:
        return True

    def objection(self, attempt: Attempt) -> Message | None:
        gear, numbers, cell = attempt.gear, attempt.sheet.numbers, attempt.cell
        number = gear.plan.cells[cell].value if gear.pays else attempt.number
        beside = gear.plan.around(cell, self.along)
        near = next((o for o in beside if o in numbers and self._counts(number, numbers[o])), None)
        if self.rule == "apart":
            key = "rules.apart-crossed" if gear.pays else "rules.apart"
            named = {"cell": cells(cell), "other": cells(near or "")}
            return message(key, **named, found=numbers[near]) if near else None
        if near or not any(self._counts(number, other) for other in numbers.values()):
            return None
        return message(f"rules.next-to-{self.of}", cell=cells(cell), number=number)

    def _counts(self, number: int, other: int) -> bool:
        wanted = {"any": True, "equal": number == other, "consecutive": abs(number - other) == 1}
        return wanted[self.of]

    def judge_alone(self, gear: Gear, sheet: Sheet, named: Line) -> Iterator[Objection]:
        # Whatever was written first, equal cells beside each other hang together in the end.
        if self.rule == "apart" and gear.pays is None:
            before = dict[str, int]()
            for cell in filter(sheet.numbers.__contains__, gear.plan.cells):
                number = sheet.numbers[cell]
                tried = Attempt(gear, Sheet(before), cell, number, frozenset())
                if (reason := self.objection(tried)) is not None:
                    yield reason, cell, None
                before[cell] = number
        elif self.of != "consecutive" and gear.pays is None:
            seen, is_equal = set[int](), self.of == "equal"
            for cell, *_ in gear.plan.groups(sheet.numbers, self.along, equal=is_equal):
                number = sheet.numbers[cell]
                if (kind := number if is_equal else 0) in seen:
                    reason = message(f"rules.next-to-{self.of}", cell=cells(cell), number=number)
                    yield reason, cell, None
                seen.add(kind)


# What a turn writes are its dice.
class PossibleNumber(PlacingRule, about=None, acts=("write", "fill")):
    """A sheet shows no number that dice cannot give."""

    rule: Literal["possible"]

    def objection_alone(self, gear: Gear, numbers: Mapping[str, int], cell: str) -> Message | None:
        known, number = gear.values(cell), numbers[cell]
        if number in known:
            return None
        if len(known) <= FEW:
            values = tuple(map(str, known))
            return message("rules.box-value", cell=cells(cell), number=number, known=values)
        key = "rules.box-value-range" if 0 in known else "rules.number-range"
        ends = {"least": min(one for one in known if one > 0), "most": max(known)}
        return message(key, cell=cells(cell), number=number, **ends)


# The fields of a turn that say what was thrown.
THROWN = ("dice", "reroll", "throws")


class Faces(Primitive, about=THROWN, acts=(*SHEETS, "shut")):
    """One die or more is rolled, each with a face it has; dice without colours all at once."""

    rule: Literal["faces"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        gear, throws = view.gear, view.turn.rolls()
        if view.is_rolled and (len(throws) == 1 or all(map(gear.is_rollable, throws))):
            return
        every = enumerate(throws or ((),))
        number, roll = next((n, one) for n, one in every if not gear.is_rollable(one))
        reason, within = self._wrong(gear, roll)
        found = view.refusal(rule, reason, *view.turn.throw_path(number), *within)
        everybody = frozenset(map(paper_of, view.table.seating.players))
        is_lost = gear.everybody and not view.is_rolled
        yield replace(found, taints=everybody) if is_lost else found

    @staticmethod
    def _wrong(gear: Gear, roll: Roll) -> tuple[Message, Path]:
        if not roll and not isinstance(gear.dice, Pool):
            return message("rules.dice-none"), ()
        if not gear.least() <= len(roll) <= gear.count():
            values = {"found": len(roll), "wanted": gear.count()}
            if gear.least() == gear.count():
                return message("rules.dice-count", **values), ()
            return message("rules.dice-range", least=gear.least(), **values), ()
        pairs = roll.items() if isinstance(roll, Mapping) else enumerate(roll)
        die, face = next(pair for pair in pairs if not 1 <= pair[1] <= gear.dice.sides)
        values = {"found": face, "sides": gear.dice.sides}
        if isinstance(die, str):
            return message("rules.dice-face", colour=words("colours", die), **values), (die,)
        return message("rules.dice-faces", **values), (die,)


class SameDice(Primitive, about=THROWN, acts=("write",)):
    """Who rolls again rolls all the dice of the first throw."""

    rule: Literal["same-dice"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        first, *rest = view.turn.rolls() or ((),)
        for number, again in enumerate(rest, start=1):
            if first and again and set(again) != set(first):
                before, now = (words("colours", *map(str, roll)) for roll in (first, again))
                reason = message("rules.reroll-same-dice", first=before, second=now)
                yield view.refusal(rule, reason, *view.turn.throw_path(number))


class Throws(Primitive, about=("throws",), acts=("write", "fill")):
    """The dice are thrown so often at most; faces may be kept from one throw to the next.

    A record says all throws under `throws`, or under `dice` how they lay in the end.
    """

    rule: Literal["throws"]
    most: Count
    """How many throws a turn has at most."""

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        if (found := len(view.turn.rolls())) > self.most:
            reason = message("rules.throws", found=found, most=self.most)
            yield view.refusal(rule, reason, *view.turn.throw_path(self.most))


class WriteDue(Primitive, about=("writes", "box"), acts=("write", "fill")):
    """Whoever rolled writes, whatever the dice give."""

    rule: Literal["write-due"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        if not view.turn.cell_of(view.active):
            yield view.refusal(rule, message("rules.write-due", player=view.active))


class AsRolled(Primitive, about=("points", "numbers"), acts=("write", "fill")):
    """What is written is what the dice are worth in that cell."""

    rule: Literal["as-rolled"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        turn = view.turn
        for who in dict.fromkeys((view.active, *turn.numbers)) if view.is_rolled else ():
            cell = turn.cell_of(who) if who == view.active else turn.writes.get(who)
            found = turn.number_of(who, view.active)
            if cell is None or found is None:
                continue
            if found not in (every := view.gear.numbers(cell, view.faces)):
                wanted: Message | int = every[0]
                if len(every) > 1:
                    wanted = message("rules.as-rolled-or", numbers=tuple(map(str, every)))
                reason = message("rules.as-rolled", cell=cells(cell), found=found, wanted=wanted)
                at = ("numbers", who) if who in turn.numbers else ("points",)
                told = turn_refusal(rule, reason, turn, who, *at, where=cell)
                yield told.with_numbers(found, view.attempt_at(who, cell).number)


class MissDue(Primitive, about=("miss", "writes", "box"), acts=("write", "cross")):
    """Whoever rolled and neither wrote nor crossed off anything ticks a box."""

    rule: Literal["miss-due"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        turn = view.turn
        if view.is_rolled and not (turn.cell_of(view.active) or turn.miss):
            key = "rules.cross.miss-due" if view.gear.pays else "rules.miss-due"
            yield view.refusal(rule, message(key, player=view.active))


class MissOrWrite(Primitive, about=("miss",), acts=("write", "cross")):
    """Whoever writes or crosses off does not tick a box in the same turn."""

    rule: Literal["miss-or-write"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        turn, cell = view.turn, view.turn.cell_of(view.active)
        if view.is_rolled and cell and turn.miss:
            key = "rules.cross.miss-or-cross" if view.gear.pays else "rules.miss-or-write"
            reason = message(key, player=view.active, cell=cells(cell))
            yield view.refusal(rule, reason, "miss")


class MissLimit(Primitive, acts=("write", "cross")):
    """A sheet has only so many boxes for missed turns."""

    rule: Literal["miss-limit"]

    def judge_alone(self, gear: Gear, sheet: Sheet, named: Line) -> Iterator[Objection]:
        if gear.misses is not None and sheet.ticks > gear.misses.boxes:
            values = {"found": sheet.ticks, "most": gear.misses.boxes}
            yield message("rules.miss-limit", **values), None, None


class FewerDice(Primitive, about=(), acts=("shut",)):
    """Fewer dice than all may be thrown once certain cells are shut."""

    rule: Literal["fewer-dice"]
    once: Annotated[tuple[Id, ...], Field(min_length=1)]
    """The cells that must be shut first."""
    least: Count = 1
    """How many dice are thrown then at least."""
    unless: Id | None = None
    """The variant in which all dice are thrown always."""

    def faults(self, gear: Gear) -> Iterator[tuple[Path, Message]]:
        known = gear.plan.cells
        for place, cell in enumerate(self.once):
            if cell not in known:
                part, why = gear.plan.part, not_one_of(cell, known)
                yield ("once", place), message("rules.shut.no-cell", part=part, reason=why)

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        found, wanted = len(view.faces), view.gear.count()
        heavy = tuple(cell for cell in self.once if cell not in view.sheet.numbers)
        if found >= wanted or not view.is_rolled:
            return
        if self.unless in view.table.seating.variants:
            reason = message("rules.shut.dice-all", n=found, wanted=wanted)
            yield view.refusal(rule, reason, "dice", cites=self.unless)
        elif heavy:
            reason = message("rules.shut.dice-fewer", n=found, cells=cells(*heavy))
            yield view.refusal(rule, reason, "dice")


class ToTheEnd(Primitive, about=(), acts=("shut",)):
    """A turn goes on until a throw fits no more or all is shut, and then it is over."""

    rule: Literal["stops", "goes-on"]
    """`goes-on`: not before then. `stops`: at once."""


class Noted(Primitive, about=(), acts=("shut",)):
    """What is noted at the end of a turn is right: the cells still open, or their sum."""

    rule: Literal["noted-open", "noted-points"]

    def wrong_about(self) -> tuple[str, ...]:
        return ("open",) if self.rule == "noted-open" else ("points",)
