"""Exercises on a circuit and a chart: what a turn does, points, care, where one lands."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from random import Random
from typing import Any

from generator.documents.exercises.generation import (
    STEPS,
    Draw,
    Exercise,
    ExerciseSource,
    Odds,
    Variables,
    pick_odds,
)
from generator.documents.lesson import Position
from generator.games.dental import state as states
from generator.games.dental.move import Move
from generator.games.dental.rules import DentalRules
from generator.games.dental.state import Seat, State, Turn
from generator.games.dental.view import View, tokens_needed
from generator.printables.blocks.jaws import ArchesBlock
from generator.rules.findings import TOTAL
from generator.rules.planting import wrong_turn
from generator.words import Message, message

# What charts before and after a turn show to be wrong, by what the square reached does.
SHOWN: Mapping[str, tuple[str, ...]] = {
    states.SUGAR: ("sugar-step", "sugar-order", "sugar-count"),
    states.BRUSHING: ("brushing",),
    states.HIT: ("hit",),
    states.DENTIST: ("care-order", "care-count", "cleaning"),
}
# The turns after which a chart has markers.
PLAYED = (4, 60)


class Exercises(ExerciseSource[DentalRules]):
    """What pupils are asked about a circuit and a chart."""

    block = ArchesBlock

    def draws(self) -> Mapping[str, Draw]:
        return {
            "points": self.points,
            "turn": self.turn,
            "care": self.care,
            "lands": self.lands,
            "refused": self.refused,
        }

    def position_of(self, seat: Seat, **facts: Any) -> Position:
        """Return the chart of a seat with its tokens, and where its pawn stands."""
        marked = zip(self.rules.layout.teeth, seat.teeth, strict=True)
        marks = {tooth: self.rules.layout.stages[stage] for tooth, stage in marked if stage}
        where = {"square": seat.square, "laps": seat.laps, "tokens": seat.tokens}
        return self.position(marks=marks, seat=where, **facts)

    def reached(self, chance: Random) -> tuple[State, tuple[Turn, ...]]:
        """Return a state of a random game, most of which have markers, and the turns to it."""
        *before, (state, _, _) = islice(self.random_game(chance), chance.randint(*PLAYED) + 1)
        return state, tuple(turn for _, turn, _ in before)

    def points(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask for the points of a chart; every marker is added."""
        state, __ = self.reached(chance)
        seat, points = state.seats[state.next], self.rules.outcome(state).scores[state.next]
        key = self.points_in_words({name: n for name, n in points.items() if n or name == TOTAL})
        asked = message("exercise.dental-points", worth=self._each(self.rules.layout.points))
        markers = len(seat.teeth) - seat.teeth.count(0)
        return Exercise(self.say(asked), key, points, markers, self.position_of(seat))

    def care(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask for the tokens that all care would take; teeth to treat are the steps."""
        layout, seat = self.rules.layout, self.reached(chance)[0].seats[self.players.players[0]]
        tokens, treated = tokens_needed(layout, seat.teeth), {old for old, _ in layout.treatments}
        steps = sum(stage in treated for stage in layout.clean(seat.teeth))
        ways = zip(layout.treatments, layout.costs, strict=True)
        whole = {old: cost for (old, new), cost in ways if not new}
        costs = self._each([whole.get(stage, 0) for stage in range(len(layout.stages))])
        asked = self.say(message("exercise.care", costs=costs))
        shown = self.position_of(replace(seat, tokens=0))
        return Exercise(asked, str(tokens), tokens, steps, shown)

    def _each(self, numbers: Sequence[int]) -> str:
        told = zip(self.rules.layout.stages, numbers, strict=True)
        named = [f"{self.marker(name)} {number}" for name, number in told if number]
        return ", ".join(reversed(named))

    def marker(self, name: str) -> str:
        """Return a marker by its colour and its sign: `black (X)`."""
        word, sign = self.word("markers", name), self.said.labels.get(name)
        return f"{word} ({sign})" if sign else word

    def turn(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask how many teeth have each marker after a turn; which ones is the player's choice."""
        state, __ = self.reached(chance)
        turn = self.rules.random_turn(state, chance)
        if (played := self._played(state, turn)) is None or played[1].refusals:
            return None
        at, found, after = played
        teeth = found.teeth(after).items()
        left = {name: len(some) for name, some in teeth if some and name != "none"}
        parts = ", ".join(f"{self.word('markers', name)} {n}" for name, n in left.items())
        asked = message("exercise.turn", happened=self._happened(state, turn))
        none = self.say(message("guide.read-none"))
        steps = sum(one != two for one, two in zip(found.state.teeth, after.teeth, strict=True))
        return Exercise(self.say(asked), parts or none, left, steps, at)

    def refused(self, _: Variables, chance: Random) -> Exercise | None:
        """Ask which rule the teeth break that were noted in a turn; those are the steps."""
        state, turns = self.reached(chance)
        rules = [rule for rules in SHOWN.values() for rule in rules]
        turn = wrong_turn(self.rules, state, turns, chance.sample(rules, len(rules)), chance)
        if turn is None or not turn.marks or (played := self._played(state, turn)) is None:
            return None
        at, found, _after = played
        if len(found.refusals) != 1:
            return None
        marks = sorted(turn.marks.items())
        noted = [f"{self.said.label(f't{tooth}')} {self.marker(marker)}" for tooth, marker in marks]
        happened, rule = self._happened(state, turn), found.refusals[0].rule
        asked = message("exercise.refused", happened=happened, noted=", ".join(noted))
        key, steps = self.cells(found.wrong()), len(noted)
        return Exercise(self.say(asked), key, found.wrong(), steps, at, rule=rule, lines=2)

    def lands(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the chance to land on a kind of square, with one die or with how many."""
        layout, start = self.rules.layout, chance.randrange(len(self.rules.layout.squares))
        faces, odds = range(1, layout.dice.sides + 1), list[Odds]()
        kind = chance.choice([*dict.fromkeys(layout.kinds)])
        for count in (1, 2) if states.TWO_DICE in layout.variants else (1,):
            sums = [*map(sum, product(faces, repeat=count))]
            ways = sum(layout.kinds[layout.square_after(start, steps)] == kind for steps in sums)
            odds.append(Odds(self.say(message("guide.dice", n=count)), ways, len(sums)))
        keys, square = ("exercise.lands", "exercise.lands-better"), self.word("squares", kind)
        found = self.ask_for_chance(pick_odds(odds, variables[STEPS], chance), keys, square=square)
        if found is None:
            return None
        far = len(faces) * (1 if found.steps == len(faces) else 2)
        ahead = (layout.kinds[layout.square_after(start, steps)] for steps in range(1, far + 1))
        squares = enumerate((self.word("squares", one) for one in ahead), start=1)
        named = (f"{n}\u00a0{square}" for n, square in squares)
        return replace(found, turns=((" · ".join(named),),))

    def _played(self, state: State, turn: Turn) -> tuple[Position, View, Seat] | None:
        move = Move(self.rules.layout, state, turn)
        if move.kind not in SHOWN or move.has_cube:
            return None
        said = {name: one for name, one in turn.fields().items() if name not in {"player", "stops"}}
        at = self.position_of(state.seats[state.next], turn=said, shows="start")
        found = View(self.rules, at, self.said)
        return None if found.after is None else (at, found, found.after)

    def _happened(self, state: State, turn: Turn) -> Message:
        match Move(self.rules.layout, state, turn).kind:
            case states.SUGAR:
                return message("exercise.on-sugar", n=sum(turn.sugar))
            case states.HIT:
                return message("exercise.on-hit", tooth=str(turn.hit))
            case states.BRUSHING:
                return message("exercise.on-brushing")
            case _:
                return message("exercise.on-dentist", n=state.seats[state.next].tokens)
