"""The act of shutting: cells that add up to the throw are shut, throw after throw."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from generator.game import Mark, Paper, number_mark
from generator.game.facts import Facts, Id
from generator.game.parts import Numbers, Pool
from generator.game.sentences import Sentences
from generator.reading.schema import Aliases
from generator.rules import findings, interface
from generator.rules.findings import FACES, MAPPING, PLAYER, TUPLE, Body, all_optional, one_of
from generator.rules.interface import Refusal, Roles, Seating, paper_of
from generator.rules.naming import cells, names_in
from generator.rules.sheet import plan as plans
from generator.rules.sheet import primitives
from generator.rules.sheet.paying import MustCross, payable_sets
from generator.rules.sheet.placing import FewerDice, Noted
from generator.rules.sheet.plan import Gear, Line
from generator.rules.sheet.primitives import Act, GameFlowRule, Primitives, TurnView
from generator.words import Message, message

# How often a turn is made up that papers know the end of.
GUESSES = 100
Rounds = Annotated[int, Field(ge=1, le=20)]


class RoundCount(Facts):
    """How many rounds are played."""

    usual: Rounds = 1
    """How many where a record does not say."""
    most: Rounds = 10
    """How many there may be."""


class Mechanics(Facts):
    """The section `mechanics`: a game in which numbers that add up to the throw are shut."""

    family: Literal["sheet"]
    act: Literal["shut"]
    """What a turn does: `shut` opens all cells, then shuts those that add up to each throw."""
    sheet: Id
    """The part whose numbers are shut."""
    dice: Id
    """The dice that are thrown."""
    rounds: RoundCount = RoundCount()
    """How many turns everybody has."""


@dataclass(frozen=True, eq=False)
class Layout(primitives.Layout):
    """What is shut, with which dice, by which rules, and how many rounds there are."""

    rounds: RoundCount = field(default_factory=RoundCount)

    @property
    def cells(self) -> Line:
        """Return the cells of the box, in order."""
        return tuple(self.gear.plan.cells)

    def counts(self, still: Line) -> tuple[int, ...]:
        """Return how many dice may be thrown; fewer than all once certain cells are shut."""
        fewer = self.primitives.of(FewerDice)[:1]
        most, must_wait = self.gear.count(), any({*one.once} & {*still} for _, one in fewer)
        return (most,) if must_wait else tuple(range(self.gear.least(), most + 1))

    def sum(self, cells: Line) -> int:
        """Return what the numbers of some cells make."""
        return sum(self.gear.plan.cells[cell].value for cell in cells)

    def ways(self, still: Line, total: int) -> tuple[Line, ...]:
        """Return how open cells make a total: few cells before many, small ones before large."""
        spots = tuple(self.gear.plan.cells[cell] for cell in still)
        return tuple(tuple(s.id for s in way) for way in payable_sets(self.gear, (total,), spots))

    def fits(self, still: Line, count: int) -> Fraction:
        """Return the chance that some of the open cells add up to a throw of some dice."""
        chances = self.gear.dice.sums(count).items()
        return sum((c for total, c in chances if self.ways(still, total)), Fraction(0))


def without(still: Line, way: Line) -> Line:
    """Return the cells that stay open when some are shut."""
    return tuple(cell for cell in still if cell not in way)


@dataclass(frozen=True, slots=True)
class DiceThrow:
    """The faces of a throw, and the cells that were shut for it."""

    dice: tuple[int, ...] = ()
    shuts: Line = ()


@dataclass(frozen=True, slots=True)
class Turn(findings.RecordedTurn):
    """A turn as recorded: its throws, and what was noted at its end, if anything."""

    throws: tuple[DiceThrow, ...] = ()
    open: Line | None = None
    points: int | None = None

    @classmethod
    def from_entry(cls, number: int, entry: Any) -> Self:
        throws = (DiceThrow(thrown.dice or (), thrown.shuts or ()) for thrown in entry.throws or ())
        return replace(super(Turn, cls).from_entry(number, entry), throws=tuple(throws))

    def rolls(self) -> tuple[tuple[int, ...], ...]:
        """Return the faces of every throw."""
        return tuple(throw.dice for throw in self.throws)


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn that was played: what is open in the end, and what was noted of it."""

    still: Line
    noted: Line | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """How many rounds are played, the turns of each player, and who is next."""

    seating: Seating
    rounds: int
    turns: Mapping[str, tuple[PlayedTurn, ...]]
    next: str
    played: int = 0
    ended: int | None = None


