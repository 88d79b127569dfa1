"""What exercises on sheets have in common: a sheet of a random game, and adding it up."""

from collections.abc import Callable, Iterator, Mapping
from itertools import dropwhile, takewhile
from random import Random
from typing import Any, Generic, TypeVar

from generator.documents.exercises.generation import (
    STEPS,
    Exercise,
    ExerciseSource,
    Variables,
    score_parts,
)
from generator.documents.lesson import Position
from generator.documents.quantities import clauses
from generator.game.sentences import Sentences
from generator.rules.interface import Refusal
from generator.rules.sheet.frame import SheetAct
from generator.rules.sheet.plan import Gear, Sheet, SheetState, Turn, faces
from generator.words import message, numeral

Judge = TypeVar("Judge", bound=SheetAct)
# How full a sheet is that still has room.
BEGUN = (0.15, 0.7)


class SheetExercises(ExerciseSource[Judge], Generic[Judge]):
    """A game on sheets as its exercises see it; `asked` asks for the points of one."""

    asked, recounted = "exercise.add-up", "exercise.recount"

    def __init__(self, rules: Judge, said: Sentences, printable: str) -> None:
        super().__init__(rules, said, printable)
        self.kit: Gear = rules.layout.gear
        # The numbers, or tokens, on a full sheet.
        self.full = self.kit.tokens or len(self.kit.plan.cells)

    def marks(self, sheet: Sheet) -> Mapping[str, str]:
        """Return what stands in the cells of a sheet, as a position has it."""
        return {cell: str(number) for cell, number in sheet.numbers.items()}

    def position_of(self, sheet: Sheet, **facts: Any) -> Position:
        """Return a sheet as it is drawn."""
        return self.position(marks=self.marks(sheet), **facts)

    def sheet(self, chance: Random, wanted: Callable[[Sheet], bool]) -> Sheet | None:
        """Return one of the first wanted sheets in a row of a random game; None for none."""
        first = self.players.players[0]
        every = (after.sheets[first] for _, _, after in self.random_game(chance))
        found = [*takewhile(wanted, dropwhile(lambda one: not wanted(one), every))]
        return chance.choice(found) if found else None

    def partly_filled(self, chance: Random) -> Sheet:
        """Return a sheet with some numbers and some room."""
        first, filled = self.players.players[0], chance.uniform(*BEGUN) * self.full
        sheet = Sheet()
        for _, _, after in self.random_game(chance):
            sheet = after.sheets[first]
            if len(sheet.numbers) >= filled:
                break
        return sheet

    def to_add(self, sheet: Sheet) -> int:
        """Return how many numbers and ticks a sheet has, and parts of the score with points."""
        parts = score_parts(self.rules.score(sheet)).values()
        return len(sheet.numbers) + sheet.ticks + sum(map(bool, parts))

    def sheet_to_add(self, variables: Variables, chance: Random) -> Sheet | None:
        """Return a sheet whose points are asked for; None where chance allows none."""
        return self.sheet(chance, lambda one: self.to_add(one) in variables[STEPS])

    def reasons(self, sheet: Sheet) -> Mapping[str, str]:
        """Return how each part of the score is found that is not just counted."""
        return {part: self.say(reason) for part, reason in self.rules.reasons(sheet).items()}

    def slips(self, _: Sheet) -> Iterator[tuple[str, int]]:
        """Yield parts of the score, each with what somebody adds up who forgets its rule."""
        yield from ()

    def add_up(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the points of a sheet."""
        sheet = self.sheet_to_add(variables, chance)
        if sheet is None or self.to_add(sheet) not in variables[STEPS]:
            return None
        points = self.rules.score(sheet)
        parts = ", ".join(self.word("score", name) for name in score_parts(points))
        asked = self.say(message(self.asked, parts=parts))
        at = self.position_of(sheet, scored=True, shows="blank")
        key, reasons = self.points_in_words(points), [*self.reasons(sheet).values()]
        way = (clauses(reasons, self.said.language),) if reasons else ()
        return Exercise(asked, key, points, self.to_add(sheet), at, way=way)

    def recount(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask which part of a score is added up wrong, and what it should be."""
        sheet = self.sheet_to_add(variables, chance)
        if sheet is None or self.to_add(sheet) not in variables[STEPS]:
            return None
        points = score_parts(self.rules.score(sheet))
        slips = [(part, n) for part, n in self.slips(sheet) if n != points.get(part, n)]
        if not slips:
            return None
        part, wrong = chance.choice(slips)
        noted = {**points, part: wrong}.items()
        parts = ", ".join(f"{self.word('score', name)} {numeral(n)}" for name, n in noted)
        player = chance.choice(self.players.players)
        asked = self.say(message(self.recounted, player=player, parts=parts))
        name, right = self.word("score", part), points[part]
        key = self.worded("not-so", name=name, right=right, wrong=wrong)
        reasons, steps = self.reasons(sheet), self.to_add(sheet)
        way = (reasons[part],) if part in reasons else ()
        return Exercise(
            asked,
            key,
            {part: right},
            steps,
            self.position_of(sheet),
            way=way,
            lines=2,
        )

    def read_on(self, state: SheetState, step: Turn, after: SheetState) -> tuple[SheetState, ...]:
        """Return how the game goes on where what was refused stands, or nobody loses a turn."""
        total, seats = sum(faces(step.roll())), state.seating.players
        stands = {who: {cell: total} for who, cell in step.writes.items()}
        if step.places:
            cells = self.kit.plan.cells
            stands[step.player or state.next] = {one: cells[one].value for one in step.places}
        sheets = {who: one.filled(stands.get(who, {})) for who, one in state.sheets.items()}
        # Beside numbers that stand nearer nobody would see what a later one is at odds with.
        alone = {who: Sheet(stands.get(who, {})) for who in sheets}
        following = seats[seats.index(state.next) - len(seats) + 1]
        as_written = after._replace(sheets=sheets)
        return after._replace(sheets=alone), as_written, as_written._replace(next=following)

    def refusals_of(self, sheet: Sheet) -> tuple[Refusal, ...]:
        """Return what a sheet alone breaks, as a record of it is judged."""
        papers = {self.players.players[0]: self.rules.sheet_fields(sheet)}
        body = self.rules.body.model_validate({self.rules.layout.papers: papers})
        state = self.rules.state_from_sheets(self.players, body)
        return self.rules.judge_sheets(state, body) if state else ()
