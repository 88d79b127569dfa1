"""Pictures of sheets, one after another in grey: photographs, and the pages of a scanner's PDF."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import SEEK_END, BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from generator.errors import DataError, LudokitError, system_reason
from generator.paper.photographs import MOST_DOTS, grey_image
from generator.reading.text_files import open_file
from generator.render.preview import MOST_SIDE, grey_page, page_count
from generator.words import Language, Message, escape_unseen, message, say

SCAN = ".pdf"
ENDINGS = (".jpg", ".jpeg", ".png", SCAN)
# What else a camera or a scanner makes, and we do not read.
OTHER_PICTURES = (".heic", ".heif", ".webp", ".avif", ".gif", ".bmp", ".tif", ".tiff", ".dng")
# How finely a scan is looked at, in dots an inch; the most bytes and pages that it has.
DPI = 220
MOST_OF_SCAN, MOST_PAGES = 200_000_000, 500
# More dots show no more of a cell.
MOST_SEEN = 16_000_000


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A photograph, or one page of a scan (from 1 on); what is read of it is not kept."""

    name: str
    data: Path | bytes
    page: int = 0
    fault: Message | None = None

    def called(self, language: Language) -> str:
        """Return what it is called: its file, and the page of a scan."""
        said = message("scans.page", file=escape_unseen(self.name), page=str(self.page))
        return say(said, language) if self.page else escape_unseen(self.name)

    def grey(self) -> Any:
        """Return its dots in grey, upright; LudokitError for what is no picture or too large."""
        import numpy as np

        if self.fault is not None:
            raise LudokitError(self.fault)
        with _opened(self.data) as file:
            if self.page:
                width, height, dots = grey_page(file, self.page, DPI, MOST_DOTS)
                return np.frombuffer(dots, np.uint8).reshape(height, width)
            seen = np.asarray(grey_image(file, MOST_SEEN))
        if max(seen.shape) > MOST_SIDE:
            raise LudokitError(message("scans.no-sheet"))
        return seen


def counted(name: str) -> tuple[tuple[int, str], ...]:
    """Return a name as people order it: `2.jpg` before `10.jpg`."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name.casefold())
    return tuple((int(one[:18]), "") if one.isdecimal() else (-1, one) for one in parts)


def pictures_in(paths: Iterable[Path]) -> Iterator[PictureFile]:
    """Yield the pictures of files and folders; of a folder in the order in which people count.

    What cannot be read says why: a picture of another kind, too, or a folder within a folder.
    """
    for path in paths:
        if not _is_folder(path):
            yield from pictures_of(path.name, path)
            continue
        name = path.resolve().name
        try:
            # What begins with a dot was left there by a system, and by no person.
            files = [one for one in path.iterdir() if not one.name.startswith(".")]
        except OSError as error:
            yield PictureFile(name, path, fault=system_reason(error))
            continue
        endings = (*ENDINGS, *OTHER_PICTURES)
        known = [one for one in files if one.suffix.lower() in endings or _is_folder(one)]
        if not any(one.suffix.lower() in ENDINGS for one in known):
            yield PictureFile(name, path, fault=message("scans.empty-folder", endings=ENDINGS))
        for one in sorted(known, key=lambda file: counted(file.name)):
            if _is_folder(one):
                yield PictureFile(one.name, one, fault=message("scans.inner-folder"))
            else:
                yield from pictures_of(one.name, one)


def _is_folder(path: Path) -> bool:
    # What the system refuses is told when the file is opened; Path.is_dir would raise here.
    return os.path.isdir(path)  # noqa: PTH112


def pictures_of(name: str, data: Path | bytes) -> Iterator[PictureFile]:
    """Yield the pictures that a file holds; one that says why, where it cannot be read."""
    ending = Path(name).suffix.lower()
    if ending in OTHER_PICTURES:
        fault = message("scans.other-picture", found=ending, endings=ENDINGS)
        yield PictureFile(name, data, fault=fault)
        return
    if ending != SCAN:
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
    with _opened(data) as file:
        if file.seek(0, SEEK_END) > MOST_OF_SCAN:
            raise LudokitError(message("picture.too-heavy", most=str(MOST_OF_SCAN // 1_000_000)))
        if (count := page_count(file)) > MOST_PAGES:
            raise LudokitError(message("scans.too-many-pages", most=str(MOST_PAGES)))
        return count


@contextmanager
def _opened(data: Path | bytes) -> Iterator[BinaryIO]:
    """Open a file to read; LudokitError where the system refuses, or it is none."""
    if isinstance(data, bytes):
        yield BytesIO(data)
        return
    try:
        with open_file(data) as file:
            yield file
    except DataError as error:
        raise LudokitError(error.problems[0].message) from None
