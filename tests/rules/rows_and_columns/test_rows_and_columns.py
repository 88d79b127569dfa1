"""The rules of rows and columns, on Qwinto's sheet: situation, move, rule."""

from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator import game, rules
from generator.game import Mark
from generator.rules import Seating
from generator.rules.rows_and_columns import RowsAndColumns
from generator.rules.rows_and_columns.judging import Write, broken_by, legal_cells
from generator.rules.rows_and_columns.layout import Layout
from generator.rules.rows_and_columns.state import Sheet, State, Turn, is_last, score

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


@pytest.mark.parametrize(
    ("numbers", "cell", "number", "rolled", "broken"),
    [
        pytest.param({}, "Y3", 9, {"yellow"}, [], id="first number"),
        pytest.param({}, "Y3", 9, {"orange", "purple"}, ["row-colour"], id="no yellow die"),
        pytest.param({"Y3": 4}, "Y3", 9, {"yellow"}, ["cell-free"], id="taken"),
        pytest.param({"Y3": 9}, "Y3", 9, {"yellow"}, ["cell-free"], id="taken by the same number"),
        pytest.param({"Y2": 9}, "Y3", 9, {"yellow"}, ["row-rising"], id="as large as its left"),
        pytest.param({"Y2": 9}, "Y9", 7, {"yellow"}, ["row-rising"], id="gaps do not help"),
        pytest.param({"Y5": 7}, "Y6", 7, {"yellow"}, ["row-rising"], id="blank does not cut a row"),
        pytest.param({"Y5": 9}, "Y3", 9, {"yellow"}, ["row-rising"], id="as large as its right"),
        pytest.param({"Y2": 9, "Y5": 12}, "Y3", 7, {"yellow"}, ["row-rising"], id="not between"),
        pytest.param({"Y2": 9, "Y5": 12}, "Y3", 10, {"yellow"}, [], id="between"),
        pytest.param({"O2": 6}, "P4", 6, {"purple"}, ["column-distinct"], id="P4 is under O2"),
        pytest.param({"O2": 6}, "P3", 6, {"purple"}, [], id="P3 is not under O2"),
        pytest.param({"Y1": 6}, "P2", 6, {"purple"}, ["column-distinct"], id="column of two"),
        pytest.param({"O3": 6, "Y4": 5}, "P5", 6, {"purple"}, [], id="blank shifts the row"),
        pytest.param(
            {"P4": 6, "O2": 6},
            "Y3",
            6,
            {"orange"},
            ["row-colour", "column-distinct"],
            id="two rules at once, in the order of the table",
        ),
    ],
)
def test_number_in_a_cell(
    layout: Layout,
    numbers: dict[str, int],
    cell: str,
    number: int,
    rolled: set[str],
    broken: list[str],
) -> None:
    """A number in a wrong cell is refused by every rule that says so, and by no other."""
    found = broken_by(layout, Sheet(numbers), Write(cell, number, frozenset(rolled)))
    assert [rule for rule, _ in found] == broken


