"""A double click opens the page in the system's language, says what fails, and can be ended."""

import ctypes
import re
import stat
import subprocess
import sys
import webbrowser
from configparser import ConfigParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from generator import interruption
from generator.cli import program
from generator.errors import LudokitError
from generator.page import icon_start, server
from generator.words import Language, message
from tests.costs import busy
from tests.double_click import Home, ask, enter, until
from tests.page.conftest import KEY

CHECKOUT = Path(__file__).parents[2]
# The program as one file, without being built: what it is told by, and its only call.
AS_ONE_FILE = """
import sys
sys.frozen, sys.argv = True, ["ludokit"]
from generator.cli import main
main()
"""
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="a shell and a browser of POSIX systems")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA"}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "fr_BE.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "de:en:fr"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "frr_DE"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_systems(
    environment: dict[str, str], language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """French where a person has chosen French before other languages, else English."""
    monkeypatch.setattr(sys, "platform", "linux")
    assert icon_start.system_language(environment) == language


@pytest.mark.parametrize(("code", "language"), [(0x040C, "fr"), (0x0C0C, "fr"), (0x0407, "en")])
def test_the_language_of_windows(
    code: int, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows, where no variable says it, the language is that of its windows."""
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: code)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    assert icon_start.system_language({}) == language


@pytest.mark.parametrize(
    ("told", "language"),
    [
        ('(\n    "fr-FR",\n    "en-FR"\n)\n', "fr"),
        ('(\n    "en-US",\n    "fr-US"\n)\n', "en"),
        ('(\n    "zh-Hans-FR",\n    "fr-FR"\n)\n', "fr"),
        ("", "en"),
    ],
)
def test_the_language_of_macos(
    told: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On macOS it is the first of a person's languages that the program speaks."""
    monkeypatch.setattr(
        subprocess, "run", lambda *asked, **_: subprocess.CompletedProcess(asked, 0, told)
    )
    monkeypatch.setattr(sys, "platform", "darwin")
    assert icon_start.system_language({}) == language


def test_the_finder_may_start_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """On macOS what is double-clicked starts another process and ends: one that lasts is all."""
    started = list[tuple[Any, Any]]()
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(subprocess, "Popen", lambda words, **more: started.append((words, more)))
    monkeypatch.setattr(icon_start, "serve", lambda *_, **__: pytest.fail("served"))
    assert icon_start.open_by_icon() == 0
    ((words, more),) = started
    assert words == [sys.executable]
    assert more["env"][icon_start.SERVING]
    assert more["start_new_session"]


@pytest.fixture
def opened_by_icon(monkeypatch: pytest.MonkeyPatch) -> list[Language | None]:
    """Return what the start by an icon is called with, which is not made."""
    called = list[Language | None]()

    def note(language: Language | None) -> int:
        called.append(language)
        return 0

    monkeypatch.setattr(icon_start, "open_by_icon", note)
    monkeypatch.setattr(sys, "argv", ["ludokit"])
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    # What the program does to signals and streams is for a run of its own.
    monkeypatch.setattr(program, "end_at_once", lambda _: None)
    monkeypatch.setattr(program, "_prepare_streams", lambda: None)
    return called


def test_without_streams_it_is_a_double_click(
    opened_by_icon: list[Language | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there are no streams at all, as behind an icon of Windows, the page is opened."""
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    with pytest.raises(SystemExit) as end:
        program.run_and_exit()
    assert (end.value.code, opened_by_icon) == (0, [None])
    monkeypatch.setenv("LUDOKIT_LANG", "en")
    with pytest.raises(SystemExit):
        program.run_and_exit()
    assert opened_by_icon == [None, "en"]


class Terminal:
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """Tell so."""
        return True


@pytest.mark.parametrize("case", ["words", "terminal", "checkout"])
def test_else_it_is_the_command_line(
    case: str,
    opened_by_icon: list[Language | None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With words, in a terminal and in a checkout the same program takes commands as ever."""
    if case == "words":
        monkeypatch.setattr(sys, "argv", ["ludokit", "--version"])
    if case == "terminal":
        monkeypatch.setattr(sys, "stdin", Terminal())
    if case == "checkout":
        monkeypatch.delattr(sys, "frozen")
    with pytest.raises(SystemExit) as end:
        program.run_and_exit()
    assert (end.value.code, opened_by_icon) == (0, [])
    assert "ludokit" in capsys.readouterr().out


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what a browser is given, beside a desktop."""
    given = list[str]()
    monkeypatch.setattr(icon_start, "user_desktop_path", lambda: tmp_path / "desktop")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(webbrowser, "open", given.append)
    (tmp_path / "desktop").mkdir()
    return given


TAKEN = message("page.port-taken", port="8412", reason=message("errors.no-rights"))


@pytest.mark.parametrize(
    ("failure", "language", "words"),
    [
        (LudokitError(TAKEN), "fr", "ludokit n’a pas pu ouvrir sa page"),
        (LudokitError(TAKEN), "en", "ludokit could not open its page"),
        (PermissionError(13, "no"), "en", "does not let ludokit read or write"),
        (RuntimeError("<b>"), "en", "something went wrong in ludokit"),
    ],
)
def test_what_fails_is_shown(
    failure: Exception,
    language: Language,
    words: str,
    shown: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever fails is told by a page that lies on the desktop and opens, without options."""

    def fail(*_: object, **__: object) -> None:
        raise failure

    monkeypatch.setattr(icon_start, "serve", fail)
    assert icon_start.open_by_icon(language) == 2
    file = tmp_path / "desktop" / icon_start.FILE
    assert shown == [file.as_uri()]
    text = file.read_text(encoding="utf-8")
    assert words in text
    assert f'lang="{language}"' in text
    assert "--port" not in text
    assert "<b>" not in text


def test_what_fails_is_shown_where_nothing_can_be_written(
    shown: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the desktop takes no file, the folder of the person does."""

    def fail(*_: object, **__: object) -> None:
        raise LudokitError(TAKEN)

    monkeypatch.setattr(icon_start, "serve", fail)
    (tmp_path / "desktop" / icon_start.FILE).mkdir()
    assert icon_start.open_by_icon("fr") == 2
    assert shown == [(tmp_path / icon_start.FILE).as_uri()]


@POSIX
@pytest.mark.slow
def test_a_double_click_opens_one_page_until_its_button(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without streams or screen the page opens in French, a second click goes to it, it ends."""
    monkeypatch.undo()  # this machine's own page may be asked
    home = Home(tmp_path)
    click = (sys.executable, "-c", AS_ONE_FILE)
    first = home.click(*click, PYTHONPATH=str(CHECKOUT))
    try:
        until(home.addresses)
        page = enter(home.addresses()[0])
        answer, said = ask(page)
        assert (answer.status, 'lang="fr"' in said) == (200, True)
        assert home.click(*click, PYTHONPATH=str(CHECKOUT)).wait(timeout=busy(30)) == 0
        until(lambda: len(home.addresses()) > 1)
        assert enter(home.addresses()[1]) == page
        (button,) = re.findall(
            r'<form class="close" method="post" action="([^"]+)">\s*<button>Fermer', said
        )
        answer, said = ask(f"{page.partition('/fr/')[0].rpartition('/')[0]}{button}", "POST")
        assert (answer.status, "ludokit est fermé" in said) == (200, True)
        assert first.wait(timeout=busy(30)) == 0
    finally:
        first.kill()
    assert [file.name for file in (tmp_path / "cache" / "ludokit").iterdir()] == [server.PORT_FILE]
    assert list(home.desktop.iterdir()) == []


@POSIX
@pytest.mark.slow
def test_without_a_browser_the_address_lies_on_the_desktop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no browser can be started, a file on the desktop tells the address, which answers."""
    monkeypatch.undo()  # this machine's own page may be asked
    home = Home(tmp_path, lang="en_US.UTF-8", browser=False)
    first = home.click(sys.executable, "-c", AS_ONE_FILE, PYTHONPATH=str(CHECKOUT))
    file = home.desktop / icon_start.FILE
    try:
        until(lambda: file.exists() and stat.S_IMODE(file.stat().st_mode) == 0o600)
        text = file.read_text(encoding="utf-8")
        assert "no browser could be started" in text
        (address,) = re.findall(r'href="(http://127[^"]+)"', text)
        answer, said = ask(address)
        assert (answer.status, "Close ludokit" in said) == (200, True)
    finally:
        first.terminate()
        assert first.wait(timeout=busy(30)) == interruption.INTERRUPTED


def test_the_button_is_for_those_without_a_terminal(asking: FlaskClient) -> None:
    """Where a terminal can end the page it has no such button; the last page has no links."""
    end = f"/{KEY}/en/page/end"
    assert "Close ludokit" not in asking.get(f"/{KEY}/en/").get_data(as_text=True)
    assert asking.post(end).status_code == 404
    ended = list[str]()
    asking.application.config["END"] = lambda: ended.append("ended")
    assert "Close ludokit" in asking.get(f"/{KEY}/en/").get_data(as_text=True)
    assert ended == []
    last = asking.post(end).get_data(as_text=True)
    assert ended == ["ended"]
    assert "You may close this tab" in last
    assert KEY not in last
    assert asking.post(end, headers={"Origin": "http://elsewhere"}).status_code == 403


def test_the_icon_of_the_one_file_needs_no_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one file's own icon on a Linux desktop opens no terminal, and keeps its picture."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/opt/my games/ludokit")
    monkeypatch.setattr(server, "user_desktop_path", lambda: tmp_path)
    monkeypatch.setattr(server, "user_data_path", lambda _: tmp_path / "data")
    entry = ConfigParser(interpolation=None)
    entry.read(server.make_shortcut("fr"), encoding="utf-8")
    facts = entry["Desktop Entry"]
    assert (facts["Exec"], facts["Terminal"]) == ('"/opt/my games/ludokit"', "false")
    assert Path(facts["Icon"]) == tmp_path / "data" / "icon.svg"
    assert Path(facts["Icon"]).is_file()
