"""Drawings put together take the room of their parts."""

import pytest

from generator.paper.shapes import Drawing, Placed, Rect, above, beside, set_in

SMALL = Drawing(10, 4, (Rect(0, 0, 10, 4),))
LARGE = Drawing(20, 8, (Rect(0, 0, 20, 8),), title="large")


def places(drawing: Drawing) -> list[tuple[float, float]]:
    """Return where the parts of a drawing lie."""
    return [(shape.x, shape.y) for shape in drawing.shapes if isinstance(shape, Placed)]


def test_above() -> None:
    """Drawings stand under one another, each a gap from the next."""
    column = above(SMALL, LARGE, SMALL, gap=2)
    assert (column.width, column.height) == (20, 20)
    assert places(column) == [(0, 0), (0, 6), (0, 16)]
    assert places(above(SMALL, LARGE, middle=True)) == [(5, 0), (0, 4)]


def test_beside() -> None:
    """Drawings stand side by side, each a gap from the next."""
    row = beside(SMALL, LARGE, gap=3)
    assert (row.width, row.height) == (33, 8)
    assert places(row) == [(0, 0), (13, 0)]
    assert places(beside(SMALL, LARGE, middle=True)) == [(0, 2), (10, 0)]


@pytest.mark.parametrize("together", [above, beside])
def test_of_nothing(together: type[Drawing]) -> None:
    """Nothing put together takes no room."""
    assert together() == Drawing(0, 0, ())  # type: ignore[call-arg] # the functions need none


def test_set_in() -> None:
    """A drawing lies in the middle of its field and keeps its title."""
    field = set_in(LARGE, 40, 10)
    assert (field.width, field.height, field.title) == (40, 10, "large")
    assert places(field) == [(10, 1)]
