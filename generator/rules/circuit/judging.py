"""Which rules a turn and the final counts break; how charts lie on paper."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from generator.game import Mark, Paper
from generator.reading.nodes import Path
from generator.rules import findings
from generator.rules.circuit import state as states
from generator.rules.circuit.move import (
    Move,
    gifts,
    has_choice,
    moved,
    plan,
    teeth_after,
    tooth_hit,
)
from generator.rules.family import ANYTHING, Refusal, Scores, paper_of
from generator.rules.naming import cells, words
from generator.words import Message, message

LONGEST_ADVICE = 5


def teeth_named(layout: states.Layout, *teeth: int) -> Message:
    """Return how a message names teeth."""
    return cells(*(layout.tooth_id(tooth) for tooth in teeth))


def marker_named(layout: states.Layout, stage: int) -> Message:
    """Return how a message names a marker, or that there is none."""
    if stage == 0:
        return message("rules.circuit.no-marker")
    return words("markers", layout.stages[stage])


def square_named(layout: states.Layout, square: int) -> Message:
    """Return how a message names a square: by its number and what it does."""
    return message(
        "rules.circuit.square-named", number=square, kind=words("squares", layout.kind(square))
    )


def on_tooth(layout: states.Layout, refusal: Refusal, tooth: int) -> Refusal:
    """Return a finding of a turn at the mark of one tooth."""
    path = (*refusal.path, "marks", tooth)
    return replace(refusal, path=path, where=layout.tooth_id(tooth))


def marks_missing(layout: states.Layout, move: Move, turn: states.Turn) -> Iterator[Refusal]:
    """Yield that the marks were left out although there was a choice."""
    if has_choice(layout, move, turn):
        care, sugar = "rules.circuit.marks-missing-care", "rules.circuit.marks-missing-sugar"
        reason = message(care if move.kind == states.DENTIST else sugar, player=move.player)
        yield findings.at_turn("marks-missing", reason, turn, move.player)


def advice(layout: states.Layout, teeth: Iterable[int]) -> tuple[str, ...]:
    """Return the ids of teeth that would do instead, the first few."""
    return tuple(layout.tooth_id(tooth) for tooth in teeth)[:LONGEST_ADVICE]


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


def refuse(layout: states.Layout, state: states.State, turn: states.Turn) -> tuple[Refusal, ...]:
    """Return every rule a turn breaks, in the order of the game's table."""
    if state.ended is not None:
        return (findings.after_end(state, turn),)
    move = moved(layout, state, turn)
    refusals = [*findings.out_of_order(state, turn), *_dice(layout, state, turn, move)]
    if move.square is not None:
        refusals += _square(layout, turn, move)
        refusals += _refuse_marks(layout, move, turn)
        refusals += (*_cube(state, turn, move), *_gives(state, turn))
        refusals += _stops(layout, state, turn, move)
    return tuple(sorted(refusals, key=lambda refusal: _ORDER[refusal.rule]))


def _dice(
    layout: states.Layout, state: states.State, turn: states.Turn, move: Move
) -> Iterator[Refusal]:
    """Yield one finding for every field of dice, at the first thing that is wrong in it."""
    most = 2 if state.plays(states.TWO_DICE) else 1
    wrong = [
        _wrong_roll(layout, turn, most),
        _wrong_sugar(layout, turn, move, most),
        _wrong_appointment(layout, turn) if move.kind == states.APPOINTMENT else None,
    ]
    if move.kind == states.HIT:
        wrong.append(_wrong_die("hit", turn.hit, layout.tooth_sides, "rules.circuit.hit-missing"))
    for reason, within in filter(None, wrong):
        yield findings.at_turn("dice", reason, turn, move.player, *within)


def _wrong_roll(layout: states.Layout, turn: states.Turn, most: int) -> tuple[Message, Path] | None:
    if not turn.roll:
        return message("rules.circuit.roll-missing"), ("roll",)
    if len(turn.roll) > most:
        key = "rules.circuit.roll-count-two" if most > 1 else "rules.circuit.roll-count-one"
        return message(key, found=len(turn.roll)), ("roll",)
    return _wrong_face("roll", turn.roll, layout.sides)


def _wrong_sugar(
    layout: states.Layout, turn: states.Turn, move: Move, most: int
) -> tuple[Message, Path] | None:
    if move.kind != states.SUGAR or move.has_cube:
        return None
    if not turn.sugar:
        return message("rules.circuit.sugar-missing"), ("sugar",)
    # With too many dice to move, nobody can say how many the sugar takes.
    wanted = len(turn.roll)
    if wanted <= most and len(turn.sugar) != wanted:
        key = "rules.circuit.sugar-dice-two" if wanted > 1 else "rules.circuit.sugar-dice-one"
        return message(key, found=len(turn.sugar)), ("sugar",)
    return _wrong_face("sugar", turn.sugar, layout.sides)


