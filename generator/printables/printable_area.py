"""Whether a printer reaches all that is on the pages: nothing is cut off in silence."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from generator.errors import LudokitError
from generator.paper.bounds import Box, Extents
from generator.paper.page import PRINTABLE_EDGE, Page, turned
from generator.paper.shapes import Drawing, Line, Placed, Text
from generator.printables.context import PrintContext
from generator.words import Message, clipped, message

# Half a hairline, and what sums of fractions may miss by.
SLACK = 0.1


def require_inside(pages: Sequence[Page], setting: PrintContext) -> None:
    """Raise LudokitError naming the printable, the page and the box that lies too near an edge.

    Every printer leaves 5 mm white; one whose profile says more leaves that.
    """
    extents = Extents()
    for number, page in enumerate(pages, start=1):
        area = _area(page, setting)
        for placed in page.placed():
            for box, name in _outside(placed, area, extents):
                side, margin, distance = _side(box, page, area)
                words = message(
                    "print.outside",
                    printable=setting.title,
                    page=str(number),
                    box=name,
                    side=message(f"print.side-{side}"),
                    distance=f"{distance:.1f}",
                    margin=f"{margin:g}",
                )
                raise LudokitError(words)


def _area(page: Page, setting: PrintContext) -> Box:
    margins = setting.options.printer.margins
    return Box(
        max(PRINTABLE_EDGE, margins.left),
        max(PRINTABLE_EDGE, margins.top),
        page.size.width - max(PRINTABLE_EDGE, margins.right),
        page.size.height - max(PRINTABLE_EDGE, margins.bottom),
    )


def _outside(placed: Placed, area: Box, extents: Extents) -> Iterator[tuple[Box, Message]]:
    """Yield the boxes outside an area, each named by its words, its cell or its drawing."""
    box = extents.placed(placed)
    if box is None or box.within(area, SLACK):
        return
    # A clipped or slanting drawing is judged as a whole: its parts need not show there.
    if placed.clip is None and placed.turn == 0.0:
        parts = (_outside(part, area, extents) for part in _parts(placed))
        if inner := tuple(chain.from_iterable(parts)):
            yield from inner
            return
    yield box, _name(placed.drawing)


def _parts(placed: Placed) -> Iterator[Placed]:
    """Yield what a drawing is made of, each where it lies; nothing of a single shape."""
    drawing = placed.drawing
    for shape in drawing.shapes:
        if isinstance(shape, Placed):
            x, y = turned(placed, shape.x, shape.y)
            yield replace(shape, x=x, y=y, scale=shape.scale * placed.scale)
        elif len(drawing.shapes) > 1:
            yield Placed(replace(drawing, shapes=(shape,)), placed.x, placed.y, 0, placed.scale)


def _name(drawing: Drawing) -> Message:
    """Return what a drawing can be called: its words, title or first cell, else what it is."""
    words = (shape.words for shape in drawing.shapes if isinstance(shape, Text))
    cells = (cell.label or cell.id for cell in drawing.cells)
    name = next(words, "") or drawing.title or next(cells, "")
    if name:
        return message("print.box", name=clipped(name))
    is_line = any(isinstance(shape, Line) for shape in drawing.shapes)
    return message("print.box-line" if is_line else "print.box-drawing")


def _side(box: Box, page: Page, area: Box) -> tuple[str, float, float]:
    """Return the edge that a box is too near, its margin, and how far from it the box lies."""
    size = page.size
    gaps = {
        "left": (area.left, box.left),
        "top": (area.top, box.top),
        "right": (size.width - area.right, size.width - box.right),
        "bottom": (size.height - area.bottom, size.height - box.bottom),
    }
    side = min(gaps, key=lambda one: gaps[one][1] - gaps[one][0])
    return side, *gaps[side]
