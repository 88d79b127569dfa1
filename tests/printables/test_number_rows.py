"""Rows of numbers as what they are in their games: steps, flaps, hearts."""

from itertools import pairwise

import pytest

from generator.paper.page import PaperName
from generator.paper.shapes import Placed, Polygon
from generator.printables.context import Options
from generator.printables.planning import plan
from tests.render.drawings import all_shapes
from tests.shipped import load


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_step_ends_in_the_notch_of_the_next(paper: PaperName) -> None:
    """The outlines of a path's twenty steps meet edge to edge, from a flat start to a flat goal."""
    page, *_ = plan(load("course-a-20"), "score-sheets", Options("fr", paper))
    outlines = [
        shape.points
        for shape in all_shapes(page.copies[0].placed.drawing)
        if isinstance(shape, Polygon) and shape.stroke and not shape.fill
    ]
    rows = [outlines[first : first + 20] for first in range(0, len(outlines), 20)]
    assert len(rows) == 8 * len(page.copies)
    for row in rows:
        assert row[0][0][0] == pytest.approx(row[0][1][0])
        assert row[-1][3][0] == pytest.approx(row[-1][4][0])
        for (*_, top, tip, low), (back, notch, front, *_) in pairwise(row):
            assert (*top, *tip, *low) == pytest.approx((*front, *notch, *back))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_white_parts_the_steps_from_their_title(paper: PaperName) -> None:
    """Steps of a strip stand 2 mm or more below its title, and are as wide as the page allows."""
    page, *_ = plan(load("course-a-20"), "strip", Options("fr", paper))
    for copy in page.copies:
        title, _ = (one for one in copy.placed.drawing.shapes if isinstance(one, Placed))
        top = min(cell.y for number, cell in page.cells() if number == copy.number)
        assert top - (copy.placed.y + title.y + title.drawing.height) >= 2.0
    cells = [cell for number, cell in page.cells() if number == 1]
    assert cells[-1].x + cells[-1].width - cells[0].x > 0.82 * page.size.width


def test_halves_of_the_lowest_line_stand_at_both_edges() -> None:
    """On a large paper on whose edge a clip slides nothing stands beyond its first half or last."""
    page, *_ = plan(load("sti"), "life-tracks", Options("fr", large=True))
    ys = {cell.id: cell.y for copy, cell in page.cells() if copy == 1}
    assert ys["life.20"] == min(ys.values())
    assert ys["life.0"] == max(ys.values())
    assert ys["life.20"] < ys["table"] < ys["life.0"]
