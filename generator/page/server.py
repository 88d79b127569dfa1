"""Serve the page on this machine, find one that is running already, put an icon on the desktop."""

import json
import logging
import os
import shlex
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import closing, suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from secrets import token_urlsafe
from time import monotonic
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from flask import Flask
from platformdirs import user_cache_path, user_data_path, user_desktop_path
from waitress.server import TcpWSGIServer

from generator import paths
from generator.diagnosis import has_screen
from generator.errors import LudokitError, system_reason
from generator.interruption import leave, on_interrupt
from generator.output import write
from generator.page.app import MOST_BYTES, create_app, one_time_path
from generator.page.jobs import JobQueue
from generator.words import Language, message, say

HERE = "127.0.0.1"
# Taken where it is free and no other was before; what a browser keeps, it keeps for one port.
USUAL_PORT = 8412
# Where a start notes its address for the next one, readable by its user alone, and its port.
FILE, PORT_FILE = "page.json", "port"
PORTS = range(1024, 65_536)
THREADS, CONNECTIONS, PATIENCE = 6, 60, 30
ANSWERS_IN = 2.0
# Seconds in which a browser has fetched the style of the last page that it is given.
LAST_SECONDS = 2.0
Tell: TypeAlias = Callable[[str, str], None]


def serve(
    language: Language,
    port: int | None,
    tell: Tell,
    *,
    browser: bool,
    by_icon: bool = False,
) -> None:
    """Serve the page, or show the one already served; LudokitError for a port that is taken."""
    wanted = browser and (by_icon or has_screen())
    if (known := running_address(language)) and port is None:
        tell("open-already", known)
        with suppress(OSError, HTTPException):
            _open_browser(known, _answer(known, "once"), tell, wanted=wanted)
        return
    # The terminal shows nothing but the address.
    logging.getLogger("waitress").setLevel(logging.ERROR)
    key = token_urlsafe(18)
    queue = JobQueue(lambda: token_urlsafe(9))
    app = create_app(key, queue)
    cache = user_cache_path("ludokit")
    own, lost = _bind_as_before(cache / PORT_FILE, port)
    server = _server(app, own)
    served = int(server.effective_port)
    app.config.update(PORT=served, LOST_PORT=lost)
    address = _address(served, key, language)
    note = cache / FILE
    _note(note, json.dumps({"port": served, "key": key}))

    def end() -> None:
        server.over_at = monotonic() + LAST_SECONDS
        note.unlink(missing_ok=True)  # the next start must not find a page that is about to end

    app.config.update(END=end if by_icon else None)
    queue.start()
    tell("open-served", address)
    if lost:
        tell("open-elsewhere", f"{HERE}:{lost}")
    _open_browser(address, one_time_path(app, language), tell, wanted=wanted)
    with on_interrupt(lambda: note.unlink(missing_ok=True)):
        server.run()
    leave(0)


def _server(app: Flask, own: socket.socket) -> Any:  # the library's types know no options
    serving: Any = _PageServer
    return serving(
        app,
        _sock=own,
        bind_socket=False,
        sockinfo=(own.family, own.type, own.proto, own.getsockname()),
        sockets=[own],
        threads=THREADS,
        connection_limit=CONNECTIONS,
        channel_timeout=PATIENCE,
        max_request_body_size=MOST_BYTES,
        ident=None,
        clear_untrusted_proxy_headers=True,
    )


class _PageServer(TcpWSGIServer):
    """A server whose places nobody can hold by keeping it waiting for a request, and that ends."""

    # By the monotonic clock; what is being answered then is answered first.
    over_at = float("inf")

    def readable(self) -> bool:
        own: Any = self  # the library's types do not know all of it
        channels = own.active_channels.values()
        # A request that is being answered, or its answer, is nobody's to wait for.
        waiting = [one for one in channels if not one.requests and not one.writable()]
        if monotonic() > self.over_at and len(waiting) == len(channels):
            raise SystemExit
        if waiting and len(own._map) >= self.adj.connection_limit:  # noqa: SLF001 - its own count
            min(waiting, key=lambda one: one.creation_time).will_close = True
        return super().readable()


