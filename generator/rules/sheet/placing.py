"""Placing: which number may stand in which cell."""

from collections.abc import Iterator, Mapping
from operator import ge, le
from typing import Literal

from generator.rules.naming import cells, words
from generator.rules.sheet.plan import Along, Gear, Line, Sheet
from generator.rules.sheet.primitives import Attempt, Objection, PlacingRule
from generator.words import Message, message

# More values than these are told by the least and the largest.
FEW = 6

LINES: Mapping[Along, str] = {
    "row": "rules.along-row",
    "column": "rules.along-column",
    "region": "rules.along-region",
    "sheet": "rules.along-sheet",
}


class FreeCell(PlacingRule):
    """A cell takes one number, one cross or one token, for ever."""

    rule: Literal["free"]

    def objection(self, attempt: Attempt) -> Message | None:
        if attempt.is_again:
            return message("rules.cross.twice", cell=cells(attempt.cell))
        found = attempt.sheet.numbers.get(attempt.cell)
        if found is None:
            return None
        if attempt.gear.pays is None:
            return message("rules.cell-free", cell=cells(attempt.cell), number=found)
        covers = attempt.gear.tokens is not None
        key = "rules.cross.covered" if covers else "rules.cross.crossed"
        return message(key, cell=cells(attempt.cell))

    def allows(self, attempt: Attempt) -> bool:
        return attempt.cell not in attempt.sheet.numbers and not attempt.is_again

    def judge_alone(self, gear: Gear, sheet: Sheet, named: Line) -> Iterator[Objection]:  # noqa: ARG002 - as the others
        before = set[str]()
        for number, cell in enumerate(named):
            if cell in before:
                yield message("rules.cross.twice", cell=cells(cell)), cell, number
            before.add(cell)


class RolledColour(PlacingRule):
    """A row takes a number only where a die of its colour was rolled for it."""

    rule: Literal["rolled"]

    def objection(self, attempt: Attempt) -> Message | None:
        colour = attempt.gear.plan.cells[attempt.cell].colour or ""
        if colour in attempt.rolled:
            return None
        return message(
            "rules.row-colour", cell=cells(attempt.cell), colour=words("colours", colour)
        )


class InOrder(PlacingRule):
    """Along each line numbers rise, or they fall; gaps are free.

    Numbers that are crossed off do so from cross to cross, wherever they lie in the line.
    """

    rule: Literal["rises", "falls"]
    along: Along = "row"
    """The lines along which they do: `row`, `column`, `region` or the whole `sheet`."""

    def objection(self, attempt: Attempt) -> Message | None:
        """Return the neighbours that a number does not stand between.

        Of what is crossed off that is the number that the next one has to leave behind.
        """
        gear, cell, numbers = attempt.gear, attempt.cell, attempt.sheet.numbers
        sides = gear.plan.beside[self.along].get(cell, ((), ()))
        if gear.pays is None:
            before, behind = (next(filter(numbers.__contains__, side), None) for side in sides)
            return self._unless_between(cell, attempt.number, numbers, before, behind)
        crossed = [other for side in sides for other in side if other in numbers]
        farthest = max if self.rule == "rises" else min
        last = farthest(crossed, key=numbers.__getitem__, default=None)
        return self._unless_between(cell, gear.plan.cells[cell].value, numbers, last)

    def objection_alone(self, gear: Gear, numbers: Mapping[str, int], cell: str) -> Message | None:
        if gear.pays is not None:
            return None
        before, _ = gear.plan.beside[self.along].get(cell, ((), ()))
        wrong = le if self.rule == "rises" else ge
        passed = (one for one in before if one in numbers and wrong(numbers[cell], numbers[one]))
        return self._unless_between(cell, numbers[cell], numbers, next(passed, None))

    def _unless_between(
        self,
        cell: str,
        number: int,
        numbers: Mapping[str, int],
        before: str | None,
        behind: str | None = None,
    ) -> Message | None:
        low, high = (before, behind) if self.rule == "rises" else (behind, before)
        is_above = low is None or numbers[low] < number
        if is_above and (high is None or number < numbers[high]):
            return None
        values: dict[str, int | Message] = {"cell": cells(cell), "number": number}
        for name, other in (("low", low), ("high", high)):
            if other is not None:
                values |= {name: numbers[other], f"{name}_cell": cells(other)}
        upwards = "rules.row-rising-between" if high else "rules.row-rising-above"
        return message(upwards if low else "rules.row-rising-below", **values)


class AlikeInLine(PlacingRule):
    """Along each line no number stands twice, or nothing but one number does."""

    rule: Literal["differs", "equals"]
    along: Along
    """The lines along which they do: `row`, `column`, `region` or the whole `sheet`."""

    def objection(self, attempt: Attempt) -> Message | None:
        before, behind = attempt.gear.plan.beside[self.along].get(attempt.cell, ((), ()))
        others = (*before[::-1], *behind)
        return self._against(others, attempt.cell, attempt.number, attempt.sheet.numbers)

    def objection_alone(self, gear: Gear, numbers: Mapping[str, int], cell: str) -> Message | None:
        before, _ = gear.plan.beside[self.along].get(cell, ((), ()))
        return self._against(before[::-1], cell, numbers[cell], numbers)

    def _against(
        self, others: Line, cell: str, number: int, numbers: Mapping[str, int]
    ) -> Message | None:
        wrong = self.rule == "differs"
        found = [o for o in others if o in numbers and (numbers[o] == number) == wrong]
        if not found:
            return None
        other = found[0]
        named = {"cell": cells(cell), "other": cells(other), "line": message(LINES[self.along])}
        if wrong:
            return message("rules.differs", number=number, **named)
        return message("rules.equals", number=number, found=numbers[other], **named)


class PossibleNumber(PlacingRule, about=None):  # what a turn writes are its dice
    """A sheet shows no number that dice cannot give."""

    rule: Literal["possible"]

    def objection_alone(self, gear: Gear, numbers: Mapping[str, int], cell: str) -> Message | None:
        known, number = gear.values(cell), numbers[cell]
        if number in known:
            return None
        if len(known) <= FEW:
            values = tuple(map(str, known))
            return message("rules.box-value", cell=cells(cell), number=number, known=values)
        key = "rules.box-value-range" if 0 in known else "rules.number-range"
        ends = {"least": min(one for one in known if one > 0), "most": max(known)}
        return message(key, cell=cells(cell), number=number, **ends)
