"""Kits on the page, in a real browser."""

import io
import re
import zipfile
from time import perf_counter, sleep
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from generator.game import game_names
from generator.page.jobs import JobQueue, Order
from generator.print_request import PrintRequest
from generator.printables.context import Options
from generator.render.preview import page_count, page_png
from tests.page.conftest import Opened, on_server

pytestmark = pytest.mark.slow
CLASS = "\n".join(f"Pupil {number}" for number in range(1, 28))


@pytest.mark.rest
def test_a_class_gets_its_kit(page: Page, opened: Opened) -> None:
    """From the first page to the PDF for 27 pupils: every page is seen, every file downloads."""
    page.goto(opened.address)
    page.get_by_role("link", name="Race to 20").click()
    small = page.locator(".ticks img").first
    # A picture whose address changes while it is decoded fails; shown ones are whole.
    expect(small).not_to_have_js_property("naturalWidth", 0)
    assert small.evaluate("one => one.naturalWidth") > 100
    page.get_by_label("Number of pupils").fill("27")
    page.get_by_label("Paper").select_option("letter")
    page.get_by_label("Number of pupils").press("Tab")
    expect(page.get_by_text("All is ready.")).to_be_visible()
    line = "ludokit kit course-a-20 --pupils 27 --contents play --paper letter"
    expect(page.locator("code")).to_have_text(line)
    # What is asked for next does not wait for this.
    expect(page.locator("#before")).not_to_have_value("")
    sections = page.locator(".printable")
    expect(sections).to_have_count(5)
    picture = sections.first.locator("img").first
    assert picture.evaluate("one => one.decode().then(() => one.naturalWidth)") > 300
    with page.expect_download() as download:
        page.get_by_role("link", name="All files (zip)").click()
    packed = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    assert "kit.letter.pdf" in packed.namelist()


@pytest.mark.rest
@pytest.mark.parametrize("name", game_names())
def test_each_game_for_27_with_one_thing_less(page: Page, opened: Opened, name: str) -> None:
    """A kit of each game is made for 27 pupils without what was unticked, and with all else."""
    page.goto(f"{opened.address}kit/{name}/")
    page.get_by_label("Number of pupils").fill("27")
    ticks = page.locator("input[type=checkbox][name=contents]")
    wanted = [tick.get_attribute("value") for tick in ticks.all() if tick.is_checked()]
    page.locator("input[type=checkbox][value=rules]").uncheck()
    # What was asked for before the tick went may be ready first.
    expect(page.locator("code")).to_have_text(re.compile("--pupils 27 --contents (?!play$)"))
    expect(page.get_by_text("All is ready.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="All files (zip)").click()
    names = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())).namelist()
    made = {file.partition(".")[0] for file in names}
    assert "rules" in wanted
    assert "rules" not in made
    assert {one for one in wanted if one != "rules"} <= made
    assert {"kit", "plan", "manifest"} <= made


@pytest.mark.rest
def test_an_edition_is_ticked(page: Page, opened: Opened) -> None:
    """A box is made where its parts are ticked: sums are those of the files, and stay."""
    page.goto(f"{opened.address}kit/dental/?contents=tokens,rules&play-with=pieces&pupils=27")
    sums = page.locator("#sum-pages, #sum-sheets")
    parts = page.locator("input[data-purpose=edition]:not([disabled])")
    expect(page.locator("input[data-purpose=edition]:checked")).to_have_count(0)
    page.get_by_text("To keep in a box").click()
    for part in parts.all():
        pages, sheets = map(int, sums.all_inner_texts())
        more = [int(part.get_attribute(name) or "") for name in ("data-pages", "data-sheets")]
        part.check()
        assert sums.all_inner_texts() == [str(pages + more[0]), str(sheets + more[1])]
        picture = part.locator("xpath=following-sibling::img")
        expect(picture).not_to_have_js_property("naturalWidth", 0)
    expect(page.locator("code")).to_contain_text("--contents tokens,rules,edition-label,")
    expect(page.get_by_text("All is ready.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="All files (zip)").click()
    packed = zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes()))
    piles = [name for name in packed.namelist() if "to-print" in name or "for-the-box" in name]
    assert len([name for name in piles if "for-the-box" in name]) == 3
    counted = sum(page_count(packed.read(name)) for name in piles)
    assert sums.first.inner_text() == str(counted)
    page.reload()
    expect(page.locator("input[data-purpose=edition]:checked")).to_have_count(3)
    expect(page.locator("#sum-pages")).to_have_text(str(counted))
    expect(page.get_by_role("heading", name="Boxed edition")).to_be_visible()


# The first picture is another one than before, and is seen.
SEEN = """before => {
  const one = document.querySelector("#made .printable img");
  return one && one.src !== before && one.complete && one.naturalWidth > 0;
}"""


# A form waits for more changes before it is sent, and the page asks anew what was made: seconds.
DELAY, POLL = 0.3, 0.6


def time_making(queue: JobQueue, per_page: int) -> float:
    """Return the seconds until sheets are made and a picture of them drawn, without a browser."""
    options = Options("en", contents=("score-sheets",), per_page=per_page)
    begun = perf_counter()
    work = queue.submit(Order("qwinto", PrintRequest(options)), {})
    while not work.made:
        # Somebody looks at it.
        assert queue.find(work.name) is work
        sleep(0.005)
    assert page_png(work.made["score-sheets"].pdf or b"", 1)
    taken = perf_counter() - begun
    while queue.find(work.name) and work.state != "done":
        sleep(0.005)
    return taken


@pytest.mark.rest
@on_server
def test_the_first_picture_comes_at_once(page: Page, opened: Opened) -> None:
    """One drawn thing is seen after a change within twice what making it takes, and the waits."""
    page.goto(f"{opened.address}kit/qwinto/?contents=score-sheets")
    page.wait_for_function(SEEN, arg="")
    queue = JobQueue(iter(map(str, range(9))).__next__)
    queue.start()
    time_making(queue, 2)

    def change(per_page: int) -> float:
        before = page.locator("#made .printable img").first.get_attribute("src")
        page.get_by_label("Ink").focus()
        begun, sheets = perf_counter(), page.get_by_label("Sheets on a page")
        sheets.evaluate("(one, size) => { one.value = size; }", str(per_page))
        sheets.dispatch_event("change")
        page.wait_for_function(SEEN, arg=urljoin(page.url, before or ""))
        return perf_counter() - begun

    # In turns: what else is at work slows both down.
    taken = [(time_making(queue, size), change(size)) for size in (5, 6, 7)]
    making, seen = map(min, zip(*taken, strict=True))
    assert seen < 2 * making + DELAY + POLL


@pytest.mark.rest
@on_server
def test_exercises_are_chosen(page: Page, opened: Opened) -> None:
    """What is chosen goes into the address and the line to type, and comes back from there."""
    page.goto(f"{opened.address}kit/boite/?contents=exercises")
    page.get_by_text("Year and exercises", exact=True).click()
    page.get_by_label("Year of school").select_option("y3")
    page.get_by_label("Every way").check()
    page.get_by_label("How hard the exercises are").fill("2")
    page.get_by_label("How hard the exercises are").press("Tab")
    line = "ludokit kit boite --contents exercises --year y3 --kinds ways --difficulty 2"
    expect(page.locator("code")).to_have_text(line)
    page.goto(page.url.split("&made")[0])
    expect(page.get_by_label("Every way")).to_be_checked()
    expect(page.get_by_label("Year of school")).to_have_value("y3")
