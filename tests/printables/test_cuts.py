"""Pages that are cut apart: trims of one size, what is read away from every cut, nothing left over.

Trims are read from the lines to cut along, distances from what is drawn.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise, product
from math import pi

import pytest

from generator.classroom import PlanRow, plan_rows, seat_class
from generator.errors import LudokitError
from generator.game import game_names
from generator.paper.imposition import Duplex
from generator.paper.page import PAPERS, Box, Extents, Page, PaperName, bounding_box, point_on_page
from generator.paper.shapes import Circle, Drawing, Line, Placed, Polygon, Rect, Text
from generator.printables.context import Options
from generator.printables.kinds.sheet import SMALL_FROM, SheetEntry
from generator.printables.planning import entries, plan
from generator.words import BUILT_IN, Language
from tests.render.drawings import glued
from tests.shipped import load

SAME = 0.1
READ = 3.0
DRAWN, DRAWN_SMALL = 2.9, 2.4
# What the tips of a token's shape keep from a cut.
TIP = 0.7
SHEETS = [
    pytest.param(
        *(game, name, paper, number),
        id=f"{game} {name} {number} on {paper}",
        marks=pytest.mark.long if paper == "letter" and number > 2 else [],
    )
    for game in game_names()
    for name, entry in entries(load(game)).items()
    if isinstance(entry, SheetEntry) and not entry.head
    for paper, number in product(PAPERS, entry.per_page)
    if number > 1
]


def planned(game: str, name: str, options: Options) -> tuple[Page, ...]:
    """Return the pages, none where so many do not fit."""
    try:
        return plan(load(game), name, options)
    except LudokitError as error:
        told = error.message.key
    assert told == "print.per-page"
    return ()


def cuts(page: Page) -> tuple[list[float], list[float]]:
    """Return where the page is cut across and down, as its lines say."""
    lines = [s for s in page.furniture.shapes if isinstance(s, Line) and s.stroke.dash == "dotted"]
    return (
        sorted(line.y1 for line in lines if line.y1 == line.y2),
        sorted(line.x1 for line in lines if line.x1 == line.x2),
    )


def trims(page: Page) -> list[Box]:
    """Return what the cuts leave of a page, without what they take off its head and its foot."""
    across, down = cuts(page)
    tops = across if across[0] < min(copy.placed.y for copy in page.copies) else [0.0, *across]
    sides = [0.0, *down, page.size.width]
    return [
        Box(left, top, right, low)
        for (top, low), (left, right) in product(pairwise(tops), pairwise(sides))
    ]


def read(drawing: Drawing, *within: Placed) -> Iterator[Box]:
    """Yield the boxes about the words of a drawing on the page, from capitals to base line."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            yield from read(shape.drawing, shape, *within)
        elif isinstance(shape, Text) and (box := Extents().shape(shape)) is not None:
            corners = list(Box(box.left, box.top, box.right, shape.y).corners())
            for placed in within:
                corners = [point_on_page(placed, *corner) for corner in corners]
            yield bounding_box(corners)


def spread(lengths: Iterable[float]) -> float:
    """Return how far the longest differs from the shortest."""
    found = list(lengths)
    return max(found) - min(found)


def furniture(page: Page) -> Drawing:
    """Return what stands about the sheets of a page, but for lines to cut along, and signs."""
    signs = {(sign.x, sign.y) for sign in page.signs}
    shapes = (
        shape
        for shape in page.furniture.shapes
        if not isinstance(shape, Line)
        and not (isinstance(shape, Placed) and (shape.x, shape.y) in signs)
    )
    return replace(page.furniture, shapes=tuple(shapes))


def white(box: Box, trim: Box) -> float:
    """Return how near a box comes to the edge of the trim about it."""
    sides = (box.left - trim.left, box.top - trim.top)
    return min(*sides, trim.right - box.right, trim.bottom - box.bottom)


