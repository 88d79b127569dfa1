"""What `generator.api` offers to other programs; docs/library.md is the manual."""

from typing import TYPE_CHECKING, Any

from generator import api
from generator.api import (
    DataError,
    Fault,
    File,
    Finding,
    LudokitError,
    Note,
    Play,
    Report,
    Slip,
    __version__,
    render,
    verify,
    verify_all,
)

if TYPE_CHECKING:
    from generator.api import Options
else:  # a name that is misspelt is then an error for type checkers

    def __getattr__(name: str) -> Any:  # noqa: ANN401 - of any type, loaded when asked for
        return getattr(api, name)


__all__ = [
    "DataError",
    "Fault",
    "File",
    "Finding",
    "LudokitError",
    "Note",
    "Options",
    "Play",
    "Report",
    "Slip",
    "__version__",
    "render",
    "verify",
    "verify_all",
]
