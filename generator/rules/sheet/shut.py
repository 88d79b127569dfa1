"""The act of shutting: cells that add up to the throw are shut, throw after throw."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from random import Random
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import Field

from generator.errors import DataError
from generator.game import Game, Mark, Paper, number_mark
from generator.game.facts import Facts, Id
from generator.game.parts import Numbers, Pool
from generator.game.sentences import Sentences
from generator.reading.expected import Aliases
from generator.reading.nodes import MapNode
from generator.rules import family, findings
from generator.rules.family import Refusal, Seating, paper_of
from generator.rules.findings import FACES, MAPPING, PLAYER, TUPLE, all_optional, one_of
from generator.rules.naming import called, cells
from generator.rules.sheet import plan as plans
from generator.rules.sheet import primitives
from generator.rules.sheet.paying import MustCross, choices
from generator.rules.sheet.plan import Kit, Line
from generator.rules.sheet.primitives import ByPrimitives, Frame, Seen, read_primitives
from generator.rules.sheet.rolling import Faces, FewerDice, Noted, ToTheEnd
from generator.rules.sheet.scoring import TOTAL, outcome
from generator.words import Message, message, not_one_of

# How often a turn is made up that papers know the end of.
GUESSES = 100
# Where several ways fit: the one with the most numbers, the one with the largest numbers, or the
# one that leaves least on average.
Policy: TypeAlias = Literal["most", "largest", "best"]
Rounds = Annotated[int, Field(ge=1, le=20)]


class Length(Facts):
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
    rounds: Length = Length()
    """How many turns everybody has."""


@dataclass(frozen=True, eq=False)
class Layout(primitives.Layout):
    """What is shut, with which dice, by which rules, and how many rounds there are."""

    rounds: Length = field(default_factory=Length)

    @property
    def cells(self) -> Line:
        """Return all cells, in reading order."""
        return tuple(self.kit.plan.spots)

    def counts(self, still: Line) -> tuple[int, ...]:
        """Return how many dice may be thrown; fewer than all once certain cells are shut."""
        fewer = self.primitives.of(FewerDice)[:1]
        most, must_wait = self.kit.count(), any({*one.once} & {*still} for _, one in fewer)
        return (most,) if must_wait else tuple(range(self.kit.least(), most + 1))

    def sum(self, cells: Line) -> int:
        """Return what the numbers of some cells make."""
        return sum(self.kit.plan.spots[cell].value for cell in cells)

    def ways(self, still: Line, total: int) -> tuple[Line, ...]:
        """Return how open cells make a total: few cells before many, small ones before large."""
        spots = tuple(self.kit.plan.spots[cell] for cell in still)
        return tuple(tuple(s.id for s in way) for way in choices(self.kit, (total,), spots))

    def fits(self, still: Line, count: int) -> Fraction:
        """Return the chance that some of the open cells add up to a throw of so many dice."""
        chances = self.kit.dice.sums(count).items()
        return sum((c for total, c in chances if self.ways(still, total)), Fraction(0))

    def left(self, policy: Policy) -> Fraction:
        """Return the sum that stays open on average; of the dice allowed the fewest are thrown.

        The best policy throws as many as leave least.
        """
        return self._kept(self.cells, policy)[0]

    def shut(self, policy: Policy) -> Fraction:
        """Return the chance that all is shut in the end."""
        return self._kept(self.cells, policy)[1]

    @cached_property
    def _kept(self) -> Callable[[Line, Policy], tuple[Fraction, Fraction]]:
        return cache(self._worked_out)

    def _worked_out(self, still: Line, policy: Policy) -> tuple[Fraction, Fraction]:
        if not still:
            return Fraction(0), Fraction(1)
        counts = self.counts(still) if policy == "best" else self.counts(still)[:1]
        return min(self._thrown(still, count, policy) for count in counts)

    def _thrown(self, still: Line, count: int, policy: Policy) -> tuple[Fraction, Fraction]:
        mean = shut = Fraction(0)
        for total, chance in self.kit.dice.sums(count).items():
            fitting = self._taken(self.ways(still, total), policy)
            after = (self._kept(without(still, way), policy) for way in fitting)
            left, done = min(after, default=(Fraction(self.sum(still)), Fraction(0)))
            mean, shut = mean + chance * left, shut + chance * done
        return mean, shut

    def _taken(self, fitting: tuple[Line, ...], policy: Policy) -> tuple[Line, ...]:
        """Return the way that a policy takes; of the best one all, for what they leave decides."""
        if policy == "best" or not fitting:
            return fitting
        if policy == "most":
            return (max(fitting, key=len),)
        spots = self.kit.plan.spots
        return (max(fitting, key=lambda way: [spots[cell].value for cell in reversed(way)]),)


def without(still: Line, way: Line) -> Line:
    """Return the cells that stay open when some are shut."""
    return tuple(cell for cell in still if cell not in way)


@dataclass(frozen=True, slots=True)
class Throw:
    """The faces of a throw, and the cells that were shut for it."""

    dice: tuple[int, ...] = ()
    shuts: Line = ()


@dataclass(frozen=True, slots=True)
class Turn(findings.AnyTurn):
    """A turn as recorded: its throws, and what was noted at its end, if anything."""

    throws: tuple[Throw, ...] = ()
    open: Line | None = None
    points: int | None = None

    @classmethod
    def of(cls, number: int, entry: Any) -> Self:  # noqa: ANN401 - a model made of the game's words
        """Return a turn as its entry in a record says it, and so its throws."""
        throws = (Throw(thrown.dice or (), thrown.shuts or ()) for thrown in entry.throws or ())
        return replace(super(Turn, cls).of(number, entry), throws=tuple(throws))

    def rolls(self) -> tuple[tuple[int, ...], ...]:
        """Return the faces of every throw."""
        return tuple(throw.dice for throw in self.throws)


@dataclass(frozen=True, slots=True)
class Played:
    """A turn that was played: what is open in the end, and what was noted of it."""

    still: Line
    noted: Line | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """How many rounds are played, the turns of each player, and who is next."""

    seating: Seating
    rounds: int
    turns: Mapping[str, tuple[Played, ...]]
    next: str
    played: int = 0
    ended: int | None = None


class Body(Facts):
    """What is read of a record, whatever the sheet."""

    rounds: int | None = None
    turns: tuple[Any, ...] | None = None
    totals: Mapping[str, int] | None = None


def read_layout(game: Game, section: MapNode) -> Layout:
    """Read the parameters; raise DataError with every fault of the section and of the rules."""
    roles, primitives = family.Roles(game, section), read_primitives(game)
    mechanics = roles.facts(Mechanics)
    sheet = roles.part("sheet", mechanics.sheet, Numbers)
    dice = roles.part("dice", mechanics.dice, Pool)
    if mechanics.rounds.usual > mechanics.rounds.most:
        least, most = str(mechanics.rounds.usual), str(mechanics.rounds.most)
        roles.refuse("rounds", message("game.range", least=least, most=most))
    if sheet is None or dice is None or roles.problems:
        raise DataError(roles.problems)
    ids, plan = [rule.id for rule in game.head.rules], plans.plan_of(mechanics.sheet, sheet)
    for rule, one in primitives.of(FewerDice):
        for place, cell in enumerate(one.once):
            if cell not in plan.spots:
                why, at = not_one_of(cell, plan.spots), ("by", "once", place)
                reason = message("rules.shut.no-cell", part=mechanics.sheet, reason=why)
                roles.problems.append(game.fault(("rules", ids.index(rule), *at), reason))
    if roles.problems:
        raise DataError(roles.problems)
    fewer = primitives.first(FewerDice)
    fewest = min(fewer[1].least, dice.dice) if fewer else None
    kit = Kit(plan, dice, pays="sum", fewest=fewest)
    return Layout(kit, primitives, rounds=mechanics.rounds)


def slipped(layout: Layout, state: Table, turn: Turn, chance: Random) -> Turn:
    """Return a turn with a throw that is left out, not used, or one too many and wrong."""
    throws = list(turn.throws)
    place, other = chance.randrange(len(throws) + 1), chance.choice(throws)
    slip = chance.randrange(4)
    if slip == 0:
        throws.pop()
    elif slip == 1:
        throws[place:] = [Throw(other.dice)]
    else:
        misread = (*other.dice[:-1], layout.kit.dice.sides + 1)
        dice = chance.choice((other.dice, other.dice[:1], misread))
        throws.insert(place, Throw(dice, chance.choice((other, *throws)).shuts[slip - 2 :]))
    wrong = replace(turn, throws=tuple(throws))
    walk = Walk(layout, wrong, state.seating, state.next)
    return replace(wrong, open=walk.still, points=layout.sum(walk.still))


class Walk:
    """A turn as it goes, throw by throw: what is refused, and what is open in the end."""

    def __init__(
        self, layout: Layout, turn: Turn, seating: Seating, active: str, still: Line | None = None
    ) -> None:
        """Play all throws, with all cells open at first or some; a refused one shuts nothing."""
        self.layout, self.turn, self.seating = layout, turn, seating
        self.active = turn.player or active
        self.still = layout.cells if still is None else still
        self.scope = f"turn:{turn.number}"
        self.refusals: list[Refusal] = []
        self.is_over = self.is_refused = False
        stops, late = self._ids("stops"), message("rules.shut.stops")
        for place, throw in enumerate(self.turn.throws):
            if self.is_over:
                # What comes after the end is told once.
                if not any(one.rule in stops for one in self.refusals):
                    self.refusals += [self._found(rule, late, "throws", place) for rule in stops]
                self.is_refused = True
                continue
            refused = self._refused(place, throw)
            self.is_refused = refused is not None
            if refused is not None:
                self.refusals.append(refused)
                self.is_over = isinstance(self.layout.primitives.rules[refused.rule], MustCross)
            else:
                self.still = without(self.still, throw.shuts)
                self.is_over = not throw.shuts or not self.still

    def _refused(self, place: int, throw: Throw) -> Refusal | None:
        """Return the first rule that a throw breaks."""
        kit, shut = self.layout.kit, without(self.layout.cells, self.still)
        sheet = plans.Sheet({cell: kit.plan.spots[cell].value for cell in shut})
        table = plans.Table(self.seating, {self.active: sheet}, self.active)
        thrown = plans.Turn(self.turn.number, self.active, throw.dice, places=throw.shuts)
        seen = Seen(self.layout, table, thrown, self.active)
        seen.tries = {self.active: seen.places()}
        if not (every := seen.judged()):
            return None
        found = every[0]
        within = ("shuts" if step == "places" else step for step in found.path[2:])
        return self._scoped(replace(found, path=(*found.path[:2], "throws", place, *within)))

    def _ids(self, what: str) -> tuple[str, ...]:
        of = self.layout.primitives.of
        return tuple(rule for rule, one in (*of(ToTheEnd), *of(Noted)) if one.rule == what)

    def _found(self, rule: str, reason: Message, *within: str | int) -> Refusal:
        return self._scoped(findings.at_turn(rule, reason, self.turn, self.active, *within))

    def _scoped(self, refusal: Refusal) -> Refusal:
        # An error explains what follows in its turn, and the total; no other turn.
        scope = frozenset({self.scope})
        return replace(refusal, after=scope, spoils=scope | {paper_of(self.active)})

    def closing(self) -> Iterator[Refusal]:
        """Yield what is wrong with how the turn ends, and with what was noted then."""
        turn, points = self.turn, self.layout.sum(self.still)
        if not turn.throws:
            for rule, _ in self.layout.primitives.of(Faces):
                yield self._found(rule, message("rules.dice-none"))
        elif not (self.is_over or self.is_refused):
            for rule in self._ids("goes-on"):
                yield self._found(rule, message("rules.shut.goes-on", cells=cells(*self.still)))
        if turn.open is not None and sorted(turn.open) != sorted(self.still):
            values = {"found": _or_none(turn.open), "wanted": _or_none(self.still)}
            reason = message("rules.shut.open-differs", **values)
            wrong = {*turn.open} ^ {*self.still}
            where = next((cell for cell in self.layout.cells if cell in wrong), None)
            for rule in self._ids("noted-open"):
                yield replace(self._found(rule, reason, "open"), where=where)
        if turn.points is not None and turn.points != points:
            reason = message("rules.shut.open-points", found=turn.points, wanted=points)
            for rule in self._ids("noted-points"):
                found = replace(self._found(rule, reason, "points"), where="points")
                yield found.of(turn.points, points)


def _or_none(some: Line) -> Any:  # noqa: ANN401 - a value of a message
    return cells(*some) if some else message("rules.nothing")


class Shut(ByPrimitives[Body, Table, Turn, Layout]):
    """The rules of a game in which cells are shut that add up to the throw."""

    # There are no papers alone.
    contents = ("turns",)
    read_layout = staticmethod(read_layout)
    steps = staticmethod(Turn.all_of)

    def body_model(self) -> type[Body]:
        """Return the model of a record's body, with the sheet's own cells."""
        some = TUPLE[one_of(self.layout.kit.plan.spots, "cell"), ...]
        throw = all_optional("Throw", dice=FACES, shuts=some)
        fields = {"throws": TUPLE[throw, ...], "open": some, "points": int}
        turn = all_optional("Turn", player=PLAYER, **fields)
        rounds = Annotated[int, Field(ge=1, le=self.layout.rounds.most)]
        totals = MAPPING[PLAYER, int]
        return findings.with_words(Body, rounds=rounds, turns=TUPLE[turn, ...], totals=totals)

    @property
    def hints(self) -> Mapping[str, Callable[[Any, Any, Any, Random], Any]]:
        """Return a slip in a throw: what is wrong with one leaves the rest of its turn as it is."""
        rules = self.layout.primitives.rules.items()
        return {rule: slipped for rule, one in rules if not isinstance(one, Frame | Noted)}

    @property
    def variants(self) -> tuple[str, ...]:
        """Return the variants in which all dice are thrown always."""
        fewer = self.layout.primitives.of(FewerDice)
        return tuple(one.unless for _, one in fewer if one.unless)

    def own_words(self, said: Sentences, /) -> Aliases:
        """Return the labels of the cells in one language."""
        return Aliases(words={"cell": called("cells", self.layout.cells, said)})

    def start(self, seating: Seating) -> Table:
        """Return a table of the usual number of rounds; the first player begins."""
        rounds = self.layout.rounds.usual
        return Table(seating, rounds, dict.fromkeys(seating.players, ()), seating.players[0])

    def lasting(self, seating: Seating, turns: int) -> Table:
        """Return a table of as many rounds as so many turns take, but at least of the usual."""
        rounds = max(self.layout.rounds.usual, -(-turns // len(seating.players)))
        return replace(self.start(seating), rounds=min(rounds, self.layout.rounds.most))

    def begun(self, seating: Seating, body: Body) -> Table:
        """Return a table of as many rounds as the record says."""
        start = self.start(seating)
        return start if body.rounds is None else replace(start, rounds=body.rounds)

    def named(self) -> Mapping[str, Iterable[str]]:
        """Return the rounds, as parts of the score."""
        return {"texts": [f"score.round{n}" for n in range(1, self.layout.rounds.most + 1)]}

    def closing(self, state: Table, body: Body) -> tuple[Refusal, ...]:
        """Say where the turns stop early, and compare the totals."""
        reason = message("rules.shut.unfinished-rounds", n=state.rounds)
        found, scores = list[Refusal](), self.outcome(state).scores
        for rule in self.layout.primitives.framed("unfinished"):
            found += findings.unfinished(state, len(body.turns or ()), reason, rule)
        for rule in self.layout.primitives.framed("added-up"):
            found += findings.added_up_wrong("totals", self.added_up(body), scores, rule)
        return tuple(found)

    def outcome(self, state: Table) -> family.Outcome:
        """Return everybody's points, and who has won once all rounds are played."""
        total, scores = self.layout.sum, {}
        for player, turns in state.turns.items():
            points = {f"round{n}": total(one.still) for n, one in enumerate(turns, start=1)}
            scores[player] = {**points, TOTAL: sum(points.values())}
        return outcome(self.layout.primitives, scores, is_over=state.ended is not None)

    def added_up(self, body: Body) -> family.Scores:
        """Return the totals that were written down."""
        return findings.totals(TOTAL, body.totals)

    def recorded(self, state: Table, body: Body) -> tuple[Paper, ...]:
        """Return every sheet with the totals as they were written down."""
        totals = self.added_up(body)
        return tuple(
            replace(one, marks={**one.marks, **self.totals_shown(totals.get(one.name, {}))})
            for one in self.shown(state)
        )

    def judge(self, table: Table, turn: Turn, /) -> family.Judged[Table]:
        """Return what a turn breaks, throw by throw and at its end, and the table after it.

        A turn that a player has no more counts for nothing.
        """
        framed, turns = self.layout.primitives.framed, dict(table.turns)
        if table.ended is not None:
            late = (findings.after_end(table, turn, rule) for rule in framed("after-end"))
            return tuple(late), table
        walk = Walk(self.layout, turn, table.seating, table.next)
        found = [
            replace(one, spoils=one.spoils | {walk.scope})
            for rule in framed("order")
            for one in findings.out_of_order(table, turn, rule)
        ]
        # Every round has a row of its own on paper.
        row, active = f"round{len(turns[walk.active]) + 1}", walk.active
        every = (*found, *walk.refusals, *walk.closing())
        told = tuple(replace(one, where=one.where and f"{row}.{one.where}") for one in every)
        if len(turns[active]) < table.rounds:
            turns[active] = (*turns[active], Played(walk.still, turn.open, turn.points))
        is_over = all(len(of) >= table.rounds for of in turns.values())
        following, ended = table.seating.after(active), turn.number if is_over else None
        while not is_over and len(turns[following]) >= table.rounds:
            following = table.seating.after(following)
        after = replace(table, turns=turns, next=following, played=table.played + 1, ended=ended)
        return told, after

    def shown(self, state: Table) -> tuple[Paper, ...]:
        """Return every player's sheet: round by round what is shut, and the points."""
        layout, papers = self.layout, list[Paper]()
        for player, turns in state.turns.items():
            marks = dict[str, Mark]()
            for number, one in enumerate(turns, start=1):
                gone = without(layout.cells, one.still if one.noted is None else one.noted)
                points = layout.sum(one.still) if one.points is None else one.points
                marks |= {f"round{number}.{cell}": Mark(shape="cross") for cell in gone}
                marks[f"round{number}.points"] = number_mark(points)
            papers.append(Paper(player, layout.kit.plan.part, marks))
        return tuple(papers)

    def random_turn(self, state: Table, chance: Random) -> Turn:
        """Return a legal turn of the next player, with what is noted at its end."""
        layout, kit, throws = self.layout, self.layout.kit, list[Throw]()
        still = layout.cells
        variants, fewer = state.seating.variants, layout.primitives.of(FewerDice)
        is_fixed = any(one.unless in variants for _, one in fewer)
        while still and (not throws or throws[-1].shuts):
            count = kit.count() if is_fixed else chance.choice(layout.counts(still))
            thrown = tuple(chance.randint(1, kit.dice.sides) for _ in range(count))
            way = chance.choice((layout.ways(still, sum(thrown)) or ((),))[:2])
            throws.append(Throw(thrown, way))
            still = without(still, way)
        return Turn(state.played + 1, state.next, tuple(throws), still, layout.sum(still))

    def left_out(self, state: Table, last: Table, body: Body, chance: Random) -> Turn:
        """Return a turn that leaves what a player's total lacks, if chance gives one; else any."""
        who, turns = state.next, [self.random_turn(state, chance) for _ in range(GUESSES)]
        total = (body.totals or {}).get(who, 0) - self.outcome(last).scores[who][TOTAL]
        return next((turn for turn in turns if turn.points == total), turns[0])

    def written(self, turns: tuple[Turn, ...], table: Table) -> family.Fields:
        """Return how many rounds are played, the turns and the totals."""
        scores = self.outcome(table).scores
        totals = {player: points[TOTAL] for player, points in scores.items()}
        played = [turn.fields() for turn in turns]
        return {"rounds": table.rounds, "turns": played, "totals": totals}
