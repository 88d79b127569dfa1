"""The workshop for lists in a real browser: as a person pastes, clicks, types and drops there."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from generator.page.workshop import KINDS
from tests.costs import busy, idle
from tests.page.conftest import Opened, on_server
from tests.page.test_in_browser import GRAVE, press_until

pytestmark = pytest.mark.slow
PLAIN = """cat\tchat\ndog\tchien\nbird\toiseau\ncow\tvache\nfish\tpoisson
mouse\tsouris\nduck\tcanard\nsheep\tmouton\nhen\tpoule\nbee\tabeille"""
FAMILIES = ("at home", "outside") * 5
TABLE = "\n".join(
    f"{pair}\t{family}"
    for pair, family in zip(
        ["word\tanswer", *PLAIN.splitlines()], ["family", *FAMILIES], strict=True
    )
)
# A picture of one dot.
DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154"
    "789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


def paste(page: Page, text: str) -> None:
    """Paste a list where lists are pasted, and wait until every game shows it."""
    page.locator("#field-table").fill(text)
    expect(page.locator("#list-table table")).to_be_visible()
    settle(page)


def settle(page: Page) -> None:
    """Wait until the pictures are those of what is typed."""
    page.wait_for_timeout(300)
    expect(page.locator(".kind.stale")).to_have_count(0)


def prepared(page: Page, kind: str) -> Locator:
    """Press the button of a game, and return what is made once it is."""
    page.locator(f".kind[data-kind={kind}] button.main").click()
    expect(page.locator("#progress .good")).to_be_visible()
    return page.locator("#made")


@contextmanager
def changed(page: Page, kind: str) -> Iterator[None]:
    """Hold that the picture of a game is another one afterwards."""
    shown = page.locator(f".kind[data-kind={kind}] .shown")
    before = shown.inner_html()
    yield
    expect(shown).not_to_have_text("", timeout=1000)
    end = time.monotonic() + busy(60)
    while shown.inner_html() == before:
        assert time.monotonic() < end
        page.wait_for_timeout(20)


@pytest.mark.rest
def test_every_kind_from_a_pasted_list(page: Page, opened: Opened) -> None:
    """Ten pasted lines and 27 pupils give each of the nine games: seen at once, and made.

    A memory takes two actions, a loto three; nothing is refused, nothing is wider than the screen,
    and axe finds nothing grave.
    """
    page.goto(f"{opened.address}list/")
    paste(page, PLAIN)
    expect(prepared(page, "memory")).to_contain_text("All is ready.")
    page.goto(f"{opened.address}list/")
    paste(page, TABLE)
    page.get_by_label("Number of pupils").fill("27")
    expect(prepared(page, "loto").locator(".printable img").first).to_be_visible()
    settle(page)
    expect(page.locator(".kind .reason")).to_have_count(0)
    # Every picture shows a word of the list, but for the board of a goose.
    words = re.compile("|".join(re.findall(r"\w{3,}", TABLE)[3:]))
    for kind in KINDS:
        if kind != "goose":
            expect(page.locator(f".kind[data-kind={kind}] .shown")).to_contain_text(words)
    for width in (360, 768, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], (width, wide)
    found = Axe().run(page).response["violations"]
    grave = [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in GRAVE]
    assert grave == []
    for kind in KINDS:
        made = prepared(page, kind)
        expect(made.locator(".fault")).to_have_count(0)
        expect(made.locator(".printable a.file").first).to_be_visible()


def test_what_cards_show_is_chosen(page: Page, opened: Opened) -> None:
    """What a list has columns for is offered, no more, and the picture shows what is chosen."""
    page.goto(f"{opened.address}list/")
    paste(page, TABLE)
    card = page.locator(".kind[data-kind=flashcards]")
    offered = card.locator("select[name$='.sides'] option:not([hidden])")
    assert offered.all_inner_texts() == [
        "as fits best",
        "word or question → answer",
        "answer → word or question",
    ]
    expect(card.locator(".shown")).to_contain_text("cat")
    with changed(page, "flashcards"):
        card.get_by_label("What is shown").select_option("answer → word or question")
    expect(card.locator(".shown")).to_contain_text("chat")


def test_what_does_not_fit_is_marked_and_helped(page: Page, opened: Opened) -> None:
    """A word too long is marked at its cell; a click makes cards larger, or goes without it."""
    page.goto(f"{opened.address}list/?loto.grid=5x5-free")
    paste(page, TABLE)
    loto = page.locator(".kind[data-kind=loto]")
    expect(loto.locator(".reason")).to_contain_text("a list of 10")
    loto.get_by_role("button", name="Smaller boards").click()
    cell = page.get_by_label("B3, answer")
    cell.fill("anticonstitutionnellement" * 2)
    settle(page)
    expect(page.locator("td.wrong")).to_have_count(1)
    expect(page.locator("td.wrong .why")).to_contain_text("is too long for a card or a cell")
    memory = page.locator(".kind[data-kind=memory]")
    memory.locator("button.at").click()
    expect(cell).to_be_focused()
    memory.get_by_role("button", name="Larger cards").click()
    expect(page.locator("[name='memory.card-size']")).not_to_have_value("")
    dominoes = page.locator(".kind[data-kind=dominoes]")
    dominoes.get_by_role("button", name="Without what is too long").click()
    expect(dominoes.locator(".told")).to_contain_text("left out, too long for these cards")
    cell.fill("chien")
    settle(page)
    expect(page.locator("td.wrong")).to_have_count(0)
    text = page.locator("body").inner_text()
    assert not re.search(r"--|\.csv|/tmp|'list'|\.yaml", text)


@pytest.mark.rest
def test_a_list_is_put_right_and_kept(page: Page, opened: Opened, tmp_path: Path) -> None:
    """Columns are named and pictures dropped; a reload, the other language and a file bring it all.

    What another tab has done to the same list is kept apart.
    """
    page.goto(f"{opened.address}list/")
    paste(page, TABLE.replace("word\tanswer\tfamily", "Animal\tFrançais\tOù"))
    page.get_by_label("The first row names the columns").check()
    settle(page)
    page.get_by_label("Column 3: what it is").select_option("picture")
    picture = tmp_path / "Une image.png"
    picture.write_bytes(DOT)
    page.get_by_label("Picture for C2").set_input_files(picture)
    expect(page.get_by_label("C2, picture")).to_have_value("Une-image.png")
    expect(page.locator("td img")).to_have_count(1)
    page.get_by_label("Title").fill("Les bêtes")
    page.get_by_label("Number of pupils").fill("12")
    settle(page)
    page.reload()
    for language in ("en", "fr"):
        expect(page.locator("#field-title")).to_have_value("Les bêtes")
        expect(page.locator("#field-pupils")).to_have_value("12")
        expect(page.locator("td img")).to_have_count(1)
        if language == "en":
            page.get_by_role("button", name="français").click()
            page.wait_for_url("**/fr/list/?*")
    # A list is named in the address by its id alone.
    assert "title" not in page.url
    other = page.context.new_page()
    other.goto(page.url)
    for tab, word in ((other, "chaton"), (page, "matou")):
        tab.locator("tbody .cell > input").nth(1).fill(word)
        settle(tab)
    expect(page.locator("#list-told")).to_contain_text("Les bêtes (copie)")
    expect(page.locator("#kept-lists option")).to_have_count(2)
    with page.expect_download() as given:
        page.locator("#hand-on").click()
    file = tmp_path / given.value.suggested_filename
    given.value.save_as(file)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#delete-list").click()
    expect(page.locator("#list-table")).to_be_hidden()
    page.locator("#field-table-file").set_input_files(file)
    expect(page.locator("tbody .cell > input").nth(1)).to_have_value("matou")
    expect(page.locator("td img")).to_have_count(1)


@pytest.mark.rest
def test_a_list_is_copied_and_what_was_made_is_found(page: Page, opened: Opened) -> None:
    """A copy is a list of its own; what was made of a list comes back by reload, and at home.

    The address tells the list by its id alone, and the game.
    """
    page.goto(f"{opened.address}list/")
    paste(page, TABLE)
    page.get_by_label("Title").fill("Pets")
    page.get_by_label("A2, word").fill("kitten")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_label("Title")).to_have_value("Pets (copy)")
    expect(page.locator("#kept-lists option")).to_have_text(["Pets", "Pets (copy)"])
    page.get_by_label("A2, word").fill("lion")
    settle(page)
    page.get_by_label("Open a list").select_option("Pets")
    expect(page.get_by_label("A2, word")).to_have_value("kitten")
    expect(prepared(page, "memory").locator("h2").first).to_contain_text("Memory")
    assert {*parse_qs(urlsplit(page.url).query)} == {"as", "list"}
    page.reload()
    expect(page.locator("#progress .good")).to_be_visible()
    expect(page.locator("#made h2").first).to_contain_text("Memory")
    page.goto(opened.address)
    page.get_by_role("link", name="Pets – Memory").first.click()
    expect(page.locator("#progress .good")).to_be_visible()
    expect(page.get_by_label("A2, word")).to_have_value("kitten")
    page.get_by_label("Open a list").select_option("Pets (copy)")
    expect(page.get_by_label("A2, word")).to_have_value("lion")


@pytest.mark.rest
def test_a_shipped_list_by_keyboard_alone(page: Page, opened: Opened) -> None:
    """With Tab, arrows, letters and Enter a list is opened, put right, and a game of it made."""
    page.goto(f"{opened.address}list/")
    page.get_by_label("Open a list").focus()
    page.keyboard.type("notes")
    expect(page.locator("#field-title")).to_have_value(re.compile("notes"))
    settle(page)
    expect(page.locator(".kind[data-kind=memory] .reason")).to_have_count(0)
    page.locator("tbody .cell > input").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+a")
    with changed(page, "flashcards"):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Control+a")
        page.keyboard.type("Do")
    page.locator("#field-pupils").focus()
    press_until(page, "Prepare")
    page.keyboard.press("Enter")
    expect(page.locator("#progress .good")).to_be_visible()


@on_server
def test_a_list_without_javascript(browser: Browser, opened: Opened) -> None:
    """Where scripts are switched off the form makes files, and shows what each game looks like."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{opened.address}list/")
    expect(page.locator(".kind svg")).to_have_count(len(KINDS))
    page.locator("#field-table").fill(TABLE)
    page.get_by_label("Number of pupils").fill("27")
    page.locator(".kind[data-kind=loto] button.main").click()
    expect(page.get_by_text("All is ready.")).to_be_visible()
    assert page.locator("#field-table").input_value() == TABLE
    assert page.locator(".printable a.file").first.is_visible()
    context.close()


@pytest.mark.rest
@on_server
def test_the_first_picture_comes_at_once(page: Page, opened: Opened) -> None:
    """A second after a change on an idle machine the first picture shows it."""
    page.goto(f"{opened.address}list/")
    paste(page, TABLE)
    words = iter(("kitten", "tomcat", "lion"))

    def change() -> None:
        with changed(page, "flashcards"):
            page.get_by_label("A2, word").fill(next(words))

    assert idle(change) < 1.0


@pytest.mark.rest
def test_what_is_too_long_is_told(page: Page, opened: Opened) -> None:
    """More than the page reads is refused in words where it was pasted, and nothing comes of it."""
    page.goto(f"{opened.address}list/")
    # Typed as such, so long a text would keep the browser busy for minutes.
    put = (
        "(field) => { field.value = 'x'.repeat(500_001); field.dispatchEvent(new Event('input')); }"
    )
    page.locator("#field-table").evaluate(put)
    expect(page.locator("#list-told")).to_contain_text("500,000")
    expect(page.locator("#list-table")).to_be_hidden()
