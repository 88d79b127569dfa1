"""What a start costs: the help, and one record judged by a process that has done nothing before."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator import paths
from tests import costs
from tests.benchmarks.conftest import Noted

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.slow,
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="times of processes of POSIX systems"),
]
RECORD = str(paths.rules_data() / "qwinto" / "examples" / "legal-turns.yaml")
ROUNDS = 7
# What every program of these libraries costs before it does anything.
BARE = ("-c", "import click, pydantic, yaml")


@pytest.mark.parametrize(
    ("what", "asked", "most"),
    [("the help", ("--help",), 0.15), ("one record judged", ("verify", RECORD), 0.35)],
)
def test_start(
    what: str,
    asked: tuple[str, ...],
    most: float,
    tmp_path: Path,
    noted: Noted,
) -> None:
    """The help is there in 0.15 s of processor time, and one record is judged in 0.35."""
    own, bare = float("inf"), float("inf")
    for _ in range(ROUNDS):
        own = min(own, spent(tmp_path, "-m", "generator", *asked))
        bare = min(bare, spent(tmp_path, *BARE))
    beside = f"imports alone: {bare:.2f} s"
    noted(what, f"{own:.2f} s", beside, f"{own / bare:.1f}", f"below {most} s")
    assert own < most


def spent(folder: Path, *arguments: str) -> float:
    """Return the seconds of processor time of a Python that keeps what it has compiled."""
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    kept["PYTHONPYCACHEPREFIX"] = str(folder)
    before = costs.spent()
    subprocess.run([sys.executable, *arguments], env=kept, capture_output=True, check=True)
    return costs.spent() - before
