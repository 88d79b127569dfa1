"""Which rules a turn breaks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from generator.reading.nodes import Path
from generator.rules.family import ANYTHING, ORDER, Refusal, paper_of
from generator.rules.naming import cells, colours
from generator.rules.rows_and_columns.layout import Layout
from generator.rules.rows_and_columns.state import Sheet, State, Turn, is_rollable
from generator.words import Message, message

# In the order of the game's table.
ON_TURNS = (
    "turn-order",
    "dice",
    "reroll-same-dice",
    "row-colour",
    "cell-free",
    "row-rising",
    "column-distinct",
    "miss-due",
    "miss-or-write",
    "after-end",
)
LONGEST_ADVICE = 5


@dataclass(frozen=True, slots=True)
class Write:
    """A number that a player writes in a cell, and the colours that were rolled for it."""

    cell: str
    number: int
    rolled: frozenset[str]


def active_player(state: State, turn: Turn) -> str:
    """Return whose turn it is: the one named, else the next in order."""
    return turn.player or state.next


def refuse(layout: Layout, state: State, turn: Turn) -> tuple[Refusal, ...]:
    """Return every rule a turn breaks: the active player's first, then the others'."""
    if state.ended is not None:
        return (_after_end(state, turn),)
    active = active_player(state, turn)
    return (
        *_order(state, turn),
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


def broken_by(layout: Layout, sheet: Sheet, write: Write) -> Iterator[tuple[str, Message]]:
    """Yield each rule that a number in a cell breaks, with what is wrong."""
    return ((rule, _worded(rule, layout, sheet, write)) for rule in _broken(layout, sheet, write))


def legal_cells(layout: Layout, sheet: Sheet, write: Write) -> tuple[str, ...]:
    """Return where the number may stand instead: cells of the same row first."""
    row = layout.cells[write.cell].row
    nearby = sorted(layout.cells.values(), key=lambda cell: cell.row != row)
    elsewhere = (Write(cell.id, write.number, write.rolled) for cell in nearby)
    return tuple(
        other.cell for other in elsewhere if next(_broken(layout, sheet, other), None) is None
    )


def _broken(layout: Layout, sheet: Sheet, write: Write) -> Iterator[str]:
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


def _worded(rule: str, layout: Layout, sheet: Sheet, write: Write) -> Message:
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


def _beside(layout: Layout, sheet: Sheet, cell: str) -> tuple[str | None, str | None]:
    """Return the nearest cells with a number, to the left and to the right."""
    before, behind = layout.beside[cell]
    low = next((c for c in before if c in sheet.numbers), None)
    return low, next((c for c in behind if c in sheet.numbers), None)


def _same_in_column(layout: Layout, sheet: Sheet, write: Write) -> str | None:
    """Return the first cell of the column, above or below, with the same number."""
    same = (c for c in layout.column[write.cell] if sheet.numbers.get(c) == write.number)
    return next(same, None)


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


def _of_turn(  # noqa: PLR0913 - what a finding says
    rule: str,
    reason: Message,
    turn: Turn,
    player: str,
    *,
    within: Path = (),
    where: str | None = None,
) -> Refusal:
    paper = frozenset({paper_of(player)})
    path = ("turns", turn.number - 1, *within)
    return Refusal(rule, reason, path, player, where, turn=turn.number, after=paper, spoils=paper)


def _after_end(state: State, turn: Turn) -> Refusal:
    reason = message("rules.after-end", turn=str(state.ended))
    found = _of_turn("after-end", reason, turn, active_player(state, turn))
    return replace(found, after=frozenset({ANYTHING}))


def _order(state: State, turn: Turn) -> Iterator[Refusal]:
    if turn.player is not None and turn.player != state.next:
        reason = message("rules.turn-order", player=turn.player, expected=state.next)
        found = _of_turn("turn-order", reason, turn, turn.player, within=("player",))
        order = frozenset({ORDER})
        yield replace(found, after=order, spoils=found.spoils | order)


def _dice(layout: Layout, state: State, turn: Turn) -> Iterator[Refusal]:
    """Yield one finding for the dice of a turn, at the first thing that is wrong with them."""
    wrong = _wrong_dice(layout, turn)
    if wrong is None:
        return
    reason, within = wrong
    found = _of_turn("dice", reason, turn, active_player(state, turn), within=within)
    everybody = frozenset(map(paper_of, state.seating.players))
    is_lost = not is_rollable(layout, turn.last_roll())
    yield replace(found, spoils=everybody) if is_lost else found


def _wrong_dice(layout: Layout, turn: Turn) -> tuple[Message, Path] | None:
    if not turn.dice:
        return message("rules.dice-none"), ("dice",)
    sides = layout.dice.sides
    for name, roll in (("dice", turn.dice), ("reroll", turn.reroll)):
        for die, face in roll.items():
            if not 1 <= face <= sides:
                values = {"found": face, "sides": sides}
                return message("rules.dice-face", colour=colours(die), **values), (name, die)
    return None


def _reroll(state: State, turn: Turn) -> Iterator[Refusal]:
    if turn.reroll and turn.dice and set(turn.reroll) != set(turn.dice):
        first, second = colours(*turn.dice), colours(*turn.reroll)
        reason = message("rules.reroll-same-dice", first=first, second=second)
        active = active_player(state, turn)
        yield _of_turn("reroll-same-dice", reason, turn, active, within=("reroll",))


def _writes(layout: Layout, state: State, turn: Turn, player: str) -> Iterator[Refusal]:
    write = written_by(layout, turn, player)
    if write is None:
        return
    sheet = state.sheets[player]
    broken = tuple(broken_by(layout, sheet, write))
    instead = legal_cells(layout, sheet, write)[:LONGEST_ADVICE] if broken else ()
    for rule, reason in broken:
        found = _of_turn(rule, reason, turn, player, within=("writes", player), where=write.cell)
        yield replace(found, instead=instead)


def written_by(layout: Layout, turn: Turn, player: str) -> Write | None:
    """Return what a player writes in a turn; None where nobody can write or he does not."""
    roll = turn.last_roll()
    if player not in turn.writes or not is_rollable(layout, roll):
        return None
    return Write(turn.writes[player], sum(roll.values()), frozenset(roll))


def _misses(layout: Layout, state: State, turn: Turn) -> Iterator[Refusal]:
    if not is_rollable(layout, turn.last_roll()):
        return
    active = active_player(state, turn)
    if active not in turn.writes and not turn.miss:
        yield _of_turn("miss-due", message("rules.miss-due", player=active), turn, active)
    if active in turn.writes and turn.miss:
        cell = turn.writes[active]
        reason = message("rules.miss-or-write", player=active, cell=cells(cell))
        yield _of_turn("miss-or-write", reason, turn, active, within=("miss",))
