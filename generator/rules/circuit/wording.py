"""What the findings of a turn share: where they stand, whose they are, how things are named."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from generator.rules.circuit.layout import Layout
from generator.rules.circuit.move import Move, has_choice
from generator.rules.circuit.names import DENTIST
from generator.rules.circuit.state import Turn
from generator.rules.family import Refusal, paper_of
from generator.rules.naming import cells, words
from generator.words import Message, message

LONGEST_ADVICE = 5


def teeth_named(layout: Layout, *teeth: int) -> Message:
    """Return how a message names teeth."""
    return cells(*(layout.tooth_id(tooth) for tooth in teeth))


def marker_named(layout: Layout, stage: int) -> Message:
    """Return how a message names a marker, or that there is none."""
    if stage == 0:
        return message("rules.circuit.no-marker")
    return words("markers", layout.stages[stage])


def square_named(layout: Layout, square: int) -> Message:
    """Return how a message names a square: by its number and what it does."""
    return message(
        "rules.circuit.square-named", number=square, kind=kind_named(layout.kind(square))
    )


def kind_named(kind: str) -> Message:
    """Return how a message names what a square does."""
    return words("squares", kind)


def found(
    rule: str,
    reason: Message,
    turn: Turn,
    player: str,
    *within: str | int,
) -> Refusal:
    """Return a finding of a turn on a player's chart, at a field of it."""
    paper = frozenset({paper_of(player)})
    path = ("turns", turn.number - 1, *within)
    return Refusal(rule, reason, path, player, turn=turn.number, after=paper, spoils=paper)


def on_tooth(layout: Layout, refusal: Refusal, tooth: int) -> Refusal:
    """Return a finding of a turn at the mark of one tooth."""
    path = (*refusal.path, "marks", tooth)
    return replace(refusal, path=path, where=layout.tooth_id(tooth))


def marks_missing(layout: Layout, move: Move, turn: Turn) -> Iterator[Refusal]:
    """Yield that the marks were left out although there was a choice."""
    if has_choice(layout, move, turn):
        at_dentist = move.kind == DENTIST
        key = (
            "rules.circuit.marks-missing-care"
            if at_dentist
            else "rules.circuit.marks-missing-sugar"
        )
        reason = message(key, player=move.player)
        yield found("marks-missing", reason, turn, move.player)


def advice(layout: Layout, teeth: Iterable[int]) -> tuple[str, ...]:
    """Return the ids of teeth that would do instead, the first few."""
    return tuple(layout.tooth_id(tooth) for tooth in teeth)[:LONGEST_ADVICE]
