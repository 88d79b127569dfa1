"""Which rules a turn breaks: order, dice, square, cube, gifts, and the choice to stop."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from generator.reading.nodes import Path
from generator.rules.circuit import judging_teeth
from generator.rules.circuit.layout import Layout
from generator.rules.circuit.move import Move, active_player, gifts, moved
from generator.rules.circuit.names import APPOINTMENT, DENTIST, EDUCATIONAL, HIT, SUGAR, TWO_DICE
from generator.rules.circuit.state import State, Turn
from generator.rules.circuit.teeth import changed
from generator.rules.circuit.wording import found, kind_named, square_named, teeth_named
from generator.rules.family import ANYTHING, ORDER, Refusal, paper_of
from generator.words import Message, message

# In the order of the game's table.
ON_TURNS = (
    "turn-order",
    "dice",
    "square",
    "sugar-step",
    "sugar-order",
    "sugar-count",
    "cube-spares",
    "cube-on-table",
    "brushing",
    "hit",
    "care-order",
    "care-count",
    "cleaning",
    "gives",
    "marks-missing",
    "stop-choice",
    "after-end",
)
# The fields that only one kind of square asks for.
FIELDS = (("sugar", SUGAR), ("appointment", APPOINTMENT), ("takes", APPOINTMENT), ("hit", HIT))

# Why a gift is refused.
GIVES: Mapping[str, str] = MappingProxyType(
    {
        "variant": "rules.circuit.gives-variant",
        "oneself": "rules.circuit.gives-oneself",
        "too-many": "rules.circuit.gives-too-many",
    }
)


def refuse(layout: Layout, state: State, turn: Turn) -> tuple[Refusal, ...]:
    """Return every rule a turn breaks, in the order of the game's table."""
    if state.ended is not None:
        return (_after_end(state, turn),)
    move = moved(layout, state, turn)
    refusals = [*_order(state, turn), *_dice(layout, state, turn, move)]
    if move.square is not None:
        refusals += _square(layout, turn, move)
        refusals += judging_teeth.refuse(layout, move, turn)
        refusals += _cube(state, turn, move)
        refusals += _gives(state, turn)
        refusals += _stops(layout, state, turn, move)
    return tuple(sorted(refusals, key=lambda refusal: ON_TURNS.index(refusal.rule)))


def _after_end(state: State, turn: Turn) -> Refusal:
    reason = message("rules.after-end", turn=str(state.ended))
    refusal = found("after-end", reason, turn, active_player(state, turn))
    return replace(refusal, after=frozenset({ANYTHING}))


def _order(state: State, turn: Turn) -> Iterator[Refusal]:
    if turn.player is not None and turn.player != state.next:
        reason = message("rules.turn-order", player=turn.player, expected=state.next)
        refusal = found("turn-order", reason, turn, turn.player, "player")
        order = frozenset({ORDER})
        yield replace(refusal, after=order, spoils=refusal.spoils | order)


def _dice(layout: Layout, state: State, turn: Turn, move: Move) -> Iterator[Refusal]:
    """Yield one finding for every field of dice, at the first thing that is wrong in it."""
    most = 2 if state.plays(TWO_DICE) else 1
    wrong = [
        _wrong_roll(layout, turn, most),
        _wrong_sugar(layout, turn, move, most),
        _wrong_hit(layout, turn, move),
        _wrong_appointment(layout, turn, move),
    ]
    for reason, within in filter(None, wrong):
        yield found("dice", reason, turn, move.player, *within)


def _wrong_roll(layout: Layout, turn: Turn, most: int) -> tuple[Message, Path] | None:
    if not turn.roll:
        return message("rules.circuit.roll-missing"), ("roll",)
    if len(turn.roll) > most:
        key = "rules.circuit.roll-count-two" if most > 1 else "rules.circuit.roll-count-one"
        return message(key, found=len(turn.roll)), ("roll",)
    return _wrong_face("roll", turn.roll, layout.sides)


def _wrong_sugar(layout: Layout, turn: Turn, move: Move, most: int) -> tuple[Message, Path] | None:
    if move.kind != SUGAR or move.has_cube:
        return None
    if not turn.sugar:
        return message("rules.circuit.sugar-missing"), ("sugar",)
    # With too many dice to move, nobody can say how many the sugar takes.
    wanted = len(turn.roll)
    if wanted <= most and len(turn.sugar) != wanted:
        key = "rules.circuit.sugar-dice-two" if wanted > 1 else "rules.circuit.sugar-dice-one"
        return message(key, found=len(turn.sugar)), ("sugar",)
    return _wrong_face("sugar", turn.sugar, layout.sides)


