"""Random legal turns, exact chances, and turns likely to break one rule for practice records."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from types import MappingProxyType

from generator.rules.circuit import state as states
from generator.rules.circuit.move import Move, has_choice, moved, plan, teeth_after

# One in so many: takes the cube, rolls two dice, gives tokens away, stops the game, writes down
# the square, or marks that need not be.
CUBE, PAIR, GIFT, STOP, SQUARE, MARKS = 2, 2, 3, 2, 4, 3


def random_turn(layout: states.Layout, state: states.State, chance: Random) -> states.Turn:
    """Return a legal turn of the next player."""
    pair = state.plays(states.TWO_DICE) and chance.randrange(PAIR) == 0
    roll = tuple(chance.randint(1, layout.sides) for _ in range(2 if pair else 1))
    return turn_with(layout, state, roll, chance)


def turn_with(
    layout: states.Layout,
    state: states.State,
    roll: tuple[int, ...],
    chance: Random,
    player: str = "",
) -> states.Turn:
    """Return a turn with a roll and all that its square asks for; of the next player, or one."""
    player = player or state.next
    turn = states.Turn(state.played + 1, player, roll)
    if state.plays(states.COOPERATIVE) and chance.randrange(GIFT) == 0:
        tokens = state.seats[player].tokens
        others = [name for name in state.seating.players if name != player]
        gives = {chance.choice(others): chance.randint(1, tokens)} if tokens else {}
        turn = replace(turn, gives=gives)
    move = moved(layout, state, turn)
    turn = _rolled(layout, state, move, turn, chance)
    if move.square is not None and chance.randrange(SQUARE) == 0:
        turn = replace(turn, square=chance.choice((move.square, move.kind)))
    if has_choice(layout, move, turn) or chance.randrange(MARKS) == 0:
        turn = replace(turn, marks=random_marks(layout, move, turn, chance))
    is_fifth = move.kind == states.DENTIST and move.seat.laps + 1 == layout.laps.boxes
    if is_fifth and not state.plays(states.EDUCATIONAL) and chance.randrange(STOP) == 0:
        turn = replace(turn, stops=True)
    return turn


def random_marks(
    layout: states.Layout, move: Move, turn: states.Turn, chance: Random
) -> Mapping[int, int] | None:
    """Return marks as a player may write them on the square reached; None where none are due."""
    if move.kind == states.SUGAR and turn.sugar:
        due = states.sugar_due(layout, move.seat.teeth, sum(turn.sugar))
        return {
            tooth: stage + 1
            for stage, count in due.items()
            for tooth in sorted(chance.sample(states.numbers(move.seat.teeth, stage), count))
        }
    if move.kind == states.DENTIST:
        clean, care = plan(layout, move)
        first = chance.sample(states.numbers(clean, layout.first), care.whole + care.half)
        following = chance.sample(states.numbers(clean, layout.next), care.next)
        marks = dict.fromkeys((*first[: care.whole], *following), 0)
        marks |= dict.fromkeys(first[care.whole :], layout.next)
        return dict(sorted(marks.items()))
    if move.kind in {states.BRUSHING, states.HIT}:
        after = teeth_after(layout, move, turn)
        pairs = enumerate(zip(move.seat.teeth, after, strict=True), start=1)
        return {tooth: new for tooth, (old, new) in pairs if old != new}
    return None


def _rolled(
    layout: states.Layout, state: states.State, move: Move, turn: states.Turn, chance: Random
) -> states.Turn:
    """Return the turn with the die or the choice of the square reached."""
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


def odds(layout: states.Layout) -> Mapping[str, Mapping[int, Fraction]]:
    """Return the chance of each sum of one and two dice, of each tooth, of one and two tokens."""
    faces = range(1, layout.sides + 1)
    rolls = {f"sum.{n}": [sum(dice) for dice in product(faces, repeat=n)] for n in (1, 2)}
    rolls["hit"] = list(range(1, layout.tooth_sides + 1))
    rolls["appointment"] = [layout.appointments[face % 2] for face in faces]
    return {
        name: {value: Fraction(n, len(found)) for value, n in sorted(Counter(found).items())}
        for name, found in rolls.items()
    }


# The rules that are broken on one kind of square.
ON_SQUARES: Mapping[str, str] = MappingProxyType(
    {
        "sugar-step": states.SUGAR,
        "sugar-order": states.SUGAR,
        "sugar-count": states.SUGAR,
        "cube-spares": states.SUGAR,
        "cube-on-table": states.APPOINTMENT,
        "brushing": states.BRUSHING,
        "hit": states.HIT,
        "care-order": states.DENTIST,
        "care-count": states.DENTIST,
        "cleaning": states.DENTIST,
    }
)


def candidate(
    layout: states.Layout, state: states.State, rule: str, chance: Random
) -> states.Turn | None:
    """Return a turn that is likely to break a rule and no other; None where none can."""
    if (rule == "after-end") != (state.ended is not None):
        return None
    if rule in ON_SQUARES:
        turn = _turn_to(layout, state, ON_SQUARES[rule], chance)
        return None if turn is None else _on_square(layout, state, rule, turn, chance)
    if rule == "marks-missing":
        kind = chance.choice((states.SUGAR, states.DENTIST))
        turn = _turn_to(layout, state, kind, chance) or random_turn(layout, state, chance)
        return replace(turn, marks=None)
    return _at_table(layout, state, rule, random_turn(layout, state, chance), chance)


def _turn_to(
    layout: states.Layout, state: states.State, kind: str, chance: Random
) -> states.Turn | None:
    """Return a legal turn that reaches a square of a kind; None where no roll leads there."""
    faces = range(1, layout.sides + 1)
    most = 2 if state.plays(states.TWO_DICE) else 1
    start = state.seats[state.next].square
    rolls = [
        roll
        for count in range(1, most + 1)
        for roll in product(faces, repeat=count)
        if layout.kind(layout.reached(start, sum(roll))) == kind
    ]
    return turn_with(layout, state, chance.choice(rolls), chance) if rolls else None


def _at_table(
    layout: states.Layout, state: states.State, rule: str, turn: states.Turn, chance: Random
) -> states.Turn:
    """Return the turn with what breaks a rule wherever it leads."""
    players = state.seating.players
    match rule:
        case "turn-order":
            other = chance.choice([player for player in players if player != state.next])
            return turn_with(layout, state, turn.roll, chance, other)
        case "dice":
            return _wrong_dice(layout, state, turn, chance)
        case "square":
            square = moved(layout, state, turn).square
            others = [n for n in range(len(layout.circuit.squares)) if n != square]
            return replace(turn, square=chance.choice((*states.KINDS, chance.choice(others))))
        case "gives":
            to, tokens = chance.choice(players), state.seats[state.next].tokens
            return replace(turn, gives={to: tokens + chance.randint(1, 2)})
        case _:
            return replace(turn, stops=turn.stops or rule == "stop-choice")


def _wrong_dice(
    layout: states.Layout, state: states.State, turn: states.Turn, chance: Random
) -> states.Turn:
    """Return a turn with a face that no die has, one die too many, or without a die it needs."""
    match chance.randrange(3):
        case 0:
            return turn_with(layout, state, (layout.sides + chance.randint(1, 3),), chance)
        case 1:
            extra = tuple(chance.randint(1, layout.sides) for _ in range(3))
            return turn_with(layout, state, extra, chance)
        case _:
            return replace(turn, sugar=(), hit=None, appointment=None, takes=False, marks=None)


def _on_square(
    layout: states.Layout, state: states.State, rule: str, turn: states.Turn, chance: Random
) -> states.Turn | None:
    """Return the turn with what breaks a rule on the square it leads to."""
    move = moved(layout, state, turn)
    match rule:
        case "cube-on-table":
            return replace(turn, appointment=None, takes=True)
        case "cube-spares":
            took = replace(turn, sugar=tuple(chance.randint(1, layout.sides) for _ in turn.roll))
            return replace(took, marks=random_marks(layout, move, took, chance))
        case "sugar-count":  # the marks of a roll that shows one more or one less
            other = replace(turn, sugar=(sum(turn.sugar) + chance.choice((-1, 1)),))
            return replace(turn, marks=random_marks(layout, move, other, chance))
        case "care-order":
            return _light_first(layout, move, turn, chance)
        case "brushing" | "hit":
            right = turn.marks
        case _:
            right = random_marks(layout, move, turn, chance)
    return replace(turn, marks=_bent(layout, move, rule, dict(right or {}), chance))


def _bent(
    layout: states.Layout, move: Move, rule: str, marks: dict[int, int], chance: Random
) -> Mapping[int, int]:
    """Return marks of which one is wrong."""
    if rule == "care-count":
        clean, _ = plan(layout, move)
        kinds = {layout.first, layout.next}
        ill = [tooth for tooth, stage in enumerate(clean, start=1) if stage in kinds]
        return {**marks, chance.choice(ill): chance.choice((0, layout.first))} if ill else marks
    if rule == "sugar-order":  # one change less where it is due, one more where it is not
        teeth = tuple(enumerate(move.seat.teeth, start=1))
        free = [t for t, stage in teeth if t not in marks and stage + 1 < len(layout.stages)]
        if marks and free:
            del marks[chance.choice(tuple(marks))]
            tooth = chance.choice(free)
            marks[tooth] = move.seat.teeth[tooth - 1] + 1
        return marks
    tooth = chance.randrange(len(layout.teeth)) + 1
    stages = sorted(layout.sugary) if rule == "cleaning" else range(len(layout.stages))
    return {**marks, tooth: chance.choice(stages)}


def _light_first(
    layout: states.Layout, move: Move, turn: states.Turn, chance: Random
) -> states.Turn | None:
    """Return care that pays for some of the next teeth before the first ones."""
    clean, _ = plan(layout, move)
    most = min(clean.count(layout.next), move.seat.tokens // layout.costs[1])
    if most == 0:
        return None
    early = chance.sample(states.numbers(clean, layout.next), chance.randint(1, most))
    left = move.seat.tokens - len(early) * layout.costs[1]
    others = states.numbers(clean, layout.first)
    whole = min(len(others), left // layout.costs[0])
    marks = dict.fromkeys((*early, *others[:whole]), 0)
    if left > whole * layout.costs[0]:
        marks |= dict.fromkeys(others[whole : whole + 1], layout.next)
    ill = (*states.numbers(clean, layout.first), *states.numbers(clean, layout.next))
    return replace(turn, marks={tooth: marks.get(tooth, clean[tooth - 1]) for tooth in sorted(ill)})
