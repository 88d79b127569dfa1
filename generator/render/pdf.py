"""Pages become a PDF: vectors, text that is text, shipped fonts embedded as subsets.

Shapes are written as the operators of a PDF page (ISO 32000-1, annex A) and given to reportlab as
literals: its own calls for each shape and word take three times as long for a deck of cards. A
drawing that comes up more than once is a stamp, in PDF a form XObject: written once, placed often;
so is every picture of dots, an image XObject, read when its turn comes to be written.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby
from math import cos, floor, radians, sin
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias, assert_never

from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.page import TRUE, Page, Printer
from generator.paper.palette import Ink, Palette
from generator.render.document import DocumentFacts, still_clock
from generator.render.pdf_pictures import pictures_in

# Shapes that are shorter than a stamp's own words.
_SHORT = art.Line | art.Rect | art.Text
Canvas: TypeAlias = Any  # reportlab has no types
K = art.POINTS_PER_MM
# The numbers of a PDF (ISO 32000-1, 8.4.3.3); pointed corners reach as far as those of an SVG.
ENDS: Mapping[art.Ends, int] = {"butt": 0, "round": 1, "square": 2}
CORNERS: Mapping[art.Corners, int] = {"miter": 0, "round": 1, "bevel": 2}
# What sticks out of a drawing (strokes, tails of letters) shows on a stamp too.
FREE: art.Pt = 1000.0


class _Looks:
    """Numbers drawings so that those that look the same share one, and counts them."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}
        self.drawings: list[art.Drawing] = []
        self.times: Counter[int] = Counter()
        self._known: dict[Hashable, int] = {}

    def number(self, drawing: art.Drawing) -> int:
        """Return the drawing's number; what is placed in it has a lower one."""
        known = self.numbers.get(id(drawing))
        if known is not None:
            return known
        look = tuple(
            (self.number(one.drawing), one.x, one.y, one.turn, one.scale, one.clip)
            if isinstance(one, art.Placed)
            else one
            for one in drawing.shapes
        )
        number = self._known.setdefault((drawing.width, drawing.height, look), len(self.drawings))
        if number == len(self.drawings):
            self.drawings.append(drawing)
            inner = (one.drawing for one in drawing.shapes if isinstance(one, art.Placed))
            self.times.update(map(self.number, inner))
        self.numbers[id(drawing)] = number
        return number


def stamps(placed: Iterable[art.Placed]) -> dict[int, int]:
    """Find the drawings that look the same and are placed more than once, at any depth.

    One that is shorter than a stamp is none. Return their numbers by identity: the drawings have to
    live on while these are in use.
    """
    looks = _Looks()
    looks.times.update(looks.number(one.drawing) for one in placed)
    often = ((n, looks.drawings[n]) for n, count in sorted(looks.times.items()) if count > 1)
    repeated = {
        number
        for number, drawing in often
        if len(drawing.shapes) > 1 or not all(isinstance(one, _SHORT) for one in drawing.shapes)
    }
    return {key: n for key, n in looks.numbers.items() if n in repeated}


@still_clock("")
def draw(
    pages: Sequence[Page], palette: Palette, facts: DocumentFacts, printer: Printer = TRUE
) -> bytes:
    """Draw pages as a PDF, corrected for a printer; the same pages give the same bytes.

    Raise GlyphMissingError where words hold a character that their font lacks, KeyError naming a
    colour that the palette does not have, and LudokitError naming a picture that is broken.
    """
    canvas = _canvas(facts)
    sheets = [(page, page.placed()) for page in pages]
    every = [placed for _, sheet in sheets for placed in sheet]
    resources = _Resources(
        fill=cache(lambda name: _operands(palette.fill(name), palette.ink, "rg")),
        needs_edge=palette.needs_edge,
        words=cache(lambda name, width: _operands(palette.line(name, width), palette.ink, "rg")),
        line=cache(lambda name, width: _operands(palette.line(name, width), palette.ink, "RG")),
        letters=cache(lambda font: _Letters(canvas, font)),
        stamp=_stamping(canvas, stamps(every)),
        pictures=pictures_in(canvas, every, is_grey=palette.ink != "colour"),
    )
    for number, (page, sheet) in enumerate(sheets, start=1):
        _begin_page(canvas, number, page, printer)
        pen = _Pen(resources)
        for placed in sheet:
            pen.place(placed, 0.0, 0.0)
        pen.put_on(canvas)
        canvas.showPage()
    # Not by way of a file, which would be one more copy of all pictures.
    return bytes(canvas.getpdfdata())


