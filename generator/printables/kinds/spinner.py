"""A wheel of equal sectors in place of a die, with how it is turned."""

from typing import Annotated, Literal

from pydantic import Field

from generator.game.facts import Facts, Id
from generator.game.parts import Pool
from generator.paper.compose import above, beside
from generator.paper.page import Page
from generator.paper.shapes import Drawing
from generator.paper.style import TEXT
from generator.paper.text import TextBox, fitted
from generator.paper.units import Mm
from generator.printables.headline import headline
from generator.printables.rows import broken, largest, room, row_pages
from generator.printables.setting import Setting
from generator.printables.wheel import how_to, wheel

GAP: Mm = 8.0
# Words narrower than this go under the wheel.
NARROW: Mm = 38.0
Across = Annotated[float, Field(ge=50, le=280)]


class Spinner(Facts):
    """A wheel with the faces of a die of the game, between two widths in mm.

    `text` is the text of the game that names it.
    """

    part: Id
    across: tuple[Across, Across]
    text: Id | None = None


class SpinnerEntry(Spinner):
    """Spinners alone: as many as a page holds, as large as can be."""

    kind: Literal["spinner"]
    note: Id | None = None


def plan(entry: SpinnerEntry, setting: Setting) -> tuple[Page, ...]:
    """Plan the pages: a title, then spinners down the page."""
    width, height = room(setting, ())
    said = (setting.text(entry.note),) if entry.note else ()
    head = headline(setting, width, said)
    least = spinner(entry, entry.across[0], setting, width)
    count = 1
    while len(broken((head, *[least] * (count + 1)), height)) == 1:
        count += 1
    for across in largest(*entry.across):
        rows = (head, *[spinner(entry, across, setting, width)] * count)
        if len(broken(rows, height)) == 1:
            break
    return row_pages(rows, setting, ())


def spinner(entry: Spinner, across: Mm, setting: Setting, width: Mm) -> Drawing:
    """Draw a wheel so wide, its name and how it is turned beside it where there is room."""
    labels = [str(face) for face in range(1, setting.game.part(entry.part, Pool).sides + 1)]
    drawn = wheel(labels, setting.style.length(across), setting.style.family.bold)
    rest = width - drawn.width - GAP
    aside = rest >= setting.style.length(NARROW)
    told = _told(entry, setting, rest if aside else width)
    if aside:
        return beside(drawn, told, gap=GAP, middle=True)
    return above(drawn, told, gap=GAP / 2, middle=True)


def _told(entry: Spinner, setting: Setting, width: Mm) -> Drawing:
    how = how_to(setting, width, TEXT)
    if entry.text is None:
        return how
    bold = setting.style.lettering(TEXT + 1, "bold")
    return above(fitted(setting.text(entry.text), TextBox("name", width), bold), how, gap=3.0)
