"""Which rules turns and final sheets break, and how play goes on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from generator.game import Mark, Paper, number_mark
from generator.reading.nodes import Path
from generator.rules.family import Refusal, Seating, paper_of
from generator.rules.findings import active_player, after_end, at_turn, differs, out_of_order
from generator.rules.naming import cells, colours
from generator.rules.rows_and_columns import state as states
from generator.words import Message, Value, message

# In the order of the game's table; with each, what a player who breaks it is wrong about.
ON_TURNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "turn-order": ("next",),
        "dice": ("dice",),
        "reroll-same-dice": ("dice", "reroll"),
        "row-colour": ("writes",),
        "cell-free": ("writes",),
        "row-rising": ("writes",),
        "column-distinct": ("writes",),
        "miss-due": ("miss", "writes"),
        "miss-or-write": ("miss",),
        "after-end": ("ended",),
    }
)
LONGEST_ADVICE = 5


@dataclass(frozen=True, slots=True)
class Write:
    """A number that a player writes in a cell, and the colours that were rolled for it."""

    cell: str
    number: int
    rolled: frozenset[str]


def refuse(layout: states.Layout, state: states.State, turn: states.Turn) -> tuple[Refusal, ...]:
    """Return every rule a turn breaks: the active player's first, then the others'."""
    if state.ended is not None:
        return (after_end(state, turn),)
    active = active_player(state, turn)
    return (
        *out_of_order(state, turn),
        *_dice(layout, state, turn),
        *_reroll(state, turn),
        *_writes(layout, state, turn, active),
        *_misses(layout, state, turn),
        *(
            refusal
            for player in turn.writes
            if player != active
            for refusal in _writes(layout, state, turn, player)
        ),
    )


def broken_by(
    layout: states.Layout, sheet: states.Sheet, write: Write
) -> Iterator[tuple[str, Message]]:
    """Yield each rule that a number in a cell breaks, with what is wrong."""
    return ((rule, _worded(rule, layout, sheet, write)) for rule in _broken(layout, sheet, write))


def legal_cells(layout: states.Layout, sheet: states.Sheet, write: Write) -> tuple[str, ...]:
    """Return where the number may stand instead: cells of the same row first."""
    row = layout.cells[write.cell].row
    nearby = sorted(layout.cells.values(), key=lambda cell: cell.row != row)
    elsewhere = (Write(cell.id, write.number, write.rolled) for cell in nearby)
    return tuple(
        other.cell for other in elsewhere if next(_broken(layout, sheet, other), None) is None
    )


def _broken(layout: states.Layout, sheet: states.Sheet, write: Write) -> Iterator[str]:
    if layout.cells[write.cell].colour not in write.rolled:
        yield "row-colour"
    if write.cell in sheet.numbers:
        yield "cell-free"
    low, high = _beside(layout, sheet, write.cell)
    if (low is not None and sheet.numbers[low] >= write.number) or (
        high is not None and sheet.numbers[high] <= write.number
    ):
        yield "row-rising"
    if _same_in_column(layout, sheet, write) is not None:
        yield "column-distinct"


def _worded(rule: str, layout: states.Layout, sheet: states.Sheet, write: Write) -> Message:
    cell = cells(write.cell)
    match rule:
        case "row-colour":
            colour = colours(layout.cells[write.cell].colour)
            return message("rules.row-colour", cell=cell, colour=colour)
        case "cell-free":
            return message("rules.cell-free", cell=cell, number=sheet.numbers[write.cell])
        case "row-rising":
            beside = _beside(layout, sheet, write.cell)
            return not_rising(write.cell, write.number, sheet.numbers, beside)
        case _:
            other = cells(_same_in_column(layout, sheet, write) or "")
            return message("rules.column-distinct", cell=cell, number=write.number, other=other)


def _beside(layout: states.Layout, sheet: states.Sheet, cell: str) -> tuple[str | None, str | None]:
    """Return the nearest cells with a number, to the left and to the right."""
    before, behind = layout.beside[cell]
    low = next((c for c in before if c in sheet.numbers), None)
    return low, next((c for c in behind if c in sheet.numbers), None)


def _same_in_column(layout: states.Layout, sheet: states.Sheet, write: Write) -> str | None:
    """Return the first cell of the column, above or below, with the same number."""
    column = layout.column[write.cell]
    return next((c for c in column if sheet.numbers.get(c) == write.number), None)


def not_rising(
    cell: str, number: int, numbers: Mapping[str, int], beside: tuple[str | None, str | None]
) -> Message:
    """Word why a number does not rise between what stands to its left and to its right."""
    low, high = beside
    values: dict[str, int | Message] = {"cell": cells(cell), "number": number}
    if low is not None:
        values |= {"low": numbers[low], "low_cell": cells(low)}
    if high is not None:
        values |= {"high": numbers[high], "high_cell": cells(high)}
    if low is None:
        return message("rules.row-rising-below", **values)
    if high is None:
        return message("rules.row-rising-above", **values)
    return message("rules.row-rising-between", **values)


def _dice(layout: states.Layout, state: states.State, turn: states.Turn) -> Iterator[Refusal]:
    """Yield one finding for the dice of a turn, at the first thing that is wrong with them."""
    wrong = _wrong_dice(layout, turn)
    if wrong is None:
        return
    reason, within = wrong
    found = at_turn("dice", reason, turn, active_player(state, turn), *within)
    everybody = frozenset(map(paper_of, state.seating.players))
    is_lost = not states.is_rollable(layout, turn.last_roll())
    yield replace(found, spoils=everybody) if is_lost else found


def _wrong_dice(layout: states.Layout, turn: states.Turn) -> tuple[Message, Path] | None:
    if not turn.dice:
        return message("rules.dice-none"), ("dice",)
    sides = layout.dice.sides
    for name, roll in (("dice", turn.dice), ("reroll", turn.reroll)):
        for die, face in roll.items():
            if not 1 <= face <= sides:
                values = {"found": face, "sides": sides}
                return message("rules.dice-face", colour=colours(die), **values), (name, die)
    return None


def _reroll(state: states.State, turn: states.Turn) -> Iterator[Refusal]:
    if turn.reroll and turn.dice and set(turn.reroll) != set(turn.dice):
        first, second = colours(*turn.dice), colours(*turn.reroll)
        reason = message("rules.reroll-same-dice", first=first, second=second)
        yield at_turn("reroll-same-dice", reason, turn, active_player(state, turn), "reroll")


def _writes(
    layout: states.Layout, state: states.State, turn: states.Turn, player: str
) -> Iterator[Refusal]:
    write = written_by(layout, turn, player)
    if write is None:
        return
    sheet = state.sheets[player]
    broken = tuple(broken_by(layout, sheet, write))
    instead = legal_cells(layout, sheet, write)[:LONGEST_ADVICE] if broken else ()
    for rule, reason in broken:
        found = at_turn(rule, reason, turn, player, "writes", player)
        yield replace(found, where=write.cell, instead=instead)


def written_by(layout: states.Layout, turn: states.Turn, player: str) -> Write | None:
    """Return what a player writes in a turn; None where nobody can write or he does not."""
    roll = turn.last_roll()
    if player not in turn.writes or not states.is_rollable(layout, roll):
        return None
    return Write(turn.writes[player], sum(roll.values()), frozenset(roll))


def _misses(layout: states.Layout, state: states.State, turn: states.Turn) -> Iterator[Refusal]:
    if not states.is_rollable(layout, turn.last_roll()):
        return
    active = active_player(state, turn)
    if active not in turn.writes and not turn.miss:
        yield at_turn("miss-due", message("rules.miss-due", player=active), turn, active)
    if active in turn.writes and turn.miss:
        cell = turn.writes[active]
        reason = message("rules.miss-or-write", player=active, cell=cells(cell))
        yield at_turn("miss-or-write", reason, turn, active, "miss")


def start(seating: Seating) -> states.State:
    """Return empty sheets; the first player begins."""
    return states.State(
        seating, {player: states.Sheet() for player in seating.players}, seating.players[0]
    )


def settle(
    layout: states.Layout, state: states.State, turn: states.Turn, refusals: tuple[Refusal, ...]
) -> states.State:
    """Return the state after a turn; one after the end changes nothing."""
    if state.ended is not None:
        return state
    active = active_player(state, turn)
    refused = {refusal.player for refusal in refusals if refusal.where is not None}
    sheets = dict(state.sheets)
    for player in turn.writes:
        write = written_by(layout, turn, player)
        if write is not None:
            sheets[player] = _put(sheets[player], write, is_refused=player in refused)
    if turn.miss:
        sheets[active] = replace(sheets[active], misses=sheets[active].misses + 1)
    is_over = any(states.is_last(layout, sheet) for sheet in sheets.values())
    ended = turn.number if is_over else None
    return states.State(state.seating, sheets, state.seating.after(active), state.played + 1, ended)


def _put(sheet: states.Sheet, write: Write, *, is_refused: bool) -> states.Sheet:
    erased, cell, number = dict(sheet.erased), write.cell, write.number
    if not is_refused:
        erased.pop(cell, None)
        return replace(sheet, numbers={**sheet.numbers, cell: number}, erased=erased)
    return sheet if cell in sheet.numbers else replace(sheet, erased={**erased, cell: number})


def laid(
    layout: states.Layout, seating: Seating, written: Mapping[str, states.SheetAsWritten]
) -> states.State:
    """Return the state that final sheets show; over when every player has one."""
    sheets = {}
    for player, sheet in written.items():
        numbers = {
            cell: number
            for colour, row in layout.rows.items()
            for cell, number in zip(row, sheet.rows[colour] or (), strict=False)
            if number is not None
        }
        sheets[player] = states.Sheet(numbers, sheet.misses or 0)
    is_over = set(sheets) == set(seating.players)
    return states.State(seating, sheets, seating.players[0], ended=0 if is_over else None)


ON_SHEETS = ("number-range", "miss-limit", "unfinished", "sheet-differs", "score-wrong")
ON_NUMBERS = ("row-rising", "column-distinct", "number-range")


def differing(
    layout: states.Layout, state: states.State, written: Mapping[str, states.SheetAsWritten]
) -> Iterator[Refusal]:
    """Yield each cell where a sheet is not what the turns give; parts left out are passed over."""
    for player, sheet in written.items():
        given = state.sheets[player]
        for colour, row in layout.rows.items():
            for place, (cell, found) in enumerate(zip(row, sheet.rows[colour] or (), strict=False)):
                wanted = given.numbers.get(cell)
                if found != wanted:
                    values = {"found": _or_nothing(found), "wanted": _or_nothing(wanted)}
                    reason = message("rules.sheet-differs", cell=cells(cell), **values)
                    yield differs("sheet-differs", reason, ("sheets", player, colour, place), cell)
        if sheet.misses is not None and sheet.misses != given.misses:
            reason = message("rules.sheet-differs-misses", found=sheet.misses, wanted=given.misses)
            box = min(sheet.misses, given.misses) + 1
            where = f"{layout.misses.id}.{box}" if box <= layout.misses.boxes else None
            yield differs("sheet-differs", reason, ("sheets", player, "misses"), where)


def judged_alone(layout: states.Layout, laid: states.State) -> Iterator[Refusal]:
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


def shown(layout: states.Layout, state: states.State) -> tuple[Paper, ...]:
    """Return every sheet with its numbers and ticks; refused numbers in the colour of errors."""
    return tuple(
        Paper(
            player,
            layout.part,
            {
                **{cell: number_mark(number) for cell, number in sheet.numbers.items()},
                **{cell: Mark(str(number), "error") for cell, number in sheet.erased.items()},
                **_ticks(layout, sheet.misses),
            },
        )
        for player, sheet in state.sheets.items()
    )


def recorded(
    layout: states.Layout, state: states.State, written: Mapping[str, states.SheetAsWritten]
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


def _recorded(layout: states.Layout, paper: Paper, sheet: states.SheetAsWritten) -> Paper:
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


def _ticks(layout: states.Layout, misses: int) -> Mapping[str, Mark]:
    return {box: Mark(shape="tick") for box in layout.misses.cell_ids()[:misses]}


def _wrong_numbers(
    layout: states.Layout, sheet: states.Sheet
) -> Iterator[tuple[str, Message, str]]:
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
