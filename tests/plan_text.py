"""A planned page as text, one line a shape, so that a change of layout shows as a diff.

Short enough to be read: what is drawn again elsewhere is told once, and of shapes that repeat at
equal distances, such as the rows of a form, the first and the last.
"""

import re
from collections.abc import Iterator
from typing import assert_never

from generator.paper.page import Page
from generator.paper.shapes import (
    Circle,
    Drawing,
    Line,
    Path,
    Picture,
    Placed,
    Polygon,
    Rect,
    Shape,
    Text,
)

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# Shapes that repeat together: as many at most, and as often at least.
PATTERN, OFTEN = 12, 3
# Drawings by their text, with the number they were given.
Seen = dict[tuple[str, ...], int]
# Millimetres: coordinates are rounded to tenths.
ROUNDED = 0.25


def plan_text(page: Page) -> str:
    """Return the page's size, then its shapes and cells in drawing order."""
    lines = [f"page {page.size.width:.1f} x {page.size.height:.1f} {page.bookmark!r}"]
    seen: Seen = {}
    for placed in page.placed():
        lines += _shape(placed, "", seen)
    return "\n".join(_folded(lines)) + "\n"


def _folded(lines: list[str]) -> Iterator[str]:
    """Yield the lines, of each run of repeated ones the first and the last."""
    at = 0
    while at < len(lines):
        often = {size: _repeats(lines, at, size) for size in range(1, PATTERN + 1)}
        size = max(often, key=lambda size: (often[size] >= OFTEN) * often[size] * size)
        if often[size] >= OFTEN:
            end = at + size * often[size]
            yield from lines[at : at + size]
            yield f"{_indent(lines[at])}... {often[size]} times, to"
            yield from lines[end - size : end]
            at = end
        else:
            yield lines[at]
            at += 1


def _repeats(lines: list[str], at: int, size: int) -> int:
    """Return how often so many lines follow each other, the same but for even steps."""
    times = 1
    last: list[list[float]] = []
    first = lines[at : at + size]
    while True:
        before, this = (
            lines[at + number * size : at + (number + 1) * size] for number in (times - 1, times)
        )
        if [NUMBER.sub("0", line) for line in this] != [NUMBER.sub("0", line) for line in first]:
            return times
        steps = [_steps(*pair) for pair in zip(before, this, strict=True)]
        if last and any(
            abs(was - now) > ROUNDED
            for old, new in zip(last, steps, strict=True)
            for was, now in zip(old, new, strict=True)
        ):
            return times
        last = steps
        times += 1


def _steps(before: str, this: str) -> list[float]:
    return [
        float(now) - float(was)
        for was, now in zip(NUMBER.findall(before), NUMBER.findall(this), strict=True)
    ]


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _drawing(drawing: Drawing, indent: str, seen: Seen) -> Iterator[str]:
    for shape in drawing.shapes:
        yield from _shape(shape, indent, seen)
    for cell in drawing.cells:
        box = f"{cell.x:.1f} {cell.y:.1f} {cell.width:.1f} x {cell.height:.1f}"
        yield f"{indent}cell {cell.id} {cell.label!r} {box}"


def _shape(shape: Shape, indent: str, seen: Seen) -> Iterator[str]:
    match shape:
        case Line():
            ends = f"{shape.x1:.1f} {shape.y1:.1f} to {shape.x2:.1f} {shape.y2:.1f}"
            yield f"{indent}line {ends} {shape.stroke.colour} {shape.stroke.width:.2g}"
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
        case Picture():
            box = f"{shape.x:.1f} {shape.y:.1f} {shape.width:.1f} x {shape.height:.1f}"
            yield f"{indent}picture {box} {shape.file.name!r}"
        case Text():
            where = f"{shape.x:.1f} {shape.y:.1f} {shape.align}"
            yield f"{indent}text {where} {shape.size:.1f} pt {shape.colour} {shape.words!r}"
        case Placed():
            place = f"{indent}at {shape.x:.1f} {shape.y:.1f} turned {shape.turn:g}:"
            inside = tuple(_drawing(shape.drawing, "", {}))
            if inside in seen:
                yield f"{place} drawing {seen[inside]} again"
            else:
                seen[inside] = len(seen) + 1
                yield f"{place} drawing {seen[inside]}"
                yield from _drawing(shape.drawing, indent + "  ", seen)
        case _:
            assert_never(shape)
