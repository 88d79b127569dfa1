"""How far drawings reach, through clips, turns and scales."""

import pytest

from generator.paper.page import Box, Extents, about
from generator.paper.shapes import (
    CLOSE,
    Align,
    Circle,
    Drawing,
    Line,
    Path,
    Placed,
    Polygon,
    Rect,
    Shape,
    Step,
    Stroke,
)
from generator.paper.text import Lettering, set_line, width_of
from tests.render.measured import REGULAR


@pytest.mark.parametrize(
    ("shape", "box"),
    [
        pytest.param(Line(1, 5, 4, 2, Stroke()), Box(1, 2, 4, 5), id="line"),
        pytest.param(Rect(1, 2, 3, 4), Box(1, 2, 4, 6), id="rect"),
        pytest.param(Circle(5, 6, 2), Box(3, 4, 7, 8), id="circle"),
        pytest.param(Polygon(((0, 1), (4, 2), (2, 9))), Box(0, 1, 4, 9), id="polygon"),
        pytest.param(
            Path(
                (
                    Step("M", ((0, 0),)),
                    Step("L", ((2, 1),)),
                    Step("C", ((3, 5), (4, 4), (1, 2))),
                    CLOSE,
                )
            ),
            Box(0, 0, 4, 5),
            id="path",
        ),
    ],
)
def test_box_about_a_shape(shape: Shape, box: Box) -> None:
    """The box holds all of a shape, for curves their control points too."""
    assert Extents().shape(shape) == box


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("middle", 0.5), ("right", 1.0)])
def test_box_about_words(align: Align, share: float) -> None:
    """Words reach as far as they are set wide, from their capitals' top to their tails."""
    wide = width_of("Pages", REGULAR, 12)
    (text,) = set_line("Pages", 40, 20, Lettering(REGULAR, 12, "ink", align))
    box = Extents().shape(text)
    assert box is not None
    assert (box.left, box.right) == pytest.approx((40 - wide * share, 40 + wide * (1 - share)))
    assert box.top < 20 < box.bottom


@pytest.mark.parametrize(
    ("placed", "box"),
    [
        pytest.param({}, (10, 20, 14, 26), id="moved"),
        pytest.param({"scale": 2.0}, (10, 20, 18, 32), id="scaled"),
        pytest.param({"turn": 90.0}, (4, 20, 10, 24), id="turned"),
        pytest.param({"turn": 180.0}, (6, 14, 10, 20), id="on its head"),
        pytest.param({"clip": Rect(1, 1, 2, 20)}, (11, 21, 13, 26), id="clipped"),
    ],
)
def test_box_about_a_placed_drawing(
    placed: dict[str, float | Rect], box: tuple[float, ...]
) -> None:
    """The box lies where the drawing does, no larger than what its clip shows."""
    drawing = Drawing(4, 6, (Rect(0, 0, 4, 6),))
    found = Extents().placed(Placed(drawing, 10, 20, **placed))  # type: ignore[arg-type]
    assert found is not None
    assert (found.left, found.top, found.right, found.bottom) == pytest.approx(box)


def test_nothing_has_no_box() -> None:
    """An empty drawing, and one whose clip shows nothing of it, have no box."""
    drawing = Drawing(4, 6, (Rect(0, 0, 4, 6),))
    assert Extents().drawing(Drawing(9, 9)) is None
    assert Extents().placed(Placed(drawing, 0, 0, clip=Rect(50, 50, 2, 2))) is None


def test_inner_drawings_count() -> None:
    """A drawing reaches as far as those placed in it."""
    inner = Drawing(4, 6, (Rect(0, 0, 4, 6),))
    outer = Drawing(1, 1, (Placed(inner, 3, 3), Line(0, 0, 1, 1, Stroke())))
    assert Extents().drawing(outer) == Box(0, 0, 7, 9)


def test_box_within_another() -> None:
    """A box is within another when no side sticks out by more than the slack."""
    assert about(((1, 1), (2, 2))).within(Box(1, 1, 2, 2))
    assert not Box(0.9, 1, 2, 2).within(Box(1, 1, 2, 2))
    assert Box(0.9, 1, 2, 2).within(Box(1, 1, 2, 2), 0.2)
