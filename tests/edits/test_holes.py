"""Slips in the data of sheets and boards that once passed the check: each is told at its place."""

import shutil
from pathlib import Path

import pytest

from generator import paths
from generator.cli.program import run
from generator.errors import DataError
from generator.game import load_folder
from generator.printables.context import palette

Captured = pytest.CaptureFixture[str]
SHOWN = ("game.yaml", "parts", "where a fact was changed, they change with it")
ROW = "    - {id: P, colour: purple, shift: 0, blank: 5, bonus: [3, 9]}\n"
FOURTH = "    - {id: G, colour: green, shift: 1, blank: 3, bonus: [6]}\n"
GREEN = '  green: {colour: "#2f7d4f", grey: 42, shape: star}\n'
PURPLE = '  purple: {colour: "#6b4596", grey: 30, shape: square}\n'
WHITE = '  white: {colour: "#ff0000", grey: 50}\n'
DICE = ("dice: [orange, yellow, purple]", "dice: [orange, yellow, purple, green]")

# What is replaced in which file of which game, and what each line told must hold, in this order.
HOLES = [
    pytest.param(
        "qwinto", [("game.yaml", ROW, ROW + FOURTH)],
        [("game.yaml", "parts.sheet.rows[4].colour", "'green' is not one of")],
        id="a fourth row is one finding",
    ),
    pytest.param(
        "qwinto", [("game.yaml", PURPLE, PURPLE + WHITE)],
        [("game.yaml", "colours.white", "'white' is a colour of every paper")],
        id="a colour that papers have themselves",
    ),
    pytest.param(
        "qwinto", [("game.yaml", PURPLE, PURPLE + WHITE.replace("white", "red.tint"))],
        [("game.yaml", "colours.red.tint", "the name of a colour has no dot")],
        id="a colour called as a shade of one",
    ),
    pytest.param(
        "qwinto", [("fr.yaml", "P: V}", "P: J}")],
        [("fr.yaml", "labels.P", "'J1' would mean two cells, Y1 and P1")],
        id="two rows with one label",
    ),
    pytest.param(
        "qwinto", [("game.yaml", "full_rows: 2", "full_rows: 9")],
        [("game.yaml", "rules[20].by.full_rows", "only 3")],
        id="more full rows than there are",
    ),
    pytest.param(
        "qwinto", [("game.yaml", "shift: 2,", "shift: 25,")],
        [("game.yaml", "parts.sheet.rows[1].shift", "")],
        id="a row beside the paper",
    ),
    pytest.param(
        "crowns", [("game.yaml", "together: [2, 6]", "together: [2, 1000]")],
        [("game.yaml", "mechanics.together[2]", "is not 100 or less")],
        id="more players than a record names",
    ),
    pytest.param(
        "qwinto", [("game.yaml", "shift: 2,", "shift: 1000,")],
        [("game.yaml", "parts.sheet.rows[1].shift", "")],
        id="a row far beside the paper",
    ),
    pytest.param(
        "qwinto", [("game.yaml", "columns: [turn, player,", "columns: [turn, playr,")],
        [("game.yaml", "printables.record-form.columns[2]", "did you mean 'player'")],
        id="a column that no record has",
    ),
    pytest.param(
        "qwinto", [("game.yaml", "writes: {Ana: Y3", "writes: {Ana: Y33")],
        [("game.yaml", "printables.record-form.worked", "“Y33” is not a cell"), SHOWN],
        id="a worked line with an unknown cell",
    ),
    pytest.param(
        "qwinto", [("game.yaml", "reroll: {orange: 4, yellow: 5}", "reroll: {orange: 4}")],
        [("game.yaml", "printables.record-form.worked", "reroll-same-dice"), SHOWN],
        id="a worked line that breaks a rule",
    ),
    pytest.param(
        "qwinto",
        [("game.yaml", "{block: totals, beside: true}",
          "{block: totals, beside: true, sum: [{id: orange}, {id: bonus}]}")],
        [("game.yaml", "printables.score-sheets.blocks[4].sum", "orange, purple, yellow")],
        id="a sum that leaves rows out",
    ),
    pytest.param(
        "yams", [("game.yaml", "games: [6, 3, 3]", "games: [6, 3]")],
        [("game.yaml", "printables.score-sheets.games", "2 numbers of games for 3 numbers")],
        id="a number of sheets a page without a number of games",
    ),
    pytest.param(
        "crowns", [("game.yaml", "each: 18,", "each: 40,")],
        [("game.yaml", "mechanics.tokens", "only 36 squares")],
        id="more tokens than squares",
    ),
    pytest.param(
        "doce", [("game.yaml", "sum: 12", "sum: 40")],
        [("game.yaml", "mechanics.sum", "from 4 to 24")],
        id="a sum that no line has",
    ),
    pytest.param(
        "doce", [("game.yaml", "window: 4", "window: 7")],
        [("game.yaml", "mechanics.window", "fits nowhere")],
        id="a line longer than the board",
    ),
    pytest.param(
        "dental", [("game.yaml", "laps: laps", "laps: lps")],
        [("game.yaml", "mechanics.laps", "no part 'lps'")],
        id="a part that there is not",
    ),
    pytest.param(
        "crowns", [("game.yaml", "columns: [1x, 2x, 3x,", "columns: [1x, 2x, 2X,")],
        [("game.yaml", "parts.board", "the cell '2X6' of 'board'")],
        id="columns told apart by capitals alone",
    ),
    pytest.param(
        "dental", [("game.yaml", "premolar, molar]\n    upper", "premolar]\n    upper")],
        [
            ("game.yaml", "printables.record-form.worked", "cannot be read"),
            ("guide.yaml", "guide.positions.harms.marks.t16", "so it is with 3 more marks"),
            ("game.yaml", "parts", "where a fact was changed"),
        ],
        id="a die that names one tooth more than there are",
    ),
]  # fmt: skip


