"""The page as a folder of files: without a network, in two tabs, and when something is lost."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect
from pypdfium2 import PdfDocument, PdfImage

from generator.new_game import new_game_files, read_answers
from generator.words import message, say
from tests.page import hosted
from tests.page.conftest import NAMES, PATIENCE
from tests.page.hosted import BELOW, FramedPage, Hosted

pytestmark = [pytest.mark.slow, pytest.mark.folder, pytest.mark.long]
# What is read from the server until the first sheet is seen, in bytes.
MOST_READ = 20_000_000
# How a camera says that it was turned: the left of what is written is the top of what was seen.
ORIENTATION, TO_THE_RIGHT = 0x0112, 6
LIST = "\n".join(f"Pays {number};Ville {number}" for number in range(1, 31))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Hosted]:
    """Return a folder on a server of its own, that a test may end."""
    if reason := hosted.lacking():
        pytest.skip(reason)
    page = Hosted(tmp_path, hosted.hosted_files())
    yield page
    page.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Return a browser that has been nowhere."""
    found = browser.new_context(viewport={"width": 1440, "height": 900}, locale="fr-FR")
    found.set_default_timeout(PATIENCE)
    yield found
    found.close()


def made(page: FramedPage, button: str = "#asked button.main") -> str:
    """Have made what the form asks for, wait for its first picture, and return its words."""
    frame = page.frame
    frame.locator(button).click()
    expect(frame.locator("#progress .good")).to_be_visible()
    picture = frame.locator("#printables img").first
    picture.evaluate("one => { one.loading = 'eager'; return one.decode(); }")
    return frame.locator("#printables").inner_text()


def saved(page: FramedPage, selector: str) -> bytes:
    """Save what a link or a button hands out."""
    with page.tab.expect_download() as download:
        page.frame.locator(selector).first.click()
    return Path(download.value.path()).read_bytes()


def everything(page: FramedPage, folder: Hosted) -> None:
    """Make a sheet for 27 names in an archive, a loto from a pasted list, and judge a record."""
    page.goto(f"{folder.in_language('fr')}kit/qwinto/?contents=score-sheets")
    page.frame.locator("details:has(#field-names)").evaluate("one => { one.open = true; }")
    page.frame.locator("#field-names").fill(NAMES)
    assert "9 pages" in made(page)
    with ZipFile(BytesIO(saved(page, "a[href$='.zip']"))) as archive:
        sheets = next(one for one in archive.namelist() if one.startswith("score-sheets.names"))
        with PdfDocument(archive.read(sheets)) as pdf:
            assert "Élève 27" in "".join(one.get_textpage().get_text_bounded() for one in pdf)
    page.goto(f"{folder.in_language('fr')}list/")
    page.frame.locator("#field-table").fill(LIST)
    page.frame.locator("#field-pupils").fill("27")
    assert "Loto" in made(page, ".kind[data-kind=loto] button.main")
    page.goto(f"{folder.in_language('fr')}check/qwinto/")
    page.frame.locator("[data-cell=O1]").first.fill("7")
    page.frame.locator("[data-cell=O2]").first.fill("5")
    expect(page.frame.locator(".findings")).to_contain_text("5 n’est pas plus grand que 7")
    assert saved(page, "#correction").startswith(b"%PDF")


def test_without_a_network(folder: Hosted, context: BrowserContext) -> None:
    """All is made at the first visit, and at the second, though the server is gone.

    At most 20 MB are read until the first sheet, and nothing from elsewhere.
    """
    asked = list[str]()
    context.on("request", lambda request: asked.append(request.url))
    page = FramedPage(context.new_page())
    page.goto(f"{folder.in_language('fr')}kit/qwinto/?contents=score-sheets")
    made(page)
    assert folder.server.read < MOST_READ
    everything(page, folder)
    page.tab.close()
    folder.close()
    again = FramedPage(context.new_page())
    everything(again, folder)
    here = folder.address.partition("#")[0]
    assert [one for one in asked if not one.startswith((here, "blob:", "data:"))] == []


