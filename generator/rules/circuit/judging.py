"""Which rules a turn and the final counts break; how charts lie on paper."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from generator.game import Mark, Paper
from generator.reading.nodes import Path
from generator.rules import findings
from generator.rules.circuit import state as states
from generator.rules.circuit.move import Move, gifts, has_choice, moved, plan, teeth_after
from generator.rules.circuit.state import Final, Layout, State, Teeth, Turn
from generator.rules.family import ANYTHING, Refusal, Scores, paper_of
from generator.rules.naming import cells, words
from generator.words import Message, Value, message

LONGEST_ADVICE = 5

# In the order of the game's table; with each, what a player who breaks it is wrong about.
ON_TURNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
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
)
_ORDER = {rule: place for place, rule in enumerate(ON_TURNS)}
# The fields that only one kind of square asks for.
FIELDS = (
    ("sugar", states.SUGAR),
    ("appointment", states.APPOINTMENT),
    ("takes", states.APPOINTMENT),
    ("hit", states.HIT),
)


def refuse(layout: Layout, state: State, turn: Turn) -> tuple[Refusal, ...]:
    """Return every rule a turn breaks, in the order of the game's table."""
    if state.ended is not None:
        return (findings.after_end(state, turn),)
    move = moved(layout, state, turn)
    refusals = [*findings.out_of_order(state, turn), *_dice(state, move)]
    if move.square is not None:
        refusals += (*_square(move, move.square), *_marks(move), *_cube(state, move))
        refusals += (*_gives(state, move), *_stops(state, move))
    return tuple(sorted(refusals, key=lambda refusal: _ORDER[refusal.rule]))


def _found(move: Move, rule: str, *within: str | int, key: str = "", **values: Value) -> Refusal:
    """Return a finding at a field of a turn, in the words of its rule or of a key."""
    reason = message(f"rules.circuit.{key or rule}", **values)
    return findings.at_turn(rule, reason, move.turn, move.player, *within)


def _at(
    move: Move, tooth: int, rule: str, instead: Sequence[int] = (), key: str = "", **values: Value
) -> Refusal:
    """Return a finding at the mark of one tooth, with others that would do."""
    found = _found(move, rule, "marks", tooth, key=key, tooth=_tooth(move, tooth), **values)
    advice = tuple(map(move.layout.tooth_id, instead[:LONGEST_ADVICE]))
    return replace(found, where=move.layout.tooth_id(tooth), instead=advice)


def _tooth(move: Move, tooth: int) -> Message:
    return cells(move.layout.tooth_id(tooth))


def _marker(layout: Layout, stage: int) -> Message:
    none = message("rules.circuit.no-marker")
    return words("markers", layout.stages[stage]) if stage else none


def _dice(state: State, move: Move) -> Iterator[Refusal]:
    """Yield one finding for every field of dice, at the first thing that is wrong in it."""
    most = 2 if state.plays(states.TWO_DICE) else 1
    for wrong in (_wrong_roll(move, most), _wrong_sugar(move, most), _wrong_die(move)):
        if wrong is not None:
            reason, within = wrong
            yield findings.at_turn("dice", reason, move.turn, move.player, *within)


def _wrong_roll(move: Move, most: int) -> tuple[Message, Path] | None:
    roll = move.turn.roll
    if not roll:
        return message("rules.circuit.roll-missing"), ("roll",)
    if len(roll) > most:
        key = "rules.circuit.roll-count-two" if most > 1 else "rules.circuit.roll-count-one"
        return message(key, found=len(roll)), ("roll",)
    return _wrong_face("roll", roll, move.layout.sides)


