"""The program as one file, at work in an empty home where no other program is found."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from generator.cli import program

CHECKOUT = Path(__file__).parents[1]
RECORD = CHECKOUT / "rules_data" / "qwinto" / "examples" / "illegal-row-rising.yaml"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(find_spec("PyInstaller") is None, reason="PyInstaller is not installed"),
]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the one file, built as `make bundle` builds it."""
    folder = tmp_path_factory.mktemp("bundle")
    places = ("--distpath", folder / "dist", "--workpath", folder / "work")
    asked = (sys.executable, "-m", "PyInstaller", "--noconfirm", *map(str, places), "bundle.spec")
    subprocess.run(asked, cwd=CHECKOUT, check=True, capture_output=True)
    (file,) = (folder / "dist").iterdir()
    return file


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the libraries have other names")
def test_it_brings_what_typesets(bundle: Path) -> None:
    """The libraries that make PDFs of guides and rules are in the file: none need be installed."""
    viewer = (sys.executable, "-m", "PyInstaller.utils.cliutils.archive_viewer", "-l")
    asked = (*viewer, str(bundle))
    listed = subprocess.run(asked, capture_output=True, check=True, encoding="utf-8").stdout
    for name in ("libpango-1.0", "libpangoft2-1.0", "libharfbuzz-subset", "libfontconfig"):
        assert f"'{name}." in listed


def run(bundle: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the file in a folder that is also its home, with nothing else of the system's."""
    kept = {key: os.environ[key] for key in ("SYSTEMROOT", "TEMP", "TMPDIR") if key in os.environ}
    return subprocess.run(
        [str(bundle), *arguments, "--lang", "en"],
        cwd=folder,
        env={**kept, "HOME": str(folder), "PATH": "", "PYTHONUTF8": "1"},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


def test_it_is_whole(bundle: Path, tmp_path: Path) -> None:
    """Nothing is missing by its own diagnosis, and all games are there."""
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
