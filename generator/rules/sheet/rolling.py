"""Rolling, choosing, missing: what dice may be written down, how long a turn goes on, ticks."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Count, Id
from generator.game.parts import Pool
from generator.reading.nodes import Path
from generator.rules.interface import Refusal, paper_of
from generator.rules.naming import cells, words
from generator.rules.sheet.plan import Gear, Line, Roll, Sheet
from generator.rules.sheet.primitives import Objection, Primitive, TurnView
from generator.words import Message, message, not_one_of

# The fields of a turn that say what was thrown.
THROWN = ("dice", "reroll", "throws")


class Faces(Primitive, about=THROWN):
    """One die or more is rolled, each with a face it has; dice without colours all at once."""

    rule: Literal["faces"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        """Yield one finding for the dice of a turn, at the first thing that is wrong with them.

        Where they give no number at all, nobody can know what stands on any sheet.
        """
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


class SameDice(Primitive, about=THROWN):
    """Who rolls again rolls all the dice of the first throw."""

    rule: Literal["same-dice"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        first, *rest = view.turn.rolls() or ((),)
        for number, again in enumerate(rest, start=1):
            if first and again and set(again) != set(first):
                before, now = (words("colours", *map(str, roll)) for roll in (first, again))
                reason = message("rules.reroll-same-dice", first=before, second=now)
                yield view.refusal(rule, reason, *view.turn.throw_path(number))


class Throws(Primitive, about=("throws",)):
    """The dice are thrown so often at most; faces may be kept from one throw to the next."""

    rule: Literal["throws"]
    most: Count
    """How many throws a turn has at most."""

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        if (found := len(view.turn.rolls())) > self.most:
            reason = message("rules.throws", found=found, most=self.most)
            yield view.refusal(rule, reason, *view.turn.throw_path(self.most))


class WriteDue(Primitive, about=("writes", "box")):
    """Whoever rolled writes, whatever the dice give."""

    rule: Literal["write-due"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        if not view.turn.cell_of(view.active):
            yield view.refusal(rule, message("rules.write-due", player=view.active))


class AsRolled(Primitive, about=("points",)):
    """What is written is what the dice are worth in that cell."""

    rule: Literal["as-rolled"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        turn, cell = view.turn, view.turn.cell_of(view.active)
        if cell is None or turn.points is None or not view.is_rolled:
            return
        if turn.points != (wanted := view.gear.number(cell, view.faces)):
            values = {"found": turn.points, "wanted": wanted}
            reason = message("rules.as-rolled", cell=cells(cell), **values)
            yield view.refusal(rule, reason, "points", where=cell).with_numbers(turn.points, wanted)


class MissDue(Primitive, about=("miss", "writes", "box")):
    """Whoever rolled and neither wrote nor crossed off anything ticks a box."""

    rule: Literal["miss-due"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        turn = view.turn
        if view.is_rolled and not (turn.cell_of(view.active) or turn.miss):
            key = "rules.cross.miss-due" if view.gear.pays else "rules.miss-due"
            yield view.refusal(rule, message(key, player=view.active))


class MissOrWrite(Primitive, about=("miss",)):
    """Whoever writes or crosses off does not tick a box in the same turn."""

    rule: Literal["miss-or-write"]

    def judge(self, rule: str, view: TurnView) -> Iterator[Refusal]:
        turn, cell = view.turn, view.turn.cell_of(view.active)
        if view.is_rolled and cell and turn.miss:
            key = "rules.cross.miss-or-cross" if view.gear.pays else "rules.miss-or-write"
            reason = message(key, player=view.active, cell=cells(cell))
            yield view.refusal(rule, reason, "miss")


class MissLimit(Primitive):
    """A sheet has only so many boxes for missed turns."""

    rule: Literal["miss-limit"]

    def judge_alone(self, gear: Gear, sheet: Sheet, named: Line) -> Iterator[Objection]:  # noqa: ARG002 - as the others
        if gear.misses is not None and sheet.ticks > gear.misses.boxes:
            values = {"found": sheet.ticks, "most": gear.misses.boxes}
            yield message("rules.miss-limit", **values), None, None


class FewerDice(Primitive, about=()):
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
        elif heavy:
            reason = message("rules.shut.dice-fewer", n=found, cells=cells(*heavy))
        else:
            return
        yield view.refusal(rule, reason, "dice")


class ToTheEnd(Primitive, about=()):
    """A turn goes on until a throw fits no more or all is shut, and then it is over."""

    rule: Literal["stops", "goes-on"]
    """`goes-on`: not before then. `stops`: at once."""


class Noted(Primitive, about=()):
    """What is noted at the end of a turn is right: the cells still open, or their sum."""

    rule: Literal["noted-open", "noted-points"]

    def wrong_about(self) -> tuple[str, ...]:
        return ("open",) if self.rule == "noted-open" else ("points",)
