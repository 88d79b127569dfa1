"""How much memory a deck of photographs takes: read one after another, never all at once."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from tests.benchmarks.conftest import Noted

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.long]

CARDS, LIMIT = 500, 300.0
ROOT = Path(__file__).parents[2]
GAME = """\
format: 1
name: photographs
version: 1
players: [2, 4]
age: 8
minutes: [10, 20]
parts:
  list: {part: list, file: list.csv}
printables:
  cards: {kind: flashcards, part: list, sides: [word, picture]}
"""
WORDS = "title: Photographs\nprintables:\n  cards: Cards\n"
MADE = """
import sys
from pathlib import Path
from time import perf_counter
from generator.game import load_folder
from generator.make import make
from generator.printables.context import Options
from tests.costs import highest

start = perf_counter()
made = make(load_folder(Path(sys.argv[1])), "cards", Options(language="en"))
took = perf_counter() - start
print(highest(), len(made.pdf) / 2**20, took)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to read memory from")
def test_memory_of_a_deck_of_photographs(tmp_path: Path, noted: Noted) -> None:
    """500 cards with 500 photographs of a megabyte are made in less than 300 MiB."""
    folder, size = tmp_path / "photographs", (1800, 1200)
    folder.mkdir()
    noise = Random(1).randbytes(3 * size[0] * size[1] // 16)  # noqa: S311 - noise
    rough = Image.frombytes("RGB", (size[0] // 4, size[1] // 4), noise)
    fine = Image.effect_noise(size, 60).convert("RGB")
    Image.blend(rough.resize(size), fine, 0.4).save(folder / "0.jpg", quality=88)
    photograph = (folder / "0.jpg").read_bytes()
    assert 0.9e6 < len(photograph) < 1.5e6
    for number in range(1, CARDS):
        (folder / f"{number}.jpg").write_bytes(photograph)
    rows = "".join(f"word {number};{number}.jpg\n" for number in range(CARDS))
    (folder / "list.csv").write_text(f"word;picture\n{rows}", encoding="utf-8")
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "en.yaml").write_text(WORDS, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-c", MADE, str(folder)],
        capture_output=True,
        check=True,
        cwd=ROOT,
        encoding="utf-8",
    )
    memory, output, took = map(float, run.stdout.split())
    found = f"{memory:.0f} MiB, {took:.1f} s"
    noted(f"{CARDS} photographs", found, f"output {output:.1f} MiB", "", f"below {LIMIT:.0f} MiB")
    assert memory < LIMIT
