"""Drawings put together: beside, above, centred, spread."""

from collections.abc import Sequence

from generator.paper.shapes import Drawing, Placed
from generator.paper.units import Mm


def above(*drawings: Drawing, gap: Mm = 0.0, middle: bool = False) -> Drawing:
    """Put drawings one under another, each `gap` from the next, at the left or in the middle."""
    width = max((drawing.width for drawing in drawings), default=0.0)
    y = 0.0
    placed = []
    for drawing in drawings:
        placed.append(Placed(drawing, (width - drawing.width) / 2 if middle else 0.0, y))
        y += drawing.height + gap
    return Drawing(width, max(0.0, y - gap), tuple(placed))


def beside(*drawings: Drawing, gap: Mm = 0.0, middle: bool = False) -> Drawing:
    """Put drawings side by side, each `gap` from the next, at the top or in the middle."""
    height = max((drawing.height for drawing in drawings), default=0.0)
    x = 0.0
    placed = []
    for drawing in drawings:
        placed.append(Placed(drawing, x, (height - drawing.height) / 2 if middle else 0.0))
        x += drawing.width + gap
    return Drawing(max(0.0, x - gap), height, tuple(placed))


def set_in(drawing: Drawing, width: Mm, height: Mm) -> Drawing:
    """Return the drawing in the middle of a larger field."""
    x, y = (width - drawing.width) / 2, (height - drawing.height) / 2
    return Drawing(width, height, (Placed(drawing, x, y),), title=drawing.title)


def spread(drawings: Sequence[Drawing], width: Mm) -> Drawing:
    """Put drawings side by side over a width, the space between them even."""
    rest = width - sum(drawing.width for drawing in drawings)
    gap = rest / (len(drawings) - 1) if len(drawings) > 1 else 0.0
    row = beside(*drawings, gap=gap)
    return Drawing(width, row.height, row.shapes)
