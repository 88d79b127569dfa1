"""Sheets on photographs and scans: found by their signs, made straight, read cell by cell."""

from generator.errors import LudokitError
from generator.words import message


def require_libraries() -> None:
    """Raise LudokitError where what reads photographs is not installed, or cannot be."""
    from generator.diagnosis import FOR_PHOTOGRAPHS, install_line, is_closed, missing_libraries

    if absent := missing_libraries(FOR_PHOTOGRAPHS):
        if is_closed():
            raise LudokitError(message("scans.not-here"))
        raise LudokitError(message("scans.no-libraries", line=install_line(absent)))
