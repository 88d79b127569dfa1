"""Boards: whole on a sheet large enough, else tiles that give the board when they are glued."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from PIL import Image, ImageChops

from generator.game import game_names
from generator.paper.measures import OUTER_MARGIN
from generator.paper.page import PAPERS, Page, PaperName, all_cells, placed_cells
from generator.paper.shapes import THREAD, CellBox, Drawing, Line
from generator.paper.text import Lettering, set_line
from generator.printables.context import Context, Options, palette
from generator.printables.kinds.board import BoardEntry
from generator.printables.page_furniture import board_pages, sheet_holding
from generator.printables.planning import entries, plan
from generator.printables.printable import DrawnEntry
from generator.render.pdf import draw
from generator.words import Language
from tests.render.measured import FACTS, PALETTE, REGULAR, picture_of, texts
from tests.shipped import load

PIXELS = 10


@cache
def boards() -> tuple[tuple[str, str], ...]:
    """Return the boards of the catalog, each by its game and its name."""
    return tuple(
        (game, name)
        for game in game_names()
        for name, entry in entries(load(game)).items()
        if isinstance(entry, BoardEntry)
    )


def shown(page: Page, picture: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """Return what a page shows of its board, and where on the board that is, in pixels."""
    placed = page.copies[0].placed
    x, y, width, height = 0.0, 0.0, placed.drawing.width, placed.drawing.height
    if placed.clip is not None:
        x, y, width, height = (
            *(placed.clip.x, placed.clip.y),
            *(placed.clip.width, placed.clip.height),
        )
    left, top = round((placed.x + x) * PIXELS), round((placed.y + y) * PIXELS)
    # A last part of a pixel is left out.
    box = (left, top, left + int(width * PIXELS), top + int(height * PIXELS))
    return picture.crop(box), (round(x * PIXELS), round(y * PIXELS))


def assert_same_but_for_letters(one: Image.Image, other: Image.Image) -> None:
    """Hold two pictures alike but for one pixel in 2,000: readers set letters by thirds of one."""
    grey = ImageChops.difference(one, other).convert("L").histogram()
    assert sum(grey[9:]) <= sum(grey) / 2000, grey
    assert not any(grey[128:]), "nothing is there on one of them only"


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), boards())
@pytest.mark.parametrize(
    ("language", "paper"),
    [
        ("fr", "a4"),
        ("en", "letter"),
        pytest.param("fr", "letter", marks=pytest.mark.long),
        pytest.param("en", "a4", marks=pytest.mark.long),
    ],
)
def test_glued_tiles_are_the_board(
    game: str, name: str, paper: PaperName, language: Language
) -> None:
    """The tiles of A4 or Letter, glued, are the board of A3, letters by a third of a pixel."""
    inks = palette(load(game), "colour")
    (large,) = plan(load(game), name, Options(language=language, paper="a3"))
    wanted, _ = shown(large, picture_of(draw([large], inks, FACTS)))
    glued = Image.new("RGB", wanted.size, "red")
    pages = plan(load(game), name, Options(language=language, paper=paper))
    assert len(pages) > 1
    pdf = draw(pages, inks, FACTS)
    for number, page in enumerate(pages):
        glued.paste(*shown(page, picture_of(pdf, page=number)))
    assert_same_but_for_letters(glued, wanted)


@pytest.mark.parametrize(("game", "name"), boards())
def test_tiles_say_how_they_are_put_together(game: str, name: str) -> None:
    """Each tile has its letter, what of it is cut and glued, and the plan with every letter."""
    pages = plan(load(game), name, Options(language="en"))
    said = texts(draw(pages, palette(load(game), "colour"), FACTS))
    letters = "ABCDEFGH"[: len(pages)]
    for letter, words, page in zip(letters, said, pages, strict=True):
        assert f"Page {letter} of {len(pages)}" in words
        clip, told = page.copies[0].placed.clip, " ".join(words.split())
        assert clip is not None
        assert ("at the left" in told, "at the top" in told) == (clip.x > 0, clip.y > 0)
        assert ("Nothing to cut" in told) == (clip.x == clip.y == 0)
        assert all(other in words for other in letters)


@pytest.mark.parametrize(
    ("board", "paper", "landscape"),
    [
        pytest.param((190, 270), "a4", False, id="upright"),
        pytest.param((270, 190), "a4", True, id="turned"),
        pytest.param((270, 200), "a4", None, id="no room for the footer"),
        pytest.param((280, 390), "a3", False, id="A3"),
    ],
)
def test_sheet_that_holds_a_board(
    board: tuple[float, float], paper: PaperName, *, landscape: bool | None
) -> None:
    """A board goes on one page where it fits between the printer's edge and the footer."""
    found = sheet_holding(Drawing(*board), PAPERS[paper], 12.5)
    assert (None if found is None else found.is_landscape) == landscape


