"""One simulated photograph of a printed sheet, and what comes of reading it: for tests."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from random import Random
from typing import Any, Literal

from generator.paper.palette import Ink
from generator.printables.context import Options
from generator.scans.cell_reading import Reading
from generator.scans.finding import RectifiedSheet
from generator.scans.known_sheets import DOTS
from generator.scans.piles import ReadSheet, SheetReader
from tests.scans import simulated
from tests.scans.simulated import DPMM, Box, Paper
from tests.shipped import load, printed

cv2: Any = import_module("cv2")
np: Any = import_module("numpy")

# What is photographed, and the beginnings of the cells that are marked there, and written into.
SHEETS: Mapping[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "crowns": ("pencil-boards", ("1x", "2x", "3x", "4x", "5x", "6x", "token."), ()),
    "boite": ("score-sheets", ("round",), ("round1.points", "round3.points", "score.")),
    "dental": ("pencil-charts", ("t", "lap."), ()),
    "doce": ("play-sheets", ("dice.", "blocker."), ("A", "B", "C", "D", "E", "score.")),
    "yams": ("score-sheets", (), ("ones", "two", "th", "fou", "full", "long", "chance", "score.")),
}
# Areas that hold the cells that are marked.
AREAS = {"tokens", *(f"t{number}" for number in range(1, 17))}
INKS: tuple[Ink, ...] = ("colour", "grey", "outline")
MARKED, WRITTEN = 1 / 3, 0.6
# From this correlation on a crop shows what was written in the cell.
SAME = 0.6
Outcome = Literal["right", "open", "wrong", "unread"]
Key = tuple[int, str]


@dataclass(frozen=True)
class Found:
    """What came of a photograph: all right, some cells left `open`, one wrong, or unread.

    Of the numbers written, `shown` have a crop, and the right one.
    """

    outcome: Outcome
    numbers: int = 0
    shown: int = 0
    wrong: tuple[Key, ...] = ()


@cache
def page_of(game: str, ink: Ink) -> tuple[Paper, Mapping[str, Any]]:
    """Return the page that is photographed, and its boxes as they lie beside the PDF."""
    made = printed(game, SHEETS[game][0], Options("en", ink=ink))
    boxes = next(data for name, data in made.files.items() if name.endswith(".boxes.json"))
    return simulated.rendered(made.pdf or b""), json.loads(boxes)


@cache
def reader() -> SheetReader:
    """Return a reader of the games that are photographed."""
    return SheetReader({name: partial(load, name) for name in SHEETS})


def read_back(game: str, seed: int) -> Found:
    """Fill in one sheet by chance, photograph it, read it, and compare."""
    chance = Random(seed)  # noqa: S311 - a simulation
    page, boxes = page_of(game, chance.choice(INKS))
    copy = chance.choice(sorted({sign["copy"] for sign in boxes["signs"]}))
    signs = [sign for sign in boxes["signs"] if sign["copy"] == copy]
    area = _around(signs)
    cells = [cell for cell in boxes["cells"] if _inside(cell, area)]
    marks, numbers, others = _filled(game, cells, chance)
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2))):
        page = simulated.copied(page, chance)
    texts = dict.fromkeys(marks.values(), "x") | dict(numbers.values())
    page = simulated.written(page, texts, others, simulated.hand(chance), chance)
    corners = [(one["x"] + 2, one["y"] + 2) for one in signs if one["sign"] != "code"]
    photograph = simulated.photographed(page, area, chance, corners)
    grey = cv2.imdecode(np.frombuffer(photograph, np.uint8), cv2.IMREAD_GRAYSCALE)
    read = [one for one in reader().read(grey) if isinstance(one, ReadSheet)]
    if len(read) != 1:
        return Found("unread", len(numbers))
    return _compared(game, read[0], cells, marks, numbers, page)


def _around(signs: list[Mapping[str, Any]]) -> Box:
    left, top = (min(one[side] for one in signs) - 2 for side in ("x", "y"))
    right, low = (max(one[side] + one["side"] for one in signs) + 2 for side in ("x", "y"))
    return left, top, right - left, low - top


def _inside(cell: Mapping[str, Any], area: Box) -> bool:
    left, top, wide, high = area
    return bool(left <= cell["x"] <= left + wide and top <= cell["y"] <= top + high)


def _sort(game: str, cell: str) -> Literal["mark", "number", ""]:
    _, marked, written = SHEETS[game]
    if cell in AREAS:
        return ""
    if cell.startswith(written) and written and not cell.startswith("dice"):
        return "number"
    return "mark" if cell.startswith(marked) and marked and "points" not in cell else ""


def _filled(
    game: str, cells: list[Mapping[str, Any]], chance: Random
) -> tuple[dict[Key, Box], dict[Key, tuple[Box, str]], list[Box]]:
    marks, numbers, others = dict[Key, Box](), dict[Key, tuple[Box, str]](), list[Box]()
    for cell in cells:
        box = cell["x"], cell["y"], cell["width"], cell["height"]
        key = cell["copy"], cell["id"]
        match _sort(game, cell["id"]):
            case "mark" if chance.random() < MARKED:
                marks[key] = box
            case "mark":
                others.append(box)
            case "number" if chance.random() < WRITTEN:
                numbers[key] = box, str(chance.randint(0, 99))
    return marks, numbers, others


def _compared(
    game: str,
    sheet: ReadSheet,
    cells: list[Mapping[str, Any]],
    marks: Mapping[Key, Box],
    numbers: Mapping[Key, tuple[Box, str]],
    page: Paper,
) -> Found:
    copies = sorted({cell["copy"] for cell in cells})
    # The reader counts copies on the sheet, the boxes those in the file.
    read = {
        (copies[at], one.cell.id): one
        for at, readings in enumerate(sheet.readings.values())
        for one in readings
    }
    wrong, is_open = list[Key](), False
    for key, one in read.items():
        sort = _sort(game, key[1])
        is_filled = key in marks or key in numbers
        if one.state == "doubtful":
            is_open |= sort == "mark"
        elif sort and (one.state == "marked") != is_filled and (sort == "mark" or is_filled):
            # A number that is shown too often costs a look, and says nothing wrong.
            wrong.append(key)
    shown = sum(
        read[key].state != "empty" and _shows(sheet.rectified, read[key], box, page)
        for key, (box, _) in numbers.items()
        if key in read
    )
    outcome: Outcome = "wrong" if wrong else "open" if is_open else "right"
    return Found(outcome, len(numbers), shown, tuple(wrong))


def _shows(sheet: RectifiedSheet, one: Reading, box: Box, page: Paper) -> bool:
    """Tell whether the crop of a cell shows what was written into its box on the page."""
    left, top, wide, high = box
    corners = np.array([(left, top, 1.0), (left + wide, top + high, 1.0)]) * (DPMM, DPMM, 1.0)
    (x1, y1, _), (x2, y2, _) = np.round(corners @ page.place.T).astype(int)
    cell = one.cell
    rows = slice(round(cell.y * DOTS), round((cell.y + cell.height) * DOTS))
    crop = sheet.grey[rows, round(cell.x * DOTS) : round((cell.x + cell.width) * DOTS)]
    wanted = cv2.resize(page.dots[y1:y2, x1:x2], crop.shape[::-1], interpolation=cv2.INTER_AREA)
    inner = np.s_[6:-6, 6:-6]
    both = (cv2.GaussianBlur(part[inner], (0, 0), 2.0).ravel() for part in (crop, wanted))
    return bool(np.corrcoef(*both)[0, 1] > SAME)
