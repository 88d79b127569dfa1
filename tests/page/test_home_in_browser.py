"""The first page in a real browser: games are searched by what a class needs."""

import re

import pytest
from playwright.sync_api import Page, expect

from generator.game import game_names, load
from generator.page.home import GameSearch
from tests.page.conftest import Opened
from tests.page.test_in_browser import press_until

pytestmark = pytest.mark.slow


def found_by(search: GameSearch) -> list[str]:
    """Return the titles of the games that a search finds."""
    games = [load(name) for name in game_names()]
    return sorted(game.sentences_in("en").title for game in games if search.finds(game))


def shows(page: Page, search: GameSearch) -> None:
    """Wait until the games of a search are shown, all of them and no others, and counted."""
    titles = found_by(search)
    expect(page.locator(".covers li")).to_have_count(len(titles))
    assert sorted(page.locator(".covers .name").all_inner_texts()) == titles
    words = "1 game" if len(titles) == 1 else f"{len(titles)} games"
    none = "No game has all of that: ask for less."
    expect(page.locator("#games [role=status]")).to_have_text(words if titles else none)


@pytest.mark.rest
def test_games_are_searched_as_one_types(page: Page, opened: Opened) -> None:
    """Age, minutes, subject and "nothing to cut" leave the games that fit, or say that none does.

    A reload, the other language and a step back from a game find the same search.
    """
    page.goto(opened.address)
    shows(page, GameSearch())
    sizes = {len(found_by(GameSearch()))}
    for label, text, search in (
        ("Age of the pupils", "8", GameSearch(age=8)),
        ("Minutes at most", "20", GameSearch(age=8, minutes=20)),
        ("Minutes at most", "", GameSearch(age=8)),
        ("Age of the pupils", "", GameSearch()),
    ):
        page.get_by_label(label).fill(text)
        shows(page, search)
        sizes.add(len(found_by(search)))
    page.get_by_label("To learn").select_option("probability")
    shows(page, GameSearch(subject="probability"))
    page.get_by_label("nothing to cut").check()
    shows(page, GameSearch(subject="probability", is_uncut=True))
    sizes.add(len(found_by(GameSearch(subject="probability", is_uncut=True))))
    assert len(sizes) > 3
    page.reload()
    shows(page, GameSearch(subject="probability", is_uncut=True))
    page.locator(".covers a").first.click(no_wait_after=True)
    page.wait_for_url("**/kit/**", wait_until="commit")
    # Until the page of the game stands there, a browser may have none to go back from.
    expect(page.locator("input[value=rules]")).to_be_visible()
    page.go_back()
    shows(page, GameSearch(subject="probability", is_uncut=True))
    page.get_by_role("link", name="français").click()
    page.wait_for_url(re.compile(r"/fr/\?.*uncut=1"))
    expect(page.get_by_label("rien à découper")).to_be_checked()
    page.go_back()
    page.get_by_label("Age of the pupils").fill("3")
    shows(page, GameSearch(3, 0, "probability", is_uncut=True))
    expect(page.locator(".covers")).to_have_count(0)


def test_games_are_searched_by_keyboard(page: Page, opened: Opened) -> None:
    """By keyboard alone a search is typed, chosen and ticked, and leads to a game."""
    page.goto(opened.address)
    press_until(page, "Age of the pupils")
    page.keyboard.type("12")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("60")
    page.keyboard.press("Tab")
    page.keyboard.type("arith")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    search = GameSearch(12, 60, "arithmetic", is_uncut=True)
    shows(page, search)
    assert found_by(search)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/kit/**", wait_until="commit")
