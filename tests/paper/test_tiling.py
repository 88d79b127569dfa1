"""Large drawings cut into pages: put together again they are what they were."""

import pytest
from PIL import Image, ImageChops

from generator.errors import LudokitError
from generator.paper.page import PAPERS, Copy, Edge, Page, PaperName
from generator.paper.shapes import CellBox, Circle, Drawing, Line, Placed, Rect, Stroke
from generator.paper.text import Lettering, set_line
from generator.paper.tiling import Tile, assembly_map, hatched, tiling
from generator.render.pdf import draw
from tests.render.drawings import sample
from tests.render.measured import BOLD, FACTS, PALETTE, on_page, picture_of

EDGE = Edge(top=19.0, bottom=12.5)
PIXELS = 10  # a millimetre at 254 dpi


def board(width: float = 277.0, height: float = 398.0) -> Drawing:
    """Return a board full of shapes, among them some on every seam."""
    shapes: list[Rect | Circle | Line | Placed] = [
        Rect(1, 1, width - 2, height - 2, "orange.tint", Stroke("violet", 1.8), 3.0)
    ]
    shapes += (
        Circle(14 + column * 22.3, 14 + row * 22.7, 8.9, "orange", Stroke())
        for row in range(int(height / 22))
        for column in range(int(width / 22))
    )
    shapes += [Line(0, 0, width, height, Stroke("violet", 1.1, "dashed"))]
    shapes += [Placed(sample(), 100 + n, 60 + n, turn=n / 3) for n in range(0, 200, 40)]
    cells = tuple(
        CellBox(f"c{row}x{column}", "", column * width / 12, row * height / 12, 10, 10)
        for row in range(12)
        for column in range(12)
    )
    words = set_line("Un plateau « à coller » de page en page", 20, 195, Lettering(BOLD, 24))
    return Drawing(width, height, (*shapes, *words), cells, alt="Un plateau")


def rendered(tile: Tile) -> Image.Image:
    """Return the tile's page as a picture, its marks over it."""
    page = Page(tile.tiling.size, tile.marks(), (Copy(1, tile.placed(), tile.own),))
    return picture_of(draw([page], PALETTE, FACTS))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_assembled_tiles_are_the_board(paper: PaperName) -> None:
    """Tiles glued in order, each over the strips of its neighbours, give the board to 8 in 255."""
    drawing = board()
    cut = tiling(drawing, PAPERS[paper], EDGE)
    wanted = picture_of(draw([on_page(drawing)], PALETTE, FACTS))
    glued = Image.new("RGB", wanted.size, "red")
    for tile in cut.tiles():
        field = tile.field
        left, top = round(cut.left * PIXELS), round(cut.top * PIXELS)
        size = round(field.width * PIXELS), round(field.height * PIXELS)
        piece = rendered(tile).crop((left, top, left + size[0], top + size[1]))
        glued.paste(piece, (round(field.x * PIXELS), round(field.y * PIXELS)))
    bands = ImageChops.difference(glued, wanted).split()
    assert (
        max(level for band in bands for level, count in enumerate(band.histogram()) if count) <= 8
    )


@pytest.mark.parametrize(
    ("paper", "width", "height", "columns", "rows", "landscape"),
    [
        pytest.param("a4", 277, 398, 1, 3, True, id="A3 board on A4"),
        pytest.param("letter", 277, 398, 2, 2, False, id="A3 board on Letter"),
        pytest.param("a4", 190, 250, 1, 1, False, id="fits"),
        pytest.param("a4", 250, 170, 1, 1, True, id="fits turned"),
        pytest.param("a3", 500, 380, 2, 1, False, id="two A3"),
    ],
)
def test_fewest_tiles(
    paper: PaperName, width: float, height: float, columns: int, rows: int, *, landscape: bool
) -> None:
    """The paper is turned where that saves pages."""
    cut = tiling(Drawing(width, height), PAPERS[paper], EDGE)
    assert (cut.columns, cut.rows, cut.size.is_landscape) == (columns, rows, landscape)


@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("size", [(277, 398), (600.05, 410.3), (283, 261)])
def test_tiles_cover_and_overlap(paper: PaperName, size: tuple[float, float]) -> None:
    """Tiles share 10 mm with the next, cover the drawing whole, and lie within the edge."""
    cut = tiling(Drawing(*size), PAPERS[paper], EDGE)
    tiles = cut.tiles()
    for tile in tiles:
        field = tile.field
        assert cut.left >= EDGE.left
        assert cut.top >= EDGE.top
        assert cut.left + field.width <= cut.size.width - EDGE.right
        assert cut.top + field.height <= cut.size.height - EDGE.bottom
        if tile.column:
            before = tiles[tile.row * cut.columns + tile.column - 1].field
            assert before.x + before.width - field.x == pytest.approx(10.0)
        if tile.row:
            before = tiles[(tile.row - 1) * cut.columns + tile.column].field
            assert before.y + before.height - field.y == pytest.approx(10.0)
    last = tiles[-1].field
    assert (last.x + last.width, last.y + last.height) == pytest.approx(size)


def test_each_cell_is_on_one_tile() -> None:
    """A cell that shows on two pages counts on the one that shows it in the end."""
    drawing = board()
    seen = [
        cell.id
        for tile in tiling(drawing, PAPERS["a4"], EDGE).tiles()
        for _, cell in Page(
            tile.tiling.size, tile.marks(), (Copy(1, tile.placed(), tile.own),)
        ).cells()
    ]
    assert sorted(seen) == sorted(cell.id for cell in drawing.cells)


def test_glue_and_cut_are_marked() -> None:
    """A tile with a neighbour right is hatched there; one with a neighbour left has a thread."""
    first, second, *_ = tiling(board(), PAPERS["letter"], EDGE).tiles()
    slanting = [s for s in first.marks().shapes if isinstance(s, Line) and s.x1 != s.x2 != s.y1]
    assert slanting
    strip = first.tiling.left + first.own.width
    assert all(min(s.x1, s.x2) >= strip - 1e-6 for s in slanting if s.y1 < 100)
    threads = [
        s for s in second.marks().shapes if isinstance(s, Line) and s.stroke.dash == "dotted"
    ]
    assert [line.x1 for line in threads] == [pytest.approx(second.tiling.left - 0.2)]


def test_hatching_stays_inside() -> None:
    """Hatching runs from edge to edge of its strip and never past it."""
    for line in hatched(Rect(10, 20, 10, 55)):
        for x, y in ((line.x1, line.y1), (line.x2, line.y2)):
            assert 10 - 1e-9 <= x <= 20 + 1e-9
            assert 20 - 1e-9 <= y <= 75 + 1e-9


def test_map_shows_where_a_tile_belongs() -> None:
    """The small map has every letter, and one tinted field: the page's own."""
    tiles = tiling(board(), PAPERS["letter"], EDGE).tiles()
    assert "".join(tile.letter for tile in tiles) == "ABCD"
    small = assembly_map(tiles[2], 12.0, BOLD)
    fields = [s for s in small.shapes if isinstance(s, Rect)]
    assert [field.fill for field in fields] == ["white", "white", "rule", "white"]
    assert small.height == 12.0


def test_too_many_tiles_are_refused() -> None:
    """A drawing of more than 26 pages is refused by its size."""
    with pytest.raises(LudokitError) as caught:
        tiling(Drawing(1500, 1500), PAPERS["a4"], EDGE)
    assert "1500 x 1500" in caught.value.worded("en")
