"""Boards of any shape: their lines and what touches, what is wrong with them, numbers of dice."""

import json
from collections.abc import Mapping
from io import BytesIO
from math import hypot
from pathlib import Path

import pytest
from pydantic import ValidationError

from generator import game
from generator.game.parts import Board
from generator.make import make
from generator.paper.page import PaperName
from generator.printables.context import Options
from generator.printables.kinds.sheet import CELL
from generator.printables.planning import plan
from generator.records.report import Report
from tests.judged import verify_stream
from tests.render.read_out import heard
from tests.rules.altered import refused_in_data

GAMES = Path(__file__).parents[2] / "games"
BOARDS = ("bacs", "escalier", "manege", "rucher")


def board(lattice: str, *rows: int, **more: object) -> Board:
    """Return a board whose rows have so many cells."""
    told = [{"id": letter, "cells": cells} for letter, cells in zip("ABCD", rows, strict=False)]
    return Board.model_validate({"part": "board", "lattice": lattice, "rows": told, **more})


def lines(found: Board, direction: str) -> str:
    """Return the lines of a direction in one line of words."""
    return ", ".join(" ".join(line) for line in found.directions().get(direction, ()))


@pytest.mark.parametrize(
    ("found", "told"),
    [
        pytest.param(
            board("triangle", 1, 2, 3),
            {
                "row": "A1, B1 B2, C1 C2 C3",
                "rising": "C1 B1 A1, C2 B2",
                "falling": "A1 B2 C3, B1 C2",
                "column": "",
            },
            id="triangle",
        ),
        pytest.param(
            board("hexagons", 2, 3, 2),
            {"rising": "B1 A1, C1 B2 A2, C2 B3", "falling": "A1 B2 C2, A2 B3, B1 C1"},
            id="hexagons",
        ),
        pytest.param(
            board("squares", 3, 1, 2),
            {"column": "A1 B1 C1, A2, A3, C2", "rising": "B1 A2", "falling": "B1 C2"},
            id="squares of unequal rows: a line stops where a cell is missing",
        ),
        pytest.param(
            board("ring", 4, 4),
            {"row": "A1 A2 A3 A4, B1 B2 B3 B4", "column": "A1 B1, A2 B2, A3 B3, A4 B4"},
            id="ring",
        ),
        pytest.param(board("ring", 6, 3), {"column": ""}, id="no spokes in unequal circles"),
        pytest.param(
            board("ring", 3, 1, lines={"way": (("A1", "B1", "A3"),)}), {"way": "A1 B1 A3"}, id="own"
        ),
    ],
)
def test_lines_follow_from_the_lattice(found: Board, told: Mapping[str, str]) -> None:
    """Each lattice has lines in its directions, from left to right; a board may name its own."""
    assert {name: lines(found, name) for name in told} == told


@pytest.mark.parametrize(
    ("found", "cell", "touching"),
    [
        (board("triangle", 1, 2, 3), "B1", "A1 B2 C1 C2"),
        (board("hexagons", 2, 3, 2), "B2", "A1 A2 B1 B3 C1 C2"),
        (board("squares", 3, 3, 3), "B2", "A1 A2 A3 B1 B3 C1 C2 C3"),
        (board("ring", 4, 4), "A1", "A2 A4 B1"),
        (board("ring", 6, 3), "B1", "A1 A2 B2 B3"),
        (board("ring", 3, 1), "B1", "A1 A2 A3"),
        (board("ring", 2, 1), "A1", "A2 B1"),
        (board("squares", 3, neighbours=(("A1", "A3"),)), "A1", "A3"),
    ],
)
def test_what_touches(found: Board, cell: str, touching: str) -> None:
    """Cells touch as the lattice says, round a ring as well, or as they are named."""
    assert " ".join(found.touching()[cell]) == touching


@pytest.mark.parametrize(
    ("name", "old", "new", "field"),
    [
        ("escalier", "{id: B, cells: 2,", "{id: A, cells: 2,", "rows[2].id"),
        ("escalier", "{id: B, cells: 2,", "{id: B, cells: 2, shift: 1.5,", "rows[2]"),
        ("escalier", "{id: B, cells: 2,", "{id: B,", "rows[2]"),
        ("escalier", "{id: B, cells: 2,", "{id: B, cells: 2, at: [[1, 2]],", "rows[2]"),
        ("escalier", "bonus: [2]", "bonus: [3]", "rows[2].bonus"),
        ("escalier", "lattice: triangle", "lattice: squares\n    lines: {row: []}", "lines.row"),
        ("escalier", "lattice: triangle", "lattice: free", "rows[1]"),
        ("escalier", "lattice: triangle", "lattice: ring", "rows[1].cells"),
        ("rucher", "[A1, A2, B1, B2]", "[A1, A2, B1, E3]", "regions[2][4]"),
        ("bacs", "- [N1, N2]", "- [N1, Q2]", "neighbours[1][2]"),
        ("bacs", "[N1, M2, S2]", "[N1, M9]", "lines.route[1][2]"),
        ("bacs", "[36, 9]", "[15, 13]", "rows[1]"),
    ],
)
def test_faults_of_a_board(tmp_path: Path, name: str, old: str, new: str, field: str) -> None:
    """Whatever cannot be on a board is refused at its place in the data."""
    (found,) = refused_in_data(tmp_path, name, old, new, GAMES)
    assert found.split(".", 2)[2] == field


