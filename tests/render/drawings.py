"""Drawings to test with, and what is in a drawing."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.paper.page import Page
from generator.paper.palette import Ink
from generator.paper.shapes import (
    CLOSE,
    Circle,
    Drawing,
    Line,
    Path,
    PathStep,
    Placed,
    Polygon,
    Rect,
    Shape,
    Stroke,
    Text,
)
from generator.paper.text import Lettering, set_line
from generator.render.pdf import draw
from tests.render.measured import BOLD, FACTS, PALETTE, on_page


def all_shapes(drawing: Drawing) -> Iterator[Shape]:
    """Yield every shape of a drawing, those of the drawings placed in it too."""
    for shape in drawing.shapes:
        yield shape
        if isinstance(shape, Placed):
            yield from all_shapes(shape.drawing)


def words_of(drawing: Drawing) -> str:
    """Return all words of a drawing, in drawing order."""
    return " ".join(shape.words for shape in all_shapes(drawing) if isinstance(shape, Text))


def set_words(drawing: Drawing, x: float = 0.0, y: float = 0.0) -> Iterator[Text]:
    """Yield all words of a drawing where they lie, but for a card in small, which nobody reads."""
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            yield replace(shape, x=x + shape.x, y=y + shape.y)
        elif isinstance(shape, Placed) and shape.scale == 1.0:
            yield from set_words(shape.drawing, x + shape.x, y + shape.y)


def glued(pages: Sequence[Page]) -> Page:
    """Return the first board of some pages as it lies on the table: its tiles put together."""
    first, *_ = pages
    placed = (
        replace(copy, placed=replace(copy.placed, clip=None), own=None) for copy in first.copies
    )
    return replace(first, copies=tuple(placed))


def sample(words: str = "Été à Noël : « œuf » ≥ 3 ⚄") -> Drawing:
    """Return a drawing with a shape of each kind."""
    inner = Drawing(10, 6, (Rect(0, 0, 10, 6, "violet", None, 2),))
    return Drawing(
        80,
        60,
        (
            Rect(2, 2, 20, 10, "orange.tint", Stroke("orange", 1.8), 2.0),
            Circle(35, 10, 6, "orange", Stroke()),
            Polygon(((50, 4), (58, 16), (44, 16)), "violet"),
            Path(
                (
                    PathStep("M", ((62, 5),)),
                    PathStep("C", ((66, 0), (70, 20), (76, 5))),
                    PathStep("L", ((70, 16),)),
                    CLOSE,
                ),
                "orange",
            ),
            Line(5, 30, 75, 30, Stroke("secondary", 0.6, "dashed")),
            *set_line(words, 5, 40, Lettering(BOLD, 10)),
            Placed(inner, 10, 45),
            Placed(inner, 40, 45, turn=20, scale=0.7),
        ),
    )


def drawn(*drawings: Drawing, ink: Ink = "colour") -> bytes:
    """Draw each drawing on a page of its size."""
    return draw([on_page(one) for one in drawings], replace(PALETTE, ink=ink), FACTS)
