"""An interruption ends the run at once; what must stay whole is finished first.

Ctrl-C is one, and so is being told to end (`kill`, `timeout`, a session that is closed). Python's
own way, an exception, can be swallowed by any library on its way up, and what is made without its
middle would then be written as if whole.
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
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
SIGNALS = tuple(getattr(signal, name) for name in _NAMES if hasattr(signal, name))
_STDERR = 2

_acts: list[Callable[[], object]] = []


def end_at_once(words: str = "") -> None:
    """Let an interruption end the process with some words from now on, unless it is ignored."""

    def end(_signal: int, _frame: FrameType | None) -> NoReturn:
        for act in reversed(_acts):
            with suppress(Exception):
                act()
        with suppress(OSError):
            # Past Python's own streams: the run may have been stopped in the middle of writing one.
            os.write(_STDERR, words.encode())
        os._exit(INTERRUPTED)

    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, end)


@contextmanager
def on_interrupt(act: Callable[[], object]) -> Iterator[None]:
    """Do something, should an interruption end the process meanwhile; it may not wait for long."""
    _acts.append(act)
    try:
        yield
    finally:
        _acts.remove(act)


@contextmanager
def defer_interrupt() -> Iterator[None]:
    """Finish what is within before an interruption is heeded (in the main thread, which heeds)."""
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
