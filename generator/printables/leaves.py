"""Imposed pieces as pages: furniture about them, a footer on fronts and backs alike."""

from collections.abc import Sequence

from generator.paper.cutting import Cutting, Edge, Piece
from generator.paper.imposition import Leaf, impose
from generator.paper.page import Copy, Page
from generator.paper.shapes import Drawing, Placed
from generator.paper.sizes import OUTER_MARGIN, PRINTABLE_EDGE
from generator.paper.units import Mm
from generator.printables import furniture
from generator.printables.furniture import Numbered
from generator.printables.setting import Setting
from generator.words import message

# Where a heading begins, and the white between it and the first pieces.
TOP: Mm = 8.0
UNDER_HEADING: Mm = 3.0


def pages_of(
    pieces: Sequence[Piece],
    setting: Setting,
    cutting: Cutting,
    *,
    heading: Drawing | None = None,
    footnotes: Sequence[str] = (),
) -> tuple[Page, ...]:
    """Plan the pages of pieces to cut out: furniture first, then as many pieces as fit.

    A heading (at most as wide as the page upright, margins off) stands above the fronts. Raise
    LudokitError where not one piece fits.
    """
    size = setting.options.size
    width = size.width - 2 * OUTER_MARGIN
    top = TOP + heading.height + UNDER_HEADING if heading else PRINTABLE_EDGE
    edge = Edge(top=top, bottom=furniture.band(setting, width, footnotes))
    leaves = impose(pieces, size, edge=edge, cutting=cutting)
    return tuple(
        _page(leaf, setting, Numbered(number, len(leaves)), heading, footnotes)
        for number, leaf in enumerate(leaves, start=1)
    )


def _page(
    leaf: Leaf,
    setting: Setting,
    page: Numbered,
    heading: Drawing | None,
    footnotes: Sequence[str],
) -> Page:
    is_back = leaf.side == "back"
    foot = furniture.footer(setting, leaf.size, page, OUTER_MARGIN, footnotes)
    top = () if heading is None or is_back else (Placed(heading, OUTER_MARGIN, TOP),)
    marks = () if not leaf.marks.shapes else (Placed(leaf.marks, 0.0, 0.0),)
    drawing = furniture.page_drawing(leaf.size, (*top, *marks, *foot))
    copies = tuple(Copy(slot.number, slot.placed) for slot in leaf.slots)
    return Page(leaf.size, drawing, copies, _bookmark(setting, page, is_back=is_back), is_back)


def _bookmark(setting: Setting, page: Numbered, *, is_back: bool) -> str:
    words = f"{setting.title} {page.number}"
    return setting.say(message("print.back", title=words)) if is_back else words
