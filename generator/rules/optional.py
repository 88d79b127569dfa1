"""What only some games answer: protocols, asked with `isinstance`, with answers for the others."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, Protocol, runtime_checkable

from generator.game import Paper
from generator.rules.cells import Cell, TypedCells
from generator.rules.interface import (
    AnyRules,
    Fields,
    Judgement,
    Odds,
    Refusal,
    RollOutcome,
    Scores,
    Seating,
    TurnStory,
)

# Of any game.
Body = Any
State = Any
Step = Any


@runtime_checkable
class JudgesSheets(Protocol):
    """Its records may hold final papers alone, without the steps that led there."""

    def state_from_sheets(self, seating: Seating, body: Body) -> State | None:
        """Return the state that the papers show; None where the record has none."""

    def judge_sheets(self, state: State, body: Body) -> tuple[Refusal, ...]:
        """Judge papers that stand alone."""

    def cells(self, seat: int) -> tuple[Cell, ...]:
        """Return what the player at a seat fills in on a final paper, in the order of the sheet."""

    def fields_from_typed(self, typed: TypedCells, /) -> Fields:
        """Return the fields of a record of final papers as typed; empty ones are left out."""


def paper_cells(rules: AnyRules, seat: int) -> tuple[Cell, ...]:
    """Return what a player fills in on a final paper; nothing where records have none alone."""
    return rules.cells(seat) if isinstance(rules, JudgesSheets) else ()


def fields_from_typed(rules: AnyRules, typed: TypedCells) -> Fields:
    """Return the fields of a record of final papers as typed."""
    return rules.fields_from_typed(typed) if isinstance(rules, JudgesSheets) else {}


@runtime_checkable
class _HasRounds(Protocol):
    @property
    def round_field(self) -> str: ...

    def is_between_rounds(self, state: State, /) -> bool: ...


def round_field(rules: AnyRules) -> str:
    """Return the field of a round that holds its turns; nothing where there are no rounds."""
    return rules.round_field if isinstance(rules, _HasRounds) else ""


def is_between_rounds(rules: AnyRules, state: State) -> bool:
    """Return whether the next turn begins a round; never where there are no rounds."""
    return isinstance(rules, _HasRounds) and rules.is_between_rounds(state)


@runtime_checkable
class ListsChoices(Protocol):
    """What may be done with a throw, or where nothing is thrown, is little enough to be listed."""

    def choices(self, state: State, thrown: Step, /) -> Iterator[Step]:
        """Yield the turns that a throw may become, legal or not; without chance, all there are."""


@runtime_checkable
class _StartsFromRecord(Protocol):
    def initial_state(self, seating: Seating, body: Body) -> State: ...


def initial_state(rules: AnyRules, seating: Seating, body: Body) -> State:
    """Return how a recorded game begins; some records say more of that than who plays."""
    if isinstance(rules, _StartsFromRecord):
        return rules.initial_state(seating, body)
    return rules.start(seating)


@runtime_checkable
class _AgreesOnLength(Protocol):
    def start_for_turns(self, seating: Seating, turns: int) -> State: ...


def start_for_turns(rules: AnyRules, seating: Seating, turns: int) -> State:
    """Return how a game begins that has this many turns, where players agree on its length."""
    if isinstance(rules, _AgreesOnLength):
        return rules.start_for_turns(seating, turns)
    return rules.start(seating)


@runtime_checkable
class _ShowsPapers(Protocol):
    def papers_as_recorded(self, state: State, body: Body, /) -> tuple[Paper, ...]: ...


def papers_as_recorded(rules: AnyRules, state: State, body: Body) -> tuple[Paper, ...]:
    """Return the papers as a record has them; what it left out, or all, as the state shows it."""
    return rules.papers_as_recorded(state, body) if isinstance(rules, _ShowsPapers) else ()


def papers_from_state(rules: AnyRules, state: State) -> tuple[Paper, ...]:
    """Return how the state lies on paper, if it does."""
    return papers_as_recorded(rules, state, rules.body())


@runtime_checkable
class _AddsUp(Protocol):
    def recorded_scores(self, body: Body) -> Scores: ...


def recorded_scores(rules: AnyRules, body: Body) -> Scores:
    """Return what the players added up by hand, as far as it was written down."""
    return rules.recorded_scores(body) if isinstance(rules, _AddsUp) else {}


@runtime_checkable
class TellsTurns(Protocol):
    """Its turns are told in words, as papers do not show them."""

    def narrate(self, state: State, step: Step, judged: Judgement[State], /) -> TurnStory:
        """Return a step, and the state after it, in words."""


@runtime_checkable
class HasChances(Protocol):
    """Something in it is left to chance, or its frequency is compared with chance."""

    def odds(self) -> Odds:
        """Return the exact chances of what is thrown, or would be so if it were left to chance."""

    def roll_outcomes(self, state: State, step: Step, /) -> Iterator[RollOutcome]:
        """Yield how events came out in a step; it need not be legal, but dice must show it."""


def odds(rules: AnyRules) -> Odds:
    """Return the exact chances of what happens in a game; none of one without any."""
    return rules.odds() if isinstance(rules, HasChances) else {}


@runtime_checkable
class _GuessesTurns(Protocol):
    def guess_missing_turn(self, state: State, last: State, body: Body, chance: Random) -> Step: ...


def guess_missing_turn(
    rules: AnyRules, state: State, last: State, body: Body, chance: Random
) -> Step:
    """Return a turn that may have been forgotten in a record; `last` is where that leads."""
    if isinstance(rules, _GuessesTurns):
        return rules.guess_missing_turn(state, last, body, chance)
    return rules.random_turn(state, chance)


@runtime_checkable
class ListsWords(Protocol):
    """It says which words people take for one another."""

    def vocabularies(self) -> Iterator[tuple[str, ...]]:
        """Yield lists of words that people take for one another: cells, colours, cards."""


@runtime_checkable
class _BarsFaults(Protocol):
    def plantable_with(self, seating: Seating) -> tuple[str, ...]: ...


def plantable_with(rules: AnyRules, seating: Seating) -> tuple[str, ...]:
    """Return those of `plantable` that can be broken by these players in these variants."""
    if isinstance(rules, _BarsFaults):
        return rules.plantable_with(seating)
    return tuple(rules.plantable)


@runtime_checkable
class MakesFaults(Protocol):
    """Some of its rules are hardly ever broken by chance."""

    @property
    def fault_makers(self) -> Mapping[str, Callable[[Any, State, Step, Random], Step]]:
        """Return what breaks a rule in a legal turn, given the layout and the state before it."""
