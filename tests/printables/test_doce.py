"""DOCE on paper: board, two-sided pieces, play sheets, score track and record form, measured."""

import json
from collections import Counter
from typing import Any

import pytest
from PIL import Image, ImageOps

from generator.errors import LudokitError
from generator.game.parts import Squares, Tiles
from generator.make import make
from generator.paper.imposition import Duplex
from generator.paper.page import Page
from generator.paper.palette import lightness_of
from generator.paper.shapes import HEAVY, THREAD, Drawing, Line, Placed, Polygon, Rect
from generator.printables.context import Context, Options, palette
from generator.printables.kinds.pieces import SPARE, TilesEntry
from generator.printables.planning import entry, plan
from tests.render.drawings import all_shapes, words_of
from tests.render.measured import picture_of, texts
from tests.shipped import load

SQUARE = 20.0
PIXELS = 10  # a millimetre
EDGE = 0.3


def paper(name: str, options: Options) -> tuple[bytes, list[Any]]:
    """Return the PDF and the cells of its boxes file."""
    pdf, boxes = make(load("doce"), name, options).files.values()
    return pdf, json.loads(boxes)["cells"]


@pytest.mark.parametrize("size", ["a4", "letter", "a3"])
@pytest.mark.parametrize("large", [False, True])
def test_squares_take_dice_and_tiles(size: Any, large: bool) -> None:  # noqa: ANN401, FBT001 - columns
    """The 25 squares of the board are 20 mm or more, and the tiles of the same print fit them."""
    options = Options(paper=size, large=large)
    board = load("doce").part("board", Squares)
    _, cells = paper("board", options)
    mine = [c for c in cells if c["id"] in board.cell_ids()]
    assert [c["id"] for c in mine] == list(board.cell_ids())
    assert board.cell_ids()[:2] == ("A1", "B1")
    least = min(min(c["width"], c["height"]) for c in mine)
    assert least >= SQUARE
    pages = plan(load("doce"), "pieces", options)
    assert max(c.placed.drawing.width for p in pages for c in p.copies) <= least


def test_pieces_are_the_games() -> None:
    """Two sets of 33 tiles, a blocker and a marker lie on the fronts, two counters in a quarter."""
    wanted = Counter(f"{t.colour} {t.front}" for t in load("doce").part("pieces", Tiles).tiles())
    pages = plan(load("doce"), "pieces", Options())
    fronts = [c.placed.drawing for p in pages if not p.is_back for c in p.copies]
    found = Counter(one.title for one in fronts if not one.title.endswith(SPARE))
    assert sum(wanted.values()) == 2 * (33 + 1 + 1 + 2)
    for colour in ("black", "pale"):
        assert wanted.pop(f"{colour} counter") == 2
        assert found.pop(f"{colour} counter") == 1
    assert found == wanted
    (four, *_) = [one for one in fronts if one.title.endswith("counter")]
    quarters = [one for one in four.shapes if isinstance(one, Placed)]
    assert [one.drawing.width for one in quarters] == [four.width / 2] * 4
    assert sum(isinstance(one, Line) and one.stroke == THREAD for one in four.shapes) == 2


@pytest.mark.parametrize(("size", "sets"), [("a4", 1), ("letter", 1), ("a3", 3)])
def test_pieces_fill_the_page_row_by_row(size: Any, sets: int) -> None:  # noqa: ANN401 - a column
    """A row is full and one player's; as many sets lie on a page as fit, nothing is cut round."""
    game, options = load("doce"), Options(paper=size)
    pages = plan(game, "pieces", options)
    rows: dict[float, list[str]] = {}
    for copy in pages[0].copies:
        rows.setdefault(copy.placed.y, []).append(copy.placed.drawing.title.split()[0])
    assert {len(row) for row in rows.values()} == {len(rows[min(rows)])}
    assert all(len({*row}) == 1 for row in rows.values())
    side = pages[0].copies[0].placed.drawing.width
    foot = pages[0].size.height - 21
    assert foot - 2 * side < max(rows) + side
    tiles = entry(game, "pieces")
    assert isinstance(tiles, TilesEntry)
    work = tiles.finishing(Context(game, "pieces", options), pages)
    assert work.copies_per_page == sets
    assert work.cuts == len(rows) + len(rows[min(rows)]) + 2 + 2 * 2 * sets


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("duplex", "large"),
    [
        ("long-edge", False),
        ("short-edge", True),
        pytest.param("long-edge", True, marks=pytest.mark.long),
        pytest.param("short-edge", False, marks=pytest.mark.long),
    ],
)
def test_backs_meet_their_fronts(duplex: Duplex, large: bool) -> None:  # noqa: FBT001 - a column
    """Turned over either edge each back lies within 0.1 mm of its front, on every page."""
    options = Options(duplex=duplex, large=large)
    pages = plan(load("doce"), "pieces", options)
    pdf, _ = paper("pieces", options)
    sides = {(t.front, t.back) for t in load("doce").part("pieces", Tiles).tiles()}
    for number in range(0, len(pages), 2):
        front, back = pages[number], pages[number + 1]
        turned = over(picture_of(pdf, page=number + 1), front, duplex)
        shown = picture_of(pdf, page=number)
        for one, other in zip(front.copies, back.copies, strict=True):
            assert one.number == other.number
            names = [copy.placed.drawing.title.split()[1] for copy in (one, other)]
            assert tuple(names) in {(SPARE, SPARE), *((str(a), str(b)) for a, b in sides)}
            box = corners(one.placed.x, one.placed.y, one.placed.drawing.width)
            ink = [inked(picture.crop(box)) for picture in (shown, turned)]
            # A back on its head shows the other side of an outline that is not symmetric.
            assert ink[0] == pytest.approx(ink[1], abs=1 if duplex == "long-edge" else 3)
            if duplex == "short-edge" and not front.size.is_landscape:
                at = (other.placed.x - one.placed.drawing.width, front.size.height - other.placed.y)
                assert at == pytest.approx((one.placed.x, one.placed.y))


