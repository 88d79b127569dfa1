"""A class's sheets photographed, read, looked at and corrected, with the keyboard alone."""

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from pikepdf import Pdf
from PIL import Image
from playwright.sync_api import Page, Route, expect
from pypdfium2 import PdfDocument
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

from generator.page.app import MOST_BYTES
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
# Where a cell lies on a picture, and what a sheet has that was read whole.
BOX = (0.4, 0.4, 0.2, 0.2)
WHOLE = {"O1": "3", "O2": "5", "score.total": "2"}
# Sheets of A4 at 8 dots a millimetre, in base64 as long as photographs of them are.
A4, LONG = (1680, 2376), 550_000
Sheet = dict[str, Any]


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
def test_a_sheet_photographed_twice_is_told(page: Page, opened: Opened, tmp_path: Path) -> None:
    """Two photographs of one sheet fill two seats, and are named; nothing is dropped unasked."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    first, other, *_ = photographs(tmp_path)
    twice = tmp_path / "IMG_9.jpg"
    twice.write_bytes(first.read_bytes())
    page.locator("#photo-files").set_input_files([first, other, twice])
    left = page.locator("#left")
    expect(left).to_contain_text("once: IMG_9.jpg (IMG_1.jpg).", timeout=60_000)
    expect(page.locator("#photo-count")).to_have_text(f"1 of {3 * len(WRITTEN)}")
    # Handed in later it is told just as well.
    page.keyboard.press("Escape")
    page.locator("#photo-files").set_input_files([first])
    expect(left).to_contain_text("once: IMG_1.jpg (IMG_9.jpg).", timeout=60_000)
    # What nobody has looked at yet is no fault of the cell that is looked at.
    expect(page.locator("#photo-said")).to_be_hidden()


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
    expect(page.locator("#left")).to_contain_text("ludokit is installed with Python")


def picture(grey: int) -> str:
    """Return the address of a picture in one grey."""
    return address_of(Image.new("L", (80, 60), grey))


def address_of(image: Image.Image) -> str:
    """Return a picture as an address, as the program hands out a photographed sheet."""
    file = BytesIO()
    image.save(file, "JPEG", quality=75)
    return f"data:image/jpeg;base64,{b64encode(file.getvalue()).decode()}"


def sheet(seen: str, typed: dict[str, str], *, marks: Sequence[str] = ()) -> Sheet:
    """Return a sheet as the program reads it: cells with a question mark are open."""
    asked = [name for name, text in typed.items() if text == "?"]
    opened = [{"cell": name, "isMark": name in marks, "box": BOX} for name in asked]
    found = {"picture": seen, "typed": typed, "open": opened, "cells": {"O1": BOX}}
    return {"name": "a.jpg", "code": str(uuid4()), **found}


def hand_in(page: Page, *sheets: Sheet) -> None:
    """Hand a picture in, on which the program finds sheets, and wait until they are seated."""

    def answer(route: Route) -> None:
        route.fulfill(json={"sheets": sheets, "left": []})

    page.route("**/photographs", answer)
    with page.expect_response("**/photographs"):
        page.locator("#photo-files").set_input_files(
            {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"-"}
        )
    expect(page.locator("#photo-reading")).to_be_hidden()
    page.unroute("**/photographs")


def stored(page: Page, number: int, game: str = "qwinto") -> Any:  # noqa: ANN401 - JSON
    """Return what the browser keeps of a table."""
    key = f"ludokit.check.{game}/{number}"
    return page.evaluate("key => JSON.parse(localStorage.getItem(key))?.held", key)


def change_elsewhere(page: Page) -> None:
    """Change table 1 as another tab does from which nothing was heard yet."""
    page.evaluate("""() => {
        const key = "ludokit.check.qwinto/1";
        const { held } = JSON.parse(localStorage.getItem(key));
        held.players[0] = "Rose";
        localStorage.setItem(key, JSON.stringify({ stamp: "another", held }));
    }""")


def sent_with(page: Page, button: str) -> list[tuple[int, dict[str, str]]]:
    """Return each table that a button sends to be corrected, with the pictures of its seats."""
    with (
        page.expect_download(),
        page.expect_request("**/correction-on-photographs*") as asked,
    ):
        page.locator(button).click()
    sent: Any = asked.value.post_data_json
    return [
        (one.get("number"), {seat: own["picture"] for seat, own in one["sheets"].items()})
        for one in sent["tables"]
    ]


def drop(page: Page, **files: str) -> None:
    """Drop files, by their names without a dot, on the page of a game."""
    page.evaluate(
        """(files) => {
            const held = new DataTransfer();
            for (const [name, text] of files) held.items.add(new File([text], name));
            const dropped = new DragEvent("drop", { dataTransfer: held, bubbles: true });
            document.getElementById("check").dispatchEvent(dropped);
        }""",
        [(name.replace("_", "."), text) for name, text in files.items()],
    )


@on_server
def test_turning_to_another_table_ends_looking(page: Page, opened: Opened) -> None:
    """Who turns to another table types nothing into it that was seen on a photograph."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    hand_in(page, *(sheet(picture(grey), {"O1": "?"}) for grey in (50, 100, 150)))
    expect(page.locator("#photo-count")).to_have_text("1 of 3")
    page.locator("#tables .table").nth(1).locator("a").first.click()
    expect(page.locator("#open-name")).to_have_text("Table 2")
    expect(page.locator("#photos")).to_be_hidden()
    expect(page.locator("#sheets .sheet:not([hidden]) [data-cell=O1]")).to_be_focused()
    assert [one["O1"] for one in stored(page, 2)["papers"]] == ["?"]


