"""The pictures of the page in README and manual, which `--update-goldens` takes anew."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.page.conftest import Opened, on_server

pytestmark = pytest.mark.slow
DOCS = Path(__file__).parents[2] / "docs"
# As wide as it is shown, in few colours.
WIDTH, COLOURS = 900, 200


def kit(page: Page, address: str) -> None:
    """Let the kit of a class be made."""
    page.goto(f"{address}kit/qwinto/")
    page.get_by_label("Number of pupils").fill("27")
    page.get_by_role("button", name="Prepare the kit").click()
    expect(page.get_by_text("All is ready.")).to_be_visible()
    # Asked of the element: the page refuses a string to evaluate, which waiting for one may be.
    expect(page.locator("#made img").first).to_have_js_property("complete", value=True)


def check(page: Page, address: str) -> None:
    """Let a game be judged that has an error in it."""
    page.goto(f"{address}check/qwinto/")
    page.get_by_role("button", name="Begin with an example").click()
    expect(page.get_by_text("Everything is right")).to_be_visible()
    for place, number in (("3", "9"), ("4", "8")):
        cell = page.locator(f"[aria-label*='row yellow, field {place}']").first
        cell.fill(number)
        cell.press("Tab")
    expect(page.locator("[id^=finding-]").first).to_be_visible()


@pytest.mark.rest
@on_server
@pytest.mark.parametrize("take", [kit, check])
def test_the_page_is_shown(
    page: Page,
    opened: Opened,
    take: Callable[[Page, str], None],
    request: pytest.FixtureRequest,
) -> None:
    """The picture of a part of the page is there, as large as the page is now."""
    page.set_viewport_size({"width": 1280, "height": 860})
    take(page, opened.address)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    # To hide the caret a style would be put in, which the page refuses.
    seen = Image.open(BytesIO(page.screenshot(caret="initial")))
    small = seen.convert("RGB").resize((WIDTH, WIDTH * seen.height // seen.width), 3)
    file = DOCS / f"page-{take.__name__}.png"
    if request.config.getoption("--update-goldens"):
        small.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=2).save(file, optimize=True)
    with Image.open(file) as kept:
        assert kept.size == small.size
