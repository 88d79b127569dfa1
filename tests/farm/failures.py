"""System calls that fail: what is written is whole or not there, and the run says so in a line.

A command runs once as it is, and its calls are counted. Then one of them fails: the disk is full,
the rights are gone, the memory is at its end, or somebody presses Ctrl-C just then. Only calls that
come from the program are made to fail, not those of Python's own imports.
"""

import builtins
import errno
import io
import json
import os
import shutil
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial, wraps
from pathlib import Path
from random import Random
from types import FrameType, ModuleType
from typing import Any, Self

from tests.farm.cases import Case, Fault
from tests.farm.records import grown_records
from tests.farm.trying import PROGRAM, Ending, faults_of, files_here, forget, lay, tried

# The calls that may fail, by the module that has them, and what the system may say then. That a
# file is not there is no failure of a look at it, but what was asked.
SEEN = ("EACCES", "EIO", "ENAMETOOLONG", "ESTALE")
LOOKED = (*SEEN, "ELOOP", "ENOTDIR", "ENOENT")
FILLED = ("EIO", "ENOSPC", "EDQUOT")
PLACED = (*FILLED, "EACCES", "EPERM", "EROFS", "EBUSY", "ENOENT")
CALLS: Mapping[str, tuple[ModuleType, tuple[str, ...]]] = {
    "io.open": (io, (*LOOKED, *FILLED, "EMFILE", "ENFILE", "EISDIR", "EPERM", "EROFS")),
    "os.open": (os, (*LOOKED, "EMFILE", "ENFILE", "EISDIR", "EPERM")),
    "os.stat": (os, SEEN),
    "os.lstat": (os, SEEN),
    "os.fstat": (os, ("EIO", "ESTALE")),
    "os.listdir": (os, (*LOOKED, "EMFILE")),
    "os.scandir": (os, (*LOOKED, "EMFILE")),
    "os.readlink": (os, LOOKED),
    "os.getcwd": (os, ("ENOENT", "EACCES")),
    "os.fsync": (os, FILLED),
    "os.write": (os, FILLED),
    "os.mkdir": (os, (*PLACED, "ENAMETOOLONG")),
    "os.replace": (os, PLACED),
    "os.rename": (os, PLACED),
    "os.unlink": (os, PLACED),
    "os.rmdir": (os, PLACED),
}
OTHERS = ("MemoryError", "SIGINT")
# What is done with a file that is open.
DEEDS = ("write", "read", "readline", "flush")
# Where the program meets what is not its own: its typefaces and templates are.
EDGES = (
    *("output.py", "paths.py", "from_list.py", "check.py", "cli/", "game/", "reading/", "records/"),
    *(
        "tables/",
        "printables/user_pictures.py",
        "printables/flat_svg.py",
        "printables/calibration.py",
        "printables/pictures.py",
    ),
)
RECORD = 'game: qwinto\nplayers: [Ana, Ben]\nturns:\n- dice: {orange: 3, yellow: "x"}\n'
NAMES = "prénom;nom\nAna;Roy\nBen;Li\n"
LIST = "mot;réponse\n" + "".join(f"mot {n};réponse {n}\n" for n in range(12))
LINES: Sequence[tuple[str, ...]] = (
    ("print", "yams", "score-sheets", "--to", "out"),
    ("print", "qwinto", "score-sheets", "--names", "names.csv", "--to", "out", "--quiet"),
    ("print", "own", "--as", "quiz", "--table", "list.csv", "--to", "out"),
    ("verify", "a.yaml", "b.json", "c.jsonl", "--no-slips", "--jobs", "1"),
    ("verify", "class", "--correct", "--no-slips", "--to", "out", "--jobs", "1"),
    ("verify", "class", "--class-page", "--no-slips", "--to", "out", "--jobs", "1"),
    ("verify", "b.json", "--rewrite", "--to", "out", "--jobs", "1"),
    ("sample", "sti", "--seed", "3", "--to", "new/sample.yaml"),
    ("record", "crowns", "--to", "blank.yaml"),
    ("new", "mine", "--from", "yams"),
    ("games",),
    ("calibrate", "--to", "out"),
    ("schema", "record", "dental"),
)


