"""Which rules the marks of a turn break, by the square that was reached."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from generator.rules.circuit import judging_care
from generator.rules.circuit.layout import Layout
from generator.rules.circuit.move import Move, tooth_hit
from generator.rules.circuit.names import HIT
from generator.rules.circuit.state import Teeth, Turn
from generator.rules.circuit.teeth import changed, cleaned, marked, numbers, sugar_due
from generator.rules.circuit.wording import (
    advice,
    found,
    marker_named,
    marks_missing,
    on_tooth,
    teeth_named,
)
from generator.rules.family import Refusal
from generator.words import Message, message


def refuse(layout: Layout, move: Move, turn: Turn) -> Iterator[Refusal]:
    """Yield what is wrong with the teeth of a turn on the square reached."""
    match move.kind:
        case "sugar" if move.has_cube:
            yield from _spared(layout, move, turn)
        case "sugar":
            yield from _sugar(layout, move, turn)
        case "brushing" if turn.marks is not None:
            clean = cleaned(layout, move.seat.teeth)
            yield from _unlike(layout, move, turn, clean)
        case "hit" if turn.marks is not None:
            yield from _hit(layout, move, turn)
        case "dentist":
            yield from judging_care.refuse(layout, move, turn)
        case _:
            pass


def _spared(layout: Layout, move: Move, turn: Turn) -> Iterator[Refusal]:
    """Yield that the holder of the cube took sugar: by a roll, or by marks that change teeth."""
    reason = message("rules.circuit.cube-spares", player=move.player)
    took = tuple(changed(move.seat.teeth, turn.marks or {}))
    if turn.sugar:
        yield found("cube-spares", reason, turn, move.player, "sugar")
    elif took:
        yield on_tooth(layout, found("cube-spares", reason, turn, move.player), took[0])


def _sugar(layout: Layout, move: Move, turn: Turn) -> Iterator[Refusal]:
    if not turn.sugar:
        return
    if turn.marks is None:
        yield from marks_missing(layout, move, turn)
        return
    teeth = move.seat.teeth
    changes = changed(teeth, turn.marks)
    steps = [tooth for tooth, stage in changes.items() if stage != teeth[tooth - 1] + 1]
    if steps:
        for tooth in steps:
            step = _step(layout, teeth, tooth, changes)
            yield on_tooth(layout, found("sugar-step", step, turn, move.player), tooth)
        return
    yield from _sugar_order(layout, move, turn, changes)
    yield from _sugar_count(layout, move, turn, changes)


def _step(layout: Layout, teeth: Teeth, tooth: int, changes: Mapping[int, int]) -> Message:
    before, after = teeth[tooth - 1], changes[tooth]
    names = {
        "tooth": teeth_named(layout, tooth),
        "before": marker_named(layout, before),
        "found": marker_named(layout, after),
    }
    if before + 1 == len(layout.stages):
        return message("rules.circuit.sugar-step-last", **names)
    return message("rules.circuit.sugar-step", **names, wanted=marker_named(layout, before + 1))


def _sugar_order(
    layout: Layout, move: Move, turn: Turn, changes: Mapping[int, int]
) -> Iterator[Refusal]:
    """Yield the first tooth that was harmed although a worse one was still to get worse."""
    teeth = move.seat.teeth
    last = len(layout.stages) - 1
    for tooth in changes:
        stage = teeth[tooth - 1]
        due = [n for n, s in enumerate(teeth, 1) if stage < s < last and n not in changes]
        if due:
            due.sort(key=lambda number: -teeth[number - 1])
            reason = message(
                "rules.circuit.sugar-order",
                tooth=teeth_named(layout, tooth),
                other=teeth_named(layout, due[0]),
                marker=marker_named(layout, teeth[due[0] - 1]),
            )
            refusal = on_tooth(layout, found("sugar-order", reason, turn, move.player), tooth)
            yield replace(refusal, instead=advice(layout, due))
            return


def _sugar_count(
    layout: Layout, move: Move, turn: Turn, changes: Mapping[int, int]
) -> Iterator[Refusal]:
    teeth = move.seat.teeth
    due = sugar_due(layout, teeth, sum(turn.sugar))
    wanted = sum(due.values())
    if len(changes) != wanted:
        reason = message("rules.circuit.sugar-count", found=len(changes), wanted=wanted)
        left = (
            tooth
            for stage, count in due.items()
            for tooth in numbers(teeth, stage)
            if count and tooth not in changes
        )
        refusal = found("sugar-count", reason, turn, move.player, "marks")
        few = len(changes) < wanted
        yield replace(refusal, instead=advice(layout, left)) if few else refusal


def _unlike(layout: Layout, move: Move, turn: Turn, given: Teeth) -> Iterator[Refusal]:
    """Yield every marked tooth that is not as the square leaves it; the rule has its name."""
    for tooth, stage in changed(given, turn.marks or {}).items():
        key = "rules.circuit.hit" if move.kind == HIT else "rules.circuit.brushing"
        reason = message(
            key,
            tooth=teeth_named(layout, tooth),
            found=marker_named(layout, stage),
            wanted=marker_named(layout, given[tooth - 1]),
        )
        yield on_tooth(layout, found(move.kind, reason, turn, move.player), tooth)


def _hit(layout: Layout, move: Move, turn: Turn) -> Iterator[Refusal]:
    tooth = tooth_hit(layout, turn)
    if tooth is not None:
        given = marked(move.seat.teeth, {tooth: len(layout.stages) - 1})
        yield from _unlike(layout, move, turn, given)
