"""Walk round a circuit whose squares harm, clean and mend the teeth of one's own chart."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import AfterValidator, Field, WithJsonSchema

from generator.game import Mark, Paper
from generator.game.facts import Facts
from generator.games.dental import state as states
from generator.games.dental.move import ON_TURNS, Move
from generator.games.dental.state import KINDS, Layout, Mechanics, Seat, State, Turn
from generator.reading.schema import FixedWord
from generator.reading.validate import Fault, with_vocabulary
from generator.rules import findings, interface
from generator.rules.cells import Cell, TypedCells, parse_number
from generator.rules.findings import FACES, MAPPING, PLAYER, TUPLE, all_optional, one_of
from generator.rules.interface import Fields, Outcome, Refusal, Seating
from generator.rules.naming import words
from generator.words import message, not_one_of

__all__ = ["DentalRules", "Mechanics"]

COUNT: Any = Annotated[int, Field(ge=0)]
# The box to add up in.
TOTAL = "score.total"
# One in this many: takes the cube, rolls two dice, gives tokens away, stops the game, writes down
# the square, or marks that need not be.
CUBE, PAIR, GIFT, STOP, SQUARE, MARKS = 2, 2, 3, 2, 4, 3
# The rules that final counts can break.
ON_FINALS = ("final-differs", findings.SCORE)


class DentalBody(Facts):
    """What the family reads of a record, whatever the game."""

    turns: tuple[Any, ...] | None = None
    final: Mapping[str, Any] | None = None


def _square(count: int) -> Any:

    def known(found: str | int) -> str | int:
        if isinstance(found, int):
            if not 0 <= found < count:
                raise Fault(message("rules.dental.no-square", found=str(found), last=count - 1))
        elif found not in KINDS:
            raise Fault(with_vocabulary(not_one_of(found, KINDS), "square"))
        return found

    numbered = {"type": "integer", "minimum": 0, "maximum": count - 1}
    words = {"enum": list(KINDS), "vocabulary": "square"}
    shape: Any = {"anyOf": [words, numbered]}
    return Annotated[str | int, FixedWord("square"), AfterValidator(known), WithJsonSchema(shape)]


def roll_dice(layout: Layout, dice: int, chance: Random) -> tuple[int, ...]:
    """Return what some dice show."""
    return tuple(chance.randint(1, layout.dice.sides) for _ in range(dice))


def answer_square(move: Move, takes: Callable[[], bool], chance: Random) -> Turn:
    """Return the turn with the die or the choice that the square reached asks for."""
    layout, turn = move.layout, move.turn
    match move.kind:
        case "sugar" if not move.has_cube:
            count = len(turn.roll) if move.state.plays(states.TWO_DICE) else 1
            return replace(turn, sugar=roll_dice(layout, count, chance))
        case "hit":
            return replace(turn, hit=chance.randint(1, layout.tooth_die.sides))
        case "appointment" if move.state.cube is None and takes():
            return replace(turn, takes=states.CUBE)
        case "appointment":
            return replace(turn, appointment=chance.randint(1, layout.dice.sides))
        case _:
            return turn


def random_marks(move: Move, chance: Random) -> Mapping[int, str]:
    """Return marks as a player may write them on the square reached."""
    if move.due:
        marks = states.spread_marks(move.clean, move.due, chance.sample)
    else:
        marks = states.changed_marks(move.seat.teeth, dict(enumerate(move.clean, start=1)))
    return _named(move.layout, marks)


def _named(layout: Layout, marks: Mapping[int, int]) -> Mapping[int, str]:
    return {tooth: layout.stages[stage] for tooth, stage in sorted(marks.items())}


def next_treated_first(layout: Layout, state: State, turn: Turn, chance: Random) -> Turn:
    """Return the turn with tokens spent on the next teeth that were due to the first ones."""
    move = Move(layout, state, turn)
    whole, half, late = layout.treatments
    cost, _, early_cost = layout.costs
    first, following = (states.teeth_at_stage(move.clean, old) for old, _ in (whole, late))
    early = min(len(following), move.seat.tokens // early_cost)
    left = move.seat.tokens - early * early_cost
    cured = min(len(first), left // cost)
    ways = {late: early, whole: cured, half: min(len(first) - cured, left % cost)}
    as_they_are = dict.fromkeys(first, whole[0]) | dict.fromkeys(following, late[0])
    marks = {**as_they_are, **states.spread_marks(move.clean, ways, chance.sample)}
    return replace(turn, marks=_named(layout, marks))


class DentalRules(interface.Rules[DentalBody, State, Turn, Layout]):
    """The rules of one circuit and one chart."""

    body_fields = ("turns", "final")
    judged_rules = (*ON_TURNS, "unfinished", *ON_FINALS)
    plantable = ON_TURNS
    plantable_on_paper = ON_FINALS
    fault_makers = MappingProxyType({"care-order": next_treated_first})
    read_layout = staticmethod(states.read_layout)
    steps = staticmethod(Turn.from_body)

    def body_model(self) -> type[DentalBody]:
        layout = self.layout
        tooth = Annotated[int, Field(ge=1, le=len(layout.teeth))]
        marker = one_of(layout.stages, "marker")
        keys: Any = {"propertyNames": {"enum": [f"{n + 1}" for n in range(len(layout.teeth))]}}
        turn = all_optional(
            "Turn",
            player=PLAYER,
            roll=FACES,
            square=_square(len(layout.squares)),
            sugar=FACES,
            appointment=int,
            takes=one_of((states.CUBE,), "taken"),
            hit=int,
            marks=Annotated[MAPPING[tooth, marker], Field(json_schema_extra=keys)],
            gives=MAPPING[PLAYER, COUNT],
            stops=bool,
        )
        final: Any = all_optional("Final", **dict.fromkeys(layout.stages[1:], COUNT), score=int)
        counted = Annotated[final, AfterValidator(self._within_a_mouth)]
        fields = {"turns": TUPLE[turn, ...], "final": MAPPING[PLAYER, counted]}
        return findings.with_words(DentalBody, **fields)

    def _within_a_mouth(self, final: Facts) -> Facts:
        stages, most = self.layout.stages[1:], len(self.layout.teeth)
        found = sum(getattr(final, name) or 0 for name in stages)
        if found > most:
            raise Fault(message("rules.dental.too-many-teeth", found=found, most=most))
        return final

    @property
    def variants(self) -> tuple[str, ...]:
        return self.layout.variants

    def words_needed(self) -> Mapping[str, Iterable[str]]:
        return {"words.markers": self.layout.stages, "words.squares": sorted({*self.layout.kinds})}

    def start(self, seating: Seating) -> State:
        seat = Seat((0,) * len(self.layout.teeth))
        return State(seating, dict.fromkeys(seating.players, seat), seating.players[0])

    def judge(self, state: State, step: Turn, /) -> interface.Judgement[State]:
        judged = Move(self.layout, state, step)
        return judged.refusals(), judged.state_after()

    def random_turn(self, state: State, chance: Random) -> Turn:
        layout, player = self.layout, state.next
        is_pair = state.plays(states.TWO_DICE) and chance.randrange(PAIR) == 0
        turn = Turn(state.played + 1, player, roll_dice(layout, 1 + is_pair, chance))
        if state.plays(states.COOPERATIVE) and chance.randrange(GIFT) == 0:
            tokens = state.seats[player].tokens
            others = [name for name in state.seating.players if name != player]
            gives = {chance.choice(others): chance.randint(1, tokens)} if tokens else {}
            turn = replace(turn, gives=gives)
        turn = answer_square(Move(layout, state, turn), lambda: chance.randrange(CUBE) == 0, chance)
        move = Move(layout, state, turn)
        if move.square is not None and chance.randrange(SQUARE) == 0:
            turn = replace(turn, square=chance.choice((move.square, move.kind)))
        if move.has_choice or chance.randrange(MARKS) == 0:
            turn = replace(turn, marks=random_marks(move, chance))
        is_fifth = move.kind == states.DENTIST and move.seat.laps + 1 == layout.laps.boxes
        if is_fifth and not state.plays(states.EDUCATIONAL) and chance.randrange(STOP) == 0:
            turn = replace(turn, stops=True)
        return turn

    def record_body(self, steps: tuple[Turn, ...], state: State) -> Fields:
        scores = self.outcome(state).scores
        counts = self.counts(state).items()
        final = {one: {**markers, "score": scores[one]["total"]} for one, markers in counts}
        return {"turns": [turn.fields() for turn in steps], "final": final}

    def counts(self, state: State) -> Mapping[str, Mapping[str, int]]:
        """Return how many markers of each kind every player has."""
        if state.counted is not None:
            return state.counted
        kinds, seats = tuple(enumerate(self.layout.stages))[1:], state.seats.items()
        return {who: {name: seat.teeth.count(n) for n, name in kinds} for who, seat in seats}

    def outcome(self, state: State) -> Outcome:
        worth = dict(zip(self.layout.stages, self.layout.points, strict=True))
        scores = {}
        for player, markers in self.counts(state).items():
            points = {name: worth[name] * markers.get(name, 0) for name in self.layout.stages[1:]}
            scores[player] = {**points, "total": sum(points.values())}
        is_over = state.ended is not None
        if not is_over or state.plays(states.EDUCATIONAL):
            return Outcome(is_over, scores, winners=())
        # Compared, least first: points, then laps, then the square reached.
        standing = {
            player: (points["total"], -state.seats[player].laps, -state.seats[player].square)
            for player, points in scores.items()
        }
        best = min(standing.values())
        winners = tuple(player for player, found in standing.items() if found == best)
        return Outcome(is_over, scores, winners)

    def judge_ending(self, state: State, body: DentalBody) -> tuple[Refusal, ...]:
        reason = message("rules.dental.unfinished", laps=self.layout.laps.boxes)
        early = findings.stops_early(state, len(body.turns or ()), reason)
        return (*early, *self._differing(state, body), *self._totals_wrong(state, body))

    def _differing(self, state: State, body: DentalBody) -> Iterator[Refusal]:
        for player, counted in self._counted(body).items():
            given = self.counts(state)[player]
            for name, found in counted.items():
                if found != given[name]:
                    key, marker = "rules.dental.final-differs", words("markers", name)
                    reason = message(key, marker=marker, found=found, wanted=given[name])
                    yield findings.paper_differs("final-differs", reason, ("final", player, name))

    def _totals_wrong(self, state: State, body: DentalBody) -> Iterator[Refusal]:
        known, scores = self.counts(state), self.outcome(state).scores
        for player, points in self.recorded_scores(body).items():
            wanted = scores[player]["total"]
            found = points.get("total", wanted)
            if known[player] and found != wanted:
                yield findings.wrong_score("total", found, wanted, ("final", player, "score"))

    def _counted(self, body: DentalBody) -> Mapping[str, Mapping[str, int]]:
        return {
            player: {name: n for name, n in entry if n is not None and name != "score"}
            for player, entry in (body.final or {}).items()
        }

    def state_from_sheets(self, seating: Seating, body: DentalBody) -> State | None:
        if body.final is None:
            return None
        ended = 0 if set(body.final) == set(seating.players) else None
        return replace(self.start(seating), ended=ended, counted=self._counted(body))

    def judge_sheets(self, state: State, body: DentalBody) -> tuple[Refusal, ...]:
        return tuple(self._totals_wrong(state, body))

    def recorded_scores(self, body: DentalBody) -> interface.Scores:
        worth = dict(zip(self.layout.stages, self.layout.points, strict=True))
        added = {}
        for player, counts in self._counted(body).items():
            score = (body.final or {})[player].score
            total = {} if score is None else {"total": score}
            added[player] = {name: n * worth[name] for name, n in counts.items()} | total
        return {player: points for player, points in added.items() if points}

    def cells(self, seat: int) -> tuple[Cell, ...]:
        marks = dict(zip(self.layout.stages, self.layout.tokens, strict=True))
        del marks[self.layout.stages[0]]
        teeth = (Cell(tooth, marks, "markers") for tooth in self.layout.teeth)
        return (*teeth, Cell(TOTAL, within=("score",)))

    def fields_from_typed(self, typed: TypedCells, /) -> Fields:
        final = dict[str, Fields]()
        for player, given in typed.items():
            if any(given.values()):
                teeth = [given.get(tooth) for tooth in self.layout.teeth]
                counts = {stage: teeth.count(stage) for stage in self.layout.stages[1:]}
                final[player] = counts
                if (score := parse_number(given.get(TOTAL, ""))) is not None:
                    final[player]["score"] = score
        return {"final": final}

    def papers_as_recorded(self, state: State, _: object, /) -> tuple[Paper, ...]:
        """Return every chart with its laps, and its markers, unless these were only counted."""
        layout, papers = self.layout, []
        for player in self.counts(state):
            seat = state.seats[player]
            placed = zip(layout.teeth, seat.teeth, strict=True)
            teeth = {tooth: layout.tokens[stage] for tooth, stage in placed if stage}
            laps = enumerate(layout.laps.cell_ids()[: seat.laps], start=1)
            ticks = {lap: Mark(str(number), shape="tick") for number, lap in laps}
            papers.append(Paper(player, layout.part, {**teeth, **ticks}))
        return tuple(papers)

    def odds(self) -> interface.Odds:
        layout = self.layout
        tokens = defaultdict[int, Fraction](Fraction)
        for face, chance in layout.dice.sums(1).items():
            tokens[layout.appointments[face % 2]] += chance
        sums = {f"sum.{count}": layout.dice.sums(count) for count in (1, 2)}
        return {**sums, "hit": layout.tooth_die.sums(1), "appointment": tokens}

    def roll_outcomes(self, state: State, step: Turn, /) -> Iterator[interface.RollOutcome]:
        faces = {*range(1, self.layout.dice.sides + 1)}
        alone = () if step.appointment is None else (step.appointment,)
        for thrown in (step.roll, step.sugar, alone):
            if len(thrown) in {1, 2} and faces.issuperset(thrown):
                yield f"sum.{len(thrown)}", sum(thrown)
