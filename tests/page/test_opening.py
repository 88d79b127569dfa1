"""The command that opens the page: ports, icons, and what it says where it cannot."""

import os
import shlex
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Event, Thread
from urllib.parse import urlsplit

import pytest

from generator.cli import program
from generator.page import server
from tests.costs import busy
from tests.page.conftest import HERE, Opened, on_server

MISSING = """
import sys
sys.modules["flask"] = None
from generator.cli import program
sys.exit(program.run(["open", "--lang", "en"]))
"""


def test_a_port_that_is_taken_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A port that something else has is told, with what would do; nothing is left behind."""
    monkeypatch.setattr(server, "user_cache_path", lambda _: tmp_path)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        code = program.run(["open", "--lang", "en", "--no-browser", "--port", port])
    assert code == 2
    said = capsys.readouterr().err
    assert said.startswith(f"port {port} cannot serve: ")
    assert "without --port" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("port", ["0", "80", "65536", "http"])
def test_a_port_is_a_number_that_anybody_may_take(
    port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is no port of one's own is refused with the limits."""
    assert program.run(["open", "--lang", "en", "--port", port]) == 2
    assert "1024 to 65535" in capsys.readouterr().err


def test_without_the_extra_the_line_to_type_is_told(tmp_path: Path) -> None:
    """Where the page's libraries are not installed, one line says what to type."""
    ran = subprocess.run(
        [sys.executable, "-c", MISSING],
        cwd=tmp_path,  # seen from there the interpreter is somewhere else
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr == (
        "the page needs flask, which is not installed;"
        f" type: {shlex.quote(sys.executable)} -m pip install flask\n"
    )


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a desktop, in a folder with a blank and an accent."""
    folder = tmp_path / "mon bureau d'été"
    folder.mkdir()
    monkeypatch.setattr(server, "user_desktop_path", lambda: folder)
    return folder


def test_the_icon_opens_the_page(desktop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On Linux the icon is a desktop entry whose command is the page's, with a picture."""
    assert program.run(["ouvrir", "--raccourci"]) == 0
    file = desktop / "ludokit.desktop"
    assert capsys.readouterr().out.split(": ")[1] == f"{file}\n"
    assert file.stat().st_mode & stat.S_IXUSR
    entry = ConfigParser(interpolation=None)
    entry.read(file, encoding="utf-8")
    facts = entry["Desktop Entry"]
    command = shlex.split(facts["Exec"])
    assert command == [sys.executable, "-m", "generator", "open", "--lang", "fr"]
    assert Path(facts["Icon"]).is_file()
    assert facts["Terminal"] == "true"


@pytest.mark.parametrize(
    ("platform", "name", "word"),
    [("win32", "ludokit.cmd", '@cd /d "'), ("darwin", "ludokit.command", "exec ")],
)
def test_the_icon_elsewhere(
    desktop: Path, monkeypatch: pytest.MonkeyPatch, platform: str, name: str, word: str
) -> None:
    """On Windows and macOS the icon is a file that their desktops run."""
    monkeypatch.setattr(sys, "platform", platform)
    made = server.make_shortcut("fr")
    assert made == desktop / name
    text = made.read_text(encoding="utf-8")
    assert word in text
    assert "generator open --lang fr" in text.replace('"', "")


def test_word_of_a_page_that_is_gone_is_no_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an earlier start has left is passed over where nobody answers, or it is no word."""
    monkeypatch.undo()  # asking whether somebody is there is what is tried
    with pytest.MonkeyPatch.context() as here:
        here.setattr(server, "user_cache_path", lambda _: tmp_path)
        assert server.running_address("fr") is None
        port = int(HERE.rpartition(":")[2]) + 1
        for text in ("", "[]", '{"port": "x"}', f'{{"port": {port}, "key": "k"}}'):
            (tmp_path / server.FILE).write_text(text, encoding="utf-8")
            assert server.running_address("fr") is None


def test_a_start_keeps_its_port(tmp_path: Path) -> None:
    """The port of the start before is taken again; where it is held, that is told, and it waits."""
    note = tmp_path / server.PORT_FILE
    own, lost = server._bind_as_before(note, None)
    first = own.getsockname()[1]
    own.close()
    assert (lost, note.read_text(encoding="ascii")) == (None, str(first))
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        held = other.getsockname()[1]
        note.write_text(str(held), encoding="ascii")
        with closing(server._bind_as_before(note, None)[0]) as elsewhere:
            assert elsewhere.getsockname()[1] != held
        own, lost = server._bind_as_before(note, first)
        own.close()
        assert (lost, note.read_text(encoding="ascii")) == (None, str(first))
        note.write_text(str(held), encoding="ascii")
        own, lost = server._bind_as_before(note, None)
        own.close()
        assert (lost, note.read_text(encoding="ascii")) == (held, str(held))
    for strange in ("80", "x", "99999999"):
        note.write_text(strange, encoding="ascii")
        own, lost = server._bind_as_before(note, None)
        own.close()
        assert lost is None


POSIX = pytest.mark.skipif(sys.platform == "win32", reason="programs of POSIX systems")


def asked(address: str) -> HTTPResponse:
    """Ask a page that is served, and return how it answers."""
    parts = urlsplit(address)
    with closing(HTTPConnection(parts.hostname or "", parts.port, timeout=busy(20))) as connection:
        connection.request("GET", parts.path)
        answer = connection.getresponse()
        answer.read()
        return answer


@pytest.mark.rest
@POSIX
@pytest.mark.slow
def test_no_command_line_shows_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser is given an address without the key, at each start, that leads on only once."""
    monkeypatch.undo()  # this machine's own page may be asked
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> {seen}\n', encoding="utf-8")
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    monkeypatch.setenv("DISPLAY", ":0")
    page = Opened(tmp_path, browser=True)
    try:
        again = Opened(tmp_path, browser=True)
        assert again.process.wait(timeout=busy(30)) == 0
        again.close()
        assert again.address == page.address
        until(lambda: seen.exists() and len(seen.read_text(encoding="utf-8").splitlines()) == 2)
        for address in seen.read_text(encoding="utf-8").splitlines():
            key, language = urlsplit(page.address).path.split("/")[1:3]
            assert key not in address
            first, second = asked(address), asked(address)
            assert (first.status, second.status) == (303, 404)
            assert first.headers["Location"] == f"/{key}/{language}/"
            assert key not in str(second.headers)
    finally:
        page.close()


def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + busy(20)
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@contextmanager
def crowded(address: str, first: bytes) -> Iterator[None]:
    """Keep 150 connections to a page open that have begun to ask, and send a byte now and then."""
    parts, over = urlsplit(address), Event()
    with ExitStack() as stack:
        several = [stack.enter_context(socket.socket()) for _ in range(150)]
        for one in several:
            one.connect((parts.hostname, parts.port))
            one.sendall(first)

        def go_on() -> None:
            while not over.wait(1.0):
                for one in several:
                    try:
                        one.send(b"x")
                    except OSError:  # closed by the page
                        continue

        thread = Thread(target=go_on)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


@pytest.mark.slow
@on_server
@pytest.mark.parametrize(
    "first",
    [
        b"GET / HTTP/1.1\r\nX: ",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9000\r\n\r\n",
    ],
    ids=["headers", "bodies"],
)
def test_who_keeps_it_waiting_holds_no_place(
    opened: Opened, first: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections whose request never ends make way for others; one that asks is answered."""
    monkeypatch.undo()  # this machine's own page may be asked
    with crowded(opened.address, first):
        for _ in range(4):
            assert asked(f"{opened.address}hello").status == 200
