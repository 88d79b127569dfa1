"""A game typed in and judged, in a real browser."""

import json
import re
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from generator.page import entry_form
from generator.records.record_format import catalog_rules
from generator.records.report import Report
from generator.records.writing import sample_record
from generator.rules.cells import as_typed
from generator.rules.optional import paper_cells
from tests.page.conftest import Opened, on_server

pytestmark = pytest.mark.slow

RIGHT = "Tout est juste."
# How often it is looked, every 20 ms, whether an answer is there: a busy machine takes its time.
LOOKS = 1000
# How each game is typed in, what is then wrong in it, and where that is put: a cell of the first
# player's paper or an address in the form.
TYPED = {
    "qwinto": ("papers", "score-wrong", "score.total"),
    "yams": ("papers", "score-wrong", "score.total"),
    "crowns": ("papers", "score-wrong", "score.total"),
    "dental": ("papers", "score-wrong", "score.total"),
    "sti": ("papers", "winner-wrong", "winner"),
    "boite": ("turns", "points-wrong", "turns.0.points"),
    "doce": ("turns", "score-wrong", "total.0"),
    "course-a-20": ("turns", "score-wrong", "totals.0"),
}


@pytest.fixture(autouse=True)
def _at_home(page: Page, opened: Opened) -> None:
    """Begin where the page begins."""
    page.goto(opened.address)


def visit(page: Page, where: str) -> None:
    """Go to another address of the page that is open."""
    before = re.search("^.*?(?=/(?:fr|en)/)", page.url)
    assert before is not None
    page.goto(f"{before[0]}/{where}")


def at(page: Page, path: str) -> Any:  # noqa: ANN401 - a locator
    """Return the control at an address of the form."""
    return page.locator(f'[data-path="{path}"]')


def type_fields(page: Page, held: Any, node: entry_form.FormNode, path: str) -> None:  # noqa: ANN401
    """Type what a form holds, field by field."""
    match node["kind"]:
        case "fields":
            for one in node["fields"]:
                if held.get(one["name"]) is not None:
                    inner = f"{path}.{one['name']}".removeprefix(".")
                    type_fields(page, held[one["name"]], one["node"], inner)
        case "table":
            for key, value in held.items():
                type_fields(page, value, node["value"], f"{path}.{key}")
        case "rows":
            for place, row in enumerate(held):
                at(page, path).locator("> div > .add").click()
                if node["item"]["kind"] == "list":
                    at(page, f"{path}.{place}").locator("input").fill(row)
                else:
                    type_fields(page, row, node["item"], f"{path}.{place}")
        case _:
            type_one(page, held, node["kind"], path)


def type_one(page: Page, held: Any, kind: str, path: str) -> None:  # noqa: ANN401
    """Type into one control, or choose what it offers."""
    control = at(page, path)
    if kind == "truth":
        control.set_checked(held)
    elif kind in {"player", "words"}:
        control.select_option(held)
    else:
        control.fill(held)


def type_papers(page: Page, report: Report) -> None:
    """Type every cell of the final papers, and click on those that are marked."""
    assert report.played is not None
    rules = report.played.rules
    for seat, paper in enumerate(report.papers):
        if seat:
            page.locator("#next").click()
        cells = paper_cells(rules, seat)
        added = rules.total_marks(report.added_up.get(paper.name, {}))
        sheet = page.locator(".sheet").nth(seat)
        typed = as_typed({**paper.marks, **added}, cells)
        for cell in cells:
            if cell.id in typed:
                control = sheet.locator(f'[data-cell="{cell.id}"]')
                marks = list(cell.marks)
                if marks:
                    for _ in range(marks.index(typed[cell.id]) + 1):
                        control.click()
                else:
                    control.fill(typed[cell.id])


