"""What an attack costs: a command run in a process of its own, with its time and memory."""

import os
import resource
import sys
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

from tests.costs import busy, highest, slowness, spent

# What a machine of a school can bear, for any input: seconds of processor time (as many more as it
# is slower than the yardstick), and MiB.
SECONDS, MEMORY = 5.0, 300.0
# A machine that is busy may keep a command waiting; one that waits for ever, which takes no
# processor time, is ended.
PATIENCE = 600.0
# What takes less is not compared with the yardstick, which takes its time as well.
LITTLE = 1.0
# Imported once, so that a case costs what the case costs.
IMPORTED = (
    *("generator.cli.program", "generator.records.replay", "generator.check", "generator.make"),
    *("generator.kit", "weasyprint", "reportlab.pdfgen.canvas", "pikepdf", "pypdfium2"),
)


@dataclass(frozen=True, slots=True)
class Told:
    """How a command ended: its code, what it wrote, and what it took.

    Seconds are those of the machine on which the limits were written, by the yardstick.
    """

    code: int | None
    out: str
    err: str
    seconds: float
    mebibytes: float

    @property
    def words(self) -> str:
        """Both outputs."""
        return self.out + self.err

    def wrong(self) -> list[str]:
        """Return what a hostile input must not do and did."""
        found = []
        if self.code not in {0, 1, 2}:
            found.append(f"code {self.code}: {self.err[-2000:]}")
        if "Traceback" in self.words:
            found.append(f"a traceback: {self.err[-2000:]}")
        if self.seconds > SECONDS:
            found.append(f"{self.seconds:.1f} s")
        if self.mebibytes > MEMORY:
            found.append(f"{self.mebibytes:.0f} MiB")
        if raw := [sign for sign in "\x1b\x9b\x07\u202e\u2066\u200e" if sign in self.words]:
            found.append(f"signs that a terminal obeys: {raw!r}")
        return found


_context = get_context("forkserver")
_context.set_forkserver_preload(list(IMPORTED))


def attacked(folder: Path, *arguments: str, stdin: bytes = b"") -> Told:
    """Run a command in a folder, in a process that has done nothing else."""
    said = folder / ".said"
    said.mkdir(exist_ok=True)
    (said / "in").write_bytes(stdin)
    _begin()
    one = _context.Process(target=_run, args=(str(folder), arguments))
    begun = monotonic()
    one.start()
    one.join(busy(PATIENCE))
    if one.is_alive():
        one.kill()
        one.join()
    waited, cost = monotonic() - begun, said / "cost"
    seconds, mebibytes = (
        (float(number) for number in cost.read_text().split()) if cost.exists() else (waited, 0.0)
    )
    out, err = ((said / name).read_text(errors="surrogateescape") for name in ("out", "err"))
    return Told(one.exitcode, out, err, seconds, mebibytes)


@cache
def _begin() -> None:
    """Wait until all is imported: that is no part of an attack, and long where others work."""
    first = _context.Process(target=spent)
    first.start()
    first.join()


def _run(folder: str, arguments: tuple[str, ...]) -> None:
    os.chdir(folder)
    for number, (name, how) in enumerate((("in", "rb"), ("out", "wb"), ("err", "wb"))):
        with Path(folder, ".said", name).open(how) as file:
            os.dup2(file.fileno(), number)
    # One who never ends would take the others' time: the machine ends it, and the test sees that.
    resource.setrlimit(resource.RLIMIT_CPU, (int(20 * SECONDS), int(20 * SECONDS)))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    from generator.cli.program import run
    from generator.gc_tuning import collect_rarely

    collect_rarely()  # as the command does
    before = spent()
    code = run([*arguments, "--lang", "en"])
    sys.stdout.flush()
    sys.stderr.flush()
    taken, most = spent() - before, highest()
    # Told here and now: a moment later the machine may be as quick as ever.
    taken /= slowness() if taken > LITTLE else 1.0
    with Path(folder, ".said", "cost").open("w", encoding="utf-8") as file:
        file.write(f"{taken} {most}")
    os._exit(code)
