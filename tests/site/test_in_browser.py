"""The site in a real browser, opened as files: no network, no server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from generator.words import LANGUAGES, Language
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
@pytest.mark.parametrize("language", LANGUAGES)
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
    for language in LANGUAGES:
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