@on_server
def test_a_photograph_follows_its_pupil(page: Page, opened: Opened) -> None:
    """Who moves to another seat or table is corrected on their own photograph and no other."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    page.locator("#more-players").click()
    seen = [picture(grey) for grey in (50, 100, 150)]
    hand_in(page, *(sheet(one, WHOLE) for one in seen))
    assert sent_with(page, "#correction") == [(1, dict(zip("012", seen, strict=True)))]
    page.locator("#players .remove").first.click()
    expect(page.locator("#players li")).to_have_count(2)
    assert sent_with(page, "#correction") == [(1, {"0": seen[1], "1": seen[2]})]
    change_elsewhere(page)
    page.locator("#sheets .sheet:not([hidden]) [data-cell=O1]").fill("4")
    expect(page.locator("#open-name")).to_have_text("Table 2")
    assert sent_with(page, "#correction") == [(2, {"0": seen[1], "1": seen[2]})]


@on_server
def test_a_photograph_is_forgotten_with_its_pupil(page: Page, opened: Opened) -> None:
    """Where tables are cleared, and others typed there, no photograph of before is printed."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    hand_in(page, sheet(picture(50), WHOLE))
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Files of the class").click()
    page.locator("#clear-all").click()
    page.locator("#example").click()
    expect(page.locator(".winner")).not_to_be_empty()
    with page.expect_download(), page.expect_request("**/correct*") as asked:
        page.locator("#correction").click()
    assert "photographs" not in asked.value.url


@on_server
def test_a_player_who_is_removed_is_not_looked_at(page: Page, opened: Opened) -> None:
    """Where a player is removed the walk goes on at the seats that the others have then."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    page.locator("#more-players").click()
    hand_in(page, *(sheet(picture(grey), {"O1": "?"}) for grey in (50, 100, 150)))
    page.locator("#players .remove").nth(1).click()
    page.locator("#photo-input").press_sequentially("3")
    page.locator("#photo-input").press("Enter")
    expect(page.locator("#photo-count")).to_have_text("3 of 3")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator("#photos")).to_be_hidden()
    assert [one["O1"] for one in stored(page, 1)["papers"]] == ["3", "5"]


@on_server
def test_a_table_of_another_tab_is_not_filled(page: Page, opened: Opened) -> None:
    """What another tab has written stays: sheets that were to sit there have a new table."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    page.get_by_label("name 1", exact=True).fill("Ana")
    expect(page.locator(".verdict")).not_to_be_empty()
    change_elsewhere(page)
    seen = [picture(grey) for grey in (50, 100)]
    hand_in(page, *(sheet(one, WHOLE) for one in seen))
    expect(page.locator("#tables .table")).to_have_count(2)
    assert (stored(page, 1)["players"][0], stored(page, 1)["papers"]) == ("Rose", [{}, {}])
    assert stored(page, 2)["papers"] == [WHOLE, WHOLE]
    page.locator("#tables .table").nth(1).locator("a").first.click()
    assert sent_with(page, "#correction") == [(2, dict(zip("01", seen, strict=True)))]


@on_server
def test_looking_goes_on_at_a_new_number(page: Page, opened: Opened) -> None:
    """Where what is typed has to go to a new table, the cells that are open are typed there."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    hand_in(page, *(sheet(picture(grey), {"O1": "?"}) for grey in (50, 100)))
    change_elsewhere(page)
    page.keyboard.type("3")
    expect(page.locator("#open-name")).to_have_text("Table 2")
    page.keyboard.press("Enter")
    expect(page.locator("#photo-count")).to_have_text("2 of 2")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator("#photos")).to_be_hidden()
    assert [one["O1"] for one in stored(page, 1)["papers"]] == ["?", "?"]
    assert [one["O1"] for one in stored(page, 2)["papers"]] == ["3", "5"]


@on_server
def test_typed_turns_are_no_empty_seats(page: Page, opened: Opened) -> None:
    """A table whose turns were typed keeps them: photographed sheets sit at the next one."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    page.locator("[name=way][value=turns]").check()
    page.locator('[data-path="turns"] > div > .add').click()
    page.locator('[data-path="turns.0.dice.orange"]').fill("3")
    expect(page.locator("#tables .begun, #tables .wrong, #tables .right")).not_to_have_count(0)
    before = stored(page, 1)
    hand_in(page, sheet(picture(50), WHOLE))
    expect(page.locator("#tables .table")).to_have_count(2)
    assert stored(page, 1) == before
    assert stored(page, 2)["papers"] == [WHOLE]