def over(back: Image.Image, front: Page, duplex: Duplex) -> Image.Image:
    """Turn a back over as the printer does: seen through the paper from the front."""
    across = (duplex == "long-edge") != front.size.is_landscape
    return ImageOps.mirror(back) if across else ImageOps.flip(back)


def corners(x: float, y: float, side: float) -> tuple[int, int, int, int]:
    """Return a piece's field in pixels, without what its neighbours draw on their edges."""
    edges = (x + EDGE, y + EDGE, x + side - EDGE, y + side - EDGE)
    return tuple(round(v * PIXELS) for v in edges)  # type: ignore[return-value]


def inked(picture: Image.Image) -> tuple[int, int, int, int]:
    """Return where the outline of a piece lies."""
    dark = picture.convert("L").point(lambda value: 255 if value < 128 else 0)
    box = dark.getbbox()
    assert box is not None
    return box


def test_folded_pieces_have_their_backs_beside_them() -> None:
    """Folded, each back stands beside its front."""
    pages = plan(load("doce"), "pieces", Options(duplex="fold"))
    assert not any(page.is_back for page in pages)
    numbers = Counter(copy.number for page in pages for copy in page.copies)
    assert {*numbers.values()} == {2}
    assert len(numbers) == 2 * (33 + 1 + 1 + 1)
    assert all("collez dos à dos" in words_of(page.furniture) for page in pages)


def test_backs_say_that_they_are() -> None:
    """A page of backs says so at its head."""
    front, back = (words_of(page.furniture) for page in plan(load("doce"), "pieces", Options()))
    assert "(verso)" in back
    assert "(verso)" not in front


def test_pieces_without_backs_can_be_played() -> None:
    """Printed on one side, there are as many tiles of every number as two-sided ones show."""
    pages = plan(load("doce"), "pieces", Options(duplex="none"))
    assert not any(page.is_back for page in pages)
    titles = [copy.placed.drawing.title for page in pages for copy in page.copies]
    for colour in ("black", "pale"):
        assert [titles.count(f"{colour} {number}") for number in range(1, 7)] == [11] * 6
        assert [titles.count(f"{colour} {one}") for one in ("blocker", "marker")] == [1, 1]
        assert titles.count(f"{colour} counter") == 1


def test_tiles_fit_the_places_of_the_board() -> None:
    """A tile lies within the inner square of its place, the marker turned within the place."""
    (page,) = plan(load("doce"), "board", Options())
    tile = max(
        c.placed.drawing.width for p in plan(load("doce"), "pieces", Options()) for c in p.copies
    )
    shapes = all_shapes(page.copies[0].placed.drawing)
    squares = [shape.width for shape in shapes if isinstance(shape, Rect)]
    assert sum(side == pytest.approx(23.0) for side in squares) == 25
    assert tile <= 23.0
    places = [cell.width for _, cell in page.cells()]
    assert tile * 2**0.5 <= min(places)


@pytest.mark.few(1)
@pytest.mark.parametrize("colour", ["black", "pale"])
def test_tiles_are_not_flooded(colour: str) -> None:
    """A tile is white but for a band of its colour: its ink covers a third of it at most."""
    pieces = plan(load("doce"), "pieces", Options())[0].copies
    (tile, *_) = [c.placed for c in pieces if c.placed.drawing.title == f"{colour} 1"]
    drawn = picture_of(paper("pieces", Options())[0])
    inside = drawn.crop(corners(tile.x, tile.y, tile.drawing.width)).convert("L")
    assert sum(value < 128 for value in inside.tobytes()) < inside.width * inside.height / 3


def test_players_are_told_apart_without_colour() -> None:
    """The two colours differ by shape, and by 20 steps of lightness in grey."""
    head = load("doce").head
    assert {head.colours[c].shape for c in ("black", "pale")} == {"square", "circle"}
    inks = palette(load("doce"), "grey")
    assert abs(lightness_of(inks.fill("black")) - lightness_of(inks.fill("pale"))) >= 20


def test_piece_pages_warn_of_small_parts() -> None:
    """Every page of pieces says that small parts are not for the youngest."""
    assert all("36 mois" in page for page in texts(paper("pieces", Options())[0]))


