"""What is written by hand lies in its cell and can be read there."""

import pytest

from generator.game import Mark
from generator.game.head import Tone
from generator.paper.palette import Palette, Swatch
from generator.paper.shapes import (
    CellBox,
    Circle,
    Drawing,
    Line,
    Placed,
    Polygon,
    Rect,
    Shape,
    Text,
)
from generator.paper.text import FAMILIES, SYMBOLS, DoesNotFitError, cap_height, width_of
from generator.printables.marks import Ring, broken, enclose, number_rings, ring, write_in

FONT = FAMILIES["standard"].bold
CELL = CellBox("Y3", "J3", 20, 10, 12, 10)
SHEET = Drawing(60, 40, (Rect(0, 0, 60, 40),), (CELL,), "a sheet")


def written(mark: Mark) -> tuple[Shape, ...]:
    """Return the shapes that a mark adds to the sheet."""
    drawing = write_in(SHEET, {"Y3": mark}, FONT)
    assert drawing.shapes[:1] == SHEET.shapes
    assert (drawing.cells, drawing.title) == (SHEET.cells, SHEET.title)
    return drawing.shapes[1:]


@pytest.mark.parametrize("words", ["7", "18", "100", "10 pts", "A-B", "✗ 3"])
def test_words_lie_in_their_cell(words: str) -> None:
    """Words stand on one line in the middle of their cell, within its shorter side."""
    texts = [shape for shape in written(Mark(words)) if isinstance(shape, Text)]
    assert "".join(text.words for text in texts) == words
    assert len({(text.y, text.size) for text in texts}) == 1
    width = sum(width_of(text.words, text.font, text.size) for text in texts)
    assert width <= 10
    size, y = texts[0].size, texts[0].y
    assert y - cap_height(FONT, size) / 2 == pytest.approx(15)


@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_words_stand_above_the_name_of_their_cell(scale: float) -> None:
    """A number that would touch the name printed low in its cell stands above it."""
    name = Drawing(80, 60, (Text(26 / scale, 18 / scale, "J3", FONT, 7 / scale, align="middle"),))
    sheet = Drawing(60, 40, (Placed(name, 0, 0, scale=scale),), (CELL,), "a sheet")
    (text,) = write_in(sheet, {"Y3": Mark("18")}, FONT).shapes[1:]
    assert isinstance(text, Text)
    assert text.y < 18 - cap_height(FONT, 7) - 0.5
    (alone,) = written(Mark("18"))
    assert isinstance(alone, Text)
    assert text.y > alone.y - 2


def test_a_ring_opens_for_words() -> None:
    """Words that a ring runs through lie on white; those wholly inside or outside stay."""
    lines = tuple(Text(30, y, "3x1", FONT, 7, align="middle") for y in (20, 25.5, 36))
    ring_drawn, ground, words = broken(Drawing(60, 40, lines), [Circle(30, 20, 5)])
    assert (ring_drawn, words) == (Circle(30, 20, 5), lines[1])
    assert isinstance(ground, Rect)
    assert (ground.fill, ground.stroke) == ("white", None)
    assert ground.x < 30 - width_of("3x1", FONT, 7) / 2
    assert ground.y + ground.height > 25.5


def test_words_too_long_for_a_cell_are_named() -> None:
    """Words that a cell cannot hold stop the build."""
    with pytest.raises(DoesNotFitError, match="anticonstitutionnellement"):
        written(Mark("anticonstitutionnellement"))


@pytest.mark.parametrize(
    ("shape", "kind"), [("circle", Circle), ("square", Rect), ("triangle", Polygon)]
)
def test_tokens(shape: Tone, kind: type[Shape]) -> None:
    """A token has its shape and colour, and words on it are legible there."""
    token, words = written(Mark("S", "orange", shape))
    assert isinstance(token, kind)
    assert isinstance(token, Circle | Rect | Polygon)
    assert token.fill == "orange"
    assert isinstance(words, Text)
    assert words.colour == "orange.on"


def test_a_token_without_colour_is_open() -> None:
    """A token of no colour is an outline, and its words are ink."""
    token, words = written(Mark("S", shape="circle"))
    assert isinstance(token, Circle)
    assert isinstance(words, Text)
    assert token.fill is None
    assert Palette().line(words.colour) == Palette().line("ink")


def test_words_alone_have_their_colour() -> None:
    """Words without a token are written in the mark's colour, else in ink."""
    (plain,), (orange,) = written(Mark("7")), written(Mark("7", "orange"))
    assert isinstance(plain, Text)
    assert isinstance(orange, Text)
    assert (plain.colour, orange.colour) == ("ink", "orange")
    assert Palette((("orange", Swatch("#ea8f3a")),)).line(orange.colour)