def _canvas(facts: DocumentFacts) -> Canvas:
    from reportlab import rl_config

    # Ascii85 makes streams a quarter longer; reportlab reads this setting when it writes.
    rl_config.useA85 = 0
    canvas = _canvas_type()(
        BytesIO(),
        invariant=1,
        pageCompression=1,
        pdfVersion=(1, 7),
        lang=facts.language,
        # Else every file declares a Helvetica that it does not embed.
        initialFontName=lettered.FAMILIES["standard"].regular,
    )
    canvas.setTitle(facts.title)
    canvas.setAuthor(facts.author)
    canvas.setSubject(facts.subject)
    canvas.setKeywords(facts.keywords)
    canvas.setCreator(facts.creator)
    canvas.setProducer(facts.creator)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    # Sheets, cards and tokens fit one another in their own size.
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("PickTrayByPDFSize", "true")
    if facts.flip is not None:
        canvas.setViewerPreference("Duplex", facts.flip)
    return canvas


@cache
def _canvas_type() -> Canvas:
    """Register the shipped fonts and return reportlab's canvas with codes for single letters."""
    from reportlab.pdfbase.pdfdoc import ViewerPreferencesPDFDictionary, checkPDFBoolean
    from reportlab.pdfbase.pdfmetrics import getFont, registerFont
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas as Plain

    # Of PDF 1.7, and not yet in reportlab's list.
    ViewerPreferencesPDFDictionary.validate.setdefault("PickTrayByPDFSize", checkPDFBoolean)
    families = lettered.FAMILIES.values()
    names = {name for f in families for name in (f.regular, f.bold, f.italic, f.bold_italic)}
    for name in (*sorted(names), lettered.SYMBOLS, lettered.NAMES, lettered.BOLD_NAMES):
        registerFont(TTFont(name, lettered.font_file(name), asciiReadable=False))

    class Sheets(Plain):  # type: ignore[misc] # reportlab has no types
        def add_picture(self, name: str, picture: object) -> None:
            """Keep a picture to be written, for `doForm` to place by its name."""
            self._doc.Reference(picture, self._doc.getXObjectName(name))

        def code_of(self, letter: str, font: str) -> tuple[str, str]:
            """Return a letter's subset and code (in digits), in the way that ttfonts asks for."""
            face = getFont(font)
            ((subset, code),) = face.splitString(letter, self._doc)
            return face.getSubsetInternalName(subset, self._doc), code.hex()

    return Sheets


def _begin_page(canvas: Canvas, number: int, page: Page, printer: Printer) -> None:
    """Set size and bookmark of a page, and its top left as the origin, moved by the correction."""
    height = _page_length(page.size.height)
    canvas.setPageSize((_page_length(page.size.width), height))
    for box, name in zip(page.boxes, ("trim", "bleed"), strict=False):
        low, top = page.size.height - box.bottom, page.size.height - box.top
        canvas.setCropBox([*map(art.to_points, (box.left, low, box.right, top))], name)
    if page.bookmark:
        key = f"page{number}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(page.bookmark, key)
    canvas.translate(0, height)
    size = page.size
    if corrected := printer.corrected(size.width, size.height, is_back=page.is_back):
        x, y, right, down = corrected
        canvas.transform(x, 0, 0, y, art.to_points(right), -art.to_points(down))


def _page_length(length: art.Mm) -> art.Pt:
    """Return a side of the page, rounded down: rounded up it would take one more row of pixels."""
    return floor(art.to_points(length) * 10_000) / 10_000


class _Letters(dict[str, tuple[str, str]]):
    """The letters of a font -> their subsets and codes there, each asked for once a file.

    The order of their first use makes the subsets that the file embeds.
    """

    def __init__(self, canvas: Canvas, font: str) -> None:
        super().__init__()
        self._canvas, self._font = canvas, font

    def __missing__(self, letter: str) -> tuple[str, str]:
        self[letter] = self._canvas.code_of(letter, self._font)
        return self[letter]

    def pieces(self, words: str) -> Iterator[tuple[str, str]]:
        """Yield (subset, codes) pieces; raise GlyphMissingError where the font lacks a letter.

        Nearly always there is one piece: a subset holds 255 letters.
        """
        if not lettered.face(self._font).letters.issuperset(words):
            lettered.require_glyphs(words, self._font)
        for subset, piece in groupby(map(self.__getitem__, words), key=itemgetter(0)):
            yield subset, "".join(code for _, code in piece)


