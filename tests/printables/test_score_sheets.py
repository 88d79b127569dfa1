"""Qwinto score sheets, measured on the boxes and in the finished PDF."""

import json
from collections import defaultdict
from collections.abc import Iterable
from io import BytesIO
from math import dist
from typing import Any

import pikepdf
import pytest

from generator.errors import LudokitError
from generator.game.parts import Grid
from generator.make import make
from generator.paper.page import PAPERS, Extents, PaperName
from generator.paper.shapes import Circle, Placed, Polygon, Text
from generator.printables.context import Context, Options
from generator.printables.kinds.sheet import CELL, SMALL_CELL
from generator.printables.planning import plan
from generator.words import BUILT_IN, Language
from tests.render.drawings import all_shapes, set_words
from tests.render.measured import forms, out_of_reach, picture_of, sizes_mm, texts
from tests.shipped import load

PER_PAGE = [1, 2, 3, 4, 8]
CHOICES = [Options(per_page=n, paper=paper) for n in PER_PAGE for paper in ("a4", "letter")]


def sheets(options: Options) -> tuple[bytes, list[dict[str, Any]]]:
    """Return the PDF and the cells of its boxes file."""
    made = make(load("qwinto"), "score-sheets", options)
    (pdf,) = (data for name, data in made.files.items() if name.endswith(".pdf"))
    (boxes,) = (data for name, data in made.files.items() if name.endswith(".boxes.json"))
    return pdf, json.loads(boxes)["cells"]


def letters(words: str) -> str:
    """Return letters alone: a reader takes a hyphen at a line's end for a parted word."""
    return "".join(sign for sign in words if sign.isalpha())


def columns_of(cells: Iterable[dict[str, Any]]) -> list[list[str]]:
    """Group cells of one sheet by the middle of their boxes, left to right, top to bottom."""
    found: dict[int, list[tuple[float, str]]] = defaultdict(list)
    for cell in cells:
        middle = round((cell["x"] + cell["width"] / 2) * 10)
        found[middle].append((cell["y"], cell["id"]))
    return [[name for _, name in sorted(found[x])] for x in sorted(found)]


@pytest.mark.parametrize("options", CHOICES, ids=lambda o: f"{o.per_page} on {o.paper}")
def test_boxes_are_the_published_layout(options: Options) -> None:
    """On every sheet of every page the boxes stand in the columns of the published sheet."""
    grid = load("qwinto").part("sheet", Grid)
    published = [[cell.id for cell in column] for column in grid.columns()]
    _, cells = sheets(options)
    copies = sorted({cell["copy"] for cell in cells})
    assert copies == list(range(1, (options.per_page or 0) + 1))
    for copy in copies:
        mine = [c for c in cells if c["copy"] == copy and c["id"] in grid.cell_ids()]
        assert columns_of(mine) == published


@pytest.mark.parametrize("options", CHOICES, ids=lambda o: f"{o.per_page} on {o.paper}")
def test_hands_have_room(options: Options) -> None:
    """A cell to write in is 11 mm across or more, 8 mm with eight sheets a page."""
    grid = load("qwinto").part("sheet", Grid)
    _, cells = sheets(options)
    least = SMALL_CELL if options.per_page == 8 else CELL
    assert min(c["width"] for c in cells if c["id"] in grid.cell_ids()) >= least - 0.001


@pytest.mark.few(4)
@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", BUILT_IN)
def test_a_sheet_says_what_rows_score(language: Language, paper: PaperName, per_page: int) -> None:
    """Each sheet says what a row and a column earn, but for those of eight a page."""
    setting = Context(load("qwinto"), "score-sheets", Options(language, paper, per_page=per_page))
    (page,) = plan(setting.game, setting.printable, setting.options)
    told = setting.text("score.note") if per_page < 8 else ""
    for copy in page.copies:
        said = [one for one in set_words(copy.placed.drawing) if one.words.rstrip(".") in told]
        assert " ".join(one.words for one in said) == told
        assert all(one.size >= 8.0 for one in said)


