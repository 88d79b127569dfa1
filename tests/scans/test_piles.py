"""A pile of pictures: several sheets on one, upside down, scans, strange pictures, half a sheet."""

import json
from io import BytesIO
from pathlib import Path
from random import Random

import numpy as np
import pikepdf
import pytest
from PIL import Image

from generator.paper.page import Page, all_cells
from generator.printables.context import Options
from generator.printables.planning import plan
from generator.render.preview import MOST_SIDE
from generator.scans.picture_files import (
    MOST_SEEN,
    PictureFile,
    pictures_in,
    pictures_of,
)
from generator.scans.piles import ReadSheet, SheetReader
from tests.scans import simulated
from tests.scans.filled_pages import PEN, TOKENS, as_file, boards, filled
from tests.scans.read_back import reader
from tests.shipped import load, printed

# The paper about a board, in mm.
RIM = 20.0


def told(data: bytes, name: str = "a.jpg") -> list[str]:
    """Return why nothing was read of a picture, by the keys of what is said."""
    found = [one for file in pictures_of(name, data) for one in reader().read_picture(file)]
    return ["" if isinstance(one, ReadSheet) else one.key for one in found]


@pytest.mark.parametrize("turned", range(4))
def test_several_sheets_are_read_however_they_lie(turned: int) -> None:
    """Two boards on one picture, upright, on a side or upside down: each with its own marks."""
    read = {
        one.rectified.code.copy: one.papers[0].typed
        for one in reader().read(boards(turned=turned))
        if isinstance(one, ReadSheet)
    }
    assert read == {1: {}, 2: dict.fromkeys(TOKENS, "x")}


@pytest.mark.parametrize(
    ("game", "printable", "options", "cells", "typed"),
    [
        ("crowns", "pencil-boards", {"large": True}, ["3x3"], {"3x3": "x"}),
        ("dental", "pencil-charts", {}, ["t3.yellow", "t3.red", "t5.black"], {"t3": "red"}),
        ("dental", "pencil-charts", {"paper": "letter"}, ["t9.orange"], {"t9": "orange"}),
        ("yams", "score-sheets", {"per_page": 3}, ["ones"], {"ones": "?"}),
        ("qwinto", "score-sheets", {"per_page": 8}, ["O3", "miss.1"], {"O3": "?", "miss.1": "x"}),
        ("boite", "score-sheets", {"font": "dyslexia"}, ["round2.f7"], {"round2.f7": "x"}),
        ("sti", "life-sheet", {}, ["round1.life.20"], {"life.20": "x"}),
    ],
)
def test_marks_become_what_the_record_has(
    game: str, printable: str, options: dict[str, object], cells: list[str], typed: dict[str, str]
) -> None:
    """The last box of a tooth counts, numbers are asked for, whatever the sheet's layout."""
    page = filled(game, printable, Options("en", **options), *((1, cell) for cell in cells))  # type: ignore[arg-type] # options by name
    every = SheetReader({game: lambda: load(game)}).read(page)
    first = next(one for one in every if isinstance(one, ReadSheet) and one.papers[0].typed)
    assert typed.items() <= first.papers[0].typed.items()
    asked = {one.cell for one in first.papers[0].questions}
    assert asked == {cell for cell, text in first.papers[0].typed.items() if text == "?"}


def test_a_large_chart_has_its_signs_on_the_tiles_at_its_corners() -> None:
    """Of a chart in three tiles the first and the last carry the signs; the middle one has none."""
    made = printed("dental", "pencil-charts", Options("en", large=True))
    boxes = json.loads(next(d for n, d in made.files.items() if n.endswith(".boxes.json")))
    assert {one["page"] for one in boxes["signs"]} == {1, 3}
    assert {one["sign"] for one in boxes["signs"]} >= {"top-left", "bottom-right", "code"}


def glued(pages: tuple[Page, ...], pdf: bytes) -> simulated.Image:
    """Return a board as it is glued of tiles printed one above another, with paper about it."""
    board = pages[0].copies[0].placed.drawing
    sides = (round((side + 2 * RIM) * simulated.DPMM) for side in (board.height, board.width))
    whole: simulated.Image = np.full(tuple(sides), 255, np.uint8)
    for number, page in enumerate(pages):
        (copy,) = page.copies
        own = copy.own
        assert own is not None
        assert (own.x, own.width) == (0.0, board.width)
        top = own.y if number else -RIM
        low = own.y + own.height + (RIM if page is pages[-1] else 0.0)
        x, y = copy.placed.x, copy.placed.y
        dots = simulated.rendered(pdf, number).dots
        part = dots[round((top + y) * simulated.DPMM) : round((low + y) * simulated.DPMM)]
        down, along = round((top + RIM) * simulated.DPMM), round((RIM - x) * simulated.DPMM)
        part = part[: len(whole) - down, : whole.shape[1] - along]
        whole[down : down + len(part), along : along + part.shape[1]] = part
    return whole


