"""How a game on the circuit stands: its parameters, what happens to teeth, what records say."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import DataError
from generator.game import Game, Mark, token_mark
from generator.game.facts import Count, Facts, Id
from generator.game.parts import Arches, Circuit, Markers, Pool, Track
from generator.reading.nodes import MapNode
from generator.rules.findings import RecordedTurn
from generator.rules.interface import Roles, Seating
from generator.words import Message, message, not_one_of

DENTIST = "dentist"
SUGAR = "sugar"
BRUSHING = "brushing"
HIT = "hit"
APPOINTMENT = "appointment"
KINDS = (DENTIST, SUGAR, BRUSHING, HIT, APPOINTMENT)
# What an appointment may be taken for.
CUBE = "cube"

# The stage of the marker on each tooth, the first tooth first; 0 is none.
Teeth = tuple[int, ...]
# How many teeth go from one stage to another.
Ways = Mapping[tuple[int, int], int]

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


class Care(Facts):
    """A marker that care takes off, and what that costs."""

    marker: Id
    """The marker that care takes off."""
    tokens: Count
    """How many tokens that costs."""


class Mechanics(Facts):
    """The section `mechanics`: which parts play which role, and what they do to one another."""

    family: Literal["dental"]
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
    care: Annotated[tuple[Care, ...], Field(min_length=2, max_length=2)]
    """What is treated first and what next; half a treatment of the first makes it the next."""
    variants: tuple[Id, ...] = ()
    """The variants that may be played."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A game of this family as the rules see it; `kinds` is what squares do, stage 0 no marker.

    `treatments` are the stages that care takes teeth from and to: the worst healed wholly or by
    half, then the next; `costs` their tokens.
    """

    part: str
    teeth: tuple[str, ...]
    squares: tuple[str, ...]
    kinds: tuple[str, ...]
    stages: tuple[str, ...]
    tokens: tuple[Mark, ...]
    points: tuple[int, ...]
    sugary: frozenset[int]
    treatments: tuple[tuple[int, int], ...]
    costs: tuple[int, ...]
    appointments: tuple[int, int]
    dice: Pool
    tooth_die: Pool
    laps: Track
    variants: tuple[str, ...]

    def tooth_id(self, tooth: int) -> str:
        """Return the id of a tooth on paper, by its number from 1."""
        return self.teeth[tooth - 1]

    def square_after(self, start: int, steps: int) -> int:
        """Return the square that some steps lead to; the first square ends every move."""
        return start + steps if start + steps < len(self.kinds) else 0

    def clean(self, teeth: Teeth) -> Teeth:
        """Return the teeth after cleaning: what sugar did is put one stage back."""
        return tuple(stage - 1 if stage in self.sugary else stage for stage in teeth)

    def sugar_due(self, teeth: Teeth, number: int) -> Ways:
        """Return how many teeth of each stage sugar harms, the worst that can get worse first."""
        due, left = {}, max(0, number)
        for stage in reversed(range(len(self.stages) - 1)):
            due[stage, stage + 1] = min(left, teeth.count(stage))
            left -= due[stage, stage + 1]
        return due

    def care_due(self, clean: Teeth, tokens: int) -> Ways:
        """Return the care that tokens pay for, as far as it goes."""
        (first, _), _, (following, _) = self.treatments
        cost, _, more_cost = self.costs
        whole = min(clean.count(first), tokens // cost)
        left = tokens - whole * cost
        half = int(left > 0 and clean.count(first) > whole)
        more = 0 if half else min(clean.count(following), left // more_cost)
        return dict(zip(self.treatments, (whole, half, more), strict=True))

    def cost(self, care: Ways) -> int:
        """Return the tokens that care takes."""
        each = zip(self.treatments, self.costs, strict=True)
        return sum(care[way] * tokens for way, tokens in each)


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section."""
    roles = Roles(game, section)
    mechanics = roles.facts(Mechanics)
    chart = roles.part("chart", mechanics.chart, Arches)
    circuit = roles.part("circuit", mechanics.circuit, Circuit)
    markers = roles.part("markers", mechanics.markers, Markers)
    dice = roles.part("dice", mechanics.dice, Pool)
    tooth_die = roles.part("tooth_die", mechanics.tooth_die, Pool)
    laps = roles.part("laps", mechanics.laps, Track)
    if not (chart and circuit and markers and dice and tooth_die and laps):
        raise DataError(roles.problems)
    for role, reason in _faults(mechanics, circuit, markers):
        roles.refuse(role, reason)
    DataError.raise_for(roles.problems)
    ids = ("none", *(marker.id for marker in markers.stages))
    first, following = (ids.index(care.marker) for care in mechanics.care)
    cost, more_cost = (care.tokens for care in mechanics.care)
    return Layout(
        part=mechanics.chart,
        teeth=chart.cell_ids(),
        squares=circuit.cell_ids(),
        kinds=tuple(square.kind for square in circuit.squares),
        stages=ids,
        tokens=(Mark(), *(token_mark(game, one.colour, one.id) for one in markers.stages)),
        points=(0, *(marker.worth for marker in markers.stages)),
        sugary=frozenset(map(ids.index, mechanics.sugary)),
        treatments=((first, 0), (first, following), (following, 0)),
        costs=(cost, 1, more_cost),
        appointments=(mechanics.appointments.even, mechanics.appointments.odd),
        dice=dice,
        tooth_die=tooth_die,
        laps=laps,
        variants=mechanics.variants,
    )


