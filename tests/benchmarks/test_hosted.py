"""How soon the page in a folder shows a first sheet, beside the bare start of Python in a browser.

Run with `make bench`: both are seen by the same browser, from the same server of files, in turn.
"""

import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pytest
from playwright.sync_api import Browser, Page, expect

from generator.site.runtime import runtime_facts, unpack
from tests.benchmarks.conftest import Noted
from tests.page import hosted
from tests.page.hosted import RUNTIME, FramedPage, Hosted

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.long]

# Seconds until the first sheet, or so many bare starts, whichever is more; the second visit takes
# half of that; and seconds for a further sheet and for a cell that is judged.
FIRST, STARTS, AGAIN, FURTHER, JUDGED = 12.0, 2.0, 0.5, 1.5, 0.3
BARE = """<!doctype html><title>bare</title><script type="module">
import { loadPyodide } from "./pyodide.mjs";
await loadPyodide({ indexURL: "./" });
document.documentElement.dataset.ready = "yes";
</script>"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Hosted]:
    """Return the page in a folder, and beside it Pyodide as its authors publish it."""
    if reason := hosted.lacking():
        pytest.skip(reason)
    page = Hosted(tmp_path, hosted.hosted_files())
    with tarfile.open(RUNTIME / Path(runtime_facts()["pyodide"]["path"]).name) as archive:
        unpack(archive, tmp_path)
    shutil.move(tmp_path / "package", page.folder.parent / "bare")
    (page.folder.parent / "bare" / "index.html").write_text(BARE, encoding="utf-8")
    yield page
    page.close()


def seconds_to_sheet(tab: Page, folder: Hosted) -> float:
    """Return how long it takes from an address to the picture of a sheet of Qwinto."""
    begun = perf_counter()
    page = FramedPage(tab)
    page.goto(f"{folder.address}kit/qwinto/?contents=score-sheets")
    return perf_counter() - begun + seconds_to_picture(page)


def seconds_to_picture(page: FramedPage) -> float:
    """Return how long it takes until what a form asks for is seen."""
    begun = perf_counter()
    page.frame.locator("#asked button.main").click()
    picture = page.frame.locator("#printables img").first
    picture.evaluate("one => { one.loading = 'eager'; return one.decode(); }")
    return perf_counter() - begun


def test_the_first_sheet(folder: Hosted, browser: Browser, noted: Noted) -> None:
    """A sheet is seen in twelve seconds or two bare starts, and the second time in half of that."""
    context = browser.new_context()
    bare, begun = context.new_page(), perf_counter()
    bare.goto(folder.address.replace("/app/#en/", "/bare/"))
    expect(bare.locator("html[data-ready]")).to_be_attached(timeout=120_000)
    start = perf_counter() - begun
    bare.close()
    folder.server.read = 0
    tab = context.new_page()
    first = seconds_to_sheet(tab, folder)
    read = folder.server.read
    tab.close()
    tab = context.new_page()
    again = seconds_to_sheet(tab, folder)
    page = FramedPage(tab)
    page.frame.locator("#field-ink").select_option("grey")
    page.frame.locator("#printables img").first.evaluate("one => one.remove()")
    further = seconds_to_picture(page)
    page.goto(f"{folder.address}check/qwinto/")
    page.frame.locator("[data-cell=O1]").first.fill("7")
    expect(page.frame.locator(".verdict").first).not_to_be_empty()
    begun = perf_counter()
    page.frame.locator("[data-cell=O2]").first.fill("5")
    expect(page.frame.locator(".findings")).to_be_visible()
    judged = perf_counter() - begun
    context.close()
    most = max(FIRST, STARTS * start)
    for what, found, asked in (
        ("first sheet of a first visit", first, most),
        ("first sheet of a second visit", again, AGAIN * most),
        ("a further sheet", further, FURTHER),
        ("a cell that is judged", judged, JUDGED),
    ):
        ratio = f"x {found / start:.2f}"
        noted(what, f"{found:.1f} s", f"bare start {start:.1f} s", ratio, f"{asked:.1f} s")
    noted("read from the server", f"{read / 1e6:.1f} MB", "", "", "20 MB")
    assert first <= most
    assert again <= AGAIN * most
