"""Which rules a turn breaks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from generator.rules import findings
from generator.rules.dental import state as states
from generator.rules.dental.move import Move
from generator.rules.dental.state import Layout
from generator.rules.family import ANYTHING, Refusal, paper_of
from generator.rules.naming import cells, words
from generator.words import Message, Value, message

LONGEST_ADVICE = 5

# In the order of the game's table; with each, what a player who breaks it is wrong about.
ON_TURNS: Mapping[str, tuple[str, ...]] = {
    "turn-order": ("next",),
    "dice": ("roll", "sugar", "appointment", "hit", "takes"),
    "square": ("square",),
    "sugar-step": ("marks",),
    "sugar-order": ("teeth",),
    "sugar-count": ("teeth", "marks"),
    "cube-spares": ("cube",),
    "cube-on-table": ("cube",),
    "brushing": ("marks",),
    "hit": ("marks",),
    "care-order": ("marks",),
    "care-count": ("teeth", "tokens", "marks"),
    "cleaning": ("marks",),
    "gives": ("gives", "variants", "tokens"),
    "marks-missing": ("marks",),
    "stop-choice": ("stops",),
    "after-end": ("ended",),
}
# The fields that only one kind of square asks for.
FIELDS = {
    "sugar": states.SUGAR,
    "appointment": states.APPOINTMENT,
    "takes": states.APPOINTMENT,
    "hit": states.HIT,
}


def refuse(move: Move) -> tuple[Refusal, ...]:
    """Return every rule a turn breaks, in the order of the game's table."""
    state, turn = move.state, move.turn
    if state.ended is not None:
        return (findings.after_end(state, turn),)
    refusals = [*findings.out_of_order(state, turn), *_roll(move)]
    if move.square is not None:
        for judge in (_dice, _square, _marks, _cube, _gives, _missing, _stops):
            refusals += judge(move)
    return tuple(refusals)


def _found(move: Move, rule: str, *within: str | int, key: str = "", **values: Value) -> Refusal:
    """Return a finding at a field of a turn, in the words of its rule or of a key."""
    reason = message(f"rules.dental.{key or rule}", **values)
    return findings.at_turn(rule, reason, move.turn, move.player, *within)


def _at(
    move: Move, tooth: int, rule: str, instead: Sequence[int] = (), key: str = "", **values: Value
) -> Refusal:
    """Return a finding at the mark of one tooth, with others that would do."""
    where, advice = move.layout.tooth_id(tooth), map(move.layout.tooth_id, instead)
    found = _found(move, rule, "marks", tooth, key=key, tooth=cells(where), **values)
    wrote = _shown(move.layout, move.marks.get(tooth, 0))
    return replace(found, where=where, instead=tuple(advice)[:LONGEST_ADVICE], wrote=wrote)


def _shown(layout: Layout, stage: int) -> str:
    return layout.stages[stage] if stage else ""


def _marker(layout: Layout, stage: int) -> Message:
    """Return how a message names the marker of a stage."""
    none = message("rules.dental.no-marker")
    return words("markers", layout.stages[stage]) if stage else none


def _roll(move: Move) -> Iterator[Refusal]:
    """Yield the first thing that is wrong with the dice of the move."""
    roll, is_pair = move.turn.roll, move.state.plays(states.TWO_DICE)
    if not roll:
        yield _found(move, "dice", "roll", key="roll-missing")
    elif len(roll) > 1 + is_pair:
        key = "roll-count-two" if is_pair else "roll-count-one"
        yield _found(move, "dice", "roll", key=key, found=len(roll))
    else:
        yield from _faces(move, "roll", move.layout.dice.sides)


def _dice(move: Move) -> Iterator[Refusal]:
    """Yield the first thing that is wrong with the dice that the square asks for."""
    turn, kind, sides = move.turn, move.kind, move.layout.dice.sides
    if kind == states.SUGAR and not move.has_cube:
        found, wanted = len(turn.sugar), len(turn.roll)
        # With too many dice to move, nobody can say how many the sugar takes.
        is_known = wanted <= 1 + move.state.plays(states.TWO_DICE)
        if not found:
            yield _found(move, "dice", kind, key="sugar-missing")
        elif is_known and found != wanted:
            key = "sugar-dice-two" if wanted > 1 else "sugar-dice-one"
            yield _found(move, "dice", kind, key=key, found=found)
        else:
            yield from _faces(move, kind, sides)
    elif kind == states.APPOINTMENT and turn.takes:
        if turn.appointment is not None:
            yield _found(move, "dice", "takes", key="appointment-and-cube")
    elif kind in {states.APPOINTMENT, states.HIT}:
        if getattr(turn, kind) is None:
            yield _found(move, "dice", kind, key=f"{kind}-missing")
        sides = move.layout.tooth_die.sides if kind == states.HIT else sides
        yield from _faces(move, kind, sides)


