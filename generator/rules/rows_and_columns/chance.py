"""Random turns: legal ones that play sensibly, and ones that are likely to break one rule."""

from collections.abc import Collection
from dataclasses import replace
from random import Random

from generator.rules.findings import active_player
from generator.rules.rows_and_columns.judging import Write, legal_cells
from generator.rules.rows_and_columns.state import Layout, Sheet, State, Turn

# One in so many: rolls again; lets another player's number go by.
REROLLS = 4
PASSES = 6
# How many of the best cells a player wavers between.
WAVERS = 2


def random_turn(layout: Layout, state: State, chance: Random) -> Turn:
    """Return a legal turn of the next player."""
    dice = _some(layout, chance)
    first = _roll(layout, dice, chance)
    second = _roll(layout, dice, chance) if chance.randrange(REROLLS) == 0 else {}
    turn = Turn(state.played + 1, state.next, first, second, {}, miss=False)
    return _answered(layout, state, turn, chance)


def _roll(layout: Layout, dice: Collection[str], chance: Random) -> dict[str, int]:
    return {die: chance.randint(1, layout.dice.sides) for die in layout.dice.dice if die in dice}


def _some(layout: Layout, chance: Random) -> tuple[str, ...]:
    return tuple(chance.sample(layout.dice.dice, chance.randint(1, len(layout.dice.dice))))


def _answered(layout: Layout, state: State, turn: Turn, chance: Random) -> Turn:
    """Return the turn with what every player does about its sum."""
    number, rolled = sum(turn.last_roll().values()), frozenset(turn.last_roll())
    write = Write(next(iter(layout.cells)), number, rolled)
    active = active_player(state, turn)
    writes = {}
    for player in state.seating.players:
        cell = _chosen(layout, state.sheets[player], write, chance)
        if cell is not None and (player == active or chance.randrange(PASSES)):
            writes[player] = cell
    return replace(turn, writes=writes, miss=active not in writes)


def _chosen(layout: Layout, sheet: Sheet, write: Write, chance: Random) -> str | None:
    """Return one of the cells that leave most room for what may come, or None."""
    legal = sorted(legal_cells(layout, sheet, write))
    if not legal:
        return None
    width = max(cell.place for cell in layout.cells.values())
    share = write.number / layout.sums()[1]
    legal.sort(key=lambda name: abs(layout.cells[name].place / width - share))
    return chance.choice(legal[:WAVERS])
