"""The rules of a sheet that is written on: Qwinto's: situation, move, rule."""

from collections.abc import Mapping
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import game, rules
from generator.game import Mark
from generator.game.parts import Dice
from generator.games.write.rules import WriteRules
from generator.rules import Seating
from generator.rules.optional import papers_from_state
from generator.rules.sheet.plan import Sheet, SheetState, Turn
from generator.rules.sheet.primitives import Attempt, Layout

TWO = Seating(("Ana", "Ben"))
# The sheet as published: columns 0 to 11, o a cell, B a bonus cell, # the blank space.
PUBLISHED = {
    "O": "..oBo#oBooo" + "o",
    "Y": ".ooooo#oBoo.",
    "P": "ooBo#oooo" + "B..",
}


def _columns() -> dict[str, int]:
    """Return the column of each cell, read from the published drawing and from nothing else."""
    places: dict[str, int] = {}
    for letter, drawing in PUBLISHED.items():
        cells = [column for column, sign in enumerate(drawing) if sign in "oB"]
        places |= {f"{letter}{place}": column for place, column in enumerate(cells, start=1)}
    return places


COLUMNS = _columns()
COLOURS = {"O": "orange", "Y": "yellow", "P": "purple"}


def _is_legal(numbers: Mapping[str, int], cell: str, number: int, rolled: frozenset[str]) -> bool:
    """Judge by brute force: every pair of numbers on the sheet with the new one in it."""
    if COLOURS[cell[0]] not in rolled or cell in numbers:
        return False
    written = {**numbers, cell: number}
    for one, low in written.items():
        for other, high in written.items():
            if one[0] == other[0] and one < other and low >= high:
                return False
            if one != other and COLUMNS[one] == COLUMNS[other] and low == high:
                return False
    return True


def _turn(player: str | None = None, **fields: object) -> Turn:
    values = {"dice": {"yellow": 4}, **fields}
    return Turn(1, player, **values)  # type: ignore[arg-type]


@given(
    st.dictionaries(st.sampled_from(sorted(COLUMNS)), st.integers(1, 18), max_size=14),
    st.integers(1, 18),
    st.sets(st.sampled_from(sorted(COLOURS.values())), min_size=1),
)
def test_legal_cells_are_those_brute_force_finds(
    wanted: dict[str, int], number: int, rolled: set[str]
) -> None:
    """What is not refused is exactly what the published sheet and two rules allow."""
    layout = _layout()
    every, colours = frozenset(COLOURS.values()), frozenset(rolled)
    numbers: dict[str, int] = {}
    for cell, value in wanted.items():
        if _is_legal(numbers, cell, value, every):
            numbers[cell] = value
    tried = Attempt(layout.gear, Sheet(numbers), "O1", number, colours)
    found = layout.primitives.cells_allowed(tried, layout.gear.plan.cells)
    assert set(found) == {cell for cell in COLUMNS if _is_legal(numbers, cell, number, colours)}


@cache
def _layout() -> Layout:
    found = rules.load(game.load("qwinto"))
    assert isinstance(found, WriteRules)
    return found.layout


# The check sheet: source figures, invented numbers.


def test_paper_shows_numbers_ticks_and_what_was_erased(qwinto: WriteRules) -> None:
    """A sheet on paper has its numbers, its ticks, and refused numbers in the colour of errors."""
    state = qwinto.start(TWO)
    wrong = _turn(writes={"Ana": "O1"}, miss=True)
    state = qwinto.play(state, wrong)
    ana, ben = papers_from_state(qwinto, state)
    assert (ana.name, ana.part, ben.marks) == ("Ana", "sheet", {})
    assert ana.marks == {"O1": Mark("4", "error"), "miss.1": Mark(shape="tick")}
    right = Turn(2, "Ben", {"orange": 3}, writes={"Ana": "O1"}, miss=True)
    assert papers_from_state(qwinto, qwinto.play(state, right))[0].marks["O1"] == Mark("3")
    taken = Turn(3, "Ana", {"orange": 5}, writes={"Ana": "O1"})
    standing = qwinto.play(state, right)
    after = qwinto.play(standing, taken)
    assert papers_from_state(qwinto, after)[0].marks["O1"] == Mark("3")


def test_totals_on_paper(qwinto: WriteRules) -> None:
    """Boxes of the score hold the points; the sign of the misses is printed beside their box."""
    marks = qwinto.total_marks({"yellow": 16, "misses": -10, "total": -123456})
    assert marks == {
        "score.yellow": Mark("16"),
        "score.misses": Mark("10"),
        "score.total": Mark("…"),
    }


def test_odds_are_exact(qwinto: WriteRules) -> None:
    """The chances of each number of dice sum to one, and match a count of all rolls."""
    dice = qwinto.layout.gear.dice
    assert isinstance(dice, Dice)
    odds = {count: dice.sums(count) for count in (1, 2, 3)}
    assert all(sum(chances.values()) == 1 for chances in odds.values())
    assert odds[2][7] * 36 == 6
    assert odds[3][18] * 216 == 1


def _positions(qwinto: WriteRules, seed: int) -> SheetState:
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    state = qwinto.start(Seating(("Ana", "Ben", "Chloé")))
    for _ in range(8):
        state = qwinto.play(state, qwinto.random_turn(state, chance))
    return state


@pytest.mark.parametrize("seed", range(4))
def test_counts_of_legal_cells(qwinto: WriteRules, seed: int) -> None:
    """After eight turns each sheet has as many legal cells as brute force counts."""
    every = frozenset(COLOURS.values())
    for sheet in _positions(qwinto, seed).sheets.values():
        for number in range(1, 19):
            tried = Attempt(qwinto.layout.gear, sheet, "O1", number, every)
            found = tuple(
                qwinto.layout.primitives.cells_allowed(tried, qwinto.layout.gear.plan.cells)
            )
            counted = sum(_is_legal(sheet.numbers, cell, number, every) for cell in COLUMNS)
            assert len(found) == counted