def _faces(move: Move, field: str, sides: int) -> Iterator[Refusal]:
    """Yield the first face that no die has in a field: that of a die, or those of some dice."""
    written = getattr(move.turn, field)
    places = dict(enumerate(written)) if isinstance(written, tuple) else {None: written}
    for place, face in places.items():
        if face is not None and not 1 <= face <= sides:
            within = (field,) if place is None else (field, place)
            yield _found(move, "dice", *within, key="face", found=face, sides=sides)
            return


def _square(move: Move) -> Iterator[Refusal]:
    """Yield one finding where something of another square is written down."""
    square = move.square or 0
    for field, name in _elsewhere(move):
        reached = _named(move.layout, square)
        found = _found(move, "square", field, found=name, reached=reached)
        yield replace(found, where=move.layout.squares[square])
        return
    if move.kind == states.APPOINTMENT:
        for tooth in tuple(states.changed(move.seat.teeth, move.marks))[:1]:
            reached = _named(move.layout, square)
            yield _at(move, tooth, "square", key="square-marks", reached=reached)


def _named(layout: Layout, square: int) -> Message:
    """Return how a message names a square: by its number and what it does."""
    kind = words("squares", layout.kinds[square])
    return message("rules.dental.square-named", number=square, kind=kind)


def _elsewhere(move: Move) -> Iterator[tuple[str, Message]]:
    """Yield the fields that tell of another square, each with how that is named."""
    named = move.turn.square
    if isinstance(named, int) and named != move.square:
        yield "square", _named(move.layout, named)
    if isinstance(named, str) and named != move.kind:
        yield "square", words("squares", named)
    for field, kind in FIELDS.items():
        # A die may show 0 in a record: that is written down, too.
        if kind != move.kind and getattr(move.turn, field) not in {None, ()}:
            yield field, words("squares", kind)


def _cube(move: Move) -> Iterator[Refusal]:
    """Yield that the cube was taken that was not on the table."""
    holder = move.state.cube
    if move.turn.takes and move.kind == states.APPOINTMENT and holder is not None:
        key = "cube-held" if move.has_cube else "cube-on-table"
        found = _found(move, "cube-on-table", "takes", key=key, player=holder)
        yield replace(found, after=ANYTHING)


def _gives(move: Move) -> Iterator[Refusal]:
    """Yield every gift that stays where it is."""
    for to, key in move.refused.items():
        tokens, player = move.turn.gives[to], move.player
        found = _found(move, "gives", "gives", to, key=key, player=player, to=to, found=tokens)
        # What one believes to have given, the other believes to have.
        yield replace(found, spoils=found.spoils | {paper_of(to)})


def _missing(move: Move) -> Iterator[Refusal]:
    """Yield that a player who had a choice between teeth wrote down none."""
    if move.turn.marks is None and move.has_choice:
        key = "marks-missing-care" if move.kind == states.DENTIST else "marks-missing-sugar"
        yield _found(move, "marks-missing", key=key, player=move.player)


def _stops(move: Move) -> Iterator[Refusal]:
    """Yield that the game was stopped by who had no choice, or none any more."""
    before, wanted = move.seat.laps, move.layout.laps.boxes
    laps = before + (move.kind == states.DENTIST)
    if not move.turn.stops:
        return
    if move.state.plays(states.EDUCATIONAL):
        yield _found(move, "stop-choice", "stops", key="stop-educational")
    elif laps < wanted:
        yield _found(move, "stop-choice", "stops", key="stop-early", found=laps, laps=wanted)
    elif before >= wanted:
        yield _found(move, "stop-choice", "stops", key="stop-again", player=move.player)


def _marks(move: Move) -> Iterator[Refusal]:
    """Yield what is wrong with the teeth of a turn on the square reached."""
    match move.kind:
        case "sugar" if move.has_cube:
            yield from _spared(move)
        case _ if move.turn.marks is None:
            pass
        case "sugar" if move.turn.sugar:
            yield from _sugar(move, states.changed(move.clean, move.marks))
        case "dentist":
            yield from _care(move)
        # Every marked tooth is to be as the square leaves it; the rule has the square's name.
        case "brushing" | "hit" as rule if rule == states.BRUSHING or move.tooth_hit:
            for tooth, stage in states.changed(move.clean, move.marks).items():
                clean, found = move.clean[tooth - 1], _marker(move.layout, stage)
                differs = _at(move, tooth, rule, found=found, wanted=_marker(move.layout, clean))
                yield replace(differs, right=_shown(move.layout, clean))