def misplay_throw(layout: Layout, state: State, turn: Turn, chance: Random) -> Turn:
    """Return a turn with a throw that is left out, not used, or one too many and wrong."""
    throws = list(turn.throws)
    place, other = chance.randrange(len(throws) + 1), chance.choice(throws)
    slip = chance.randrange(4)
    if slip == 0:
        throws.pop()
    elif slip == 1:
        throws[place:] = [DiceThrow(other.dice)]
    else:
        misread = (*other.dice[:-1], layout.gear.dice.sides + 1)
        dice = chance.choice((other.dice, other.dice[:1], misread))
        throws.insert(place, DiceThrow(dice, chance.choice((other, *throws)).shuts[slip - 2 :]))
    wrong = replace(turn, throws=tuple(throws))
    walk = TurnReplay(layout, wrong, state.seating, state.next)
    return replace(wrong, open=walk.still, points=layout.sum(walk.still))


class TurnReplay:
    """A turn as it goes, all cells or some open at first; a refused throw shuts nothing."""

    def __init__(
        self, layout: Layout, turn: Turn, seating: Seating, active: str, still: Line | None = None
    ) -> None:
        self.layout, self.turn, self.seating = layout, turn, seating
        self.active = turn.player or active
        self.still = layout.cells if still is None else still
        self.refusals = list[Refusal]()
        self.is_over = self.is_refused = False
        for place, throw in enumerate(turn.throws):
            if self.is_over:  # what comes after the end is told once
                self.refusals += self._told("stops", message("rules.shut.stops"), "throws", place)
                break
            refused = self._refused(place, throw)
            self.is_refused = refused is not None
            if refused is not None:
                self.refusals.append(refused)
                self.is_over = isinstance(layout.primitives.rules[refused.rule], MustCross)
            else:
                self.still = without(self.still, throw.shuts)
                self.is_over = not throw.shuts or not self.still

    def _refused(self, place: int, throw: DiceThrow) -> Refusal | None:
        gear, shut = self.layout.gear, without(self.layout.cells, self.still)
        sheet = plans.Sheet({cell: gear.plan.cells[cell].value for cell in shut})
        table = plans.SheetState(self.seating, {self.active: sheet}, self.active)
        thrown = plans.Turn(self.turn.number, self.active, throw.dice, places=throw.shuts)
        view = TurnView(self.layout, table, thrown, self.active)
        view.attempts = {self.active: view.crossing_attempts()}
        if not (every := view.refusals()):
            return None
        found = every[0]
        within = ("shuts" if step == "places" else step for step in found.path[2:])
        return replace(found, path=(*found.path[:2], "throws", place, *within))

    def _told(
        self, what: str, reason: Message, *within: str | int, where: str | None = None
    ) -> Iterator[Refusal]:
        for rule in self.layout.primitives.ids_of(what):
            yield findings.turn_refusal(rule, reason, self.turn, self.active, *within, where=where)

    def ending_refusals(self) -> Iterator[Refusal]:
        """Yield what is wrong with how the turn ends, and with what was noted then."""
        turn, points = self.turn, self.layout.sum(self.still)
        if not turn.throws:
            yield from self._told("faces", message("rules.dice-none"))
        elif not (self.is_over or self.is_refused):
            reason = message("rules.shut.goes-on", cells=cells(*self.still))
            yield from self._told("goes-on", reason)
        if turn.open is not None and sorted(turn.open) != sorted(self.still):
            differing = {*turn.open} ^ {*self.still}
            wrong = tuple(cell for cell in self.layout.cells if cell in differing)
            lists = {"found": turn.open, "wanted": self.still, "wrong": wrong}
            said = {
                name: cells(*of) if of else message("rules.nothing") for name, of in lists.items()
            }
            reason = message("rules.shut.open-differs", **said)
            for one in self._told("noted-open", reason, "open", where=next(iter(wrong), None)):
                yield replace(one, lacks=wrong[1:])
        if turn.points is not None and turn.points != points:
            reason = message("rules.shut.open-points", found=turn.points, wanted=points)
            for one in self._told("noted-points", reason, "points", where="points"):
                yield one.with_numbers(turn.points, points)


