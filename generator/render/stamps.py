"""Which drawings of a file come up more than once: they are written once, as stamps."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from generator.paper.shapes import Drawing, Line, Placed, Rect, Text

# Shapes that are shorter than a stamp's own words.
_SHORT = Line | Rect | Text


@dataclass(frozen=True, slots=True)
class Stamps:
    """The repeated drawings, each after those placed in it; `numbers` finds one by its identity."""

    drawings: tuple[tuple[int, Drawing], ...]
    numbers: Mapping[int, int]

    def number(self, drawing: Drawing) -> int | None:
        """Return the number of the stamp that looks like the drawing, if there is one."""
        return self.numbers.get(id(drawing))


class _Looks:
    """Numbers drawings so that those that look the same share one.

    Their sizes, numbers of shapes and first and last words mostly tell them apart; only those alike
    in these are compared shape by shape, which takes longer than drawing them.
    """

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.drawings: list[Drawing] = []
        self.inner: list[tuple[int, ...]] = []
        self._firsts: dict[Hashable, int] = {}
        self._others: dict[Hashable, int] = {}

    def number(self, drawing: Drawing) -> int:
        """Return the drawing's number; what is placed in it has a lower one."""
        known = self.numbers.get(id(drawing))
        if known is not None:
            return known
        shapes = drawing.shapes
        inner = [self.number(shape.drawing) for shape in shapes if isinstance(shape, Placed)]
        words = [shape.words for shape in shapes if isinstance(shape, Text)]
        kind = (drawing.width, drawing.height, len(shapes), *inner[:1], *words[:1], *words[-1:])
        new = len(self.drawings)
        number = self._firsts.setdefault(kind, new)
        if number != new and (look := self._look(drawing)) != self._look(self.drawings[number]):
            number = self._others.setdefault((kind, look), new)
        if number == new:
            self.drawings.append(drawing)
            self.inner.append(tuple(inner))
        self.numbers[id(drawing)] = number
        return number

    def _look(self, drawing: Drawing) -> tuple[Hashable, ...]:
        """Return the shapes, with the numbers of the drawings placed among them."""
        return tuple(
            (self.numbers[id(one.drawing)], one.x, one.y, one.turn, one.scale, one.clip)
            if isinstance(one, Placed)
            else one
            for one in drawing.shapes
        )


def _is_much(drawing: Drawing) -> bool:
    """Tell whether a drawing is worth a stamp: a word, a line or a box alone is not."""
    return len(drawing.shapes) > 1 or any(not isinstance(one, _SHORT) for one in drawing.shapes)


def stamps(placed: Iterable[Placed]) -> Stamps:
    """Find the drawings that look the same and are placed more than once, at any depth.

    One that is shorter than a stamp is none.

    The drawings have to live on while the result is in use, since it knows them by identity.
    """
    looks = _Looks()
    open_ = [looks.number(one.drawing) for one in placed]
    times: Counter[int] = Counter()
    while open_:
        number = open_.pop()
        times[number] += 1
        if times[number] == 1:
            open_.extend(looks.inner[number])
    repeated = {n for n, count in times.items() if count > 1 and _is_much(looks.drawings[n])}
    return Stamps(
        tuple((number, looks.drawings[number]) for number in sorted(repeated)),
        {key: number for key, number in looks.numbers.items() if number in repeated},
    )
