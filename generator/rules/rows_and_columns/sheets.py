"""Final sheets: judged alone, compared with the turns, and shown on paper."""

from collections.abc import Iterator, Mapping

from generator.game import Mark, Paper, number_mark
from generator.reading.nodes import Path
from generator.rules.family import Refusal, Scores, paper_of
from generator.rules.naming import cells, part
from generator.rules.rows_and_columns.judging import not_rising
from generator.rules.rows_and_columns.layout import Layout
from generator.rules.rows_and_columns.state import Sheet, SheetAsWritten, State
from generator.words import Message, Value, message

ON_SHEETS = ("number-range", "miss-limit", "unfinished", "sheet-differs", "score-wrong")
ON_NUMBERS = ("row-rising", "column-distinct", "number-range")


def unfinished(layout: Layout, state: State, turns: int) -> Iterator[Refusal]:
    """Yield the warning that the turns stop before the end, at the last of them."""
    if state.ended is None:
        reason = message(
            "rules.unfinished", rows=layout.full_rows_to_end, misses=layout.misses.boxes
        )
        path: Path = ("turns", turns - 1) if turns else ("turns",)
        yield Refusal("unfinished", reason, path, is_warning=True)


def differing(
    layout: Layout, state: State, written: Mapping[str, SheetAsWritten]
) -> Iterator[Refusal]:
    """Yield each cell where a sheet is not what the turns give; parts left out are passed over."""
    for player, sheet in written.items():
        given = state.sheets[player]
        for colour, row in layout.rows.items():
            for place, (cell, found) in enumerate(zip(row, sheet.rows[colour] or (), strict=False)):
                wanted = given.numbers.get(cell)
                if found != wanted:
                    reason = message(
                        "rules.sheet-differs",
                        cell=cells(cell),
                        found=_or_nothing(found),
                        wanted=_or_nothing(wanted),
                    )
                    yield _differs(reason, player, (colour, place), cell)
        if sheet.misses is not None and sheet.misses != given.misses:
            reason = message("rules.sheet-differs-misses", found=sheet.misses, wanted=given.misses)
            box = min(sheet.misses, given.misses) + 1
            where = f"{layout.misses.id}.{box}" if box <= layout.misses.boxes else None
            yield _differs(reason, player, ("misses",), where)


def added_up_wrong(written: Mapping[str, SheetAsWritten], scores: Scores) -> Iterator[Refusal]:
    """Yield each part of a score that was added up wrong by hand."""
    for player, sheet in written.items():
        for name, found in sheet.score.items():
            if found != scores[player][name]:
                yield Refusal(
                    "score-wrong",
                    message(
                        "rules.score-wrong",
                        part=part(name),
                        found=found,
                        wanted=scores[player][name],
                    ),
                    ("sheets", player, "score", name),
                    player,
                    f"score.{name}",
                    after=frozenset({paper_of(player), _difference(player)}),
                )


def judged_alone(layout: Layout, laid: State) -> Iterator[Refusal]:
    """Yield what is wrong with sheets that no turns explain, sheet by sheet, rule by rule."""
    for player, sheet in laid.sheets.items():
        wrong = tuple(_wrong_numbers(layout, sheet))
        for rule in ON_NUMBERS:
            for reason, cell in (found[1:] for found in wrong if found[0] == rule):
                seen = layout.cells[cell]
                path = ("sheets", player, seen.colour, seen.place - 1)
                yield Refusal(rule, reason, path, player, cell)
        if sheet.misses > layout.misses.boxes:
            reason = message("rules.miss-limit", found=sheet.misses, most=layout.misses.boxes)
            yield Refusal("miss-limit", reason, ("sheets", player, "misses"), player)


def shown(layout: Layout, state: State) -> tuple[Paper, ...]:
    """Return every sheet with its numbers and ticks; refused numbers in the colour of errors."""
    return tuple(
        Paper(player, layout.part, _marks(layout, sheet)) for player, sheet in state.sheets.items()
    )


def recorded(
    layout: Layout, state: State, written: Mapping[str, SheetAsWritten]
) -> tuple[Paper, ...]:
    """Return every sheet as it was written; parts that were left out as the state shows them."""
    return tuple(
        _recorded(layout, paper, written[paper.name]) if paper.name in written else paper
        for paper in shown(layout, state)
    )


def totals_shown(scores: Mapping[str, int]) -> Mapping[str, Mark]:
    """Return the marks of the boxes to add up in; the sign of misses is printed beside its box."""
    return {
        f"score.{name}": number_mark(abs(points) if name == "misses" else points)
        for name, points in scores.items()
    }


def _recorded(layout: Layout, paper: Paper, sheet: SheetAsWritten) -> Paper:
    marks = dict(paper.marks)
    for colour, row in layout.rows.items():
        numbers = sheet.rows[colour]
        for cell, number in zip(row, numbers or (), strict=False):
            marks.pop(cell, None)
            if number is not None:
                marks[cell] = number_mark(number)
    if sheet.misses is not None:
        marks = {name: mark for name, mark in marks.items() if mark.shape != "tick"}
        marks |= _ticks(layout, sheet.misses)
    return Paper(paper.name, paper.part, {**marks, **totals_shown(sheet.score)})


def _marks(layout: Layout, sheet: Sheet) -> Mapping[str, Mark]:
    return {
        **{cell: number_mark(number) for cell, number in sheet.numbers.items()},
        **{cell: Mark(str(number), "error") for cell, number in sheet.erased.items()},
        **_ticks(layout, sheet.misses),
    }


def _ticks(layout: Layout, misses: int) -> Mapping[str, Mark]:
    return {box: Mark(shape="tick") for box in layout.misses.cell_ids()[:misses]}


def _wrong_numbers(layout: Layout, sheet: Sheet) -> Iterator[tuple[str, Message, str]]:
    """Yield rule, reason and cell; of two that clash the later cell, by row, then by place."""
    least, most = layout.sums()
    for cell, number in sheet.numbers.items():
        if not least <= number <= most:
            values = {"number": number, "least": least, "most": most}
            yield "number-range", message("rules.number-range", cell=cells(cell), **values), cell
        before = layout.beside[cell][0]
        low = next((c for c in before if sheet.numbers.get(c, number - 1) >= number), None)
        if low is not None:
            reason = not_rising(cell, number, sheet.numbers, (low, None))
            yield "row-rising", reason, cell
        row = layout.cells[cell].row
        above = (c for c in layout.column[cell] if layout.cells[c].row < row)
        same = next((c for c in above if sheet.numbers.get(c) == number), None)
        if same is not None:
            values_of: dict[str, Value] = {"number": number, "other": cells(same)}
            reason = message("rules.column-distinct", cell=cells(cell), **values_of)
            yield "column-distinct", reason, cell


def _or_nothing(number: int | None) -> Value:
    return message("rules.nothing") if number is None else number


def _difference(player: str) -> str:
    return f"difference:{player}"


def _differs(reason: Message, player: str, within: Path, where: str | None) -> Refusal:
    return Refusal(
        "sheet-differs",
        reason,
        ("sheets", player, *within),
        player,
        where,
        after=frozenset({paper_of(player)}),
        spoils=frozenset({_difference(player)}),
    )
