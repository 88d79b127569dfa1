"""Sheets on photographs and scans: found by their signs, made straight, read cell by cell."""

import sys
from collections.abc import Mapping
from importlib.util import find_spec

from generator.errors import LudokitError
from generator.words import message

# What the extra `photo` brings, by what pip calls it, and what it is imported as.
LIBRARIES: Mapping[str, str] = {
    "opencv-python-headless": "cv2",
    "numpy": "numpy",
    "zxing-cpp": "zxingcpp",
}


def can_read() -> bool:
    """Return whether photographs can be read here."""
    return all(find_spec(name) is not None for name in LIBRARIES.values())


def require_libraries() -> None:
    """Raise LudokitError where what reads photographs is not installed, or cannot be."""
    if can_read():
        return
    # Neither a browser nor the program as one file can be given a library.
    if sys.platform == "emscripten" or getattr(sys, "frozen", False):
        raise LudokitError(message("scans.not-here"))
    from generator.diagnosis import install_line, missing_libraries

    line = install_line(missing_libraries(LIBRARIES))
    raise LudokitError(message("scans.no-libraries", line=line))
