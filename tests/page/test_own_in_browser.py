"""A game of one's own, as a person meets it: begun by keyboard, mended, drawn when it is saved."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.page.conftest import PATIENCE, Opened
from tests.page.test_in_browser import GRAVE, press_until

pytestmark = pytest.mark.slow
PICTURE = "[aria-labelledby=printable-score-sheets] img"


def _in_order(page: Page) -> str:
    """Wait until a game is in order and made, and return its first picture's address."""
    expect(page.get_by_text("Everything is in order.")).to_be_visible()
    expect(page.get_by_text("All is ready.")).to_be_visible()
    picture = page.locator(PICTURE).first
    picture.evaluate("one => { one.loading = 'eager'; return one.decode(); }")
    return str(picture.get_attribute("src"))


def test_begun_and_mended(browser: Browser, short: Opened, tmp_path: Path) -> None:
    """With the keyboard alone a game begins; a saved file shows its faults, then its new pages.

    Nothing on the way keeps somebody out, or is wider than a telephone.
    """
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.set_default_timeout(PATIENCE)
    said = list[str]()
    page.on("console", lambda one: said.append(one.text) if one.type == "error" else None)
    page.goto(f"{short.address}own/")
    press_until(page, "Name of the game")
    page.keyboard.type("Stairs")
    press_until(page, "Rows (1–\u20606)")
    page.keyboard.type("3")
    press_until(page, "Begin this game")
    page.keyboard.press("Enter")
    page.wait_for_url("**/own/stairs/")
    before = _in_order(page)
    file = tmp_path / "rules_data/stairs/game.yaml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("cells: 8", "cells: eight"), "utf-8")
    wrong = page.locator(".lines li", has=page.locator(".reason"))
    expect(wrong.locator("code")).to_contain_text("cells: eight")
    expect(wrong.locator(".reason")).to_contain_text("is not a whole number")
    expect(page.locator(PICTURE)).to_have_count(0)
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in GRAVE] == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    file.write_text(text.replace("cells: 8", "cells: 5"), "utf-8")
    assert _in_order(page) != before
    assert said == []
    page.close()


@pytest.mark.rest
def test_a_broken_game_is_found_from_the_first_page(
    browser: Browser, short: Opened, tmp_path: Path
) -> None:
    """What cannot be read is told on the first page, with a way to its faults."""
    folder = tmp_path / "rules_data/stairs"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: {", encoding="utf-8")
    page = browser.new_page()
    page.goto(short.address)
    page.get_by_role("link", name="See what is wrong").click()
    expect(page.locator(".reason").first).to_be_visible(timeout=PATIENCE)
    page.close()
