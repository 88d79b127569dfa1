"""What it costs to read a photograph of twelve megapixels, and a scan of thirty pages."""

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from generator.printables.context import Options
from tests.benchmarks.conftest import Noted
from tests.costs import is_within
from tests.scans import simulated
from tests.shipped import printed

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.long]

ROOT = Path(__file__).parents[2]
SIZE, SECONDS, MIB, PAGES, MORE = (4000, 3000), 3.0, 300.0, 30, 1.15
READ = """
import sys
from pathlib import Path
from time import process_time
from generator.scans.picture_files import pictures_in
from generator.scans.piles import ReadSheet, SheetReader
from tests.costs import highest

reader, sheets = SheetReader(), 0
for picture in pictures_in([Path(sys.argv[1])]):
    for found in reader.read_picture(picture):
        assert isinstance(found, ReadSheet), found
        sheets += 1
print(process_time(), highest(), sheets)
"""


def cost_of(file: Path) -> tuple[float, float, int]:
    """Read a file in a process of its own; return its processor time, its memory and the sheets."""
    asked = [sys.executable, "-c", READ, str(file)]
    run = subprocess.run(asked, capture_output=True, check=True, cwd=ROOT, text=True)
    seconds, memory, sheets = run.stdout.split()
    return float(seconds), float(memory), int(sheets)


def page(game: str, printable: str) -> Image.Image:
    """Return a page of sheets as a picture."""
    pdf = printed(game, printable, Options("en")).pdf or b""
    return Image.fromarray(simulated.rendered(pdf).dots)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to read memory from")
@pytest.mark.parametrize(
    ("game", "printable"), [("crowns", "pencil-boards"), ("dental", "pencil-charts")]
)
def test_a_photograph_of_twelve_megapixels(
    game: str, printable: str, tmp_path: Path, noted: Noted
) -> None:
    """It is read, the program's start and the blank sheet with it, in 3 s of CPU and 300 MiB."""
    shown, file = page(game, printable), tmp_path / "photograph.jpg"
    size = SIZE if shown.width > shown.height else SIZE[::-1]
    shown.resize(size).convert("RGB").save(file, quality=90)
    seconds, memory, sheets = cost_of(file)
    noted(f"12 MP, {game}", f"{seconds:.2f} s", f"{memory:.0f} MiB", "", f"{SECONDS} s, {MIB} MiB")
    assert sheets
    assert memory < MIB
    assert is_within(seconds, SECONDS)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to read memory from")
def test_a_scan_takes_the_memory_of_a_page(tmp_path: Path, noted: Noted) -> None:
    """Thirty pages of a scanner take hardly more memory than one."""
    shown = page("boite", "score-sheets").convert("RGB")
    one, many = tmp_path / "one.pdf", tmp_path / "many.pdf"
    shown.save(one, resolution=304.8)
    shown.save(many, resolution=304.8, save_all=True, append_images=[shown] * (PAGES - 1))
    (_, least, _), (seconds, most, sheets) = cost_of(one), cost_of(many)
    beside = f"one page {least:.0f} MiB"
    noted(f"a scan of {PAGES} pages", f"{most:.0f} MiB, {seconds:.0f} s", beside)
    assert sheets == 2 * PAGES
    assert most < MORE * least
