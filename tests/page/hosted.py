"""The page as a folder of files, on a server that knows nothing of it, and a tab that shows it."""

import os
import re
import threading
from collections.abc import Callable, Mapping
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, AnyStr
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Frame, Page, expect

from generator.errors import LudokitError
from generator.site.application import application_files
from generator.site.runtime import fetch_runtime, find_node
from tests.shared import made_once

if TYPE_CHECKING:
    from _typeshed import SupportsRead, SupportsWrite

# Where `make` has put what a browser loads.
RUNTIME = Path(__file__).parents[2] / "output" / ".runtime"
# What of a tab is asked of the frame that shows the page.
IN_FRAME = frozenset({"content", "evaluate", "locator", "wait_for_selector"})
BELOW = "some/where"
# Milliseconds.
OFTEN = 50
# What stands before the choice in the address of a frame.
IN_A_FRAME = re.compile(r"/app/\w+/(?=\w\w/)")


def lacking() -> str:
    """Return what the page as a folder lacks here, empty where it can be made."""
    try:
        fetch_runtime(RUNTIME)
    except LudokitError as error:
        return f"{error.message.key} {dict(error.message.values)}"
    return "" if find_node() else "Node is missing"


@made_once
def hosted_files() -> Mapping[str, bytes]:
    """Return the files of the page, without documents that were laid out beforehand."""
    return application_files(RUNTIME, {})


class CountingServer(ThreadingHTTPServer):
    """Counts the bytes of the files that it has handed out."""

    read = 0


class _Quiet(SimpleHTTPRequestHandler):
    """Hands out files, and says nothing."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def copyfile(self, source: "SupportsRead[AnyStr]", outputfile: "SupportsWrite[AnyStr]") -> None:
        """Hand out a file."""
        data = source.read()
        if isinstance(self.server, CountingServer):
            self.server.read += len(data)
        outputfile.write(data)


class Hosted:
    """A folder that a server of files hands out; with the `address` that the program would give."""

    def __init__(self, root: Path, files: Mapping[str, bytes], port: int = 0) -> None:
        """Lay out the files, and serve them."""
        for name, data in files.items():
            file = root / BELOW / "app" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        handler = partial(_Quiet, directory=os.fspath(root))
        self.server = CountingServer(("127.0.0.1", port), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.folder = root / BELOW / "app"
        self.port: int = self.server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}/{BELOW}/app/#en/"

    def in_language(self, language: str) -> str:
        """Return where the page is in a language."""
        return self.address.replace("#en/", f"#{language}/")

    def close(self) -> None:
        """End the server: the network is gone."""
        self.server.shutdown()
        self.server.server_close()


class _FramedTabs:
    """The tabs of a browser, each with a shell."""

    def __init__(self, context: BrowserContext) -> None:
        """Take the tabs as they are."""
        self.tabs = context

    def new_page(self) -> Any:  # noqa: ANN401 - as a page, where one is wanted
        """Open a tab."""
        return FramedPage(self.tabs.new_page())

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a context has
        """Return what a context has."""
        return getattr(self.tabs, name)


class FramedPage:
    """A tab whose page stands in the frame of a shell, which is asked what tests ask of a page."""

    def __init__(self, page: Page) -> None:
        """Show nothing yet."""
        self.tab = page

    @property
    def frame(self) -> Frame:
        """Return the frame of the page."""
        found = self.tab.locator("#page").element_handle().content_frame()
        assert found is not None
        return found

    @property
    def url(self) -> str:
        """Return the address in the frame."""
        return self.frame.url

    @property
    def context(self) -> "_FramedTabs":
        """Return what opens another tab."""
        return _FramedTabs(self.tab.context)

    def goto(self, address: str, **_: object) -> None:
        """Go to an address of the page, also to one of a frame, and wait for Python."""
        address = IN_A_FRAME.sub("/app/#", address)
        if self.tab.url == address:
            self.reload()
            return
        parts = urlsplit(address)
        self.tab.goto(address)
        self._wait(parts.fragment)

    def reload(self, **_: object) -> None:
        """Load the shell anew."""
        fragment = urlsplit(self.tab.url).fragment
        self.tab.reload()
        self._wait(fragment)

    def go_back(self, **_: object) -> None:
        """Go a step back."""
        self.tab.evaluate("history.back()")

    def wait_for_url(self, url: str | Callable[[str], bool], **_: object) -> None:
        """Wait until the frame is at an address."""
        self.frame.wait_for_url(url)

    def wait_for_load_state(self, _: str = "load") -> None:
        """Wait for the frame, and a little: a tab with a service worker does not always rest."""
        self.frame.wait_for_load_state("load")
        self.tab.wait_for_timeout(10 * OFTEN)

    def wait_for_function(self, asked: str, arg: object = None) -> None:
        """Ask again and again: the policy of a frame lets no function be handed in to wait."""
        while not self.frame.evaluate(asked, arg):
            self.tab.wait_for_timeout(OFTEN)

    def _wait(self, fragment: str) -> None:
        expect(self.tab.locator("html[data-ready]")).to_be_attached()
        path = fragment.partition("?")[0].partition("#")[0]
        self.frame.wait_for_url(lambda at: urlsplit(at).path.endswith(f"/{path}"))
        self.frame.wait_for_load_state("load")

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a page has
        """Return what a page has, of the frame where that shows it."""
        is_framed = name in IN_FRAME or name.startswith("get_by")
        return getattr(self.frame if is_framed else self.tab, name)
