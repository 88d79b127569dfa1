"""How the rounds lie on paper: a grid each, as it is drawn with two pencils."""

from collections.abc import Mapping

from generator.game import Mark, Paper, number_mark
from generator.rules.lines_of_dice.layout import Layout, round_part
from generator.rules.lines_of_dice.state import Round, State, seat

BLOCKER = "×"


def shown(layout: Layout, state: State) -> tuple[Paper, ...]:
    """Return the grid of every round, named like the round's part of the score."""
    return tuple(
        Paper(round_part(of.number), layout.part, _marks(layout, state, of)) for of in state.rounds
    )


def totals_shown(scores: Mapping[str, int]) -> Mapping[str, Mark]:
    """Return the marks of the boxes to add up in."""
    return {f"score.{name}": number_mark(number) for name, number in scores.items()}


def _marks(layout: Layout, state: State, of: Round) -> Mapping[str, Mark]:
    dice = {square: _die(layout, state, die, "") for square, die in of.dice.items()}
    wrong = {
        square: Mark(BLOCKER, "error")
        if isinstance(piece, str)
        else _die(layout, state, piece, "error")
        for square, piece in of.refused.items()
    }
    return {**wrong, **dict.fromkeys(of.blockers, Mark(BLOCKER)), **dice}


def _die(layout: Layout, state: State, die: tuple[str, int], colour: str) -> Mark:
    owner, face = die
    return Mark(str(face), colour, layout.shapes[seat(state, owner)])
