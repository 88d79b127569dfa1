"""A planned page as text, one line a shape, so that a change of layout shows as a diff."""

from collections.abc import Iterator
from typing import assert_never

from generator.paper.page import Page
from generator.paper.shapes import Circle, Drawing, Line, Path, Placed, Polygon, Rect, Shape, Text


def plan_text(page: Page) -> str:
    """Return the page's size, then its shapes and cells in drawing order."""
    lines = [f"page {page.size.width:.1f} x {page.size.height:.1f} {page.bookmark!r}"]
    for placed in page.placed():
        lines += _shape(placed, "")
    return "\n".join(lines) + "\n"


def _drawing(drawing: Drawing, indent: str) -> Iterator[str]:
    for shape in drawing.shapes:
        yield from _shape(shape, indent)
    for cell in drawing.cells:
        box = f"{cell.x:.1f} {cell.y:.1f} {cell.width:.1f} x {cell.height:.1f}"
        yield f"{indent}cell {cell.id} {cell.label!r} {box}"


def _shape(shape: Shape, indent: str) -> Iterator[str]:
    match shape:
        case Line():
            ends = f"{shape.x1:.1f} {shape.y1:.1f} to {shape.x2:.1f} {shape.y2:.1f}"
            yield f"{indent}line {ends} {shape.stroke.colour} {shape.stroke.width:g}"
        case Rect():
            box = f"{shape.x:.1f} {shape.y:.1f} {shape.width:.1f} x {shape.height:.1f}"
            yield f"{indent}rect {box} {shape.fill}"
        case Circle():
            yield f"{indent}circle {shape.x:.1f} {shape.y:.1f} r {shape.radius:.1f} {shape.fill}"
        case Polygon():
            corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
            yield f"{indent}polygon {corners} {shape.fill}"
        case Path():
            yield f"{indent}path {len(shape.steps)} steps {shape.fill}"
        case Text():
            where = f"{shape.x:.1f} {shape.y:.1f} {shape.align}"
            yield f"{indent}text {where} {shape.size:g} pt {shape.colour} {shape.words!r}"
        case Placed():
            yield f"{indent}at {shape.x:.1f} {shape.y:.1f} turned {shape.turn:g}:"
            yield from _drawing(shape.drawing, indent + "  ")
        case _:
            assert_never(shape)