def _turn(player: str | None = None, **fields: object) -> Turn:
    values = {"dice": {"yellow": 4}, "reroll": {}, "writes": {}, "miss": False, **fields}
    return Turn(1, player, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("turn", "broken"),
    [
        pytest.param(_turn(miss=True), [], id="a miss"),
        pytest.param(_turn("Ben", miss=True), ["turn-order"], id="not the next"),
        pytest.param(_turn("Ana", miss=True), [], id="the next, by name"),
        pytest.param(_turn(dice={}), ["dice"], id="no dice, and no miss due"),
        pytest.param(_turn(dice={"yellow": 7}), ["dice"], id="face too large"),
        pytest.param(_turn(dice={"yellow": 0}, miss=True), ["dice"], id="face too small"),
        pytest.param(
            _turn(dice={"yellow": 7}, writes={"Ana": "O1", "Ben": "O1"}, miss=True),
            ["dice"],
            id="without a sum nobody writes",
        ),
        pytest.param(
            _turn(dice={"yellow": 7}, reroll={"yellow": 3}),
            ["dice", "miss-due"],
            id="the second roll gives a sum",
        ),
        pytest.param(
            _turn(reroll={"yellow": 9}, writes={"Ana": "Y1"}), ["dice"], id="bad second roll"
        ),
        pytest.param(
            _turn(dice={}, reroll={"yellow": 3}, miss=True), ["dice"], id="second roll alone"
        ),
        pytest.param(
            _turn(reroll={"yellow": 3, "orange": 2}, miss=True), ["reroll-same-dice"], id="one more"
        ),
        pytest.param(
            _turn(reroll={"orange": 2}, writes={"Ana": "Y1"}),
            ["reroll-same-dice", "row-colour"],
            id="the second roll gives the colours",
        ),
        pytest.param(_turn(reroll={"yellow": 3}, miss=True), [], id="same dice again"),
        pytest.param(_turn(writes={"Ben": "Y1"}), ["miss-due"], id="only the other wrote"),
        pytest.param(_turn(writes={"Ana": "O1"}), ["row-colour"], id="refused, but no miss due"),
        pytest.param(_turn(writes={"Ana": "Y1"}, miss=True), ["miss-or-write"], id="both"),
        pytest.param(_turn(writes={"Ben": "Y1"}, miss=True), [], id="miss while another writes"),
        pytest.param(
            _turn("Ben", writes={"Ana": "O1", "Ben": "P1"}),
            ["turn-order", "row-colour", "row-colour"],
            id="several, the active player's first",
        ),
    ],
)
def test_turn(qwinto: RowsAndColumns, turn: Turn, broken: list[str]) -> None:
    """A turn is refused by each rule it breaks, in the order of the table."""
    found = qwinto.refuse(qwinto.start(TWO), turn)
    assert [refusal.rule for refusal in found] == broken
    assert qwinto.is_legal(qwinto.start(TWO), turn) == (not broken)


def test_refusal_says_where_and_what_instead(qwinto: RowsAndColumns) -> None:
    """A refused number names cell, player, turn, place in the record and up to five legal cells."""
    state = State(TWO, {"Ana": Sheet({"Y2": 9, "Y5": 12, "O3": 3}), "Ben": Sheet()}, "Ana")
    turn = _turn(dice={"yellow": 6, "orange": 1}, writes={"Ana": "Y3"})
    (refusal,) = qwinto.refuse(state, turn)
    assert (refusal.rule, refusal.player, refusal.where) == ("row-rising", "Ana", "Y3")
    assert (refusal.turn, refusal.path) == (1, ("turns", 0, "writes", "Ana"))
    assert refusal.instead == ("Y1", "O4", "O5", "O6", "O7")


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
    found = legal_cells(layout, Sheet(numbers), Write("O1", number, colours))
    assert set(found) == {cell for cell in COLUMNS if _is_legal(numbers, cell, number, colours)}


def _layout() -> Layout:
    found = rules.load(game.load("qwinto"))
    assert isinstance(found, RowsAndColumns)
    return found.layout


# The check sheet: source figures, invented numbers.
CHECK = {
    "O2": 5,
    "O5": 12,
    "O6": 13,
    "O8": 18,
    **dict(zip([f"Y{n}" for n in range(1, 10)], (1, 2, 4, 5, 6, 9, 10, 12, 16), strict=True)),
    "P2": 3,
    "P3": 4,
    "P4": 7,
    "P6": 8,
    "P7": 10,
    "P8": 15,
}