def type_game(page: Page, name: str, way: str) -> Report:
    """Type a whole game that is right, and return its report."""
    rules = catalog_rules(name)
    report = sample_record(rules, seed=3, language="fr", variant="").report
    assert report.played is not None
    for seat, player in enumerate(report.players):
        page.get_by_label(f"nom {seat + 1}", exact=True).fill(player)
    if len(rules.body_fields) > 1:
        page.locator(f"[name=way][value={way}]").check()
    form = entry_form.build_form(rules, "fr")
    content = report.played.content.model_dump(mode="json", exclude_none=True)
    if way == "papers":
        content.pop(rules.body_fields[0])
        type_papers(page, report)
    type_fields(page, entry_form.form_from_record(content, form, report.players), form, "")
    return report


@pytest.mark.few(1)
@pytest.mark.parametrize("name", TYPED)
def test_each_game(page: Page, name: str) -> None:
    """A game is typed in and is right; an error is told with its rule, and mended it is gone."""
    way, rule, where = TYPED[name]
    visit(page, f"fr/check/{name}/")
    report = type_game(page, name, way)
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text(RIGHT)
    for winner in report.winners:
        expect(page.locator(".winner")).to_contain_text(winner)
    if way == "papers":
        page.locator("#tables ul a").first.click()
    control = page.locator(f'[data-cell="{where}"], [data-path="{where}"]').first
    before = control.input_value()
    if name == "sti":
        other = next(str(n) for n, one in enumerate(report.players) if one not in report.winners)
        control.select_option(other)
    else:
        control.fill("99")
    sentence = catalog_rules(name).game.sentences_in("fr").rules[rule]
    expect(page.locator(".findings")).to_contain_text(sentence)
    expect(control).to_have_attribute("aria-invalid", "true")
    if control.evaluate("one => one.classList.contains('cell')"):
        expect(page.locator(".layer").first).to_contain_text("1")
    if name == "sti":
        control.select_option(before)
    else:
        control.fill(before)
    expect(verdict).to_contain_text(RIGHT)
    expect(control).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator(".findings")).to_have_count(0)


def test_turns(page: Page) -> None:
    """Turns are typed into a form; the sheets stand beside as they are, to be clicked on."""
    visit(page, "fr/check/qwinto/")
    page.locator("[name=way][value=turns]").check()
    page.locator('[data-path="turns"] > div > .add').click()
    at(page, "turns.0.dice.orange").fill("3")
    at(page, "turns.0.writes.0").focus()
    page.locator("#beside [data-cell=O2]").first.click()
    expect(at(page, "turns.0.writes.0")).to_have_value("O2")
    expect(page.locator("#beside .layer").first).to_contain_text("3")
    at(page, "turns.0.dice.orange").fill("8")
    expect(page.locator(".findings li").first).to_contain_text("tour 1")
    page.locator('[data-path="turns.0"] > .remove').click()
    expect(page.locator(".findings")).to_have_count(0)


@pytest.mark.rest
def test_rounds_by_clicking(page: Page) -> None:
    """A round is typed by clicking on its squares in the order of play."""
    visit(page, "fr/check/doce/")
    for square, face in (("C3", "5"), ("B2", "4")):
        page.locator(f"#beside [data-cell={square}]").first.click()
        page.keyboard.type(face)
        expect(page.locator("#beside .layer").first).to_contain_text(face)
    expect(at(page, "rounds.0.turns")).to_have_value("C3=5, B2=4")
    visit(page, "fr/check/course-a-20/")
    for number in ("n2", "n4", "n5"):
        page.locator(f"#beside [data-cell={number}]").first.click()
    expect(at(page, "rounds.0.says")).to_have_value("2 4 5")


