"""The act of counting: a shared counter moves by steps, and its last number ends a round."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from generator.game import Mark, Paper
from generator.game.facts import Count, Facts, Id, Index
from generator.game.parts import Numbers
from generator.reading.nodes import Path
from generator.rules import findings, interface
from generator.rules.findings import MAPPING, PLAYER, ROUNDS, TUPLE, Body, RoundOpening
from generator.rules.interface import Odds, Refusal, Seating
from generator.rules.sheet.primitives import Act, Primitive, Primitives
from generator.words import Message, message

SEATS = 2
LONGEST_ADVICE = 5
MOST_ROUNDS = 1000
# What players draw about the numbers that they have said, who is named first before the other.
SHAPES: tuple[Literal["circle", "square"], ...] = ("circle", "square")
# The primitives by where a record can break them: in the numbers said, with what their player is
# wrong about, and in what is noted of rounds.
ON_SAYS = {"steps": ("last", "said"), "within": ("said",), "after-end": ()}
ON_NOTES = ("noted", "added-up")


class Mechanics(Facts):
    """The section `mechanics`: a game in which two players move one counter in turn."""

    family: Literal["sheet"]
    act: Literal["count"]
    """What a turn does: `count` moves the counter by one of the steps, up or down to the target."""
    strip: Id
    """The part with a cell for each number that can be said."""
    start: Index = 0
    """Where the counter stands before the first number."""
    target: Index
    """The number that ends a round; the counter falls where it is less than the start."""
    steps: Annotated[tuple[Count, ...], Field(min_length=1, max_length=20)]
    """How far a number may be from the one before; 1 is among them, so that nobody is stuck."""
    last: Literal["wins", "loses"] = "wins"
    """What the round is for whoever says the target."""
    reverse: Id | None = None
    """The name of the variant in which it is the other way round."""
    usual: Count = 4
    """How many rounds a match usually has: one made up at random has as many."""


class CounterRule(Primitive, about=(), acts=("count",)):
    """How a shared counter moves, and what is noted of its rounds."""

    rule: Literal["steps", "within", "noted"]
    """`steps`: a number is one of the steps away from the last one. `within`: no number lies beyond
    the target; without this rule one may overshoot it. `noted`: a round's winner is noted right."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A counter as the rules see it."""

    mechanics: Mechanics
    primitives: Primitives
    cells: Mapping[int, str]
    papers: ClassVar[str] = "totals"

    @property
    def way(self) -> int:
        """Return 1 where the counter rises, -1 where it falls."""
        return 1 if self.mechanics.target > self.mechanics.start else -1

    def is_end(self, number: int) -> bool:
        """Return whether a number ends the round: the target, or what overshoots it."""
        return (number - self.mechanics.target) * self.way >= 0

    def is_beyond(self, number: int) -> bool:
        """Return whether a number lies where the counter never comes."""
        is_past = number != self.mechanics.target and self.is_end(number)
        return is_past and bool(self.primitives.ids_of("within"))

    def replies(self, last: int) -> tuple[int, ...]:
        """Return the numbers that may be said after another one, the nearest first."""
        found = (last + step * self.way for step in sorted({*self.mechanics.steps}))
        return tuple(number for number in found if not self.is_beyond(number))

    def last_wins(self, variants: frozenset[str]) -> bool:
        """Return whether whoever says the target wins the round."""
        return (self.mechanics.last == "wins") != (self.mechanics.reverse in variants)

    def winning_numbers(self, variants: frozenset[str] = frozenset()) -> tuple[int, ...]:
        """Return the numbers that win for whoever goes on well: no reply to them is one."""
        start, target, wins = self.mechanics.start, self.mechanics.target, self.last_wins(variants)
        good = {target} if wins else set[int]()
        for number in range(target - self.way, start, -self.way):
            replies = self.replies(number)
            if not any(reply in good or (wins and self.is_end(reply)) for reply in replies):
                good.add(number)
        return tuple(sorted(good, reverse=self.way < 0))


def say_event(variants: frozenset[str], number: int) -> str:
    """Return what it is called in statistics that a number can be said."""
    return ".".join(("say", *sorted(variants), str(number)))


@dataclass(frozen=True, slots=True)
class Say:
    """A number is said; `turn` is its place among those of the round, from 1."""

    round: int
    turn: int
    said: int


@dataclass(frozen=True, slots=True)
class RoundClosing:
    """The list of numbers is over; `winner` is who is written down to have won the round."""

    round: int
    winner: str | None


Step = RoundOpening | Say | RoundClosing


