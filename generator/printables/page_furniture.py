"""Pages: pieces to cut out, rows, boards whole or in tiles, and what stands about them."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from generator.errors import LudokitError
from generator.game import Game
from generator.game.head import Face, Provenance
from generator.paper import imposition as imposing
from generator.paper import measures
from generator.paper import page as paper
from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.imposition import Cutting, Edges, ImpositionGrid, Perforated, Piece
from generator.paper.measures import INSET, OUTER_MARGIN, PAGE_TOP, PRINTABLE_EDGE
from generator.paper.page import SLIDE, Copy, Margins, Page, PaperSize
from generator.paper.shapes import Drawing, Line, Mm, Placed, Pt, Rect, Size, Stroke
from generator.paper.text import FOOTER, LARGER, SECTION, TEXT, TITLE, Lettering
from generator.printables.context import Context
from generator.printables.pictures import picture
from generator.printables.sketch import Sketch, describe_copies
from generator.words import message, paper_language

Notes = Sequence[str]
Pages = tuple[Page, ...]
# Whether the footer's words stand there, and whether its notes do.
Shows = Sequence[bool]
RULER: Mm = 50.0
# Where the footer's words and notes may stand on pages of pieces, as long as that makes no room,
# and to which side a side comes when the sheet is turned over, about its foot or about its side.
FooterSides = tuple[paper.Side, paper.Side]
FEET: tuple[FooterSides, ...] = (("bottom", "bottom"), ("left", "left"), ("bottom", "left"))
# Where the sheet is a sold one, which leaves a strip on each side and no more.
SOLD_FEET: tuple[FooterSides, ...] = (*FEET, ("left", "bottom"))
OVER: tuple[Mapping[str, paper.Side], ...] = ({"bottom": "top"}, {"left": "right"})
NOTE_GAP: Mm = 0.8
HEADING_TOP: Mm = 8.0
# An emblem beside a title: how high it is to the title's capitals; as shares of its side how high
# the band is, how round its corners are, what the picture fills, and where the title stands.
EMBLEM, BAND, ROUND, FILLED, TITLE_BASE = 2.0, 0.15, 0.18, 0.82, 0.84
# Cuts so near to one another are one.
CUTS_TOGETHER: Mm = 0.3
# The head of a tile: its letter, how to glue, and the map; what is cut of it, if at the left, at
# the top or at both.
TILE_HEAD: Mm = 14.0
TILE_EDGE = Margins(top=PRINTABLE_EDGE + TILE_HEAD)
TILES = ("print.tile-first", "print.tile-left", "print.tile-top", "print.tile-both")


def add_footers(
    setting: Context, pages: Sequence[Page], footnotes: Notes = (), side: Mm = OUTER_MARGIN
) -> Pages:
    """Return pages with a footer between side margins, and a bookmark where they have none."""
    finished = []
    for number, page in enumerate(describe_copies(pages, setting), start=1):
        size, sketch = page.size, Sketch(setting)
        sketch.put(*page.furniture.shapes)
        turns = {"left": (size.width, 0.0, 90.0), "top": (size.width, size.height, 180.0)}
        turns["right"] = (0.0, size.height, -90.0)
        for foot in dict.fromkeys(page.footer_sides):
            shows = [foot == one for one in page.footer_sides]
            area, of = (_along(size, foot), side), (number, len(pages))
            drawn = _draw_footer(setting, area, of, footnotes, shows)
            sketch.put(*([Placed(drawn, *turns[foot])] if foot in turns else drawn.shapes))
        around = sketch.drawing(size.width, size.height)
        bookmark = page.bookmark or f"{setting.title} {number}"
        finished.append(replace(page, furniture=around, bookmark=bookmark))
    return tuple(finished)


def count_cuts(pages: Iterable[Page]) -> int:
    """Return how many lines there are on pages to cut along, each straight through."""
    around = (shape for page in pages for shape in page.furniture.shapes)
    return sum(isinstance(shape, Line) and shape.stroke == art.THREAD for shape in around)


def count_grid_cuts(pages: Iterable[Page]) -> int:
    """Return how many cuts part the pieces of all fronts, straight through."""
    cuts = 0
    for page in (page for page in pages if not page.is_back):
        whole = [one.placed for one in page.copies]
        across = [x for one in whole for x in (one.x, one.x + one.drawing.width)]
        down = [y for one in whole for y in (one.y, one.y + one.drawing.height)]
        for edges in (sorted(across), sorted(down)):
            cuts += 1 + sum(end - start > CUTS_TOGETHER for start, end in pairwise(edges))
    return cuts


def _along(size: PaperSize, side: paper.Side) -> PaperSize:
    return size if side in {"bottom", "top"} else size.rotated()


def _draw_footer(
    setting: Context, area: tuple[PaperSize, Mm], page: tuple[int, int], said: Notes, shows: Shows
) -> Drawing:
    size, side = area
    width, bottom = size.width - 2 * side, size.height - PRINTABLE_EDGE - 0.5
    words, notes = _footer_words(setting, width, page), small_print(setting, width, said)
    sketch, top = Sketch(setting), bottom - words.height
    if shows[1] and notes.shapes:
        low = top - NOTE_GAP if shows[0] else bottom
        sketch.place(notes, side, low - notes.height)
    if shows[0]:
        sketch.place(replace(words, role="footer"), side, top)
        if size != SLIDE:
            sketch.place(_draw_ruler(setting, size.width - side, bottom), 0.0, 0.0)
    return sketch.drawing(size.width, size.height)


def footer_height(
    setting: Context, size: PaperSize, footnotes: Notes = (), shows: Shows = (True, True)
) -> Mm:
    """Return what a footer takes off the foot of a page: its words, and its notes with them."""
    width, foot = size.width - 2 * OUTER_MARGIN, PRINTABLE_EDGE + 0.5
    if shows[0]:
        # No page's number takes more room.
        words = _footer_words(setting, width, (888, 888))
        foot = max(12.5, foot + words.height + INSET)
    notes = small_print(setting, width, footnotes)
    return foot + notes.height + NOTE_GAP if shows[1] and notes.shapes else foot


def _footer_words(setting: Context, width: Mm, page: tuple[int, int]) -> Drawing:
    head, said = setting.game.head, setting.sentences
    number = setting.say(message("print.page", number=str(page[0]), of=str(page[1])))
    version = setting.say(message("print.version", version=str(head.version)))
    makers, sheet = (head.credits.makers(), said.rights), (setting.title, number)
    language = paper_language(setting.options.language, setting.options.asked)
    own = (*sheet, language, version, sheet_id(setting))
    how, room = _lettering(setting), width - setting.style.length(RULER) - 6.0
    first, second = _joined((said.title, *makers)), _joined((said.title, *own))
    # The title goes where both lines then have room, before a word of a third would.
    if how.width(first) > room >= max(how.width(line) for line in (_joined(makers), second)):
        return how.fit(f"{_joined(makers)}\n{second}", "footer", room)
    return how.fit(f"{first}\n{_joined(own)}", "footer", room)


def _joined(parts: Iterable[str | None]) -> str:
    return " · ".join(filter(None, parts))


def small_print(setting: Context, width: Mm, footnotes: Notes) -> Drawing:
    """Draw footnotes, and the notice that nobody of the health professions has read the game."""
    if not (notes := [*filter(None, [*footnotes, not_reviewed_notice(setting)])]):
        return Drawing(width, 0.0)
    how, line = _lettering(setting), "  ".join(notes)
    # Short notes share a line, since a page of cards has little room.
    is_short = how.width(line) <= width
    return how.fit(line if is_short else "\n".join(notes), "footnotes", width)


def not_reviewed_notice(setting: Context) -> str | None:
    """Return the notice that no health professional has read a game, where each page says so."""
    health = setting.game.head.health
    is_open = health is not None and health.on_every_page and not health.reviewed_by
    return setting.say("print.not-reviewed") if is_open else None


def _lettering(setting: Context) -> Lettering:
    return setting.style.lettering(FOOTER, "regular", "secondary")


def sheet_id(setting: Context) -> str:
    """Return the id that names this printout: game, printable, language and choices."""
    # Signs move nothing, nor does it whether they are named.
    options = setting.options.without(("no_signs",))
    return f"{setting.game.name}/{options.language}/{setting.printable}{options.suffix()}"


def _draw_ruler(setting: Context, right: Mm, y: Mm) -> Drawing:
    x, stroke = right - RULER, Stroke("secondary", measures.HAIRLINE * 1.5)
    how, sketch, tick = _lettering(setting), Sketch(setting), 2.0
    words = setting.say(message("print.ruler", length=f"{RULER:g}"))
    how.fit(words, "ruler", setting.style.length(RULER))
    left = right - max(RULER, how.width(words))
    sketch.write(words, left, y - tick - lettered.line_height(how.size) + how.height, how)
    sketch.put(Line(x, y, right, y, stroke))
    for number in range(6):
        at = x + number * RULER / 5
        sketch.put(Line(at, y, at, y - tick * (1.0 if number in {0, 5} else 0.6), stroke))
    return sketch.drawing(right, y, role="furniture")


def headline(setting: Context, width: Mm, notes: Sequence[str] = ()) -> Drawing:
    """Draw the game's title, the printable's beside it, and what is to be known beneath."""
    style, line = setting.style, title_line(setting, width, TITLE)
    how = style.lettering(TEXT)
    texts = (how.fit(note, "note", width, language=style.language) for note in notes)
    return art.column(line, *texts, gap=style.length(2.5))


def title_line(
    setting: Context, width: Mm, size: Pt, words: str = "", small: Pt = SECTION
) -> Drawing:
    """Draw the game's title and, on its base line, some words: without any the printable's name."""
    bold, sketch = setting.style.lettering(size, "bold"), Sketch(setting)
    plain = setting.style.lettering(small, "regular", "secondary")
    band, start = title_band(setting, width, EMBLEM * bold.height)
    base = max(bold.height, TITLE_BASE * band.height)
    sketch.place(band, 0.0, 0.0)
    end = sketch.write(setting.sentences.title, start, base, bold)
    sketch.write(words or setting.title, end + setting.style.length(4.0), base, plain)
    return sketch.drawing(width, max(base, band.height), role="title")


def title_band(setting: Context, width: Mm, side: Mm) -> tuple[Drawing, Mm]:
    """Draw the face of a game above a title: its emblem and a band; where the title begins.

    It is as high as the emblem's side, of no height where the game has no face.
    """
    if (face := setting.game.head.face) is None:
        return Drawing(width, 0.0), 0.0
    sketch = Sketch(setting)
    sketch.put(Rect(0.0, 0.0, width, BAND * side, face.colour, None, BAND * side / 2))
    sketch.place(draw_emblem(setting.game, face, side), 0.0, 0.0)
    return sketch.drawing(width, side), side + setting.style.length(2.5)


def draw_emblem(game: Game, face: Face, side: Mm) -> Drawing:
    """Draw the emblem of a game on its colour, a square with round corners."""
    tile = Rect(0.0, 0.0, side, side, face.colour, None, ROUND * side)
    drawn = replace(picture(game, face.emblem, FILLED * side), title="")
    return Drawing(side, side, (tile, Placed(art.centred_in(drawn, side, side), 0.0, 0.0)))


def footnote_sign(setting: Context, part: str) -> str:
    """Return the number that calls the footnote of a reconstructed part, or nothing."""
    facts = _reconstructed(setting, setting.noted)
    return "".join(mark for mark, fact in facts if part in fact.parts)


def footnotes(setting: Context, parts: Iterable[str], *, called: bool = True) -> tuple[str, ...]:
    """Return a note for each reconstructed fact about one of the parts, numbered if called."""
    facts, said = _reconstructed(setting, parts), setting.sentences.provenance
    return tuple(f"{mark * called} {said[fact.fact]}".strip() for mark, fact in facts)


def _reconstructed(setting: Context, parts: Iterable[str]) -> Iterator[tuple[str, Provenance]]:
    about = set(parts)
    shown = (fact for fact in setting.game.head.provenance if about & set(fact.parts))
    facts = (fact for fact in shown if fact.standing == "reconstructed")
    return ((f"({n})", fact) for n, fact in enumerate(facts, start=1))


def name_cells(sheet: Drawing) -> tuple[art.CellBox, ...]:
    """Return the line for a name on a sheet, or the heads of columns of a table of players."""
    cells = paper.all_cells(sheet)
    return tuple(cell for cell in cells if cell.id.partition(".")[0] == "name")


def with_names(
    sheet: Drawing, names: Iterable[Sequence[str]], setting: Context
) -> Iterator[Drawing]:
    """Yield the sheet with names where they go; LudokitError where there is no place for one."""
    cells, alone = tuple(paper.all_cells(sheet)), paper.without_cells(sheet)
    places, size = name_cells(sheet), 11.0 * setting.style.scale
    how = Lettering(setting.style.family.bold, size, least=lettered.LEAST_SIZE)
    for own in names:
        written = [Placed(alone, 0.0, 0.0)]
        if any(own) and not places:
            raise LudokitError(message("print.no-name-line", printable=setting.title))
        for name, line in zip(own, places, strict=False):
            if not name:
                continue
            if len(places) > 1:
                middle = replace(how, align="middle")
                words = middle.fit(name, "name", line.width - INSET, line.height - INSET)
                y = line.y + (line.height - words.height) / 2
                written.append(Placed(words, line.x + INSET / 2, y))
                continue
            low = line.y + line.height + setting.style.length(0.4)
            # A name of two lines may reach above its line, and a little beyond the sheet's top.
            words = how.fit(name, "name", line.width, min(line.height * 1.6, low + 1.2))
            written.append(Placed(words, line.x + 1.0, low - words.height))
        yield replace(sheet, shapes=tuple(written), cells=cells) if len(written) > 1 else sheet


def imposed_pages(  # noqa: PLR0913 - what may stand about the pieces, each by its name
    pieces: Sequence[Piece],
    setting: Context,
    *,
    heading: Drawing | None = None,
    footnotes: Notes = (),
    spare: Sequence[Piece] = (),
    after: Sequence[Page] = (),
) -> tuple[Page, ...]:
    """Plan the pages of pieces, under a heading, with `spare` on the last, others `after` them."""
    pages = cut_pages(pieces, setting, heading=heading, footnotes=footnotes, spare=spare)
    return add_footers(setting, [*pages, *after], footnotes)


def cut_pages(
    pieces: Sequence[Piece],
    setting: Context,
    *,
    heading: Drawing | None = None,
    footnotes: Sequence[str] = (),
    spare: Sequence[Piece] = (),
) -> tuple[Page, ...]:
    """Plan the pages of pieces to cut out as yet without their footers."""
    size, cutting = setting.options.size, _cutting(setting)
    feet, edges, grid = footer_placement(pieces, setting, heading, footnotes)
    free = -len(pieces) % grid.per_page if spare and grid.per_page else 0
    pieces = (*pieces, *spare[:free], *(spare[-1] for _ in range(free - len(spare))))
    pages = []
    imposed = imposing.impose(pieces, size, edge=edges, cutting=cutting)
    for number, page in enumerate(imposed, start=1):
        bookmark, marks, above = f"{setting.title} {number}", page.furniture, heading
        if page.is_back:
            bookmark = setting.say(message("print.back", title=bookmark))
            if heading is not None:
                words = setting.say(message("print.back", title=setting.title))
                above = title_line(setting, heading.width, TITLE, words)
        shapes = [Placed(above, OUTER_MARGIN, HEADING_TOP)] if above is not None else []
        shapes += [Placed(marks, 0.0, 0.0)] if marks.shapes else []
        around = replace(marks, shapes=tuple(shapes))
        own = turned_feet(setting, page.size, feet) if page.is_back else feet
        pages.append(replace(page, furniture=around, bookmark=bookmark, footer_sides=own))
    return tuple(pages)


def turned_feet(setting: Context, size: PaperSize, feet: FooterSides = FEET[0]) -> FooterSides:
    """Return where the footer stands on a back, behind that of its front."""
    over = OVER[imposing.swaps_sides(size, _cutting(setting))]
    words, notes = (over.get(side, side) for side in feet)
    return words, notes


def footer_placement(
    pieces: Sequence[Piece], setting: Context, heading: Drawing | None, footnotes: Notes
) -> tuple[FooterSides, Edges, ImpositionGrid]:
    """Return where the footer stands so that most pieces lie on a sheet, and how they lie there."""
    size, cutting = setting.options.size, _cutting(setting)
    top = HEADING_TOP + heading.height + measures.DRAWING_GAP if heading else PRINTABLE_EDGE
    choices = FEET[:1] if heading else SOLD_FEET if cutting.perforated else FEET
    ways = []
    for feet in choices:
        edges = []
        for sheet in (size, size.rotated()):
            bands = {}
            for side in feet:
                shows = [side == one for one in feet]
                bands[side] = footer_height(setting, _along(sheet, side), footnotes, shows)
            edges.append(replace(Margins(top=top), **bands))
        edge = edges[0], replace(edges[1], bottom=max(top, edges[1].bottom))
        grid = imposing.best_grid(pieces, size, edge=edge, cutting=cutting)
        ways.append((feet, edge, grid))
    sold = cutting.perforated
    return max(ways, key=lambda way: (_is_off_cards(way[1][0], sold), way[-1].per_page))


def _is_off_cards(edge: Margins, sheet: Perforated | None) -> bool:
    """Tell whether footers that take this much of a page lie beside the cards of a sold sheet."""
    return sheet is None or (edge.left <= sheet.corner[0] and edge.bottom <= sheet.corner[1])


def _cutting(setting: Context) -> Cutting:
    options = setting.options
    return Cutting(options.bleed, options.duplex, options.perforated)


def row_room(setting: Context, notes: Notes, sheet: PaperSize | None = None) -> Size:
    """Return the width and height that rows may take on a page, upright where not said."""
    size = sheet or setting.options.size
    width = size.width - 2 * OUTER_MARGIN
    return width, size.height - PAGE_TOP - footer_height(setting, size, notes) - 1.0


def split_into_pages(rows: Sequence[Drawing], height: Mm) -> list[list[Drawing]]:
    """Part rows into pages; a row higher than a page stands alone on one."""
    return art.in_rows(rows, height + 1e-6, measures.BLOCK_GAP, lambda row: row.height)


def pages_of_rows(
    rows: Sequence[Drawing], setting: Context, notes: Notes, sheet: PaperSize | None = None
) -> tuple[Page, ...]:
    """Plan the pages of rows, as often as copies are wanted; notes stand at every foot."""
    return add_footers(setting, rows_on_pages(rows, setting, notes, sheet), notes)


def rows_on_pages(
    rows: Sequence[Drawing], setting: Context, notes: Notes, sheet: PaperSize | None = None
) -> list[Page]:
    """Plan the same pages as yet without their footers."""
    width, height = row_room(setting, notes, sheet)
    split, title = split_into_pages(rows, height), headline(setting, width)
    # Pages lie apart once they are cut: each has the title where there is room for it.
    room = height - title.height - 2 * measures.DRAWING_GAP
    split = [
        [title, *page] if at and sum(row.height for row in page) <= room else page
        for at, page in enumerate(split)
    ]
    pages = []
    for number, page in enumerate(split * setting.options.copies, start=1):
        rest = height - sum(row.height for row in page)
        # More air lets a page fall apart.
        gap = min(14.0, rest / max(1, len(page)))
        # A row that has a page for itself stands in its middle.
        y = PAGE_TOP + (rest / 2 if len(page) == 1 else 0.0)
        copies = []
        for row in page:
            at = OUTER_MARGIN + (width - row.width) / 2, y
            copies.append(Copy(number, Placed(row, *at), is_read=True))
            y += row.height + gap
        pages.append(Page(sheet or setting.options.size, copies=tuple(copies)))
    return pages


def board_pages(
    boards: Sequence[Drawing],
    setting: Context,
    *,
    footnotes: Notes = (),
    after: Sequence[Page] = (),
) -> tuple[Page, ...]:
    """Plan a page for each board, all of one size, or tiles; other pages come `after`."""
    foot = footer_height(setting, setting.options.size, footnotes)
    if setting.options.large:
        boards = _enlarge_boards(boards, setting, foot)
    size, pages = sheet_holding(boards[0], setting.options.size, foot), []
    for number, board in enumerate(boards, start=1):
        if size is not None:
            room = size.height - PRINTABLE_EDGE - footer_height(setting, size, footnotes)
            x, y = (size.width - board.width) / 2, PRINTABLE_EDGE + (room - board.height) / 2
            placed = Placed(board, imposing.rounded_down(x), imposing.rounded_down(y))
            pages.append(Page(size, copies=(Copy(number, placed),)))
            continue
        edge = replace(TILE_EDGE, bottom=foot)
        for tile in imposing.cut_into_tiles(board, setting.options.size, edge).tiles():
            copies = (Copy(number, tile.placed(), tile.visible_box),)
            around, name = _draw_tile_furniture(tile, setting), f"{setting.title} {tile.letter}"
            pages.append(Page(tile.tiling.size, around, copies, name))
    return add_footers(setting, [*pages, *after], footnotes)


def sheet_holding(board: Drawing, size: PaperSize, foot: Mm) -> PaperSize | None:
    """Return the sheet, upright or turned, that holds a board above a footer; None if none does."""
    for sheet in (size, size.rotated()):
        fits_across = board.width <= sheet.width - 2 * PRINTABLE_EDGE
        if fits_across and board.height <= sheet.height - PRINTABLE_EDGE - foot:
            return sheet
    return None


def _enlarge_boards(boards: Sequence[Drawing], setting: Context, foot: Mm) -> list[Drawing]:
    size = setting.options.size

    def pages(scale: float) -> int:
        large = art.scaled(boards[0], scale)
        cut = imposing.cut_into_tiles(large, size, replace(TILE_EDGE, bottom=foot))
        return 1 if sheet_holding(large, size, foot) else cut.columns * cut.rows

    # Less large where that saves pages.
    scale = min((setting.style.scale, LARGER), key=pages)
    return [art.scaled(board, scale) for board in boards]


def is_larger(large: Drawing, usual: Drawing) -> bool:
    """Tell whether each cell and the smallest setting of each word are large beside the usual."""
    cells = {cell.id: min(cell.width, cell.height) for cell in paper.all_cells(large)}
    sizes, were = _smallest_type_sizes(large), _smallest_type_sizes(usual)
    return all(
        cells.get(cell.id, math.inf) >= LARGER * min(cell.width, cell.height)
        for cell in paper.all_cells(usual)
    ) and all(sizes.get(words, math.inf) >= LARGER * size for words, size in were.items())


def _smallest_type_sizes(drawing: Drawing) -> Mapping[str, Pt]:
    found: dict[str, Pt] = {}
    for words, size in paper.sized_words(drawing):
        found[words] = min(size, found.get(words, size))
    return found


def _draw_tile_furniture(tile: imposing.TilePage, setting: Context) -> Drawing:
    style, size, sketch = setting.style, tile.tiling.size, Sketch(setting)
    sketch.place(tile.marks(), 0.0, 0.0)
    letter, top = Lettering(style.family.bold, 30.0), PRINTABLE_EDGE + 1.0
    sketch.write(tile.letter, OUTER_MARGIN, top + letter.height, letter)
    small = imposing.assembly_map(tile, TILE_HEAD - 2.0, style.family.bold)
    right = size.width - OUTER_MARGIN - small.width
    sketch.place(small, right, top)
    left = OUTER_MARGIN + TILE_HEAD
    count = tile.tiling.columns * tile.tiling.rows
    key = TILES[(tile.column > 0) + 2 * (tile.row > 0)]
    words = setting.say(message(key, letter=tile.letter, of=str(count)))
    how = style.lettering(TEXT, steps_down=True)
    sketch.place(how.fit(words, "tile", right - 6.0 - left, TILE_HEAD), left, top)
    return sketch.drawing(size.width, size.height)
