"""What the Python of browsers draws is what the command line draws, printable by printable."""

import subprocess
import zlib
from pathlib import Path

import pytest
from pypdfium2 import PdfDocument

from generator.output import write_all
from generator.site.runtime import find_node
from tests.page import hosted
from tests.site.drawn import drawn_files

HERE = Path(__file__).parent


def seen(data: bytes) -> list[tuple[tuple[float, float], str, bytes]]:
    """Return what can be seen of a PDF, page by page: its size, its text, its pixels."""
    pages = [*PdfDocument(data)]
    texts = [page.get_textpage().get_text_bounded() for page in pages]
    pixels = [bytes(page.render(scale=1).buffer) for page in pages]
    return [*zip((page.get_size() for page in pages), texts, pixels, strict=True)]


@pytest.mark.rest
def test_every_drawn_printable(tmp_path: Path) -> None:
    """Bytes are the same where both have one zlib; text, boxes and pixels are the same anyhow."""
    if reason := hosted.lacking():
        pytest.skip(reason)
    app, drawn = tmp_path / "app", tmp_path / "drawn"
    drawn.mkdir()
    write_all(app, hosted.hosted_files())
    line = [find_node() or "node", HERE / "drawn.mjs", app, HERE / "drawn.py", drawn]
    ended = subprocess.run([*map(str, line)], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    is_one_zlib = ended.stdout.strip() == zlib.ZLIB_RUNTIME_VERSION
    here = dict(drawn_files())
    there = {file.name: file.read_bytes() for file in drawn.iterdir()}
    assert there.keys() == here.keys()
    differing = [name for name in here if here[name] != there[name]]
    if not is_one_zlib:
        pdfs = {name for name in differing if name.endswith(".pdf")}
        differing = [
            name for name in differing if name not in pdfs or seen(here[name]) != seen(there[name])
        ]
    assert differing == []
    assert len([name for name in here if name.endswith(".pdf")]) >= 150
