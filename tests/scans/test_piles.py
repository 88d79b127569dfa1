"""A pile of pictures: several sheets on one, upside down, scans, strange pictures, half a sheet."""

import csv
import json
from io import BytesIO, StringIO
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image

from generator.cli.program import run
from generator.paper.page import Page, all_cells
from generator.printables.context import Options
from generator.printables.planning import plan
from generator.scans.picture_files import PictureFile, pictures_in, pictures_of
from generator.scans.piles import ReadSheet, SheetReader
from generator.words import message
from tests.programs import ended
from tests.scans import simulated
from tests.scans.read_back import reader
from tests.shipped import load, printed

PEN = simulated.Hand(60.0, 0.6, 0.0, "cross")
TOKENS = ("1x6", "2x2", "6x1")
# The paper about a board, in mm.
RIM = 20.0
Capture = pytest.CaptureFixture[str]


def filled(game: str, printable: str, options: Options, *cells: tuple[int, str]) -> simulated.Image:
    """Return a page of a printable with crosses in some cells of some copies, seen straight."""
    made = printed(game, printable, options)
    boxes = json.loads(next(d for n, d in made.files.items() if n.endswith(".boxes.json")))
    page = simulated.rendered(made.pdf or b"")
    marks = {
        (one["x"], one["y"], one["width"], one["height"]): "x"
        for one in boxes["cells"]
        if (one["copy"], one["id"]) in cells and one["page"] == 1
    }
    assert len(marks) == len(cells)
    return simulated.written(page, marks, [], PEN, Random(1)).dots  # noqa: S311 - a hand


def boards(*, turned: int = 0) -> simulated.Image:
    """Return a page with two pencil boards of Crowns, the second with tokens."""
    page = filled("crowns", "pencil-boards", Options("en"), *((2, cell) for cell in TOKENS))
    return np.rot90(page, turned).copy()


def as_file(page: simulated.Image, kind: str = "JPEG") -> bytes:
    """Return a page as a picture, or as a scan."""
    file = BytesIO()
    Image.fromarray(page).save(file, kind, **({"resolution": 304.8} if kind == "PDF" else {}))
    return file.getvalue()


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
    assert [paper.typed for paper in sheet.papers] == [{**teeth, "lap.1": "x"}]


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


def test_a_scan_is_read_page_by_page(tmp_path: Path) -> None:
    """Each page of a PDF is a picture of its own; files of a folder come as people count."""
    (tmp_path / "10.pdf").write_bytes(as_file(boards(), "PDF"))
    (tmp_path / "2.jpg").write_bytes(as_file(boards()))
    (tmp_path / "notes.txt").write_text("none of these")
    every = [*pictures_in([tmp_path])]
    assert [one.called() for one in every] == [
        "2.jpg",
        message("scans.page", file="10.pdf", page="1"),
    ]
    for one in every:
        assert sum(isinstance(found, ReadSheet) for found in reader().read_picture(one)) == 2


def test_a_photograph_is_turned_as_the_camera_was_held() -> None:
    """What EXIF says of how it was held is heeded."""
    file, exif = BytesIO(), Image.Exif()
    exif[0x0112] = 6
    Image.fromarray(boards(turned=1)).save(file, "JPEG", exif=exif)
    grey = PictureFile("a.jpg", file.getvalue()).grey()
    assert grey.shape == boards().shape


def test_the_command_writes_a_table_that_is_judged(tmp_path: Path, capsys: Capture) -> None:
    """From photographs to a table: names by the sheet's number, open cells with a question mark."""
    (tmp_path / "one.jpg").write_bytes(as_file(boards()))
    (tmp_path / "names.txt").write_text("Ana\nBen\n")
    to = tmp_path / "class.csv"
    given = ["--lang", "en", "read", str(tmp_path / "one.jpg"), "--names"]
    assert run([*given, str(tmp_path / "names.txt"), "--to", str(to)]) == 0
    said = capsys.readouterr()
    assert said.err.count("Boards to colour") == 2
    rows = [*csv.reader(StringIO(to.read_text(encoding="utf-8-sig")))]
    assert rows[0] == ["game", "crowns"]
    assert [row[1:3] for row in rows[2:]] == [["Ana", ""], ["Ben", "1x6 2x2 6x1"]]
    assert run(["--lang", "en", "verify", str(to)]) == 0
    assert run([*given, str(tmp_path / "names.txt"), "--to", str(to)]) == 2
    assert "stays as it is" in capsys.readouterr().err


def test_open_cells_cannot_be_overlooked(tmp_path: Path, capsys: Capture) -> None:
    """Numbers are left to be typed: the table holds question marks, which no judge accepts."""
    page = filled("yams", "score-sheets", Options("en"), (1, "ones"), (1, "score.total"))
    (tmp_path / "a.png").write_bytes(as_file(page, "PNG"))
    to = tmp_path / "class.csv"
    assert run(["--lang", "en", "read", str(tmp_path), "--to", str(to)]) == 1
    assert "2 cells are left to look at" in capsys.readouterr().err
    assert run(["--lang", "en", "verify", str(to)]) == 2
    said = capsys.readouterr().out
    assert "2 faults" in said
    assert "'?'" in said


@pytest.mark.parametrize("missing", ["cv2", "numpy", "zxingcpp"])
def test_without_its_libraries_it_says_what_to_type(missing: str) -> None:
    """The line that installs what is missing is told; nothing is written."""
    gone = f"import sys\nsys.modules[{missing!r}] = None\nfrom generator.cli.program import run\n"
    code, said, complaint = ended(
        f"{gone}sys.exit(run(['--lang', 'en', 'read', 'x', '--to', 'y']))"
    )
    assert (code, said) == (2, "")
    assert "-m pip install " in complaint


def test_one_bad_picture_does_not_stop_the_others(tmp_path: Path, capsys: Capture) -> None:
    """What cannot be read is told, the rest is read, and the exit code says that some was not."""
    (tmp_path / "1.jpg").write_bytes(b"none")
    (tmp_path / "2.pdf").write_bytes(b"none")
    (tmp_path / "3.jpg").write_bytes(as_file(boards()))
    pictures = [str(tmp_path), str(tmp_path / "not-there.jpg")]
    assert run(["--lang", "en", "read", *pictures, "--to", str(tmp_path / "a.csv")]) == 2
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(":")[0] for line in said[:5]] == [
        *("1.jpg", "2.pdf", "3.jpg", "3.jpg", "not-there.jpg")
    ]
    assert (tmp_path / "a.csv").is_file()
