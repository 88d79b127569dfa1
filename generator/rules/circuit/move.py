"""A turn set in its situation (square reached, teeth after), and how play goes on from it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from generator.rules.circuit.state import (
    APPOINTMENT,
    COOPERATIVE,
    DENTIST,
    EDUCATIONAL,
    SUGAR,
    Care,
    Layout,
    Seat,
    State,
    Teeth,
    Turn,
    care_due,
    care_given,
    cared,
    cleaned,
    has_first_choice,
    has_next_choice,
    has_sugar_choice,
    marked,
    sweetened,
)
from generator.rules.family import Refusal
from generator.rules.findings import active_player


@dataclass(frozen=True, slots=True)
class Move:
    """What a turn is about: `seat` is the player's, gifts given; `square` None stays where it is.

    `kind` is what the square reached does, empty for none.
    """

    player: str
    seat: Seat
    square: int | None
    kind: str
    has_cube: bool


@dataclass(frozen=True, slots=True)
class Gift:
    """Tokens for a player; `refused` is the message why they stay, empty where they go."""

    to: str
    tokens: int
    refused: str = ""


def moved(layout: Layout, state: State, turn: Turn) -> Move:
    """Return the move of a turn: by the faces as they are written."""
    player = active_player(state, turn)
    seat, steps = state.seats[player], sum(turn.roll)
    if steps <= 0:
        return Move(player, seat, None, "", state.cube == player)
    given = sum(gift.tokens for gift in gifts(state, turn) if not gift.refused)
    square = layout.reached(seat.square, steps)
    seat = replace(seat, tokens=seat.tokens - given)
    return Move(player, seat, square, layout.kind(square), state.cube == player)


def gifts(state: State, turn: Turn) -> Iterator[Gift]:
    """Yield what a turn gives away, one after the other, each from the tokens that are left."""
    giver = active_player(state, turn)
    left = state.seats[giver].tokens
    for to, tokens in turn.gives.items():
        if tokens == 0:
            continue
        if not state.plays(COOPERATIVE):
            yield Gift(to, tokens, "rules.circuit.gives-variant")
        elif to == giver:
            yield Gift(to, tokens, "rules.circuit.gives-oneself")
        elif tokens > left:
            yield Gift(to, tokens, "rules.circuit.gives-too-many")
        else:
            left -= tokens
            yield Gift(to, tokens)


def teeth_after(layout: Layout, move: Move, turn: Turn) -> Teeth:
    """Return the teeth after a turn, the marks as they were recorded."""
    return marked(_given(layout, move, turn), turn.marks or {})


def plan(layout: Layout, move: Move) -> tuple[Teeth, Care]:
    """Return the teeth after the dentist's cleaning, and the care that is due then."""
    clean = cleaned(layout, move.seat.teeth)
    return clean, care_due(layout, clean, move.seat.tokens)


def has_choice(layout: Layout, move: Move, turn: Turn) -> bool:
    """Return whether the player may choose between teeth on the square reached."""
    if move.kind == SUGAR:
        rolled = bool(turn.sugar) and not move.has_cube
        return rolled and has_sugar_choice(layout, move.seat.teeth, sum(turn.sugar))
    if move.kind == DENTIST:
        clean, due = plan(layout, move)
        return has_first_choice(layout, clean, due) or has_next_choice(layout, clean, due)
    return False


def tooth_hit(layout: Layout, turn: Turn) -> int | None:
    """Return the tooth that the die names; None without a face that names one."""
    named = turn.hit is not None and 1 <= turn.hit <= len(layout.teeth)
    return turn.hit if named else None


def _given(layout: Layout, move: Move, turn: Turn) -> Teeth:
    """Return the teeth as the square leaves them, before anything that was recorded."""
    teeth = move.seat.teeth
    match move.kind:
        case "sugar":
            is_left = turn.marks is not None or move.has_cube or not turn.sugar
            if is_left or has_choice(layout, move, turn):
                return teeth
            return sweetened(layout, teeth, sum(turn.sugar))
        case "brushing":
            return cleaned(layout, teeth)
        case "hit":
            tooth = tooth_hit(layout, turn)
            worst: Mapping[int, int] = {} if tooth is None else {tooth: len(layout.stages) - 1}
            return marked(teeth, worst)
        case "dentist":
            return cared(layout, *plan(layout, move))
        case _:
            return teeth


def settle(layout: Layout, state: State, turn: Turn, _refusals: tuple[Refusal, ...]) -> State:
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
    if move.kind == DENTIST and _is_over(layout, after, move, turn):
        after = replace(after, ended=turn.number)
    following = after.seating.after(move.player)
    # In the educational variant whoever has finished is passed over.
    if after.plays(EDUCATIONAL) and after.ended is None:
        while after.seats[following].laps >= layout.laps.boxes:
            following = after.seating.after(following)
    return replace(after, next=following)


def _seat(layout: Layout, move: Move, turn: Turn) -> Seat:
    """Return the player's seat: teeth, pawn, laps and tokens."""
    teeth = teeth_after(layout, move, turn)
    seat = move.seat
    if move.square is None:
        return replace(seat, teeth=teeth)
    tokens = seat.tokens
    if move.kind == DENTIST:  # What the care that was given costs, at most all.
        clean, _ = plan(layout, move)
        tokens -= min(tokens, care_given(layout, clean, teeth).cost(layout))
    if move.kind == APPOINTMENT and not turn.takes and turn.appointment is not None:
        tokens += layout.appointments[turn.appointment % 2]
    laps = seat.laps + (move.kind == DENTIST)
    return Seat(teeth, move.square, laps, tokens)


def _cube(state: State, move: Move, turn: Turn) -> str | None:
    if move.kind == SUGAR and move.has_cube:
        return None
    if move.kind == APPOINTMENT and turn.takes and state.cube is None:
        return move.player
    return state.cube


def _is_over(layout: Layout, after: State, move: Move, turn: Turn) -> bool:
    """Return whether a player's last care, or his choice, ends the game."""
    laps = after.seats[move.player].laps
    if all(seat.laps >= layout.laps.boxes for seat in after.seats.values()):
        return True
    return turn.stops and laps == layout.laps.boxes and not after.plays(EDUCATIONAL)
