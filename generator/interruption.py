"""End the run at once when it is interrupted, except while files are being put in place.

Ctrl-C interrupts, and so do `kill`, `timeout` and a session that is closed. KeyboardInterrupt is
not used: any library can swallow an exception on its way up, and a file without its middle would
then be written as if it were whole.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
# Windows has no SIGHUP.
SIGNALS = (signal.SIGINT, signal.SIGTERM, *filter(None, (getattr(signal, "SIGHUP", None),)))
_STDERR = 2

_cleanups: list[Callable[[], object]] = []


def end_at_once(words: str = "") -> None:
    """Make interruptions end the process with these words, unless they are ignored already."""

    def end(_signal: int, _frame: FrameType | None) -> NoReturn:
        leave(INTERRUPTED, words)

    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end)


def leave(code: int, words: str = "") -> NoReturn:
    """Clean up and end the process, without waiting for what its threads and children do."""
    for act in reversed(_cleanups):
        with suppress(Exception):
            act()
    with suppress(OSError):
        # Not through Python's streams: the run may have been stopped while writing to one.
        os.write(_STDERR, words.encode())
    os._exit(code)


@contextmanager
def on_interrupt(act: Callable[[], object]) -> Iterator[None]:
    """Register a cleanup for the time within, run where the process ends in it; be quick."""
    _cleanups.append(act)
    try:
        yield
    finally:
        _cleanups.remove(act)


@contextmanager
def defer_interrupt() -> Iterator[None]:
    """Defer interruptions until what is within is done (signals reach the main thread alone)."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {number: signal.signal(number, lambda one, _: came.append(one)) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])
