"""Files of a few bytes that fill the memory, or end the process, of those who believe them."""

import zlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from tests.reading.workbooks import workbook

SHEET = "xl/worksheets/sheet1.xml"


@lru_cache(maxsize=1)
def of_a_gigabyte() -> bytes:
    """Return an .xlsx whose directory says a kilobyte of a sheet that unpacks to a gigabyte."""
    with ZipFile(BytesIO(workbook([["a", "b"]]))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    head = files[SHEET]
    # Each ends on a whole byte and looks back at nothing, so that they can be put together.
    parts = (zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS) for _ in range(3))
    first, block, last = (
        part.compress(data) + part.flush(end)
        for part, data, end in zip(
            parts,
            (head, b" " * (1 << 20), b""),
            (zlib.Z_FULL_FLUSH, zlib.Z_FULL_FLUSH, zlib.Z_FINISH),
            strict=True,
        )
    )
    deflated = first + block * (1 << 10) + last
    into = BytesIO()
    with ZipFile(into, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data if name != SHEET else b"")
        part = archive.getinfo(SHEET)
        # What was written of it, two bytes, is written over: it is the last.
        into.seek(part.header_offset + 30 + len(SHEET))
        into.write(deflated)
        archive.start_dir = into.tell()
        part.file_size, part.compress_size, part.CRC = len(head), len(deflated), zlib.crc32(head)
    return into.getvalue()


def distinct(many: int) -> bytes:
    """Return a list in YAML whose every row has a heading of its own."""
    return "".join(f"- {{c{n}: 1}}\n" for n in range(many)).encode()


HOSTILE: Mapping[str, Callable[[], bytes]] = {
    **{file.name: file.read_bytes for file in sorted((Path(__file__).parent / "files").iterdir())},
    "gigabyte.xlsx": of_a_gigabyte,
    "headings-2000.yaml": lambda: distinct(2_000),
    "headings-4000.yaml": lambda: distinct(4_000),
    "headings-60000.yaml": lambda: distinct(60_000),
    "looped.csv": lambda: b"word,picture\na,loop.png\n",
}


def lay(name: str, folder: Path) -> Path:
    """Write such a file into a folder, beside a picture that is a link to itself."""
    file, loop = folder / name, folder / "loop.png"
    file.write_bytes(HOSTILE[name]())
    loop.symlink_to(loop)
    return file