def test_tick() -> None:
    """A tick is one character of the symbols face, within its cell."""
    (tick,) = written(Mark(shape="tick"))
    assert isinstance(tick, Text)
    assert (tick.words, tick.font, tick.align) == ("✓", SYMBOLS, "middle")
    assert 20 <= tick.x <= 32
    assert 10 <= tick.y <= 20


def test_marks_find_cells_in_placed_drawings() -> None:
    """A cell of a drawing within the drawing is marked where it lies."""
    outer = Drawing(100, 100, (Placed(SHEET, 30, 40),))
    (text,) = write_in(outer, {"Y3": Mark("7")}, FONT).shapes[1:]
    assert isinstance(text, Text)
    assert text.x == pytest.approx(56)


def test_a_missing_cell_is_named() -> None:
    """A cell that is not on the drawing is an error that names it."""
    with pytest.raises(KeyError, match="Z9"):
        write_in(SHEET, {"Z9": Mark("7")}, FONT)
    with pytest.raises(KeyError, match="Z9"):
        ring(SHEET, ["Z9"])


def test_rings() -> None:
    """A ring lies about the middle of its cell, larger than the cell's longer half, and open."""
    circle = ring(SHEET, ["Y3"]).shapes[-1]
    assert isinstance(circle, Circle)
    assert (circle.x, circle.y, circle.fill) == (26, 15, None)
    assert circle.radius > 6
    assert circle.stroke is not None
    assert circle.stroke.colour == "error"


def test_errors_are_struck_through() -> None:
    """What has the colour of errors is red, open where it is a token, and struck through."""
    edge, words, strike = written(Mark("7", "error", "square"))
    assert isinstance(edge, Rect)
    assert isinstance(words, Text)
    assert isinstance(strike, Line)
    assert (edge.fill, words.colour, strike.stroke.colour) == (None, "error", "error")
    assert strike.x1 < words.x < strike.x2
    assert strike.y1 > words.y - 1 > strike.y2


def test_a_tick_leaves_a_printed_number_alone() -> None:
    """Where a number is printed, its tick stands beside it, or above it in a high cell."""
    (usual,), (beside,) = written(Mark(shape="tick")), written(Mark("3", shape="tick"))
    assert isinstance(usual, Text)
    assert isinstance(beside, Text)
    half = width_of("✓", SYMBOLS, beside.size) / 2
    assert (usual.x, beside.size < usual.size) == (26, True)
    assert beside.x - half > 26 + 1


def test_a_token_may_cover_its_cell() -> None:
    """Nothing printed shows about a token that covers its cell."""
    under, token, _ = written(Mark("2", "orange", "star", covers=True))
    assert isinstance(under, Rect)
    assert (under.fill, under.stroke) == ("white", None)
    assert under.width > 0.9 * CELL.width
    assert isinstance(token, Polygon)
    assert len(token.points) == 10


def test_what_was_wrong_and_what_is_right_stand_beside_a_ring() -> None:
    """The number of a finding stands above, below it what was wrong, struck, and what is right."""
    shapes = number_rings(SHEET, {"Y3": Ring((2, 3), "16", "0")}, FONT).shapes
    number, beside = (shape for shape in shapes if isinstance(shape, Text))
    (strike,) = (shape for shape in shapes if isinstance(shape, Line))
    assert (number.words, beside.words) == ("2, 3", "16 0")
    assert number.y < 15 < beside.y
    start = beside.x - width_of("16 0", FONT, beside.size) / 2
    end = start + width_of("16", FONT, beside.size)
    assert strike.x1 < start < end < strike.x2 < end + width_of(" ", FONT, beside.size)
    right = number_rings(SHEET, {"Y3": Ring((1,), right="0")}, FONT).shapes
    assert not any(isinstance(shape, Line) for shape in right)


def test_a_band_encloses_a_line() -> None:
    """A band with a dark edge runs from the middle of a line's first cell to that of its last."""
    other = CellBox("Y5", "J5", 40, 10, 12, 10)
    sheet = Drawing(60, 40, (), (CELL, other))
    edge, inner = enclose(sheet, [("Y3", "Y4", "Y5")]).shapes
    assert isinstance(edge, Line)
    assert isinstance(inner, Line)
    assert (edge.x1, edge.x2, edge.stroke.colour) == (26, 46, "ink")
    assert 10 < edge.y1 == edge.y2 < 20
    assert 1.2 < edge.stroke.width - inner.stroke.width < 3
