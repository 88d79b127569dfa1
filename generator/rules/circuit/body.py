"""The body of a record of the circuit: its model, made for one game, and its values."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, WithJsonSchema, create_model

from generator.game.facts import Facts
from generator.reading.aliases import FixedWord
from generator.reading.fit import Fault
from generator.rules.circuit.layout import Layout
from generator.rules.circuit.names import KINDS
from generator.rules.circuit.state import Final, Turn
from generator.words import message, not_one_of

# Annotations made while running, from the teeth and squares of a game: no type checker reads them.
MAPPING: Any = Mapping
LITERAL: Any = Literal
TUPLE: Any = tuple
FACES: Any = tuple[int, ...]
# Checked against the players of the record, not by the model.
PLAYER: Any = Annotated[str, FixedWord("player")]
COUNT: Any = Annotated[int, Field(ge=0)]
# What an appointment may be taken for.
CUBE = ("cube",)
TAKEN: Any = Annotated[LITERAL[CUBE], FixedWord("taken")]


class CircuitBody(Facts):
    """What the family reads of a record, whatever the game."""

    turns: tuple[Any, ...] | None = None
    final: Mapping[str, Any] | None = None


def body_model(layout: Layout) -> type[CircuitBody]:
    """Return the model of a record's body, with the game's own teeth, markers and squares."""
    tooth = Annotated[int, Field(ge=1, le=len(layout.teeth))]
    marker: Any = Annotated[LITERAL[layout.stages], FixedWord("marker")]
    turn = _model(
        "Turn",
        player=PLAYER,
        roll=FACES,
        square=_square(len(layout.circuit.squares)),
        sugar=FACES,
        appointment=int,
        takes=TAKEN,
        hit=int,
        marks=MAPPING[tooth, marker],
        gives=MAPPING[PLAYER, COUNT],
        stops=bool,
    )
    final = _model("Final", **dict.fromkeys(layout.stages[1:], COUNT), score=int)
    return create_model(
        "CircuitBody",
        __base__=CircuitBody,
        turns=(TUPLE[turn, ...] | None, None),
        final=(MAPPING[PLAYER, final] | None, None),
    )


def _square(count: int) -> Any:  # noqa: ANN401 - an annotation
    """Return a square: what it does, or its number."""

    def known(found: str | int) -> str | int:
        if isinstance(found, int):
            if not 0 <= found < count:
                raise Fault(message("rules.circuit.no-square", found=str(found), last=count - 1))
        elif found not in KINDS:
            raise Fault(not_one_of(found, KINDS))
        return found

    shape: Any = {"anyOf": [{"enum": list(KINDS)}, {"type": "integer", "maximum": count - 1}]}
    return Annotated[str | int, FixedWord("square"), AfterValidator(known), WithJsonSchema(shape)]


def _model(name: str, **fields: Any) -> type[Facts]:  # noqa: ANN401 - annotations
    optional: dict[str, Any] = {field: (kind | None, None) for field, kind in fields.items()}
    return create_model(name, __base__=Facts, **optional)


def turns(body: CircuitBody, layout: Layout) -> tuple[Turn, ...]:
    """Return the turns of a body in order."""
    return tuple(
        Turn(
            number,
            entry.player,
            entry.roll or (),
            entry.square,
            entry.sugar or (),
            entry.appointment,
            entry.takes is not None,
            entry.hit,
            None if entry.marks is None else _stages(entry.marks, layout),
            entry.gives or {},
            bool(entry.stops),
        )
        for number, entry in enumerate(body.turns or (), start=1)
    )


def finals(body: CircuitBody, layout: Layout) -> Mapping[str, Final]:
    """Return what was counted at the end, by player; only what was written down."""
    return {
        player: Final(
            {
                stage: found
                for stage, name in enumerate(layout.stages)
                if stage and (found := getattr(entry, name)) is not None
            },
            entry.score,
        )
        for player, entry in (body.final or {}).items()
    }


def _stages(marks: Mapping[int, str], layout: Layout) -> Mapping[int, int]:
    return {tooth: layout.stages.index(marker) for tooth, marker in marks.items()}