def _spared(move: Move) -> Iterator[Refusal]:
    """Yield that the holder of the cube took sugar: by a roll, or by marks that change teeth."""
    if move.turn.sugar:
        yield _found(move, "cube-spares", "sugar", player=move.player)
        return
    for tooth in tuple(states.changed(move.seat.teeth, move.marks))[:1]:
        found = _found(move, "cube-spares", "marks", tooth, player=move.player)
        yield replace(found, where=move.layout.tooth_id(tooth))


def _sugar(move: Move, changes: Mapping[int, int]) -> Iterator[Refusal]:
    """Yield wrong steps; where there are none, a wrong order and a wrong count."""
    layout, teeth = move.layout, move.seat.teeth
    steps = [tooth for tooth, stage in changes.items() if stage != teeth[tooth - 1] + 1]
    for tooth in steps:
        stage, found = teeth[tooth - 1], _marker(layout, changes[tooth])
        before = _marker(layout, stage)
        if stage == len(layout.stages) - 1:
            yield _at(move, tooth, "sugar-step", key="sugar-step-last", before=before, found=found)
        else:
            wanted = _marker(layout, stage + 1)
            step = _at(move, tooth, "sugar-step", before=before, found=found, wanted=wanted)
            yield replace(step, right=_shown(layout, stage + 1))
    if steps:
        return
    yield from _sugar_order(move, changes)
    count = sum(move.due.values())
    if len(changes) != count:
        refusal = _found(move, "sugar-count", "marks", found=len(changes), wanted=count)
        ill = (t for (old, _), n in move.due.items() if n for t in states.numbers(teeth, old))
        left = tuple(layout.tooth_id(tooth) for tooth in ill if tooth not in changes)
        few = len(changes) < count
        yield replace(refusal, instead=left[:LONGEST_ADVICE]) if few else refusal


def _sugar_order(move: Move, changes: Mapping[int, int]) -> Iterator[Refusal]:
    """Yield the first tooth that was harmed although a worse one was still to get worse."""
    teeth, last = move.seat.teeth, len(move.layout.stages) - 1
    for tooth in changes:
        stage = teeth[tooth - 1]
        due = [n for n, s in enumerate(teeth, 1) if stage < s < last and n not in changes]
        if due:
            due.sort(key=lambda number: -teeth[number - 1])
            other = cells(move.layout.tooth_id(due[0]))
            worst = _marker(move.layout, teeth[due[0] - 1])
            yield _at(move, tooth, "sugar-order", due, other=other, marker=worst)
            return


def _care(move: Move) -> Iterator[Refusal]:
    """Yield what is wrong with the order and the measure of care, and with cleaning."""
    layout, due, given = move.layout, move.due, move.care
    whole, half, late = layout.treatments
    ways = dict(enumerate(zip(move.clean, move.after, strict=True), start=1))
    few = given[whole] + given[half] < due[whole] + due[half]
    is_out_of_order = given[late] > 0 and (few or given[whole] < due[whole])
    if is_out_of_order:
        early = next(tooth for tooth, way in ways.items() if way == late)
        left = [t for t, (old, new) in ways.items() if old == whole[0] and new != 0]
        other = cells(layout.tooth_id(left[0]))
        kinds = _marker(layout, whole[0]), _marker(layout, late[0])
        yield _at(move, early, "care-order", left, other=other, first=kinds[0], next=kinds[1])
    # Markers that care does not give; sugar is left to the cleaning.
    strange = [
        tooth
        for tooth, (old, new) in ways.items()
        if old != new and (old, new) not in layout.treatments and new not in layout.sugary
    ]
    for tooth in strange:
        before, now = (_marker(layout, stage) for stage in ways[tooth])
        yield _at(move, tooth, "care-count", key="care-marker", before=before, found=now)
    cost, wanted = layout.cost(given), layout.cost(due)
    if not strange and (cost != wanted or (given != due and not is_out_of_order)):
        key, tokens = "care-halves" if cost == wanted else "care-count", move.seat.tokens
        yield _found(move, "care-count", "marks", key=key, found=cost, wanted=wanted, tokens=tokens)
    for tooth, stage in move.marks.items():
        if stage in layout.sugary:
            yield _at(move, tooth, "cleaning", found=_marker(layout, stage))
