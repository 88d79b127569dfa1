"""What all tests share: golden texts, the quick run's choice, calm surroundings, one hypothesis."""

import gc
import os
import shutil
import signal
import socket
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any
from zlib import crc32

import pytest
from hypothesis import settings

from tests.shared import SHARED

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The same examples on every run and machine, and no clock: a slow machine is no fault.
settings.register_profile("ludokit", deadline=None, derandomize=True, database=None)
settings.load_profile("ludokit")

# As in the program, where a sixth of the time of a kit went into looking for what is dead.
gc.set_threshold(50_000, 10, 10)

Golden = Callable[[str, str], None]
# Whether this process made the folder that all workers share.
OWNED = pytest.StashKey[bool]()

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
# Nothing but our own pages is asked for, and a test as root has no sandbox to be in.
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer to write the golden texts anew, to be reviewed as a diff, and to edit more data."""
    parser.addoption("--update-goldens", action="store_true", help="write the golden texts anew")
    edits = "how many times the data of each game are edited at random (tests/edits)"
    parser.addoption("--edits", type=int, default=2, metavar="N", help=edits)
    farmed = "how many changed records of each game are judged (tests/farm, a long test)"
    parser.addoption("--farmed", type=int, default=500, metavar="N", help=farmed)


def pytest_configure(config: pytest.Config) -> None:
    """Give all workers one folder for what is made once for all of them."""
    config.stash[OWNED] = SHARED not in os.environ
    if config.stash[OWNED]:
        os.environ[SHARED] = mkdtemp(prefix="ludokit-tests-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Take that folder away."""
    if config.stash.get(OWNED, False):
        shutil.rmtree(os.environ.pop(SHARED), ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as `rest` the cases above the number of a `few`, as `long` the rest and all proofs.

    Which cases they are, a hash says: games, languages and papers differ from module to module,
    but not within one, whose tests look at the same documents.
    """
    cases = defaultdict[tuple[str, int], list[pytest.Item]](list)
    for item in items:
        few = item.get_closest_marker("few")
        if few and not any(map(item.get_closest_marker, ("long", "rest", "proof"))):
            cases[item.nodeid.partition("[")[0], few.args[0]].append(item)
    for (_, most), every in cases.items():
        for item in sorted(every, key=_lot)[most:]:
            item.add_marker(pytest.mark.rest)
    for item in items:
        if any(map(item.get_closest_marker, ("rest", "proof"))):
            item.add_marker(pytest.mark.long)


def _lot(item: pytest.Item) -> int:
    return crc32(f"{item.path.name} {item.nodeid.partition('[')[2]}".encode())


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Return a check of a text against `goldens/<name>` beside the test's module."""

    def check(name: str, text: str) -> None:
        file = Path(request.path).parent / "goldens" / name
        if request.config.getoption("--update-goldens"):
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        assert file.is_file(), f"no {file}: write it with pytest --update-goldens"
        assert text == file.read_text(encoding="utf-8")

    return check


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Return the system's browser; without one, say what to type."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        pytest.skip("no browser: sudo apt-get install chromium")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=[*FLAGS])
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def _ctrl_c_stays_that_of_the_tests() -> Iterator[None]:
    """Let no run of the program within a test decide how an interruption ends the tests."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True)
def _calm_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no variable of the user's and no network into a test."""
    for name in ("COLUMNS", "FORCE_COLOR", "LUDOKIT_LANG", "NO_COLOR", "SOURCE_DATE_EPOCH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(socket.socket, "connect", _connect_within)


_connect = socket.socket.connect


def _connect_within(one: socket.socket, address: Any) -> None:  # noqa: ANN401 - passed on
    """Connect to another process of this machine; nothing else is allowed."""
    if one.family != getattr(socket, "AF_UNIX", None):
        pytest.fail("a test reached for the network")
    _connect(one, address)