def _wrong_appointment(layout: states.Layout, turn: states.Turn) -> tuple[Message, Path] | None:
    if not turn.takes:
        missing = "rules.circuit.appointment-missing"
        return _wrong_die("appointment", turn.appointment, layout.sides, missing)
    if turn.appointment is None:
        return None
    return message("rules.circuit.appointment-and-cube"), ("takes",)


def _wrong_die(
    field: str, face: int | None, sides: int, missing: str
) -> tuple[Message, Path] | None:
    if face is None:
        return message(missing), (field,)
    wrong = _wrong_face(field, (face,), sides)
    return None if wrong is None else (wrong[0], (field,))


def _wrong_face(field: str, faces: tuple[int, ...], sides: int) -> tuple[Message, Path] | None:
    for place, face in enumerate(faces):
        if not 1 <= face <= sides:
            return message("rules.circuit.face", found=face, sides=sides), (field, place)
    return None


def _square(layout: states.Layout, turn: states.Turn, move: Move) -> Iterator[Refusal]:
    """Yield one finding where something of another square is written down."""
    square = move.square or 0
    reached = square_named(layout, square)
    if wrong := _other_square(layout, turn, move, square):
        name, within = wrong
        reason = message("rules.circuit.square", found=name, reached=reached)
        refusal = findings.at_turn("square", reason, turn, move.player, *within)
        yield replace(refusal, where=layout.circuit.cell_ids()[square])
        return
    if move.kind == states.APPOINTMENT and turn.marks is not None:
        for tooth in tuple(states.changed(move.seat.teeth, turn.marks))[:1]:
            names = {"tooth": teeth_named(layout, tooth), "reached": reached}
            reason = message("rules.circuit.square-marks", **names)
            refusal = findings.at_turn("square", reason, turn, move.player, "marks", tooth)
            yield replace(refusal, where=layout.tooth_id(tooth))


def _other_square(
    layout: states.Layout, turn: states.Turn, move: Move, square: int
) -> tuple[Message, Path] | None:
    if turn.square is not None and turn.square not in {square, move.kind}:
        if isinstance(turn.square, int):
            return square_named(layout, turn.square), ("square",)
        return words("squares", turn.square), ("square",)
    for field, kind in FIELDS:
        written = getattr(turn, field)
        # A die may show 0 in a record: that is written down, too.
        if written is not None and written is not False and written != () and kind != move.kind:
            return words("squares", kind), (field,)
    return None


def _cube(state: states.State, turn: states.Turn, move: Move) -> Iterator[Refusal]:
    if turn.takes and move.kind == states.APPOINTMENT and state.cube is not None:
        key = "rules.circuit.cube-held" if move.has_cube else "rules.circuit.cube-on-table"
        reason = message(key, player=state.cube)
        refusal = findings.at_turn("cube-on-table", reason, turn, move.player, "takes")
        yield replace(refusal, after=frozenset({ANYTHING}))


def _gives(state: states.State, turn: states.Turn) -> Iterator[Refusal]:
    giver = findings.active_player(state, turn)
    for gift in gifts(state, turn):
        if gift.refused:
            reason = message(gift.refused, player=giver, to=gift.to, found=gift.tokens)
            refusal = findings.at_turn("gives", reason, turn, giver, "gives", gift.to)
            # What one believes to have given, the other believes to have.
            yield replace(refusal, spoils=refusal.spoils | {paper_of(gift.to)})


def _stops(
    layout: states.Layout, state: states.State, turn: states.Turn, move: Move
) -> Iterator[Refusal]:
    if not turn.stops:
        return
    laps = move.seat.laps + (move.kind == states.DENTIST)
    if state.plays(states.EDUCATIONAL):
        reason = message("rules.circuit.stop-educational")
    elif laps < layout.laps.boxes:
        reason = message("rules.circuit.stop-early", found=laps, laps=layout.laps.boxes)
    elif move.seat.laps >= layout.laps.boxes:
        reason = message("rules.circuit.stop-again", player=move.player)
    else:
        return
    yield findings.at_turn("stop-choice", reason, turn, move.player, "stops")


