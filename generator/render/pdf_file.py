"""A drawn PDF put together: reportlab's objects, pages and the structure tree, packed if possible.

A tree has an element for each card of a deck. By the library's own way each would stand alone, with
a line in a table of what lies where; in object streams (ISO 32000-1, 7.5.7 and 7.5.8) all of them
take less than that table did. Pages and stamps are written here, too: the library, which can write
any object, takes several times as long for each.
"""

import zlib
from collections.abc import Mapping, Sequence
from itertools import accumulate
from struct import pack
from typing import Any

from generator.render.document import DocumentFacts
from generator.render.structure import Structure, xmp

# reportlab has no types.
Canvas = Any
Document = Any
Reserved = Any
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