def test_drawn_page_shows_cells_where_the_boxes_say() -> None:
    """In the drawn page bonus cells are tinted in the middle and others white, in their boxes."""
    pdf, cells = sheets(Options())
    picture = picture_of(pdf)
    grid = {cell.id: cell for cell in load("qwinto").part("sheet", Grid).all_cells()}
    for cell in (c for c in cells if c["id"] in grid):
        x, y = cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2
        middle = picture.getpixel((round(x * 10), round(y * 10)))
        assert (middle != (255, 255, 255)) == grid[cell["id"]].is_bonus, cell["id"]
        edge = [picture.getpixel((round(x * 10) + dx, round(cell["y"] * 10) + 1)) for dx in (-2, 2)]
        assert any(colour != (255, 255, 255) for colour in edge) or grid[cell["id"]].is_bonus


def test_labels_are_printed_in_their_cells() -> None:
    """Each cell of a French sheet has its French label within its box."""
    from pypdfium2 import PdfDocument

    pdf, cells = sheets(Options(per_page=1))
    with PdfDocument(pdf) as document:
        page = document[0]
        text = page.get_textpage()
        high = page.get_height()
        for cell in (c for c in cells if len(c["id"]) == 2):
            left, right = cell["x"], cell["x"] + cell["width"]
            edges = [v / 25.4 * 72 for v in (left, cell["y"] + cell["height"], right, cell["y"])]
            inside = text.get_text_bounded(edges[0], high - edges[1], edges[2], high - edges[3])
            assert inside.strip() == cell["label"], cell["id"]
        text.close()
        page.close()


def test_boxes_to_add_up_are_cells() -> None:
    """Misses and every part of the score are boxes with ids, once a copy."""
    _, cells = sheets(Options())
    ids = [cell["id"] for cell in cells if cell["copy"] == 1]
    assert len(set(ids)) == len(ids)
    parts = ("orange", "yellow", "purple", "bonus", "misses", "total")
    assert {f"score.{part}" for part in parts} <= set(ids)
    assert {f"miss.{number}" for number in range(1, 5)} <= set(ids)


@pytest.mark.few(2)
@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("large", [False, True])
def test_page_is_true(paper: PaperName, large: bool) -> None:  # noqa: FBT001 - a column of the table
    """A page has its paper's size to 0.1 mm, and nothing is drawn outside the printable area."""
    pdf, _ = sheets(Options(paper=paper, large=large))
    size = PAPERS[paper]
    for found in sizes_mm(pdf):
        assert sorted(found) == pytest.approx(sorted((size.width, size.height)), abs=0.1)
    assert out_of_reach(pdf, 100) == []