@dataclass(frozen=True, slots=True)
class Site:
    """A call: which, in which function of the program, and the how many-eth there."""

    call: str
    within: str
    number: int


class _File:
    """An open file whose deeds are calls as well."""

    def __init__(self, file: Any, called: Callable[..., Any]) -> None:  # noqa: ANN401 - any file
        self._file, self._called = file, called

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - what the file has
        found = getattr(self._file, name)
        return partial(self._called, f"file.{name}", found) if name in DEEDS else found

    def __enter__(self) -> Self:
        self._file.__enter__()
        return self

    def __exit__(self, *error: object) -> object:
        return self._file.__exit__(*error)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._file)


@dataclass
class System:
    """The calls of a run as they come; the one at `failing` goes wrong by `error`."""

    failing: Site | None = None
    error: str = ""
    met: Counter[tuple[str, str]] = field(default_factory=Counter)

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Let every call of the program be counted, or fail."""
        with ExitStack() as undone:
            for name, (module, _) in CALLS.items():
                attribute = name.partition(".")[2]
                call = getattr(module, attribute)
                watched = wraps(call)(partial(self.called, name, call))
                for one in {module, builtins} if module is io else {module}:
                    undone.callback(setattr, one, attribute, call)
                    setattr(one, attribute, watched)
            yield

    def called(self, name: str, call: Callable[..., Any], *given: Any, **more: Any) -> Any:  # noqa: ANN401
        """Make a call, or fail at it."""
        within = _caller()
        if within:
            self.met[name, within] += 1
            if self.failing == Site(name, within, self.met[name, within]):
                self._fail(given)
        made = call(*given, **more)
        return _File(made, self.called) if name == "io.open" and within else made

    def _fail(self, given: Sequence[Any]) -> None:
        if self.error == "MemoryError":
            raise MemoryError
        if self.error == "SIGINT":
            signal.raise_signal(signal.SIGINT)
            return
        number = getattr(errno, self.error)
        path = given[0] if given and isinstance(given[0], str | os.PathLike) else None
        raise OSError(number, os.strerror(number), *([] if path is None else [os.fspath(path)]))


def _caller() -> str:
    """Return the function of the program that a call comes from, "" where it is importing."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith("<frozen importlib"):
            return ""
        if PROGRAM in file:
            name = file.rpartition(PROGRAM)[2].replace(os.sep, "/")
            return f"{name} {frame.f_code.co_name}" if name.startswith(EDGES) else ""
        frame = frame.f_back
    return ""


def _given() -> dict[str, bytes]:
    first, second, *_ = grown_records("qwinto")
    lines = "\n".join(json.dumps(one) for one in grown_records("yams")[:3])
    return {
        "a.yaml": RECORD.encode(),
        "b.json": json.dumps(first).encode(),
        "c.jsonl": lines.encode(),
        "class/a.json": json.dumps(second).encode(),
        "class/b.yaml": RECORD.encode(),
        "names.csv": NAMES.encode(),
        "list.csv": LIST.encode(),
    }


_known: dict[tuple[str, ...], tuple[Ending, dict[str, bytes], tuple[Site, ...]]] = {}


def _usual(
    line: tuple[str, ...], *, fresh: bool
) -> tuple[Ending, dict[str, bytes], tuple[Site, ...]]:
    """Return how a command ends where nothing fails, the files that it leaves, and its calls."""
    key = (*line, str(fresh))
    if key not in _known:
        here, folder = Path.cwd(), Path("usual").absolute()
        ended, system = None, System()
        for _ in range(2):  # what is read once and for all is no longer read at the second time
            folder.mkdir()
            os.chdir(folder)
            lay(_given())
            system = System()
            ended = _run(line, system, fresh=fresh)
            left = files_here()
            os.chdir(here)
            shutil.rmtree(folder)
        assert ended is not None
        sites = (Site(*at, number + 1) for at, many in system.met.items() for number in range(many))
        _known[key] = ended, left, tuple(sites)
    return _known[key]


