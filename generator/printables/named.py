"""A pupil's name printed on a sheet that is otherwise the same for all."""

from collections.abc import Sequence

from generator.errors import DataError, LudokitError, Problem
from generator.paper.page import all_cells
from generator.paper.shapes import Drawing, Mm, Placed
from generator.paper.text import (
    FAMILIES,
    LEAST_SIZE,
    FontChoice,
    GlyphMissingError,
    Lettering,
    TextBox,
    fitted,
    runs,
)
from generator.printables.context import PrintContext
from generator.reading.files import Name
from generator.words import message

NAME_SIZE = 11.0
# How far above its writing line a name of two lines may reach, and beyond the sheet's own top.
ROOM_ABOVE = 1.6
BEYOND: Mm = 1.2


def with_name(sheet: Drawing, name: str, setting: PrintContext) -> Drawing:
    """Return the sheet with a name on its line; a long one wraps or steps down to 7 pt.

    The sheet stays one drawing for all names, so that a file holds it once. Raise DoesNotFitError
    or GlyphMissingError naming the name that cannot be printed, LudokitError where there is no line
    for one.
    """
    if not name:
        return sheet
    line = next((cell for cell in all_cells(sheet) if cell.id == "name"), None)
    if line is None:
        raise LudokitError(message("print.no-name-line", printable=setting.title))
    size = NAME_SIZE * setting.style.scale
    how = Lettering(setting.style.family.bold, size, least=LEAST_SIZE)
    low = line.y + line.height + setting.style.length(0.4)
    height = min(line.height * ROOM_ABOVE, low + BEYOND)
    words = fitted(name, TextBox("name", line.width, height), how)
    y = low - words.height
    return Drawing(
        sheet.width,
        sheet.height,
        (Placed(sheet, 0.0, 0.0), Placed(words, line.x + 1.0, y)),
        title=sheet.title,
    )


def require_printable(names: Sequence[Name], file: str, font: FontChoice) -> None:
    """Raise DataError naming every line whose name has a character that no shipped font has."""
    problems = []
    for name in names:
        try:
            tuple(runs(name.text, FAMILIES[font].bold))
        except GlyphMissingError as error:
            problems.append(Problem(file, name.line, 1, "", error.message))
    if problems:
        raise DataError(problems)
