"""Random legal turns, and exact chances."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

from generator.rules.circuit.layout import Layout
from generator.rules.circuit.move import Move, has_choice, moved, plan, teeth_after
from generator.rules.circuit.names import (
    BRUSHING,
    COOPERATIVE,
    DENTIST,
    EDUCATIONAL,
    HIT,
    SUGAR,
    TWO_DICE,
)
from generator.rules.circuit.state import State, Turn
from generator.rules.circuit.teeth import numbers, sugar_due

# One in so many: takes the cube, rolls two dice, gives tokens away, stops the game, writes down
# the square, or marks that need not be.
CUBE, PAIR, GIFT, STOP, SQUARE, MARKS = 2, 2, 3, 2, 4, 3


def random_turn(layout: Layout, state: State, chance: Random) -> Turn:
    """Return a legal turn of the next player."""
    return turn_with(layout, state, random_roll(layout, state, chance), chance)


def random_roll(layout: Layout, state: State, chance: Random) -> tuple[int, ...]:
    """Return one die, or two where the variant allows it."""
    pair = state.plays(TWO_DICE) and chance.randrange(PAIR) == 0
    return tuple(chance.randint(1, layout.sides) for _ in range(2 if pair else 1))


def turn_with(
    layout: Layout, state: State, roll: tuple[int, ...], chance: Random, player: str = ""
) -> Turn:
    """Return a turn with a roll and all that its square asks for; of the next player, or one."""
    turn = Turn(state.played + 1, player or state.next, roll)
    if state.plays(COOPERATIVE) and chance.randrange(GIFT) == 0:
        turn = replace(turn, gives=_gift(state, turn, chance))
    move = moved(layout, state, turn)
    turn = _rolled(layout, state, move, turn, chance)
    if move.square is not None and chance.randrange(SQUARE) == 0:
        turn = replace(turn, square=chance.choice((move.square, move.kind)))
    if has_choice(layout, move, turn) or chance.randrange(MARKS) == 0:
        turn = replace(turn, marks=random_marks(layout, move, turn, chance))
    if _may_stop(layout, state, move) and chance.randrange(STOP) == 0:
        turn = replace(turn, stops=True)
    return turn


def random_marks(
    layout: Layout, move: Move, turn: Turn, chance: Random
) -> Mapping[int, int] | None:
    """Return marks as a player may write them on the square reached; None where none are due."""
    if move.kind == SUGAR and turn.sugar:
        due = sugar_due(layout, move.seat.teeth, sum(turn.sugar))
        return {
            tooth: stage + 1
            for stage, count in due.items()
            for tooth in sorted(chance.sample(numbers(move.seat.teeth, stage), count))
        }
    if move.kind == DENTIST:
        return _care(layout, move, chance)
    if move.kind in {BRUSHING, HIT}:
        after = teeth_after(layout, move, turn)
        pairs = enumerate(zip(move.seat.teeth, after, strict=True), start=1)
        return {tooth: new for tooth, (old, new) in pairs if old != new}
    return None


def _care(layout: Layout, move: Move, chance: Random) -> Mapping[int, int]:
    clean, due = plan(layout, move)
    first = chance.sample(numbers(clean, layout.first), due.whole + due.half)
    following = chance.sample(numbers(clean, layout.next), due.next)
    marks = dict.fromkeys((*first[: due.whole], *following), 0)
    marks |= dict.fromkeys(first[due.whole :], layout.next)
    return dict(sorted(marks.items()))


def _rolled(layout: Layout, state: State, move: Move, turn: Turn, chance: Random) -> Turn:
    """Return the turn with the die or the choice of the square reached."""
    match move.kind:
        case "sugar" if not move.has_cube:
            count = len(turn.roll) if state.plays(TWO_DICE) else 1
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


def _gift(state: State, turn: Turn, chance: Random) -> Mapping[str, int]:
    giver = turn.player or state.next
    tokens = state.seats[giver].tokens
    others = [player for player in state.seating.players if player != giver]
    return {chance.choice(others): chance.randint(1, tokens)} if tokens else {}


def _may_stop(layout: Layout, state: State, move: Move) -> bool:
    is_fifth = move.kind == DENTIST and move.seat.laps + 1 == layout.laps.boxes
    return is_fifth and not state.plays(EDUCATIONAL)


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