SLACK = 0.1
# Enlarged it is parted from left to right as well, where its bent squares lie one above another.
ACROSS_SEAMS = ("dental", "board", True)
DRAWN = [
    (game, name)
    for game in game_names()
    for name, found in entries(load(game)).items()
    if isinstance(found, DrawnEntry)
]


@pytest.mark.few(3)
@pytest.mark.parametrize(
    ("paper", "game", "name", "large"),
    [
        (paper, *drawn, large)
        for paper, drawn, large in product(PAPERS, DRAWN, (True, False))
        if (*drawn, large) != ACROSS_SEAMS
    ],
)
def test_no_seam_and_no_cut_crosses_a_cell(
    game: str,
    name: str,
    paper: PaperName,
    large: bool,  # noqa: FBT001 - a column of the table
) -> None:
    """What shows of a tile ends between cells, and so does what is cut, on each paper and large."""
    for page in plan(load(game), name, Options(paper=paper, large=large)):
        cells = [
            cell
            for copy in page.copies
            for cell in placed_cells(
                replace(copy.placed, clip=copy.own), all_cells(copy.placed.drawing)
            )
        ]
        for line in seams(page):
            assert not [cell.id for cell in cells if crosses(line, cell)]


def seams(page: Page) -> Iterator[Line]:
    """Yield the edges of what shows of each tile, and the lines to cut along."""
    for copy in page.copies:
        if (own := copy.own) is not None:
            left, top = copy.placed.x + own.x, copy.placed.y + own.y
            right, low = left + own.width, top + own.height
            yield from (Line(x, top, x, low, THREAD) for x in (left, right))
            yield from (Line(left, y, right, y, THREAD) for y in (top, low))
    yield from (
        one for one in page.furniture.shapes if isinstance(one, Line) and one.stroke == THREAD
    )


def crosses(line: Line, cell: CellBox) -> bool:
    """Tell whether a line lies inside the box of a cell."""
    return (
        min(line.x1, line.x2) < cell.x + cell.width - SLACK
        and max(line.x1, line.x2) > cell.x + SLACK
        and min(line.y1, line.y2) < cell.y + cell.height - SLACK
        and max(line.y1, line.y2) > cell.y + SLACK
    )


def test_copies_of_a_tiled_board() -> None:
    """Two copies are the tiles twice; the boxes of the second are numbered so."""
    setting = Context(load("qwinto"), "score-sheets", Options(copies=2))
    pages = board_pages([Drawing(277, 390)] * 2, setting)
    count = len(pages) // 2
    assert [page.copies[0].number for page in pages] == [1] * count + [2] * count
    edge = pages[0].size.width - OUTER_MARGIN
    assert all(copy.placed.x < edge for page in pages for copy in page.copies)
    single = board_pages([Drawing(100, 100)] * 2, setting)
    assert [page.copies[0].number for page in single] == [1, 2]


@pytest.mark.rest
def test_same_letters_on_every_tile() -> None:
    """Hundreds of words lie on the same pixels, whole and in tiles."""
    lines = [
        text
        for row in range(60)
        for column in range(4)
        for text in set_line(
            f"Caries {row} brossage", 3 + column * 67.3, 8 + row * 6.1, Lettering(REGULAR, 8)
        )
    ]
    board = Drawing(277, 380, tuple(lines))
    setting = Context(load("qwinto"), "score-sheets", Options())
    pages = board_pages([board], setting)
    (large,) = board_pages([board], Context(load("qwinto"), "score-sheets", Options(paper="a3")))
    wanted, _ = shown(large, picture_of(draw([large], PALETTE, FACTS)))
    pdf = draw(pages, PALETTE, FACTS)
    for number, page in enumerate(pages):
        picture, (x, y) = shown(page, picture_of(pdf, page=number))
        own = page.copies[0].own
        assert own is not None
        size = round(own.width * PIXELS), round(own.height * PIXELS)
        part = wanted.crop((x, y, x + size[0], y + size[1]))
        assert_same_but_for_letters(picture.crop((0, 0, *size)), part)