def test_a_reload_loses_nothing(page: Page) -> None:
    """All that is typed is there after a reload, until it is cleared, which is asked about."""
    visit(page, "fr/check/qwinto/")
    page.get_by_label("nom 1", exact=True).fill("Zoé")
    page.locator("[data-cell=O3]").first.fill("7")
    page.locator("[data-cell=O4]").first.fill("5")
    expect(page.locator(".findings li")).to_have_count(1)
    page.reload()
    expect(page.get_by_label("nom 1", exact=True)).to_have_value("Zoé")
    expect(page.locator("[data-cell=O3]").first).to_have_value("7")
    expect(page.locator(".findings li")).to_contain_text("Zoé")
    visit(page, "en/check/qwinto/")
    expect(page.locator("[data-cell=O4]").first).to_have_value("5")
    with page.expect_event("dialog") as question:
        page.once("dialog", lambda dialog: dialog.dismiss())
        page.locator("#clear").click()
    assert "Clear" in question.value.message
    expect(page.locator("[data-cell=O4]").first).to_have_value("5")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#clear").click()
    expect(page.locator("[data-cell=O4]").first).to_have_value("")
    page.reload()
    expect(page.get_by_label("name 1", exact=True)).to_have_value("")


def test_by_keyboard_alone(page: Page) -> None:
    """A sheet is filled in by keyboard: Tab in the order of the sheet, arrows to what is near."""
    visit(page, "fr/check/qwinto/")
    page.get_by_label("rangée orange, case 1 (O1)").first.focus()
    keys = page.keyboard
    keys.type("7")
    keys.press("Tab")
    keys.type("5")
    expect(page.locator(".findings li")).to_have_count(1)
    keys.press("ArrowRight")
    expect(page.get_by_label("rangée orange, case 3 (O3)").first).to_be_focused()
    keys.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.cell").startswith("Y")
    keys.press("ArrowUp")
    keys.press("ArrowLeft")
    keys.type("9")
    expect(page.locator(".findings")).to_have_count(0)
    box = page.get_by_label("Coups manqués 1").first
    box.focus()
    keys.press("Space")
    expect(box).to_have_attribute("aria-pressed", "true")
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(page.get_by_label("Coups manqués 2").first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".points")).to_contain_text("−10")


