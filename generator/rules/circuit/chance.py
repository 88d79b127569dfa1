"""Random legal turns, exact chances, and care in the wrong order for practice records."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

from generator.rules.circuit import state as states
from generator.rules.circuit.move import Move, has_choice, moved, plan, teeth_after
from generator.rules.circuit.state import Layout, State, Turn

# One in so many: takes the cube, rolls two dice, gives tokens away, stops the game, writes down
# the square, or marks that need not be.
CUBE, PAIR, GIFT, STOP, SQUARE, MARKS = 2, 2, 3, 2, 4, 3


def random_turn(layout: Layout, state: State, chance: Random) -> Turn:
    """Return a legal turn of the next player."""
    pair = state.plays(states.TWO_DICE) and chance.randrange(PAIR) == 0
    roll = tuple(chance.randint(1, layout.sides) for _ in range(2 if pair else 1))
    return turn_with(layout, state, roll, chance)


def turn_with(layout: Layout, state: State, roll: tuple[int, ...], chance: Random) -> Turn:
    """Return a turn of the next player with a roll and all that its square asks for."""
    player = state.next
    turn = Turn(state.played + 1, player, roll)
    if state.plays(states.COOPERATIVE) and chance.randrange(GIFT) == 0:
        tokens = state.seats[player].tokens
        others = [name for name in state.seating.players if name != player]
        gives = {chance.choice(others): chance.randint(1, tokens)} if tokens else {}
        turn = replace(turn, gives=gives)
    move = moved(layout, state, turn)
    turn = _rolled(state, move, chance)
    if move.square is not None and chance.randrange(SQUARE) == 0:
        turn = replace(turn, square=chance.choice((move.square, move.kind)))
    move = replace(move, turn=turn)
    if has_choice(move) or chance.randrange(MARKS) == 0:
        turn = replace(turn, marks=_marks(move, chance))
    is_fifth = move.kind == states.DENTIST and move.seat.laps + 1 == layout.laps.boxes
    if is_fifth and not state.plays(states.EDUCATIONAL) and chance.randrange(STOP) == 0:
        turn = replace(turn, stops=True)
    return turn


def _marks(move: Move, chance: Random) -> Mapping[int, int] | None:
    """Return marks as a player may write them on the square reached; None where none are due."""
    layout, teeth = move.layout, move.seat.teeth
    if move.kind == states.SUGAR and move.turn.sugar:
        return {
            tooth: stage + 1
            for stage, count in states.sugar_due(layout, teeth, sum(move.turn.sugar)).items()
            for tooth in sorted(chance.sample(states.numbers(teeth, stage), count))
        }
    if move.kind == states.DENTIST:
        clean, care = plan(move)
        first = chance.sample(states.numbers(clean, layout.first), care.whole + care.half)
        following = chance.sample(states.numbers(clean, layout.next), care.next)
        marks = dict.fromkeys((*first[: care.whole], *following), 0)
        marks |= dict.fromkeys(first[care.whole :], layout.next)
        return dict(sorted(marks.items()))
    if move.kind in {states.BRUSHING, states.HIT}:
        pairs = enumerate(zip(teeth, teeth_after(move), strict=True), start=1)
        return {tooth: new for tooth, (old, new) in pairs if old != new}
    return None


def _rolled(state: State, move: Move, chance: Random) -> Turn:
    """Return the turn with the die or the choice of the square reached."""
    layout, turn = move.layout, move.turn
    match move.kind:
        case "sugar" if not move.has_cube:
            count = len(turn.roll) if state.plays(states.TWO_DICE) else 1
            faces = tuple(chance.randint(1, layout.sides) for _ in range(count))
            return replace(turn, sugar=faces)
        case "hit":
            return replace(turn, hit=chance.randint(1, layout.tooth_sides))
        case "appointment" if state.cube is None and chance.randrange(CUBE) == 0:
            return replace(turn, takes=True)
        case "appointment":
            return replace(turn, appointment=chance.randint(1, layout.sides))
        case _:
            return turn


def odds(layout: Layout) -> Mapping[str, Mapping[int, Fraction]]:
    """Return the chance of each sum of one and two dice, of each tooth, of one and two tokens."""
    faces = range(1, layout.sides + 1)
    rolls = {f"sum.{n}": [sum(dice) for dice in product(faces, repeat=n)] for n in (1, 2)}
    rolls["hit"] = list(range(1, layout.tooth_sides + 1))
    rolls["appointment"] = [layout.appointments[face % 2] for face in faces]
    return {
        name: {value: Fraction(n, len(found)) for value, n in sorted(Counter(found).items())}
        for name, found in rolls.items()
    }


def next_treated_first(
    layout: Layout,
    state: State,
    turn: Turn,
    chance: Random,  # noqa: ARG001 - as every hint
) -> Turn:
    """Return the turn with tokens spent on the next teeth that were due to the first ones."""
    move = moved(layout, state, turn)
    clean, _ = plan(move)
    first, following = (states.numbers(clean, stage) for stage in (layout.first, layout.next))
    whole, next_cost = layout.costs
    early = following[: move.seat.tokens // next_cost]
    left = move.seat.tokens - len(early) * next_cost
    marks = dict.fromkeys(first, layout.first) | dict.fromkeys(following, layout.next)
    marks |= dict.fromkeys((*early, *first[: left // whole]), 0)
    marks |= dict.fromkeys(first[left // whole :][: left % whole], layout.next)
    return replace(turn, marks=marks)