def test_a_cell_lies_in_whole_or_half_columns() -> None:
    """Squares lie in whole columns, and cells of a triangle half a column apart."""
    for lattice, shifts in (("squares", (0, 0.5)), ("triangle", (0, 1)), ("hexagons", (0, 0.3))):
        rows = [{"id": one, "cells": 3, "shift": by} for one, by in zip("AB", shifts, strict=True)]
        with pytest.raises(ValidationError):
            Board.model_validate({"part": "board", "lattice": lattice, "rows": rows})


def verified(name: str, **turn: object) -> Report:
    """Return the report on a game of one turn."""
    record = {"format": 1, "game": name, "players": ["Ana", "Ben"], "turns": [turn]}
    (report,) = verify_stream(BytesIO(json.dumps(record).encode()))
    return report


@pytest.mark.parametrize(
    ("numbers", "broken", "stands"),
    [
        ({"Ana": 8, "Ben": 4}, [], {"Ana": 8, "Ben": 4}),
        ({"Ana": 4}, [], {"Ana": 4, "Ben": 8}),
        ({"Ana": 6}, ["sum-or-difference"], {"Ana": 8, "Ben": 8}),
    ],
)
def test_one_of_several_numbers(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    numbers: dict[str, int],
    broken: list[str],
    stands: dict[str, int],
) -> None:
    """A turn says which number of the dice was written; left out, it is the first that may be."""
    (tmp_path / "rules_data").mkdir()
    (tmp_path / "rules_data" / "escalier").symlink_to(GAMES / "escalier")
    monkeypatch.chdir(tmp_path)
    writes = {"Ana": "C2", "Ben": "D1"}
    report = verified("escalier", player="Ana", dice=[6, 2], writes=writes, numbers=numbers)
    assert [one.rule for one in report.errors if one.turn] == broken
    papers = {one.name: one.marks for one in report.papers}
    assert {who: int(papers[who][cell].text) for who, cell in writes.items()} == stands


def test_several_numbers_need_a_judge(tmp_path: Path) -> None:
    """Where dice give several numbers, a rule has to judge which is written."""
    judge, other = "{rule: as-rolled}", "{rule: write-due}"
    assert refused_in_data(tmp_path, "escalier", judge, other, GAMES) == ["mechanics.number"]


def test_dice_that_fall_in_too_many_ways(tmp_path: Path) -> None:
    """Dice whose results cannot be worked out in a moment are refused."""
    few, many = "dice: 2, sides: 6", "dice: 12, sides: 12"
    assert refused_in_data(tmp_path, "escalier", few, many, GAMES) == ["mechanics.number"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", BOARDS)
def test_cells_are_printed_apart_and_large(name: str, paper: PaperName) -> None:
    """Each cell lies on the paper once, as large as those to write in, and clear of the others."""
    found = game.load_folder(GAMES / name)
    (part,) = (one for one in found.head.parts.values() if isinstance(one, Board))
    pages = plan(found, "score-sheets", Options("fr", paper, per_page=1))
    boxes = [one for _, one in pages[0].cells() if one.id in part.cell_ids()]
    assert [one.id for one in boxes] == list(part.cell_ids())
    for place, one in enumerate(boxes):
        assert min(one.width, one.height) >= CELL - 0.01
        for other in boxes[:place]:
            assert hypot(one.x - other.x, one.y - other.y) >= one.width


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("escalier", "Rangées : A1, B1 B2, C1 C2 C3, D1 D2 D3 D4"),
        ("escalier", "Diagonales qui montent : F1 E1 D1 C1 B1 A1, F2 E2 D2 C2 B2"),
        ("manege", "Rayons : A1 B1 C1, A2 B2 C2"),
        ("bacs", "Routes du courrier : N1 M2 S2, N3 M3 S3. Se touchent : N1 N2, N2 N3"),
        ("rucher", "Régions : A1 A2 B1 B2, D3 D4 E2 E3. Cases de bonus : C3."),
    ],
)
def test_a_board_is_read_out(name: str, words: str) -> None:
    """Those who listen hear the lines of a board, what touches in it, its regions and bonuses."""
    pdf = make(game.load_folder(GAMES / name), "score-sheets", Options("fr", per_page=1)).pdf or b""
    said = " ".join(one.alt for one in heard(pdf)).replace("\u00a0", " ").replace("\u202f", " ")
    assert words in said
