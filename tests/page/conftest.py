"""A page that is served for the tests, and a real browser to look at it: the system's own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Request,
    expect,
)

from generator.page import jobs
from generator.page.app import create_app
from generator.page.jobs import JobQueue
from tests.costs import busy
from tests.page import hosted
from tests.page.hosted import FramedPage, Hosted

# What a browser waits for at most, in milliseconds: other tests may be at work beside it.
PATIENCE = int(busy(120_000))
expect.set_options(timeout=PATIENCE)
# What the page refuses is told as a resource that failed to load; what was asked again is dropped.
EXPECTED = ("Failed to load resource", "htmx:sendAbort", "htmx:afterRequest")
KEY = "of-the-tests"
# Python is started for each page there, which takes long.
FOLDER = pytest.param("folder", marks=[pytest.mark.folder, pytest.mark.long])
# For what a folder has not: scripts switched off, times of the program, addresses with a key.
on_server = pytest.mark.parametrize("opened", ["server"], indirect=True)
HERE = "http://127.0.0.1:8412"
NAMES = "\n".join(f"Élève {number}" for number in range(1, 28))
CLASS = {
    "ludokit": "class",
    "id": "sixiemeb12",
    "name": "6e B",
    "class-name": "6e B",
    "pupils": "27",
    "names-text": NAMES,
    "group": "4",
    "paper": "letter",
}


class Opened:
    """A program that serves the page: where, and how to end it."""

    def __init__(self, folder: Path, *more: str, browser: bool = False) -> None:
        """Open the page as a user does, at home in a folder."""
        self.began = time.perf_counter()
        home = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "PYTHONUTF8": "1"}
        without = () if browser else ("--no-browser",)
        roots = str(Path(__file__).parents[2])
        self.process = subprocess.Popen(
            [sys.executable, "-m", "generator", "open", "--lang", "en", *without, *more],
            cwd=folder,
            env=os.environ | home | {"PYTHONPATH": roots},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        self.address = "http" + self.said.rpartition("http")[2].strip()

    def in_language(self, language: str) -> str:
        """Return where the page is in a language."""
        return self.address.replace("/en/", f"/{language}/")

    def close(self) -> None:
        """End the program, if it has not ended."""
        self.process.terminate()
        if self.process.stdout is not None and not self.process.stdout.closed:
            self.process.communicate(timeout=busy(30))


@pytest.fixture(scope="session", params=["server", FOLDER])
def opened(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Opened | Hosted]:
    """Return a page that is served as long as the tests run: by the program, or as a folder."""
    folder = tmp_path_factory.mktemp("opened")
    if request.param == "folder":
        if reason := hosted.lacking():
            pytest.skip(reason)
        page: Opened | Hosted = Hosted(folder, hosted.hosted_files())
    else:
        page = Opened(folder)
    yield page
    page.close()


@pytest.fixture
def short(tmp_path: Path) -> Iterator[Opened]:
    """Return a page that is served for one test."""
    page = Opened(tmp_path)
    yield page
    page.close()


@pytest.fixture
def page(browser: Browser, opened: Opened | Hosted) -> Iterator[Page]:
    """Return an empty tab; nothing in it may ask another machine, or find a fault in the page."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(PATIENCE)
    asked, faults = list[str](), list[str]()

    def note(request: Request) -> None:
        asked.append(request.url)

    def hear(said: ConsoleMessage) -> None:
        if said.type == "error" and not any(words in said.text for words in EXPECTED):
            faults.append(said.text)

    context.on("request", note)
    context.on("console", hear)
    context.on("weberror", lambda error: faults.append(str(error.error)))
    tab = context.new_page()
    # What tests ask of a page is in the frame of a shell there.
    framed: Any = FramedPage(tab)
    yield framed if isinstance(opened, Hosted) else tab
    context.close()
    here = urlsplit(opened.address).netloc
    own = {"data", "blob", "about"}
    strange = [
        one for one in asked if urlsplit(one).netloc != here and urlsplit(one).scheme not in own
    ]
    assert (strange, faults) == ([], [])


@pytest.fixture(scope="module")
def working() -> FlaskClient:
    """Return a client of a page that makes what is ordered."""
    queue = JobQueue(iter(map(str, range(1_000))).__next__)
    app = create_app(KEY, queue)
    app.config.update(PORT=8412, SERVER_NAME="127.0.0.1:8412")
    queue.start()
    client = app.test_client()
    client.environ_base |= {"HTTP_ORIGIN": HERE}
    return client


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
    """Return a client of the page without a browser, which names itself as the page does.

    What is uploaded is worked on in this process: tests may change how.
    """
    monkeypatch.setattr(jobs, "in_own_process", lambda work, *given: work(*given))
    return own_client()


def own_client() -> FlaskClient:
    """Return a client of a page whose processes are its own."""
    app = create_app(KEY, JobQueue(lambda: "work"))
    app.config.update(PORT=8412, SERVER_NAME="127.0.0.1:8412")
    client = app.test_client()
    client.environ_base |= {"HTTP_ORIGIN": HERE}
    return client


@pytest.fixture
def class_file(tmp_path: Path) -> Path:
    """Return the file of a class that was handed on."""
    file = tmp_path / "6e-B.ludokit.json"
    file.write_text(json.dumps(CLASS), encoding="utf-8")
    return file


def keep_class(page: Page, opened: Opened, file: Path, lang: str = "en") -> None:
    """Have the browser keep a class of a file."""
    page.goto(f"{opened.in_language(lang)}class/")
    page.locator("#read").set_input_files(file)
    expect(page.locator("#which")).to_have_text("6e B")
