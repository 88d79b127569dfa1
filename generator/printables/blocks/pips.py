"""The face of a die as drawn: a rounded square with its pips."""

from generator.paper.shapes import CELL_LINE, Circle, Drawing, Mm, Rect, Shape, Stroke

# Where pips lie, in quarters of the side to the right of and below the middle.
PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
PIP = 0.095
CORNER = 0.18


def pips(face: int, side: Mm, colour: str = "ink") -> Drawing:
    """Draw the pips of a face from 1 to 6; KeyError names one that a die does not have."""
    middle, step = side / 2, side / 4
    shapes: tuple[Shape, ...] = tuple(
        Circle(middle + x * step, middle + y * step, PIP * side, colour) for x, y in PLACES[face]
    )
    return Drawing(side, side, shapes)


def die_face(face: int, side: Mm) -> Drawing:
    """Draw a face of a die from 1 to 6 with its outline."""
    inset = side * 0.02
    box = Rect(
        inset,
        inset,
        side - 2 * inset,
        side - 2 * inset,
        "white",
        Stroke("ink", CELL_LINE),
        CORNER * side,
    )
    return Drawing(side, side, (box, *pips(face, side).shapes))
