"""Walk round a circuit whose squares harm, clean and mend the teeth of one's own chart."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import AfterValidator, Field, WithJsonSchema, create_model

from generator.game.agreement import Need
from generator.game.facts import Facts
from generator.reading.expected import FixedWord
from generator.reading.fit import Fault
from generator.rules.circuit import chance as chances
from generator.rules.circuit import judging, move
from generator.rules.circuit import state as states
from generator.rules.circuit.state import (
    KINDS,
    Final,
    Layout,
    State,
    Turn,
    counts,
    outcome,
    read_layout,
)
from generator.rules.family import MECHANICS, Fields, Refusal, Rules, Scores, Seating, by_layout
from generator.rules.findings import FACES, MAPPING, PLAYER, TUPLE, all_optional, one_of, unfinished
from generator.words import message, not_one_of

COUNT: Any = Annotated[int, Field(ge=0)]
# What an appointment may be taken for.
CUBE = ("cube",)


class CircuitBody(Facts):
    """What the family reads of a record, whatever the game."""

    turns: tuple[Any, ...] | None = None
    final: Mapping[str, Any] | None = None


def _body_model(layout: Layout) -> type[CircuitBody]:
    """Return the model of a record's body, with the game's own teeth, markers and squares."""
    tooth = Annotated[int, Field(ge=1, le=len(layout.teeth))]
    marker = one_of(layout.stages, "marker")
    turn = all_optional(
        "Turn",
        player=PLAYER,
        roll=FACES,
        square=_square(len(layout.circuit.squares)),
        sugar=FACES,
        appointment=int,
        takes=one_of(CUBE, "taken"),
        hit=int,
        marks=MAPPING[tooth, marker],
        gives=MAPPING[PLAYER, COUNT],
        stops=bool,
    )
    final = all_optional("Final", **dict.fromkeys(layout.stages[1:], COUNT), score=int)
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


def _finals(body: CircuitBody, layout: Layout) -> Mapping[str, Final]:
    """Return what was counted at the end, by player; only what was written down."""
    stages = tuple(enumerate(layout.stages))[1:]
    found = {}
    for player, entry in (body.final or {}).items():
        counted = {stage: getattr(entry, name) for stage, name in stages}
        written = {stage: count for stage, count in counted.items() if count is not None}
        found[player] = Final(written, entry.score)
    return found


def _written(layout: Layout, turns: tuple[Turn, ...], state: State) -> Fields:
    """Return the turns, and what everybody's markers come to."""
    scores = outcome(layout, state).scores
    final = {}
    for player, markers in counts(layout, state).items():
        counted = {layout.stages[stage]: count for stage, count in markers.items()}
        final[player] = {**counted, "score": scores[player]["total"]}
    return {"turns": [_turn(layout, turn) for turn in turns], "final": final}


def _turn(layout: Layout, turn: Turn) -> Fields:
    marks = {tooth: layout.stages[stage] for tooth, stage in (turn.marks or {}).items()}
    said = {
        "player": turn.player,
        "roll": list(turn.roll) or None,
        "square": turn.square,
        "sugar": list(turn.sugar) or None,
        "appointment": turn.appointment,
        "takes": CUBE[0] if turn.takes else None,
        "hit": turn.hit,
        "marks": None if turn.marks is None else marks,
        "gives": dict(turn.gives) or None,
        "stops": turn.stops or None,
    }
    return {name: value for name, value in said.items() if value is not None}


class CircuitRules(Rules[CircuitBody, State, Turn, Layout]):
    """The rules of one circuit and one chart."""

    contents = ("turns", "final")
    judged = (*judging.ON_TURNS, *judging.ON_FINALS)
    plantable = judging.ON_TURNS
    plantable_on_paper = judging.ON_FINALS[1:]
    hints = MappingProxyType({"care-order": chances.next_treated_first})
    read_layout = staticmethod(read_layout)
    body_model = staticmethod(_body_model)
    start = by_layout(states.start)
    refuse = by_layout(judging.refuse)
    settle = by_layout(move.settle)
    outcome = by_layout(states.outcome)
    shown = by_layout(judging.shown)
    random_turn = by_layout(chances.random_turn)
    written = by_layout(_written)
    odds = by_layout(chances.odds)

    def seats(self) -> Mapping[str, tuple[int, int]]:
        """Return least and most players, the same in every variant."""
        return dict.fromkeys(("", *self.layout.variants), self.game.head.players)

    def needs(self) -> Iterator[Need]:
        """Yield the words for markers, squares and variants, besides those of the score."""
        yield from super().needs()
        layout = self.layout
        kinds = sorted({square.kind for square in layout.circuit.squares})
        named = {"markers": layout.stages, "squares": kinds, "variants": layout.variants}
        for group, names in named.items():
            yield from (Need(f"words.{group}", name, MECHANICS) for name in names)

    def steps(self, body: CircuitBody) -> tuple[Turn, ...]:
        """Return the turns of a body in order."""
        stage = self.layout.stages.index
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
                None if entry.marks is None else {t: stage(m) for t, m in entry.marks.items()},
                entry.gives or {},
                bool(entry.stops),
            )
            for number, entry in enumerate(body.turns or (), start=1)
        )

    def closing(self, state: State, body: CircuitBody) -> tuple[Refusal, ...]:
        """Compare the final counts with what the turns give."""
        written = _finals(body, self.layout)
        reason = message("rules.circuit.unfinished", laps=self.layout.laps.boxes)
        return (
            *unfinished(state, len(body.turns or ()), reason),
            *judging.differing(self.layout, state, written),
            *judging.added_up_wrong(written, self.outcome(state).scores),
        )

    def laid(self, seating: Seating, body: CircuitBody) -> State | None:
        """Return the state that the final counts show."""
        if body.final is None:
            return None
        return states.laid(self.layout, seating, _finals(body, self.layout))

    def judge_laid(self, laid: State, body: CircuitBody) -> tuple[Refusal, ...]:
        """Judge final counts alone: only what was added up can be wrong."""
        written = _finals(body, self.layout)
        counted = {player: final for player, final in written.items() if final.counts}
        return tuple(judging.added_up_wrong(counted, self.outcome(laid).scores))

    def added_up(self, body: CircuitBody) -> Scores:
        """Return the totals of the final counts."""
        written = _finals(body, self.layout)
        scores = {player: final.score for player, final in written.items()}
        return {player: {"total": score} for player, score in scores.items() if score is not None}


load = CircuitRules.load
