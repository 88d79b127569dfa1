"""What tests make once for all workers: in a folder that they share, each thing behind a lock."""

import os
import pickle
import time
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from pathlib import Path
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
# The variable that names the folder; conftest.py sets it.
SHARED = "LUDOKIT_TESTS_SHARED"
# Seconds after which a lock is that of a worker that has died.
PATIENCE = 300


def made_once(make: Callable[P, T]) -> Callable[P, T]:
    """Let a function be called once for equal arguments, by whichever worker comes first."""
    here = dict[str, T]()

    @wraps(make)
    def found(*args: P.args, **kwargs: P.kwargs) -> T:
        words = f"{make.__module__}.{make.__qualname__} {args} {kwargs}"
        if words not in here:
            file = Path(os.environ[SHARED], sha256(words.encode()).hexdigest())
            here[words] = _shared(file, lambda: make(*args, **kwargs))
        return here[words]

    return found


def _shared(file: Path, make: Callable[[], T]) -> T:
    lock, begun = file.with_suffix(".lock"), time.monotonic()
    while not file.exists():
        try:
            lock.mkdir()
        except FileExistsError:
            if time.monotonic() - begun > PATIENCE:
                return make()
            time.sleep(0.05)
            continue
        try:
            if not file.exists():
                _write(file, make())
        finally:
            lock.rmdir()
    found: T = pickle.loads(file.read_bytes())  # noqa: S301 - our own
    return found


def _write(file: Path, value: object) -> None:
    new = file.with_suffix(".new")
    new.write_bytes(pickle.dumps(value))
    new.replace(file)