def running_address(language: Language) -> str | None:
    """Return the address of this user's page if one is running already."""
    with suppress(OSError, ValueError, KeyError, TypeError, HTTPException):
        told = json.loads((user_cache_path("ludokit") / FILE).read_text(encoding="utf-8"))
        address = _address(int(told["port"]), str(told["key"]), language)
        return address if _answer(address, "hello").startswith("ludokit ") else None
    return None


def _answer(address: str, path: str) -> str:
    """Return what a page that is served says at a path below its address, "" where it refuses."""
    parts = urlsplit(address)
    with closing(HTTPConnection(HERE, parts.port, timeout=ANSWERS_IN)) as connection:
        connection.request("GET", f"{parts.path}{path}")
        answer = connection.getresponse()
        return answer.read(80).decode() if answer.status == HTTPStatus.OK else ""


def _address(port: int, key: str, language: Language) -> str:
    return f"http://{HERE}:{port}/{key}/{language}/"


def _bind_as_before(note: Path, wanted: int | None) -> tuple[socket.socket, int | None]:
    """Bind the port of earlier starts, or the one wanted; return an earlier one that is lost."""
    before = None
    with suppress(OSError, ValueError):
        noted = int(note.read_text(encoding="ascii"))
        before = noted if noted in PORTS and wanted is None else None
    own = _bind_socket(*((before or USUAL_PORT, USUAL_PORT, 0) if wanted is None else (wanted,)))
    port = own.getsockname()[1]
    if before is None:
        _note(note, str(port))
    return own, None if before in {None, port} else before


def _bind_socket(*ports: int) -> socket.socket:
    failure = OSError()
    for port in ports:
        own = socket.socket()
        try:
            if os.name == "posix":  # elsewhere it would share the port with whoever has it
                own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            own.bind((HERE, port))
        except OSError as error:
            own.close()
            failure = error
        else:
            return own
    reason = system_reason(failure)
    raise LudokitError(message("page.port-taken", port=str(ports[0]), reason=reason))


def _note(note: Path, text: str) -> None:
    """Note something for this user alone; without notes every start serves a page anew."""
    with suppress(OSError):
        note.parent.mkdir(parents=True, exist_ok=True)
        note.unlink(missing_ok=True)
        with os.fdopen(os.open(note, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(text)


def _open_browser(address: str, path: str, tell: Tell, *, wanted: bool) -> None:
    """Open the page at a path that is of use once: other accounts can read command lines."""
    is_seen = not (wanted and path)
    with suppress(webbrowser.Error, OSError):
        is_seen = is_seen or webbrowser.open(f"http://{urlsplit(address).netloc}{path}")
    if not is_seen:
        tell("open-unseen", address)


def make_shortcut(language: Language) -> Path:
    """Put an icon on the desktop that opens the page; LudokitError where that is refused."""
    here, title = Path.cwd(), say(message("page.shortcut"), language)
    # The program as one file is called by its own name; without a word it opens the page.
    is_bundle = getattr(sys, "frozen", False)
    command = [sys.executable, *(() if is_bundle else ("-m", "generator")), "open"]
    command += ["--lang", language]
    words = " ".join(f'"{word}"' for word in command)
    match sys.platform:
        case "win32":
            name, lines = "ludokit.cmd", [f'@cd /d "{here}"', f"@{words}"]
        case "darwin":
            go = f"cd {shlex.quote(str(here))}"
            name, lines = "ludokit.command", ["#!/bin/sh", go, f"exec {shlex.join(command)}"]
        case _:
            icon = paths.templates() / "page" / "static" / "icon.svg"
            facts = {"Type": "Application", "Name": "ludokit", "Comment": title, "Exec": words}
            facts |= {"Path": str(here), "Icon": str(icon), "Terminal": "true"}
            if is_bundle:
                # Its own icon is unpacked anew at every start, and gone at its end.
                icon = write(user_data_path("ludokit"), icon.name, icon.read_bytes())
                facts |= {"Exec": f'"{sys.executable}"', "Icon": str(icon), "Terminal": "false"}
            lines = ["[Desktop Entry]", *(f"{key}={value}" for key, value in facts.items())]
            name = "ludokit.desktop"
    text = "".join(f"{line}{os.linesep}" for line in lines)
    made = write(user_desktop_path(), name, text.encode())
    with suppress(OSError):
        made.chmod(0o755)
    return made
