"""How play goes on from a turn: markers as recorded, all else as the rules compute it."""

from dataclasses import replace

from generator.rules.circuit.layout import Layout
from generator.rules.circuit.move import Move, gifts, moved, plan, teeth_after
from generator.rules.circuit.names import APPOINTMENT, DENTIST, EDUCATIONAL, SUGAR
from generator.rules.circuit.state import Seat, State, Turn
from generator.rules.circuit.teeth import care_given


def settle(layout: Layout, state: State, turn: Turn) -> State:
    """Return the state after a turn; one after the end changes nothing."""
    if state.ended is not None:
        return state
    move = moved(layout, state, turn)
    seats = dict(state.seats)
    if move.square is not None:
        for gift in gifts(state, turn):
            if not gift.refused:
                to = seats[gift.to]
                seats[gift.to] = replace(to, tokens=to.tokens + gift.tokens)
    seats[move.player] = _seat(layout, move, turn)
    after = replace(state, seats=seats, cube=_cube(state, move, turn), played=state.played + 1)
    if _is_over(layout, after, move, turn):
        after = replace(after, ended=turn.number)
    return replace(after, next=_next(layout, after, move.player))


def _seat(layout: Layout, move: Move, turn: Turn) -> Seat:
    """Return the player's seat: teeth, pawn, laps and tokens."""
    teeth = teeth_after(layout, move, turn)
    seat = move.seat
    if move.square is None:
        return replace(seat, teeth=teeth)
    tokens = seat.tokens + _earned(layout, move, turn) - _spent(layout, move, turn)
    laps = seat.laps + (move.kind == DENTIST)
    return Seat(teeth, move.square, laps, tokens)


def _earned(layout: Layout, move: Move, turn: Turn) -> int:
    if move.kind != APPOINTMENT or turn.takes or turn.appointment is None:
        return 0
    return layout.appointments[turn.appointment % 2]


def _spent(layout: Layout, move: Move, turn: Turn) -> int:
    """Return what the care that was given costs, at most all."""
    if move.kind != DENTIST:
        return 0
    clean, _ = plan(layout, move)
    given = care_given(layout, clean, teeth_after(layout, move, turn))
    return min(move.seat.tokens, given.cost(layout))


def _cube(state: State, move: Move, turn: Turn) -> str | None:
    if move.kind == SUGAR and move.has_cube:
        return None
    if move.kind == APPOINTMENT and turn.takes and state.cube is None:
        return move.player
    return state.cube


def _is_over(layout: Layout, after: State, move: Move, turn: Turn) -> bool:
    """Return whether a player's last care, or his choice, ends the game."""
    if move.kind != DENTIST:
        return False
    laps = after.seats[move.player].laps
    if all(seat.laps >= layout.laps.boxes for seat in after.seats.values()):
        return True
    return turn.stops and laps == layout.laps.boxes and not after.plays(EDUCATIONAL)


def _next(layout: Layout, after: State, player: str) -> str:
    """Return who plays next: in the educational variant whoever has finished is passed over."""
    following = after.seating.after(player)
    if after.plays(EDUCATIONAL) and after.ended is None:
        while after.seats[following].laps >= layout.laps.boxes:
            following = after.seating.after(following)
    return following
