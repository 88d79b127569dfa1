"""How a game on the circuit stands: its parameters, what happens to teeth, what records say."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import DataError
from generator.game import Game, Mark
from generator.game.facts import Count, Facts, Id
from generator.game.parts import Arches, Circuit, Markers, Pool, Track
from generator.game.sentences import field_aliases
from generator.reading.fit import fit
from generator.reading.nodes import MapNode
from generator.rules.family import Outcome, Seating
from generator.rules.findings import AnyTurn
from generator.rules.roles import Roles
from generator.words import Message, message, not_one_of

DENTIST = "dentist"
SUGAR = "sugar"
BRUSHING = "brushing"
HIT = "hit"
APPOINTMENT = "appointment"
KINDS = (DENTIST, SUGAR, BRUSHING, HIT, APPOINTMENT)

TWO_DICE = "two-dice"
COOPERATIVE = "cooperative"
EDUCATIONAL = "educational"
VARIANTS = (TWO_DICE, COOPERATIVE, EDUCATIONAL)


class Appointments(Facts):
    """How many tokens an odd and an even face give."""

    odd: Count
    """How many tokens an odd face gives."""
    even: Count
    """How many tokens an even face gives."""


class CareFile(Facts):
    """A marker that care takes off, and what that costs."""

    marker: Id
    """The marker that care takes off."""
    tokens: Count
    """How many tokens that costs."""


class Mechanics(Facts):
    """The section `mechanics`: which parts play which role, and what they do to one another."""

    family: Literal["circuit"]
    chart: Id
    """The part that the markers lie on."""
    circuit: Id
    """The part that is walked."""
    markers: Id
    """The part with the markers."""
    dice: Id
    """The dice to walk with."""
    tooth_die: Id
    """The die that says which tooth is hit."""
    laps: Id
    """The track of laps."""
    appointments: Appointments
    """How many tokens an appointment gives."""
    sugary: tuple[Id, ...]
    """The markers that cleaning puts one stage back."""
    care: Annotated[tuple[CareFile, ...], Field(min_length=2, max_length=2)]
    """What is treated first and what next; half a treatment of the first makes it the next."""
    variants: tuple[Id, ...] = ()
    """The variants that may be played."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A game of this family as the rules see it.

    Markers are counted by stage, 0 is none; teeth and squares by number. `first` and `next` are
    the stages that care takes off, in this order, `costs` what that costs.
    """

    part: str
    teeth: tuple[str, ...]
    circuit: Circuit
    stages: tuple[str, ...]
    tokens: tuple[Mark, ...]
    points: tuple[int, ...]
    sugary: frozenset[int]
    first: int
    next: int
    costs: tuple[int, int]
    appointments: tuple[int, int]
    sides: int
    tooth_sides: int
    laps: Track
    variants: tuple[str, ...]

    def kind(self, square: int) -> str:
        """Return what a square does."""
        return self.circuit.squares[square].kind

    def tooth_id(self, tooth: int) -> str:
        """Return the id of a tooth on paper, by its number from 1."""
        return self.teeth[tooth - 1]

    def reached(self, start: int, steps: int) -> int:
        """Return the square that so many steps lead to; the first square ends every move."""
        # A record may hold any number: one walk round is enough to come to a halt.
        return self.circuit.moved(start, min(steps, len(self.circuit.squares)))


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section."""
    mechanics = fit(section, Mechanics, field_aliases(), "mechanics")
    roles = Roles(game, section)
    chart = roles.part("chart", mechanics.chart, Arches)
    circuit = roles.part("circuit", mechanics.circuit, Circuit)
    markers = roles.part("markers", mechanics.markers, Markers)
    dice = roles.part("dice", mechanics.dice, Pool)
    tooth_die = roles.part("tooth_die", mechanics.tooth_die, Pool)
    laps = roles.part("laps", mechanics.laps, Track)
    if not (chart and circuit and markers and dice and tooth_die and laps):
        raise DataError(roles.problems)
    for role, reason in (*_unknown_kinds(circuit), *_unknown_names(mechanics, markers)):
        roles.refuse(role, reason)
    if roles.problems:
        raise DataError(roles.problems)
    ids = ("none", *(marker.id for marker in markers.stages))
    grave, light = mechanics.care
    return Layout(
        part=mechanics.chart,
        teeth=chart.cell_ids(),
        circuit=circuit,
        stages=ids,
        tokens=(Mark(), *(_token(game, marker.colour) for marker in markers.stages)),
        points=(0, *(marker.worth for marker in markers.stages)),
        sugary=frozenset(map(ids.index, mechanics.sugary)),
        first=ids.index(grave.marker),
        next=ids.index(light.marker),
        costs=(grave.tokens, light.tokens),
        appointments=(mechanics.appointments.even, mechanics.appointments.odd),
        sides=dice.sides,
        tooth_sides=tooth_die.sides,
        laps=laps,
        variants=mechanics.variants,
    )