def _refuse_marks(layout: states.Layout, move: Move, turn: states.Turn) -> Iterator[Refusal]:
    """Yield what is wrong with the teeth of a turn on the square reached."""
    match move.kind:
        case "sugar" if move.has_cube:
            yield from _spared(layout, move, turn)
        case "sugar":
            yield from _sugar(layout, move, turn)
        case "brushing" if turn.marks is not None:
            yield from _unlike(layout, move, turn, states.cleaned(layout, move.seat.teeth))
        case "hit" if turn.marks is not None:
            if tooth := tooth_hit(layout, turn):
                given = states.marked(move.seat.teeth, {tooth: len(layout.stages) - 1})
                yield from _unlike(layout, move, turn, given)
        case "dentist":
            yield from _refuse_care(layout, move, turn)
        case _:
            pass


def _spared(layout: states.Layout, move: Move, turn: states.Turn) -> Iterator[Refusal]:
    """Yield that the holder of the cube took sugar: by a roll, or by marks that change teeth."""
    reason = message("rules.circuit.cube-spares", player=move.player)
    took = tuple(states.changed(move.seat.teeth, turn.marks or {}))
    if turn.sugar:
        yield findings.at_turn("cube-spares", reason, turn, move.player, "sugar")
    elif took:
        yield on_tooth(layout, findings.at_turn("cube-spares", reason, turn, move.player), took[0])


def _sugar(layout: states.Layout, move: Move, turn: states.Turn) -> Iterator[Refusal]:
    if not turn.sugar:
        return
    if turn.marks is None:
        yield from marks_missing(layout, move, turn)
        return
    teeth = move.seat.teeth
    changes = states.changed(teeth, turn.marks)
    steps = [tooth for tooth, stage in changes.items() if stage != teeth[tooth - 1] + 1]
    if steps:
        for tooth in steps:
            before = teeth[tooth - 1]
            key, names = "rules.circuit.sugar-step", _step(layout, tooth, before, changes[tooth])
            if before + 1 == len(layout.stages):
                key = "rules.circuit.sugar-step-last"
            else:
                names["wanted"] = marker_named(layout, before + 1)
            step = message(key, **names)
            yield on_tooth(layout, findings.at_turn("sugar-step", step, turn, move.player), tooth)
        return
    yield from _sugar_order(layout, move, turn, changes)
    yield from _sugar_count(layout, move, turn, changes)


def _step(layout: states.Layout, tooth: int, before: int, found: int) -> dict[str, Message]:
    stages = {"before": marker_named(layout, before), "found": marker_named(layout, found)}
    return {"tooth": teeth_named(layout, tooth), **stages}


def _sugar_order(
    layout: states.Layout, move: Move, turn: states.Turn, changes: Mapping[int, int]
) -> Iterator[Refusal]:
    """Yield the first tooth that was harmed although a worse one was still to get worse."""
    teeth = move.seat.teeth
    last = len(layout.stages) - 1
    for tooth in changes:
        stage = teeth[tooth - 1]
        due = [n for n, s in enumerate(teeth, 1) if stage < s < last and n not in changes]
        if due:
            due.sort(key=lambda number: -teeth[number - 1])
            names = {"tooth": teeth_named(layout, tooth), "other": teeth_named(layout, due[0])}
            marker = marker_named(layout, teeth[due[0] - 1])
            reason = message("rules.circuit.sugar-order", **names, marker=marker)
            refusal = on_tooth(
                layout, findings.at_turn("sugar-order", reason, turn, move.player), tooth
            )
            yield replace(refusal, instead=advice(layout, due))
            return


def _sugar_count(
    layout: states.Layout, move: Move, turn: states.Turn, changes: Mapping[int, int]
) -> Iterator[Refusal]:
    teeth = move.seat.teeth
    due = states.sugar_due(layout, teeth, sum(turn.sugar))
    wanted = sum(due.values())
    if len(changes) != wanted:
        reason = message("rules.circuit.sugar-count", found=len(changes), wanted=wanted)
        ill = (
            tooth for stage, count in due.items() if count for tooth in states.numbers(teeth, stage)
        )
        left = (tooth for tooth in ill if tooth not in changes)
        refusal = findings.at_turn("sugar-count", reason, turn, move.player, "marks")
        few = len(changes) < wanted
        yield replace(refusal, instead=advice(layout, left)) if few else refusal


def _unlike(
    layout: states.Layout, move: Move, turn: states.Turn, given: states.Teeth
) -> Iterator[Refusal]:
    """Yield every marked tooth that is not as the square leaves it; the rule has its name."""
    for tooth, stage in states.changed(given, turn.marks or {}).items():
        key = "rules.circuit.hit" if move.kind == states.HIT else "rules.circuit.brushing"
        names = {"tooth": teeth_named(layout, tooth), "found": marker_named(layout, stage)}
        reason = message(key, **names, wanted=marker_named(layout, given[tooth - 1]))
        yield on_tooth(layout, findings.at_turn(move.kind, reason, turn, move.player), tooth)


