"""All tables of a class typed, judged and printed on one page, in a real browser."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pikepdf import Pdf
from playwright.sync_api import Browser, Download, Page, expect

from tests.costs import busy
from tests.page.conftest import Opened, keep_class, on_server
from tests.page.hosted import FramedPage, Hosted

pytestmark = pytest.mark.slow

TABLES = ("Léa Tom", "Ana Ben", "Lou Ali", "Ida Leo", "Jade Nils", "Inès Hugo", "Yann Lina Marc")
# What everybody has written, cell by cell in the order of the sheet: two numbers, the points.
RIGHT = {"O1": "3", "O2": "5", "score.orange": "2", "score.total": "2"}
# Who has written something else: the table, the seat, the cell, what.
WRONG = ((2, 1, "O2", "3"), (4, 0, "score.total", "9"), (7, 2, "O1", "19"))


def visit(page: Page, opened: Opened, where: str, language: str = "fr") -> None:
    """Go to a page on which a class is checked."""
    page.goto(opened.in_language(language) + where)
    if where != "check/":
        expect(page.locator(".verdict")).not_to_be_empty()


def cell(page: Page, name: str) -> str:
    """Return what stands in a cell of the sheet that is open."""
    return page.locator(f"#sheets .sheet:not([hidden]) [data-cell='{name}']").input_value()


def turned_to(page: Page, player: str) -> None:
    """Wait until somebody's sheet is open, and its first cell has the focus."""
    expect(page.locator("#whose")).to_have_text(player)
    expect(page.locator("#sheets .sheet:not([hidden]) [data-cell=O1]")).to_be_focused()


def type_sheet(page: Page, written: dict[str, str]) -> None:
    """Type a sheet as a person does: from cell to cell by Tab, beginning with the first."""
    for name, number in written.items():
        for _ in range(60):
            if page.evaluate("document.activeElement.dataset.cell") == name:
                break
            page.keyboard.press("Tab")
        page.keyboard.type(number)


def saved(download: Download, folder: Path) -> bytes:
    """Return the bytes of a file that the page has handed out."""
    download.save_as(folder / download.suggested_filename)
    return (folder / download.suggested_filename).read_bytes()


@pytest.mark.rest
def test_seven_tables(page: Page, opened: Opened, tmp_path: Path) -> None:
    """A class is typed, three sheets of it wrong, corrected and printed; a reload loses nothing."""
    visit(page, opened, "check/qwinto/")
    for number, players in enumerate(TABLES, start=1):
        if number > 1:
            page.locator("#next").click()
            expect(page.locator("#open-name")).to_have_text(f"Table {number}")
        names = players.split()
        while page.locator("#players li").count() < len(names):
            page.get_by_text("Ajouter quelqu’un").click()
        for seat, name in enumerate(names):
            page.get_by_label(f"nom {seat + 1}", exact=True).fill(name)
        page.locator("#tables .open ul a").first.click()
        for seat, name in enumerate(names):
            if seat:
                page.locator("#next").click()
            page.locator("[data-cell=O1]:visible").focus()
            turned_to(page, name)
            changed = {
                where: text for table, of, where, text in WRONG if (table, of) == (number, seat)
            }
            type_sheet(page, RIGHT | changed)
        expect(page.locator("#tables .open .begun, #tables .open .empty")).to_have_count(0)
        page.reload()
        expect(page.locator("#open-name")).to_have_text(f"Table {number}")
        assert cell(page, "score.total") == RIGHT["score.total"]
    expect(page.locator("#sum")).to_contain_text("justes : 4 · ✗ à revoir : 3")
    expect(page.locator("#tables .table.wrong > a .name")).to_have_text(
        ["Table 2", "Table 4", "Table 7"]
    )
    expect(page.locator("#tables ul .mark.wrong")).to_have_count(3)
    with page.expect_download() as drawn:
        page.locator("#corrections").click()
    with Pdf.open(BytesIO(saved(drawn.value, tmp_path))) as pdf, pdf.open_outline() as outline:
        # Pages are put together there without bookmarks.
        named = () if isinstance(opened, Hosted) else range(1, 8)
        assert [item.title for item in outline.root] == [f"Table {n}.yaml" for n in named]
    for table, seat, where, _ in WRONG:
        page.locator("#tables .table").nth(table - 1).locator("ul a").nth(seat).click()
        turned_to(page, TABLES[table - 1].split()[seat])
        page.locator("a[data-at]").first.click()
        page.locator(f"[data-cell='{where}']:visible").fill(RIGHT[where])
        expect(page.locator("#tables .open .wrong")).to_have_count(0)
    page.go_back()
    expect(page.locator("#open-name")).to_have_text("Table 4")
    expect(page.locator("#sum")).to_contain_text("justes : 7")
    with page.expect_download() as drawn:
        page.locator("#class-page").click()
    assert saved(drawn.value, tmp_path).startswith(b"%PDF")
    page.get_by_text("Fichiers de la classe").click()
    with page.expect_download() as kept:
        page.locator("#all-records").click()
    saved(kept.value, tmp_path)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#clear-all").click()
    expect(page.locator("#tables .table")).to_have_count(1)
    page.locator("#class-file").set_input_files(tmp_path / kept.value.suggested_filename)
    expect(page.locator("#sum")).to_contain_text("justes : 7")
    visit(page, opened, "check/", "en")
    expect(page.locator("[data-game=qwinto]")).to_contain_text("tables kept: 7")


