"""Pages become a PDF: vectors, text that is text, shipped fonts embedded as subsets.

Shapes are written as the operators of a PDF page (ISO 32000-1, annex A) and given to reportlab as
literals: its own calls for each shape and word take three times as long for a deck of cards. A
drawing that is placed more than once becomes a stamp, in PDF a form XObject: written once, placed
often. A photograph is an image XObject (8.9.5), read when it is its turn to be written, so that a
deck of photographs is never in memory uncompressed.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from io import BytesIO
from math import floor
from pathlib import Path
from typing import Any

from generator.paper import shapes as art
from generator.paper import text as lettered
from generator.paper.page import TRUE, Page, Printer
from generator.paper.palette import Ink, Palette
from generator.paper.photographs import image_for_print
from generator.render.document import DocumentFacts, fixed_clock
from generator.render.pdf_file import write_pdf
from generator.render.pen import DrawingIndex, Letters, Pen, Resources, TaggedPen
from generator.render.structure import Structure

Canvas = Any  # reportlab has no types
# The bounding box of a stamp is larger than its drawing by this: strokes and descenders stick out.
FREE: art.Pt = 1000.0


def find_stamps(placed: Iterable[art.Placed]) -> dict[int, int]:
    """Find drawings placed more than once, by identity; equal ones share a number."""
    numbers: dict[int, int] = {}
    looks: dict[Hashable, int] = {}
    drawings: list[art.Drawing] = []
    times = Counter[int]()

    def is_long(drawing: art.Drawing) -> bool:
        # The operators of others are shorter than placing a stamp.
        short = art.Line | art.Rect | art.Text
        return len(drawing.shapes) > 1 or not all(isinstance(one, short) for one in drawing.shapes)

    def number(drawing: art.Drawing) -> int:
        # Drawings that look the same share a number; nested ones have lower numbers.
        if id(drawing) in numbers:
            return numbers[id(drawing)]
        inner: list[int] = []
        look: list[Hashable] = [drawing.width, drawing.height]
        for one in drawing.shapes:
            if isinstance(one, art.Placed):
                inner.append(number(one.drawing))
                look.append((inner[-1], one.x, one.y, one.turn, one.scale, one.clip))
            else:
                look.append(one)
        new = len(drawings)
        found = numbers[id(drawing)] = looks.setdefault(tuple(look), new)
        if found == new:
            drawings.append(drawing)
            times.update(inner)
        return found

    times.update([number(one.drawing) for one in placed])
    repeated = {one for one, count in times.items() if count > 1 and is_long(drawings[one])}
    return {key: one for key, one in numbers.items() if one in repeated}


@fixed_clock("")
def draw(
    pages: Sequence[Page], palette: Palette, facts: DocumentFacts, printer: Printer = TRUE
) -> bytes:
    """Draw pages as a PDF, corrected for a printer; the same pages give the same bytes."""
    every = [placed for page in pages for placed in page.placed()]
    canvas, structure, repeated = _canvas(facts), Structure(), find_stamps(every)
    contents, letters = DrawingIndex(pages, repeated), cache(partial(Letters, canvas))

    @cache
    def type_of(font: str, size: art.Pt, colour: str, scale: float) -> tuple[str, Letters, str]:
        stem = scale * lettered.stem_width(font, size)
        shown = _operands(palette.line(colour, stem), palette.ink, "rg")
        return shown, letters(font), f"{size:g} Tf"

    resources = Resources(
        fill=cache(lambda name: _operands(palette.fill(name), palette.ink, "rg")),
        needs_edge=cache(palette.needs_edge),
        line=cache(lambda name, width: _operands(palette.line(name, width), palette.ink, "RG")),
        type=type_of,
        stamps=repeated,
        stamp=_stamping(canvas, repeated),
        pictures=_pictures(canvas, every, is_grey=palette.ink != "colour"),
    )
    for number, page in enumerate(pages, start=1):
        _begin_page(canvas, number, page, printer)
        pen = TaggedPen(resources, structure, contents)
        pen.write(page)
        pen.put_on(canvas)
        canvas.showPage()
    return write_pdf(canvas, structure, facts)


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
    # Sheets, cards and tokens fit one another in their own size.
    preferences = {"DisplayDocTitle": "true", "PrintScaling": "None", "PickTrayByPDFSize": "true"}
    for name, value in (preferences | ({"Duplex": facts.flip} if facts.flip else {})).items():
        canvas.setViewerPreference(name, value)
    return canvas


@cache
def _canvas_type() -> Canvas:
    from reportlab.pdfbase import pdfdoc
    from reportlab.pdfbase.pdfmetrics import getFont, registerFont
    from reportlab.pdfgen.canvas import Canvas as Plain

    # Of PDF 1.7, and not yet in reportlab's list.
    preferences = pdfdoc.ViewerPreferencesPDFDictionary.validate
    preferences.setdefault("PickTrayByPDFSize", pdfdoc.checkPDFBoolean)

    families = lettered.FAMILIES.values()
    names = {name for f in families for name in (f.regular, f.bold, f.italic, f.bold_italic)}
    for name in (*sorted(names), lettered.SYMBOLS, lettered.NAMES, lettered.BOLD_NAMES):
        registerFont(_face_type()(name, lettered.font_file(name), asciiReadable=False))

    class Sheets(Plain):  # type: ignore[misc] # reportlab has no types
        def add_picture(self, name: str, picture: object) -> None:
            # `doForm` places it by this name.
            self._doc.Reference(picture, self._doc.getXObjectName(name))

        def code_of(self, letter: str, font: str) -> tuple[int, str, int]:
            face = getFont(font)
            ((subset, (code,)),) = face.splitString(letter, self._doc)
            return subset, face.getSubsetInternalName(subset, self._doc), code

    return Sheets


@cache
def _face_type() -> Any:
    from reportlab.pdfbase.ttfonts import TTFont

    class Face(TTFont):  # type: ignore[misc] # reportlab has no types
        def addObjects(self, document: Any) -> None:  # noqa: N802 - reportlab's own name
            # Code 0 is for no character, and must not be mapped to one.
            def without_first(found: re.Match[str]) -> str:
                return f"{int(found.group(1)) - 1} beginbfchar"

            known, first = {*document.idToObject}, r"(\d+) beginbfchar\n<00> <0000>"
            super().addObjects(document)
            for name in document.idToObject.keys() - known:
                if name.startswith("toUnicodeCMap:"):
                    map_ = document.idToObject[name]
                    map_.content = re.sub(first, without_first, map_.content)

    return Face


def _pictures(canvas: Canvas, placed: Iterable[art.Placed], *, is_grey: bool) -> Mapping[Path, str]:
    names: dict[Path, str] = {}
    for number, (file, width) in enumerate(_widest(placed).items(), start=1):
        names[file] = f"picture{number}"
        canvas.add_picture(names[file], _image_type()(file, width, is_grey))
    return names


def _widest(placed: Iterable[art.Placed]) -> Mapping[Path, art.Mm]:
    known: dict[int, dict[Path, art.Mm]] = {}

    def inside(drawing: art.Drawing) -> Mapping[Path, art.Mm]:
        if id(drawing) not in known:
            found = known[id(drawing)] = {}
            for shape in drawing.shapes:
                inner: Mapping[Path, art.Mm] = {}
                if isinstance(shape, art.Placed):
                    within = inside(shape.drawing).items()
                    inner = {file: width * shape.scale for file, width in within}
                elif isinstance(shape, art.Picture):
                    inner = {shape.file: shape.width}
                for file, width in inner.items():
                    found[file] = max(found.get(file, 0.0), width)
        return known[id(drawing)]

    return inside(art.Drawing(0.0, 0.0, tuple(placed)))


class _FileBuffer:
    """Collects a file in one buffer; reportlab keeps a list, and joins it into a second copy."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self.buffer = BytesIO()
        self.buffer.writelines(pieces)

    def __iter__(self) -> Iterator[bytes]:
        yield self.buffer.getvalue()