def _token(game: Game, colour: str) -> Mark:
    """Return how a marker lies on paper: in its colour and the shape that goes with it."""
    match game.head.colours[colour].shape:
        case "square" | "triangle" | "hexagon" | "diamond" as shape:
            return Mark(colour=colour, shape=shape)
        case _:
            return Mark(colour=colour, shape="circle")


def _unknown_kinds(circuit: Circuit) -> Iterator[tuple[str, Message]]:
    """Yield the squares that do nothing the family knows, and a wrong square to begin on."""
    for kind in dict.fromkeys(square.kind for square in circuit.squares):
        if kind not in KINDS:
            yield "circuit", not_one_of(kind, KINDS)
    halts = [number for number, square in enumerate(circuit.squares) if square.halt]
    dentists = [number for number, square in enumerate(circuit.squares) if square.kind == DENTIST]
    if not halts == dentists == [0]:
        yield "circuit", message("rules.circuit.one-dentist")


def _unknown_names(mechanics: Mechanics, markers: Markers) -> Iterator[tuple[str, Message]]:
    ids = tuple(marker.id for marker in markers.stages)
    wanted = (
        ("sugary", mechanics.sugary, ids),
        ("care", tuple(care.marker for care in mechanics.care), ids),
        ("variants", mechanics.variants, VARIANTS),
    )
    for role, names, known in wanted:
        yield from ((role, not_one_of(name, known)) for name in names if name not in known)


# The stage of the marker on each tooth, the first tooth first; 0 is none.
Teeth = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's chart, the square of the pawn, blue tokens (laps) and green ones."""

    teeth: Teeth
    square: int = 0
    laps: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """All seats, who is next, who holds the cube, after which turn the game ended (0: on papers).

    `counted` has the markers that papers alone count, by player and stage.
    """

    seating: Seating
    seats: Mapping[str, Seat]
    next: str
    cube: str | None = None
    played: int = 0
    ended: int | None = None
    counted: Mapping[str, Mapping[int, int]] | None = None

    def plays(self, variant: str) -> bool:
        """Return whether a variant is on."""
        return variant in self.seating.variants


@dataclass(frozen=True, slots=True)
class Turn(AnyTurn):
    """A turn as recorded; `marks` has stages by tooth, None is left out."""

    roll: tuple[int, ...]
    square: str | int | None = None
    sugar: tuple[int, ...] = ()
    appointment: int | None = None
    takes: bool = False
    hit: int | None = None
    marks: Mapping[int, int] | None = None
    gives: Mapping[str, int] = field(default_factory=dict)
    stops: bool = False


@dataclass(frozen=True, slots=True)
class Final:
    """A player's markers by stage as counted at the end, and the points added up, if any."""

    counts: Mapping[int, int]
    score: int | None


def start(layout: Layout, seating: Seating) -> State:
    """Return clean teeth, and every pawn on the first square, without care."""
    seat = Seat((0,) * len(layout.teeth))
    return State(seating, dict.fromkeys(seating.players, seat), seating.players[0])


def laid(layout: Layout, seating: Seating, finals: Mapping[str, Final]) -> State:
    """Return the state that final counts show; over when every player has one."""
    counted = {player: final.counts for player, final in finals.items()}
    ended = 0 if set(counted) == set(seating.players) else None
    return replace(start(layout, seating), ended=ended, counted=counted)


def counts(layout: Layout, state: State) -> Mapping[str, Mapping[int, int]]:
    """Return how many markers of each stage every player has."""
    if state.counted is not None:
        return state.counted
    stages = range(1, len(layout.stages))
    return {
        player: {stage: seat.teeth.count(stage) for stage in stages}
        for player, seat in state.seats.items()
    }


