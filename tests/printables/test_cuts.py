"""Pages that are cut apart: trims of one size, what is read away from every cut, nothing left over.

Trims are read from the lines to cut along, distances from what is drawn.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise, product

import pytest

from generator.errors import LudokitError
from generator.game import load, names
from generator.paper.page import PAPERS, Box, Extents, Page, PaperName, about, turned
from generator.paper.shapes import Drawing, Line, Placed, Text
from generator.printables.context import Options
from generator.printables.kinds.sheet import SMALL_FROM, SheetEntry
from generator.printables.planning import entries, plan

SAME = 0.1
READ = 3.0
DRAWN, DRAWN_SMALL = 2.9, 2.4
SHEETS = [
    pytest.param(game, name, paper, number, id=f"{game} {name} {number} on {paper}")
    for game in names()
    for name, entry in entries(load(game)).items()
    if isinstance(entry, SheetEntry)
    for paper, number in product(PAPERS, entry.per_page)
    if number > 1
]


def planned(game: str, name: str, options: Options) -> tuple[Page, ...]:
    """Return the pages, none where so many do not fit."""
    try:
        return plan(load(game), name, options)
    except LudokitError as error:
        told = error.message.key
    assert told == "print.per-page"
    return ()


def cuts(page: Page) -> tuple[list[float], list[float]]:
    """Return where the page is cut across and down, as its lines say."""
    lines = [s for s in page.furniture.shapes if isinstance(s, Line) and s.stroke.dash == "dotted"]
    return (
        sorted(line.y1 for line in lines if line.y1 == line.y2),
        sorted(line.x1 for line in lines if line.x1 == line.x2),
    )


def trims(page: Page) -> list[Box]:
    """Return what the cuts leave of a page, without what they take off its head and its foot."""
    across, down = cuts(page)
    tops = across if across[0] < min(copy.placed.y for copy in page.copies) else [0.0, *across]
    sides = [0.0, *down, page.size.width]
    return [
        Box(left, top, right, low)
        for (top, low), (left, right) in product(pairwise(tops), pairwise(sides))
    ]


def read(drawing: Drawing, *within: Placed) -> Iterator[Box]:
    """Yield the boxes about the words of a drawing on the page, from capitals to base line."""
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            yield from read(shape.drawing, shape, *within)
        elif isinstance(shape, Text) and (box := Extents().shape(shape)) is not None:
            corners = list(Box(box.left, box.top, box.right, shape.y).corners())
            for placed in within:
                corners = [turned(placed, *corner) for corner in corners]
            yield about(corners)


def spread(lengths: Iterable[float]) -> float:
    """Return how far the longest differs from the shortest."""
    found = list(lengths)
    return max(found) - min(found)


def furniture(page: Page) -> Drawing:
    """Return what stands about the sheets of a page, but for the lines to cut along."""
    shapes = (shape for shape in page.furniture.shapes if not isinstance(shape, Line))
    return replace(page.furniture, shapes=tuple(shapes))


def white(box: Box, trim: Box) -> float:
    """Return how near a box comes to the edge of the trim about it."""
    sides = (box.left - trim.left, box.top - trim.top)
    return min(*sides, trim.right - box.right, trim.bottom - box.bottom)


@pytest.mark.parametrize(("game", "name", "paper", "number"), SHEETS)
def test_sheets_are_equal_and_whole(game: str, name: str, paper: PaperName, number: int) -> None:
    """Sheets of a page have one size, each in the middle of its own; words keep 3 mm from a cut."""
    for page in planned(game, name, Options(paper=paper, per_page=number)):
        found, extents = trims(page), Extents()
        assert len(found) == number == len(page.copies)
        assert spread(trim.right - trim.left for trim in found) < SAME
        assert spread(trim.bottom - trim.top for trim in found) < SAME
        foot = extents.drawing(furniture(page))
        assert foot is not None
        for copy, trim in zip(page.copies, found, strict=True):
            placed = copy.placed
            x, y = placed.x + placed.drawing.width / 2, placed.y + placed.drawing.height / 2
            assert abs(x - (trim.left + trim.right) / 2) < SAME
            assert abs(y - (trim.top + trim.bottom) / 2) < SAME
            box = extents.placed(placed)
            assert box is not None
            assert white(box, trim) >= (DRAWN_SMALL if number >= SMALL_FROM else DRAWN)
            assert foot.top >= trim.bottom
        # All of them alike and in the middle: one tells of all.
        assert len({id(copy.placed.drawing) for copy in page.copies}) == 1
        assert min(white(box, trim) for box in read(placed.drawing, placed)) >= READ
