"""Pictures that people bring: drawn in their own ratio, as large as there is room."""

from pathlib import Path

from generator.paper import shapes as art
from generator.words import Message, clipped, message


def unusable(folder: Path, name: str) -> Message | None:
    """Return why a picture beside the table cannot be printed, None where it can."""
    if not (folder / name).is_file():
        return message("picture.none", found=clipped(name))
    return None


def illustration(folder: Path, name: str, width: art.Mm, height: art.Mm) -> art.Drawing:
    """Return a picture in its ratio, as large as it fits."""
    raise NotImplementedError(folder, name, width, height)
