"""Shapes on the page: where they lie, how they are filled and stroked."""

from dataclasses import replace
from itertools import pairwise

import pytest

from generator.paper.page import turned
from generator.paper.shapes import (
    Align,
    Circle,
    Dash,
    Drawing,
    Line,
    Placed,
    Rect,
    Stroke,
)
from generator.paper.text import Lettering, set_line
from tests.render.drawings import drawn, sample
from tests.render.measured import (
    BOLD,
    ink_box,
    picture_of,
    pixels,
)

WHITE, ORANGE, INK = (255, 255, 255), (234, 143, 58), (11, 13, 15)


@pytest.mark.parametrize("times", [1, 2], ids=["inline", "stamp"])
def test_placing(times: int) -> None:
    """A placed drawing is scaled, turned clockwise about its top left, then moved."""
    flag = Drawing(20, 10, (Rect(0, 0, 10, 10, "orange"), Rect(10, 0, 10, 10, "violet")))
    placed = Placed(flag, 40, 5, turn=90, scale=2.0)
    more = (Placed(flag, 5, 5),) * (times - 1)
    picture = picture_of(drawn(Drawing(60, 60, (placed, *more))))
    for x, y, colour in ((5, 5, ORANGE), (15, 5, (107, 69, 150))):
        left, top = turned(placed, x, y)
        assert picture.getpixel((round(left * 10), round(top * 10))) == colour
    # Clockwise: what lay to the right lies below.
    assert turned(placed, 15, 5) == pytest.approx((30, 35))


def test_clip() -> None:
    """Only the part of a placed drawing shows that its clip names, where it would lie anyway."""
    disc = Drawing(40, 40, (Circle(20, 20, 20, "ink"),))
    pdf = drawn(Drawing(50, 50, (Placed(disc, 5, 5, clip=Rect(10, 15, 12, 8)),)))
    assert ink_box(picture_of(pdf)) == pytest.approx((150, 200, 270, 280), abs=1)


def test_clip_ends_with_its_drawing() -> None:
    """What is drawn after a clipped drawing shows in full."""
    disc = Drawing(40, 40, (Circle(20, 20, 20, "orange"),))
    after = Rect(0, 0, 50, 5, "orange")
    pdf = drawn(Drawing(50, 50, (Placed(disc, 5, 5, clip=Rect(18, 18, 4, 4)), after)))
    assert picture_of(pdf).getpixel((20, 20)) == ORANGE
    assert picture_of(pdf).getpixel((480, 20)) == ORANGE


def test_state_does_not_leak_out_of_a_placed_drawing() -> None:
    """Colours and strokes set within a turned drawing do not colour what follows it."""
    inner = Drawing(10, 10, (Rect(0, 0, 5, 5, "violet", Stroke("violet", 3, "dotted")),))
    first, last = Rect(0, 0, 10, 10, "orange"), Rect(20, 0, 10, 10, "orange")
    line = Line(0, 25, 40, 25, Stroke("orange", 4))
    shapes = (first, line, Placed(inner, 10, 15, turn=45), last, replace(line, y1=30, y2=30))
    picture = picture_of(drawn(Drawing(40, 40, shapes)))
    assert picture.getpixel((250, 50)) == ORANGE
    assert picture.getpixel((200, 300)) == picture.getpixel((200, 250)) != ORANGE


def test_outline_has_no_coloured_area() -> None:
    """In outline mode every area is white, and what had no edge gets one of 0.6 points."""
    bare = Drawing(30, 30, (Rect(5, 5, 20, 20, "orange"),))
    pdf = drawn(bare, sample(), ink="outline")
    edge = picture_of(pdf)
    assert edge.getpixel((150, 150)) == WHITE
    left, top, right, bottom = ink_box(edge)
    assert (left, top, right, bottom) == pytest.approx((49, 49, 251, 251), abs=1.5)
    assert all(max(pixel) - min(pixel) < 12 for pixel in pixels(picture_of(pdf, 60, page=1)))


@pytest.mark.parametrize("colour", ["white", "orange", "orange.tint"])
def test_outline_areas_cover(colour: str) -> None:
    """In outline mode an area of any colour still covers what lies under it."""
    line, cover = Line(0, 10, 40, 10, Stroke("ink", 3)), Rect(10, 5, 10, 10, colour)
    picture = picture_of(drawn(Drawing(40, 20, (line, cover)), ink="outline"))
    assert picture.getpixel((150, 100)) == WHITE


def test_grey_has_no_hue() -> None:
    """In grey every pixel has as much red as green and blue."""
    pdf = drawn(sample(), ink="grey")
    assert all(red == green == blue for red, green, blue in pixels(picture_of(pdf, 60)))


@pytest.mark.parametrize(("dash", "least"), [("solid", 1), ("dotted", 20), ("dashed", 10)])
def test_dashes(dash: Dash, least: int) -> None:
    """A dotted or dashed line is parted by white; a solid one is not."""
    picture = picture_of(drawn(Drawing(60, 20, (Line(5, 10, 55, 10, Stroke("ink", 1.1, dash)),))))
    row = picture.convert("L").crop((0, 100, picture.width, 101)).tobytes()
    runs = sum(a >= 128 > b for a, b in pairwise(row))
    assert runs == least if dash == "solid" else runs >= least


def test_corners_and_ends_are_round() -> None:
    """A rounded rectangle leaves its corners white; a stroke ends in half a circle."""
    shapes = (Rect(5, 5, 20, 20, "ink", None, 6), Line(35, 15, 45, 15, Stroke("ink", 12)))
    picture = picture_of(drawn(Drawing(60, 30, shapes)))
    assert picture.getpixel((58, 58)) == WHITE
    assert picture.getpixel((150, 52)) == INK
    assert picture.getpixel((335, 150)) == INK
    assert picture.getpixel((333, 133)) == WHITE


@pytest.mark.parametrize("align", ["left", "middle", "right"])
def test_alignment(align: Align) -> None:
    """Words start at, lie about or end at their point."""
    pdf = drawn(Drawing(100, 30, set_line("HHHH", 50, 20, Lettering(BOLD, 20, align=align))))
    left, _, right, bottom = ink_box(picture_of(pdf))
    found = {"left": left, "middle": (left + right) / 2, "right": right}[align]
    assert found == pytest.approx(500, abs=8)
    assert bottom == pytest.approx(200, abs=1)
