"""How fast sheets with names are made for the classes of a board, and that many take no memory.

Run with `make bench`, on a machine that does nothing else.
"""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

import pytest

from tests.benchmarks.conftest import Noted

pytestmark = [
    *(pytest.mark.benchmark, pytest.mark.slow, pytest.mark.long),
    pytest.mark.skipif(sys.platform == "win32", reason="memory is asked of POSIX systems"),
    pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="there is one core"),
]

# Sheets in all, rounds of timing; how long they may take on two cores, in processor time so that a
# busy machine is no fault; how many are in a class: 400 files hold 400 times typefaces and page
# furniture. How much more memory in MiB.
FEW, MANY, ROUNDS, CORES, MOST_MORE = 1_000, 10_000, 3, 2, 30.0
IN_CLASS, MOST_SECONDS = (25, 1_000), 5.0
FIRST = ("Léa", "Zoé", "Ana", "Émile", "Hugo", "Inès", "Jules", "Noé", "Olga", "Tom")
LAST = ("Martin", "Bernard", "Petit", "Durand", "Leroy", "Moreau", "Simon", "Laurent")
PRINTED = """
import sys
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from generator.cli.program import run
if __name__ == "__main__":
    assert run(sys.argv[1:]) == 0
    used = [*map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN))]
    print(sum(one.ru_utime + one.ru_stime for one in used), *(one.ru_maxrss / 1024 for one in used))
"""


class Run(NamedTuple):
    """How long a run took, by the clock and of processors; the most MiB that its processes had."""

    clock: float
    seconds: float
    program: float
    process: float


@pytest.mark.parametrize("in_class", IN_CLASS)
def test_sheets_with_names(in_class: int, tmp_path: Path, noted: Noted) -> None:
    """10,000 sheets take 5 seconds of two cores, in 400 files too, and the memory of 1,000."""
    few = printed(tmp_path, FEW, in_class)
    many = [printed(tmp_path, MANY, in_class) for _ in range(ROUNDS)]
    best, clock = (min(one.seconds for one in many) / CORES, min(one.clock for one in many))
    what = f"{MANY:,} sheets, {in_class:,} a class"
    noted(what, f"{best:.1f} s", f"by the clock: {clock:.1f} s", "", f"{MOST_SECONDS:.0f} s")
    for name in ("program", "process"):
        least, most = getattr(few, name), max(getattr(one, name) for one in many)
        beside = f"{FEW:,}: {least:.0f} MiB"
        noted(f"its {name}", f"{most:.0f} MiB", beside, "", f"{MOST_MORE:.0f} MiB more at most")
        assert most - least < MOST_MORE
    assert best <= MOST_SECONDS


def printed(folder: Path, count: int, in_class: int) -> Run:
    """Print the sheets of so many pupils by two processes, each class into a file of its own."""
    chance, board = Random(count), folder / "board.csv"  # noqa: S311 - a test, not a secret
    names = (
        f"{chance.choice(FIRST)};{chance.choice(LAST)} {chance.choice(LAST)}" for _ in range(count)
    )
    lines = (f"{name};class {number // in_class}" for number, name in enumerate(names))
    board.write_text("\n".join(["first name;last name;class", *lines]), encoding="utf-8")
    script, to = folder / "printed.py", folder / f"{count}"
    script.write_text(PRINTED, encoding="utf-8")
    asked = ["print", "qwinto", "score-sheets", "--names", str(board), "--jobs", "2", "--quiet"]
    begun = perf_counter()
    done = subprocess.run(
        [sys.executable, str(script), *asked, "--to", str(to)],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    took = perf_counter() - begun
    assert len(list(to.rglob("*.pdf"))) == max(1, count // in_class)
    return Run(took, *map(float, done.stdout.split()))
