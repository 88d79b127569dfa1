"""Pages become a PDF: vectors, text that is text, shipped fonts embedded as subsets.

Shapes are written as the operators of a PDF page (ISO 32000-1, annex A) and given to reportlab as
literals: its own calls take three times as long for a deck of cards. A drawing that is placed more
than once becomes a stamp, in PDF a form XObject. A photograph is an image XObject (8.9.5), read
when it is written, so that a deck of them is never in memory uncompressed. The elements of the
structure tree are packed into object streams (7.5.7 and 7.5.8), as each alone would take a line in
the table of what lies where.
"""

import re
import zlib
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from io import BytesIO
from itertools import accumulate
from math import floor
from pathlib import Path
from struct import pack
from typing import Any

from generator.paper.page import TRUE, Page, Printer
from generator.paper.palette import Ink, Palette
from generator.paper.photographs import image_for_print
from generator.paper.shapes import Drawing, Line, Mm, Picture, Placed, Pt, Rect, Text, to_points
from generator.paper.text import BOLD_NAMES, FAMILIES, NAMES, SYMBOLS, font_file, stem_width
from generator.render.document import DocumentFacts, fixed_clock
from generator.render.pen import DrawingIndex, Letters, Pen, Resources, TaggedPen
from generator.render.structure import Structure, xmp

# reportlab has no types.
Canvas = Any
Document = Any
Reserved = Any
# The bounding box of a stamp is larger than its drawing by this: strokes and descenders stick out.
FREE: Pt = 1000.0


def find_stamps(placed: Iterable[Placed]) -> dict[int, int]:
    """Find drawings placed more than once, by identity; equal ones share a number."""
    numbers: dict[int, int] = {}
    looks: dict[Hashable, int] = {}
    drawings: list[Drawing] = []
    times = Counter[int]()

    def is_long(drawing: Drawing) -> bool:
        # The operators of others are shorter than placing a stamp.
        short = Line | Rect | Text
        return len(drawing.shapes) > 1 or not all(isinstance(one, short) for one in drawing.shapes)

    def number(drawing: Drawing) -> int:
        # Drawings that look the same share a number; nested ones have lower numbers.
        if id(drawing) in numbers:
            return numbers[id(drawing)]
        inner: list[int] = []
        look: list[Hashable] = [drawing.width, drawing.height]
        for one in drawing.shapes:
            if isinstance(one, Placed):
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
    def type_of(font: str, size: Pt, colour: str, scale: float) -> tuple[str, Letters, str]:
        stem = scale * stem_width(font, size)
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
        initialFontName=FAMILIES["standard"].regular,
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

    families = FAMILIES.values()
    names = {name for f in families for name in (f.regular, f.bold, f.italic, f.bold_italic)}
    for name in (*sorted(names), SYMBOLS, NAMES, BOLD_NAMES):
        registerFont(_face_type()(name, font_file(name), asciiReadable=False))

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


def _pictures(canvas: Canvas, placed: Iterable[Placed], *, is_grey: bool) -> Mapping[Path, str]:
    names: dict[Path, str] = {}
    for number, (file, width) in enumerate(_widest(placed).items(), start=1):
        names[file] = f"picture{number}"
        canvas.add_picture(names[file], _image_type()(file, width, is_grey))
    return names


