"""Exercises on a circuit and a chart: what a turn does, points, care, where one lands."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from random import Random
from typing import Any

from generator.documents.exercises.drawn import NotedTurn
from generator.documents.exercises.generation import (
    NO_BREAK,
    STEPS,
    Draw,
    Exercise,
    ExerciseSource,
    Odds,
    Variables,
    pick,
    pick_odds,
)
from generator.documents.lesson import Position
from generator.games.dental import state as states
from generator.games.dental.move import Move
from generator.games.dental.rules import DentalRules, random_marks
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
# How many turns of a random game were played before: the more, the more markers lie.
PLAYED = "played"
# What a square of each kind does to the teeth, by a rule that the sheet tells.
RESTS = {
    states.SUGAR: "sugar-order",
    states.BRUSHING: "brushing",
    states.HIT: "hit",
    states.DENTIST: "care-order",
}
# A signed change of a tooth, in words of the paper.
ARROW = " → "


class Exercises(ExerciseSource[DentalRules]):
    """What pupils are asked about a circuit and a chart."""

    block = ArchesBlock

    def draws(self) -> Mapping[str, Draw]:
        return {
            "reach": self.reach,
            "turn": self.turn,
            "points": self.points,
            "care": self.care,
            "refused": self.refused,
            "saves": self.saves,
            "lands": self.lands,
        }

    def position_of(self, seat: Seat, **facts: Any) -> Position:
        """Return the chart of a seat with its tokens, and where its pawn stands."""
        marked = zip(self.rules.layout.teeth, seat.teeth, strict=True)
        marks = {tooth: self.rules.layout.stages[stage] for tooth, stage in marked if stage}
        where = {"square": seat.square, "laps": seat.laps, "tokens": seat.tokens}
        return self.position(marks=marks, seat=where, **facts)

    def reached(self, variables: Variables, chance: Random) -> tuple[State, tuple[Turn, ...]]:
        """Return a state of a random game that goes on, and the turns to it."""
        count = pick(variables, PLAYED, chance)
        *before, (state, _, after) = islice(self.random_game(chance), count + 1)
        # The last turn may end the game, and what lies then is no longer asked about.
        if self.rules.outcome(after).is_finished:
            state, before = before[-1][0], before[:-1]
        return state, tuple(turn for _, turn, _ in before)

    def points(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the points of a chart; every marker is added."""
        state, __ = self.reached(variables, chance)
        seat, points = state.seats[state.next], self.rules.outcome(state).scores[state.next]
        asked = message("exercise.dental-points", worth=self._each(self.rules.layout.points))
        markers = len(seat.teeth) - seat.teeth.count(0)
        way = self._added(self.rules.layout.points, seat.teeth, points[TOTAL])
        return Exercise(
            self.say(asked), str(points[TOTAL]), points, markers, self.position_of(seat), way=way
        )

    def _added(self, worth: Sequence[int], teeth: Sequence[int], total: int) -> tuple[str, ...]:
        """Return how points or tokens are added up, kind by kind."""
        kinds = zip(self.rules.layout.stages, worth, strict=True)
        found = [(name, teeth.count(n), one) for n, (name, one) in enumerate(kinds)]
        told = (f"{self.marker(name)} {n} × {one}" for name, n, one in reversed(found) if n * one)
        return (f"{' + '.join(told) or 0} = {total}",)

    def care(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the tokens that all care would take; teeth to treat are the steps."""
        layout, (state, _) = self.rules.layout, self.reached(variables, chance)
        seat = state.seats[self.players.players[0]]
        tokens, treated = tokens_needed(layout, seat.teeth), {old for old, _ in layout.treatments}
        clean = layout.clean(seat.teeth)
        steps = sum(stage in treated for stage in clean)
        ways = zip(layout.treatments, layout.costs, strict=True)
        whole = {old: cost for (old, new), cost in ways if not new}
        costs = [whole.get(stage, 0) for stage in range(len(layout.stages))]
        asked = self.worded("care", costs=self._each(costs))
        shown, way = self.position_of(replace(seat, tokens=0)), self._added(costs, clean, tokens)
        return Exercise(asked, str(tokens), tokens, steps, shown, way=way)

    def _each(self, numbers: Sequence[int]) -> str:
        told = zip(self.rules.layout.stages, numbers, strict=True)
        named = [f"{self.marker(name)} {number}" for name, number in told if number]
        return ", ".join(reversed(named))

    def marker(self, name: str) -> str:
        """Return a marker by its colour and its sign: `black (X)`."""
        word, sign = self.word("markers", name), self.said.labels.get(name)
        return f"{word} ({sign})" if sign else word

    def turn(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask how many teeth have each marker after a turn; which ones is the player's choice."""
        state, __ = self.reached(variables, chance)
        turn = self.rules.random_turn(state, chance)
        if (played := self._played(state, turn)) is None or played[1].refusals:
            return None
        at, found, after = played
        teeth = found.teeth(after).items()
        left = {name: len(some) for name, some in teeth if some and name != "none"}
        parts = ", ".join(f"{self.marker(name)} {n}" for name, n in left.items())
        kind = Move(self.rules.layout, state, turn).kind
        asked = message("exercise.turn", happened=self._happened(state, turn))
        none = self.say(message("guide.read-none"))
        steps = sum(one != two for one, two in zip(found.state.teeth, after.teeth, strict=True))
        way = self._changed(found.state.teeth, after.teeth)
        answer = self.say(asked), parts or none, left, steps, at
        return Exercise(*answer, rule=RESTS[kind], way=way)

    def _changed(self, before: Sequence[int], after: Sequence[int]) -> tuple[str, ...]:
        """Return how many teeth went from one marker to another, the worst first."""
        stages, none = self.rules.layout.stages, self.worded("no-marker")
        ways = Counter((one, two) for one, two in zip(before, after, strict=True) if one != two)
        named = [none, *map(self.marker, stages[1:])]
        told = (
            f"{named[one]}{ARROW}{named[two]} : {count}"
            for (one, two), count in sorted(ways.items(), reverse=True)
        )
        return ("; ".join(map(str, told)),) if ways else ()

    def refused(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which rule the teeth break that were noted in a turn; those are the steps."""
        state, turns = self.reached(variables, chance)
        rules = [rule for rules in SHOWN.values() for rule in rules]
        turn = wrong_turn(self.rules, state, turns, chance.sample(rules, len(rules)), chance)
        played = None if turn is None or not turn.marks else self._played(state, turn)
        if turn is None or played is None or len(played[1].refusals) != 1:
            return None
        at, found, _after = played
        noted = ", ".join(
            f"{self.said.label(f't{tooth}')} {self._marker_or_none(marker)}"
            for tooth, marker in sorted(turn.marks.items())
        )
        happened, rule = self._happened(state, turn), found.refusals[0].rule
        asked = self.worded("refused", happened=happened, noted=noted)
        told, steps = self.said.to_player(rule), len(turn.marks)
        way = self._right_instead(state, turn, chance)
        return Exercise(
            asked,
            told,
            rule,
            steps,
            at,
            rule=rule,
            way=way,
            lines=2,
        )

    def _marker_or_none(self, name: str) -> str:
        is_none = name == self.rules.layout.stages[0]
        return self.worded("no-marker") if is_none else self.marker(name)

    def _right_instead(self, state: State, turn: Turn, chance: Random) -> tuple[str, ...]:
        """Return what should have changed: which teeth of those alike is the player's choice."""
        layout, bare = self.rules.layout, replace(turn, marks=None)
        marks = random_marks(Move(layout, state, bare), chance)
        after = Move(layout, state, replace(turn, marks=marks)).after
        return self._changed(state.seats[state.next].teeth, after)

    def saves(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask how many points a brushing takes off; each tooth that it changes is a step."""
        layout, (state, _) = self.rules.layout, self.reached(variables, chance)
        seat = state.seats[state.next]
        clean, worth = layout.clean(seat.teeth), layout.points
        found = sum(worth[one] - worth[two] for one, two in zip(seat.teeth, clean, strict=True))
        steps = sum(one != two for one, two in zip(seat.teeth, clean, strict=True))
        asked = self.worded("saves", worth=self._each(worth))
        way = self._changed(seat.teeth, clean)
        return Exercise(asked, str(found), found, steps, self.position_of(seat), way=way)

    def reach(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask with which faces of a die a pawn reaches a kind of square; they are the steps."""
        layout = self.rules.layout
        faces, start = range(1, layout.dice.sides + 1), chance.randrange(len(layout.squares))
        ahead = [layout.kinds[layout.square_after(start, face)] for face in faces]
        wanted = [kind for kind in dict.fromkeys(ahead) if ahead.count(kind) in variables[STEPS]]
        if not wanted:
            return None
        kind = chance.choice(wanted)
        found = tuple(str(face) for face, one in zip(faces, ahead, strict=True) if one == kind)
        asked = self.worded("reach", square=self.word("squares", kind))
        shown = (self._squares_ahead(start, len(faces)),)
        return Exercise(asked, ", ".join(found), found, len(found), turns=shown)

    def _squares_ahead(self, start: int, far: int) -> NotedTurn:
        """Return the square that each number of steps leads to, up to a number."""
        layout = self.rules.layout
        ahead = (layout.kinds[layout.square_after(start, steps)] for steps in range(1, far + 1))
        named = enumerate((self.word("squares", kind) for kind in ahead), start=1)
        return (" · ".join(f"{n}{NO_BREAK}{square}" for n, square in named),)

    def lands(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the chance to land on a kind of square, or with two dice on which of two."""
        layout, start = self.rules.layout, chance.randrange(len(self.rules.layout.squares))
        most = 2 if states.TWO_DICE in layout.variants else 1
        count, faces = min(pick(variables, "dice", chance), most), range(1, layout.dice.sides + 1)
        sums = [*map(sum, product(faces, repeat=count))]
        ahead = [layout.kinds[layout.square_after(start, steps)] for steps in sums]
        kinds = [*dict.fromkeys(layout.kinds)]
        odds = [Odds(self.word("squares", one), ahead.count(one), len(sums)) for one in kinds]
        chosen = pick_odds(odds, variables[STEPS], chance)
        square = chosen[0].name if chosen else ""
        keys, dice = ("exercise.lands", "exercise.lands-better"), message("guide.dice", n=count)
        found = self.ask_for_chance(chosen, keys, dice=self.say(dice), square=square)
        shown = (self._squares_ahead(start, len(faces) * count),)
        return found and replace(found, turns=shown)

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
