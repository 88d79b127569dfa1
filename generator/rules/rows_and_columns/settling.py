"""How play goes on from a turn, with what was refused left out."""

from collections.abc import Mapping
from dataclasses import replace

from generator.rules.family import Refusal, Seating
from generator.rules.rows_and_columns.judging import active_player, written_by
from generator.rules.rows_and_columns.layout import Layout
from generator.rules.rows_and_columns.state import Sheet, SheetAsWritten, State, Turn, is_last


def start(seating: Seating) -> State:
    """Return empty sheets; the first player begins."""
    return State(seating, {player: Sheet() for player in seating.players}, seating.players[0])


def settle(layout: Layout, state: State, turn: Turn, refusals: tuple[Refusal, ...]) -> State:
    """Return the state after a turn; one after the end changes nothing."""
    if state.ended is not None:
        return state
    active = active_player(state, turn)
    refused = {refusal.player for refusal in refusals if refusal.where is not None}
    sheets = dict(state.sheets)
    for player in turn.writes:
        write = written_by(layout, turn, player)
        if write is not None:
            put = _erased if player in refused else _written
            sheets[player] = put(sheets[player], write.cell, write.number)
    if turn.miss:
        sheets[active] = replace(sheets[active], misses=sheets[active].misses + 1)
    is_over = any(is_last(layout, sheet) for sheet in sheets.values())
    return State(
        state.seating,
        sheets,
        state.seating.after(active),
        state.played + 1,
        turn.number if is_over else None,
    )


def _written(sheet: Sheet, cell: str, number: int) -> Sheet:
    erased = {name: old for name, old in sheet.erased.items() if name != cell}
    return replace(sheet, numbers={**sheet.numbers, cell: number}, erased=erased)


def _erased(sheet: Sheet, cell: str, number: int) -> Sheet:
    if cell in sheet.numbers:
        return sheet
    return replace(sheet, erased={**sheet.erased, cell: number})


def laid(layout: Layout, seating: Seating, written: Mapping[str, SheetAsWritten]) -> State:
    """Return the state that final sheets show; over when every player has one."""
    sheets = {player: _laid(layout, sheet) for player, sheet in written.items()}
    is_over = set(sheets) == set(seating.players)
    return State(seating, sheets, seating.players[0], ended=0 if is_over else None)


def _laid(layout: Layout, sheet: SheetAsWritten) -> Sheet:
    numbers = {
        cell: number
        for colour, row in layout.rows.items()
        for cell, number in zip(row, sheet.rows[colour] or (), strict=False)
        if number is not None
    }
    return Sheet(numbers, sheet.misses or 0)
