"""A class's sheets photographed, read, looked at and corrected, with the keyboard alone."""

import json
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from pypdfium2 import PdfDocument
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

from generator.printables.context import Options
from tests.page.conftest import Opened, on_server
from tests.page.hosted import Hosted
from tests.scans import simulated
from tests.shipped import printed

pytestmark = pytest.mark.slow

PUPILS, PER_PAGE = 27, 3
PEN = simulated.Hand(60.0, 0.6, 0.0, "cross")
# What each pupil wrote, a miss crossed out, and the one who wrote what no row allows.
WRITTEN = {"O1": "3", "O2": "5", "score.total": "3"}
WRONG, BAD = 5, {"O2": "2"}


def photographs(folder: Path) -> list[Path]:
    """Write a photograph of each pupil's sheet, numbered as the pile lies."""
    made = printed("qwinto", "score-sheets", Options("en", copies=PUPILS // PER_PAGE))
    boxes = json.loads(next(d for n, d in made.files.items() if n.endswith(".boxes.json")))
    files = []
    for copy in range(1, PUPILS + 1):
        signs = [one for one in boxes["signs"] if one["copy"] == copy]
        page = simulated.rendered(made.pdf or b"", signs[0]["page"] - 1)
        wanted = WRITTEN | (BAD if copy == WRONG else {}) | {"miss.1": "x"}
        marks = {
            (one["x"], one["y"], one["width"], one["height"]): wanted[one["id"]]
            for one in boxes["cells"]
            if one["copy"] == copy and one["id"] in wanted
        }
        page = simulated.written(page, marks, [], PEN, Random(copy))  # noqa: S311 - a hand
        left, top = (min(one[side] for one in signs) - 2 for side in ("x", "y"))
        right, low = (max(one[side] + one["side"] for one in signs) + 2 for side in ("x", "y"))
        area = tuple(round(side * simulated.DPMM) for side in (left, top, right, low))
        file = folder / f"IMG_{copy}.jpg"
        Image.fromarray(page.dots).crop(area).save(file, quality=85)
        files.append(file)
    return files


@on_server
def test_a_class_is_photographed_and_corrected(page: Page, opened: Opened, tmp_path: Path) -> None:
    """27 photographs become a judged table: each number and Enter are typed, and nothing else."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    page.set_default_timeout(120_000)
    page.locator("#photo-files").set_input_files(photographs(tmp_path))
    expect(page.locator("#photos")).to_be_visible(timeout=120_000)
    expect(page.locator("#photo-count")).to_have_text(f"1 of {PUPILS * len(WRITTEN)}")
    keys = 0
    for copy in range(1, PUPILS + 1):
        wanted = WRITTEN | (BAD if copy == WRONG else {})
        for number, (name, text) in enumerate(wanted.items()):
            expect(page.locator("#photo-count")).to_have_text(
                f"{(copy - 1) * len(WRITTEN) + number + 1} of {PUPILS * len(WRITTEN)}"
            )
            expect(page.locator("#photo-input")).to_be_focused()
            if name != "score.total":
                expect(page.locator("#photo-name")).to_contain_text(f"({name})", timeout=9_000)
            page.keyboard.type(text)
            if copy == WRONG and name in BAD:
                # A number that cannot stand there is told at once.
                expect(page.locator("#photo-said")).to_be_visible()
            page.keyboard.press("Enter")
            keys += len(text) + 1
    expect(page.locator("#photos")).to_be_hidden()
    assert keys == 2 * PUPILS * len(WRITTEN)
    expect(page.locator("#tables .table")).to_have_count(14)
    page.locator("#tables .table").nth(2).locator("ul a").first.click()
    sheet = page.locator("#sheets .sheet:not([hidden])")
    expect(sheet.locator("[data-cell=O2]")).to_have_value("2")
    expect(sheet.locator("[data-cell='miss.1']")).to_have_attribute("aria-pressed", "true")
    with page.expect_download() as drawn:
        page.locator("#correction").click()
    drawn.value.save_as(tmp_path / "correction.pdf")
    with PdfDocument(tmp_path / "correction.pdf") as document:
        # The two photographed sheets of the table, beside those that are drawn anew.
        every = (one for sheet in document for one in sheet.get_objects())
        images = [one for one in every if one.type == FPDF_PAGEOBJ_IMAGE]
        assert len(images) == 2
    with page.expect_download() as drawn:
        page.locator("#corrections").click()
    drawn.value.save_as(tmp_path / "corrections.pdf")
    with PdfDocument(tmp_path / "corrections.pdf") as document:
        every = (one for sheet in document for one in sheet.get_objects())
        assert sum(one.type == FPDF_PAGEOBJ_IMAGE for one in every) == PUPILS


@on_server
def test_what_is_left_open_cannot_be_overlooked(page: Page, opened: Opened, tmp_path: Path) -> None:
    """Who leaves off finds the cells unread: the judge names each, and none counts."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    page.locator("#photo-files").set_input_files(photographs(tmp_path)[0])
    expect(page.locator("#photos")).to_be_visible(timeout=60_000)
    page.keyboard.press("Escape")
    expect(page.locator("#photos")).to_be_hidden()
    expect(page.locator("#judgement .faults li")).to_have_count(len(WRITTEN))


@on_server
def test_another_picture_is_told_by_its_name(page: Page, opened: Opened, tmp_path: Path) -> None:
    """A picture without a sheet, and what is none, are named with the reason."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    white = BytesIO()
    Image.new("L", (800, 600), 255).save(white, "PNG")
    files = [("a.png", white.getvalue()), ("b.jpg", b"none")]
    for name, data in files:
        (tmp_path / name).write_bytes(data)
    page.locator("#photo-files").set_input_files([tmp_path / name for name, _ in files])
    expect(page.locator("#left .faults li")).to_have_count(2)
    expect(page.locator("#left")).to_contain_text("no sheet of ludokit is seen here")


def test_the_hosted_page_says_where_photographs_are_read(
    page: Page, opened: Opened | Hosted, tmp_path: Path
) -> None:
    """Where the program runs inside the browser, a sentence says where photographs are read."""
    if not isinstance(opened, Hosted):
        pytest.skip("the page of the program reads them")
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    (tmp_path / "a.png").write_bytes(b"none")
    page.locator("#photo-files").set_input_files(tmp_path / "a.png")
    expect(page.locator("#trouble")).to_contain_text("ludokit is installed with Python")