@pytest.mark.parametrize(
    ("numbers", "misses", "points"),
    [
        pytest.param({}, 0, (0, 0, 0, 0, 0, 0), id="empty"),
        pytest.param(CHECK, 2, (4, 16, 6, 27, -10, 43), id="the check sheet"),
        pytest.param({"O2": 5, "Y3": 4}, 0, (1, 1, 0, 0, 0, 2), id="column not full"),
        pytest.param({"O2": 5, "Y3": 4, "P4": 7}, 0, (1, 1, 1, 5, 0, 8), id="bonus of column 3"),
        pytest.param({"O1": 5, "Y2": 4, "P3": 7}, 0, (1, 1, 1, 7, 0, 10), id="bonus of column 2"),
        pytest.param({"Y1": 5, "P2": 4}, 0, (0, 1, 1, 0, 0, 2), id="columns of two give nothing"),
        pytest.param({}, 4, (0, 0, 0, 0, -20, -20), id="four misses"),
    ],
)
def test_score(
    layout: Layout, numbers: dict[str, int], misses: int, points: tuple[int, ...]
) -> None:
    """A sheet is worth its rows, its bonus columns, and less for its misses."""
    found = score(layout, Sheet(numbers, misses))
    assert tuple(found) == ("orange", "yellow", "purple", "bonus", "misses", "total")
    assert tuple(found.values()) == points


FULL_ROW = {f"Y{place}": place for place in range(1, 10)}
TWO_ROWS = {**FULL_ROW, **{f"P{place}": place + 9 for place in range(1, 10)}}


@pytest.mark.parametrize(
    ("sheet", "is_over"),
    [
        (Sheet(FULL_ROW, 3), False),
        (Sheet(FULL_ROW, 4), True),
        (Sheet(TWO_ROWS), True),
    ],
)
def test_end(layout: Layout, sheet: Sheet, is_over: bool) -> None:  # noqa: FBT001 - a table
    """Two full rows or a fourth miss end the game, nothing less."""
    assert is_last(layout, sheet) is is_over


def test_fourth_miss_ends_the_game_after_everybody_wrote(qwinto: RowsAndColumns) -> None:
    """In the last turn the others still write; the turn after it is refused and changes nothing."""
    state = State(TWO, {"Ana": Sheet(misses=3), "Ben": Sheet()}, "Ana")
    last = qwinto.play(state, _turn(writes={"Ben": "Y1"}, miss=True))
    assert (last.ended, last.sheets["Ben"].numbers) == (1, {"Y1": 4})
    assert qwinto.outcome(last).winners == ("Ben",)
    late = Turn(2, "Ana", {}, {}, {"Ana": "O1"}, miss=True)
    refusals = qwinto.refuse(last, late)
    assert [refusal.rule for refusal in refusals] == ["after-end"]
    assert qwinto.settle(last, late, refusals) is last


def test_equal_totals_share_the_win(qwinto: RowsAndColumns) -> None:
    """Everybody with the largest total wins, nobody while the game goes on."""
    sheets = {"Ana": Sheet(misses=4), "Ben": Sheet(misses=4)}
    assert qwinto.outcome(State(TWO, sheets, "Ana", ended=7)).winners == ("Ana", "Ben")
    assert qwinto.outcome(State(TWO, sheets, "Ana")).winners == ()


@pytest.mark.parametrize(
    ("turn", "ana", "ben", "following"),
    [
        pytest.param(_turn(writes={"Ana": "Y1"}), {"Y1": 4}, {}, "Ben", id="written"),
        pytest.param(_turn(writes={"Ana": "O1", "Ben": "Y1"}), {}, {"Y1": 4}, "Ben", id="refused"),
        pytest.param(_turn("Ben", miss=True), {}, {}, "Ana", id="order goes on from the named"),
        pytest.param(
            _turn(dice={"yellow": 8}, reroll={"yellow": 2}, writes={"Ana": "Y1"}),
            {"Y1": 2},
            {},
            "Ben",
            id="the faces last written give the sum",
        ),
        pytest.param(_turn(dice={"yellow": 8}, writes={"Ana": "Y1"}), {}, {}, "Ben", id="no sum"),
        pytest.param(_turn(writes={"Ana": "Y1"}, miss=True), {"Y1": 4}, {}, "Ben", id="both stand"),
    ],
)
def test_play_goes_on(
    qwinto: RowsAndColumns, turn: Turn, ana: dict[str, int], ben: dict[str, int], following: str
) -> None:
    """Refused numbers are left out, and play goes on as the game's page fixes it."""
    start = qwinto.start(TWO)
    state = qwinto.settle(start, turn, qwinto.refuse(start, turn))
    assert (state.sheets["Ana"].numbers, state.sheets["Ben"].numbers) == (ana, ben)
    assert state.next == following
    assert sum(sheet.misses for sheet in state.sheets.values()) == turn.miss


