"""The page as a person meets it: by keyboard, on a phone, in two tabs, without JavaScript."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from generator.words import BUILT_IN, Language
from tests.costs import busy
from tests.page.conftest import PATIENCE, Opened, on_server
from tests.page.hosted import Hosted
from tests.page.test_wording import out_of_place

pytestmark = pytest.mark.slow
PARTS = (
    "",
    "list/",
    "own/",
    "check/",
    "kit/sti/",
    "check/qwinto/",
    "class/",
    "kit/boite/?class=gone12",
)
# What makes a page unusable for somebody, in the words of axe-core.
GRAVE = {"serious", "critical"}
WIDTHS = (320, 360, 768, 1440)
# What has the focus is called so, and shows it so.
FOCUSED = """(() => {
  const one = document.activeElement;
  return [one.labels?.[0]?.innerText ?? one.innerText, getComputedStyle(one).outlineStyle];
})()"""


@pytest.fixture(params=BUILT_IN)
def lang(request: pytest.FixtureRequest) -> Language:
    """Return each language."""
    language: Language = request.param
    return language


def made(page: Page) -> None:
    """Have a kit made, of a game with little to it."""
    page.locator("input[value=record-form]").uncheck()
    page.locator("#field-pupils").fill("3")
    page.locator("#asked button.main").click()
    expect(page.locator("#progress .good")).to_be_visible()


def boxed(page: Page) -> None:
    """Have a boxed edition made."""
    page.locator("details", has=page.locator("[value=edition-label]")).locator("summary").click()
    page.locator("[value=edition-label]").check()
    page.locator("[value=edition-envelopes]").check()
    made(page)
    expect(page.locator("#printable-edition")).to_be_visible()


def faulty(page: Page) -> None:
    """Paste a list in which something does not fit."""
    page.locator("#field-table").fill("cat\tchat\ndog\t" + "anticonstitutionnellement" * 3)
    expect(page.locator("td.wrong")).to_have_count(1)


def kept(page: Page) -> None:
    """Keep a class."""
    page.locator("[name=class-name]").fill("6e B")
    page.locator("#class button.main").click()
    expect(page.locator("#list .name")).to_have_text("6e B")


def judged(page: Page) -> None:
    """Type two tables, something wrong at the first, and no value at the second."""
    page.locator("[data-cell=O1]").first.fill("7")
    page.locator("[data-cell=O2]").first.fill("5")
    expect(page.locator(".findings")).to_be_visible()
    page.locator("#tables .more").click()
    page.locator("[data-cell=O1]:visible").fill("7?")
    expect(page.locator(".faults")).to_be_visible()


def refused(page: Page) -> None:
    """Send a form that cannot be taken."""
    page.locator("#field-pupils").evaluate("one => { one.max = 9999; one.value = 900; }")
    page.locator("#asked button.main").click()
    expect(page.locator("#made .fault")).to_be_visible()


# What a page is once something was done there.
AFTER: Mapping[str, tuple[str, Callable[[Page], None]]] = {
    "made": ("kit/course-a-20/", made),
    "edition": ("kit/course-a-20/", boxed),
    "refused": ("kit/yams/", refused),
    "faults": ("list/", faulty),
    "class": ("class/", kept),
    "check": ("check/qwinto/", judged),
    "error": ("nothing", lambda _: None),
    "old": ("../../of-before/{lang}/kit/boite/", lambda _: None),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("part", [*AFTER, *PARTS])
def test_axe_finds_no_grave_fault(page: Page, opened: Opened, lang: Language, part: str) -> None:
    """No page has a fault that keeps somebody out, on a phone, a tablet or a desk.

    Nothing has to be scrolled sideways; what is made speaks of no command but where it is folded.
    """
    if part == "old" and isinstance(opened, Hosted):
        pytest.skip("its addresses have no key")
    at, act = AFTER.get(part, (part, lambda _: None))
    page.goto(opened.in_language(lang) + at.format(lang=lang))
    act(page)
    page.wait_for_load_state("networkidle")
    for width in WIDTHS[1:]:
        page.set_viewport_size({"width": width, "height": 800})
        found = Axe().run(page).response["violations"]
        grave = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in GRAVE]
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert (width, grave, max(0, wide[0] - wide[1])) == (width, [], 0)
    assert [*out_of_place(page.content(), lang)] == []


@pytest.mark.few(1)
@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_wider_than_the_screen(
    page: Page, opened: Opened, lang: Language, part: str
) -> None:
    """On a phone, a tablet and a desk nothing has to be scrolled sideways to be read."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(opened.in_language(lang) + part)
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], (width, wide)


