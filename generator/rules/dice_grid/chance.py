"""Random turns: legal ones that play sensibly, and ones that are likely to break one rule."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from generator.rules.dice_grid import state as states
from generator.rules.dice_grid.state import chance as chance_of

# One turn in so many places nothing; one square in so many is passed over.
WAITS = 8
PASSES = 5
# Alone, all but one turn in so many place no more than they must, so that squares run out.
THRIFT = 5
# How much sooner than chance a square is covered whose line is half covered.
PULL = 3.0


def random_turn(layout: states.Layout, state: states.State, chance: Random) -> states.Turn:
    """Return a legal turn of the next player."""
    dice = sorted((chance.randint(1, layout.sides) for _ in range(layout.dice)), reverse=True)
    turn = states.Turn(state.played + 1, state.next, tuple(dice))
    board = state.boards[state.next]
    left, at_least = states.unplaced(layout, board), states.alone_at_least(layout, state.seating)
    wanted = 0
    if at_least is not None:
        wanted = states.most(turn.dice, states.free(layout, board), min(at_least, left))
        if not wanted:
            return replace(turn, discards=1)
    if not wanted and not chance.randrange(WAITS):
        return turn
    usable = [place for place in states.free(layout, board) if states.fits(turn.dice, (place,))]
    if wanted and chance.randrange(THRIFT):
        # Those that most rolls would give first.
        usable.sort(key=lambda place: -chance_of(layout, place.pips, place.dice))
        places = _together(turn.dice, usable, wanted)
    else:
        # Those of lines well begun first.
        usable.sort(key=lambda place: chance.random() - PULL * _promise(layout, board, place))
        kept = (place for place in usable if chance.randrange(PASSES))
        places = _together(turn.dice, kept, left) if left else ()
    if len(places) < wanted:
        places = _as_many(layout, board, turn.dice, wanted)
    return replace(turn, places=places)


def _together(roll: states.Roll, places: Iterable[states.Place], limit: int) -> tuple[str, ...]:
    """Return squares that a roll gives together, the first ones first, up to a limit."""
    chosen: tuple[states.Place, ...] = ()
    for place in places:
        if states.fits(roll, (*chosen, place)):
            chosen = (*chosen, place)
        if len(chosen) == limit:
            break
    return tuple(place.id for place in chosen)


def _as_many(
    layout: states.Layout, board: states.Board, roll: states.Roll, wanted: int
) -> tuple[str, ...]:
    """Return so many squares that a roll gives together, none where it does not."""
    every = states.choices(roll, states.free(layout, board)) if wanted <= len(roll) else ()
    found = next((chosen for chosen in every if len(chosen) == wanted), ())
    return tuple(place.id for place in found)


def _promise(layout: states.Layout, board: states.Board, place: states.Place) -> float:
    """Return how far the best line through a square is covered, from 0 to 1."""
    covered = (
        sum(square.id in board.tokens for square in line.squares) / len(line.squares)
        for line in layout.lines
        if any(square.id == place.id for square in line.squares)
    )
    return max(covered, default=0.5 if place.is_edge else 0)
