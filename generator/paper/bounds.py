"""How far drawings reach: the boxes about shapes, strokes left out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import assert_never

from generator.paper import shapes as vector
from generator.paper.page import turned
from generator.paper.text import cap_height, face, width_of


@dataclass(frozen=True, slots=True)
class Box:
    """Left, top, right and bottom in mm."""

    left: vector.Mm
    top: vector.Mm
    right: vector.Mm
    bottom: vector.Mm

    def corners(self) -> Iterator[vector.Point]:
        """Yield the four corners."""
        yield from product((self.left, self.right), (self.top, self.bottom))

    def within(self, other: "Box", slack: vector.Mm = 0.0) -> bool:
        """Tell whether the box lies inside another one."""
        return (
            self.left >= other.left - slack
            and self.top >= other.top - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )

    def shared(self, other: "Box") -> "Box | None":
        """Return what two boxes have in common."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(left, top, right, bottom) if left <= right and top <= bottom else None


def about(points: Iterable[vector.Point]) -> Box:
    """Return the box about some points; ValueError without any."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


class Extents:
    """Boxes about drawings, each worked out once; the drawings have to live on meanwhile."""

    def __init__(self) -> None:
        """Start with nothing known."""
        self._known: dict[int, Box | None] = {}

    def drawing(self, drawing: vector.Drawing) -> Box | None:
        """Return the box about all that a drawing shows; None where it shows nothing."""
        key = id(drawing)
        if key not in self._known:
            boxes = [box for shape in drawing.shapes if (box := self.shape(shape)) is not None]
            corners = [corner for box in boxes for corner in box.corners()]
            self._known[key] = about(corners) if corners else None
        return self._known[key]

    def shape(self, shape: vector.Shape) -> Box | None:
        """Return the box about a shape; None about a drawing that shows nothing."""
        if isinstance(shape, vector.Placed):
            return self.placed(shape)
        return about(_points(shape))

    def placed(self, placed: vector.Placed) -> Box | None:
        """Return the box about what shows of a placed drawing, where it lies."""
        inner = self.drawing(placed.drawing)
        if inner is not None and (clip := placed.clip) is not None:
            shown = Box(clip.x, clip.y, clip.x + clip.width, clip.y + clip.height)
            inner = inner.shared(shown)
        return inner and about(turned(placed, x, y) for x, y in inner.corners())


def _points(
    shape: vector.Line | vector.Rect | vector.Circle | vector.Polygon | vector.Path | vector.Text,
) -> Iterator[vector.Point]:
    match shape:
        case vector.Line(x1, y1, x2, y2):
            yield from ((x1, y1), (x2, y2))
        case vector.Rect(x, y, width, height):
            yield from ((x, y), (x + width, y + height))
        case vector.Circle(x, y, radius):
            yield from ((x - radius, y - radius), (x + radius, y + radius))
        case vector.Polygon(points):
            yield from points
        case vector.Path(steps):
            # A curve stays inside the box about its control points.
            for step in steps:
                match step:
                    case vector.Move(x, y) | vector.To(x, y):
                        yield x, y
                    case vector.Curve(x1, y1, x2, y2, x, y):
                        yield from ((x1, y1), (x2, y2), (x, y))
        case vector.Text():
            width = width_of(shape.words, shape.font, shape.size)
            x = shape.x - width * vector.BEFORE[shape.align]
            yield x, shape.y - cap_height(shape.font, shape.size)
            yield x + width, shape.y + vector.to_mm(face(shape.font).descent * shape.size)
        case _:
            assert_never(shape)