def _widest(placed: Iterable[Placed]) -> Mapping[Path, Mm]:
    known: dict[int, dict[Path, Mm]] = {}

    def inside(drawing: Drawing) -> Mapping[Path, Mm]:
        if id(drawing) not in known:
            found = known[id(drawing)] = {}
            for shape in drawing.shapes:
                if isinstance(shape, Placed):
                    inner, scale = inside(shape.drawing), shape.scale
                elif isinstance(shape, Picture):
                    inner, scale = {shape.file: shape.width}, 1.0
                else:
                    continue
                for file, width in inner.items():
                    found[file] = max(found.get(file, 0.0), width * scale)
        return known[id(drawing)]

    return inside(Drawing(0.0, 0.0, tuple(placed)))


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
        def __init__(self, file: Path, width: Mm, is_grey: bool) -> None:  # noqa: FBT001 - by name outside
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
        canvas.setCropBox([*map(to_points, (box.left, low, box.right, top))], name)
    if page.bookmark:
        key = f"page{number}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(page.bookmark, key)
    canvas.translate(0, height)
    size = page.size
    if corrected := printer.corrected(size.width, size.height, is_back=page.is_back):
        x, y, right, down = corrected
        canvas.transform(x, 0, 0, y, to_points(right), -to_points(down))


def _page_length(length: Mm) -> Pt:
    # Rounded up it would take one more row of pixels.
    return floor(to_points(length) * 10_000) / 10_000


def _operands(colour: tuple[float, ...], ink: Ink, operator: str) -> str:
    # In DeviceGray where no coloured ink may be used.
    if ink != "colour":
        colour, operator = colour[:1], operator[1:]
    return " ".join((*(f"{round(share, 4):.4g}" for share in colour), operator))


def _stamping(canvas: Canvas, stamps: dict[int, int]) -> Callable[[Drawing, float, Resources], str]:
    made: dict[tuple[int, float], str] = {}

    def stamp(drawing: Drawing, scale: float, resources: Resources) -> str:
        number = stamps[id(drawing)]
        if (number, scale) not in made:
            width, height = to_points(drawing.width), to_points(drawing.height)
            pen = Pen(resources, scale)
            pen.draw(drawing, 0.0, 0.0)
            name = made[number, scale] = f"stamp{len(made)}"
            canvas.beginForm(name, -FREE, -height - FREE, width + FREE, FREE)
            pen.put_on(canvas)
            canvas.endForm()
        return made[number, scale]

    return stamp


# Objects in one object stream.
PACK = 200
# How hard what is written is packed, of 9: by 6, as usual, it takes nearly twice as long, and files
# of real sheets and cards become smaller by 1 to 4 in a hundred.
LEVEL = 3


