"""What an archive costs beside decoding it, and that its length costs no memory."""

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from generator.records.reading import read_strictly, records_of_json_lines
from generator.records.replay import report_of
from tests.benchmarks.conftest import Noted
from tests.benchmarks.test_judging import LEAST, archive, timed

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.long]

ROOT = Path(__file__).parents[2]
ROUNDS = 8
# Decided: decoding is what makes typed values of a line, with all names looked up, since nothing
# can be judged before. Beside `json.loads` alone, which knows no field, the ratio is noted.
MOST = 8.0
FEW, MANY, MOST_MORE = 10_000, 100_000, 10.0
JUDGED = """
import sys
from generator.cli.program import run
from tests.costs import highest
sys.stdout = open("/dev/null", "w")
code = run(["verify", "archive.jsonl", "--format", "jsonl", "--jobs", "1", "--quiet"])
assert code == 0, code
print(highest(), file=sys.stderr)
"""


@pytest.mark.parametrize("game", LEAST)
def test_judging_beside_decoding(game: str, noted: Noted) -> None:
    """A line of an archive is judged in at most eight times what it takes to decode it."""
    found = list(records_of_json_lines(BytesIO(archive(game)), game))
    texts = [one.text for one in found]
    best = dict.fromkeys(("loads", "decoded", "judged"), float("inf"))
    for _ in range(ROUNDS):
        best["loads"] = min(best["loads"], timed(json.loads, texts))
        best["decoded"] = min(best["decoded"], timed(read_strictly, found))
        best["judged"] = min(best["judged"], timed(report_of, found))
    each = {name: took / len(found) * 1e6 for name, took in best.items()}
    ratio = best["judged"] / best["decoded"]
    beside = f"decoded: {each['decoded']:.0f} us"
    noted(f"{game} judged", f"{each['judged']:.0f} us", beside, f"{ratio:.1f}", f"at most {MOST}")
    alone = f"json.loads: {each['loads']:.0f} us"
    noted("", "", alone, f"{best['judged'] / best['loads']:.0f}")
    assert ratio <= MOST


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to read memory from")
def test_length_costs_no_memory(tmp_path: Path, noted: Noted) -> None:
    """100,000 records are judged in the memory of 10,000, within 10 MiB."""
    line = archive("course-a-20").splitlines()[0] + b"\n"
    few, many = (memory(tmp_path, line, number) for number in (FEW, MANY))
    beside = f"{FEW:,}: {few:.0f} MiB"
    noted(f"{MANY:,} records", f"{many:.0f} MiB", beside, "", f"{MOST_MORE:.0f} MiB more at most")
    assert many - few < MOST_MORE


def memory(folder: Path, line: bytes, many: int) -> float:
    """Return the most memory in MiB of a process that judges so many records."""
    with (folder / "archive.jsonl").open("wb") as file:
        for _ in range(many // 1_000):
            file.write(line * 1_000)
    done = subprocess.run(
        [sys.executable, "-c", JUDGED],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return float(done.stderr.split()[-1])
