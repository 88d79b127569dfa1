"""Sheets for several games: a column of boxes for each, which counts as a copy."""

import json
from collections import defaultdict

import pytest

from generator.classroom import print_plan, seat_class
from generator.game.parts import Boxes
from generator.make import make
from generator.printables.context import Options
from generator.words import Language
from tests.shipped import load

GAMES = {1: 6, 2: 3, 3: 3}
SUMS = {f"score.{one}" for one in ("upper", "bonus", "lower", "total")}
COLUMN, ROW = 13.0, 7.9


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("per_page", GAMES)
def test_each_game_is_a_copy_with_every_box_and_sum_once(per_page: int, language: Language) -> None:
    """On paper a box of each game has the id that records use, in a column of the game's own."""
    made = make(load("yams"), "score-sheets", Options(language, per_page=per_page))
    (boxes,) = (data for name, data in made.files.items() if name.endswith(".json"))
    found = defaultdict(list)
    for cell in json.loads(boxes)["cells"]:
        if cell["id"] not in {"name", "date"}:
            found[cell["copy"]].append(cell)
    assert [*found] == list(range(1, GAMES[per_page] * per_page + 1))
    wanted = sorted({*load("yams").part("sheet", Boxes).cell_ids(), *SUMS})
    for cells in found.values():
        assert sorted(cell["id"] for cell in cells) == wanted
        assert len({cell["x"] for cell in cells}) <= 2
        assert all(cell["width"] >= COLUMN and cell["height"] >= ROW for cell in cells)


def test_three_games_of_a_class_take_fourteen_sheets_of_paper() -> None:
    """27 pupils have a leaf for three games each, two on a page."""
    game = load("yams")
    lengths = dict.fromkeys(game.printables(), 2)
    rows = print_plan(game, Options(), lengths, seat_class(game, 27, 4)).rows
    (sheets,) = (row for row in rows if row.printable == "score-sheets")
    assert (sheets.copies, sheets.work.copies_per_page, sheets.paper) == (27, 2, 14)