def write_pdf(canvas: Canvas, structure: Structure, facts: DocumentFacts) -> bytes:
    """Return the file of a canvas on which all pages are drawn, with their structure."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFStream

    # A canvas does not show its document.
    document = canvas._doc  # noqa: SLF001
    catalog, root = document.Catalog, PDFDictionary()
    catalog.StructTreeRoot = root
    catalog.MarkInfo = PDFDictionary({"Marked": "true"})
    said = PDFDictionary({"Type": "/Metadata", "Subtype": "/XML"})
    catalog.Metadata = PDFStream(said, xmp(facts))
    document.format = lambda: _write_objects(document, root, structure)
    # Not by way of a file, which would be one more copy of all pictures.
    return bytes(canvas.getpdfdata())


def _write_objects(document: Document, root: Reserved, structure: Structure) -> bytes:
    from reportlab.pdfbase.pdfdoc import PDFFile

    tops, known = (document.Catalog, document.info, root), document.idToObjectNumberAndVersion
    for one in tops:
        document.Reference(one)
    catalog, info, top = (known[one.__InternalName__][0] for one in tops)
    document.__accum__ = PDFFile((1, 7))
    objects = _Objects(document.__accum__)
    number = _library(document, objects, top)
    pages = [known[page.__InternalName__][0] for page in document.Pages.pages]
    parent = known[document.Pages.__InternalName__][0]
    for key, page in enumerate(document.Pages.pages):
        objects.stand(number, _stream("", page.stream.encode()))
        said = f"/Parent {parent} 0 R/Contents {number} 0 R/StructParents {key}"
        objects.packable.append((pages[key], _page(page, said, known)))
        number += 1
    tree, *elements = structure.objects(top, number, pages)
    objects.packable += [(top, tree), *enumerate(elements, start=number)]
    said = f"/Root {catalog} 0 R/Info {info} 0 R/ID{document.ID().decode('latin-1').split('%')[0]}"
    objects.end(number + len(elements), said)
    return bytes(objects.file.format(document))


class _Objects:
    def __init__(self, file: Document) -> None:
        self.file = file
        self.packable: list[tuple[int, bytes]] = []
        # Where an object begins in the file, or in which stream of objects it lies, and as which.
        self._places: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}

    def stand(self, number: int, words: bytes) -> None:
        where = self.file.add(b"%d 0 obj\n%s\nendobj\n" % (number, words))
        self._places[number] = (1, where, 0)

    def end(self, number: int, said: str) -> None:
        for start in range(0, len(self.packable), PACK):
            some = self.packable[start : start + PACK]
            self.stand(number, _pack(some))
            self._places |= {one: (2, number, index) for index, (one, _) in enumerate(some)}
            number += 1
        where = self.file.offset
        self._places[number] = (1, where, 0)
        lines = b"".join(pack("!BIH", *self._places[one]) for one in range(number + 1))
        self.stand(number, _stream(f"/Type/XRef/W[1 4 2]/Size {number + 1}{said}", lines))
        self.file.add(b"startxref\n%d\n%%%%EOF\n" % where)


def _library(document: Document, objects: _Objects, top: int) -> int:
    """Write the library's own objects, no pages and no tree; return the number of the next one."""
    from reportlab.pdfbase.pdfdoc import PDFFormXObject, PDFPage
    from reportlab.pdfbase.pdfdoc import format as formatted

    number, known = 1, document.idToObjectNumberAndVersion
    # More may come up while others are written.
    while number in document.numberToId:
        thing = document.idToObject[document.numberToId[number]]
        if isinstance(thing, PDFFormXObject):
            said = f"/Type/XObject/Subtype/Form/BBox{_box(thing.BBoxList())}"
            objects.stand(number, _stream(said + _resources(thing, known), thing.stream))
        elif number != top and not isinstance(thing, PDFPage):
            words = formatted(thing, document, toplevel=1)
            if words.endswith(b"endstream\n"):
                objects.stand(number, words)
            else:
                objects.packable.append((number, words))
        number += 1
    return number


def _page(page: Reserved, said: str, known: Mapping[str, tuple[int, int]]) -> bytes:
    sides = f"/MediaBox{_box((0, 0, page.pagewidth, page.pageheight))}"
    for name, box in (("Trim", page.TrimBox), ("Bleed", page.BleedBox)):
        sides += f"/{name}Box{_box(box.sequence)}" if box else ""
    return f"<</Type/Page{said}/Tabs/S{sides}{_resources(page, known)}>>".encode()


def _resources(drawn: Reserved, known: Mapping[str, tuple[int, int]]) -> str:
    placed = drawn.XObjects.dict if drawn.XObjects else ()
    named = "".join([f"/{name} {known[name][0]} 0 R" for name in placed])
    return f"/Resources<</Font {known['BasicFonts'][0]} 0 R/XObject<<{named}>>>>"


def _box(sides: Sequence[float]) -> str:
    return f"[{' '.join(f'{one:.4f}' for one in sides)}]"


def _stream(said: str, words: bytes) -> bytes:
    packed = zlib.compress(words, LEVEL)
    head = f"<<{said}/Filter/FlateDecode/Length {len(packed)}>>\nstream\n"
    return b"%s%s\nendstream" % (head.encode("latin-1"), packed)


def _pack(objects: Sequence[tuple[int, bytes]]) -> bytes:
    starts = accumulate((len(words) + 1 for _, words in objects), initial=0)
    told = " ".join(f"{n} {start}" for (n, _), start in zip(objects, starts, strict=False))
    body = b"\n".join(words for _, words in objects)
    said = f"/Type/ObjStm/N {len(objects)}/First {len(told) + 1}"
    return _stream(said, b"%s\n%s" % (told.encode(), body))