@pytest.mark.few(1)
@pytest.mark.parametrize(("name", "language"), [*zip(TYPED, cycle(("fr", "en")), strict=False)])
def test_small_screens(page: Page, name: str, language: str) -> None:
    """Nothing is wider than a screen of 320 px, in whichever way a game is typed."""
    page.set_viewport_size({"width": 320, "height": 700})
    visit(page, f"{language}/check/{name}/")
    page.locator("#example").click()
    expect(page.locator(".winner")).not_to_be_empty()
    for way in ("papers", "turns"):
        choice = page.locator(f"[name=way][value={way}]")
        if choice.is_visible():
            choice.check()
        expect(page.locator(".sheet .layer").first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_files(page: Page, tmp_path: Path) -> None:
    """The record and the correction sheet are handed out as files."""
    visit(page, "fr/check/qwinto/")
    page.locator("#example").click()
    expect(page.locator(".verdict")).to_contain_text(RIGHT)
    with page.expect_download() as record:
        page.locator("#record").click()
    record.value.save_as(tmp_path / "record.yaml")
    assert record.value.suggested_filename == "qwinto.yaml"
    text = (tmp_path / "record.yaml").read_text(encoding="utf-8")
    assert text.startswith("format: 1\njeu: qwinto\n")
    with page.expect_download() as drawn:
        page.locator("#correction").click()
    drawn.value.save_as(tmp_path / "correction.pdf")
    assert (tmp_path / "correction.pdf").read_bytes().startswith(b"%PDF")


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Return a folder of records: two games, one of them wrong, and a file that is none."""
    folder = tmp_path / "6e-B"
    folder.mkdir()
    for seed, errors in ((1, 0), (2, 1)):
        made = sample_record(catalog_rules("qwinto"), seed=seed, language="fr", errors=errors)
        (folder / f"table-{seed}.yaml").write_text(made.text, encoding="utf-8")
    (folder / "broken.yaml").write_text("game: [", encoding="utf-8")
    (folder / "photo.jpg").write_bytes(b"\xff\xd8")
    return folder


@pytest.mark.rest
def test_a_folder_of_records(page: Page, records: Path, tmp_path: Path) -> None:
    """A folder gives a table of reports with links, and a page of the class for each game."""
    visit(page, "fr/check/")
    page.locator("#folder").set_input_files(records)
    rows = page.locator(".reports tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("broken.yaml")
    expect(rows.nth(2)).to_contain_text("1 erreur")
    rows.nth(2).get_by_role("link").click()
    expect(page.locator("#report-3")).to_be_in_viewport()
    with page.expect_download() as drawn:
        page.locator("[data-page]").last.click()
    drawn.value.save_as(tmp_path / "class.pdf")
    assert (tmp_path / "class.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.rest
def test_dropped_files(page: Page, records: Path) -> None:
    """Files that are dropped are read like those that are chosen."""
    visit(page, "en/check/")
    files = [
        {"name": path.name, "text": path.read_text(encoding="utf-8")}
        for path in sorted(records.glob("*.yaml"))
    ]
    page.evaluate(
        """(files) => {
            const held = new DataTransfer();
            for (const { name, text } of files) held.items.add(new File([text], name));
            const form = document.getElementById("records");
            form.dispatchEvent(new DragEvent("drop", { dataTransfer: held, bubbles: true }));
        }""",
        files,
    )
    expect(page.locator(".reports tbody tr")).to_have_count(3)
    expect(page.locator("#reports")).to_contain_text("1 error")


@pytest.mark.rest
@on_server
def test_late_answers_are_dropped(page: Page) -> None:
    """Of two answers under way the one to what was typed last is shown, whichever comes last."""
    visit(page, "fr/check/qwinto/")
    expect(page.locator(".verdict")).not_to_be_empty()
    held: list[Any] = []

    def hold(route: Any) -> None:  # noqa: ANN401 - Playwright's
        sent = json.loads(route.request.post_data)
        if sent["papers"][0].get("O2") == "5":
            held.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/judge*", hold)
    page.locator("[data-cell=O1]").first.fill("7")
    with page.expect_request(lambda request: '"O2":"5"' in (request.post_data or "")):
        page.locator("[data-cell=O2]").first.fill("5")
    for _ in range(LOOKS):
        page.wait_for_timeout(20)
        if held:
            break
    assert held
    page.locator("[data-cell=O2]").first.fill("9")
    expect(page.locator(".verdict")).to_contain_text("juste")
    for route, answer in held:
        route.fulfill(response=answer)
    page.wait_for_timeout(300)
    expect(page.locator(".verdict")).to_contain_text("juste")


@on_server
def test_the_program_ends(page: Page) -> None:
    """Where nothing answers any more that is said, nothing typed is lost, and it goes on after."""
    visit(page, "fr/check/qwinto/")
    expect(page.locator(".verdict")).not_to_be_empty()
    page.route("**/judge*", lambda route: route.abort())
    page.locator("[data-cell=O1]").first.fill("7")
    expect(page.locator("#trouble")).to_contain_text("ne répond plus")
    page.unroute("**/judge*")
    page.locator("[data-cell=O2]").first.fill("5")
    expect(page.locator(".findings li")).to_contain_text("O2")
    expect(page.locator("#trouble")).to_be_hidden()


@pytest.mark.rest
def test_what_follows_is_folded(page: Page) -> None:
    """Many consequences of one error are folded, and stay unfolded once somebody looks."""
    visit(page, "fr/check/dental/")
    page.locator("#example").click()
    expect(page.locator(".winner")).not_to_be_empty()
    page.locator("[name=way][value=turns]").check()
    at(page, "turns.3.roll").fill("9")
    folded = page.locator("#judgement details")
    expect(folded.locator("li").first).to_be_hidden()
    folded.locator("summary").click()
    expect(folded.locator("li").first).to_be_visible()
    at(page, "turns.3.roll").fill("8")
    expect(page.locator(".findings li").first).to_contain_text("un dé montre 8")
    expect(folded.locator("li").first).to_be_visible()
