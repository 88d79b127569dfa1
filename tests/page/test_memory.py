"""How much memory a page takes that has been used for long."""

import sys
from collections.abc import Iterator
from itertools import chain, islice, zip_longest
from urllib.parse import urlencode
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from generator.game import game_names, load
from generator.printables import planning
from generator.printables.printable import DocumentEntry
from generator.words import BUILT_IN
from tests.benchmarks.test_page import asked, kit, memory
from tests.page.conftest import Opened

pytestmark = [
    pytest.mark.long,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc"),
]
GAMES = ("course-a-20", "boite")
FEW, MANY = (20, 2), (200, 10)


def previews(opened: Opened) -> Iterator[str]:
    """Yield addresses of small pictures of drawn printables, game by game in turn, then again."""
    of_games = []
    for game in map(load, game_names()):
        drawn = (
            n for n, one in planning.entries(game).items() if not isinstance(one, DocumentEntry)
        )
        every = [f"kit/{game.name}/{name}.png" for name in drawn]
        of_games.append([f"{opened.in_language(lang)}{at}" for at in every for lang in BUILT_IN])
    yield from filter(None, chain.from_iterable(zip_longest(*of_games)))


def use(opened: Opened, pictures: Iterator[str], count: int, kits: range) -> float:
    """Look at pictures and have kits made; return the MiB that the page takes then."""
    list_of = "\n".join(f"word {number}\tanswer {number}" for number in range(12))
    shown = 0
    for at in islice(pictures, count):
        with build_opener(ProxyHandler({})).open(Request(at)) as answer:  # noqa: S310 - its own page
            assert answer.read(4) == b"\x89PNG"
        shown += 1
    for number in range(count - shown):
        sent = {"as": "memory", "table-text": f"{list_of} {number}", "title": "Words"}
        assert "svg" in asked(f"{opened.address}list/preview", urlencode(sent).encode())
    for number in kits:
        kit(opened, GAMES[number % len(GAMES)], 8 + number)
    return memory(opened.process.pid)


def test_use_leaves_little_behind(short: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """After 200 previews and 10 kits the page takes a tenth more at most than after 20 and 2."""
    monkeypatch.undo()  # this test may ask the page itself
    pictures = previews(short)
    few = use(short, pictures, FEW[0], range(FEW[1]))
    many = use(short, pictures, MANY[0] - FEW[0], range(FEW[1], MANY[1]))
    assert many <= 1.1 * few, (few, many)
