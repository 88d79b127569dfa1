"""How much faster two processes judge an archive than one.

Run with `make bench`, on a machine that does nothing else: both are timed in turn, in one run.
"""

import lzma
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import pytest

from tests.benchmarks.conftest import Noted

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.long]

RECORDS = Path(__file__).parents[1] / "same" / "records"
# So many records of each game, rounds of timing; how much faster two have to be.
MANY, ROUNDS, LEAST = 900, 2, 1.7


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="there is one core")
def test_two_against_one(tmp_path: Path, noted: Noted) -> None:
    """Two processes judge a mixed archive at least 1.7 times as fast as one, start included."""
    stored = [lzma.decompress(path.read_bytes()).splitlines() for path in RECORDS.glob("*.xz")]
    every = [lines[number % len(lines)] for number in range(MANY) for lines in stored]
    path = tmp_path / "archive.jsonl"
    path.write_bytes(b"\n".join(every))
    best = {1: float("inf"), 2: float("inf")}
    for _ in range(ROUNDS):
        best = {jobs: min(took, seconds(path, jobs)) for jobs, took in best.items()}
    ratio = best[1] / best[2]
    two, one = (f"{len(every) / best[jobs]:.0f} records/s" for jobs in (2, 1))
    noted("two processes judge", two, f"one: {one}", f"{ratio:.2f}", f"at least {LEAST}")
    assert ratio >= LEAST


def seconds(path: Path, jobs: int) -> float:
    """Return how long it takes so many processes to judge an archive."""
    asked = [sys.executable, "-m", "generator", "verify", str(path), "--jobs", str(jobs)]
    begun = perf_counter()
    done = subprocess.run([*asked, "--format", "jsonl"], capture_output=True, check=False)
    assert done.returncode == 1
    return perf_counter() - begun