@dataclass(frozen=True, slots=True)
class _Resources:
    """What pens draw with: colours by name (and width), letters by font, stamps, pictures."""

    fill: Callable[[str], str]
    needs_edge: Callable[[str], bool]
    words: Callable[[str, art.Pt], str]
    line: Callable[[str, art.Pt], str]
    letters: Callable[[str], _Letters]
    stamp: Callable[[art.Drawing, float, "_Resources"], str | None]
    pictures: Mapping[Path, str]


def _stamping(
    canvas: Canvas, numbers: Mapping[int, int]
) -> Callable[[art.Drawing, float, _Resources], str | None]:
    """Return what names a stamp, made at its first use at a scale; those in it are made before."""
    made: dict[tuple[int, float], str] = {}

    def stamp(drawing: art.Drawing, scale: float, resources: _Resources) -> str | None:
        number = numbers.get(id(drawing))
        if number is None:
            return None
        if (number, scale) not in made:
            width, height = art.to_points(drawing.width), art.to_points(drawing.height)
            pen = _Pen(resources, scale)
            pen.draw(drawing, 0.0, 0.0)
            name = made[number, scale] = f"stamp{len(made)}"
            canvas.beginForm(name, -FREE, -height - FREE, width + FREE, FREE)
            pen.put_on(canvas)
            canvas.endForm()
        return made[number, scale]

    return stamp