def edited(game: str, edits: list[tuple[str, str, str]], folder: Path) -> Path:
    """Copy a game and replace words in its files, each of which stands there once."""
    copy = shutil.copytree(paths.rules_data() / game, folder / game)
    for file, old, new in edits:
        text = (copy / file).read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        (copy / file).write_text(text.replace(old, new), encoding="utf-8")
    return copy


@pytest.mark.few(4)
@pytest.mark.parametrize(("game", "edits", "told"), HOLES)
def test_a_slip_is_told_once_at_its_place(
    game: str,
    edits: list[tuple[str, str, str]],
    told: list[tuple[str, str, str]],
    tmp_path: Path,
    capsys: Captured,
) -> None:
    """Each slip is one line with file, line and field, and nothing that only follows from it.

    An example says besides what it rests on, since a fact may have changed and not the example.
    """
    folder = edited(game, edits, tmp_path)
    assert run(["check", str(folder), "--lang", "en"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(told), lines
    for line, (file, field, words) in zip(lines, told, strict=True):
        assert line.startswith(f"{folder / file}:"), line
        assert f" {field}: " in line, line
        assert words in line, line


def test_nothing_is_drawn_in_place_of_the_papers_own_colour(tmp_path: Path) -> None:
    """A game that calls a colour `white` is not printed either: it would recolour all paper."""
    game = load_folder(edited("qwinto", [("game.yaml", PURPLE, PURPLE + WHITE)], tmp_path))
    with pytest.raises(DataError) as raised:
        palette(game, "colour")
    assert [one.field for one in raised.value.problems] == ["colours.white"]


@pytest.mark.rest
def test_a_fourth_row_with_all_it_needs(tmp_path: Path, capsys: Captured) -> None:
    """A row, its die, its colour and the word for it: more is not asked for, all else follows."""
    files = [
        ("game.yaml", ROW, ROW + FOURTH),
        ("game.yaml", PURPLE, PURPLE + GREEN),
        ("game.yaml", *DICE),
    ]
    folder = edited("qwinto", files, tmp_path)
    assert run(["check", str(folder), "--lang", "en"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert {line.split("'")[1] for line in lines} == {"green"}, lines
    for language, word in (("fr", "vert"), ("en", "green")):
        file = folder / f"{language}.yaml"
        text = file.read_text(encoding="utf-8").replace("colours: {", f"colours: {{green: {word}, ")
        file.write_text(text, encoding="utf-8")
    assert run(["check", str(folder), "--lang", "en"]) == 2
    lines = capsys.readouterr().err.splitlines()
    # What is left is the lesson's own: tables of the annex, and an example with another bonus.
    *lines, shown = lines
    assert all(": guide." in line for line in lines), lines
    assert SHOWN[2] in shown
    assert len(lines) <= 3 * 2
