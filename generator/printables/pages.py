"""Pieces to cut out, rows one under the other and boards, whole or in tiles, as pages."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.paper.imposition import Cutting, Piece, impose
from generator.paper.page import OUTER_MARGIN, PRINTABLE_EDGE, Copy, Edge, Page, PaperSize
from generator.paper.shapes import Drawing, Mm, Placed, Shape
from generator.paper.text import TEXT, Lettering, set_line
from generator.paper.tiling import Tile, assembly_map, rounded_down, tiling
from generator.printables import furniture
from generator.printables.context import PrintContext
from generator.printables.furniture import Numbered
from generator.words import message

# Where a heading begins, and the white between it and the first pieces.
HEADING_TOP: Mm = 8.0
UNDER_HEADING: Mm = 3.0


def imposed_pages(
    pieces: Sequence[Piece],
    setting: PrintContext,
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
    top = HEADING_TOP + heading.height + UNDER_HEADING if heading else PRINTABLE_EDGE
    edge = Edge(top=top, bottom=furniture.band(setting, size, footnotes))
    leaves = impose(pieces, size, edge=edge, cutting=cutting)
    pages = []
    for number, leaf in enumerate(leaves, start=1):
        bookmark, is_back = f"{setting.title} {number}", leaf.side == "back"
        above = () if heading is None or is_back else (Placed(heading, OUTER_MARGIN, HEADING_TOP),)
        marks = () if not leaf.marks.shapes else (Placed(leaf.marks, 0.0, 0.0),)
        page = furniture.page(
            setting,
            leaf.size,
            Numbered(number, len(leaves)),
            leaf.copies,
            shapes=(*above, *marks),
            footnotes=footnotes,
            bookmark=setting.say(message("print.back", title=bookmark)) if is_back else bookmark,
            is_back=is_back,
        )
        pages.append(page)
    return tuple(pages)


ROWS_TOP: Mm = 10.0
NEAREST: Mm = 4.0
# More air than this lets a page fall apart.
WIDEST: Mm = 14.0


def room(setting: PrintContext, notes: Sequence[str]) -> tuple[Mm, Mm]:
    """Return the width and height that rows may take on a page."""
    size = setting.options.size
    width = size.width - 2 * OUTER_MARGIN
    return width, size.height - ROWS_TOP - furniture.band(setting, size, notes) - 1.0


def split_into_pages(rows: Sequence[Drawing], height: Mm) -> tuple[tuple[Drawing, ...], ...]:
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
    return max(
        1 - sum(row.height for row in page) / height for page in split_into_pages(rows, height)
    )


def row_pages(
    rows: Sequence[Drawing], setting: PrintContext, notes: Sequence[str]
) -> tuple[Page, ...]:
    """Plan the pages of rows, as often as copies are wanted; notes stand at every foot."""
    width, height = room(setting, notes)
    parted = split_into_pages(rows, height) * setting.options.copies
    pages = []
    for number, page in enumerate(parted, start=1):
        rest = height - sum(row.height for row in page)
        gap = min(WIDEST, rest / max(1, len(page)))
        # A row that has a page for itself stands in its middle.
        y = ROWS_TOP + (rest / 2 if len(page) == 1 else 0.0)
        copies = []
        for row in page:
            copies.append(Copy(number, Placed(row, OUTER_MARGIN + (width - row.width) / 2, y)))
            y += row.height + gap
        of, size = Numbered(number, len(parted)), setting.options.size
        pages.append(furniture.page(setting, size, of, copies, footnotes=notes))
    return tuple(pages)


# The head of a tile: its letter, how to glue, and the map.
HEAD: Mm = 14.0
LETTER = 30.0
HEAD_GAP: Mm = 6.0


def board_pages(
    board: Drawing, setting: PrintContext, *, footnotes: Sequence[str] = ()
) -> tuple[Page, ...]:
    """Plan the pages of a board, as often as copies are wanted.

    Raise LudokitError where it would take more tiles than there are letters.
    """
    foot = furniture.band(setting, setting.options.size, footnotes)
    size = whole(board, setting.options.size, foot)
    copies = setting.options.copies
    if size is not None:
        room = size.height - PRINTABLE_EDGE - furniture.band(setting, size, footnotes)
        x, y = (size.width - board.width) / 2, PRINTABLE_EDGE + (room - board.height) / 2
        placed = Placed(board, rounded_down(x), rounded_down(y))
        return tuple(
            furniture.page(
                setting, size, Numbered(copy, copies), [Copy(copy, placed)], footnotes=footnotes
            )
            for copy in range(1, copies + 1)
        )
    edge = Edge(top=PRINTABLE_EDGE + HEAD, bottom=foot)
    tiles = tiling(board, setting.options.size, edge).tiles()
    return tuple(
        furniture.page(
            setting,
            tile.tiling.size,
            Numbered(number, len(tiles) * copies),
            [Copy((number - 1) // len(tiles) + 1, tile.placed(), tile.own)],
            shapes=(Placed(tile.marks(), 0.0, 0.0), *_head(tile, setting)),
            footnotes=footnotes,
            bookmark=f"{setting.title} {tile.letter}",
        )
        for number, tile in enumerate(tiles * copies, start=1)
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


def _head(tile: Tile, setting: PrintContext) -> Iterator[Shape]:
    """Yield the tile's letter, what to do with it, and where it belongs."""
    style, size = setting.style, tile.tiling.size
    letter = Lettering(style.family.bold, LETTER)
    top = PRINTABLE_EDGE + 1.0
    yield from set_line(tile.letter, OUTER_MARGIN, top + letter.height, letter)
    small = assembly_map(tile, HEAD - 2.0, style.family.bold)
    right = size.width - OUTER_MARGIN - small.width
    yield Placed(small, right, top)
    left = OUTER_MARGIN + HEAD
    count = tile.tiling.columns * tile.tiling.rows
    words = setting.say(message("print.tile-how", letter=tile.letter, of=str(count)))
    how = Lettering(style.family.regular, TEXT)
    yield Placed(how.fitted(words, "tile", right - HEAD_GAP - left), left, top)


# A hundredth of a millimetre is finer than any printer.
DIGITS = 3


def boxes_json(pages: Sequence[Page], setting: PrintContext) -> str:
    """Return the cells of all pages as JSON; lengths in mm from the page's top left."""
    cells = (
        {"page": number, "copy": copy, "id": cell.id, "label": cell.label}
        | {side: round(getattr(cell, side), DIGITS) for side in ("x", "y", "width", "height")}
        for number, page in enumerate(pages, start=1)
        for copy, cell in page.cells()
    )
    return list_json(setting, {"paper": setting.options.paper}, "cells", cells)


def list_json(
    setting: PrintContext, facts: Mapping[str, object], name: str, items: Iterable[object]
) -> str:
    """Return a list as JSON, an item a line, after what printable it is of and more facts."""
    head = {
        "format": 1,
        "game": setting.game.name,
        "printable": setting.printable,
        "lang": setting.options.language,
        **facts,
    }
    lines = ",\n".join("  " + json.dumps(one, ensure_ascii=False) for one in items)
    return json.dumps(head, ensure_ascii=False)[:-1] + f', "{name}": [\n{lines}\n]}}\n'
