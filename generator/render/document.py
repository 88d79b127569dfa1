"""What a file says about itself, when it was made and which files may go into it."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import unquote, urlsplit

from generator.errors import LudokitError
from generator.words import Language, message

# How a printer is to turn the paper over, as PDF viewers name it.
Flip: TypeAlias = Literal["Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]
MIME = {".ttf": "font/ttf", ".css": "text/css", ".svg": "image/svg+xml"}
_SVG_TAG = re.compile(r"<svg\b[^>]*>|</svg>")
_TITLE = re.compile(r"<title>([^<]*)</title>")


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """Title, authors and language of a file, as readers and catalogues show them.

    A `grey` one holds no colour, so that no printer counts its pages as coloured. `flip` presets
    the printing of both sides; None leaves it to the printer.
    """

    title: str
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    language: Language = "fr"
    creator: str = "ludokit"
    grey: bool = False
    flip: Flip | None = None


class Markup(str):
    """What is safe in HTML as it is: pictures and CSS strings, the only things not escaped."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the words, as template engines ask for what is safe in HTML."""
        return self


@contextmanager
def environment(name: str, value: str) -> Iterator[None]:
    """Let a variable of the environment have a value meanwhile."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


# Stops the clock that libraries write into files, whatever the environment says outside: seconds
# count from 1970; empty is a library's own fixed day, where it has one.
still_clock = partial(environment, "SOURCE_DATE_EPOCH")


def own_file(address: str, base: Path) -> Path:
    """Return the file at an address; raise LudokitError naming one that is not in `base`."""
    parts = urlsplit(address)
    if parts.scheme not in {"", "file"} or parts.netloc or not parts.path:
        raise refused(address)
    folder = base.resolve()
    file = (folder / unquote(parts.path)).resolve()
    if not file.is_relative_to(folder) or not file.is_file():
        raise refused(address)
    return file


def refused(address: str) -> LudokitError:
    """Return the error that names an address which is not ours."""
    return LudokitError(message("render.refused", address=address))


def pictures_apart(html: str) -> tuple[str, dict[str, str]]:
    """Return a document with its drawn pictures as images, and the pictures by their address.

    Within the document every line of a picture would be an element, to be matched with all of the
    style sheet. An image is read out by the picture's title.
    """
    # Words and pictures by turns; a picture may hold others.
    borders, depth = [0], 0
    for tag in _SVG_TAG.finditer(html):
        is_end = tag.group().startswith("</")
        depth += -1 if is_end else 1
        if depth == (0 if is_end else 1):
            borders.append(tag.end() if is_end else tag.start())
    pieces = [html[start:end] for start, end in pairwise((*borders, len(html)))]
    names: dict[str, str] = {}
    for number, svg in list(enumerate(pieces))[1::2]:
        name = names.setdefault(svg, f"picture-{len(names) + 1}.svg")
        title = found.group(1) if (found := _TITLE.search(svg)) else ""
        alt = title.replace('"', "&quot;")
        pieces[number] = f'<img src="{name}" alt="{alt}">'
    return "".join(pieces), {name: svg for svg, name in names.items()}
