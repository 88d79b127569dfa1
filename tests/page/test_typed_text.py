"""Text that strangers hand to somebody to paste: it costs the page little, and others no answer."""

import json
import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from generator.page.app import MOST_TYPED
from generator.page.progress import LONGEST_LINE
from generator.reading.nodes import LIMIT_BYTES
from tests.costs import busy, is_within
from tests.farm.forms import multipart
from tests.page.conftest import Opened

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read where Linux tells it"),
]
# Seconds of work that another answer may have to wait for, and MiB that the page may take.
WAITING, MEMORY = 2.0, 250


class Page:
    """A page that is served by a process of its own, for requests as a browser sends them."""

    def __init__(self, opened: Opened) -> None:
        """Ask for what is loaded once, so that a text costs what the text costs."""
        self.opened, self.address = opened, urlsplit(opened.address)
        for at in ("kit/qwinto/", "list/", "check/qwinto/"):
            self.ask("GET", at)
        self.ask("POST", "check/qwinto/judge", "application/json", b'{"way": "papers"}')

    def ask(self, method: str, at: str, kind: str = "", body: bytes = b"") -> int:
        """Return the status of an answer, which is read to its end."""
        headers = {"Content-Type": kind, "Origin": f"http://{self.address.netloc}"}
        with closing(HTTPConnection("127.0.0.1", self.address.port, timeout=busy(60))) as here:
            here.request(method, f"{self.address.path}{at}", body, headers)
            answer = here.getresponse()
            answer.read()
            return answer.status

    def holds_up(self) -> float:
        """Return the seconds of processor time that the page spends before a small answer."""
        begun = self.spent()
        assert self.ask("GET", "hello") == 200
        return self.spent() - begun

    def spent(self) -> float:
        """Return the seconds of processor time that the page's own process has had."""
        told = Path(f"/proc/{self.opened.process.pid}/stat").read_text(encoding="utf-8")
        user, system = told.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def highest(self) -> int:
        """Return the most memory that the page has had at once, in MiB."""
        status = Path(f"/proc/{self.opened.process.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmHWM:\s+(\d+)", status)
        assert found is not None
        return int(found[1]) // 1024


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Return a page that nobody else asks."""
    opened = Opened(tmp_path_factory.mktemp("typed"), "--port", "8499")
    yield Page(opened)
    opened.close()


@pytest.fixture(autouse=True)
def _page_may_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test ask this machine's own page."""
    monkeypatch.undo()


def filled(piece: str) -> str:
    """Return a text as long as a field takes."""
    return piece * (MOST_TYPED // len(piece.encode()))


TEXTS = ["\n", "ab\n", "a;b\n", '"a;b\n', '"', ";", "a\u0300\u0316", "\u2028", "\U0001f600\n", "["]
TURN = {"player": "0", "miss": True, "dice": {"orange": "1", "yellow": "2", "purple": "3"}}
GAMES: dict[str, dict[str, object]] = {
    "turns": {"way": "turns", "fields": {"turns": [TURN] * 2_000}},
    "rows": {"way": "turns", "fields": {"turns": [[str(n) for n in range(150)]] * 1_000}},
    "cells": {"way": "papers", "papers": [{f"c{n}": "x" for n in range(60_000)}]},
    "texts": {"way": "papers", "papers": [{f"O{n}": "9" * 400 for n in range(2_000)}]},
}


@pytest.mark.few(3)
@pytest.mark.parametrize("field", ["names-text", "printer-text", "table-text"])
@pytest.mark.parametrize("piece", TEXTS)
def test_a_text_of_a_form(served: Page, field: str, piece: str) -> None:
    """Whatever is pasted into a field is answered, beside others, in a bounded memory."""
    at = "list/table" if field == "table-text" else "class/"
    body, kind = multipart([[field, filled(piece)]], [], {})
    judge_costs(served, at, kind, body)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_typed(served: Page, name: str) -> None:
    """Whatever a game that is typed holds is judged, beside others, in a bounded memory."""
    body = json.dumps({"players": ["Ana", "Ben"], **GAMES[name]}).encode()
    assert len(body) <= LIMIT_BYTES
    judge_costs(served, "check/qwinto/judge", "application/json", body)


def judge_costs(served: Page, at: str, kind: str, body: bytes) -> None:
    """Hand something in, and see what another answer waits for and what the page takes."""
    with ThreadPoolExecutor(1) as pool:
        asked, held_up = pool.submit(served.ask, "POST", at, kind, body), [0.0]
        while not asked.done():
            held_up.append(served.holds_up())
    assert asked.result() in {200, 422}
    assert is_within(max(held_up), WAITING)
    assert served.highest() < MEMORY


@pytest.mark.parametrize(
    ("field", "size", "status"),
    [
        ("names-text", MOST_TYPED + 1, 413),
        ("class-name", LONGEST_LINE, 200),
        ("class-name", LONGEST_LINE + 1, 422),
        ("pupils", 20_000, 422),
    ],
)
def test_more_than_a_field_takes(served: Page, field: str, size: int, status: int) -> None:
    """More than a field takes is refused, whatever it says, and before it is read."""
    body, kind = multipart([[field, "1" * size]], [], {})
    assert served.ask("POST", "class/", kind, body) == status
    if status == 413:
        form = b"names-text=" + b"1" * size
        assert served.ask("POST", "class/", "application/x-www-form-urlencoded", form) == 413
