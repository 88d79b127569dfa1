"""The site in a real browser, opened as files: no network, no server."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from generator.words import BUILT_IN, Language
from tests.costs import busy

pytestmark = pytest.mark.slow
# One page of each kind.
KINDS = (
    *("index.html", "games/qwinto/index.html", "games/sti/rules.html", "games/sti/record.html"),
    *(
        "lists/index.html",
        "tutorials.html",
        "tutorials/verifier.html",
        "reference.html",
        "library.html",
        "kinds.html",
    ),
    *("game-yaml.html", "sentences.html"),
    *("manual.html", "manual/installing.html", "manual/records.html"),
)
# What makes a page unusable for somebody, in the words of axe-core.
GRAVE = {"serious", "critical"}
WIDTHS = (320, 768, 1440)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Return an empty tab; nothing in it may ask for anything but files."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(int(busy(120_000)))
    asked = list[str]()
    context.on("request", lambda request: asked.append(request.url))
    yield context.new_page()
    context.close()
    assert [one for one in asked if not one.startswith(("file:", "data:", "about:"))] == []


@pytest.mark.few(2)
@pytest.mark.parametrize("language", BUILT_IN)
@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_no_grave_fault(page: Page, site: Path, language: Language, kind: str) -> None:
    """No kind of page has a fault that keeps somebody out, in either language."""
    page.goto((site / language / kind).as_uri())
    found = Axe().run(page).response["violations"]
    grave = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in GRAVE]
    assert grave == []


@pytest.mark.few(1)
@pytest.mark.parametrize("kind", ["../index.html", *KINDS])
def test_nothing_is_wider_than_the_screen(page: Page, site: Path, kind: str) -> None:
    """On a phone, a tablet and a desk nothing has to be scrolled sideways to be read."""
    for language in BUILT_IN:
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            page.goto((site / language / kind).as_uri())
            wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
            assert wide[0] <= wide[1], (language, width, wide)


def test_the_typefaces_are_those_of_the_paper(page: Page, site: Path) -> None:
    """What is read is set in the project's typeface, which lies beside the pages."""
    page.goto((site / "fr" / "index.html").as_uri())
    assert page.evaluate(
        "document.fonts.ready.then(() => [...document.fonts].some("
        "(one) => one.family.includes('Atkinson') && one.status === 'loaded'))"
    )


class Searcher:
    """A page of the site on which one searches by keyboard."""

    def __init__(self, page: Page, address: str) -> None:
        """Open a page, and go to its field."""
        self.page = page
        page.goto(address)
        self.field = page.get_by_role("searchbox")
        self.results = page.locator("#search li a")
        self.panel = page.locator("#search > div")
        self.field.focus()

    def found(self, words: str) -> list[str]:
        """Type words, and return what is found, each with its address below the language."""
        self.field.fill(words)
        expect(self.panel).to_be_visible()
        links = self.results.evaluate_all("all => all.map(one => one.href)")
        return [link.partition("/fr/")[2] for link in links]


@pytest.fixture
def address(request: pytest.FixtureRequest, site: Path) -> Iterator[str]:
    """Return where the site is: on the disk, or on a server below its root."""
    if request.param == "disk":
        yield site.as_uri()
        return

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site.parent)))
    Thread(target=server.serve_forever).start()
    yield f"http://127.0.0.1:{server.server_port}/{site.name}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("address", ["disk", "server"], indirect=True)
def test_search_leads_to_what_was_meant(browser: Browser, address: str) -> None:
    """From a page in any folder words are found as they are typed, and the keyboard leads there."""
    page = browser.new_page()
    page.set_default_timeout(int(busy(120_000)))
    faults = list[str]()
    page.on("pageerror", lambda error: faults.append(str(error)))
    for at in ("index.html", "games/qwinto/rules.html"):
        search = Searcher(page, f"{address}/fr/{at}")
        assert "kinds.html#option-bleed" in search.found("fond perdu")
        assert search.found("grappe")[0] == "manual/machines.html"
        page.keyboard.press("ArrowDown")
        expect(search.results.first).to_be_focused()
        page.keyboard.press("ArrowUp")
        expect(search.field).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_url(f"{address}/fr/manual/machines.html")
    page.context.close()
    assert faults == []


def test_search_takes_words_as_they_come(page: Page, site: Path) -> None:
    """Order, case and accents make no difference, and a word may be begun only."""
    search = Searcher(page, (site / "fr" / "manual" / "printing.html").as_uri())
    found = search.found("règles Qwinto")
    assert found[0] == "games/qwinto/rules.html"
    assert search.found("QWINTO  regles") == found
    assert search.found("qwint regl")[0] == "games/qwinto/rules.html"
    assert search.found("coeur") == search.found("cœur") != []
    words = page.locator("#search mark").all_inner_texts()
    assert words
    assert all("cœur" in word.lower() for word in words)


def test_search_ranks_titles_before_headings_before_text(page: Page, site: Path) -> None:
    """A page called so comes first, then a section called so, then one that says so."""
    search = Searcher(page, (site / "fr" / "index.html").as_uri())
    search.found("imprimer")
    names = search.results.all_inner_texts()
    told = [name.lower().partition(" – ") for name in names]
    ranks = [
        0 if "imprim" in title else 1 if "imprim" in heading else 2 for title, _, heading in told
    ]
    assert ranks == sorted(ranks)
    assert {*ranks} >= {0, 2}
    excerpt = page.locator("#search li p").first
    assert 20 < len(excerpt.inner_text()) < 400


def test_search_says_what_it_has_not_found(page: Page, site: Path) -> None:
    """Nothing found is told, Escape goes back to the field, and a click elsewhere closes it."""
    search = Searcher(page, (site / "fr" / "index.html").as_uri())
    assert search.found("xyzzy") == []
    expect(page.get_by_role("status")).to_have_text("Rien n’a été trouvé.")
    assert search.found("loto") != []
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(search.panel).to_be_hidden()
    expect(search.field).to_be_focused()
    search.found("loto")
    page.locator("h1").click()
    expect(search.panel).to_be_hidden()
    search.field.fill("")
    expect(search.panel).to_be_hidden()


def test_search_fits_a_phone(page: Page, site: Path) -> None:
    """On a phone field and results are on the screen, and hide nothing from those who hear it."""
    page.set_viewport_size({"width": 360, "height": 800})
    search = Searcher(page, (site / "fr" / "index.html").as_uri())
    search.found("loto")
    box = search.panel.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in GRAVE] == []


def test_without_scripts_there_is_no_search(browser: Browser, site: Path) -> None:
    """Where no script runs the field is not shown, and the page is as it was."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "en" / "manual.html").as_uri())
    expect(page.locator("#search")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    context.close()