def test_a_kit_by_keyboard_alone(page: Page, opened: Opened) -> None:
    """With Tab, arrows and Enter alone a game is chosen, its class told, its kit made."""
    page.goto(opened.address)
    press_until(page, "Race to 20")
    page.keyboard.press("Enter")
    page.wait_for_url("**/kit/course-a-20/")
    press_until(page, "Number of pupils")
    page.keyboard.type("12")
    press_until(page, "Prepare the kit")
    page.keyboard.press("Enter")
    expect(page.locator("code")).to_have_text("ludokit kit course-a-20 --pupils 12 --contents play")
    expect(page.get_by_text("All is ready.")).to_be_visible()


def press_until(page: Page, name: str) -> None:
    """Press Tab until something with a name has the focus, seen by a line about it."""
    for _ in range(80):
        page.keyboard.press("Tab")
        said, outline = page.evaluate(FOCUSED)
        if said.strip() == name:
            assert outline != "none"
            return
    pytest.fail(f"{name} cannot be reached")


@pytest.mark.rest
def test_two_tabs_do_not_disturb_each_other(page: Page, opened: Opened) -> None:
    """Two kits asked for at once are both made, each in its own tab."""
    other = page.context.new_page()
    for tab, pupils in ((page, "8"), (other, "10")):
        tab.goto(f"{opened.address}kit/course-a-20/")
        tab.get_by_label("Number of pupils").fill(pupils)
        tab.get_by_role("button", name="Prepare the kit").click()
    for tab, pupils in ((page, "8"), (other, "10")):
        expect(tab.get_by_text("All is ready.")).to_be_visible()
        line = f"ludokit kit course-a-20 --pupils {pupils} --contents play"
        expect(tab.locator("code")).to_have_text(line)


@pytest.mark.rest
@on_server
def test_a_kit_without_javascript(browser: Browser, opened: Opened) -> None:
    """Where scripts are switched off the form is sent whole, and the page asks again itself."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{opened.address}kit/course-a-20/")
    page.get_by_label("Number of pupils").fill("6")
    page.get_by_text("For the lesson").click()
    page.locator("input[value=exit-tickets]").check()
    page.locator("input[value=rules]").uncheck()
    page.get_by_role("button", name="Prepare the kit").click()
    expect(page.get_by_text("All is ready.")).to_be_visible()
    expect(page.locator(".printable")).to_have_count(5)
    page.reload()
    expect(page.locator("input[value=exit-tickets]")).to_be_checked()
    expect(page.locator("input[value=rules]")).not_to_be_checked()
    assert page.get_by_label("Number of pupils").input_value() == "6"
    context.close()


@pytest.mark.rest
def test_the_program_is_ended_in_the_middle(browser: Browser, short: Opened) -> None:
    """Where the program is killed while a kit is made, the page says so and keeps the form."""
    page = browser.new_page()
    page.goto(f"{short.address}kit/sti/")
    page.get_by_label("Number of pupils").fill("27")
    page.get_by_role("button", name="Prepare the kit").click()
    page.wait_for_selector("#progress")
    short.process.kill()
    expect(page.get_by_text("does not answer any more")).to_be_visible(timeout=PATIENCE)
    assert page.get_by_label("Number of pupils").input_value() == "27"
    page.close()


@pytest.mark.rest
def test_a_second_start_finds_the_first(short: Opened, tmp_path: Path) -> None:
    """Who opens the page again is given the same address, and the second program ends."""
    again = Opened(tmp_path)
    assert "already" in again.said
    assert again.address == short.address
    assert again.process.wait(timeout=busy(30)) == 0
    again.close()


@pytest.mark.rest
def test_names_stay_in_the_browser(browser: Browser, short: Opened, tmp_path: Path) -> None:
    """Names that are printed are written into no file and said by no log."""
    page = browser.new_page()
    page.goto(f"{short.address}kit/course-a-20/")
    page.get_by_label("Names of the class").fill("Zébulon\nYolande")
    page.get_by_role("button", name="Prepare the kit").click()
    expect(page.get_by_text("All is ready.")).to_be_visible()
    page.close()
    short.process.terminate()
    said, _ = short.process.communicate(timeout=busy(30))
    assert "Zébulon" not in said
    written = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert [file.name for file in written if b"bulon" in file.read_bytes()] == []
