"""Rows of numbers: their cells and names, and how they are printed, measured in the PDF."""

import json
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from generator.errors import DataError
from generator.game import Game, load_folder
from generator.game.parts import Numbers
from generator.make import make
from generator.printables.context import Options
from generator.printables.planning import check_declared
from tests.render.measured import texts

GAME = """
    format: 1
    name: ponds
    version: 1
    players: [1, 2]
    age: 6
    minutes: [5, 10]
    colours:
      red: {colour: "#b8322a", grey: 38, shape: circle}
    parts:
      flaps: {part: numbers, rows: [{id: f, from: 1, to: 9}]}
      strip: {part: numbers, rows: [{id: n, from: 1, to: 20}]}
      rows: {part: numbers, rows: [{id: R, from: 12, to: 2, colour: red}, {id: B, numbers: [5, 3]}]}
    rules: []
    printables:
      rounds:
        kind: sheet
        per_page: [1, 2]
        usual: 2
        blocks: [{block: numbers, part: flaps, rounds: 3, boxes: [points]}]
      folded:
        kind: sheet
        per_page: [1, 2]
        usual: 2
        blocks: [{block: numbers, part: flaps, look: fold}]
      strip:
        kind: sheet
        per_page: [1, 2]
        usual: 1
        blocks: [{block: numbers, part: strip, look: write, in_line: 7, start: true}]
      rows: {kind: sheet, per_page: [1], usual: 1, blocks: [{block: numbers, part: rows}]}
"""
ENGLISH = """
    title: Ponds
    labels: {f: ""}
    printables: {rounds: Rounds, folded: Flaps, strip: A strip, rows: Rows}
    texts: {flaps.round: Round, flaps.points: Points}
"""


def ponds(folder: Path, game: str = GAME, **files: str) -> Game:
    """Write a game made of numbers, in one language, and load it."""
    written = {"game.yaml": game, "en.yaml": ENGLISH, **files}
    (folder / "ponds").mkdir()
    for name, text in written.items():
        (folder / "ponds" / name).write_text(dedent(text), encoding="utf-8")
    return load_folder(folder / "ponds")


def printed(game: Game, printable: str, **choices: Any) -> tuple[str, list[dict[str, Any]]]:  # noqa: ANN401
    """Return the words of the first page, and the cells of its first sheet."""
    made = make(game, printable, Options(language="en", **choices))
    (pdf,) = (data for name, data in made.files.items() if name.endswith(".pdf"))
    (boxes,) = (data for name, data in made.files.items() if name.endswith(".boxes.json"))
    return texts(pdf)[0], [one for one in json.loads(boxes)["cells"] if one["copy"] == 1]


def test_rows_rise_and_fall(tmp_path: Path) -> None:
    """A cell is called by its row and its number, whether the row rises, falls or is listed."""
    game = ponds(tmp_path)
    rows = game.part("rows", Numbers)
    falling = [f"R{number}" for number in range(12, 1, -1)]
    assert rows.cell_ids() == (*falling, "B5", "B3")
    assert [(cell.row, cell.place, cell.value) for cell in rows.all_cells()][10:12] == [
        (0, 11, 2),
        (1, 1, 5),
    ]
    assert game.part("flaps", Numbers).figures() == {
        "rows": 1,
        "cells": 9,
        "sum": 45,
        "least": 1,
        "most": 9,
    }


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("{id: f, from: 1}", "row 'f' needs either 'from' and 'to', or 'numbers'"),
        ("{id: f, to: 9, numbers: [1]}", "row 'f' needs either 'from' and 'to', or 'numbers'"),
        ("{id: f}", "row 'f' needs either 'from' and 'to', or 'numbers'"),
        ("{id: f, numbers: [4, 4]}", "'f4' of 'flaps' stands in the game already"),
    ],
)
def test_a_row_says_its_numbers_in_one_way(tmp_path: Path, row: str, said: str) -> None:
    """A row without numbers, with two ways to say them or one of them twice is refused."""
    with pytest.raises(DataError, match=said):
        ponds(tmp_path, GAME.replace("{id: f, from: 1, to: 9}", row))


