"""Rolling, choosing, missing: what dice may be written down, how long a turn goes on, ticks."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Count, Id
from generator.game.parts import Pool
from generator.reading.nodes import Path
from generator.rules.family import Refusal, paper_of
from generator.rules.naming import cells, words
from generator.rules.sheet.plan import Kit, Line, Roll, Sheet
from generator.rules.sheet.primitives import Clash, Primitive, Seen
from generator.words import Message, message

# The fields of a turn that say what was thrown.
THROWN = ("dice", "reroll", "throws")


class Faces(Primitive, about=THROWN):
    """One die or more is rolled, each with a face it has; dice without colours all at once."""

    rule: Literal["faces"]

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield one finding for the dice of a turn, at the first thing that is wrong with them.

        Where they give no number at all, nobody can know what stands on any sheet.
        """
        kit, throws = seen.kit, seen.turn.rolls()
        if seen.is_rolled and (len(throws) == 1 or all(map(kit.is_rollable, throws))):
            return
        every = enumerate(throws or ((),))
        number, roll = next((n, one) for n, one in every if not kit.is_rollable(one))
        reason, within = self._wrong(kit, roll)
        found = seen.found(rule, reason, *seen.turn.throw_path(number), *within)
        everybody = frozenset(map(paper_of, seen.table.seating.players))
        is_lost = kit.everybody and not seen.is_rolled
        yield replace(found, spoils=everybody) if is_lost else found

    @staticmethod
    def _wrong(kit: Kit, roll: Roll) -> tuple[Message, Path]:
        """Return why dice cannot show a roll, and where in it."""
        if not roll and not isinstance(kit.dice, Pool):
            return message("rules.dice-none"), ()
        if not kit.least() <= len(roll) <= kit.count():
            values = {"found": len(roll), "wanted": kit.count()}
            if kit.least() == kit.count():
                return message("rules.dice-count", **values), ()
            return message("rules.dice-range", least=kit.least(), **values), ()
        pairs = roll.items() if isinstance(roll, Mapping) else enumerate(roll)
        die, face = next(pair for pair in pairs if not 1 <= pair[1] <= kit.dice.sides)
        values = {"found": face, "sides": kit.dice.sides}
        if isinstance(die, str):
            return message("rules.dice-face", colour=words("colours", die), **values), (die,)
        return message("rules.dice-faces", **values), (die,)


class SameDice(Primitive, about=THROWN):
    """Who rolls again rolls all the dice of the first throw."""

    rule: Literal["same-dice"]

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield that the second throw has other dice than the first."""
        first, *rest = seen.turn.rolls() or ((),)
        for number, again in enumerate(rest, start=1):
            if first and again and set(again) != set(first):
                before, now = (words("colours", *map(str, roll)) for roll in (first, again))
                reason = message("rules.reroll-same-dice", first=before, second=now)
                yield seen.found(rule, reason, *seen.turn.throw_path(number))


class Throws(Primitive, about=("throws",)):
    """The dice are thrown so often at most; faces may be kept from one throw to the next."""

    rule: Literal["throws"]
    most: Count
    """How many throws a turn has at most."""

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield that there was one throw too many, at the first such."""
        if (found := len(seen.turn.rolls())) > self.most:
            reason = message("rules.throws", found=found, most=self.most)
            yield seen.found(rule, reason, *seen.turn.throw_path(self.most))


class WriteDue(Primitive, about=("writes", "box")):
    """Whoever rolled writes, whatever the dice give."""

    rule: Literal["write-due"]

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield that the active player wrote nothing."""
        if not seen.turn.cell_of(seen.active):
            yield seen.found(rule, message("rules.write-due", player=seen.active))


class AsRolled(Primitive, about=("points",)):
    """What is written is what the dice are worth in that cell."""

    rule: Literal["as-rolled"]

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield that other points are written down than the dice give."""
        turn, cell = seen.turn, seen.turn.cell_of(seen.active)
        if cell is None or turn.points is None or not seen.is_rolled:
            return
        if turn.points != (wanted := seen.kit.number(cell, seen.faces)):
            values = {"found": turn.points, "wanted": wanted}
            reason = message("rules.as-rolled", cell=cells(cell), **values)
            yield seen.found(rule, reason, "points", where=cell).of(turn.points, wanted)


class MissDue(Primitive, about=("miss", "writes", "box")):
    """Whoever rolled and neither wrote nor crossed off anything ticks a box."""

    rule: Literal["miss-due"]

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield that the active player neither wrote nor ticked."""
        turn = seen.turn
        if seen.is_rolled and not (turn.cell_of(seen.active) or turn.miss):
            key = "rules.cross.miss-due" if seen.kit.pays else "rules.miss-due"
            yield seen.found(rule, message(key, player=seen.active))


class MissOrWrite(Primitive, about=("miss",)):
    """Whoever writes or crosses off does not tick a box in the same turn."""

    rule: Literal["miss-or-write"]

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield that the active player did both."""
        turn, cell = seen.turn, seen.turn.cell_of(seen.active)
        if seen.is_rolled and cell and turn.miss:
            key = "rules.cross.miss-or-cross" if seen.kit.pays else "rules.miss-or-write"
            reason = message(key, player=seen.active, cell=cells(cell))
            yield seen.found(rule, reason, "miss")


class MissLimit(Primitive):
    """A sheet has only so many boxes for missed turns."""

    rule: Literal["miss-limit"]

    def judge_alone(self, kit: Kit, sheet: Sheet, named: Line) -> Iterator[Clash]:  # noqa: ARG002 - as the others
        """Yield that a sheet shows more ticks than it has boxes."""
        if kit.misses is not None and sheet.ticks > kit.misses.boxes:
            values = {"found": sheet.ticks, "most": kit.misses.boxes}
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

    def judge(self, rule: str, seen: Seen) -> Iterator[Refusal]:
        """Yield which of the cells are still open, or that the variant wants all dice."""
        found, wanted = len(seen.faces), seen.kit.count()
        heavy = tuple(cell for cell in self.once if cell not in seen.sheet.numbers)
        if found >= wanted or not seen.is_rolled:
            return
        if self.unless in seen.table.seating.variants:
            reason = message("rules.shut.dice-all", n=found, wanted=wanted)
        elif heavy:
            reason = message("rules.shut.dice-fewer", n=found, cells=cells(*heavy))
        else:
            return
        yield seen.found(rule, reason, "dice")


class ToTheEnd(Primitive, about=()):
    """A turn goes on until a throw fits no more or all is shut, and then it is over."""

    rule: Literal["stops", "goes-on"]
    """`goes-on`: not before then. `stops`: at once."""


class Noted(Primitive, about=()):
    """What is noted at the end of a turn is right: the cells still open, or their sum."""

    rule: Literal["noted-open", "noted-points"]

    def wrong_about(self) -> tuple[str, ...]:
        """Return what is noted."""
        return ("open",) if self.rule == "noted-open" else ("points",)
