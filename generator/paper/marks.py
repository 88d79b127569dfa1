"""What is written on a drawing by hand, and rings about cells: for figures and corrections."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from generator.paper import shapes as art
from generator.paper.page import all_cells
from generator.paper.text import SYMBOLS, DoesNotFitError, Lettering, set_line, set_middle, width_of
from generator.words import message

HEAVY_RING = 2.2
# How far a ring reaches beyond its cell; the ring of a cell that is so wide is as long as it is.
REACH = 1.16
WIDE = 1.4
BADGE: art.Mm = 4.2
# The corners of tokens that are neither round nor square, in radii from the middle.
CORNERS: Mapping[str, tuple[tuple[float, float], ...]] = {
    "triangle": ((0, -1), (1, 1), (-1, 1)),
    "hexagon": ((0.5, -0.866), (1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866)),
    "diamond": ((0, -1), (1, 0), (0, 1), (-1, 0)),
}


class Written(Protocol):
    """What stands in a cell: words, or a token of a colour and shape (either may be missing)."""

    @property
    def text(self) -> str:
        """The words written, or nothing."""

    @property
    def colour(self) -> str:
        """The swatch of the token, or of the words."""

    @property
    def shape(self) -> str:
        """The token's shape (a tick is one of them); nothing for words alone."""


def write_in(drawing: art.Drawing, marks: Mapping[str, Written], font: str) -> art.Drawing:
    """Return the drawing with each mark in its cell.

    Raise KeyError naming a cell that is not there, and DoesNotFitError for words too long for one.
    """
    cells = {cell.id: cell for cell in all_cells(drawing)}
    shapes = [*drawing.shapes]
    for name, mark in marks.items():
        cell = cells[name]
        x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
        side, colour = min(cell.width, cell.height), mark.colour or "ink"
        if mark.shape == "tick":
            how = Lettering(SYMBOLS, art.to_points(side * 0.8), colour, "middle")
            shapes += set_line("✓", x, y + side * 0.28, how)
            continue
        if mark.shape == "cross":
            far, pen = side * 0.38, art.Stroke(colour, art.HEAVY_LINE)
            shapes += (art.Line(x - far, y - rise, x + far, y + rise, pen) for rise in (far, -far))
            continue
        if token := _token(mark.shape, mark.colour, x, y, side * 0.42):
            shapes += token
            colour = f"{mark.colour}.on" if mark.colour else "ink"
        shapes += _words(mark.text, x, y, side, Lettering(font, 0, colour, "middle"))
    return replace(drawing, shapes=tuple(shapes))


def _words(words: str, x: art.Mm, y: art.Mm, side: art.Mm, how: Lettering) -> tuple[art.Shape, ...]:
    if not words:
        return ()
    largest = art.to_points(side * 0.48)
    for size in replace(how, size=largest, least=largest / 3).sizes():
        if width_of(words, how.font, size) <= side * 0.9:
            return set_middle(words, x, y, replace(how, size=size))
    least = f"{largest / 3:g}"
    raise DoesNotFitError(message("paper.does-not-fit", box="cell", words=words, least=least))


def _token(shape: str, colour: str, x: art.Mm, y: art.Mm, radius: art.Mm) -> tuple[art.Shape, ...]:
    # Without a colour the edge alone shows the token.
    edge, fill = art.Stroke("ink", 0.6 if colour else 1.8), colour or None
    if shape == "circle":
        return (art.Circle(x, y, radius, fill, edge),)
    if shape == "square":
        return (art.Rect(x - radius, y - radius, 2 * radius, 2 * radius, fill, edge),)
    points = tuple((x + radius * dx, y + radius * dy) for dx, dy in CORNERS.get(shape, ()))
    return (art.Polygon(points, fill, edge),) if points else ()


def ring(drawing: art.Drawing, ids: Iterable[str], colour: str = "error") -> art.Drawing:
    """Return the drawing with a ring about each cell; KeyError names a cell that is not there."""
    cells = {cell.id: cell for cell in all_cells(drawing)}
    rings: list[art.Shape] = []
    for cell in (cells[name] for name in ids):
        x, y = cell.x + cell.width / 2, cell.y + cell.height / 2
        across, high = cell.width * REACH, cell.height * REACH
        stroke = art.Stroke(colour, HEAVY_RING)
        if across > WIDE * high:
            # It is as long as the cell, with round ends.
            across = cell.width + high - cell.height
            box = (x - across / 2, y - high / 2, across, high)
            rings.append(art.Rect(*box, None, stroke, high / 2))
        else:
            rings.append(art.Circle(x, y, max(across, high) / 2, None, stroke))
    return replace(drawing, shapes=(*drawing.shapes, *rings))


def number_rings(
    drawing: art.Drawing, numbers: Mapping[str, Sequence[int]], font: str
) -> art.Drawing:
    """Return the drawing with a ring about each cell and the numbers of its findings beside it.

    Raise KeyError naming a cell that is not there.
    """
    ringed = ring(drawing, numbers)
    cells = {cell.id: cell for cell in all_cells(drawing)}
    how = Lettering(font, 7.5, "error.on", "middle")
    badges: list[art.Shape] = []
    for name, found in numbers.items():
        # On a patch at the top right of the cell, where a hand leaves room.
        cell, words = cells[name], ", ".join(map(str, found))
        width = max(BADGE, how.width(words) + 1.6)
        x, y = cell.x + cell.width - 0.8, cell.y - BADGE / 2
        badges.append(art.Rect(x, y, width, BADGE, "error", art.Stroke("white", 0.8), BADGE / 2))
        badges += set_middle(words, x + width / 2, y + BADGE / 2, how)
    return replace(ringed, shapes=(*ringed.shapes, *badges))
