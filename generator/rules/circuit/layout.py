"""The parameters of the family, read from a game's parts."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from generator.errors import DataError
from generator.game import Game, Mark
from generator.game.facts import Count, Facts, Id
from generator.game.parts import Arches, Circuit, Markers, Pool, Track
from generator.game.vocabulary import field_aliases
from generator.reading.fit import fit
from generator.reading.nodes import MapNode
from generator.rules.circuit.names import DENTIST, KINDS, VARIANTS
from generator.rules.roles import Roles
from generator.words import Message, message, not_one_of


class Appointments(Facts):
    """How many tokens an odd and an even face give."""

    odd: Count
    even: Count


class Care(Facts):
    """A marker that care takes off, and what that costs."""

    marker: Id
    tokens: Count


class Mechanics(Facts):
    """The section `mechanics`: which parts play which role, and what they do to one another.

    `sugary` are the markers that cleaning puts one stage back. `care` names what is treated first
    and what next; half a treatment of the first makes it the next.
    """

    family: Literal["circuit"]
    chart: Id
    circuit: Id
    markers: Id
    dice: Id
    tooth_die: Id
    laps: Id
    appointments: Appointments
    sugary: tuple[Id, ...]
    care: Annotated[tuple[Care, ...], Field(min_length=2, max_length=2)]
    variants: tuple[Id, ...] = ()


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

    def square_id(self, square: int) -> str:
        """Return the id of a square on paper."""
        return self.circuit.cell_ids()[square]

    def tooth_id(self, tooth: int) -> str:
        """Return the id of a tooth on paper, by its number from 1."""
        return self.teeth[tooth - 1]

    def reached(self, start: int, steps: int) -> int:
        """Return the square that so many steps lead to; the first square ends every move."""
        # A record may hold any number: one walk round is enough to come to a halt.
        return self.circuit.moved(start, min(steps, len(self.circuit.squares)))

    def clean(self, stage: int) -> int:
        """Return what cleaning leaves of a marker."""
        return stage - 1 if stage in self.sugary else stage

    def treated(self) -> tuple[int, int]:
        """Return the stages that care treats, in its order."""
        return self.first, self.next


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section."""
    mechanics = fit(section, Mechanics, field_aliases(), "mechanics")
    roles = Roles(game, section)
    parts = (
        roles.part("chart", mechanics.chart, Arches),
        roles.part("circuit", mechanics.circuit, Circuit),
        roles.part("markers", mechanics.markers, Markers),
        roles.part("dice", mechanics.dice, Pool),
        roles.part("tooth_die", mechanics.tooth_die, Pool),
        roles.part("laps", mechanics.laps, Track),
    )
    chart, circuit, markers, dice, tooth_die, laps = parts
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
        case "circle" | "square" | "triangle" | "hexagon" | "diamond" as shape:
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
        for name in names:
            if name not in known:
                yield role, not_one_of(name, known)
