"""Pieces without rules: a goose board, tokens and dice of paper, in order as they are."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.cli.program import run
from tests.render.measured import texts

GAME = """\
format: 1
name: goose
version: 1
players: [2, 6]
age: 6
minutes: [20, 30]
colours:
  red: {colour: "#b8322a", grey: 30, shape: square}
  blue: {colour: "#1f5fa8", grey: 60, shape: circle}
parts:
  path:
    part: circuit
    id: s
    colours: {field: blue, goose: red}
    squares:
    - {kind: goose, picture: goose}
    - {kind: field, picture: grass}
    - {kind: field, picture: grass}
    - {kind: field, picture: grass}
    - {kind: goose, picture: goose}
    - {kind: field, picture: grass}
  pawns: {part: supply, each: 4, colours: [red, blue]}
printables:
  board: {kind: board, part: path, size: [180, 180], along: ring, road: 30}
  pawns: {kind: tokens, across: [12, 18], part: pawns, picture: goose}
  dice: {kind: net, edge: [16, 24], cubes: [{count: 2}]}
kit:
  needs: {board: {per: group}, pawns: {per: group}, dice: {per: group}}
"""
WORDS = """\
title: Goose
tagline: Around the pond
rights: free
rights_long: free
words:
  colours: {red: red, blue: blue}
printables: {board: Board, pawns: Pawns, dice: Dice}
"""
PICTURES = {
    "goose": '<circle cx="24" cy="24" r="16"/><path d="M40 24l7 3-7 3z"/>',
    "grass": '<path d="M8 40l4-20 4 20M22 40l4-28 4 28M34 40l4-18 4 18" fill="none" stroke="ink"/>',
    "ring": '<path d="M24 6A18 18 0 0 1 24 42A18 18 0 0 1 24 6z"/>',
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the game into `rules_data` of an empty folder and stand there."""
    folder = tmp_path / "rules_data" / "goose"
    (folder / "pictures").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "en.yaml").write_text(WORDS, encoding="utf-8")
    for name, shapes in PICTURES.items():
        svg = f'<svg viewBox="0 0 48 48">{shapes}</svg>'
        (folder / "pictures" / f"{name}.svg").write_text(svg, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


Told = Callable[[], list[str]]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    """Give a way to check the game, which is refused, and get the faults."""

    def check() -> list[str]:
        capsys.readouterr()
        assert run(["check", "rules_data/goose", "--lang", "en"]) == 2
        return capsys.readouterr().err.splitlines()

    return check


@pytest.mark.usefixtures("folder")
def test_pieces_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """A board needs neither a place for a cube nor words in its middle."""
    assert run(["check", "rules_data/goose"]) == 0, capsys.readouterr().err
    assert run(["print", "goose", "--lang", "en"]) == 0, capsys.readouterr().err
    pages = texts(Path("output/goose/en/board.pdf").read_bytes())
    assert all(str(number) in "".join(pages) for number in range(6))


@pytest.mark.parametrize(
    ("old", "new", "where", "why"),
    [
        ("along: ring", "along: rink", "board.along", "did you mean 'ring'?"),
        ("along: ring", "along: ball", "board.along", "the picture has no 'path'"),
        ("size: [180, 180]", "size: [20, 20]", "board.along", "mm for each square, 12 are wanted"),
        ("road: 30}", "road: 30, inside: [9, 9, 90, 90]}", "board.inside", "'square.goose'"),
        ("road: 30}", "road: 30, cube: [9, 9, 90, 90]}", "board.cube", "'board.cube'"),
        (
            "kind: field, picture: grass",
            "kind: field, picture: gras",
            "squares[2].picture",
            "'grass'?",
        ),
        ("part: path, size", "part: pawns, size", "board.part", "'pawns' is not one of path"),
        ("across: [12, 18]", "across: [18, 12]", "pawns.across", "18 is larger than 12"),
        (", part: pawns, picture: goose", "", "pawns.groups", "there are no tokens"),
        ("picture: goose}\n  dice", "picture: gose}\n  dice", "pawns.picture", "'goose'?"),
        ("cubes: [{count: 2}]", "cubes: [{colour: rad}]", "cubes[1].colour", "'red'?"),
        ("{count: 2}]", "{count: 2}], note: fald", "dice.note", "'fald' has to stand in en.yaml"),
        (
            "{count: 2}]",
            "{}], pawns: {picture: goose, colours: [green]}",
            "dice.pawns.colours[1]",
            "'green' is not one of blue, red",
        ),
        (
            "{count: 2}]",
            "{}], spinner: {part: path, across: [60, 90]}",
            "dice.spinner.part",
            "has no part 'path' of the kind 'pool'",
        ),
    ],
)
def test_a_slip_is_told_where_it_is(
    folder: Path, told: Told, old: str, new: str, where: str, why: str
) -> None:
    """A name that leads nowhere, a length or a word that is missing are faults of their place."""
    ball = '<svg viewBox="0 0 9 9"><circle r="4" cx="4" cy="4"/></svg>'
    (folder / "pictures" / "ball.svg").write_text(ball, encoding="utf-8")
    file = folder / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    lines = told()
    assert any(where in line and why in line for line in lines), lines