def test_photographs(folder: Hosted, context: BrowserContext, tmp_path: Path) -> None:
    """Photographs of a list are decoded by the browser, turned as they were held, and printed."""
    words, files = [f"word {number}" for number in range(8)], list[Path]()
    for number, _ in enumerate(words):
        seen = Image.new("RGB", (480, 640), (250, 30, 30))
        seen.paste((30, 30, 250), (0, 320, 480, 640))
        held, turned = seen.rotate(90, expand=True), Image.Exif()
        turned[ORIENTATION] = TO_THE_RIGHT
        files.append(tmp_path / f"p{number}.jpg")
        held.save(files[-1], exif=turned, quality=95, comment=str(number).encode())
    rows = (f"{word}\t{file.name}" for word, file in zip(words, files, strict=True))
    page = FramedPage(context.new_page())
    page.goto(f"{folder.address}list/")
    page.frame.locator("#field-table").fill("word\tpicture\n" + "\n".join(rows))
    page.frame.locator("#pictures").set_input_files(files)
    made(page, ".kind[data-kind=memory] button.main")
    # In a tab the browser's own viewer would show it.
    file = page.frame.locator("#printables a.file[href$='.pdf']").first.get_attribute("href")
    read = "async (at) => [...new Uint8Array(await (await fetch(at)).arrayBuffer())]"
    with PdfDocument(bytes(page.frame.evaluate(read, file))) as pdf:
        found = next(one for one in pdf[0].get_objects() if isinstance(one, PdfImage))
        drawn = found.get_bitmap().to_pil().convert("RGB")
    across, down = drawn.size
    assert across / down == pytest.approx(480 / 640, rel=0.01)
    for share, colour in ((0.25, (250, 30, 30)), (0.75, (30, 30, 250))):
        dot = drawn.getpixel((across // 2, int(share * down)))
        assert dot == pytest.approx(colour, abs=12)


def test_two_tabs(folder: Hosted, context: BrowserContext) -> None:
    """Each tab has a program and jobs of its own; an address of one leads to another shell."""
    pages = [FramedPage(context.new_page()) for _ in range(2)]
    for page, game in zip(pages, ("yams", "boite"), strict=True):
        page.goto(f"{folder.address}kit/{game}/?contents=score-sheets")
    keys = {page.frame.url.partition("/app/")[2].partition("/")[0] for page in pages}
    assert len(keys) == 2
    for page in pages:
        made(page)
    pages[0].tab.close()
    expect(pages[1].frame.locator("#progress .good")).to_be_visible()
    # A PDF opens in a tab by itself; a page opens with a shell around it.
    with context.expect_page() as opened:
        pages[1].frame.locator("a[href$='.pdf']").first.click()
    assert "/made/" in opened.value.url
    other = context.new_page()
    other.goto(pages[1].frame.url)
    expect(other.locator("html[data-ready]")).to_be_attached()
    assert re.search(r"/app/#en/kit/boite/", other.url)


def test_an_ended_service_worker(folder: Hosted, context: BrowserContext) -> None:
    """A browser may end the service worker at any time: it is started anew and nothing is lost."""
    page = FramedPage(context.new_page())
    page.goto(f"{folder.address}kit/yams/?contents=score-sheets")
    session = context.new_cdp_session(page.tab)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    made(page)
    session.send("ServiceWorker.stopAllWorkers")
    page.frame.locator("nav a").nth(1).click()
    page.wait_for_url("**/check/")


def test_a_worker_that_is_ended(folder: Hosted, context: BrowserContext) -> None:
    """What takes too long can be stopped: one sentence says what is lost, and the page goes on."""
    page = FramedPage(context.new_page())
    page.goto(f"{folder.address}kit/yams/?contents=score-sheets")
    page.tab.locator("#slow").evaluate("one => { one.hidden = false; }")
    page.tab.locator("#end").click()
    told = page.tab.locator("#told")
    expect(told).to_have_text(say(message("site.app-lost"), "en").replace("\u00a0", " "))
    page.goto(f"{folder.address}kit/boite/?contents=score-sheets")
    made(page)
    expect(told).to_be_hidden()


@pytest.mark.parametrize(("reason", "room"), [("lost-network", 0), ("full", 3_000_000)])
def test_what_cannot_be_loaded(
    folder: Hosted, context: BrowserContext, reason: str, room: int
) -> None:
    """Without the network, or without room, one sentence says what to do; then all goes on."""
    tab = context.new_page()
    missing = folder.folder / "runtime" / "program.zip.gz"
    kept = missing.read_bytes()
    session = context.new_cdp_session(tab)
    origin = folder.address.partition(f"/{BELOW}")[0]
    if room:
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": room})
    else:
        missing.unlink()
    tab.goto(folder.address)
    expect(tab.locator("#told")).to_have_text(say(message(f"site.app-{reason}"), "en"))
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    missing.write_bytes(kept)
    page = FramedPage(tab)
    page.reload()
    expect(page.frame.locator("h1").first).to_be_visible()


def test_another_version(folder: Hosted, context: BrowserContext) -> None:
    """A new version is told, and used whole once every tab of the old one is closed."""
    page = FramedPage(context.new_page())
    page.goto(f"{folder.address}kit/yams/")
    manifest = folder.folder / "manifest.js"
    words = manifest.read_text(encoding="utf-8")
    shell = folder.folder / "shell.css"
    shell.write_text(
        f"{shell.read_text(encoding='utf-8')}#told {{ color: red; }}\n", encoding="utf-8"
    )
    manifest.write_text(
        re.sub(r'"version": "\w{8}', '"version": "00000000', words), encoding="utf-8"
    )
    other = FramedPage(context.new_page())
    other.goto(f"{folder.address}kit/boite/")
    expect(other.tab.locator("#told")).to_have_text(say(message("site.app-newer"), "en"))
    made(page)
    for one in (page, other):
        one.tab.close()
    newest = FramedPage(context.new_page())
    # It is used once the browser has seen the old one go.
    newest.tab.wait_for_timeout(2_000)
    newest.goto(f"{folder.address}kit/boite/")
    expect(newest.tab.locator("#told")).to_be_hidden()
    (name,) = newest.tab.evaluate("caches.keys()")
    assert name.startswith("ludokit-00000000")


def test_first_forms_are_there_before_python(folder: Hosted, context: BrowserContext) -> None:
    """A form can be read, and filled in, while Python loads; a bar tells how far it is."""
    tab = context.new_page()
    tab.goto(f"{folder.address}kit/yams/")
    frame = _frame(tab)
    expect(frame.locator("#field-pupils")).to_be_visible()
    assert tab.evaluate("document.documentElement.dataset.ready") is None
    expect(tab.locator("#start")).to_be_visible()
    frame.locator("#field-pupils").fill("12")
    expect(tab.locator("html[data-ready]")).to_be_attached()
    expect(tab.locator("#start")).to_be_hidden()
    assert frame.locator("#field-pupils").input_value() == "12"


def _frame(tab: Page) -> Frame:
    while FramedPage(tab).frame.url == "about:blank":
        tab.wait_for_timeout(50)
    return FramedPage(tab).frame


def test_a_game_of_ones_own(folder: Hosted, context: BrowserContext, tmp_path: Path) -> None:
    """A folder is dropped, mended, kept by the browser over a reload, and taken out as an archive.

    A game that begins here is kept like one that was dropped.
    """
    page, own = FramedPage(context.new_page()), f"{folder.in_language('fr')}own/"
    dropped = tmp_path / "download/some-game"
    files = new_game_files("ma-feuille", "sheet", read_answers("sheet", {}, "fr"), "fr")
    dropped.mkdir(parents=True)
    for name, data in files.items():
        wrong = data.replace(b"cells: 8", b"cells: huit")
        (dropped / Path(name).name).write_bytes(wrong)
    page.goto(own)
    page.frame.locator("#own-folder").set_input_files(dropped)
    expect(page.frame.locator(".lines .reason")).to_contain_text("n’est pas un nombre entier")
    page.frame.locator("summary", has_text="game.yaml").click()
    text = page.frame.locator("textarea[name='game.yaml']")
    text.fill(text.input_value().replace("cells: huit", "cells: 6"))
    page.frame.locator("#edited button").click()
    expect(page.frame.locator("#own-state .good")).to_be_visible()
    expect(page.frame.locator("#progress .good")).to_be_visible()
    picture = page.frame.locator("#printables img").first
    picture.evaluate("one => { one.loading = 'eager'; return one.decode(); }")
    page.tab.reload()
    # The program is another one; the browser hands it the game.
    expect(page.tab.frame_locator("#page").locator("#own-state .good")).to_be_visible()
    with ZipFile(BytesIO(saved(page, "a[href$='ma-feuille.zip']"))) as archive:
        assert sorted(archive.namelist()) == sorted(files)
        assert b"cells: 6" in archive.read("ma-feuille/game.yaml")
    page.goto(own)
    page.frame.locator("#field-title").fill("Bataille")
    page.frame.locator("#deck-cards").fill("6")
    page.frame.locator("button[value=deck]").click()
    expect(page.tab.frame_locator("#page").locator("#progress .good")).to_be_visible()
    page.goto(own)
    names = page.frame.locator(".own-games li button:first-child")
    assert names.all_inner_texts() == ["bataille", "ma-feuille"]
