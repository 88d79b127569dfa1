"""A page is a value: drawings placed on a sheet of paper, each copy of a game sheet numbered."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import cos, radians, sin

from generator.paper.shapes import CellBox, Clip, Drawing, Placed
from generator.paper.sizes import PaperSize


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a sheet on a page; `number` counts the sheets of the file from 1.

    `own` is the part whose cells are the page's own, where it shows more: a strip to be covered.
    """

    number: int
    placed: Placed
    own: Clip | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Furniture (title, footer, ruler, cut marks) and copies; `bookmark` names the page.

    A back is printed on the reverse of the page before it.
    """

    size: PaperSize
    furniture: Drawing
    copies: tuple[Copy, ...] = ()
    bookmark: str = ""
    is_back: bool = False

    def placed(self) -> tuple[Placed, ...]:
        """Return all that is drawn on the page, in reading order."""
        return (*(copy.placed for copy in self.copies), Placed(self.furniture, 0.0, 0.0))

    def cells(self) -> Iterator[tuple[int, CellBox]]:
        """Yield the copy's number and the cell, where it lies on the page."""
        for copy in self.copies:
            for cell in placed_cells(replace(copy.placed, clip=copy.own or copy.placed.clip)):
                yield copy.number, cell


def placed_cells(placed: Placed) -> Iterator[CellBox]:
    """Yield the cells of a placed drawing that show, in the millimetres of what it lies on."""
    for cell in all_cells(placed.drawing):
        if placed.clip is not None and not _is_shown(cell, placed.clip):
            continue
        sides = (cell.x, cell.x + cell.width), (cell.y, cell.y + cell.height)
        xs, ys = zip(*(turned(placed, x, y) for x, y in product(*sides)), strict=True)
        yield CellBox(cell.id, cell.label, min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def all_cells(drawing: Drawing) -> Iterator[CellBox]:
    """Yield the cells of a drawing, those of the drawings placed in it too."""
    yield from drawing.cells
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            yield from placed_cells(shape)


def _is_shown(cell: CellBox, clip: Clip) -> bool:
    """Tell whether the middle of a cell shows: on neighbouring tiles each cell then shows once."""
    x, y = cell.x + cell.width / 2 - clip.x, cell.y + cell.height / 2 - clip.y
    return 0 <= x <= clip.width and 0 <= y <= clip.height


def turned(placed: Placed, x: float, y: float) -> tuple[float, float]:
    """Return where a point of the drawing comes to lie: scaled, turned about its origin, moved."""
    angle = radians(placed.turn)
    x, y = x * placed.scale, y * placed.scale
    return (
        placed.x + x * cos(angle) - y * sin(angle),
        placed.y + x * sin(angle) + y * cos(angle),
    )