def test_a_chart_glued_of_tiles_is_read_whole() -> None:
    """Three tiles, one above another, are one sheet: upper teeth, lower teeth and laps."""
    options = Options("en", large=True)
    pages = plan(load("dental"), "pencil-charts", options)
    assert len(pages) == 3
    whole = glued(pages, printed("dental", "pencil-charts", options).pdf or b"")
    teeth = {"t1": "black", "t3": "red", "t9": "orange", "t16": "yellow"}
    cells = {one.id: one for one in all_cells(pages[0].copies[0].placed.drawing)}
    boxes = [cells["lap.1"], *(cells[f"{tooth}.{colour}"] for tooth, colour in teeth.items())]
    owns = [page.copies[0].own for page in pages]
    for own in filter(None, owns):
        assert any(own.y < one.y < own.y + own.height for one in boxes)
    marks = {(one.x + RIM, one.y + RIM, one.width, one.height): "x" for one in boxes}
    paper = simulated.Paper(whole, np.eye(3))
    seen = simulated.written(paper, marks, [], PEN, Random(1)).dots  # noqa: S311 - a hand
    (sheet,) = SheetReader({"dental": lambda: load("dental")}).read(seen)
    assert isinstance(sheet, ReadSheet)
    assert [paper.typed for paper in sheet.papers] == [teeth]
    ((*readings,),) = sheet.readings.values()
    assert {one.cell.id for one in readings if one.state == "marked" and "lap" in one.cell.id} == {
        "lap.1"
    }