def test_rounds_have_cells_and_boxes_of_their_own(tmp_path: Path) -> None:
    """Each round shows every number once more, in cells called by the round, with its box."""
    words, cells = printed(ponds(tmp_path), "rounds")
    assert words.count("Round Points") == 2, "once above the columns of a sheet"
    wanted = [f"f{number}" for number in range(1, 10)]
    for number in (1, 2, 3):
        mine = {one["id"].partition(".")[2]: one for one in cells if one["id"][5] == str(number)}
        assert list(mine) == [*wanted, "points"]
        assert [mine[name]["label"] for name in wanted] == [name[1:] for name in wanted]
        assert len({one["y"] for one in mine.values()}) == 1
        assert [one["x"] for one in mine.values()] == sorted(one["x"] for one in mine.values())
    assert min(one["width"] for one in cells) >= 11


def test_a_long_row_goes_on_below(tmp_path: Path) -> None:
    """A strip of twenty and a start, seven in a line, takes three lines with all its numbers."""
    words, cells = printed(ponds(tmp_path), "strip")
    assert [int(word) for word in words.split() if word.isdecimal()][:20] == [*range(1, 21)]
    lines: dict[float, list[str]] = {}
    for one in cells:
        lines.setdefault(one["y"], []).append(one["id"])
    assert [len(line) for line in lines.values()] == [6, 7, 7]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("in_line: 7, line: 4", "one of 1, 2, 3"),
        ("named: {strip.sum: strip.end}", "one of .*strip.most"),
        ("named: {strip.most: strip.end}", "strip.end"),
    ],
)
def test_lines_and_numbers_that_there_are_not_are_refused(
    tmp_path: Path, wrong: str, said: str
) -> None:
    """A fourth line of three, words under a number that no cell has and no words are faults."""
    game = ponds(tmp_path, GAME.replace("look: write, in_line: 7", f"look: write, {wrong}"))
    with pytest.raises(DataError, match=said):
        check_declared(game)


def test_one_line_of_a_row_is_printed(tmp_path: Path) -> None:
    """Where a sheet shows one line of a long row, the other numbers are left out."""
    game = ponds(tmp_path, GAME.replace("in_line: 7", "in_line: 7, line: 3"))
    _, cells = printed(game, "strip")
    assert [one["id"] for one in cells] == [f"n{number}" for number in range(14, 21)]


def test_each_round_has_a_line_for_who_plays_it(tmp_path: Path) -> None:
    """A line to write on stands right above the numbers of its round, numbered as the round is."""
    game = ponds(tmp_path, GAME.replace("rounds: 3", "rounds: 3, who: true"))
    words, cells = printed(game, "rounds")
    lines = {one["id"]: one for one in cells if one["id"].endswith("player")}
    assert list(lines) == ["round1.player", "round2.player", "round3.player"]
    for name, line in lines.items():
        first = next(one for one in cells if one["id"] == name.replace("player", "f1"))
        assert 0 < first["y"] - line["y"] - line["height"] < 3
        assert f"Round {name[5]}" in words


@pytest.mark.parametrize("printable", ["rounds", "folded", "strip", "rows"])
@pytest.mark.parametrize("ink", ["colour", "outline"])
def test_no_cell_lies_on_another(tmp_path: Path, printable: str, ink: str) -> None:
    """On A4 and Letter, in colour and in outline, cells and boxes stand side by side."""
    game = ponds(tmp_path)
    for paper in ("a4", "letter"):
        _, cells = printed(game, printable, paper=paper, ink=ink)
        for number, one in enumerate(cells):
            for other in cells[:number]:
                apart = (
                    one["x"] >= other["x"] + other["width"] - 0.01,
                    other["x"] >= one["x"] + one["width"] - 0.01,
                    one["y"] >= other["y"] + other["height"] - 0.01,
                    other["y"] >= one["y"] + one["height"] - 0.01,
                )
                assert any(apart), (one["id"], other["id"])
