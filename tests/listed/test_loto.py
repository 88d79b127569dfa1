"""A loto made from a list, as it is printed."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import pytest

from generator.errors import DataError, LudokitError
from generator.game import Game, load_folder
from generator.make import make
from generator.paper import shapes as art
from generator.paper.page import Page, PaperName, all_cells
from generator.paper.text import LARGER
from generator.printables.context import Options, palette
from generator.printables.page_furniture import is_larger
from generator.printables.planning import plan, printables_on_paper, require_supported
from generator.words import BUILT_IN, Language, say
from tests.costs import is_within
from tests.listed.folders import made_of
from tests.printables.copier import copied, lost_letters, lost_lines, pictures
from tests.render.drawings import words_of
from tests.render.measured import sizes_mm, texts

SIZES = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a5": (148.0, 210.0)}


def table(rows: int) -> str:
    """Return a table of so many words and answers, all different and of several lengths."""
    body = [f"mot{'x' * (n % 4)}{n};rép{'y' * (n % 5)}{n}" for n in range(rows)]
    return "\n".join(("mot;réponse", *body))


def loto(
    folder: Path, rows: int, layout: str, wins: str = "line", language: Language = "fr"
) -> Game:
    """Return a loto of so many words."""
    game = made_of(folder, "loto", table(rows), language)
    facts = game.folder / "game.yaml"
    words = facts.read_text("utf-8").replace("layout: 4x4", f"layout: {layout}")
    facts.write_text(words.replace("wins: line", f"wins: {wins}"), encoding="utf-8")
    return load_folder(game.folder)


def boards_of(pages: tuple[Page, ...]) -> list[list[str]]:
    """Return the words of each board, cell by cell."""
    found = dict[int, list[str]]()
    for page in pages:
        for number, cell in page.cells():
            found.setdefault(number, []).append(cell.label)
    return [found[number] for number in sorted(found)]


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("layout", "rows", "cells"),
    [("3x3", 20, 9), ("4x4", 60, 16), ("5x5", 40, 25), ("5x5-free", 75, 24), ("3x9", 36, 15)],
)
@pytest.mark.parametrize("language", BUILT_IN)
def test_boards_differ_and_use_each_item_alike(
    tmp_path: Path, layout: str, rows: int, cells: int, language: Language
) -> None:
    """As printed, no two boards hold the same words, and no word is on two boards more than any."""
    game = loto(tmp_path, rows, layout, language=language)
    pdf = make(game, "loto", Options(language, pupils=36)).pdf
    boards = boards_of(plan(game, "loto", Options(language, pupils=36)))
    assert pdf is not None
    assert {len(board) for board in boards} == {cells}
    assert len({frozenset(board) for board in boards}) == 36
    used = Counter(word for board in boards for word in board)
    every = [used[f"rép{'y' * (n % 5)}{n}"] for n in range(rows)]
    assert sum(every) == 36 * cells
    assert max(every) - min(every) <= 1
    # The words of the cells are those that a reader finds on the paper.
    printed = Counter(re.findall(r"rép\w+", " ".join(texts(pdf))))
    assert all(printed[word] >= count for word, count in used.items())


def test_numbers_of_the_traditional_board_stand_in_the_columns_of_their_tens(
    tmp_path: Path,
) -> None:
    """On boards of 3 x 9 with numbers each stands in its ten's column, rising downwards."""
    game = made_of(tmp_path, "loto", "\n".join(map(str, range(1, 91))))
    facts = game.folder / "game.yaml"
    text = facts.read_text("utf-8").replace("4x4", "3x9-numbers")
    facts.write_text(text, encoding="utf-8")
    told = made(load_folder(game.folder), Options("fr", pupils=24))
    for rows in told.boards:
        assert [sum(cell is not None for cell in row) for row in rows] == [5, 5, 5]
        for number, column in enumerate(zip(*rows, strict=True)):
            held = [int(cell) for cell in column if cell is not None]
            assert held == sorted(held)
            assert all(min(cell // 10, 8) == number for cell in held)


@dataclass(frozen=True)
class Told:
    """The file beside the PDF: each board row by row, their numbers, and the calls in order."""

    boards: list[list[list[str | None]]]
    numbers: list[int]
    calls: list[str]


def made(game: Game, options: Options) -> Told:
    """Return what the file beside the PDF says."""
    files = make(game, "loto", options).files
    (name,) = (name for name in files if name.endswith(".contents.json"))
    found = json.loads(files[name])
    boards = found["boards"]
    return Told([one["rows"] for one in boards], [one["board"] for one in boards], found["calls"])


def test_contents_are_the_boards_as_printed(tmp_path: Path) -> None:
    """The file beside the PDF has each board row by row, and calls each word in play once."""
    game = loto(tmp_path, 30, "3x3")
    told = made(game, Options("fr", pupils=12))
    boards = boards_of(plan(game, "loto", Options("fr", pupils=12)))
    assert [[cell for row in rows for cell in row] for rows in told.boards] == boards
    assert told.numbers == list(range(1, 13))
    assert sorted(told.calls) == sorted(f"mot{'x' * (n % 4)}{n}" for n in range(30))


def test_the_teachers_list_is_in_the_order_of_the_calls(tmp_path: Path) -> None:
    """The last page numbers the calls in their order, each with what to look for on the boards."""
    game = loto(tmp_path, 24, "3x3")
    options = Options("en", pupils=8)
    pdf, told = make(game, "loto", options).pdf, made(game, options)
    assert pdf is not None
    listed = re.findall(r"☐ (\d+)\.\s+(\S+) → (\S+)", texts(pdf)[-1])
    assert [int(number) for number, _, _ in listed] == list(range(1, 25))
    assert [call for _, call, _ in listed] == told.calls
    assert all(call.lstrip("motx") == answer.lstrip("répy") for _, call, answer in listed)


def test_the_list_says_which_board_wins_first(tmp_path: Path) -> None:
    """Called in the order of the list, that board has a full line at that call, no board before."""
    game = loto(tmp_path, 24, "3x3")
    options = Options("en", pupils=8)
    pdf, told = make(game, "loto", options).pdf, made(game, options)
    assert pdf is not None
    found = re.search(r"board (\d+) is then the first to win, at call (\d+)", texts(pdf)[-1])
    assert found is not None
    board, call = map(int, found.groups())
    called = {word.lstrip("motx"): n for n, word in enumerate(told.calls, start=1)}
    ends = {}
    for number, one in zip(told.numbers, told.boards, strict=True):
        rows = [[called[str(cell).lstrip("répy")] for cell in row] for row in one]
        columns = [list(column) for column in zip(*rows, strict=True)]
        diagonals = [[rows[n][n] for n in range(3)], [rows[n][2 - n] for n in range(3)]]
        ends[number] = min(max(line) for line in (*rows, *columns, *diagonals))
    assert ends[board] == min(ends.values()) == call


@pytest.mark.few(4)
@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("layout", ["3x3", "4x4", "5x5-free", "3x9"])
def test_boards_are_equal_and_apart(tmp_path: Path, layout: str, paper: PaperName) -> None:
    """All boards have one trimmed size, lie edge to edge on the page, and clear of its footer."""
    game = loto(tmp_path, 60, layout)
    pages = plan(game, "loto", Options("fr", paper, pupils=6))
    with_boards = [page for page in pages if any(page.cells())]
    sizes = {
        (round(copy.placed.drawing.width, 3), round(copy.placed.drawing.height, 3))
        for page in with_boards
        for copy in page.copies
    }
    assert len(sizes) == 1
    wide, high = next(iter(sizes))
    for page in with_boards:
        assert len(page.copies) * wide * high >= 0.75 * page.size.width * page.size.height
        for copy in page.copies:
            assert copy.placed.y + high <= page.size.height - 12.0
    assert {(page.size.width, page.size.height) for page in pages} <= {
        SIZES[paper],
        SIZES[paper][::-1],
    }


@pytest.mark.parametrize("paper", SIZES)
def test_pages_have_the_size_of_the_paper(tmp_path: Path, paper: PaperName) -> None:
    """The file has pages of just the paper wished, A5 among them."""
    pdf = make(loto(tmp_path, 30, "4x4"), "loto", Options("en", paper, pupils=4)).pdf
    assert pdf is not None
    found = {tuple(sorted(size)) for size in sizes_mm(pdf)}
    assert all(size == pytest.approx(SIZES[paper], abs=0.1) for size in found)


def test_words_keep_clear_of_cuts_and_are_read(tmp_path: Path) -> None:
    """On a board nothing is set smaller than 9 pt but its id, and all keeps 3 mm from the cut."""
    game = loto(tmp_path, 60, "5x5")
    for page in plan(game, "loto", Options("fr", "letter", pupils=4, per_page=4)):
        for copy in page.copies:
            for text, scale in _set(copy.placed.drawing, 1.0):
                assert text.size * scale >= 9.0 or "/" in text.words
            for cell in all_cells(copy.placed.drawing):
                assert min(cell.x, cell.y) >= 3.0
                assert cell.x + cell.width <= copy.placed.drawing.width - 3.0


def _set(drawing: art.Drawing, scale: float) -> list[tuple[art.Text, float]]:
    found: list[tuple[art.Text, float]] = []
    for shape in drawing.shapes:
        if isinstance(shape, art.Text):
            found.append((shape, scale))
        elif isinstance(shape, art.Placed):
            found += _set(shape.drawing, scale * shape.scale)
    return found


@pytest.mark.parametrize("layout", ["3x3", "4x4", "5x5-free", "3x9"])
def test_large_is_larger(tmp_path: Path, layout: str) -> None:
    """Each cell and word of a board is 1.3 times as large where large print is wished."""
    game = loto(tmp_path, 60, layout)
    usual, large = (
        plan(game, "loto", Options("fr", large=is_large, pupils=4))[0].copies[0].placed.drawing
        for is_large in (False, True)
    )
    assert LARGER == 1.3
    assert is_larger(large, usual)


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.parametrize("layout", ["4x4", "5x5-free", "3x9"])
def test_a_copy_keeps_cells_and_words(tmp_path: Path, layout: str) -> None:
    """On a copy of a copy of the grey page all outlines, hatched cells and words are there."""
    game = loto(tmp_path, 60, layout)
    options = Options("fr", ink="grey", pupils=6)
    pages, pdf = plan(game, "loto", options), make(game, "loto", options).pdf
    assert pdf is not None
    for number, before, glyphs in pictures(pdf, (0, -1)):
        after = copied(before)
        assert [*lost_lines(pages[number], palette(game, "grey"), before, after)] == []
        assert [*lost_letters(glyphs, before, after)] == []


@pytest.mark.parametrize("wins", ["line", "full"])
@pytest.mark.parametrize("language", BUILT_IN)
def test_rules_are_half_a_page_and_of_this_game(
    tmp_path: Path, wins: str, language: Language
) -> None:
    """The teacher's first page says what wins, in the paper's language, and how likely when."""
    game = loto(tmp_path, 30, "4x4", wins, language)
    printed = make(game, "loto", Options(language, pupils=10))
    page = texts(printed.pdf or b"")[-2]
    said = {
        ("line", "fr"): "Une rangée est pleine",
        ("full", "fr"): "Tout ton carton est marqué",
        ("line", "en"): "A row is full",
        ("full", "en"): "Your whole board is marked",
    }
    assert [key for key, words in said.items() if words in page] == [(wins, language)]
    told = json.loads(printed.files["loto.10-pupils.contents.json"])["chances"]
    likely = (next(o["calls"] for o in told if o["share"] >= s) for s in (0.25, 0.5, 0.95))
    calls = {"fr": r"(\d+)\sannonces", "en": r"(\d+) calls"}[language]
    assert re.findall(calls, page) == [*map(str, likely)]
    assert [one["calls"] for one in told] == [*range(1, 31)]


def test_free_places_are_boards_and_cards_to_write_on(tmp_path: Path) -> None:
    """The last sheet of boards and that of the caller's cards are full; what is free is empty."""
    pages = plan(loto(tmp_path, 30, "3x3"), "loto", Options("fr", pupils=3))
    cut = [[copy.placed.drawing for copy in page.copies] for page in pages if page.copies]
    boards = [one for one in cut if len(one) == 2]
    cards = [one for one in cut if len(one) > 2]
    assert [bool(one.cells) for page in boards for one in page] == [True] * 3 + [False]
    assert len({*map(len, cards)}) == 1
    blank = cards[-1][-1]
    assert (blank.title, words_of(blank)) == ("", "")


def test_long_lists_are_played_in_part(tmp_path: Path) -> None:
    """Of a list of 400 words 75 are played with, others by another seed."""
    game = loto(tmp_path, 400, "4x4")
    one, other = (made(game, Options("fr", pupils=30, seed=seed)).calls for seed in (1, 2))
    assert len(one) == len(other) == 75
    assert set(one) != set(other)


def test_a_list_too_short_is_refused_with_what_would_do(tmp_path: Path) -> None:
    """Twelve words make no boards of sixteen cells; told are how many do, and what they do make."""
    game = loto(tmp_path, 12, "4x4")
    with pytest.raises(LudokitError) as error:
        plan(game, "loto", Options("fr", pupils=20))
    assert "18" in say(error.value.message, "fr")
    assert "3x3" in say(error.value.message, "en")


def test_words_too_long_for_a_cell_are_told_at_their_cells(tmp_path: Path) -> None:
    """A word that no cell holds is a fault at its cell of the table, not a page that runs over."""
    long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
    game = made_of(tmp_path, "loto", f"{table(30)}\nmot99;{long}")
    with pytest.raises(DataError) as error:
        plan(game, "loto", Options("fr"))
    assert [(one.line, one.field) for one in error.value.problems] == [(32, "B32")]


def test_one_column_is_called_as_it_is_printed(tmp_path: Path) -> None:
    """A list of one column is called and looked for by the same words."""
    game = made_of(tmp_path, "loto", "\n".join(f"mot{n}" for n in range(20)))
    told = made(game, Options("fr", pupils=4))
    held = {cell for rows in told.boards for row in rows for cell in row}
    assert held <= set(told.calls)


def test_no_column_to_play_with(tmp_path: Path) -> None:
    """A list whose one column says something about words, but has none, is told so."""
    game = made_of(tmp_path, "loto", "\n".join(("niveau", *(f"mot{n}" for n in range(20)))))
    with pytest.raises(LudokitError, match="found: niveau"):
        plan(game, "loto", Options("fr"))


@pytest.mark.parametrize("kind", ["memory", "flashcards"])
def test_other_kinds_refuse_small_paper(tmp_path: Path, kind: str) -> None:
    """What is not offered on A5 says so in one line, and names the papers that it is offered on."""
    game = made_of(tmp_path, kind, table(12))
    options = Options("fr", "a5")
    with pytest.raises(LudokitError) as error:
        require_supported(game, kind, options)
    told = say(error.value.message, "en")
    assert all(paper in told for paper in ("a4", "letter", "a3"))
    assert "\n" not in told


def test_small_paper_prints_the_boards_alone(tmp_path: Path) -> None:
    """On A5 a game prints what is offered there; one that has nothing to offer is refused."""
    game = loto(tmp_path, 30, "4x4")
    assert printables_on_paper(game, Options("fr", "a5")) == ("loto",)
    assert printables_on_paper(game, Options("fr", "letter")) == ()
    with pytest.raises(LudokitError):
        printables_on_paper(made_of(tmp_path, "memory", table(12)), Options("fr", "a5"))


@pytest.mark.benchmark
def test_thirty_six_boards_of_sixty_words_take_less_than_two_seconds(tmp_path: Path) -> None:
    """A class has its boards, cards and chances in less than two seconds of work."""
    game = loto(tmp_path, 60, "4x4")
    make(loto(tmp_path, 30, "3x3"), "loto", Options("fr", pupils=2))
    began = process_time()
    make(game, "loto", Options("fr", pupils=36, seed=11))
    assert is_within(process_time() - began, 2)
