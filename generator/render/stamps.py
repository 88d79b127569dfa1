"""Which drawings of a file come up more than once: they are written once, as stamps."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass

from generator.paper.shapes import Drawing, Placed


@dataclass(frozen=True, slots=True)
class Stamps:
    """The repeated drawings, each after those placed in it; `numbers` finds one by its identity."""

    drawings: tuple[tuple[int, Drawing], ...]
    numbers: Mapping[int, int]

    def number(self, drawing: Drawing) -> int | None:
        """Return the number of the stamp that looks like the drawing, if there is one."""
        return self.numbers.get(id(drawing))


class _Looks:
    """Numbers drawings so that those that look the same share one; each shape is hashed once."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.drawings: list[Drawing] = []
        self.inner: list[tuple[int, ...]] = []
        self._by_look: dict[Hashable, int] = {}

    def number(self, drawing: Drawing) -> int:
        """Return the drawing's number; what is placed in it has a lower one."""
        known = self.numbers.get(id(drawing))
        if known is not None:
            return known
        inner: list[int] = []
        shapes: list[Hashable] = []
        for shape in drawing.shapes:
            if isinstance(shape, Placed):
                inner.append(self.number(shape.drawing))
                shapes.append((inner[-1], shape.x, shape.y, shape.turn, shape.scale, shape.clip))
            else:
                shapes.append(shape)
        look = (drawing.width, drawing.height, *shapes)
        number = self._by_look.setdefault(look, len(self.drawings))
        if number == len(self.drawings):
            self.drawings.append(drawing)
            self.inner.append(tuple(inner))
        self.numbers[id(drawing)] = number
        return number


def stamps(placed: Iterable[Placed]) -> Stamps:
    """Find the drawings that look the same and are placed more than once, at any depth.

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
    repeated = {n for n, count in times.items() if count > 1 and looks.drawings[n].shapes}
    return Stamps(
        tuple((number, looks.drawings[number]) for number in sorted(repeated)),
        {key: number for key, number in looks.numbers.items() if number in repeated},
    )