def _wrong_sugar(move: Move, most: int) -> tuple[Message, Path] | None:
    sugar = move.turn.sugar
    if move.kind != states.SUGAR or move.has_cube:
        return None
    if not sugar:
        return message("rules.circuit.sugar-missing"), ("sugar",)
    # With too many dice to move, nobody can say how many the sugar takes.
    wanted = len(move.turn.roll)
    if wanted <= most and len(sugar) != wanted:
        key = "rules.circuit.sugar-dice-two" if wanted > 1 else "rules.circuit.sugar-dice-one"
        return message(key, found=len(sugar)), ("sugar",)
    return _wrong_face("sugar", sugar, move.layout.sides)


def _wrong_die(move: Move) -> tuple[Message, Path] | None:
    """Return what is wrong with the die for a tooth, or with that of an appointment."""
    turn, layout = move.turn, move.layout
    if move.kind == states.APPOINTMENT and turn.takes:
        both = turn.appointment is not None
        return (message("rules.circuit.appointment-and-cube"), ("takes",)) if both else None
    dice = {
        states.HIT: (turn.hit, layout.tooth_sides, "rules.circuit.hit-missing"),
        states.APPOINTMENT: (turn.appointment, layout.sides, "rules.circuit.appointment-missing"),
    }
    face, sides, missing = dice.get(move.kind, (1, 1, ""))
    if face is None:
        return message(missing), (move.kind,)
    wrong = _wrong_face(move.kind, (face,), sides)
    return wrong and (wrong[0], (move.kind,))


def _wrong_face(field: str, faces: tuple[int, ...], sides: int) -> tuple[Message, Path] | None:
    for place, face in enumerate(faces):
        if not 1 <= face <= sides:
            return message("rules.circuit.face", found=face, sides=sides), (field, place)
    return None


def _square(move: Move, square: int) -> Iterator[Refusal]:
    """Yield one finding where something of another square is written down."""
    reached = _named(move.layout, square)
    if wrong := _other_square(move, square):
        name, field = wrong
        found = _found(move, "square", field, found=name, reached=reached)
        yield replace(found, where=move.layout.circuit.cell_ids()[square])
    elif move.kind == states.APPOINTMENT:
        for tooth in tuple(states.changed(move.seat.teeth, move.turn.marks or {}))[:1]:
            yield _at(move, tooth, "square", key="square-marks", reached=reached)


def _named(layout: Layout, square: int) -> Message:
    """Return how a message names a square: by its number and what it does."""
    kind = words("squares", layout.kind(square))
    return message("rules.circuit.square-named", number=square, kind=kind)


def _other_square(move: Move, square: int) -> tuple[Message, str] | None:
    named = move.turn.square
    if named is not None and named not in {square, move.kind}:
        if isinstance(named, int):
            return _named(move.layout, named), "square"
        return words("squares", named), "square"
    for field, kind in FIELDS:
        written = getattr(move.turn, field)
        # A die may show 0 in a record: that is written down, too.
        if written is not None and written is not False and written != () and kind != move.kind:
            return words("squares", kind), field
    return None


def _cube(state: State, move: Move) -> Iterator[Refusal]:
    if move.turn.takes and move.kind == states.APPOINTMENT and state.cube is not None:
        key = "cube-held" if move.has_cube else "cube-on-table"
        found = _found(move, "cube-on-table", "takes", key=key, player=state.cube)
        yield replace(found, after=frozenset({ANYTHING}))


def _gives(state: State, move: Move) -> Iterator[Refusal]:
    for gift in gifts(state, move.turn):
        if gift.refused:
            player, to, tokens = move.player, gift.to, gift.tokens
            key = gift.refused
            found = _found(move, "gives", "gives", to, key=key, player=player, to=to, found=tokens)
            # What one believes to have given, the other believes to have.
            yield replace(found, spoils=found.spoils | {paper_of(gift.to)})


