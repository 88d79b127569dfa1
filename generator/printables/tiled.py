"""Boards as pages: whole where the paper is large enough, else tiled, to be glued together."""

from collections.abc import Iterator, Sequence
from itertools import chain

from generator.paper.cutting import Edge
from generator.paper.page import Copy, Page
from generator.paper.shapes import Drawing, Placed, Shape
from generator.paper.sizes import OUTER_MARGIN, PRINTABLE_EDGE, PaperSize
from generator.paper.style import TEXT
from generator.paper.text import Lettering, TextBox, cap_height, fitted, set_line
from generator.paper.tiling import Tile, assembly_map, rounded_down, tiling
from generator.paper.units import Mm
from generator.printables import furniture
from generator.printables.furniture import Numbered
from generator.printables.setting import Setting
from generator.words import message

# The head of a tile: its letter, how to glue, and the map.
HEAD: Mm = 14.0
LETTER = 30.0
GAP: Mm = 6.0


def board_pages(
    board: Drawing, setting: Setting, *, footnotes: Sequence[str] = ()
) -> tuple[Page, ...]:
    """Plan the pages of a board, as often as copies are wanted.

    Raise LudokitError where it would take more tiles than there are letters.
    """
    width = setting.options.size.width - 2 * OUTER_MARGIN
    foot = furniture.band(setting, width, footnotes)
    size = whole(board, setting.options.size, foot)
    copies = range(1, setting.options.copies + 1)
    if size is not None:
        of = len(copies)
        return tuple(
            _whole_page(board, setting, size, Numbered(number, of), footnotes) for number in copies
        )
    edge = Edge(top=PRINTABLE_EDGE + HEAD, bottom=foot)
    tiles = tiling(board, setting.options.size, edge).tiles()
    of = len(tiles) * len(copies)
    numbered = enumerate(chain.from_iterable(tiles for _ in copies), start=1)
    return tuple(
        _tile_page(tile, setting, Numbered(number, of), footnotes) for number, tile in numbered
    )


def whole(board: Drawing, size: PaperSize, foot: Mm) -> PaperSize | None:
    """Return the sheet, upright or turned, that holds a board in one piece; None where none does.

    `foot` is the height of the page's footer.
    """
    for sheet in (size, size.turned()):
        fits_across = board.width <= sheet.width - 2 * PRINTABLE_EDGE
        if fits_across and board.height <= sheet.height - PRINTABLE_EDGE - foot:
            return sheet
    return None


def _whole_page(
    board: Drawing, setting: Setting, size: PaperSize, page: Numbered, footnotes: Sequence[str]
) -> Page:
    foot = furniture.footer(setting, size, page, OUTER_MARGIN, footnotes)
    room = (
        size.height
        - PRINTABLE_EDGE
        - furniture.band(setting, size.width - 2 * OUTER_MARGIN, footnotes)
    )
    x, y = (size.width - board.width) / 2, PRINTABLE_EDGE + (room - board.height) / 2
    placed = Placed(board, rounded_down(x), rounded_down(y))
    copies = (Copy(page.number, placed),)
    title = f"{setting.title} {page.number}"
    return Page(size, furniture.page_drawing(size, foot), copies, title)


def _tile_page(tile: Tile, setting: Setting, page: Numbered, footnotes: Sequence[str]) -> Page:
    size = tile.tiling.size
    foot = furniture.footer(setting, size, page, OUTER_MARGIN, footnotes)
    shapes = (Placed(tile.marks(), 0.0, 0.0), *_head(tile, setting), *foot)
    per_copy = tile.tiling.columns * tile.tiling.rows
    copies = (Copy((page.number - 1) // per_copy + 1, tile.placed(), tile.own),)
    title = f"{setting.title} {tile.letter}"
    return Page(size, furniture.page_drawing(size, shapes), copies, title)


def _head(tile: Tile, setting: Setting) -> Iterator[Shape]:
    """Yield the tile's letter, what to do with it, and where it belongs."""
    style, size = setting.style, tile.tiling.size
    letter = Lettering(style.family.bold, LETTER)
    top = PRINTABLE_EDGE + 1.0
    yield from set_line(
        tile.letter, OUTER_MARGIN, top + cap_height(letter.font, letter.size), letter
    )
    small = assembly_map(tile, HEAD - 2.0, style.family.bold)
    right = size.width - OUTER_MARGIN - small.width
    yield Placed(small, right, top)
    left = OUTER_MARGIN + HEAD
    count = tile.tiling.columns * tile.tiling.rows
    words = setting.say(message("print.tile-how", letter=tile.letter, of=str(count)))
    how = Lettering(style.family.regular, TEXT)
    yield Placed(fitted(words, TextBox("tile", right - GAP - left), how), left, top)
