"""Choosing: how many dice are thrown, how long a turn goes on, and what is noted at its end."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Count, Id
from generator.rules.family import Refusal
from generator.rules.findings import at_turn
from generator.rules.naming import cells
from generator.rules.sheet.plan import faces
from generator.rules.sheet.primitives import Primitive, Seen
from generator.words import message


class FewerDice(Primitive, on_turns=True):
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
        found, wanted = len(faces(seen.turn.roll())), seen.kit.count()
        heavy = tuple(cell for cell in self.once if cell not in seen.sheet.numbers)
        if found >= wanted or not seen.kit.is_rollable(seen.turn.roll()):
            return
        if self.unless in seen.table.seating.variants:
            reason = message("rules.shut.dice-all", n=found, wanted=wanted)
        elif heavy:
            reason = message("rules.shut.dice-fewer", n=found, cells=cells(*heavy))
        else:
            return
        yield at_turn(rule, reason, seen.turn, seen.active, "dice")


class ToTheEnd(Primitive, on_turns=True):
    """A turn goes on until a throw fits no more or all is shut, and then it is over."""

    rule: Literal["stops", "goes-on"]
    """`goes-on`: not before then. `stops`: at once."""


class Noted(Primitive, on_turns=True):
    """What is noted at the end of a turn is right: the cells still open, or their sum."""

    rule: Literal["noted-open", "noted-points"]

    def wrong_about(self) -> tuple[str, ...]:
        """Return what is noted."""
        return ("open",) if self.rule == "noted-open" else ("points",)
