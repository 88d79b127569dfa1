"""The program as one file, at work in an empty home where no other program is found."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from generator import __version__
from generator.cli import program
from tests import release
from tests.costs import busy
from tests.double_click import Home, ask, enter, until

CHECKOUT = Path(__file__).parents[1]
# A folder with the zip of `make release` unpacked, to try that instead of what is built here.
UNPACKED = "LUDOKIT_UNPACKED"
RECORD = CHECKOUT / "rules_data" / "qwinto" / "examples" / "illegal-row-rising.yaml"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(find_spec("PyInstaller") is None, reason="PyInstaller is not installed"),
]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return what takes commands, built as `make bundle` builds it or unpacked."""
    if UNPACKED in os.environ:
        handed_out = Path(os.environ[UNPACKED]).absolute() / release.NAME
        return handed_out / release.COMMANDS[release.SYSTEM]
    folder = tmp_path_factory.mktemp("bundle")
    places = ("--distpath", folder / "dist", "--workpath", folder / "work")
    asked = (sys.executable, "-m", "PyInstaller", "--noconfirm", *map(str, places), "bundle.spec")
    subprocess.run(asked, cwd=CHECKOUT, check=True, capture_output=True)
    assert {file.name for file in (folder / "dist").iterdir()} == {
        *release.PROGRAMS[release.SYSTEM]
    }
    return folder / "dist" / release.COMMANDS[release.SYSTEM]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the libraries have other names")
def test_it_brings_what_typesets(bundle: Path) -> None:
    """The libraries that make PDFs of guides and rules are in the file: none need be installed."""
    viewer = (sys.executable, "-m", "PyInstaller.utils.cliutils.archive_viewer", "-l")
    asked = (*viewer, str(bundle))
    listed = subprocess.run(asked, capture_output=True, check=True, encoding="utf-8").stdout
    for name in ("libpango-1.0", "libpangoft2-1.0", "libharfbuzz-subset", "libfontconfig"):
        assert f"'{name}." in listed


def alone(folder: Path) -> dict[str, str]:
    """Return an environment with a folder as home and nothing else of the system's."""
    kept = {key: os.environ[key] for key in ("SYSTEMROOT", "TEMP", "TMPDIR") if key in os.environ}
    return {**kept, "HOME": str(folder), "PATH": "", "PYTHONUTF8": "1"}


def run(bundle: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the file in a folder that is also its home, with nothing else of the system's."""
    return subprocess.run(
        [str(bundle), *arguments, "--lang", "en"],
        cwd=folder,
        env=alone(folder),
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


def test_it_is_whole(bundle: Path, tmp_path: Path) -> None:
    """Nothing is missing by its own diagnosis, all games are there, and it knows its version."""
    assert run(bundle, tmp_path, "--version").stdout == f"ludokit {__version__}\n"
    found = run(bundle, tmp_path, "doctor")
    assert found.returncode == 0, found
    assert "missing:" not in found.stdout
    assert "Pango, for guides and rules as PDF" in found.stdout
    assert run(bundle, tmp_path, "games").stdout.count("printables:") == 8


def test_it_prints_the_same_bytes(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it draws and what it lays out is what the checkout makes, byte for byte."""
    asked = ("print", "qwinto", "score-sheets", "rules")
    assert run(bundle, tmp_path, *asked, "--to", "its").returncode == 0
    assert program.run([*asked, "--to", str(tmp_path / "own"), "--lang", "en"]) == 0
    capsys.readouterr()
    own = sorted((tmp_path / "own" / "qwinto" / "en").glob("*.pdf"))
    assert len(own) == 2
    for file in own:
        assert (tmp_path / "its" / "qwinto" / "en" / file.name).read_bytes() == file.read_bytes()


def test_its_processes_are_itself(bundle: Path, tmp_path: Path) -> None:
    """A kit is made by several processes, which are the same file again."""
    found = run(bundle, tmp_path, "kit", "yams", "--pupils", "4", "--jobs", "2")
    assert found.returncode == 0, found
    assert (tmp_path / "output" / "yams" / "en" / "kit.pdf").exists()


def test_it_judges(bundle: Path, tmp_path: Path) -> None:
    """A record is judged and its correction sheet drawn."""
    found = run(bundle, tmp_path, "verify", str(RECORD), "--correct")
    assert (found.returncode, "1 error" in found.stdout) == (1, True)
    assert len(list((tmp_path / "output" / "corrections").glob("*.pdf"))) == 1


def test_its_page_answers(bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With words it serves the page without a browser, and says where."""
    monkeypatch.undo()  # this machine's own page may be asked
    served = subprocess.Popen(
        [str(bundle), "open", "--no-browser", "--lang", "en"],
        cwd=tmp_path,
        env=alone(tmp_path),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert served.stdout is not None
    address = "http" + served.stdout.readline().rpartition("http")[2].strip()
    try:
        assert ask(f"{address}hello")[1] == f"ludokit {__version__}"
    finally:
        if sys.platform == "win32":  # the file is two processes, which end one by one there
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(served.pid)], check=True)
        served.terminate()
        served.communicate(timeout=busy(30))


@pytest.mark.skipif(sys.platform != "linux", reason="a shell and a browser of Linux")
def test_a_double_click_opens_its_page(
    bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without words, streams or screen it opens one page, in French, which its button ends."""
    monkeypatch.undo()  # this machine's own page may be asked
    home = Home(tmp_path)
    first = home.click(str(bundle))
    try:
        until(home.addresses)
        page = enter(home.addresses()[0])
        assert "Fermer ludokit" in ask(page)[1]
        assert home.click(str(bundle)).wait(timeout=busy(60)) == 0
        until(lambda: len(home.addresses()) > 1)
        assert enter(home.addresses()[1]) == page
        assert "ludokit est fermé" in ask(f"{page}page/end", "POST")[1]
        assert first.wait(timeout=busy(60)) == 0
    finally:
        first.terminate()
    assert list(home.desktop.iterdir()) == []
