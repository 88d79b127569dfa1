"""Sheets of the drawings that come with the program, to choose from: each with its names."""

from collections.abc import Sequence
from math import ceil

from generator.game.drawings import drawing_file, drawing_title
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.measures import OUTER_MARGIN, PAGE_TOP
from generator.paper.page import Page
from generator.paper.shapes import Drawing, Mm, Placed
from generator.paper.text import set_line
from generator.printables.context import Options
from generator.printables.pictures import read_icon
from generator.words import SHIPPED, fold, message, paper_language, say

ACROSS = 6
SIDE: Mm = 23.0
HEAD: Mm = 14.0
# A drawing, its name and what is typed for it.
HIGH: Mm = 36.0
FOOT: Mm = 12.0


def plan_drawing_sheets(names: Sequence[str], options: Options) -> tuple[Page, ...]:
    """Plan the pages that show drawings by id, in the order of their names in a language."""
    size = options.size
    titles = {name: fold(drawing_title(name, options.language)) for name in names}
    known = sorted(names, key=lambda name: (SHIPPED.index(name.partition(":")[0]), titles[name]))
    most = ACROSS * int((size.height - PAGE_TOP - HEAD - FOOT) / HIGH)
    # As many on each page, none nearly empty.
    each = ceil(len(known) / ceil(len(known) / most))
    of_page = [known[at : at + each] for at in range(0, len(known), each)]
    title = say(message("drawings.title"), options.language)
    return tuple(
        Page(size, _sheet(few, options, title, (number, len(of_page))), (), title)
        for number, few in enumerate(of_page, start=1)
    )


def _sheet(names: Sequence[str], options: Options, title: str, page: tuple[int, int]) -> Drawing:
    size, lettering = options.size, options.style.lettering
    wide = (size.width - 2 * OUTER_MARGIN) / ACROSS
    how = lettering(lettered.TITLE, "bold")
    head = Drawing(size.width, HEAD, set_line(title, 0.0, how.height, how), role="title")
    placed: list[art.Shape] = [Placed(head, OUTER_MARGIN, PAGE_TOP)]
    for at, name in enumerate(names):
        x, y = OUTER_MARGIN + at % ACROSS * wide, PAGE_TOP + HEAD + at // ACROSS * HIGH
        placed.append(Placed(_named(name, options, wide), x, y))
    number, of = map(str, page)
    said = say(message("print.page", number=number, of=of), options.language)
    words = f"ludokit drawings · {said} · {paper_language(options.language)}"
    quiet = lettering(lettered.FOOTER, "regular", "secondary")
    placed += set_line(words, OUTER_MARGIN, size.height - OUTER_MARGIN, quiet)
    return Drawing(size.width, size.height, tuple(placed))


def _named(name: str, options: Options, wide: Mm) -> Drawing:
    """Draw a drawing amid a field, its name below, and what is typed for it."""
    lettering, title = options.style.lettering, drawing_title(name, options.language)
    kind, _, one = name.partition(":")
    drawn = read_icon(drawing_file(kind, one), SIDE, "rule.tint")
    bold = lettering(lettered.TEXT, "bold", "ink", "middle", steps_down=True)
    quiet = lettering(lettered.LABEL, "regular", "secondary", "middle", steps_down=True)
    called = bold.fit(title, name, wide - 2.0)
    typed = quiet.fit(name, name, wide - 2.0)
    shapes = (
        Placed(drawn, (wide - SIDE) / 2, (SIDE - drawn.height) / 2),
        Placed(called, 1.0, SIDE + 2.5),
        Placed(typed, 1.0, SIDE + 3.5 + called.height),
    )
    return Drawing(wide, HIGH, shapes, title=title)
