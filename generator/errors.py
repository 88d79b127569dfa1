"""Problems that a person can fix: what they are, where they stand, the exceptions with them."""

import errno
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from generator import __version__
from generator.words import Language, Message, clip_text, escape_unseen, message, say

T = TypeVar("T")

_SYSTEM = {
    errno.EDQUOT: "errors.disk-full",
    errno.ENOSPC: "errors.disk-full",
    errno.EBADF: "errors.no-output",
    errno.EACCES: "errors.no-rights",
    errno.EPERM: "errors.no-rights",
    errno.EROFS: "errors.read-only",
    errno.ENAMETOOLONG: "errors.name-too-long",
}
NO_MEMORY = "errors.no-memory"


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
        head = f"{escape_unseen(self.file)}:{place}" if place else escape_unseen(self.file)
        words = (head, escape_unseen(self.field), say(self.message, language))
        return ": ".join(word for word in words if word)


class LudokitError(Exception):
    """The work cannot go on; `message` says why, put into words once the language is known."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.message = reason

    def worded(self, language: Language) -> str:
        """Return what a person reads, in one language."""
        return say(self.message, language)

    def __str__(self) -> str:
        # For tracebacks.
        return self.worded("en")


class DataError(LudokitError):
    """Files have problems; `problems` lists all in reading order, `message` only counts them."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(message("errors.faults", n=len(self.problems)))

    @classmethod
    def raise_for(cls, problems: Iterable[Problem]) -> None:
        """Raise the error of some problems, if there are any."""
        if found := tuple(problems):
            raise cls(found)

    def __reduce__(self) -> tuple[type["DataError"], tuple[tuple[Problem, ...]]]:
        # Unpickled from its problems; the default would call __init__ with the message.
        return DataError, (self.problems,)

    def worded(self, language: Language) -> str:
        return "\n".join(problem.worded(language) for problem in self.problems)


def system_reason(error: OSError) -> Message:
    """Return why the system refused, in our words where we have some, else in its own."""
    if key := _SYSTEM.get(error.errno or 0):
        return message(key)
    return message("errors.system", reason=error.strerror or str(error))


class Accident(Exception):  # noqa: N818 - no fault that a person can mend
    """A bug of the program, kept until the end of the run, from whatever process it came."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.message = reason

    @classmethod
    def of(cls, error: BaseException) -> "Accident":
        """Wrap an exception so that it can be pickled; its traceback becomes a note."""
        from traceback import format_exception

        made = cls(accident_message(error))
        made.add_note("".join(format_exception(error)))
        return made


def accident_message(error: BaseException) -> Message:
    """Return the message that tells the program's authors where it broke."""
    from traceback import extract_tb

    if isinstance(error, Accident):
        return error.message
    if isinstance(error, MemoryError):
        return message(NO_MEMORY)
    place = ""
    for frame in extract_tb(error.__traceback__):
        place = f"{Path(frame.filename).name}:{frame.lineno}"
    kind = type(error).__name__
    found = clip_text(f"{kind}: {error}".splitlines()[0])
    return message("errors.accident", version=__version__, kind=kind, found=found, place=place)


def gather_problems(*attempts: Callable[[], T]) -> tuple[T, ...]:
    """Run every attempt and return the results; raise one DataError with all their problems."""
    results: list[T] = []
    problems: list[Problem] = []
    for attempt in attempts:
        try:
            results.append(attempt())
        except DataError as error:
            problems.extend(error.problems)
    # A problem in what several attempts share is reported once.
    DataError.raise_for(dict.fromkeys(problems))
    return tuple(results)