@pytest.mark.few(20)
@pytest.mark.parametrize(("game", "name", "paper", "number"), SHEETS)
def test_sheets_are_equal_and_whole(game: str, name: str, paper: PaperName, number: int) -> None:
    """Sheets have one size, each in the middle of its own; words keep 3 mm from a cut.

    The footer keeps 1.5 mm from the last one.
    """
    for page in planned(game, name, Options(paper=paper, per_page=number)):
        found, extents = trims(page), Extents()
        assert len(found) == number == len(page.copies)
        assert spread(trim.right - trim.left for trim in found) < SAME
        assert spread(trim.bottom - trim.top for trim in found) < SAME
        foot = extents.drawing(furniture(page))
        assert foot is not None
        for copy, trim in zip(page.copies, found, strict=True):
            placed = copy.placed
            x, y = placed.x + placed.drawing.width / 2, placed.y + placed.drawing.height / 2
            assert abs(x - (trim.left + trim.right) / 2) < SAME
            assert abs(y - (trim.top + trim.bottom) / 2) < SAME
            box = extents.placed(placed)
            assert box is not None
            assert white(box, trim) >= (DRAWN_SMALL if number >= SMALL_FROM else DRAWN)
            assert foot.top >= trim.bottom + READ / 2
        # All of them alike and in the middle: one tells of all.
        assert len({id(copy.placed.drawing) for copy in page.copies}) == 1
        assert min(white(box, trim) for box in read(placed.drawing, placed)) >= READ


def test_sheets_under_one_head_stay_together() -> None:
    """Sheets of a page that has one head are not cut apart, and the plan counts no cut."""
    (page,) = planned("doce", "play-sheets", Options())
    assert cuts(page) == ([], [])
    (sheets,) = (row for row in jobs_of("doce") if row.printable == "play-sheets")
    assert sheets.cuts == 0


TOKENS = [
    pytest.param(game, paper, large, id=f"{game} on {paper}{' large' * large}")
    for game, paper, large in product(("crowns", "dental"), PAPERS, (False, True))
]


def areas(drawing: Drawing) -> Iterator[float]:
    """Yield the area of the shape on each token."""
    for shape in drawing.shapes:
        match shape:
            case Placed():
                yield from areas(shape.drawing)
            case Circle(radius=radius):
                yield pi * radius * radius
            case Rect(width=width, height=height):
                yield width * height
            case Polygon(points):
                ends = zip(points, (*points[1:], points[0]), strict=True)
                yield abs(sum(x * b - a * y for (x, y), (a, b) in ends)) / 2


@pytest.mark.parametrize(("game", "paper", "large"), TOKENS)
def test_tokens_are_equal_squares_parted_by_straight_cuts(
    game: str,
    paper: PaperName,
    large: bool,  # noqa: FBT001 - a column of the table
) -> None:
    """Tokens are squares that shapes fill between straight cuts, none 15 % larger than most.

    Their tips keep 0.7 mm from a cut, and what is read on them 1.5 mm.
    """
    pages = plan(load(game), "tokens", Options(paper=paper, large=large))
    fronts = [page for page in pages if not page.is_back]
    found: list[float] = []
    for page in fronts:
        across, down = cuts(page)
        extents = Extents()
        for copy in page.copies:
            x, y, drawn = copy.placed.x, copy.placed.y, copy.placed.drawing
            side = drawn.width
            for edges, ends in ((down, (x, x + side)), (across, (y, y + side))):
                assert all(min(abs(edge - end) for edge in edges) < SAME for end in ends)
                assert not any(ends[0] + SAME < edge < ends[1] - SAME for edge in edges)
            box = extents.placed(copy.placed)
            assert box is not None
            trim = Box(x, y, x + side, y + side)
            assert white(box, trim) >= TIP
            assert max(box.right - box.left, box.bottom - box.top) >= 0.64 * side
            assert all(white(one, trim) >= READ / 2 for one in read(drawn, copy.placed))
            found += areas(drawn)
        assert spread(copy.placed.drawing.width for copy in page.copies) < SAME
    assert len(found) == sum(len(page.copies) for page in fronts)
    looks = {round(area, 2) for area in found}
    usual = sum(looks) / len(looks)
    assert max(found) <= 1.15 * usual
    assert min(found) >= 0.85 * usual


