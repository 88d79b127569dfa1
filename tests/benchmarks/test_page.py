"""How soon the page is there, shows a kit and judges, and how much memory it takes.

Run with `make bench` on a machine that does nothing else.
What is waited for is told in seconds, and beside it what a bare application of the same library
takes to be there.
"""

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from generator.page.jobs import IDLE
from tests.benchmarks.conftest import Noted
from tests.page.conftest import Opened

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc"),
]
# Seconds until the first page, the first picture of a kit, and a judgement; MiB after many kits.
FIRST, PICTURE, JUDGED, MEMORY = 1.5, 2.0, 0.1, 300
KITS, TYPED = 50, 20
GAMES = ("course-a-20", "boite", "yams", "qwinto", "doce")
BARE = """
import time, flask
from waitress.server import create_server
app = flask.Flask("bare")
app.add_url_rule("/", view_func=lambda: "here")
server = create_server(app, host="127.0.0.1", port=0)
print(f"http://127.0.0.1:{server.effective_port}/", flush=True)
server.run()
"""
FORM = "application/x-www-form-urlencoded"
_asking = build_opener(ProxyHandler({}))


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """Return a page that has just been opened; this test may ask it."""
    monkeypatch.undo()
    page = Opened(tmp_path)
    yield page
    page.close()


def asked(address: str, sent: bytes | None = None, kind: str = FORM) -> str:
    """Ask as a browser does, part by part."""
    here = "/".join(address.split("/")[:3])
    headers = {"HX-Request": "true", "Origin": here, "Content-Type": kind}
    request = Request(address, sent, headers)  # noqa: S310 - this machine's own page
    with _asking.open(request) as answer:
        found: bytes = answer.read()
    return found.decode(errors="replace")


def kit(opened: Opened, game: str, pupils: int) -> float:
    """Have a kit made to its end; return the seconds until the first picture was there."""
    root, began, first = "/".join(opened.address.split("/")[:3]), time.perf_counter(), 0.0
    told = asked(f"{opened.address}kit/{game}/", urlencode({"pupils": pupils}).encode())
    while again := re.search(r'hx-get="([^"]+)"', told):
        new = asked(root + again[1].replace("&amp;", "&"))
        told = new or told
        if not first and (picture := re.search(r'<img src="([^"]+)"', new)):
            asked(root + picture[1])
            first = time.perf_counter() - began
        time.sleep(0.1)
    assert "All is ready." in told
    return first


def test_the_first_page_and_the_first_picture(opened: Opened, noted: Noted) -> None:
    """The page is there, and shows the first page of a kit, before anybody wonders."""
    asked(opened.address)
    page = time.perf_counter() - opened.began
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", BARE], stdout=subprocess.PIPE, encoding="utf-8"
    ) as bare:
        assert bare.stdout is not None
        asked(bare.stdout.readline().strip())
        alone = time.perf_counter() - began
        bare.kill()
    asked(f"{opened.address}kit/qwinto/")
    time.sleep(2)  # somebody reads the form
    picture = kit(opened, "qwinto", 27)
    beside = f"a bare page of Flask: {alone:.2f} s"
    noted("first page", f"{page:.2f} s", beside, f"{page / alone:.1f}", f"at most {FIRST} s")
    noted("first picture of a kit", f"{picture:.2f} s", "", "", f"at most {PICTURE} s")
    assert (page <= FIRST, picture <= PICTURE) == (True, True)


def test_a_typed_cell_is_judged_at_once(opened: Opened, noted: Noted) -> None:
    """From a typed cell to its judgement it takes less than a tenth of a second."""
    slowest = {}
    for game in ("qwinto", "crowns", "dental", "sti", "doce", "yams"):
        example = json.loads(asked(f"{opened.address}check/{game}/example"))
        body, times = json.dumps({**example, "way": "both"}).encode(), []
        for _ in range(TYPED):
            began = time.perf_counter()
            judged = asked(f"{opened.address}check/{game}/judge", body, "application/json")
            assert "✓" in json.loads(judged)["html"]
            times.append(time.perf_counter() - began)
        slowest[game] = sorted(times)[TYPED // 2]
    for game, found in slowest.items():
        noted(f"{game} judged on the page", f"{1000 * found:.0f} ms", "", "", "below 100 ms")
    assert {game: found for game, found in slowest.items() if found > JUDGED} == {}


def test_fifty_kits_leave_little_behind(opened: Opened, noted: Noted) -> None:
    """After fifty kits, when nobody asks any more, the page takes less than 300 MiB."""
    for number in range(KITS):
        kit(opened, GAMES[number % len(GAMES)], 8 + number)
    at_work = memory(opened.process.pid)
    time.sleep(IDLE + 5)
    found = memory(opened.process.pid)
    noted("the page at work", f"{at_work:.0f} MiB")
    noted(f"the page after {KITS} kits", f"{found:.0f} MiB", "", "", f"below {MEMORY} MiB")
    assert found < MEMORY


def memory(process: int) -> float:
    """Return the MiB that a process and those below it take, what they share counted once."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    own = next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    below = Path(f"/proc/{process}/task").glob("*/children")
    children = [int(one) for file in below for one in file.read_text(encoding="ascii").split()]
    return own / 1024 + sum(map(memory, children))
