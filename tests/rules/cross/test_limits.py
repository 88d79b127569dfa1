"""The limits of a board of dice, on both sides of each edge."""

from pathlib import Path

import pytest

from generator.game import Mark
from generator.games.cross.rules import CrossRules
from tests.rules.altered import refused_in_data


@pytest.mark.parametrize(("least", "is_good"), [(0, False), (1, True), (30, True), (31, False)])
def test_tokens_that_a_turn_must_place(tmp_path: Path, least: int, is_good: bool) -> None:  # noqa: FBT001 - a table
    """A game alone asks for 1 to 30 tokens a turn."""
    found = refused_in_data(tmp_path, "crowns", "{solo: 1,", f"{{solo: {least},")
    assert found == ([] if is_good else ["mechanics.alone.solo"])


def test_totals_fit_their_box(crowns: CrossRules) -> None:
    """A total of four signs at most is shown, a longer one as an ellipsis."""
    shown = crowns.total_marks({"a": 999, "b": 1000, "c": -999, "d": -1000})
    assert list(shown.values()) == [Mark("999"), Mark("…"), Mark("−999"), Mark("…")]


@pytest.mark.parametrize(("each", "is_good"), [(36, True), (37, False)])
def test_tokens_have_room_on_the_board(tmp_path: Path, each: int, is_good: bool) -> None:  # noqa: FBT001 - a table
    """Nobody has more tokens than the board has squares."""
    found = refused_in_data(tmp_path, "crowns", "each: 18", f"each: {each}")
    assert found == ([] if is_good else ["mechanics.tokens"])
