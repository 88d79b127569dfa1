"""What may only follow from an error: it is gone where the one turn that is wrong is set right."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain

from generator.reading.nodes import Path
from generator.records import single_edit_search as search
from generator.records.report import Finding, ReplayedGame, Report
from generator.records.single_edit_search import EditSearch, SingleEdit, TurnSequence
from generator.rules.interface import Refusal
from generator.rules.planting import ASTRAY

# Edits within a turn, after which every other is where it was.
WITHIN = {"neighbours", "numbers", "exchanged", "others", "left_out", "misread", "too_many"}
# Of one record so much is judged anew, in about so many microseconds.
WORK = 300_000
# What tells a finding from the others of its record.
Place = tuple[str, Path]


def told_findings(report: Report, game: ReplayedGame) -> tuple[Finding, ...]:
    """Return the findings, each with a cause only where it goes if that turn is set right."""
    told = list(report.findings)
    work = WORK if len(report.errors) <= search.MOST_ERRORS else 0
    for cause in sorted({one.cause for one in told if one.cause is not None}):
        staying = {n for n, one in enumerate(told) if one.cause == cause}
        if work > 0:
            edits = _TurnEdits(report, game, told[cause].path, work)
            for found in edits.outcomes(_place(told[cause])):
                staying = {n for n in staying if _place(told[n]) in found}
                if not staying:
                    break
            work = edits.work
        for n in staying:
            told[n] = replace(told[n], cause=None)
    return tuple(told)


class _TurnEdits(EditSearch):
    """Single edits of the one turn in which an error is."""

    def __init__(self, report: Report, game: ReplayedGame, path: Path, work: int) -> None:
        super().__init__(report, game)
        self.path, self.known = path, {*map(_place, report.errors)}
        self.states = [game.initial_state, *(after for _, _, (_, after) in game.judged_steps())]
        self.work = work - search.STEP * len(self.steps)

    def outcomes(self, error: Place) -> Iterator[set[Place]]:
        """Yield what is found after each edit that mends the error and breaks nothing else."""
        every = (edits(self) for edits in search.LIKELY if edits.__name__ in WITHIN)
        for edit in chain.from_iterable(every):
            with suppress(*ASTRAY, RuntimeError):
                if (found := self._found(edit, error)) is not None:
                    yield found
            if self.work < 0:
                return

    def _found(self, edit: SingleEdit, error: Place) -> set[Place] | None:
        at, found = self._first_step(edit.path), set[Place]()
        self.work, state = self.work - search.CHANGE, self.states[at]
        for step in (*self._steps(edit.body)[at:], None):
            self.work -= search.STEP
            if step is None:
                refusals = self.rules.judge_ending(state, edit.body)
            else:
                refusals, state = self.rules.judge(state, step)
            here = {_place(one): one.is_warning for one in refusals}
            found |= here.keys()
            if error in here or not all(here[one] or one in self.known for one in here):
                return None
        return found

    def _open_turns(self) -> Iterator[tuple[TurnSequence, int]]:
        for turns in self.sequences:
            size = len(turns.path)
            if self.path[:size] == turns.path and self.path[size:]:
                yield turns, int(self.path[size])
            elif turns.items and self.path[: size - 1] == turns.path[:-1] != ():
                yield turns, 0


def _place(found: Refusal) -> Place:
    return found.rule, found.path
