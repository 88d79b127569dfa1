"""Faults a person can mend: what they are, where they stand, and the exceptions that carry them."""

import errno
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from generator import __version__
from generator.words import Language, Message, clipped, message, say, shown

T = TypeVar("T")

_SYSTEM = {
    errno.EDQUOT: "errors.disk-full",
    errno.ENOSPC: "errors.disk-full",
    errno.EACCES: "errors.no-rights",
    errno.EPERM: "errors.no-rights",
    errno.EROFS: "errors.read-only",
    errno.ENAMETOOLONG: "errors.name-too-long",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault in a file; line and column count from 1, None where the whole file is meant."""

    file: str
    line: int | None
    column: int | None
    field: str
    message: Message

    def worded(self, language: Language) -> str:
        """Return the fault as one line: `file:line:column: field: message`."""
        place = ":".join(str(part) for part in (self.line, self.column) if part is not None)
        head = f"{shown(self.file)}:{place}" if place else shown(self.file)
        words = (head, shown(self.field), say(self.message, language))
        return ": ".join(word for word in words if word)


class LudokitError(Exception):
    """The work cannot go on; `message` says why, to be worded at the edge."""

    def __init__(self, reason: Message) -> None:
        """Keep the reason unworded, until the language is known."""
        super().__init__(reason)
        self.message = reason

    def worded(self, language: Language) -> str:
        """Return what a person reads, in one language."""
        return say(self.message, language)

    def __str__(self) -> str:
        """Return the English words, for tracebacks."""
        return self.worded("en")


class DataError(LudokitError):
    """Files have faults; `problems` lists all of them, in reading order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep every problem; the message only counts them."""
        self.problems = tuple(problems)
        super().__init__(message("errors.faults", n=len(self.problems)))

    def __reduce__(self) -> tuple[type["DataError"], tuple[tuple[Problem, ...]]]:
        """Come whole out of another process: made again of the problems, not of the message."""
        return DataError, (self.problems,)

    def worded(self, language: Language) -> str:
        """Return one line for each problem."""
        return "\n".join(problem.worded(language) for problem in self.problems)


def system_reason(error: OSError) -> Message:
    """Return what the system refuses in our words; what is rare keeps the system's own."""
    if key := _SYSTEM.get(error.errno or 0):
        return message(key)
    return message("errors.system", reason=error.strerror or str(error))


class Accident(Exception):  # noqa: N818 - no fault that a person can mend
    """The program itself broke: what tells where, kept for the end of the run, whatever process."""

    def __init__(self, reason: Message) -> None:
        """Keep what is told of it."""
        super().__init__(reason)
        self.message = reason

    @classmethod
    def of(cls, error: BaseException) -> "Accident":
        """Return what broke as it can be told later, its traceback as a note."""
        from traceback import format_exception

        made = cls(accident(error))
        made.add_note("".join(format_exception(error)))
        return made


def accident(error: BaseException) -> Message:
    """Return what tells the authors of the program where it broke: no fault of any file."""
    from traceback import extract_tb

    if isinstance(error, Accident):
        return error.message
    place = ""
    for frame in extract_tb(error.__traceback__):
        place = f"{Path(frame.filename).name}:{frame.lineno}"
    words = f"{type(error).__name__}: {error}".splitlines()[0]
    return message("errors.accident", version=__version__, found=clipped(words), place=place)


def gathered(*attempts: Callable[[], T]) -> tuple[T, ...]:
    """Run every attempt and return the results; raise one DataError with all their problems."""
    results: list[T] = []
    problems: list[Problem] = []
    for attempt in attempts:
        try:
            results.append(attempt())
        except DataError as error:
            problems.extend(error.problems)
    if problems:
        # What several attempts rest on is wrong once.
        raise DataError(dict.fromkeys(problems))
    return tuple(results)