def _wrong_hit(layout: Layout, turn: Turn, move: Move) -> tuple[Message, Path] | None:
    if move.kind != HIT:
        return None
    if turn.hit is None:
        return message("rules.circuit.hit-missing"), ("hit",)
    wrong = _wrong_face("hit", (turn.hit,), layout.tooth_sides)
    return None if wrong is None else (wrong[0], ("hit",))


def _wrong_appointment(layout: Layout, turn: Turn, move: Move) -> tuple[Message, Path] | None:
    if move.kind != APPOINTMENT:
        return None
    if turn.appointment is None:
        return (
            None if turn.takes else (message("rules.circuit.appointment-missing"), ("appointment",))
        )
    if turn.takes:
        return message("rules.circuit.appointment-and-cube"), ("takes",)
    wrong = _wrong_face("appointment", (turn.appointment,), layout.sides)
    return None if wrong is None else (wrong[0], ("appointment",))


def _wrong_face(field: str, faces: tuple[int, ...], sides: int) -> tuple[Message, Path] | None:
    for place, face in enumerate(faces):
        if not 1 <= face <= sides:
            return message("rules.circuit.face", found=face, sides=sides), (field, place)
    return None


def _square(layout: Layout, turn: Turn, move: Move) -> Iterator[Refusal]:
    """Yield one finding where something of another square is written down."""
    square = move.square or 0
    reached = square_named(layout, square)
    wrong = _other_square(layout, turn, move, square)
    if wrong is not None:
        name, within = wrong
        reason = message("rules.circuit.square", found=name, reached=reached)
        refusal = found("square", reason, turn, move.player, *within)
        yield replace(refusal, where=layout.square_id(square))
        return
    if move.kind == APPOINTMENT and turn.marks is not None:
        for tooth in tuple(changed(move.seat.teeth, turn.marks))[:1]:
            reason = message(
                "rules.circuit.square-marks", tooth=teeth_named(layout, tooth), reached=reached
            )
            refusal = found("square", reason, turn, move.player, "marks", tooth)
            yield replace(refusal, where=layout.tooth_id(tooth))


def _other_square(
    layout: Layout, turn: Turn, move: Move, square: int
) -> tuple[Message, Path] | None:
    if turn.square is not None and turn.square not in {square, move.kind}:
        if isinstance(turn.square, int):
            return square_named(layout, turn.square), ("square",)
        return kind_named(turn.square), ("square",)
    for field, kind in FIELDS:
        if _is_written(getattr(turn, field)) and kind != move.kind:
            return kind_named(kind), (field,)
    return None


def _is_written(value: object) -> bool:
    # A die may show 0 in a record: that is written down, too.
    return value is not None and value is not False and value != ()


def _cube(state: State, turn: Turn, move: Move) -> Iterator[Refusal]:
    if turn.takes and move.kind == APPOINTMENT and state.cube is not None:
        key = "rules.circuit.cube-held" if move.has_cube else "rules.circuit.cube-on-table"
        reason = message(key, player=state.cube)
        refusal = found("cube-on-table", reason, turn, move.player, "takes")
        yield replace(refusal, after=frozenset({ANYTHING}))


def _gives(state: State, turn: Turn) -> Iterator[Refusal]:
    giver = active_player(state, turn)
    for gift in gifts(state, turn):
        if gift.refused:
            names = {"player": giver, "to": gift.to}
            reason = message(GIVES[gift.refused], **names, found=gift.tokens)
            refusal = found("gives", reason, turn, giver, "gives", gift.to)
            # What one believes to have given, the other believes to have.
            yield replace(refusal, spoils=refusal.spoils | {paper_of(gift.to)})


def _stops(layout: Layout, state: State, turn: Turn, move: Move) -> Iterator[Refusal]:
    if not turn.stops:
        return
    laps = move.seat.laps + (move.kind == DENTIST)
    if state.plays(EDUCATIONAL):
        reason = message("rules.circuit.stop-educational")
    elif laps < layout.laps.boxes:
        reason = message("rules.circuit.stop-early", found=laps, laps=layout.laps.boxes)
    elif move.seat.laps >= layout.laps.boxes:
        reason = message("rules.circuit.stop-again", player=move.player)
    else:
        return
    yield found("stop-choice", reason, turn, move.player, "stops")
