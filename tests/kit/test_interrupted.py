"""A run that is interrupted: it ends soon, says so in one line, and leaves nothing half-written."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from generator.cli import INTERRUPTED, program
from generator.game import load
from generator.press import in_parallel
from generator.printables.options import Options
from generator.words import message, say

LOADING = """
import sys
class Interrupting:
    def find_spec(self, name, *_):
        if name == "click":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from generator.cli import main
main(["games"])
"""


def test_while_the_program_loads() -> None:
    """An interruption before the first command is read is silent, and has its exit code."""
    done = subprocess.run(
        [sys.executable, "-c", LOADING], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED, "", "")


def test_while_the_words_load(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the words to say it in are only half there, nothing is said."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    def half(*_: object) -> None:
        raise AttributeError

    monkeypatch.setattr(program, "chosen", interrupt)
    monkeypatch.setattr(program, "Speech", half)
    assert program.run(["games"]) == INTERRUPTED


@pytest.mark.slow
def test_what_nobody_waits_for_is_not_made() -> None:
    """Printables asked of other processes are given up once the run is broken off."""
    asked = []

    def break_off() -> None:
        with in_parallel(2) as press:
            asked.append(press(load("qwinto"), ("rules",) * 40, Options()))
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
@pytest.mark.parametrize("seconds", [0.7, 1.2, 3.0])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_kit_in_the_middle(tmp_path: Path, jobs: str, seconds: float) -> None:
    """An interrupted kit says so in one line, soon, and leaves whole files or none."""
    command = [sys.executable, "-m", "generator", "kit", "--all", "--jobs", jobs, "--lang", "en"]
    with subprocess.Popen(
        [*command, "--to", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as kit:
        time.sleep(seconds)
        os.killpg(kit.pid, signal.SIGINT)
        _, said = kit.communicate(timeout=30)
    assert kit.returncode == INTERRUPTED
    assert said.strip() in {"", say(message("cli.interrupted"), "en").strip()}
    assert list(tmp_path.rglob("*.part")) == []
