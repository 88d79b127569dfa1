"""Games from a list on the page, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Opened

pytestmark = pytest.mark.slow
ANIMALS = "cat chat\ndog chien\nbird oiseau\ncow vache\nfish poisson\nmouse souris\nduck canard"
MORE = "sheep mouton\ngoat chèvre\nwolf loup\nbear ours\nbee abeille\nsnake serpent\nhorse cheval"
TABLE = f"word answer\n{ANIMALS}\n{MORE}\npig porc\nhen poule\nfox renard".replace(" ", "\t")


def test_a_pasted_list_becomes_a_loto(page: Page, opened: Opened) -> None:
    """A pasted table is a loto, its boards seen; what a list is too short for is told instead."""
    page.goto(opened.address)
    page.get_by_role("link", name="Games from a list").click()
    page.get_by_label("Title").fill("Farm & forest")
    page.get_by_label("List", exact=True).fill(TABLE)
    page.get_by_label("Game", exact=True).select_option("loto")
    page.get_by_label("Number of pupils").fill("300")
    page.get_by_role("button", name="Prepare the game").click()
    expect(page.locator("#progress .fault")).to_contain_text("boards for 300 pupils are too many")
    page.get_by_label("Number of pupils").fill("12")
    page.get_by_role("button", name="Prepare the game").click()
    expect(page.get_by_text("All is ready.")).to_be_visible()
    expect(page.locator("code")).to_have_text(
        "ludokit print farm-forest --as bingo --table list.csv --pupils 12"
    )
    picture = page.locator(".printable img").first
    assert picture.evaluate("one => one.decode().then(() => one.naturalWidth)") > 300


@pytest.mark.rest
def test_the_form_is_read_in_the_other_language(page: Page, opened: Opened) -> None:
    """A list that was typed stays where the page is switched to French."""
    page.goto(f"{opened.address}list/")
    page.get_by_label("List", exact=True).fill(TABLE)
    page.get_by_label("Game", exact=True).select_option("memory")
    page.get_by_role("button", name="français").click()
    expect(page.get_by_label("Liste", exact=True)).to_have_value(TABLE)
    expect(page.get_by_label("Jeu", exact=True)).to_have_value("memory")
