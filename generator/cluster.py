"""Work handed to a Dask scheduler, whose workers may be on other machines.

What goes there and comes back is bytes of our own making: a worker tells another program from this
one before it reads any of them, and what is ours to answer for is told apart from the cluster's.
Dask itself gives the work of a worker that dies to another, and a result comes once.
"""

import logging
import pickle
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import urlsplit

from generator import __version__, paths
from generator.errors import Accident, LudokitError
from generator.sweeping import sweep_seldom
from generator.words import clipped, message

T = TypeVar("T")

FOR_CLUSTER: Mapping[str, str] = {"distributed": "distributed"}
SCHEMES = ("tcp", "tls", "ws", "wss")
# Seconds to wait for a scheduler, and for the first of its workers.
PATIENCE = 5
# So much is under way for each thread of the workers: they are farther than processes.
AHEAD = 4

# What draws keeps settings of the whole process; a worker may have several threads.
_alone = Lock()


@contextmanager
def workers(address: str) -> Iterator[tuple[Executor, int]]:
    """Give what hands work to a scheduler, and how much of it at a time.

    LudokitError where Dask is not installed, nobody answers, or the cluster cannot go on.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        from generator.diagnosis import install, missing

        library = str(error.name)
        line = install(missing(FOR_CLUSTER) or (library,))
        raise LudokitError(message("cluster.not-installed", library=library, line=line)) from error
    _require_address(address)
    with _quietly():
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
            yield _Cluster(client.get_executor(pure=False), address), AHEAD * threads


def _require_address(address: str) -> None:
    """Raise LudokitError for what is no address: Dask would say so in its own words."""
    with suppress(ValueError):
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        if parts.scheme in SCHEMES and parts.hostname and parts.port:
            return
    raise LudokitError(message("cluster.no-address", found=clipped(address)))


@contextmanager
def _quietly() -> Iterator[None]:
    """Let Dask log nothing and warn of nothing: what has to be known is told by the run."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)


class _Cluster(Executor):
    """Hands out work as bytes, and reads what comes back."""

    def __init__(self, pool: Executor, address: str) -> None:
        self._pool, self._address = pool, address

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:  # noqa: ANN401 - as its base
        read = Future[T]()
        handed = self._pool.submit(_done, program(), pickle.dumps((fn, args, kwargs)))
        handed.add_done_callback(partial(self._read, read))
        return read

    def _read(self, read: Future[Any], handed: Future[bytes]) -> None:
        """Put what came back where it is waited for."""
        try:
            outcome = pickle.loads(handed.result())  # noqa: S301 - of workers that SECURITY.md trusts
        except Exception as error:  # noqa: BLE001 - whatever ends a cluster ends the wait
            found = f"{type(error).__name__}: {error}".splitlines()[0]
            outcome = LudokitError(message("cluster.broken", address=self._address, found=found))
        if isinstance(outcome, Exception):
            read.set_exception(outcome)
        else:
            read.set_result(outcome)


def _done(asked_by: str, handed: bytes) -> bytes:
    """Do in a worker what was handed out, and return what comes of it, or what went wrong."""
    outcome: object
    if asked_by != program():
        from platform import node

        outcome = LudokitError(message("cluster.other-program", worker=node()))
        return pickle.dumps(outcome)
    try:
        with _alone:
            sweep_seldom()
            work, args, named = pickle.loads(handed)  # noqa: S301 - of a scheduler that is trusted
            outcome = work(*args, **named)
    except LudokitError as error:
        outcome = error
    except Exception as error:  # noqa: BLE001 - a fault of ours is told where the run is
        outcome = Accident.of(error)
    return pickle.dumps(outcome)


@cache
def program() -> str:
    """Return the digest of this program and of its games, which make what comes out."""
    found = sha256(__version__.encode())
    own, shipped = paths.OWN_RULES_DATA.resolve(), paths.rules_data().resolve()
    roots = {paths.PACKAGE: "*.py", paths.templates(): "*", shipped: "*", own: "*"}
    for root, pattern in roots.items():
        for file in sorted(one for one in root.rglob(pattern) if one.is_file()):
            found.update(f"{file.relative_to(root).as_posix()}\0".encode())
            found.update(sha256(file.read_bytes()).digest())
    return found.hexdigest()
