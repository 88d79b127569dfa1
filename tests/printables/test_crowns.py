"""Crowns on paper: boards, tokens, score sheets and the record form, measured."""

import json
import shutil
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from generator import paths
from generator.game import Game, load_folder
from generator.game.parts import Squares, Supply
from generator.make import make
from generator.paper.page import PaperName
from generator.paper.shapes import Drawing, Placed, Rect, Text
from generator.printables.context import Context, Options
from generator.printables.kinds.pieces import TokensEntry
from generator.printables.planning import entries, plan
from generator.words import BUILT_IN, Language
from tests.render.drawings import all_shapes, set_words
from tests.render.measured import picture_of, texts
from tests.shipped import load

TOKEN = 12.0


def paper(name: str, options: Options, game: Game | None = None) -> tuple[bytes, list[Any]]:
    """Return the PDF and the cells of its boxes file."""
    pdf, boxes = make(game or load("crowns"), name, options).files.values()
    return pdf, json.loads(boxes)["cells"]


def shapes_of(drawing: Drawing) -> list[object]:
    """Return all shapes of a drawing, those of the drawings placed in it too."""
    found: list[object] = []
    for shape in drawing.shapes:
        found += shapes_of(shape.drawing) if isinstance(shape, Placed) else [shape]
    return found


def words_of(game: Game, name: str) -> list[str]:
    """Return the words printed on a printable, text by text."""
    placed = [copy.placed.drawing for page in plan(game, name, Options()) for copy in page.copies]
    shapes = [shape for drawing in placed for shape in shapes_of(drawing)]
    return [shape.words for shape in shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("size", ["a4", "letter", "a3"])
@pytest.mark.parametrize("per_page", [1, 2])
def test_board_has_room_for_tokens(size: Any, per_page: int) -> None:  # noqa: ANN401 - a column
    """Every board has its 36 cells, each large enough for a token of 12 mm and for ours."""
    board = load("crowns").part("board", Squares)
    _, cells = paper("boards", Options(paper=size, per_page=per_page))
    for copy in range(1, per_page + 1):
        mine = [c for c in cells if c["copy"] == copy and c["id"] in board.cell_ids()]
        assert [c["id"] for c in mine] == list(board.cell_ids())
        assert min(min(c["width"], c["height"]) for c in mine) >= TOKEN
        assert all(
            one["x"] + one["width"] <= other["x"]
            or other["x"] + other["width"] <= one["x"]
            or one["y"] + one["height"] <= other["y"]
            or other["y"] + other["height"] <= one["y"]
            for one, other in combinations(mine, 2)
        )


def test_tokens_of_the_kit_fit_the_boards_of_the_kit() -> None:
    """A token as printed is narrower than a cell as printed, on A4 and Letter."""
    for size in ("a4", "letter"):
        options = Options(paper=size)
        _, cells = paper("boards", options)
        (page, *_) = plan(load("crowns"), "tokens", options)
        token = max(copy.placed.drawing.width for copy in page.copies)
        assert TOKEN <= token <= min(c["width"] for c in cells if "x" in c["id"])


def test_totals_follow_the_crowns(tmp_path: Path) -> None:
    """Another crown in the data changes the totals printed on board and score sheet."""
    folder = shutil.copytree(paths.rules_data() / "crowns", tmp_path / "crowns")
    file = folder / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("- [0, 1, 2, 3, 4, 3]", "- [0, 1, 9, 3, 4, 3]"), encoding="utf-8")
    for name, shown in (("boards", 2), ("score-sheets", 6)):
        before, after = words_of(load("crowns"), name), words_of(load_folder(folder), name)
        # The row and the column of the cell, and both diagonals: 10, 10, 12, 10 grow by seven.
        assert before.count("17") == before.count("19") == 0
        assert (after.count("17"), after.count("19")) == (3 * shown, shown)


@pytest.mark.parametrize("name", ["boards", "score-sheets"])
@pytest.mark.parametrize("language", BUILT_IN)
def test_reconstructed_crowns_are_marked(name: str, language: Language) -> None:
    """Where crowns are shown a footnote says that they are reconstructed, and a mark is there."""
    said = " ".join(texts(paper(name, Options(language=language))[0])[0].split())
    assert {"fr": "répartition reconstituée", "en": "they are reconstructed"}[language] in said
    if name == "boards":
        assert {"fr": "un point (1)", "en": "one point (1)"}[language] in said


