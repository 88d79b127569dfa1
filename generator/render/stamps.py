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
    in these are hashed shape by shape, which takes longer than drawing them.
    """

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.drawings: list[Drawing] = []
        self.inner: list[tuple[int, ...]] = []
        self._firsts: dict[Hashable, tuple[int, tuple[Hashable, ...]]] = {}
        self._others: dict[Hashable, int] = {}

    def number(self, drawing: Drawing) -> int:
        """Return the drawing's number; what is placed in it has a lower one."""
        known = self.numbers.get(id(drawing))
        if known is not None:
            return known
        inner: list[int] = []
        shapes: list[Hashable] = []
        words: list[str] = []
        for shape in drawing.shapes:
            if isinstance(shape, Placed):
                inner.append(self.number(shape.drawing))
                shapes.append((inner[-1], shape.x, shape.y, shape.turn, shape.scale, shape.clip))
            else:
                shapes.append(shape)
                if isinstance(shape, Text):
                    words.append(shape.words)
        kind = (drawing.width, drawing.height, len(shapes), *inner[:1], *words[:1], *words[-1:])
        number = self._same(kind, tuple(shapes))
        if number == len(self.drawings):
            self.drawings.append(drawing)
            self.inner.append(tuple(inner))
        self.numbers[id(drawing)] = number
        return number

    def _same(self, kind: Hashable, look: tuple[Hashable, ...]) -> int:
        """Return the number of the drawing of the kind that looks the same, or the next one."""
        new = len(self.drawings)
        number, first = self._firsts.setdefault(kind, (new, look))
        if number == new or first == look:
            return number
        return self._others.setdefault((kind, look), new)


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
