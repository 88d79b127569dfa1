"""A turn set in its situation (square reached, teeth after), and how play goes on from it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from generator.rules.circuit import state as states
from generator.rules.family import Refusal
from generator.rules.findings import active_player


@dataclass(frozen=True, slots=True)
class Move:
    """What a turn is about: `seat` is the player's, gifts given; `square` None stays where it is.

    `kind` is what the square reached does, empty for none.
    """

    player: str
    seat: states.Seat
    square: int | None
    kind: str
    has_cube: bool


@dataclass(frozen=True, slots=True)
class Gift:
    """Tokens for a player; `refused` is the message why they stay, empty where they go."""

    to: str
    tokens: int
    refused: str = ""


def moved(layout: states.Layout, state: states.State, turn: states.Turn) -> Move:
    """Return the move of a turn: by the faces as they are written."""
    player = active_player(state, turn)
    seat, steps = state.seats[player], sum(turn.roll)
    if steps <= 0:
        return Move(player, seat, None, "", state.cube == player)
    given = sum(gift.tokens for gift in gifts(state, turn) if not gift.refused)
    square = layout.reached(seat.square, steps)
    seat = replace(seat, tokens=seat.tokens - given)
    return Move(player, seat, square, layout.kind(square), state.cube == player)


def gifts(state: states.State, turn: states.Turn) -> Iterator[Gift]:
    """Yield what a turn gives away, one after the other, each from the tokens that are left."""
    giver = active_player(state, turn)
    left = state.seats[giver].tokens
    for to, tokens in turn.gives.items():
        if tokens == 0:
            continue
        if not state.plays(states.COOPERATIVE):
            yield Gift(to, tokens, "rules.circuit.gives-variant")
        elif to == giver:
            yield Gift(to, tokens, "rules.circuit.gives-oneself")
        elif tokens > left:
            yield Gift(to, tokens, "rules.circuit.gives-too-many")
        else:
            left -= tokens
            yield Gift(to, tokens)


def teeth_after(layout: states.Layout, move: Move, turn: states.Turn) -> states.Teeth:
    """Return the teeth after a turn, the marks as they were recorded."""
    return states.marked(_given(layout, move, turn), turn.marks or {})


def plan(layout: states.Layout, move: Move) -> tuple[states.Teeth, states.Care]:
    """Return the teeth after the dentist's cleaning, and the care that is due then."""
    clean = states.cleaned(layout, move.seat.teeth)
    return clean, states.care_due(layout, clean, move.seat.tokens)


def has_choice(layout: states.Layout, move: Move, turn: states.Turn) -> bool:
    """Return whether the player may choose between teeth on the square reached."""
    if move.kind == states.SUGAR:
        rolled = bool(turn.sugar) and not move.has_cube
        return rolled and states.has_sugar_choice(layout, move.seat.teeth, sum(turn.sugar))
    if move.kind == states.DENTIST:
        clean, due = plan(layout, move)
        return states.has_first_choice(layout, clean, due) or states.has_next_choice(
            layout, clean, due
        )
    return False


def tooth_hit(layout: states.Layout, turn: states.Turn) -> int | None:
    """Return the tooth that the die names; None without a face that names one."""
    named = turn.hit is not None and 1 <= turn.hit <= len(layout.teeth)
    return turn.hit if named else None


def _given(layout: states.Layout, move: Move, turn: states.Turn) -> states.Teeth:
    """Return the teeth as the square leaves them, before anything that was recorded."""
    teeth = move.seat.teeth
    match move.kind:
        case "sugar":
            is_left = turn.marks is not None or move.has_cube or not turn.sugar
            if is_left or has_choice(layout, move, turn):
                return teeth
            return states.sweetened(layout, teeth, sum(turn.sugar))
        case "brushing":
            return states.cleaned(layout, teeth)
        case "hit":
            tooth = tooth_hit(layout, turn)
            worst: Mapping[int, int] = {} if tooth is None else {tooth: len(layout.stages) - 1}
            return states.marked(teeth, worst)
        case "dentist":
            return states.cared(layout, *plan(layout, move))
        case _:
            return teeth


def settle(
    layout: states.Layout, state: states.State, turn: states.Turn, _refusals: tuple[Refusal, ...]
) -> states.State:
    """Return the state after a turn, markers as recorded; one after the end changes nothing."""
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
    if move.kind == states.DENTIST and _is_over(layout, after, move, turn):
        after = replace(after, ended=turn.number)
    following = after.seating.after(move.player)
    # In the educational variant whoever has finished is passed over.
    if after.plays(states.EDUCATIONAL) and after.ended is None:
        while after.seats[following].laps >= layout.laps.boxes:
            following = after.seating.after(following)
    return replace(after, next=following)


def _seat(layout: states.Layout, move: Move, turn: states.Turn) -> states.Seat:
    """Return the player's seat: teeth, pawn, laps and tokens."""
    teeth = teeth_after(layout, move, turn)
    seat = move.seat
    if move.square is None:
        return replace(seat, teeth=teeth)
    tokens = seat.tokens
    if move.kind == states.DENTIST:  # What the care that was given costs, at most all.
        clean, _ = plan(layout, move)
        tokens -= min(tokens, states.care_given(layout, clean, teeth).cost(layout))
    if move.kind == states.APPOINTMENT and not turn.takes and turn.appointment is not None:
        tokens += layout.appointments[turn.appointment % 2]
    laps = seat.laps + (move.kind == states.DENTIST)
    return states.Seat(teeth, move.square, laps, tokens)


def _cube(state: states.State, move: Move, turn: states.Turn) -> str | None:
    if move.kind == states.SUGAR and move.has_cube:
        return None
    if move.kind == states.APPOINTMENT and turn.takes and state.cube is None:
        return move.player
    return state.cube


def _is_over(layout: states.Layout, after: states.State, move: Move, turn: states.Turn) -> bool:
    """Return whether a player's last care, or his choice, ends the game."""
    laps = after.seats[move.player].laps
    if all(seat.laps >= layout.laps.boxes for seat in after.seats.values()):
        return True
    return turn.stops and laps == layout.laps.boxes and not after.plays(states.EDUCATIONAL)
