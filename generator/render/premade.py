"""Documents laid out beforehand, for where there is no Pango: found by what their pages say."""

import sys
from functools import cache
from hashlib import sha256
from typing import Any

from generator import paths
from generator.render.document import DocumentFacts

# Where the folder of the site keeps them, and which there are.
FOLDER, LIST = "made", "documents.txt"
OK = 200


def premade_name(html: str, facts: DocumentFacts) -> str:
    """Return what a document is called by: the same page with the same facts has the same name."""
    return sha256(f"{html}\0{facts}".encode()).hexdigest()[:24]


def find_premade(html: str, facts: DocumentFacts) -> bytes:
    """Return a document that was laid out beforehand, empty for none: browsers have some."""
    if not _known() or (name := premade_name(html, facts)) not in _known():
        return b""
    return fetch(f"{FOLDER}/{name}.pdf")


@cache
def _known() -> frozenset[str]:
    file = paths.values() / LIST
    return frozenset(file.read_text(encoding="ascii").split()) if file.is_file() else frozenset()


def fetch(path: str) -> bytes:
    """Return a file of the folder that a browser has loaded the program from, empty for none."""
    if sys.platform != "emscripten":
        return b""
    browser: Any = __import__("js")
    asked = browser.XMLHttpRequest.new()
    asked.open("GET", path, False)  # noqa: FBT003 - it waits
    asked.responseType = "arraybuffer"
    asked.send()
    return bytes(asked.response.to_bytes()) if asked.status == OK else b""
