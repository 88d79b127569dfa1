"""What the page serves besides itself: pages as pictures, and files to keep or to print."""

import threading
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from zipfile import ZipFile, ZipInfo

from flask import Response, abort, make_response

from generator.game import Game
from generator.make import make
from generator.printables import planning
from generator.printables.context import Options
from generator.printables.printable import DrawnEntry, LessonEntry
from generator.render.preview import page_png
from generator.words import Language

# Dots per inch of a page among others, and of one alone.
SMALL, LARGE = 72, 130
KEPT = "private, max-age=3600"
MIME = {"pdf": "application/pdf", "json": "application/json", "html": "text/html"}
ALL = "zip"
# The library that draws pages is for one thread at a time.
_drawing = threading.Lock()


def picture_response(pdf: bytes | None, number: int = 1, *, is_large: bool = False) -> Response:
    """Serve a page of a PDF as a PNG."""
    with _drawing:
        png = page_png(pdf or b"", number, LARGE if is_large else SMALL) if pdf else None
    answer = make_response(png or abort(404))
    answer.headers |= {"Content-Type": "image/png", "Cache-Control": KEPT}
    return answer


@lru_cache(maxsize=64)
def cover_pdf(game: Game, language: Language) -> bytes | None:
    """Return the PDF whose first page is a game's cover: its first drawn printable."""
    for name, found in planning.entries(game).items():
        if isinstance(found, DrawnEntry) and not isinstance(found, LessonEntry):
            return make(game, name, Options(game.language(language))).pdf
    return None


def download(files: Mapping[str, bytes], name: str, folder: str) -> Response:
    """Serve a file by its name, or all in one archive; other names are 404."""
    data = _archive(files) if name == f"{folder}.{ALL}" else files.get(name) or abort(404)
    ending = name.rpartition(".")[2]
    answer = make_response(data)
    answer.mimetype = MIME.get(ending, "application/octet-stream")
    # A document without Pango is a page of its own: it is kept, not shown here.
    shown = "inline" if ending == "pdf" else "attachment"
    answer.headers["Content-Disposition"] = f'{shown}; filename="{folder}-{name}"'
    return answer


def _archive(files: Mapping[str, bytes]) -> bytes:
    """Zip files without a date: the same files give the same bytes."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(ZipInfo(name), data)
    return packed.getvalue()
