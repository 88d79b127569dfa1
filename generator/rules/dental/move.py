"""A turn set in its situation (square reached, teeth after), how play goes on, random turns."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from generator.rules.dental import state as states
from generator.rules.dental.state import Layout, Seat, State, Teeth, Turn, Ways
from generator.rules.findings import active_player

# One in so many: takes the cube, rolls two dice, gives tokens away, stops the game, writes down
# the square, or marks that need not be.
CUBE, PAIR, GIFT, STOP, SQUARE, MARKS = 2, 2, 3, 2, 4, 3


class Move:
    """A turn where it is played: what it reaches, gives and leaves, by the faces as written.

    All is worked out once, when the turn is looked at. `square` is None where the pawn stays where
    it is, and `kind` what the square does. `refused` says why gifts stay, by who was to have them;
    `seat` is the player's with gifts given, `marks` are those written down, by stage. `clean` are
    the teeth after cleaning or a hit; `due` is what sugar does then to how many of them, or the
    care that tokens pay for; `has_choice` where the player may choose between teeth.
    """

    def __init__(self, layout: Layout, state: State, turn: Turn) -> None:
        """Look at a turn."""
        self.layout, self.state, self.turn = layout, state, turn
        self.player = active_player(state, turn)
        self.has_cube = state.cube == self.player
        start, steps = state.seats[self.player].square, sum(turn.roll)
        self.square = layout.reached(start, steps) if steps > 0 else None
        self.kind = "" if self.square is None else layout.kinds[self.square]
        self.refused = _refused(state, self.player, turn.gives) if turn.gives else {}
        self.seats = self._given() if turn.gives else state.seats
        self.seat = self.seats[self.player]
        marks = turn.marks or {}
        self.marks = {tooth: layout.stages.index(marker) for tooth, marker in marks.items()}
        self.clean = self._clean()
        self.due = self._due()
        counts = self.due.items()
        # Sugar may harm some of the teeth that are alike, and not others; care may treat some.
        self.has_choice = any(0 < count < self.clean.count(old) for (old, _), count in counts)
        self.after = self._after()

    def _given(self) -> Mapping[str, Seat]:
        """Return all seats, gifts given, before anything else; no gift without a move."""
        seats = dict(self.state.seats)
        gifts = {to: n for to, n in self.turn.gives.items() if to not in self.refused}
        for to, tokens in gifts.items() if self.square is not None else ():
            giver = seats[self.player]
            seats[self.player] = replace(giver, tokens=giver.tokens - tokens)
            seats[to] = replace(seats[to], tokens=seats[to].tokens + tokens)
        return seats

    @property
    def tooth_hit(self) -> int | None:
        """Return the tooth that the die names; None without a face that names one."""
        hit = self.turn.hit
        return hit if hit is not None and 1 <= hit <= len(self.layout.teeth) else None

    def _clean(self) -> Teeth:
        """Return the teeth after cleaning or a hit, before sugar or care."""
        if self.kind in {states.BRUSHING, states.DENTIST}:
            return self.layout.cleaned(self.seat.teeth)
        hit = self.tooth_hit if self.kind == states.HIT else None
        return states.marked(self.seat.teeth, {hit: len(self.layout.stages) - 1} if hit else {})

    def _due(self) -> Ways:
        """Return what sugar does to how many teeth, or the care that tokens pay for."""
        if self.kind == states.DENTIST:
            return self.layout.care_due(self.clean, self.seat.tokens)
        if self.kind == states.SUGAR and not self.has_cube:
            return self.layout.sugar_due(self.clean, sum(self.turn.sugar))
        return {}

    def _after(self) -> Teeth:
        """Return the teeth after the turn, the marks as they were recorded.

        Teeth that are all treated alike need no mark; of sugar only where none is written down.
        """
        if self.kind == states.SUGAR and (self.turn.marks is not None or self.has_choice):
            return states.marked(self.clean, self.marks)
        ways = self.due.items()
        alike = {old: new for (old, new), n in ways if n and n == self.clean.count(old)}
        given = tuple(alike.get(stage, stage) for stage in self.clean) if alike else self.clean
        return states.marked(given, self.marks)

    @property
    def care(self) -> Ways:
        """Return the care that was given: how many clean teeth became what they are now."""
        ways = Counter(zip(self.clean, self.after, strict=True))
        return {way: ways[way] for way in self.layout.treatments}

    def settled(self) -> State:
        """Return the state after a turn, markers as recorded; one after the end changes nothing."""
        state, player = self.state, self.player
        if state.ended is not None:
            return state
        seats = {**self.seats, player: self._left()}
        is_over = self.kind == states.DENTIST and self._is_over(seats)
        ended, following = self.turn.number if is_over else None, state.seating.after(player)
        # In the educational variant whoever has finished is passed over.
        if state.plays(states.EDUCATIONAL) and not is_over:
            while seats[following].laps >= self.layout.laps.boxes:
                following = state.seating.after(following)
        cube = state.cube
        if self.kind == states.SUGAR and self.has_cube:
            cube = None
        elif self.kind == states.APPOINTMENT and self.turn.takes and cube is None:
            cube = player
        return State(state.seating, seats, following, cube, state.played + 1, ended)

    def _left(self) -> Seat:
        """Return the player's seat: teeth, pawn, laps and tokens."""
        seat, turn, tokens = self.seat, self.turn, self.seat.tokens
        if self.square is None:
            return replace(seat, teeth=self.after)
        is_lap = self.kind == states.DENTIST
        if is_lap:  # What the care that was given costs, at most all.
            tokens -= min(tokens, self.layout.cost(self.care))
        if self.kind == states.APPOINTMENT and not turn.takes and turn.appointment is not None:
            tokens += self.layout.appointments[turn.appointment % 2]
        return Seat(self.after, self.square, seat.laps + is_lap, tokens)

    def _is_over(self, seats: Mapping[str, Seat]) -> bool:
        """Return whether a player's last care, or his choice, ends the game."""
        laps = self.layout.laps.boxes
        if all(seat.laps >= laps for seat in seats.values()):
            return True
        is_last = seats[self.player].laps == laps
        return self.turn.stops and is_last and not self.state.plays(states.EDUCATIONAL)


