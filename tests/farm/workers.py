"""Cases tried in a process of their own: one that kills the program is a find, not the end."""

import os
import resource
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Protocol, Self

from tests.costs import STATUS, busy
from tests.farm.cases import Case, Fault
from tests.farm.trying import told_of
from tests.hostile.attacked import IMPORTED

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerProcess

# Seconds after which a case is told to have no end, where a core is free.
PATIENCE = 90.0
# What a case may take of the memory of the machine, beyond what is loaded before: 3 GiB.
MOST_MEMORY = 3 * 1024**3
# A process of so many cases is replaced by a new one.
LIFE = 1_000


class Maker(Protocol):
    """Makes cases up, and tells what is wrong with how they end."""

    def make(self, chance: Random) -> Case:
        """Return a case."""

    def judge(self, case: Case) -> Iterator[Fault]:
        """Yield the promises that the program breaks with it, in the folder that it is in."""


def maker_called(name: str) -> Maker:
    """Return a new maker."""
    from importlib import import_module

    if name == "records":
        from tests.farm.records import RecordMaker

        return RecordMaker()
    found: Maker = import_module(f"tests.farm.{name}")  # a module is one as well
    return found


MAKERS = ("records", "tables", "spreadsheets", "trials", "games", "forms", "failures")


def seed_of(seed: int, maker: str, number: int) -> str:
    """Return the word from which a case is made up: the same on every machine."""
    return f"{seed} {maker} {number}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A case, and what it broke."""

    case: Case
    faults: tuple[Fault, ...]


_context = get_context("forkserver")
_context.set_forkserver_preload(
    [*IMPORTED, "generator.page.app", *(f"tests.farm.{name}" for name in MAKERS)]
)


class Worker:
    """A process that makes and tries the cases of a maker, one after another."""

    def __init__(self, maker: str) -> None:
        """Choose the maker."""
        self._maker, self._tried = maker, 0
        self._process: ForkServerProcess | None = None
        self._pipe: Connection | None = None
        self._home: TemporaryDirectory[str] | None = None

    def __enter__(self) -> Self:
        """Return the process, which begins when it is first asked."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.end()

    def tried(self, task: str | Case) -> Verdict:
        """Return what comes of a case: one that is known, or is to be made up from a word."""
        if self._tried >= LIFE:
            self.end()
        if self._process is None:
            self._start()
        pipe, process = self._pipe, self._process
        assert pipe is not None
        assert process is not None
        self._tried += 1
        case = task if isinstance(task, Case) else Case(self._maker, task)
        try:
            pipe.send(task)
            case = pipe.recv()
            if pipe.poll(busy(PATIENCE)):
                told = pipe.recv()
                if isinstance(told, str):
                    message = f"the farm fails with {case.what}:\n{told}"
                    raise RuntimeError(message)
                return Verdict(case, told)
        except (EOFError, ConnectionError):
            process.join()
            return self._died(case, f"ended with {_ending(process.exitcode)}")
        return self._died(case, "never ends")

    def _start(self) -> None:
        # Made and taken away here: a process that is killed takes nothing away.
        self._home = TemporaryDirectory(prefix="ludokit-farm-", ignore_cleanup_errors=True)
        self._pipe, far = _context.Pipe()
        home = Path(self._home.name)
        self._process = _context.Process(target=_work, args=(self._maker, far, home))
        self._process.start()
        far.close()
        self._tried = 0

    def _died(self, case: Case, how: str) -> Verdict:
        self.end()
        fault = Fault("the program lives on", f"{how} {case.more.get('use', '')}", how)
        return Verdict(case, (fault,))

    def end(self) -> None:
        """End the process."""
        if self._process is not None and self._pipe is not None:
            self._pipe.close()
            self._process.join(0.5)
            if self._process.is_alive():
                self._process.kill()
                self._process.join()
        if self._home is not None:
            self._home.cleanup()
        self._process = self._pipe = self._home = None


def _ending(code: int | None) -> str:
    return signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"


def _work(name: str, pipe: Connection, home: Path) -> None:
    """Try cases until nobody asks any more."""
    with Path(os.devnull).open("r+b") as nowhere:
        for number in range(3):
            os.dup2(nowhere.fileno(), number)
    _limit()
    maker = maker_called(name)
    os.chdir(home)
    with suppress(EOFError, ConnectionError):
        while True:
            task = pipe.recv()
            case = task if isinstance(task, Case) else maker.make(Random(task))  # noqa: S311
            pipe.send(case)
            pipe.send(_judged(maker, case, home))


def _judged(maker: Maker, case: Case, home: Path) -> tuple[Fault, ...] | str:
    folder = home / "case"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    os.chdir(folder)
    try:
        return tuple(maker.judge(case))
    except Exception as error:  # noqa: BLE001 - told where it can be read
        return told_of(error)


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if STATUS.exists():
        lines = STATUS.read_text(encoding="utf-8").splitlines()
        (line,) = (one for one in lines if one.startswith("VmSize"))
        most = int(line.split()[1]) * 1024 + MOST_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
