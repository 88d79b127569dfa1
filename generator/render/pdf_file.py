"""A drawn PDF put together: reportlab's objects and the structure tree, packed where they can be.

A tree has an element for each card of a deck. By the library's own way each would stand alone, with
a line in a table of what lies where; in object streams (ISO 32000-1, 7.5.7 and 7.5.8) all of them
take less than that table did.
"""

import zlib
from collections.abc import Sequence
from itertools import accumulate
from struct import pack
from typing import Any, TypeAlias

from generator.render.document import DocumentFacts
from generator.render.structure import Structure, xmp

# reportlab has no types.
Canvas: TypeAlias = Any
Document: TypeAlias = Any
Reserved: TypeAlias = Any
# So many objects lie in one stream.
PACK = 200


def file_of(canvas: Canvas, structure: Structure, facts: DocumentFacts) -> bytes:
    """Return the file of a canvas on which all pages are drawn, with their structure."""
    from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFStream

    # A canvas does not show its document.
    document = canvas._doc  # noqa: SLF001
    for number, page in enumerate(document.Pages.pages):
        page.__Defaults__ = {"StructParents": number, "Tabs": "/S", **page.__Defaults__}
    catalog, root = document.Catalog, PDFDictionary()
    catalog.StructTreeRoot = root
    catalog.MarkInfo = PDFDictionary({"Marked": "true"})
    said = PDFDictionary({"Type": "/Metadata", "Subtype": "/XML"})
    catalog.Metadata = PDFStream(said, xmp(facts))
    document.format = lambda: _written(document, root, structure)
    # Not by way of a file, which would be one more copy of all pictures.
    return bytes(canvas.getpdfdata())


def _written(document: Document, root: Reserved, structure: Structure) -> bytes:
    from reportlab.pdfbase.pdfdoc import PDFFile
    from reportlab.pdfbase.pdfdoc import format as formatted

    known, every = document.idToObjectNumberAndVersion, document.idToObject
    for one in (document.Catalog, document.info, root):
        document.Reference(one)
    catalog, info, top = (
        known[one.__InternalName__][0] for one in (document.Catalog, document.info, root)
    )
    document.__accum__ = file = PDFFile((1, 7))
    # Where an object begins in the file, or in which stream of objects it lies, and as which.
    places: dict[int, tuple[int, int, int]] = {}
    loose: list[tuple[int, bytes]] = []
    number = 1
    # More may come up while others are written.
    while number in document.numberToId:
        words = formatted(every[document.numberToId[number]], document, toplevel=1)
        if words.endswith(b"endstream\n"):
            places[number] = _stands(file, number, words)
        elif number != top:
            loose.append((number, words))
        number += 1
    pages = [known[page.__InternalName__][0] for page in document.Pages.pages]
    tree, *elements = structure.objects(top, number, pages)
    loose += [(top, tree), *enumerate(elements, start=number)]
    number += len(elements)
    for start in range(0, len(loose), PACK):
        some = loose[start : start + PACK]
        places[number] = _stands(file, number, _pack(some))
        places |= {one: (2, number, index) for index, (one, _) in enumerate(some)}
        number += 1
    said = f"/Root {catalog} 0 R/Info {info} 0 R/ID{document.ID().decode('latin-1').split('%')[0]}"
    places[0], places[number] = (0, 0, 65535), (1, file.offset, 0)
    lines = b"".join(pack("!BIH", *places[one]) for one in range(number + 1))
    table = _stream(f"/Type/XRef/W[1 4 2]/Size {number + 1}{said}", lines)
    where = file.offset
    _stands(file, number, table)
    file.add(b"startxref\n%d\n%%%%EOF\n" % where)
    return bytes(file.format(document))


def _stands(file: Document, number: int, words: bytes) -> tuple[int, int, int]:
    """Write an object by itself; return where it begins, as a cross-reference stream says it."""
    return 1, file.add(b"%d 0 obj\n%s\nendobj\n" % (number, words)), 0


def _stream(said: str, words: bytes) -> bytes:
    packed = zlib.compress(words)
    head = f"<<{said}/Filter/FlateDecode/Length {len(packed)}>>\nstream\n"
    return b"%s%s\nendstream" % (head.encode("latin-1"), packed)


def _pack(objects: Sequence[tuple[int, bytes]]) -> bytes:
    """Return a stream of objects, each with its number and where it begins."""
    starts = accumulate((len(words) + 1 for _, words in objects), initial=0)
    told = " ".join(f"{n} {start}" for (n, _), start in zip(objects, starts, strict=False))
    body = b"\n".join(words for _, words in objects)
    said = f"/Type/ObjStm/N {len(objects)}/First {len(told) + 1}"
    return _stream(said, b"%s\n%s" % (told.encode(), body))
