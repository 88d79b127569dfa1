"""Pages of printables with crosses and numbers in some cells, seen straight, for tests."""

import json
from collections.abc import Collection
from io import BytesIO
from random import Random

import numpy as np
from PIL import Image

from generator.printables.context import Options
from tests.scans import simulated
from tests.shipped import printed

PEN = simulated.Hand(60.0, 0.6, 0.0, "cross")
TOKENS = ("1x6", "2x2", "6x1")


def filled(
    game: str,
    printable: str,
    options: Options,
    *cells: tuple[int, str],
    numbers: Collection[tuple[int, str]] = (),
    page: int = 1,
) -> simulated.Image:
    """Return a page with crosses in some cells of some copies, and numbers in others."""
    made = printed(game, printable, options)
    boxes = json.loads(next(d for n, d in made.files.items() if n.endswith(".boxes.json")))
    blank = simulated.rendered(made.pdf or b"", page - 1)
    texts = dict.fromkeys(cells, "x") | dict.fromkeys(numbers, "27")
    marks = {
        (one["x"], one["y"], one["width"], one["height"]): texts[one["copy"], one["id"]]
        for one in boxes["cells"]
        if (one["copy"], one["id"]) in texts and one["page"] == page
    }
    assert len(marks) == len(texts)
    return simulated.written(blank, marks, [], PEN, Random(1)).dots  # noqa: S311 - a hand


def boards(*, turned: int = 0) -> simulated.Image:
    """Return a page with two pencil boards of Crowns, the second with tokens."""
    page = filled("crowns", "pencil-boards", Options("en"), *((2, cell) for cell in TOKENS))
    return np.rot90(page, turned).copy()


def as_file(page: simulated.Image, kind: str = "JPEG") -> bytes:
    """Return a page as a picture, or as a scan."""
    file = BytesIO()
    Image.fromarray(page).save(file, kind, **({"resolution": 304.8} if kind == "PDF" else {}))
    return file.getvalue()