def test_paper_shows_numbers_ticks_and_what_was_erased(qwinto: RowsAndColumns) -> None:
    """A sheet on paper has its numbers, its ticks, and refused numbers in the colour of errors."""
    state = qwinto.start(TWO)
    wrong = _turn(writes={"Ana": "O1"}, miss=True)
    state = qwinto.settle(state, wrong, qwinto.refuse(state, wrong))
    ana, ben = qwinto.shown(state)
    assert (ana.name, ana.part, ben.marks) == ("Ana", "sheet", {})
    assert ana.marks == {"O1": Mark("4", "error"), "miss.1": Mark(shape="tick")}
    right = Turn(2, "Ben", {"orange": 3}, {}, {"Ana": "O1"}, miss=True)
    assert qwinto.shown(qwinto.play(state, right))[0].marks["O1"] == Mark("3")
    taken = Turn(3, "Ana", {"orange": 5}, {}, {"Ana": "O1"}, miss=False)
    standing = qwinto.play(state, right)
    after = qwinto.settle(standing, taken, qwinto.refuse(standing, taken))
    assert qwinto.shown(after)[0].marks["O1"] == Mark("3")


def test_totals_on_paper(qwinto: RowsAndColumns) -> None:
    """Boxes of the score hold the points; the sign of the misses is printed beside their box."""
    marks = qwinto.totals_shown({"yellow": 16, "misses": -10, "total": -123456})
    assert marks == {
        "score.yellow": Mark("16"),
        "score.misses": Mark("10"),
        "score.total": Mark("…"),
    }


def test_odds_are_exact(qwinto: RowsAndColumns) -> None:
    """The chances of each number of dice sum to one, and match a count of all rolls."""
    odds = qwinto.odds()
    assert list(odds) == ["sum.1", "sum.2", "sum.3"]
    assert all(sum(chances.values()) == 1 for chances in odds.values())
    assert odds["sum.2"][7] * 36 == 6
    assert odds["sum.3"][18] * 216 == 1


def _positions(qwinto: RowsAndColumns, seed: int) -> State:
    chance = Random(seed)  # noqa: S311 - a game, not a secret
    state = qwinto.start(Seating(("Ana", "Ben", "Chloé")))
    for _ in range(8):
        state = qwinto.play(state, qwinto.random_turn(state, chance))
    return state


def test_wrong_turns_break_one_rule(qwinto: RowsAndColumns) -> None:
    """For every rule that can be planted there is a turn that breaks it and no other."""
    state = _positions(qwinto, seed=1)
    ended = State(state.seating, state.sheets, state.next, 8, 8)
    for rule in qwinto.plantable:
        at = ended if rule == "after-end" else state
        turn = qwinto.wrong_turn(at, rule, Random(2))  # noqa: S311 - a game, not a secret
        assert turn is not None, rule
        assert [refusal.rule for refusal in qwinto.refuse(at, turn)] == [rule]


@pytest.mark.parametrize("rule", ["after-end", "sheet-differs", "cell-free"])
def test_wrong_turn_where_none_is(qwinto: RowsAndColumns, rule: str) -> None:
    """Where no turn can break a rule alone, none is given."""
    assert qwinto.wrong_turn(qwinto.start(TWO), rule, Random(1)) is None  # noqa: S311 - a game, not a secret


@pytest.mark.parametrize("seed", range(4))
def test_counts_of_legal_cells(qwinto: RowsAndColumns, seed: int) -> None:
    """After eight turns each sheet has as many legal cells as brute force counts."""
    every = frozenset(COLOURS.values())
    for sheet in _positions(qwinto, seed).sheets.values():
        for number in range(1, 19):
            found = legal_cells(qwinto.layout, sheet, Write("O1", number, every))
            counted = sum(_is_legal(sheet.numbers, cell, number, every) for cell in COLUMNS)
            assert len(found) == counted
