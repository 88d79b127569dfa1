"""A turn set in its situation (square reached, teeth after), and how play goes on from it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.rules.circuit import state as states
from generator.rules.circuit.state import Care, Layout, Seat, State, Teeth, Turn
from generator.rules.family import Refusal
from generator.rules.findings import active_player


@dataclass(frozen=True, slots=True)
class Move:
    """What a turn is about: `seat` is the player's, gifts given; `square` None stays where it is.

    `kind` is what the square reached does, empty for none.
    """

    layout: Layout
    turn: Turn
    player: str
    seat: Seat
    square: int | None
    kind: str
    has_cube: bool

    @property
    def tooth_hit(self) -> int | None:
        """Return the tooth that the die names; None without a face that names one."""
        hit = self.turn.hit
        return hit if hit is not None and 1 <= hit <= len(self.layout.teeth) else None


@dataclass(frozen=True, slots=True)
class Gift:
    """Tokens for a player; `refused` is the message why they stay, empty where they go."""

    to: str
    tokens: int
    refused: str = ""


def moved(layout: Layout, state: State, turn: Turn) -> Move:
    """Return the move of a turn: by the faces as they are written."""
    player = active_player(state, turn)
    seat, steps, has_cube = state.seats[player], sum(turn.roll), state.cube == player
    if steps <= 0:
        return Move(layout, turn, player, seat, None, "", has_cube)
    given = sum(gift.tokens for gift in gifts(state, turn) if not gift.refused)
    square = layout.reached(seat.square, steps)
    seat = replace(seat, tokens=seat.tokens - given)
    return Move(layout, turn, player, seat, square, layout.kind(square), has_cube)


def gifts(state: State, turn: Turn) -> Iterator[Gift]:
    """Yield what a turn gives away, one after the other, each from the tokens that are left."""
    giver = active_player(state, turn)
    left = state.seats[giver].tokens
    for to, tokens in turn.gives.items():
        if tokens == 0:
            continue
        if not state.plays(states.COOPERATIVE):
            yield Gift(to, tokens, "gives-variant")
        elif to == giver:
            yield Gift(to, tokens, "gives-oneself")
        elif tokens > left:
            yield Gift(to, tokens, "gives-too-many")
        else:
            left -= tokens
            yield Gift(to, tokens)


def teeth_after(move: Move) -> Teeth:
    """Return the teeth after a turn, the marks as they were recorded."""
    return states.marked(_given(move), move.turn.marks or {})


def plan(move: Move) -> tuple[Teeth, Care]:
    """Return the teeth after the dentist's cleaning, and the care that is due then."""
    clean = states.cleaned(move.layout, move.seat.teeth)
    return clean, states.care_due(move.layout, clean, move.seat.tokens)


def has_choice(move: Move) -> bool:
    """Return whether the player may choose between teeth on the square reached.

    Sugar may harm some of the teeth that are alike, and not others; care may treat some of them.
    """
    teeth = move.seat.teeth
    if move.kind == states.SUGAR and move.turn.sugar and not move.has_cube:
        due = states.sugar_due(move.layout, teeth, sum(move.turn.sugar))
        return any(0 < count < teeth.count(stage) for stage, count in due.items())
    if move.kind == states.DENTIST:
        return any(states.care_choices(move.layout, *plan(move)))
    return False


def _given(move: Move) -> Teeth:
    """Return the teeth as the square leaves them, before anything that was recorded."""
    layout, turn, teeth = move.layout, move.turn, move.seat.teeth
    match move.kind:
        case "sugar":
            if turn.marks is not None or move.has_cube or not turn.sugar or has_choice(move):
                return teeth
            due = states.sugar_due(layout, teeth, sum(turn.sugar))
            return tuple(stage + 1 if due.get(stage) else stage for stage in teeth)
        case "brushing":
            return states.cleaned(layout, teeth)
        case "hit":
            tooth = move.tooth_hit
            return states.marked(teeth, {tooth: len(layout.stages) - 1} if tooth else {})
        case "dentist":
            return states.cared(layout, *plan(move))
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
    seats[move.player] = _seat(move)
    after = replace(state, seats=seats, cube=_cube(state, move), played=state.played + 1)
    if move.kind == states.DENTIST and _is_over(after, move):
        after = replace(after, ended=turn.number)
    following = after.seating.after(move.player)
    # In the educational variant whoever has finished is passed over.
    if after.plays(states.EDUCATIONAL) and after.ended is None:
        while after.seats[following].laps >= layout.laps.boxes:
            following = after.seating.after(following)
    return replace(after, next=following)


def _seat(move: Move) -> Seat:
    """Return the player's seat: teeth, pawn, laps and tokens."""
    layout, turn, seat, teeth = move.layout, move.turn, move.seat, teeth_after(move)
    if move.square is None:
        return replace(seat, teeth=teeth)
    tokens = seat.tokens
    if move.kind == states.DENTIST:  # What the care that was given costs, at most all.
        tokens -= min(tokens, states.care_given(layout, plan(move)[0], teeth).cost(layout))
    if move.kind == states.APPOINTMENT and not turn.takes and turn.appointment is not None:
        tokens += layout.appointments[turn.appointment % 2]
    return Seat(teeth, move.square, seat.laps + (move.kind == states.DENTIST), tokens)


def _cube(state: State, move: Move) -> str | None:
    if move.kind == states.SUGAR and move.has_cube:
        return None
    takes = move.kind == states.APPOINTMENT and move.turn.takes and state.cube is None
    return move.player if takes else state.cube


def _is_over(after: State, move: Move) -> bool:
    """Return whether a player's last care, or his choice, ends the game."""
    laps = move.layout.laps.boxes
    if all(seat.laps >= laps for seat in after.seats.values()):
        return True
    is_last = after.seats[move.player].laps == laps
    return move.turn.stops and is_last and not after.plays(states.EDUCATIONAL)
