"""What does not fit in a game from a list: at which cell, in words of the page, what would help."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from generator.errors import DataError, LudokitError, Problem
from generator.fitting import WAYS
from generator.words import Message

# What is too little for the game.
FEW = "list.loto-too-few"
# Messages about another one, which is all that a page says.
REASONS = frozenset({"list.loto-or-smaller", "print.cannot"})


@dataclass(frozen=True, slots=True)
class ListFault:
    """A fault, at a cell of the table or of the whole list, where `row` and `column` are 0."""

    row: int
    column: int
    cell: str
    message: Message


def list_faults(error: LudokitError) -> Iterator[ListFault]:
    """Yield the faults of a list as the page tells them, not what they are faults of."""
    if not isinstance(error, DataError):
        yield ListFault(0, 0, "", _told_alone(error.message))
        return
    for one in error.problems:
        if one.message.key in WAYS:
            continue  # the page has a click for each
        cell = one.field if one.line else ""
        yield ListFault(one.line or 0, one.column or 0, cell, _told_alone(one.message))


def _told_alone(told: Message) -> Message:
    match dict(told.values).get("reason"):
        case Message() as reason if told.key in REASONS:
            return _told_alone(reason)
    return told


def told_on_page(before: Iterable[Message], error: LudokitError) -> DataError:
    """Return a fault for people who see their list, but no file, after what was said before."""
    told = [("", one) for one in before]
    told += [(one.cell, one.message) for one in list_faults(error)]
    return DataError(Problem("", None, None, cell, reason) for cell, reason in told)
