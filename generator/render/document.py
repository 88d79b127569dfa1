"""A document's metadata, its fixed date, and the files that may go into it."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from generator.errors import LudokitError
from generator.words import Language, message

# How a printer is to turn the paper over, as PDF viewers name it.
Flip = Literal["Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]
MIME = {".ttf": "font/ttf", ".css": "text/css", ".svg": "image/svg+xml"}
_SVG_TAG = re.compile(r"<svg\b[^>]*>|</svg>")
_TITLE = re.compile(r"<title>([^<]*)</title>")


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What readers and catalogues show of a file; a `grey` one has no colour, `flip` is duplex."""

    title: str
    author: str = ""
    subject: str = ""
    keywords: tuple[str, ...] = ()
    language: Language = "fr"
    creator: str = "ludokit"
    grey: bool = False
    flip: Flip | None = None


class Markup(str):
    """HTML that is not escaped again: pictures and CSS strings, nothing else."""

    __slots__ = ()

    def __html__(self) -> str:
        # The protocol by which jinja2 and Flask recognise safe HTML.
        return self


@contextmanager
def environment_variable(name: str, value: str) -> Iterator[None]:
    """Set a variable of the environment for a while."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


# Fixes the date that libraries write into files: seconds since 1970, or "" for the library's own
# fixed day, where it has one.
fixed_clock = partial(environment_variable, "SOURCE_DATE_EPOCH")


def own_file(address: str, base: Path) -> Path:
    """Return the file at an address; raise LudokitError for an address outside `base`."""
    parts = urlsplit(address)
    if parts.scheme not in {"", "file"} or parts.netloc or not parts.path:
        raise foreign_address(address)
    folder = base.resolve()
    file = (folder / unquote(parts.path)).resolve()
    if not file.is_relative_to(folder) or not file.is_file():
        raise foreign_address(address)
    return file


def foreign_address(address: str) -> LudokitError:
    """Return the error for an address that is not one of our files."""
    return LudokitError(message("render.refused", address=address))


def extract_pictures(html: str) -> tuple[str, dict[str, str]]:
    """Replace inline SVG, slow to style, by images; return the document, pictures by address."""
    # Text and pictures by turns; a picture may hold others.
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
