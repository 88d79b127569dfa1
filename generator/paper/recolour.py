"""A drawing in other colours: an emblem in ink becomes white on a band."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from generator.paper.shapes import Drawing, Line, Placed, Shape, Stroke, Text


def recoloured(drawing: Drawing, colours: Mapping[str, str]) -> Drawing:
    """Return the drawing with colour names replaced; the same wish gives the same drawing."""
    return _recoloured(drawing, tuple(sorted(colours.items())))


@lru_cache(maxsize=1024)
def _recoloured(drawing: Drawing, colours: tuple[tuple[str, str], ...]) -> Drawing:
    names = dict(colours)
    return replace(drawing, shapes=tuple(_shape(shape, names) for shape in drawing.shapes))


def _shape(shape: Shape, names: Mapping[str, str]) -> Shape:
    match shape:
        case Text():
            return replace(shape, colour=names.get(shape.colour, shape.colour))
        case Line():
            return replace(shape, stroke=_stroke(shape.stroke, names))
        case Placed():
            return replace(shape, drawing=recoloured(shape.drawing, names))
        case _:
            fill = None if shape.fill is None else names.get(shape.fill, shape.fill)
            stroke = None if shape.stroke is None else _stroke(shape.stroke, names)
            return replace(shape, fill=fill, stroke=stroke)


def _stroke(stroke: Stroke, names: Mapping[str, str]) -> Stroke:
    return replace(stroke, colour=names.get(stroke.colour, stroke.colour))