def _stops(state: State, move: Move) -> Iterator[Refusal]:
    before, wanted = move.seat.laps, move.layout.laps.boxes
    laps = before + (move.kind == states.DENTIST)
    if not move.turn.stops:
        return
    if state.plays(states.EDUCATIONAL):
        yield _found(move, "stop-choice", "stops", key="stop-educational")
    elif laps < wanted:
        yield _found(move, "stop-choice", "stops", key="stop-early", found=laps, laps=wanted)
    elif before >= wanted:
        yield _found(move, "stop-choice", "stops", key="stop-again", player=move.player)


def _marks(move: Move) -> Iterator[Refusal]:
    """Yield what is wrong with the teeth of a turn on the square reached."""
    layout, turn, teeth = move.layout, move.turn, move.seat.teeth
    match move.kind:
        case "sugar" if move.has_cube:
            yield from _spared(move)
        case "sugar" | "dentist" if turn.marks is None:
            if has_choice(move):
                key = "marks-missing-care" if move.kind == states.DENTIST else "marks-missing-sugar"
                yield _found(move, "marks-missing", key=key, player=move.player)
        case "sugar" if turn.sugar:
            yield from _sugar(move, states.changed(teeth, turn.marks or {}))
        case "brushing" if turn.marks is not None:
            yield from _unlike(move, states.cleaned(layout, teeth))
        case "hit" if turn.marks is not None:
            if tooth := move.tooth_hit:
                yield from _unlike(move, states.marked(teeth, {tooth: len(layout.stages) - 1}))
        case "dentist":
            yield from _care(move, turn.marks or {})
        case _:
            pass


def _spared(move: Move) -> Iterator[Refusal]:
    """Yield that the holder of the cube took sugar: by a roll, or by marks that change teeth."""
    took = tuple(states.changed(move.seat.teeth, move.turn.marks or {}))
    if move.turn.sugar:
        yield _found(move, "cube-spares", "sugar", player=move.player)
    elif took:
        found = _found(move, "cube-spares", "marks", took[0], player=move.player)
        yield replace(found, where=move.layout.tooth_id(took[0]))


def _sugar(move: Move, changes: Mapping[int, int]) -> Iterator[Refusal]:
    """Yield wrong steps; where there are none, a wrong order and a wrong count."""
    layout, teeth = move.layout, move.seat.teeth
    steps = [tooth for tooth, stage in changes.items() if stage != teeth[tooth - 1] + 1]
    for tooth in steps:
        due = teeth[tooth - 1] + 1
        before, found = _marker(layout, due - 1), _marker(layout, changes[tooth])
        if due == len(layout.stages):
            yield _at(move, tooth, "sugar-step", (), "sugar-step-last", before=before, found=found)
        else:
            wanted = _marker(layout, due)
            yield _at(move, tooth, "sugar-step", before=before, found=found, wanted=wanted)
    if steps:
        return
    yield from _sugar_order(move, changes)
    ways = states.sugar_due(layout, teeth, sum(move.turn.sugar))
    count = sum(ways.values())
    if len(changes) != count:
        refusal = _found(move, "sugar-count", "marks", found=len(changes), wanted=count)
        ill = (tooth for stage in ways if ways[stage] for tooth in states.numbers(teeth, stage))
        left = [layout.tooth_id(tooth) for tooth in ill if tooth not in changes]
        few = len(changes) < count
        yield replace(refusal, instead=tuple(left[:LONGEST_ADVICE])) if few else refusal


def _sugar_order(move: Move, changes: Mapping[int, int]) -> Iterator[Refusal]:
    """Yield the first tooth that was harmed although a worse one was still to get worse."""
    teeth, last = move.seat.teeth, len(move.layout.stages) - 1
    for tooth in changes:
        stage = teeth[tooth - 1]
        due = [n for n, s in enumerate(teeth, 1) if stage < s < last and n not in changes]
        if due:
            due.sort(key=lambda number: -teeth[number - 1])
            marker = _marker(move.layout, teeth[due[0] - 1])
            yield _at(move, tooth, "sugar-order", due, other=_tooth(move, due[0]), marker=marker)
            return


