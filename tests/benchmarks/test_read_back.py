"""A trial: marked boards photographed by simulation, read back, and judged as final boards.

Run with `make bench`, or by itself with `pytest tests/benchmarks/test_read_back.py -m benchmark`;
it needs opencv-python-headless and zxing-cpp, which are no part of the program. Nothing of it is
shipped: a sheet would have to carry the signs and the code, real photographs would have to show
what these only imitate, and the numbers that pupils write would still be typed by somebody.
"""

import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from random import Random
from typing import Any

import pytest

from generator.game import load
from generator.make import make
from generator.printables.context import Options
from generator.records.form import rules_of
from generator.records.reading import held
from generator.records.replay import report_of
from tests.benchmarks.conftest import Noted

pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.long]

GAME, PRINTABLE = "crowns", "pencil-boards"
PHOTOGRAPHS, CORES = 1_000, 2
# Shares of all photographs: read whole without a question or a mistake, and read with a mistake
# that nobody is asked about.
LEAST, MOST_WRONG = 0.75, 0.005


@cache
def sheet() -> tuple[Any, dict[tuple[int, str], tuple[float, float, float, float]]]:
    """Return the page that is photographed, and where its cells and boxes lie, in mm."""
    import pypdfium2

    from tests.benchmarks import photographed

    made = make(load(GAME), PRINTABLE, Options(language="en"))
    page = pypdfium2.PdfDocument(made.files[f"{PRINTABLE}.pdf"])[0]
    seen = page.render(scale=photographed.DPI / 72).to_pil().convert("L")
    cells = {
        (one["copy"], one["id"]): (one["x"], one["y"], one["width"], one["height"])
        for one in json.loads(made.files[f"{PRINTABLE}.boxes.json"])["cells"]
        if one["page"] == 1 and (one["id"][0].isdigit() or one["id"].startswith("token."))
    }
    return photographed.prepared(photographed.np.array(seen), f"{GAME}/{PRINTABLE}/1"), cells


def boards(marked: frozenset[tuple[int, str]]) -> str:
    """Return the record of the final boards that some marks say."""
    names = {1: "Ana", 2: "Ben"}
    told = {
        name: sorted(cell for copy, cell in marked if copy == number and cell[0].isdigit())
        for number, name in names.items()
    }
    papers = "".join(f"  {name}: {{tokens: [{', '.join(one)}]}}\n" for name, one in told.items())
    return f"game: {GAME}\nplayers: [Ana, Ben]\nboards:\n{papers}"


def outcome(seed: int) -> tuple[str, int, int, bool]:
    """Return how a photograph was read, how many cells are doubtful or wrong, and if judged alike.

    "right", "doubtful" (a person is asked about cells, the rest is right), "wrong" or "unread".
    """
    from tests.benchmarks import photographed

    blank, cells = sheet()
    chance = Random(seed)  # noqa: S311 - a trial, not a secret
    wanted = [cell for cell in cells if chance.random() < 1 / 3]
    page = photographed.marked(blank, cells, wanted, chance)
    found = photographed.read_back(photographed.photographed(page, chance), blank, cells)
    if found is None:
        return "unread", 0, 0, False
    truth = frozenset(wanted)
    wrong = (found.marked ^ truth) - found.doubtful
    if found.sheet != f"{GAME}/{PRINTABLE}/1" or wrong:
        return "wrong", len(found.doubtful), len(wrong), False
    if found.doubtful:
        return "doubtful", len(found.doubtful), 0, False
    ours, theirs = (points(boards(one)) for one in (found.marked, truth))
    return "right", 0, 0, ours == theirs


def points(record: str) -> object:
    """Return what the judge says of a record: what is broken, and the points."""
    (written,) = held(record.encode(), "photograph.yaml")
    report = report_of(written)
    assert report.is_readable, report.problems
    return [(one.rule, one.where) for one in report.findings], report.scores


def outcomes() -> Iterator[tuple[str, int, int, bool]]:
    """Yield what comes of every photograph, worked out on two cores."""
    rules_of(GAME)
    with ProcessPoolExecutor(CORES, mp_context=get_context("spawn")) as pool:
        yield from pool.map(outcome, range(PHOTOGRAPHS), chunksize=25)


def test_photographs_are_read_back(noted: Noted) -> None:
    """Most photographs are read whole; of the others a person is asked, hardly any deceives."""
    pytest.importorskip("cv2")
    pytest.importorskip("zxingcpp")
    every = list(outcomes())
    kinds = Counter(kind for kind, _, _, _ in every)
    shares = {kind: count / PHOTOGRAPHS for kind, count in kinds.items()}
    _, cells = sheet()
    asked = sum(doubtful for _, doubtful, _, _ in every)
    for kind in ("right", "doubtful", "wrong", "unread"):
        noted(f"photographs {kind}", f"{shares.get(kind, 0):.1%}", f"of {PHOTOGRAPHS}")
    noted("cells that a person is asked for", str(asked), f"of {PHOTOGRAPHS * len(cells)}")
    assert all(alike for kind, _, _, alike in every if kind == "right")
    assert shares["right"] >= LEAST
    assert shares.get("wrong", 0) <= MOST_WRONG


def test_no_photograph_is_no_sheet() -> None:
    """What shows no sheet, or one without its code, is not read at all."""
    cv2 = pytest.importorskip("cv2")
    pytest.importorskip("zxingcpp")
    from tests.benchmarks import photographed

    blank, cells = sheet()
    empty = photographed.photographed(blank, Random(1))  # noqa: S311 - a trial, not a secret
    found = photographed.read_back(empty, blank, cells)
    assert found is not None
    assert (found.marked, found.doubtful) == (frozenset(), frozenset())
    white = cv2.bitwise_or(empty, 255)
    assert photographed.read_back(white, blank, cells) is None
