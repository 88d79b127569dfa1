"""Signs by which a camera finds a sheet: on white paper, off cells and cuts, read on copies."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest
import zxingcpp
from PIL import Image

from generator.errors import LudokitError
from generator.game import game_names
from generator.paper.page import PAPERS, Extents, Page, PaperName
from generator.paper.palette import Ink
from generator.paper.shapes import Line
from generator.printables.context import Options
from generator.printables.fiducials import MARKERS, SheetCode, printable_digits
from generator.printables.kinds.sheet import SheetEntry
from generator.printables.planning import entries, plan
from tests.printables.copier import PIXELS, copied, pictures
from tests.shipped import load, printed

SHEETS = [
    (game, name)
    for game in game_names()
    for name, found in entries(load(game)).items()
    if isinstance(found, SheetEntry)
]
# What is read, crossed or counted on, and therefore photographed.
SIGNED = [
    *(("qwinto", "score-sheets"), ("crowns", "pencil-boards"), ("crowns", "score-sheets")),
    *(("boite", "score-sheets"), ("yams", "score-sheets"), ("dental", "pencil-charts")),
    *(("dental", "dentition-charts"), ("doce", "play-sheets"), ("doce", "score-track")),
    *(("course-a-20", "score-sheets"), ("sti", "life-tracks"), ("sti", "life-sheet")),
]
MOST_SIDE, FROM_CUT, FROM_CELL, EDGE = 9.0, 1.0, 0.5, 5.0


def variants() -> Iterator[tuple[str, str, Options]]:
    """Yield every sheet on each paper, in large type, and with each number on a page."""
    for (game, name), paper in product(SHEETS, PAPERS):
        found = entries(load(game))[name]
        assert isinstance(found, SheetEntry)
        for per_page in (None, *found.per_page):
            yield game, name, Options(paper=paper, per_page=per_page)
        yield game, name, Options(paper=paper, large=True)


def planned(game: str, name: str, options: Options) -> tuple[Page, ...]:
    """Return the pages, none where so many do not fit."""
    with suppress(LudokitError):
        return plan(load(game), name, options)
    return ()


def dots_of(game: str, name: str, options: Options) -> list[Image.Image]:
    """Return the pages of a printable in grey, as a copier takes them."""
    pdf = printed(game, name, options).pdf or b""
    return [picture for _, picture, _ in pictures(pdf, range(9))]


@pytest.mark.parametrize(("game", "name"), SIGNED)
def test_every_sheet_that_is_filled_in_has_signs(game: str, name: str) -> None:
    """Each copy, or the whole page where none is cut off, has a sign in each corner and a code."""
    for page in planned(game, name, Options(copies=2)):
        named = {sign.copy for sign in page.signs}
        assert len(named) in {1, len(page.copies)}
        for copy in named:
            of = [sign for sign in page.signs if sign.copy == copy]
            assert [sign.corner for sign in of] == [0, 1, 2, 3, 4]
            top_left, top_right, low_right, low_left, _ = of
            assert top_left.x < top_right.x
            assert low_left.x < low_right.x
            assert top_left.y < low_left.y
            assert top_right.y < low_right.y


@pytest.mark.few(30)
@pytest.mark.parametrize(("game", "name", "options"), [*variants()], ids=str)
def test_signs_lie_on_white_paper(game: str, name: str, options: Options) -> None:
    """Where a sign is the sheet without signs is white; cells, cuts and the margin are off it."""
    pages = planned(game, name, options)
    assert not pages or (game, name) not in SIGNED or any(page.signs for page in pages)
    for page, plain in zip(
        pages,
        planned(game, name, replace(options, no_signs=True)),
        strict=True,
    ):
        assert [*page.cells()] == [*plain.cells()]
        assert not plain.signs
        extents = Extents()
        lines = [one for one in page.furniture.shapes if isinstance(one, Line)]
        cuts = [extents.shape(one) for one in lines if one.stroke.dash == "dotted"]
        for sign in page.signs:
            right, low = sign.x + sign.side, sign.y + sign.side
            assert sign.side <= MOST_SIDE
            assert min(sign.x, sign.y) >= EDGE - 0.01
            assert right <= page.size.width - EDGE + 0.01
            assert low <= page.size.height - EDGE + 0.01
            for _, cell in page.cells():
                beside = max(cell.x - right, sign.x - cell.x - cell.width)
                assert max(beside, cell.y - low, sign.y - cell.y - cell.height) >= FROM_CELL
            for cut in filter(None, cuts):
                beside = max(cut.left - right, sign.x - cut.right)
                assert max(beside, cut.top - low, sign.y - cut.bottom) >= FROM_CUT


@pytest.mark.few(6)
@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), SIGNED)
def test_without_signs_the_paper_is_white_there(game: str, name: str) -> None:
    """Nothing of the sheet is covered: without signs their places, and a rim, are blank."""
    page = planned(game, name, Options("en"))[0]
    blank = dots_of(game, name, Options("en", no_signs=True))[0]
    dots = np.asarray(blank)
    for sign in page.signs:
        rows, columns = (
            slice(round((start - 0.4) * PIXELS), round((start + sign.side + 0.4) * PIXELS))
            for start in (sign.y, sign.x)
        )
        assert dots[rows, columns].min() > 245


@pytest.mark.few(6)
@pytest.mark.slow
@pytest.mark.parametrize("ink", ["colour", "grey", "outline"])
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize(("game", "name"), SIGNED[:9])
def test_a_copy_of_a_copy_is_still_known(game: str, name: str, ink: Ink, *, large: bool) -> None:
    """Black where it was darker than half, twice: each sign and each code is read in its place."""
    options = Options("en", ink=ink, large=large)
    pages = planned(game, name, options)
    for page, seen in zip(pages, dots_of(game, name, options), strict=True):
        dots = np.asarray(copied(copied(seen)))
        assert signs_on(dots) == sorted(
            (one.corner, round(one.x + one.side / 2), round(one.y + one.side / 2))
            for one in page.signs
            if one.corner < len(MARKERS)
        )
        codes = [one for one in page.signs if one.corner == len(MARKERS)]
        assert len(codes_on(dots)) == len(codes)
        assert {code.copy for code in codes_on(dots)} == {one.copy for one in codes}


def signs_on(dots: np.ndarray) -> list[tuple[int, int, int]]:
    """Return the corner signs on a page: which they are, and their middles in mm."""
    every = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    how = cv2.aruco.DetectorParameters()
    how.minMarkerPerimeterRate = 0.01
    corners, numbers, _ = cv2.aruco.ArucoDetector(every, how).detectMarkers(dots)
    middles = [one.reshape(4, 2).mean(axis=0) / PIXELS for one in corners]
    found = zip([] if numbers is None else numbers.ravel().tolist(), middles, strict=True)
    return sorted((number, round(x), round(y)) for number, (x, y) in found)


def codes_on(dots: np.ndarray) -> list[SheetCode]:
    """Return what the codes on a page say."""
    found = zxingcpp.read_barcodes(dots, formats=zxingcpp.BarcodeFormat.DataMatrix)
    codes = [SheetCode.read(one.text) for one in found]
    return [code for code in codes if code is not None]


def test_a_code_says_what_the_sheet_is_and_no_name() -> None:
    """Page and copy are counted; what moves cells changes it, ink, names and copies do not."""
    options = Options("en", names=("Ana", "Ben", "Cleo", "Dan"))
    codes = [codes_on(np.asarray(one)) for one in dots_of("qwinto", "score-sheets", options)]
    assert [[(one.page, one.copy, one.place) for one in page] for page in codes] == [
        [(1, 1, 1), (1, 3, 2), (1, 5, 3)],
        [(2, 2, 1), (2, 4, 2), (2, 6, 3)],
    ]
    (named,) = {one.printable for page in codes for one in page}
    usual = Options("en")
    assert named == printable_digits("score-sheets", usual)
    for same in (replace(usual, ink="grey"), replace(usual, copies=9), options):
        assert printable_digits("score-sheets", same) == named
    for other in ({"paper": "letter"}, {"large": True}, {"font": "dyslexia"}, {"per_page": 2}):
        assert printable_digits("score-sheets", replace(usual, **other)) != named
    assert printable_digits("pencil-boards", usual) != named


@pytest.mark.parametrize(
    "digits", ["", "1" * 23, "2" * 24, "1" * 25, "１" * 24, "1" * 23 + "x", "²" * 24]
)
def test_what_is_no_code_of_ours_is_none(digits: str) -> None:
    """Another's Data Matrix is left alone, whatever stands in it."""
    assert SheetCode.read(digits) is None


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_code_is_read_as_it_was_written(paper: PaperName) -> None:
    """Its numbers come back, up to the largest pile."""
    code = SheetCode("0042", printable_digits("x", Options(paper=paper)), "9999", 999, 9999, 8)
    assert SheetCode.read(code.digits()) == code
