r"""Pictures that people bring: drawn in their own ratio, as large as there is room.

A picture lies in the folder of its table or in a folder in it: a photograph, PNG or JPEG, or a
drawing, SVG. Its name may be written with `/` or `\`, and in either way to write `é`.
"""

from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

from generator.errors import LudokitError, system_reason
from generator.paper import shapes as art
from generator.paper.photographs import dots_of
from generator.printables.flat_svg import drawn, flat
from generator.words import Message, clipped, fold, message, near

DOTS = (".png", ".jpg", ".jpeg")
ENDINGS = (*DOTS, ".svg")
# Among so many pictures the nearest name is looked for.
MOST_NAMES = 1000


def unusable(folder: Path, name: str) -> Message | None:
    """Return why a picture beside the table cannot be printed, None where it can."""
    try:
        illustration(folder, name, 10.0, 10.0)
    except LudokitError as error:
        return error.message
    return None


def illustration(folder: Path, name: str, width: art.Mm, height: art.Mm) -> art.Drawing:
    """Return a picture in its ratio, as large as it fits; of PNG and JPEG only the head is read.

    Raise LudokitError with the reason for one that cannot be printed.
    """
    file = file_of(folder, name)
    if file.suffix.lower() not in DOTS:
        found = flat(file)
        return drawn(found, min(width, height * found.width / found.height))
    try:
        dots = dots_of(file)
    except OSError as error:
        raise LudokitError(message("reading.unreadable", reason=system_reason(error))) from None
    across, down = dots
    scale = min(width / across, height / down)
    size = across * scale, down * scale
    return art.Drawing(*size, (art.Picture(0.0, 0.0, *size, file, dots),), title=file.stem)


def file_of(folder: Path, name: str) -> Path:
    """Return the file of a picture; LudokitError where there is none or it may not be read."""
    ending = Path(name).suffix.lower()
    if ending not in ENDINGS:
        raise LudokitError(message("picture.ending", found=clipped(ending or name), known=ENDINGS))
    parts = name.replace("\\", "/").split("/")
    # The first of these is empty where the name begins at the root, `C:` where at a drive's.
    if ".." in parts or not parts[0] or ":" in parts[0]:
        raise LudokitError(message("picture.outside", found=clipped(name)))
    with suppress(OSError, ValueError):
        file = _spelt(folder.joinpath(*parts)).resolve()
        if file.is_file():
            if not file.is_relative_to(folder.resolve()):
                raise LudokitError(message("picture.outside", found=clipped(name)))
            return file
    if (hint := _nearest(folder, "/".join(parts))) is not None:
        raise LudokitError(message("picture.not-there-near", found=clipped(name), near=hint))
    raise LudokitError(message("picture.not-there", found=clipped(name)))


def _spelt(file: Path) -> Path:
    """Return a file as the disk spells it, which may write `é` as two signs."""
    if file.name.isascii() or file.exists():
        return file
    other = file.with_name(normalize("NFD", file.name))
    return other if other.exists() else file


def _nearest(folder: Path, name: str) -> str | None:
    """Return the name most like one that is not there: in another folder, or spelt otherwise."""
    found: list[str] = []
    for pattern in ("*", "*/*"):
        with suppress(OSError):
            every = (one for one in folder.glob(pattern) if one.suffix.lower() in ENDINGS)
            found += sorted(one.relative_to(folder).as_posix() for one in every)
    wanted = fold(Path(name).stem)
    for other in found:
        if fold(Path(other).stem) == wanted:
            return other
    stems = {Path(other).stem: other for other in reversed(found[:MOST_NAMES])}
    hint = near(Path(name).stem, stems)
    return None if hint is None else stems[hint]