def _refused(state: State, player: str, gives: Mapping[str, int]) -> Mapping[str, str]:
    """Return why gifts stay, by who was to have them: each is from the tokens that are left."""
    refused, left = dict[str, str](), state.seats[player].tokens
    for to, tokens in gives.items():
        if tokens and not state.plays(states.COOPERATIVE):
            refused[to] = "gives-variant"
        elif tokens and to == player:
            refused[to] = "gives-oneself"
        elif tokens > left:
            refused[to] = "gives-too-many"
        else:
            left -= tokens
    return refused


def turn_with(layout: Layout, state: State, roll: tuple[int, ...], chance: Random) -> Turn:
    """Return a turn of the next player with a roll and all that its square asks for."""
    player = state.next
    turn = Turn(state.played + 1, player, roll)
    if state.plays(states.COOPERATIVE) and chance.randrange(GIFT) == 0:
        tokens = state.seats[player].tokens
        others = [name for name in state.seating.players if name != player]
        gives = {chance.choice(others): chance.randint(1, tokens)} if tokens else {}
        turn = replace(turn, gives=gives)
    turn = _asked(Move(layout, state, turn), lambda: chance.randrange(CUBE) == 0, chance)
    move = Move(layout, state, turn)
    if move.square is not None and chance.randrange(SQUARE) == 0:
        turn = replace(turn, square=chance.choice((move.square, move.kind)))
    if move.has_choice or chance.randrange(MARKS) == 0:
        turn = replace(turn, marks=_named(layout, _marks(move, chance)))
    is_fifth = move.kind == states.DENTIST and move.seat.laps + 1 == layout.laps.boxes
    if is_fifth and not state.plays(states.EDUCATIONAL) and chance.randrange(STOP) == 0:
        turn = replace(turn, stops=True)
    return turn


def with_square(
    layout: Layout, state: State, turn: Turn, takes: Callable[[], bool], chance: Random
) -> Turn:
    """Return a turn with all that its square asks for; `takes` says whether the cube is taken."""
    turn = _asked(Move(layout, state, turn), takes, chance)
    move = Move(layout, state, turn)
    return replace(turn, marks=_named(layout, _marks(move, chance))) if move.has_choice else turn


def rolled(layout: Layout, dice: int, chance: Random) -> tuple[int, ...]:
    """Return what so many dice show."""
    return tuple(chance.randint(1, layout.dice.sides) for _ in range(dice))


def _asked(move: Move, takes: Callable[[], bool], chance: Random) -> Turn:
    """Return the turn with the die or the choice that the square reached asks for."""
    layout, turn = move.layout, move.turn
    match move.kind:
        case "sugar" if not move.has_cube:
            count = len(turn.roll) if move.state.plays(states.TWO_DICE) else 1
            return replace(turn, sugar=rolled(layout, count, chance))
        case "hit":
            return replace(turn, hit=chance.randint(1, layout.tooth_die.sides))
        case "appointment" if move.state.cube is None and takes():
            return replace(turn, takes=states.CUBE)
        case "appointment":
            return replace(turn, appointment=chance.randint(1, layout.dice.sides))
        case _:
            return turn


def _marks(move: Move, chance: Random) -> Mapping[int, int]:
    """Return marks as a player may write them on the square reached."""
    if move.due:
        return states.spread(move.clean, move.due, chance.sample)
    return states.changed(move.seat.teeth, dict(enumerate(move.clean, start=1)))


def _named(layout: Layout, marks: Mapping[int, int]) -> Mapping[int, str]:
    return {tooth: layout.stages[stage] for tooth, stage in sorted(marks.items())}


def next_treated_first(layout: Layout, state: State, turn: Turn, chance: Random) -> Turn:
    """Return the turn with tokens spent on the next teeth that were due to the first ones."""
    move = Move(layout, state, turn)
    whole, half, late = layout.treatments
    cost, _, early_cost = layout.costs
    first, following = (states.numbers(move.clean, old) for old, _ in (whole, late))
    early = min(len(following), move.seat.tokens // early_cost)
    left = move.seat.tokens - early * early_cost
    cured = min(len(first), left // cost)
    ways = {late: early, whole: cured, half: min(len(first) - cured, left % cost)}
    as_they_are = dict.fromkeys(first, whole[0]) | dict.fromkeys(following, late[0])
    marks = {**as_they_are, **states.spread(move.clean, ways, chance.sample)}
    return replace(turn, marks=_named(layout, marks))