@cache
def _image_type() -> Any:
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName, PDFObject, PDFStream

    class ImageObject(PDFObject):  # type: ignore[misc] # reportlab has no types
        def __init__(self, file: Path, width: art.Mm, is_grey: bool) -> None:  # noqa: FBT001 - by name outside
            self._file, self._width, self._is_grey = file, width, is_grey

        def format(self, document: Any) -> bytes:
            # The picture is in memory only while its object is written.
            pieces = document.__accum__
            if not isinstance(pieces.strings, _FileBuffer):
                pieces.strings = _FileBuffer(pieces.strings)
                pieces.write = pieces.strings.buffer.write
            picture = image_for_print(self._file, self._width, is_grey=self._is_grey)
            said = {
                "Type": PDFName("XObject"),
                "Subtype": PDFName("Image"),
                "Width": picture.width,
                "Height": picture.height,
                "BitsPerComponent": 8,
                "ColorSpace": PDFName("DeviceGray" if picture.colours == 1 else "DeviceRGB"),
                "Filter": PDFName("DCTDecode" if picture.is_jpeg else "FlateDecode"),
            }
            if not picture.is_jpeg:
                rows = {"Predictor": 15, "Colors": picture.colours, "Columns": picture.width}
                said["DecodeParms"] = PDFDictionary(rows)
            stream = PDFStream(PDFDictionary(said), picture.compressed_dots() + b"\n")
            return bytes(stream.format(document))

    return ImageObject


def _begin_page(canvas: Canvas, number: int, page: Page, printer: Printer) -> None:
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
    # Rounded up it would take one more row of pixels.
    return floor(art.to_points(length) * 10_000) / 10_000


def _operands(colour: tuple[float, ...], ink: Ink, operator: str) -> str:
    # In DeviceGray where no coloured ink may be used.
    if ink != "colour":
        colour, operator = colour[:1], operator[1:]
    return " ".join((*(f"{round(share, 4):.4g}" for share in colour), operator))


def _stamping(
    canvas: Canvas, numbers: Mapping[int, int]
) -> Callable[[art.Drawing, float, Resources], str]:
    made: dict[tuple[int, float], str] = {}

    def stamp(drawing: art.Drawing, scale: float, resources: Resources) -> str:
        number = numbers[id(drawing)]
        if (number, scale) not in made:
            width, height = art.to_points(drawing.width), art.to_points(drawing.height)
            pen = Pen(resources, scale)
            pen.draw(drawing, 0.0, 0.0)
            name = made[number, scale] = f"stamp{len(made)}"
            canvas.beginForm(name, -FREE, -height - FREE, width + FREE, FREE)
            pen.put_on(canvas)
            canvas.endForm()
        return made[number, scale]

    return stamp
