"""What stands on a final paper, cell by cell, as somebody types it in."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from generator.game import Mark
from generator.reading.nodes import Path
from generator.words import MINUS

# What was typed into each cell that is not empty, by player.
TypedCells = Mapping[str, Mapping[str, str]]

# What a cell holds that can only be marked, or not.
MARKED = "x"
# What stands in, or behind, a cell that nobody has looked at on its photograph yet.
UNKNOWN = "?"
TICK = Mark(shape="tick")
# As many digits as anybody writes into a cell.
_NUMBER = re.compile(rf"\s*([-+{MINUS}]?)\s*([0-9]{{1,9}})\s*")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a paper: it takes a number, or one of its `marks`, words of the vocabulary `kind`.

    Of cells in one `group` one at most is marked. `within` leads to what it holds in the record,
    where findings do not name the cell.
    """

    id: str
    marks: Mapping[str, Mark] = field(default_factory=dict)
    kind: str = ""
    group: str = ""
    row: str = ""
    place: int = 0
    within: Path = ()


def parse_number(text: str) -> int | None:
    """Return the number that was typed, with any minus; None where it is none."""
    found = _NUMBER.fullmatch(text)
    if found is None or not found[2].isascii():
        return None
    return -int(found[2]) if found[1] in {"-", MINUS} else int(found[2])


def typed_numbers(typed: Mapping[str, str], cells: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield those of some cells that hold a number, in their order, each with it."""
    found = ((cell, parse_number(typed.get(cell, ""))) for cell in cells)
    return ((cell, value) for cell, value in found if value is not None)


def as_typed(marks: Mapping[str, Mark], cells: Iterable[Cell]) -> Mapping[str, str]:
    """Return what has to be typed into cells to have these marks on a paper."""
    found = dict[str, str]()
    for cell in cells:
        if (mark := marks.get(cell.id)) is not None:
            words = (word for word, one in cell.marks.items() if one.text == mark.text)
            text = next(words, next(iter(cell.marks), mark.text.replace(MINUS, "-")))
            found[cell.id] = text
    return found


def as_marks(typed: Mapping[str, str], cells: Iterable[Cell]) -> Mapping[str, Mark]:
    """Return the marks that were typed: numbers as written, and what each cell knows by a word."""
    found = dict[str, Mark]()
    for cell in cells:
        text = typed.get(cell.id, "")
        if text in cell.marks:
            found[cell.id] = cell.marks[text]
        elif not cell.marks and text:
            found[cell.id] = Mark(text.strip().replace("-", MINUS))
    return found