def test_two_tabs(page: Page, opened: Opened) -> None:
    """Two tabs never write over each other: the later one is told, and what was typed is there."""
    visit(page, opened, "check/qwinto/")
    page.get_by_label("nom 1", exact=True).fill("Léa")
    other = page.context.new_page()
    visit(other, opened, "check/qwinto/")
    expect(other.locator("#told")).to_contain_text("aussi ouverte dans un autre onglet")
    expect(page.locator("#told")).to_be_hidden()
    other.get_by_label("nom 2", exact=True).fill("Zoé")
    expect(page.get_by_label("nom 2", exact=True)).to_have_value("Zoé")
    expect(page.locator("#told")).to_contain_text("changée dans un autre onglet")
    page.locator("[data-cell=O1]").first.fill("7")
    expect(other.locator("[data-cell=O1]").first).to_have_value("7")
    expect(other.get_by_label("nom 1", exact=True)).to_have_value("Léa")
    # A tab that was not told of a change writes nothing over it.
    other.evaluate("""() => {
        const key = "ludokit.check.qwinto/1";
        const { held } = JSON.parse(localStorage.getItem(key));
        held.players[0] = "Rose";
        localStorage.setItem(key, JSON.stringify({ stamp: "third", held }));
    }""")
    other.locator("[data-cell=O2]").first.fill("5")
    expect(other.locator("#told")).to_contain_text("maintenant la table 2")
    expect(other.locator("#open-name")).to_have_text("Table 2")
    other.reload()
    expect(other.locator("#tables .table")).to_have_count(2)
    expect(other.locator("#tables .table").nth(0)).to_contain_text("Rose")
    expect(other.locator("#tables .table").nth(1)).to_contain_text("Léa")
    assert cell(other, "O2") == "5"


def test_a_cell_that_is_no_value(page: Page, opened: Opened) -> None:
    """What is no number is told at its cell, and all that was explained stays explained."""
    visit(page, opened, "check/qwinto/", "en")
    sheet = page.locator("#sheets .sheet").first
    for name, text in (("O1", "7"), ("O2", "5"), ("P4", "7?")):
        sheet.locator(f"[data-cell={name}]").fill(text)
    expect(page.locator(".faults")).to_contain_text("P4: “7?” is not a whole number")
    expect(page.locator(".findings li")).to_contain_text("O2: 5 is not larger than 7")
    bad = sheet.locator("[data-cell=P4]")
    expect(bad).to_have_attribute("aria-describedby", "finding-fault-1")
    page.locator(".findings a").click()
    expect(sheet.locator("[data-cell=O2]")).to_be_focused()
    page.locator(".faults a").click()
    expect(bad).to_be_focused()
    page.keyboard.type("7")
    expect(page.locator(".faults")).to_have_count(0)
    expect(bad).not_to_have_attribute("aria-invalid", "true")


