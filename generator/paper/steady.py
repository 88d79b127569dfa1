"""Words that stand still: the same pixels, wherever a drawing is cut into tiles.

Readers set small letters on whole pixels, or across on thirds of one. A letter that begins just on
the border may jump when the least rounding differs, as it does from page to page: such words are
moved by a hair.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate
from typing import TypeAlias

from generator.paper.page import turned
from generator.paper.shapes import Drawing, Placed, Point, Shape, Text
from generator.paper.text import width_of
from generator.paper.units import Mm

Place: TypeAlias = Callable[[Mm, Mm], Point]

# Sixths of a pixel in a millimetre at 254 dpi (borders are at thirds, or half-way between them),
# and how near a border is too near.
SIXTHS = 60
NEAR = 0.01
# A hair, and how many of them words are moved at most, across and down.
HAIR: Mm = 0.0011
MOST = 40


def steady(drawing: Drawing) -> Drawing:
    """Return the drawing with words moved by a hair where a letter stands between two pixels.

    It holds where the drawing is placed on whole tenths of a millimetre.
    """
    return _steady(drawing, lambda x, y: (x, y))


def _steady(drawing: Drawing, place: Place) -> Drawing:
    shapes = tuple(_shape(shape, place) for shape in drawing.shapes)
    return drawing if shapes == drawing.shapes else replace(drawing, shapes=shapes)


def _shape(shape: Shape, place: Place) -> Shape:
    match shape:
        case Placed():
            inner = _steady(shape.drawing, lambda x, y: place(*turned(shape, x, y)))
            return shape if inner is shape.drawing else replace(shape, drawing=inner)
        case Text():
            return next((one for one in _moved(shape) if _is_steady(one, place)), shape)
        case _:
            return shape


def _moved(text: Text) -> Iterator[Text]:
    """Yield the words where they stand, then a hair and more to the right and down."""
    yield text
    for hairs in range(1, MOST + 1):
        yield replace(text, x=text.x + hairs * HAIR, y=text.y + hairs * HAIR)
        yield replace(text, x=text.x + hairs * HAIR)
        yield replace(text, y=text.y + hairs * HAIR)


def _is_steady(text: Text, place: Place) -> bool:
    """Tell whether every letter begins well within a pixel, across and down."""
    return all(
        NEAR < (length * SIXTHS) % 1 < 1 - NEAR
        for x in _starts(text)
        for length in place(x, text.y)
    )


def _starts(text: Text) -> tuple[Mm, ...]:
    """Return where each letter begins."""
    widths = [width_of(letter, text.font, text.size) for letter in text.words]
    start = text.x - {"left": 0.0, "middle": sum(widths) / 2, "right": sum(widths)}[text.align]
    return tuple(accumulate(widths[:-1], initial=start))