@pytest.mark.parametrize("copies", [1, 2])
def test_tokens_are_eighteen_of_each(copies: int) -> None:
    """A set has 18 tokens of each of six colours, and three spare ones: all of them are there."""
    supply = load("crowns").part("tokens", Supply)
    pages = plan(load("crowns"), "tokens", Options(copies=copies))
    titles = [copy.placed.drawing.title.split()[0] for page in pages for copy in page.copies]
    assert {colour: titles.count(colour) for colour in supply.colours} == dict.fromkeys(
        supply.colours, 21 * copies
    )


def test_spare_tokens_take_no_paper_of_their_own() -> None:
    """A large set, which fills its pages without spare tokens, has none, and is counted as one."""
    crowns, found = load("crowns"), list[tuple[int, int]]()
    entry = entries(crowns)["tokens"]
    assert isinstance(entry, TokensEntry)
    for options in (Options(), Options(large=True), Options(copies=2)):
        pages = plan(crowns, "tokens", options)
        work = entry.finishing(Context(crowns, "tokens", options), pages)
        tokens = sum(len(page.copies) for page in pages if not page.is_back)
        found.append((tokens, work.copies_per_page))
    assert found == [(126, 1), (108, 1), (252, 2)]


def test_players_are_told_apart_without_colour() -> None:
    """Each player's colour has a shape of its own."""
    head = load("crowns").head
    shapes = [
        head.colours[colour].shape for colour in load("crowns").part("tokens", Supply).colours
    ]
    assert len(set(shapes)) == len(shapes) == 6
    assert "none" not in shapes


def test_token_pages_warn_of_small_parts() -> None:
    """Every page of tokens says that small parts are not for the youngest."""
    assert all("36 mois" in page for page in texts(paper("tokens", Options())[0]))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        pytest.param("fr", ["40 et plus", "36 à 39", "jusqu’à 20"], id="fr"),
        pytest.param("en", ["40 and more", "36 to 39", "up to 20"], id="en"),
    ],
)
def test_grades_are_printed(language: Language, words: list[str]) -> None:
    """The score sheet rates a game played alone, in six grades."""
    said = " ".join(texts(paper("score-sheets", Options(language=language))[0])[0].split())
    assert all(word in said for word in words)


@pytest.mark.parametrize(("on", "stand"), [("a4", True), ("letter", False)])
def test_ranks_make_room_for_large_rows(on: PaperName, stand: bool) -> None:  # noqa: FBT001
    """In large the ranks stand below the table where its rows stay large with them."""
    pdf = paper("score-sheets", Options("en", on, large=True))[0]
    said = " ".join(" ".join(texts(pdf)).split())
    assert ("Solid work" in said) is stand


def test_lines_show_in_outline() -> None:
    """In outline the small boards of the score sheet still show which line is meant."""
    pdf, _ = paper("score-sheets", Options(ink="outline"))
    picture = picture_of(pdf).convert("L")
    # The small board of the edge: its first square holds a dot, the one at its foot does not.
    assert [picture.getpixel((135, y)) for y in (420, 452)] == [pytest.approx(33, abs=40), 255]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_small_boards_are_large_enough(paper: PaperName) -> None:
    """The small boards of the score sheet, of 36 squares each, are 6.5 mm wide or more."""
    (page,) = plan(load("crowns"), "score-sheets", Options(paper=paper))
    placed = (one for one in all_shapes(page.copies[0].placed.drawing) if isinstance(one, Placed))
    boards = [one.drawing for one in placed if isinstance(one.drawing.shapes[0], Rect)]
    boards = [one for one in boards if sum(isinstance(s, Rect) for s in one.shapes) == 36]
    assert len(boards) == 13
    assert min(one.width for one in boards) >= 6.5


def test_names_fill_the_columns_of_tables() -> None:
    """Ten names are three tables, a sheet each, the first of four; a name stands in its column."""
    names = ("Zoé", "Ali", "Léa", "Tom", "Ana", "Ben", "Chloé", "Dan", "Eva", "Guy")
    pages = plan(load("crowns"), "score-sheets", Options(names=names))
    for page, own in zip(pages, (names[:4], names[4:7], names[7:]), strict=True):
        (copy,) = page.copies
        cells = {cell.id: cell for _, cell in page.cells()}
        written = [one for one in set_words(copy.placed.drawing) if one.words in names]
        assert [one.words for one in written] == list(own)
        for number, one in enumerate(written, start=1):
            head = cells[f"name.{number}"]
            assert head.x < one.x + copy.placed.x < head.x + head.width
            assert head.y < one.y + copy.placed.y < head.y + head.height


def test_a_footnote_is_called() -> None:
    """What the footnote of the score sheet says is called in the words above the table."""
    words = words_of(load("crowns"), "score-sheets")
    assert [one for one in words if one.endswith("(1)")]