@on_server
@pytest.mark.parametrize(
    ("game", "cell", "strange", "answers"),
    [
        ("qwinto", "miss.1", ("9", "01", "xx"), {"x": "x", "1": "x", "0": "", "": ""}),
        ("dental", None, ("x", "5"), {"2": "orange", "4": "black"}),
    ],
)
def test_an_answer_that_is_no_choice_is_not_taken(
    page: Page, opened: Opened, game: str, cell: str | None, strange: str, answers: dict[str, str]
) -> None:
    """A marked cell takes the digits that are offered, and x for its one mark; else it asks."""
    page.goto(f"{opened.in_language('en')}check/{game}/")
    name = cell or page.evaluate(
        "JSON.parse(document.getElementById('game').textContent)"
        ".cells.find((one) => one.marks.length === 4).id"
    )
    hand_in(page, sheet(picture(50), {name: "?", "score.total": "?"}, marks=[name]))
    typed, said = page.locator("#photo-input"), page.locator("#photo-said")
    for text in strange:
        typed.fill(text)
        typed.press("Enter")
        expect(said).to_contain_text(f"“{text}” is not one of these answers")
        expect(page.locator("#photo-count")).to_have_text("1 of 2")
        assert stored(page, 1, game)["papers"][0][name] == "?"
    for text, written in answers.items():
        typed.fill(text)
        typed.press("Enter")
        expect(page.locator("#photo-count")).to_have_text("2 of 2")
        assert stored(page, 1, game)["papers"][0][name] == written
        page.keyboard.press("Shift+Enter")


@on_server
def test_a_file_that_is_too_large_stops_no_other(
    page: Page, opened: Opened, tmp_path: Path
) -> None:
    """A file that is refused is named with the reason, and the sheets of the others are seated."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    files = [tmp_path / f"{name}.pdf" for name in "abc"]
    for file, size in zip(files, (1, 16_000_000, 1), strict=True):
        file.write_bytes(bytes(size))
    seen = [picture(50), picture(100)]
    found = iter([sheet(seen[0], {"O1": "?"}), None, sheet(seen[1], {"O1": "?"})])

    def answer(route: Route) -> None:
        one = next(found)
        if one is None:
            # As the server refuses it, before it comes to the page.
            route.fulfill(status=413, content_type="text/plain", body="Request Entity Too Large")
        else:
            route.fulfill(json={"sheets": [one], "left": []})

    page.route("**/photographs", answer)
    page.locator("#photo-files").set_input_files(files)
    expect(page.locator("#photo-count")).to_have_text("1 of 2")
    expect(page.locator("#left .faults li")).to_have_count(1)
    expect(page.locator("#left")).to_contain_text("b.pdf – That is too large")
    expect(page.locator("#photo-reading")).to_be_hidden()
    assert [one["O1"] for one in stored(page, 1)["papers"]] == ["?", "?"]


@on_server
def test_sixty_tables_are_sent_at_once(page: Page, opened: Opened) -> None:
    """The photographs of 60 tables go to be corrected in less than the page takes at once."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    grain = address_of(Image.effect_noise(A4, 6))
    assert len(grain) > LONG
    for _ in range(5):
        hand_in(page, *(sheet(grain, WHOLE) for _ in range(24)))
    expect(page.locator("#tables .table")).to_have_count(60)
    sent = list[bytes]()

    def answer(route: Route) -> None:
        sent.append(route.request.post_data_buffer or b"")
        name = {"Content-Disposition": 'attachment; filename="a.pdf"'}
        route.fulfill(body=b"-", headers=name)

    page.route("**/correction-on-photographs*", answer)
    with page.expect_download():
        page.locator("#corrections").click()
    assert LONG < len(sent[0]) < MOST_BYTES
    pictures = [
        one["picture"]
        for table in json.loads(sent[0])["tables"]
        for one in table["sheets"].values()
    ]
    assert len(pictures) == 120
    with Image.open(BytesIO(b64decode(pictures[-1].partition(",")[2]))) as last:
        # What a page of a correction shows of it at 100 dots an inch.
        assert last.width > 750
        assert last.width / last.height == pytest.approx(A4[0] / A4[1], rel=0.01)


