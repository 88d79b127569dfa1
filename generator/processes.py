"""Process pools that end with the run, and results in the order in which they were asked for."""

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
from generator.gc_tuning import collect_rarely
from generator.interruption import INTERRUPTED, on_interrupt
from generator.render.document import environment_variable
from generator.words import message

S = TypeVar("S")
T = TypeVar("T")

_WARNINGS = "PYTHONWARNINGS"
# A browser has one thread for a program, and no processes.
HAS_PROCESSES = sys.platform != "emscripten"


class InlineExecutor(Executor):
    """Does each task when it is submitted, in the process that asks for it."""

    def submit(self, call: Callable[..., T], /, *given: object, **named: object) -> Future[T]:
        """Return the future of a task that is done, or has failed."""
        done = Future[T]()
        try:
            done.set_result(call(*given, **named))
        except Exception as error:  # noqa: BLE001 - raised where the result is asked for
            done.set_exception(error)
        return done


@contextmanager
def process_pool(jobs: int, ended: str = "print.process-ended") -> Iterator[Executor]:
    """Yield a pool of `jobs` processes; LudokitError (`ended`) if one is killed from outside."""
    if not HAS_PROCESSES:
        yield InlineExecutor()
        return
    # Forked processes would inherit the thread that draws the bar of progress.
    context = get_context("spawn")
    ignored = f"{os.environ.get(_WARNINGS, '')},ignore:resource_tracker".removeprefix(",")
    with (
        # After an interrupted run the resource tracker warns of locks that it clears away itself.
        environment_variable(_WARNINGS, ignored),
        ProcessPoolExecutor(jobs, mp_context=context, initializer=_start_worker) as pool,
    ):
        try:
            with on_interrupt(_kill_children):
                yield pool
        except BrokenExecutor as error:
            raise LudokitError(message(ended)) from error
        except BaseException:
            # Nobody waits for the rest any more.
            pool.shutdown(cancel_futures=True)
            raise


@contextmanager
def worker_pool(jobs: int, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """Yield a process pool or a cluster's executor, and its prefetch depth; else LudokitError."""
    if cluster is None:
        with process_pool(jobs) as pool:
            yield pool, 2 * jobs
        return
    from generator.dask_backend import dask_executor as workers_at

    with workers_at(cluster) as far:
        yield far


def map_in_order(
    pool: Executor, work: Callable[[S], T], parts: Iterable[S], ahead: int
) -> Iterator[T]:
    """Map work over parts in order, `ahead` of them under way; what is done is never held back."""

    def submit(part: S) -> Future[T]:
        try:
            with ignore_interrupts():
                return pool.submit(work, part)
        except BrokenExecutor as error:
            # Told in its turn, after what is done.
            failed = Future[T]()
            failed.set_exception(error)
            return failed

    under_way = deque[Future[T]]()
    for one in map(submit, parts):
        under_way.append(one)
        while under_way and (len(under_way) > ahead or under_way[0].done()):
            yield under_way.popleft().result()
    yield from (future.result() for future in under_way)


def prefetch(started: Iterable[T], ahead: int) -> Iterator[T]:
    """Yield items in order, up to `ahead` more taken already: taking one starts it."""
    under_way = deque[T]()
    for one in started:
        under_way.append(one)
        if len(under_way) > ahead:
            yield under_way.popleft()
    yield from under_way


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Start processes with SIGINT blocked: Ctrl-C reaches all, and the parent ends the others."""
    if sys.platform in {"win32", "emscripten"}:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _kill_children() -> None:
    for child in active_children():
        child.kill()


def _start_worker() -> None:
    """Set up a worker process, which ends as soon as its parent does, however that ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_rarely()
    first = parent_process()

    def watch() -> None:
        if first is not None:
            first.join()
        os._exit(INTERRUPTED)

    Thread(target=watch, daemon=True).start()
