"""Work shared out among processes: those that end with the run, and results in the order asked."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TypeVar

from generator.errors import LudokitError
from generator.interruption import INTERRUPTED, on_interrupt
from generator.render.document import environment
from generator.sweeping import sweep_seldom
from generator.words import message

S = TypeVar("S")
T = TypeVar("T")

_WARNINGS = "PYTHONWARNINGS"


@contextmanager
def workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """Give so many processes to work in; LudokitError if one is ended from outside."""
    # Forked processes would inherit the thread that draws the bar of progress.
    context = get_context("spawn")
    ignored = f"{os.environ.get(_WARNINGS, '')},ignore:resource_tracker".removeprefix(",")
    with (
        # A started process would warn of the locks of an interrupted run: it clears them away.
        environment(_WARNINGS, ignored),
        ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin) as pool,
    ):
        try:
            with on_interrupt(_end_the_others):
                yield pool
        except BrokenExecutor as error:
            raise LudokitError(message("print.process-ended")) from error
        except BaseException:
            # Nobody waits for the rest any more.
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def lent(jobs: int, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """Give what takes work, so many processes or the cluster at an address, and how much at a time.

    LudokitError as `workers`, and where a cluster cannot be had.
    """
    if cluster is None:
        with workers(jobs) as pool:
            yield pool, 2 * jobs
        return
    from generator.cluster import workers as workers_at

    with workers_at(cluster) as far:
        yield far


def in_order(pool: Executor, work: Callable[[S], T], parts: Iterable[S], ahead: int) -> Iterator[T]:
    """Yield what becomes of each part, in order; so many are under way while one is waited for."""

    def begun(part: S) -> Future[T]:
        with unheard():
            return pool.submit(work, part)

    return (future.result() for future in looking_ahead(map(begun, parts), ahead))


def looking_ahead(begun: Iterable[T], ahead: int) -> Iterator[T]:
    """Yield what is begun as it is asked for, in order, so much that comes later begun already."""
    under_way = deque[T]()
    for one in begun:
        under_way.append(one)
        if len(under_way) > ahead:
            yield under_way.popleft()
    yield from under_way


@contextmanager
def unheard() -> Iterator[None]:
    """Start processes that hear of no interruption: Ctrl-C goes to all, the first ends them."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_the_others() -> None:
    for child in active_children():
        child.kill()


def _begin() -> None:
    """Begin a process that helps, and ends as soon as the one that started it, however it went."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sweep_seldom()
    first = parent_process()

    def watch() -> None:
        if first is not None:
            first.join()
        os._exit(INTERRUPTED)

    Thread(target=watch, daemon=True).start()
