"""How little has to be done, counted where it is done: clicks and fields that are filled."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Opened, keep_class
from tests.page.test_class_in_browser import turned_to, visit
from tests.page.test_workshop_in_browser import PLAIN, settle

pytestmark = pytest.mark.slow
# What a person does counts where the browser hears of it: a click on what is no text to type in,
# a choice, and a field from the first letter until another has the focus.
COUNTED = """(() => {
  const TEXTS = "textarea, input:not([type=checkbox], [type=radio], [type=file])";
  let typed = null;
  addEventListener("focusin", (event) => (typed = event.target === typed ? typed : null), true);
  addEventListener("click", (event) => {
    const isField = event.target.closest("input, textarea, select, label");
    if (event.isTrusted && event.detail && !isField) acted("click");
  }, true);
  addEventListener("change", (event) => {
    if (event.target.matches("select, [type=checkbox], [type=radio]")) acted("choose");
  }, true);
  addEventListener("input", (event) => {
    if (!event.target.matches(TEXTS) || event.target === typed) return;
    typed = event.target;
    acted("type");
  }, true);
})()"""


@pytest.fixture
def done(page: Page) -> list[str]:
    """Return what is done on the page, action by action, as it is heard."""
    actions = list[str]()
    page.expose_function("acted", lambda action: actions.append(action))  # noqa: PLW0108 - it looks for parameters
    page.add_init_script(COUNTED)
    return actions


@pytest.mark.rest
def test_a_kit_takes_three(page: Page, opened: Opened, done: list[str], class_file: Path) -> None:
    """With its class kept, a kit for 27 with one thing less is printed after three clicks."""
    keep_class(page, opened, class_file)
    page.context.route("**/files/*.pdf", lambda route: route.fulfill(body="%PDF"))
    page.goto(opened.address)
    done.clear()
    page.get_by_role("link", name="Race to 20").click()
    expect(page.get_by_label("Number of pupils")).to_have_value("27")
    expect(page.locator(".good")).to_be_visible()
    page.locator("input[type=checkbox][value=rules]").click()
    expect(page.locator("code")).to_contain_text("--contents strip,score-sheets,")
    expect(page.locator(".good")).to_be_visible()
    expect(page.locator(".printable .note")).to_have_count(0)
    with page.expect_popup() as shown:
        page.locator(".files a").first.click()
    assert "6eB" in shown.value.url
    assert done == ["click", "choose", "click"]


@pytest.mark.rest
def test_games_from_a_list_take_three_and_two(page: Page, opened: Opened, done: list[str]) -> None:
    """A loto from a pasted list takes three actions, a memory from the same two, unrefused."""
    page.goto(f"{opened.address}list/")
    page.locator("#field-table").focus()
    done.clear()
    page.keyboard.insert_text(PLAIN)
    settle(page)
    page.locator("#field-pupils").click()
    page.keyboard.type("27")
    page.locator(".kind[data-kind=loto] button.main").click()
    expect(page.locator("#progress .good")).to_be_visible()
    assert done == ["type", "type", "click"]
    # The list is kept, and is there by its name; so are the pupils while the page is open.
    done.clear()
    page.locator(".kind[data-kind=memory] button.main").click()
    expect(page.locator("#made")).to_contain_text("Memory")
    expect(page.locator("#progress .good")).to_be_visible()
    expect(page.locator(".fault:visible")).to_have_count(0)
    assert done == ["click"]
    page.goto(f"{opened.address}list/")
    kept = page.locator("#kept-lists option").first
    done.clear()
    page.locator("#open-list").select_option(value=kept.get_attribute("value") or "")
    page.locator(".kind[data-kind=memory] button.main").click()
    expect(page.locator("#progress .good")).to_be_visible()
    assert done == ["choose", "click"]


def test_one_of_seven_tables_takes_one(
    page: Page, opened: Opened, done: list[str], class_file: Path
) -> None:
    """A class is seated by one click, and any sheet of its seven tables is open after one more."""
    keep_class(page, opened, class_file)
    visit(page, opened, "check/qwinto/", "en")
    done.clear()
    page.get_by_role("button", name="Seat 6e B at tables").click()
    expect(page.locator("#tables .table")).to_have_count(7)
    assert done == ["click"]
    for table, seat in ((4, 1), (7, 0)):
        done.clear()
        player = page.locator("#tables .table").nth(table - 1).locator("ul a").nth(seat)
        name = player.locator(".name").inner_text()
        player.click()
        turned_to(page, name)
        assert done == ["click"]
