"""How a game on the circuit stands, and what a turn and a final count in a record say."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.rules.circuit.layout import Layout
from generator.rules.circuit.names import EDUCATIONAL
from generator.rules.family import Outcome, Seating

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
class Turn:
    """A turn as recorded; `number` counts from 1, `marks` has stages by tooth, None is left out."""

    number: int
    player: str | None
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
    state = start(layout, seating)
    counted = {player: final.counts for player, final in finals.items()}
    is_over = set(counted) == set(seating.players)
    return State(seating, state.seats, state.next, ended=0 if is_over else None, counted=counted)


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
    scores = {player: _score(layout, markers) for player, markers in counts(layout, state).items()}
    if state.ended is None:
        return Outcome(is_finished=False, scores=scores, winners=())
    if state.plays(EDUCATIONAL):
        return Outcome(is_finished=True, scores=scores, winners=())
    standing = {
        player: _standing(state.seats[player], scores[player]["total"]) for player in scores
    }
    best = min(standing.values())
    winners = tuple(player for player, found in standing.items() if found == best)
    return Outcome(is_finished=True, scores=scores, winners=winners)


def _score(layout: Layout, markers: Mapping[int, int]) -> Mapping[str, int]:
    points = {
        name: layout.points[stage] * markers.get(stage, 0)
        for stage, name in enumerate(layout.stages)
        if stage
    }
    return {**points, "total": sum(points.values())}


def _standing(seat: Seat, total: int) -> tuple[int, int, int]:
    """Return what is compared, least first: points, then laps, then the square reached."""
    return total, -seat.laps, -seat.square
