"""A game's pictures: outlines in palette colours, and nothing that a stranger may slip in."""

from dataclasses import replace
from pathlib import Path

import pytest

from generator.errors import DataError, LudokitError
from generator.game import Game, load
from generator.paper.shapes import (
    Circle,
)
from generator.printables.pictures import (
    MOST_BYTES,
    MOST_SHAPES,
    MOST_STEPS,
    UnreadableError,
    check_pictures,
    picture,
    svg_outline,
)

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12">'


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """Return Qwinto with a picture folder of the test's own."""
    (tmp_path / "pictures").mkdir()
    return replace(load("qwinto"), folder=tmp_path)


def add(game: Game, svg: str, name: str = "made") -> None:
    """Write a picture into the game's folder."""
    (game.folder / "pictures" / f"{name}.svg").write_text(svg, encoding="utf-8")


def told(game: Game, svg: str) -> list[str]:
    """Return the faults of a picture, worded, without the folder."""
    add(game, svg)
    with pytest.raises(DataError) as caught:
        picture(game, "made", 10.0)
    return [str(p.worded("en")).split("made.svg:")[1] for p in caught.value.problems]


def test_same_picture_is_one_drawing(game: Game) -> None:
    """A picture asked for twice is the same value, so that a file holds it once."""
    add(game, f'{HEAD}<circle r="1"/></svg>')
    assert picture(game, "made", 8.0) is picture(game, "made", 8.0)


def test_changed_file_is_read_anew(game: Game) -> None:
    """What stands in the file counts, not what stood there before."""
    add(game, f'{HEAD}<circle r="1"/></svg>')
    picture(game, "made", 24.0)
    add(game, f'{HEAD}<circle r="2"/></svg>')
    assert picture(game, "made", 24.0).shapes == (Circle(0.0, 0.0, 2.0, "ink", None),)


@pytest.mark.parametrize(
    ("svg", "faults"),
    [
        pytest.param(
            f'{HEAD}\n <image href="http://example.org/a.png"/></svg>',
            [
                "2:2: image: 'image' is not one of circle, path, polygon, rect",
            ],
            id="element",
        ),
        pytest.param(
            f'{HEAD}<circle r="1" onload="steal()"/>\n<rect width="1" height="-2"/></svg>',
            [
                "1:61: onload: 'onload' is not one of cx, cy, fill, r, stroke, stroke-width",
                "2:1: height: '-2' makes no sense here (numbers go up to 10000)",
            ],
            id="attribute and number, both told",
        ),
        pytest.param(
            f'{HEAD}<circle r="1" fill="crimson"/></svg>',
            ["1:61: fill: 'crimson' is not one of "],
            id="colour",
        ),
        pytest.param(
            f'{HEAD}<circle r="1" fill="orang"/></svg>', ["did you mean 'orange'"], id="slip"
        ),
        pytest.param(f"{HEAD}<circle/></svg>", ["1:61: r: this field is missing"], id="missing"),
        pytest.param(
            f'{HEAD}<path d="M0 0 L1"/></svg>',
            ["1:61: d: 'M0 0 L1' makes no sense"],
            id="svg_outline",
        ),
        pytest.param(f"{HEAD}<path d='M0 0L1e9 0'/></svg>", ["'1e9' makes no"], id="huge"),
        pytest.param(
            f'{HEAD}<circle r="1"><rect width="1" height="1"/></circle></svg>',
            ["this stands in 'circle'"],
            id="inside",
        ),
        pytest.param(f"{HEAD}hello</svg>", ["'hello' is text"], id="text"),
        pytest.param(
            '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg viewBox="0 0 1 1"/>',
            ["a document type or an entity is not allowed"],
            id="entity",
        ),
        pytest.param(f"<?php echo?>{HEAD}</svg>", ["1:1: an instruction is not"], id="instruction"),
        pytest.param(f"{HEAD}<circle></svg>", ["this cannot be read as XML"], id="syntax"),
        pytest.param("", ["this cannot be read as XML"], id="nothing"),
        pytest.param("<html/>", ["1:1: html: 'html' is not one of svg"], id="other root"),
        pytest.param(
            '<svg viewBox="0 0 1e-300 1e-300"/>',
            ["1:1: viewBox: '0 0 1e-300 1e-300' makes no sense"],
            id="no size",
        ),
        pytest.param('<svg viewBox="0 0 9 900"/>', ["'0 0 9 900' makes no sense"], id="a thread"),
        pytest.param(f"{HEAD}{' ' * MOST_BYTES}</svg>", ["has 200 kB at most"], id="heavy"),
        pytest.param(
            '<svg viewBox="0 0 0 5"/>', ["1:1: viewBox: '0 0 0 5' makes no sense"], id="no width"
        ),
        pytest.param(
            HEAD + "<circle r='1'/>" * (MOST_SHAPES + 1) + "</svg>",
            [f"more than {MOST_SHAPES} shapes"],
            id="many",
        ),
    ],
)
def test_everything_else_is_refused_with_its_place(game: Game, svg: str, faults: list[str]) -> None:
    """What is no plain outline is a fault with line and column, and all faults are told at once."""
    found = told(game, svg)
    assert len(found) == len(faults)
    for fault, said in zip(faults, found, strict=True):
        assert fault in said


@pytest.mark.parametrize("name", ["../game", "mad", ""])
def test_unknown_picture(game: Game, name: str) -> None:
    """A picture that the folder does not have is refused, and no name leads out of the folder."""
    add(game, f'{HEAD}<circle r="1"/></svg>')
    with pytest.raises(LudokitError, match="no picture of that name"):
        picture(game, name, 10.0)


def test_faults_of_all_pictures_are_told_together(game: Game) -> None:
    """Checking a game reads every picture and tells the faults of all of them."""
    add(game, f"{HEAD}<circle/></svg>", "one")
    add(game, f"{HEAD}<rect/></svg>", "two")
    with pytest.raises(DataError) as caught:
        check_pictures(game)
    assert [Path(problem.file).name for problem in caught.value.problems] == [
        "one.svg",
        "two.svg",
        "two.svg",
    ]


@pytest.mark.parametrize(
    "words",
    [
        *("", "L1 1", "M1", "M1 1Z2", "M0 0T1", "M0 0 # 1", "M0 0a1 1 0 2 0 1 1", "M0 0L5."),
        "M0 0A10000 10000 0 1 1 1e-320 1e-320",
        "M0 0A0 1 0 0 1 5 5",
        "M0 0" + "l9000 0" * 2,
        "M0 0" + "l0 0" * MOST_STEPS,
    ],
)
def test_unreadable_outlines(words: str) -> None:
    """An svg_outline that no pen could follow is refused."""
    with pytest.raises(UnreadableError):
        svg_outline(words)
