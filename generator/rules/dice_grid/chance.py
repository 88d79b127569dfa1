"""Random turns: legal ones that play sensibly, and ones that are likely to break one rule."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from generator.rules.dice_grid import state as states
from generator.rules.dice_grid.state import chance as chance_of
from generator.rules.findings import active_player

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


def candidate(
    layout: states.Layout, state: states.State, rule: str, chance: Random
) -> states.Turn | None:
    """Return a turn that is likely to break a rule and no other; None where none can."""
    if (rule == "after-end") != (state.ended is not None):
        return None
    if rule == "turn-order":
        state = replace(state, next=chance.choice(state.seating.players))
    turn = random_turn(layout, state, chance)
    board = state.boards[active_player(state, turn)]
    match rule:
        case "dice":
            return replace(turn, dice=_wrong_roll(layout, turn.dice, chance))
        case "one-token-a-cell":
            return _with(turn, (*board.tokens, *turn.places), chance)
        case "pip-in-roll" | "enough-dice":
            return _with(turn, tuple(place.id for place in states.free(layout, board)), chance)
        case "tokens-left":
            places = _as_many(layout, board, turn.dice, states.unplaced(layout, board) + 1)
            turn = replace(turn, places=places, discards=0)
        case "solo-must-place":
            turn = replace(turn, places=turn.places[: chance.randrange(2)], discards=0)
        case "solo-discard":
            places = chance.choice(((), turn.places))
            turn = replace(turn, places=places, discards=chance.randrange(3))
        case _:
            pass
    return turn


def _wrong_roll(layout: states.Layout, dice: states.Roll, chance: Random) -> states.Roll:
    """Return the roll with a die too many, one too few, or a face no die has."""
    match chance.randrange(3):
        case 0:
            return (*dice, chance.randint(1, layout.sides))
        case 1:
            return dice[1:]
        case _:
            return (layout.sides + chance.randint(1, 3), *dice[1:])


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


def _with(turn: states.Turn, names: tuple[str, ...], chance: Random) -> states.Turn | None:
    """Return the turn with one more square, in place of others as may be."""
    if not names:
        return None
    kept = turn.places[: chance.randint(0, len(turn.places))]
    return replace(turn, places=(*kept, chance.choice(names)), discards=0)
