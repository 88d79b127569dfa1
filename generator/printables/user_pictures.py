r"""Pictures that people bring: drawn in their own ratio, as large as there is room.

A picture lies in the folder of its table or in a folder in it: a photograph, PNG or JPEG, or a
drawing, SVG. Its name may be written with `/` or `\`, and in either way to write `é`.
"""

from contextlib import suppress
from pathlib import Path
from unicodedata import normalize

from generator.errors import LudokitError, system_reason
from generator.paper import shapes as art
from generator.paper.photographs import pixel_size
from generator.printables.flat_svg import flat_svg, svg_drawing
from generator.words import Message, clip_text, fold, message, nearest_word

DOTS = (".png", ".jpg", ".jpeg")
ENDINGS = (*DOTS, ".svg")


def why_unprintable(folder: Path, name: str) -> Message | None:
    """Return why a picture beside the table cannot be printed, None where it can."""
    try:
        user_picture(folder, name, 10.0, 10.0)
    except LudokitError as error:
        return error.message
    return None


def user_picture(folder: Path, name: str, width: art.Mm, height: art.Mm) -> art.Drawing:
    """Return a picture as large as it fits; LudokitError says why it cannot be printed."""
    file = picture_file(folder, name)
    if file.suffix.lower() not in DOTS:
        found = flat_svg(file)
        return svg_drawing(found, min(width, height * found.width / found.height))
    try:
        dots = pixel_size(file)
    except OSError as error:
        raise LudokitError(message("reading.unreadable", reason=system_reason(error))) from None
    across, down = dots
    scale = min(width / across, height / down)
    size = across * scale, down * scale
    return art.Drawing(*size, (art.Picture(0.0, 0.0, *size, file, dots),), title=file.stem)


def picture_file(folder: Path, name: str) -> Path:
    """Return the file of a picture; LudokitError where there is none or it may not be read."""
    ending = Path(name).suffix.lower()
    if ending not in ENDINGS:
        found = clip_text(ending or name)
        raise LudokitError(message("picture.ending", found=found, known=ENDINGS))
    parts = name.replace("\\", "/").split("/")
    # The first of these is empty where the name begins at the root, `C:` where at a drive's.
    if ".." in parts or not parts[0] or ":" in parts[0]:
        raise LudokitError(message("picture.outside", found=clip_text(name)))
    # A RuntimeError is a link that leads to itself.
    with suppress(OSError, RuntimeError, ValueError):
        file = _as_on_disk(folder.joinpath(*parts)).resolve()
        if file.is_file():
            if not file.is_relative_to(folder.resolve()):
                raise LudokitError(message("picture.outside", found=clip_text(name)))
            return file
    if (hint := _nearest(folder, "/".join(parts))) is not None:
        raise LudokitError(message("picture.not-there-near", found=clip_text(name), near=hint))
    raise LudokitError(message("picture.not-there", found=clip_text(name)))


def _as_on_disk(file: Path) -> Path:
    if file.name.isascii() or file.exists():
        return file
    other = file.with_name(normalize("NFD", file.name))
    return other if other.exists() else file


def _nearest(folder: Path, name: str) -> str | None:
    found: list[str] = []
    for pattern in ("*", "*/*"):
        with suppress(OSError):
            every = (one for one in folder.glob(pattern) if one.suffix.lower() in ENDINGS)
            found += sorted(one.relative_to(folder).as_posix() for one in every)
    for other in found:
        if fold(Path(other).stem) == fold(Path(name).stem):
            return other
    stems = {Path(other).stem: other for other in reversed(found[:1000])}
    hint = nearest_word(Path(name).stem, stems)
    return None if hint is None else stems[hint]
