"""Two players set numbered dice on a grid; a line with the right sum wins the round."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Annotated, Any

from pydantic import AfterValidator, create_model

from generator.game.facts import Facts
from generator.game.sentences import Sentences, aliases_of
from generator.reading.expected import Aliases, FixedWord
from generator.rules.family import NOBODY, Fields, Refusal, Rules, Scores, Seating, by_layout
from generator.rules.findings import MAPPING, PLAYER, TUPLE, all_optional
from generator.rules.lines_of_dice import chance as chances
from generator.rules.lines_of_dice import judging
from generator.rules.lines_of_dice import state as states
from generator.rules.lines_of_dice.state import (
    PASS,
    Layout,
    Opening,
    Result,
    State,
    Step,
    Turn,
    outcome,
    points,
    read_layout,
    read_move,
    round_part,
)

# Checked against the players of the record, not by the model.
WINNER: Any = Annotated[str, FixedWord("winner")]


class RoundsBody(Facts):
    """What the family reads of a record, whatever the grid."""

    rounds: tuple[Any, ...] | None = None
    total: Mapping[str, int] | None = None


def _body_model(layout: Layout) -> type[RoundsBody]:
    """Return the model of a record's body; a turn must name squares and faces of the game."""

    def is_move(text: str) -> str:
        read_move(layout, text)
        return text

    move: Any = Annotated[str, FixedWord(PASS), AfterValidator(is_move)]
    points = MAPPING[PLAYER, int]
    result = all_optional("Result", winner=WINNER, points=points)
    each = all_optional("Round", first=PLAYER, turns=TUPLE[move, ...], result=result)
    return create_model(
        "LinesOfDiceBody",
        __base__=RoundsBody,
        rounds=(TUPLE[each, ...] | None, None),
        total=(points | None, None),
    )


def _own_words(said: Sentences, layout: Layout) -> Aliases:  # noqa: ARG001 - as the others
    """Return the words for a round that nobody won in one language."""
    nobody = aliases_of(said.language).words.get("nobody", {})
    return Aliases(words={"winner": {NOBODY: nobody.get(NOBODY, ())}})


def _steps(body: RoundsBody, layout: Layout) -> Iterator[Step]:
    """Yield how each round begins, its turns, and what was written down of its end.

    Of a round too many only the beginning is a step.
    """
    for number, entry in enumerate(body.rounds or (), start=1):
        yield Opening(number, entry.first)
        if number <= layout.rounds:
            for turn, text in enumerate(entry.turns or (), start=1):
                yield Turn(number, turn, read_move(layout, text))
            result = entry.result
            winner = None if result is None else result.winner
            points = {} if result is None else dict(result.points or {})
            yield Result(number, winner, points)


def _added_up(body: RoundsBody, layout: Layout) -> Scores:
    """Return the points written down by player: those of each round, and the total."""
    found: dict[str, dict[str, int]] = {}
    for step in _steps(body, layout):
        if isinstance(step, Result):
            for player, points in step.points.items():
                found.setdefault(player, {})[round_part(step.round)] = points
    for player, points in (body.total or {}).items():
        found.setdefault(player, {})["total"] = points
    return found


def _written(layout: Layout, steps: tuple[Step, ...], state: State) -> Fields:
    """Return the rounds with their turns and results, and the total of a match that is over."""
    rounds: list[dict[str, Any]] = []
    for step in steps:
        if isinstance(step, Opening):
            rounds.append({} if step.first is None else {"first": step.first})
        elif isinstance(step, Turn):
            rounds[step.round - 1].setdefault("turns", []).append(str(step.move))
    for entry, of in zip(rounds, state.rounds, strict=False):
        if of.end is not None:
            earned = dict(points(layout, state, of))
            entry["result"] = {"winner": of.end.winner or NOBODY, "points": earned}
    fields: Fields = {"rounds": rounds}
    found = outcome(layout, state)
    if found.is_finished:
        fields["total"] = {player: given["total"] for player, given in found.scores.items()}
    return fields


# Turns of a record that shows how to write them.
FIRST_TURNS = 4


class LinesOfDice(Rules[RoundsBody, State, Step, Layout]):
    """The rules of one game of lines of dice."""

    contents = ("rounds",)
    judged = (*judging.ON_STEPS, *judging.ON_RESULTS, "unfinished")
    plantable = judging.ON_STEPS
    plantable_on_paper = judging.ON_RESULTS
    read_layout = staticmethod(read_layout)
    body_model = staticmethod(_body_model)
    own_words = staticmethod(_own_words)
    refuse = by_layout(judging.refuse)
    settle = by_layout(states.settle)
    outcome = by_layout(states.outcome)
    shown = by_layout(judging.shown)
    random_turn = by_layout(chances.random_step)
    written = by_layout(_written)

    def start(self, seating: Seating) -> State:
        """Return a match before its first round."""
        return State(seating)

    def steps(self, body: RoundsBody) -> tuple[Step, ...]:
        """Return the rounds: how each begins, its turns, its result."""
        return tuple(_steps(body, self.layout))

    def closing(self, state: State, body: RoundsBody) -> tuple[Refusal, ...]:
        """Say where the match stops early, and compare the totals."""
        scores = self.outcome(state).scores
        wanted = {player: points["total"] for player, points in scores.items()}
        return (
            *judging.unfinished(self.layout, state, len(body.rounds or ())),
            *judging.total_wrong(body.total or {}, wanted),
        )

    def added_up(self, body: RoundsBody) -> Scores:
        """Return the points that were written down."""
        return _added_up(body, self.layout)

    def first_steps(self, state: State, chance: Random) -> tuple[Step, ...]:
        """Return the beginning of a round and its first turns."""
        steps: tuple[Step, ...] = ()
        for _ in range(1 + FIRST_TURNS):
            step = self.random_turn(state, chance)
            steps, state = (*steps, step), self.play(state, step)
        return steps

    def odds(self) -> Mapping[str, Mapping[int, Fraction]]:
        """Return the chance of each sum of a line, were its faces left to chance."""
        faces, count = self.layout.faces, len(self.layout.windows[0])
        ways = Counter(map(sum, product(faces, repeat=count)))
        every = len(faces) ** count
        return {f"sum.{count}": {total: Fraction(ways[total], every) for total in sorted(ways)}}


load = LinesOfDice.load