def test_ruler_is_fifty_millimetres() -> None:
    """The check ruler of the drawn page is 50 mm from end to end."""
    pdf, _ = sheets(Options())
    picture = picture_of(pdf).convert("L")
    data, width = picture.tobytes(), picture.width
    # The ruler's long line is the lowest stroke of the page's right half.
    rows = [data[y * width + width // 2 : (y + 1) * width] for y in range(picture.height)]
    lowest = next(row for row in reversed(rows) if sum(value < 160 for value in row) > 300)
    dark = [x for x, value in enumerate(lowest) if value < 160]
    assert (dark[-1] - dark[0] + 1) / 10 == pytest.approx(50, abs=0.4)


def test_names_are_printed_one_a_sheet() -> None:
    """Each name stands on one sheet; cut, the piles on one another, they lie as on the list."""
    names = ("Léa", "Tom", "Zoé", "Ana")
    pdf, cells = sheets(Options(names=names))
    said = texts(pdf)
    assert [[name for name in names if name in page] for page in said] == [
        ["Léa", "Zoé"],
        ["Tom", "Ana"],
    ]
    # Read from the top of the pile down, slot by slot; blank sheets come last.
    places = {(cell["y"], cell["page"]): cell["copy"] for cell in cells if cell["id"] == "name"}
    slots = sorted({y for y, _ in places})
    assert [places[y, page] for y in slots for page in (1, 2)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("per_page", PER_PAGE)
def test_long_name_is_whole(per_page: int) -> None:
    """A name of 60 letters wraps or steps down, and none of its words is lost."""
    name = "Marie-Antoinette Joséphine de la Tour-d’Auvergne-Lauraguais!"
    assert len(name) == 60
    pdf, _ = sheets(Options(names=(name,), per_page=per_page))
    assert letters(name) in letters(texts(pdf)[0])


def test_endless_name_is_refused() -> None:
    """A name that cannot be printed at 7 pt stops the build and is named."""
    with pytest.raises(LudokitError) as caught:
        sheets(Options(names=("W" * 120,)))
    assert "WWW" in caught.value.worded("en")
    assert "Feuilles de score" in caught.value.worded("en")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        pytest.param(Options(per_page=5), "possible: 1, 2, 3, 4, 8", id="not offered"),
        pytest.param(Options(per_page=3, large=True), "possible: 1", id="too many when large"),
    ],
)
def test_number_that_does_not_fit(options: Options, told: str) -> None:
    """A number of sheets that a page cannot hold is refused with the numbers that it can."""
    with pytest.raises(LudokitError) as caught:
        sheets(options)
    assert told in caught.value.worded("en")


def test_large_is_larger() -> None:
    """For low vision cells are at least 1.4 times what a hand needs."""
    _, cells = sheets(Options(large=True))
    assert min(c["width"] for c in cells if len(c["id"]) == 2) >= 1.4 * CELL


def test_copies_fill_pages() -> None:
    """Two copies are two full pages, and sheets are numbered through."""
    pdf, cells = sheets(Options(copies=2))
    assert len(sizes_mm(pdf)) == 2
    assert {cell["copy"] for cell in cells} == set(range(1, 7))


def test_a_hundred_names_hold_the_sheet_once() -> None:
    """Personalised sheets share one stamp: the file stays small."""
    (one, _), (two, _) = sheets(Options()), sheets(Options(copies=2))
    many, _ = sheets(Options(names=tuple(f"Pupil {n}" for n in range(99))))
    with pikepdf.open(BytesIO(many)) as document:
        assert len(document.pages) == 33
    # Two pages share their ruler, too.
    assert forms(many) == forms(two) == forms(one) + 1
    assert len(many) < 4 * len(one)


def test_every_page_says_what_it_is() -> None:
    """Title, printable, language, page, version, id, credits and rights stand on every page."""
    pdf, _ = sheets(Options(copies=2))
    for number, page in enumerate(texts(pdf), start=1):
        for words in ("Qwinto", "Feuilles de score", "français", f"page {number} sur 2"):
            assert words in page
        for words in ("règles v1", "qwinto/fr/score-sheets", "Uwe Rapp", "non officiel", "100"):
            assert words in page


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_names_of_cells_touch_nothing_where_cells_are_small(paper: PaperName) -> None:
    """Eight a page, the name of a cell lies inside its line, and a bonus cell clear of others."""
    (page,) = plan(load("qwinto"), "score-sheets", Options(paper=paper, per_page=8))
    shapes = [*all_shapes(page.copies[0].placed.drawing)]
    placed = [one.drawing for one in shapes if isinstance(one, Placed)]
    drawn = next(one for one in placed if "O1" in {cell.id for cell in one.cells}).shapes
    rings = [one for one in drawn if isinstance(one, Circle)]
    tips = [one.points for one in drawn if isinstance(one, Polygon)]
    named = [one for one in drawn if isinstance(one, Text) and one.words[1:].isdigit()]
    assert len(named) == len(load("qwinto").part("sheet", Grid).cell_ids())
    for box in map(Extents().shape, named):
        assert box is not None
        corners = [(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom - 0.5)]
        for ring in rings:
            far = [dist(corner, (ring.x, ring.y)) for corner in corners]
            assert max(far) < ring.radius or min(far) > ring.radius
    for points in tips:
        apart = [dist(point, (one.x, one.y)) - one.radius for point in points for one in rings]
        assert min(apart) > 0.5
