"""Ctrl-C: the run ends at once, whatever it is doing, but what has to be whole is finished."""

import signal
import sys
import threading
import time
from pathlib import Path
from textwrap import dedent

import pytest

from generator.interruption import INTERRUPTED, defer_interrupt
from tests.costs import busy
from tests.programs import ended

WORDS = "stopped\n"


def interrupted(doing: str, *, setting: str = "") -> tuple[int, str, str]:
    """Run a program that is interrupted within; return its exit code and what it wrote."""
    before = """
        import signal, threading
        from generator.interruption import end_at_once, defer_interrupt, on_interrupt
        def interrupt():
            signal.raise_signal(signal.SIGINT)
        def tell(text):
            print(text, flush=True)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        # The tests may run where closing the session is to be ignored (`nohup`).
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_DFL)
    """
    program = "".join(map(dedent, (before, setting, f"end_at_once({WORDS!r})\n", doing)))
    return ended(program)


@pytest.mark.parametrize(
    "doing",
    [
        "interrupt()",
        """
        try:
            interrupt()
        except BaseException:
            tell("went on")
        """,
        """
        class Swallowing:
            def __del__(self):
                interrupt()
        Swallowing()
        tell("went on")
        """,
        """
        exec("interrupt()")
        """,
    ],
    ids=["plainly", "where everything is caught", "while an object dies", "in a string of code"],
)
def test_nothing_swallows_it(doing: str) -> None:
    """The run ends with its words and its code wherever the interruption comes."""
    assert interrupted(doing) == (INTERRUPTED, "", WORDS)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems")
def test_being_told_to_end(name: str) -> None:
    """A run that is told to end (`timeout`, a closed session) ends as with Ctrl-C."""
    doing = f"""
        with defer_interrupt():
            signal.raise_signal(signal.{name})
            tell("whole")
        tell("went on")
    """
    assert interrupted(doing) == (INTERRUPTED, "whole\n", WORDS)


def test_what_has_to_be_whole() -> None:
    """What is held together is finished first, and nothing after it is begun."""
    doing = """
        with defer_interrupt():
            interrupt()
            tell("whole")
        tell("went on")
    """
    assert interrupted(doing) == (INTERRUPTED, "whole\n", WORDS)


def test_a_fault_in_what_is_held() -> None:
    """Where what is held together fails, an interruption meanwhile still ends the run."""
    doing = """
        with defer_interrupt():
            interrupt()
            raise OSError
    """
    assert interrupted(doing) == (INTERRUPTED, "", WORDS)


def test_last_things() -> None:
    """Last things are done in the reverse order, but for those that are over; faults are no bar."""
    doing = """
        with on_interrupt(lambda: tell("outer")):
            with on_interrupt(lambda: tell("over")):
                pass
            with on_interrupt(lambda: 1 / 0), on_interrupt(lambda: tell("inner")):
                interrupt()
    """
    assert interrupted(doing) == (INTERRUPTED, "inner\nouter\n", WORDS)


def test_told_to_ignore_it() -> None:
    """A run that was started to ignore interruptions (nohup) goes on."""
    setting = "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    assert interrupted("interrupt(); tell('went on')", setting=setting) == (0, "went on\n", "")


def test_threads_hold_nothing_back() -> None:
    """Another thread than the first, which no interruption reaches, may hold back in vain."""
    before, met = signal.getsignal(signal.SIGINT), []

    def hold() -> None:
        with defer_interrupt():
            met.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    assert met == [before]


def test_files_are_written_whole(tmp_path: Path) -> None:
    """An interruption between two files of one writing lets the second be written, and no more."""
    doing = f"""
        import os
        from pathlib import Path
        from generator import output
        sync = os.fsync
        def interrupted(file):
            interrupt()
            sync(file)
        os.fsync = interrupted
        output.write_all(Path({str(tmp_path)!r}), {{"a": b"first", "b": b"second"}})
        tell("went on")
    """
    assert interrupted(doing) == (INTERRUPTED, "", WORDS)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert written == {"a": b"first", "b": b"second"}


HELPED = """
import multiprocessing, os, signal, sys, time
from generator.game import load
from generator.interruption import end_at_once
from generator.make import in_parallel
from generator.printables.context import Options
if __name__ == "__main__":
    # What a shell starts in the background begins with interruptions ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    end_at_once("stopped\\n")
    with in_parallel(2) as maker:
        made = maker(load("qwinto"), ("rules",) * 40, Options(), None)
        helpers = [child.pid for child in multiprocessing.active_children()]
        print(*helpers, flush=True)
        {doing}
        list(made)
"""


@pytest.mark.few(1)
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems")
@pytest.mark.parametrize(
    ("name", "code"), [("SIGINT", INTERRUPTED), ("SIGTERM", INTERRUPTED), ("SIGKILL", -9)]
)
def test_no_process_is_left(name: str, code: int) -> None:
    """Processes that help with the printing end with the run, though only it was ended."""
    found, told, _ = ended(HELPED.format(doing=f"os.kill(os.getpid(), signal.{name})"))
    assert found == code
    helpers = [int(number) for number in told.split()]
    assert helpers
    until = time.monotonic() + busy(10)
    while any(map(running, helpers)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(map(running, helpers))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX systems")
def test_a_helper_that_is_ended() -> None:
    """A process that the system ends, for want of memory, is one line of a run that ends."""
    doing = "os.kill(helpers[0], signal.SIGKILL)"
    code, _, said = ended(HELPED.format(doing=doing))
    assert code == 1
    assert said.splitlines()[-1].endswith("try again with --jobs 1")


def running(process: int) -> bool:
    """Tell whether a process runs (one that has ended and waits to be counted does not)."""
    state = Path(f"/proc/{process}/status")
    return state.exists() and "(zombie)" not in state.read_text(encoding="utf-8")