@on_server
def test_an_unfinished_table_keeps_no_photograph_back(
    page: Page, opened: Opened, tmp_path: Path
) -> None:
    """Tables that are whole are corrected on their photographs, whatever the others lack."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    seen = [picture(grey) for grey in (50, 100, 150)]
    hand_in(page, sheet(seen[0], {"O1": "?"}), *(sheet(one, WHOLE) for one in seen[1:]))
    page.keyboard.press("Escape")
    with page.expect_download() as drawn:
        assert sent_with(page, "#corrections") == [(2, {"0": seen[2]})]
    expect(page.locator("#told")).to_contain_text("Without the tables to complete, or empty: 1.")
    drawn.value.save_as(tmp_path / "corrections.pdf")
    with Pdf.open(tmp_path / "corrections.pdf") as pdf, pdf.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Correction 2"]


@on_server
def test_pictures_that_cannot_be_judged_are_told(page: Page, opened: Opened) -> None:
    """Of a game whose records need the turns a picture is left with that reason."""
    page.goto(f"{opened.in_language('en')}check/boite/")
    drop(page, a_png="none")
    expect(page.locator("#left")).to_contain_text("a.png – the records of this game need the turns")
    expect(page.locator("#trouble")).to_be_hidden()


@on_server
def test_pictures_and_records_are_taken_together(page: Page, opened: Opened) -> None:
    """Of what is dropped together records are opened, pictures are read, and both are told of."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    drop(page, a_csv="game;qwinto\ntable;player;O1;O2\n1;Ana;5;\n1;Ben;;7?\n", b_png="none")
    expect(page.locator("#left .faults li")).to_have_count(2)
    expect(page.locator("#left")).to_contain_text("D4 – ")
    expect(page.locator("#left")).to_contain_text("b.png – ")
    expect(page.locator("#tables .open")).to_contain_text("Ana")


@on_server
def test_buttons_lead_back_and_out(page: Page, opened: Opened) -> None:
    """Without Escape and Shift a button leads to the cell before, and one out; Enter leads on."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    hand_in(page, sheet(picture(50), {"O1": "?", "O2": "?"}))
    count, typed = page.locator("#photo-count"), page.locator("#photo-input")
    back = page.get_by_role("button", name="Previous cell")
    expect(back).to_be_disabled()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(count).to_have_text("2 of 2")
    back.click()
    expect(count).to_have_text("1 of 2")
    expect(typed).to_be_focused()
    expect(typed).to_have_value("3")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(back).to_be_focused()
    page.keyboard.press("Enter")
    expect(count).to_have_text("1 of 2")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Leave the rest")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#photos")).to_be_hidden()
    assert stored(page, 1)["papers"][0] == {"O1": "3", "O2": "?"}


@on_server
def test_a_late_picture_is_not_drawn(page: Page, opened: Opened) -> None:
    """A picture that is decoded late is not drawn over that of the cell that is looked at."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    page.evaluate("""() => {
        const { decode } = HTMLImageElement.prototype;
        const released = new Promise((release) => (window.release = release));
        const slow = [];
        HTMLImageElement.prototype.decode = async function () {
            await decode.call(this);
            if (!slow.length) slow.push(this);
            if (slow.includes(this)) await released;
        };
    }""")
    hand_in(page, *(sheet(picture(grey), {"O1": "?"}) for grey in (50, 200)))
    seen = """() => document.getElementById("photo-cell").getContext("2d")
        .getImageData(20, 20, 1, 1).data[0]"""
    expect(page.locator("#photo-count")).to_have_text("1 of 2")
    page.keyboard.press("Enter")
    expect(page.locator("#photo-count")).to_have_text("2 of 2")
    page.wait_for_function(f"({seen})() > 190")
    page.evaluate("window.release()")
    page.wait_for_timeout(300)
    assert page.evaluate(seen) > 190


@on_server
def test_a_picture_that_cannot_be_shown_is_told(page: Page, opened: Opened) -> None:
    """Where the browser cannot decode a photograph nothing of another is seen, and that is said."""
    page.goto(f"{opened.in_language('en')}check/qwinto/")
    hand_in(
        page, sheet(picture(50), {"O1": "?"}), sheet("data:image/jpeg;base64,AAAA", {"O1": "?"})
    )
    seen = """() => document.getElementById("photo-cell").getContext("2d")
        .getImageData(20, 20, 1, 1).data[3]"""
    page.wait_for_function(f"({seen})() === 255")
    page.keyboard.press("Enter")
    expect(page.locator("#photo-hint")).to_contain_text("cannot show this photograph")
    assert page.evaluate(seen) == 0
