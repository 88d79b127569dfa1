"""A home in which programs are double-clicked, with a browser that only notes what it is given."""

import os
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from tests.costs import busy

# Neither a terminal nor a standard stream, in a session of its own.
CLOSED = 'exec "$@" <&- >&- 2>&-'
SLICE = 0.05


class Home:
    """A person's folder with a desktop, in a language, with or without a browser."""

    def __init__(self, folder: Path, *, lang: str = "fr_FR.UTF-8", browser: bool = True) -> None:
        """Make the desktop and the browser."""
        self.desktop, self.seen = folder / "Desktop", folder / "seen"
        self.desktop.mkdir()
        script = folder / "browser"
        noted = f'printf "%s\\n" "$1" >> "{self.seen}"' if browser else "exit 1"
        script.write_text(f"#!/bin/sh\n{noted}\n", encoding="utf-8")
        script.chmod(0o755)
        kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
        own = {"HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}
        self.environment = kept | own | {"BROWSER": str(script), "LANG": lang}
        self.folder = folder

    def click(self, *program: str, **more: str) -> "subprocess.Popen[bytes]":
        """Start a program as a desktop does."""
        return subprocess.Popen(
            ["sh", "-c", CLOSED, "sh", *program],
            cwd=self.folder,
            env=self.environment | more,
            start_new_session=True,
        )

    def addresses(self) -> list[str]:
        """Return what the browser was given."""
        return self.seen.read_text(encoding="utf-8").splitlines() if self.seen.exists() else []


def until(is_so: Callable[[], object], seconds: float = 30) -> None:
    """Wait until something is so."""
    end = time.monotonic() + busy(seconds)
    while not is_so():
        assert time.monotonic() < end
        time.sleep(SLICE)


def ask(address: str, method: str = "GET") -> tuple[HTTPResponse, str]:
    """Ask a page as its own browser does; return how it answers, and what it says."""
    parts = urlsplit(address)
    origin = {"Origin": f"http://{parts.netloc}"} if method == "POST" else {}
    with closing(HTTPConnection(parts.hostname or "", parts.port, timeout=busy(20))) as connection:
        connection.request(method, parts.path, urlencode({}), origin)
        answer = connection.getresponse()
        return answer, answer.read().decode()


def enter(address: str) -> str:
    """Return where the page is, of an address that leads on once."""
    parts = urlsplit(address)
    answer, _ = ask(address)
    return f"http://{parts.netloc}{answer.headers['Location']}"
