"""The structure tree of a drawn PDF (ISO 32000-1, 14.7 and 14.8), as PDF/UA-1 asks for it.

Pens number what they write on a page; the tree says to which element each number belongs.
"""

import re
from codecs import BOM_UTF16_BE
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, product
from typing import Literal
from xml.sax.saxutils import escape

from generator.paper.shapes import Pt, TablePosition, TableShape
from generator.render.document import DocumentFacts

Kind = Literal["Document", "H1", "H2", "P", "Figure", "Table", "TR", "TH", "TD"]
# Left, low, right and top on the page, as PDF measures.
Place = tuple[Pt, Pt, Pt, Pt]
# What means something within the brackets of a PDF's words.
_PLAIN, _BRACKET = re.compile(r"[ -'*-\[\]-~]*"), re.compile(rb"[\\()]")
_SPACES = str.maketrans("\u00a0\u202f", "  ", "\u00ad")
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><dc:title><rdf:Alt>
<rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<pdfuaid:part>1</pdfuaid:part></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>
"""


def xmp(facts: DocumentFacts) -> bytes:
    """Return what a file says of itself in XMP: its title, and that it conforms to PDF/UA-1."""
    return _XMP.format(title=escape(facts.title)).encode()


@dataclass(slots=True, eq=False)
class Element:
    """Something to be read out: marks on a page, or elements within it."""

    kind: Kind
    page: int = 0
    alt: str = ""
    attributes: str = ""
    marks: list[int] = field(default_factory=list)
    inner: "list[Element]" = field(default_factory=list)
    # Its own number as an object of the file, and that of what it lies in.
    number: int = 0
    up: int = 0


@dataclass(frozen=True, slots=True)
class TableElement:
    """The rows of a table, and its cells by row and column."""

    rows: tuple[Element, ...]
    cells: dict[tuple[int, int], Element]

    def cell(self, of: TablePosition) -> Element:
        """Return a cell; those that it spans over go."""
        cell = self.cells[of.row, of.column]
        rows, columns = range(of.row, of.row + of.rows), range(of.column, of.column + of.columns)
        for row, column in product(rows, columns):
            if self.cells[row, column] is not cell:
                self.rows[row].inner.remove(self.cells[row, column])
                self.cells[row, column] = cell
        if of.columns > 1:
            cell.attributes += f"/ColSpan {of.columns}"
        if of.rows > 1:
            cell.attributes += f"/RowSpan {of.rows}"
        return cell


class Structure:
    """The elements of a file in the order in which they are read, and the marks of its pages."""

    def __init__(self) -> None:
        self.whole = Element("Document")
        self.name: str | None = None
        self._title: Element | None = None
        self._owners: list[list[Element]] = []

    def begin_page(self) -> None:
        """Go on to the next page, whose marks are counted from 0."""
        self._owners.append([])

    def add(
        self, kind: Kind, within: Element, *, alt: str = "", place: Place | None = None
    ) -> Element:
        """Put an element of the page behind those that lie within another one already."""
        element = Element(kind, len(self._owners) - 1, alt)
        if place is not None:
            left, low, right, top = place
            element.attributes = f"/O/Layout/BBox[{left:.2f} {low:.2f} {right:.2f} {top:.2f}]"
        within.inner.append(element)
        return element

    def named(self, words: str, within: Element) -> Element:
        """Return what is to be the file's title, or a heading where there is one already."""
        if self.name is not None:
            return self.add("H2", within)
        self.name = words
        self._title = Element("H1", len(self._owners) - 1)
        return self._title

    def table(self, grid: TableShape, within: Element, place: Place) -> TableElement:
        """Put a table there whose cells are empty."""
        table = self.add("Table", within, place=place)
        rows = tuple(self.add("TR", table) for _ in range(grid.rows))
        cells = {}
        for row, column in product(range(grid.rows), range(grid.columns)):
            is_head = row < grid.head_rows or column < grid.head_columns
            cell = cells[row, column] = self.add("TH" if is_head else "TD", rows[row])
            if is_head:
                scope = "Column" if row < grid.head_rows else "Row"
                cell.attributes = f"/O/Table/Scope/{scope}"
        return TableElement(rows, cells)

    def mark(self, element: Element) -> int:
        """Return the number of one more mark of an element on the page."""
        owners = self._owners[-1]
        owners.append(element)
        element.marks.append(len(owners) - 1)
        return len(owners) - 1

    def objects(self, root: int, first: int, pages: Sequence[int]) -> list[bytes]:
        """Return the tree's root, then each element; repeated descriptions stand behind them."""
        if self._title is not None:
            self.whole.inner.insert(0, self._title)
        every, self.whole.up = [*_walk(self.whole)], root
        for number, element in enumerate(every, start=first):
            element.number = number
            for inner in element.inner:
                inner.up = number
        owned = (
            f"{page}[{' '.join([f'{one.number} 0 R' for one in owners])}]"
            for page, owners in enumerate(self._owners)
        )
        tree = f"/ParentTree<</Nums[{' '.join(owned)}]>>/ParentTreeNextKey {len(self._owners)}"
        times = Counter(one.alt for one in every if one.alt)
        after = count(first + len(every))
        again = {alt: next(after) for alt, often in times.items() if often > 1}
        written = [f"<</Type/StructTreeRoot/K {first} 0 R{tree}>>".encode()]
        for one in every:
            kids = [*[f"{inner.number} 0 R" for inner in one.inner], *map(str, one.marks)]
            said = f"<</S/{one.kind}/P {one.up} 0 R/Pg {pages[one.page]} 0 R/K[{' '.join(kids)}]"
            if one.attributes:
                said += f"/A<<{one.attributes}>>"
            if one.alt in again:
                said += f"/Alt {again[one.alt]} 0 R"
            alt = b"/Alt" + _words(one.alt) if one.alt and one.alt not in again else b""
            written.append(said.encode() + alt + b">>")
        return [*written, *map(_words, again)]


def _walk(element: Element) -> Iterator[Element]:
    yield element
    for inner in element.inner:
        yield from _walk(inner)


def _words(words: str) -> bytes:
    # In a byte a letter where PDF has one for each, or in two.
    if _PLAIN.fullmatch(words):
        return f"({words})".encode()
    spaced = words.translate(_SPACES)
    try:
        told = spaced.encode("pdfdoc")
    except UnicodeEncodeError:
        told = BOM_UTF16_BE + spaced.encode("utf-16-be")
    return b"(" + _BRACKET.sub(rb"\\\g<0>", told).replace(b"\r", rb"\r") + b")"
