"""Rows of drawings down one page after another, the space between them even."""

from collections.abc import Sequence

from generator.paper.page import Copy, Page
from generator.paper.shapes import Drawing, Placed
from generator.paper.sizes import OUTER_MARGIN
from generator.paper.units import Mm
from generator.printables import furniture
from generator.printables.furniture import Numbered
from generator.printables.setting import Setting

TOP: Mm = 10.0
NEAREST: Mm = 4.0
# More air than this lets a page fall apart.
WIDEST: Mm = 14.0


def room(setting: Setting, notes: Sequence[str]) -> tuple[Mm, Mm]:
    """Return the width and height that rows may take on a page."""
    size = setting.options.size
    width = size.width - 2 * OUTER_MARGIN
    return width, size.height - TOP - furniture.band(setting, width, notes) - 1.0


def broken(rows: Sequence[Drawing], height: Mm) -> tuple[tuple[Drawing, ...], ...]:
    """Part rows into pages; a row higher than a page stands alone on one."""
    pages: list[list[Drawing]] = [[]]
    taken = 0.0
    for row in rows:
        if pages[-1] and taken + NEAREST + row.height > height + 1e-6:
            pages.append([])
            taken = 0.0
        taken += row.height + (NEAREST if pages[-1] else 0.0)
        pages[-1].append(row)
    return tuple(tuple(page) for page in pages)


def emptiest(rows: Sequence[Drawing], height: Mm) -> float:
    """Return the share that is left white of the page which has most of it."""
    return max(1 - sum(row.height for row in page) / height for page in broken(rows, height))


def row_pages(rows: Sequence[Drawing], setting: Setting, notes: Sequence[str]) -> tuple[Page, ...]:
    """Plan the pages of rows, as often as copies are wanted; notes stand at every foot."""
    _, height = room(setting, notes)
    broken_rows = broken(rows, height)
    copies = setting.options.copies
    of = len(broken_rows) * copies
    return tuple(
        _page(broken_rows[(number - 1) % len(broken_rows)], setting, Numbered(number, of), notes)
        for number in range(1, of + 1)
    )


def _page(rows: Sequence[Drawing], setting: Setting, page: Numbered, notes: Sequence[str]) -> Page:
    size = setting.options.size
    width, height = room(setting, notes)
    rest = height - sum(row.height for row in rows)
    gap = min(WIDEST, rest / max(1, len(rows)))
    # A row that has a page for itself stands in its middle.
    y = TOP + (rest / 2 if len(rows) == 1 else 0.0)
    copies = []
    for row in rows:
        copies.append(Copy(page.number, Placed(row, OUTER_MARGIN + (width - row.width) / 2, y)))
        y += row.height + gap
    foot = furniture.footer(setting, size, page, OUTER_MARGIN, notes)
    drawing = furniture.page_drawing(size, foot)
    return Page(size, drawing, tuple(copies), f"{setting.title} {page.number}")


def largest(least: Mm, most: Mm, steps: int = 12) -> tuple[Mm, ...]:
    """Return the sizes to try between two, largest first."""
    return tuple(most - (most - least) * number / steps for number in range(steps + 1))
