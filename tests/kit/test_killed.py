"""Kits that are killed, made twice at once, or refused by the disk: what is there is whole."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.costs import busy

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc"),
]

resource = pytest.importorskip("resource")
Files = Mapping[str, bytes]
# A deck in one language, which is made soonest.
FEW = ("jardin",)
GAMES = Path(__file__).parents[1] / "games"
# Two classes, so that what was made before is told from what is made now.
BEFORE, NOW = "27", "12"
SOON = 2.0  # seconds, where nothing else runs


@pytest.fixture(autouse=True)
def _home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand where the deck is one of the games."""
    home = tmp_path_factory.mktemp("home")
    for name in FEW:
        shutil.copytree(GAMES / name, home / "rules_data" / name)
    monkeypatch.chdir(home)


def command(games: tuple[str, ...], pupils: str, to: Path) -> list[str]:
    """Return the line that makes kits."""
    made = [sys.executable, "-m", "generator", "kit", *games, "--pupils", pupils, "--lang", "fr"]
    return [*made, "--jobs", "2", "--to", str(to)]


def begun(games: tuple[str, ...], pupils: str, to: Path) -> subprocess.Popen[bytes]:
    """Begin to make kits, in a session of its own."""
    line = command(games, pupils, to)
    quiet = subprocess.DEVNULL
    return subprocess.Popen(line, stdout=quiet, stderr=quiet, start_new_session=True)


def held(folder: Path) -> Files:
    """Return every file below a folder, hidden ones too."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def whole(games: tuple[str, ...], pupils: str, to: Path) -> Files:
    """Make kits to the end; return the files."""
    with begun(games, pupils, to) as run:
        assert run.wait() == 0
    return held(to)


@cache
def undisturbed(games: tuple[str, ...], pupils: str) -> tuple[Files, float]:
    """Make kits that nothing disturbs, once for all tests; return the files, and the seconds."""
    with TemporaryDirectory() as folder:
        since = time.monotonic()
        return whole(games, pupils, Path(folder)), time.monotonic() - since


def laid(files: Files, folder: Path) -> Path:
    """Lay files into a folder, as an earlier run has left them."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def in_session(number: int) -> list[int]:
    """Return the processes of a session that run."""
    found = []
    for one in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = one.read_text("utf-8").rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(session) == number and state != "Z":
            found.append(int(one.parent.name))
    return found


def killed(run: subprocess.Popen[bytes], *, all_of_it: bool) -> list[int]:
    """Kill a run, or its first process alone; return what still runs of it a while later."""
    (os.killpg if all_of_it else os.kill)(run.pid, signal.SIGKILL)
    run.wait()
    until = time.monotonic() + busy(SOON)
    while (left := in_session(run.pid)) and time.monotonic() < until:
        time.sleep(0.05)
    return left


def torn(files: Files, *versions: Files) -> list[str]:
    """Return the files that are of no version, half-written ones with no name yet left out."""
    named = {name: data for name, data in files.items() if not name.endswith(".part")}
    return [name for name, data in named.items() if data not in [one.get(name) for one in versions]]


@pytest.mark.parametrize(
    ("games", "moments"),
    [
        pytest.param(FEW, 2, id="a few", marks=pytest.mark.rest),
        pytest.param(("qwinto",), 4, id="qwinto", marks=pytest.mark.rest),
        pytest.param(("--all",), 50, id="all", marks=pytest.mark.long),
    ],
)
def test_killed_at_any_moment(games: tuple[str, ...], moments: int, tmp_path: Path) -> None:
    """Every file is whole, old or new, no process is left, and the next whole run leaves no trace.

    What was there before is there still.
    """
    (now, seconds), (before, _) = undisturbed(games, NOW), undisturbed(games, BEFORE)
    kits = laid(before, tmp_path)
    chance = Random(moments)  # noqa: S311 - a test, not a secret
    for number in range(moments):
        with begun(games, (NOW, BEFORE)[number % 2], kits) as run:
            time.sleep(chance.uniform(0, seconds))
            assert killed(run, all_of_it=number % 4 < 2) == []
        files = held(kits)
        assert torn(files, before, now) == []
        assert before.keys() - files.keys() == set()
    time.sleep(1)
    # Some files say in their names for how many pupils they are.
    assert whole(games, NOW, kits) == {**before, **now}


@pytest.mark.rest
def test_killed_while_it_writes(tmp_path: Path) -> None:
    """A run that is killed between two files leaves whole ones, and the next run no trace."""
    now, _ = undisturbed(FEW, NOW)
    line = f"""
        import os, signal, sys
        from generator.cli import main
        if __name__ == "__main__":
            sync, left = os.fsync, [3]
            def killed(file):
                left[0] -= 1
                if not left[0]:
                    os.kill(os.getpid(), signal.SIGKILL)
                sync(file)
            os.fsync = killed
            main({command(FEW, NOW, tmp_path / "kits")[3:]!r})
    """
    program = tmp_path / "killed.py"
    program.write_text("\n".join(one[8:] for one in line.splitlines()), "utf-8")
    path = os.pathsep.join((str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")))
    done = subprocess.run(
        [sys.executable, program], env=os.environ | {"PYTHONPATH": path}, check=False
    )
    assert done.returncode == -signal.SIGKILL
    left = held(tmp_path / "kits")
    assert torn(left, now) == []
    assert [name for name in left if name.endswith(".part")] != []
    time.sleep(1)
    assert whole(FEW, NOW, tmp_path / "kits") == now


@pytest.mark.rest
def test_two_runs_at_once(tmp_path: Path) -> None:
    """Of two runs into one folder each ends well, and every file is whole and of one of them."""
    versions = [undisturbed(FEW, pupils)[0] for pupils in (BEFORE, NOW)]
    with begun(FEW, BEFORE, tmp_path) as one, begun(FEW, NOW, tmp_path) as other:
        assert (one.wait(), other.wait()) == (0, 0)
    files = held(tmp_path)
    assert torn(files, *versions) == []
    assert files.keys() == versions[0].keys() | versions[1].keys()


def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    """A kit that finds no room for one of its files is one line, and all is as it was."""
    before, _ = undisturbed(FEW, BEFORE)
    laid(before, tmp_path)
    most = max(map(len, before.values())) // 2
    done = subprocess.run(
        command(FEW, NOW, tmp_path),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=partial(resource.setrlimit, resource.RLIMIT_FSIZE, (most, most)),
    )
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert held(tmp_path) == before
