"""What stands on every printed page: whose game it is, and the ruler to check the size."""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.paper.shapes import HAIRLINE, Drawing, Line, Placed, Shape, Stroke
from generator.paper.sizes import PRINTABLE_EDGE, PaperSize
from generator.paper.style import FOOTER
from generator.paper.text import Lettering, TextBox, cap_height, fitted, line_height, set_line
from generator.paper.units import Mm
from generator.printables.setting import Setting
from generator.words import message

RULER: Mm = 50.0
TICK: Mm = 2.0
GAP: Mm = 6.0
# What the footer takes off the page's foot, the space above it included.
BAND: Mm = 12.5


@dataclass(frozen=True, slots=True)
class Numbered:
    """Which page of how many this is."""

    number: int
    of: int


def footer(setting: Setting, size: PaperSize, page: Numbered, margin: Mm) -> tuple[Shape, ...]:
    """Draw the footer of a page: words at the left margin, the ruler at the right."""
    family = setting.style.family
    how = Lettering(family.regular, FOOTER, "secondary", least=FOOTER)
    width = size.width - 2 * margin - RULER - GAP
    words = fitted("\n".join(_lines(setting, page)), TextBox("footer", width), how)
    bottom = size.height - PRINTABLE_EDGE - 0.5
    ruler = tuple(_ruler(setting, size.width - margin - RULER, bottom - 1.0, how))
    return (Placed(words, margin, bottom - words.height), *ruler)


def _lines(setting: Setting, page: Numbered) -> Iterator[str]:
    head, said = setting.game.head, setting.said
    makers = f"{', '.join(head.credits.authors)} ({head.credits.publisher} {head.credits.year})"
    yield f"{said.title} · {makers} · {said.rights}"
    yield " · ".join(
        (
            setting.title,
            setting.say(message("print.page", number=str(page.number), of=str(page.of))),
            setting.say("print.language"),
            setting.say(message("print.version", version=str(head.version))),
            sheet_id(setting),
        )
    )


def sheet_id(setting: Setting) -> str:
    """Return the id that names this printout: game, printable, language and choices."""
    options = setting.options
    return f"{setting.game.name}/{options.language}/{setting.printable}{options.suffix()}"


def _ruler(setting: Setting, x: Mm, y: Mm, how: Lettering) -> Iterator[Shape]:
    """Yield a line of 50 mm with a tick every 10 mm, and what it is for."""
    words = setting.say(message("print.ruler", length=f"{RULER:g}"))
    fitted(words, TextBox("ruler", RULER), how)
    yield from set_line(
        words, x, y - TICK - line_height(how.size) + cap_height(how.font, how.size), how
    )
    stroke = Stroke("secondary", HAIRLINE * 1.5)
    yield Line(x, y, x + RULER, y, stroke)
    for number in range(6):
        length = TICK if number in {0, 5} else TICK * 0.6
        yield Line(x + number * RULER / 5, y, x + number * RULER / 5, y - length, stroke)


def cut_line(x1: Mm, y1: Mm, x2: Mm, y2: Mm) -> Line:
    """Return the thread along which a page is cut."""
    return Line(x1, y1, x2, y2, Stroke("secondary", HAIRLINE, "dotted"))


def page_drawing(size: PaperSize, shapes: tuple[Shape, ...]) -> Drawing:
    """Return the furniture of a page as a drawing of the page's size."""
    return Drawing(size.width, size.height, shapes)
