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

from generator.cli import program
from generator.game import load
from generator.interruption import INTERRUPTED
from generator.press import in_parallel
from generator.printables.options import Options
from generator.words import Language, message, say

# The first is made soonest.
GAMES = ("doce", "crowns", "sti")
LOADING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
class Interrupting:
    def find_spec(self, name, *_):
        if name == "click":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from generator.cli import main
main(["games"])
"""
RUNNING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from generator import check
def interrupted(*_):
    try:
        signal.raise_signal(signal.SIGINT)
    except BaseException:
        print("swallowed")
check.check = interrupted
from generator.cli import main
main(["check", *ARGUMENTS])
"""


def ended(program: str) -> tuple[int, str, str]:
    """Run a program of Python; return its exit code and what it wrote."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_while_the_program_loads() -> None:
    """An interruption before the first command is read is silent, and has its exit code."""
    assert ended(LOADING) == (INTERRUPTED, "", "")


@pytest.mark.parametrize(("arguments", "language"), [((), "fr"), (("--lang", "en"), "en")])
def test_while_a_command_runs(arguments: tuple[str, ...], language: Language) -> None:
    """It says so in one line, in the language of the run, even where a library swallows all."""
    said = say(message("cli.interrupted"), language)
    assert ended(f"ARGUMENTS = {arguments!r}\n{RUNNING}") == (INTERRUPTED, "", f"\n{said}\n")


def test_where_another_program_calls(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where an interruption comes as an exception it says the same, with the same code."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "program", interrupt)
    assert program.run(["games", "--lang", "en"]) == INTERRUPTED
    assert capsys.readouterr().err == f"{say(message('cli.interrupted'), 'en')}\n"


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
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_kit_in_the_middle(tmp_path: Path, jobs: str) -> None:
    """An interrupted run says so in one line, and leaves whole files: a game's all, or none."""
    command = [sys.executable, "-m", "generator", "kit", *GAMES, "--jobs", jobs, "--lang", "en"]
    with subprocess.Popen(
        [*command, "--to", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        # The first game is there, the second being made.
        while not list(tmp_path.rglob("manifest.json")) and run.poll() is None:
            time.sleep(0.1)
        time.sleep(0.4)
        os.killpg(run.pid, signal.SIGINT)
        _, said = run.communicate(timeout=30)
    assert (run.returncode, said) == (INTERRUPTED, f"\n{say(message('cli.interrupted'), 'en')}\n")
    assert list(tmp_path.rglob("*.part")) == []
    begun = list(tmp_path.glob("*/en"))
    assert 1 <= len(begun) < len(GAMES)
    assert all((folder / "manifest.json").exists() for folder in begun)
