"""Pictures of sheets, one after another in grey: photographs, and the pages of a scanner's PDF."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from generator.errors import LudokitError
from generator.paper.photographs import MOST_DOTS, grey_image
from generator.render.preview import grey_page, page_count
from generator.words import Message, escape_unseen, message

SCAN = ".pdf"
ENDINGS = (".jpg", ".jpeg", ".png", SCAN)
# How finely a scan is looked at, in dots an inch; the most bytes and pages that it has.
DPI = 220
MOST_OF_SCAN, MOST_PAGES = 200_000_000, 500


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A photograph, or one page of a scan (from 1 on); what is read of it is not kept."""

    name: str
    data: Path | bytes
    page: int = 0
    fault: Message | None = None

    def called(self) -> Message | str:
        """Return what it is called: its file, and the page of a scan."""
        said = escape_unseen(self.name)
        return message("scans.page", file=said, page=str(self.page)) if self.page else said

    def grey(self) -> Any:
        """Return its dots in grey, upright; LudokitError for what is no picture or too large."""
        import numpy as np

        if self.fault is not None:
            raise LudokitError(self.fault)
        if self.page:
            return _page(self.data, self.page)
        source = BytesIO(self.data) if isinstance(self.data, bytes) else self.data
        return np.asarray(grey_image(source))


def counted(name: str) -> tuple[tuple[int, str], ...]:
    """Return a name as people order it: `2.jpg` before `10.jpg`."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name.casefold())
    return tuple((int(one[:18]), "") if one.isdecimal() else (-1, one) for one in parts)


def pictures_in(paths: Iterable[Path]) -> Iterator[PictureFile]:
    """Yield the pictures of files and folders; of a folder in the order in which people count."""
    for path in paths:
        files = [path]
        if path.is_dir():
            known = (one for one in path.iterdir() if one.suffix.lower() in ENDINGS)
            files = sorted(known, key=lambda file: counted(file.name))
        for one in files:
            yield from pictures_of(one.name, one)


def pictures_of(name: str, data: Path | bytes) -> Iterator[PictureFile]:
    """Yield the pictures that a file holds; one that says why, for a scan that cannot be read."""
    if not name.lower().endswith(SCAN):
        yield PictureFile(name, data)
        return
    try:
        count = _page_count(data)
    except LudokitError as error:
        yield PictureFile(name, data, fault=error.message)
        return
    for page in range(1, count + 1):
        yield PictureFile(name, data, page)


def _page_count(data: Path | bytes) -> int:
    size = len(data) if isinstance(data, bytes) else data.stat().st_size
    if size > MOST_OF_SCAN:
        raise LudokitError(message("picture.too-heavy", most=str(MOST_OF_SCAN // 1_000_000)))
    if (count := page_count(data)) > MOST_PAGES:
        raise LudokitError(message("scans.too-many-pages", most=str(MOST_PAGES)))
    return count


def _page(data: Path | bytes, number: int) -> Any:
    import numpy as np

    width, height, dots = grey_page(data, number, DPI, MOST_DOTS)
    return np.frombuffer(dots, np.uint8).reshape(height, width)