@pytest.mark.parametrize("per_page", [1, 2, 4])
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_play_sheets_are_whole(per_page: int, size: Any) -> None:  # noqa: ANN401 - a column
    """Each round has a grid to write in, eleven boxes a player, a blocker each and the points.

    Above them stand once the names, the points of every round and their totals.
    """
    _, cells = paper("play-sheets", Options(per_page=per_page, paper=size))
    wanted = set(load("doce").part("board", Squares).cell_ids())
    wanted |= {f"dice.{who}.{n}" for who in ("black", "pale") for n in range(1, 12)}
    wanted |= {"blocker.black.1", "blocker.pale.1", "round", "won", "score.total"}
    parts = [*(f"round{number}" for number in range(1, 5)), "total"]
    match = {f"score.{part}.{who}" for part in parts for who in ("black", "pale")}
    assert sorted(c["id"] for c in cells if c["id"] in match | {"black", "pale", "date"}) == sorted(
        match | {"black", "pale", "date"}
    )
    for copy in range(1, per_page + 1):
        ids = [c["id"] for c in cells if c["copy"] == copy]
        assert wanted <= set(ids)
        assert len(ids) == len(set(ids))
    assert min(c["width"] for c in cells if c["id"] in {"A1", "E5"}) >= 11
    ticks = [c for c in cells if c["id"].startswith(("dice.", "blocker."))]
    assert min(min(c["width"], c["height"]) for c in ticks) >= 8


def test_play_sheets_have_one_left_edge() -> None:
    """The names, the grids and the footer of a match begin at one edge, in large as well."""
    for large in (False, True):
        pages = plan(load("doce"), "play-sheets", Options(large=large))
        assert len(pages) == (4 if large else 1)
        for page in pages:
            placed = [one for one in page.furniture.shapes if isinstance(one, Placed)]
            (foot,) = [one.x for one in placed if one.drawing.role == "footer"]
            assert min(copy.placed.x for copy in page.copies) == pytest.approx(foot)


@pytest.mark.parametrize("name", ["board", "play-sheets", "score-track"])
def test_sheets_of_nobody_take_no_names(name: str) -> None:
    """A sheet without a line for a name says so instead of leaving the names out."""
    with pytest.raises(LudokitError) as caught:
        plan(load("doce"), name, Options(names=("Léa",)))
    assert "no line for a name" in caught.value.worded("en")


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_boxes_for_hundreds_stand_in_line_with_the_dice(size: Any) -> None:  # noqa: ANN401 - a column
    """On the score track a player's box for 100 has the size and the height of those for dice."""
    _, cells = paper("score-track", Options(paper=size))
    boxes = {c["id"]: (c["y"], c["width"], c["height"]) for c in cells}
    for colour in ("black", "pale"):
        assert boxes[f"hundred.{colour}.1"] == pytest.approx(boxes[f"dice.{colour}.1"], abs=0.01)


@pytest.mark.parametrize("name", ["pieces", "board"])
def test_things_are_drawn_beside_their_words(name: str) -> None:
    """The marked die and the blocker are told on the first page, each beside its picture."""
    (page, *_) = plan(load("doce"), name, Options())
    drawings = [page.furniture, *(copy.placed.drawing for copy in page.copies)]
    said = " ".join(map(words_of, drawings))
    shown = [one.drawing.title for each in drawings for one in placed(each)]
    for key in ("marked", "blocker"):
        text = load("doce").sentences_in("fr").texts[f"{name}.{key}"]
        assert "".join(text.split()) in "".join(said.split())
        assert f"tile-{key}" in shown


def placed(drawing: Drawing) -> list[Placed]:
    """Return all that is laid down on a drawing, however deep."""
    here = [shape for shape in drawing.shapes if isinstance(shape, Placed)]
    return [*here, *(one for each in here for one in placed(each.drawing))]


def test_squares_to_write_in_are_named_at_the_edges() -> None:
    """No square of a play sheet bears its name, which its cell keeps; those of the board do."""
    for name, is_named in (("play-sheets", False), ("board", True)):
        (page,) = plan(load("doce"), name, Options())
        drawing = page.copies[-1].placed.drawing
        assert ("E5" in words_of(drawing)) is is_named
        assert "E5" in {cell.id for _, cell in page.cells()}


def test_every_ten_stands_out() -> None:
    """The steps of 0, 10, 20... on the score track are tinted, and have a heavier line."""
    (page,) = plan(load("doce"), "score-track", Options())
    steps = [one for one in all_shapes(page.copies[0].placed.drawing) if isinstance(one, Polygon)]
    assert sum(one.fill == "accent.tint" for one in steps) == 10
    assert sum(one.stroke == HEAVY for one in steps) == 11


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_large_pieces_of_a_player_lie_on_one_page(size: Any) -> None:  # noqa: ANN401 - a column
    """Large tiles are rather smaller than go on to pages that are nearly empty."""
    pages = plan(load("doce"), "pieces", Options(paper=size, large=True))
    assert [page.is_back for page in pages] == [False, True] * 2