def test_two_players_of_one_name(page: Page, opened: Opened) -> None:
    """A name that stands twice is told at the second; all that was explained stays explained."""
    visit(page, opened, "check/qwinto/", "en")
    for name, text in (("O1", "7"), ("O2", "5")):
        page.locator(f"[data-cell={name}]").first.fill(text)
    expect(page.locator(".findings li")).to_contain_text("O2: 5 is not larger than 7")
    first, second = (page.get_by_label(f"name {seat}", exact=True) for seat in (1, 2))
    first.fill("Ana")
    second.fill("Ana")
    expect(page.locator(".faults")).to_contain_text("every player needs a name of their own")
    expect(second).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".findings li")).to_contain_text("O2: 5 is not larger than 7")
    page.locator(".faults a").click()
    expect(second).to_be_focused()
    page.keyboard.type("Ben")
    expect(page.locator(".faults")).to_have_count(0)
    expect(page.locator(".findings li")).to_contain_text("O2: 5 is not larger than 7")


def test_a_class_is_seated_by_one_click(page: Page, opened: Opened, class_file: Path) -> None:
    """The names of a class that is kept sit at tables of its size by one click, and only once."""
    visit(page, opened, "check/qwinto/", "en")
    expect(page.locator("#seating")).to_be_hidden()
    keep_class(page, opened, class_file)
    visit(page, opened, "check/qwinto/", "en")
    page.get_by_role("button", name="Seat 6e B at tables").click()
    tables = page.locator("#tables .table")
    expect(tables).to_have_count(7)
    sizes = [tables.nth(at).locator("ul a").count() for at in range(7)]
    assert (sorted({*sizes}), sum(sizes)) == ([3, 4], 27)
    expect(tables.first.locator("ul a").first).to_have_text("○Élève 1")
    expect(tables.last.locator("ul a").last).to_have_text("○Élève 27")
    expect(page.locator("#open-name")).to_have_text("Table 1")
    page.get_by_role("button", name="Seat 6e B at tables").click()
    expect(tables).to_have_count(7)
    page.reload()
    expect(page.locator("#tables .table")).to_have_count(7)


@pytest.mark.rest
def test_a_spreadsheet_that_is_dropped(page: Page, opened: Opened) -> None:
    """A spreadsheet of the class becomes tables to go on with; what is left of it is named."""
    visit(page, opened, "check/qwinto/")
    text = "jeu;qwinto\ntable;joueur;O1;O2\n1;Ana;5;4\n1;Ben;;\n2;Eva;1;7?\n2;Tom;2;\n"
    drop = """([where, text]) => {
        const held = new DataTransfer();
        held.items.add(new File([text], "6e-B.csv"));
        const event = new DragEvent("drop", { dataTransfer: held, bubbles: true });
        document.querySelector(where).dispatchEvent(event);
    }"""
    for _ in range(2):
        page.evaluate(drop, ["#check", text])
        expect(page.locator("#tables .table")).to_have_count(2)
        expect(page.locator("#left")).to_contain_text("D5 – ")
        # What is open meanwhile is kept anew, with fields that stand empty.
        page.wait_for_timeout(2000)
    expect(page.locator("#tables .table")).to_have_count(2)
    expect(page.locator("#open-name")).to_have_text("Table 1")
    expect(page.locator(".findings")).to_contain_text("O2")
    visit(page, opened, "check/")
    page.evaluate(drop, ["#records", text.replace("7?", "7").replace("qwinto", "yams")])
    page.evaluate(drop, ["#records", text.replace("Eva", "Zoé")])
    page.locator("[data-tables]").click()
    expect(page.locator("#tables .table")).to_have_count(3)
    expect(page.locator("#tables .open")).to_contain_text("Ana")


