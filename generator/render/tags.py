"""Repair the tags of a PDF where WeasyPrint 70 writes none, wrong ones or poor ones.

They are repaired before the file is written, in the objects of the library, which has no types: an
element is a dictionary, `S` its kind, `K` its children: other elements by reference, as
`b"12 0 R"`, or the numbers of marks on its page. The library cannot drop an object, so kinds are
changed in place and superfluous elements are emptied.
"""

from collections.abc import Iterator
from typing import Any

Pdf = Any
Element = Any

# Pixels of a style sheet, of which 96 are an inch, in points.
POINTS = 0.75


def repair_tags(pdf: Pdf) -> None:
    """Repair lists, header cells and boxes of figures; make margins artifacts."""
    root = _at(pdf, pdf.catalog["StructTreeRoot"])
    reached = set()
    for element in _walk(pdf, _at(pdf, root["K"][0])):
        reached.add(element.number)
        match element["S"]:
            case "/L":
                _repair_list(pdf, element)
            case "/TH":
                # A header cell outside the table's head is the head of its row.
                row = _at(pdf, element["P"])
                is_head = _at(pdf, row["P"])["S"] == "/THead"
                element["A"]["Scope"] = "/Column" if is_head else "/Row"
                # Without an IDTree nobody finds it.
                element.pop("ID", None)
            case "/TD":
                # Wrong where a header cell spans columns; the scope of header cells suffices.
                element["A"].pop("Headers", None)
            case "/Figure" if not element["Alt"].string.strip():
                _at(pdf, element["P"])["K"].remove(element.reference)
                reached.discard(element.number)
            case "/Figure":
                _repair_place(pdf, element)
    marks = _at(pdf, root["ParentTree"])["Nums"][1::2]
    for reference, owners in zip(pdf.page_references, marks, strict=False):
        _take_furniture_out(pdf, _at(pdf, reference), owners, reached)
    for thing in pdf.objects:
        is_element = isinstance(thing, dict) and thing.get("Type") == "/StructElem"
        if is_element and thing.number not in reached:
            thing.clear()


def _at(pdf: Pdf, reference: bytes) -> Element:
    return pdf.objects[int(reference.split()[0])]


def _inner(pdf: Pdf, element: Element) -> list[Element]:
    things = (_at(pdf, one) for one in element["K"] if isinstance(one, bytes))
    return [one for one in things if "S" in one]


def _walk(pdf: Pdf, element: Element) -> Iterator[Element]:
    # Children as they are once it has been repaired.
    yield element
    for inner in _inner(pdf, element):
        yield from _walk(pdf, inner)


def _repair_list(pdf: Pdf, element: Element) -> None:
    """Take the columns out of a list, and make one item of each term with its definition."""
    columns = _inner(pdf, element)
    if all(one["S"] == "/L" for one in columns):
        element["K"][:] = [reference for column in columns for reference in column["K"]]
        for item in _inner(pdf, element):
            item["P"] = element.reference
    for group in _inner(pdf, element):
        if group["S"] == "/Div":
            _repair_group(pdf, group)


def _repair_group(pdf: Pdf, group: Element) -> None:
    """Join a term and its definition, which had each become an item, into one."""
    group["S"] = "/LI"
    parts = _inner(pdf, group)
    for number, part in enumerate(parts):
        # What goes on after a break has no term.
        is_term = number == 0 and len(parts) > 1
        part["S"] = "/Lbl" if is_term else "/LBody"
        for inner in _inner(pdf, part):
            inner["S"] = "/Span" if is_term else "/Div"


def _repair_place(pdf: Pdf, figure: Element) -> None:
    """Convert a figure's bounding box to PDF's units: points, from the bottom up."""
    *_, height = _at(pdf, figure["Pg"])["MediaBox"]
    box = figure["A"]["BBox"]
    left, top, right, bottom = (POINTS * one for one in box)
    box[:] = left, height - bottom, right, height - top


def _take_furniture_out(pdf: Pdf, page: Any, owners: Any, reached: set[int]) -> None:
    """Mark the content of page margins, which belongs to no element, as an artifact."""
    stream = _at(pdf, page["Contents"]).stream
    lost = {mark for mark, owner in enumerate(owners) if int(owner.split()[0]) not in reached}
    for mark in lost:
        owners[mark] = b"null"
    for place, thing in enumerate(stream):
        if isinstance(thing, dict) and thing.get("MCID") in lost:
            stream[place - 1 : place + 1] = "/Artifact", b"<</Type /Pagination>>"