class ShutRules(Act[State, Turn, Layout]):
    """The rules of a game in which cells are shut that add up to the throw."""

    body_fields = ("turns",)
    steps = staticmethod(Turn.from_body)

    @classmethod
    def read_parts(cls, roles: Roles, primitives: Primitives) -> Layout | None:
        mechanics = roles.facts(Mechanics)
        sheet = roles.part("sheet", mechanics.sheet, Numbers)
        dice = roles.part("dice", mechanics.dice, Pool)
        least, most = mechanics.rounds.usual, mechanics.rounds.most
        if least > most:
            roles.refuse("rounds", message("game.range", least=str(least), most=str(most)))
        if sheet is None or dice is None or roles.problems:
            return None
        fewer, plan = primitives.first(FewerDice), plans.plan_of(mechanics.sheet, sheet)
        fewest = min(fewer[1].least, dice.dice) if fewer else None
        gear = Gear(plan, dice, pays="sum", fewest=fewest)
        return Layout(gear, primitives, "totals", rounds=mechanics.rounds)

    def body_model(self) -> type[Facts]:
        some = TUPLE[one_of(self.layout.gear.plan.cells, "cell"), ...]
        throw = all_optional("Throw", dice=FACES, shuts=some)
        fields = {"throws": TUPLE[throw, ...], "open": some, "points": int}
        turn = all_optional("Turn", player=PLAYER, **fields)
        rounds = Annotated[int, Field(ge=1, le=self.layout.rounds.most)]
        fields = {"rounds": rounds, "turns": TUPLE[turn, ...], "totals": MAPPING[PLAYER, int]}
        return all_optional("ShutBody", **fields)

    @property
    def fault_makers(self) -> Mapping[str, Callable[[Any, Any, Any, Random], Any]]:
        rules, others = self.layout.primitives.rules.items(), GameFlowRule | Noted
        return {rule: misplay_throw for rule, one in rules if not isinstance(one, others)}

    @property
    def variants(self) -> tuple[str, ...]:
        fewer = self.layout.primitives.of(FewerDice)
        return tuple(one.unless for _, one in fewer if one.unless)

    def own_words(self, said: Sentences, /) -> Aliases:
        return Aliases(words={"cell": names_in("cells", self.layout.cells, said)})

    def start(self, seating: Seating) -> State:
        rounds = self.layout.rounds.usual
        return State(seating, rounds, dict.fromkeys(seating.players, ()), seating.players[0])

    def start_for_turns(self, seating: Seating, turns: int) -> State:
        rounds = max(self.layout.rounds.usual, -(-turns // len(seating.players)))
        return replace(self.start(seating), rounds=min(rounds, self.layout.rounds.most))

    def initial_state(self, seating: Seating, body: Body) -> State:
        return replace(self.start(seating), rounds=body.rounds or self.layout.rounds.usual)

    def words_needed(self) -> Mapping[str, Iterable[str]]:
        return {"texts": [f"score.round{n}" for n in range(1, self.layout.rounds.most + 1)]}

    def early_stops(self, state: State, /) -> Iterator[Message]:
        yield message("rules.shut.unfinished-rounds", n=state.rounds)

    def scores(self, state: State) -> interface.Scores:
        total, scores = self.layout.sum, dict[str, Mapping[str, int]]()
        for player, turns in state.turns.items():
            points = {f"round{n}": total(one.still) for n, one in enumerate(turns, start=1)}
            scores[player] = {**points, self.total: sum(points.values())}
        return scores

    def place(self, table: State, turn: Turn, /) -> interface.Judgement[State]:
        """Judge a turn throw by throw; one that a player has no more counts for nothing."""
        turns, walk = dict(table.turns), TurnReplay(self.layout, turn, table.seating, table.next)
        active, own = walk.active, (*walk.refusals, *walk.ending_refusals())
        # An error explains what follows in its turn, and the total; no other turn.
        scope = frozenset({f"turn:{turn.number}"})
        order = list[Refusal]()
        for rule in self.layout.primitives.ids_of("order"):
            order += findings.out_of_order(table, turn, rule)
        found = [replace(one, taints=one.taints | scope) for one in order]
        found += (replace(one, after=scope, taints=scope | {paper_of(active)}) for one in own)
        # Every round has a row of its own on paper.
        row = f"round{len(turns[active]) + 1}"
        told = tuple(self._on_row(one, row) if one.where else one for one in found)
        if len(turns[active]) < table.rounds:
            turns[active] = (*turns[active], PlayedTurn(walk.still, turn.open, turn.points))
        out = [player for player, played in turns.items() if len(played) >= table.rounds]
        ended = turn.number if len(out) == len(turns) else None
        following, played = table.seating.player_after(active, out), table.played + 1
        return told, replace(table, turns=turns, next=following, played=played, ended=ended)

    def _on_row(self, one: Refusal, row: str) -> Refusal:
        cell, lacks = f"{row}.{one.where}", tuple(f"{row}.{other}" for other in one.lacks)
        where = one.where if one.where in self.layout.cells else cell
        return replace(one, cell=cell, where=where, lacks=lacks)

    def papers_as_recorded(self, state: State, body: Body) -> tuple[Paper, ...]:
        layout, papers, totals = self.layout, list[Paper](), self.recorded_scores(body)
        for player, turns in state.turns.items():
            marks = dict[str, Mark]()
            for number, one in enumerate(turns, start=1):
                gone = without(layout.cells, one.still if one.noted is None else one.noted)
                points = layout.sum(one.still) if one.points is None else one.points
                marks |= {f"round{number}.{cell}": Mark(shape="cross") for cell in gone}
                marks[f"round{number}.points"] = number_mark(points)
            marks |= self.total_marks(totals.get(player, {}))
            papers.append(Paper(player, layout.gear.plan.part, marks))
        return tuple(papers)

    def throw(self, state: State, chance: Random) -> Turn:
        """Return a turn without any throw: how many dice there are hangs on what is shut before."""
        return Turn(state.played + 1, state.next)

    def choose(self, state: State, turn: Turn, chance: Random) -> Turn:
        layout, gear, throws = self.layout, self.layout.gear, list[DiceThrow]()
        still = layout.cells
        is_fixed = not state.seating.variants.isdisjoint(self.variants)
        while still and (not throws or throws[-1].shuts):
            count = gear.count() if is_fixed else chance.choice(layout.counts(still))
            thrown = tuple(chance.randint(1, gear.dice.sides) for _ in range(count))
            way = chance.choice((layout.ways(still, sum(thrown)) or ((),))[:2])
            throws.append(DiceThrow(thrown, way))
            still = without(still, way)
        return replace(turn, throws=tuple(throws), open=still, points=layout.sum(still))

    def guess_missing_turn(self, state: State, last: State, body: Body, chance: Random) -> Turn:
        who, turns = state.next, [self.random_turn(state, chance) for _ in range(GUESSES)]
        total = (body.totals or {}).get(who, 0) - self.outcome(last).scores[who][self.total]
        return next((turn for turn in turns if turn.points == total), turns[0])

    def record_body(self, turns: tuple[Turn, ...], table: State) -> interface.Fields:
        scores = self.outcome(table).scores
        totals = {player: points[self.total] for player, points in scores.items()}
        played = [turn.fields() for turn in turns]
        return {"rounds": table.rounds, "turns": played, "totals": totals}
