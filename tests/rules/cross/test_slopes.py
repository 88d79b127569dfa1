"""Rows that fall, with crosses in place of numbers: what is crossed off, what a sheet shows."""

from pathlib import Path

import pytest

from generator import game, rules
from generator.game import Mark
from generator.games.cross.rules import CrossRules
from generator.rules import Refusal, Seating
from generator.rules.naming import localise
from generator.rules.optional import papers_from_state
from generator.rules.sheet.plan import Sheet, SheetState, Turn
from generator.words import say

GAME = Path(__file__).parents[2] / "games" / "quatre-pentes"
TWO = Seating(("Ana", "Ben"))
SHEET = Sheet({"O9": 9, "O7": 7, "J12": 12})


@pytest.fixture(scope="module")
def slopes() -> CrossRules:
    """Return the rules of four slopes."""
    found = rules.load(game.load_folder(GAME))
    assert isinstance(found, CrossRules)
    return found


def _table(**sheets: Sheet) -> SheetState:
    return SheetState(TWO, {"Ana": Sheet(), "Ben": Sheet(), **sheets}, "Ana")


def _refused(rules_: CrossRules, *places: str, dice: tuple[int, ...], miss: bool) -> list[Refusal]:
    turn = Turn(1, None, dice, miss=miss, places=places)
    return list(rules_.refuse(_table(Ana=SHEET), turn))


@pytest.mark.parametrize(
    ("places", "dice", "broken"),
    [
        ("O6", (3, 3), []),
        ("O8", (4, 4), ["downhill"]),
        ("O7", (3, 4), ["one-cross"]),
        ("V9", (3, 4), ["the-sum"]),
        ("V2 J5", (3, 4), ["the-sum"]),
        ("", (1, 1), ["fall-due"]),
        ("V4", (4,), ["throw"]),
        ("V4", (1, 7), ["throw"]),
    ],
)
def test_a_throw_crosses_off_its_sum_downhill(
    slopes: CrossRules, places: str, dice: tuple[int, ...], broken: list[str]
) -> None:
    """One cell with the sum, below all that are crossed off in its row, or else a box is ticked."""
    found = _refused(slopes, *places.split(), dice=dice, miss=False)
    assert [refusal.rule for refusal in found] == broken


def test_what_would_do(slopes: CrossRules) -> None:
    """A refusal names the number in the way, and the cells that the throw pays for."""
    (refusal,) = _refused(slopes, "O8", dice=(2, 6), miss=False)
    assert refusal.where == "O8"
    assert refusal.instead == ("J8", "V8", "B8")
    said = localise(refusal.reason, slopes.game.sentences_in("fr"))
    assert say(said, "en") == "O8: 8 is not smaller than 7 (O7)"


def test_a_cross_and_a_tick_are_too_much(slopes: CrossRules) -> None:
    """Who crosses off a cell ticks no box."""
    (refusal,) = _refused(slopes, "B8", dice=(2, 6), miss=True)
    assert refusal.rule == "fall-or-cross"
    said = say(localise(refusal.reason, slopes.game.sentences_in("fr")), "en")
    assert said == "Ana crossed off B8 and ticked a miss as well"


def test_a_refused_cross_is_shown_in_the_colour_of_errors(slopes: CrossRules) -> None:
    """What is refused scores nothing, and stands on the paper as an error."""
    turn = Turn(1, None, (2, 6), places=("O8",))
    table = _table(Ana=SHEET)
    after = slopes.play(table, turn)
    assert slopes.outcome(after).scores["Ana"] == {"crosses": 28, "misses": 0, "total": 28}
    ana, _ = papers_from_state(slopes, after)
    assert ana.marks["O8"] == Mark(colour="error", shape="cross")
    assert ana.marks["O9"] == Mark(shape="cross")


def test_a_whole_slope_ends_the_game(slopes: CrossRules) -> None:
    """The last number of a slope, or the last box, ends the game at once."""
    slope = {f"O{number}": number for number in range(12, 2, -1)}
    turn = Turn(1, None, (1, 1), places=("O2",))
    assert slopes.play(_table(Ana=Sheet(slope)), turn).ended == 1
    missed = Turn(1, None, (1, 1), miss=True)
    assert slopes.play(_table(Ana=Sheet(ticks=3)), missed).ended == 1
    assert slopes.play(_table(Ana=Sheet(ticks=2)), missed).ended is None


def test_sheets_alone_are_scored_as_they_lie(slopes: CrossRules) -> None:
    """No order of crosses is known from a sheet; a cell named twice and a box too many are seen."""
    body = {"sheets": {"Ana": {"crosses": ["O2", "O12", "O2"], "misses": 5}, "Ben": {}}}
    read = slopes.body.model_validate(body)
    laid = slopes.state_from_sheets(TWO, read)
    assert laid is not None
    found = [(one.rule, one.path) for one in slopes.judge_sheets(laid, read)]
    assert found == [
        ("one-cross", ("sheets", "Ana", "crosses", 2)),
        ("fall-limit", ("sheets", "Ana", "misses")),
    ]
    assert slopes.outcome(laid).scores["Ana"] == {"crosses": 14, "misses": -25, "total": -11}


def test_chances_of_sums(slopes: CrossRules) -> None:
    """The chances are those of the sum of both dice."""
    kit = slopes.layout.gear
    assert (kit.count(), kit.pays) == (2, "sum")
    sums = kit.dice.sums(kit.count())
    assert [int(sums[total] * 36) for total in (2, 7, 12)] == [1, 6, 1]
