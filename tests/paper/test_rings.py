"""Sectors of rings and recoloured drawings."""

from math import hypot

import pytest

from generator.paper.palette import recoloured
from generator.paper.shapes import (
    Circle,
    Drawing,
    Line,
    Placed,
    Rect,
    Stroke,
    Text,
    on_circle,
    ring_sector,
)


@pytest.mark.parametrize(("angle", "point"), [(0, (10, 5)), (90, (15, 10)), (180, (10, 15))])
def test_angles_run_clockwise_from_the_top(angle: float, point: tuple[float, float]) -> None:
    """An angle of 0 points up, of 90 to the right."""
    assert on_circle(10, 10, 5, angle) == pytest.approx(point)


@pytest.mark.parametrize("angles", [(0, 51), (300, 360), (10, 300)])
def test_a_sector_lies_on_its_circles(angles: tuple[float, float]) -> None:
    """Curves end on the inner or the outer circle, and their middles stay on it within 0.03 %."""
    path = ring_sector((10, 10), (4, 9), angles, "ink")
    x, y = on_circle(10, 10, 9, angles[0])
    for step in path.steps[1:-1]:
        if step.way == "C":
            (x1, y1), (x2, y2), (x3, y3) = step.points
            middle = ((x + 3 * x1 + 3 * x2 + x3) / 8, (y + 3 * y1 + 3 * y2 + y3) / 8)
            radius = hypot(middle[0] - 10, middle[1] - 10)
            assert min(abs(radius - 4) / 4, abs(radius - 9) / 9) < 3e-4
        x, y = step.points[-1]
    assert (x, y) == pytest.approx(on_circle(10, 10, 4, angles[0]))


def test_colours_change_at_every_depth() -> None:
    """Fills, strokes and words change colour, in placed drawings too; others stay."""
    inner = Drawing(5, 5, (Circle(2, 2, 1, "ink", Stroke("ink")), Rect(0, 0, 1, 1, "rule")))
    shapes = (Placed(inner, 0, 0), Text(0, 0, "a", "F", 8), Line(0, 0, 1, 1, Stroke("white")))
    drawing = recoloured(Drawing(9, 9, shapes), ("ink", "red"), ("white", "blue"))
    placed, text, line = drawing.shapes
    assert isinstance(placed, Placed)
    assert placed.drawing.shapes == (
        Circle(2, 2, 1, "red", Stroke("red")),
        Rect(0, 0, 1, 1, "rule"),
    )
    assert text == Text(0, 0, "a", "F", 8, "red")
    assert line == Line(0, 0, 1, 1, Stroke("blue"))


def test_the_same_wish_gives_the_same_drawing() -> None:
    """A drawing recoloured twice alike is one drawing, so that a file holds it once."""
    drawing = Drawing(5, 5, (Circle(2, 2, 1, "ink"),))
    assert recoloured(drawing, ("ink", "red")) is recoloured(drawing, ("ink", "red"))
