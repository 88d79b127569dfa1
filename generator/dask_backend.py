"""An executor that runs tasks on a Dask scheduler, whose workers may be on other machines.

Tasks and results travel as pickles of our own: a worker compares the program's digest with its own
before it unpickles anything. Dask reassigns the tasks of a worker that dies.
"""

import logging
import pickle
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import urlsplit

from generator import __version__, paths
from generator.errors import Accident, LudokitError
from generator.gc_tuning import collect_rarely
from generator.words import clip_text, message

T = TypeVar("T")

FOR_CLUSTER = {"distributed": "distributed"}
# Seconds to wait for a scheduler, and for the first of its workers.
PATIENCE = 5
# Tasks under way for each thread of the workers, which are farther away than processes.
AHEAD = 4

# Drawing changes settings of the whole process, and a worker may have several threads.
_task_lock = Lock()


@contextmanager
def dask_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """Yield a Dask executor and its prefetch depth; LudokitError where that cannot be had."""
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        from generator.diagnosis import install_line, missing_libraries

        library = str(error.name)
        line = install_line(missing_libraries(FOR_CLUSTER) or (library,))
        raise LudokitError(message("cluster.not-installed", library=library, line=line)) from error
    _require_address(address)
    with _silence_dask():
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, TypeError) as error:
            raise LudokitError(message("cluster.no-scheduler", address=address)) from error
        with client:
            try:
                client.wait_for_workers(1, timeout=PATIENCE)
            except TimeoutError as error:
                raise LudokitError(message("cluster.no-worker", address=address)) from error
            threads = sum(client.nthreads().values())
            yield _DaskExecutor(client.get_executor(pure=False), address), AHEAD * threads


def _require_address(address: str) -> None:
    """Raise LudokitError for a malformed address, which Dask would report in its own words."""
    with suppress(ValueError):
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        if parts.scheme in ("tcp", "tls", "ws", "wss") and parts.hostname and parts.port:
            return
    raise LudokitError(message("cluster.no-address", found=clip_text(address)))


@contextmanager
def _silence_dask() -> Iterator[None]:
    """Silence Dask's log and warnings: the run reports what people have to know."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


class _DaskExecutor(Executor):
    def __init__(self, pool: Executor, address: str) -> None:
        self._pool, self._address = pool, address

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        read = Future[T]()
        handed = self._pool.submit(_run_task, _program_digest(), pickle.dumps((fn, args, kwargs)))
        handed.add_done_callback(partial(self._read, read))
        return read

    def _read(self, read: Future[Any], handed: Future[bytes]) -> None:
        try:
            outcome = pickle.loads(handed.result())  # noqa: S301 - of workers that SECURITY.md trusts
        except Exception as error:  # noqa: BLE001 - whatever ends a cluster ends the wait
            found = f"{type(error).__name__}: {error}".splitlines()[0]
            outcome = LudokitError(message("cluster.broken", address=self._address, found=found))
        if isinstance(outcome, Exception):
            read.set_exception(outcome)
        else:
            read.set_result(outcome)


def _run_task(asked_by: str, handed: bytes) -> bytes:
    outcome: object
    if asked_by != _program_digest():
        from platform import node

        outcome = LudokitError(message("cluster.other-program", worker=node()))
        return pickle.dumps(outcome)
    try:
        with _task_lock:
            collect_rarely()
            work, args, named = pickle.loads(handed)  # noqa: S301 - of a scheduler that is trusted
            outcome = work(*args, **named)
    except LudokitError as error:
        outcome = error
    except Exception as error:  # noqa: BLE001 - a fault of ours is told where the run is
        outcome = Accident.of(error)
    return pickle.dumps(outcome)


@cache
def _program_digest() -> str:
    """Return the SHA-256 of the program, its templates and games: all that decides its output."""
    found = sha256(__version__.encode())
    games = {paths.rules_data(): "*", paths.own_rules_data(): "*"}
    roots = {paths.PACKAGE: "*.py", paths.templates(): "*", **games}
    for root, pattern in roots.items():
        for file in sorted(one for one in root.rglob(pattern) if one.is_file()):
            found.update(f"{file.relative_to(root).as_posix()}\0".encode())
            found.update(sha256(file.read_bytes()).digest())
    return found.hexdigest()