def outcome(layout: Layout, state: State) -> Outcome:
    """Return everybody's points, and who has fewest once the game is over."""
    scores: dict[str, Mapping[str, int]] = {}
    worth = tuple(enumerate(zip(layout.stages, layout.points, strict=True)))[1:]
    for player, markers in counts(layout, state).items():
        points = {name: each * markers.get(stage, 0) for stage, (name, each) in worth}
        scores[player] = {**points, "total": sum(points.values())}
    if state.ended is None or state.plays(EDUCATIONAL):
        return Outcome(state.ended is not None, scores, winners=())
    # Compared, least first: points, then laps, then the square reached.
    standing = {
        player: (points["total"], -state.seats[player].laps, -state.seats[player].square)
        for player, points in scores.items()
    }
    best = min(standing.values())
    winners = tuple(player for player, found in standing.items() if found == best)
    return Outcome(is_finished=True, scores=scores, winners=winners)


@dataclass(frozen=True, slots=True)
class Care:
    """How many teeth are treated: of the first kind wholly and by half, then of the next."""

    whole: int
    half: int
    next: int

    def cost(self, layout: Layout) -> int:
        """Return the tokens that it takes."""
        first, following = layout.costs
        return first * self.whole + self.half + following * self.next


def changed(teeth: Teeth, marks: Mapping[int, int]) -> Mapping[int, int]:
    """Return the marks that change a tooth, by its number."""
    return {tooth: stage for tooth, stage in marks.items() if teeth[tooth - 1] != stage}


def marked(teeth: Teeth, marks: Mapping[int, int]) -> Teeth:
    """Return the teeth with marks laid on them."""
    return tuple(marks.get(tooth, stage) for tooth, stage in enumerate(teeth, start=1))


def numbers(teeth: Teeth, stage: int) -> tuple[int, ...]:
    """Return the numbers of the teeth with a marker."""
    return tuple(tooth for tooth, found in enumerate(teeth, start=1) if found == stage)


def sugar_due(layout: Layout, teeth: Teeth, number: int) -> Mapping[int, int]:
    """Return how many teeth of each stage sugar harms, the worst that can get worse first."""
    due, left = {}, max(0, number)
    for stage in range(len(layout.stages) - 2, -1, -1):
        due[stage] = min(left, teeth.count(stage))
        left -= due[stage]
    return due


def cleaned(layout: Layout, teeth: Teeth) -> Teeth:
    """Return the teeth after cleaning: what sugar did is put one stage back."""
    return tuple(stage - 1 if stage in layout.sugary else stage for stage in teeth)


def care_due(layout: Layout, clean: Teeth, tokens: int) -> Care:
    """Return the care that tokens pay for, as far as it goes."""
    first, following = layout.costs
    whole = min(clean.count(layout.first), tokens // first)
    left = tokens - whole * first
    half = int(left > 0 and clean.count(layout.first) > whole)
    more = 0 if half else min(clean.count(layout.next), left // following)
    return Care(whole, half, more)


def care_choices(layout: Layout, clean: Teeth, due: Care) -> tuple[bool, bool]:
    """Return whether the teeth treated first, and those treated next, are not all treated alike."""
    first, following = clean.count(layout.first), clean.count(layout.next)
    alike = first in {due.whole, due.half} or due.whole + due.half == 0
    return not alike, 0 < due.next < following


def cared(layout: Layout, clean: Teeth, due: Care) -> Teeth:
    """Return the teeth after the care that leaves no choice."""
    first_choice, next_choice = care_choices(layout, clean, due)
    after = {}
    if due.whole + due.half and not first_choice:
        after[layout.first] = layout.next if due.half else 0
    if due.next and not next_choice:
        after[layout.next] = 0
    return tuple(after.get(stage, stage) for stage in clean)


def care_given(layout: Layout, clean: Teeth, after: Teeth) -> Care:
    """Return the care that made clean teeth what they are now."""
    ways = Counter(zip(clean, after, strict=True))
    return Care(ways[layout.first, 0], ways[layout.first, layout.next], ways[layout.next, 0])