def _run(line: tuple[str, ...], system: System, *, fresh: bool) -> Ending:
    if fresh:
        forget()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with system.watched():
            return tried(*line)
    finally:
        signal.signal(signal.SIGINT, before)


def make(chance: Random) -> Case:
    """Return a command and one of its calls, which is to fail."""
    line, fresh = chance.choice(LINES), chance.random() < 0.4
    _, _, sites = _usual(line, fresh=fresh)
    places = sorted({(site.call, site.within) for site in sites})
    call, within = chance.choice(places)
    number = chance.choice(
        [site.number for site in sites if (site.call, site.within) == (call, within)]
    )
    said = CALLS[call][1] if call in CALLS else FILLED
    error = chance.choice((*said, *OTHERS))
    more = {"line": list(line), "fresh": fresh, "call": call, "within": within, "number": number}
    what = f"{' '.join(line[:2])}: {error} at {call} in {within}, {number}"
    return Case("failures", what, {}, {**more, "error": error})


def _nearest(wanted: Site, sites: Sequence[Site]) -> Site | None:
    """Return a call, or one like it where the program has changed since: in its file at least."""
    same = [site for site in sites if site.call == wanted.call]
    alike = [site for site in same if site.within == wanted.within]
    file = wanted.within.partition(" ")[0]
    found = alike or [site for site in same if site.within.partition(" ")[0] == file]
    before = [site for site in found if site.number <= wanted.number]
    return max(before, key=lambda site: site.number, default=None)


def judge(case: Case) -> Iterator[Fault]:
    """Yield what is wrong with how a command ends where a call fails."""
    more = case.more
    line, fresh = tuple(more["line"]), more["fresh"]
    usual, whole, sites = _usual(line, fresh=fresh)
    site = _nearest(Site(more["call"], more["within"], more["number"]), sites)
    if site is None:
        yield Fault("a case is up to date", "failures", f"nobody calls {more['call']} there now")
        return
    given = _given()
    lay(given)
    system = System(site, more["error"])
    ended = _run(line, system, fresh=fresh)
    at = (
        f"{more['error'] if more['error'] in OTHERS else 'OSError'} {more['call']} {more['within']}"
    )
    for fault in faults_of(ended):
        # Where the memory ends, it does so anywhere.
        place = fault.place if more["error"] == "MemoryError" else f"{at} {fault.place}"
        yield Fault(fault.promise, place, fault.words)
    for name, data in files_here().items():
        if name.endswith(".part"):
            yield Fault("nothing left over", at, name)
        elif data not in {given.get(name), whole.get(name)}:
            yield Fault("every file whole or absent", at, name)
    lines = [line for line in ended.err.splitlines() if line.strip()]
    if len(lines) > len(usual.err.splitlines()) + 2:
        yield Fault("one line", at, ended.err[:2_000])
    if (more["error"] == "SIGINT") != (ended.code == 130) and ended.code != 70:
        yield Fault("an interruption ends the run", at, f"{ended.code} {ended.words[:1_000]}")
    if line[0] == "verify" and ended.code in {0, 1, 2}:
        yield from _lost(line, ended, at)
    yield from _afterwards(line, at)


def _lost(line: Sequence[str], ended: Ending, at: str) -> Iterator[Fault]:
    """Yield the records that neither have a report nor are told."""
    for name in line[1:]:
        if "." in name and Path(name).exists() and name not in ended.words:
            yield Fault("no report lost", at, f"{name} is not in {ended.words[:1_000]}")


def _afterwards(line: tuple[str, ...], at: str) -> Iterator[Fault]:
    """Yield what is wrong with the next run, which nothing stops."""
    usual, whole, _ = _usual(line, fresh=False)
    for path in sorted(Path.cwd().iterdir()):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    lay(_given())
    again = tried(*line)
    if (again.code, again.out, files_here()) != (usual.code, usual.out, whole):
        yield Fault("the next run is as ever", at, f"{again.code} {again.words[:1_000]}")