@pytest.mark.rest
def test_a_class_by_keyboard(page: Page, opened: Opened) -> None:
    """By keyboard alone a sheet is left by Enter for the next, and any is reached by its link."""
    visit(page, opened, "check/qwinto/", "en")
    keys = page.keyboard
    page.locator("#tables ul a").first.focus()
    keys.press("Enter")
    turned_to(page, "player 1")
    keys.type("3")
    last = page.locator("#sheets .sheet:not([hidden]) [data-cell='score.total']")
    last.focus()
    keys.type("1")
    keys.press("Enter")
    expect(page.locator("#next")).to_be_focused()
    keys.press("Enter")
    turned_to(page, "player 2")
    page.locator("#next").focus()
    keys.press("Enter")
    expect(page.locator("#open-name")).to_have_text("Table 2")
    turned_to(page, "player 1")
    for _ in range(60):
        keys.press("Shift+Tab")
        if page.evaluate("document.activeElement.hash") == "#table-1-2":
            break
    keys.press("Enter")
    turned_to(page, "player 2")


@pytest.mark.rest
def test_with_a_finger(browser: Browser, opened: Opened) -> None:
    """On a small screen a sheet is moved by a finger within itself, its cells large to a finger."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    tab = context.new_page()
    page: Any = FramedPage(tab) if isinstance(opened, Hosted) else tab
    visit(page, opened, "check/qwinto/")
    sheet = page.locator("#sheets .sheet:not([hidden]) .wide")
    least = sheet.locator("input.cell").evaluate_all(
        "every => Math.min(...every.map((one) => one.getBoundingClientRect().width))"
    )
    assert least >= 36
    finger = context.new_cdp_session(tab)
    for _ in range(50):
        # What is loaded above moves the sheet: it is looked for again before each try.
        sheet.scroll_into_view_if_needed()
        box = sheet.bounding_box()
        assert box is not None
        y = box["y"] + 80
        for kind, xs in (
            ("touchStart", [300]),
            ("touchMove", range(280, 60, -20)),
            ("touchEnd", [0]),
        ):
            for x in xs:
                points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
                finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        tab.wait_for_timeout(200)
        if sheet.evaluate("one => one.scrollLeft") > 100:
            break
    assert sheet.evaluate("one => one.scrollLeft") > 100
    assert page.evaluate("[scrollX, document.documentElement.scrollWidth]") == [0, 360]
    sheet.locator("[data-cell='score.total']").tap()
    expect(sheet.locator("[data-cell='score.total']")).to_be_focused()
    context.close()


# From a change to a cell until what is said of it is drawn, in milliseconds, ten times.
SEEN = """async (cell) => {
    const input = document.querySelector(`[data-cell='${cell}']`);
    const said = document.getElementById("judgement");
    const frame = () => new Promise(requestAnimationFrame);
    const spent = [];
    for (let number = 900; number < 910; number++) {
        const begun = performance.now();
        const shown = new Promise((done) => {
            new MutationObserver(done).observe(said, { childList: true });
        });
        input.value = number;
        input.dispatchEvent(new Event("input"));
        await shown;
        await frame();
        spent.push(performance.now() - begun);
        await new Promise((rested) => setTimeout(rested, 50));
    }
    return spent;
}"""


@pytest.mark.rest
@on_server
def test_typing_is_judged_to_the_eye(page: Page, opened: Opened) -> None:
    """What is typed into a sheet is judged within 100 ms to the eye."""
    visit(page, opened, "check/qwinto/")
    page.locator("#example").click()
    expect(page.locator(".winner")).not_to_be_empty()
    spent = page.evaluate(SEEN, "score.total")
    assert min(spent) <= 1000 * busy(0.1), spent
