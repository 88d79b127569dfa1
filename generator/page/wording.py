"""What the page says of messages and faults: in its own wording, without paths and options."""

import re

from generator.errors import DataError, LudokitError, Problem, accident_message, system_reason
from generator.options import Option
from generator.words import Language, Message, message, on_page, typeset_message

# A cell of a table, by which people find it.
CELL = re.compile(r"[A-Z]{1,3}[0-9]{1,7}")
# What help says of the default stands in the field itself.
_USUAL = re.compile(r"\s*\[[^\]]*\]$")


def worded(words: Message, language: Language) -> str:
    """Return a message as the page words and typesets it."""
    return typeset_message(on_page(words), language)


def help_of(option: Option, language: Language) -> str:
    """Return what is said of an option beneath its field."""
    return _USUAL.sub("", worded(message(f"cli.{option.name}-help"), language))


def failure_of(error: BaseException) -> LudokitError:
    """Return why something came to nothing: its faults, what the system lacks, or an accident."""
    match error:
        case LudokitError():
            return error
        case OSError() if (reason := system_reason(error)).key != "errors.system":
            return LudokitError(reason)
        case _:
            return LudokitError(accident_message(error))


def reasons_of(error: LudokitError, language: Language) -> list[str]:
    """Return why something could not be done, a sentence for each fault, by cell or line."""
    faults = error.problems if isinstance(error, DataError) else ()
    told = map(_placed, faults) if faults else (error.message,)
    return list(dict.fromkeys(worded(one, language) for one in told))


def _placed(fault: Problem) -> Message:
    if CELL.fullmatch(fault.field):
        return message("page.at-cell", cell=fault.field, reason=fault.message)
    if fault.line is not None:
        return message("page.at-line", line=fault.line, reason=fault.message)
    return fault.message
