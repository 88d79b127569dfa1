"""Positions of a circuit: a player's chart before a turn, and what the rules make of it."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from generator.game import Game
from generator.guides.lesson import Position
from generator.guides.parts import rules_of
from generator.reading.nodes import Path
from generator.rules.circuit import CircuitRules
from generator.rules.circuit.names import COOPERATIVE, TWO_DICE
from generator.rules.circuit.state import Seat, State, Turn
from generator.rules.family import Refusal, Seating
from generator.words import Message, message, not_one_of

PLAYER, OTHER = "a", "b"
SEAT = ("square", "laps", "tokens", "cube")


@dataclass(frozen=True, slots=True)
class Charted:
    """A player's seat, the turn, the rules that refuse it, and the seat after it."""

    rules: CircuitRules
    seat: Seat
    turn: Turn | None
    refused: tuple[Refusal, ...]
    after: Seat | None

    def points(self, seat: Seat) -> Mapping[str, int]:
        """Return what the markers of a seat score, by kind and in all."""
        state = State(Seating((PLAYER,)), {PLAYER: seat}, PLAYER)
        return self.rules.outcome(state).scores[PLAYER]


def misfits(game: Game, position: Position) -> Iterator[tuple[Path, Message]]:
    """Yield teeth, markers and parts of a turn that the game does not have.

    A turn that the rules refuse is a fault too, unless the position shows what clashes.
    """
    layout = rules_of(game, CircuitRules).layout
    found: list[tuple[Path, Message]] = []
    for tooth, marker in position.marks.items():
        if tooth not in layout.teeth:
            found.append((("marks", tooth), not_one_of(tooth, layout.teeth)))
        elif marker not in layout.stages[1:]:
            found.append((("marks", tooth), not_one_of(marker, layout.stages[1:])))
    strange = (name for name in position.seat if name not in SEAT)
    found += ((("seat", name), not_one_of(name, SEAT)) for name in strange)
    yield from found
    if found or position.turn is None:
        return
    try:
        refused = charted(game, position).refused
    except ValidationError:
        yield ("turn",), message("guide.turn")
        return
    if (position.shows == "clash") != bool(refused):
        yield ("turn",), refused[0].reason if refused else message("guide.turn-allowed")


def charted(game: Game, position: Position) -> Charted:
    """Return a position as the rules see it; ValidationError where a turn is none."""
    rules = rules_of(game, CircuitRules)
    layout = rules.layout
    seat = Seat(
        tuple(layout.stages.index(position.marks.get(tooth, "none")) for tooth in layout.teeth),
        **{name: value for name, value in position.seat.items() if name != "cube"},
    )
    if position.turn is None:
        return Charted(rules, seat, None, (), None)
    body = rules.body.model_validate_json(json.dumps({"turns": [position.turn]}), strict=True)
    (turn,) = rules.steps(body)
    seating = Seating((PLAYER, OTHER), frozenset(_variants(turn)))
    seats = {**rules.start(seating).seats, PLAYER: seat}
    cube = PLAYER if position.seat.get("cube") else None
    state = State(seating, seats, PLAYER, cube)
    refused = rules.refuse(state, turn)
    after = rules.settle(state, turn, refused).seats[PLAYER]
    return Charted(rules, seat, turn, refused, after)


def _variants(turn: Turn) -> Iterator[str]:
    """Yield the variants without which a turn could not be."""
    if len(turn.roll) > 1:
        yield TWO_DICE
    if turn.gives:
        yield COOPERATIVE
