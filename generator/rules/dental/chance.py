"""Random legal turns, and care in the wrong order for practice records."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from generator.rules.dental import state as states
from generator.rules.dental.move import Move
from generator.rules.dental.state import Layout, State, Turn

# One in so many: takes the cube, rolls two dice, gives tokens away, stops the game, writes down
# the square, or marks that need not be.
CUBE, PAIR, GIFT, STOP, SQUARE, MARKS = 2, 2, 3, 2, 4, 3


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