def test_what_is_not_read_says_why_in_one_sentence() -> None:
    """No picture, no sheet, a code alone, another game's, one of another version, half a sheet."""
    page = boards()
    white = np.full_like(page, 255)
    assert told(b"", "a.png") == ["picture.no-picture"]
    assert told(b"%PDF-1.7 no more", "a.pdf") == ["scans.no-scan"]
    assert told(as_file(white)) == ["scans.no-sheet"]
    assert told(as_file(page)[:5000]) == ["picture.broken"]
    _high, wide = page.shape
    assert set(told(as_file(page[:, : wide // 8]))) <= {"scans.no-code", "scans.half-sheet"}
    alone = SheetReader({"qwinto": lambda: load("qwinto")})
    assert {one.key for one in alone.read(page) if not isinstance(one, ReadSheet)} == {
        "scans.unknown-sheet"
    }
    hidden = page.copy()
    boxes = printed("crowns", "pencil-boards", Options("en")).files["pencil-boards.boxes.json"]
    for sign in json.loads(boxes)["signs"]:
        if sign["sign"] == "code":
            x, y, side = (round(sign[one] * simulated.DPMM) for one in ("x", "y", "side"))
            hidden[y : y + side, x : x + side] = 255
    assert told(as_file(hidden)) == ["scans.no-code"]


def test_a_sheet_whose_code_is_hidden_is_told_beside_others() -> None:
    """Of two boards on one picture the first has no code: the second is read, the first told."""
    made = printed("crowns", "pencil-boards", Options("en"))
    page, signs = boards(), json.loads(made.files["pencil-boards.boxes.json"])["signs"]
    for sign in signs:
        if sign["sign"] == "code" and sign["copy"] == 1:
            x, y, side = (round(sign[one] * simulated.DPMM) for one in ("x", "y", "side"))
            page[y : y + side, x : x + side] = 255
    assert sorted(told(as_file(page))) == ["", "scans.no-code"]


def test_what_is_all_black_is_asked_where_it_lies() -> None:
    """Something black over a corner leaves the cells that are seen as they are."""
    page, side = boards(), round(45 * simulated.DPMM)
    page[page.shape[0] // 2 - side : page.shape[0] // 2, :side] = 0
    every = [one for one in reader().read(page) if isinstance(one, ReadSheet)]
    assert any(one.papers[0].typed == dict.fromkeys(TOKENS, "x") for one in every)
    asked = [sum(text == "?" for text in one.papers[0].typed.values()) for one in every]
    assert max(asked) < 18


def test_no_picture_takes_more_dots_than_are_looked_at() -> None:
    """A large photograph is made coarser, a page of a scan as thin as a thread is no bigger."""
    large: simulated.Image = np.full((5_000, 6_000), 255, np.uint8)
    seen = PictureFile("a.jpg", as_file(large)).grey()
    assert 0.98 * MOST_SEEN < seen.size <= MOST_SEEN
    pdf, file = pikepdf.new(), BytesIO()
    pdf.add_blank_page(page_size=(9, 9))
    pdf.pages[0].MediaBox = pikepdf.Array([0, 0, 0.001, 1e9])
    pdf.save(file)
    assert max(PictureFile("a.pdf", file.getvalue(), 1).grey().shape) <= MOST_SIDE


def test_of_a_scan_each_page_that_is_damaged_is_told() -> None:
    """What is no page says so; those before and behind it are read."""
    file, scan = BytesIO(), pikepdf.open(BytesIO(as_file(boards(), "PDF")))
    scan.pages.append(scan.pages[0])
    scan.pages.append(scan.pages[0])
    scan.Root.Pages.Kids[1] = scan.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Nothing))
    scan.save(file)
    assert told(file.getvalue(), "a.pdf") == ["", "", "scans.no-scan", "", ""]


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "I;16", "1", "RGB", "clear P", "clear RGB"])
def test_pictures_of_every_kind_lie_on_white(mode: str) -> None:
    """Colour, grey, a palette, 16 bits, and what is transparent are grey on white."""
    file = BytesIO()
    if mode in {"RGBA", "LA"}:
        Image.new(mode, (9, 9)).save(file, "PNG")
    elif mode.startswith("clear"):
        black = Image.new(mode.split()[1], (9, 9))
        black.save(file, "PNG", transparency=0 if black.mode == "P" else (0, 0, 0))
    else:
        white = Image.new("I;16", (9, 9), 65_535) if mode == "I;16" else Image.new("L", (9, 9), 255)
        (white if mode == "I;16" else white.convert(mode)).save(file, "PNG")
    grey = PictureFile("a.png", file.getvalue()).grey()
    assert grey.shape == (9, 9)
    assert grey.min() == 255


def test_a_scan_is_read_page_by_page(tmp_path: Path) -> None:
    """Each page of a PDF is a picture of its own; files of a folder come as people count."""
    (tmp_path / "10.pdf").write_bytes(as_file(boards(), "PDF"))
    (tmp_path / "2.jpg").write_bytes(as_file(boards()))
    (tmp_path / "notes.txt").write_text("none of these")
    every = [*pictures_in([tmp_path])]
    assert [one.called("en") for one in every] == ["2.jpg", "page 1 of 10.pdf"]
    for one in every:
        assert sum(isinstance(found, ReadSheet) for found in reader().read_picture(one)) == 2


def test_a_photograph_is_turned_as_the_camera_was_held() -> None:
    """What EXIF says of how it was held is heeded."""
    file, exif = BytesIO(), Image.Exif()
    exif[0x0112] = 6
    Image.fromarray(boards(turned=1)).save(file, "JPEG", exif=exif)
    grey = PictureFile("a.jpg", file.getvalue()).grey()
    assert grey.shape == boards().shape


@pytest.mark.parametrize("steep", [4.0, 8.0, 12.0])
def test_the_edge_of_a_shadow_is_no_mark(steep: float) -> None:
    """Where light goes over into shadow, in so many mm, cells are asked at most, never misread."""
    page = boards()
    along, down = (np.arange(side) / simulated.DPMM for side in page.shape[::-1])
    for at in (52.5, 100.0):
        for across in (along[None, :], down[:, None]):
            light = 0.75 + 0.25 * np.tanh((across - at) / steep * 2)
            read = [*reader().read((page * light).astype(np.uint8))]
            assert len(read) == 2
            for one in read:
                assert isinstance(one, ReadSheet)
                typed = one.papers[0].typed
                marked = {cell for cell, text in typed.items() if text == "x"}
                # Only where it is soft nothing has to be asked.
                asked = {cell for cell, text in typed.items() if text == "?"}
                assert steep < 12.0 or not asked
                tokens = {*TOKENS} if one.rectified.code.copy == 2 else set()
                assert marked <= tokens <= marked | asked
                with Image.open(BytesIO(one.rectified.as_jpeg(90))) as shown:
                    # As it is shown and printed its paper is white on either side.
                    assert np.percentile(np.asarray(shown), 50) > 240
