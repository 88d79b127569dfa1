"""Pieces on sheets: how many fit, where backs land, marks outside pieces, whichever way turned."""

from itertools import product
from typing import get_args

import pytest

from generator.errors import LudokitError
from generator.paper.imposition import Cutting, Duplex, Piece, best_grid, impose, swaps_sides
from generator.paper.page import PAPERS, Edge, Page, PaperName, turned
from generator.paper.shapes import Drawing, Line, Placed

FOOT = Edge(bottom=12.5)
Box = tuple[float, float, float, float]


def pieces(count: int, width: float = 63.0, height: float = 88.0) -> list[Piece]:
    """Return numbered pieces with backs."""
    return [
        Piece(str(n), Drawing(width, height, title=f"f{n}"), Drawing(width, height, title=f"b{n}"))
        for n in range(1, count + 1)
    ]


def box_of(placed: Placed) -> Box:
    """Return left, top, right, bottom of what is placed, as it lies on the page."""
    corners = product((0.0, placed.drawing.width), (0.0, placed.drawing.height))
    xs, ys = zip(*(turned(placed, x, y) for x, y in corners), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def seen_through(box: Box, leaf: Page, duplex: Duplex) -> Box:
    """Return where a box on the back lies as seen through the paper from the front.

    A sheet turned about its long edge keeps the distance from its short edges, and the other way
    round: that is all a printer does, whichever way the page is drawn.
    """
    left, top, right, bottom = box
    upright = leaf.size.height >= leaf.size.width
    if (duplex == "long-edge") == upright:
        return leaf.size.width - right, top, leaf.size.width - left, bottom
    return left, leaf.size.height - bottom, right, leaf.size.height - top


@pytest.mark.parametrize(
    ("paper", "width", "height", "columns", "rows", "landscape"),
    [
        pytest.param("a4", 63, 88, 3, 3, False, id="cards on A4"),
        pytest.param("letter", 63, 88, 4, 2, True, id="cards on Letter"),
        pytest.param("a3", 63, 88, 6, 3, True, id="cards on A3"),
        pytest.param("a4", 57, 87, 3, 3, False, id="small cards"),
        pytest.param("a4", 70, 120, 2, 2, False, id="tarot cards"),
        pytest.param("a4", 150, 200, 1, 1, False, id="one"),
        pytest.param("a4", 200, 150, 1, 1, True, id="one across"),
    ],
)
def test_as_many_as_fit(
    paper: PaperName,
    width: float,
    height: float,
    columns: int,
    rows: int,
    landscape: bool,  # noqa: FBT001 - a column of the table
) -> None:
    """The better orientation is taken: nine cards on A4, eight on Letter turned."""
    grid = best_grid(pieces(1, width, height), PAPERS[paper], edge=FOOT, cutting=Cutting())
    assert (grid.columns, grid.rows, grid.size.is_landscape) == (columns, rows, landscape)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", sorted(PAPERS))
@pytest.mark.parametrize("size", [(63, 88), (16, 16), (120, 60)])
def test_backs_land_on_their_fronts(
    duplex: Duplex, paper: PaperName, size: tuple[float, float]
) -> None:
    """Front and back of a piece coincide within 0.1 mm, on a partly filled last sheet too."""
    cutting = Cutting(duplex=duplex)
    per_page = best_grid(pieces(1, *size), PAPERS[paper], edge=FOOT, cutting=cutting).per_page
    leaves = impose(pieces(per_page + 2, *size), PAPERS[paper], edge=FOOT, cutting=cutting)
    assert [leaf.is_back for leaf in leaves] == [False, True, False, True]
    for front, back in zip(leaves[::2], leaves[1::2], strict=True):
        assert [slot.number for slot in front.copies] == [slot.number for slot in back.copies]
        for one, other in zip(front.copies, back.copies, strict=True):
            assert other.placed.drawing.title == one.placed.drawing.title.replace("f", "b")
            through = seen_through(box_of(other.placed), back, duplex)
            assert through == pytest.approx(box_of(one.placed), abs=0.1)


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_cut_piece_turned_like_a_page_is_upright(duplex: Duplex, paper: PaperName) -> None:
    """Cut out and turned from left to right, a piece shows its back upright."""
    front, back = impose(pieces(1), PAPERS[paper], edge=FOOT, cutting=Cutting(duplex=duplex))
    swaps_sides = (duplex == "long-edge") != front.size.is_landscape
    # Turned about the other axis the sheet puts all on its head, which the drawing undoes.
    assert back.copies[0].placed.turn == (0.0 if swaps_sides else 180.0)
    assert front.copies[0].placed.turn == 0.0


@pytest.mark.parametrize("size", [(63, 88), (120, 60), (30, 30)])
def test_folded_halves_meet(size: tuple[float, float]) -> None:
    """With `fold` the back lies beside its front; folded along the dotted line they coincide."""
    (leaf,) = impose(pieces(2, *size), PAPERS["a4"], edge=FOOT, cutting=Cutting(duplex="fold"))
    (lines,) = (
        [s for s in leaf.furniture.shapes if isinstance(s, Line) and s.stroke.dash != "solid"],
    )
    for front, back in zip(leaf.copies[::2], leaf.copies[1::2], strict=True):
        titles = front.placed.drawing.title, back.placed.drawing.title
        assert titles == (f"f{front.number}", f"b{front.number}")
        assert front.number == back.number
        one, other = box_of(front.placed), box_of(back.placed)
        beside = back.placed.turn == 0.0
        near, far = (2, 0) if beside else (3, 1)
        assert one[near] == pytest.approx(other[far], abs=0.001)
        assert one[1 - near % 2] == pytest.approx(other[1 - near % 2], abs=0.001)
        fold = one[near]
        assert any(
            pytest.approx(fold) == (line.x1 if beside else line.y1)
            and (line.x1 == line.x2) == beside
            for line in lines
        )


def test_without_backs_only_fronts() -> None:
    """With `none`, or where no piece has a back, there are leaves of fronts alone."""
    plain = [Piece("a", Drawing(63, 88))]
    cases: tuple[tuple[list[Piece], Duplex], ...] = (
        (pieces(10), "none"),
        (plain * 10, "long-edge"),
        (plain, "fold"),
    )
    for given, duplex in cases:
        leaves = impose(given, PAPERS["a4"], edge=FOOT, cutting=Cutting(duplex=duplex))
        assert not any(leaf.is_back for leaf in leaves)
        assert {copy.placed.drawing for leaf in leaves for copy in leaf.copies} == {
            piece.front for piece in given
        }


@pytest.mark.parametrize("duplex", get_args(Duplex))
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("bleed", [0.0, 2.0, 3.0, 4.0])
def test_nothing_meets_nothing_leaves(duplex: Duplex, paper: PaperName, bleed: float) -> None:
    """Pieces and their bleeds stay apart and within the edge; cut marks stay off every piece."""
    cutting = Cutting(bleed, duplex)
    for leaf in impose(pieces(9), PAPERS[paper], edge=FOOT, cutting=cutting):
        # Turned over about its foot, a back has at its head what its front has below.
        is_over = leaf.is_back and not swaps_sides(leaf.size, cutting)
        head, foot = (12.5, 5.0) if is_over else (5.0, 12.5)
        boxes = [box_of(slot.placed) for slot in leaf.copies]
        for number, (left, top, right, bottom) in enumerate(boxes):
            assert left - bleed >= 5.0 - 1e-6
            assert top - bleed >= head - 1e-6
            assert right + bleed <= leaf.size.width - 5.0 + 1e-6
            assert bottom + bleed <= leaf.size.height - foot + 1e-6
            for other in boxes[:number]:
                apart = max(other[0] - right, left - other[2], other[1] - bottom, top - other[3])
                is_pair = duplex == "fold" and apart == pytest.approx(0)
                assert is_pair or apart >= 2 * bleed - 1e-6
        for line in (s for s in leaf.furniture.shapes if isinstance(s, Line)):
            if line.stroke.dash == "solid":
                assert not any(_crosses(line, box) for box in boxes)
                assert min(line.x1, line.y1) >= 5.0
                assert line.x2 <= leaf.size.width - 5.0
                assert line.y2 <= leaf.size.height - 12.5


def _crosses(line: Line, box: Box) -> bool:
    """Tell whether a line runs into the inside of a box."""
    left, top, right, bottom = box
    return (
        min(line.x2, right) - max(line.x1, left) > -1e-6
        and min(line.y2, bottom) - max(line.y1, top) > -1e-6
    )


def test_every_cut_is_marked_at_both_ends() -> None:
    """Each straight cut through the sheet has a mark before the first piece and after the last."""
    (leaf,) = impose(pieces(9), PAPERS["a4"], edge=FOOT, cutting=Cutting(duplex="none"))
    boxes = [box_of(slot.placed) for slot in leaf.copies]
    lines = [s for s in leaf.furniture.shapes if isinstance(s, Line)]
    top, bottom = min(box[1] for box in boxes), max(box[3] for box in boxes)
    for x in sorted({round(edge, 3) for box in boxes for edge in (box[0], box[2])}):
        marks = [line for line in lines if line.x1 == line.x2 == pytest.approx(x, abs=0.001)]
        assert any(line.y2 < top for line in marks)
        assert any(line.y1 > bottom for line in marks)
        assert all(line.y2 - line.y1 >= 1.5 - 1e-6 for line in marks)


def test_gutters_are_marked() -> None:
    """Where there is space between pieces for their bleeds the cuts are marked in it too."""
    (leaf,) = impose(pieces(8), PAPERS["a4"], edge=FOOT, cutting=Cutting(3.0, duplex="none"))
    boxes = [box_of(slot.placed) for slot in leaf.copies]
    inner = [
        line
        for line in leaf.furniture.shapes
        if isinstance(line, Line) and min(b[1] for b in boxes) < line.y1 < max(b[3] for b in boxes)
    ]
    assert len([line for line in inner if line.x1 == line.x2]) >= 4


def test_last_sheet_keeps_the_grid() -> None:
    """A partly filled last sheet has its pieces and marks where a full one has them."""
    first, _, last, _ = impose(pieces(10), PAPERS["a4"], edge=FOOT, cutting=Cutting())
    assert box_of(last.copies[0].placed) == box_of(first.copies[0].placed)
    assert last.furniture == first.furniture


def test_bleed_is_clipped() -> None:
    """A straight piece shows its trimmed size and the bleed asked for, no more."""
    front, back = impose(pieces(1), PAPERS["a4"], edge=FOOT, cutting=Cutting(bleed=2.0))
    for leaf in (front, back):
        clip = leaf.copies[0].placed.clip
        assert clip is not None
        assert (clip.x, clip.y, clip.width, clip.height) == (-2.0, -2.0, 67.0, 92.0)


def test_piece_too_large_is_named() -> None:
    """A piece that no sheet holds is refused by its name, its size and the paper."""
    with pytest.raises(LudokitError) as caught:
        impose(pieces(1, 300, 400), PAPERS["a4"], edge=FOOT, cutting=Cutting())
    told = caught.value.worded("en")
    assert "'1'" in told
    assert "300 x 400" in told
    assert "a4" in told


def test_pieces_of_two_sizes_are_refused() -> None:
    """Cut marks are right for one size only: two sizes in a run are a mistake of the caller."""
    with pytest.raises(ValueError, match="one size"):
        impose([*pieces(1), *pieces(1, 20, 20)], PAPERS["a4"], edge=FOOT, cutting=Cutting())


def test_no_pieces_no_leaves() -> None:
    """Nothing to cut out takes no paper."""
    assert impose([], PAPERS["a4"], edge=FOOT, cutting=Cutting()) == ()
