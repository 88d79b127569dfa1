"""Turns and sheets -> the body of a record, as plain fields in canonical words."""

from copy import deepcopy
from random import Random
from typing import Any

from generator.rules.family import Fields
from generator.rules.rows_and_columns.layout import Layout
from generator.rules.rows_and_columns.state import Sheet, State, Turn, score


def written(layout: Layout, turns: tuple[Turn, ...], state: State) -> Fields:
    """Return the turns, and every sheet with its score."""
    return {
        "turns": [_turn(turn) for turn in turns],
        "sheets": {player: _sheet(layout, sheet) for player, sheet in state.sheets.items()},
    }


def miswritten(layout: Layout, body: Fields, rule: str, chance: Random) -> Fields:
    """Return the body with one cell of a sheet, or one part of a score, written wrong."""
    wrong = deepcopy(body)
    sheet = wrong["sheets"][chance.choice(tuple(wrong["sheets"]))]
    if rule == "sheet-differs":
        row = sheet[chance.choice(tuple(layout.rows))]
        place = chance.randrange(len(row))
        row[place] = None if row[place] is not None else chance.randint(*layout.sums())
    if rule == "score-wrong":
        sheet["score"][chance.choice(tuple(sheet["score"]))] += chance.choice((-2, -1, 1, 2))
    return wrong


def _turn(turn: Turn) -> Fields:
    fields: dict[str, Any] = {
        "player": turn.player,
        "dice": dict(turn.dice),
        "reroll": dict(turn.reroll),
        "writes": dict(turn.writes),
        "miss": turn.miss,
    }
    return {name: value for name, value in fields.items() if value}


def _sheet(layout: Layout, sheet: Sheet) -> Fields:
    rows = {
        colour: [sheet.numbers.get(cell) for cell in row] for colour, row in layout.rows.items()
    }
    return {**rows, "misses": sheet.misses, "score": dict(score(layout, sheet))}
