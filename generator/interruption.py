"""An interruption (Ctrl-C) ends the run at once; what must stay whole is finished first.

Python's own way, an exception, can be swallowed by any library on its way up, and what is made
without its middle would then be written as if whole.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
_STDERR = 2

_last: list[Callable[[], object]] = []


def end_at_once(words: str = "") -> None:
    """Let an interruption end the process from now on, with words on standard error.

    A process that was told to ignore interruptions goes on ignoring them.
    """

    def end(_signal: int, _frame: FrameType | None) -> NoReturn:
        for act in reversed(_last):
            with suppress(Exception):
                act()
        with suppress(OSError):
            # Past Python's own streams: the run may have been stopped in the middle of writing one.
            os.write(_STDERR, words.encode())
        os._exit(INTERRUPTED)

    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, end)


@contextmanager
def last(act: Callable[[], object]) -> Iterator[None]:
    """Do something, should an interruption end the process meanwhile; it may not wait for long."""
    _last.append(act)
    try:
        yield
    finally:
        _last.remove(act)


@contextmanager
def held_back() -> Iterator[None]:
    """Finish what is within before an interruption is heeded (in the main thread, which heeds)."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came = []
    before = signal.signal(signal.SIGINT, lambda *_: came.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)