class _Pen:
    """Writes one page or one stamp; colours and strokes that are already set are not set again.

    What is drawn to a smaller scale has thinner lines and letters, which are darkened by it.
    """

    def __init__(self, resources: _Resources, scale: float = 1.0) -> None:
        self._resources, self._scale = resources, scale
        self._written: list[str] = ["1 J 1 j"]  # round ends and corners
        self._pieces: list[tuple[str, str]] = []
        self._fill: str | None = None
        self._stroke = (art.EDGE, 0.0)  # and the scale that it was set at: none yet
        self._font = ""

    def put_on(self, canvas: Canvas) -> None:
        """Put what was written on the page; stamps go through the canvas, which notes their use."""
        for written, stamp in self._pieces:
            canvas.addLiteral(written)
            canvas.doForm(stamp)
        canvas.addLiteral("\n".join(self._written))

    def draw(self, drawing: art.Drawing, x: art.Mm, y: art.Mm) -> None:
        """Draw the shapes of a drawing with its top left at a point, y downwards."""
        for shape in drawing.shapes:
            self._shape(shape, x, y)

    def place(self, placed: art.Placed, x: art.Mm, y: art.Mm) -> None:
        """Lay a drawing down, as a stamp where there is one, else shape by shape."""
        drawing = placed.drawing
        whole, scale = self._scale, min(1.0, round(self._scale * placed.scale, 2))
        stamp = self._resources.stamp(drawing, scale, self._resources)
        if stamp is None and not (placed.turn or placed.clip or placed.scale != 1.0):
            self.draw(drawing, x + placed.x, y + placed.y)
            return
        kept = self._fill, self._stroke, self._font
        self._scale = scale
        origin = _exact(x + placed.x, y + placed.y)
        self._written.append(f"q {_turn(placed.turn, placed.scale)} {origin} cm")
        if placed.clip is not None:
            self._written.append(f"{_box(placed.clip, 0.0, 0.0)} W n")
        if stamp is None:
            self.draw(drawing, 0.0, 0.0)
        else:
            self._stamp(stamp)
        self._written.append("Q")
        self._scale = whole
        self._fill, self._stroke, self._font = kept

    def _stamp(self, name: str) -> None:
        self._pieces.append(("\n".join(self._written), name))
        self._written = []

    def _shape(self, shape: art.Shape, x: art.Mm, y: art.Mm) -> None:
        match shape:
            case art.Text():
                self._words(shape, x, y)
            case art.Line(x1, y1, x2, y2, stroke):
                self._set_stroke(stroke)
                self._written.append(f"{_xy(x + x1, y + y1)} m {_xy(x + x2, y + y2)} l S")
            case art.Rect(radius=0, fill=fill, stroke=stroke):
                self._figure(_box(shape, x, y), fill, stroke)
            case art.Rect() | art.Circle() | art.Polygon():
                self._figure(_steps(art.outline(shape), x, y), shape.fill, shape.stroke)
            case art.Path(steps, fill, stroke, is_even_odd):
                self._figure(_steps(steps, x, y), fill, stroke, "*" * is_even_odd)
            case art.Picture(px, py, width, height, file):
                origin = _exact(x + px, y + py + height)
                self._written.append(f"q {width * K:.3f} 0 0 {height * K:.3f} {origin} cm")
                self._stamp(self._resources.pictures[file])
                self._written.append("Q")
            case art.Placed():
                self.place(shape, x, y)
            case _:
                assert_never(shape)

    def _figure(
        self, path: str, fill: str | None, stroke: art.Stroke | None, rule: str = ""
    ) -> None:
        if fill is not None:
            self._set_colour(self._resources.fill(fill))
            if stroke is None and self._resources.needs_edge(fill):
                stroke = art.BARE_EDGE
        if stroke is not None:
            self._set_stroke(stroke)
        if fill is not None or stroke is not None:
            operator = "f" + rule if stroke is None else "S" if fill is None else "B" + rule
            self._written.append(f"{path} {operator}")

    def _words(self, text: art.Text, x: art.Mm, y: art.Mm) -> None:
        x += text.x
        if text.align != "left":
            x -= lettered.width_of(text.words, text.font, text.size) * art.BEFORE[text.align]
        stem = self._scale * lettered.stem(text.font, text.size)
        self._set_colour(self._resources.words(text.colour, stem))
        self._written.append(f"BT {_exact(x, y + text.y)} Td")
        for subset, codes in self._resources.letters(text.font).pieces(text.words):
            font = f"{subset} {text.size:g} Tf "
            self._written.append(f"<{codes}> Tj" if font == self._font else f"{font}<{codes}> Tj")
            self._font = font
        self._written.append("ET")

    def _set_colour(self, colour: str) -> None:
        if colour != self._fill:
            self._fill = colour
            self._written.append(colour)

    def _set_stroke(self, stroke: art.Stroke) -> None:
        if (stroke, self._scale) != self._stroke:
            (before, _), self._stroke = self._stroke, (stroke, self._scale)
            if (stroke.ends, stroke.corners) != (before.ends, before.corners):
                self._written.append(f"{ENDS[stroke.ends]} J {CORNERS[stroke.corners]} j 4 M")
            dash = " ".join(f"{length:g}" for length in stroke.dashes())
            colour = self._resources.line(stroke.colour, self._scale * stroke.seen)
            self._written.append(f"{colour} {stroke.width:.3f} w [{dash}] 0 d")


def _operands(colour: tuple[float, ...], ink: Ink, operator: str) -> str:
    """Set a colour; without colour in the device's grey, so that no coloured ink is used."""
    if ink != "colour":
        colour, operator = colour[:1], operator[1:]
    return " ".join((*(f"{round(share, 4):.4g}" for share in colour), operator))


def _xy(x: art.Mm, y: art.Mm) -> str:
    return f"{x * K:.3f} {-y * K:.3f}"


def _exact(x: art.Mm, y: art.Mm) -> str:
    """Return a point as exactly as readers keep it, for what much else depends on."""
    return f"{x * K:.5f} {-y * K:.5f}"


@lru_cache(maxsize=256)
def _turn(turn: float, scale: float) -> str:
    a, b = scale * cos(radians(-turn)), scale * sin(radians(-turn))
    return f"{a:.6f} {b:.6f} {-b:.6f} {a:.6f}"


def _box(box: art.Rect, x: art.Mm, y: art.Mm) -> str:
    low = y + box.y + box.height
    return f"{_xy(x + box.x, low)} {box.width * K:.3f} {box.height * K:.3f} re"


def _steps(steps: Sequence[art.Step], x: art.Mm, y: art.Mm) -> str:
    written = []
    for step in steps:
        # Not by a call of _xy for each point: most of what a deck draws is curves.
        written += [f"{(x + px) * K:.3f} {-(y + py) * K:.3f}" for px, py in step.points]
        # A PDF calls the steps as SVG does, in small letters; but `h` goes back.
        written.append("h" if step.way == "Z" else step.way.lower())
    return " ".join(written)