@dataclass(frozen=True, slots=True)
class Round:
    """A round: who began, who is to say a number, where the counter stands.

    `said` tells who said the numbers that the counter came to; `turns` counts all that are written
    down, `ended` is the turn of the last one that counts, `is_told` after numbers behind it.
    """

    number: int
    first: str
    next: str
    last: int
    said: Mapping[int, str]
    turns: int = 0
    ended: int | None = None
    winner: str | None = None
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The rounds so far, the last one in play, and how many the match has at least."""

    seating: Seating
    match: int
    rounds: tuple[Round, ...] = ()

    # Rounds end; of a match there may be more whenever the players like.
    ended: ClassVar[None] = None

    @property
    def next(self) -> str:
        return self.rounds[-1].next if self.rounds else self.seating.players[0]


class CountRules(Act[State, Step, Layout]):
    """The rules of one game on a shared counter."""

    body_fields = ("rounds",)
    round_field = "says"
    example_turns = findings.FIRST_OF_ROUND
    total = ROUNDS

    @classmethod
    def read_parts(cls, roles: interface.Roles, primitives: Primitives) -> Layout:
        mechanics = roles.facts(Mechanics)
        strip = roles.part("strip", mechanics.strip, Numbers)
        cells = {cell.value: cell.id for cell in strip.all_cells()} if strip is not None else {}
        layout = Layout(mechanics, primitives, cells)
        ahead = range(mechanics.start + layout.way, mechanics.target + layout.way, layout.way)
        missing = [str(number) for number in ahead if number not in layout.cells]
        if mechanics.target == mechanics.start:
            roles.refuse("target", message("rules.count.no-way", target=mechanics.target))
        elif strip is not None and missing:
            found = ", ".join(missing[:LONGEST_ADVICE])
            roles.refuse("strip", message("rules.count.no-cell", numbers=found))
        if 1 not in mechanics.steps:
            roles.refuse("steps", message("rules.count.no-one"))
        if roles.game.head.players != (SEATS, SEATS):
            roles.refuse("act", message("rules.count.two-players"))
        return layout

    @classmethod
    def faults(cls, _: Primitive, __: Layout, /) -> Iterator[tuple[Path, Message]]:
        yield from ()

    def body_model(self) -> type[Facts]:
        each = findings.all_optional("Round", first=PLAYER, says=TUPLE[int, ...], winner=PLAYER)
        rounds = Annotated[TUPLE[each, ...], Field(max_length=MOST_ROUNDS)]
        return findings.all_optional("CountBody", rounds=rounds, totals=MAPPING[PLAYER, int])

    @property
    def plantable(self) -> Mapping[str, tuple[str, ...]]:
        every = self.layout.primitives.rules.items()
        return {rule: ON_SAYS[one.rule] for rule, one in every if one.rule in ON_SAYS}

    @property
    def plantable_on_paper(self) -> tuple[str, ...]:
        return self.layout.primitives.ids_of(*ON_NOTES)

    def start(self, seating: Seating) -> State:
        return State(seating, self.layout.mechanics.usual)

    def initial_state(self, seating: Seating, body: Body) -> State:
        return State(seating, 0)

    @property
    def variants(self) -> tuple[str, ...]:
        return (self.layout.mechanics.reverse,) if self.layout.mechanics.reverse else ()

    def steps(self, body: Body) -> tuple[Step, ...]:
        found = list[Step]()
        for number, of in enumerate(body.rounds or (), start=1):
            says = (Say(number, turn, said) for turn, said in enumerate(of.says or (), start=1))
            found += (RoundOpening(number, of.first), *says, RoundClosing(number, of.winner))
        return tuple(found)

    def place(self, state: State, step: Step, /) -> interface.Judgement[State]:
        """Judge a number, or the note at the end of a round; what leads nowhere is left out."""
        match step:
            case RoundOpening(number, first):
                beginner = first or self._beginner(state)
                new = Round(number, beginner, beginner, self.layout.mechanics.start, {})
                return (), replace(state, rounds=(*state.rounds, new))
            case Say():
                *before, of = state.rounds
                after = replace(state, rounds=(*before, self._after(state.seating, of, step)))
                return tuple(self._said(of, step)), after
            case _:
                return tuple(self._closed(state.rounds[-1], step)), state

    def _beginner(self, state: State) -> str:
        seating = state.seating
        return seating.player_after(state.rounds[-1].first) if state.rounds else seating.players[0]

    def _after(self, seating: Seating, of: Round, say: Say) -> Round:
        layout, other = self.layout, seating.player_after(of.next)
        if of.ended is not None:
            return replace(of, turns=say.turn, is_told=True)
        if (say.said - of.last) * layout.way <= 0 or layout.is_beyond(say.said):
            return replace(of, turns=say.turn)
        said = {**of.said, say.said: of.next}
        moved = replace(of, next=other, last=say.said, said=said, turns=say.turn)
        if not layout.is_end(say.said):
            return moved
        wins = layout.last_wins(seating.variants)
        return replace(moved, ended=say.turn, winner=of.next if wins else other)

    def judge_papers(self, state: State, body: Body) -> Iterator[Refusal]:
        return map(findings.follows_from_rounds, super().judge_papers(state, body))

    def scores(self, state: State) -> interface.Scores:
        winners = [of.winner for of in state.rounds]
        return {who: {ROUNDS: winners.count(who)} for who in state.seating.players}

    def is_over(self, state: State) -> bool:
        return 0 < len(state.rounds) >= state.match and all(of.winner for of in state.rounds)

    def papers_as_recorded(self, state: State, _: object, /) -> tuple[Paper, ...]:
        players, strip = state.seating.players, self.layout.mechanics.strip
        owners = dict(zip(players, SHAPES, strict=True))
        marks = ((f"round{of.number}", self.marks(players, of)) for of in state.rounds)
        return tuple(Paper(name, strip, one, owners) for name, one in marks)

    def marks(self, players: tuple[str, ...], of: Round) -> Mapping[str, Mark]:
        """Return the numbers of a round, each in the shape of who said it."""
        shapes, cells = dict(zip(players, SHAPES, strict=True)), self.layout.cells
        said = ((cells[number], who) for number, who in of.said.items() if number in cells)
        return {cell: Mark(shape=shapes[who]) for cell, who in said}

    def odds(self) -> Odds:
        game = self.layout.mechanics
        chance = Fraction(1, len({*game.steps}))
        ahead = range(game.start + self.layout.way, game.target + self.layout.way, self.layout.way)
        games = dict.fromkeys((frozenset[str](), frozenset(self.variants)))
        return {say_event(one, n): {0: 1 - chance, 1: chance} for one in games for n in ahead}

    def roll_outcomes(self, state: State, step: Step, /) -> Iterator[interface.RollOutcome]:
        if isinstance(step, Say) and state.rounds and state.rounds[-1].ended is None:
            ahead = self.layout.replies(state.rounds[-1].last)
            if len(ahead) == len({*self.layout.mechanics.steps}) > 1:
                for number in ahead:
                    yield say_event(state.seating.variants, number), int(step.said == number)

    def is_between_rounds(self, state: State) -> bool:
        return not state.rounds or state.rounds[-1].ended is not None

    def choices(self, state: State, _: Step | None) -> Iterator[Step]:
        of = state.rounds[-1]
        return (Say(of.number, of.turns + 1, said) for said in self.layout.replies(of.last))

    def throw(self, state: State, chance: Random) -> Step:
        """Return that a round begins, or the last number said again until one is chosen."""
        of = state.rounds[-1] if state.rounds else None
        if of is None or (of.ended is not None and len(state.rounds) < state.match):
            return RoundOpening(len(state.rounds) + 1, self._beginner(state))
        return Say(of.number, of.turns + 1, of.last)

    def choose(self, state: State, turn: Step, chance: Random) -> Step:
        if not isinstance(turn, Say):
            return turn
        ahead = self.layout.replies(turn.said) or (turn.said + self.layout.way,)
        return replace(turn, said=chance.choice(ahead))

    def record_body(self, steps: tuple[Step, ...], state: State) -> interface.Fields:
        rounds = [step.fields() for step in steps if isinstance(step, RoundOpening)]
        for step in steps:
            if isinstance(step, Say):
                rounds[step.round - 1].setdefault("says", []).append(step.said)
        for entry, of in zip(rounds, state.rounds, strict=False):
            entry.update({} if of.winner is None else {"winner": of.winner})
        found = self.outcome(state)
        totals = {who: points[ROUNDS] for who, points in found.scores.items()}
        return {"rounds": rounds, **({"totals": totals} if found.is_finished else {})}

    def _said(self, of: Round, say: Say) -> Iterator[Refusal]:
        """Yield the rule that a number breaks, if any; of several behind the end the first."""
        layout, who, last = self.layout, of.next, str(of.last)
        said, end = {"player": who, "number": str(say.said)}, str(layout.mechanics.target)
        if of.ended is not None:
            does, reason = "after-end", message("rules.count.after-end", player=who, target=last)
        elif (say.said - of.last) * layout.way not in layout.mechanics.steps:
            does, reason = "steps", message("rules.count.steps", last=last, **said)
        elif layout.is_beyond(say.said):
            does, reason = "within", message("rules.count.within", target=end, **said)
        else:
            return
        for rule in () if of.is_told else layout.primitives.ids_of(does):
            at, more = ("says", say.turn - 1), {"player": who, "turn": say.turn}
            found = findings.round_refusal(rule, reason, of.number, *at, **more)
            legal = () if of.ended else layout.replies(of.last)[:LONGEST_ADVICE]
            advice = tuple(layout.cells[one] for one in legal if one in layout.cells)
            where = None if of.ended else layout.cells.get(say.said)
            yield replace(found, where=where, instead=advice)

    def _closed(self, of: Round, end: RoundClosing) -> Iterator[Refusal]:
        ids_of, target = self.layout.primitives.ids_of, str(self.layout.mechanics.target)
        for rule in ids_of("unfinished") if of.ended is None else ():
            values = {"round": str(of.number), "last": str(of.last), "target": target}
            reason = message("rules.count.unfinished", **values)
            at = ("says", of.turns - 1) if of.turns else ()
            yield findings.round_refusal(
                rule, reason, of.number, *at, is_warning=True, taints=frozenset()
            )
        for rule in ids_of("noted") if end.winner not in {None, of.winner} else ():
            reason = message("rules.count.winner-early", found=str(end.winner))
            if (won := of.winner) is not None:
                reason = message("rules.count.winner-wrong", found=str(end.winner), wanted=won)
            yield findings.round_refusal(rule, reason, of.number, "winner")
