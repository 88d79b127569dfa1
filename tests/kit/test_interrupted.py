"""A kit that is interrupted: it ends soon, and leaves whole files and no process."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from generator.game import load
from generator.interruption import INTERRUPTED
from generator.make import in_parallel
from generator.printables.context import Options
from generator.words import message, say
from tests.costs import busy

# The first is made soonest.
GAMES = ("jardin", "petit-circuit", "cinq-couronnes")
HERE = Path(__file__).parents[1] / "games"


@pytest.mark.rest
@pytest.mark.slow
def test_what_nobody_waits_for_is_not_made() -> None:
    """Printables asked of other processes are given up once the run is broken off."""
    asked = []

    def break_off() -> None:
        with in_parallel(2) as maker:
            asked.append(maker(load("qwinto"), ("rules",) * 40, Options(), None))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    with pytest.raises(CancelledError):
        list(asked[0])


@pytest.fixture
def _heeded() -> Iterator[None]:
    """Let what is started heed an interruption, even where this process was told not to."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
@pytest.mark.usefixtures("_heeded")
@pytest.mark.skipif(sys.platform == "win32", reason="signals reach a group of processes elsewhere")
@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_a_kit_in_the_middle(tmp_path: Path, jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted run says so in one line, and leaves whole files: a game's all, or none."""
    home, to = tmp_path / "home", tmp_path / "kits"
    for name in GAMES:
        shutil.copytree(HERE / name, home / "rules_data" / name)
    monkeypatch.chdir(home)
    command = [sys.executable, "-m", "generator", "kit", *GAMES, "--jobs", jobs, "--lang", "fr"]
    with subprocess.Popen(
        [*command, "--to", str(to)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        # The first game is there, the second being made.
        while not list(to.rglob("manifest.json")) and run.poll() is None:
            time.sleep(0.1)
        time.sleep(0.4)
        os.killpg(run.pid, signal.SIGINT)
        _, said = run.communicate(timeout=busy(30))
    assert (run.returncode, said) == (INTERRUPTED, f"\n{say(message('cli.interrupted'), 'fr')}\n")
    assert list(to.rglob("*.part")) == []
    begun = list(to.glob("*/fr"))
    assert 1 <= len(begun) < len(GAMES)
    assert all((folder / "manifest.json").exists() for folder in begun)
