"""Pages become a PDF: vectors, text that is text, shipped fonts embedded as subsets."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from math import floor
from typing import Any, TypeAlias

from generator.paper.faces import FAMILIES, SYMBOLS, font_file
from generator.paper.page import Page
from generator.paper.palette import Palette
from generator.paper.printer import TRUE, Printer
from generator.paper.shapes import Drawing, Placed
from generator.paper.units import Mm, Pt, to_points
from generator.render.document import DocumentFacts, still_clock
from generator.render.drawn_letters import Letters
from generator.render.pen import Desk, Pen
from generator.render.stamps import stamps

Canvas: TypeAlias = Any  # reportlab has no types

# What sticks out of a drawing (strokes, tails of letters) shows on a stamp too.
FREE: Pt = 1000.0
PDF_VERSION = (1, 7)


def draw(
    pages: Sequence[Page], palette: Palette, facts: DocumentFacts, printer: Printer = TRUE
) -> bytes:
    """Draw pages as a PDF, corrected for a printer; the same pages give the same bytes.

    Raise GlyphMissingError where words hold a character that their font lacks, and KeyError
    naming a colour that the palette does not have.
    """
    with still_clock(""):
        return _drawn(pages, palette, facts, printer)


def _drawn(
    pages: Sequence[Page], palette: Palette, facts: DocumentFacts, printer: Printer
) -> bytes:
    file = BytesIO()
    canvas = _canvas(file, facts)
    sheets = [(page, page.placed()) for page in pages]
    found = stamps(placed for _, sheet in sheets for placed in sheet)
    desk = Desk(
        cache(palette.fill),
        palette.needs_edge,
        cache(palette.line),
        Letters(canvas).encoded,
        found.number,
    )
    for number, drawing in found.drawings:
        _make_stamp(canvas, number, drawing, desk)
    for number, (page, sheet) in enumerate(sheets, start=1):
        _begin_page(canvas, number, page, printer)
        _draw_page(canvas, sheet, desk)
    canvas.save()
    return file.getvalue()


def _canvas(file: BytesIO, facts: DocumentFacts) -> Canvas:
    from reportlab import rl_config
    from reportlab.pdfgen import canvas as made

    _register_fonts()
    # Ascii85 makes streams a quarter longer; reportlab reads this setting when it writes.
    rl_config.useA85 = 0
    canvas = made.Canvas(
        file,
        invariant=1,
        pageCompression=1,
        pdfVersion=PDF_VERSION,
        lang=facts.language,
        # Else every file declares a Helvetica that it does not embed.
        initialFontName=FAMILIES["standard"].regular,
    )
    canvas.setTitle(facts.title)
    canvas.setAuthor(facts.author)
    canvas.setSubject(facts.subject)
    canvas.setKeywords(facts.keywords)
    canvas.setCreator(facts.creator)
    canvas.setProducer(facts.creator)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


@cache
def _register_fonts() -> None:
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    families = FAMILIES.values()
    names = {name for f in families for name in (f.regular, f.bold, f.italic, f.bold_italic)}
    for name in (*sorted(names), SYMBOLS):
        registerFont(TTFont(name, font_file(name), asciiReadable=False))


def _make_stamp(canvas: Canvas, number: int, drawing: Drawing, desk: Desk) -> None:
    width, height = to_points(drawing.width), to_points(drawing.height)
    canvas.beginForm(f"stamp{number}", -FREE, -height - FREE, width + FREE, FREE)
    pen = Pen(desk)
    pen.draw(drawing, 0.0, 0.0)
    _put(canvas, pen)
    canvas.endForm()


def _begin_page(canvas: Canvas, number: int, page: Page, printer: Printer) -> None:
    """Set size and bookmark of a page, and its top left as the origin, moved by the correction."""
    height = _page_length(page.size.height)
    canvas.setPageSize((_page_length(page.size.width), height))
    if page.bookmark:
        key = f"page{number}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(page.bookmark, key)
    canvas.translate(0, height)
    size = page.size
    if corrected := printer.corrected(size.width, size.height, is_back=page.is_back):
        x, y, right, down = corrected
        canvas.transform(x, 0, 0, y, to_points(right), -to_points(down))


def _draw_page(canvas: Canvas, sheet: Sequence[Placed], desk: Desk) -> None:
    pen = Pen(desk)
    for placed in sheet:
        pen.place(placed, 0.0, 0.0)
    _put(canvas, pen)
    canvas.showPage()


def _page_length(length: Mm) -> Pt:
    """Return a side of the page, rounded down: rounded up it would take one more row of pixels."""
    return floor(to_points(length) * 10_000) / 10_000


def _put(canvas: Canvas, pen: Pen) -> None:
    """Put what a pen wrote on the page; stamps go through the canvas, which notes their use."""
    for piece in pen.pieces():
        if isinstance(piece, int):
            canvas.doForm(f"stamp{piece}")
        else:
            canvas.addLiteral(piece)
