"""Where the shared folders are: beside the package in a checkout, inside it once installed."""

from pathlib import Path

from generator.errors import LudokitError
from generator.words import message

PACKAGE = Path(__file__).resolve().parent
# Seen from the current folder: a user's own games, and where printables go unless told otherwise.
OWN_RULES_DATA = Path("rules_data")
OUTPUT = Path("output")


def rules_data() -> Path:
    """Return the folder of the games; raise LudokitError where the program came without it."""
    return shared("rules_data")


def templates() -> Path:
    """Return the folder of the templates; raise LudokitError where the program came without it."""
    return shared("templates")


def shared(name: str, package: Path = PACKAGE) -> Path:
    """Return a folder that came with the package; raise LudokitError naming both places tried."""
    # The wheel carries its own copy, which wins: beside an installed package lie other people's.
    inside, beside = package / "_shared" / name, package.parent / name
    for folder in (inside, beside):
        if folder.is_dir():
            return folder
    raise LudokitError(message("paths.missing", inside=str(inside), beside=str(beside)))
