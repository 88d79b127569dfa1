"""Where things lie on a page once they are moved, scaled, turned and clipped."""

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.paper.page import PAPERS, Cells, Copy, Page, all_cells, placed_cells, turned
from generator.paper.shapes import CellBox, Drawing, Placed, Rect, to_mm, to_points

CELL = CellBox("Y3", "J3", 2, 1, 4, 2)
SHEET = Drawing(20, 10, cells=(CELL,))
LENGTHS = st.floats(-300, 300)


def box(cell: CellBox) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a cell."""
    return cell.x, cell.y, cell.width, cell.height


@pytest.mark.parametrize(
    ("placed", "expected"),
    [
        pytest.param(Placed(SHEET, 10, 20), (12, 21, 4, 2), id="moved"),
        pytest.param(Placed(SHEET, 10, 20, scale=2), (14, 22, 8, 4), id="scaled"),
        pytest.param(Placed(SHEET, 10, 20, turn=90), (7, 22, 2, 4), id="turned right"),
        pytest.param(Placed(SHEET, 10, 20, turn=180), (4, 17, 4, 2), id="upside down"),
        pytest.param(Placed(SHEET, 10, 20, turn=270), (11, 14, 2, 4), id="turned left"),
        pytest.param(Placed(SHEET, 10, 20, clip=Rect(0, 0, 10, 10)), (12, 21, 4, 2), id="shown"),
    ],
)
def test_cells_move_with_their_drawing(
    placed: Placed, expected: tuple[float, float, float, float]
) -> None:
    """A cell lies where its drawing was put, with its id and label."""
    (cell,) = placed_cells(placed, SHEET.cells)
    assert box(cell) == pytest.approx(expected)
    assert (cell.id, cell.label) == ("Y3", "J3")


@given(x=LENGTHS, y=LENGTHS, turn=st.floats(-360, 360), scale=st.floats(0.1, 4))
def test_turning_keeps_shapes(x: float, y: float, turn: float, scale: float) -> None:
    """Distances grow with the scale alone, and the top left stays where it was put."""
    placed = Placed(SHEET, 7, 9, turn=turn, scale=scale)
    assert turned(placed, 0, 0) == pytest.approx((7, 9))
    left, top = turned(placed, x, y)
    assert hypot(left - 7, top - 9) == pytest.approx(scale * hypot(x, y), abs=1e-6)


@given(turn=st.floats(-360, 360))
def test_a_turned_cell_lies_in_its_box(turn: float) -> None:
    """The box of a turned cell holds all its corners, however far it is turned."""
    placed = Placed(SHEET, 50, 50, turn=turn)
    (cell,) = placed_cells(placed, SHEET.cells)
    for corner_x in (2, 6):
        for corner_y in (1, 3):
            x, y = turned(placed, corner_x, corner_y)
            assert cell.x - 1e-9 <= x <= cell.x + cell.width + 1e-9
            assert cell.y - 1e-9 <= y <= cell.y + cell.height + 1e-9


def test_cells_of_drawings_in_drawings() -> None:
    """Cells are found at any depth, each where it ends up."""
    inner = Drawing(40, 40, (Placed(SHEET, 5, 5),), cells=(CellBox("a", "a", 0, 0, 1, 1),))
    outer = Drawing(80, 80, (Placed(inner, 10, 20, scale=2),))
    found = {cell.id: box(cell) for cell in all_cells(outer)}
    assert found == {"a": (10, 20, 2, 2), "Y3": pytest.approx((24, 32, 8, 4))}


def test_cells_are_looked_for_once() -> None:
    """Cells found once are those of each drawing, in its own tuple where they all are its own."""
    known, row = Cells(), tuple(CellBox(f"c{n}", "", 4 * n, 0, 4, 4) for n in range(5))
    named = [Drawing(90, 90, (Placed(Drawing(9, 9), n, n),), row) for n in range(3)]
    outer = Drawing(90, 90, (Placed(SHEET, 5, 5), Placed(named[0], 1, 2, 90.0)), row)
    assert all(known.of(one) is row for one in named)
    assert known.of(outer) == (*all_cells(outer),)
    assert len(known.of(outer)) == 11


def test_a_cell_shows_on_one_of_two_tiles() -> None:
    """Where a drawing is cut into tiles, a cell counts on the tile that shows its middle."""
    row = tuple(CellBox(f"c{n}", "", 4 * n, 0, 4, 4) for n in range(5))
    board = Drawing(20, 4, cells=row)
    left, right = Rect(0, 0, 9, 4), Rect(9, 0, 11, 4)
    tiles = [Placed(board, 0, 0, clip=clip) for clip in (left, right)]
    found = [[cell.id for cell in placed_cells(tile, row)] for tile in tiles]
    assert found == [["c0", "c1"], ["c2", "c3", "c4"]]


def test_cells_of_a_page_are_counted_by_copy() -> None:
    """A page yields the cells of each copy with its number; furniture is drawn last."""
    copies = (Copy(4, Placed(SHEET, 0, 0)), Copy(5, Placed(SHEET, 0, 50)))
    page = Page(PAPERS["a4"], Drawing(210, 297), copies)
    assert [(number, cell.id, cell.y) for number, cell in page.cells()] == [
        (4, "Y3", 1),
        (5, "Y3", 51),
    ]
    assert page.placed()[-1].drawing == page.furniture


def test_papers() -> None:
    """Sheets have the sizes of their standards, and lie on their side when turned."""
    found = {name: (paper.width, paper.height) for name, paper in PAPERS.items()}
    assert found == {"a4": (210, 297), "letter": (215.9, 279.4), "a3": (297, 420)}
    lying = PAPERS["a4"].turned()
    assert (lying.width, lying.height, lying.name) == (297, 210, "a4")
    assert lying.is_landscape
    assert not PAPERS["a4"].is_landscape


@given(st.floats(0, 1000))
def test_units(length: float) -> None:
    """An inch is 72 points, and converting there and back changes nothing."""
    assert to_points(25.4) == pytest.approx(72)
    assert to_mm(to_points(length)) == pytest.approx(length)
