"""A turn set in its situation (square reached, teeth after), and how play goes on from it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from generator.rules.dental import state as states
from generator.rules.dental.state import Layout, Seat, State, Teeth, Turn, Ways
from generator.rules.family import Refusal
from generator.rules.findings import active_player


@dataclass(frozen=True)
class Move:
    """A turn where it is played: what it reaches, gives and leaves, by the faces as written."""

    layout: Layout
    state: State
    turn: Turn

    @cached_property
    def player(self) -> str:
        """Return whose turn it is."""
        return active_player(self.state, self.turn)

    @cached_property
    def square(self) -> int | None:
        """Return the square reached; None where the pawn stays where it is."""
        start, steps = self.state.seats[self.player].square, sum(self.turn.roll)
        return self.layout.reached(start, steps) if steps > 0 else None

    @cached_property
    def kind(self) -> str:
        """Return what the square reached does; empty for none."""
        return "" if self.square is None else self.layout.kinds[self.square]

    @cached_property
    def refused(self) -> Mapping[str, str]:
        """Return why gifts stay, by who was to have them: each is from the tokens that are left."""
        refused, left = dict[str, str](), self.state.seats[self.player].tokens
        for to, tokens in self.turn.gives.items():
            if tokens and not self.state.plays(states.COOPERATIVE):
                refused[to] = "gives-variant"
            elif tokens and to == self.player:
                refused[to] = "gives-oneself"
            elif tokens > left:
                refused[to] = "gives-too-many"
            else:
                left -= tokens
        return refused

    @cached_property
    def seats(self) -> Mapping[str, Seat]:
        """Return all seats, gifts given, before anything else; no gift without a move."""
        seats = dict(self.state.seats)
        gifts = {to: n for to, n in self.turn.gives.items() if to not in self.refused}
        for to, tokens in gifts.items() if self.square is not None else ():
            giver = seats[self.player]
            seats[self.player] = replace(giver, tokens=giver.tokens - tokens)
            seats[to] = replace(seats[to], tokens=seats[to].tokens + tokens)
        return seats

    @property
    def seat(self) -> Seat:
        """Return the player's seat, gifts given."""
        return self.seats[self.player]

    @property
    def has_cube(self) -> bool:
        """Return whether the player holds the cube."""
        return self.state.cube == self.player

    @property
    def tooth_hit(self) -> int | None:
        """Return the tooth that the die names; None without a face that names one."""
        hit = self.turn.hit
        return hit if hit is not None and 1 <= hit <= len(self.layout.teeth) else None

    @cached_property
    def marks(self) -> Mapping[int, int]:
        """Return the marks written down, by the stage of the marker."""
        marks = self.turn.marks or {}
        return {tooth: self.layout.stages.index(marker) for tooth, marker in marks.items()}

    @cached_property
    def clean(self) -> Teeth:
        """Return the teeth after cleaning or a hit, before sugar or care."""
        if self.kind in {states.BRUSHING, states.DENTIST}:
            return self.layout.cleaned(self.seat.teeth)
        hit = self.tooth_hit if self.kind == states.HIT else None
        return states.marked(self.seat.teeth, {hit: len(self.layout.stages) - 1} if hit else {})

    @cached_property
    def due(self) -> Ways:
        """Return what sugar does to how many teeth, or the care that tokens pay for."""
        if self.kind == states.DENTIST:
            return self.layout.care_due(self.clean, self.seat.tokens)
        if self.kind == states.SUGAR and not self.has_cube:
            return self.layout.sugar_due(self.clean, sum(self.turn.sugar))
        return {}

    @property
    def has_choice(self) -> bool:
        """Return whether the player may choose between teeth on the square reached.

        Sugar may harm some of the teeth that are alike, and not others; care may treat some.
        """
        return any(0 < count < self.clean.count(old) for (old, _), count in self.due.items())

    @cached_property
    def after(self) -> Teeth:
        """Return the teeth after the turn, the marks as they were recorded.

        Teeth that are all treated alike need no mark; of sugar only where none is written down.
        """
        ways = self.due.items()
        alike = {old: new for (old, new), n in ways if n and n == self.clean.count(old)}
        if self.kind == states.SUGAR and (self.turn.marks is not None or self.has_choice):
            alike = {}
        given = tuple(alike.get(stage, stage) for stage in self.clean)
        return states.marked(given, self.marks)

    @property
    def care(self) -> Ways:
        """Return the care that was given: how many clean teeth became what they are now."""
        ways = Counter(zip(self.clean, self.after, strict=True))
        return {way: ways[way] for way in self.layout.treatments}


def settle(layout: Layout, state: State, turn: Turn, _refusals: tuple[Refusal, ...]) -> State:
    """Return the state after a turn, markers as recorded; one after the end changes nothing."""
    if state.ended is not None:
        return state
    move = Move(layout, state, turn)
    seats = {**move.seats, move.player: _seat(move)}
    after = replace(state, seats=seats, cube=_cube(move), played=state.played + 1)
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
    seat, turn, tokens = move.seat, move.turn, move.seat.tokens
    if move.square is None:
        return replace(seat, teeth=move.after)
    is_lap = move.kind == states.DENTIST
    if is_lap:  # What the care that was given costs, at most all.
        tokens -= min(tokens, move.layout.cost(move.care))
    if move.kind == states.APPOINTMENT and not turn.takes and turn.appointment is not None:
        tokens += move.layout.appointments[turn.appointment % 2]
    return Seat(move.after, move.square, seat.laps + is_lap, tokens)


def _cube(move: Move) -> str | None:
    """Return who holds the cube after a turn."""
    cube = move.state.cube
    if move.kind == states.SUGAR and move.has_cube:
        return None
    takes = move.kind == states.APPOINTMENT and move.turn.takes and cube is None
    return move.player if takes else cube


def _is_over(after: State, move: Move) -> bool:
    """Return whether a player's last care, or his choice, ends the game."""
    laps = move.layout.laps.boxes
    if all(seat.laps >= laps for seat in after.seats.values()):
        return True
    is_last = after.seats[move.player].laps == laps
    return move.turn.stops and is_last and not after.plays(states.EDUCATIONAL)