def _unlike(move: Move, given: Teeth) -> Iterator[Refusal]:
    """Yield every marked tooth that is not as the square leaves it; the rule has its name."""
    for tooth, stage in states.changed(given, move.turn.marks or {}).items():
        wanted = _marker(move.layout, given[tooth - 1])
        yield _at(move, tooth, move.kind, found=_marker(move.layout, stage), wanted=wanted)


def _care(move: Move, marks: Mapping[int, int]) -> Iterator[Refusal]:
    """Yield what is wrong with the order and the measure of care, and with cleaning."""
    layout = move.layout
    clean, due = plan(move)
    after = teeth_after(move)
    given = states.care_given(layout, clean, after)
    few = given.whole + given.half < due.whole + due.half
    is_out_of_order = given.next > 0 and (few or given.whole < due.whole)
    ways = dict(enumerate(zip(clean, after, strict=True), start=1))
    if is_out_of_order:
        early = next(tooth for tooth, way in ways.items() if way == (layout.next, 0))
        left = [t for t, (before, now) in ways.items() if before == layout.first and now != 0]
        kinds = _marker(layout, layout.first), _marker(layout, layout.next)
        other = _tooth(move, left[0])
        yield _at(move, early, "care-order", left, other=other, first=kinds[0], next=kinds[1])
    known = {(layout.first, 0), (layout.first, layout.next), (layout.next, 0)}
    # Markers that care does not give; sugar is left to the cleaning.
    strange = [
        tooth
        for tooth, (before, now) in ways.items()
        if before != now and (before, now) not in known and now not in layout.sugary
    ]
    for tooth in strange:
        before, now = (_marker(layout, stage) for stage in ways[tooth])
        yield _at(move, tooth, "care-count", key="care-marker", before=before, found=now)
    cost, wanted = given.cost(layout), due.cost(layout)
    if not strange and (cost != wanted or (given != due and not is_out_of_order)):
        key, tokens = "care-halves" if cost == wanted else "care-count", move.seat.tokens
        yield _found(move, "care-count", "marks", key=key, found=cost, wanted=wanted, tokens=tokens)
    for tooth, stage in marks.items():
        if stage in layout.sugary:
            yield _at(move, tooth, "cleaning", found=_marker(layout, stage))


ON_FINALS = ("unfinished", "final-differs", "score-wrong")


def differing(layout: Layout, state: State, finals: Mapping[str, Final]) -> Iterator[Refusal]:
    """Yield each count that is not what the turns give; those left out are passed over."""
    for player, final in finals.items():
        given = states.counts(layout, state)[player]
        for stage, found in final.counts.items():
            if found != given[stage]:
                key, marker = "rules.circuit.final-differs", _marker(layout, stage)
                reason = message(key, marker=marker, found=found, wanted=given[stage])
                path = ("final", player, layout.stages[stage])
                yield findings.differs("final-differs", reason, path)


def added_up_wrong(finals: Mapping[str, Final], scores: Scores) -> Iterator[Refusal]:
    """Yield each score that was added up wrong by hand."""
    for player, final in finals.items():
        wanted = scores[player]["total"]
        if final.score is not None and final.score != wanted:
            path = ("final", player, "score")
            yield findings.score_wrong("total", final.score, wanted, path)


def shown(layout: Layout, state: State) -> tuple[Paper, ...]:
    """Return every chart with its markers and a tick for each lap.

    Of markers that were only counted nobody knows where they lie: their charts are empty.
    """
    papers = []
    for player in states.counts(layout, state):
        seat = state.seats[player]
        placed = zip(layout.teeth, seat.teeth, strict=True)
        teeth = {tooth: layout.tokens[stage] for tooth, stage in placed if stage}
        ticks = dict.fromkeys(layout.laps.cell_ids()[: seat.laps], Mark(shape="tick"))
        papers.append(Paper(player, layout.part, {**teeth, **ticks}))
    return tuple(papers)
