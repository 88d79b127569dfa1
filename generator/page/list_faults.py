"""What does not fit in a game from a list: at which cell, in words of the page, what would help."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.errors import DataError, LudokitError, Problem
from generator.words import Message, message

# Messages that name files or fields, and how a page says the same.
PAGE_WORDS: Mapping[str, str] = {
    "list.families-column": "page.list-no-families",
    "list.families-over": "page.list-families-over",
    "list.one-column": "page.list-one-column",
    "list.one-in-common-long": "page.list-long",
    "paper.does-not-fit": "page.list-long",
}
# Messages about another one, which is all that a page says.
REASONS = frozenset({"list.loto-or-smaller", "print.cannot"})


@dataclass(frozen=True, slots=True)
class ListFault:
    """A fault, at a cell of the table or of the whole list, where `row` and `column` are 0."""

    row: int
    column: int
    cell: str
    message: Message

    @property
    def is_long(self) -> bool:
        """Return whether what stands there takes more room than there is."""
        return self.message.key == "page.list-long"

    @property
    def is_few(self) -> bool:
        """Return whether the list is too short for what is made of it."""
        return self.message.key == "list.loto-too-few"


def list_faults(error: LudokitError) -> tuple[ListFault, ...]:
    """Return the faults of a list in words of the page."""
    return tuple(_faults(error))


def _faults(error: LudokitError) -> Iterator[ListFault]:
    if not isinstance(error, DataError):
        yield ListFault(0, 0, "", page_words(error.message))
        return
    for one in error.problems:
        cell = one.field if one.line else ""
        yield ListFault(one.line or 0, one.column or 0, cell, page_words(one.message))


def page_words(told: Message) -> Message:
    """Return a message without names of files and fields."""
    values = dict(told.values)
    if told.key in REASONS and isinstance(reason := values["reason"], Message):
        return page_words(reason)
    return message(PAGE_WORDS[told.key], **values) if told.key in PAGE_WORDS else told


def told_on_page(before: Iterable[Message], error: LudokitError) -> DataError:
    """Return a fault for people who see their list, but no file, after what was said before."""
    told = [("", one) for one in before]
    told += [(one.cell, one.message) for one in list_faults(error)]
    return DataError(Problem("", None, None, cell, reason) for cell, reason in told)