def _faults(
    mechanics: Mechanics, circuit: Circuit, markers: Markers
) -> Iterator[tuple[str, Message]]:
    squares, ids = circuit.squares, tuple(marker.id for marker in markers.stages)
    for role, names, known in (
        ("circuit", dict.fromkeys(square.kind for square in squares), KINDS),
        ("sugary", mechanics.sugary, ids),
        ("care", [care.marker for care in mechanics.care], ids),
        ("variants", mechanics.variants, VARIANTS),
    ):
        yield from ((role, not_one_of(name, known)) for name in names if name not in known)
    halts = [number for number, square in enumerate(squares) if square.halt]
    dentists = [number for number, square in enumerate(squares) if square.kind == DENTIST]
    if not halts == dentists == [0]:
        yield "circuit", message("rules.dental.one-dentist")


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's chart, the square of the pawn, blue tokens (laps) and green ones."""

    teeth: Teeth
    square: int = 0
    laps: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """All seats, the cube, the turn that ended the game (0: papers), markers counted on papers."""

    seating: Seating
    seats: Mapping[str, Seat]
    next: str
    cube: str | None = None
    played: int = 0
    ended: int | None = None
    counted: Mapping[str, Mapping[str, int]] | None = None

    def plays(self, variant: str) -> bool:
        """Return whether a variant is on."""
        return variant in self.seating.variants


@dataclass(frozen=True, slots=True)
class Turn(RecordedTurn):
    """A turn as recorded; `marks` has markers by tooth, None is left out."""

    roll: tuple[int, ...] = ()
    square: str | int | None = None
    sugar: tuple[int, ...] = ()
    appointment: int | None = None
    takes: str | None = None
    hit: int | None = None
    marks: Mapping[int, str] | None = None
    gives: Mapping[str, int] = field(default_factory=dict)
    stops: bool = False


def changed_marks(teeth: Teeth, marks: Mapping[int, int]) -> Mapping[int, int]:
    """Return the marks that change a tooth, by its number."""
    return {tooth: stage for tooth, stage in marks.items() if teeth[tooth - 1] != stage}


def with_marks(teeth: Teeth, marks: Mapping[int, int]) -> Teeth:
    """Return the teeth with marks laid on them."""
    if not marks:
        return teeth
    left = list(teeth)
    for tooth, stage in marks.items():
        left[tooth - 1] = stage
    return tuple(left)


def teeth_at_stage(teeth: Teeth, stage: int) -> tuple[int, ...]:
    """Return the numbers of the teeth with a marker."""
    return tuple(tooth for tooth, found in enumerate(teeth, start=1) if found == stage)


def spread_marks(
    teeth: Teeth, ways: Ways, pick: Callable[[Teeth, int], Sequence[int]]
) -> Mapping[int, int]:
    """Return marks for as many teeth as go each way, picked from all with the same marker."""
    marks: dict[int, int] = {}
    for old in dict.fromkeys(old for old, _ in ways):
        after = [new for (stage, new), count in ways.items() if stage == old for _ in range(count)]
        marks |= zip(pick(teeth_at_stage(teeth, old), len(after)), after, strict=True)
    return marks
