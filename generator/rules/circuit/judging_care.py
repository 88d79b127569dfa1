"""Which rules the marks of a turn at the dentist's break."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.rules.circuit.layout import Layout
from generator.rules.circuit.move import Move, plan, teeth_after
from generator.rules.circuit.state import Teeth, Turn
from generator.rules.circuit.teeth import Care, care_given
from generator.rules.circuit.wording import (
    advice,
    found,
    marker_named,
    marks_missing,
    on_tooth,
    teeth_named,
)
from generator.rules.family import Refusal
from generator.words import message


@dataclass(frozen=True, slots=True)
class _Visit:
    """Teeth after cleaning and after care, the care that was due and the one that was given."""

    clean: Teeth
    after: Teeth
    due: Care
    given: Care

    def is_out_of_order(self) -> bool:
        """Return whether the next teeth were treated and too few of the first."""
        few = self.given.whole + self.given.half < self.due.whole + self.due.half
        return self.given.next > 0 and (few or self.given.whole < self.due.whole)


def refuse(layout: Layout, move: Move, turn: Turn) -> Iterator[Refusal]:
    """Yield what is wrong with care and cleaning, or that it was not written down."""
    if turn.marks is None:
        yield from marks_missing(layout, move, turn)
        return
    clean, due = plan(layout, move)
    after = teeth_after(layout, move, turn)
    visit = _Visit(clean, after, due, care_given(layout, clean, after))
    if visit.is_out_of_order():
        yield _care_order(layout, move, turn, visit)
    yield from _care_count(layout, move, turn, visit)
    for tooth, stage in turn.marks.items():
        if stage in layout.sugary:
            names = {"tooth": teeth_named(layout, tooth), "found": marker_named(layout, stage)}
            yield on_tooth(
                layout,
                found("cleaning", message("rules.circuit.cleaning", **names), turn, move.player),
                tooth,
            )


def _care_order(layout: Layout, move: Move, turn: Turn, visit: _Visit) -> Refusal:
    """Return the finding at the first tooth that was treated too early."""
    pairs = tuple(enumerate(zip(visit.clean, visit.after, strict=True), start=1))
    early = [tooth for tooth, ways in pairs if ways == (layout.next, 0)]
    left = [t for t, (before, after) in pairs if before == layout.first and after != 0]
    reason = message(
        "rules.circuit.care-order",
        tooth=teeth_named(layout, early[0]),
        other=teeth_named(layout, left[0]),
        first=marker_named(layout, layout.first),
        next=marker_named(layout, layout.next),
    )
    refusal = on_tooth(layout, found("care-order", reason, turn, move.player), early[0])
    return replace(refusal, instead=advice(layout, left))


def _care_count(layout: Layout, move: Move, turn: Turn, visit: _Visit) -> Iterator[Refusal]:
    """Yield the markers that care does not give; where there are none, a wrong measure of care."""
    strange = tuple(_strange(layout, visit))
    for tooth in strange:
        names = {
            "tooth": teeth_named(layout, tooth),
            "before": marker_named(layout, visit.clean[tooth - 1]),
            "found": marker_named(layout, visit.after[tooth - 1]),
        }
        reason = message("rules.circuit.care-marker", **names)
        yield on_tooth(layout, found("care-count", reason, turn, move.player), tooth)
    cost, wanted = visit.given.cost(layout), visit.due.cost(layout)
    is_other = visit.given != visit.due and not visit.is_out_of_order()
    if not strange and (cost != wanted or is_other):
        values = {"found": cost, "wanted": wanted, "tokens": move.seat.tokens}
        key = "rules.circuit.care-halves" if cost == wanted else "rules.circuit.care-count"
        yield found("care-count", message(key, **values), turn, move.player, "marks")


def _strange(layout: Layout, visit: _Visit) -> Iterator[int]:
    """Yield the teeth whose marker is none that care gives; sugar is left to the cleaning."""
    known = {(layout.first, 0), (layout.first, layout.next), (layout.next, 0)}
    for tooth, ways in enumerate(zip(visit.clean, visit.after, strict=True), start=1):
        if ways[0] != ways[1] and ways not in known and ways[1] not in layout.sugary:
            yield tooth
