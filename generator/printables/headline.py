"""The head of a page of pieces: whose they are, what they are, and how they are made."""

from collections.abc import Sequence

from generator.paper.shapes import Drawing, Mm, above
from generator.paper.text import (
    SECTION,
    TEXT,
    TITLE,
    TextBox,
    cap_height,
    fitted,
    set_line,
    width_of,
)
from generator.printables.context import PrintContext

BESIDE: Mm = 4.0
GAP: Mm = 2.5


def headline(setting: PrintContext, width: Mm, notes: Sequence[str] = ()) -> Drawing:
    """Draw the game's title, the printable's beside it, and what is to be known beneath."""
    style = setting.style
    bold = style.lettering(TITLE, "bold")
    base = cap_height(bold.font, bold.size)
    start = width_of(setting.said.title, bold.font, bold.size) + style.length(BESIDE)
    plain = style.lettering(SECTION, "regular", "secondary")
    words = (
        *set_line(setting.said.title, 0.0, base, bold),
        *set_line(setting.title, start, base, plain),
    )
    box = TextBox("note", width, language=setting.options.language)
    texts = (fitted(note, box, style.lettering(TEXT)) for note in notes)
    return above(Drawing(width, base, words), *texts, gap=style.length(GAP))