@pytest.mark.parametrize(("game", "strips"), [("crowns", 7), ("dental", 3)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_tokens_come_in_full_rows_for_each_player(game: str, strips: int, paper: PaperName) -> None:
    """No field of a row is blank, a label at its left says whose they are, and the page is full."""
    page, back = plan(load(game), "tokens", Options(paper=paper))
    assert back.is_back
    rows: dict[float, list[str]] = {}
    for copy in page.copies:
        rows.setdefault(copy.placed.y, []).append(copy.placed.drawing.title)
    assert len({len(row) for row in rows.values()}) == 1
    first = min(copy.placed.x for copy in page.copies)
    tags = [s for s in page.furniture.shapes if isinstance(s, Placed) and s.x < first and s.y > 30]
    tags = [tag for tag in tags if tag.y < max(rows)]
    assert len(tags) == strips
    sets = [
        [row for y, row in rows.items() if tag.y - SAME < y < tag.y + tag.drawing.height - 1]
        for tag in tags
    ]
    assert {len(mine) for mine in sets} == {len(rows) / strips}
    if game == "crowns":
        assert all(len({title for row in mine for title in row}) == 1 for mine in sets[:-1])
    side = page.copies[0].placed.drawing.height
    assert (max(rows) - min(rows) + side) / page.size.height > 0.72


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_class_takes_nine_sheets_of_tokens(paper: PaperName) -> None:
    """Three players' tokens of the dentist's game lie on a sheet, so that 27 pupils take nine."""
    (tokens,) = (row for row in jobs_of("dental", paper) if row.printable == "tokens")
    assert (tokens.work.copies_per_page, tokens.sets) == (3, 9)


@pytest.mark.parametrize(("game", "most"), [("crowns", 32), ("dental", 40)])
def test_the_plan_counts_the_cuts_of_tokens(game: str, most: int) -> None:
    """Tokens take some thirty straight cuts a page."""
    (tokens,) = (row for row in jobs_of(game) if row.printable == "tokens")
    assert 0 < tokens.work.cuts <= most


def jobs_of(game: str, paper: PaperName = "a4") -> tuple[PlanRow, ...]:
    """Return what is printed for a class of 27."""
    pages: dict[str, int | None] = dict.fromkeys(load(game).printables(), 2)
    return plan_rows(load(game), Options(paper=paper), seat_class(load(game), 27, 4), pages)


@pytest.mark.parametrize(("paper", "large"), list(product(PAPERS, (False, True))))
def test_square_tokens_fit_where_they_are_laid(paper: PaperName, large: bool) -> None:  # noqa: FBT001 - a column of the table
    """No token is wider than a cell of its board, or than two places of the chart lie apart."""
    options = Options(paper=paper, large=large)
    side = {game: sizes(game, options) for game in ("crowns", "dental")}
    (page, *_) = plan(load("crowns"), "boards", options)
    squares = [cell for _, cell in page.cells() if "x" in cell.id]
    assert side["crowns"] <= min(min(cell.width, cell.height) for cell in squares)
    page = glued(plan(load("dental"), "dentition-charts", options))
    places = [cell for _, cell in page.cells() if cell.id not in {"name", "date", "tokens"}]
    middles = [(cell.x + cell.width / 2, cell.y + cell.height / 2) for cell in places]
    for one, other in combinations(middles, 2):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) >= side["dental"]


def sizes(game: str, options: Options) -> float:
    """Return the side of a game's tokens."""
    (page, *_) = plan(load(game), "tokens", options)
    return page.copies[0].placed.drawing.width


@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("duplex", ["long-edge", "fold", "none"])
def test_tiles_are_equal_and_their_numbers_clear_of_cuts(
    language: Language, paper: PaperName, duplex: Duplex
) -> None:
    """Pieces of a page have one size; numbers keep 1.5 mm from cuts, the footer is outside."""
    options = Options(language=language, paper=paper, duplex=duplex)
    for page in plan(load("doce"), "pieces", options):
        extents = Extents()
        placed = [copy.placed for copy in page.copies]
        assert spread(one.drawing.width for one in placed) < SAME
        assert spread(one.drawing.height for one in placed) < SAME
        foot = [box for box in read(page.furniture) if box.top > page.size.height / 2]
        for one in placed:
            whole = extents.placed(replace(one, drawing=bare(one.drawing)))
            assert whole is not None
            assert all(white(box, whole) >= READ / 2 for box in read(one.drawing, one))
            assert all(whole.bottom <= box.top for box in foot)


def bare(drawing: Drawing) -> Drawing:
    """Return a square as large as a drawing."""
    return replace(drawing, shapes=(Rect(0, 0, drawing.width, drawing.height),))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("number", [3, 4, 8])
def test_names_keep_clear_of_cuts(paper: PaperName, number: int) -> None:
    """A name printed on its line keeps 3 mm from a cut, even where it is long."""
    names = ("Ana", "Marie-Antoinette de la Tour", "Jean-Baptiste Nguyen")
    for page in plan(
        load("qwinto"), "score-sheets", Options(paper=paper, per_page=number, names=names)
    ):
        for copy, trim in zip(page.copies, trims(page), strict=True):
            assert min(white(box, trim) for box in read(copy.placed.drawing, copy.placed)) >= READ