@dataclass(frozen=True, slots=True)
class _Visit:
    """Teeth after cleaning and after care, the care that was due and the one that was given."""

    clean: states.Teeth
    after: states.Teeth
    due: states.Care
    given: states.Care

    def is_out_of_order(self) -> bool:
        """Return whether the next teeth were treated and too few of the first."""
        few = self.given.whole + self.given.half < self.due.whole + self.due.half
        return self.given.next > 0 and (few or self.given.whole < self.due.whole)


def _refuse_care(layout: states.Layout, move: Move, turn: states.Turn) -> Iterator[Refusal]:
    """Yield what is wrong with care and cleaning, or that it was not written down."""
    if turn.marks is None:
        yield from marks_missing(layout, move, turn)
        return
    clean, due = plan(layout, move)
    after = teeth_after(layout, move, turn)
    visit = _Visit(clean, after, due, states.care_given(layout, clean, after))
    if visit.is_out_of_order():
        yield _care_order(layout, move, turn, visit)
    yield from _care_count(layout, move, turn, visit)
    for tooth, stage in turn.marks.items():
        if stage in layout.sugary:
            names = {"tooth": teeth_named(layout, tooth), "found": marker_named(layout, stage)}
            reason = message("rules.circuit.cleaning", **names)
            yield on_tooth(layout, findings.at_turn("cleaning", reason, turn, move.player), tooth)


def _care_order(layout: states.Layout, move: Move, turn: states.Turn, visit: _Visit) -> Refusal:
    """Return the finding at the first tooth that was treated too early."""
    pairs = tuple(enumerate(zip(visit.clean, visit.after, strict=True), start=1))
    early = [tooth for tooth, ways in pairs if ways == (layout.next, 0)]
    left = [t for t, (before, after) in pairs if before == layout.first and after != 0]
    names = {"tooth": teeth_named(layout, early[0]), "other": teeth_named(layout, left[0])}
    kinds = {"first": marker_named(layout, layout.first), "next": marker_named(layout, layout.next)}
    reason = message("rules.circuit.care-order", **names, **kinds)
    refusal = on_tooth(layout, findings.at_turn("care-order", reason, turn, move.player), early[0])
    return replace(refusal, instead=advice(layout, left))


def _care_count(
    layout: states.Layout, move: Move, turn: states.Turn, visit: _Visit
) -> Iterator[Refusal]:
    """Yield the markers that care does not give; where there are none, a wrong measure of care.

    Sugar is left to the cleaning.
    """
    known = {(layout.first, 0), (layout.first, layout.next), (layout.next, 0)}
    ends = enumerate(zip(visit.clean, visit.after, strict=True), start=1)
    strange = [
        tooth
        for tooth, (clean, after) in ends
        if clean != after and (clean, after) not in known and after not in layout.sugary
    ]
    for tooth in strange:
        names = _step(layout, tooth, visit.clean[tooth - 1], visit.after[tooth - 1])
        reason = message("rules.circuit.care-marker", **names)
        yield on_tooth(layout, findings.at_turn("care-count", reason, turn, move.player), tooth)
    cost, wanted = visit.given.cost(layout), visit.due.cost(layout)
    is_other = visit.given != visit.due and not visit.is_out_of_order()
    if not strange and (cost != wanted or is_other):
        values = {"found": cost, "wanted": wanted, "tokens": move.seat.tokens}
        key = "rules.circuit.care-halves" if cost == wanted else "rules.circuit.care-count"
        yield findings.at_turn("care-count", message(key, **values), turn, move.player, "marks")


ON_FINALS = ("unfinished", "final-differs", "score-wrong")


def differing(
    layout: states.Layout, state: states.State, finals: Mapping[str, states.Final]
) -> Iterator[Refusal]:
    """Yield each count that is not what the turns give; those left out are passed over."""
    for player, final in finals.items():
        given = states.counts(layout, state)[player]
        for stage, found in final.counts.items():
            if found != given[stage]:
                key, marker = "rules.circuit.final-differs", marker_named(layout, stage)
                reason = message(key, marker=marker, found=found, wanted=given[stage])
                path = ("final", player, layout.stages[stage])
                yield findings.differs("final-differs", reason, path)


def added_up_wrong(finals: Mapping[str, states.Final], scores: Scores) -> Iterator[Refusal]:
    """Yield each score that was added up wrong by hand."""
    for player, final in finals.items():
        wanted = scores[player]["total"]
        if final.score is not None and final.score != wanted:
            yield findings.score_wrong(
                "total", final.score, wanted, ("final", player, "score"), player
            )


def shown(layout: states.Layout, state: states.State) -> tuple[Paper, ...]:
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
