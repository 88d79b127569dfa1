"""Throws that shut cells: which cells add up to one, how a turn of them goes, what is wrong."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import Field

from generator.game.facts import Facts
from generator.rules import findings
from generator.rules.family import Refusal, Seating, paper_of
from generator.rules.naming import cells
from generator.rules.sheet import plan as plans
from generator.rules.sheet import primitives
from generator.rules.sheet.paying import MustCross, choices
from generator.rules.sheet.plan import Line
from generator.rules.sheet.primitives import Seen
from generator.rules.sheet.rolling import Faces, FewerDice, Noted, ToTheEnd
from generator.words import Message, message

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
