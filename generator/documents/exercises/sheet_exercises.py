"""What exercises on sheets have in common: a sheet of a random game, and adding it up."""

from collections.abc import Callable, Mapping
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
from generator.game.sentences import Sentences
from generator.rules.interface import Refusal
from generator.rules.sheet.frame import SheetAct
from generator.rules.sheet.plan import Gear, Sheet
from generator.words import message

Judge = TypeVar("Judge", bound=SheetAct)
# How full a sheet is that still has room.
BEGUN = (0.15, 0.7)


class SheetExercises(ExerciseSource[Judge], Generic[Judge]):
    """A game on sheets as its exercises see it; `asked` asks for the points of one."""

    asked = "exercise.add-up"

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

    def add_up(self, variables: Variables, chance: Random) -> Exercise | None:
        """Ask for the points of a sheet."""
        sheet = self.sheet(chance, lambda one: self.to_add(one) in variables[STEPS])
        if sheet is None:
            return None
        points = self.rules.score(sheet)
        parts = ", ".join(self.word("score", name) for name in score_parts(points))
        asked = self.say(message(self.asked, parts=parts))
        at = self.position_of(sheet, scored=True, shows="blank")
        return Exercise(asked, self.points_in_words(points), points, self.to_add(sheet), at)

    def refusals_of(self, sheet: Sheet) -> tuple[Refusal, ...]:
        """Return what a sheet alone breaks, as a record of it is judged."""
        papers = {self.players.players[0]: self.rules.sheet_fields(sheet)}
        body = self.rules.body.model_validate({self.rules.layout.papers: papers})
        state = self.rules.state_from_sheets(self.players, body)
        return self.rules.judge_sheets(state, body) if state else ()
