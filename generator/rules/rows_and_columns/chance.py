"""Random turns: legal ones that play sensibly, and ones that are likely to break one rule."""

from collections.abc import Collection
from dataclasses import replace
from random import Random

from generator.rules.findings import active_player
from generator.rules.rows_and_columns.judging import Write, broken_by, legal_cells
from generator.rules.rows_and_columns.state import Layout, Sheet, State, Turn

# One in so many: rolls again; lets another player's number go by.
REROLLS = 4
PASSES = 6
# How many of the best cells a player wavers between.
WAVERS = 2
CELL_RULES = ("row-colour", "cell-free", "row-rising", "column-distinct")


def random_turn(layout: Layout, state: State, chance: Random) -> Turn:
    """Return a legal turn of the next player."""
    dice = _some(layout, chance)
    first = _roll(layout, dice, chance)
    second = _roll(layout, dice, chance) if chance.randrange(REROLLS) == 0 else {}
    turn = Turn(state.played + 1, state.next, first, second, {}, miss=False)
    return _answered(layout, state, turn, chance)


def candidate(layout: Layout, state: State, rule: str, chance: Random) -> Turn | None:
    """Return a turn that is likely to break a rule and no other; None where none can."""
    if (rule == "after-end") != (state.ended is not None):
        return None
    turn = random_turn(layout, state, chance)
    active = active_player(state, turn)
    match rule:
        case "turn-order":
            named = chance.choice(state.seating.players)
            turn = random_turn(layout, replace(state, next=named), chance)
        case "dice":
            # In the first of two rolls, so that the sum still stands.
            die = chance.choice(tuple(turn.last_roll()))
            wrong = {**turn.dice, die: layout.dice.sides + chance.randint(1, 3)}
            turn = replace(turn, dice=wrong, reroll=turn.last_roll())
        case "reroll-same-dice":
            # One die more than in the second roll, or one less.
            one = {chance.choice(layout.dice.dice)}
            dice = _roll(layout, set(turn.reroll) ^ one, chance)
            turn = replace(turn, dice=dice)
            turn = replace(turn, reroll=turn.reroll or _roll(layout, _some(layout, chance), chance))
            turn = _answered(layout, state, turn, chance)
        case "miss-due":
            others = {name: cell for name, cell in turn.writes.items() if name != active}
            turn = replace(turn, writes=others, miss=False)
        case "miss-or-write":
            turn = replace(turn, miss=True)
        case _ if rule in CELL_RULES:
            return _with_wrong_cell(layout, state, turn, rule, chance)
        case _:
            pass
    return turn


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


def _with_wrong_cell(
    layout: Layout, state: State, turn: Turn, rule: str, chance: Random
) -> Turn | None:
    """Return the turn with one player's number in a cell that this rule alone forbids."""
    roll = turn.last_roll()
    number, rolled = sum(roll.values()), frozenset(roll)
    players = list(state.seating.players)
    chance.shuffle(players)
    for player in players:
        sheet = state.sheets[player]
        wrong = [
            cell
            for cell in layout.cells
            if [r for r, _ in broken_by(layout, sheet, Write(cell, number, rolled))] == [rule]
        ]
        if wrong:
            writes = {**turn.writes, player: chance.choice(wrong)}
            ordered = {name: writes[name] for name in state.seating.players if name in writes}
            is_miss = turn.miss and player != active_player(state, turn)
            return replace(turn, writes=ordered, miss=is_miss)
    return None
