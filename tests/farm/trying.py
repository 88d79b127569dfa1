"""Trying a command of the program in this process: how it ended, what it took, what it broke."""

import os
import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from tests.costs import STATUS, highest, is_within, spent
from tests.farm.cases import Fault
from tests.hostile.attacked import MEMORY, SECONDS

# What the program takes itself before it reads anything, of the memory that a command may take.
OWN_MEMORY = 100.0
ENDINGS = frozenset({0, 1, 2, 130})
# Signs that a terminal obeys, or that change the order of others.
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# How the program tells of a fault of its own: the kind of error, and where.
OWN_FAULT = re.compile(
    r"(?:has a fault of its own|a un défaut) [^:]*:\s*(?P<kind>\w+).*?\[(?P<place>[^\]]*)\]",
    re.DOTALL,
)
CHECKED_FAULT = re.compile(r"(?:which is its own fault|c.est sa faute)\s*: (?P<kind>\S+)")
CLEAR_REFS = Path("/proc/self/clear_refs")
PROGRAM = f"{os.sep}generator{os.sep}"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a command ended: its code, what it wrote, what it took, what was raised out of it."""

    line: tuple[str, ...]
    code: int
    out: str
    err: str
    seconds: float
    mebibytes: float
    raised: BaseException | None = None

    @property
    def words(self) -> str:
        """Return all that it wrote."""
        return self.out + self.err


def tried(*line: str) -> Ending:
    """Run a command line in this process and the folder it is in."""
    from generator.cli.program import run

    out, err, raised, code = StringIO(), StringIO(), None, -1
    before, begun = _reset_memory(), spent()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            code = run(line)
        except BaseException as error:  # noqa: BLE001 - nothing may leave, whatever it is
            raised = error
    taken = highest() - before if STATUS.exists() else 0.0
    return Ending(line, code, out.getvalue(), err.getvalue(), spent() - begun, taken, raised)


def _reset_memory() -> float:
    """Return the memory in use, and let the system count the most of it from here on."""
    if not STATUS.exists():
        return 0.0
    CLEAR_REFS.write_text("5", encoding="utf-8")
    return highest()


def faults_of(ended: Ending, files: int = 1) -> Iterator[Fault]:
    """Yield what a command must not do, whatever so many files hold, and did."""
    what = ended.line[0]
    if ended.raised is not None:
        yield Fault("nothing leaves as an exception", place_of(ended.raised), told_of(ended.raised))
    for fault in OWN_FAULT.finditer(ended.words):
        place = f"{fault['kind']} {without_line(fault['place'])}".removesuffix(" failures.py")
        yield Fault("no fault of its own", place, ended.words[-2_000:])
    for fault in CHECKED_FAULT.finditer(ended.words):
        yield Fault("no fault of its own", f"check {fault['kind']}", ended.words[-2_000:])
    if ended.raised is None and ended.code not in {*ENDINGS, 70}:
        yield Fault("exit code", f"{what} {ended.code}", ended.words[-2_000:])
    if "Traceback (most" in ended.words or "Warning: " in ended.err:
        yield Fault("no traceback", what, ended.words[-2_000:])
    if found := OBEYED.search(ended.words):
        words = ended.words[max(0, found.start() - 60) : found.end() + 60]
        yield Fault("no sign that a terminal obeys", f"{what} U+{ord(found.group()):04X}", words)
    if not is_within(ended.seconds, SECONDS * max(1, files / 2)):
        yield Fault("bounded time", what, f"{ended.seconds:.1f} s")
    if ended.mebibytes > MEMORY - OWN_MEMORY:
        yield Fault("bounded memory", what, f"{ended.mebibytes:.0f} MiB more than before")
    if ended.code == 2 and not ended.words.strip():
        yield Fault("a refusal is told", what)


def place_of(error: BaseException) -> str:
    """Return what was raised and by which function of the program, without lines: they move."""
    found = ""
    for frame in traceback.extract_tb(error.__traceback__):
        if PROGRAM in frame.filename or not found:
            found = f"{Path(frame.filename).name} {frame.name}"
    return f"{type(error).__name__} {found}"


def told_of(error: BaseException) -> str:
    """Return a traceback as text."""
    return "".join(traceback.format_exception(error))[-3_000:]


def without_line(place: str) -> str:
    """Return the file of a place, without the line, which moves."""
    return place.partition(":")[0]


def lay(files: Mapping[str, bytes]) -> None:
    """Write files below this folder."""
    for name, data in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)


def files_here(folder: Path | None = None) -> dict[str, bytes]:
    """Return every file below a folder, hidden ones too."""
    root = folder or Path.cwd()
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def torn(before: Mapping[str, bytes]) -> Iterator[Fault]:
    """Yield the files here that are not whole, or that nobody asked for."""
    for name, data in files_here().items():
        if name.endswith(".part"):
            yield Fault("nothing left over", "a half-written file", name)
        elif name not in before and name.endswith(".pdf") and not is_whole_pdf(data):
            yield Fault("every file whole or absent", Path(name).suffix, name)


def is_whole_pdf(data: bytes) -> bool:
    """Tell whether a PDF has its beginning and its end."""
    return data.startswith(b"%PDF") and data.rstrip().endswith(b"%%EOF")


def forget() -> None:
    """Begin as a new process does: with nothing read before."""
    for name, module in list(sys.modules.items()):
        if name.startswith("generator"):
            for value in list(vars(module).values()):
                # What stands for a request (flask's) is none, and would say that there is none.
                if hasattr(type(value), "cache_clear"):
                    value.cache_clear()
